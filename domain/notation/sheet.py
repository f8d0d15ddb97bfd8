"""A sheet in memory: the events of a record, the values of the tags at its head, and its margin."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.kernel.events import Event
from domain.notation.clock import Moment
from domain.notation.provenance import Salts


@dataclass(frozen=True, slots=True)
class Margin:
    """What the margin of a sheet says, by the current rules. It is written for readers and never read back.

    `marks`: by version, `?` for an irregular act, `!` for an act that a ruling is about. `totals`: by version, the scores after that act.
    `remarks`: by version, the remarks under that act. `closing`: how the game ended."""

    marks: Mapping[int, str] = field(default_factory=dict)
    totals: Mapping[int, str] = field(default_factory=dict)
    remarks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    closing: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record on a sheet. `events`: in order of version. Values that the reader of the sheet may not see are closed.

    `game`, `club`, `viewer`: empty if not given. `ending`: `+` for a game that is to be continued, `*` for a record to which nothing will
    be added; empty if neither is written. `proved`: whether the sheet has provenance (the block with times, ids and proofs). `salts`: the
    salts of its open values, if it has provenance. `date`: the date of a sheet without provenance; None if no date is written."""

    events: tuple[Event, ...]
    game: str = ""
    club: str = ""
    viewer: str = ""
    ending: str = ""
    proved: bool = True
    salts: Salts = field(default_factory=dict)
    date: Moment | None = None
    margin: Margin = field(default_factory=Margin)
