"""High Card: place a card face down, call where it will rank, survive the round; four points win.

Source: docs/rules/01_simple_games.md §1 (seed 000), rulings HC-1 to HC-17. `table` has the state and its rules, `play` carries out events,
`breaches` makes findings, and this module makes prompts and views.
"""

from collections.abc import Collection, Iterator
from typing import Final

from domain.kernel.cards import BIT_OF, PACK_52, Card, Seat
from domain.kernel.events import CardPlaced, Event, HandDealt
from domain.kernel.findings import named
from domain.kernel.shapes import Fault, Flag, Whole
from domain.kernel.view import Said, SeatView, View
from domain.kernel.viewers import own, was_shown
from domain.ledger import Closed, State, last_told
from domain.system import Ask, Option, Outcome, Prompt, Rules, System, Unplayable, Viewer, asked
from domain.systems.high_card.breaches import check
from domain.systems.high_card.play import ROUNDS, evolve, open_table
from domain.systems.high_card.sheet import sheet
from domain.systems.high_card.table import MOST_PLAYERS, PACK, HighCard

CALLS: Final = ("lowest", "middle", "highest")

OPTIONS: Final = (
    Option("target", Whole(1, PACK // 2), 4, "HC-15", "Points that win the game; this number times the number of players is at most 52."),
    Option("rotate_on_restart", Flag(), False, "HC-3", "After a round that nobody survived, the next player opens."),
    Option("playoff", Flag(), False, "HC-8", "Players who reach the target together play on until one of them scores alone."),
    Option(
        "exclude_last_leader",
        Flag(),
        False,
        "HC-9",
        "When cards run short, the last leader opens only if nobody else scored.",
    ),
    Option("join_next_hand", Flag(), False, "HC-10", "A newcomer may come in at the next hand instead of the next round."),
)

RULINGS: Final = (
    ("HC-1", "Who opens round 1?", "The player whom the table chose; the choice is recorded."),
    ("HC-2", "Who leads after a leader was eliminated?", "The next active player clockwise from that leader."),
    ("HC-3", "Who opens a restarted round?", "The opener of the abandoned round."),
    ("HC-4", "Is the pack shuffled on a restart?", "Yes; the restart is a round of its own."),
    ("HC-5", "When does the card of award come?", "With the first deal of the next round."),
    ("HC-6", "Is a hand ever partly dealt?", "No; the test is made before dealing."),
    ("HC-7", "May all remaining players score when cards run short?", "Yes, all of them."),
    ("HC-8", "Several reach the target at once?", "They share the win."),
    ("HC-9", "Who opens after cards ran short?", "Clockwise from the last leader, that player first, the first who just scored."),
    ("HC-10", "When may a player join?", "Between rounds, in any free place, with no points and no card; thirteen players at most."),
    ("HC-11", "What happens when a player leaves?", "Kept cards go to the pack; with fewer than two players the game is abandoned."),
    ("HC-12", "What becomes of an eliminated player's cards?", "They stay in that hand, hidden, for the next round."),
    ("HC-13", "Which cards count for lowest and highest?", "Only those of this hand."),
    ("HC-14", "May a call or card be changed once placed?", "No; a slip of the pen is corrected, anything else is for a ruling."),
    ("HC-15", "Are other targets allowed?", "While target times players is at most 52."),
    ("HC-16", "A player leaves in the middle of a round?", "Eliminated at once; a placed card is taken back unseen."),
    ("HC-17", "Can two players be right for ever?", "No; every hand uses up cards."),
)


def fits(rules: Rules, seats: int) -> None:
    """Raise Unplayable if target × players is more than 52 (01 §1). In that case the pack might be too small for the first hand of a
    round."""
    target = rules["target"]
    if isinstance(target, int) and target * seats > PACK:
        raise Unplayable(Fault("/options/target", f"target × players must not exceed {PACK}: {target} × {seats} cannot be dealt"))


def prompts(table: HighCard) -> tuple[Prompt, ...]:
    return tuple(_prompted(table)) if table.playing else ()


def _prompted(table: HighCard) -> Iterator[Prompt]:
    match table.phase:
        case "opener":
            yield Prompt("OpenerChosen", {}, (Ask("seat", table.active),), "Who opens the round?")
        case "deal":
            yield from (_placing(table, seat) for seat in _awaited(table))
            yield Prompt("HandDealt", {}, (), "Cards are dealt", expected=False)
        case "commit":
            yield from (_placing(table, seat) for seat in _awaited(table))
        case "reveal":
            yield from _reveal(table)
        case _:
            pass
    if table.between_rounds or table.rules.join_next_hand:
        yield from _joining(table)
    leaving = tuple(seat for seat in table.ring if seat not in table.leavers)
    yield Prompt("PlayerLeft", {}, (Ask("seat", leaving),), "A player leaves", expected=False)


def _awaited(table: HighCard) -> tuple[Seat, ...]:
    """Return the seats that must place a card: the seat whose turn it is. If nobody knows who leads, return every seat that has no card on
    the table."""
    return (table.turn,) if table.turn is not None else tuple(seat for seat in table.active if seat not in table.placed)


def _placing(table: HighCard, seat: Seat) -> Prompt:
    cards = Ask("card", _possible(table, seat), optional=True)
    return asked("CardPlaced", seat, "places a card and calls", Ask("call", CALLS), cards)


def _reveal(table: HighCard) -> Iterator[Prompt]:
    """Yield the prompt to turn over the cards that lie face down. If all cards are already face up, only a call is still missing:
    then yield nothing."""
    closed = [seat for seat in table.active if not table.placed[seat].open]
    asks = tuple(Ask(f"cards.{seat}", _possible(table, seat), distinct="cards") for seat in closed)
    if asks:
        yield Prompt("CardsRevealed", {}, asks, "Cards are turned over")


def _possible(table: HighCard, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that this seat may have placed. If the placed card is recorded, that is the only one. If not, it may be any card of
    the hand. If the hand is not known either, it may be any card that is not known to be elsewhere."""
    placed = table.placed.get(seat)
    if placed is not None and placed.card is not None:
        return (placed.card,)
    mine = table.held.get(seat, {})
    if mine and table.knows_hand(seat):
        return tuple(mine)
    elsewhere = {card for other, cards in table.held.items() if other != seat for card in cards}
    elsewhere |= {other.card for owner, other in table.placed.items() if owner != seat and other.card is not None}
    shown = {card for card, sighting in table.seen.items() if sighting.played or sighting.seat != seat}
    return tuple(card for card in PACK_52 if card not in elsewhere and card not in shown)


def _joining(table: HighCard) -> Iterator[Prompt]:
    players = len(table.ring) + 1
    if players > MOST_PLAYERS or table.rules.target * players > PACK:
        return
    free = tuple(Seat(seat) for seat in range(16) if seat not in table.ring)
    yield Prompt("PlayerJoined", {}, (Ask("seat", free),), "A player joins", expected=False)


def view(table: HighCard, _viewer: Viewer) -> View:
    turn: tuple[Seat, ...] = (table.turn,) if table.turn is not None else ()
    if table.phase == "reveal":
        turn = tuple(seat for seat in table.active if not table.placed[seat].open)
    return View(
        phase=table.phase,
        round=table.ledger.round if table.playing else max(1, table.ledger.round - 1),
        hand=table.hand_no,
        leader=table.leader,
        turn=turn,
        seats=tuple(_seat(table, seat) for seat in table.ring if seat not in table.leavers),
        face_up=tuple(card for card, sighting in table.seen.items() if sighting.played),
        piles={"stock": table.stock} if table.playing else {},
        last_round=last_told(table.ledger, _in_words),
        awaited="show" if table.phase == "reveal" else "play",
    )


def _seat(table: HighCard, seat: Seat) -> SeatView:
    before = table.placed if table.dealt else table.last_hand
    placed = before.get(seat)
    known = tuple(sorted(table.held.get(seat, {}), key=BIT_OF.__getitem__))
    return SeatView(
        seat=seat,
        active=seat in table.active,
        score=table.ledger.score_of(seat),
        cards=table.kept(seat),
        hand=known or None,
        placed=placed is not None,
        card=None if placed is None else placed.card,
        said=None if placed is None or placed.call is None else Said(placed.call),
        card_open=placed is not None and placed.open,
    )


def _in_words(closed: Closed) -> str:
    scorers = named(sorted(closed.points))
    words = {
        "single_survivor": f"{scorers} survived alone and scores",
        "all_out": "nobody survived",
        "cards_short": f"cards ran short; {scorers} score",
        "stated": f"{scorers} scored" if scorers else "nobody scored",
        "missing": "not recorded",
    }
    return words[closed.reason]


def opens(event: Event, table: HighCard, viewer: Viewer) -> Collection[str]:
    """Return the paths of the sealed (hidden) values in `event` that the viewer may see. A placed card is open to its player at once, and
    to everyone once it is turned over. Dealt cards are open only to the player who got them."""
    match event.act:
        case CardPlaced(seat) if viewer.owns(seat) or was_shown(event, table.placed.get(seat), table.opened):
            return ("card",)
        case HandDealt():
            return own("cards", viewer)
        case _:
            return ()


def outcome(table: HighCard) -> Outcome:
    state: State = "finished" if table.phase == "over" else "abandoned" if table.phase == "abandoned" else "open"
    return table.ledger.outcome(state, table.winners, running=not ROUNDS.between(table))


HIGH_CARD: Final = System(
    slug="high-card",
    name="High Card",
    family="high-card",
    summary="Place a card face down and call lowest, middle or highest; wrong calls leave the round; four points win.",
    players=(2, MOST_PLAYERS),
    acts=frozenset({"OpenerChosen", "HandDealt", "CardPlaced", "CardsRevealed"}),
    options=OPTIONS,
    rulings=RULINGS,
    fits=fits,
    open_table=open_table,
    evolve=evolve,
    check=check,
    prompts=prompts,
    view=view,
    opens=opens,
    outcome=outcome,
    sheet=sheet,
)

SYSTEMS: Final = (HIGH_CARD.erased(),)
