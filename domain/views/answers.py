"""The bodies of the responses about a record, with the meaning of each member.

Functions in this package and in the service build these bodies, and mypy checks them. service/api/lib/answers.py makes the schemas of
the API contract from them. The text in `Annotated` becomes the description of the member in the contract. Every member is present unless it
is `NotRequired`.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.canonical import Json
from domain.kernel.events import Kind, Ranks
from domain.kernel.view import Awaited, Phase, Saying
from domain.record.asking import AnswerKind
from domain.record.evidence import Level

STATES = "open, finished, confirmed, final, abandoned, unfinished (time was called), annulled or archived."


class RecordedEvent(TypedDict):
    """One recorded event. A sealed value in `data` is {"commit": …}; it also has "value" if this viewer may see the value."""

    version: int
    withheld: NotRequired[Annotated[bool, "true: this viewer may not see the event now; the only other member is `version`."]]
    id: NotRequired[Annotated[str, "UUID."]]
    type: NotRequired[str]
    data: NotRequired[dict[str, Json]]
    sentence: NotRequired[Annotated[str, "What happened, in words, without a full stop. It names the players who sat there then."]]
    by: NotRequired[Annotated[str, "Token id of the recorder."]]
    at: NotRequired[Annotated[int, "When it happened at the table: milliseconds since 1970, UTC."]]
    offset: NotRequired[Annotated[int, "The recording device's offset from UTC in minutes; east is positive."]]
    recorded_at: NotRequired[Annotated[int, "When the server received it: milliseconds since 1970, UTC."]]
    after: NotRequired[Annotated[int, "For an inserted event: the version that it follows in table order."]]
    explained_by: NotRequired[Annotated[int, "The version of the note that says why this event was inserted."]]


class AnswerEvent(TypedDict):
    """An event to be recorded, as POST /games/{game}/events takes it."""

    type: str
    data: dict[str, Json]
    after: NotRequired[Annotated[int, "The version that it follows in table order; absent: it belongs at the end."]]
    at: NotRequired[Annotated[int, "When it happened at the table: milliseconds since 1970, UTC; absent: now."]]
    offset: NotRequired[Annotated[int, "The recording device's offset from UTC in minutes; east is positive."]]


class QueryAnswer(TypedDict):
    """What the table may answer to a query or to a contradiction."""

    answer: Annotated[
        AnswerKind,
        "mistyped: a card (or the number of cards) in the entry `version` was typed wrong. To correct the entry, retract it and record it"
        " again after that version. The likeliest such answer comes first; a contradiction has no other answers. missing: an entry is"
        " missing before the last event that the query cites, in table order. earlier: an entry is missing further back in the deal."
        " swapped: that event and its neighbour are in the wrong order. happened: it happened so. leave: no answer yet.",
    ]
    text: Annotated[
        str, "The answer in words, without a full stop. For mistyped: what was typed wrong, such as `The ten of hearts by Ann in trick 3`."
    ]
    after: NotRequired[Annotated[int, "For missing: the version after which the missing event belongs."]]
    version: NotRequired[Annotated[int, "For mistyped: the version of the entry that was typed wrong."]]
    events: NotRequired[Annotated[list[AnswerEvent], "The batch that gives this answer, as POST /games/{game}/events takes it."]]


class Finding(TypedDict):
    id: Annotated[str, "The finding's id, `rule@versions`, by which a ruling cites it."]
    rule: str
    kind: Annotated[
        str, "breach, contradiction or gap; query: the record asks whether an entry is missing or in the wrong order, or a rule was broken."
    ]
    source: Annotated[
        str, "The ruling, or the section of the rules, that the finding rests on. It ends with `; stated` if the table said so."
    ]
    versions: Annotated[list[int], "The versions of the events that prove it, ascending."]
    seats: Annotated[list[int], "The seats that the finding concerns; for a breach, the seats that committed it."]
    sentence: Annotated[
        str,
        "The finding in words. A player without a name is called by the seat, `seat 3`. In exports every player is a mark such as `{2}`.",
    ]
    unexamined: Annotated[str, "What could not be checked."]
    alternatives: Annotated[list[str], "What may have happened instead, such as a mistyped card; the likeliest first."]
    suspects: Annotated[list[int], "The versions of the entries that `alternatives` speak of, in the same order."]
    status: Annotated[str, "standing: it still holds; ruled: a current ruling cites it; withdrawn: the record no longer proves it."]
    ruling: Annotated[int | None, "The version of the ruling that settles the finding; null: no ruling does."]
    round: NotRequired[
        Annotated[
            int,
            "The number of the round, or deal, in which the record proves it. Absent in replays, differences and dry runs, and if it is "
            "about no round.",
        ]
    ]
    answers: NotRequired[
        Annotated[
            list[QueryAnswer],
            "For a query or contradiction without a ruling: what the table may answer. Shown only to tokens that may record.",
        ]
    ]


class SeatedPerson(TypedDict):
    seat: Annotated[int, "Seat number, clockwise from 0."]
    person: Annotated[str | None, "Opaque id; null: not named."]
    name: Annotated[str | None, "The name from the club's directory; null: not named, or erased."]


class Evidence(TypedDict):
    """How a card or a result is known (docs/evidence.md)."""

    level: Level
    versions: Annotated[list[int], "Versions of the events that prove the card or the result, ascending."]


class Said(TypedDict):
    word: Annotated[
        Saying, "What was said; maker: this seat holds the bid, but nobody wrote down which bid. nil, blind_nil: a bid of no tricks."
    ]
    amount: Annotated[int | None, "The number bid; null: not a bid."]
    doubled: bool
    kind: Annotated[Kind | None, "The kind of the bid; null: not known, or bids of this game have no kind."]


class SeatSeen(TypedDict):
    active: Annotated[bool, "Whether the seat is still in the current round."]
    score: Annotated[int | None, "null: not in the record."]
    cards: Annotated[int | None, "Number of cards held."]
    hand: Annotated[list[str] | None, "Cards held that this viewer may see; null: none."]
    placed: Annotated[bool, "Whether a card is on the table in front of this seat."]
    card: Annotated[str | None, "The card in front of this seat; null: this viewer may not see it."]
    said: Annotated[Said | None, "The current call, or what was declared; null: nothing."]
    side: Annotated[int | None, "The team of the seat, from 0; null: there are no fixed teams."]
    bags: Annotated[int | None, "Overtricks of the seat's side that have cost nothing yet; null: this game keeps none."]
    evidence: Annotated[Evidence | None, "How the card in front of the seat is known; null: there is no card."]
    piles: Annotated[dict[str, int], "The number of this seat's face-down cards in each pile, by the name of the pile."]


class DealSide(TypedDict):
    """What a deal brought one side, or one player where players are not partners."""

    seats: list[int]
    points: Annotated[int, "What the deal added to the total; may be negative."]
    bid: Annotated[str, "The contract in words, for display, such as `4 and nil` or `6 in hearts`; empty: none, or not known."]
    took: Annotated[int | None, "The tricks of the side, or its books in games that count books; null: not known."]
    made: Annotated[bool | None, "Whether the side kept its whole bid; null: it had none, or the record does not tell."]
    contract: Annotated[bool | None, "In games with nils: whether it made its contract; null: it had none, or the record does not tell."]
    nil: Annotated[bool | None, "Whether it made its nils; null: it had none, or the record does not tell."]


class TrickSeen(TypedDict):
    """A trick that is complete. The lists have the same order, that of play."""

    winner: Annotated[int | None, "The seat that took it; null: nobody, or not known."]
    seats: list[int]
    cards: Annotated[list[str | None], "null: nobody remembers the card, or the trick is turned over and closed to this viewer."]
    versions: Annotated[list[int], "The versions of the events that played the cards."]


class LastDeal(TypedDict):
    number: int
    sides: Annotated[list[DealSide], "In order of their first seats; empty: the points of the deal are not known."]
    tricks: Annotated[int, "The number of the last trick; 0: it is not known."]
    trick: Annotated[TrickSeen | None, "The last trick; null: not known, because the last card did not end the deal."]


class TableSeen(TypedDict):
    phase: Annotated[Phase, "The current phase; no system has all of these phases."]
    phase_label: Annotated[str, "The phase in words, for display."]
    round: int
    hand: Annotated[int, "The number of the hand in this round, or of the trick, from 1."]
    counts: Annotated[Literal["hand", "trick", "guess"], "Whether `hand` counts hands, tricks or guesses."]
    leader: Annotated[int | None, "The seat that leads or led; null: nobody, or not known."]
    winning: Annotated[
        int | None, "The seat whose card wins the trick on the table, complete or not; null: not known, or this game has no tricks."
    ]
    dealer: Annotated[int | None, "The seat that dealt; null: nobody, not known, or this game has no deals."]
    maker: Annotated[int | None, "The seat that holds the current bid; null: nobody, or not known."]
    shared_bid: Annotated[bool, "Whether partners bid one number together, so that one of them says it for both."]
    trump: Annotated[str | None, "The letter of the trump suit; null: none, or not known."]
    base: Annotated[str | None, "The card against which the next card is guessed; null: none."]
    at_stake: Annotated[int | None, "The units that the next guess may win or lose; null: none, or not known."]
    ranks: Annotated[Ranks | None, "Which way the ranks run; null: not known, or no bid decides it in this game."]
    books: Annotated[list[int] | None, "The books of the maker's side and of the other side; null: not known, or not counted."]
    deal: Annotated[str, "Bid, trump and dealer, or base and units, in words, for display; may be empty."]
    turn: Annotated[list[int], "The seats that the table waits for."]
    awaited: Annotated[Awaited, "What these seats must do."]
    order: Annotated[list[int], "The seats clockwise."]
    seats: Annotated[dict[str, SeatSeen], "By seat."]
    face_up: Annotated[list[str], "Cards face up this round, oldest first."]
    piles: Annotated[dict[str, int], "The number of face-down cards in each pile that belongs to no seat, by the name of the pile."]
    direction: Annotated[str, "The direction of play: clockwise or counterclockwise; empty in games where it never changes."]
    last_round: Annotated[str, "How the last round ended, in words, to be read aloud; empty in the first round."]
    last_deal: Annotated[LastDeal | None, "The last deal that is over; null: there is none yet, it was void, or this game has no deals."]
    tricks: NotRequired[Annotated[list[TrickSeen], "The complete tricks of the deal in progress, in order. Not in replays."]]


class Outcome(TypedDict):
    state: Annotated[str, "open, finished or abandoned."]
    scores: Annotated[dict[str, int], "By seat; empty: not in the record."]
    standing: Annotated[list[list[int]], "Groups of seats with equal scores, best first."]
    winners: Annotated[list[int], "Empty while the game is open, or if nobody won."]
    depth: Annotated[str, "How detailed the record is: nothing, result, totals, rounds, cards."]
    reason: str
    open_deals: Annotated[
        list[int],
        "The deals (rounds, hands) that are over, but whose points are not sure: they are not known yet, or the record asks about them and"
        " nobody has answered. Only those about which this viewer may see a query.",
    ]
    evidence: Annotated[Evidence, "How scores and winners are known. If parts differ, this is the least certain one."]


class Ask(TypedDict):
    field: Annotated[str, "The path of the field in `data`, with dots: `card`, `cards.2`."]
    choices: Annotated[list[Json], "Legal values; other values are recorded too."]
    optional: bool
    distinct: Annotated[str, "Fields that share this word must have different choices; empty: no such limit."]
    number: Annotated[int | None, "The value is a list of this many choices; null: the value is a single choice."]
    total: Annotated[int | None, "What the values for all seats in this field add up to; null: the rules do not fix it."]


class NextAct(TypedDict):
    type: str
    data: dict[str, Json]


class Prompt(TypedDict):
    type: Annotated[str, "The event type that the table waits for."]
    given: Annotated[dict[str, Json], "Fields of `data` whose values are already known."]
    asks: list[Ask]
    text: Annotated[str, "The question on the form, to be read aloud."]
    expected: Annotated[bool, "true: play cannot go on until somebody does this."]
    seat: Annotated[int | None, "The seat that acts."]
    others: Annotated[
        list[int], "For a pass: the seats that call after it, in order, if all of them pass too; one batch can record them all. Else empty."
    ]
    then: Annotated[
        list[NextAct],
        "For an exchange of cards: the acts that come after this one, in order, if all do what the rules say; one batch can record all."
        " Empty: it is not known what they will be.",
    ]


class Confirmed(TypedDict):
    through: Annotated[int, "The last version that the confirmation covers."]
    hash: Annotated[str, "The hash of the chain at that version."]
    totals: Annotated[dict[str, int], "The totals as confirmed. They count even if later rules give other totals."]
    winners: Annotated[list[int], "The winners as confirmed."]
    seats: Annotated[list[int], "The seats that confirmed."]
    by: Annotated[list[str], "Token ids of the devices on which they confirmed."]


class ClaimReply(TypedDict):
    seat: int
    accepts: bool


class ClaimShown(TypedDict):
    version: Annotated[int, "The version of the claim; an answer names it."]
    seat: Annotated[int, "The seat that claims or concedes."]
    round: Annotated[int | None, "The round in which it was made; null: it is an older one."]
    concession: bool
    claim: Annotated[str | None, "The claim in the player's words; null: it is a concession, or was erased."]
    sentence: Annotated[str, "The claim in words, without a full stop."]
    answers: Annotated[list[ClaimReply], "The last answer of each seat."]
    standing: Annotated[bool, "true: nobody objects."]


class May(TypedDict):
    """What the caller may do now."""

    confirm: bool
    answer: Annotated[list[int], "Versions of the claims that the caller may answer. With a seat's link, the caller answers as its player."]
    annul: bool
    remove: Annotated[bool, "Whether the caller may remove the game from the lists."]
    finalise: bool
    call_time: bool
    correct_below: Annotated[int | None, "This token may not correct events up to this version; null: it may correct all."]


class Substitution(TypedDict):
    version: int
    seat: int
    person: Annotated[str | None, "The person who sits there from then on; null: not named."]


class Life(TypedDict):
    state: Annotated[str, STATES]
    reason: Annotated[str, "Why the game was annulled or given up, or why time was called; empty: none of these."]
    confirmed: Confirmed | None
    awaiting: Annotated[list[int], "Seats that may still confirm the result."]
    claims: list[ClaimShown]
    may: May
    substitutions: list[Substitution]
    removed: Annotated[str | None, "Why a director removed the game from lists and statistics; null: it is listed."]
    rematch: Annotated[str | None, "The game in which the same players continued; null: none."]
    rematch_of: Annotated[str | None, "The game that this one continues; null: none."]


class PlayedFor(TypedDict):
    tournament: str
    round: int
    table: int
    ends: Annotated[str, "target: as the rules say. hands: after a number of hands. bell: when time is called."]
    hands: int | None


class RoundOver(TypedDict):
    """A round, or deal, that is over."""

    round: Annotated[int, "The number of the round, from 1."]
    points: Annotated[
        dict[str, int] | None, "By seat, penalties included; seats without points are left out; null: they are not in the record."
    ]
    totals: Annotated[dict[str, int], "By seat, after the round; seats whose total then is not in the record are left out."]
    kept: Annotated[dict[str, bool], "Whether the side kept its bid, by seat; seats for which the record does not tell are left out."]


class GameState(TypedDict):
    game: str
    club: str
    system: str
    version: int
    state: Annotated[str, STATES]
    life: Life
    viewer: Annotated[str, "scorekeeper, director, seat:<n> or public."]
    visibility: str
    delay: Annotated[int, "Spectators (viewers with the role public) see the record this many seconds late."]
    title: str | None
    tournament: Annotated[PlayedFor | None, "The table of a tournament for which the game was opened; null: none."]
    opened_at: Annotated[int, "Milliseconds since 1970, UTC."]
    rules: Annotated[dict[str, Json], "Every rule of the game with its value, defaults included."]
    seats: list[SeatedPerson]
    view: TableSeen
    outcome: Outcome
    rounds: Annotated[list[RoundOver], "The rounds that ended last, at most 16, by number. Rounds that were played again are left out."]
    imported: NotRequired[Annotated[int, "The version of the last event that came from a file; absent: all events were recorded here."]]
    prompts: NotRequired[Annotated[list[Prompt], "Shown only to tokens that may record."]]
    tag: NotRequired[Annotated[str, 'The version and its event: send it in quotes as `If-Match`, `"<tag>"`. Absent: not the last state.']]


class Parking(TypedDict):
    attempts: int
    reason: str
    at: Annotated[int | None, "Milliseconds since 1970, UTC."]


class Live(TypedDict):
    """The JSON in the `data` of one server-sent event: the state of the game and its findings."""

    game: GameState
    findings: Annotated[list[Finding], "The findings that are not withdrawn."]
    verdict: Annotated[int, "Number of findings raised and withdrawn so far that this viewer may see."]
    engine: Annotated[str, "The version of the rules that checked the game; empty: the game has not been checked yet."]
    validated: Annotated[int, "The version up to which the game has been checked against the rules."]
    parked: Parking | None


class GameLine(TypedDict):
    game: str
    system: str
    state: Annotated[str, STATES]
    version: int
    opened_at: Annotated[int, "Milliseconds since 1970, UTC."]
    seats: list[SeatedPerson]
    scores: Annotated[dict[str, int] | None, "By seat; null: not in the record."]
    sides: Annotated[list[list[int]], "The seats of each side, if partners are fixed; else empty."]
    winners: Annotated[list[int], "Empty while the game is open, or if nobody won."]
    visibility: str
    title: str | None
    table_result: NotRequired[
        Annotated[
            str,
            "For a game in play whose table in a tournament has a result from elsewhere. typed: a person typed it. forfeit: it was ruled "
            "without play. Nobody plays this game on.",
        ]
    ]


# --- replays, differences, dry runs, rulings ---


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
    totals: Annotated[dict[str, int], "By seat, after the round; seats whose total then is not in the record are left out."]
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


class WholeReplay(About):
    frames: list[Frame]


class Replay(WholeReplay):
    steps: NotRequired[Annotated[int, "Only in a part of a replay: how many steps the whole replay has, numbered from 0."]]
    before: NotRequired[
        Annotated[
            dict[str, Json],
            "Only in a part of a replay: the view before its first frame, to which that frame's patch applies. Empty if no frame is before "
            "that one, or if the part has no frames.",
        ]
    ]


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


class BeforeAndAfter(TypedDict):
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
        "scores": BeforeAndAfter,
        "findings": FindingChange,
        "rounds": Annotated[list[RoundDiffers], "Only the rounds that differ."],
        "sentences": Annotated[list[DifferenceInWords], "The differences in plain English."],
    },
)


class Counts(TypedDict):
    games: Annotated[int, "Number of games in which the person had a seat, finished or not."]
    finished: Annotated[
        int,
        "Number of those games with a result that counts (in the list of the club's games: `decided`). A game in the state `finished` is "
        "not among them while an open question leaves its result uncertain.",
    ]
    wins: Annotated[int, "Number of games with a result that counts which the person won, alone or with others."]
    shared: Annotated[int, "Number of wins that the person shared with others."]
    points: Annotated[int, "The person's scores in all games with a result that counts, added up."]
    breaches: Annotated[int, "Number of the person's breaches that were not withdrawn, and that every reader may see."]


class StandingLine(TypedDict):
    person: Annotated[str, "Opaque id."]
    name: Annotated[str | None, "From the club's directory; null: erased."]
    before: Counts
    after: Counts


class Foreseen(TypedDict):
    view: TableSeen
    state: Annotated[str, STATES]
    outcome: Outcome
    events: Annotated[list[RecordedEvent], "The events that would be recorded, as far as you may see them."]
    scores: BeforeAndAfter
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
