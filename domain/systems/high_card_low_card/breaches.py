"""Makes the findings of High Card Low Card. `check` is called before `evolve`. Source: docs/rules/01_simple_games.md §2."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import CardSelected, DealVoided, Event, GameAbandoned, NumbersRevealed, PlayerJoined, PlayerLeft
from domain.kernel.findings import Finding, named, open_finding, sealed_finding
from domain.systems.high_card_low_card.play import ROUNDS
from domain.systems.high_card_low_card.table import FEWEST_PLAYERS, MOST_PLAYERS, LowCardTable

SECTION: Final = "01 §2"
REVEAL: Final = f"{SECTION} REVEAL"


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
        case PlayerLeft(seat) if seat in table.players and table.ledger.depth != "nothing":
            sentence = f"{{{seat}}} left in the middle of the game, although the number of players fixes the cards. The others play on."
            yield open_finding("player-left", "LC-5", event, sentence, (seat,), kind="gap")
        case PlayerJoined(seat) if table.ledger.depth != "nothing":
            sentence = f"{{{seat}}} joined, although the number of players fixes the cards."
            yield open_finding("roster-fixed", "LC-5", event, sentence, (seat,))
        case PlayerJoined(seat) if seat in table.ring:
            yield open_finding("seat-taken", "LC-5", event, f"That seat is taken by {{{seat}}}.", (seat,))
        case PlayerJoined(seat) if len(table.ring) >= MOST_PLAYERS:
            yield open_finding(
                "too-many-players", SECTION, event, f"At most {MOST_PLAYERS} can play: a suit has {MOST_PLAYERS} cards.", (seat,)
            )
        case PlayerLeft(seat) if seat not in table.players:
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
    waiting = [seat for seat in table.players if seat not in table.laid and seat not in values]
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
