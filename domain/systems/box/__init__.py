"""Box: play an equal or lower card, or risk an unseen card from your box. A player without a box can be resurrected once, or must leave.
The last player in the game wins.

Source: docs/rules/01_simple_games.md §4 (seed 004, title unconfirmed), rulings BX-1 to BX-21. `table` has the state and its rules, and
`claims` has what draws and leads say about a hand. `play` carries out the events of a round, `refills` those between rounds. `breaches`
makes findings, `asking` makes prompts, and this module makes views."""

from collections.abc import Collection
from typing import Final

from domain.kernel.cards import UNKNOWN, Seat
from domain.kernel.events import BoxesSet, Event, HandRefilled, Resurrected
from domain.kernel.shapes import Fault, Flag, OneOf, Whole
from domain.kernel.view import Said, SeatView, View
from domain.kernel.viewers import own
from domain.ledger import Closed, State, last_told
from domain.system import Option, Outcome, Rules, System, Unplayable, Viewer
from domain.systems.box.asking import prompts
from domain.systems.box.breaches import check
from domain.systems.box.play import ROUNDS, evolve, open_table
from domain.systems.box.sheet import sheet
from domain.systems.box.table import Box, known_cards


def fits(rules: Rules, seats: int) -> None:
    """Raise Unplayable if the number of seats differs from the option `players`; without the option it must be four (BX-19)."""
    if rules["players"] != seats:
        raise Unplayable(Fault("/seats", f"Box is for {rules['players']} players; the option `players` allows three to five (BX-19)"))


def view(table: Box, _viewer: Viewer) -> View:
    turn = table.turn if table.phase == "turn" else table.leader if table.phase == "lead" else None
    return View(
        phase=table.phase,
        round=table.ledger.round if table.playing else max(1, table.ledger.round - 1),
        hand=1,
        leader=table.leader,
        turn=table.pending()[:1] if table.phase == "loss" else () if turn is None or not table.playing else (turn,),
        seats=tuple(_seat(table, seat) for seat in table.ring),
        face_up=tuple(play.card for play in table.centre if play.card != UNKNOWN),
        piles={} if table.unseen else {"stock": table.stock, "used": table.used},
        last_round=last_told(table.ledger, lambda closed: _in_words(table, closed)),
        direction="clockwise" if table.direction > 0 else "counterclockwise",
    )


def _seat(table: Box, seat: Seat) -> SeatView:
    mine = table.holdings[seat]
    played = [None if play.card == UNKNOWN else play.card for play in table.centre if play.seat == seat]
    known = known_cards(table.held, seat)
    return SeatView(
        seat=seat,
        active=seat not in table.out,
        score=None,
        cards=None if table.unseen else mine.hand,
        hand=known or None,
        placed=bool(played),
        card=played[-1] if played else None,
        said=Said("resurrected") if mine.resurrected else None,
        piles={} if table.unseen else {"box": mine.box, "extras": mine.extras},
        card_open=True,
    )


def _in_words(table: Box, closed: Closed) -> str:
    winner = next(iter(closed.points), None)
    won = "not recorded" if winner is None else f"{{{winner}}} won the round"
    lost = f"; {{{table.lost_by}}} could not play on" if table.lost_by is not None and closed.reason == "won" else ""
    return won + lost


def opens(event: Event, _table: Box, viewer: Viewer) -> Collection[str]:
    """Return the paths of the sealed (hidden) values in `event` that the viewer may see. Players may see their own hands, but not their
    boxes, except the card that they put into the box at a resurrection (BX-14)."""
    match event.act:
        case BoxesSet():
            return own("hands", viewer)
        case HandRefilled(seat) if viewer.owns(seat):
            return ("cards",)
        case Resurrected(seat) if viewer.owns(seat):
            return ("hand", "box_card")
        case _:
            return ()


def outcome(table: Box) -> Outcome:
    """Return the result so far. Box has no points: `standing` has the players still in the game first, then those who are out, the last one
    out first."""
    state: State = "finished" if table.phase == "over" else "abandoned" if table.phase == "abandoned" else "open"
    inside = table.winners or table.players
    others = tuple(reversed([seat for seat in table.out if seat not in inside]))
    standing = (inside, *((seat,) for seat in others)) if table.ledger.depth != "nothing" else ()
    ledger, running = table.ledger, state == "open" and not ROUNDS.between(table)
    return Outcome(state, {}, tuple(standing), table.winners, ledger.depth, deals=ledger.complete, running=running)


RULINGS: Final = (
    ("BX-1", "Who leads first?", "The player whom the table chose; the choice is recorded."),
    ("BX-2", "May a player who could play draw from the box?", "No."),
    ("BX-3", "A false claim to be stuck, or a lead that was not the highest?", "Proved later by the cards shown, by counting."),
    ("BX-4", "A leader without a hand card?", "Draws from the box and leads it, whatever its rank."),
    ("BX-5", "Highest with ties?", "Any card of the top rank."),
    ("BX-6", "How long does a reversal last?", "Until the next equal pair; clockwise again at the next lead."),
    ("BX-7", "Is the failed box card shown?", "Yes, then face down in the winner's extras."),
    ("BX-8", "What is replaced after a successful box play?", "The box card, after the round, unseen; it may be declined."),
    ("BX-9", "Stuck again with an empty box?", "The round ends; the last placer wins it; owed cards are cancelled."),
    ("BX-10", "Three extras for a box card?", "Between rounds, before losses are counted, while the box holds fewer than four."),
    ("BX-11", "The stock runs out?", "Used cards are shuffled; still short: winner first, hands before boxes."),
    ("BX-12", "What goes back at a resurrection?", "That player's hand and extras."),
    ("BX-13", "Fewer than four cards for it?", "No resurrection; the player is out."),
    ("BX-14", "Which of the four becomes the box?", "The owner's choice."),
    ("BX-15", "When does the game end?", "When one is left; or with the first out."),
    ("BX-16", "May a resurrection be declined?", "Yes."),
    ("BX-17", "Two boxes empty in one round?", "Clockwise from the winner's left."),
    ("BX-18", "Cards of a player who is out?", "To the used cards."),
    ("BX-19", "Other numbers of players?", "Only as an option: three to five."),
    ("BX-20", "The round winner is out?", "The next surviving player clockwise leads."),
    ("BX-21", "Everyone left loses the box?", "The last in order survives and wins."),
)

ACTS: Final = frozenset(
    [
        "OpenerChosen",
        "BoxesSet",
        "CardLed",
        "CardPlayed",
        "BoxDrawn",
        "StuckDeclared",
        "HandRefilled",
        "BoxRefilled",
        "ExtrasTraded",
        "Resurrected",
        "ResurrectionDeclined",
    ]
)

BOX: Final = System(
    slug="box",
    name="Box",
    family="box",
    summary="Play equal or lower, or risk a blind box card; an empty box means resurrect once or leave; the last one in wins.",
    players=(3, 5),
    acts=ACTS,
    unused=frozenset({"CardPlayed.trump", "CardPlayed.extras"}),
    options=(
        Option(
            "ending",
            OneOf(("last_survivor", "first_out_loses")),
            "last_survivor",
            "BX-15",
            "End of the game; when one player is left, or when one is out.",
        ),
        Option("players", Whole(3, 5), 4, "BX-19", "Number of players; with five, the stock has twelve cards."),
        Option("voluntary_box", Flag(), False, "BX-2", "A player may draw from the box without being stuck."),
        Option("direction_persists", Flag(), False, "BX-6", "A reversal of direction lasts into the next round."),
        Option("no_box_refill", Flag(), False, "BX-8", "A box card that was drawn and could be played is not replaced."),
        Option("instant_refill", Flag(), False, "BX-9", "A player whose empty box is owed a card may draw it from the stock."),
        Option("trade_cannot_save", Flag(), False, "BX-10", "A player without a box card may not trade for one."),
        Option("no_recycle", Flag(), False, "BX-11", "Used cards are not shuffled into the stock when it runs short."),
        Option("include_used", Flag(), False, "BX-12", "Used cards join the stock at every resurrection."),
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

SYSTEMS: Final = (BOX.erased(),)
