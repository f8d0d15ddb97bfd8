"""Pitch and Smear, the games of High, Low, Jack and Game: one engine plays 46 variants, which differ only in their rulesets.

Source: docs/rules/02_pitch_catalogue.md and 03_pitch_schema.md (seed 002), rulings PI-1 to PI-43. Each variant is a row of `variants`, and
each house rule is a row of `options`. `deal` applies events to a table, with the help of `auction`, `exchange`, `play`, `closing` and
`statements`. `breaches` finds what is wrong with an event, `prompts` says what the table waits for, and `viewing` says what a viewer
sees."""

from typing import Final

from domain.system import System
from domain.systems.pitch.breaches import check
from domain.systems.pitch.deal import evolve, open_table
from domain.systems.pitch.opening import fitter, resolver
from domain.systems.pitch.options import options_of
from domain.systems.pitch.prompts import prompts
from domain.systems.pitch.reading import schema
from domain.systems.pitch.rulings import rulings_for
from domain.systems.pitch.sheet import sheet
from domain.systems.pitch.table import Pitch
from domain.systems.pitch.variants import VARIANTS, Variant
from domain.systems.pitch.viewing import opens, outcome, view

ACTS: Final = frozenset(
    [
        "CardsDealt",
        "MisdealCalled",
        "BidMade",
        "BidPassed",
        "ShootCalled",
        "BidDoubled",
        "PitchedAsBid",
        "TrumpNamed",
        "KittyTaken",
        "CardsDiscarded",
        "CardsDrawn",
        "StockTaken",
        "StockSearched",
        "CardRescued",
        "PartnerCalled",
        "CardPlayed",
        "OutDeclared",
        "DealFolded",
        "DealStated",
    ]
)
_SCHEMA: Final = schema()


def system_of(variant: Variant) -> System[Pitch]:
    rules = variant.rules
    return System(
        slug=rules.slug,
        name=rules.name,
        family="pitch",
        summary=variant.summary,
        players=(min(rules.players), max(rules.players)),
        acts=ACTS,
        options=options_of(rules),
        rulings=rulings_for(rules),
        fits=fitter(rules),
        open_table=open_table,
        evolve=evolve,
        check=check,
        prompts=prompts,
        view=view,
        opens=opens,
        outcome=outcome,
        resolve=resolver(rules),
        sheet=sheet,
        rules_schema=_SCHEMA,
    )


VARIANTS_PLAYED: Final = tuple(system_of(variant).erased() for variant in VARIANTS.values())
"""One `System` for each variant, in the order of the catalogue."""
SYSTEMS: Final = VARIANTS_PLAYED
