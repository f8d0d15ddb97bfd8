"""Events: every act, claim and correction that a record can hold. Their names are in the past tense, they are frozen, and their set is
closed.

An *act* is something that people did or said at the table. A *claim* is an act that states a conclusion. Conclusions themselves (who won
the hand, the score, the winner) are never recorded: the systems compute them. `docs/events.md` is generated from this package.

To add a type: write a class with `@event_type` in the file of its family, add it to `Act`, and fix what the type checker then reports
(CONTRIBUTING.md).

`Act`, `Event` and `EVENT_TYPES` are for games. Other streams, such as a club's (club.py), have their own acts and event types."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from domain.kernel.canonical import Json
from domain.kernel.events.box import (
    BoxAct,
    BoxDrawn,
    BoxesSet,
    BoxRefilled,
    CardLed,
    ExtrasTraded,
    HandRefilled,
    Resurrected,
    ResurrectionDeclined,
    StuckDeclared,
)
from domain.kernel.events.club import CLUB_TYPES, ClubAct
from domain.kernel.events.common import (
    SEATING,
    CardsShown,
    ClaimMade,
    CommonAct,
    DealVoided,
    GameAbandoned,
    GameOpened,
    IrregularityAttested,
    IrregularityCalled,
    NoteWritten,
    PlayerJoined,
    PlayerLeft,
    Purpose,
    ResultStated,
    Retracted,
    RoundStated,
    ScoreStated,
    Seating,
    SpectatorDelaySet,
    TournamentTable,
    Visibility,
    VisibilitySet,
)
from domain.kernel.events.hi_lo import (
    GAMBLES,
    MOST_UNITS,
    BaseShown,
    CardTurned,
    Gamble,
    GuessMade,
    GuessPassed,
    HiLoAct,
    RunContinued,
    StakePlaced,
    UnitsCollected,
)
from domain.kernel.events.kinds import EVENT_TYPES, SEAT, SHAPES, EventId, EventType, EventTypes, PersonId, Right, TokenId
from domain.kernel.events.life import (
    ClaimAnswered,
    ConcessionMade,
    GameAnnulled,
    GameLinked,
    GameRemoved,
    LifeAct,
    PlayerSubstituted,
    Relation,
    ResultConfirmed,
    ResultFinalised,
    TimeCalled,
)
from domain.kernel.events.pitch import (
    POINTS,
    BidDoubled,
    CardRescued,
    DealFolded,
    DealStated,
    OutDeclared,
    PartnerCalled,
    PitchAct,
    PitchedAsBid,
    PointsMade,
    ShootCalled,
    StockSearched,
)
from domain.kernel.events.rulings import RECTIFICATIONS, Cited, Rectification, RulingAct, RulingRecorded
from domain.kernel.events.seasons import SEASON_TYPES, SeasonAct
from domain.kernel.events.simple import (
    Call,
    CardOffered,
    CardPlaced,
    CardSelected,
    CardsFlipped,
    CardsRevealed,
    HandDealt,
    NumbersRevealed,
    OpenerChosen,
    SimpleAct,
)
from domain.kernel.events.tournaments import TOURNAMENT_TYPES, TournamentAct
from domain.kernel.events.tricks import (
    BidMade,
    BidPassed,
    CardPlayed,
    CardsDealt,
    CardsDiscarded,
    CardsDrawn,
    Kind,
    KittyTaken,
    Misdeal,
    MisdealCalled,
    Ranks,
    StockTaken,
    Suit,
    TricksAct,
    TricksStated,
    TrumpNamed,
)
from domain.kernel.shapes import Fields

Act = CommonAct | LifeAct | RulingAct | SimpleAct | BoxAct | TricksAct | PitchAct | HiLoAct
AnyAct = Act | ClubAct | TournamentAct | SeasonAct
"""An act of any kind of stream. A stream is a sequence of recorded events: of a game, a club, a tournament or a season."""
A = TypeVar("A", bound=AnyAct, covariant=True)

COMMON: Final = frozenset(name for name, kind in EVENT_TYPES.items() if kind.common)
"""The names of the event types that every system (card game) accepts."""


class StreamEvent(NamedTuple, Generic[A]):
    """One recorded event of a stream. The class is a named tuple because Python creates named tuples fast
    (docs/decisions/domain-reading.md).

    `version`: counted from 1. `by`: the id of the token that recorded the event. `at`: when it happened at the table, in milliseconds UTC.
    `offset`: the time zone of the recording device, in minutes east of UTC. `recorded_at`: when the server recorded it, in milliseconds
    UTC.

    `after`: the version of the event directly before this one in table order (the order in which things happened at the table); None if the
    event belongs at the end."""

    version: int
    id: EventId
    act: A
    by: TokenId
    at: int
    offset: int
    recorded_at: int
    after: int | None = None

    @property
    def type(self) -> str:
        return type(self.act).__name__


if TYPE_CHECKING:
    Event = StreamEvent[Act]
    ClubEvent = StreamEvent[ClubAct]
    TournamentEvent = StreamEvent[TournamentAct]
    SeasonEvent = StreamEvent[SeasonAct]
else:  # calling `StreamEvent` is twice as fast as calling `StreamEvent[Act]`
    Event = ClubEvent = TournamentEvent = SeasonEvent = StreamEvent


def shape_of(act: AnyAct) -> Fields:
    """Return the shape of the act's data: its fields, and what each may hold."""
    return SHAPES[type(act)]


def data_of(act: AnyAct) -> dict[str, Json]:
    """Return the act's fields as JSON. A sealed value is `{"commit": …}`, with `"value"` if the value is known here."""
    return SHAPES[type(act)].dump(act)
