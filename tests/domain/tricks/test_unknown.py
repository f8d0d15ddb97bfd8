"""If nobody remembers a card of a trick, the game goes on, nothing is proved, and the points of the deal are open. Source:
docs/decisions/domain-asking.md; design.md §5."""

from collections.abc import Sequence

import pytest

from domain.kernel.cards import UNKNOWN, Card, Seat
from domain.kernel.events import Act, CardPlayed
from domain.kernel.values import replace
from domain.record.evidence import Evidence, card_evidence
from domain.record.fold import Reading
from domain.system import PUBLIC
from domain.systems.pitch.play.playing import played as laid_by_hand
from domain.systems.pitch.rules.pack import pack_of
from domain.systems.pitch.variants import VARIANTS
from domain.tricks.deal import Deal, Play
from domain.tricks.following import Following
from domain.tricks.pack import best_play
from domain.tricks.play import loosened, takers
from domain.words import sentence
from tests.domain.pitch.playing import calls, deal, deal_of, game, plays, table_of
from tests.domain.playing import act, played

SOURCE = "domain-asking.md"
CALLS = [*calls("1:2 2:pass 3:pass 0:pass")]
TRICKS = [
    "1:AS 2:2S 3:3S 0:4S",
    "1:KS 2:3C 3:4H 0:5H",
    "1:QS 2:6H 3:4D 0:5D",
    "1:KD 2:7D 3:6D 0:9D",
    "1:JD 2:8D 3:8H 0:3D",
    "1:TD 2:2D 3:2H 0:7H",
]
"""Six tricks of four players, all of which seat 1 wins."""


def unknown(seat: int, trump: str | None = None) -> Act:
    return act("CardPlayed", seat=seat, trump=trump)


def classic(*acts: Act | tuple[Act, int]) -> Reading:
    return game("pitch-auction-classic", deal(0), *CALLS, *acts, seats=4)


def line(*lines: str) -> list[Act]:
    """Read lines of plays. `2:?` is a card of seat 2 that nobody remembers."""
    return [unknown(int(item.partition(":")[0])) if item.endswith("?") else next(plays(item)) for each in lines for item in each.split()]


def forgotten(*cards: str, tricks: Sequence[str] = TRICKS) -> list[Act]:
    """Return the plays of the six tricks. Nobody remembers the cards in `cards`."""
    text = " | ".join(tricks)
    for card in cards:
        text = text.replace(card, "?")
    return line(*text.split(" | "))


def rules(reading: Reading) -> list[tuple[str, str]]:
    return [(finding.rule, finding.kind) for finding in reading.findings]


# --- who takes the trick ------------------------------------------------------------------------------------------------------------------

TAKERS = [
    ("1:AS 2:2S 3:?", "1", "nothing beats the ace of trumps"),
    ("1:AH 2:2H 3:?", "13", "a trump beats the ace of hearts"),
    ("1:KS 2:? 3:3S", "12", "it may be the ace of trumps"),
    ("1:? 2:2H 3:9H", "13", "it may be a higher heart, or a lower one"),
    ("1:? 2:AS 3:3H", "2", "whatever was led, the ace of trumps wins"),
    ("1:KS 2:? 3:?", "123-", "with two such cards, the record says nothing"),
]


@pytest.mark.parametrize(("trick", "may_win", "why"), TAKERS, ids=[row[2] for row in TAKERS])
def test_a_trick_is_decided_only_if_the_forgotten_card_cannot_have_changed_the_winner(trick: str, may_win: str, why: str) -> None:
    pack = pack_of(VARIANTS["pitch-auction-classic"].rules, "S")
    laid = [Play(Seat(int(seat)), Card(card), 1) for seat, _, card in (item.partition(":") for item in trick.split())]
    table = Deal(pack, gone={play.card: play for play in laid if play.card != UNKNOWN})

    def takes(cards: Sequence[tuple[Seat, Card]]) -> Seat | None:
        best = best_play(pack, cards)
        return None if best is None else best[0]

    assert takers(table, laid, takes) == {None if seat == "-" else Seat(int(seat)) for seat in may_win}, f"{SOURCE}: {why}"


def test_a_forgotten_card_cannot_be_one_that_was_played_before() -> None:
    reading = classic(*line("1:AS 2:2S 3:3S 0:4S", "1:KS 2:? 3:5S 0:6S"))
    assert (deal_of(reading).tricks[-1].winner, deal_of(reading).turn) == (1, 1), SOURCE


def test_any_player_may_lead_next_if_nobody_knows_who_won_the_trick() -> None:
    reading = classic(*line("1:KS 2:2S 3:? 0:4S"))
    assert deal_of(reading).turn is None
    assert [prompt.given for prompt in reading.system.prompts(reading.table) if prompt.expected] == [{"seat": 1}, {"seat": 3}]
    assert reading.system.seen_by(reading.table, PUBLIC).turn == (1, 3)
    for seat in range(4):
        assert rules(classic(*line("1:KS 2:2S 3:? 0:4S", f"{seat}:9D"))) == [], SOURCE
    assert deal_of(classic(*line("1:KS 2:2S 3:? 0:4S", "3:9D"))).turn == 0


FOLLOWING = [
    (Following("strict"), "1:?", "1", Following("trump_strict_off_free"), "nobody knows what was led, so any card may follow"),
    (Following("strict"), "1:2H 2:?", "2", Following("strict"), "the lead is known"),
    (Following("strict", "plain"), "", "2", Following("strict", "any"), "the card may have broken trumps"),
    (Following("strict", "trump"), "", "2", Following("strict", "trump"), "the first lead must be a trump whatever was played"),
    (Following("strict", "plain"), "1:2H", "", Following("strict", "plain"), "no card is unknown"),
]


@pytest.mark.parametrize(("given", "trick", "lost", "expected", "why"), FOLLOWING, ids=[row[4] for row in FOLLOWING])
def test_the_rules_for_the_next_card_allow_for_a_forgotten_card(
    given: Following, trick: str, lost: str, expected: Following, why: str
) -> None:
    pack = pack_of(VARIANTS["pitch-auction-classic"].rules, "S")
    laid = tuple(Play(Seat(int(seat)), Card(card), 1) for seat, _, card in (item.partition(":") for item in trick.split()))
    assert loosened(Deal(pack, plays=laid, forgotten={Seat(int(seat)): 1 for seat in lost}), given) == expected, f"{SOURCE}: {why}"


# --- nothing is proved --------------------------------------------------------------------------------------------------------------------

HANDS = {1: "AS KS QS KD JD TD", 2: "2S 3C 6H 7D 8D 2D", 3: "3S 4H 4D 6D 8H 2H", 0: "4S 5H 5D 7H 9D 3D"}
INNOCENT: list[tuple[list[Act], str]] = [
    (forgotten("2S"), "a follower"),
    (forgotten("KS"), "a leader"),
    (forgotten("AS"), "the card that makes trump: the deal has no trump"),
    (forgotten("AS", "2S", "3S"), "a whole run"),
    (forgotten("2S", "3C", "6H"), "three cards of one hand"),
    (forgotten("7H"), "the last card"),
    (forgotten("2S", tricks=[TRICKS[0], "1:KS 2:5S 3:4H 0:5H", *TRICKS[2:]]), "a trump after a forgotten card proves no revoke"),
    (forgotten("KS", tricks=[TRICKS[0], "1:KS 2:3C 3:4H 0:6S", *TRICKS[2:]]), "any card follows a lead that nobody remembers"),
]


@pytest.mark.parametrize("hands", [None, HANDS], ids=["hidden", "dealt"])
@pytest.mark.parametrize(("acts", "why"), INNOCENT, ids=[row[1] for row in INNOCENT])
def test_a_legal_deal_with_a_forgotten_card_has_no_finding(acts: list[Act], why: str, hands: dict[int, str] | None) -> None:
    if hands and why.startswith(("a trump", "any card")):
        hands = None  # in these rows players play cards that are not in HANDS
    reading = game("pitch-auction-classic", deal(0, hands), *CALLS, *acts, deal(1), seats=4)
    assert rules(reading) == [], SOURCE
    assert reading.system.outcome(reading.table).open_deals == (1,)


def test_a_known_hand_proves_no_revoke_if_one_of_its_played_cards_is_forgotten() -> None:
    """Seat 2 did not follow the king of spades. The forgotten card, which seat 2 played before, may be the two of spades."""
    hands = {2: HANDS[2]}
    acts = line("1:AS 2:? 3:3S 0:4S", "1:KS 2:3C")
    assert rules(game("pitch-auction-classic", deal(0, hands), *CALLS, *acts, seats=4)) == []
    told = line("1:AS 2:2D 3:3S 0:4S", "1:KS 2:3C")
    assert rules(game("pitch-auction-classic", deal(0, hands), *CALLS, *told, seats=4)) == [("revoke", "query")]


def test_a_revoke_in_a_deal_with_a_forgotten_card_is_only_a_query() -> None:
    tricks = [TRICKS[0], "1:KS 2:3C 3:4H 0:5H", "1:QS 2:6S 3:4D 0:5D", *TRICKS[3:]]
    assert ("revoke", "breach") in rules(classic(*line(*tricks), deal(1)))
    assert rules(classic(*forgotten("7H", tricks=tricks), deal(1))) == [("revoke", "query")]


def test_a_forgotten_card_is_counted_as_played_but_no_known_card_leaves_the_hand() -> None:
    reading = game("pitch-auction-classic", deal(0, HANDS), *CALLS, *line("1:AS 2:? 3:3S 0:4S", "1:KS"), seats=4)
    table = deal_of(reading)
    assert (table.counts[Seat(2)], len(table.hand(Seat(2)))) == (5, 6)
    [prompt] = [prompt for prompt in reading.system.prompts(reading.table) if prompt.type == "CardPlayed"]
    assert set(prompt.asks[0].choices) == {*HANDS[2].split()}, "any of the six may be left"


def test_extra_cards_in_the_first_trick_are_forgotten_together_with_the_played_card() -> None:
    """PI-13: a hand with more trumps than the limit adds the extra ones to trick 1."""
    name = next(name for name, variant in VARIANTS.items() if any(step.does == "extras" for step in variant.rules.steps))
    table = table_of(game(name))
    limit = table.rules.play_hand
    opened = replace(table.deal, phase="play", turn=Seat(1), counts=dict.fromkeys(table.ring, limit + 2))
    after = laid_by_hand(table, opened, CardPlayed(Seat(1)), 9)
    assert (after.counts[Seat(1)], after.forgotten) == (limit - 1, {1: 3})


# --- the query and its answer -------------------------------------------------------------------------------------------------------------


def test_a_query_is_settled_when_the_missing_card_is_recorded_as_forgotten() -> None:
    acts = line("1:AS 2:2S 0:4S 1:KS")
    assert rules(classic(*acts)) == [("out-of-turn", "query")]
    assert rules(classic(*acts, (unknown(3), 8))) == []


# --- words, evidence and views ------------------------------------------------------------------------------------------------------------


def test_the_sentence_about_a_forgotten_card_says_that_nobody_remembers_it() -> None:
    assert sentence(unknown(2), lambda _: "Cyd") == "Cyd plays a card that nobody remembers"
    assert sentence(unknown(2, "H"), lambda _: "Cyd") == "Cyd plays a card that nobody remembers, hearts trump"


def test_the_evidence_of_a_forgotten_card_stays_unknown_after_the_next_card_of_the_player() -> None:
    reading = classic(*line("1:AS 2:? 3:3S 0:4S", "1:KS 2:3C"))
    assert [each[Seat(2)] for each in card_evidence(reading).values() if Seat(2) in each] == [
        Evidence("unknown", (8,)),
        Evidence("observed", (12,)),
    ]


def test_the_view_shows_that_a_forgotten_card_was_played_but_not_which_card() -> None:
    reading = classic(*line("1:AS 2:?"))
    view = reading.system.seen_by(reading.table, PUBLIC)
    [seat] = [seat for seat in view.seats if seat.seat == 2]
    assert (seat.placed, seat.card, seat.cards, view.face_up) == (True, None, 5, ("AS",))


def test_box_goes_on_after_a_card_that_nobody_remembers() -> None:
    """Box is not a game of tricks. A card that nobody remembers counts as legally played: its rank is at most the rank of the card before
    it."""
    begin = [act("OpenerChosen", seat=0), act("CardLed", seat=0, card="QS"), act("CardPlayed", seat=1)]
    reading = played("box", 4, *begin, act("CardPlayed", seat=2, card="QH"))
    assert rules(reading) == []
    assert reading.system.seen_by(reading.table, PUBLIC).face_up == ("QS", "QH")
    assert rules(played("box", 4, *begin, act("CardPlayed", seat=2, card="KH"))) == [("too-high", "query")]
