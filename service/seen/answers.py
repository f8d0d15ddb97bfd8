"""The types of the answers about replays, differences, dry runs and rulings. Each is a TypedDict, as in `domain.answers`."""

from typing import Annotated, TypedDict

from domain.answers import Evidence, Finding, Outcome, RecordedEvent, SeatedPerson, TableSeen
from domain.kernel.canonical import Json
from service.seen.counts import Counts


class Frame(TypedDict):
    step: Annotated[int, "The number of the step; 0 is the opening."]
    version: int
    event: RecordedEvent
    retracted: bool
    changed: Annotated[
        dict[str, Json],
        "Merge patch (RFC 7396) from the view of the step before; the first step has the whole view. Null members are left out.",
    ]
    scores: Annotated[dict[str, int], "By seat."]
    state: Annotated[str, "open, finished or abandoned, at this step."]
    winners: Annotated[list[int], "Empty while the game is open, or when nobody won."]
    findings: Annotated[list[Finding], "The findings that are new at this step."]


class RoundEvidence(TypedDict):
    round: Annotated[int, "The number of the round, from 1."]
    points: Annotated[dict[str, int], "By seat; seats without points are left out."]
    evidence: Evidence


class ReplayEvidence(TypedDict):
    """How the cards, the rounds and the result are known (docs/evidence.md). Proofs by later events are included."""

    cards: Annotated[
        dict[str, dict[str, Evidence]], "For each event that played or showed cards (the key is its version), the evidence by seat."
    ]
    rounds: list[RoundEvidence]
    outcome: Evidence


About = TypedDict(
    "About",
    {
        "game": str,
        "system": str,
        "version": int,
        "as": Annotated[str, "corrected or recorded."],
        "viewer": str,
        "seats": list[SeatedPerson],
        "evidence": ReplayEvidence,
    },
)


class Replay(About):
    frames: list[Frame]


class DifferingEvent(RecordedEvent):
    behind: Annotated[int, "The version of the event directly before this one, in the order of the table; 0: there is none."]


class MovedEvent(DifferingEvent):
    stood_behind: Annotated[int, "The version of the event that was directly before this one, until this one was moved."]


class FindingChange(TypedDict):
    raised: list[Finding]
    withdrawn: list[Finding]


class RoundDiffers(TypedDict):
    round: Annotated[int, "The number of the round, from 1."]
    before: Annotated[
        dict[str, int] | None, "Points by seat in the version `from`; seats without points are left out; null: the round had not ended."
    ]
    after: Annotated[dict[str, int] | None, "The same as `before`, but in the version `to`."]


class Before(TypedDict):
    before: Annotated[dict[str, int], "By seat."]
    after: Annotated[dict[str, int], "By seat."]


class DifferenceInWords(TypedDict):
    sentence: str
    versions: Annotated[list[int], "Versions of the events that the sentence names."]


Differences = TypedDict(
    "Differences",
    {
        "game": str,
        "from": int,
        "to": int,
        "as": Annotated[str, "corrected, recorded, or recorded,corrected."],
        "viewer": str,
        "added": Annotated[list[DifferingEvent], "The added events, in table order."],
        "withdrawn": Annotated[
            list[DifferingEvent], "The withdrawn events. `behind`: the version of the event that was directly before the withdrawn one."
        ],
        "moved": list[MovedEvent],
        "scores": Before,
        "findings": FindingChange,
        "rounds": Annotated[list[RoundDiffers], "Only the rounds that differ."],
        "sentences": Annotated[list[DifferenceInWords], "The differences in plain English."],
    },
)


class StandingLine(TypedDict):
    person: Annotated[str, "Opaque id."]
    name: Annotated[str | None, "From the club's directory; null: erased."]
    before: Counts
    after: Counts


class Foreseen(TypedDict):
    view: TableSeen
    outcome: Outcome
    events: Annotated[list[RecordedEvent], "The events that would be recorded, as far as you may see them."]
    scores: Before
    raised: Annotated[list[Finding], "Findings that are new or changed."]
    withdrawn: Annotated[list[str], "Ids of the findings that the record would no longer prove."]
    standings: Annotated[
        list[StandingLine] | None,
        "All games of the club, counted for the people at this table; null: this token is for one table only, or the rows of the club "
        "are being made again.",
    ]


class DryRun(TypedDict):
    version: Annotated[int, "The version the record would have."]
    would: Foreseen


class Cited(TypedDict):
    finding: Annotated[str | None, "The id of a finding."]
    dispute: Annotated[int | None, "The version of the claim, answer or irregularity that opened a dispute."]


class Decision(TypedDict):
    version: Annotated[int, "The version of the event that recorded the ruling."]
    cites: Cited
    rule: Annotated[str, "The rule that the ruling is based on."]
    rectification: Annotated[str, "stand, void, penalty, adjust or replay."]
    round: Annotated[int | None, "The round that the ruling changes; null: the round that was in progress."]
    points: Annotated[dict[str, int] | None, "By seat: for penalty the change, for adjust the new points of the round."]
    supersedes: Annotated[int | None, "The ruling that it replaces."]
    superseded_by: Annotated[int | None, "The ruling that replaces it."]
    standing: Annotated[bool, "true: the ruling is neither superseded nor withdrawn."]
    note: Annotated[str | None, "null: there is no note, or you may not see it."]
    by: Annotated[str, "The token that recorded it."]
    at: Annotated[int, "Milliseconds since 1970, UTC."]
    sentence: Annotated[str, "To be read aloud."]


class RulingList(TypedDict):
    game: str
    version: int
    rulings: Annotated[list[Decision], "In order of version, including withdrawn ones."]
