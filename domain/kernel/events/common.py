"""Events that every game can have: changes of who plays and who may read, corrections, notes and claims.

A *claim* states a conclusion, such as a score. The program compares the claim with its own conclusion. If the record does not have enough
for a conclusion, the program uses the claim instead."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from domain.kernel.canonical import Json
from domain.kernel.cards import Card, Seat
from domain.kernel.events.kinds import (
    FREE_TEXT,
    SEAT,
    AFinding,
    ANote,
    APoints,
    ASeat,
    ASeatList,
    AVersion,
    AWord,
    PersonId,
    event_type,
    fields_of,
)
from domain.kernel.shapes import MAX_SEATS, BySeat, CardToken, Fields, ListOf, OneOf, Optional, RulesMap, Sealed, Text, Whole

Visibility = Literal["private", "unlisted", "public"]
RoundEnd = Literal["target", "hands", "bell"]
"""How a game of a tournament ends. target: as the rules of the game say. hands: after a number of hands. bell: when time is called."""
Purpose = Literal["claim", "concession", "misdeal", "proof", "end", "rest", "fold", "team_out"]

MOST_ROUNDS: Final = 200
MOST_TABLES: Final = 2_000
MOST_HANDS: Final = 1_000
HANDS: Final = Whole(1, MOST_HANDS)

IRREGULARITIES: Final = ("misdeal", "exposed-card", "out-of-turn", "revoke-claimed", "other")
"""The usual kinds of irregularities, which a form offers. The people at a table may name another kind."""

APerson = Annotated[PersonId | None, Optional(Text(40, r"[a-z0-9_-]{1,40}"))]


@dataclass(frozen=True, slots=True)
class Seating:
    """One player at the start: the seat, and the person's opaque id (None: not named)."""

    seat: ASeat
    person: APerson = None


SEATING: Final = Fields(Seating, (("seat", SEAT), ("person", Optional(Text(40, r"[a-z0-9_-]{1,40}")))), frozenset({"seat"}))


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """The table of a tournament for which a game is opened. `hands`: the number of hands, if `ends` is "hands"."""

    tournament: Annotated[str, Text(40, r"[a-z0-9]{2,16}-t[a-z2-7]{16}")]
    round: Annotated[int, Whole(1, MOST_ROUNDS)]
    table: Annotated[int, Whole(1, MOST_TABLES)]
    ends: Annotated[RoundEnd, OneOf(("target", "hands", "bell"))] = "target"
    hands: Annotated[int | None, Optional(HANDS)] = None


@event_type("GO", {"system": "high-card", "rules": {"target": 4}, "seats": [{"seat": 0, "person": "p-anna"}, {"seat": 1}]})
class GameOpened:
    """A game begins: the system, every rule with its value, and the seats clockwise. `tournament`: the table of a tournament for which the
    game is played (None: it belongs to no tournament)."""

    system: Annotated[str, Text(60, r"[a-z0-9-]{1,60}")]
    rules: Annotated[Mapping[str, Json], RulesMap()]
    seats: Annotated[tuple[Seating, ...], ListOf(SEATING, least=1, most=MAX_SEATS)]
    visibility: Annotated[Visibility, OneOf(("private", "unlisted", "public"))] = "private"
    title: ANote = None
    tournament: Annotated[TournamentTable | None, Optional(fields_of(TournamentTable))] = None


@event_type("VS", {"visibility": "public"}, right="direct")
class VisibilitySet:
    """A director changes who may read this record."""

    visibility: Annotated[Visibility, OneOf(("private", "unlisted", "public"))]


@event_type("SP", {"seconds": 600})
class SpectatorDelaySet:
    """From now on, spectators see this record `seconds` seconds late. 0: no delay."""

    seconds: Annotated[int, Whole(0, 86_400)]


@event_type("PJ", {"seat": 4, "person": "p-eva", "left_of": 3})
class PlayerJoined:
    """A player takes a free seat. `left_of`: the seat directly before the new one, clockwise. If `left_of` is null, the place of the new
    seat follows from its number."""

    seat: ASeat
    person: APerson = None
    left_of: Annotated[Seat | None, Optional(SEAT)] = None


@event_type("PL", {"seat": 2})
class PlayerLeft:
    """A player leaves the game."""

    seat: ASeat


@event_type("DV", {"reason": "misdeal"})
class DealVoided:
    """The table declares the current deal or round void: nothing in it counts, and it is dealt again."""

    reason: AWord


@event_type("IC", {"kind": "out-of-turn", "seat": 1})
class IrregularityCalled:
    """The table stops play and names an irregularity. This changes nothing in the game; a ruling may follow."""

    kind: Annotated[str, Text(60, such_as=IRREGULARITIES)]
    seat: Annotated[Seat | None, Optional(SEAT)] = None
    note: ANote = None


@event_type("IA", {"finding": "out-of-turn@7"})
class IrregularityAttested:
    """The table answers a query: everything happened as recorded. No entry is missing, and none is in the wrong place. `finding`: the id of
    the query."""

    finding: AFinding


@event_type("GA", {"reason": "players left"})
class GameAbandoned:
    """The game is given up; nobody wins."""

    reason: AWord


@event_type("NW", {"note": "table moved to room 2"})
class NoteWritten:
    """The scorekeeper writes a remark. This changes nothing in the game."""

    note: Annotated[Sealed[str], FREE_TEXT]


@event_type("RT", {"target": 7, "reason": "typing slip"})
class Retracted:
    """An earlier event, which may itself be a retraction, is withdrawn. It no longer counts, but it stays in the record. `target`: the
    version of that event."""

    target: AVersion
    reason: Annotated[str | None, Optional(Text(60))] = None


@event_type("RS", {"round": 3, "points": {"1": 1}, "reason": "single_survivor"})
class RoundStated:
    """The table states the points of a round (in some games: of a deal or a hand). `points`: by seat; seats that are left out got none."""

    round: Annotated[int, Whole(1, 10**6)]
    points: Annotated[Mapping[Seat, int], BySeat(Whole(-(10**6), 10**6))]
    reason: Annotated[str | None, Optional(Text(60))] = None


@event_type("SS", {"scores": {"0": 2, "1": 1}})
class ScoreStated:
    """The table states the current total of each seat."""

    scores: APoints


@event_type("RE", {"scores": {"0": 4, "1": 2}, "winners": [0]})
class ResultStated:
    """The table states the final result: the winners, and the final scores if they were written down."""

    winners: ASeatList
    scores: Annotated[Mapping[Seat, int] | None, Optional(BySeat(Whole(-(10**6), 10**6), least=1))] = None

    @property
    def won(self) -> tuple[Seat, ...]:
        """The winners in the order of their seats, each once: `winners` may name one twice."""
        return tuple(sorted({*self.winners}))


@event_type("CS", {"seat": 1, "cards": ["9H", "4C"], "purpose": "proof"})
class CardsShown:
    """A player shows cards without playing them. This reveals sealed cards and changes nothing in the game."""

    seat: ASeat
    cards: Annotated[tuple[Card, ...], ListOf(CardToken(), least=1, most=60)]
    purpose: Annotated[Purpose, OneOf(("claim", "concession", "misdeal", "proof", "end", "rest", "fold", "team_out"))] = "proof"


@event_type("CM", {"seat": 1, "claim": "the rest are mine"})
class ClaimMade:
    """A player states a conclusion in words. The record keeps the claim, but the program computes its own conclusions."""

    seat: ASeat
    claim: Annotated[Sealed[str], FREE_TEXT]


CommonAct = (
    GameOpened
    | VisibilitySet
    | SpectatorDelaySet
    | PlayerJoined
    | PlayerLeft
    | DealVoided
    | IrregularityCalled
    | IrregularityAttested
    | GameAbandoned
    | NoteWritten
    | Retracted
    | RoundStated
    | ScoreStated
    | ResultStated
    | CardsShown
    | ClaimMade
)
