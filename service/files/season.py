"""Writes a season's stream as a record file, and reads such files. The file names people only by their ids."""

from collections.abc import Callable
from dataclasses import dataclass

from domain.files.forms import sealed_leaves
from domain.files.layout import Lines, season_footer, season_header
from domain.files.limits import MOST_IN_A_SEASON
from domain.files.season import season_transcript
from domain.files.transcript import NotARecord
from domain.files.verify import Each, nothing
from domain.kernel.events import TokenId, data_of
from domain.kernel.events.seasons import CountingAct
from domain.season.fold import SeasonReading
from domain.season.table import table
from domain.system import Viewer
from service.files.archive import Packed
from service.files.destination import Destination
from service.files.whole import FORMS, WholeStream, lines_of, record_of
from service.store.keys import Club, StreamId, club_of
from service.store.seasons.seasons import SEASON
from service.store.streams.append import Restored
from service.store.streams.reading import SealedValues


def packed_season(stream: StreamId, reading: SeasonReading, sealed: SealedValues, viewer: Viewer, form: str = "ndjson") -> Packed:
    """Return the season as a file for `viewer`, who records in the club. `sealed`: its sealed values."""
    header = season_header(stream, str(viewer))
    lines, reached = lines_of(reading.events, sealed, lambda event: [path for path, _ in sealed_leaves(data_of(event.act))])
    footer = season_footer(header, lines, (len(lines), reached), table(reading.state))
    data = FORMS[form](Lines(header, tuple(lines), footer))
    return Packed(f"{stream}.faceup.{form}", data, len(lines), reached, reading.events[-1].recorded_at)


@dataclass(frozen=True, slots=True)
class SeasonFile(WholeStream):
    """A season that was read from a file."""

    def store(self, into: Destination, club: Club, _by: TokenId, written: Callable[[int], object]) -> Restored:
        """Store the stream as it was recorded. After each batch, `written` is called with the version that is reached. Raises NotARecord,
        RecordDiffers, RecordDamaged."""
        self._require(club)
        return into.seasons.restore(club, self.record, written)

    def dry_run(self, into: Destination, club: Club) -> Restored:
        """Return what a call of `store` would return now. Writes nothing. Raises NotARecord, RecordDiffers."""
        self._require(club)
        return into.seasons.dry_run(club, self.record)

    def _require(self, club: Club) -> None:
        """Raise NotARecord if the season is of another club, or counts a tournament of another club: its title would show here."""
        home = club_of(StreamId(self.stream))
        if club != home:
            raise NotARecord([f"header: this is a season of club {home}; it cannot be imported into another club"])
        acts = ((copied.event.version, copied.event.act) for copied in self.record)
        named = ((version, act.tournament) for version, act in acts if isinstance(act, CountingAct))
        strange = [f"event {version}: {name} is no tournament of this club" for version, name in named if club_of(StreamId(name)) != club]
        if strange:
            raise NotARecord(strange)

    def notes(self, restored: Restored) -> list[str]:
        """Return sentences for the person who imports the file."""
        notes = ["This is a season, not a game. It has the standings that it counts, but not its tournaments."]
        if restored.version > self.size:
            notes.append(f"The season here is longer, up to event {restored.version}. Nothing of it was changed.")
        return notes


def read_season(data: bytes, each: Each = nothing) -> SeasonFile:
    """Read a season's stream from a json or ndjson file. Raises NotARecord, which names every fault."""
    transcript = season_transcript(data, each)
    record = record_of(transcript.lines, SEASON.codes, each, MOST_IN_A_SEASON, "a season")
    return SeasonFile(str(transcript.header["stream"]), str(transcript.header["viewer"]), record, transcript.closed)
