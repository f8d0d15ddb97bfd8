"""Measures how the cost of an answer grows with the length of a record, and with the number of games of a club.

python -m bench.growth [EVENTS …]

All figures are CPU time of the process that answers (the API or a worker; here it is one process). The figures include neither the time of
the Redis server nor the time of waiting. Because of this, other busy processes hardly change the figures. In a record with corrections,
every tenth act was withdrawn and entered again in its place.
"""

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import uuid4

import orjson
from flask import Flask
from redis import Redis
from werkzeug.test import EnvironBuilder

from bench.figures import Part, Progress, Row, silent
from bench.lists import COMMON, filled
from bench.played import choosing
from domain.kernel.events import Act, Event, EventId, NoteWritten, Retracted, TokenId
from domain.kernel.shapes import Sealed
from domain.record.batch import Draft
from domain.selfplay import move
from domain.systems import SYSTEMS
from service.app import create_app
from service.caches.streams import Readings
from service.clock import now_ms
from service.config import Config
from service.engine import ENGINE
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.kind import MOST_IN_A_RECORD
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, Club, GameId
from service.store.layout import KEY, LAYOUT
from service.store.streams.append import MOST_EVENTS
from tests.domain.playing import opening
from tests.servers import packaged_valkey, start_server
from workers.validate import Validator

EVENTS: Final = (10, 200, 1000, 5000, MOST_IN_A_RECORD - 50)
"""The lengths of the records that are measured. The last one is a little shorter than the longest record allowed, so that a few events can
still be appended."""
COMPARED: Final = 1000
"""Longer records are compared with a record of this many events."""
GAMES: Final = (10, 1000, 10_000)
SLUG: Final = "pitch-auction-classic"
TARGET: Final = 1000
"""The points that win the game. The number is so large that the game lasts for more than 10,000 events."""
SHARE: Final = 0.1
BY: Final = TokenId("bench")
ROUNDS: Final = 3
MANY: Final = 50
"""How often a request is repeated if its answer takes less than a millisecond."""

Written = tuple[Act, int | None]
"""An act, and the version after which it is inserted; None if the act is appended at the end."""
Figures = dict[tuple[str, int], float]
"""A mapping. Key: what was measured, and the number of events of the record or of games of the club. Value: ms of CPU."""


def played(length: int) -> list[Written]:
    """Play a random legal game of `length` events."""
    system, choose = SYSTEMS[SLUG], choosing(Random(1), 1.0)
    first = opening(system, 4, target=TARGET)
    acts, table = [first], system.open_table(first)
    while len(acts) < length:
        act = move(system, table, choose)
        assert act is not None
        acts.append(act)
        table = system.evolve(table, Event(len(acts), EventId(""), act, BY, 0, 0, 0))
    return [(act, None) for act in acts]


def corrected(record: Sequence[Written]) -> list[Written]:
    """Return a record of the same length, in which every tenth act was withdrawn and entered again."""
    dice, written = Random(1), list(record[:1])
    for act, _ in record[1:]:
        written.append((act, None))
        if dice.random() < SHARE:
            slip = len(written)
            written += [(Retracted(slip, "slip"), None), (act, slip - 1)]
    return written[: len(record)]


def draft(act: Act, after: int | None = None) -> Draft:
    return Draft(act, EventId(str(uuid4())), after)


@dataclass(frozen=True, slots=True)
class World:
    """A store. `validator` and `api` make the objects of a worker and of an API process that have just started on this store."""

    redis: Redis
    config: Config
    records: Records
    clubs: Clubs

    def opened(self, record: Sequence[Written], club: Club = HOME) -> GameId:
        """Store a record. Returns the id of the game."""
        game = self.records.open(club, draft(record[0][0]), BY).game
        for start in range(1, len(record), MOST_EVENTS):
            self.records.append(game, None, [draft(*each) for each in record[start : start + MOST_EVENTS]], BY)
        return game

    def validator(self) -> Validator:
        """Return the validator of a worker that has just started."""
        return Validator(self.records, Readings(self.records), Verdicts(self.redis, now_ms), ENGINE)

    def api(self, club: Club = HOME) -> "Api":
        """Return an API process that has just started, and a director of the club."""
        return Api(create_app(self.config), self.clubs.issue(club, "bench", "direct")[1])


@dataclass(frozen=True, slots=True)
class Api:
    app: Flask
    secret: str

    def asked(self, path: str, body: Any = None, **headers: str) -> dict[str, str]:
        """Send a request: GET, or POST with a body. Returns the headers of the answer. Raises ValueError if the request fails."""
        given = {"Authorization": f"Bearer {self.secret}"} | {name.replace("_", "-"): value for name, value in headers.items()}
        place, _, query = path.partition("?")
        sent = {} if body is None else {"method": "POST", "data": orjson.dumps(body), "content_type": "application/json"}
        environ = EnvironBuilder(path=f"/api/v1{place}", query_string=query, headers=given, **sent).get_environ()
        answer: list[Any] = []
        b"".join(self.app.wsgi_app(environ, lambda status, got, *_: answer.extend((status, got)) or (lambda _: None)))  # type: ignore[func-returns-value]
        if answer[0][:1] not in "23":
            raise ValueError(f"{path}: {answer[0]}")
        return dict(answer[1])


@contextmanager
def world() -> Iterator[World]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp")))
        server = start_server(packaged_valkey(), folder / "redis")
        stack.callback(server.stop)
        redis = stack.enter_context(write_client(server.socket))
        redis.set(KEY, LAYOUT)
        clubs = Clubs(redis, now_ms)
        clubs.found(HOME)
        (folder / "data").mkdir(mode=0o700)
        yield World(redis, Config(folder / "data", redis_url=f"unix://{server.socket}"), Records(redis, now_ms), clubs)


def cpu(work: Callable[[], object], times: int = 1, calls: int = 1) -> float:
    """Return the CPU time of one call of `work` in ms. Measures `times` series of `calls` calls, and returns the least mean of a series.
    The garbage collector ignores objects that were in memory before the call, because they belong to the bench."""

    def once() -> float:
        gc.collect()
        gc.freeze()
        began = time.process_time()
        for _ in range(calls):
            work()
        spent = 1000 * (time.process_time() - began) / calls
        gc.unfreeze()
        return spent

    return min(once() for _ in range(times))


def of_a_record(here: World, record: Sequence[Written]) -> Iterator[tuple[str, float]]:
    """Yield (what was measured, ms of CPU) for each measurement of this record."""
    game, length = here.opened(record), len(record)
    yield from _answers(here, game, length)
    worker = here.validator()

    def validated(*written: Written) -> Callable[[], None]:
        here.records.append(game, None, [draft(*each) for each in written], BY)
        return lambda: worker.validate(game, 1)

    note: Written = (NoteWritten(Sealed("", "a note")), None)
    yield "verdict, warm", min(cpu(validated(note)) for _ in range(ROUNDS))
    head = here.records.head(game)
    assert head is not None
    yield "verdict after a correction at the end", cpu(validated((Retracted(head.version), None)))
    yield "verdict after a correction far back", cpu(validated((NoteWritten(Sealed("", "a note")), max(1, length // 10))))


def _answers(here: World, game: GameId, length: int) -> Iterator[tuple[str, float]]:
    path, middle = f"/games/{game}", max(1, length // 2)
    yield "verdict, cold", cpu(lambda: here.validator().validate(game, 1))
    api = here.api()
    yield "state, cold", cpu(lambda: api.asked(path))
    yield "state", cpu(lambda: api.asked(path), ROUNDS)
    yield "state of an earlier version", cpu(lambda: api.asked(f"{path}?at={middle}"), ROUNDS)
    for what, query in (("replay", ""), ("replay as recorded", "?as=recorded")):
        yield what, cpu(lambda query=query: api.asked(f"{path}/replay{query}"))  # type: ignore[misc]
        yield f"{what}, again", cpu(lambda query=query: api.asked(f"{path}/replay{query}"), ROUNDS, MANY)  # type: ignore[misc]
    tag = api.asked(f"{path}/replay")["ETag"]
    api.asked(f"{path}/replay", If_None_Match=tag)
    yield "replay, 304", cpu(lambda: api.asked(f"{path}/replay", If_None_Match=tag), ROUNDS, MANY)
    yield "diff from the middle", cpu(lambda: api.asked(f"{path}/diff?from={middle}"), ROUNDS)
    yield "diff as recorded and corrected", cpu(lambda: api.asked(f"{path}/diff?between=recorded,corrected"), ROUNDS)
    body = {"events": [{"type": "NoteWritten", "data": {"note": "a note"}}]}
    yield "append", cpu(lambda: api.asked(f"{path}/events", body, If_Match="*"), ROUNDS)
    yield "state after it", cpu(lambda: api.asked(path))


def of_a_club(games: int) -> Iterator[tuple[str, float]]:
    """Yield (what was measured, ms of CPU) for a club with this many games. The workers have made its rows. Each measurement is the first
    request of a process that has just started (bench/lists.py)."""
    paths = (
        ("", "/games?limit=50"),
        (" of a player", f"/games?player={COMMON[0]}&limit=50"),
        (" that are over", "/games?state=finished&limit=50"),
    )
    with filled(games) as club:
        for what, path in paths:
            yield f"games{what}", min(club.asked(path)[0] for _ in range(ROUNDS))


def measured(lengths: Sequence[int], games: Sequence[int], progress: Progress) -> dict[str, Figures]:
    """Measure records without corrections, records with corrections, and clubs. Returns the figures of each of the three, by title."""
    found: dict[str, Figures] = {"records": {}, "records with corrections": {}, "clubs": {}}
    plain = played(max(lengths))
    whole = sum(lengths) * 2 + sum(games)
    done = 0
    with world() as here:
        _answered = list(of_a_record(here, plain[:10]))  # this first call is not measured, because it imports and compiles all code
        for title, record in (("records", plain), ("records with corrections", corrected(plain))):
            for length in lengths:
                found[title] |= {(what, length): ms for what, ms in of_a_record(here, record[:length])}
                done += length
                progress(done / whole)
    for number in games:
        found["clubs"] |= {(what, number): ms for what, ms in of_a_club(number)}
        done += number
        progress(done / whole)
    return found


def matrix(figures: Figures, unit: str) -> str:
    """Return a Markdown table: a row for each measurement, a column for each size. A cell has the ms, and in brackets the µs for each
    `unit` (an event or a game)."""
    sizes = sorted({size for _, size in figures})
    heads = " | ".join(f"{size:,} {unit}s" for size in sizes)
    lines = [f"| ms (µs for each {unit}) | {heads} |", "|---" * (len(sizes) + 1) + "|"]
    for what in dict.fromkeys(what for what, _ in figures):
        cells = (figures[what, size] for size in sizes)
        told = " | ".join(f"{ms:.2f} ({1000 * ms / size:.1f})" for ms, size in zip(cells, sizes, strict=True))
        lines.append(f"| {what} | {told} |")
    return "\n".join(lines)


def rows(progress: Progress) -> list[Row]:
    """Return a row for each measurement of the longest record: its µs for each event, compared with the µs for each event of a record of
    COMPARED events."""
    found, results = measured(EVENTS, GAMES, progress), []
    for title in ("records", "records with corrections"):
        figures = found[title]
        for what, length in figures:
            if length > COMPARED:
                mine, theirs = (1000 * figures[what, size] / size for size in (length, COMPARED))
                results.append(Row(f"{title}: {what}, {length:,} events", "µs", [mine], [theirs], ratio=0.5))
        recorded, again, same = ([figures[what, 5000]] for what in ("replay as recorded", "replay, again", "replay, 304"))
        results.append(Row(f"{title}: replay as recorded, 5,000 events", "ms", recorded, limit=1000))
        results.append(Row(f"{title}: the same replay again, 304 against 200", "ms", same, again, ratio=2))
    lists = found["clubs"]
    return results + [Row(f"{what}, club of {games:,}", "ms", [ms], limit=20) for (what, games), ms in lists.items()]


PART: Final = Part(
    "Growth",
    f"CPU time of the answering process. Long records: the µs for each event, against those of a record of {COMPARED:,} events; half as "
    "good is still allowed, because longer records fill caches and memory. Lists of games: for the first request to a process.",
    150,
    rows,
)


def main() -> None:
    lengths = tuple(map(int, sys.argv[1:])) or EVENTS
    for title, figures in measured(lengths, GAMES if lengths == EVENTS else GAMES[:1], silent).items():
        print(f"## {title}\n\n{matrix(figures, 'game' if title == 'clubs' else 'event')}\n")


if __name__ == "__main__":
    main()
