"""Records of Pitch that no deal of the cards allows (design.md §5), and stated points that nobody can make."""

import pytest

from domain.kernel.events import Act
from domain.kernel.findings import Finding
from domain.record.fold import Reading
from domain.system import PUBLIC, seat_viewer
from tests.domain.pitch.playing import broken, calls, deal, draws, game, names, plays, stated, throws
from tests.domain.pitch.test_exchange import bought, kitty, stock
from tests.domain.playing import act, suspicions

FOUR_PASS = "2:pass 3:pass 0:pass"
PAWNEE = [*calls("1:5 2:pass 3:pass 4:pass 0:pass"), act("KittyTaken", seat=1), names(1, "S"), act("PartnerCalled", seat=1, card="AS")]


def whole(reading: Reading) -> list[Finding]:
    return [finding for finding in suspicions(reading) if finding.rule == "no-such-deal"]


def void_in_hearts(last: str) -> Reading:
    """Return a game with 28 cards in which nobody followed seat 1's ace of hearts. The other six hearts must be with seat 1 or among the
    four cards of the stock."""
    cards = f"1:AH 2:8D 3:9D 0:TD 1:AS 2:8S 3:9S 0:TS 1:KS 2:JS 3:QS 0:8C 1:AC 2:9C 3:TC 0:QC {last}"
    return game("pitch-28-card", deal(0), *calls("1:4"), *calls(FOUR_PASS), names(1, "S"), *plays(cards))


def test_unseen_hearts_that_fit_in_no_hand_are_a_contradiction() -> None:
    """While seat 1 has two cards left, there is room for six hearts: two in this hand and four in the stock. After seat 1 plays a club,
    there is room for only five."""
    assert broken(void_in_hearts("")) == []
    (finding,) = whole(void_in_hearts("1:KC 2:KD 3:JD 0:AD"))
    assert (finding.id.split(",")[-1], finding.kind, finding.rests_on) == ("24", "contradiction", frozenset())
    assert "6 hearts have not been seen, and there is room for only 5 of them" in finding.sentence
    assert finding.alternatives[0] == "mistyped card at 24 (KH for KC)?"
    assert finding.unexamined.startswith("11 of 28 cards are not written down")
    assert broken(void_in_hearts("1:KH 2:KD 3:JD 0:AD")) == []


@pytest.mark.parametrize(("maker", "rules"), [(6, []), (7, ["no-such-deal"])])
def test_throwing_more_cards_than_there_are_plain_cards_is_reported(maker: int, rules: list[str]) -> None:
    """03 §1 keep_all: nobody may throw one of the 16 trumps, so at most 38 of 54 cards can be thrown."""
    thrown = [throws(1, maker), *(throws(seat, 8) for seat in (2, 3, 4, 0))]
    assert broken(game("pitch-pawnee-five", deal(0), *PAWNEE, *thrown)) == rules


@pytest.mark.parametrize(("counts", "rules"), [("9 9 9 9", []), ("10 9 9 8", []), ("4 4 4 4", ["no-such-deal"])])
def test_players_who_kept_more_trumps_than_exist_are_reported(counts: str, rules: list[str]) -> None:
    """03 §2 all-nt: players keep only trumps, and the pack has 16 trumps. If each player throws only four cards, the players keep more than
    16 cards."""
    thrown = [throws(seat, int(count)) for seat, count in zip((1, 2, 3, 4), counts.split(), strict=True)]
    assert broken(game("pitch-pawnee-five", deal(0), *PAWNEE, *thrown))[:1] == rules


def test_playing_a_card_that_was_dealt_to_another_player_is_reported() -> None:
    """Nobody recorded which cards seat 2 threw. The ace of hearts was dealt to seat 2, who may have thrown it, but seat 3 cannot have it.
    Only viewers of seat 2's hand see the finding."""
    hands = {2: "AS KS QS JS TS 9S 8S 7S 6S AH"}
    thrown = [act("StockTaken", seat=1, count=14), throws(1, 18), *(throws(seat, 4) for seat in (2, 3, 0))]
    reading = game("smear-ten-point", deal(0, hands), *calls("1:4"), *calls(FOUR_PASS), names(1, "D"), *thrown, *plays("1:AD 2:AS 3:AH"))
    (finding,) = whole(reading)
    assert (finding.versions, finding.seats, finding.rests_on) == ((2, 15), (3,), frozenset({2}))
    assert finding.sentence.endswith("the ace of hearts cannot have been {3}'s.")
    assert [seat_viewer(2).may_see(finding), PUBLIC.may_see(finding)] == [True, False]


def one_trump_each() -> list[Act]:
    """Return the start of a deal of `pitch-seven-point`. Each player except the maker threw eight plain cards and drew five. The maker took
    one trump of the stock, left two cards there, and threw four. 16 of 54 cards are trumps."""
    thrown = [*(throws(seat, 8) for seat in (2, 3, 0)), *(draws(seat, 5) for seat in (2, 3, 0))]
    return [deal(0), *calls("1:5"), *calls(FOUR_PASS), names(1, "S"), *thrown, act("StockTaken", seat=1, count=1), throws(1, 4)]


def all_trumps_kept() -> list[Act]:
    """Return the start of a deal of `pitch-seven-point-21`. The maker kept one trump and each other player five, so together they have all
    16 trumps."""
    changed = {1: 5, 2: 1, 3: 1, 0: 1}
    thrown, drawn = [throws(*change) for change in changed.items()], [draws(*change) for change in changed.items()]
    return [deal(0), *calls("1:5"), *calls(FOUR_PASS), names(1, "S"), *thrown, *drawn]


def nine_spades_dealt() -> list[Act]:
    """Return the start of a deal of Smear. Seat 2 got nine spades and the ace of hearts, and threw four unrecorded cards."""
    hands = {2: "AS KS QS JS TS 9S 8S 7S 6S AH"}
    thrown = [act("StockTaken", seat=1, count=14), throws(1, 18), *(throws(seat, 4) for seat in (2, 3, 0))]
    return [deal(0, hands), *calls("1:4"), *calls(FOUR_PASS), names(1, "D"), *thrown]


def ace_called() -> list[Act]:
    """Return the start of a deal of `pitch-pawnee-five` without a stock. The maker's recorded hand has five trumps, without the called ace.
    The other players kept the other eleven trumps."""
    hands, kitty = {1: "KS QS JS TS 9S AH KH QH JH TH"}, "AD KD QD JD"
    taken = [act("KittyTaken", seat=1, cards=kitty.split()), names(1, "S"), act("PartnerCalled", seat=1, card="AS")]
    thrown = [throws(1, 9, f"AH KH QH JH TH {kitty}"), *(throws(seat, 7) for seat in (2, 3, 4)), throws(0, 8)]
    return [deal(0, hands), *calls("1:5 2:pass 3:pass 4:pass 0:pass"), *taken, *thrown]


@pytest.mark.parametrize(
    ("slug", "record", "cards", "fits", "wrong", "source"),
    [
        ("pitch-seven-point", one_trump_each(), "1:AS 2:2S 3:3S 0:4S 1:KS 2:5S 3:6S 0:7S 1:QS 2:8S 3:9S 0:TS 1:JS 2:JC 3:HJ 0:out 1:AC",
         "2:out", "2:3C", "PI-37: one trump of 16 is unseen, and both who play a plain card to the plain lead must hold one"),
        ("pitch-seven-point", one_trump_each(), "1:AS 2:2S 3:3S 0:4S 1:KS 2:5S 3:6S 0:out 1:QS 2:out",
         "3:7S", "3:out", "§2 take-stock-trumps: 8 trumps are unseen, only the maker can have any, who holds 3 cards and threw 4"),
        ("pitch-seven-point-21", all_trumps_kept(), "1:AC 2:3C 3:4C 0:5C 1:AS 2:2S 3:3S 0:4S",
         "1:KD", "1:KS", "§2 all-nt: the others have played the plain card that came and hold 12 of 16 trumps; 5 are seen"),
        ("smear-ten-point", nine_spades_dealt(), "1:AD",
         "2:AS", "2:2C", "00 conservation: the ten cards dealt, none of them seen, are not in a hand of five and among four thrown"),
        ("pitch-pawnee-five", ace_called(), "1:KS 2:2S 3:3S 4:4S",
         "0:AS", "0:5S", "§2 call-partner: the called card was due to trick 1, the maker lacks it, and no trump was thrown (keep_all)"),
    ],
)  # fmt: skip
def test_the_first_play_that_makes_every_deal_impossible_is_reported(
    slug: str, record: list[Act], cards: str, fits: str, wrong: str, source: str
) -> None:
    """`fits`: a play after which some deal is still possible. `wrong`: a play after which none is."""
    assert broken(game(slug, *record, *plays(f"{cards} {fits}"))) == [], source
    reading = game(slug, *record, *plays(f"{cards} {wrong}"))
    assert broken(reading) == ["no-such-deal"], source
    assert whole(reading)[0].versions[-1] == len(reading.steps), source


def test_a_card_played_twice_is_reported_only_as_played_twice() -> None:
    """No deal of the cards allows seat 1 to play the ace of hearts twice, but there is no second finding that says so."""
    assert broken(void_in_hearts("1:AH 2:KD 3:JD 0:AD")) == ["card-seen-twice"]


THROWN = (
    kitty(1, "8H 8C 4C JC"),
    names(1, "D"),
    throws(1, 7, "5H TC 4C 5S JS JC 8H"),
    throws(2, 3, "AC 9S TS"),
    throws(3, 3),
    throws(0, 3),
    *plays("1:AD 2:LJ 3:TD 0:JH 1:JD 2:QD 3:4H 0:3D 2:KD 3:QS"),
)


@pytest.mark.parametrize(("last", "rules"), [("0:AH", ["no-such-deal"]), ("0:4D", [])])
def test_a_trump_that_nobody_can_have_thrown_is_a_contradiction(last: str, rules: list[str]) -> None:
    """§2 over_limit: a player who keeps a plain card among six has thrown no trump. Only the throws of seats 3 and 0 are not recorded, and
    the four of diamonds is missing. Seat 0 can have it only as long as this player has shown no plain card."""
    hands = {1: "TC 5D AD 2D 5H 5S JS JD 6D", 2: "LJ QD 9H AC 9S KS KD 3S TS"}
    left = "9C 2C 7D 2S 8S 7H 9D HJ 4S 6H 5C QC 8D 7C"
    assert [finding.rule for finding in whole(bought("smear-minnesota", *THROWN, *plays(last), hands=hands, stock=left))] == rules


REFILLED = (
    *(names(1, "H"), throws(1, 3), throws(2, 5), throws(3, 6), throws(0, 6), stock(1, 10), throws(1, 10)),
    *plays("1:KH 2:AH 3:3H 0:4H 2:QH 3:6H 0:7H 1:2H 2:JH 3:LJ 0:HJ 1:5H 2:JD 3:2C 0:3C 1:9H 2:2D 3:3D 0:4D 1:TH 1:4C"),
)


@pytest.mark.parametrize(("hands", "rules"), [({1: "KD 8H 5H TD 2H TH 9H 4S KH"}, ["no-such-deal"]), ({}, [])])
def test_a_trump_that_was_dealt_and_cannot_have_been_thrown_is_a_contradiction(hands: dict[int, str], rules: list[str]) -> None:
    """§2 over_limit_only: with six trumps and three plain cards, no trump is over the limit, and after a plain card was kept, none may be
    thrown either. The eight of hearts was dealt, and nobody saw it again."""
    assert [finding.rule for finding in whole(bought("pitch-trickster-7", *REFILLED, hands=hands))] == rules


# Classic Auction Pitch with four players. Seat 1 has bid three and pitched hearts. The jack was played to the first trick.
@pytest.mark.parametrize(
    ("points", "counts", "wrong", "source"),
    [
        ({"jack": 1}, None, "", "the jack was won by its player's side"),
        ({"jack": 0}, None, "jack", "§5: to its winner"),
        ({"high": 1}, None, "", "the ace was played"),
        ({"high": 2}, None, "high", "§5: to who played it"),
        ({"low": 3}, None, "", "the two may still be anywhere"),
        ({"game": 2}, None, "", "who has most is open"),
        (None, {"1": 4, "0": 0, "2": 0, "3": 0}, "", "all four may still be"),
        (None, {"1": 1, "0": 1, "2": 1, "3": 1}, "1 point for {1}", "High and Jack are its own"),
    ],
)  # fmt: skip
def test_stated_points_are_reported_only_if_the_played_cards_rule_them_out(
    points: dict[str, int] | None, counts: dict[str, int] | None, wrong: str, source: str
) -> None:
    data = {"points": points} if points else {"counts": counts}
    record = (deal(0), *calls("1:3 2:pass 3:pass 0:pass"), *plays("1:AH 2:JH 3:4H 0:5H"), stated(1, **data))
    findings = [finding for finding in game("pitch-auction-classic", *record, seats=4).findings if finding.kind != "gap"]
    assert bool(findings) is bool(wrong), source
    assert all(wrong in finding.sentence for finding in findings), source
