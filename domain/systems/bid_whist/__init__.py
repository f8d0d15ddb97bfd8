"""Bid Whist: four players in two teams bid for books, high, low or without trumps; the bidder takes the kitty.

Source: docs/rules/05_bid_whist.md (seed 002), rulings BW-1 to BW-12. `rules` defines the rules as a value, and `table` the state of a game.
`play` changes the state as events say, and `closing` ends deals. `breaches`, `exchange` and `stated` make findings; `proofs` decides
whether any deal of the cards fits the record, and `possible` which points a deal can give. `prompts` says which act the table waits for,
`viewing` what a viewer sees."""

from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from domain.kernel.shapes import Fault
from domain.system import Rules, System, Unplayable
from domain.systems.bid_whist.breaches import check
from domain.systems.bid_whist.play import evolve, open_table
from domain.systems.bid_whist.prompts import prompts
from domain.systems.bid_whist.proofs import DEALS, begun
from domain.systems.bid_whist.rules import Ruleset, options_of, rules_of
from domain.systems.bid_whist.sheet import sheet
from domain.systems.bid_whist.table import BidWhist
from domain.systems.bid_whist.viewing import bids_kept, opens, outcome, view

ACTS: Final = frozenset(
    {"CardsDealt", "MisdealCalled", "BidMade", "BidPassed", "TrumpNamed", "KittyTaken", "CardsDiscarded", "CardPlayed", "TricksStated"}
)
_UNUSED: Final = frozenset(
    {"CardsDealt.stock", "BidMade.blind", "CardPlayed.trump", "CardPlayed.extras", "TricksStated.bids", "TricksStated.blind"}
)
RULINGS: Final = (
    ("BW-1", "Two jokers in one trick with trumps?", "The high joker beats the low one."),
    ("BW-2", "Must a joker follow a trump lead?", "Yes, it is a trump."),
    ("BW-3", "Where does the ace rank in a low bid?", "It is the best card; the option aces_bad makes it the worst."),
    ("BW-4", "What do a made and a set bid score?", "Made: books above six; set: minus the number bid. Twice as much without trumps."),
    ("BW-5", "Jokers without trumps?", "They belong to no suit, are played only by a hand without the suit led, and never win."),
    ("BW-6", "A side at minus seven?", "It loses at once; the maker's side is looked at first. The option floor changes this."),
    ("BW-7", "Both sides at the target?", "The maker's side wins; it cannot happen unless defenders score too."),
    ("BW-8", "When is the direction of a bid without trumps named?", "By the maker, before the kitty is taken."),
    ("BW-9", "May trumps or jokers be thrown?", "Yes."),
    ("BW-10", "A renege?", "A finding; as a rule three books go to the other side, if the director rules so."),
    ("BW-11", "A game without trumps?", "The call without trumps is in every game; the option kind_order can leave it the only one."),
    ("BW-12", "Must a player without the suit led play a joker, without trumps?", "No; the option joker_when_void changes this."),
)


class Variant(NamedTuple):
    """One form of the game: its name, what sets it apart, and its rules."""

    name: str
    summary: str
    rules: Ruleset


VARIANTS: Final = {
    "bid-whist": Variant("Bid Whist with jokers", "Bid for books, high, low or without trumps; six cards wait in the kitty.", Ruleset()),
    "bid-whist-min-four": Variant("Bid Whist, bids from four", "Bid Whist in which no bid is below four.", replace(Ruleset(), bid_min=4)),
}


def fits(base: Ruleset, rules: Rules, seats: int) -> None:
    """Raise Unplayable if no game can be played with these rules."""
    ruled, faults = rules_of(base, rules), []
    if ruled.bid_min > ruled.bid_max:
        faults.append(Fault("/options/bid_min", f"is above the highest bid, {ruled.bid_max}"))
    if len({*ruled.kind_order}) < len(ruled.kind_order):
        faults.append(Fault("/options/kind_order", "must have each kind once"))
    if ruled.joker_when_void and not ruled.jokers:
        faults.append(Fault("/options/joker_when_void", "needs a joker"))
    if ruled.joker_when_void and "no_trump" not in ruled.kind_order:
        faults.append(Fault("/options/joker_when_void", "needs bids without trumps"))
    if seats != 4:
        faults.append(Fault("/seats", "Bid Whist is for 4 players"))
    if faults:
        raise Unplayable(*faults)


def system_of(slug: str, variant: Variant) -> System[BidWhist]:
    rules = variant.rules
    return System(
        slug=slug,
        name=variant.name,
        family="bid-whist",
        summary=variant.summary,
        players=(4, 4),
        acts=ACTS,
        unused=_UNUSED,
        options=options_of(rules),
        rulings=RULINGS,
        fits=partial(fits, rules),
        open_table=partial(open_table, rules),
        evolve=evolve,
        check=check,
        prompts=prompts,
        view=view,
        opens=opens,
        outcome=outcome,
        sheet=partial(sheet, rules),
        run=begun,
        deals=DEALS,
        bids_kept=bids_kept,
    )


SYSTEMS: Final = tuple(system_of(slug, variant).erased() for slug, variant in VARIANTS.items())
