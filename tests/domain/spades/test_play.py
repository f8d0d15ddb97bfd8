"""Bids, cards and findings of Spades. Each row names its source."""

import pytest

from domain.kernel.cards import PACK_52
from domain.kernel.events import Act
from domain.systems.spades.prompts import prompts
from domain.systems.spades.table import Spades
from tests.domain.playing import act
from tests.domain.spades.playing import STANDARD, SUITS, all_tricks, bids, deal, found, game, plays, scores, stated, table_of

BID = [*bids("4 3 3 3")]
BLIND = deal()
SPADE_AND_HEARTS = {0: "AS AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH"}
ONLY_SPADES = {0: SUITS[0]}
KING_LOW = {1: "KS LJ 4S AD KD QD JD TD 9D 8D 7D 6D 5D"}
NO_SPADES = {1: "5C 3C 4C AD KD QD JD TD 9D 8D 7D 6D 5D"}
JOKERS4 = "spades-jokers-high-4"
MISDEAL = act("MisdealCalled", seat=1, reason="card_exposed")


@pytest.mark.parametrize(
    ("acts", "rules", "source"),
    [
        ([BLIND, *BID, *plays("0:2H 1:3H 2:4H 3:5H")], [], "everybody follows"),
        ([deal(hands=SPADE_AND_HEARTS), *BID, *plays("0:AS")], ["trump-led-too-early"], "SP-2, sp-06"),
        ([deal(hands=ONLY_SPADES), *BID, *plays("0:AS")], [], "SP-2: a hand of nothing but spades"),
        ([BLIND, *BID, *plays("0:AS 1:2H 2:2D 3:2C 0:AH")], ["trump-led-too-early"], "SP-2: a heart shows that the lead was too early"),
        ([BLIND, *BID, *plays("0:2H 1:2S 2:3H 3:4H 1:3S")], [], "trumping in breaks spades"),
        ([BLIND, *BID, *plays("0:2H 1:2S 2:3H 3:4H 1:3S 2:4S 3:5S 0:6S 0:7H")], [], "after the break, a lead says nothing of the hand"),
        ([BLIND, *BID, *plays("0:AS 1:2H 2:2D 3:2C 0:KS")], [], "SP-2: the lead of a hand of spades breaks them"),
        ([BLIND, *BID, *plays("0:AS 1:2S")], ["no-such-deal"], "SP-2: the lead shows thirteen spades, and another player has one"),
        (
            [BLIND, *BID, *plays("0:2S 1:KS 2:3S 3:4S 1:2H 2:9H 3:4H 0:5H 2:5S 3:6S 0:7S 1:8S 1:JH 2:TH")],
            ["no-such-deal", "trump-led-too-early"],
            "SP-3: nobody is accused of a lead after one that turned out to be too early",
        ),
        ([BLIND, *BID, *plays("0:2H 1:2S 2:4H 3:5H 1:6H")], ["revoke"], "SP-11: a heart after a spade on hearts"),
        ([BLIND, *BID, *plays("0:2H 1:3C 2:4H 3:5H 3:6H 0:7H 1:8H")], ["revoke"], "SP-11"),
        ([BLIND, *BID, *plays("1:2H")], ["wrong-leader"], "04 Base game: eldest leads"),
        ([BLIND, *BID, *plays("0:2H 2:3H")], ["out-of-turn"], "04 Base game"),
        ([BLIND, *BID, *plays("0:2H 0:3H")], ["card-missing"], "00 conservation"),
        ([BLIND, *BID, *plays("0:2H 1:2H")], ["card-seen-twice"], "00 uniqueness"),
        ([BLIND, *BID, *plays("0:HJ")], ["not-in-pack"], "04 Schema"),
        ([deal(hands=ONLY_SPADES), *BID, *plays("0:2H")], ["card-not-held"], "00 deferred"),
        ([deal(hands={1: "AS AS"})], ["wrong-number-dealt", "card-seen-twice"], "SP-12"),
        ([BLIND, *bids("4 3"), act("BidMade", seat=3, amount=2)], ["call-out-of-turn"], "SP-14"),
        ([BLIND, *bids("4"), act("BidMade", seat=0, amount=2)], ["bid-changed"], "SP-14"),
        ([BLIND, *bids("4 3"), act("BidMade", seat=0, amount=2)], ["bid-changed"], "SP-14"),
        ([BLIND, *bids("4 3 3"), *plays("0:2H"), act("BidMade", seat=3, amount=2)], ["auction-unfinished", "call-out-of-turn"], "SP-14"),
        ([BLIND, act("BidMade", seat=0, amount=14)], ["bid-out-of-range"], "04 Schema"),
        ([BLIND, act("BidMade", seat=0, amount=0, blind=True)], ["no-such-bid"], "04 Schema: blind_nil is 0"),
        ([BLIND, act("BidMade", seat=0, amount=4, kind="low")], ["no-such-bid"], "04 Events"),
        ([BLIND, *bids("nil 3 4 5")], [], "04 Base game: nil"),
        ([BLIND, MISDEAL], [], "SP-12"),
        ([BLIND, *BID, MISDEAL], [], "SP-12: before the first card is led"),
        ([BLIND, *BID, *plays("0:2H"), MISDEAL], ["misdeal-too-late"], "SP-12"),
        ([BLIND, act("MisdealCalled", seat=1, reason="cards")], ["no-misdeal"], "SP-12"),
        ([MISDEAL], ["nothing-to-void"], "SP-12"),
        ([deal(hands=SUITS), act("MisdealCalled", seat=1, reason="wrong_number")], ["misdeal-denied"], "SP-12: each hand has thirteen"),
        ([deal(hands=SUITS), MISDEAL], [], "SP-12: nobody can tell from the record"),
        ([deal(hands=ONLY_SPADES), act("MisdealCalled", seat=1, reason="wrong_number")], [], "SP-12: three hands are not recorded"),
        (
            [deal(hands=ONLY_SPADES), act("MisdealCalled", seat=1, reason="card_exposed", cards=["AS"])],
            ["card-held-elsewhere"],
            "00 uniqueness: a card of another hand",
        ),
        ([act("DealVoided", reason="x")], ["nothing-to-void"], "SP-12"),
        ([BLIND, MISDEAL, deal(3)], [], "SP-12: the same dealer deals again"),
        ([BLIND, MISDEAL, deal(0)], ["wrong-dealer"], "SP-12: the same dealer deals again"),
        ([BLIND, *BID, deal(3)], ["deal-unfinished"], "04 Base game"),
        ([BLIND, *BID, *plays("0:2H 1:3H"), act("CardsShown", seat=1, cards=["4H", "AS"])], [], "00: cards laid open"),
        ([BLIND, *BID, *plays("0:2H 1:2S"), act("CardsShown", seat=1, cards=["4H"])], ["revoke"], "00 Revoke: a shown card proves it"),
        ([BLIND, *BID, act("CardPlayed", seat=0, card="2H", extras=["3H"])], ["wrong-number-of-extras"], "04 Base game"),
        ([act("PlayerJoined", seat=5)], ["roster-fixed"], "04 Schema"),
        ([act("PlayerLeft", seat=5)], ["not-seated"], "04 Schema"),
        ([BLIND, act("PlayerLeft", seat=1)], ["player-left"], "04 Schema: nobody takes the seat"),
        ([act("PlayerLeft", seat=1)], [], "between two deals"),
        ([act("ResultStated", winners=[0, 2]), *bids("4")], ["after-the-end"], "04 Base game"),
    ],
)
def test_a_record_of_spades_has_the_expected_findings(acts: list[Act], rules: list[str], source: str) -> None:
    assert found(game(STANDARD, *acts)) == rules, source


@pytest.mark.parametrize(
    ("acts", "rules", "source"),
    [
        ([deal(hands=KING_LOW), *BID, *plays("0:HJ 1:LJ")], [], "SP-6: the low joker is the highest trump of its holder"),
        ([deal(hands=KING_LOW), *BID, *plays("0:HJ 1:KS")], ["pull-not-followed"], "SP-6"),
        ([deal(hands=NO_SPADES), *BID, *plays("0:HJ 1:5C")], [], "SP-5: void in trumps, anything"),
        ([BLIND, *BID, *plays("0:HJ 1:4S 2:5S 3:6S 0:AS 1:KS")], ["pull-not-followed"], "SP-5: a higher trump comes out later"),
        ([BLIND, *BID, *plays("0:HJ 1:4S 2:5S 3:6S 0:AS 1:3S")], [], "SP-5"),
        ([BLIND, *BID, *plays("0:HJ 1:AD 2:5S 3:6S 0:AS 1:KS")], ["revoke"], "SP-5: the player was not void"),
        ([BLIND, *BID, *plays("0:LJ 1:4S 2:5S 3:6S 0:AS 1:KS")], [], "SP-5: only the high joker pulls"),
        ([BLIND, *BID, *plays("0:HJ 1:4S"), act("CardsShown", seat=1, cards=["AS"])], ["pull-not-followed"], "SP-5"),
    ],
)
def test_a_led_high_joker_forces_the_others_to_play_their_highest_trump(acts: list[Act], rules: list[str], source: str) -> None:
    assert found(game(JOKERS4, *acts, big_joker_pull=True, breaking="none")) == rules, source


FEW_CLUBS = {0: "5C 2C 9C AH KH QH JH TH 9H 8H 7H 6H AS"}
CLUBS = [*plays("0:2C 1:3C 2:4C 3:5C")]


@pytest.mark.parametrize(
    ("acts", "rules", "source"),
    [
        (CLUBS, [], "visithopkinsville.com: all lay their lowest club"),
        ([*CLUBS, *plays("3:AH 0:2H 1:3H 2:4H")], [], "the highest club leads to the next trick"),
        ([*CLUBS, *plays("0:AH")], ["wrong-leader"], "the highest club leads to the next trick"),
        ([*plays("2:4C 0:2C 3:5C 1:3C 3:AH")], [], "in any order"),
        ([*plays("2:4C 2:5C")], ["card-missing"], "00 conservation"),
        ([*plays("0:AH 1:2C 2:4C 3:5C 3:2H")], [], "a player without clubs; the highest club leads to the next trick"),
        ([*plays("0:AH 1:2C 2:4C 3:5C 3:6C 0:3C")], ["revoke"], "the player had a club"),
        ([*plays("0:AS 1:2C 2:4C 3:5C 3:3H 0:2H")], ["revoke"], "the player had a heart"),
        ([*plays("0:AS 1:2C 2:4C 3:5C 3:2H 0:KS")], [], "a hand of nothing but spades; it does not take the trick"),
        ([*plays("0:5C 1:2C 2:4C 3:6C 3:AH 0:3C")], ["low-club-not-played"], "a lower club comes out later"),
        ([*plays("0:5C"), act("CardsShown", seat=0, cards=["2C"])], ["low-club-not-played"], "a shown card proves it"),
        ([*plays("0:5C 1:2C 2:4C 3:6C 3:AH 0:7C")], [], "a higher club comes out later"),
        ([*plays("0:KC 1:QC 2:JC 3:AC")], ["no-such-deal"], "nobody can have the two of clubs"),
        ([*plays("0:KC 1:QC 2:JC 3:2C")], [], "one player has nine clubs"),
        ([act("CardPlayed", seat=0), *plays("1:3C 2:4C 3:5C")], [], "nobody remembers a card"),
        ([deal(hands=FEW_CLUBS), *BID, *plays("0:2C")], [], "the lowest club of a recorded hand"),
        ([deal(hands=FEW_CLUBS), *BID, *plays("0:5C")], ["low-club-not-played"], "the lowest club of a recorded hand"),
        ([deal(hands=FEW_CLUBS), *BID, *plays("0:AH")], ["revoke"], "a recorded hand"),
        ([deal(hands=FEW_CLUBS), *BID, *plays("2:3C 0:5C")], ["low-club-not-played"], "a recorded hand, in any order"),
        ([deal(hands=FEW_CLUBS), *BID, *plays("0:2C 1:3C 2:4C 3:TC 3:QC 0:9C")], [], "after the first trick, any club"),
    ],
)
def test_everyone_may_have_to_play_the_lowest_club_to_the_first_trick(acts: list[Act], rules: list[str], source: str) -> None:
    assert found(game(STANDARD, *acts, low_club=True)) == rules, source


def test_a_lower_club_that_comes_out_later_is_noticed_when_many_cards_are_read_at_once() -> None:
    cards = plays("0:5C 1:2C 2:4C 3:6C 3:AH 0:3C 1:2H 2:3H 3:KH 0:2D 1:4H 2:5H 3:QH 0:3D 1:6H 2:7H")
    assert [finding.rule for finding in game(STANDARD, deal(), *BID, *cards, low_club=True).findings] == ["low-club-not-played"]


def test_the_two_of_clubs_is_no_club_where_it_is_a_trump() -> None:
    acts = [deal(hands={0: FEW_CLUBS[0].replace("9C", "4C")}), *BID]
    assert [found(game("spades-deuces-high", *acts, *plays(f"0:{card}"), low_club=True)) for card in ("4C", "5C", "2C")] == [
        [], ["low-club-not-played"], ["revoke"],
    ]  # fmt: skip


def test_only_cards_that_may_be_played_to_a_first_trick_for_clubs_are_offered() -> None:
    def offered(*acts: Act, **options: bool) -> set[object]:
        [ask] = next(prompt for prompt in prompts(table_of(game(STANDARD, *acts, **options))) if prompt.type == "CardPlayed").asks
        return {*ask.choices}

    clubs = {card for card in PACK_52 if card[1] == "C"}
    assert offered(deal(hands=FEW_CLUBS), *BID, low_club=True) == {"2C"}
    assert offered(deal(), *BID, low_club=True) == clubs
    assert offered(deal(), *BID, act("CardsShown", seat=0, cards=["5C"]), low_club=True) == {"2C", "3C", "4C", "5C"}
    assert offered(deal(), *BID, *plays("0:KC 1:QC 2:JC"), low_club=True) == {"2C"}
    others = {seat: SUITS[seat] for seat in range(3)}
    assert offered(deal(hands=others), *BID, *plays("0:AS 1:AH 2:AD"), low_club=True) == {"2C"}
    assert clubs - offered(deal(), *BID, *plays("0:5C 1:3C 2:2C 3:6C 3:AC"), low_club=True) == {"2C", "3C", "4C", "5C", "6C", "AC"}


@pytest.mark.parametrize(
    ("slug", "line", "winner", "source"),
    [
        ("spades-deuces-high", "0:AS 1:2H 2:2D 3:KC", 2, "sp-01"),
        ("spades-bauer", "0:AS 1:JC 2:JS 3:KS", 2, "sp-02"),
        ("spades-jokers-equal", "0:LJ 1:HJ 2:AS 3:KS", 0, "SP-7"),
        ("spades-jokers-equal", "0:AS 1:LJ 2:HJ 3:KS", 1, "SP-7"),
        ("spades-joker-bauer", "0:AS 1:LJ 2:KS 3:HJ", 3, "sp-05"),
        (STANDARD, "0:2H 1:3H 2:2S 3:AH", 2, "04 Base game: the highest trump"),
        (STANDARD, "0:2H 1:3H 2:AD 3:KD", 1, "04 Base game: the highest card of the suit led"),
    ],
)
def test_the_expected_player_takes_the_trick(slug: str, line: str, winner: int, source: str) -> None:
    assert table_of(game(slug, *plays(line))).deal.tricks[0].winner == winner, source


def test_a_deal_recorded_to_its_last_card_is_scored_and_the_next_player_deals() -> None:
    """Source: docs/rules/04_spades.md, Base game."""
    reading = game(STANDARD, deal(hands=SUITS), *bids("4 3 nil 1"), *all_tricks())
    assert (found(reading), scores(reading)) == ([], [149, -40, 149, -40])
    table = table_of(reading)
    assert (table.bags, table.deal.dealer, table.deal.phase) == ({0: 9, 1: 0}, 0, "deal")
    assert table.dealt[0].derived


@pytest.mark.parametrize(
    ("acts", "phase", "leader", "source"),
    [
        ([deal(2), *bids("4 3 3 3", 3)], "play", 3, "04 Base game: eldest"),
        ([*BID], "play", None, "nobody knows the dealer"),
        ([deal(2), *plays("3:2H")], "play", 3, "the record may leave out the bids"),
        ([deal(2), *bids("4", 3)], "auction", None, "04 Events"),
        ([*BID[:3], *all_tricks()], "score", None, "a bid is missing"),
        ([*BID[:3], *all_tricks(), BID[3]], "deal", None, "the missing bid ends the deal"),
        ([*all_tricks(), BID[0]], "auction", None, "no bid of the deal was recorded: another deal begins"),
    ],
)
def test_a_partly_recorded_deal_has_the_expected_phase_and_leader(acts: list[Act], phase: str, leader: int | None, source: str) -> None:
    deal_now = table_of(game(STANDARD, *acts)).deal
    assert (deal_now.phase, deal_now.leader) == (phase, leader), source


def test_only_the_first_bid_of_a_seat_counts() -> None:
    """The rule is SP-14."""
    table: Spades = table_of(game(STANDARD, deal(), *bids("4 3"), act("BidMade", seat=0, amount=2)))
    assert table.deal.bids == {0: 4, 1: 3}


@pytest.mark.parametrize(
    ("calls", "source"),
    [(["renege"], "SP-11: before the last card"), (["renege", "revoke"], "SP-11: twice")],
)
def test_each_renege_called_during_a_deal_moves_three_tricks_to_the_other_side(calls: list[str], source: str) -> None:
    called = [act("IrregularityCalled", kind=kind, seat=2) for kind in calls]
    cards = [*all_tricks()]
    reading = game(STANDARD, deal(hands=SUITS), *bids("4 3 2 1"), *cards[:8], *called, *cards[8:], renege_three_books=True)
    moved = 3 * len(calls)
    assert scores(reading)[:2] == [60 + 13 - moved - 6, -40 if moved < 4 else 40 + moved - 4], source


def test_a_renege_that_is_called_after_the_game_is_won_can_undo_the_win() -> None:
    """SP-11: the deal ended the game before the renege was called."""
    acts = [stated(1, "4 3 3 3", "4 3 3 3"), act("IrregularityCalled", kind="renege", seat=0)]
    before, after = game(STANDARD, acts[0], renege_three_books=True, target=70), game(STANDARD, *acts, renege_three_books=True, target=70)
    assert (before.result.state, after.result.state, scores(after)[:2]) == ("finished", "open", [-70, 63])


def test_a_spade_that_was_led_too_early_does_not_break_spades() -> None:
    """SP-2, SP-3: a player who has only spades may lead one, which breaks spades. So after the lead spades count as broken. If the player
    later plays a card of another suit, this shows that the lead was illegal, and spades count as unbroken again."""
    cards = [*plays("0:AS 1:2H 2:2D 3:2C 0:AH")]
    broken = [table_of(game(STANDARD, deal(), *BID, *cards[:number])).deal.broken for number in (1, 4, 5)]
    assert broken == [True, True, False]
