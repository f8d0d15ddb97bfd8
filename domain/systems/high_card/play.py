"""Carries out the events of High Card (`evolve`), with one function for each act. An illegal act is carried out as it happened; `check`
reports it.

A round consists of *hands*. In each hand every player who is still in the round places one card."""

from collections.abc import Mapping, Sequence
from typing import Final

from domain.kernel.cards import Card, Seat
from domain.kernel.events import (
    CardPlaced,
    CardsRevealed,
    CardsShown,
    Event,
    GameOpened,
    HandDealt,
    OpenerChosen,
    PlayerJoined,
    PlayerLeft,
)
from domain.kernel.values import replace
from domain.ledger import Closed, Ledger, State
from domain.rounds import Rounds
from domain.systems.high_card.table import (
    OVER,
    Finished,
    HighCard,
    HighCardRules,
    Phase,
    Placed,
    Sighting,
    can_deal,
    clockwise,
    closed_round,
    ended,
    next_opener,
    next_round,
    opened_round,
    reached,
    right_calls,
    survived,
)


def open_table(opened: GameOpened) -> HighCard:
    ring = tuple(seating.seat for seating in opened.seats)
    rules = HighCardRules(**opened.rules)  # type: ignore[arg-type]
    return opened_round(HighCard(rules, ring, Ledger(dict.fromkeys(ring, 0))))


def evolve(table: HighCard, event: Event) -> HighCard:
    act = event.act
    if table.phase in OVER:
        return ROUNDS.evolve(table, event)
    match act:
        case CardPlaced():
            return _placed(table, act, event.version)
        case CardsRevealed():
            return _revealed(table, act.cards, event.version)
        case HandDealt():
            return _dealt(table, act, event.version)
        case OpenerChosen(seat):
            return _opener_chosen(table, seat)
        case CardsShown(seat, cards):
            return replace(table, seen=_sighted(table, dict.fromkeys(cards, seat), event.version, played=False))
        case PlayerJoined():
            return _joined(table, act)
        case PlayerLeft(seat):
            return _left(table, seat, event.version)
        case _:
            return ROUNDS.evolve(table, event)


def _opener_chosen(table: HighCard, seat: Seat) -> HighCard:
    if not table.between_rounds:
        return table
    return replace(table, opener=seat, leader=seat, phase="deal")


def _dealt(table: HighCard, act: HandDealt, version: int) -> HighCard:
    held = dict(table.held)
    for seat, cards in (act.cards or {}).items():
        held[seat] = {**held.get(seat, {}), **dict.fromkeys(cards.value or (), version)}
    return replace(table if table.dealt else _hand_begun(table, table.placed), held=held)


def _hand_begun(table: HighCard, placed: Mapping[Seat, Placed], phase: Phase = "commit") -> HighCard:
    """Return the table after a hand was dealt, with `placed` as the cards on the table. With the first hand of a round, players also get
    the cards for the points that they have won (HC-5)."""
    due = frozenset[Seat]() if table.hand_no == 1 else table.due
    return replace(table, dealt=True, due=due, placed=placed, phase=phase, last_hand={}, ledger=table.ledger.with_cards())


def _placed(table: HighCard, act: CardPlaced, version: int) -> HighCard:
    """Return the table after a player placed a card. The first placed card of a hand shows that the cards were dealt. If nobody knows who
    leads, the player of this card is the opener."""
    seat, active, before = act.seat, table.active, table.placed
    if table.leader is None:
        table = replace(table, leader=seat, opener=seat)
    mine = before.get(seat)
    if mine is None and seat in active:
        card = None if act.card is None else act.card.value
        placed = {**before, seat: Placed(version, act.call, card, False)}
        phase = _awaiting(active, placed)
        return replace(table, placed=placed, phase=phase) if table.dealt else _hand_begun(table, placed, phase)
    if not table.dealt:
        table = _hand_begun(table, before)
    if mine is None or seat not in active or mine.call is not None:
        return table  # HC-14: a player's first call counts
    return _shown(table, {**before, seat: mine._replace(call=act.call)}, table.held, {}, version)


def _awaiting(active: Sequence[Seat], placed: Mapping[Seat, Placed]) -> Phase:
    return "reveal" if len(placed) == len(active) else "commit"


def _revealed(table: HighCard, cards: Mapping[Seat, Card], version: int) -> HighCard:
    if not table.dealt:
        table = _hand_begun(table, table.placed)
    placed, held, active = dict(table.placed), table.held, table.active
    for seat, card in cards.items():
        if held and card in held.get(seat, ()):
            held = {**held, seat: {known: dealt for known, dealt in held[seat].items() if known != card}}
        if seat in active:
            before = placed.get(seat)
            placed[seat] = Placed(version, None, card, True) if before is None else Placed(before.version, before.call, card, True)
    return _shown(table, placed, held, cards, version)


def _sighted(table: HighCard, owners: Mapping[Card, Seat], version: int, *, played: bool) -> Mapping[Card, Sighting]:
    """Return how everyone came to see each card in this round, with the cards in `owners` added. `owners`: by card, the seat that had it. A
    card that was already seen in play keeps its entry."""
    seen = dict(table.seen)
    for card, seat in owners.items():
        if card not in seen or not seen[card].played:
            seen[card] = Sighting(seat, version, played)
    return seen


def _shown(
    table: HighCard, placed: Mapping[Seat, Placed], held: Mapping[Seat, Mapping[Card, int]], cards: Mapping[Seat, Card], version: int
) -> HighCard:
    """Return the table with new `placed` and `held`. `cards`: by seat, the cards that were turned over just now. Once every active player
    has called and shown a card with a rank, the hand is over: only players with a right call stay in the round."""
    right = right_calls(placed) if len(placed) >= len(table.active) else None
    if right is None:
        return replace(table, placed=placed, held=held, seen=_turned(table, cards, version), phase=_awaiting(table.active, placed))
    opened = table.opened
    for mine in placed.values():
        opened |= 1 << mine.version
    active = tuple([seat for seat in table.active if seat in right])
    if len(active) < 2:
        plain = next_round(table, Finished(active, placed, opened, held), version)
        if plain is not None:
            return plain
        over = replace(table, active=active, placed={}, last_hand=placed, dealt=False, opened=opened, held=held)
        return survived(replace(over, seen=_turned(table, cards, version)), version)
    last = table.leader if table.leader is not None else active[0]
    newcomers = table.newcomers
    if table.rules.join_next_hand:
        active, newcomers = tuple([seat for seat in table.ring if seat in active or seat in newcomers]), frozenset()
    table = replace(
        table, active=active, placed={}, last_hand=placed, dealt=False, opened=opened, held=held, seen=_turned(table, cards, version),
        newcomers=newcomers, hand_no=table.hand_no + 1, phase="deal", leader=_next_leader(table.ring, active, last),
    )  # fmt: skip
    if can_deal(table.stock, len(active)):
        return table
    opener = next_opener(table.ring, last, active, table.rules)
    return closed_round(table, "cards_short", dict.fromkeys(active, 1), opener, version)


def _turned(table: HighCard, cards: Mapping[Seat, Card], version: int) -> Mapping[Card, Sighting]:
    return _sighted(table, {card: seat for seat, card in cards.items()}, version, played=True) if cards else table.seen


def _next_leader(ring: Sequence[Seat], active: Sequence[Seat], last: Seat) -> Seat:
    """Return the leader of the next hand: the next active seat after the last leader (HC-2)."""
    if last in active:
        return active[(active.index(last) + 1) % len(active)]
    order = clockwise(ring, last)
    return next(seat for seat in (*order[1:], last) if seat in active)


def _joined(table: HighCard, act: PlayerJoined) -> HighCard:
    if act.seat in table.ring:
        return table
    ring = list(table.ring)
    at = ring.index(act.left_of) + 1 if act.left_of in ring else sum(1 for seat in ring if seat < act.seat)
    ring.insert(at, act.seat)
    table = replace(table, ring=tuple(ring), ledger=table.ledger.seated(act.seat), newcomers=table.newcomers | {act.seat})
    return opened_round(table) if table.between_rounds else table


def _left(table: HighCard, seat: Seat, version: int) -> HighCard:
    """Return the table after a player left. Between rounds the seat is free at once (HC-11). During a round, the player's cards stay out of
    play until the round ends (HC-16)."""
    if seat not in table.ring or seat in table.leavers:
        return table
    kept = table.kept(seat) + (seat in table.placed and not table.placed[seat].open)
    leavers = table.leavers | {seat}
    if table.between_rounds:
        return opened_round(replace(table, leavers=leavers))
    active = tuple(other for other in table.active if other != seat)
    placed = {other: card for other, card in table.placed.items() if other != seat}
    held = {other: cards for other, cards in table.held.items() if other != seat}
    table = replace(table, leavers=leavers, active=active, placed=placed, held=held, aside=table.aside + kept)
    if len(active) < 2:
        return survived(table, version)
    if not table.dealt:
        leader = next(other for other in clockwise(table.ring, seat) if other in active) if table.leader == seat else table.leader
        return replace(table, leader=leader)
    return _shown(table, placed, held, {}, version)


# --- statements of the table and rulings of a director ------------------------------------------------------------------------------------


def _state(table: HighCard) -> State:
    return "finished" if table.phase == "over" else "abandoned" if table.phase == "abandoned" else "open"


def _closed(table: HighCard, points: Mapping[Seat, int], reason: str, version: int) -> HighCard:
    opener = next(iter(points)) if len(points) == 1 else None if points else table.opener
    uncounted = table.uncounted.union(seat for seat, number in points.items() if number != 1)
    return closed_round(replace(table, held={}, uncounted=uncounted), reason, points, opener, version)


def _decided(table: HighCard, before: Ledger) -> HighCard:
    """Return the table after the totals changed. Players who gained points get cards for them with the next deal. If the points of a player
    changed, it is no longer certain that this player has one card in the hand for each point."""
    if not before.adopts_totals():
        changes = {seat: score - before.scores.get(seat, 0) for seat, score in table.ledger.scores.items()}
        given = frozenset([seat for seat, change in changes.items() if change > 0])
        taken = frozenset([seat for seat, change in changes.items() if change < 0])
        table = replace(table, due=(table.due | given) - taken, uncounted=table.uncounted | given | taken)
    if table.contenders and frozenset(reached(table)) == frozenset(table.contenders):
        return _played_off(table)
    now = ended(replace(table, winners=(), contenders=()), frozenset())
    if now.winners:
        return now if table.phase == "over" else replace(now, interrupted=table.phase)
    return _reopened(now) if table.phase == "over" else now


def _played_off(table: HighCard) -> HighCard:
    """Return the table of a play-off after the totals changed. The game is over if only one player scored in the last round, and that
    player is in the play-off (HC-8)."""
    if table.phase != "over" or not table.ledger.closed:
        return table
    scorers = [seat for seat, number in table.ledger.closed[-1].points.items() if number > 0]
    if len(scorers) == 1 and scorers[0] in table.contenders:
        return replace(table, winners=(scorers[0],))
    return _reopened(replace(table, winners=()))


def _reopened(table: HighCard) -> HighCard:
    """Return the table after a ruling reopens the game. Play goes on where it was interrupted, or with the next round."""
    if table.interrupted is not None:
        return replace(table, phase=table.interrupted, interrupted=None)
    return opened_round(replace(table, phase="deal"))


def _between(table: HighCard) -> bool:
    return table.interrupted in (None, "opener") if table.phase == "over" else table.between_rounds


def _replayed(table: HighCard, closed: Closed) -> HighCard:
    """Return the table on which the closed round is played again, with the same opener (HC-3). If later rounds were played already, the
    table does not change: one more round at the end is played instead."""
    if closed.number != table.ledger.round:
        return table
    table = replace(table, opener=table.former)
    return opened_round(table) if table.playing else table


ROUNDS: Final[Rounds[HighCard]] = Rounds(
    state=_state,
    between=_between,
    voided=lambda table: table if table.between_rounds else opened_round(replace(table, held={})),
    closed=_closed,
    decided=_decided,
    replayed=_replayed,
    finished=lambda table, winners: replace(table, phase="over", winners=winners),
    abandoned=lambda table: replace(table, phase="abandoned"),
    possible=lambda table: None if table.between_rounds else frozenset(table.active),
    won=lambda table, scores: tuple(seat for seat, score in scores.items() if score >= table.rules.target),
)
