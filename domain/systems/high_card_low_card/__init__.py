"""High Card Low Card: all players show a number at once. Players who show the same number lose a point. Of the other numbers, the highest
wins two points and the lowest wins one.

With X players, each player always holds the cards 1 to X. A card comes back into the hand after its round. Source:
docs/rules/01_simple_games.md §2 (seed 001), rulings LC-1 to LC-8. `table` has the state and its rules, `play` carries events out,
`breaches` finds what was wrong, `sheet` has the rule sheet."""

from collections.abc import Collection
from typing import Final

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardSelected, Event
from domain.kernel.shapes import Flag, Whole
from domain.kernel.view import SeatView, View
from domain.kernel.viewers import was_shown
from domain.ledger import Closed, last_told
from domain.system import Ask, Option, Outcome, Prompt, Rules, System, Viewer, asked
from domain.systems.high_card_low_card.breaches import check
from domain.systems.high_card_low_card.play import ROUNDS, evolve, open_table
from domain.systems.high_card_low_card.sheet import sheet
from domain.systems.high_card_low_card.table import FEWEST_PLAYERS, MOST_PLAYERS, LowCardTable


def prompts(table: LowCardTable) -> tuple[Prompt, ...]:
    if table.state != "open":
        return ()
    numbers = tuple(range(1, len(table.ring) + 1))
    waiting = [seat for seat in table.players if seat not in table.laid]
    if waiting:
        ask = Ask("value", numbers, optional=True)
        return tuple(asked("CardSelected", seat, "lays a card", ask) for seat in waiting)
    down = [(seat, laid) for seat, laid in table.laid.items() if seat not in table.left]
    closed = [(seat, laid) for seat, laid in down if not laid.open or laid.value not in numbers]
    asks = tuple(
        Ask(f"values.{seat}", numbers if laid.open or laid.value not in numbers else (laid.value,)) for seat, laid in sorted(closed)
    )
    return (Prompt("NumbersRevealed", {}, asks, "Cards are turned over"),)


def view(table: LowCardTable, _viewer: Viewer) -> View:
    waiting = tuple(seat for seat in table.players if seat not in table.laid)
    everyone = tuple(seat for seat, laid in sorted(table.laid.items()) if not laid.open)
    return View(
        phase="over" if table.state == "finished" else table.state if table.state == "abandoned" else "select" if waiting else "reveal",
        round=max(1, table.ledger.round - (table.state == "finished")),
        hand=1,
        leader=None,
        turn=() if table.state != "open" else waiting or everyone,
        seats=tuple(_seat(table, seat) for seat in table.ring),
        last_round=last_told(table.ledger, _in_words),
        awaited="play" if waiting else "show",
    )


def _seat(table: LowCardTable, seat: Seat) -> SeatView:
    laid = (table.laid or table.last).get(seat)
    card = None if laid is None or laid.value is None else Card(str(laid.value))
    card_open = laid is not None and laid.open
    hand = tuple(Card(str(number)) for number in range(1, len(table.ring) + 1))
    cards = len(table.ring) - (seat in table.laid)
    score = table.ledger.score_of(seat)
    active = table.state == "open" and seat not in table.left
    shown = laid is not None
    return SeatView(seat, active, score, cards, hand, shown, card, hand_open=True, card_open=card_open)


def _in_words(closed: Closed) -> str:
    return ", ".join(f"{{{seat}}} {number:+}" for seat, number in sorted(closed.points.items())) or "nobody scored"


def opens(event: Event, table: LowCardTable, viewer: Viewer) -> Collection[str]:
    """Return the paths of the sealed (hidden) values in `event` that the viewer may see. A number is open to its player, and to everyone
    once it is turned over."""
    match event.act:
        case CardSelected(seat) if viewer.owns(seat) or was_shown(event, table.laid.get(seat), table.opened):
            return ("value",)
        case _:
            return ()


def outcome(table: LowCardTable) -> Outcome:
    return table.ledger.outcome(table.state, table.winners, running=not ROUNDS.between(table))


def fits(rules: Rules, seats: int) -> None:
    """Accept every opening: the pack is large enough for every allowed number of players (LC-8)."""


RULINGS: Final = (
    ("LC-1", "Nobody unmatched?", "Everyone loses a point."),
    ("LC-2", "Exactly one unmatched?", "That player scores three, in place of two and one."),
    ("LC-3", "Several reach the target in one round?", "The highest wins; level at the top play on until one is alone."),
    ("LC-4", "Negative totals?", "Allowed, without a floor."),
    ("LC-5", "Change of players?", "Not once a round is recorded."),
    ("LC-6", "A card that the hand does not hold, or none?", "A finding; the round stays open until it is corrected or voided."),
    ("LC-7", "Players level below the top when the target is reached?", "Irrelevant."),
    ("LC-8", "Fewer than three players?", "Refused at the opening."),
)

HIGH_CARD_LOW_CARD: Final = System(
    slug="high-card-low-card",
    name="High Card Low Card",
    family="high-card-low-card",
    summary="Simultaneous numbers; duplicates lose a point, the highest single one scores two, the lowest one, a lone one three.",
    players=(FEWEST_PLAYERS, MOST_PLAYERS),
    acts=frozenset({"CardSelected", "NumbersRevealed"}),
    options=(
        Option("target", Whole(1, 1000), 20, "01 §2", "Points that win the game; usually 10, 20 or 30."),
        Option("shared_win", Flag(), False, "LC-3", "Players who share the highest total, at or above the target, share the win."),
        Option("floor_zero", Flag(), False, "LC-4", "No total falls below zero."),
    ),
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

SYSTEMS: Final = (HIGH_CARD_LOW_CARD.erased(),)
