"""Carries out the acts of a round of Box (`evolve`). The module `refills` does this for the acts between rounds. An illegal act is carried
out as it happened; `check` reports it."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.cards import RANK_OF, UNKNOWN, Card, Seat
from domain.kernel.events import (
    BoxDrawn,
    BoxesSet,
    BoxRefilled,
    CardLed,
    CardPlayed,
    CardsShown,
    Event,
    ExtrasTraded,
    GameOpened,
    HandRefilled,
    OpenerChosen,
    PlayerLeft,
    Resurrected,
    ResurrectionDeclined,
    RoundStated,
    ScoreStated,
    StuckDeclared,
)
from domain.kernel.values import replace
from domain.kernel.vector import Vector
from domain.ledger import Closed, Ledger, State
from domain.rounds import Rounds
from domain.systems.box.claims import Claim, spoken_against
from domain.systems.box.refills import Draw, box_refilled, hand_refilled, resurrected, round_over, traded
from domain.systems.box.table import (
    BOX_CAPACITY,
    HAND_LIMIT,
    MOST_CLAIMS,
    PACK,
    Box,
    BoxRules,
    Holding,
    Play,
    following,
    gone,
    recycled,
    settled,
    with_holding,
)


def open_table(opened: GameOpened) -> Box:
    ring = tuple(seating.seat for seating in opened.seats)
    rules = BoxRules(**opened.rules)  # type: ignore[arg-type]
    stock = PACK - len(ring) * (HAND_LIMIT + BOX_CAPACITY)
    return Box(rules, ring, Ledger(dict.fromkeys(ring, 0)), dict.fromkeys(ring, Holding()), stock)


def evolve(table: Box, event: Event) -> Box:
    act = event.act
    if not table.playing:
        return ROUNDS.evolve(table, event)
    match act:
        case CardPlayed() | CardLed() if act.seat in table.ring:
            return _from_hand(table, act.seat, UNKNOWN if act.card is None else act.card, event.version)
        case BoxDrawn() if act.seat in table.ring:
            return _from_box(table, act.seat, act.card, event.version)
        case StuckDeclared(seat):
            return _declared(table, seat, event.version)
        case HandRefilled(seat, count, cards) if seat in table.players:
            return hand_refilled(table, seat, count, cards)
        case BoxRefilled(seat, count, cards) if seat in table.players:
            return box_refilled(table, seat, count, cards)
        case ExtrasTraded() if act.seat in table.players:
            return traded(table, act)
        case Resurrected() if act.seat in table.players:
            return resurrected(table, act)
        case ResurrectionDeclined(seat) if seat in table.players and table.holdings[seat].box == 0 and table.between_rounds:
            return settled(gone(table, seat))
        case _:
            return _otherwise(table, event)


def _otherwise(table: Box, event: Event) -> Box:
    act = event.act
    match act:
        case BoxesSet(hands, boxes):
            held, boxed = [
                {seat: frozenset(cards.value) for seat, cards in (told or {}).items() if cards.value is not None} for told in (hands, boxes)
            ]
            return replace(table, held={**table.held, **held}, boxes={**table.boxes, **boxed})
        case OpenerChosen(seat) if table.between_rounds and seat in table.players:
            return replace(table, leader=seat, phase="lead" if table.phase == "setup" else table.phase)
        case CardsShown(seat, cards):
            return _shown(table, seat, cards, event.version)
        case PlayerLeft(seat) if seat in table.players:
            return _left(table, seat, event.version)
        case RoundStated() if not table.between_rounds:
            return table
        case ScoreStated():
            return table
        case _:
            return ROUNDS.evolve(table, event)


def _begun(table: Box) -> tuple[Box, Box | None]:
    """Return (the table now, the table at the start of this round). If this round is only beginning, players who lost the box and did not
    get a new one are out in the returned tables."""
    if table.centre:
        return table, table.start
    if table.pending():
        table = settled(table, forced=True)
    return table, table if table.start is None else replace(table, start=None)


def _from_hand(table: Box, seat: Seat, card: Card, version: int) -> Box:
    start = table.start
    if not table.centre:
        table, start = _begun(table)
        if not table.playing:
            return table
    mine, claims = table.holdings[seat], seen_in_hand(table, seat, card, version)
    if not table.centre and card != UNKNOWN:
        claims = _claimed(claims, Claim(version, "lead", RANK_OF.get(card, 0), mine.total, ()))
    if table.held or table.exposed:
        table = _without(table, seat, card)
    less = Holding(mine.hand - 1 if mine.hand > 0 else 0, *mine[1:])
    return _placed(table, start, Play(seat, card, version), less, claims)


def _without(table: Box, seat: Seat, card: Card) -> Box:
    """Return the table on which the card is no longer known to be in the hand."""
    held, exposed = table.held, table.exposed
    if card in held.get(seat, ()):
        held = {**held, seat: held[seat] - {card}}
    if card in exposed.get(seat, ()):
        exposed = {**exposed, seat: {other: shown for other, shown in exposed[seat].items() if other != card}}
    return table if held is table.held and exposed is table.exposed else replace(table, held=held, exposed=exposed)


def _placed(table: Box, start: Box | None, play: Play, mine: Holding, claims: tuple[Claim, ...]) -> Box:
    """Return the table after a card was put into the centre and the turn passed on. An equal card reverses the direction (BX-6). `start`:
    the table at the start of this round. `mine`: what the player holds after this play. `claims`: what the player's draws and leads have
    said about the hand."""
    (seat, card, version), centre, ledger, direction = play, table.centre, table.ledger, table.direction
    if centre and card != UNKNOWN and RANK_OF.get(centre[-1].card) == RANK_OF.get(card):
        direction = -direction
    table = replace(
        table,
        start=start,
        ledger=ledger if ledger.depth == "cards" else ledger.with_cards(),
        leader=seat if table.leader is None else table.leader,
        holdings={**table.holdings, seat: mine},
        claims={**table.claims, seat: claims},
        centre=centre.appended(play),
        lying={**table.lying, card: version} if card != UNKNOWN else table.lying,
        direction=direction,
        turn=following(table, seat, direction),
        phase="turn",
        declared=False,
    )
    return _to_play(table, version)


def _to_play(table: Box, version: int) -> Box:
    """Return the table, with the round ended if the player in turn has no card in the hand and none in the box (BX-9)."""
    seat = table.turn
    if seat is None or table.unseen:
        return table
    hand, box, *_ = table.holdings[seat]
    if hand > 0 or box > 0:
        return table
    return table if _draws_from_stock(table, seat) else _stuck_without_box(table, seat, version)


def _draws_from_stock(table: Box, seat: Seat) -> bool:
    """Whether this player has an empty box and may draw a card from the stock instead. The player may if a box card is still due (option
    `instant_refill`, BX-9)."""
    mine = table.holdings[seat]
    cards = table.stock + (0 if table.rules.no_recycle else table.used)
    return table.rules.instant_refill and mine.box == 0 and mine.owed > 0 and cards > 0


def _stuck_without_box(table: Box, seat: Seat, version: int) -> Box:
    """Return the table after the end of a round in which a stuck player had no box card. The player of the last card wins the round; the
    stuck player has lost the box (BX-9)."""
    top = table.top
    if top is None:
        return table
    table = with_holding(table, seat, table.holdings[seat]._replace(owed=0))
    return round_over(table, top.seat, seat, version)


def _from_box(table: Box, seat: Seat, card: Card, version: int) -> Box:
    table, start = _begun(table)
    if not table.playing:
        return table
    top = table.top
    table, mine = _out_of_box(table, seat)
    if card in table.boxes.get(seat, ()):
        table = replace(table, boxes={**table.boxes, seat: table.boxes[seat] - {card}})
    claims = table.claims.get(seat, ())
    if top is not None and not table.rules.voluntary_box and not table.declared:
        claims = _claimed(claims, Claim(version, "stuck", RANK_OF.get(top.card, 0), mine.total, ()))
    if top is None or RANK_OF.get(card, 0) <= table.limit:
        owed = mine.owed if table.rules.no_box_refill else mine.owed + 1
        return _placed(table, start, Play(seat, card, version), mine._replace(owed=owed), claims)
    holdings = {**table.holdings, seat: mine}
    winner = holdings[top.seat]
    holdings[top.seat] = Holding(winner.hand, winner.box, winner.extras + 1, *winner[3:])
    extras = {**table.extras, top.seat: table.extras.get(top.seat, frozenset()) | {card}}
    draw = Draw(holdings, {**table.claims, seat: claims}, {**table.lying, card: version}, extras)
    return round_over(table, top.seat, seat, version, draw)


def _out_of_box(table: Box, seat: Seat) -> tuple[Box, Holding]:
    """Draw a card from the box, or from the stock if the box is empty (BX-9). Return (the table, what the player holds after the draw)."""
    mine = table.holdings[seat]
    if mine.box == 0 and _draws_from_stock(table, seat):
        table = recycled(table, 1)
        return replace(table, stock=table.stock - 1), mine._replace(owed=mine.owed - 1)
    return table, Holding(mine.hand, max(0, mine.box - 1), *mine[2:])


def _declared(table: Box, seat: Seat, version: int) -> Box:
    """Return the table after the player in turn declared being stuck (no card in the hand can be played). If there is no card to draw, the
    round ends."""
    if seat != table.turn or table.top is None:
        return table
    claim = Claim(version, "stuck", RANK_OF.get(table.top.card, 0), table.holdings[seat].total)
    claims = _claimed(table.claims.get(seat, ()), claim)
    table = replace(table, claims={**table.claims, seat: claims})
    if table.holdings[seat].box > 0 or _draws_from_stock(table, seat):
        return replace(table, declared=True)
    return _stuck_without_box(table, seat, version)


def _claimed(claims: tuple[Claim, ...], claim: Claim) -> tuple[Claim, ...]:
    return (*claims, claim) if len(claims) < MOST_CLAIMS else (*claims[1 - MOST_CLAIMS :], claim)


def seen_in_hand(table: Box, seat: Seat, card: Card, version: int) -> tuple[Claim, ...]:
    """Return the player's claims (what draws and leads said about the hand) after everyone saw that `card` was in the hand. A card counts
    only the first time it is shown."""
    claims = table.claims.get(seat, ())
    if not claims or card == UNKNOWN or card in table.exposed.get(seat, ()):
        return claims
    return spoken_against(claims, card, version, table.holdings[seat].total)


def _shown(table: Box, seat: Seat, cards: tuple[Card, ...], version: int) -> Box:
    """Return the table after a player showed cards of the hand. Extras (cards won in earlier rounds) that are shown again change
    nothing."""
    for card in cards:
        if card not in table.extras.get(seat, ()):
            claims = {**table.claims, seat: seen_in_hand(table, seat, card, version)}
            table = replace(table, claims=claims, exposed={**table.exposed, seat: {card: version, **table.exposed.get(seat, {})}})
    return table


def _left(table: Box, seat: Seat, version: int) -> Box:
    turn = following(table, seat, table.direction) if table.turn == seat else table.turn
    leader = table.leader
    table = replace(gone(table, seat), turn=None if len(table.players) <= 2 else turn)
    if len(table.players) <= 1 or table.between_rounds:
        if table.phase == "setup":
            return replace(table, leader=None if leader == seat else leader)
        return settled(replace(table, centre=Vector()))
    return _to_play(table, version)


def _state(table: Box) -> State:
    return "finished" if table.phase == "over" else "abandoned" if table.phase == "abandoned" else "open"


def _voided(table: Box) -> Box:
    return table if table.between_rounds else replace(table.start or table, ledger=table.ledger)


def _closed(table: Box, points: Mapping[Seat, int], reason: str, version: int) -> Box:
    """Return the table with the round closed by a statement or a ruling. After such a round, nobody knows how many cards each player
    has."""
    winner = next(iter(points), table.leader)
    ledger = table.ledger.with_round(points, reason, version)
    table = replace(table, ledger=ledger, leader=winner, phase="lead", turn=None, centre=Vector(), declared=False, start=None)
    return replace(table, unseen=True, held={}, boxes={}, exposed={}, lying={}, claims={})


def _replayed(table: Box, closed: Closed) -> Box | None:
    """Return the table at the start of the closed round. None if a later round has begun, or if the cards of the round were not
    recorded."""
    start = table.start
    if start is None or not closed.number == start.ledger.round == table.ledger.round:
        return None
    return replace(start, ledger=table.ledger)


ROUNDS: Final[Rounds[Box]] = Rounds(
    state=_state,
    between=lambda table: not table.centre,
    voided=_voided,
    closed=_closed,
    decided=lambda table, _: table,
    replayed=_replayed,
    finished=lambda table, winners: replace(table, phase="over", winners=winners),
    abandoned=lambda table: replace(table, phase="abandoned"),
    scores=False,
    possible=lambda table: frozenset(play.seat for play in table.centre) or None,
)
