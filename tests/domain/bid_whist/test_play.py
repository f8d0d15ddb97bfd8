"""The play: who leads, following suit, reneges, jokers, what a whole deal proves, and what it scores."""

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from tests.domain.bid_whist.playing import SPADES_HIGH, SUITS_DEALT, found, game, scores, table_of, tricks_of_spades
from tests.domain.playing import suspicions

HIGH = "deal(3) 0:bids(4 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6)\n"
NO = "deal(3) 0:bids(4 no_trump) 1:passes 2:passes 3:passes 0:names(ranks:high) 0:kitty 0:throws(6)\n"
ONE = "deal(3) 0:passes 1:bids(4 high) 2:passes 3:passes 1:names(S) 1:kitty 1:throws(6)\n"
TOOK = "deal(3) 0:bids(4 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty([2H 3H 2C 3C 2D 3D]) "

PLAYS: list[tuple[str, dict[str, Json], list[str], str]] = [
    # Each row: the acts, the options, the rules that the findings name, the source.
    (HIGH + "0:AH 1:KH 2:QH 3:JH", {}, [], "05 Phases"),
    (HIGH + "1:AH", {}, ["wrong-leader"], "05 first_leader maker"),
    (HIGH + "0:AH 2:KH", {}, ["out-of-turn"], "05 Phases"),
    (ONE + "0:AH", {"first_leader": "eldest"}, [], "05 Schema first_leader"),
    (ONE + "0:AH", {}, ["wrong-leader"], "05 Schema first_leader"),
    (HIGH + "0:AH 1:2S 2:KH 3:QH 1:3H", {}, ["revoke"], "05 follow strict: seat 1 had a heart"),
    (HIGH + "0:AS 1:HJ 2:KS 3:QS 1:2H 2:3H 3:4H 0:5H", {}, [], "BW-2: a joker follows a trump lead"),
    (HIGH + "0:AS 1:2H 2:KS 3:QS 0:KH 1:HJ", {}, ["revoke"], "BW-2: a joker must follow a trump lead"),
    (HIGH + "0:AS 1:2H 2:KS 3:QS 0:AH 1:3H 2:4H 3:5H 0:HJ 1:2S", {}, ["revoke"], "05 follow strict"),
    (NO + "0:AH 1:HJ 2:KH 3:QH 0:KH", {}, ["card-seen-twice"], "00 uniqueness"),
    (NO + "0:AH 1:HJ 2:KH 3:QH 0:2H 1:3H", {}, ["revoke"], "BW-5: a joker is played only without the suit led"),
    (NO + "0:AH 1:HJ 2:KH 3:QH 0:2H 1:3H", {"no_trump_jokers": "any_time"}, [], "BW-5 any_time"),
    (NO + "0:AH 1:2C 2:KH 3:QH 0:2H 1:HJ", {}, [], "BW-12: a player without the suit led may keep a joker back"),
    (NO + "0:AH 1:2C 2:KH 3:QH 0:2H 1:HJ", {"joker_when_void": True}, ["revoke"], "BW-12: the joker had to be played"),
    (NO + "0:AH 1:2C 2:KH 3:QH 1:shows(HJ)", {"joker_when_void": True}, ["revoke"], "BW-12: a shown joker proves it"),
    (NO + "0:AH 1:HJ 2:KH 3:QH 0:2H 1:LJ", {"joker_when_void": True}, [], "BW-12: one of two jokers"),
    (NO + "0:HJ 1:2D 2:3C 3:4D 3:3D 0:5D 1:6D 2:LJ", {"joker_when_void": True}, ["revoke"], "BW-12: after a led joker"),
    (HIGH + "0:AH 1:2C 2:KH 3:QH 0:2H 1:HJ", {"joker_when_void": True}, [], "BW-12: only without trumps"),
    (NO + "0:HJ 1:2D 2:3H 3:4D 3:3D 0:5D 1:6D 2:7D", {}, ["revoke"], "BW-5: after a led joker the next plain card sets the suit"),
    (NO + "0:HJ 1:LJ 2:3H 3:4D 2:5H 3:6H", {}, ["revoke"], "BW-5: after two jokers the third card sets the suit"),
    (HIGH + "0:AH 1:KH 0:QH", {}, ["card-missing"], "05 Phases"),
    ("deal(3) 0:bids(4 high) 1:passes 2:passes 3:passes 0:AH", {}, ["trump-unsaid"], "05 Phases: which suit is trump?"),
    ("deal(3) 0:bids(4 high) 1:passes 0:AH", {}, ["auction-unfinished", "trump-unsaid"], "05 Phases"),
    (HIGH + "0:AH 0:names(H)", {}, ["exchange-out-of-order"], "05 Phases"),
    ("deal(3) 0:bids(4 high) 1:passes 2:passes 3:passes 0:kitty 0:throws(6) 0:AH", {},
     ["exchange-out-of-order", "trump-unsaid"], "05 Phases"),
    ("deal(3) 0:bids(4 high) 1:passes 2:passes 3:passes 0:throws(6) 0:AH 0:names(S) 1:KH", {},
     ["exchange-out-of-order", "trump-unsaid"], "named late, during the first trick"),
    (SUITS_DEALT + SPADES_HIGH + "0:AS 1:AH", {}, [], "05 follow strict: seat 1 has no trump"),
    (SUITS_DEALT + SPADES_HIGH + "0:2H", {}, ["card-seen-twice", "card-not-held"], "00 uniqueness: it was thrown"),
    (SUITS_DEALT + SPADES_HIGH + "0:AH", {}, ["card-held-elsewhere", "card-not-held"], "00 uniqueness"),
    (HIGH + "0:AH 1:4H 1:shows(3H 5H)", {}, [], "00 conventions: cards may be shown"),
    (HIGH + "0:AH 1:2S 2:3H 3:4H 1:shows(7H)", {}, ["revoke"], "00 conventions: a shown card proves the renege"),
    (HIGH + "0:AH 1:2H 2:3H 3:4H 0:shows(KS AS purpose:rest)", {}, ["rest-not-agreed"], "00 claims"),
    (TOOK + "0:throws(6) 0:AS 1:2S 2:3S 3:4S 0:5C 1:AC 2:6C 3:7C 1:AH 2:KH 3:QH 0:4C", {"kitty_shown": True}, [],
     "BW-9: everybody saw the hearts of the kitty, but they may have been thrown"),
    (TOOK + "0:AS 1:2S 2:3S 3:4S 0:5C 1:AC 2:6C 3:7C 1:AH 2:KH 3:QH 0:4C", {"kitty_shown": True}, [],
     "BW-9: nobody wrote down that cards were thrown"),
    (TOOK + "0:throws(6 shown:[2C 3C 2D 3D 4C 4D]) 0:AS 1:2S 2:3S 3:4S 0:5C 1:AC 2:6C 3:7C 1:AH 2:KH 3:QH 0:8C", {"kitty_shown": True},
     ["revoke"], "05 follow strict: the hearts of the kitty were not thrown"),
    ("2:misdeal(wrong_number)", {}, ["nothing-to-void"], "05 Phases"),
    ("deal(3) 2:misdeal(cards)", {}, ["no-misdeal"], "05 has no misdeal for cards"),
    (SUITS_DEALT + "2:misdeal(wrong_number)", {}, ["misdeal-denied"], "05 Phases: each hand has twelve cards, the kitty six"),
    (SUITS_DEALT + "2:misdeal(card_exposed)", {}, [], "05 Phases: nobody can tell from the record"),
    (SUITS_DEALT + "2:misdeal(card_exposed cards:[AS])", {}, ["card-held-elsewhere", "card-not-held"], "00 uniqueness"),
    ("deal(3) 2:misdeal(card_exposed) deal(3)", {}, [], "05 Phases: the same dealer deals again"),
    ("deal(3) 2:misdeal(card_exposed) deal(0)", {}, ["wrong-dealer"], "05 Phases"),
    (HIGH + "deal(0)", {}, ["deal-unfinished"], "05 Phases"),
    ("deal(3) 0:leaves", {}, [], "00 common events"),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "options", "rules", "source"), PLAYS)
def test_acts_of_the_play_have_the_expected_findings(acts: str, options: dict[str, Json], rules: list[str], source: str) -> None:
    assert found(game(acts, **options)) == rules, source


@pytest.mark.parametrize(("cards", "led"), [("0:HJ", None), ("0:HJ 1:2D", "D"), ("0:HJ 1:LJ 2:3H", "H"), ("0:2D 1:HJ", "D")])
def test_without_trumps_the_first_plain_card_says_what_to_follow(cards: str, led: str | None) -> None:
    """The rule is BW-5."""
    assert table_of(game(NO + cards)).deal.led == led


def test_the_finding_about_a_renege_says_how_many_books_it_costs() -> None:
    """BW-10: the side that reneged loses three books to the other side, or as many as an option says."""
    acts = HIGH + "0:AH 1:2S 2:KH 3:QH 1:3H"
    (finding,) = suspicions(game(acts))
    start = "{1} revoked in trick 1: played the two of spades but held the three of hearts"
    assert finding.sentence == f"{start}; for a renege three books go to the other side."
    assert finding.source == "BW-10"
    assert suspicions(game(acts, renege_books=1))[0].sentence == f"{start}; for a renege one book goes to the other side."
    assert suspicions(game(acts, renege_books=0))[0].sentence == f"{start}."


def test_a_side_that_takes_all_books_after_a_bid_of_seven_wins_the_game() -> None:
    """BW-4, 05 target: thirteen books give seven points, and the target is seven."""
    reading = game(SUITS_DEALT + SPADES_HIGH + tricks_of_spades())
    assert (found(reading), reading.findings, scores(reading)) == ([], (), (7, 0))
    assert (table_of(reading).state, table_of(reading).winners) == ("finished", (0, 2))
    (summary,) = table_of(reading).dealt
    assert (summary.books, summary.made, summary.tricks) == (13, True, {0: 12, 1: 0})


def test_acts_after_the_end_of_the_game_are_reported() -> None:
    over = SUITS_DEALT + SPADES_HIGH + tricks_of_spades()
    assert found(game(over + "deal(0)")) == ["after-the-end"]
    assert found(game(over + "0:bids(3 high)")) == ["after-the-end"]


def test_a_renege_in_a_completely_recorded_deal_is_proved_when_the_next_deal_begins() -> None:
    """docs/decisions/domain-asking.md: the next deal closes the deal with the renege. Every act of that deal is recorded, so no missing
    entry can explain the renege."""
    start = "deal(3)\n0:bids(3 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6)\n"
    mine = ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "4S", "2H"]
    theirs = ["AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "6H", "5H", "3S", "4H"]
    played = "".join(f"0:{one} 1:{other} 2:{rank}D 3:{rank}C\n" for one, other, rank in zip(mine, theirs, "AKQJT9876543", strict=True))
    before = game(start + played, target=21)
    assert {finding.kind for finding in before.findings} == {"query"}
    (finding,) = [finding for finding in game(start + played + "deal(0)", target=21).findings if finding.kind == "breach"]
    assert (finding.rule, finding.seats) == ("revoke", (1,))


def test_hands_that_cannot_be_filled_from_the_unseen_cards_are_a_contradiction() -> None:
    """00 conservation: three players have no hearts, and too few unseen cards of other suits are left to fill their hands."""
    start = "deal(3) 0:bids(4 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6 [2H 3H 2C 3C 2D 3D])\n"
    plays = "0:AC 1:4C 2:5C 3:6C 0:KC 1:7C 2:8C 3:9C 0:QC 1:TC 2:JC 3:4D\n0:AH 1:5D 2:6D"
    assert found(game(start + plays)) == []
    reading = game(start + plays + " 3:7D")
    assert found(reading) == ["no-such-deal"]
    assert "must hold 24 cards that nobody has seen, and only 23 are left" in suspicions(reading)[0].sentence


def test_a_seat_that_is_not_at_the_table_has_no_score_account() -> None:
    reading = game("deal(3)")
    assert Seat(5) not in table_of(reading).account
