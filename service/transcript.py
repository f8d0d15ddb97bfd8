"""A record in words, for a terminal: one line a step, what happened, the scores after it, and what it broke or proved.

Not for parsing: `faceup export` writes that. Seats are called by number, for a record holds no names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import assert_never

from domain.cards import Card, Seat, spoken
from domain.events import (
    Act,
    CardOffered,
    CardPlaced,
    CardSelected,
    CardsFlipped,
    CardsRevealed,
    CardsShown,
    ClaimMade,
    DealVoided,
    Event,
    GameAbandoned,
    GameOpened,
    HandDealt,
    IrregularityCalled,
    NoteWritten,
    NumbersRevealed,
    OpenerChosen,
    PlayerJoined,
    PlayerLeft,
    ResultStated,
    Retracted,
    RoundStated,
    ScoreStated,
    VisibilitySet,
)
from domain.findings import Finding, read_aloud
from domain.notation import is_sheet, read_bytes
from domain.record import Reading, read, retracted
from domain.shapes import Sealed
from domain.system import Outcome, System, Table
from domain.transcript import NotARecord, transcript_of

NameOf = Callable[[Seat], str]
Claim = RoundStated | ScoreStated | ResultStated | ClaimMade
TableAct = CardsShown | OpenerChosen | HandDealt | CardPlaced | CardSelected | CardOffered | CardsRevealed | CardsFlipped | NumbersRevealed


def replay(data: bytes, *, as_recorded: bool = False, at: int | None = None) -> Iterator[str]:
    """The lines of `faceup replay FILE`: a heading, the steps as corrected or as recorded, and how the game stands.

    The file is a record file or a sheet. `at`: the record as it was at that version; None: the whole. Raises NotARecord."""
    system, events, heading = _of_sheet(data) if is_sheet(data) else _of_file(data)
    reading = read(system, events[:at])
    yield heading
    yield from recorded(reading) if as_recorded else corrected(reading)
    yield _how_it_stands(reading.system.outcome(reading.table), _seat)


_Told = tuple[System[Table], tuple[Event, ...], str]
"""The rules, the events in order of version, and a heading."""


def _of_file(data: bytes) -> _Told:
    found = transcript_of(data)
    return found.system, found.events, f"{found.system.name}, {found.header['game']}, as seen by {found.header['viewer']}"


def _of_sheet(data: bytes) -> _Told:
    found = read_bytes(data)
    if found.sheet is None or found.system is None:
        raise NotARecord(list(map(str, found.problems)))
    where = found.sheet.game or "a sheet without provenance"
    seen = f", as seen by {found.sheet.viewer}" if found.sheet.viewer else ""
    return found.system, found.sheet.events, f"{found.system.name}, {where}{seen}"


def corrected(reading: Reading, name_of: NameOf | None = None) -> Iterator[str]:
    """A line for each event that stands, in table order."""
    name_of = name_of or _seat
    for step in reading.steps:
        yield _line(step.event, reading.system.outcome(step.table), step.findings, name_of)


def recorded(reading: Reading, name_of: NameOf | None = None) -> Iterator[str]:
    """A line for each keystroke, with what the record came to at that moment and the findings that were new then."""
    name_of = name_of or _seat
    gone = retracted(reading.events)
    known: set[str] = set()
    for event, then in zip(reading.events, reading.keystrokes(), strict=True):
        new = [finding for finding in then.findings if finding.id not in known]
        known = {finding.id for finding in then.findings}
        line = _line(event, then.system.outcome(then.table), new, name_of)
        yield f"{line} (withdrawn later)" if event.version in gone else line


def _line(event: Event, outcome: Outcome, findings: Iterable[Finding], name_of: NameOf) -> str:
    what = words(event.act, name_of)
    said = [f"{event.version:>4}  {what[:1].upper()}{what[1:]}."]
    if outcome.scores:
        said.append(f"[{_by_seat(outcome.scores, _number)}]")
    said += [f"{finding.kind.upper()} {read_aloud(finding.sentence, name_of)} ({finding.source})" for finding in findings]
    return _printable("  ".join(said))


def words(act: Act, name_of: NameOf) -> str:
    """What happened, as a sentence without its full stop; sealed values in words only where they are open."""
    match act:
        case GameOpened():
            rules = ", ".join(f"{name} {value}" for name, value in sorted(act.rules.items()) if value is not False)
            seats = _listed(name_of(seating.seat) for seating in act.seats)
            return f"{seats} sit down to {act.system}" + (f", {rules}" if rules else "") + _quoted(act.title)
        case VisibilitySet():
            return f"The record is {act.visibility} from here on"
        case PlayerJoined():
            return f"{name_of(act.seat)} joins" + ("" if act.left_of is None else f", to the left of {name_of(act.left_of)}")
        case PlayerLeft():
            return f"{name_of(act.seat)} leaves"
        case DealVoided():
            return f"The deal is void: {act.reason}"
        case IrregularityCalled():
            return f"Play stops: {act.kind}" + ("" if act.seat is None else f" of {name_of(act.seat)}") + _quoted(act.note)
        case GameAbandoned():
            return f"The game is given up: {act.reason}"
        case NoteWritten():
            return "A note is written" + _quoted(act.note)
        case Retracted():
            return f"Event {act.target} is withdrawn" + (f": {act.reason}" if act.reason else "")
        case RoundStated() | ScoreStated() | ResultStated() | ClaimMade():
            return _claim(act, name_of)
        case _:
            return _at_the_table(act, name_of)


def _claim(act: Claim, name_of: NameOf) -> str:
    match act:
        case RoundStated():
            reason = f", {act.reason}" if act.reason else ""
            return f"Round {act.round} is stated: {_by_seat(act.points, name_of) or 'nothing for anyone'}{reason}"
        case ScoreStated():
            return f"The score is stated: {_by_seat(act.scores, name_of)}"
        case ResultStated():
            scores = f" with {_by_seat(act.scores, name_of)}" if act.scores else ""
            return f"The result is stated: {_listed(map(name_of, act.winners)) or 'nobody'} won{scores}"
        case ClaimMade():
            return f"{name_of(act.seat)} claims" + _quoted(act.claim)
        case _:
            assert_never(act)


def _at_the_table(act: TableAct, name_of: NameOf) -> str:
    match act:
        case CardsShown():
            return f"{name_of(act.seat)} shows {_listed(map(_spoken, act.cards))} ({act.purpose})"
        case OpenerChosen():
            return f"{name_of(act.seat)} opens"
        case HandDealt():
            hands = {seat: _hand(hand) for seat, hand in (act.cards or {}).items()}
            return "Cards are dealt" + (f": {_by_seat(hands, name_of)}" if hands else "")
        case CardPlaced():
            return f"{name_of(act.seat)} places {_face(act.card)} and calls {act.call}"
        case CardSelected():
            return f"{name_of(act.seat)} lays {_face(act.value)}"
        case CardOffered():
            return f"{name_of(act.seat)} offers {_face(act.card)}"
        case CardsRevealed() | CardsFlipped():
            return f"Cards are turned over: {_by_seat({seat: _spoken(card) for seat, card in act.cards.items()}, name_of)}"
        case NumbersRevealed():
            return f"Cards are turned over: {_by_seat({seat: number or 'none' for seat, number in act.values.items()}, name_of)}"
        case _:
            assert_never(act)


def _how_it_stands(outcome: Outcome, name_of: NameOf) -> str:
    scores = f"; {_by_seat(outcome.scores, _number)}" if outcome.scores else ""
    winners = f", won by {_listed(map(name_of, outcome.winners))}" if outcome.winners else ""
    return f"The game is {outcome.state}{winners}{scores}."


def _face(card: Sealed[Card] | Sealed[int] | None) -> str:
    """A card that was laid face down, or its number."""
    if card is None or card.value is None:
        return "a card face down"
    return f"a {card.value}" if isinstance(card.value, int) else _spoken(card.value)


def _spoken(card: Card) -> str:
    """`TS@2` is the ten of spades of pack 2."""
    face, _, pack = card.partition("@")
    return spoken(Card(face)) + (f" of pack {pack}" if pack else "")


def _hand(hand: Sealed[tuple[Card, ...]]) -> str:
    return "sealed" if hand.value is None else _listed(map(_spoken, hand.value)) or "nothing"


def _quoted(text: Sealed[str] | None) -> str:
    return "" if text is None else f": “{text.value}”" if text.value is not None else " (sealed)"


def _by_seat(values: Mapping[Seat, object], name_of: NameOf) -> str:
    return ", ".join(f"{name_of(seat)} {value}" for seat, value in sorted(values.items()))


def _listed(names: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = [*names] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _seat(seat: Seat) -> str:
    return f"seat {seat}"


def _number(seat: Seat) -> str:
    return f"{seat}:"


def _printable(line: str) -> str:
    """A file from elsewhere must not steer the terminal."""
    return "".join(character if character.isprintable() else "�" for character in line)
