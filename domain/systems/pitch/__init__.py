"""Pitch and Smear, the games of High, Low, Jack and Game: one engine plays 46 variants, which differ only in their rulesets (`variants`).

`rules/` reads rulesets, options and cards; `scoring/` counts a deal; `play/` applies events to a table; `proofs/` computes where the cards
of a deal can be; `breaches/` finds what is wrong with an event; `prompts/` lists what the table waits for. Each package imports only from
those before it. Source: docs/rules/02_pitch_catalogue.md and 03_pitch_schema.md (seed 002), rulings PI-1 to PI-51."""

from functools import partial
from typing import Final

from domain.rulesets import Variant
from domain.system import System
from domain.systems.pitch.breaches.check import check
from domain.systems.pitch.breaches.runs import begun
from domain.systems.pitch.play.deal import evolve, open_table
from domain.systems.pitch.play.table import Pitch
from domain.systems.pitch.play.viewing import bids_kept, opens, outcome, view
from domain.systems.pitch.play.whole import DEALS
from domain.systems.pitch.prompts.prompts import prompts
from domain.systems.pitch.rules.options import options_of
from domain.systems.pitch.rules.reading import fits, resolve, schema
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.rules.rulings import rulings_for
from domain.systems.pitch.rules.sheet import sheet
from domain.systems.pitch.unused import unused
from domain.systems.pitch.variants import VARIANTS

ACTS: Final = frozenset({
    "CardsDealt", "MisdealCalled", "BidMade", "BidPassed", "ShootCalled", "BidDoubled", "PitchedAsBid", "TrumpNamed",
    "KittyTaken", "CardsDiscarded", "CardsDrawn", "StockTaken", "StockSearched", "CardRescued", "PartnerCalled", "CardPlayed",
    "OutDeclared", "DealFolded", "DealStated",
})  # fmt: skip
_SCHEMA: Final = schema()


def system_of(variant: Variant[Ruleset]) -> System[Pitch]:
    rules = variant.rules
    return System(
        slug=rules.slug,
        name=rules.name,
        family="pitch",
        summary=variant.summary,
        players=(min(rules.players), max(rules.players)),
        acts=ACTS,
        unused=unused(rules),
        options=options_of(rules),
        rulings=rulings_for(rules),
        fits=partial(fits, rules),
        open_table=open_table,
        evolve=evolve,
        check=check,
        prompts=prompts,
        view=view,
        opens=opens,
        outcome=outcome,
        resolve=partial(resolve, rules),
        sheet=sheet,
        rules_schema=_SCHEMA,
        run=begun,
        deals=DEALS,
        bids_kept=bids_kept,
    )


SYSTEMS: Final = tuple(system_of(variant).erased() for variant in VARIANTS.values())
"""One `System` for each variant, in the order of the catalogue."""
