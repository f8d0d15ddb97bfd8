"""The types of the answers about replays, differences, dry runs and rulings: a TypedDict for each body, as in `domain.answers`."""

from typing import Annotated, TypedDict

from domain.answers import Evidence, Finding, Outcome, RecordedEvent, SeatedPerson, TableSeen
from domain.kernel.canonical import Json
from service.seen.counts import Counts


class Frame(TypedDict):
    step: Annotated[int, "The number of the step, from 0, which is the opening."]
    version: int
    event: RecordedEvent
    retracted: bool
    changed: Annotated[
        dict[str, Json],
        "Merge patch (RFC 7396) from the view of the frame before; the first has the whole view. Null members are left out.",
    ]
    scores: Annotated[dict[str, int], "By seat."]
    state: Annotated[str, "open, finished or abandoned, at this step."]
    winners: Annotated[list[int], "Empty while the game is open, or when nobody won."]
    findings: Annotated[list[Finding], "Findings that are new at this step."]


class RoundEvidence(TypedDict):
    round: Annotated[int, "From 1."]
    points: Annotated[dict[str, int], "By seat; seats without points are left out."]
    evidence: Evidence


class ReplayEvidence(TypedDict):
    """How the cards, the rounds and the result are known (docs/evidence.md). Proofs by later events are included."""

    cards: Annotated[dict[str, dict[str, Evidence]], "By version of the event that played or showed cards, and by seat."]
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
    behind: Annotated[int, "The version directly before it in table order; 0: none."]


class MovedEvent(DifferingEvent):
    stood_behind: Annotated[int, "The version that was directly before it until it was moved."]


class FindingChange(TypedDict):
    raised: list[Finding]
    withdrawn: list[Finding]


class RoundDiffers(TypedDict):
    round: Annotated[int, "From 1."]
    before: Annotated[dict[str, int] | None, "Points by seat; seats without points are left out; null: the round had not ended."]
    after: Annotated[dict[str, int] | None, "Points by seat, as in `before`."]


class Before(TypedDict):
    before: Annotated[dict[str, int], "By seat."]
    after: Annotated[dict[str, int], "By seat."]


class DifferenceInWords(TypedDict):
    sentence: str
    versions: Annotated[list[int], "The events that it names."]


Differences = TypedDict(
    "Differences",
    {
        "game": str,
        "from": int,
        "to": int,
        "as": Annotated[str, "corrected, recorded, or recorded,corrected."],
        "viewer": str,
        "added": Annotated[list[DifferingEvent], "In table order."],
        "withdrawn": Annotated[list[DifferingEvent], "`behind`: the version that was directly before it."],
        "moved": list[MovedEvent],
        "scores": Before,
        "findings": FindingChange,
        "rounds": Annotated[list[RoundDiffers], "Only those that differ."],
        "sentences": Annotated[list[DifferenceInWords], "The differences in plain English, to be read aloud."],
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
    raised: Annotated[list[Finding], "Findings that would be new, or changed."]
    withdrawn: Annotated[list[str], "Ids of the findings that would be withdrawn."]
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
    version: Annotated[int, "The version of the event that recorded it."]
    cites: Cited
    rule: Annotated[str, "The rule that it is based on."]
    rectification: Annotated[str, "stand, void, penalty, adjust or replay."]
    round: Annotated[int | None, "The round that the ruling changes; null: the one that was in progress."]
    points: Annotated[dict[str, int] | None, "By seat: for penalty the change, for adjust the new points of the round."]
    supersedes: Annotated[int | None, "The version of the ruling that it replaces."]
    superseded_by: Annotated[int | None, "The version of the ruling that replaces it."]
    standing: Annotated[bool, "Neither superseded nor withdrawn."]
    note: Annotated[str | None, "null: there is none, or you may not see it."]
    by: Annotated[str, "Id of the token that recorded it."]
    at: Annotated[int, "Milliseconds UTC."]
    sentence: Annotated[str, "The ruling in words, to be read aloud."]


class RulingList(TypedDict):
    game: str
    version: int
    rulings: Annotated[list[Decision], "In order of version, including withdrawn ones."]
