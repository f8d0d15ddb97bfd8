"""Carries out the events of High Card Low Card. An illegal act is carried out as it happened; `check` (breaches.py) reports it.

Source: docs/rules/01_simple_games.md §2, rulings LC-1 to LC-8."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import CardSelected, Event, GameOpened, NumbersRevealed, PlayerJoined, PlayerLeft, PlayerSubstituted
from domain.kernel.values import replace
from domain.ledger import Closed, Ledger
from domain.rounds import Rounds
from domain.systems.high_card_low_card.table import Laid, LowCardRules, LowCardTable, deltas, impossible_points, winners_of


def open_table(opened: GameOpened) -> LowCardTable:
    ring = tuple(seating.seat for seating in opened.seats)
    rules = LowCardRules(**opened.rules)  # type: ignore[arg-type]
    return LowCardTable(rules, ring, Ledger(dict.fromkeys(ring, 0), floor=0 if rules.floor_zero else None))  # LC-4: totals stop at 0


def evolve(table: LowCardTable, event: Event) -> LowCardTable:
    act = event.act
    if table.state != "open":
        return ROUNDS.evolve(table, event)
    match act:
        case CardSelected():
            return _laid(table, act, event.version)
        case NumbersRevealed():
            return _revealed(table if table.laid else _begun(table), act.values, event.version)
        case PlayerJoined(seat) if table.ledger.depth == "nothing" and seat not in table.ring:  # LC-5: nobody joins after the first card
            return replace(table, ring=tuple(sorted((*table.ring, seat))), ledger=table.ledger.seated(seat))
        case PlayerLeft(seat) if table.ledger.depth == "nothing":
            ring = tuple(other for other in table.ring if other != seat)
            return replace(table, ring=ring, ledger=table.ledger.without((seat,))) if ring else table
        case PlayerLeft(seat) if seat in table.ring:
            return _scored(replace(table, left=table.left | {seat}), event.version)
        case PlayerJoined(seat) | PlayerSubstituted(seat) if seat in table.left:
            return replace(table, left=table.left - {seat})
        case _:
            return ROUNDS.evolve(table, event)


def _laid(table: LowCardTable, act: CardSelected, version: int) -> LowCardTable:
    seat, before = act.seat, table.laid
    if seat not in table.ring or seat in before:
        return table
    laid = {**before, seat: Laid(version, None if act.value is None else act.value.value)}
    if seat in table.left:
        table = replace(table, left=table.left - {seat})  # the seat plays again
    return replace(table, laid=laid) if before else replace(_begun(table), laid=laid)


def _begun(table: LowCardTable) -> LowCardTable:
    return replace(table, ledger=table.ledger.with_cards(), last={})


def _revealed(table: LowCardTable, values: Mapping[Seat, int], version: int) -> LowCardTable:
    """Return the table after number cards were turned up. The round is scored when every player has shown one of the numbers 1 to X, where
    X is the number of players at the start (LC-6)."""
    laid, ring = dict(table.laid), table.ring
    for seat, value in values.items():
        if seat in ring:
            before = laid.get(seat)
            laid[seat] = Laid(version if before is None else before.version, value, True)
    return _scored(replace(table, laid=laid), version)


def _scored(table: LowCardTable, version: int) -> LowCardTable:
    """Return the table with the round scored if every player has shown a card."""
    laid, most = table.laid, len(table.ring)
    shown = {seat: card.value for seat, card in laid.items() if card.open and card.value is not None and 1 <= card.value <= most}
    if not shown or not shown.keys() >= {*table.players}:
        return table
    opened = table.opened
    for card in laid.values():
        opened |= 1 << card.version
    return _closed(replace(table, last=laid, opened=opened), deltas(shown), "scored", version)


def _closed(table: LowCardTable, points: Mapping[Seat, int], reason: str, version: int) -> LowCardTable:
    return _decided(replace(table, ledger=table.ledger.with_round(points, reason, version), laid={}), table.ledger)


def _decided(table: LowCardTable, _before: Ledger) -> LowCardTable:
    """Return the table after the totals changed. The game is over if the new totals give a winner."""
    winners = winners_of(table.ledger.scores, table.rules)
    return replace(table, winners=winners, state="finished" if winners else "open")


def _replayed(table: LowCardTable, _round: Closed) -> LowCardTable:
    """Return the table unchanged: a round can always be played again, because hands are complete after every round."""
    return table


ROUNDS: Final[Rounds[LowCardTable]] = Rounds(
    between=lambda table: not table.laid,
    voided=lambda table: replace(table, laid={}),
    closed=_closed,
    decided=_decided,
    replayed=_replayed,
    scoring="01 §2, LC-1, LC-2",
    impossible=impossible_points,
    won=lambda table, scores: winners_of(scores, table.rules),
)
