"""A run (`System.run`) reads many cards at once. Its findings and its table must equal those of `check` and `evolve`, which read one
card at a time."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest

from domain.kernel.cards import Card, Seat
from domain.kernel.events import Act, CardPlayed, CardsDealt, CardsShown, OutDeclared, PitchedAsBid, StockTaken
from domain.kernel.shapes import Sealed
from domain.record.fold import read
from domain.system import System, Table
from domain.systems import SYSTEMS
from domain.systems.pitch.variants import VARIANTS
from tests.domain.pitch.hiding import hidden, whole_game
from tests.domain.pitch.playing import calls, deal, draws, names, plays, stated, throws
from tests.domain.pitch.test_narrow import marred
from tests.domain.playing import events, opening
from tests.speeds import slow
from tests.systems import every_variant


def leaving(acts: Iterable[Act], dice: Random) -> Iterator[Act]:
    """Yield the acts. Before some plays, add an act: the player is declared out, or shows the card."""
    for act in acts:
        if isinstance(act, CardPlayed) and dice.random() < 0.05:
            yield OutDeclared(act.seat) if dice.random() < 0.5 else CardsShown(act.seat, (act.card,))
        yield act


@every_variant
@pytest.mark.parametrize(
    ("seed", "share"),
    [pytest.param(0, 0, marks=slow), (1, 0.02), pytest.param(2, 0.3, marks=slow), (3, 0.3), pytest.param(4, 0.6, marks=slow)],
)
def test_reading_a_record_in_runs_gives_the_same_findings_and_tables_as_reading_it_card_by_card(
    system: System[Table], seed: int, share: float
) -> None:
    dice = Random(f"{system.slug} {seed}")
    opening, *acts = whole_game(system, dice, 90)
    if seed == 3:  # acts are left out, and nothing else is wrong
        acts = [act for act in acts if dice.random() > 0.08]
    elif seed:
        acts = list(leaving(marred(acts, dice), dice))
    opening, *acts = hidden([opening, *acts], dice, share)
    record = events([opening, *acts])
    table = system.open_table(record[0].act)  # type: ignore[arg-type]
    for version, event in enumerate(record[1:], 2):
        table = system.evolve(table, event)
        if dice.random() < 0.08:  # the table must be the same if the record ends with this event
            assert read(system, record[:version]).table == table, event
    reading = read(system, record)
    without_runs = read(replace(system, run=None), record)
    assert [(step.findings, step.settled, step.doubts) for step in reading.steps] == [
        (step.findings, step.settled, step.doubts) for step in without_runs.steps
    ]
    assert reading.steps[-1].table == table


def test_playing_a_card_from_the_hand_of_another_player_is_reported_even_if_it_makes_trump() -> None:
    system = SYSTEMS["pitch-auction-classic"]
    acts = whole_game(system, Random(1), 20)
    dealt = next(act for act in acts if isinstance(act, CardsDealt))
    place, lead = next((place, act) for place, act in enumerate(acts) if isinstance(act, CardPlayed))
    acts[place] = replace(lead, card=next(cards.value[0] for seat, cards in dealt.hands.items() if seat != lead.seat))  # type: ignore[index, union-attr]
    record = events(acts[: place + 2])
    assert read(system, record).findings == read(replace(system, run=None), record).findings != ()


BOUGHT = (*calls("1:4 2:pass 3:pass 0:pass"), names(1, "H"))
BLURRED: list[tuple[str, str, tuple[Act, ...], str]] = [
    (
        "unnamed cards come to a hand that was to have no plain card but showed one",
        "pitch-seven-point-21",
        (deal(0), *BOUGHT, CardsShown(Seat(1), (Card("3S"),)), throws(2, 4), throws(3, 4), throws(0, 4),
         throws(1, 4, "4C 5C 6C 7C"), draws(1, 4)),
        "plain-card-kept",
    ),
    (
        "named trumps come to a known hand that kept a plain card",
        "pitch-seven-point-21",
        (deal(0, {0: "AC KD 6S 8H 7S 3S", 1: "7C TC 4D KC 2C TD", 3: "QH 3D 8D LJ JS 5H"},
              stock="9S 5C AS 2D JH 2H 6H AH 9H 8S 9D HJ 7H AD 3H TH 5D 7D 4C 5S 8C KH JD 9C 2S 6D 6C 4S 4H QS"),
         names(2, "H"), throws(1, 5, "4D TD KC 2C TC"), throws(0, 5, "KD AC 3S 7S 6S"), throws(2, 6, "TS QD 3C KS JC QC"),
         throws(3, 3, "8D JS 3D"), draws(1, 5, "9S 5C AS 2D JH")),
        "no-such-deal",
    ),
    (
        "more cards are drawn than the stock has, while the size of a hand is unknown",
        "pitch-seven-point-21",
        (deal(0), *BOUGHT, throws(1, 1), throws(3, 1), throws(0, 1), draws(1, 1), draws(2, 5, "AH KH QH JH TH"), draws(0, 40)),
        "no-such-deal",
    ),
    (
        "the size of a hand is unknown, and the other places have more cards than the pack",
        "smear-widow-deuce-ten",
        (names(1, "S"), throws(0, 8), throws(2, 1), throws(2, 5, "3C 4D JD QD TH"), throws(3, 7, "2C 7C 7H AH JH KD QC"),
         draws(3, 4, "TD 2H 6D 8C"), throws(1, 10),
         *plays("1:AS 2:6S 3:JC 0:3S 1:JS 2:TS 3:QS 0:LJ 3:TD 0:9D 1:2S 2:3H 1:7S 2:KS 3:2H 0:HJ 2:8S 3:6D 0:9S 1:4S 0:QH 1:5S 2:8H 3:8C")),
        "no-such-deal",
    ),
    (
        "every card is written down, and a player out of the deal must hold a trump",
        "pitch-dirty",
        (deal(3, {0: "9C 3H 9H 4D JC JS TC 7D 9D", 1: "AH QD QH QC QS 5H 6H 3C LJ", 2: "6D HJ AC 2C JH KC 2S JD 7H",
                  3: "7S 4S 5S TD 6C 2D KS 5D TS"}, stock="8S 4H 3S KH 2H 4C 8C TH 8D 8H KD AS 9S 5C 6S AD 3D 7C"),
         throws(0, 7, "4D 7D 9C 9D JC JS TC"), throws(1, 4, "3C QC QD QS"), throws(2, 5, "2C 2S 6D AC KC"),
         throws(3, 9, "2D 4S 5D 5S 6C 7S KS TD TS"), draws(0, 4, "8S 4H 3S KH"), draws(2, 2, "4C 8C"), draws(3, 6, "TH 8D 8H KD AS 9S"),
         StockTaken(Seat(3), 5, Sealed("", tuple(map(Card, ("5C", "6S", "AD", "3D", "7C"))))), throws(3, 5, "AS 6S 3D 9S 7C"),
         *plays("1:2H 3:8H 1:6H 2:HJ 3:TH 2:4C 3:5C 0:4H 2:JH 3:out")),
        "no-such-deal",
    ),
    (
        "unnamed cards come to a hand that threw more cards unseen than it had plain cards",
        "pitch-trickster-7",
        (deal(0, {1: "AS KH 3S 6D 6H 9D TH 3H 7D", 3: "3D AC JC 7S JS 2S QS 5C KC"}), names(3, "H"), throws(3, 9), throws(2, 2),
         throws(0, 3), throws(1, 6), draws(1, 3)),
        "trump-thrown",
    ),
    (
        "the exchange is not written down, so its first card is the first of the deal",
        "smear-ten-point",
        (stated(1, dealer=0, maker=1), PitchedAsBid(Seat(2), Card("AH"), "H"), *calls("3:pass 0:pass 1:pass"), *plays("3:2H")),
        "",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "acts", "rule"), [row[1:] for row in BLURRED], ids=[row[0] for row in BLURRED])
def test_a_run_loses_no_contradiction_and_no_field_of_the_table(slug: str, acts: tuple[Act, ...], rule: str) -> None:
    """`rule`: a rule that some finding or suspicion names when the record is read event by event (empty: this is not tested)."""
    system = SYSTEMS[slug]
    record = events([opening(system, VARIANTS[slug].rules.players[0]), *acts])
    run, by_event = read(system, record), read(replace(system, run=None), record)
    assert [(step.findings, step.doubts) for step in run.steps] == [(step.findings, step.doubts) for step in by_event.steps]
    assert run.table == by_event.table
    doubted = {finding.rule for step in by_event.steps for deal in step.doubts.deals for finding in deal.suspicions}
    assert not rule or rule in doubted | {finding.rule for finding in by_event.findings}
