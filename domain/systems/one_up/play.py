"""Carries out the events of One-up (`evolve`) as far as possible, and judges nothing.

Source: docs/rules/01_simple_games.md §3, rulings OU-1 to OU-8."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.cards import BIT_OF, Card, Seat
from domain.kernel.events import CardOffered, CardsFlipped, Event, GameOpened, PlayerLeft, RoundStated
from domain.kernel.values import replace
from domain.ledger import REPLAYED, Closed, Ledger
from domain.rounds import Rounds
from domain.systems.one_up.table import Offered, OneUpTable, as_bits, awarded, cards_of_all, own, rules_of, starting_hands


def open_table(opened: GameOpened) -> OneUpTable:
    rules = rules_of(opened.rules)
    ring = tuple(seating.seat for seating in opened.seats)
    return OneUpTable(rules, ring, Ledger(dict.fromkeys(ring, 0)), as_bits(starting_hands(rules, ring)))


def evolve(table: OneUpTable, event: Event) -> OneUpTable:
    act = event.act
    if table.state != "open":
        return ROUNDS.evolve(table, event)
    match act:
        case CardOffered():
            return _offered(table, act, event.version)
        case CardsFlipped():
            return _flipped(table, act.cards, event.version)
        case PlayerLeft(seat) if seat in table.ring:
            return _left(table, seat, event.version)
        case RoundStated(number):
            missing = max(0, number - table.ledger.round)
            return ROUNDS.evolve(replace(table, unseen=table.unseen + missing), event)
        case _:
            return ROUNDS.evolve(table, event)


def _offered(table: OneUpTable, act: CardOffered, version: int) -> OneUpTable:
    seat, before = act.seat, table.offered
    if seat in before or seat not in table.players:
        return table
    card = None if act.card is None or act.card.value is None else own(act.card.value, table, seat)
    return _laid(table, {**before, seat: Offered(version, card)}, version)


def _laid(table: OneUpTable, offered: Mapping[Seat, Offered], version: int) -> OneUpTable:
    """Return the table with `offered` as the cards on the table. The first card begins a round. When the first card of a round lies on the
    table, players may no longer see the events of earlier rounds (OU-5)."""
    if table.offered:
        return replace(table, offered=offered, recent=table.recent | 1 << version)
    closed = table.closed | table.recent
    return replace(table, offered=offered, ledger=table.ledger.with_cards(), last={}, closed=closed, recent=1 << version)


def _flipped(table: OneUpTable, cards: Mapping[Seat, Card], version: int) -> OneUpTable:
    """Return the table after cards were flipped."""
    table = table if table.offered else _laid(table, {}, version)
    offered, players = dict(table.offered), table.players
    for seat, card in cards.items():
        if seat in players:
            before = offered.get(seat)
            mine = own(card, table, seat) if "@" in card else card
            offered[seat] = Offered(version if before is None else before.version, mine, True)
    return _compared(table, offered, table.recent | 1 << version, version)


def _compared(table: OneUpTable, offered: Mapping[Seat, Offered], recent: int, version: int) -> OneUpTable:
    """Return the table with `offered` as the cards on the table, and `recent` as the events of the round. Once every player has shown a
    card from the hand, the winner of the round gets all these cards (OU-7)."""
    hands, opened, shown = dict(table.hands), table.opened, {}
    for seat, (laid, card, is_open) in offered.items():
        opened |= 1 << laid
        if is_open and card is not None and hands[seat] & BIT_OF.get(card, 0):
            hands[seat] ^= BIT_OF[card]
            shown[seat] = card
    if len(shown) < len(table.players):
        return replace(table, offered=offered, recent=recent)
    gains = awarded(shown, table.rules)[1]
    ledger, played = table.ledger.with_round(gains, "awarded", version), (*table.played, (version, shown))
    table = replace(table, ledger=ledger, hands=hands, offered={}, last=offered, played=played, opened=opened, recent=recent)
    return _after_round(table, gains)


def _after_round(table: OneUpTable, gains: Mapping[Seat, int]) -> OneUpTable:
    """Return the table, with the game ended if the round was the last one. `gains`: the cards that each pile gained."""
    if table.deciders:
        taker = [seat for seat, gain in gains.items() if gain]
        if len(taker) == 1:
            return replace(table, winners=(taker[0],), state="finished")
    return _ended(table) if table.cards_left <= 0 else table


def _ended(table: OneUpTable) -> OneUpTable:
    """Return the table, with the game ended if the last card was played. The largest pile wins. Tied players share the win (OU-3), or play
    on (option `sudden_death`)."""
    best = max(table.ledger.scores[seat] for seat in table.players)
    top = table.deciders or tuple(seat for seat in table.players if table.ledger.scores[seat] == best)
    if table.rules.sudden_death and len(top) > 1:
        fresh = as_bits(starting_hands(table.rules, tuple(seat for seat in table.ledger.scores)))
        return replace(table, deciders=top, hands={**table.hands, **{seat: fresh[seat] for seat in top}}, played=(), unseen=0)
    return replace(table, winners=tuple(sorted(top)), state="finished")


def _unseen_round(table: OneUpTable, points: Mapping[Seat, int], reason: str, version: int) -> OneUpTable:
    """Return the table after a round whose cards are not in the record. Every hand has one card less than before the round."""
    ledger = table.ledger.with_round(points, reason, version)
    return _after_round(replace(table, ledger=ledger, offered={}, unseen=table.unseen + 1), points)


def _voided(table: OneUpTable) -> OneUpTable:
    return replace(table, offered={}, closed=table.closed | table.recent, recent=0)


def _replayed(table: OneUpTable, closed: Closed) -> OneUpTable | None:
    """Return the table with the cards of the closed round back in the hands. None if these cards are out of play (OU-3) or already in the
    hands."""
    if table.deciders or closed.reason == REPLAYED:
        return None
    again = [(seat, card) for version, shown in table.played if version == closed.version for seat, card in shown.items()]
    if not again and not table.unseen:
        return None
    hands = dict(table.hands)
    for seat, card in again:
        hands[seat] |= BIT_OF[card]
    played = tuple([each for each in table.played if each[0] != closed.version])
    unseen = table.unseen if again else table.unseen - 1
    return replace(table, hands=hands, played=played, unseen=unseen, state="open", winners=(), last={})


def _decided(table: OneUpTable, _before: Ledger) -> OneUpTable:
    """Return the table after the totals changed. If all cards are played, the new totals decide the game."""
    if table.deciders or table.state != "finished":
        return table
    return _ended(replace(table, state="open", winners=())) if table.cards_left <= 0 else replace(table, state="open", winners=())


def _won(table: OneUpTable, scores: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Return the players with the largest pile if all cards are won; empty if cards are left, or if a sudden death may have decided the
    game (01 §3)."""
    if sum(scores.values()) != cards_of_all(table) or table.rules.sudden_death:
        return ()
    return tuple(seat for seat, score in scores.items() if score == max(scores.values()))


ROUNDS: Final[Rounds[OneUpTable]] = Rounds(
    between=lambda table: not table.offered,
    voided=_voided,
    closed=_unseen_round,
    decided=_decided,
    replayed=_replayed,
    won=_won,
)


def _left(table: OneUpTable, seat: Seat, version: int) -> OneUpTable:
    """Return the table after a player left. The game is abandoned or, with the option `remove_hand`, goes on without that player's hand
    (OU-6)."""
    ring = tuple(other for other in table.ring if other != seat)
    if not table.rules.remove_hand or len(ring) < 2:
        return replace(table, state="abandoned")
    offered = {other: card for other, card in table.offered.items() if other != seat}
    deciders = tuple(other for other in table.deciders if other != seat)
    table = replace(table, ring=ring, offered=offered, deciders=deciders)
    if len(deciders) == 1:
        return replace(table, winners=deciders, state="finished")
    return _compared(table, offered, table.recent, version)
