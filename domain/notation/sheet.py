"""What a sheet holds, in memory: the events of a record and what stands beside them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.kernel.events import Event
from domain.notation.clock import Moment
from domain.notation.provenance import Salts


@dataclass(frozen=True, slots=True)
class Margin:
    """Conclusions beside the acts: derived by the rules, written for the eye, never read back.

    `marks`: by version, `?` for an act that was irregular, `!` for one that was ruled on. `totals`: by version, the scores as they stand
    behind it. `remarks`: by version, lines below it. `closing`: how the game stands at the end.
    """

    marks: Mapping[int, str] = field(default_factory=dict)
    totals: Mapping[int, str] = field(default_factory=dict)
    remarks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    closing: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record as it stands on a sheet. `events` in order of version, values closed that are not for its reader.

    `game`, `club`, `viewer`: empty where nobody said. `ending`: `+` to be continued, `*` no more will be given, else empty. `proved`: with
    provenance; `salts` then has those of the open values. `date`: of a sheet without provenance, None where it has none.
    """

    events: tuple[Event, ...]
    game: str = ""
    club: str = ""
    viewer: str = ""
    ending: str = ""
    proved: bool = True
    salts: Salts = field(default_factory=dict)
    date: Moment | None = None
    margin: Margin = field(default_factory=Margin)
