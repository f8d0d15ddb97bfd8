"""Breaches in the exchange of Pitch: the wrong cards are thrown, kept or picked up. Often only later cards of the hand prove them."""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.events import Act, CardRescued, CardsDealt, CardsDiscarded, StockSearched
from domain.kernel.shapes import Sealed
from domain.selfplay import act_for
from domain.systems.pitch.play.exchange import place_of
from domain.systems.pitch.play.table import Pitch
from domain.systems.pitch.prompts.prompts import prompts
from domain.systems.pitch.proofs import trump_discard
from domain.tricks.moves import written
from domain.tricks.pack import TRUMP
from domain.tricks.ring import next_dealer


class Throw(NamedTuple):
    """A legal throw that the table waits for, from a hand of which every card is known. `does`: what its step of the exchange asks."""

    act: CardsDiscarded
    does: str
    thrown: list[Card]
    kept: list[Card]

    def instead(self, thrown: list[Card]) -> CardsDiscarded:
        """Return the throw with other cards, face up if any card of the legal one was."""
        cards, count = tuple(thrown), len(thrown)
        if self.act.shown and not self.act.cards:
            return replace(self.act, count=count, shown=cards, cards=None)
        return replace(self.act, count=count, shown=None, cards=Sealed("", cards) if cards else None)


def _due(table: Pitch, dice: Random) -> Throw | None:
    deal = table.deal
    if deal.phase != "exchange" or deal.trump is None:
        return None
    prompt = next((prompt for prompt in prompts(table) if prompt.type == "CardsDiscarded" and prompt.expected), None)
    if prompt is None or not deal.knows_hand(Seat(int(str(prompt.given["seat"])))):
        return None
    act = act_for(prompt, dice.choice, optional=False)
    assert isinstance(act, CardsDiscarded)
    place = place_of(table, deal, act)
    if place is None:
        return None
    thrown = sorted({*written(act), *(act.shown or ())})
    return Throw(act, table.steps[place].does, thrown, sorted(deal.hand(act.seat).difference(thrown)))


def trump_thrown(table: Pitch, dice: Random) -> Act | None:
    """Return a throw of a trump that had to be kept."""
    due, rule = _due(table, dice), trump_discard(table.rules)
    if due is None or rule in ("free", "n/a"):
        return None
    pack = table.deal.pack
    kept = [card for card in due.kept if pack.suit_of[card] == TRUMP]
    spare = [card for card in kept if card not in pack.scoring]
    plain = [card for card in due.thrown if pack.suit_of[card] != TRUMP]
    if not spare or (rule.startswith("over_limit") and len(kept) > table.rules.play_hand):
        return None
    if due.does == "throw-plain":
        return due.instead([*due.thrown, dice.choice(spare)])
    return due.instead([*(card for card in due.thrown if card != plain[0]), dice.choice(spare)]) if plain else None


def plain_kept(table: Pitch, dice: Random) -> Act | None:
    """Return a throw that keeps a plain card although all had to be thrown."""
    due = _due(table, dice)
    if due is None or due.does != "throw-plain" or not due.thrown:
        return None
    kept = dice.choice(due.thrown)
    return due.instead([card for card in due.thrown if card != kept])


def point_thrown(table: Pitch, dice: Random) -> Act | None:
    """Return a throw of a point trump from a hand that keeps a trump without points (PI-36)."""
    due, pack = _due(table, dice), table.deal.pack
    if due is None or "nonscoring" not in table.rules.trump_discard:
        return None
    burned = [card for card in due.thrown if pack.suit_of[card] == TRUMP and card not in pack.scoring]
    points = [card for card in due.kept if pack.suit_of[card] == TRUMP and card in pack.scoring]
    if not burned or not points:
        return None
    wrong = due.instead([*(card for card in due.thrown if card != burned[0]), points[0]])
    return replace(wrong, cards=None, shown=(*written(wrong), *(wrong.shown or ())))


def burned_unseen(table: Pitch, dice: Random) -> Act | None:
    """Return a throw of a trump face down that had to be shown."""
    due, pack = _due(table, dice), table.deal.pack
    first_shown = table.rules.trump_discard == "over_limit_nonscoring_first_shown"
    if due is None or not first_shown or not any(pack.suit_of[card] == TRUMP for card in due.thrown):
        return None
    return replace(due.act, shown=None, cards=Sealed("", tuple(due.thrown)))


def _searching(table: Pitch) -> tuple[Seat, list[Card]] | None:
    deal = table.deal
    prompt = next((prompt for prompt in prompts(table) if prompt.type == "StockSearched"), None) if deal.phase == "exchange" else None
    if prompt is None or not deal.stock_cards:
        return None
    seat = Seat(int(str(prompt.given["seat"])))
    return (seat, sorted(deal.hand(seat))) if deal.knows_hand(seat) and deal.counts[seat] == table.rules.play_hand else None


def _search(table: Pitch, dice: Random, *, points: bool, trump: bool) -> Act | None:
    """Return a search that keeps one card. `points`: whether this card brings points; `trump`: whether a trump is thrown for it."""
    searching, pack = _searching(table), table.deal.pack
    if searching is None:
        return None
    seat, hand = searching
    stock = [card for card in table.deal.stock_cards or () if (card in pack.scoring) is points]
    plain = [card for card in hand if pack.suit_of[card] != TRUMP]
    thrown = [card for card in hand if pack.suit_of[card] == TRUMP] if trump else plain
    if not stock or not thrown or (trump and not plain):
        return None
    kept = dice.choice(stock)
    seen = (table.deal.stock_cards or ()).index(kept) + 1
    return StockSearched(seat, seen, 1, Sealed("", (kept,)), (dice.choice(thrown),))


def pointless_kept(table: Pitch, dice: Random) -> Act | None:
    return _search(table, dice, points=False, trump=False)


def trump_thrown_in_a_search(table: Pitch, dice: Random) -> Act | None:
    return _search(table, dice, points=True, trump=True)


def pointless_rescued(table: Pitch, dice: Random) -> Act | None:
    """Return an act that picks up a thrown card without points (PI-50)."""
    deal = table.deal
    if deal.phase != "exchange" or not table.rules.rescue or table.steps[deal.step].does not in ("rescue", "fill"):
        return None
    cards = sorted(card for card, gone in deal.gone.items() if gone.public and card not in deal.pack.scoring)
    seats = [seat for seat in table.ring if deal.counts[seat] < table.rules.play_hand]
    return CardRescued(dice.choice(seats), dice.choice(cards)) if cards and seats else None


def dealt_too_early(table: Pitch, _dice: Random) -> Act | None:
    """Return a deal of the cards in the middle of the play (PI-51)."""
    deal = table.deal
    held = any(card in deal.pack.trumps for seat in table.ring if seat not in deal.out for card in deal.hand(seat))
    if deal.phase != "play" or not deal.tricks or not held:
        return None
    dealer = next_dealer(table.ring, deal.dealer)
    return None if dealer is None else CardsDealt(dealer)
