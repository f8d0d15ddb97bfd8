"""The auction, call by call: legal calls, the holder of the bid, and what a record may leave out."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from domain.kernel.events import Act
from domain.systems.pitch.play.auction import Said
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.variants import VARIANTS
from tests.domain.pitch.judging import judged
from tests.domain.pitch.playing import broken, calls, deal, deal_of, game, plays, table_of
from tests.domain.playing import act

CLASSIC, SMEAR, PAGAT, PITCHING = "pitch-auction-classic", "smear-ten-point", "pitch-pagat-partnership", "pitch-pagat-pitching"


def calls_of(line: str) -> list[tuple[str, Said]]:
    """Read a line like `A2 Bp C3 Ds`. The seats are A to D, and D deals. A number is a bid, p a pass, s a shoot, t a pitch."""
    words: dict[str, Said] = {"p": "pass", "s": "shoot", "t": "pitch"}
    return [(item[0], words.get(item[1:]) or int(item[1:])) for item in line.split()]


WON = "won"
ROWS: list[tuple[str, str, tuple[object, ...], str]] = [
    (CLASSIC, "A2 Bp C3 D3", (WON, "D", 3, False), "pi-60: may_match"),
    (CLASSIC, "A2 Bp C4 D4", ("illegal", 3, "not_higher"), "pi-61: the top bid is the shoot"),
    (CLASSIC, "A4 Bp", (WON, "A", 4, True), "PI-42: nobody can beat it, passes may be left out"),
    (CLASSIC, "Ap Bp Cp Dp", ("illegal", 3, "dealer_forced"), "PI-7"),
    (CLASSIC, "Ap Bp Cp D4", (WON, "D", 4, True), "03 §1 dealer_must_bid: any legal bid, a shoot too"),
    (CLASSIC, "A5", ("illegal", 0, "out_of_range"), "03 §1 bid_max"),
    (CLASSIC, "A1", ("illegal", 0, "out_of_range"), "03 §1 bid_min"),
    (CLASSIC, "B2", ("illegal", 0, "not_your_turn"), "03 §4: eldest first"),
    (CLASSIC, "A2 A3", ("illegal", 1, "not_your_turn"), "03 §4: one call each"),
    (CLASSIC, "A2 Bp Cp Dp Ap", ("illegal", 4, "not_your_turn"), "PI-42: over after the dealer's call"),
    (SMEAR, "Ap Bp Cp Dp", ("void",), "pi-69, PI-8"),
    (SMEAR, "A3 B3", ("illegal", 1, "not_higher"), "03 §4: above the standing bid"),
    (SMEAR, "A3 Bp Cp D3", ("illegal", 3, "not_higher"), "pi-62: no stealing"),
    (SMEAR, "As", ("illegal", 0, "out_of_range"), "03 §1 shoot_kind none"),
    (SMEAR, "Ap Bp Cp", ("open",), "PI-42: the dealer may still bid"),
    (PAGAT, "A4 Bs Cp Ds", ("illegal", 3, "not_higher"), "pi-68, PI-9"),
    (PAGAT, "As", (WON, "A", None, True), "03 §4: nothing beats a shoot"),
    (PAGAT, "A4 Bp Cp", ("open", "A", 4, False), "PI-42: the dealer may match or shoot"),
    ("pitch-roadhouse", "Ap Bp Cp D3", ("illegal", 3, "exact_min"), "pi-64"),
    ("pitch-roadhouse", "Ap Bp Cp Ds", (WON, "D", None, True), "03 §1 dealer_min_or_shoot"),
    ("pitch-charbonneau-ten", "Ap Bp Cp Dp", ("illegal", 3, "dealer_forced"), "pi-63"),
    ("pitch-charbonneau-ten", "Ap Bp Cp D5", ("illegal", 3, "exact_min"), "03 §1 dealer_exact_min"),
    ("pitch-charbonneau-ten", "Ap Bp Cp", (WON, "D", 4, False), "PI-42: that call may be left out"),
    ("pitch-28-card", "A1 B2 Cp D3 A4 Bp Dp", (WON, "A", 4, False), "pi-66"),
    ("pitch-28-card", "Ap B5", (WON, "B", 5, False), "pi-67"),
    ("pitch-28-card", "A1 B2 Cp D3 B4", ("illegal", 4, "not_your_turn"), "until_passed_out: the turn goes round, it is A's"),
    ("pitch-28-card", "A1 Bp Cp D2 B3", ("illegal", 4, "already_passed"), "until_passed_out: a pass is final"),
    ("pitch-28-card", "A1 Bp C2 Dp A3 B4", ("illegal", 5, "already_passed"), "03 §1: a pass is final"),
    ("pitch-28-card", "Ap Bp Cp Dp", ("void",), "03 §4: all passing voids the deal"),
    (PITCHING, "A2 Bt Dt", (WON, "D", 4, False), "PI-39: the dealer takes over by pitching"),
    (PITCHING, "A2 Bt D4", ("illegal", 2, "not_higher"), "PI-39: not by a plain number"),
    (PITCHING, "A2 Bt C3", ("illegal", 2, "not_your_turn"), "PI-39: only the dealer still speaks"),
    (PITCHING, "A2 Bt Cp Dp", (WON, "B", 4, False), "PI-48: the others may pass"),
    (PITCHING, "A2 Bt Ap Bp Cp Dp", (WON, "B", 4, False), "PI-48: or pass once more"),
    (PITCHING, "A2 Bt Ds", (WON, "D", None, True), "PI-39: or by a shoot"),
    (PITCHING, "A4 Bt", ("illegal", 1, "not_higher"), "PI-39: only while the standing bid is below four"),
    (PITCHING, "A4 Bp Cp Dt", (WON, "D", 4, False), "PI-39: the dealer also over a four that was called"),
    (PITCHING, "A4 Bp Cp D4", (WON, "D", 4, False), "PI-39: which may be matched in words as well"),
    (PITCHING, "As Bp Cp Dt", ("illegal", 3, "not_higher"), "PI-9"),
    (PAGAT, "At", ("illegal", 0, "out_of_range"), "03 §1 pitch_in_lieu no"),
]


@pytest.mark.parametrize(("slug", "line", "expected", "source"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_an_auction_has_the_expected_result_for_each_line_of_calls(slug: str, line: str, expected: Sequence[object], source: str) -> None:
    judgement = judged(VARIANTS[slug].rules, "ABCD", "D", calls_of(line))
    summary = (
        (judgement.status, judgement.at, judgement.reason)
        if judgement.status == "illegal"
        else (judgement.status, judgement.maker, judgement.bid, judgement.shoot)
    )
    assert summary[: len(expected)] == expected, source


AUCTIONS: list[tuple[str, str, tuple[object, ...], list[str], str]] = [
    (CLASSIC, "1:2 2:pass 3:3 0:3", ("play", 0, 3), [], "pi-60"),
    (CLASSIC, "1:2 2:pass 3:2 0:pass", ("play", 1, 2), ["bid-not-higher"], "03 §4"),
    (CLASSIC, "2:2", ("auction", None, None), ["call-missing"], "PI-42: what is not written down is taken as a pass"),
    (CLASSIC, "2:2 1:3", ("auction", None, None), ["call-missing", "call-out-of-turn"], "03 §4: and proved out of turn later"),
    (CLASSIC, "1:pass 2:pass 3:pass 0:pass", ("deal", None, None), ["bid-dealer-forced"], "PI-7"),
    (CLASSIC, "1:9", ("auction", None, None), ["bid-out-of-range"], "03 §4"),
    (SMEAR, "1:pass 2:pass 3:pass 0:pass", ("deal", None, None), [], "PI-8: void, and nobody did wrong"),
    (PAGAT, "1:shoot 2:4", ("auction", None, None), ["bid-not-higher"], "PI-9"),
    (PITCHING, "1:2 2:KS 3:pass 0:pass", ("play", 2, 4), [], "PI-48: the others may pass after a pitch"),
    (PITCHING, "1:2 2:KS 0:pass 3:pass 1:pass", ("play", 2, 4), [], "PI-48: also after the dealer"),
    (PITCHING, "1:2 2:KS 0:shoot 3:pass", ("play", 0, None), [], "PI-48: also when the dealer took over"),
    (PITCHING, "1:2 2:KS 3:5", ("auction", None, None), ["call-out-of-turn"], "PI-39: but they may not bid"),
    ("pitch-28-card", "1:pass 2:2 3:pass 0:3 2:pass", ("exchange", 0, 3), [], "03 §4 until_passed_out"),
    ("pitch-28-card", "2:2 3:pass 0:pass 1:3 2:pass", ("exchange", 1, 3), ["call-missing"], "03 §4: who was skipped may still call"),
]


@pytest.mark.parametrize(("slug", "line", "expected", "found", "source"), AUCTIONS, ids=[f"{row[0]} {row[1]}" for row in AUCTIONS])
def test_recorded_calls_give_the_expected_maker_bid_and_findings(
    slug: str, line: str, expected: Sequence[object], found: list[str], source: str
) -> None:
    reading = game(slug, deal(0), *calls(line), seats=4)
    now = deal_of(reading)
    assert (now.phase, now.maker, now.bid) == expected, source
    assert broken(reading, gaps=True) == found, source


@pytest.mark.parametrize(("slug", "ending"), [(CLASSIC, "for {1}: this counts as a pass."), ("pitch-28-card", "for {1}.")])
def test_a_missing_call_counts_as_a_pass_only_where_everyone_calls_once(slug: str, ending: str) -> None:
    """PI-42; 03 §4 until_passed_out."""
    (finding,) = game(slug, deal(0), *calls("2:2"), seats=4).findings
    assert finding.sentence.endswith(f"no call is written down {ending}")


def test_after_all_players_pass_the_variant_decides_who_deals_next() -> None:
    """03 §1: the field `all_pass` of the variant decides whether the same dealer or the next player deals."""
    same = VARIANTS[SMEAR].rules
    for rules, dealer in ((same, 0), (replace(same, all_pass="redeal_next"), 1)):
        assert deal_of(game(rules, deal(0), *calls("1:pass 2:pass 3:pass 0:pass"))).dealer == dealer


def test_a_card_pitched_as_the_winning_bid_is_the_first_lead() -> None:
    """PI-39: the pitched card is recorded as a call, and not again as a play."""
    reading = game(PITCHING, deal(0), *calls("1:2 2:KS 0:pass"))
    now = deal_of(reading)
    assert (now.phase, now.maker, now.bid, now.trump, now.turn) == ("play", 2, 4, "S", 3)
    assert broken(reading) == []


def test_a_pitched_card_returns_to_the_hand_when_the_dealer_takes_over_the_bid() -> None:
    """PI-39: everybody saw the pitched card, so it proves a later revoke although the hand is sealed."""
    reading = game(PITCHING, deal(0), *calls("1:2 2:KS 0:AS"), *plays("1:9H 2:4D"))
    now = deal_of(reading)
    assert (now.maker, now.took_over, now.open) == (0, True, {"KS": 2})
    assert broken(reading) == ["revoke"]
    assert reading.findings[0].rests_on == frozenset()
    in_words = deal_of(game(PITCHING, deal(0), *calls("1:2 2:KS 0:shoot")))
    assert (in_words.turn, in_words.trump, in_words.shoot) == (0, None, True), "a dealer who shoots in words leads afterwards"


def test_calls_after_the_end_of_the_auction_are_breaches() -> None:
    assert broken(game(CLASSIC, deal(0), *calls("1:2 2:pass 3:pass 0:pass"), *plays("1:AS"), *calls("2:3"), seats=4)) == ["auction-over"]


def test_play_may_begin_although_some_calls_are_not_recorded() -> None:
    """PI-42: a call may be left out if the player had no choice. Any other missing call is a gap."""
    forced = game("pitch-charbonneau-ten", deal(0), *calls("1:pass 2:pass 3:pass"), act("TrumpNamed", seat=0, suit="S"))
    assert (deal_of(forced).maker, deal_of(forced).bid, broken(forced, gaps=True)) == (0, 4, [])
    missing = game(CLASSIC, deal(0), *calls("1:2"), *plays("1:AS"), seats=4)
    assert (deal_of(missing).maker, broken(missing, gaps=True)) == (1, ["auction-unfinished"])


def test_a_call_that_belongs_to_another_game_is_reported_and_changes_nothing() -> None:
    """Source: docs/rules/05_bid_whist.md. Only in Bid Whist does a bid have a kind. Only there may the maker name no trump, or say whether
    high or low cards win."""
    bid = act("BidMade", seat=1, amount=2, kind="low")
    reading = game(CLASSIC, deal(0), bid, seats=4)
    assert (broken(reading), deal_of(reading).auction.bid) == (["no-such-bid"], 2)
    called = [deal(0), *calls("1:pass 2:3 3:pass 0:pass")]
    for said, suit in (({}, None), ({"suit": "H", "ranks": "low"}, "H")):
        reading = game(SMEAR, *called, act("TrumpNamed", seat=2, **said))
        assert (broken(reading), deal_of(reading).trump) == (["no-such-trump"], suit)


MINNESOTA_HANDS = [
    "AS KS QS JS TS 9S 8S 7S 6S", "AH KH QH JH TH 9H 8H 7H 6H", "AD KD QD JD TD 9D 8D 7D 6D", "5S 4S 3S 2S 5H 4H 3H 2H 5D",
]  # fmt: skip
MISDEALS: list[tuple[str, tuple[object, ...], str, list[str], str]] = [
    ("smear-minnesota", (), "3S 4S 5S 6S 7S 8S 9S 3H 4H", [], "03 §1 only_3_to_9"),
    ("smear-minnesota", (), "3S 4S 5S 6S 7S 8S 9S 3H TH", ["no-misdeal"], "03 §1 only_3_to_9"),
    ("smear-minnesota", ("1:2",), "3S 4S 5S 6S 7S 8S 9S 3H 4H", ["misdeal-too-late"], "PI-27"),
    ("smear-minnesota", (), "", ["hand-not-shown"], "PI-27: the hand is shown"),
    (SMEAR, (), "3S", ["no-misdeal"], "PI-27: none in this game"),
]


@pytest.mark.parametrize(("slug", "line", "cards", "found", "source"), MISDEALS)
def test_only_certain_cards_allow_a_player_to_ask_for_a_new_deal(
    slug: str, line: Sequence[str], cards: str, found: list[str], source: str
) -> None:
    called = act("MisdealCalled", seat=2, reason="cards", **({"cards": list(cards.split())} if cards else {}))
    reading = game(slug, deal(0), *(one for each in line for one in calls(each)), called)
    assert broken(reading, gaps=True) == found, source
    assert (deal_of(reading).phase, deal_of(reading).dealer, len(table_of(reading).dealt)) == ("deal", 0, 0), "the same dealer deals again"


LOW = "3S 4S 5S 6S 7S 8S 9S 3H 4H"
WITH_A_TEN = "3S 4S 5S 6S 7S 8S 9S 3H TH"
EVERY = {0: "AS KS QS JS TS 9S", 1: "AH KH QH JH TH 9H", 2: "AD KD QD JD TD 9D", 3: "AC KC QC JC TC 9C"}
DENIED: list[tuple[str, Act, str, str, list[str], str]] = [
    ("smear-minnesota", deal(0, {2: LOW}), "cards", LOW, [], "PI-27"),
    ("smear-minnesota", deal(0), "cards", "3S 4S 5S 6S", ["wrong-number-shown"], "PI-27: the hand is shown, not a part of it"),
    ("smear-minnesota", deal(0, {2: WITH_A_TEN}), "cards", "3S 4S 5S 6S 7S 8S 9S 3H", ["wrong-number-shown", "misdeal-denied"],
     "only_3_to_9: the ten was not shown"),
    ("smear-minnesota", deal(0, {2: WITH_A_TEN}), "cards", LOW, ["card-not-held", "misdeal-denied"], "00 deferred: cards of another hand"),
    ("smear-minnesota", deal(0, {1: "4H 5H 6H 7H 8H 9H TH JH QH"}), "cards", LOW, ["card-held-elsewhere"], "00 uniqueness"),
    (PAGAT, deal(0, EVERY), "wrong_number", "", ["misdeal-denied"], "PI-27: each hand has six cards"),
    (PAGAT, deal(0, {**EVERY, 3: "AC KC QC JC TC"}), "wrong_number", "", ["wrong-number-dealt"], "PI-27: one hand has five"),
    (PAGAT, deal(0, {seat: EVERY[seat] for seat in (0, 1, 2)}), "wrong_number", "", [], "PI-27: one hand is not recorded"),
    (PAGAT, deal(0, EVERY), "card_exposed", "", [], "PI-27: nobody can tell from the record"),
    (PAGAT, deal(0, EVERY), "card_exposed", "AS", ["card-held-elsewhere", "card-not-held"], "00 uniqueness: a card of another hand"),
    ("smear-minnesota", deal(0, dict(enumerate(MINNESOTA_HANDS))), "wrong_number", "", [], "PI-27: the kitty is not recorded"),
    ("smear-minnesota", deal(0, dict(enumerate(MINNESOTA_HANDS)), kitty="AC KC QC JC"), "wrong_number", "", ["misdeal-denied"], "PI-27"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "dealing", "reason", "cards", "found", "source"), DENIED)
def test_recorded_hands_may_deny_a_misdeal(slug: str, dealing: Act, reason: str, cards: str, found: list[str], source: str) -> None:
    called = act("MisdealCalled", seat=2, reason=reason, **({"cards": list(cards.split())} if cards else {}))
    reading = game(slug, dealing, called)
    assert broken(reading) == found, source
    assert {finding.kind for finding in reading.findings} <= {"query"}, "a hand may have been written down wrongly"


def test_what_a_misdeal_says_about_hidden_hands_is_for_nobody_else() -> None:
    """00_conventions, viewers: the finding rests on all hands, so that no player learns anything from it."""
    called = act("MisdealCalled", seat=2, reason="wrong_number")
    [finding] = game(PAGAT, deal(0, EVERY), called).findings
    assert finding.rests_on == {0, 1, 2, 3}


def test_a_faulty_deal_is_void_in_every_variant() -> None:
    """PI-27: a deal that was dealt wrongly is void even in variants in which bad cards never give a new deal."""
    reading = game("pitch-campbell-ten-point", deal(0), *calls("1:pass"), act("MisdealCalled", seat=2, reason="card_exposed"), deal(0))
    assert (broken(reading, gaps=True), deal_of(reading).phase) == ([], "auction")


def test_the_deal_passes_clockwise_to_the_next_player() -> None:
    """The rule is 03 §4."""
    first = [deal(0), *calls("1:2 2:pass 3:pass 0:pass"), act("RoundStated", round=1, points={"1": 2})]
    assert broken(game(PAGAT, *first, deal(1))) == []
    assert broken(game(PAGAT, *first, deal(2))) == ["wrong-dealer"]


def pitches(rules: Ruleset) -> object:
    return judged(rules, "ABCD", "D", calls_of("A2 Bt")).status


def asks_for_a_new_deal(rules: Ruleset) -> object:
    shown = act("MisdealCalled", seat=2, reason="cards", cards=["3S", "4H", "9D", "9C", "5S", "6H"])
    return broken(game(rules, deal(0), shown, seats=4))


FIELD_ROWS = (
    ("pitch_in_lieu", PITCHING, {"pitch_in_lieu": False}, pitches, "PI-39"),
    ("misdeal", PAGAT, {"misdeal": "only_3_to_9"}, asks_for_a_new_deal, "PI-27"),
)
