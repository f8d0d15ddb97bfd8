"""Rulings: what a director decides about a finding (a proved fault) or a dispute.

A ruling is never edited. If `supersedes` names an earlier ruling, the new ruling takes the place of the earlier one in table order. A
retraction can withdraw a ruling. domain/rounds.py applies a ruling to the score. domain/record/settled.py checks what a ruling cites.
Source: docs/decisions/rulings.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, get_args

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events.kinds import FINDING, ANote, event_type
from domain.kernel.shapes import BySeat, Fault, Fields, OneOf, Optional, Text, Whole

Rectification = Literal["stand", "void", "penalty", "adjust", "replay"]
"""What a ruling does. stand: nothing changes. void: the round loses its points, or a deal in progress is dealt again. penalty: points are
added to the total, usually negative ones. adjust: the round gets the given points. replay: the round loses its points and is played
again."""

RECTIFICATIONS: Final[tuple[Rectification, ...]] = get_args(Rectification)

VERSION: Final = Whole(1, 10**9)


@dataclass(frozen=True, slots=True)
class Cited:
    """What a ruling is about: the id of a finding, or the version of the event that opened a dispute. Exactly one of the two is set."""

    finding: str | None = None
    dispute: int | None = None


class JustOne(Fields):
    """The shape of a map that must have exactly one of the fields."""

    __slots__ = ()

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        before = len(faults)
        fields = Fields.read(self, value, pointer, faults)
        if len(faults) == before and isinstance(value, Mapping) and sum(item is not None for item in value.values()) != 1:
            faults.append(Fault(pointer, f"must name exactly one of {', '.join(name for name, _ in self.fields)}"))
            return None
        return fields

    def schema(self) -> dict[str, Json]:
        each = [(name, shape.item if isinstance(shape, Optional) else shape) for name, shape in self.fields]
        return {"oneOf": [Fields(self.make, (field,), frozenset({field[0]})).schema() for field in each]}


CITED: Final = JustOne(
    Cited,
    (("finding", Optional(FINDING)), ("dispute", Optional(VERSION))),
    frozenset(),
)


@event_type(
    "RL",
    {"cites": {"finding": "out-of-turn@7"}, "rule": "HC-14", "rectification": "penalty", "round": 2, "points": {"1": -1}},
    right="direct",
)
class RulingRecorded:
    """A director decides about a finding or a dispute. `rule`: the id of the rule that the decision is based on, such as `HC-14`. `round`:
    the default is the current round. `points`: by seat; for a penalty the change to the totals, for an adjusted score all points of the
    round. `supersedes`: the version of an earlier ruling that this one replaces."""

    cites: Annotated[Cited, CITED]
    rule: Annotated[str, Text(60)]
    rectification: Annotated[Rectification, OneOf(RECTIFICATIONS)]
    round: Annotated[int | None, Optional(Whole(1, 10**6))] = None
    points: Annotated[Mapping[Seat, int] | None, Optional(BySeat(Whole(-(10**6), 10**6)))] = None
    supersedes: Annotated[int | None, Optional(VERSION)] = None
    note: ANote = None


RulingAct = RulingRecorded
