"""The bodies of the responses about a record, with the meaning of each member.

Functions in domain/views.py and in the service build these bodies, and mypy checks them. service/api/lib/answers.py makes the schemas of
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
    """What the table may answer to a query."""

    answer: Annotated[
        AnswerKind,
        "missing: an entry is missing before the last event that the query cites, in table order. earlier: an entry is missing further back"
        " in the deal. swapped: that event and its neighbour are in the wrong order. happened: it happened so. leave: no answer yet.",
    ]
    text: Annotated[str, "The answer in words, without a full stop."]
    after: NotRequired[Annotated[int, "For missing: the version after which the missing event belongs."]]
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
    status: Annotated[str, "standing: it still holds; ruled: a current ruling cites it; withdrawn: the record no longer proves it."]
    ruling: Annotated[int | None, "The version of the ruling that settles the finding; null: no ruling does."]
    answers: NotRequired[
        Annotated[list[QueryAnswer], "For a query without a ruling: what the table may answer. Shown only to tokens that may record."]
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


class TableSeen(TypedDict):
    phase: Annotated[Phase, "The current phase; no system has all of these phases."]
    phase_label: Annotated[str, "The phase in words, for display."]
    round: int
    hand: Annotated[int, "The number of the hand in this round, or of the trick, from 1."]
    counts: Annotated[Literal["hand", "trick", "guess"], "Whether `hand` counts hands, tricks or guesses."]
    leader: Annotated[int | None, "The seat that leads or led; null: nobody, or not known."]
    dealer: Annotated[int | None, "The seat that dealt; null: nobody, not known, or this game has no deals."]
    maker: Annotated[int | None, "The seat that holds the current bid; null: nobody, or not known."]
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


class Prompt(TypedDict):
    type: Annotated[str, "The event type that the table waits for."]
    given: Annotated[dict[str, Json], "Fields of `data` whose values are already known."]
    asks: list[Ask]
    text: Annotated[str, "The question on the form, to be read aloud."]
    expected: Annotated[bool, "true: play cannot go on until somebody does this."]
    seat: Annotated[int | None, "The seat that acts."]


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


class Claim(TypedDict):
    version: Annotated[int, "The version of the claim; an answer names it."]
    seat: Annotated[int, "The seat that claims or concedes."]
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
    claims: list[Claim]
    may: May
    substitutions: list[Substitution]
    rematch: Annotated[str | None, "The game in which the same players continued; null: none."]
    rematch_of: Annotated[str | None, "The game that this one continues; null: none."]


class PlayedFor(TypedDict):
    tournament: str
    round: int
    table: int
    ends: Annotated[str, "target: as the rules say. hands: after a number of hands. bell: when time is called."]
    hands: int | None


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
    imported: NotRequired[Annotated[int, "The version of the last event that came from a file; absent: all events were recorded here."]]
    prompts: NotRequired[Annotated[list[Prompt], "Shown only to tokens that may record."]]


class GameLine(TypedDict):
    game: str
    system: str
    state: Annotated[str, STATES]
    version: int
    opened_at: Annotated[int, "Milliseconds since 1970, UTC."]
    seats: list[SeatedPerson]
    scores: Annotated[dict[str, int] | None, "By seat; null: not in the record."]
    winners: Annotated[list[int], "Empty while the game is open, or if nobody won."]
    visibility: str
    title: str | None
