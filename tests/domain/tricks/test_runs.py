"""A run (`System.run`) reads many cards at once. Its findings and its table must equal those of `check` and `evolve`, which read one
card at a time."""

from dataclasses import replace
from random import Random

import pytest

from domain.kernel.events import Act, BidMade, CardPlayed, CardsDiscarded, CardsShown, DealStated, TricksStated
from domain.record.fold import Reading, read
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.bid_whist.playing import SLUG, script, table_of
from tests.domain.pitch.hiding import hidden, whole_game
from tests.domain.playing import events, opening
from tests.speeds import rows, seeds

PLAYED = {slug: system for slug, system in SYSTEMS.items() if system.family in ("spades", "bid-whist")}
QUICK = ("spades-standard", "bid-whist")
SHARES = (0, 0.02, 0.02, 0.3, 0.5, 0.5, 0.7, 1, 1)


def marred(acts: list[Act], dice: Random) -> list[Act]:
    """Return the acts with a few cards exchanged, left out, forgotten, laid open or written twice, and with a few bids left out. Some
    makers throw two cards too many."""
    made: list[Act] = []
    for each in acts:
        act = replace(each, count=8, cards=None) if isinstance(each, CardsDiscarded) and dice.random() < 0.3 else each
        slip = dice.random() if isinstance(act, CardPlayed | BidMade) else 1.0
        if slip < 0.01:
            continue
        if isinstance(act, CardPlayed) and slip < 0.013:
            made.append(replace(act, card=None) if slip < 0.0115 else CardsShown(act.seat, (act.card,)))  # type: ignore[arg-type]
        made += [act, act] if slip < 0.02 else [act]
        if slip < 0.05 and len(made) > 2:
            made[-1], made[-2] = made[-2], made[-1]
    return made


def swapped(acts: list[Act], dice: Random) -> list[Act]:
    """Return the acts with two cards exchanged. One player or two players play these cards within a few tricks. Such an exchange usually
    breaks a rule."""
    made = [*acts]
    plays = [(place, act) for place, act in enumerate(acts) if isinstance(act, CardPlayed)]
    (place, one), own = dice.choice(plays[:-20]), dice.random() < 0.5
    later, other = dice.choice([(at, act) for at, act in plays if place < at < place + 20 and (act.seat == one.seat) is own])
    made[place], made[later] = replace(one, card=other.card), replace(other, card=one.card)
    return made


def with_and_without_runs(system: System[Table], acts: list[Act]) -> tuple[Reading, Reading]:
    """Read the record with runs and without runs. Asserts that both readings have the same findings, questions and last table."""
    record = events(acts)
    reading, slow = read(system, record), read(replace(system, run=None), record)
    told, without = ([(step.findings, step.settled, step.doubts) for step in each.steps] for each in (reading, slow))
    assert told == without
    assert reading.table == slow.table
    return reading, slow


@pytest.mark.parametrize("slug", rows(PLAYED, QUICK))
@pytest.mark.parametrize("seed", seeds(len(SHARES), 3))
def test_reading_a_record_in_runs_gives_the_same_findings_and_tables_as_reading_it_card_by_card(slug: str, seed: int) -> None:
    system, dice = PLAYED[slug], Random(f"{slug} {seed}")
    opening, *acts = whole_game(system, dice, 150)
    if seed:
        opening, *acts = hidden([opening, *(marred(acts, dice) if seed % 2 else swapped(acts, dice))], dice, SHARES[seed])
    _, slow = with_and_without_runs(system, [opening, *acts])
    for step in slow.steps:
        if dice.random() < 0.08:  # the table must be the same if the record ends with this event
            assert read(system, slow.events[: step.event.version]).table == step.table, step.event


@pytest.mark.parametrize(
    ("slug", "stated"),
    [
        ("spades-standard", TricksStated(1, bids={0: 3, 1: 3, 2: 3, 3: 3})),  # type: ignore[dict-item]
        ("bid-whist", TricksStated(1, maker=0, bid=4, kind="high")),  # type: ignore[arg-type]
        ("pitch-auction-classic", DealStated(1, maker=0, bid=2)),  # type: ignore[arg-type]
    ],
)
def test_the_last_card_of_a_run_answers_the_query_about_the_points_of_its_deal(slug: str, stated: Act) -> None:
    opening, *acts = whole_game(SYSTEMS[slug], Random(1), 70)
    reading, _ = with_and_without_runs(SYSTEMS[slug], [opening, stated, *acts])
    assert "deal-not-scored" in {finding.rule for step in reading.steps for finding in step.settled}


def test_a_run_may_end_with_a_trick_in_which_a_player_has_no_card_left() -> None:
    """Nobody knows who took such a trick of Bid Whist: perhaps a card is not written down."""
    plays = "".join(f"0:{a}{suit} 1:{b}{suit} 2:{c}{suit} 3:{d}{suit} " for suit in "SHD" for a, b, c, d in ("A234", "K567", "Q89T"))
    start = "deal(3) 0:bids(4 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(8) "
    acts = script(start + plays + "0:2C 1:AC 2:3C 3:4C 1:KC 2:5C 3:6C")
    reading, _ = with_and_without_runs(PLAYED[SLUG], [opening(PLAYED[SLUG], 4), *acts])
    assert [trick.winner for trick in table_of(reading).deal.tricks[-2:]] == [1, None]
