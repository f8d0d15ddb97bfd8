"""Breaches in games of tricks. Most of them can be proved when the deal is over."""

from random import Random

from domain.kernel.cards import JOKERS, Card
from domain.kernel.events import Act, BidMade, BidPassed, CardPlayed, DealStated, OutDeclared, TricksStated
from domain.kernel.events.pitch import PointsMade
from domain.systems.bid_whist import rules as whist
from domain.systems.bid_whist.table import BidWhist
from domain.systems.pitch.play.table import Pitch, Summary
from domain.systems.pitch.rules.following import legal
from domain.systems.spades.table import Spades
from domain.systems.spades.table import legal as spades_legal
from domain.tricks import following
from domain.tricks.deal import Play
from domain.tricks.pack import TRUMP

AnyTricks = Pitch | Spades | BidWhist


def _forbidden(table: AnyTricks) -> list[Card]:
    """Return the cards that the player in turn holds but may not play by the rules for following suit."""
    deal, seat = table.deal, table.deal.turn
    if deal.phase != "play" or seat is None or not (deal.trump or isinstance(table, BidWhist)) or not deal.knows_hand(seat):
        return []
    hand = tuple(sorted(deal.hand(seat)))
    match table:
        case Spades():
            allowed = spades_legal(table.rules, table.deal, hand)
        case BidWhist():
            allowed = following.legal(whist.following(table.rules), deal.pack, hand, deal.led)
        case Pitch():
            led = deal.pack.suit_of[deal.plays[0].card] if deal.plays else None
            allowed = legal(table.rules, deal.pack, hand, led, first_trick=not deal.tricks)
    return [card for card in hand if card not in allowed] if allowed else []


def revoke(table: AnyTricks, dice: Random) -> Act | None:
    return None if _players_leave(table) else _wrong_card(table, dice)


def plain_card(table: Pitch, dice: Random) -> Act | None:
    """Return a play of a plain card by a player who holds a trump, in a game in which a player without trumps leaves the deal."""
    return _wrong_card(table, dice) if _players_leave(table) else None


def _players_leave(table: AnyTricks) -> bool:
    return isinstance(table, Pitch) and table.rules.drop_out != "never"


def _wrong_card(table: AnyTricks, dice: Random) -> Act | None:
    wrong, seat = _forbidden(table), table.deal.turn
    return CardPlayed(seat, dice.choice(wrong)) if wrong and seat is not None else None


def joker_too_early(table: BidWhist, dice: Random) -> Act | None:
    """Return an act in which a player who holds the suit led plays a joker, in a deal without trumps (BW-5)."""
    wrong, seat = [card for card in _forbidden(table) if card in JOKERS], table.deal.turn
    return CardPlayed(seat, dice.choice(wrong)) if wrong and seat is not None and table.deal.kind == "no_trump" else None


def false_out(table: Pitch, _dice: Random) -> Act | None:
    deal, seat = table.deal, table.deal.turn
    if deal.phase != "play" or seat is None or not deal.tricks or table.rules.drop_out == "never":
        return None
    held = any(deal.pack.suit_of[card] == TRUMP for card in deal.hand(seat))
    return OutDeclared(seat) if held and deal.knows_hand(seat) else None


def out_of_turn(table: AnyTricks, dice: Random) -> Act | None:
    """Return a second call by a player who has passed or holds the bid; None if there is no such player. Other calls out of turn cannot be
    proved, because calls may be missing from the record."""
    if isinstance(table, Spades):
        bidders = sorted(table.deal.bids) if table.deal.phase == "auction" else []
        return BidMade(dice.choice(bidders), dice.randint(1, 6)) if bidders else None
    auction = table.deal.auction
    if table.deal.phase != "auction" or auction is None or auction.turn is None:
        return None
    seats = sorted(auction.passed if table.rules.auction == "until_passed_out" else auction.spoken)
    if not seats:
        return None
    kind = table.rules.kind_order[-1] if isinstance(table, BidWhist) else None
    return BidMade(dice.choice(seats), table.rules.bid_max, kind) if dice.random() < 0.5 else BidPassed(dice.choice(seats))


def card_twice(table: AnyTricks, dice: Random) -> Act | None:
    deal, seat = table.deal, table.deal.turn
    played = sorted(card for card, gone in deal.gone.items() if isinstance(gone, Play))
    return CardPlayed(seat, dice.choice(played)) if deal.phase == "play" and seat is not None and played else None


def wrong_points(table: Pitch, dice: Random) -> Act | None:
    """Return a statement of the last deal that gives one point to the wrong side; None if that is not possible now."""
    last = table.dealt[-1] if table.dealt else None
    if last is None or not last.derived or not last.points or table.deal.begun:
        return None
    return _misstated(table, last, dice)


def _misstated(table: Pitch, last: Summary, dice: Random) -> Act | None:
    points = dict(last.points or {})
    name = dice.choice(sorted(points))
    others = [seat for seat in table.ring if table.account[seat] != table.account[points[name]]]
    if table.rules.sides == "called":
        mine = {last.maker, last.partner}
        others = [seat for seat in table.ring if (seat in mine) != (points[name] in mine)]
    points[name] = dice.choice(others)
    return DealStated(last.number, points=PointsMade(**points))


def wrong_tricks(table: Spades, dice: Random) -> Act | None:
    """Return a statement of the last deal that gives one trick to the wrong side."""
    last = table.dealt[-1] if table.dealt else None
    if last is None or not last.derived or table.deal.begun:
        return None
    loser = dice.choice([seat for seat, number in sorted(last.tricks.items()) if number])
    winner = dice.choice([seat for seat in table.ring if table.account[seat] != table.account[loser]])
    return TricksStated(last.number, tricks={**last.tricks, loser: last.tricks[loser] - 1, winner: last.tricks[winner] + 1})


def wrong_books(table: BidWhist, dice: Random) -> Act | None:
    """Return a statement of the last deal that gives one trick to the wrong side."""
    last = table.dealt[-1] if table.dealt else None
    if last is None or last.tricks is None or table.deal.begun:
        return None
    loser = dice.choice([seat for seat in table.ring if last.tricks[table.account[seat]]])
    winner = dice.choice([seat for seat in table.ring if table.account[seat] != table.account[loser]])
    won = {seat: last.tricks[table.account[seat]] for seat in (loser, winner)}
    return TricksStated(last.number, tricks={loser: won[loser] - 1, winner: won[winner] + 1})
