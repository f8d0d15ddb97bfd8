"""Writes a record in words for a terminal, one line for each step: what happened, the scores, and the findings that the step raised.

Programs should read `faceup export` instead. Lines from a record file number the seats from 1, because the file has no names of people.
Lines from a stored game have the names of people from its club.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.files.transcript import transcript_of
from domain.kernel.cards import Seat, seat_called
from domain.kernel.events import Event
from domain.kernel.findings import Finding
from domain.kernel.viewers import news
from domain.notation import is_sheet, read_bytes
from domain.record.fold import Reading, read, retracted
from domain.record.keystrokes import as_recorded
from domain.record.life import Result
from domain.system import DIRECTOR, Outcome, System, Table
from domain.views.house_rules import told
from domain.words import NameOf
from domain.words.phrases import aloud, by_seat, listed

Called = Callable[[int | None], NameOf]
"""A function that takes the version of an event (None: now) and returns a second function. The second one returns the name of the person
who sat in a seat at that event."""


def replay(data: bytes, *, as_recorded: bool = False, at: int | None = None) -> Iterator[str]:
    """Yield the lines that `faceup replay FILE` prints. `data`: a record file or a sheet. `at`: the last version to show; None: all. Raises
    NotARecord."""
    system, events, heading = _of_sheet(data) if is_sheet(data) else _of_file(data)
    yield from steps(read(system, events[:at]), heading, lambda _: seat_called, as_recorded=as_recorded)


def steps(reading: Reading, heading: str, called: Called, *, as_recorded: bool = False) -> Iterator[str]:
    """Yield the heading, a line for each step, and a line with the result so far. `as_recorded`: the steps are all events in the order of
    recording. Otherwise: the events that were not withdrawn, in the order in which they happened at the table."""
    yield heading
    yield from recorded(reading, called) if as_recorded else corrected(reading, called)
    yield _how_it_stands(reading.result, called(None))


_Source = tuple[System[Table], tuple[Event, ...], str]
"""What is read from a file: its system, its events in order of version, and a heading."""


def _of_file(data: bytes) -> _Source:
    transcript = transcript_of(data)
    return transcript.system, transcript.events, f"{transcript.system.name}, {transcript.stream}, as seen by {transcript.viewer}"


def _of_sheet(data: bytes) -> _Source:
    sheet, system = read_bytes(data).sound()
    where = sheet.game or "a sheet without provenance"
    seen = f", as seen by {sheet.viewer}" if sheet.viewer else ""
    return system, sheet.events, f"{system.name}, {where}{seen}"


def corrected(reading: Reading, called: Called) -> Iterator[str]:
    """Yield a line for each event that was not withdrawn, in the order in which they happened at the table."""
    new_findings = news((step.findings for step in reading.steps), DIRECTOR)
    for step, findings in zip(reading.steps, new_findings, strict=True):
        yield _line(step.event, reading.system.outcome(step.table), findings, called(step.event.version))


def recorded(reading: Reading, called: Called) -> Iterator[str]:
    """Yield a line for each event in the order of recording, with the scores and the new findings at that moment."""
    gone = retracted(reading.events)
    for step in as_recorded(reading, DIRECTOR):
        line = _line(step.event, reading.system.outcome(step.table), step.findings, called(step.event.version))
        yield f"{line} (withdrawn later)" if step.event.version in gone else line


def _line(event: Event, outcome: Outcome, findings: Iterable[Finding], name_of: NameOf) -> str:
    said = [f"{event.version:>4}  {told(event.act, name_of)}."]
    if outcome.scores:
        said.append(f"[{_scores(outcome.scores, name_of)}]")
    said += [f"{finding.kind.upper()} {aloud(finding.sentence, name_of)} ({finding.source})" for finding in findings]
    return _printable("  ".join(said))


def _how_it_stands(result: Result, name_of: NameOf) -> str:
    scores = f"; {_scores(result.scores, name_of)}" if result.scores else ""
    winners = f", won by {listed(map(name_of, result.winners))}" if result.winners else ""
    return _printable(f"The game is {result.state}{winners}{scores}.")


def _scores(scores: Mapping[Seat, int], name_of: NameOf) -> str:
    return by_seat(scores, lambda seat: f"{name_of(seat)}:")


def _printable(line: str) -> str:
    """Replace control characters: a file from somebody else must not control the terminal."""
    return "".join(character if character.isprintable() else "�" for character in line)
