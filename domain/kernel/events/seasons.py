"""Events of a season: a table over several tournaments of one club. A season counts the final standings of each tournament as they were at
that time; if they change later, somebody accepts the change first. domain/season/ folds the events. Source:
docs/decisions/tournaments.md."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, dataclass_transform

from domain.kernel.canonical import Json
from domain.kernel.events.club import PERSON_ID
from domain.kernel.events.common import NoteWritten, Retracted, Visibility
from domain.kernel.events.kinds import EVENT_TYPES, AVersion, C, EventType, PersonId, event_type, fields_of
from domain.kernel.events.tournaments import MOST_ENTRIES, AnEntry, AReason
from domain.kernel.shapes import Flag, ListOf, OneOf, Optional, Seal, Sealed, Text, Whole

SEASON_TYPES: Final[dict[str, EventType]] = {}
"""The event types of season streams, by name."""
MOST_COUNTED: Final = 200
"""The most tournaments that a season counts at one time."""

ATournament = Annotated[str, Text(40, r"[a-z0-9]{2,16}-t[a-z2-7]{16}")]
ADigest = Annotated[str, Text(64, r"[0-9a-f]{64}")]
AWorth = Annotated[int, Whole(-(10**6), 10**6)]
AnAttendance = Annotated[int, Whole(1, MOST_COUNTED)]

PointsBy = Literal["place", "points", "percentage"]
"""What gives points in a season. place: the place in the tournament, by a table. points: the points of the tournament. percentage: the
points of the tournament, in percent of those of its best entry."""
Joint = Literal["share", "same"]
"""What entries get that share a place. share: the mean of the points of their places. same: each gets the points of the shared place."""


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """The settings of a season. `by`: what gives points. `places`: if places give points, those of the first place, of the second and so
    on. `beyond`: the points of every place after these. `joint`: what entries get that share a place. `best`: how many results of a person
    count, the best ones (None: all). `least`: how many of the tournaments a person must have played to get a place. `accept_changes`:
    whether changed standings of a counted tournament count without asking the director."""

    by: Annotated[PointsBy, OneOf(("place", "points", "percentage"))] = "place"
    places: Annotated[tuple[int, ...], ListOf(Whole(-(10**6), 10**6), most=MOST_ENTRIES)] = (10, 8, 6, 5, 4, 3, 2, 1)
    beyond: AWorth = 0
    joint: Annotated[Joint, OneOf(("share", "same"))] = "share"
    best: Annotated[int | None, Optional(Whole(1, MOST_COUNTED))] = None
    least: AnAttendance = 1
    accept_changes: Annotated[bool, Flag()] = False


SEASON_SETTINGS: Final = fields_of(SeasonSettings)
ASeasonSettings = Annotated[SeasonSettings, SEASON_SETTINGS]


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A row of the final standings of a tournament. `people`: those who are in the entry at its end (empty: they are not in the club's
    directory)."""

    place: AnEntry
    entry: AnEntry
    points: Annotated[int, Whole(-(10**9), 10**9)]
    people: Annotated[tuple[PersonId, ...], ListOf(PERSON_ID, most=8)] = ()


FINAL_ROWS: Final = ListOf(fields_of(FinalRow), most=MOST_ENTRIES)
AFinalRows = Annotated[tuple[FinalRow, ...], FINAL_ROWS]
_ROWS: Final[list[Json]] = [
    {"place": 1, "entry": 2, "points": 6, "people": ["p-anna"]},
    {"place": 2, "entry": 1, "points": 4, "people": ["p-ben"]},
]
_COUNTED: Final[dict[str, Json]] = {"tournament": "home-tabcdefghijklmnop", "version": 40, "hash": "ab" * 32, "rows": _ROWS}


@dataclass_transform(frozen_default=True)
def directed(code: str, example: Mapping[str, Json]) -> Callable[[type[C]], type[C]]:
    """A class decorator. It makes the class a type of season event, which only directors may record."""
    return event_type(code, example, right="direct", common=False, types=SEASON_TYPES)


@directed("SO", {"name": "Winter 2026", "settings": {"best": 8, "least": 3}})
class SeasonOpened:
    """A season begins."""

    name: Annotated[Sealed[str], Seal(Text(120))]
    settings: ASeasonSettings
    visibility: Annotated[Visibility, OneOf(("private", "unlisted", "public"))] = "private"


@directed("SS", {"settings": {"by": "percentage", "best": 8}})
class SeasonSettingsChanged:
    """The director replaces all settings. They hold for all tournaments of the season, also for those that were counted before."""

    settings: ASeasonSettings


@directed("TC", _COUNTED)
class TournamentCounted:
    """A finished tournament counts from now on. `version`, `hash`: those of the tournament's last event. `rows`: its final standings, of
    all entries that were there."""

    tournament: ATournament
    version: AVersion
    hash: ADigest
    rows: AFinalRows


@directed("TX", {"tournament": "home-tabcdefghijklmnop", "reason": "was a friendly"})
class TournamentLeftOut:
    """A tournament that counted does not count any more."""

    tournament: ATournament
    reason: AReason


@directed("CA", _COUNTED)
class CorrectionAccepted:
    """The standings of a counted tournament have changed, and count in their new form from now on. The fields are those of
    TournamentCounted."""

    tournament: ATournament
    version: AVersion
    hash: ADigest
    rows: AFinalRows


@directed("CD", {"tournament": "home-tabcdefghijklmnop", "digest": "cd" * 32, "reason": "too late: the prizes are given"})
class CorrectionDeclined:
    """The standings of a counted tournament have changed, and the season keeps the former ones. `digest`: SHA-256 of the canonical JSON of
    the declined rows."""

    tournament: ATournament
    digest: ADigest
    reason: AReason


@directed("SC", {})
class SeasonClosed:
    """The season is over: its table is final. To reopen it, this event is withdrawn."""


CountingAct = TournamentCounted | TournamentLeftOut | CorrectionAccepted | CorrectionDeclined
"""The acts about one tournament, which have its id as `tournament`."""
SeasonAct = (
    SeasonOpened
    | SeasonSettingsChanged
    | TournamentCounted
    | TournamentLeftOut
    | CorrectionAccepted
    | CorrectionDeclined
    | SeasonClosed
    | NoteWritten
    | Retracted
)

SEASON_TYPES.update({name: EVENT_TYPES[name] for name in ("NoteWritten", "Retracted")})
