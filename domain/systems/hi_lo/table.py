"""The table of a higher-or-lower game: its state, and what follows from it without an event.

A *session* is a game of this family: each player has a number of runs, one after the other, clockwise. A *run* is a round of the score
sheet. Source: docs/rules/06_hi_lo.md, rulings HL-1 to HL-8."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from domain.kernel.cards import JOKERS, Card, Seat
from domain.kernel.events import Gamble
from domain.kernel.vector import Vector
from domain.ledger import Ledger, State
from domain.rounds import Played
from domain.systems.hi_lo.rules import HiLoRules, may_be_base

SECTION: Final = "06"

Step = Literal["stake", "base", "guess", "turned", "choice"]
"""What a run waits for. "turned": the hidden card; "choice": the guesser collects, passes or goes on."""


@dataclass(frozen=True)
class Run:
    """A run of guesses.

    `seat`: the guesser; None before the run has begun. `begun`: the version of its first event; 0 before. `stake`: None if it is not known,
    or if the game has no stakes. `units`: what stands on the table now; None if not known. `taken`: the units that were collected in part.
    `base`: the card to guess against, or the last card shown if it may not be a base. `gamble`: the guess that waits for its card, and
    `guessed` the version of that guess. `hidden`: the hidden card, if somebody wrote it down. `right`: the number of right guesses.
    `cards`: all cards of the run that were shown, in order."""

    step: Step
    seat: Seat | None = None
    begun: int = 0
    stake: int | None = None
    units: int | None = None
    taken: int = 0
    base: Card | None = None
    based: int = 0
    gamble: Gamble | None = None
    guessed: int = 0
    hidden: Card | None = None
    right: int = 0
    guesses: int = 0
    cards: Vector[Card] = Vector()


@dataclass(frozen=True)
class HiLoTable(Played):
    """The state of a session at one moment.

    `ring`: the seats, clockwise. `turn`: the seat whose run is in progress or next; None: nobody has a run left. `run`: the run in
    progress; `last`: the run before it. `took`: the guesser of each run that is over, by number. `seen`: the cards that were shown since
    the last shuffle, each with the version of the event that showed it. `opened`: the versions of the guesses whose cards were turned, as
    an integer with one bit for each version."""

    rules: HiLoRules
    ring: tuple[Seat, ...]
    ledger: Ledger
    turn: Seat | None
    run: Run
    last: Run | None = None
    took: Mapping[int, Seat] = field(default_factory=dict)
    seen: Mapping[Card, int] = field(default_factory=dict)
    opened: int = 0
    winners: tuple[Seat, ...] = ()
    state: State = "open"

    @property
    def guesser(self) -> Seat | None:
        return self.turn if self.run.seat is None else self.run.seat

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that the hidden card may be, in the order of the pack, if every card that was shown is recorded."""
        return tuple(card for card in self.rules.cards if card not in self.seen)

    @property
    def bases(self) -> tuple[Card, ...]:
        """The cards that the next base may be. A joker cannot be a base."""
        return tuple(card for card in self.left if card not in JOKERS)

    @property
    def based(self) -> bool:
        """Whether the run has a base: a card against which a guess may be made."""
        return self.run.base is not None and may_be_base(self.run.base, self.rules)

    @property
    def spent(self) -> bool:
        """Whether too few cards are left to go on: a guess needs one card, and a run without a base needs one more for the base."""
        return len(self.left) < (1 if self.based else 2)


def fresh(rules: HiLoRules) -> Run:
    """Return a run that has not begun."""
    return Run("stake" if rules.staked else "base")


def clockwise(ring: tuple[Seat, ...], after: Seat) -> Iterator[Seat]:
    """Yield the seats clockwise: first those after `after`, and the seat `after` itself last."""
    yield from (seat for seat in ring if seat > after)
    yield from (seat for seat in ring if seat <= after)


def next_seat(ring: tuple[Seat, ...], after: Seat) -> Seat:
    return next(clockwise(ring, after), after)


def waiting(table: HiLoTable, after: Seat) -> tuple[Seat, ...]:
    """Return the seats that still have a run in this session, clockwise after `after`. Empty: the session is over."""
    had = [*table.took.values()]
    return tuple(seat for seat in clockwise(table.ring, after) if had.count(seat) < table.rules.runs)


def may_go_on(table: HiLoTable) -> bool:
    """Whether the rules allow another guess of the run in progress: a card is left, and neither the doublings nor the units are at their
    limit."""
    return not table.spent and not doubled_out(table) and not too_high(table.rules, table.run.units)


def doubled_out(table: HiLoTable) -> bool:
    most = table.rules.payout.doublings_at_most
    return most is not None and table.run.right >= most


def too_high(rules: HiLoRules, units: int | None) -> bool:
    return units is not None and units > rules.limit
