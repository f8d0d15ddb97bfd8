"""A total that is stated after a deal holds the points of the deal. A later statement of the deal explains the total; it adds nothing.
Source: docs/decisions/domain-reading.md, "Statements beside cards"."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, CardPlayed, Retracted
from domain.kernel.values import replace
from domain.record.fold import Reading
from domain.record.open_deals import outcome_of
from domain.rounds import last_rounds, round_of
from domain.selfplay import move
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.pitch import playing as pitch
from tests.domain.playing import act, played
from tests.domain.spades import playing as spades
from tests.domain.tricks.test_unknown import classic, forgotten
from tests.systems import every_system

TOTAL, POINTS = 3, 1
"""What is stated for each seat: its total, and what the open deal brought it."""


def first_deal(system: System[Table], seats: int) -> list[Act]:
    """Return the acts of a random first deal."""
    choose, acts = Random(3).choice, list[Act]()
    while round_of(table := played(system.slug, seats, *acts).table) == 1:
        act = move(system, table, choose)
        if act is None or len(acts) > 300:
            break
        acts.append(act)
    return acts


def with_one_less(acts: Sequence[Act]) -> Iterator[list[Act]]:
    """Yield the acts with one forgotten: a card that nobody remembers, or an act that nobody wrote down."""
    for place, each in enumerate(acts):
        if isinstance(each, CardPlayed):
            yield [*acts[:place], replace(each, card=None, trump=None, extras=()), *acts[place + 1 :]]
        elif type(each).__name__ == "StakePlaced":
            yield [*acts[:place], *acts[place + 1 :]]


def left_open(system: System[Table], seats: int) -> Iterator[list[Act]]:
    """Yield the acts of first deals that are over and whose points nobody can say: one with an act that is forgotten, and one of which too
    little was said."""
    for prompt in system.prompts(played(system.slug, seats).table):
        if prompt.type in ("DealStated", "TricksStated"):
            yield [act(prompt.type, round=1)]
    if system.family in FORGETFUL:
        for acts in with_one_less(first_deal(system, seats)):
            if outcome_of(played(system.slug, seats, *acts)).open_deals == (1,) == (round_of(played(system.slug, seats, *acts).table) - 1,):
                yield acts
                break


FORGETFUL = {"pitch", "spades", "bid-whist", "hi-lo"}
"""The families in which a deal may be over without known points."""


def scores(reading: Reading) -> dict[Seat, int]:
    return dict(outcome_of(reading).scores)


@every_system
def test_a_deal_that_is_stated_after_a_total_is_not_counted_twice(system: System[Table]) -> None:
    seats = max(2, system.players[0])
    late = act("RoundStated", round=1, points={str(seat): POINTS for seat in range(seats)})
    ways = [*left_open(system, seats)]
    assert bool(ways) == (system.family in FORGETFUL and system.slug != "hi-lo-table-penalty")  # its runs have no stake to forget
    for acts in ways:
        end, nothing = len(acts) + 1, scores(played(system.slug, seats, *acts))
        assert set(nothing.values()) == {0}
        for stated in (range(seats), [0], [seats - 1], range(seats - 1)):
            total = act("ScoreStated", scores={str(seat): TOTAL for seat in stated})
            said = scores(played(system.slug, seats, *acts, total))
            assert all(said[Seat(seat)] == TOTAL for seat in stated)
            held = {seat for seat, score in said.items() if score}
            then = {seat: TOTAL if seat in held else POINTS for seat in said}
            once = played(system.slug, seats, *acts, total, late)
            assert scores(once) == then
            assert not outcome_of(once).open_deals
            assert scores(played(system.slug, seats, *acts, total, late, late)) == then, "the same again"
            assert scores(played(system.slug, seats, *acts, total, late, Retracted(end + 2))) == said, "withdrawn"
            alone = dict.fromkeys(said, POINTS)
            assert scores(played(system.slug, seats, *acts, total, late, Retracted(end + 1))) == alone, "the total is withdrawn"
            assert scores(played(system.slug, seats, *acts, total, (late, end))) == alone, "inserted before the total"
            assert scores(played(system.slug, seats, *acts, late, (total, end))) == then, "a total inserted before the statement"


TOLD = {"0": 0, "1": 3, "2": 1, "3": 0}
DEAL = pitch.stated(1, points={"high": 1, "low": 2, "game": 1, "jack": 1})
"""Deal 1 of `forgotten("3C")`, which brings the points `TOLD`."""


def total(**scores: int) -> Act:
    return act("ScoreStated", scores={name[1:]: score for name, score in scores.items()})


def ruled(rectification: str, **points: int) -> Act:
    given = {name[1:]: number for name, number in points.items()} or None
    return act("RulingRecorded", rectification=rectification, rule="x", cites={"dispute": 2}, round=1, points=given)


ROWS: list[tuple[str, list[Act], list[int], tuple[int, ...], list[str]]] = [
    ("the total of one player, then the deal", [total(s1=5), DEAL], [0, 5, 1, 0], (), []),
    ("the totals one by one", [total(s1=5), total(s0=1), total(s2=2, s3=0)], [1, 5, 2, 0], (), []),
    ("the totals one by one, then the deal", [total(s1=5), total(s0=1), total(s2=2, s3=0), DEAL], [1, 5, 2, 0], (), []),
    ("another total for the same player", [total(s1=5), total(s1=6)], [0, 5, 0, 0], (1,), ["score-stated-otherwise"]),
    ("the same total again", [total(s1=5), total(s1=5)], [0, 5, 0, 0], (1,), []),
    ("a later deal counts", [total(s1=5), pitch.stated(2, maker=1, bid=2, trump="S", points={"high": 1, "low": 1, "game": 2}), DEAL],
     [0, 7, 2, 0], (), []),
    ("a ruling gives the deal points", [total(s1=5), ruled("adjust", s0=4)], [0, 5, 0, 0], (1,), ["ruling-without-effect"]),
    ("a ruling voids it", [total(s0=0, s1=3, s2=1, s3=0), ruled("void")], [0, 3, 1, 0], (), ["ruling-without-effect"]),
    ("a ruling wants it played again", [total(s0=0, s1=3, s2=1, s3=0), ruled("replay")], [0, 3, 1, 0], (), ["ruling-without-effect"]),
    ("the deal is stated, then ruled on", [total(s1=5), DEAL, ruled("adjust", s0=4)], [4, 2, 0, 0], (), []),
    ("the deal is stated, then void", [total(s1=5), DEAL, ruled("void")], [0, 2, 0, 0], (), []),
]  # fmt: skip


@pytest.mark.parametrize(("why", "acts", "wanted", "left", "rules"), ROWS, ids=[row[0] for row in ROWS])
def test_a_total_of_pitch_holds_the_open_deal_before_it(
    why: str, acts: list[Act], wanted: list[int], left: tuple[int, ...], rules: list[str]
) -> None:
    reading = classic(*forgotten("3C"), *acts)
    assert (pitch.scores(reading), outcome_of(reading).open_deals) == (wanted, left), why
    assert [finding.rule for finding in reading.findings] == rules, why


CARDS = [spades.deal(), *spades.all_tricks()]
"""A deal of Spades, whose bids nobody wrote down: seat 0 takes all tricks."""
BIDS = spades.stated(1, "4 3 3 3")

WAITING: list[tuple[str, list[Act], list[int], dict[int, int]]] = [
    ("the bids are stated", [BIDS], [76, -60], {0: 6, 1: 0}),
    ("a total, then the bids", [total(s0=76, s1=-60), BIDS], [76, -60], {0: 6, 1: 0}),
    ("the total of one side, then the bids", [total(s0=76), BIDS], [76, -60], {0: 6, 1: 0}),
    ("totals of a longer game, then the bids", [total(s0=179, s1=200), BIDS], [179, 200], {0: 9, 1: 0}),
    ("a deal that is voided is not in the next one", [total(s0=76), act("DealVoided", reason="x"), *CARDS, BIDS], [152 - 100, -60], {0: 2, 1: 0}),
]  # fmt: skip


@pytest.mark.parametrize(("why", "acts", "wanted", "bags"), WAITING, ids=[row[0] for row in WAITING])
def test_a_total_of_spades_holds_the_deal_that_waits_for_its_bids(
    why: str, acts: list[Act], wanted: list[int], bags: dict[int, int]
) -> None:
    reading = spades.game(spades.STANDARD, *CARDS, *acts)
    assert (spades.scores(reading)[:2], spades.table_of(reading).bags) == (wanted, bags), why


def test_a_deal_that_a_total_holds_is_scored_with_the_bags_before_it() -> None:
    """Four bags, then six: ten cost 100 points."""
    before = spades.stated(1, "4 3 3 3", "11")
    reading = spades.game(spades.STANDARD, before, spades.deal(0), *spades.all_tricks(), total(s0=50), spades.stated(2, "4 3 3 3"))
    assert [(line.number, line.points) for line in last_rounds(reading.table, 1)] == [(2, {0: -24, 1: -60, 2: -24, 3: -60})]
    assert (spades.scores(reading)[:2], spades.table_of(reading).bags) == ([50, -120], {0: 0, 1: 0})


def test_a_total_of_one_side_holds_a_deal_whose_bags_nobody_knows() -> None:
    """Nobody remembers a card of deal 1, so nobody knows the bags before deal 2, and its points stay open after it is stated."""
    played_blind = [replace(each, card=None) if place == 0 else each for place, each in enumerate(spades.all_tricks())]
    acts = [spades.deal(), *spades.bids("4 3 3 3"), *played_blind, spades.deal(0), *spades.all_tricks(), total(s0=90)]
    late = act("RoundStated", round=2, points={"0": 40, "1": -60})
    reading = spades.game(spades.STANDARD, *acts, spades.stated(2, "4 3 3 3", "13 0 0 0"))
    assert (spades.scores(reading)[:2], outcome_of(reading).open_deals) == ([90, 0], (1, 2))
    reading = spades.game(spades.STANDARD, *acts, spades.stated(2, "4 3 3 3", "13 0 0 0"), late)
    assert spades.scores(reading)[:2] == [90, -60]


NEXT = [pitch.deal(1), *pitch.calls("2:2 3:pass 0:pass 1:pass")]
SHORT = act("DealStated", round=1)
"""A deal of which only is said that it was played."""
WHOLE = pitch.stated(1, maker=1, bid=2, trump="S", points={"high": 1, "low": 2, "game": 1, "jack": 1})
FOLLOWED: list[tuple[str, list[Act], list[int], tuple[int, ...], int]] = [
    ("the next deal begins", [total(s0=0, s1=5, s2=1, s3=0), *NEXT], [0, 5, 1, 0], (), 2),
    ("then it is stated", [total(s0=0, s1=5, s2=1, s3=0), *NEXT, WHOLE], [0, 5, 1, 0], (), 2),
    ("one total, then it is stated", [total(s1=5), *NEXT, WHOLE], [0, 5, 1, 0], (), 2),
    ("one total", [total(s1=5), *NEXT], [0, 5, 0, 0], (1,), 2),
    ("the next deal is stated", [total(s1=5), replace(WHOLE, round=2), WHOLE], [0, 8, 2, 0], (), 3),
    ("no total", [*NEXT], [0, 0, 0, 0], (), 1),
    ("the deal is voided", [total(s1=5), act("DealVoided", reason="x"), *NEXT], [0, 5, 0, 0], (), 1),
]  # fmt: skip


@pytest.mark.parametrize(("why", "acts", "wanted", "left", "number"), FOLLOWED, ids=[row[0] for row in FOLLOWED])
def test_a_deal_that_a_total_holds_is_not_forgotten_when_the_next_one_begins(
    why: str, acts: list[Act], wanted: list[int], left: tuple[int, ...], number: int
) -> None:
    reading = pitch.game("pitch-auction-classic", SHORT, *acts, seats=4)
    assert (pitch.scores(reading), outcome_of(reading).open_deals, round_of(reading.table)) == (wanted, left, number), why


@pytest.mark.parametrize("slug", ["spades-standard", "bid-whist"])
def test_each_game_of_tricks_keeps_the_number_of_a_deal_that_totals_hold(slug: str) -> None:
    reading = played(slug, 4, act("TricksStated", round=1), total(s0=3, s1=2, s2=3, s3=2), act("CardsDealt", dealer=0))
    assert (round_of(reading.table), scores(reading), outcome_of(reading).open_deals) == (2, {0: 3, 1: 2, 2: 3, 3: 2}, ())
    assert outcome_of(reading).deals == 1, "the deal was played"


def run(seat: int, stake: int = 0) -> list[Act]:
    """Return a lost run. Without a stake, nobody knows what it cost."""
    staked = [act("StakePlaced", seat=seat, units=stake)] if stake else []
    return [*staked, act("BaseShown", card="5H"), act("GuessMade", seat=seat, gamble="higher"), act("CardTurned", card="3S")]


LAST: list[tuple[str, list[Act], dict[int, int], tuple[int, ...]]] = [
    ("nothing is stated", [], {0: -2, 1: 0}, (2,)),
    ("the totals", [total(s0=-2, s1=-1)], {0: -2, 1: -1}, ()),
    ("the run", [act("RoundStated", round=2, points={"1": -1})], {0: -2, 1: -1}, ()),
    ("the totals, then the run", [total(s0=-2, s1=-1), act("RoundStated", round=2, points={"1": -1})], {0: -2, 1: -1}, ()),
    ("the result", [act("ResultStated", winners=[], scores={"0": -2, "1": -1})], {0: -2, 1: -1}, ()),
    ("a run that nobody had", [act("RoundStated", round=3, points={"1": -1})], {0: -2, 1: 0}, (2,)),
]  # fmt: skip


@pytest.mark.parametrize(("why", "acts", "wanted", "left"), LAST, ids=[row[0] for row in LAST])
def test_the_last_run_of_a_session_can_be_stated(why: str, acts: list[Act], wanted: dict[int, int], left: tuple[int, ...]) -> None:
    reading = played("hi-lo-casino", 2, *run(0, 2), *run(1), *acts, runs=1)
    assert (scores(reading), outcome_of(reading).open_deals, outcome_of(reading).state) == (wanted, left, "finished"), why


def test_a_deal_does_not_wait_for_the_total_of_a_player_who_came_later() -> None:
    joined = [*run(0), act("PlayerJoined", seat=2)]
    reading = played("hi-lo-casino", 2, *joined, total(s0=-1, s1=0))
    assert outcome_of(reading).open_deals == ()
    reading = played("hi-lo-casino", 2, *joined, total(s2=0), ruled("adjust", s0=-1))
    assert scores(reading) == {0: -1, 1: 0, 2: 0}, "the total of the third player does not keep a director from ruling"


class Simple:
    """A simple model of the totals of four players: for each, the last total that was stated and the deals that it holds, and the points of
    each deal, None while nobody has said them. `waits`: whether the last deal has no line on the score sheet yet."""

    def __init__(self) -> None:
        self.points = dict[int, dict[int, int] | None]()
        self.stated = dict.fromkeys(range(4), (0, frozenset[int]()))
        self.waits = False

    def lacks(self, seat: int) -> bool:
        return any(points is None and deal not in self.stated[seat][1] for deal, points in self.points.items())

    def total(self, seat: int) -> int:
        score, held = self.stated[seat]
        return score + sum((points or {}).get(seat, 0) for deal, points in self.points.items() if deal not in held)

    def open(self) -> tuple[int, ...]:
        return tuple(
            deal for deal, points in self.points.items() if points is None and any(deal not in self.stated[seat][1] for seat in range(4))
        )

    def begin(self) -> int:
        """Begin a deal. One that waits is forgotten if no total holds it. Returns the number of the deal."""
        last = len(self.points)
        if self.waits and not any(last in held for _, held in self.stated.values()):
            del self.points[last]
        self.waits = False
        self.points[len(self.points) + 1] = None
        return len(self.points)


FORGOT = [pitch.deal(0), *pitch.calls("1:2 2:pass 3:pass 0:pass"), *forgotten("3C")]


@pytest.mark.parametrize("seed", range(40))
def test_totals_and_deals_in_any_order_give_the_totals_of_a_simple_model(seed: int) -> None:
    random, acts, model = Random(seed), list[Act](), Simple()
    for _ in range(8):
        match random.choice(("open", "waits", "told", "total", "total", "one", "late", "late")):
            case "open":
                model.begin()
                acts += FORGOT
            case "waits" if not model.waits:
                acts.append(act("DealStated", round=model.begin()))
                model.waits = True
            case "told":
                number = len(model.points) if model.waits else model.begin()
                acts.append(replace(WHOLE, round=number))
                model.points[number], model.waits = {1: 3, 2: 1}, False
            case "total" | "one" as which if model.points:
                said = range(4) if which == "total" else [random.randrange(4)]
                totals = {seat: model.total(seat) + (random.randrange(2) if model.lacks(seat) else 0) for seat in said}
                model.stated |= {seat: (totals[seat], frozenset(model.points)) for seat in said if model.lacks(seat)}
                acts.append(act("ScoreStated", scores={str(seat): score for seat, score in totals.items()}))
            case "late" if unsaid := [deal for deal, points in model.points.items() if points is None]:
                number = random.choice(unsaid)
                acts.append(random.choice((replace(WHOLE, round=number), act("RoundStated", round=number, points={"1": 3, "2": 1}))))
                model.points[number] = {1: 3, 2: 1}
                model.waits = model.waits and number != len(model.points)
        if max(map(model.total, range(4))) >= 7:
            break  # the game is over
        reading = pitch.game("pitch-auction-classic", *acts, seats=4)
        assert pitch.scores(reading) == [*map(model.total, range(4))]
        assert reading.system.outcome(reading.table).open_deals == model.open()
        assert round_of(reading.table) == len(model.points) + (not model.waits)
        assert not [finding for finding in reading.findings if finding.rule.endswith("otherwise")], "nothing that was said cannot be true"


def test_a_result_holds_the_deals_before_it_too() -> None:
    result = act("ResultStated", winners=[1], scores={"1": 7})
    reading = classic(*forgotten("3C"), result, DEAL)
    assert pitch.scores(reading) == [0, 7, 0, 0]


def test_every_family_is_asked() -> None:
    assert {system.family for system in SYSTEMS.values()} >= FORGETFUL
