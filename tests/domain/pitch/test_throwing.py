"""What a hand threw or kept against the rules, when its cards become known only later. Source: docs/rules/03_pitch_schema.md §2;
00_conventions, deferred checks; PI-35, PI-36, PI-38, PI-51."""

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act
from domain.record.open_deals import outcome_of
from domain.system import PUBLIC, SCOREKEEPER, seat_viewer
from tests.domain.pitch.playing import broken, calls, deal, draws, game, names, plays, scores, throws
from tests.domain.pitch.test_exchange import bought, kitty, stock
from tests.domain.playing import act

SMEAR, SIX, SUSKY, CHARBONNEAU, CAMPBELL = (
    "smear-ten-point", "pitch-pagat-six", "pitch-susky-river", "pitch-charbonneau-ten", "pitch-campbell-ten-point",
)  # fmt: skip
MINNESOTA, TRICKSTER, WIDOW, PAWNEE, SEVEN_21, CALLING = (
    "smear-minnesota", "pitch-trickster-7", "smear-widow-deuce-ten", "pitch-pawnee-five", "pitch-seven-point-21",
    "pitch-call-partner-ten-point",
)  # fmt: skip
TEN = (names(1, "S"), stock(1, 14), throws(1, 18))
"""The maker of `smear-ten-point` takes the stock and throws down to six; the others throw four."""
NINE = {2: "AS KS 4H 5H 6H 7H 8H 9H TH"}
PAWNEE_HAND = {2: "AS KS 3H 4H 5H 6H 7H 8H 9H TH"}
REFILL = (names(1, "S"), throws(1, 3), throws(3, 6), throws(0, 6))
"""Three players of a game of nine cards throw their plain cards."""

ROWS: list[tuple[str, str, dict[int, str], tuple[Act, ...], str, list[str], str]] = [
    # --- trumps thrown, plain cards kept
    (SMEAR, "face up, a plain card is played", {}, (*TEN, throws(2, 4, shown="4S 2C 3C 4C")), "1:AS 2:5S 3:KS 0:QS 1:JS 2:9D",
     ["trump-thrown"], "over_limit_only"),
    (SMEAR, "face up, trumps are played", {}, (*TEN, throws(2, 4, shown="4S 2C 3C 4C")), "1:AS 2:5S 3:KS 0:QS 1:JS 2:9S", [],
     "over_limit_only"),
    (SMEAR, "face down and named", {}, (*TEN, throws(2, 4, "4S 2C 3C 4C")), "1:AS 2:5S 3:KS 0:QS 1:JS 2:9D", ["trump-thrown"],
     "over_limit_only"),
    (SMEAR, "face down, not named", {2: "4S 2C 3C 4C 5S 6S 7S 8S 9D TD"}, (*TEN, throws(2, 4)),
     "1:AS 2:5S 3:KS 0:QS 1:JS 2:6S 2:7S 2:8S 2:9D 2:TD", ["trump-thrown"], "over_limit_only: the cards that were not played were thrown"),
    (SIX, "shown later", {}, (names(1, "S"), throws(1, 2), throws(2, 2, shown="4S 2C")), "shows 2 9D", ["trump-thrown"], "over_limit_only"),
    (MINNESOTA, "face up", {}, (kitty(1), names(1, "S"), throws(1, 7), throws(2, 3, shown="4S 2C 3C")), "1:AS 2:5S 3:KS 0:QS 1:JS 2:9D",
     ["trump-thrown"], "over_limit_nonscoring_only"),
    (TRICKSTER, "a plain card that was drawn", {}, (*REFILL, throws(2, 3, shown="4S 2C 3C"), draws(2, 1, "9D")),
     "1:AS 2:5S 3:KS 0:QS 1:JS 2:9D", [], "§2: it came later"),
    (TRICKSTER, "a plain card besides", {}, (*REFILL, throws(2, 4, shown="4S 2C 3C 4C"), draws(2, 1, "9D")),
     "1:AS 2:5S 3:KS 0:QS 1:JS 2:8D", ["plain-card-kept", "trump-thrown"], "§2 all-nt; over_limit_only"),
    (CALLING, "burned, one of six", {}, (stock(1, 14), names(1, "S"), throws(1, 18), throws(2, 4, shown="4S 2C 3C 4C")),
     "1:AS 2:5S 3:KS 0:QS 1:JS 2:9D", ["plain-card-kept", "trump-thrown"], "§2 others-nt; over_limit_nonscoring_first_shown"),
    # --- no trump may be thrown
    (SUSKY, "face down, not named", {2: "AS KS 2H 3H 4H 5H 6H"}, (names(1, "S"), throws(1, 0), throws(2, 1), throws(3, 0), throws(0, 0)),
     "1:QS 2:AS 2:2H 2:3H 2:4H 2:5H 2:6H", ["trump-thrown"], "forbidden"),
    # --- a point trump thrown, a trump without points kept
    (WIDOW, "face down, named", {}, (kitty(1), names(1, "S"), throws(2, 9, "2S 3H 4H 5H 6H 7H 8H 9H TH")), "",
     ["trump-not-shown", "trump-thrown"], "PI-36: shown, and not from two cards"),
    (MINNESOTA, "face up, a pointless trump is played", {}, (kitty(1), names(1, "S"), throws(1, 7, shown="2S 4H 5H 6H 7H 8H 9H")),
     "1:AS 1:4S", ["point-card-thrown"], "PI-36"),
    (MINNESOTA, "face up, point trumps are played", {}, (kitty(1), names(1, "S"), throws(1, 7, shown="2S 4H 5H 6H 7H 8H 9H")), "1:AS 1:KS",
     [], "PI-36"),
    # --- plain cards kept
    (CHARBONNEAU, "a draw is named", {}, (*REFILL, throws(2, 7), draws(2, 4, "KH QH KD 3S")), "1:AS 2:9D", ["plain-card-kept"],
     "§2 all-nt"),
    (CHARBONNEAU, "a card that was drawn", {}, (*REFILL, throws(2, 7), draws(2, 4, "KH QH KD 3S")), "1:AS 2:KD", [], "§2 all-nt"),
    (CHARBONNEAU, "a draw is not named", {}, (*REFILL, throws(2, 7), draws(2, 4)), "1:AS 2:9D", [], "§2 all-nt: it may have been drawn"),
    (CHARBONNEAU, "dealt, and played after a draw", NINE, (*REFILL, throws(2, 6), draws(2, 3)), "shows 2 4H", ["plain-card-kept"],
     "§2 all-nt"),
    (CHARBONNEAU, "fewer thrown than plain cards dealt", NINE, (*REFILL, throws(2, 6)), "", ["plain-card-kept"], "§2 all-nt"),
    (CHARBONNEAU, "more thrown than plain cards dealt", NINE, (*REFILL, throws(2, 8)), "", ["trump-thrown"], "§2 trump_discard"),
    (CHARBONNEAU, "thrown later", {}, (*REFILL, throws(2, 3), throws(2, 0, "")), "", [], "§2"),
    (PAWNEE, "fewer plain cards than were thrown", PAWNEE_HAND,
     (kitty(1), names(1, "S"), act("PartnerCalled", seat=1, card="QS"), throws(2, 9)), "", ["trump-thrown"], "keep_all"),
    # --- what must be shown
    (CAMPBELL, "not named, but certain", {2: "AS KS QS JS TS 9S 8S 2H 3H"}, (names(1, "S"), throws(2, 3), throws(3, 6), throws(0, 6)), "",
     [], "burned trumps are shown: nobody wrote it down"),
    (CAMPBELL, "named face down", {}, (names(1, "S"), throws(2, 3, "8S 2H 3H"), throws(3, 6), throws(0, 6)), "", ["trump-not-shown"],
     "burned trumps are shown"),
]  # fmt: skip


def later(line: str) -> list[Act]:
    if line.startswith("shows"):
        _, seat, *cards = line.split()
        return [act("CardsShown", seat=int(seat), cards=cards, purpose="proof")]
    return [*plays(line)]


@pytest.mark.parametrize(("slug", "what", "hands", "acts", "line", "found", "source"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_later_cards_prove_what_was_thrown_and_kept(
    slug: str, what: str, hands: dict[int, str], acts: tuple[Act, ...], line: str, found: list[str], source: str
) -> None:
    rules = sorted(rule for rule in broken(bought(slug, *acts, *later(line), hands=hands)) if rule in THROWING)
    assert rules == found, source


THROWING = {"trump-thrown", "plain-card-kept", "point-card-thrown", "trump-not-shown"}


SHOWN = [deal(0), *calls("1:5 2:pass 3:pass 0:pass"), names(1, "S"), *plays("1:AS")]
KINGS = [act("CardsShown", seat=2, cards=["KS"], purpose="proof"), act("CardsShown", seat=3, cards=["QS"], purpose="proof")]
HANDS = {
    0: "2H 3H 4H 5H 6H 7H 8H 9H TH", 1: "AS 2C 3C 4C 5C 6C 7C 8C 9C", 2: "KS TC QC KC AC 2D 3D 4D 5D", 3: "QS 6D 7D 8D 9D TD QD KD AD",
}  # fmt: skip
WHOLE = [
    deal(0, HANDS), *SHOWN[1:-1], throws(1, 8, "2C 3C 4C 5C 6C 7C 8C 9C"), throws(2, 8, "TC QC KC AC 2D 3D 4D 5D"),
    throws(3, 8, "6D 7D 8D 9D TD QD KD AD"), throws(0, 9, "2H 3H 4H 5H 6H 7H 8H 9H TH"), draws(1, 5), draws(2, 5), draws(3, 5), draws(0, 3),
    *plays("1:AS"),
]  # fmt: skip
NEXT: list[tuple[str, list[Act], Act, str, tuple[int, ...]]] = [
    ("cards dealt, trumps shown", [*SHOWN, *KINGS], deal(1), "deal-unfinished", (1,)),
    ("a bid, trumps shown", [*SHOWN, *KINGS], next(calls("2:5")), "auction-over", ()),
    ("a new trump, trumps shown", [*SHOWN, *KINGS], names(1, "H"), "no-exchange", ()),
    ("cards dealt, every hand recorded", WHOLE, deal(1), "deal-unfinished", (1,)),
    ("a bid, every hand recorded", WHOLE, next(calls("2:5")), "auction-over", ()),
    ("a new trump, every hand recorded", WHOLE, names(1, "H"), "no-exchange", ()),
]


@pytest.mark.parametrize(("what", "acts", "last", "rule", "open_deals"), NEXT, ids=[row[0] for row in NEXT])
def test_a_deal_is_not_over_while_a_hand_is_known_to_hold_trumps(
    what: str, acts: list[Act], last: Act, rule: str, open_deals: tuple[int, ...]
) -> None:
    """PI-51. The table is asked, and nobody gets points: those of the deal stay open, or the deal goes on."""
    reading = game(CHARBONNEAU, *acts, last)
    assert [(finding.kind, finding.rule) for finding in reading.findings] == [("query", rule)]
    assert (scores(reading), outcome_of(reading).open_deals) == ([0, 0, 0, 0], open_deals)


@pytest.mark.parametrize(("shown", "found"), [("4S 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", ["deal-unfinished"]), ("", [])])
def test_a_deal_is_not_over_while_a_throw_shows_that_trumps_were_kept(shown: str, found: list[str]) -> None:
    """PI-36, PI-51: a player who burned a trump kept six, and has played one of them."""
    thrown = throws(1, 12, shown=shown)
    reading = bought(CALLING, stock(1, 9), names(1, "S"), thrown, *plays("1:AS 2:KS 3:QS 4:JS 0:TS"), deal(1))
    assert [finding.rule for finding in reading.findings if finding.kind == "query"] == found


def test_what_everybody_may_know_about_the_end_of_a_deal_depends_on_no_sealed_card() -> None:
    """PI-51. Seat 2 drew trumps that nobody else has seen: the deal is scored as if it were over, and only this player and the scorekeeper
    are asked and see that its points are open."""
    drawn = [throws(1, 8), throws(2, 9), throws(3, 9), throws(0, 9), draws(1, 5), draws(2, 6, "KS QS 3S 4S 5S 2H"), draws(3, 6)]
    for last in (deal(1), next(calls("2:5")), names(2, "H")):
        reading = game(CHARBONNEAU, *SHOWN[:-1], *drawn, *plays("1:AS"), last)
        [finding] = [finding for finding in reading.findings if finding.rule == "deal-unfinished"]
        assert (finding.kind, finding.rests_on, scores(reading)) == ("query", {2}, [0, -5, 0, -5])
        assert [outcome_of(reading, viewer).open_deals for viewer in (SCOREKEEPER, seat_viewer(Seat(2)), PUBLIC)] == [(1,), (1,), ()]


BURNED = throws(1, 12, shown="4S 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC")
"""The maker of `pitch-call-partner-ten-point` has 18 cards with the stock and throws down to six, a trump among them."""
SORTED = (
    names(1, "S"),
    throws(1, 3),
    throws(2, 7, "2C 3C 4C 5C 6C 7C 8C"),
    throws(3, 9),
    throws(0, 9),
    draws(1, 0),
    draws(2, 4, "KS QS 3S 4S"),
)
OUT: list[tuple[str, str, tuple[Act, ...], str, list[str]]] = [
    (CALLING, "burned, so six trumps were kept", (stock(1, 9), names(1, "S"), BURNED), "1:AS 2:KS 3:QS 4:JS 0:TS 1:out", ["not-out"]),
    (
        CAMPBELL,
        "six trumps were dealt, and none burned",
        (names(1, "S"), *(throws(seat, 3) for seat in (2, 3, 0)), stock(1, 0), throws(1, 3)),
        "1:AS 2:HJ 3:LJ 0:7S 1:out",
        ["not-out"],
    ),
    (CALLING, "no trump was burned", (stock(1, 9), names(1, "S"), throws(1, 12)), "1:AS 2:KS 3:QS 4:JS 0:TS 1:out", []),
    (CHARBONNEAU, "four trumps were drawn, two kept", SORTED, "1:AS 2:KS 1:JS 2:QS 1:TS 2:3S 1:9S 2:4S 1:8S 2:out", ["not-out"]),
    (
        CHARBONNEAU,
        "the two that were kept are played too",
        SORTED,
        "1:AS 2:KS 1:JS 2:QS 1:TS 2:3S 1:9S 2:4S 1:8S 2:7S 1:6S 2:5S 1:HJ 2:out",
        [],
    ),
]


@pytest.mark.parametrize(("slug", "what", "acts", "line", "found"), OUT, ids=[row[1] for row in OUT])
def test_a_player_is_not_out_whose_throws_leave_a_trump(slug: str, what: str, acts: tuple[Act, ...], line: str, found: list[str]) -> None:
    """PI-36, PI-37: either the throw was wrong, or the player still holds a trump. The table is asked."""
    hands = {1: "AS KS QS JS TS 9S 2H 3H 4H"} if slug == CAMPBELL else {}
    reading = bought(slug, *acts, *plays(line), hands=hands)
    assert [rule for rule in broken(reading) if rule in ("not-out", "false-out")] == found
    assert reading.findings or not found, "also when the cards are read in a run"
