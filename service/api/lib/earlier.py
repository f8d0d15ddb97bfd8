"""The query parameters `known_at` and `known_at_time`, for a stream as it was known earlier, and `as_of`, for its first rounds."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from domain.kernel.shapes import MILLISECONDS, Whole
from domain.season.fold import SeasonReading
from domain.tournament.reading import TournamentReading
from service.api.lib.fields import VERSION, Digits
from service.errors import wrong_parameter


class KnownQuery(Schema):
    known_at = Digits(VERSION, metadata={"description": "Count only what was recorded up to this version. Without it: all."})
    known_at_time = Digits(
        MILLISECONDS, metadata={"description": "Count only what was recorded up to this time: milliseconds since 1970, UTC."}
    )


class AsOfQuery(Schema):
    as_of = Digits(Whole(0, 200), metadata={"description": "Count only the rounds up to this number. Without it: all."})


def known_version(query: Mapping[str, Any], reading: TournamentReading | SeasonReading, kind: str) -> int:
    """Return the version up to which the request counts events. `reading`: the stream as it is now. `kind`: what it is, in words. Raises
    Problem `invalid`."""
    version, moment = query.get("known_at"), query.get("known_at_time")
    if version is not None and moment is not None:
        raise wrong_parameter("known_at_time", "cannot be combined with known_at: send one of the two")
    if version is not None and version > reading.version:
        raise wrong_parameter("known_at", f"is too high: the {kind} is at version {reading.version}")
    if moment is not None:
        version = sum(event.recorded_at <= moment for event in reading.events)
        if not version:
            raise wrong_parameter("known_at_time", f"is before the {kind} was opened")
    return reading.version if version is None else int(version)
