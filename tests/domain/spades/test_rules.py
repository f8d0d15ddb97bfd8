"""Every field of a ruleset and every option changes the outcome of some game. Each row plays the same acts with and without a change."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from domain.kernel.cards import JOKERS, Card, Seat
from domain.kernel.events import Act, TournamentTable
from domain.record.fold import Reading, read
from domain.system import PUBLIC
from domain.systems.spades.options import PATCHES, patched
from domain.systems.spades.ruleset import FIELDS, Ruleset, broken
from domain.systems.spades.variants import VARIANTS
from tests.domain.playing import act, events
from tests.domain.spades.playing import PLAYED, STANDARD, all_tricks, bids, deal, found, game, plays, scores, stated, table_of

BID = [*bids("4 3 3 3")]
SPADES = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
PLAIN = {0: "AS AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH"}
"""A hand with a spade and twelve hearts."""
VOID = {1: "2S 3S AD KD QD JD TD 9D 8D 7D 6D 5D 4D"}
PULLED = {1: "KS 4S AD KD QD JD TD 9D 8D 7D 6D 5D 4D"}


class Row(NamedTuple):
    """`change`: fields or options that differ. `seen`: a function that returns the value to compare. `before`, `after`: this value without
    and with the change."""

    slug: str
    change: dict[str, Any]
    acts: Sequence[Act]
    seen: Callable[[Reading], object]
    before: object
    after: object
    source: str


def winner(reading: Reading) -> int | None:
    """Return the seat that took the first trick."""
    return table_of(reading).deal.tricks[0].winner


def state(reading: Reading) -> str:
    return reading.result.state


def ends(reading: Reading) -> object:
    return reading.result.state, reading.result.winners


def bags(reading: Reading) -> object:
    """Return the scores of the sides, and the bags that the view shows for the first one."""
    return scores(reading)[:2], reading.system.seen_by(reading.table, PUBLIC).seats[Seat(0)].bags


def after_two_deals(reading: Reading) -> object:
    """Return how the same game ends in a tournament whose games have two deals."""
    opened = replace(reading.opened, tournament=TournamentTable("home-taaaaaaaaaaaaaaaa", 1, 1, "hands", 2))
    result = read(PLAYED[opened.system], events([opened, *[event.act for event in reading.events[1:]]])).result
    return result.state, result.winners


def held(reading: Reading) -> object:
    return table_of(reading).deal.counts[0]  # type: ignore[index]


JOKERS_IN = {"add": JOKERS, "remove": (Card("2C"), Card("2H")), "joker_rule": "high_over_low"}
JOKER_ORDER = (*JOKERS, *map(Card, ("AS " + SPADES).split()))
THREE = {"players": 3, "sides": "individual", "remove": (Card("2C"),), "bid_max": 17}
LEVEL = [stated(1, "4 3 3 3", "7 6"), stated(2, "3 4 3 3", "6 7")]
"""Two deals after which both teams have 130 points."""
REVOKE = act("IrregularityCalled", kind="revoke-claimed", seat=0)
ILLEGAL_LEAD = [deal(), *BID, *plays("0:AS 1:2S 2:3S 3:4S 0:AH 1:2H 2:3H 3:4H 0:5S")]
"""Seat 0 leads a spade before spades are broken, and plays a heart in the next trick."""

FIELD_ROWS = [
    Row(STANDARD, THREE, [stated(1, "3 4 5", "4 4 5")], lambda r: scores(r)[0], 0, 31, "04 Schema: three single players"),
    Row(STANDARD, {**JOKERS_IN, "trump_order": JOKER_ORDER}, [*plays("0:AS 1:HJ 2:2S 3:3S")], winner, 0, 1, "04 jokers high"),
    Row("spades-jokers-high-4", {"joker_rule": "first_played_wins"}, [*plays("0:LJ 1:HJ 2:2S 3:3S")], winner, 1, 0, "SP-7"),
    Row(STANDARD, {"trump_order": VARIANTS["spades-bauer"].rules.trump_order}, [*plays("0:AS 1:JC 2:2S 3:3S")], winner, 0, 1, "sp-02"),
    Row("spades-jokers-high-4", {"big_joker_pull": True}, [deal(hands=PULLED), *BID, *plays("0:HJ 1:4S")], found, [],
        ["pull-not-followed"], "SP-5, sp-08"),
    Row(STANDARD, {"breaking": "none", "broken_by": "n/a"}, [deal(hands=PLAIN), *BID, *plays("0:AS")], found, ["trump-led-too-early"], [],
        "SP-2, sp-06"),
    Row(STANDARD, {"broken_by": "any_spade_played"}, ILLEGAL_LEAD,
        lambda r: table_of(r).deal.trumped, False, True, "SP-3"),
    Row(STANDARD, {"first_leader": "dealer"}, [deal(), *BID, *plays("0:2C")], found, [], ["wrong-leader"], "04 Schema"),
    Row(STANDARD, {"first_trick_trump": "barred"}, [deal(hands=VOID), *BID, *plays("0:2C 1:2S")], found, [], ["revoke"], "04 Schema"),
    Row(STANDARD, {"low_club": True, "first_trick_trump": "barred"}, [*plays("0:AH 1:5C 2:KC 3:2C")], winner, 0, 2,
        "visithopkinsville.com: all lay their lowest club, and the highest wins"),
    Row(STANDARD, {"first_bids_itself": True}, [deal(), *all_tricks()], lambda r: scores(r)[:2], [0, 0], [130, 0],
        "rta3.com: first hand bids itself"),
    Row(STANDARD, {"bid_min": 2}, [*bids("1")], found, [], ["bid-out-of-range"], "04 Schema"),
    Row(STANDARD, {"bid_max": 12}, [*bids("13")], found, [], ["bid-out-of-range"], "04 Schema"),
    Row(STANDARD, {"nil": 50}, [stated(1, "nil 3 4 5", "0 4 4 5")], lambda r: scores(r)[0], 140, 90, "SP-1, sp-13"),
    Row(STANDARD, {"blind_nil": 200}, [stated(1, "blind 3 4 5", "0 4 4 5")], found, ["deal-against-the-rules"], [], "SP-1"),
    Row(STANDARD, {"blind_nil": 200, "blind_behind": 100}, [deal(), *bids("blind")], found, ["no-such-bid"], ["blind-too-early"],
        "clarksvillejuneteenth.com: down 100 points to bid blind"),
    Row(STANDARD, {"nil_tricks": "bags"}, [stated(1, "nil 3 4 5", "1 4 3 5")], lambda r: scores(r)[0], -60, -139, "SP-9"),
    Row(STANDARD, {"team_bid": "separate"}, [stated(1, "4 3 3 3", "6 3 1 3")], lambda r: scores(r)[0], 70, 12, "04 Schema"),
    Row(STANDARD, {"team_bid": "one", "nil": 0}, [stated(1, "7 6", "7 6")], lambda r: scores(r)[:2], [0, 0], [70, 60],
        "columbuswhist.com: the final bid for the team"),
    Row(STANDARD, {"team_bid_min": 4}, [stated(1, "2 3 1 3", "4 3 3 3")], found, [], ["deal-against-the-rules"],
        "cookoutspades.com: board is 4"),
    Row(STANDARD, {"per_bid_trick": 20}, [stated(1, "4 3 3 3", "4 3 3 3")], lambda r: scores(r)[0], 70, 140, "SP-1"),
    Row(STANDARD, {"bags": "counted", "overtrick": 0, "bag_limit": 0}, [stated(1, "3 3 2 2", "4 3 3 3")], bags,
        ([52, 51], 2), ([50, 50], 2), "clarksvillejuneteenth.com: bid 5, get 7 is 50"),
    Row(STANDARD, {"ten_bid": 200}, [stated(1, "6 1 4 1", "6 1 4 2")], lambda r: scores(r)[0], 100, 200, "columbuswhist.com: ten for 200"),
    Row(STANDARD, {"boston": 250}, [stated(1, "4 3 3 3", "7 0 6 0")], lambda r: scores(r)[0], 76, 256, "columbuswhist.com: a Boston, 250"),
    Row(STANDARD, {"boston_bid": 200}, [stated(1, "7 3 6 3", "7 0 6 0")], lambda r: scores(r)[0], 130, 200,
        "cookoutspades.com: bidding a Boston is 200"),
    Row(STANDARD, {"boston_wins": True}, [stated(1, "4 3 3 3", "7 0 6 0")], ends, ("open", ()), ("finished", (0, 2)),
        "columbuswhist.com: a Boston wins the game automatically"),
    Row(STANDARD, {"overtrick": 2}, [stated(1, "4 3 3 2", "5 3 3 2")], lambda r: scores(r)[0], 71, 72, "SP-1, sp-10"),
    Row(STANDARD, {"bag_limit": 2}, [stated(1, "4 3 2 2", "5 3 3 2")], lambda r: scores(r)[0], 62, -38, "SP-1"),
    Row(STANDARD, {"bag_penalty": 50}, [stated(1, "1 1 1 1", "6 0 6 1")], lambda r: scores(r)[0], -70, -20, "SP-1"),
    Row(STANDARD, {"set_loss_per_bid_trick": 5}, [stated(1, "4 3 3 3", "3 4 3 3")], lambda r: scores(r)[0], -70, -35, "SP-1"),
    Row(STANDARD, {"renege_three_books": True}, [stated(1, "4 3 3 3", "4 3 3 3"), REVOKE], lambda r: scores(r)[:2], [70, 60], [-70, 63],
        "SP-11"),
    Row(STANDARD, {"floor": -60}, [stated(1, "4 3 3 3", "8")], ends, ("open", ()), ("finished", (0, 2)), "en.wikipedia Spades: -200"),
    Row(STANDARD, {"sets": 2}, [stated(1, "4 3 3 3", "8"), stated(2, "4 3 3 3", "8")], ends, ("open", ()), ("finished", (0, 2)),
        "rta3.com: set twice, the other team wins"),
    Row(STANDARD, {"play_off": True}, LEVEL, after_two_deals, ("finished", (0, 1, 2, 3)), ("open", ()),
        "paperzz.com: should there be a tie, a one hand overtime will be played"),
    Row(STANDARD, {"target": 70}, [stated(1, "4 3 3 3", "4 3 3 3")], state, "open", "finished", "04 Base game"),
]  # fmt: skip
OPTION_ROWS = [
    Row(STANDARD, {"breaking": "none"}, [deal(hands=PLAIN), *BID, *plays("0:AS")], found, ["trump-led-too-early"], [], "04 Variants"),
    Row("spades-unbroken-free", {"breaking": "until_broken"}, [deal(hands=PLAIN), *BID, *plays("0:AS")], found, [],
        ["trump-led-too-early"], "04 Variants"),
    Row(STANDARD, {"any_spade_played": True}, ILLEGAL_LEAD, lambda r: table_of(r).deal.broken, True, True, "SP-3"),
    Row(STANDARD, {"any_spade_played": True}, ILLEGAL_LEAD[:-1], lambda r: table_of(r).deal.broken, False, True, "SP-3"),
    Row("spades-jokers-high-3", {"no_jokers": True}, [deal()], held, 18, 17, "SP-8"),
    Row("spades-jokers-deuces", {"one_deuce_high": True}, [*plays("0:AS 1:2D 2:3S 3:4S")], winner, 1, 0, "SP-4"),
    Row("spades-jokers-high-4", {"big_joker_pull": True}, [deal(hands=PULLED), *BID, *plays("0:HJ 1:4S")], found, [],
        ["pull-not-followed"], "SP-5"),
    Row(STANDARD, {"blind_nil": 200, "blind_behind": 100}, [deal(), *bids("blind")], found, ["no-such-bid"], ["blind-too-early"],
        "clarksvillejuneteenth.com: down 100 points to bid blind"),
    Row(STANDARD, {"low_club": True}, [*plays("0:AH 1:5C 2:KC 3:2C")], winner, 0, 2,
        "visithopkinsville.com: all lay their lowest club, and the highest wins"),
    Row(STANDARD, {"nil_tricks_nothing": True}, [stated(1, "nil 3 4 5", "1 4 5 3")], lambda r: scores(r)[0], -58, -59,
        "docs/decisions/spades.md"),
    Row(STANDARD, {"nil_tricks_counted": True}, [stated(1, "nil 3 2 5", "1 5 1 6")], bags, ([-80, 83], 0), ([-120, 83], 1),
        "zone.msn.com: nil and two, a trick each, is 120 lost and a bag"),
    Row(STANDARD, {"nil_tricks_apart": True}, [stated(1, "nil 3 4 5", "1 4 3 5")], lambda r: scores(r)[0], -60, -139, "SP-9"),
    Row(STANDARD, {"bags_not_scored": True}, [stated(1, "3 3 2 2", "4 3 3 3")], bags, ([52, 51], 2), ([50, 50], 2),
        "clarksvillejuneteenth.com: bid 5, get 7 is 50"),
    Row(STANDARD, {"team_bid": "one"}, [stated(1, "7 6", "7 6")], lambda r: scores(r)[:2], [0, 0], [70, 60],
        "columbuswhist.com: the final bid for the team"),
    Row(STANDARD, {"team_bid": "one"}, [], lambda r: r.system.seen_by(r.table, PUBLIC).shared_bid, False, True, "the view tells it"),
    *[row for row in FIELD_ROWS if len(row.change) == 1 and row.change.keys() <= {patch.name for patch in PATCHES} - {"big_joker_pull"}],
]  # fmt: skip
UNTOLD = {"slug", "name", "seed", "confidence", "follow", "finish"}
"""Fields without a row. They only describe a ruleset, or can have only one value."""


def changed(row: Row, *, options: bool) -> Ruleset:
    base = VARIANTS[row.slug].rules
    return patched(base, row.change) if options else replace(base, **row.change)


@pytest.mark.parametrize("row", FIELD_ROWS, ids=lambda row: " ".join(row.change))
def test_changing_a_field_of_the_ruleset_changes_the_outcome_of_a_game(row: Row) -> None:
    base, other = VARIANTS[row.slug].rules, changed(row, options=False)
    assert not broken(other)
    assert (row.seen(game(base, *row.acts)), row.seen(game(other, *row.acts))) == (row.before, row.after), row.source


@pytest.mark.parametrize("row", OPTION_ROWS, ids=lambda row: f"{row.slug} {' '.join(row.change)}")
def test_choosing_an_option_changes_the_outcome_of_a_game(row: Row) -> None:
    base, other = VARIANTS[row.slug].rules, changed(row, options=True)
    assert (row.seen(game(base, *row.acts)), row.seen(game(other, *row.acts))) == (row.before, row.after), row.source


def test_every_field_and_every_option_changes_the_outcome_of_some_row() -> None:
    for rows, names in ((FIELD_ROWS, {*FIELDS} - UNTOLD), (OPTION_ROWS, {patch.name for patch in PATCHES})):
        assert {name for row in rows if row.before != row.after for name in row.change} >= names
