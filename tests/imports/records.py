"""Records of every system, in the store and as files: random games in which events are withdrawn, corrected and moved."""

import json
from random import Random
from uuid import UUID

from domain.kernel.events import EVENT_TYPES, Act, EventId
from domain.record.batch import Draft
from domain.record.fold import Reading, read
from domain.selfplay import act_for
from domain.system import DIRECTOR, System, Table, Viewer
from domain.systems import SYSTEMS
from service.files.contents import Exported
from service.files.destination import Destination
from service.files.formats import export_bytes
from service.files.importing import read_file
from service.recording.copies import Copies
from service.store.clubs.people import People
from service.store.games.records import Records
from service.store.keys import HOME, Club, GameId, Keys
from service.store.seasons.seasons import SeasonStreams
from service.store.streams.append import Restored
from service.store.tournaments.tournaments import TournamentStreams
from tests.store.bench import BY, Store
from tests.test_every_system import a_game, next_event

AWAY = Club("away")
NOTES = ("=1+1", "Žofie’s café ♠", 'a,b\r\n"c"', "\t@cmd")


def corrected_game(system: System[Table], seed: int, moves: int = 60) -> Reading:
    """Play a random game in which notes are written, events are retracted and inserted, and retractions are retracted too."""
    dice = Random(seed)
    reading = a_game(system, seed, moves)
    for _ in range(dice.randint(0, 8)):
        reading = reading.extended([next_event(reading, *_slip(reading, dice))])
    return reading


def _slip(reading: Reading, dice: Random) -> tuple[Act, int | None]:
    """Choose a withdrawal, a note, or an act that a prompt proposes. Returns the act, and the version after which it is inserted (None: at
    the end)."""
    after = dice.choice([None, dice.randint(1, reading.version)])
    prompts = [prompt for prompt in reading.system.prompts(reading.table) if prompt.given or prompt.asks]
    what = dice.choice(["Retracted", "NoteWritten", "act"])
    if what == "act" and prompts:
        return act_for(dice.choice(prompts), dice.choice), after
    if what == "Retracted" and reading.version > 1:
        return _act("Retracted", {"target": dice.randint(2, reading.version), "reason": "slip"}), after
    return _act("NoteWritten", {"note": dice.choice(NOTES)}), after


def _act(name: str, data: dict[str, object]) -> Act:
    return EVENT_TYPES[name].shape.read(data, "", [])  # type: ignore[arg-type,return-value]


def recorded(store: Store, reading: Reading, seed: int = 0) -> GameId:
    """Record the events of `reading` (a record that was read or played) in the club `home`, in batches of random size, as a client would.
    Returns the id of the game."""
    dice = Random(seed)
    opened, *rest = [
        Draft(event.act, EventId(str(UUID(int=dice.getrandbits(128)))), event.after, event.at, event.offset) for event in reading.events
    ]
    game = store.records.open(HOME, opened, BY).game
    while rest:
        size = dice.choice([1, 2, 7, 100])
        store.clock.now += dice.randint(0, 5000)
        store.records.append(game, None, rest[:size], BY)
        rest = rest[size:]
    return game


def _id(dice: Random) -> EventId:
    return EventId(str(UUID(int=dice.getrandbits(128))))


def exported(records: Records, game: GameId, form: str = "ndjson", viewer: Viewer = DIRECTOR, upto: int | None = None) -> bytes:
    """Return the record, or its events up to version `upto`, as a file for `viewer`, without a verdict."""
    events = records.events(game, upto=upto)
    reading = read(SYSTEMS[events[0].act.system], events)  # type: ignore[union-attr]
    return export_bytes(form, Exported(game, reading, records.sealed(game), (), 0, "", viewer))


def imported(records: Records, data: bytes, club: Club = AWAY) -> Restored:
    return records.restore(club, read_file(data).record, lambda _: None)


def into(store: Store) -> Destination:
    """Return the parts of this store to which an import writes."""
    return Destination(
        Copies(store.records),
        People(store.redis, store.clock),
        TournamentStreams(store.redis, store.clock),
        SeasonStreams(store.redis, store.clock),
    )


def kept(store: Store, game: GameId) -> dict[str, object]:
    """Return everything that the store holds of the record. Values are compared byte for byte; only JSON objects are parsed, because the
    order of their keys may change."""
    keys, redis = Keys(Club(game.partition("-")[0])), store.redis
    head = redis.hgetall(keys.head(game))
    return {
        "events": [(entry_id, *_parted(fields[b"e"])) for entry_id, fields in redis.xrange(keys.stream(game))],
        "ids": redis.smembers(keys.ids(game)),
        "sealed": redis.hgetall(keys.sealed(game)),
        "head": {name: value for name, value in head.items() if name not in (b"imported", b"units")},
        "opened": redis.zscore(keys.games, game),
        "dirty": redis.zscore(keys.dirty, game),
    }


def _parted(packed: bytes) -> tuple[bytes, object]:
    """Return a stored event in two parts: first the bytes of id, type and commitments, then the JSON after them
    (service/store/streams/wire.py)."""
    end = 19 + 32 * packed[18]
    return packed[:end], json.loads(packed[end:])
