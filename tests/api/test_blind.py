"""No byte that a viewer receives depends on a value that is sealed to the viewer, on any endpoint and in any system.

The test records a random game in which some mistakes are corrected. Then the test changes the store: each value that a viewer may not see
becomes another value of the same kind, under the same commitment. A new process, which remembers nothing, must give the same answers as
before: the same bodies, entity tags and hashes, the same live stream, and the same exports in every form.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis

from domain.kernel.cards import CARDS, Seat
from domain.kernel.events import EVENT_TYPES, Event, EventId, NoteWritten, VisibilitySet, data_of
from domain.kernel.shapes import Sealed
from domain.record.batch import Draft
from domain.record.chain import event_json
from domain.record.fold import read, table_order
from domain.system import PUBLIC, System, Table, Viewer, seat_viewer
from domain.systems import SYSTEMS
from service.app import create_app
from service.config import Config
from service.engine import ENGINE
from service.files.formats import FORMATS
from service.store.keys import HOME, GameId, keys_of
from service.store.streams import wire
from service.wiring import EXTENSION, Wiring
from tests.api.callers import API, Caller
from tests.api.conftest import Callers
from tests.imports.records import corrected_game
from tests.servers import RunningServer
from tests.speeds import rows, seeds
from tests.store.bench import BY
from tests.streams import end_streams
from tests.systems import SAMPLED
from tests.verdicts import judged

READS = (
    *("", "?at=9", "?as=corrected&at=5", "/events", "/events?upto=6", "/replay", "/replay?as=recorded", "/replay?at=7", "/findings"),
    *("/picture", "/picture?at=7&scheme=dark", "/picture?at=5&as=corrected", "/picture?format=png"),
    *("/picture?format=webp", "/picture?format=webp&round=1"),
    *("/replay?from=3&limit=2", "/rulings", "/diff", "/diff?from=2&to=9", "/diff?between=recorded,corrected"),
    *(f"/export?format={form}" for form in FORMATS),
)
REVEALS = ("CardsRevealed", "NumbersRevealed", "CardsFlipped")
LISTS = ("/games", "/people", "/clubs/home/players", "/clubs/home/statistics")


@dataclass
class Process:
    """An application that remembers nothing, like an API process that has just started."""

    parts: Wiring
    app: Any

    @classmethod
    def fresh(cls, server: RunningServer, data: Path) -> "Process":
        app = create_app(Config(data=data, redis_url=f"unix://{server.socket}"))
        return cls(app.extensions[EXTENSION], app)

    def stop(self) -> None:
        end_streams(self.app)
        for client in (self.parts.redis, self.parts.records._redis):
            client.close()


def recorded(parts: Wiring, system: System[Table], seed: int) -> GameId:
    """Record a random unfinished game with about half of the optional values. Returns the id of the game."""
    dice = Random(seed)
    events = corrected_game(system, seed, 12 + seed).events
    first, *others = [
        Draft(event.act, EventId(f"{dice.getrandbits(32):08x}-0000-4000-8000-{event.version:012x}"), event.after) for event in events
    ]
    game = parts.records.open(HOME, first, BY).game
    parts.records.append(game, None, others, BY)
    return game


def validated(parts: Wiring, game: GameId) -> None:
    """Delete the verdict of the game, validate the game again, and store the new verdict."""
    events = parts.records.events(game)
    reading = read(SYSTEMS[events[0].act.system], events)  # type: ignore[union-attr]
    parts.redis.delete(keys_of(game).verdict(game))
    standing = parts.verdicts.state(game)
    judged(parts.verdicts, game, standing.verdict, reading.version, ENGINE, "open", list(reading.findings), [])


def received(visitor: Caller, game: str) -> Iterator[tuple[str, int, bytes, dict[str, str]]]:
    """Request every path as this visitor. Yields path, status, body and headers of each answer."""
    for path in [*(f"/games/{game}{resource}" for resource in READS), *LISTS]:
        response = visitor.get(path)
        yield path, response.status_code, response.get_data(), {name: value for name, value in response.headers if name != "Date"}
    yield f"/games/{game}/live", *first_message(visitor, game), {}


def first_message(visitor: Caller, game: str) -> tuple[int, bytes]:
    headers = {} if visitor.secret is None else {"Authorization": f"Bearer {visitor.secret}"}
    response = visitor.client.get(f"{API}/games/{game}/live", headers=headers, buffered=False)
    try:
        chunks = iter(response.response)
        message = b""
        while b"\ndata: " not in message:
            message += next(chunks)  # type: ignore[arg-type,operator]
    finally:
        response.close()
    return response.status_code, message


def hidden(events: Sequence[Event], viewer: Viewer) -> set[tuple[int, str]]:
    """Return (version, path) of each sealed value that this viewer may not see: it belongs to somebody else, and was not shown in full on
    the table."""
    clear = in_clear(events)
    place = {event.version: number for number, event in enumerate(table_order(events))}
    turned = max((place[event.version] for event in events if event.type in REVEALS), default=0)
    places = set()
    for event in events:
        for path, value in sealed_values(event).items():
            owner = Seat(int(path.rpartition(".")[2])) if "." in path else getattr(event.act, "seat", None)
            mine = viewer.role == "seat" and viewer.seat == owner
            cards = cards_in(value)
            shown = all(card in clear for card in cards) if cards else isinstance(value, int) and place[event.version] < turned
            if not mine and not shown:
                places.add((event.version, path))
    return places


def in_clear(events: Sequence[Event]) -> set[str]:
    """Return all texts, including cards, in the unsealed data of the events."""
    return {part for event in events for part in json.dumps(event_json(event)["data"]).split('"')[1::2]}


def sealed_values(event: Event) -> dict[str, Any]:
    """Return the sealed values of the event in clear text, by path."""
    values: dict[str, Any] = {}
    EVENT_TYPES[event.type].shape.swap(data_of(event.act), "", lambda path, leaf: values.setdefault(path, leaf["value"]))  # type: ignore[index,call-overload]
    return values


def cards_in(value: Any) -> list[str]:
    return [card for card in (value if isinstance(value, list) else [value]) if isinstance(card, str) and card.partition("@")[0] in CARDS]


def exchanged(redis: Redis, parts: Wiring, game: GameId, viewer: Viewer, dice: Random) -> int:
    """Replace in the store every value that this viewer may not see. Returns the number of replaced values."""
    events = parts.records.events(game)
    places, clear = hidden(events, viewer), in_clear(events)
    sealed, fields = parts.records.sealed(game), keys_of(game).sealed(game)
    by_salt = {salt: (place, value) for place, (value, salt) in sealed.items()}
    changes: dict[bytes, bytes] = {}
    for number, packed in redis.hgetall(fields).items():
        salt = packed[: wire.SALT_BYTES]
        place, value = by_salt[salt]
        if place in places:
            changes[number] = salt + json.dumps(another(value, dice, clear), ensure_ascii=False, separators=(",", ":")).encode()
    if changes:
        redis.hset(fields, mapping=changes)  # type: ignore[arg-type]
    return len(changes)


def another(value: Any, dice: Random, clear: set[str]) -> Any:
    """Return another value of the same kind. A hand keeps its size. It also keeps the cards in `clear`, which were shown on the
    table."""
    match value:
        case list():
            return [item if item in clear else another(item, dice, clear) for item in value]
        case int():
            return (value + dice.randint(1, 5)) % 14
        case str() if value.partition("@")[0] in CARDS:
            return dice.choice([card for card in sorted(CARDS) if card != value])
        case _:
            return f"not {value}"[:60]


@pytest.mark.parametrize("system", rows(SAMPLED, {"smear-ten-point"}, SYSTEMS.__getitem__))
@pytest.mark.parametrize("seed", seeds(3, 1))
def test_sealed_values_change_no_answer_to_viewers_who_may_not_see_them(
    system: System[Table], seed: int, server: RunningServer, redis: Redis, callers: Callers, tmp_path: Path
) -> None:
    parts = callers.parts
    game = recorded(parts, system, seed)
    parts.records.append(game, None, list(extras()), BY)
    seats = [seat_viewer(Seat(seat)) for seat in (0, 1)]
    visitors = [(PUBLIC, None), (PUBLIC, callers.holder("read").secret)]
    visitors += [(viewer, callers.holder("read", game=game, seat=viewer.seat).secret) for viewer in seats]
    truth = redis.dump(keys_of(game).sealed(game))
    for viewer, secret in visitors:
        before = everything(server, tmp_path, game, secret)
        assert exchanged(redis, parts, game, viewer, Random(seed)) > 0
        for was, now in zip(before, everything(server, tmp_path, game, secret), strict=True):
            assert was == now, (str(viewer), was[0])
        redis.restore(keys_of(game).sealed(game), 0, truth, replace=True)  # type: ignore[arg-type]


def extras() -> Iterator[Draft]:
    """Yield two events to record: one makes the record public, the other adds a sealed note."""
    for number, act in enumerate((VisibilitySet("public"), NoteWritten(Sealed("", "51 cards?")))):
        yield Draft(act, EventId(f"00000000-0000-4000-8000-ffffffff{number:04x}"))


def everything(server: RunningServer, data: Path, game: GameId, secret: str | None) -> list[Any]:
    """Start a process. Returns every answer that it gives to the holder of `secret`."""
    process = Process.fresh(server, data)
    validated(process.parts, game)
    answers = list(received(Caller(process.app, secret), game))
    process.stop()
    return answers
