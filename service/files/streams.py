"""Reads a file of any kind of stream, to import it."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.files.limits import kind_in, too_many
from domain.files.many import HINT, is_many
from domain.files.transcript import NotARecord
from domain.files.verify import Each, nothing
from service.files.club import read_club
from service.files.importing import Incoming, read_any
from service.files.season import read_season
from service.files.tournament import read_tournament

_READERS: Final[Mapping[str, Callable[[bytes, Each], Incoming]]] = {
    "club": read_club,
    "tournament": read_tournament,
    "season": read_season,
}
"""The functions that read files of streams that are not games, by kind of stream."""


def read_stream(data: bytes, each: Each = nothing) -> Incoming:
    """Read the file of a game (in any form that `read_any` takes), of a club, of a tournament or of a season. Raises NotARecord."""
    if more := too_many(data):
        raise NotARecord([more])
    if is_many(data.partition(b"\n")[0]):
        raise NotARecord([f"file: {HINT}"])
    return _READERS.get(kind_in(data), read_any)(data, each)
