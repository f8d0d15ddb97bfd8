"""Renders replays, and keeps them (domain/views/replays.py says what is in them).

A kept replay is served again while the record's head and its people's names are the same. While a game is in progress its frames are kept,
so only one frame must be rendered after a new event. Earlier frames are still compared with what the viewer may see now. Everything kept
may be dropped at any moment.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from threading import Lock
from typing import Final, NamedTuple

import orjson

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from domain.record.fold import Reading
from domain.record.keystrokes import Keystroke, TooManyCorrections
from domain.record.sittings import Began
from domain.system import Viewer
from domain.views.replays import Frames, Order, Part, Shot, Typed, about_json, closed_in, part_json, shots, typing
from domain.words.seated import SeatNames
from service.caches.streams import Readings
from service.memory import shares
from service.memory.cache import STEP_BYTES, Cache, Region
from service.memory.garbage import without_collecting
from service.store.clubs.people import People
from service.store.games.heads import Head
from service.store.keys import GameId, club_of
from service.views.heads import seated


class Frame(NamedTuple):
    """A rendered frame (`content`), and the shot that it was made from. A frame is rendered again if something in its shot has changed, or
    if the frame before it has changed."""

    shot: Shot
    content: bytes

    def shows(self, shot: Shot) -> bool:
        """Whether this frame is that of `shot`, which has the same step."""
        mine = (self.shot.seen, self.shot.gone, self.shot.ruled)
        return self.shot.before is shot.before and mine == (shot.seen, shot.gone, shot.ruled)


@dataclass(frozen=True, slots=True)
class Film:
    """A rendered replay (`content`). `hash`: the hash of the record's last event. `frames`: kept only while the game is in progress."""

    hash: str
    names: Mapping[PersonId, str]
    people: tuple[PersonId, ...]
    began: Mapping[Seat, Sequence[Began]]
    frames: tuple[Frame, ...]
    content: bytes

    @property
    def size(self) -> int:
        return len(self.content) + sum(len(frame.content) for frame in self.frames)


NOTHING: Final = Film("", {}, (), {}, (), b"")
_Key = tuple[GameId, Viewer, Order]


class Piece(NamedTuple):
    """A part of a replay as JSON (`content`). `following`: the number of the step after its last frame; None: the part has no more
    frames."""

    content: bytes
    following: int | None


class Strokes:
    """The keystrokes of a record (domain/record/keystrokes.py): made as far as they were asked for, and kept. `hash`: the hash of the
    record's last event."""

    def __init__(self, reading: Reading, hash_: str) -> None:
        self.hash = hash_
        self._rest = typing(reading)
        self._made: list[Keystroke] = []
        self._version = reading.version
        self._lock = Lock()

    def first(self, count: int) -> Sequence[Keystroke]:
        """Return the first `count` keystrokes. Raises TooManyCorrections, at every call that needs one of those that are too many."""
        with self._lock:
            self._made.extend(islice(self._rest, max(0, count - len(self._made))))
            if len(self._made) < min(count, self._version):  # the iterator has raised before, and has ended with it
                raise TooManyCorrections
            return self._made[:count]

    @property
    def size(self) -> int:
        return len(self._made) * STEP_BYTES


class Replays:
    """Caches the replays that were requested most recently. `cache`: the cache that holds the replays; None: a new cache."""

    def __init__(self, readings: Readings, people: People, cache: Cache | None = None) -> None:
        self._readings = readings
        self._people = people
        kept = cache or Cache()
        self._films: Region[_Key, Film] = Region(kept, lambda film: film.size, shares.REPLAYS)
        self._strokes: Region[GameId, Strokes] = Region(kept, lambda strokes: strokes.size)

    def of(self, head: Head, viewer: Viewer, order: Order) -> bytes:
        """Return the whole replay of the record up to `head`, as JSON. Raises NoSuchGame, RecordDamaged,
        StoreUnavailable, TooManyCorrections."""
        key = (head.game, viewer, order)
        film = self._films.get(key) or NOTHING
        if film.hash == head.hash and film.names == self._people.lately.names(club_of(head.game), film.people):
            return film.content
        now = self._readings.until(head)
        sitting = seated(head.game, now, self._people)
        with without_collecting():
            made = rendered(film, head, now, now, viewer, order, sitting, self._typed(head, now))
        self._films.put(key, made)
        return made.content

    def before(self, head: Head, version: int, viewer: Viewer, order: Order) -> bytes:
        """Return the replay of the record as it was at `version`, as JSON. `head`: the current head. Raises
        TooManyCorrections."""
        now = self._readings.until(head)
        then = now.at(version)
        with without_collecting():
            sitting = seated(head.game, then, self._people)
            return rendered(NOTHING, head, then, now, viewer, order, sitting, self._typed(head, now)).content

    def part(self, head: Head, version: int | None, viewer: Viewer, order: Order, part: Part) -> Piece:
        """Return a part of the replay of the record as it was at `version`; None: at the head. Only the frames of the part are rendered.
        Raises TooManyCorrections, NoSuchRound."""
        now = self._readings.until(head)
        then = now if version is None else now.at(version)
        with without_collecting():
            sitting = seated(head.game, then, self._people)
            shown = part_json(head.game, then, now, viewer, order, sitting, part, self._typed(head, now))
        return Piece(orjson.dumps(shown.replay), shown.following)

    def _typed(self, head: Head, now: Reading) -> Typed:
        """Return a function that returns the first keystrokes of `now`, the reading at `head`, and keeps them."""

        def first(count: int) -> Sequence[Keystroke]:
            kept = self._strokes.get(head.game)
            strokes = kept if kept is not None and kept.hash == head.hash else Strokes(now, head.hash)
            try:
                made = strokes.first(count)
            except TooManyCorrections:
                self._strokes.drop(head.game)
                raise
            self._strokes.put(head.game, strokes)  # again: it may have grown
            return made

        return first


def rendered(
    former: Film, head: Head, reading: Reading, now: Reading, viewer: Viewer, order: Order, sitting: SeatNames, typed: Typed
) -> Film:
    """Render the replay of `reading`. `now`: the current reading; `reading` is all or the first part of it. `former`: an earlier replay,
    whose frames are used again where nothing changed. `typed`: the keystrokes of `now`."""
    film = Film(head.hash, sitting.names, sitting.everyone(), sitting.sittings.began, (), b"")
    known = former.frames if (former.names, former.began) == (film.names, film.began) else ()
    closed = closed_in(reading, now, viewer, order)
    taken = tuple(shots(reading, now, viewer, order, closed, typed))
    frames = tuple(_frames(known, taken, Frames(now, viewer, sitting)))
    about = about_json(head.game, reading, viewer, order, sitting, closed)
    content = b'%b,"frames":[%b]}' % (orjson.dumps(about)[:-1], b",".join([frame.content for frame in frames]))
    over = now.system.outcome(now.table).state != "open"
    return replace(film, frames=() if over else frames, content=content)


def _frames(known: Sequence[Frame], taken: Sequence[Shot], frames: Frames) -> Iterator[Frame]:
    """Yield a frame for each shot: the known one, if the game has not changed up to there."""
    former = {frame.shot.number: frame for frame in known}
    follows = [frame.shot.number for frame in known[:1]] == [shot.number for shot in taken[:1]]
    for shot in taken:
        frame = former.get(shot.number)
        follows = follows and frame is not None and frame.shot.step is shot.step
        if frame is None or not follows or not frame.shows(shot):
            frame = Frame(shot, orjson.dumps(frames.frame(shot)))
        yield frame
