"""Acts of higher-or-lower games. A *unit* is only a counter: it stands for no money and no other value."""

from typing import Annotated, Final, Literal, get_args

from domain.kernel.events.kinds import ACard, ASealedCard, ASeat, event_type
from domain.kernel.shapes import OneOf, Whole

Gamble = Literal["higher", "lower", "snap", "ace", "king_or_ace", "picture_J_to_A", "two_to_five", "six_to_nine", "red", "black"]
GAMBLES: Final[tuple[Gamble, ...]] = get_args(Gamble)
MOST_UNITS: Final = 10**6
"""The most units that an act may name."""


@event_type("SK", {"seat": 0, "units": 10}, common=False)
class StakePlaced:
    """A player stakes units and begins a run of guesses."""

    seat: ASeat
    units: Annotated[int, Whole(1, MOST_UNITS)]


@event_type("BW", {"card": "7S"}, common=False)
class BaseShown:
    """A card is turned face up as the base. The next guess is about a hidden card, which is compared with the base."""

    card: ACard


@event_type("GM", {"seat": 0, "gamble": "higher", "hidden": "9D"}, common=False)
class GuessMade:
    """A player guesses what the hidden card is. `hidden` is sealed: nobody at the table may see it before it is turned. null: nobody wrote
    it down."""

    seat: ASeat
    gamble: Annotated[Gamble, OneOf(GAMBLES)]
    hidden: ASealedCard = None


@event_type("CT", {"card": "9D"}, common=False)
class CardTurned:
    """The hidden card is turned face up."""

    card: ACard


@event_type("UC", {"seat": 0, "units": 17}, common=False)
class UnitsCollected:
    """A player collects units that the run has won: all of them or, in some games, a part. Collecting all of them ends the run."""

    seat: ASeat
    units: Annotated[int, Whole(1, MOST_UNITS)]


@event_type("RN", {"seat": 0}, common=False)
class RunContinued:
    """A player goes on with the run. The units that it has won stay on the table."""

    seat: ASeat


@event_type("GP", {"seat": 0, "to": 1}, common=False)
class GuessPassed:
    """A player ends the run after a right guess and lets the next player guess."""

    seat: ASeat
    to: ASeat


HiLoAct = StakePlaced | BaseShown | GuessMade | CardTurned | UnitsCollected | RunContinued | GuessPassed
