"""One-up: all players flip a card at once. A single highest card takes all; if the highest is tied, players keep their own.

Hands are equal at the start, and everyone knows them. But cards of earlier rounds stay closed until the game is over, because players must
remember them without help from the record (OU-5). Source: docs/rules/01_simple_games.md §3 (seed 003), rulings OU-1 to OU-8. `table` has
the state and its rules, `play` carries out events, `breaches` makes findings, and this module makes prompts and views."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from domain.kernel.cards import PACK_52, RANKS, SUITS, Card, Seat
from domain.kernel.events import CardOffered, CardsFlipped, Event
from domain.kernel.shapes import BySeat, Fault, Flag, ListOf, OneOf
from domain.kernel.view import Phase, SeatView, View
from domain.kernel.viewers import was_shown
from domain.ledger import Closed, last_told
from domain.system import Ask, Option, Outcome, Prompt, Rules, System, Unplayable, Viewer, asked
from domain.systems.one_up.breaches import check
from domain.systems.one_up.play import ROUNDS, evolve, open_table
from domain.systems.one_up.sheet import sheet
from domain.systems.one_up.table import COLOURS, MOST_PLAYERS, OneUpRules, OneUpTable, holds, in_hand, rules_of, starting_hands

RANKS_AND_SUITS: Final = (*reversed(RANKS), *SUITS, *PACK_52)

OPTIONS: Final = (
    Option(
        "pack_mode",
        OneOf(("own", "colours", "suits")),
        "own",
        "01 §3",
        "The packs; each player has one, or one is divided by colours or suits.",
    ),
    Option(
        "shares",
        BySeat(OneOf((*COLOURS, *SUITS))),
        {},
        "OU-4",
        "Which colour or suit each seat takes; if empty, they follow the order of the seats.",
    ),
    Option("removed", ListOf(OneOf(RANKS_AND_SUITS), most=60), [], "01 §3", "Ranks, suits or cards left out for a shorter game."),
    Option("ace", OneOf(("high", "low")), "high", "OU-1", "Where the ace ranks."),
    Option("jokers", OneOf(("out", "top")), "out", "OU-1", "Jokers; they are left out, or all rank equal as the highest cards."),
    Option("free_composition", Flag(), False, "OU-2", "Hands of the same size may hold different ranks."),
    Option("sudden_death", Flag(), False, "OU-3", "Players with equal piles play on with fresh hands until one wins a round."),
    Option("open_history", Flag(), False, "OU-5", "Played cards stay open to everyone."),
    Option("remove_hand", Flag(), False, "OU-6", "When a player leaves, their remaining cards leave play and the game goes on."),
)

RULINGS: Final = (
    ("OU-1", "How do the cards rank?", "Ace high, two low, without jokers."),
    ("OU-2", "Unequal hands?", "Refused if the sizes differ; other ranks only with free_composition."),
    ("OU-3", "Level piles at the end?", "A shared win."),
    ("OU-4", "One pack shared by suits?", "A suit each; suits left over are unused."),
    ("OU-5", "Are played cards shown during play?", "Not to players; the scorekeeper sees all."),
    ("OU-6", "A player drops out?", "The game is abandoned."),
    ("OU-7", "A card that was already played?", "A finding; the round stays open until it is corrected or voided."),
    ("OU-8", "Stop once a lead cannot be caught?", "No; all rounds are played."),
)


def fits(rules: Rules, seats: int) -> None:
    """Raise Unplayable if hands differ in size (OU-2), or if the players and options do not fit the way in which packs are shared
    (`pack_mode`)."""
    chosen = rules_of(rules)
    faults = []
    most = {"colours": 2, "suits": 4}.get(chosen.pack_mode, MOST_PLAYERS)
    if seats > most or (chosen.pack_mode == "colours" and seats != 2):
        faults.append(
            Fault("/seats", f"one pack shared by {chosen.pack_mode} serves {most} players{'' if most == 2 else ' at most'} (OU-4)")
        )
    if chosen.shares and chosen.pack_mode == "own":
        faults.append(Fault("/options/shares", "are possible only if one pack is shared: leave them out"))
    names = {"colours": tuple(COLOURS), "suits": tuple(SUITS)}.get(chosen.pack_mode, (*COLOURS, *SUITS))
    given = list(chosen.shares.values())
    if chosen.shares and chosen.pack_mode != "own":
        if set(given) - set(names) or len(set(given)) != len(given) or len(given) != seats:
            faults.append(Fault("/options/shares", f"must give each seat one of {', '.join(names)}, no two the same"))
        if set(chosen.shares) != {str(seat) for seat in range(seats)}:
            faults.append(Fault("/options/shares", f"must name the seats 0 to {seats - 1}"))
    if chosen.jokers == "top" and chosen.pack_mode == "suits":
        faults.append(Fault("/options/jokers", "jokers belong to no suit: leave them out of a pack shared by suits"))
    if faults:
        raise Unplayable(*faults)
    _refuse_unequal(chosen, starting_hands(chosen, (Seat(seat) for seat in range(seats))))


def _refuse_unequal(rules: OneUpRules, hands: Mapping[Seat, frozenset[Card]]) -> None:
    """Raise Unplayable if hands differ in size. Without the option `free_composition`, also raise it if they differ in the ranks of their
    cards (OU-2)."""
    sizes = {len(cards) for cards in hands.values()}
    if len(sizes) > 1 or sizes == {0}:
        raise Unplayable(Fault("/options/removed", "leaves hands of different sizes, or hands without cards (OU-2)"))
    ranks = {tuple(sorted(Counter(map(rules.ranks.__getitem__, cards)).items())) for cards in hands.values()}
    if len(ranks) > 1 and not rules.free_composition:
        raise Unplayable(Fault("/options/removed", "leaves hands of different ranks; choose free_composition to allow that (OU-2)"))


def prompts(table: OneUpTable) -> tuple[Prompt, ...]:
    if table.state != "open":
        return ()
    waiting = [seat for seat in table.players if seat not in table.offered]
    if waiting:
        return tuple(_offering(table, seat) for seat in waiting)
    asks = []
    for seat, mine in sorted(table.offered.items()):
        good = holds(table, seat, mine.card)
        if not (mine.open and good):
            asks.append(Ask(f"cards.{seat}", (mine.card,) if good else in_hand(table.hands[seat])))
    return (Prompt("CardsFlipped", {}, tuple(asks), "Cards are flipped"),)


def _offering(table: OneUpTable, seat: Seat) -> Prompt:
    return asked("CardOffered", seat, "offers a card", Ask("card", in_hand(table.hands[seat]), optional=True))


def view(table: OneUpTable, viewer: Viewer) -> View:
    waiting = tuple(seat for seat in table.players if seat not in table.offered)
    closed = tuple(seat for seat in table.players if seat in table.offered and not table.offered[seat].open)
    over = table.state != "open"
    return View(
        phase=_phase(table, waiting=bool(waiting)),
        round=max(1, table.ledger.round - (table.state == "finished")),
        hand=1,
        leader=None,
        turn=() if over else waiting or closed,
        seats=tuple(_seat(table, seat, viewer) for seat in table.ring),
        face_up=tuple(mine.card for mine in (table.offered or table.last).values() if mine.open and mine.card is not None),
        piles={},
        last_round=last_told(table.ledger, _in_words),
        awaited="play" if waiting else "show",
    )


def _phase(table: OneUpTable, *, waiting: bool) -> Phase:
    match table.state:
        case "open":
            return "offer" if waiting else "flip"
        case "finished":
            return "over"
        case "abandoned":
            return "abandoned"


def _seat(table: OneUpTable, seat: Seat, viewer: Viewer) -> SeatView:
    """Return what this viewer may see of one seat. The hands of other players are shown only to viewers who may see earlier rounds
    (OU-5)."""
    mine = (table.offered or table.last).get(seat)
    remembers = _remembered(table)
    cards = table.hands[seat].bit_count() - table.unseen - (seat in table.offered) if seat in table.players else 0
    return SeatView(
        seat=seat,
        active=seat in table.players,
        score=table.ledger.score_of(seat),
        cards=max(0, cards),
        hand=in_hand(table.hands[seat]) if (remembers or viewer.sees_all) and not table.unseen else None,
        placed=mine is not None,
        card=None if mine is None else mine.card,
        hand_open=remembers,
        card_open=mine is not None and mine.open,
    )


def _remembered(table: OneUpTable) -> bool:
    """Whether everyone may see earlier rounds: the game is over, or an option allows it (OU-5)."""
    return table.rules.open_history or table.state != "open"


def _in_words(closed: Closed) -> str:
    if len(closed.points) == 1:
        (seat, gain), *_ = closed.points.items()
        return f"{{{seat}}} takes {gain} cards"
    return "the top was tied; each keeps their own" if closed.points else "not recorded"


_CARDS: Final = (CardOffered, CardsFlipped)


def opens(event: Event, table: OneUpTable, viewer: Viewer) -> Collection[str] | None:
    """Return the paths of the sealed (hidden) values in `event` that the viewer may see; None if the viewer may not see the event at all.

    A card is open to its player at once, and to everyone when it is flipped. During the game, players and the public may not see cards of
    earlier rounds or cards that were taken back (OU-5)."""
    remembers = _remembered(table)
    version = event.version
    if not remembers and (table.closed >> version & 1 or (isinstance(event.act, _CARDS) and not table.recent >> version & 1)):
        return None
    match event.act:
        case CardOffered(seat) if viewer.owns(seat) or was_shown(event, table.offered.get(seat), table.opened):
            return ("card",)
        case _:
            return ()


def outcome(table: OneUpTable) -> Outcome:
    gone = [seat for seat in table.ledger.scores if seat not in table.players]
    return table.ledger.outcome(table.state, table.winners, running=not ROUNDS.between(table), out=gone)


ONE_UP: Final = System(
    slug="one-up",
    name="One-up",
    family="one-up",
    summary="Everyone flips a card at once; the sole highest takes all, a tied top leaves each with their own.",
    players=(2, MOST_PLAYERS),
    acts=frozenset({"CardOffered", "CardsFlipped"}),
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


SYSTEMS: Final = (ONE_UP.erased(),)
