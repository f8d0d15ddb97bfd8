"""High Card Low Card: all players show a number at once. Players who show the same number lose a point. Of the other numbers, the highest
wins two points and the lowest wins one.

With X players, each player always holds the cards 1 to X. A card comes back into the hand after its round. Source:
docs/rules/01_simple_games.md §2 (seed 001), rulings LC-1 to LC-8. `table` has the state and its
rules, `sheet` the rule sheet."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from domain.kernel.cards import Card, Seat
from domain.kernel.events import (
    CardSelected,
    DealVoided,
    Event,
    GameAbandoned,
    GameOpened,
    NumbersRevealed,
    PlayerJoined,
    PlayerLeft,
)
from domain.kernel.findings import Finding, named, open_finding, sealed_finding
from domain.kernel.shapes import Flag, Whole
from domain.kernel.values import replace
from domain.kernel.view import SeatView, View
from domain.ledger import Closed, Ledger, last_told
from domain.rounds import Rounds
from domain.system import Ask, Option, Outcome, Prompt, Rules, System, Viewer
from domain.systems.high_card_low_card.sheet import sheet
from domain.systems.high_card_low_card.table import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Laid,
    LowCardRules,
    LowCardTable,
    deltas,
    winners_of,
)
from domain.viewing import was_shown

SECTION: Final = "01 §2"
REVEAL: Final = f"{SECTION} REVEAL"


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
        case _:
            return ROUNDS.evolve(table, event)


def _laid(table: LowCardTable, act: CardSelected, version: int) -> LowCardTable:
    seat, before = act.seat, table.laid
    if seat not in table.ring or seat in before:
        return table
    laid = {**before, seat: Laid(version, None if act.value is None else act.value.value)}
    return replace(table, laid=laid) if before else replace(_begun(table), laid=laid)


def _begun(table: LowCardTable) -> LowCardTable:
    return replace(table, ledger=table.ledger.with_cards(), last={})


def _revealed(table: LowCardTable, values: Mapping[Seat, int], version: int) -> LowCardTable:
    """Return the table after number cards were turned up. The round is scored when every player has shown one of the numbers 1 to X, where
    X is the number of players (LC-6)."""
    laid, ring = dict(table.laid), table.ring
    for seat, value in values.items():
        if seat in ring:
            before = laid.get(seat)
            laid[seat] = Laid(version if before is None else before.version, value, True)
    shown = {seat: card.value for seat, card in laid.items() if card.open and card.value is not None and 1 <= card.value <= len(ring)}
    if len(shown) < len(ring):
        return replace(table, laid=laid)
    opened = table.opened
    for card in laid.values():
        opened |= 1 << card.version
    return _closed(replace(table, last=laid, opened=opened), deltas(shown), "scored", version)


def _closed(table: LowCardTable, points: Mapping[Seat, int], reason: str, version: int) -> LowCardTable:
    return _decided(replace(table, ledger=table.ledger.with_round(points, reason, version), laid={}), table.ledger)


def _decided(table: LowCardTable, _before: Ledger) -> LowCardTable:
    """Return the table after the totals changed. The game is over if they give a winner."""
    winners = winners_of(table.ledger.scores, table.rules)
    return replace(table, winners=winners, state="finished" if winners else "open")


def _replayed(table: LowCardTable, _round: Closed) -> LowCardTable:
    """Return the table unchanged: a round can always be played again, because hands are complete after every round."""
    return table


ROUNDS: Final[Rounds[LowCardTable]] = Rounds(
    state=lambda table: table.state,
    between=lambda table: not table.laid,
    voided=lambda table: replace(table, laid={}),
    closed=_closed,
    decided=_decided,
    replayed=_replayed,
    finished=lambda table, winners: replace(table, winners=winners, state="finished"),
    abandoned=lambda table: replace(table, state="abandoned"),
)


def check(table: LowCardTable, event: Event) -> tuple[Finding, ...]:
    act = event.act
    if table.state == "open":
        match act:
            case CardSelected():
                return tuple(_selected(table, event, act))
            case NumbersRevealed(values):
                return tuple(_shown(table, event, values))
            case _:
                return tuple(_findings(table, event))
    if isinstance(act, (CardSelected, NumbersRevealed, GameAbandoned, DealVoided)):
        return (open_finding("after-the-end", f"{SECTION} GAME_OVER", event, "The game was over before this."),)
    return tuple(_findings(table, event))


def _findings(table: LowCardTable, event: Event) -> Iterator[Finding]:
    act = event.act
    match act:
        case DealVoided() if not table.laid:
            yield open_finding("nothing-to-void", SECTION, event, "No card had been laid in this round: there is nothing to void.")
        case PlayerJoined(seat) | PlayerLeft(seat) if table.ledger.depth != "nothing":
            yield open_finding(
                "roster-fixed", "LC-5", event, f"{{{seat}}} cannot join or leave: the number of players fixes the cards.", (seat,)
            )
        case PlayerJoined(seat) if seat in table.ring:
            yield open_finding("seat-taken", "LC-5", event, f"That seat is taken by {{{seat}}}.", (seat,))
        case PlayerJoined(seat) if len(table.ring) >= MOST_PLAYERS:
            yield open_finding(
                "too-many-players", SECTION, event, f"At most {MOST_PLAYERS} can play: a suit has {MOST_PLAYERS} cards.", (seat,)
            )
        case PlayerLeft(seat) if seat not in table.ring:
            yield open_finding("not-seated", "LC-5", event, f"{{{seat}}} is not at the table and cannot leave it.", (seat,))
        case PlayerLeft(seat) if len(table.ring) <= FEWEST_PLAYERS:
            yield open_finding("too-few-players", "LC-8", event, f"{FEWEST_PLAYERS} players are needed.", (seat,))
        case _:
            yield from ROUNDS.check(table, event)


def _selected(table: LowCardTable, event: Event, act: CardSelected) -> Iterator[Finding]:
    seat = act.seat
    if seat not in table.ring:
        yield open_finding("not-seated", SECTION, event, f"{{{seat}}} laid a card without being in the game.", (seat,))
    elif seat in table.laid:
        laid = table.laid[seat].version
        yield open_finding("changed-card", f"{SECTION} SELECT", event, f"{{{seat}}} had already laid a card.", (seat,), others=(laid,))
    elif act.value is not None and act.value.value is not None:
        yield from _out_of_hand(table, event, seat, act.value.value, private=(seat,))


def _shown(table: LowCardTable, event: Event, values: Mapping[Seat, int]) -> Iterator[Finding]:
    waiting = [seat for seat in table.ring if seat not in table.laid and seat not in values]
    if waiting:
        sentence = f"Cards were turned over before {named(waiting)} had laid one."
        yield open_finding("revealed-too-early", REVEAL, event, sentence)
    for seat, value in sorted(values.items()):
        laid = table.laid.get(seat)
        if seat not in table.ring:
            yield open_finding("not-seated", SECTION, event, f"{{{seat}}} showed a card without being in the game.", (seat,))
            continue
        if laid is not None and laid.open and laid.value is not None and 1 <= laid.value <= len(table.ring):
            yield open_finding("revealed-twice", REVEAL, event, f"{{{seat}}} showed a second card.", (seat,), others=(laid.version,))
        elif laid is not None and not laid.open and laid.value not in (None, value):
            sentence = f"{{{seat}}} laid the {laid.value} and showed the {value}."
            others = (laid.version,)
            yield sealed_finding(
                "not-the-card-placed", REVEAL, event, sentence, (seat,), kind="contradiction", others=others, private=(seat,)
            )
        yield from _out_of_hand(table, event, seat, value)


def _out_of_hand(table: LowCardTable, event: Event, seat: Seat, value: int, private: tuple[Seat, ...] = ()) -> Iterator[Finding]:
    if not 1 <= value <= len(table.ring):
        showed = f"the {value}" if value else "no card"
        sentence = f"{{{seat}}} showed {showed}; hands hold 1 to {len(table.ring)}. The round stays open until it is corrected or voided."
        yield sealed_finding("not-in-hand", "LC-6", event, sentence, (seat,), private=private)


def prompts(table: LowCardTable) -> tuple[Prompt, ...]:
    if table.state != "open":
        return ()
    numbers = tuple(range(1, len(table.ring) + 1))
    waiting = [seat for seat in table.ring if seat not in table.laid]
    if waiting:
        ask = (Ask("value", numbers, optional=True),)
        return tuple(Prompt("CardSelected", {"seat": seat}, ask, f"{{{seat}}} lays a card") for seat in waiting)
    closed = [(seat, laid) for seat, laid in table.laid.items() if not laid.open or laid.value not in numbers]
    asks = tuple(
        Ask(f"values.{seat}", numbers if laid.open or laid.value not in numbers else (laid.value,)) for seat, laid in sorted(closed)
    )
    return (Prompt("NumbersRevealed", {}, asks, "Cards are turned over"),)


def view(table: LowCardTable, _viewer: Viewer) -> View:
    waiting = tuple(seat for seat in table.ring if seat not in table.laid)
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
    return SeatView(seat, table.state == "open", score, cards, hand, laid is not None, card, hand_open=True, card_open=card_open)


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
