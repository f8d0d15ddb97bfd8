"""Renders replays: a frame for each step of a record as one viewer may see it, with the changes since the frame before.

This process keeps rendered replays. A kept replay is served again while the record's head and its people's names are the same. While a game
is in progress its frames are kept, so only one frame must be rendered after a new event. Earlier frames are still compared with what the
viewer may see now. Everything kept may be dropped at any moment.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal, NamedTuple, cast

import orjson

from domain.answers import SeatSeen
from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import Event, PersonId
from domain.kernel.findings import Finding, read_aloud
from domain.kernel.view import SeatView
from domain.kernel.viewing import news
from domain.record.evidence import card_evidence, result_evidence, round_evidence
from domain.record.fold import Reading, retracted
from domain.record.keystrokes import as_recorded
from domain.record.sittings import Began
from domain.record.steps import Step
from domain.rounds import rounds_over
from domain.system import Viewer
from domain.views import (
    Body,
    evidence_json,
    last_closed_version,
    scores_json,
    seat_json,
    seats_json,
    seen_findings,
    seen_json,
    view_json,
)
from domain.words import NameOf
from domain.words.seated import Seated
from service.kept.cache import Cache, Shelf
from service.kept.collecting import without_collecting
from service.kept.readings import Readings
from service.seen import answers
from service.seen.answers import About, ReplayEvidence, RoundEvidence
from service.seen.patches import merge_patch, without_nulls
from service.seen.seated import seated
from service.store.clubs.people import People
from service.store.games.heads import Head
from service.store.keys import GameId, club_of

Order = Literal["corrected", "recorded"]


class Frame(NamedTuple):
    """A rendered frame (`content`), and the values that it was made from. A frame is rendered again if one of these values has changed, or
    if the frame before it has changed. `seen`: the event as the viewer sees it. `gone`: whether it was withdrawn. `ruled`: for each new
    finding, the version of the ruling on it, or None."""

    number: int
    step: Step
    seen: Event
    gone: bool
    ruled: tuple[int | None, ...]
    content: bytes


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
_Fresh = tuple[Step, tuple[Finding, ...]]
"""A step, and its findings that are new to the viewer."""


class Replays:
    """Caches the replays that were requested most recently. Safe for threads and greenlets. `cache`: the cache that holds the replays;
    None: a new cache."""

    def __init__(self, readings: Readings, people: People, cache: Cache | None = None) -> None:
        self._readings = readings
        self._people = people
        self._films: Shelf[_Key, Film] = Shelf(cache or Cache(), lambda film: film.size)

    def of(self, head: Head, viewer: Viewer, order: Order) -> bytes:
        """Return the whole replay of the record up to `head`, as JSON. Raises NoSuchGame, RecordDamaged, StoreUnavailable."""
        key = (head.game, viewer, order)
        film = self._films.get(key) or NOTHING
        if film.hash == head.hash and film.names == self._people.lately.names(club_of(head.game), film.people):
            return film.content
        now = self._readings.of(head.game).at(head.version)
        sitting = seated(head.game, now, self._people)
        with without_collecting():
            made = rendered(film, head, now, now, viewer, order, sitting)
        self._films.put(key, made)
        return made.content

    def before(self, head: Head, version: int, viewer: Viewer, order: Order) -> bytes:
        """Return the replay of the record as it was at `version`, as JSON. `head`: the current head."""
        now = self._readings.of(head.game).at(head.version)
        then = now.at(version)
        with without_collecting():
            return rendered(NOTHING, head, then, now, viewer, order, seated(head.game, then, self._people)).content


def rendered(former: Film, head: Head, reading: Reading, now: Reading, viewer: Viewer, order: Order, sitting: Seated) -> Film:
    """Render the replay of `reading`. `now`: the current reading; `reading` is all or the first part of it. `former`: an earlier replay,
    whose frames are used again where nothing changed."""
    steps = tuple(as_recorded(reading, viewer)) if order == "recorded" else reading.steps
    fresh = [step.findings for step in steps] if order == "recorded" else list(news((step.findings for step in steps), viewer))
    gone = retracted(reading.events) if order == "recorded" else frozenset()
    people = tuple(dict.fromkeys((*sitting.sittings.everyone(), *(person for person in sitting.people.values() if person))))
    film = Film(head.hash, sitting.names, people, sitting.sittings.began, (), b"")
    known = former.frames if (former.names, former.began) == (film.names, film.began) else ()
    frames = tuple(_frames(known, list(zip(steps, fresh, strict=True)), now, viewer, sitting, gone))
    about: About = {
        "game": head.game,
        "system": head.system,
        "version": reading.version,
        "as": order,
        "viewer": str(viewer),
        "seats": seats_json(sitting.people, sitting.names),
        "evidence": _evidence(reading, last_closed_version(now, viewer)),
    }
    content = b'%b,"frames":[%b]}' % (orjson.dumps(about)[:-1], b",".join([frame.content for frame in frames]))
    over = now.system.outcome(now.table).state != "open"
    return replace(film, frames=() if over else frames, content=content)


def _evidence(reading: Reading, closed: int) -> ReplayEvidence:
    """Return how the cards (by version and seat), the rounds and the result are known. Cards and rounds up to version `closed` are left
    out."""
    cards = {
        str(version): {str(seat): evidence_json(evidence) for seat, evidence in sorted(by_seat.items())}
        for version, by_seat in card_evidence(reading).items()
        if version > closed
    }
    rounds: list[RoundEvidence] = [
        {
            "round": over.number,
            "points": {str(seat): points for seat, points in over.points.items()},
            "evidence": evidence_json(round_evidence(over)),
        }
        for over in rounds_over(reading.table)
        if over.version > closed
    ]
    return {"cards": cards, "rounds": rounds, "outcome": evidence_json(result_evidence(reading))}


def _frames(
    known: Sequence[Frame], pairs: Sequence[_Fresh], now: Reading, viewer: Viewer, sitting: Seated, gone: frozenset[int]
) -> Iterator[Frame]:
    """Yield a frame for each step after the last event that is hidden from the viewer. The states of the table before that event would show
    values that are hidden now."""
    steps = [step for step, _ in pairs]
    shown, table = now.system.shown, now.table
    seen = {event.version: shown(event, table, viewer) for event in now.events}
    closed = max((version for version, event in seen.items() if event is None), default=0)
    first = max((number + 1 for number, step in enumerate(steps) if step.event.version <= closed), default=0)
    rulings = now.ruled
    screen = _Screen(now, viewer, sitting, rulings)
    former = {frame.number: frame for frame in known}
    follows = known[:1] != () and known[0].number == first
    for number, (step, findings) in enumerate(pairs[first:], first):
        frame, event = former.get(number), seen[step.event.version]
        assert event is not None  # it is None only for hidden events, all of which come before `first`
        withdrawn = step.event.version in gone
        ruled = tuple(rulings.get(finding.id) for finding in findings)
        follows = follows and frame is not None and frame.step is step
        if frame is None or not follows or (frame.seen, frame.gone, frame.ruled) != (event, withdrawn, ruled):
            before = steps[number - 1] if number > first else None
            frame = Frame(number, step, event, withdrawn, ruled, screen.frame(number, step, findings, event, before, gone=withdrawn))
        yield frame


class _Screen:
    """Renders frames one after the other. A frame has only the changes since the view of the frame before it. That view is kept here. Parts
    that did not change since the last view are not turned into JSON again."""

    def __init__(self, now: Reading, viewer: Viewer, sitting: Seated, ruled: Mapping[str, int]) -> None:
        self._system = now.system
        self._viewer = viewer
        self._ruled = ruled
        self._sitting = sitting
        self._step: Step | None = None
        self._view: Body = {}
        self._seats: dict[Seat, tuple[SeatView, SeatSeen]] = {}
        self._names: dict[tuple[PersonId | None, ...], NameOf] = {}
        self._said: tuple[NameOf, str, str] | None = None

    def frame(self, number: int, step: Step, findings: Sequence[Finding], event: Event, before: Step | None, *, gone: bool) -> bytes:
        if before is not None and before is not self._step:
            self._look(before)
        former = self._view
        self._look(step)
        outcome = self._system.outcome(step.table)
        shown: answers.Frame = {
            "step": number,
            "version": event.version,
            "event": seen_json(event, self._sitting),
            "retracted": gone,
            "changed": cast("Body", merge_patch(former, self._view)),
            "scores": scores_json(outcome),
            "state": outcome.state,
            "winners": list(outcome.winners),
            "findings": seen_findings(findings, self._viewer, self._sitting, self._ruled),
        }
        return orjson.dumps(shown)

    def _look(self, step: Step) -> None:
        view = self._system.seen_by(step.table, self._viewer)
        written = view_json(view, self._called(step.event.version), self._seat, self._aloud)
        self._step, self._view = step, cast("Body", {name: value for name, value in written.items() if value is not None})

    def _seat(self, seat: SeatView) -> SeatSeen:
        """Return the JSON of a seat. It is kept until the seat changes: most seats stay the same from step to step."""
        kept = self._seats.get(seat.seat)
        if kept is None or kept[0] != seat:
            kept = self._seats[seat.seat] = (seat, cast("SeatSeen", without_nulls(cast("Json", seat_json(seat)))))
        return kept[1]

    def _called(self, version: int) -> NameOf:
        """Return a function that names the players who sat at the table at the event `version`. While the same people sit there, the same
        function is returned."""
        sittings = self._sitting.sittings
        sitters = tuple([sittings.sitter(seat, version) for seat in sittings.began]) if sittings.places else ()
        if sitters not in self._names:
            self._names[sitters] = cache(self._sitting.called(version))
        return self._names[sitters]

    def _aloud(self, sentence: str, name_of: NameOf) -> str:
        """Return the sentence with the players' names. It describes the last round, so it stays the same for many steps and is kept until
        it changes."""
        said = self._said
        if said is None or said[0] is not name_of or said[1] != sentence:
            said = self._said = (name_of, sentence, read_aloud(sentence, name_of))
        return said[2]
