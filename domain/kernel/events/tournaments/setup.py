"""Events that set a tournament up: its settings and its entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from domain.kernel.canonical import Json
from domain.kernel.events.club import PERSON_ID, PERSON_NAME
from domain.kernel.events.common import Visibility
from domain.kernel.events.kinds import PersonId
from domain.kernel.events.tournaments.values import ENTRY, AnEntry, AReason, ARound, ASettings, AWordOf, Unplayed, directed, noted
from domain.kernel.shapes import ListOf, OneOf, Optional, RulesMap, Seal, Sealed, Text


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
@dataclass(frozen=True, slots=True)
class TournamentOpened:
    """A tournament begins. `system`: the card game; `rules`: a value for each of its rules."""

    title: Annotated[Sealed[str], Seal(Text(120))]
    system: AWordOf
    rules: Annotated[Mapping[str, Json], RulesMap()]
    format: AWordOf
    settings: ASettings
    visibility: Annotated[Visibility, OneOf(("private", "unlisted", "public"))] = "private"


@directed("TS", {"settings": {"rounds": 6, "tiebreaks": ["buchholz", "lots"]}})
@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The director replaces all settings."""

    settings: ASettings


@directed("EM", {"entry": 1, "people": ["p-anna"], "name": "Anna", "seed": 1})
@dataclass(frozen=True, slots=True)
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
@dataclass(frozen=True, slots=True)
class EntryChanged:
    """An entry changes its people, its name, its seed or its line from here on. Its results stay. A field that is None does not change."""

    entry: AnEntry
    people: Annotated[tuple[PersonId, ...] | None, Optional(ListOf(PERSON_ID, most=8))] = None
    name: Annotated[Sealed[str] | None, Optional(Seal(PERSON_NAME))] = None
    seed: Annotated[int | None, Optional(ENTRY)] = None
    line: Annotated[int | None, Optional(ENTRY)] = None


@directed("EW", {"entry": 1, "from_round": 4})
@dataclass(frozen=True, slots=True)
class EntryWithdrawn:
    """An entry does not play from round `from_round` on."""

    entry: AnEntry
    from_round: ARound


@directed("ER", {"entry": 1, "from_round": 5})
@dataclass(frozen=True, slots=True)
class EntryReturned:
    """A withdrawn entry plays again from round `from_round` on."""

    entry: AnEntry
    from_round: ARound


@directed("AN", {"entry": 1, "round": 2, "kind": "half"})
@dataclass(frozen=True, slots=True)
class AbsenceNoted:
    """An entry asks not to be paired in a round. `kind`: whether this round is worth as much as a bye, as much as a draw, or nothing."""

    entry: AnEntry
    round: ARound
    kind: Annotated[Unplayed, OneOf(("bye", "half", "zero"))]


@directed("AM", {"text": "Supper is at eight, round 4 after it"})
@dataclass(frozen=True, slots=True)
class Announced:
    """The director tells everybody something. The text is shown on the pages of the tournament."""

    text: AReason


@noted("CI", {"entry": 1})
@dataclass(frozen=True, slots=True)
class CheckedIn:
    """The people of an entry have arrived."""

    entry: AnEntry
