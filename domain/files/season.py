"""Reads the file of a season back into events, and checks whether the table in its footer follows from the events. Nothing in the file is
trusted."""

from domain.files.layout import season_json
from domain.files.recompute import Recomputed, rows_compared
from domain.files.transcript import Transcript, refuse, stream_transcript, told
from domain.files.verify import Each, nothing
from domain.kernel.events import SEASON_TYPES, SeasonEvent
from domain.season.checks import senseless
from domain.season.fold import season_read
from domain.season.table import table


def season_transcript(data: bytes, each: Each = nothing) -> Transcript[SeasonEvent]:
    """Read a season's file and return its contents, as `transcript_of` does. Raises NotARecord also for an event that makes no sense where
    it stands (domain/season/checks.py)."""
    transcript: Transcript[SeasonEvent] = stream_transcript(data, "season", SEASON_TYPES, each)
    refuse(told(senseless(transcript.events)))
    return transcript


def recompute_table(data: bytes) -> Recomputed:
    """Compute the table again from the events of a season's file, and compare it with the one in its footer. Returns the differences as
    faults. Raises NotARecord for a file that does not verify or cannot be read."""
    transcript = season_transcript(data)
    return rows_compared("table", transcript.footer["table"], season_json(table(season_read(transcript.events).state)))
