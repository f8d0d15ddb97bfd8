"""Games as a server sends them to a device, and their acts as a device records them."""

from collections.abc import Sequence
from typing import Any, Final

from domain.kernel.events import Event, PersonId, data_of, shape_of
from domain.record.fold import Reading
from domain.system import SCOREKEEPER, Viewer
from domain.views.answers import Live
from domain.views.device import Kept
from domain.views.game import Cover
from domain.views.live import Judgement, live_json
from domain.views.parts import event_json
from domain.words.seated import seated_in

NAMES: Final = {PersonId("p-anna"): "Anna", PersonId("p-zoe"): "Zoë"}
GAME: Final = "home-aaaaaaaaaaaaaaaa"
ENGINE: Final = "0a1b2c3d"


def sent(reading: Reading, viewer: Viewer = SCOREKEEPER, findings: Sequence[Any] | None = None, verdict: int | None = None) -> Live:
    """Return the live message of a server that has judged the record. `findings`, `verdict`: of its verdict; by default those of a record
    that was judged once."""
    standing = reading.findings if findings is None else findings
    judgement = Judgement(standing, len(standing) if verdict is None else verdict, ENGINE, reading.version)
    return live_json(Cover(GAME, "unlisted", 0), reading, viewer, seated_in(reading, NAMES), judgement, prompts=True)


def kept(reading: Reading, viewer: Viewer = SCOREKEEPER) -> Kept:
    sitting = seated_in(reading, NAMES)
    names = {str(person): name for person, name in NAMES.items()}
    return {
        "live": sent(reading, viewer),
        "events": [event_json(event, reading, viewer, sitting) for event in reading.events],
        "names": names,
    }


def draft(event: Event) -> dict[str, Any]:
    """Return the event as a device sends it, with its sealed values readable."""
    readable: Any = shape_of(event.act).swap(data_of(event.act), "", lambda _, leaf: leaf["value"])  # type: ignore[call-overload,index]
    body = {"type": event.type, "data": readable, "id": event.id, "at": event.at, "offset": event.offset}
    return body if event.after is None else {**body, "after": event.after}


def batch(*events: Event) -> dict[str, Any]:
    return {"events": [*map(draft, events)], "at": events[-1].recorded_at}
