"""The format `text`: a score sheet in the text notation. People can read it, and it can be imported again (docs/notation.md)."""

from collections.abc import Mapping
from typing import Final, cast

from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, Act, Event
from domain.notation import Sheet, margin_of, write
from domain.record.chain import Opened, event_json
from service.files.contents import Exported, Format


def written(exported: Exported) -> bytes:
    return write(sheet_of(exported)).encode()


def sheet_of(exported: Exported) -> Sheet:
    """Return the export as a sheet: every event with its provenance (id, recorder, times), and the sealed values that the viewer may see.
    Raises ExportClosed."""
    reading = exported.reading
    opened = {event.version: exported.opened(event) for event in reading.events}
    return Sheet(
        events=tuple(_closed(event, opened[event.version]) for event in reading.events),
        game=exported.game,
        club=exported.game.partition("-")[0],
        viewer=str(exported.viewer),
        ending="+" if reading.system.outcome(reading.table).state == "open" else "",
        salts={(version, path): salt for version, values in opened.items() for path, (_, salt) in values.items()},
        margin=margin_of(reading, exported.seen()),
    )


def _closed(event: Event, opened: Opened) -> Event:
    """Return the event with its sealed values hidden, except those in `opened`."""
    shape = EVENT_TYPES[event.type].shape

    def open_(path: str, leaf: Json) -> Json:
        return {**cast("Mapping[str, Json]", leaf), **({"value": opened[path][0]} if path in opened else {})}

    return event._replace(act=cast("Act", shape.restore(shape.swap(event_json(event)["data"], "", open_))))


FORMAT: Final = Format(
    "text",
    "text/plain; charset=utf-8",
    "txt",
    written,
    "look",
    "Score sheet (text)",
    "The game as people write it down, for reading. It can be verified and imported again. It has no names of people.",
    "the verdict; what was found against the rules stands in the margin",
)
