"""Events about a record rather than its play: how the game ends, confirmations, answers to claims, changes of players.

No such event moves a card. domain/record/life.py reads them."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from domain.kernel.cards import Seat
from domain.kernel.events.common import APerson
from domain.kernel.events.kinds import ASeat, ASeatList, AVersion, AWord, event_type
from domain.kernel.shapes import BySeat, Flag, OneOf, Text, Whole

Relation = Literal["rematch", "rematch_of"]
"""What the other game is to this one. rematch: the other game continues this one. rematch_of: this game continues the other."""

_HASH: Final = Text(64, r"[0-9a-f]{64}")
_GAME: Final = Text(33, r"[a-z0-9]{2,16}-[a-z2-7]{16}")


@event_type("TC", {"reason": "the hall closes"})
class TimeCalled:
    """Time is called before the game is decided. The end of the current round, or a stated result, may still follow."""

    reason: AWord


@event_type("AN", {"reason": "a test"}, right="direct")
class GameAnnulled:
    """A director annuls the game: it counts nowhere. Its record is kept."""

    reason: AWord


@event_type("GR", {"reason": "nobody played"}, right="direct")
class GameRemoved:
    """A director removes a game without a result from the lists and statistics of the club. Its record is kept, for whoever has its id."""

    reason: AWord


@event_type("RC", {"seat": 1, "through": 40, "hash": "9c" * 32, "totals": {"0": 4, "1": 2}, "winners": [0]}, right="direct")
class ResultConfirmed:
    """A player confirms the result as the record shows it at version `through`. `hash`: the hash of the event with that version, in hex."""

    seat: ASeat
    through: AVersion
    hash: Annotated[str, _HASH]
    totals: Annotated[Mapping[Seat, int], BySeat(Whole(-(10**6), 10**6))]
    winners: ASeatList

    @property
    def won(self) -> tuple[Seat, ...]:
        """The winners in the order of their seats, each once: `winners` may name one twice."""
        return tuple(sorted({*self.winners}))


@event_type("RF", {}, right="direct")
class ResultFinalised:
    """A director makes the result final. From now on, only a director can change it."""


@event_type("CN", {"seat": 1})
class ConcessionMade:
    """A player concedes the game to the others. This alone changes nothing: the table must also state the result."""

    seat: ASeat


@event_type("CA", {"claim": 12, "seat": 0, "accepts": True})
class ClaimAnswered:
    """A player accepts a claim or concession, or objects to it. `claim`: the version of that claim or concession."""

    claim: AVersion
    seat: ASeat
    accepts: Annotated[bool, Flag()]


@event_type("PS", {"seat": 2, "person": "p-eva"})
class PlayerSubstituted:
    """Another person takes over a seat, with its cards and points."""

    seat: ASeat
    person: APerson = None


@event_type("GL", {"game": "home-4nq2x7yexbumtczp", "relation": "rematch"})
class GameLinked:
    """This game is linked to another game of the same players. `relation`: `rematch` if the other game continues this one, `rematch_of` if
    this game continues the other."""

    game: Annotated[str, _GAME]
    relation: Annotated[Relation, OneOf(("rematch", "rematch_of"))]


LifeAct = (
    TimeCalled
    | GameAnnulled
    | GameRemoved
    | ResultConfirmed
    | ResultFinalised
    | ConcessionMade
    | ClaimAnswered
    | PlayerSubstituted
    | GameLinked
)  # fmt: skip
