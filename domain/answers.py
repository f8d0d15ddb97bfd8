"""The bodies in which a record is answered: each member, what it holds and what it means.

Views build these (mypy holds them to it), and the contract's schemas are made from them (service/api/lib/answers.py). Words behind
`Annotated` are the description in the contract. Every member is there unless it is `NotRequired`.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.canonical import Json
from domain.kernel.view import Awaited, Phase, Saying
from domain.record.evidence import Level

STATES = "open, finished, confirmed, final, abandoned, unfinished (time was called), annulled or archived."


class RecordedEvent(TypedDict):
    """Sealed values in `data` are {"commit": …}, with "value" where this viewer may see them."""

    version: int
    withheld: NotRequired[Annotated[bool, "true: this viewer may not see the event now, and there is nothing else here."]]
    id: NotRequired[Annotated[str, "UUID."]]
    type: NotRequired[str]
    data: NotRequired[dict[str, Json]]
    sentence: NotRequired[Annotated[str, "What happened, in words, without a full stop; with the names of those who sat there then."]]
    by: NotRequired[Annotated[str, "Token id of the recorder."]]
    at: NotRequired[Annotated[int, "Milliseconds UTC at the table."]]
    offset: NotRequired[Annotated[int, "Minutes east of UTC of the recording device."]]
    recorded_at: NotRequired[Annotated[int, "Milliseconds UTC at the server."]]
    after: NotRequired[Annotated[int, "The version after which this belongs in table order."]]
    explained_by: NotRequired[Annotated[int, "The version of the note, recorded with it, that says why it was inserted."]]


class Finding(TypedDict):
    id: Annotated[str, "`rule@versions`: what a ruling cites."]
    rule: str
    kind: Annotated[str, "breach, contradiction or gap."]
    source: Annotated[str, "The ruling or section it rests on."]
    versions: Annotated[list[int], "The proving events, ascending."]
    seats: Annotated[list[int], "Whom it concerns; of a breach, who committed it."]
    sentence: Annotated[
        str, "To be read aloud: with names, and `seat 3` for whoever has none. Exports have `{3}` in their place, and no names."
    ]
    unexamined: Annotated[str, "What could not be checked."]
    alternatives: Annotated[list[str], "Likelier readings of the record, best first."]
    status: Annotated[str, "standing; ruled: a ruling that stands cites it; withdrawn: the record does not prove it any more."]
    ruling: Annotated[int | None, "The version of the ruling that settles it."]


class SeatedPerson(TypedDict):
    seat: Annotated[int, "Seat number, clockwise from 0."]
    person: Annotated[str | None, "Opaque id; null: not named."]
    name: Annotated[str | None, "From the club's directory; null: not named, or erased."]


class Evidence(TypedDict):
    """How a card or a result is known (docs/evidence.md)."""

    level: Level
    versions: Annotated[list[int], "The events that it rests on, ascending."]


class Said(TypedDict):
    word: Annotated[Saying, "What was said; maker: holds the bid, and nobody wrote down which."]
    amount: Annotated[int | None, "Of a bid, else null."]
    doubled: bool


class SeatSeen(TypedDict):
    active: Annotated[bool, "Still in the current round."]
    score: Annotated[int | None, "null where the record does not tell."]
    cards: Annotated[int | None, "Number of cards held."]
    hand: Annotated[list[str] | None, "Cards held that this viewer may see; null: none."]
    placed: Annotated[bool, "A card lies on the table before this seat."]
    card: Annotated[str | None, "Which, where this viewer may see it."]
    said: Annotated[Said | None, "The standing call, or what was declared; null: nothing."]
    side: Annotated[int | None, "Its team, from 0; null: there are no fixed teams."]
    evidence: Annotated[Evidence | None, "How the card that lies before the seat is known; null: none lies there."]
    piles: Annotated[dict[str, int], "Cards of this seat that lie face down, by the name of the pile: how many."]


class TableSeen(TypedDict):
    phase: Annotated[Phase, "Where the game is; no system has all of these."]
    phase_label: Annotated[str, "The same in words, to be shown."]
    round: int
    hand: Annotated[int, "The hand of this round, or the trick, from 1."]
    counts: Annotated[Literal["hand", "trick"], "What `hand` counts."]
    leader: Annotated[int | None, "Who leads or led; null: nobody, or it is not known."]
    dealer: Annotated[int | None, "Who dealt the cards of this deal; null: nobody did, it is not known, or this game has no deals."]
    maker: Annotated[int | None, "Who holds the bid that stands; null: nobody, or it is not known."]
    trump: Annotated[str | None, "The trump suit by its letter; null: none, or it is not known."]
    deal: Annotated[str, "Bid, trump and dealer in words, to be shown; empty where there is nothing to say."]
    turn: Annotated[list[int], "Whom the table waits for."]
    awaited: Annotated[Awaited, "What those are to do."]
    order: Annotated[list[int], "The seats clockwise."]
    seats: Annotated[dict[str, SeatSeen], "By seat."]
    face_up: Annotated[list[str], "Cards open this round, oldest first."]
    piles: Annotated[dict[str, int], "Cards of no seat that lie face down, by the name of the pile: how many."]
    direction: Annotated[str, "Which way play goes round, where that changes: clockwise or counterclockwise; else empty."]
    last_round: Annotated[str, "The last ending in words, to be read aloud; empty before the first."]


class Outcome(TypedDict):
    state: Annotated[str, "open, finished or abandoned."]
    scores: Annotated[dict[str, int], "By seat; empty: the record does not tell."]
    standing: Annotated[list[list[int]], "Groups of level seats, best first."]
    winners: Annotated[list[int], "Empty while open or unwon."]
    depth: Annotated[str, "How deep the record goes: nothing, result, totals, rounds, cards."]
    reason: str
    evidence: Annotated[Evidence, "How scores and winners are known, as far as the least sure of them."]


class Ask(TypedDict):
    field: Annotated[str, "Dotted path in `data`: `card`, `cards.2`."]
    choices: Annotated[list[Json], "Legal values; others are recorded all the same."]
    optional: bool
    distinct: Annotated[str, "Asks with the same word must not repeat a choice; empty: no such rule."]
    number: Annotated[int | None, "So many of the choices make the value, a list; null: one of them is it."]


class Prompt(TypedDict):
    type: Annotated[str, "The event type that the table waits for."]
    given: Annotated[dict[str, Json], "Fields already known."]
    asks: list[Ask]
    text: Annotated[str, "For the form, to be read aloud."]
    expected: Annotated[bool, "Play cannot go on without an act of this kind."]
    seat: Annotated[int | None, "Whose act it is."]


class Confirmed(TypedDict):
    through: Annotated[int, "The version up to which the record is confirmed."]
    hash: Annotated[str, "Of the chain at that version."]
    totals: Annotated[dict[str, int], "As they were confirmed: these count, also if later rules come to something else."]
    winners: Annotated[list[int], "As they were confirmed."]
    seats: Annotated[list[int], "Who confirmed."]
    by: Annotated[list[str], "Token ids of the devices on which they did."]


class ClaimReply(TypedDict):
    seat: int
    accepts: bool


class Claim(TypedDict):
    version: Annotated[int, "Of the claim: what an answer names."]
    seat: Annotated[int, "Who claims or concedes."]
    concession: bool
    claim: Annotated[str | None, "In the player's words; null: a concession, or erased."]
    sentence: Annotated[str, "The claim in words, without a full stop."]
    answers: Annotated[list[ClaimReply], "The last one of each seat."]
    standing: Annotated[bool, "Nobody objects."]


class May(TypedDict):
    """What whoever asks may do now."""

    confirm: bool
    answer: Annotated[list[int], "Versions of the claims to answer; by the link of a seat for that seat."]
    annul: bool
    finalise: bool
    call_time: bool
    correct_below: Annotated[int | None, "The highest version that this token may not correct; null: none."]


class Substitution(TypedDict):
    version: int
    seat: int
    person: Annotated[str | None, "Who sits there from then on; null: not named."]


class Life(TypedDict):
    state: Annotated[str, STATES]
    reason: Annotated[str, "Why the game was annulled or given up, or time called; else empty."]
    confirmed: Confirmed | None
    awaiting: Annotated[list[int], "Seats that may still confirm the result."]
    claims: list[Claim]
    may: May
    substitutions: list[Substitution]
    rematch: Annotated[str | None, "The game in which the same players went on."]
    rematch_of: Annotated[str | None, "The game that this one continues."]


class GameState(TypedDict):
    game: str
    club: str
    system: str
    version: int
    state: Annotated[str, STATES]
    life: Life
    viewer: Annotated[str, "scorekeeper, director, seat:<n> or public."]
    visibility: str
    delay: Annotated[int, "By so many seconds spectators (whoever looks as the public) see the record late."]
    title: str | None
    opened_at: Annotated[int, "Milliseconds UTC."]
    rules: Annotated[dict[str, Json], "The resolved rules, whole."]
    seats: list[SeatedPerson]
    view: TableSeen
    outcome: Outcome
    imported: NotRequired[Annotated[int, "The last event that was not recorded here but came from a file; absent where all were."]]
    prompts: NotRequired[Annotated[list[Prompt], "Only for those who may record."]]


class GameLine(TypedDict):
    game: str
    system: str
    state: Annotated[str, STATES]
    version: int
    opened_at: Annotated[int, "Milliseconds UTC."]
    seats: list[SeatedPerson]
    scores: Annotated[dict[str, int] | None, "By seat; null: the record does not tell."]
    winners: Annotated[list[int], "Empty while open or unwon."]
    visibility: str
    title: str | None
