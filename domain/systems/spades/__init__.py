"""Spades: one engine plays nine variations, which differ only in their rulesets.

Each variation is a row of `variants`; `options` lists the house rules, and `ruleset` defines the fields that variations and house rules may
set. `scoring` computes the points of a deal. `table` holds the state of a game; `play` and `statements` change it as events say. `proofs`
decides whether any deal of the cards fits the record, `breaches` and `stated` report what is wrong, and `prompts` says which act the table
waits for. Source: docs/rules/04_spades.md (seed 002), rulings SP-1 to SP-14."""

from functools import partial
from typing import Final

from domain.rulesets import Variant
from domain.system import System
from domain.systems.spades.breaches import check
from domain.systems.spades.options import options_of, resolve
from domain.systems.spades.play import DEALS, evolve, open_table
from domain.systems.spades.prompts import prompts
from domain.systems.spades.proofs import begun
from domain.systems.spades.ruleset import Ruleset, fits, schema
from domain.systems.spades.rulings import rulings_for
from domain.systems.spades.sheet import sheet
from domain.systems.spades.table import Spades
from domain.systems.spades.variants import VARIANTS
from domain.systems.spades.viewing import bids_kept, outcome, plays_off, view
from domain.tricks.viewing import opens

ACTS: Final = frozenset({"CardsDealt", "MisdealCalled", "BidMade", "CardPlayed", "TricksStated"})
_UNUSED: Final = frozenset({
    "CardsDealt.kitty", "CardsDealt.stock", "BidMade.kind", "CardPlayed.trump", "CardPlayed.extras",
    "TricksStated.maker", "TricksStated.bid", "TricksStated.kind", "TricksStated.trump", "TricksStated.ranks",
})  # fmt: skip
_BLIND: Final = frozenset({"BidMade.blind", "TricksStated.blind"})
_SCHEMA: Final = schema()


def system_of(variant: Variant[Ruleset]) -> System[Spades]:
    rules = variant.rules
    return System(
        slug=rules.slug,
        name=rules.name,
        family="spades",
        summary=variant.summary,
        players=(rules.players, rules.players),
        acts=ACTS,
        unused=_UNUSED if rules.blind_nil else _UNUSED | _BLIND,
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
        plays_off=plays_off,
    )


SYSTEMS: Final = tuple(system_of(variant).erased() for variant in VARIANTS.values())
"""One `System` for each variation, in the order of the catalogue."""
