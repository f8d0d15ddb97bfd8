"""Checks that a change of the engines changes no finding. It reads many marred records, and makes digests of what the engines say about
them.

python -m bench.marred [EVENTS] [--seed N] [--jobs N]      plays games, mars their records (bench/marring.py) and reads them
python -m bench.marred [EVENTS] --write FOLDER             plays games and keeps their marred records; reads nothing
python -m bench.marred [EVENTS] --read FOLDER              reads the records that were kept: use this to compare versions

Two versions of the code agree if their digests are equal. Random players choose from the prompts, so a changed prompt leads to other
games. Therefore keep the records that the older code played, and read them with both versions. `--games FILE` writes a line for each game.
`diff` of two such files shows the games that differ; `--show NAME` prints all that the engines say about one game.

There is a digest for each kind of output. *findings*: after each event, the findings of `check` for every new step of the reading; after
the last event, also the findings of the whole record. *order*: the ids of these findings, in the order in which they come. The other kinds
are taken after one event in six and after the last event. *views*: the table as the public, the director and each seat see it; after the
last event, also all events as the public and one seat see them. *prompts*: what the table waits for. *outcomes*: the result.

Nothing in the digest names a module or depends on the order of a set. The digest is the same for any number of processes."""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from itertools import count, cycle
from pathlib import Path
from typing import Final, NamedTuple, TextIO
from zlib import crc32

import click

from bench.forged import Entry
from bench.marring import event_of, game
from bench.spreading import each
from domain.kernel.canonical import Json, canonical
from domain.kernel.cards import Seat, seat_called
from domain.kernel.events import Event, data_of
from domain.kernel.findings import Finding
from domain.record.fold import Reading, read
from domain.system import DIRECTOR, PUBLIC, Viewer, seat_viewer
from domain.systems import SYSTEMS
from domain.views.parts import view_json

EVENTS: Final = 600_000
KINDS: Final = ("findings", "order", "views", "prompts", "outcomes")
EVERY: Final = 6
RECORDS: Final = "records.jsonl.gz"
"""The file with the records: a line of JSON for each game."""
COUNT: Final = "events"
"""The file with the number of events in RECORDS."""
Line = tuple[str, bytes]
"""One output of the engines: its kind (one of KINDS), and its canonical JSON."""


class Record(NamedTuple):
    """A marred record (a record with errors). `line`: the record as a line of JSON."""

    line: str
    events: int


class Judged(NamedTuple):
    """What the engines say about one game. `rules`: how often each rule was cited by a finding at an event. `digests`: one for each of
    KINDS, 16 hex digits long."""

    name: str
    family: str
    events: int
    rules: Counter[str]
    digests: tuple[str, ...]


# --- one game -----------------------------------------------------------------------------------------------------------------------------


def names(seed: int) -> Iterator[str]:
    """Yield names of games, endlessly. The systems take turns. A system that is the only one of its family has three turns for each turn
    of another system."""
    families = Counter(system.family for system in SYSTEMS.values())
    alone = [slug for slug, system in sorted(SYSTEMS.items()) if families[system.family] == 1]
    for number, slug in zip(count(), cycle([*alone, *sorted(SYSTEMS), *alone]), strict=False):
        yield f"{slug} {seed} {number}"


def record(name: str) -> Record:
    """Play the game of that name. Returns its marred record as a line of JSON: the name, then the entries."""
    entries = game(name.split(maxsplit=1)[0], name)
    rows = [name, *([entry.type, entry.data, entry.after] for entry in entries)]
    return Record(json.dumps(rows, separators=(",", ":"), sort_keys=True) + "\n", len(entries))


def told(line: str) -> Iterator[Line]:
    """Read the record event by event. Yields each output of the engines. If an engine raises an error, the last output names the error."""
    name, *entries = json.loads(line)
    events = [event_of(Entry(*entry), version) for version, entry in enumerate(entries, 1)]
    seats, first = sorted({seating["seat"] for seating in entries[0][1]["seats"]}), crc32(name.encode()) % EVERY
    try:
        reading = read(SYSTEMS[name.split(maxsplit=1)[0]], events[:1])
        for event in events[1:]:
            former, reading = reading, reading.extended((event,))
            yield from _findings(event.version, _new(former, reading))
            if event.version % EVERY == first:
                yield from _state(reading, seats)
        yield from _findings(0, reading.findings)
        yield from _state(reading, seats)
        yield from _shown(reading, (PUBLIC, seat_viewer(Seat(seats[0]))))
    except Exception as error:  # the error is in the digest: both versions of the code must raise it
        yield "findings", canonical({"raised": type(error).__name__})


def _new(former: Reading, reading: Reading) -> list[Finding]:
    """Return the findings of `check` for the steps of `reading` that are not in `former`. `former`: the reading without the last event."""
    known = {id(step) for step in former.steps}
    steps = [(step.before, step.event) for step in reading.steps if id(step) not in known]
    return [finding for before, event in steps if before is not None for finding in reading.system.check(before.table, event)]


def _findings(version: int, findings: Sequence[Finding]) -> Iterator[Line]:
    """Yield two outputs at this version: the findings, and the order of their ids. Version 0 stands for the whole record."""
    if findings:
        lines = [canonical(_finding(finding)) for finding in findings]
        yield "findings", canonical({"at": version, "findings": [line.decode() for line in sorted(lines)]})
        yield "order", canonical({"at": version, "findings": [finding.id for finding in findings]})


def _finding(finding: Finding) -> dict[str, Json]:
    return {
        "id": finding.id,
        "rule": finding.rule,
        "kind": finding.kind,
        "source": finding.source,
        "versions": finding.versions,
        "sentence": finding.sentence,
        "seats": finding.seats,
        "unexamined": finding.unexamined,
        "alternatives": finding.alternatives,
        "rests_on": sorted(finding.rests_on),
    }


def _state(reading: Reading, seats: Iterable[int]) -> Iterator[Line]:
    system, table, version = reading.system, reading.table, reading.version
    for viewer in (PUBLIC, DIRECTOR, *(seat_viewer(Seat(seat)) for seat in seats)):
        view: Json = view_json(system.seen_by(table, viewer), seat_called)  # type: ignore[assignment]
        yield "views", canonical({"at": version, "viewer": str(viewer), "view": view})
    for prompt in system.prompts(table):
        yield "prompts", canonical({"at": version, "prompt": asdict(prompt)})
    outcome = asdict(system.outcome(table))
    scores = {str(seat): score for seat, score in sorted(outcome["scores"].items())}
    yield "outcomes", canonical({"at": version, "outcome": {**outcome, "scores": scores}})


def _shown(reading: Reading, viewers: Iterable[Viewer]) -> Iterator[Line]:
    def body(event: Event | None) -> Json:
        return None if event is None else data_of(event.act)

    for viewer in viewers:
        shown = [body(reading.system.shown(event, reading.table, viewer)) for event in reading.events]
        yield "views", canonical({"viewer": str(viewer), "shown": shown})


def judged(line: str) -> Judged:
    """Read the record and return its digests."""
    name, *entries = json.loads(line)
    digests, rules = {kind: sha256() for kind in KINDS}, Counter[str]()
    for kind, said in told(line):
        digests[kind].update(said + b"\n")
        if kind == "findings":
            found = json.loads(said)
            rules.update([json.loads(each)["rule"] for each in found["findings"]] if "at" in found else [f"raised {found['raised']}"])
    family = SYSTEMS[name.split(maxsplit=1)[0]].family
    return Judged(name, family, len(entries), rules, tuple(digest.hexdigest()[:16] for digest in digests.values()))


def played(name: str) -> Judged:
    return judged(record(name).line)


# --- all games ----------------------------------------------------------------------------------------------------------------------------


class Tally:
    """The numbers of games, events and findings so far, by family. Also the digests, which depend on the order of the games."""

    def __init__(self) -> None:
        self.games, self.events, self.rules = Counter[str](), Counter[str](), Counter[str]()
        self.digests = {"all": {kind: sha256() for kind in KINDS}}
        self.found = Counter[str]()

    def add(self, one: Judged) -> None:
        for family in (one.family, "all"):
            self.games[family] += 1
            self.events[family] += one.events
            self.found[family] += one.rules.total()
            digests = self.digests.setdefault(family, {kind: sha256() for kind in KINDS})
            for kind, digest in zip(KINDS, one.digests, strict=True):
                digests[kind].update(digest.encode())
        self.rules.update(one.rules)

    @property
    def digest(self) -> str:
        """A single digest for all games and all kinds of output."""
        return sha256("".join(digest.hexdigest() for digest in self.digests["all"].values()).encode()).hexdigest()

    def table(self) -> str:
        rows = [("family", "games", "events", "findings", *(f"{kind} (digest)" for kind in KINDS))]
        for family in [*sorted(self.digests.keys() - {"all"}), "all"]:
            shown = [digest.hexdigest()[:16] for digest in self.digests[family].values()]
            rows.append((family, f"{self.games[family]:,}", f"{self.events[family]:,}", f"{self.found[family]:,}", *shown))
        found = ", ".join(f"{rule} {number:,}" for rule, number in sorted(self.rules.items(), key=lambda item: (-item[1], item[0])))
        lines = [" | ".join(f"{cell:>20}" if place else f"{cell:20}" for place, cell in enumerate(row)) for row in rows]
        full = [f"{kind:8} {digest.hexdigest()}" for kind, digest in self.digests["all"].items()]
        return "\n".join([*lines, "", f"findings by rule: {found}", "", *full, f"{'all':8} {self.digest}"])


def _kept(folder: Path) -> Iterator[str]:
    with gzip.open(folder / RECORDS, "rt") as lines:
        yield from lines


def _events(one: Record | Judged) -> int:
    return one.events


def write(folder: Path, seed: int, jobs: int, events: int) -> None:
    """Play games, and keep their marred records in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    games = kept = 0
    with gzip.open(folder / RECORDS, "wt", compresslevel=6) as file:
        for one in each(record, names(seed), jobs, events, "marred", _events):
            file.write(one.line)
            games, kept = games + 1, kept + one.events
    (folder / COUNT).write_text(f"{kept}\n")
    print(f"{games:,} games, {kept:,} events, {(folder / RECORDS).stat().st_size:,} bytes in {folder}")


def show(name: str, folder: Path | None) -> None:
    """Print all that the engines say about one game."""
    line = record(name).line if folder is None else next(line for line in _kept(folder) if line.startswith(f'["{name}"'))
    for version, entry in enumerate(json.loads(line)[1:], 1):
        print("event", version, json.dumps(entry))
    for kind, said in told(line):
        print(kind, said.decode())


@click.command()
@click.argument("events", type=int, required=False)
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option("--write", "into", type=click.Path(path_type=Path), help="Keep the marred records in this folder, and read nothing.")
@click.option("--read", "folder", type=click.Path(path_type=Path, exists=True), help="Read the records of this folder.")
@click.option("--games", type=click.File("w"), help="Write the digests of each game into this file.")
@click.option("--show", "shown", help="Print all that the engines say of the game with this name.")
def main(events: int | None, seed: int, jobs: int, into: Path | None, folder: Path | None, games: TextIO | None, shown: str | None) -> None:
    """Make digests of what the engines say about marred records."""
    if shown is not None:
        show(shown, folder)
        return
    if into is not None:
        write(into, seed, jobs, events or EVENTS)
        return
    tally = Tally()
    wanted = events or (EVENTS if folder is None else int((folder / COUNT).read_text()))
    work, items = (played, names(seed)) if folder is None else (judged, _kept(folder))
    for one in each(work, items, jobs, wanted, "marred", _events):
        tally.add(one)
        if games is not None:
            print(one.name, one.events, *one.digests, file=games)
    print(tally.table())
    sys.exit(tally.events["all"] < wanted)


if __name__ == "__main__":
    main()
