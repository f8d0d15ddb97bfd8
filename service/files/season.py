"""Writes a season's stream as a record file, and reads such files. The file names people only by their ids."""

from domain.files.layout import season_json
from domain.files.season import season_transcript
from domain.files.transcript import refuse
from domain.files.verify import Each, nothing
from domain.kernel.events.seasons import CountingAct
from domain.season.fold import SeasonReading
from domain.season.table import table
from domain.system import Viewer
from service.files.archive import Packed
from service.files.whole import Contents, StreamFile, record_of
from service.store.keys import Club, StreamId, club_of
from service.store.seasons.seasons import SEASON
from service.store.streams.reading import SealedValues


def packed_season(stream: StreamId, reading: SeasonReading, sealed: SealedValues, viewer: Viewer, form: str = "ndjson") -> Packed:
    """Return the season as a file for `viewer`, who records in the club. `sealed`: its sealed values."""
    return Contents("season", stream, reading.events, sealed, {"table": season_json(table(reading.state))}).packed(viewer, form)


class SeasonFile(StreamFile):
    """A season that was read from a file."""

    kind = "season"
    called = "a season"
    here = "The season"
    about = "This is a season, not a game. It has the standings that it counts, but not its tournaments."

    def require(self, club: Club) -> None:
        """Raise NotARecord if the season is of another club, or counts a tournament of another club: its title would show here."""
        super().require(club)
        acts = ((copied.event.version, copied.event.act) for copied in self.record)
        named = ((version, act.tournament) for version, act in acts if isinstance(act, CountingAct))
        refuse(f"event {version}: {name} is no tournament of this club" for version, name in named if club_of(StreamId(name)) != club)


def read_season(data: bytes, each: Each = nothing) -> SeasonFile:
    """Read a season's stream from a json or ndjson file. Raises NotARecord."""
    transcript = season_transcript(data, each)
    return SeasonFile(transcript.stream, transcript.viewer, record_of(transcript, SEASON, each), transcript.closed)
