"""The exchange, step by step: who acts, how many cards, which may be thrown, and what a record may leave out."""

from typing import Any

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act
from domain.record.fold import Reading
from domain.systems.pitch.rules.options import patched
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.variants import VARIANTS
from tests.domain.pitch.playing import PLAYED, broken, calls, deal, deal_of, draws, game, names, plays, throws
from tests.domain.playing import act

SMEAR, WIDOW, CAMPBELL, SUSKY, SWISS = (
    "smear-ten-point", "smear-widow-deuce-ten", "pitch-campbell-ten-point", "pitch-susky-river", "pitch-high-five-swiss",
)  # fmt: skip
CHARBONNEAU, PASTIMES, PAGAT_DRAW, SIX, OKLAHOMA = (
    "pitch-charbonneau-ten", "smear-pastimes-54", "pitch-pagat-draw", "pitch-pagat-six", "pitch-oklahoma-four",
)  # fmt: skip
TRICKSTER, MINNESOTA, SEVEN_21 = "pitch-trickster-7", "smear-minnesota", "pitch-seven-point-21"


def kitty(seat: int, cards: str = "") -> Act:
    return act("KittyTaken", seat=seat, **({"cards": list(cards.split())} if cards else {}))


def stock(seat: int, count: int, cards: str = "") -> Act:
    return act("StockTaken", seat=seat, count=count, **({"cards": list(cards.split())} if cards else {}))


def bought(slug: str | Ruleset, *acts: Act, hands: dict[int, str] | None = None, **aside: str) -> Reading:
    """Return a game in which seat 0 deals, and seat 1 wins the auction with the lowest bid. `acts`: what happens after the auction."""
    rules = VARIANTS[slug].rules if isinstance(slug, str) else slug
    others = [f"{seat}:pass" for seat in (*range(2, rules.players[0]), 0)]
    return game(rules, deal(0, hands, **aside), *calls(f"1:{rules.bid_min} {' '.join(others)}"), *acts)


STEPS: list[tuple[str, tuple[Act, ...], list[str], int, str]] = [
    (SMEAR, (names(1, "S"), stock(1, 14), throws(1, 18), throws(2, 4), throws(3, 4), throws(0, 4)), [], 3, "pi: 10 + 14 − 18, PI-11"),
    (SMEAR, (names(1, "S"), stock(1, 14), throws(1, 8)), ["wrong-number-thrown"], 2, "PI-11: eight is a slip of the source"),
    (SMEAR, (names(2, "S"),), ["not-the-maker"], 0, "§2 name_trump"),
    (SMEAR, (names(1, "S"), stock(1, 13)), ["wrong-number-drawn"], 2, "§2: all remaining stock"),
    (SMEAR, (names(1, "S"), draws(1, 1)), ["exchange-out-of-order"], 1, "§2: nobody draws in this game"),
    (SMEAR, (names(1, "S"), stock(2, 14)), ["not-the-maker"], 1, "§2 stock>maker"),
    (WIDOW, (kitty(1), names(1, "S"), throws(2, 7), throws(3, 9), throws(0, 8), draws(2, 4), draws(3, 6), draws(0, 4)), [], 6, "§2"),
    (WIDOW, (kitty(1), names(1, "S"), throws(2, 7), throws(3, 9), throws(0, 8), draws(2, 5)), ["wrong-number-drawn"], 3, "§2 fill(6)"),
    (WIDOW, (names(1, "S"), kitty(1)), ["exchange-out-of-order"], 2, "§2: in list order"),
    (WIDOW, (kitty(2),), ["not-the-maker"], 0, "§2 kitty>maker"),
    (OKLAHOMA, (names(1, "S"), throws(1, 4)), ["wrong-number-thrown"], 1, "§2 all-may(0-3)"),
    (CHARBONNEAU, (names(1, "S"), *(throws(seat, 9) for seat in (1, 2, 3, 0)), draws(1, 6), draws(2, 6), draws(3, 6)), [], 5, "PI-26"),
    (CHARBONNEAU, (names(1, "S"), *(throws(seat, 9) for seat in (1, 2, 3, 0)), draws(1, 6), draws(2, 6), draws(3, 6), draws(0, 1)),
     ["no-exchange"], 5, "PI-26: the stock is gone, the last stays short"),
    (CHARBONNEAU, (names(1, "S"), *(throws(seat, 7) for seat in (1, 2, 3, 0)), *(draws(seat, 4) for seat in (1, 2, 3, 0)), stock(3, 2)),
     [], 4, "§2: the partner may take the stock"),
    ("pitch-pagat-partnership", (names(1, "S"),), ["no-exchange"], 0, "03 §1 trump_by pitch"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "acts", "found", "step", "source"), STEPS, ids=[f"{row[0]} {row[-1]}" for row in STEPS])
def test_acts_of_the_exchange_give_the_expected_findings_and_next_step(
    slug: str, acts: tuple[Act, ...], found: list[str], step: int, source: str
) -> None:
    reading = bought(slug, *acts)
    assert (broken(reading), deal_of(reading).step) == (found, step), source


def in_turn(*seats: int, number: int) -> tuple[Act, ...]:
    """Return the acts of the seats, one seat after another. Each seat throws `number` cards and then draws as many."""
    return tuple(each for seat in seats for each in (throws(seat, number), draws(seat, number)))


ANY_ORDER: list[tuple[str, tuple[Act, ...], list[str], str]] = [
    (PAGAT_DRAW, (names(1, "S"), *in_turn(1, 2, 3, 0, number=2)), [], "player by player"),
    (PAGAT_DRAW, (names(1, "S"), *(throws(seat, 2) for seat in (0, 3, 2, 1)), *(draws(seat, 2) for seat in (3, 0, 1, 2))), [], "mixed"),
    (OKLAHOMA, (names(1, "S"), *in_turn(3, 1, 0, 2, number=3), *(throws(seat, 3) for seat in (1, 0, 3, 2)), *plays("1:AS 2:2S")), [],
     "two throws each, with a draw between"),
    (SMEAR, (names(1, "S"), throws(2, 4), throws(3, 4), stock(1, 14), throws(1, 18), throws(0, 4), *plays("1:AS 2:2S")), [],
     "the others before the maker"),
    (WIDOW, (throws(2, 7), kitty(1, "2H 3H 4H 5H"), names(1, "S"), throws(3, 9)), [], "before the kitty"),
    (TRICKSTER, (names(1, "S"), throws(1, 3), throws(2, 7), throws(3, 6), throws(0, 6), stock(1, 8), draws(2, 4), draws(3, 3)), [],
     "the maker before the others"),
    (CHARBONNEAU, (names(1, "S"), *(throws(seat, 9) for seat in (1, 2, 3, 0)), draws(0, 0), draws(1, 6), draws(2, 6), draws(3, 6)), [],
     "PI-26: the last stays short, though written down first"),
    (SIX, (names(1, "S"), *(throws(seat, 2) for seat in range(6)), throws(3, 0), throws(2, 0)), [], "nothing thrown, after the end"),
    (PAGAT_DRAW, (names(1, "S"), *(throws(seat, 2) for seat in (1, 2, 3, 0)), draws(0, 1)), ["wrong-number-drawn"], "how many is a rule"),
    (PAGAT_DRAW, (names(1, "S"), throws(1, 2), draws(1, 2), throws(1, 1)), ["exchange-out-of-order"], "each throws once"),
    (WIDOW, (names(1, "S"), throws(2, 7), draws(2, 4), draws(2, 1)), ["exchange-out-of-order"], "each draws once"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "acts", "found", "source"), ANY_ORDER, ids=[f"{row[0]} {row[-1]}" for row in ANY_ORDER])
def test_players_throw_and_draw_in_any_order(slug: str, acts: tuple[Act, ...], found: list[str], source: str) -> None:
    """PI-44: only the order of the players is free. Each player's own steps have an order, and the rules say who acts, how many cards and
    which cards."""
    assert broken(bought(slug, *acts)) == found, source


TEN_TRUMPS = {1: "AS KS QS JS TS 2S 9S 8S 3S"}
THROWN: list[tuple[str, dict[int, str], tuple[Act, ...], list[str], str]] = [
    (SUSKY, {}, (names(1, "S"), throws(1, 3, shown="9S 2H 3H")), ["trump-thrown"], "trump_discard forbidden"),
    (SUSKY, {}, (names(1, "S"), throws(1, 3, "JC 2H 3H")), ["trump-thrown"], "the off-jack is a trump"),
    (SMEAR, {}, (names(1, "S"), stock(1, 14), throws(1, 18, shown="9S 2H")), [], "over_limit_only: there may have been more than six"),
    (SIX, {1: "AS KS QS JS TS 9S 8S 7S"}, (names(1, "S"), throws(1, 2, "7S 8S")), [], "over_limit_only: eight are held"),
    (SIX, {1: "AS KS QS JS TS 9S 8S 2H"}, (names(1, "S"), throws(1, 2, "7S 8S")), ["card-not-held"], "00 deferred"),
    (SIX, {1: "AS KS QS JS TS 9S 8S 2H"}, (names(1, "S"), throws(1, 2, "8S 2H")), [], "over_limit_only: seven are held"),
    (SIX, {1: "AS KS QS JS TS 9S 3H 2H"}, (names(1, "S"), throws(1, 2, "9S 2H")), ["trump-thrown"], "over_limit_only: six are held"),
    (MINNESOTA, TEN_TRUMPS, (kitty(1, "7S 4H 5H 6H"), names(1, "S"), throws(1, 7, "4H 5H 6H 3S 7S 8S 9S")), [], "PI-35"),
    (MINNESOTA, TEN_TRUMPS, (kitty(1, "7S 4H 5H 6H"), names(1, "S"), throws(1, 7, "4H 5H 6H 3S 7S 8S 2S")),
     ["point-card-thrown", "trump-not-shown"], "PI-36: a point card only after every other trump, and shown"),
    (CAMPBELL, {}, (names(1, "S"), throws(2, 6), throws(3, 6), throws(0, 6), stock(1, 2, "8S 9S"), throws(1, 5, "9S 2H 3H 4H 5H")),
     ["trump-not-shown"], "burned trumps are shown"),
    (CHARBONNEAU, {1: "AS KS 2H 3H 4H 5H 6H 7H 8H"}, (names(1, "S"), throws(1, 6, "2H 3H 4H 5H 6H 7H")), ["plain-card-kept"], "§2 all-nt"),
    (CHARBONNEAU, {}, (names(1, "S"), throws(1, 7, "AS 2H 3H 4H 5H 6H 7H")), ["trump-thrown"], "above six only"),
    (CAMPBELL, {}, (names(1, "S"), throws(2, 6, "2H 3H 4H 5H 6H 7H"), throws(3, 6), throws(0, 6), stock(1, 2, "8S 2H")),
     ["card-seen-twice", "plain-card-taken"], "00 uniqueness: it was thrown"),
    (MINNESOTA, {2: TEN_TRUMPS[1]}, (kitty(1, "7S 4H 5H 9S"),), ["card-held-elsewhere"], "00 uniqueness: it is another's"),
    (PAGAT_DRAW, {}, (names(1, "S"), *(throws(seat, 1) for seat in (1, 2, 3, 0)), draws(1, 1, "HJ")), ["not-in-pack"], "§1 pack"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "hands", "acts", "found", "source"), THROWN, ids=[f"{row[0]} {row[-1]}" for row in THROWN])
def test_throwing_cards_away_gives_the_expected_findings(
    slug: str, hands: dict[int, str], acts: tuple[Act, ...], found: list[str], source: str
) -> None:
    assert broken(bought(slug, *acts, hands=hands)) == found, source


def test_a_later_play_proves_that_a_player_wrongly_kept_a_plain_card() -> None:
    """00_conventions, deferred checks: plain cards had to be thrown away. If a player later shows more plain cards than the player drew
    after throwing, the player had kept one."""
    thrown = [names(1, "S"), throws(1, 3), throws(2, 7), throws(3, 6), throws(0, 6), draws(2, 4), draws(3, 3), draws(0, 3)]
    line = "1:AS 2:2S 3:3S 0:4S 1:9H 2:8H 3:7H 0:6H"
    reading = bought(TRICKSTER, *thrown, stock(1, 8), throws(1, 8), *plays(line))
    assert broken(reading) == []
    refilled = bought(
        "pitch-pagat-draw", names(1, "S"), *(throws(seat, 1) for seat in (1, 2, 3, 0)), *(draws(seat, 1) for seat in (1, 2, 3, 0))
    )
    assert broken(refilled) == []
    assert broken(bought(SEVEN_21, names(1, "S"), throws(1, 0), throws(2, 6), throws(3, 6), throws(0, 6), *plays("1:9H"))) == [
        "plain-card-kept"
    ]


def test_cards_taken_from_the_kitty_or_stock_must_be_cards_dealt_there() -> None:
    wrong = bought(WIDOW, kitty(1, "2H 3H 4H 5H"), kitty="2H 3H 4H 6H")
    assert [(finding.rule, sorted(finding.rests_on)) for finding in wrong.findings] == [("not-the-kitty", [-1, 1])]
    drawn = [names(1, "S"), *(throws(seat, 5) for seat in (1, 2, 3, 0)), draws(1, 2, "2H 4H")]
    order = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2C 3C 4C 5C 6C"
    assert broken(bought(CHARBONNEAU, *drawn, stock=order)) == [], "PI-44: others may have drawn before"
    assert broken(bought(CHARBONNEAU, *drawn[:-1], draws(1, 2, "2H AS"), stock=order)) == ["not-from-the-stock"]
    assert broken(bought(CHARBONNEAU, *drawn[:-1], draws(2, 2), draws(1, 2, "2H 3H"), stock=order)) == []


RESCUE = (names(1, "S"), throws(1, 0), throws(2, 9), throws(3, 6), throws(0, 6), throws(1, 3, shown="JC 9S 8S"))
RESCUED: list[tuple[tuple[Act, ...], list[str], str]] = [
    ((act("CardRescued", seat=2, card="JC"),), [], "§2: a thrown point card, by a player with room"),
    ((act("CardRescued", seat=2, card="9S"),), ["not-to-rescue"], "§2: point cards only (PI-35)"),
    ((act("CardRescued", seat=1, card="JC"),), ["no-room"], "§2: fewer than six"),
    ((act("CardRescued", seat=2, card="TH"),), ["not-to-rescue"], "PI-50: it brings no points, whatever else lies face up"),
]


@pytest.mark.parametrize(("acts", "found", "source"), RESCUED)
def test_only_a_player_with_room_in_hand_may_pick_up_a_thrown_point_card(acts: tuple[Act, ...], found: list[str], source: str) -> None:
    reading = bought(PASTIMES, *RESCUE, *acts)
    assert broken(reading) == found, source
    if not found:
        assert (deal_of(reading).counts[Seat(2)], deal_of(reading).open) == (1, {"JC": 2})


def test_a_card_without_points_may_not_be_picked_up_though_no_point_card_lies_face_up() -> None:
    """PI-50. Without a point card face up the step is over at once; a card with points may then still be written down late (PI-44)."""
    thrown = [names(1, "S"), throws(1, 3), *(throws(seat, 6) for seat in (2, 3, 0))]
    assert broken(bought(PASTIMES, *thrown, act("CardRescued", seat=2, card="9S"))) == ["not-to-rescue"]
    assert broken(bought(PASTIMES, *thrown, act("CardRescued", seat=2, card="JC"))) == []


SEARCHING = (names(1, "S"), *(throws(seat, 6) for seat in (1, 2, 3, 0)), *(draws(seat, 3) for seat in (1, 2, 3, 0)))
FULL = {1: "AS KS QS JS TS 9S 2H 3H 4H"}
FULL_HAND = (names(1, "S"), throws(1, 3, "2H 3H 4H"), *(throws(seat, 6) for seat in (2, 3, 0)), *(draws(seat, 3) for seat in (2, 3, 0)))


def search(kept: int, cards: str = "", shown: str = "") -> Act:
    told = {"cards": cards.split()} if cards else {}
    return act("StockSearched", seat=1, seen=4, kept=kept, shown=shown.split(), **told)


ORDER = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2C 3C 4C 5C 6C"
"""The 18 cards of a stock, in the order of drawing. Spades are trumps."""
MIXED = "2H 3H 4H 5H 6H 7H 8H 9H TH AS JH QS QH KH AH 2C 3C 4C"
TWELVE = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
FIVE_EACH = (names(1, "S"), *(throws(seat, 5) for seat in (1, 2, 3, 0)))
"""Each of nine cards throws five, and is to draw two."""
DRAWN = (*FIVE_EACH, *(draws(seat, 2) for seat in (1, 2, 3, 0)))
OTHERS = (names(1, "S"), *(throws(seat, 5) for seat in (2, 3, 0)), *(draws(seat, 2) for seat in (2, 3, 0)))
"""In a game in which only the others throw and draw, six cards of the stock are gone."""
STOCK: list[tuple[str, str | None, tuple[Act, ...], list[str], str]] = [
    (CHARBONNEAU, None, (*DRAWN, stock(1, 9)), ["wrong-number-drawn"], "§2 stock>maker-or-partner: all ten that are left"),
    (CHARBONNEAU, None, (*DRAWN, stock(3, 9)), ["wrong-number-drawn"], "§2 stock>maker-or-partner: the partner too"),
    (CHARBONNEAU, None, (*DRAWN, stock(1, 10)), [], "§2 stock>maker-or-partner"),
    (CHARBONNEAU, None, (*FIVE_EACH[:-1], draws(1, 2), draws(2, 2), draws(3, 2), stock(1, 9)), [], "nobody knows how many 0 drew"),
    (CHARBONNEAU, ORDER, (*DRAWN, stock(1, 10, "TH JH QH KH AH 2C 3C 4C 5C 6C")), [], "§2: the rest of the recorded stock"),
    (CHARBONNEAU, ORDER, (*DRAWN, stock(1, 10, "2H JH QH KH AH 2C 3C 4C 5C 6C")), ["not-from-the-stock"], "§2: a card that others drew"),
    (CHARBONNEAU, ORDER, (*FIVE_EACH, draws(1, 2, "8H 9H")), [], "PI-44: the others may have drawn before"),
    (CHARBONNEAU, ORDER, (*FIVE_EACH, draws(1, 2, "9H TH")), ["not-from-the-stock"], "out of order: only eight cards are drawn in all"),
    (CHARBONNEAU, ORDER, (*FIVE_EACH, draws(2, 2), draws(1, 2, "9H TH")), ["not-from-the-stock"], "out of order, after an unnamed draw"),
    (CHARBONNEAU, ORDER, (*FIVE_EACH, draws(2, 2, "8H 9H"), draws(1, 2), draws(3, 2), draws(0, 2, "4H 6H")), [], "PI-44: in any order"),
    (CHARBONNEAU, ORDER, (*FIVE_EACH, draws(2, 2), draws(1, 2, "2H 3H"), act("CardsShown", seat=2, cards=["8H"])), [],
     "PI-44: nobody knows which cards 2 drew"),
    (CAMPBELL, None, (*OTHERS, stock(1, 2, "AS QS")), [], "§2 stock-trumps>maker"),
    (CAMPBELL, None, (*OTHERS, stock(1, 2, "AS QH")), ["plain-card-taken"], "§2 stock-trumps>maker: a plain card is taken"),
    (CAMPBELL, MIXED, (*OTHERS, stock(1, 2, "AS QS")), [], "§2 stock-trumps>maker"),
    (CAMPBELL, MIXED, (*OTHERS, stock(1, 1, "AS")), ["trump-left"], "§2 stock-trumps>maker: a recorded trump is left"),
    (CAMPBELL, MIXED, (*OTHERS, stock(1, 1)), ["trump-left"], "§2 stock-trumps>maker: by number"),
    (CAMPBELL, MIXED, (*OTHERS, stock(1, 3)), ["plain-card-taken"], "§2 stock-trumps>maker: by number"),
    (CAMPBELL, MIXED, (*OTHERS[:-1], stock(1, 1)), ["trump-left"], "§2: an unwritten refill takes two more cards from the top"),
    ("pitch-seven-point", MIXED, (*OTHERS, stock(1, 1, "QS")), ["trump-left"], "§2 stock-trumps>maker"),
    (PASTIMES, f"{TWELVE} 3H 4H 5H TS 6H 7H", (*SEARCHING, search(1, "TS", "8H")), [], "§2 stock-search>maker: four are turned"),
    (PASTIMES, f"{TWELVE} 3H 4H 5H 6H TS 7H", (*SEARCHING, search(1, "TS", "8H")), ["not-from-the-stock"], "§2 stock-search>maker"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "order", "acts", "found", "source"), STOCK, ids=[f"{row[0]} {row[-1]}" for row in STOCK])
def test_what_comes_out_of_the_stock_is_what_was_there(
    slug: str, order: str | None, acts: tuple[Act, ...], found: list[str], source: str
) -> None:
    reading = bought(slug, *acts, **({} if order is None else {"stock": order}))
    assert [rule for rule in broken(reading) if rule in TAKEN] == found, source


TAKEN = {"wrong-number-drawn", "not-from-the-stock", "plain-card-taken", "trump-left", "card-held-elsewhere"}


THREE = "1:AS 2:3S 3:4S 0:5S 1:KS 2:6S 3:7S 0:8S 1:QS 2:9S 3:TS 0:JS"
SEARCHED: list[tuple[dict[int, str], tuple[Act, ...], str, list[str], str]] = [
    ({}, (*SEARCHING, search(1, "TS", "2H")), "", [], "PI-49: the ten brings a point"),
    ({}, (*SEARCHING, search(1, "8S", "2H")), "", ["pointless-card-kept"], "PI-49: a trump without points"),
    ({}, (*SEARCHING, search(1, "2D", "2H")), "", ["pointless-card-kept"], "PI-49: a plain card"),
    (FULL, (*FULL_HAND, search(1, "2S", "9S")), "", [], "PI-49: of seven trumps one is thrown"),
    (FULL, (*FULL_HAND, search(1, "", "9S")), "1:AS 2:3S 3:4S 0:5S 1:8S", ["pointless-card-kept"], "PI-49: the card kept is played later"),
    (FULL, (*FULL_HAND, search(1, "", "9S")), "1:AS 2:3S 3:4S 0:5S 1:2S", [], "PI-49"),
    ({}, (*SEARCHING, search(1, "", "2H")), f"{THREE} 1:out", ["no-such-deal"], "PI-49: the card kept is a trump, too"),
    ({}, (*SEARCHING, search(1, "", "2H")), f"{THREE} 1:2S 1:out", [], "PI-49: it was played"),
    ({}, (*SEARCHING, search(1, "2S", "9S")), "1:2H 2:3S 3:4S 0:5S", ["trump-thrown"], "PI-49: the maker still held a plain card"),
]


@pytest.mark.parametrize(("hands", "acts", "line", "found", "source"), SEARCHED, ids=[f"{row[-1]} {row[2]} {row[3]}" for row in SEARCHED])
def test_a_search_of_the_stock_keeps_only_point_cards_and_throws_as_the_rules_say(
    hands: dict[int, str], acts: tuple[Act, ...], line: str, found: list[str], source: str
) -> None:
    assert broken(bought(PASTIMES, *acts, *plays(line), hands=hands)) == found, source


def test_a_house_rule_lets_a_search_keep_any_card() -> None:
    """PI-49: `search_any`."""
    rules = patched(VARIANTS[PASTIMES].rules, {"search_any": True})
    assert broken(bought(rules, *SEARCHING, search(1, "8S", "2H"))) == []


def test_maker_and_partner_may_each_search_part_of_the_stock() -> None:
    """§2 stock-search: hands stay at six cards. The partner searches the part of the stock that the maker did not see."""
    filled = [*(throws(seat, 6) for seat in (1, 2, 3, 0)), *(draws(seat, 3) for seat in (1, 2, 3, 0))]
    search = act("StockSearched", seat=1, seen=4, kept=1, cards=["TS"], shown=["2H"])
    reading = bought(PASTIMES, names(1, "S"), *filled, search, act("StockSearched", seat=3, seen=2, kept=0))
    assert (broken(reading), deal_of(reading).phase) == ([], "play")
    more = bought(PASTIMES, names(1, "S"), *filled, act("StockSearched", seat=1, seen=4, kept=1, cards=["TS"]))
    assert broken(more) == ["wrong-number-thrown"]
    assert broken(bought(PASTIMES, names(1, "S"), *filled, act("StockSearched", seat=1, seen=7, kept=0))) == ["wrong-number-drawn"]


def test_leaving_out_the_exchange_is_no_breach() -> None:
    """If the exchange is not recorded, the sizes of the hands follow from the rules or are unknown."""
    reading = bought(SMEAR, names(1, "S"), *plays("1:AS"))
    assert (broken(reading, gaps=True), dict(deal_of(reading).counts), set(deal_of(reading).unsure)) == (
        [],
        {0: 6, 1: 5, 2: 6, 3: 6},
        set(),
    )
    unsure = bought(CHARBONNEAU, names(1, "S"), *plays("1:AS"))
    assert (broken(unsure, gaps=True), set(deal_of(unsure).unsure)) == ([], {0, 1, 2, 3})


# --- fields and options that change only the exchange ----------------------------------------------------------------------------------


def prompted(*acts: Act, **dealt: Any) -> Any:
    """Return a function `ask(rules)`. It returns the findings about `acts`, and the next prompts as (type, given data, fields asked
    for)."""

    def ask(rules: Ruleset) -> object:
        reading = bought(rules, *acts, **dealt)
        prompts = PLAYED[rules.slug].prompts(reading.table)
        return broken(reading), [(prompt.type, dict(prompt.given), [asked.field for asked in prompt.asks]) for prompt in prompts]

    return ask


ALL_THROWN = (names(1, "S"), *(throws(seat, 9) for seat in (1, 2, 3, 0)), draws(1, 6), draws(2, 6), draws(3, 6))
REFILLED = (names(1, "S"), *(throws(seat, 6) for seat in (2, 3, 0)), *(draws(seat, 3) for seat in (2, 3, 0)))
FIELD_ROWS = (
    ("rescue", PASTIMES, {"rescue": False, "exchange": ("name_trump", "all-nt", "all-down(6)", "all-fill(6)")}, prompted(*RESCUE), "§2"),
    ("trump_discard", PAGAT_DRAW, {"trump_discard": "free"}, prompted(names(1, "S"), throws(1, 1, shown="9S")), "§2"),
)
OPTION_ROWS = (
    ("discards_face_up", SEVEN_21, False, prompted(names(1, "S"), hands={1: "AS KS 2H 3H 4H 5H"}), "PI-38"),
    ("discards_fair_game", CHARBONNEAU, True, lambda rules: rules.exchange, "§2"),
    ("hand_dealt_9", SEVEN_21, True, lambda rules: deal_of(bought(rules)).counts, "§7"),
    ("keep_surplus", MINNESOTA, True, prompted(kitty(1), names(1, "S"), throws(1, 6)), "PI-36"),
    ("kitty_3", "pitch-trickster-4", True, prompted(), "§7"),
    ("kitty_3_sleep_2", "smear-53-eight", True, prompted(), "§7"),
    ("no_draw", OKLAHOMA, True, prompted(names(1, "S"), throws(1, 3)), "§7"),
    ("pot_4", CAMPBELL, True, prompted(names(1, "S")), "§7"),
    ("search_any", PASTIMES, True, prompted(*SEARCHING, search(1, "8S", "2H")), "PI-49"),
    ("recycle_discards", CHARBONNEAU, True, prompted(*ALL_THROWN), "PI-26"),
    ("widow_all_to_maker", CAMPBELL, True, prompted(*REFILLED), "§7"),
)  # fmt: skip
