"""A record in words, for a terminal: one line a step, what happened, the scores after it, and what it broke or proved.

Not for parsing: `faceup export` writes that. Seats are called by number, for a record holds no names.
"""

from collections.abc import Iterable, Iterator

from domain.files.transcript import transcript_of
from domain.kernel.cards import Seat
from domain.kernel.events import Event
from domain.kernel.findings import Finding
from domain.notation import is_sheet, read_bytes
from domain.record.fold import Reading, read, retracted
from domain.record.life import Result
from domain.system import DIRECTOR, Outcome, System, Table
from domain.viewing import news
from domain.words import NameOf, words
from domain.words.phrases import aloud, by_seat, listed


def replay(data: bytes, *, as_recorded: bool = False, at: int | None = None) -> Iterator[str]:
    """The lines of `faceup replay FILE`: a heading, the steps as corrected or as recorded, and how the game stands.

    The file is a record file or a sheet. `at`: the record as it was at that version; None: the whole. Raises NotARecord."""
    system, events, heading = _of_sheet(data) if is_sheet(data) else _of_file(data)
    reading = read(system, events[:at])
    yield heading
    yield from recorded(reading) if as_recorded else corrected(reading)
    yield _how_it_stands(reading.result, _seat)


_Told = tuple[System[Table], tuple[Event, ...], str]
"""The rules, the events in order of version, and a heading."""


def _of_file(data: bytes) -> _Told:
    found = transcript_of(data)
    return found.system, found.events, f"{found.system.name}, {found.game}, as seen by {found.header['viewer']}"


def _of_sheet(data: bytes) -> _Told:
    sheet, system = read_bytes(data).sound()
    where = sheet.game or "a sheet without provenance"
    seen = f", as seen by {sheet.viewer}" if sheet.viewer else ""
    return system, sheet.events, f"{system.name}, {where}{seen}"


def corrected(reading: Reading, name_of: NameOf | None = None) -> Iterator[str]:
    """A line for each event that stands, in table order."""
    name_of = name_of or _seat
    found = news((step.findings for step in reading.steps), DIRECTOR)
    for step, findings in zip(reading.steps, found, strict=True):
        yield _line(step.event, reading.system.outcome(step.table), findings, name_of)


def recorded(reading: Reading, name_of: NameOf | None = None) -> Iterator[str]:
    """A line for each keystroke, with what the record came to at that moment and the findings that were new then."""
    name_of = name_of or _seat
    gone = retracted(reading.events)
    known: set[str] = set()
    for event, then in zip(reading.events, reading.keystrokes(), strict=True):
        findings = DIRECTOR.told(then.findings)
        new = [finding for finding in findings if finding.id not in known]
        known = {finding.id for finding in findings}
        line = _line(event, then.system.outcome(then.table), new, name_of)
        yield f"{line} (withdrawn later)" if event.version in gone else line


def _line(event: Event, outcome: Outcome, findings: Iterable[Finding], name_of: NameOf) -> str:
    what = words(event.act, name_of)
    said = [f"{event.version:>4}  {what[:1].upper()}{what[1:]}."]
    if outcome.scores:
        said.append(f"[{by_seat(outcome.scores, _number)}]")
    said += [f"{finding.kind.upper()} {aloud(finding.sentence, name_of)} ({finding.source})" for finding in findings]
    return _printable("  ".join(said))


def _how_it_stands(result: Result, name_of: NameOf) -> str:
    scores = f"; {by_seat(result.scores, _number)}" if result.scores else ""
    winners = f", won by {listed(map(name_of, result.winners))}" if result.winners else ""
    return f"The game is {result.state}{winners}{scores}."


def _seat(seat: Seat) -> str:
    return f"seat {seat}"


def _number(seat: Seat) -> str:
    return f"{seat}:"


def _printable(line: str) -> str:
    """A file from elsewhere must not steer the terminal."""
    return "".join(character if character.isprintable() else "�" for character in line)
