"""Auctions that have only bids and passes. In one, each player calls once, and a bid has a level and a kind (Bid Whist). In the other, the
calls go round until only one bidder is left. (Auctions of Pitch, with shoots and pitches, are in tests/domain/pitch.)"""

import pytest

from domain.kernel.cards import Seat
from domain.kernel.values import replace
from domain.tricks.auction import Auction, Bidding, bidden, fault, next_turn, passed, passed_by

ORDER = (Seat(1), Seat(2), Seat(3), Seat(0))
KINDS = "hln"
"""High, low, no trump: at the same level, low beats high and no trump beats low (docs/rules/05_bid_whist.md)."""
WHIST = Bidding(9, 23, last="bid")
ROUND = Bidding(1, 4, "until_passed_out", matches=True, last="least")


def bid_of(word: str) -> int | None:
    """Return the bid of a call as a number (None: a pass). `3l` is a bid of three low, `2` a bid of two, `p` a pass."""
    return None if word == "p" else int(word) if word.isdigit() else 3 * int(word[0]) + KINDS.index(word[1])


def called(rules: Bidding, auction: Auction, seat: Seat, bid: int | None) -> Auction:
    if bid is None:
        return next_turn(rules, passed(auction, seat), seat)
    now = bidden(auction, seat, fault(rules, replace(auction, turn=seat), seat, bid), bid=bid)
    return next_turn(rules, now, seat, over=rules.rounds == "until_passed_out" and now.bid >= rules.most)


def judged(rules: Bidding, line: str) -> tuple[object, ...]:
    """Return the player in turn, the maker and the bid; or the first illegal call and the reason. In a line like `1:3h 2:p`, the number
    before the colon is the seat."""
    auction = Auction(ORDER, ORDER[0])
    for item in line.split():
        seat, bid = Seat(int(item[0])), bid_of(item[2:])
        reason = fault(rules, auction, seat, bid)
        if reason is not None:
            return item, reason
        auction = called(rules, auction, seat, bid)
    return auction.turn, auction.maker, auction.bid


@pytest.mark.parametrize(
    ("rules", "line", "result", "source"),
    [
        (WHIST, "1:3h 2:3l 3:3n 0:4h", (None, 0, 12), "05: by (level, kind)"),
        (WHIST, "1:3l 2:3h", ("2:3h", "not_higher"), "05: low beats high"),
        (WHIST, "1:3n 2:3n", ("2:3n", "not_higher"), "05: the same call does not beat itself"),
        (WHIST, "1:2n", ("1:2n", "out_of_range"), "05 bid_min 3"),
        (WHIST, "1:p 2:p 3:p 0:p", ("0:p", "dealer_forced"), "05 all_pass dealer_must_bid"),
        (WHIST, "1:p 2:p 3:p 0:5l", (None, 0, 16), "05 all_pass dealer_must_bid: any bid"),
        (WHIST, "1:7n 2:p 3:p 0:p", (None, 1, 23), "05: one call each"),
        (WHIST, "2:3h", ("2:3h", "not_your_turn"), "05: eldest first"),
        (ROUND, "1:1 2:2 3:p 0:2", (1, 0, 2), "the dealer may match"),
        (ROUND, "1:1 2:2 3:2", ("3:2", "not_higher"), "only the dealer may match"),
        (ROUND, "1:1 2:2 3:p 0:p 1:p", (None, 2, 2), "one bidder is left"),
        (ROUND, "1:p 2:4", (None, 2, 4), "nothing beats the top bid"),
        (ROUND, "1:p 2:1 3:p 0:2 1:3", ("1:3", "already_passed"), "a pass is final"),
        (ROUND, "1:p 2:p 3:p 0:2", ("0:2", "exact_min"), "the dealer holds the lowest bid"),
        (Bidding(1, 4), "1:p 2:p 3:p 0:p", (None, None, 0), "all pass: the deal is void"),
    ],
)
def test_an_auction_has_the_expected_result(rules: Bidding, line: str, result: tuple[object, ...], source: str) -> None:
    assert judged(rules, line) == result, source


def test_an_illegal_bid_does_not_change_the_current_bid() -> None:
    auction = called(WHIST, called(WHIST, Auction(ORDER, ORDER[0]), Seat(1), bid_of("4h")), Seat(2), bid_of("3h"))
    assert (auction.maker, auction.bid, auction.turn, auction.over, auction.void) == (1, 12, 3, False, False)


def test_the_seats_skipped_by_a_call_out_of_turn_are_returned_in_order() -> None:
    first = Auction(ORDER, ORDER[0])
    assert passed_by(WHIST, first, Seat(3)) == (1, 2)
    assert passed_by(WHIST, called(WHIST, first, Seat(1), None), Seat(1)) is None
    assert passed_by(ROUND, called(ROUND, first, Seat(2), 1), Seat(1)) == (3, 0)
