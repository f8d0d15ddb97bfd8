"""Events of a tournament: its set-up, its entries, its rounds and its results.

The standings have one row for each *entry*: a person, a fixed pair or a team. An entry keeps its number for ever. The entries that play
together at a table are a *side*; a table has two sides or more. Points are whole numbers. Where half points are usual, the settings count a
win as 2 and a draw as 1. domain/tournament/ folds the events. Source: docs/decisions/tournaments.md."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, dataclass_transform

from domain.kernel.canonical import Json
from domain.kernel.events.club import PERSON_ID, PERSON_NAME
from domain.kernel.events.common import HANDS, MOST_ROUNDS, MOST_TABLES, NoteWritten, Retracted, RoundEnd, Visibility
from domain.kernel.events.kinds import EVENT_TYPES, AVersion, C, EventType, PersonId, event_type, fields_of
from domain.kernel.shapes import Flag, ListOf, OneOf, Optional, RulesMap, Seal, Sealed, Text, Whole

# --- values -------------------------------------------------------------------------------------------------------------------------------


TOURNAMENT_TYPES: Final[dict[str, EventType]] = {}
"""The event types of tournament streams, by name."""


@dataclass_transform(frozen_default=True)
def directed(code: str, example: Mapping[str, Json]) -> Callable[[type[C]], type[C]]:
    """A class decorator. It makes the class a type of tournament event that only directors may record."""
    return event_type(code, example, right="direct", common=False, types=TOURNAMENT_TYPES)


@dataclass_transform(frozen_default=True)
def noted(code: str, example: Mapping[str, Json]) -> Callable[[type[C]], type[C]]:
    """A class decorator. It makes the class a type of tournament event that scorekeepers may record too."""
    return event_type(code, example, right="record", common=False, types=TOURNAMENT_TYPES)


MOST_ENTRIES: Final = MOST_TABLES
MOST_AT_A_TABLE: Final = 26
"""The most entries at one table. Two teams are two entries; thirteen single players are thirteen entries."""
MOST_GROUPS: Final = 64

ENTRY: Final = Whole(1, MOST_ENTRIES)
POINTS: Final = Whole(-(10**6), 10**6)

AnEntry = Annotated[int, ENTRY]
AnEntryList = Annotated[tuple[int, ...], ListOf(ENTRY, most=MOST_ENTRIES)]
ARound = Annotated[int, Whole(1, MOST_ROUNDS)]
ATable = Annotated[int, Whole(1, MOST_ENTRIES)]
SIDES: Final = ListOf(Whole(0, MOST_AT_A_TABLE - 1), most=MOST_AT_A_TABLE)
SCORES: Final = ListOf(POINTS, most=MOST_AT_A_TABLE)
ASideList = Annotated[tuple[int, ...], SIDES]
AScoreList = Annotated[tuple[int, ...], SCORES]
AGame = Annotated[str, Text(40, r"[a-z0-9]{2,16}-[a-z0-9]{16}")]
AReason = Annotated[Sealed[str], Seal(Text())]
AWordOf = Annotated[str, Text(60, r"[a-z0-9-]{1,60}")]

ScoringKind = Literal["wins", "score", "placement"]
"""How a table gives points. wins: a win, a draw and a loss give fixed points. score: the score at the table counts as points, up to the
cap. placement: each place at the table gives fixed points, and level sides share the points of their places."""
SitOut = Literal["nothing", "fixed", "average"]
"""The points for a round without a table, if `Scoring.kind` is not `wins`. nothing: none. fixed: a fixed number. average: the entry's own
average of the rounds that it played."""
Taken = Literal["finished", "confirmed", "final"]
"""The state that a game must have reached before a tournament takes its result."""
Because = Literal["asked", "family", "club"]
"""Why entries should not meet. asked: somebody asked for it. family: they are of one family. club: they are of one club."""
Split = Literal["snake", "draw"]
"""How entries come into groups. snake: by rank, 1 2 3 3 2 1 1 2 3. draw: by lot."""
Unplayed = Literal["bye", "half", "zero"]
"""The points for an absence that the entry asked for. bye: as many as for a bye. half: as many as for a draw. zero: none."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What results are worth. `win`, `draw`, `loss`, `bye`: the points for each. `cap`: the most points that a score can give (None: no
    limit). `places`: the points for the first place at a table, for the second and so on. `bye_score`: an entry with a bye gets this score,
    and counts as having played against a score of 0 (None: a bye has no score). `sit_out`: how points are given for a round without a
    table, if `kind` is not `wins`. `sit_out_score`: the points of a round without a table if `sit_out` is "fixed"."""

    kind: Annotated[ScoringKind, OneOf(("wins", "score", "placement"))] = "wins"
    win: Annotated[int, POINTS] = 2
    draw: Annotated[int, POINTS] = 1
    loss: Annotated[int, POINTS] = 0
    bye: Annotated[int, POINTS] = 2
    cap: Annotated[int | None, Optional(POINTS)] = None
    places: AScoreList = ()
    bye_score: Annotated[int | None, Optional(POINTS)] = None
    sit_out: Annotated[SitOut, OneOf(("nothing", "fixed", "average"))] = "nothing"
    sit_out_score: Annotated[int, POINTS] = 0


@dataclass(frozen=True, slots=True)
class RoundSettings:
    """When the games of a round end. `hands`: the number of hands, if `ends` is "hands". `minutes`: how long a round is planned to last
    (None: it has no clock)."""

    ends: Annotated[RoundEnd, OneOf(("target", "hands", "bell"))] = "target"
    hands: Annotated[int | None, Optional(HANDS)] = None
    minutes: Annotated[int | None, Optional(Whole(1, 24 * 60))] = None


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of a stage: entries meet only within their group. `count`: how many there are. `split`: how entries come into them."""

    count: Annotated[int, Whole(2, MOST_GROUPS)]
    split: Annotated[Split, OneOf(("snake", "draw"))] = "snake"


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on after a stage, and how. `top`: how many of each group (of all entries, if there are no groups); 0: the `best` of all
    groups together, whatever their places in the groups. `best`: how many of the others, the best of all groups. `format`, `rounds`: of the
    stage that follows (None: as many rounds as the format needs). `carry`: whether points are carried into it."""

    top: Annotated[int, Whole(0, MOST_ENTRIES)]
    best: Annotated[int, Whole(0, MOST_ENTRIES)] = 0
    format: AWordOf = "single-elimination"
    rounds: Annotated[int | None, Optional(Whole(1, MOST_ROUNDS))] = None
    carry: Annotated[bool, Flag()] = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a tournament, which its director chooses. `rounds`: the number of planned rounds (None: as many as the format needs,
    or until the director ends the tournament). `table`: the number of entries at a table. `partners`: the number of entries that play
    together as a side. `tiebreaks`: the names of the tie-breaks, in the order in which they are applied. `takes`: the state that a game
    must have reached before its result is taken. `accept_changes`: whether a changed result of a game counts without asking the
    director. `prizes`: how many places have a prize (None: not said). `groups`: the groups of this stage (None: all play together). `cut`:
    the stage that follows (None: none does)."""

    rounds: Annotated[int | None, Optional(Whole(1, MOST_ROUNDS))] = None
    table: Annotated[int, Whole(2, MOST_AT_A_TABLE)] = 2
    partners: Annotated[int, Whole(1, MOST_AT_A_TABLE // 2)] = 1
    scoring: Annotated[Scoring, fields_of(Scoring)] = Scoring()
    round: Annotated[RoundSettings, fields_of(RoundSettings)] = RoundSettings()
    tiebreaks: Annotated[tuple[str, ...], ListOf(Text(60), most=16)] = ()
    takes: Annotated[Taken, OneOf(("finished", "confirmed", "final"))] = "confirmed"
    accept_changes: Annotated[bool, Flag()] = False
    prizes: Annotated[int | None, Optional(Whole(1, MOST_ENTRIES))] = None
    groups: Annotated[Groups | None, Optional(fields_of(Groups))] = None
    cut: Annotated[Cut | None, Optional(fields_of(Cut))] = None


SETTINGS: Final = fields_of(Settings)
ASettings = Annotated[Settings, SETTINGS]


@dataclass(frozen=True, slots=True)
class TablePaired:
    """A table of a round. `sides`: the entries of each side, in the order of their seats."""

    table: ATable
    sides: Annotated[tuple[tuple[int, ...], ...], ListOf(ListOf(ENTRY, least=1, most=MOST_AT_A_TABLE), least=2, most=MOST_AT_A_TABLE)]


@dataclass(frozen=True, slots=True)
class PairedBy:
    """What made a pairing: the name and version of the engine, and the seed of its random choices (None: nothing was random)."""

    engine: AWordOf
    version: Annotated[int, Whole(1, 10**6)]
    seed: Annotated[int | None, Optional(Whole(0, 2**53 - 1))] = None


APairedBy = Annotated[PairedBy, fields_of(PairedBy)]
TABLES: Final = ListOf(fields_of(TablePaired), most=MOST_ENTRIES)
ATables = Annotated[tuple[TablePaired, ...], TABLES]


# --- results ------------------------------------------------------------------------------------------------------------------------------


@noted("RE", {"round": 1, "table": 1, "winners": [0], "scores": [11, 7]})
class ResultEntered:
    """Somebody types the result of a table. The result counts when a second person has approved it. `scores`: one for each side (None:
    unknown). `winners`: the sides that won, counted from 0; several winners mean a draw (None: the sides with the best score won)."""

    round: ARound
    table: ATable
    scores: Annotated[tuple[int, ...] | None, Optional(SCORES)] = None
    winners: Annotated[tuple[int, ...] | None, Optional(SIDES)] = None


@noted(
    "RK",
    {
        "round": 1,
        "table": 1,
        "game": "home-0123456789abcdef",
        "version": 40,
        "verdict": 40,
        "hash": "ab" * 32,
        "scores": [11, 7],
        "winners": [0],
    },
)
class ResultTaken:
    """The program takes the result of a table from its recorded game. If the table already has a different result, the taken result waits
    for the director. `version`, `hash`: those of the last event that the result counts. `verdict`: the version up to which the record
    was validated. `scores`: one for each side (empty: the record does not have them). `winners`: the sides that won, counted from 0.
    `annulled`: true if the game was annulled; then this event takes away the table's result (None: it was not annulled)."""

    round: ARound
    table: ATable
    game: AGame
    version: AVersion
    verdict: AVersion
    hash: Annotated[str, Text(64, r"[0-9a-f]{64}")]
    scores: AScoreList
    winners: ASideList
    annulled: Annotated[bool | None, Optional(Flag())] = None


@directed("RA", {"round": 1, "table": 1, "result": 17, "entry": 2})
class ResultApproved:
    """A second person approves a typed result. `result`: the version of its ResultEntered. `entry`: the entry whose PIN or check-in link
    was used (None: a director approved)."""

    round: ARound
    table: ATable
    result: AVersion
    entry: Annotated[int | None, Optional(ENTRY)] = None


@directed("CA", {"round": 1, "table": 1, "change": 23})
class ChangeAccepted:
    """The director accepts the changed result of a table. `change`: the version of its ResultTaken."""

    round: ARound
    table: ATable
    change: AVersion


@directed("CD", {"round": 1, "table": 1, "change": 23, "reason": "settled at the table"})
class ChangeDeclined:
    """The director keeps the former result of a table. `change`: the version of the ResultTaken that is declined."""

    round: ARound
    table: ATable
    change: AVersion
    reason: AReason


@directed("FR", {"round": 1, "table": 1, "winners": [0]})
class ForfeitRuled:
    """The director rules that a table was not played. `winners`: the sides that win by forfeit, counted from 0 (empty: all sides lose).
    `scores`: the score of each side, for tie-breaks that count scores (None: 0 for every side)."""

    round: ARound
    table: ATable
    winners: ASideList
    scores: Annotated[tuple[int, ...] | None, Optional(SCORES)] = None


@directed("SA", {"entry": 1, "points": -1, "reason": "late", "cites": "TD 4.2"})
class ScoreAdjusted:
    """The director adds points to an entry's total, or takes points away. `round`: the round from which the change counts (None: from the
    start). `score`: added to the sum of the entry's scores at the tables (None: nothing)."""

    entry: AnEntry
    points: Annotated[int, POINTS]
    reason: AReason
    cites: Annotated[str | None, Optional(Text(60))] = None
    round: Annotated[int | None, Optional(Whole(1, MOST_ROUNDS))] = None
    score: Annotated[int | None, Optional(POINTS)] = None


@directed("LD", {"order": [3, 1, 2]})
class LotsDrawn:
    """Lots are drawn to decide the order of entries that no other tie-break separates. `order`: the entries, the best place first. A later
    LotsDrawn replaces an earlier one."""

    order: AnEntryList


@directed("OR", {"order": [1, 3], "reason": "play-off"})
class OrderRuled:
    """The director decides the order of entries that are still level when the tie-break `director` is reached. `order`: the entries, the
    best place first. A later OrderRuled replaces this one if both name the same entry; otherwise both count."""

    order: AnEntryList
    reason: AReason


@directed("SD", {"through_round": 3, "digest": "cd" * 32})
class StandingsPublished:
    """The standings after round `through_round` were shown to everyone. `digest`: SHA-256 of the canonical JSON of these standings."""

    through_round: ARound
    digest: Annotated[str, Text(64, r"[0-9a-f]{64}")]


@directed("TF", {})
class TournamentFinished:
    """The tournament is over; its standings are final."""


# --- rounds -------------------------------------------------------------------------------------------------------------------------------


MOST_SECONDS: Final = 24 * 3600
"""The longest time that a round may be planned to last."""
_SIDES: Final[list[Json]] = [{"table": 1, "sides": [[1, 4], [2, 3]]}]


@directed("RP", {"round": 1, "tables": _SIDES, "sits_out": [5], "by": {"engine": "swiss", "version": 1, "seed": 7}})
class RoundPaired:
    """The tables of a round are set. `sits_out`: the entries that have a bye, because no table is left for them. `unevenness`: how uneven
    the pairing is, such as {"repeats": 2} for two pairs that meet again (None: it is even, or the format does not count this)."""

    round: ARound
    tables: ATables
    by: APairedBy
    sits_out: AnEntryList = ()
    unevenness: Annotated[Mapping[str, Json] | None, Optional(RulesMap())] = None


@directed("PC", {"round": 1, "tables": _SIDES, "sits_out": [5]})
class PairingChanged:
    """The director replaces all tables of a round. A table that keeps its number and its sides also keeps its result."""

    round: ARound
    tables: ATables
    sits_out: AnEntryList = ()


@directed("PP", {"round": 1})
class RoundPublished:
    """Everyone may see the pairing of a round."""

    round: ARound


@directed("PU", {"round": 1, "reason": "Carla is here after all"})
class RoundUnpublished:
    """The pairing of a round is withdrawn. The round may be paired again."""

    round: ARound
    reason: AReason


@directed("RS", {"round": 1, "seconds": 1200})
class RoundStarted:
    """Play in a round begins. `seconds`: the bell is due this many seconds after this event was recorded (None: the round has no clock). A
    later RoundStarted of the same round sets the clock again. A bell that has already rung no longer counts."""

    round: ARound
    seconds: Annotated[int | None, Optional(Whole(1, MOST_SECONDS))] = None


@directed("BR", {"round": 1})
class BellRung:
    """The bell ends a round: the hands that are running are played to their end, and no new hand begins."""

    round: ARound


@directed("TL", {"round": 1, "table": 1, "game": "home-0123456789abcdef"})
class TableLinked:
    """A recorded game is linked to a table of a round, as the record of that table. If several games are linked to one table, the last one
    counts."""

    round: ARound
    table: ATable
    game: AGame


# --- set-up and entries -------------------------------------------------------------------------------------------------------------------


@directed(
    "TO",
    {
        "title": "Autumn cup",
        "system": "high-card",
        "rules": {"target": 4},
        "format": "swiss",
        "settings": {"rounds": 5, "tiebreaks": ["buchholz"]},
    },
)
class TournamentOpened:
    """A tournament begins. `system`: the card game; `rules`: a value for each of its rules."""

    title: Annotated[Sealed[str], Seal(Text(120))]
    system: AWordOf
    rules: Annotated[Mapping[str, Json], RulesMap()]
    format: AWordOf
    settings: ASettings
    visibility: Annotated[Visibility, OneOf(("private", "unlisted", "public"))] = "private"


@directed("TS", {"settings": {"rounds": 6, "tiebreaks": ["buchholz", "lots"]}})
class SettingsChanged:
    """The director replaces all settings."""

    settings: ASettings


@directed("EM", {"entry": 1, "people": ["p-anna"], "name": "Anna", "seed": 1})
class EntryMade:
    """A person, a pair or a team enters. `people`: ids from the club's directory (empty: they are not in the directory). `seed`: the
    entry's rank before round 1; 1 is the highest (None: unknown). `line`: the entry's line in the schedule of a rotation (None: it has no
    line yet)."""

    entry: AnEntry
    people: Annotated[tuple[PersonId, ...], ListOf(PERSON_ID, most=8)]
    name: Annotated[Sealed[str], Seal(PERSON_NAME)]
    seed: Annotated[int | None, Optional(ENTRY)] = None
    line: Annotated[int | None, Optional(ENTRY)] = None


@directed("EC", {"entry": 1, "people": ["p-anna", "p-ben"], "name": "Anna and Ben"})
class EntryChanged:
    """An entry changes its people, its name, its seed or its line from here on. Its results stay. A field that is None does not change."""

    entry: AnEntry
    people: Annotated[tuple[PersonId, ...] | None, Optional(ListOf(PERSON_ID, most=8))] = None
    name: Annotated[Sealed[str] | None, Optional(Seal(PERSON_NAME))] = None
    seed: Annotated[int | None, Optional(ENTRY)] = None
    line: Annotated[int | None, Optional(ENTRY)] = None


@directed("EW", {"entry": 1, "from_round": 4})
class EntryWithdrawn:
    """An entry does not play from round `from_round` on."""

    entry: AnEntry
    from_round: ARound


@directed("ER", {"entry": 1, "from_round": 5})
class EntryReturned:
    """A withdrawn entry plays again from round `from_round` on."""

    entry: AnEntry
    from_round: ARound


@directed("AN", {"entry": 1, "round": 2, "kind": "half"})
class AbsenceNoted:
    """An entry asks not to be paired in a round. `kind`: whether this round is worth as much as a bye, as much as a draw, or nothing."""

    entry: AnEntry
    round: ARound
    kind: Annotated[Unplayed, OneOf(("bye", "half", "zero"))]


MOST_APART: Final = 100
"""The most entries that one wish names."""


@directed("WM", {"entries": [1, 4], "hard": False, "from_round": 3, "because": "family"})
class WishMade:
    """The director wishes that no two of these entries sit at one table. `hard`: whether no drawn pairing may break the wish; a wish that
    is not hard is broken only if no pairing keeps it. `from_round`: the first round in which they may meet (None: they may never meet).
    `another_table`: true if the wish is another one: that each of these entries sits at another table than the last time."""

    entries: Annotated[tuple[int, ...], ListOf(ENTRY, least=1, most=MOST_APART)]
    hard: Annotated[bool, Flag()] = True
    from_round: Annotated[int | None, Optional(Whole(2, MOST_ROUNDS))] = None
    because: Annotated[Because, OneOf(("asked", "family", "club"))] = "asked"
    another_table: Annotated[bool | None, Optional(Flag())] = None


@directed("AM", {"text": "Supper is at eight, round 4 after it"})
class Announced:
    """The director tells everybody something. The text is shown on the pages of the tournament."""

    text: AReason


@noted("CI", {"entry": 1})
class CheckedIn:
    """The people of an entry have arrived."""

    entry: AnEntry


@dataclass(frozen=True, slots=True)
class Carried:
    """The points that an entry brings into a stage."""

    entry: AnEntry
    points: Annotated[int, POINTS]


@directed(
    "SB",
    {
        "format": "single-elimination",
        "settings": {"tiebreaks": []},
        "groups": [[1, 4, 2, 3]],
        "by": {"engine": "cut", "version": 1, "seed": 7},
    },
)
class StageBegun:
    """A stage begins with the next round. Its standings, tie-breaks and pairings see only its own rounds. `format`, `settings`: those of
    the stage. `groups`: its entries, the first seed of each group first; entries meet only within their group. `carried`: points that
    entries bring. `by`: how the entries were chosen (None: by hand). Before the stage has a round, a later StageBegun replaces it."""

    format: AWordOf
    settings: ASettings
    groups: Annotated[tuple[tuple[int, ...], ...], ListOf(ListOf(ENTRY, least=2, most=MOST_ENTRIES), least=1, most=MOST_GROUPS)]
    carried: Annotated[tuple[Carried, ...], ListOf(fields_of(Carried), most=MOST_ENTRIES)] = ()
    by: Annotated[PairedBy | None, Optional(fields_of(PairedBy))] = None


# --- all of them --------------------------------------------------------------------------------------------------------------------------


EntryAct = EntryMade | EntryChanged | EntryWithdrawn | EntryReturned | AbsenceNoted | CheckedIn
"""The acts about one entry, which have its number as `entry`."""
TableAct = TableLinked | ResultEntered | ResultTaken | ResultApproved | ChangeAccepted | ChangeDeclined | ForfeitRuled
"""The acts about one table, which have its `round` and its number as `table`."""
TournamentAct = (
    TournamentOpened
    | SettingsChanged
    | EntryMade
    | EntryChanged
    | EntryWithdrawn
    | EntryReturned
    | AbsenceNoted
    | CheckedIn
    | RoundPaired
    | PairingChanged
    | RoundPublished
    | RoundUnpublished
    | RoundStarted
    | BellRung
    | TableLinked
    | ResultEntered
    | ResultTaken
    | ResultApproved
    | ChangeAccepted
    | ChangeDeclined
    | ForfeitRuled
    | ScoreAdjusted
    | LotsDrawn
    | OrderRuled
    | WishMade
    | StageBegun
    | StandingsPublished
    | Announced
    | TournamentFinished
    | NoteWritten
    | Retracted
)

TOURNAMENT_TYPES.update({name: EVENT_TYPES[name] for name in ("NoteWritten", "Retracted")})
