"""What a device answers for itself, from the record that the server sent and the acts that are not sent yet: the same JSON as the server.

The device is that of somebody who records and sees everything. It judges acts as the server does (service/recording/), and shows what they
lead to. The server has the last word: it alone knows the club's directory and the limits of a record, and it seals values."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict, cast

from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, Event, EventId, PersonId, PlayerJoined, Right, TokenId
from domain.kernel.findings import Finding, Proof
from domain.record.batch import Draft, Sent, as_events, read_batch, repeats, touches_settled, without_right
from domain.record.differences import finding_changes
from domain.record.fold import Reading, read
from domain.record.refusals import Refusal
from domain.record.settled import unsettling, vocabulary
from domain.system import DIRECTOR, SCOREKEEPER, Viewer
from domain.systems import SYSTEMS
from domain.views.answers import DryRun, GameState, Live, RecordedEvent
from domain.views.game import Cover, game_json
from domain.views.live import Judgement, live_json
from domain.views.parts import event_json
from domain.views.preview import foreseen_json
from domain.words.seated import Names, SeatNames, seated_in

RECORDERS: Final = {str(viewer): viewer for viewer in (SCOREKEEPER, DIRECTOR)}
RIGHTS: Final[Mapping[Viewer, tuple[Right, ...]]] = {SCOREKEEPER: ("record",), DIRECTOR: ("record", "direct")}


class Kept(TypedDict):
    """A record as the server sent it. `live`: the newest live message. `events`: all events up to the version of this message, as GET
    …/events has them. `names`: by person, for people who are not in a seat now but may be named."""

    live: Live
    events: list[RecordedEvent]
    names: dict[str, str]


class Batch(TypedDict):
    """Acts to be recorded, each with an id, as POST …/events takes them. `at`: the time now, in milliseconds UTC."""

    events: list[dict[str, Json]]
    at: int


class Fault(TypedDict):
    pointer: str
    message: str


class Refused(TypedDict):
    """Why the server would not record a batch, as a problem document says it. `type`: the last part of the type of the problem."""

    type: str
    detail: str
    errors: list[Fault]


class Appended(TypedDict):
    version: int


class EventList(TypedDict):
    events: list[RecordedEvent]


class Device:
    """One game on a device. Raises ValueError for a record that hides something from this viewer, or that is not whole."""

    def __init__(self, kept: Kept) -> None:
        live, game = kept["live"], kept["live"]["game"]
        if game["viewer"] not in RECORDERS or len(kept["events"]) != game["version"]:
            raise ValueError(f"{len(kept['events'])} events for {game['viewer']}, and the record is at version {game['version']}")
        self._viewer = RECORDERS[game["viewer"]]
        self._cover = Cover(game["game"], cast("Any", game["visibility"]), game["delay"], game.get("imported", 0))
        self._prompts = "prompts" in game
        self._names: Names = cast("Names", {**kept["names"], **{seat["person"]: seat["name"] for seat in game["seats"] if seat["name"]}})
        self._reading = read(SYSTEMS[game["system"]], [*map(_event, kept["events"])])
        self._engine = live["engine"]
        self._raised = {finding["id"] for finding in live["findings"]}
        self._standing: dict[Proof, Finding | None] = _in_order(self._reading.findings, [finding["id"] for finding in live["findings"]])
        now = {finding.id for finding in self._findings()}
        self._verdict = live["verdict"] + len(now ^ self._raised)  # what the server has not judged yet raises some and withdraws others

    def live(self) -> Live:
        """Return the live message. All events are judged in it, also those that the server has not judged yet."""
        judgement = Judgement(self._findings(), self._verdict, self._engine, self._reading.version)
        return live_json(self._cover, self._reading, self._viewer, self._seated(self._reading), judgement, prompts=self._prompts)

    def game(self) -> GameState:
        return game_json(self._cover, self._reading, self._viewer, self._seated(self._reading), prompts=self._prompts)

    def events(self, after: int) -> EventList:
        now, sitting = self._reading, self._seated(self._reading)
        return {"events": [event_json(event, now, self._viewer, sitting) for event in now.events[after:]]}

    def append(self, batch: Batch) -> Appended | Refused:
        """Add acts that are not sent yet. Acts that are in the record already are not added again."""
        judged = self._judged(batch)
        if isinstance(judged, Refusal):
            return _refused(judged)
        if judged:
            self._reading = self._reading.extended(judged)
            self._follow()
        return {"version": self._reading.version}

    def foreseen(self, batch: Batch) -> DryRun | Refused:
        """Return what `append` would change. Standings are left out: only the server has them."""
        judged = self._judged(batch)
        if isinstance(judged, Refusal):
            return _refused(judged)
        then = self._reading.extended(judged)
        return {"version": then.version, "would": foreseen_json(self._reading, then, self._viewer, self._seated(then))}

    def _judged(self, batch: Batch) -> Sequence[Event] | Refusal:
        """Return the acts as events at the end of the record: none if all are in it already. Return a refusal if the server would refuse
        them."""
        now, rights = self._reading, RIGHTS[self._viewer]
        joined = (event.act.seat for event in now.events if isinstance(event.act, PlayerJoined))
        seats = {*(seating.seat for seating in now.opened.seats), *joined}
        known = vocabulary(now.system.acts, seats, self._known)
        found = read_batch([Sent(event) for event in batch["events"]], known, now.version, _unnamed)
        if found.faults:
            return Refusal("invalid", faults=found.faults)
        drafts = cast("list[Draft]", [*found.drafts.values()])
        if repeats(drafts, now.events):
            return ()
        refusal = without_right(drafts, known, rights, now.version, now.events)
        events = as_events(drafts, now.version, TokenId(""), batch["at"])
        if refusal is None and touches_settled(drafts, known):
            refusal = unsettling(now, drafts, events, rights, lambda: self._raised)
        return events if refusal is None else refusal

    def _known(self, people: Iterable[PersonId]) -> Names:
        return {person: self._names[person] for person in people if person in self._names}

    def _seated(self, reading: Reading) -> SeatNames:
        return seated_in(reading, self._names)

    def _findings(self) -> list[Finding]:
        return [finding for finding in self._standing.values() if finding is not None]

    def _follow(self) -> None:
        """Judge the record again, as workers/validate.py does."""
        changes = finding_changes(self._findings(), self._reading.findings)
        self._standing |= {finding.proof: None for finding in changes.withdrawn} | {finding.proof: finding for finding in changes.raised}
        self._raised |= {finding.id for finding in changes.raised}
        self._verdict += len(changes.raised) + len(changes.withdrawn)


def _event(sent: RecordedEvent) -> Event:
    act = EVENT_TYPES[sent["type"]].shape.restore(sent["data"])
    return Event(
        sent["version"],
        EventId(sent["id"]),
        cast("Any", act),
        TokenId(sent["by"]),
        sent["at"],
        sent["offset"],
        sent["recorded_at"],
        sent.get("after"),
    )


def _in_order(findings: Sequence[Finding], ids: Sequence[str]) -> dict[Proof, Finding | None]:
    """Return the findings by proof: first those with these ids, in this order."""
    places = {name: place for place, name in enumerate(ids)}
    return {finding.proof: finding for finding in sorted(findings, key=lambda finding: places.get(finding.id, len(ids)))}


def _unnamed(index: int) -> EventId:
    raise ValueError(f"event {index} has no id")


def _refused(refusal: Refusal) -> Refused:
    errors: list[Fault] = [{"pointer": fault.pointer, "message": fault.message} for fault in refusal.faults]
    return {"type": refusal.kind, "detail": refusal.detail, "errors": errors}


ANSWERS: Final[Mapping[str, Callable[..., object]]] = {
    "live": Device.live,
    "game": Device.game,
    "events": Device.events,
    "append": Device.append,
    "foreseen": Device.foreseen,
}


class Worker:
    """Answers requests in JSON about one game at a time: that of the last `open`."""

    def __init__(self) -> None:
        self._device: Device | None = None

    def answer(self, name: str, given: str) -> str:
        """Answer a request. `name`: `open`, or one of ANSWERS. `given`: its argument as JSON, null if it has none."""
        argument = json.loads(given)
        if name == "open":
            self._device = Device(argument)
            return written(self._device.live())
        return written(ANSWERS[name](self._device, *([] if argument is None else [argument])))


def written(answer: object) -> str:
    """Return an answer as JSON, with the same bytes as the server's."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
