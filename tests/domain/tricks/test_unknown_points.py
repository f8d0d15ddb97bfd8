"""The points of a deal with a card that nobody remembers are open until the table states them. Source: docs/decisions/domain-asking.md."""

import pytest

from domain.kernel.events import Act
from domain.record.fold import Reading
from domain.system import PUBLIC
from tests.domain.bid_whist import playing as whist
from tests.domain.pitch.playing import calls, deal, deal_of, scores, stated
from tests.domain.playing import act
from tests.domain.spades import playing as spades
from tests.domain.tricks.test_unknown import SOURCE, classic, forgotten, line, rules, unknown

TOLD = {"0": 0, "1": 3, "2": 1, "3": 0}
POINTS = {"high": 1, "low": 2, "game": 1, "jack": 1}
STATEMENTS: list[tuple[list[Act], list[int], tuple[int, ...], str]] = [
    ([], [0, 0, 0, 0], (1,), "nobody can say the points"),
    ([deal(1)], [0, 0, 0, 0], (1,), "the next deal begins"),
    ([stated(1, points=POINTS)], [0, 3, 1, 0], (), "the table states the deal"),
    ([deal(1), *calls("2:2"), stated(1, points=POINTS)], [0, 3, 1, 0], (), "the table states it during the next deal"),
    ([stated(1, made=True)], [0, 0, 0, 0], (1,), "the statement does not say enough"),
    ([act("RoundStated", round=1, points=TOLD)], [0, 3, 1, 0], (), "the table states the points"),
    ([act("ScoreStated", scores=TOLD)], [0, 3, 1, 0], (), "the table states the totals"),
    ([act("ScoreStated", scores={"1": 3})], [0, 3, 0, 0], (1,), "the table states the total of one player"),
    ([act("ScoreStated", scores=TOLD), act("RoundStated", round=1, points=TOLD)], [0, 3, 1, 0], (), "the totals have the points already"),
    ([act("ScoreStated", scores=TOLD), stated(1, points=POINTS)], [0, 3, 1, 0], (), "the totals have the points of the deal already"),
    ([act("RoundStated", round=1, points=TOLD), act("ScoreStated", scores=TOLD)], [0, 3, 1, 0], (), "the totals say the same again"),
]


@pytest.mark.parametrize(("acts", "totals", "left", "why"), STATEMENTS, ids=[row[3] for row in STATEMENTS])
def test_the_points_of_a_deal_with_a_forgotten_card_are_open_until_the_table_states_them(
    acts: list[Act], totals: list[int], left: tuple[int, ...], why: str
) -> None:
    reading = classic(*forgotten("3C"), *acts)
    outcome = reading.system.outcome(reading.table)
    assert (scores(reading), outcome.open_deals, rules(reading)) == (totals, left, []), f"{SOURCE}: {why}"


def test_a_second_statement_with_other_points_raises_a_query() -> None:
    again = act("RoundStated", round=1, points={"0": 4})
    assert rules(classic(*forgotten("3C"), stated(1, points=POINTS), again)) == [("round-stated-otherwise", "query")]


def test_a_ruling_gives_an_open_deal_its_points() -> None:
    ruling = act("RulingRecorded", rectification="adjust", rule="x", cites={"dispute": 2}, round=1, points=TOLD)
    reading = classic(*forgotten("3C"), ruling)
    assert (scores(reading), reading.system.outcome(reading.table).open_deals) == ([0, 3, 1, 0], ())


def test_nobody_wins_while_the_points_of_a_deal_are_open() -> None:
    """The target is seven points."""
    won = [stated(number, maker=1, bid=3, trump="S", points=dict.fromkeys(POINTS, 1)) for number in (2, 3)]
    reading = classic(*forgotten("3C"), *won)
    assert (reading.system.outcome(reading.table).state, scores(reading)) == ("open", [0, 8, 0, 0])
    reading = classic(*forgotten("3C"), *won, act("RoundStated", round=1, points={"2": 1}))
    assert reading.system.outcome(reading.table).winners == (1,)


def test_the_form_offers_to_state_an_open_deal_while_the_table_waits_for_the_next_deal() -> None:
    reading = classic(*forgotten("3C"))
    asked = [(prompt.type, prompt.given.get("round"), prompt.expected) for prompt in reading.system.prompts(reading.table)]
    assert asked == [("CardsDealt", None, True), ("DealStated", 1, False)]
    assert reading.system.seen_by(reading.table, PUBLIC).last_round == "Deal 1: its points are open, because nobody remembers a card."


def test_the_trump_suit_can_be_named_if_the_card_that_made_trump_is_forgotten() -> None:
    reading = classic(*line("1:? 2:2S"))
    naming = next(prompt for prompt in reading.system.prompts(reading.table) if prompt.type == "TrumpNamed")
    assert naming.given == {"seat": 1}
    assert deal_of(classic(*line("1:? 2:2S"), act("TrumpNamed", seat=1, suit="S"))).trump == "S"
    assert deal_of(classic(unknown(1, "S"))).trump == "S"


# --- Spades and Bid Whist -----------------------------------------------------------------------------------------------------------------


def spaded(place: int, *acts: Act) -> Reading:
    """Return a deal of Spades in which seat 0 leads all spades, from the two up. Nobody remembers seat 2's card to trick number `place`,
    counted from 0."""
    cards = [*spades.all_tricks()]
    cards = [card for trick in range(12, -1, -1) for card in cards[4 * trick : 4 * trick + 4]]
    cards[4 * place + 2] = unknown(2)
    return spades.game(spades.STANDARD, spades.deal(), *spades.bids("4 3 3 3"), *cards, *acts)


def test_a_deal_of_spades_is_scored_if_the_forgotten_card_cannot_have_won() -> None:
    reading = spaded(12)  # seat 2's card to the ace of spades is forgotten
    assert (spades.scores(reading)[:2], reading.system.outcome(reading.table).open_deals, rules(reading)) == ([76, -60], (), [])


SPADES: list[tuple[list[Act], list[int], tuple[int, ...], str]] = [
    ([], [0, 0], (1,), "it may have been a higher spade"),
    ([spades.deal(0)], [0, 0], (1,), "the next deal begins"),
    ([spades.stated(1, "", "13 0 0 0")], [76, -60], (), "the table states the tricks"),
    ([spades.deal(0), *spades.bids("1", 1), spades.stated(1, "", "13 0 0 0")], [76, -60], (), "it states them during the next deal"),
    ([act("ScoreStated", scores={"0": 76, "1": -60})], [76, -60], (), "the table states the totals"),
    ([spades.stated(2, "4 3 3 3", "4 3 3 3")], [0, 0], (1, 2), "nobody knows how many bags there are"),
    ([act("ScoreStated", scores={"0": 76, "1": -60}), spades.stated(2, "4 3 3 3", "4 3 3 3")], [146, 0], (), "the totals show the bags"),
]


@pytest.mark.parametrize(("acts", "totals", "left", "why"), SPADES, ids=[row[3] for row in SPADES])
def test_a_deal_of_spades_with_a_forgotten_card_has_the_expected_points(
    acts: list[Act], totals: list[int], left: tuple[int, ...], why: str
) -> None:
    reading = spaded(0, *acts)
    assert (spades.scores(reading)[:2], reading.system.outcome(reading.table).open_deals) == (totals, left), f"{SOURCE}: {why}"
    assert rules(reading) == [], f"{SOURCE}: {why}"


def whist_deal(*forgotten: str) -> str:
    """Return a deal of Bid Whist in which nobody remembers the cards `forgotten`. Seat 0 bids 4 high, and has all spades except the two."""
    cards = {seat: line.split() for seat, line in WHIST.items()}
    text = " ".join(f"{seat}:{cards[seat][trick]}" for trick in range(12) for seat in range(4))
    for card in forgotten:
        text = text.replace(f":{card}", ":plays")
    return f"deal(3)\n0:bids(4 high) 1:passes 2:passes 3:passes\n0:names(S) 0:kitty 0:throws(6)\n{text}\n"


WHIST = {0: "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S", 1: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
         2: "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D", 3: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C"}  # fmt: skip
BOOKS = [
    (["3D"], "", (1,), "it may have been a joker or the deuce of spades"),
    (["3D"], "TricksStated{round:1 tricks:{0:12}}", (), "the table states the tricks"),
    (["3D"], "deal(0) 1:passes TricksStated{round:1 tricks:{0:12}}", (), "it states them during the next deal"),
    (["3D"], "round(1 0:7 2:7)", (), "the table states the points"),
]


@pytest.mark.parametrize(("cards", "said", "left", "why"), BOOKS, ids=[row[3] for row in BOOKS])
def test_a_deal_of_bid_whist_with_a_forgotten_card_has_the_expected_points(
    cards: list[str], said: str, left: tuple[int, ...], why: str
) -> None:
    reading = whist.game(whist_deal(*cards) + said)
    assert (reading.system.outcome(reading.table).open_deals, rules(reading)) == (left, []), f"{SOURCE}: {why}"
    assert whist.scores(reading) == ((0, 0) if left else whist.scores(whist.game(whist_deal()))), f"{SOURCE}: {why}"
