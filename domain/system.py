"""What a system is: a value with pure functions, and the words it answers in.

    open_table(opened)         -> Table            resolved rules in, empty table out
    evolve(table, event)       -> Table            total: what physically happened; never raises on a well-formed event
    check(table, event)        -> (Finding, ...)   before evolve: what this event breaks, or proves about earlier ones
    prompts(table)             -> (Prompt, ...)    what the table waits for, the expected act first
    view(table, viewer)        -> View             the table as it lies, and which cards of it lie open
    opens(event, table, viewer)-> paths | None     which sealed values of an old event this viewer may see now
    outcome(table)             -> Outcome          scores, standing, winners, or that it is still open

Sealed values are closed unless a system opens them. `System.seen_by` and `System.shown` are the gates: what a viewer gets of a table and
of an event comes from them and from nowhere else. What a system forgets to open stays closed; there is nothing that it can forget to close.

A Table is a frozen value of the system's own type; nobody else looks inside.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Generic, Literal, TypeVar, cast

from domain.kernel.canonical import Json
from domain.kernel.cards import Card, Seat
from domain.kernel.closing import closed
from domain.kernel.events import Event, GameOpened
from domain.kernel.findings import Finding
from domain.kernel.shapes import Fault, Shape
from domain.kernel.viewers import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer

__all__ = [
    "DIRECTOR", "PUBLIC", "SCOREKEEPER", "Ask", "Option", "Outcome", "Prompt", "Rules", "SeatView", "Section", "System", "Table",
    "Unplayable", "View", "Viewer", "seat_viewer", "standing_of",
]  # fmt: skip

Rules = Mapping[str, Json]

# --- what is seen ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as a viewer sees it.

    `active`: still in the current round. `cards`: number of cards held. `hand`: the cards held that the record knows and the viewer
    may see (None: none of them may be seen or known). `placed`: a card lies on the table before this seat; `card`: which, where it
    may be seen. Hand and card are for this seat alone unless `hand_open`, `card_open`: everyone may see them. `said`: the standing call
    or bid. `score`: None where the record does not tell. `piles`: the seat's face-down counts by name (`box`, `extras`).
    """

    seat: Seat
    active: bool
    score: int | None
    cards: int | None = None
    hand: tuple[Card, ...] | None = None
    placed: bool = False
    card: Card | None = None
    said: str | None = None
    piles: Mapping[str, int] = field(default_factory=dict)
    hand_open: bool = False
    card_open: bool = False

    def closed_to(self, viewer: Viewer) -> "SeatView":
        """The seat without the cards that neither lie open nor are this viewer's."""
        if ((self.hand_open or self.hand is None) and (self.card_open or self.card is None)) or viewer.owns(self.seat):
            return self
        return replace(self, hand=self.hand if self.hand_open else None, card=self.card if self.card_open else None)


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer may see it now. `seats` clockwise; `turn`: whom the table waits for; `face_up`: cards open this round, oldest
    first; `piles`: face-down counts by name (`stock`); `direction`: which way play goes round, empty where it never changes."""

    phase: str
    round: int
    hand: int
    leader: Seat | None
    turn: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    face_up: tuple[Card, ...] = ()
    piles: Mapping[str, int] = field(default_factory=dict)
    last_round: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """One field of a prompted act that the table decides. `choices`: legal values. `optional`: may be left out. Asks with the
    same `distinct` word must not repeat a choice (two seats cannot reveal one card). `field` is dotted: `card`, `cards.2`. `likely`: those
    choices that random play keeps to, lest what was said before be proved false; empty: all. `number`: so many of them make the
    value, a list; None: one of them is it."""

    field: str
    choices: tuple[Json, ...]
    optional: bool = False
    distinct: str = ""
    likely: tuple[Json, ...] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """An act that would be legal now: its type, the fields already known, those to ask for, and a line for the form with seat
    marks as in a finding's sentence. `expected`: play cannot go on without an act of this kind; otherwise it is one that players may
    choose to make. `doubtful`: it may be so at the table, but random play leaves it, for the record could soon prove it false."""

    type: str
    given: Mapping[str, Json]
    asks: tuple[Ask, ...]
    text: str
    expected: bool = True
    doubtful: bool = False

    @property
    def seat(self) -> Seat | None:
        seat = self.given.get("seat")
        return Seat(seat) if isinstance(seat, int) else None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the game stands. `scores` by seat (empty: the record does not tell), `standing`: groups of level seats, best first;
    `winners` is empty while open or unwon; `depth`: how deep the record goes ("result", "rounds", "cards")."""

    state: Literal["open", "finished", "abandoned"]
    scores: Mapping[Seat, int]
    standing: tuple[tuple[Seat, ...], ...]
    winners: tuple[Seat, ...]
    depth: str
    reason: str = ""


def standing_of(scores: Mapping[Seat, int]) -> tuple[tuple[Seat, ...], ...]:
    """Seats grouped by equal score, best first, within a group by seat."""
    levels = sorted(set(scores.values()), reverse=True)
    return tuple(tuple(sorted(seat for seat, score in scores.items() if score == level)) for level in levels)


# --- the system ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its name, what it may be, its default, the ruling it comes from, and a line of English: what to call it and, behind a
    semicolon, what it does, where the name alone does not say it.

    `attested`: it is known to be played in this very game; one that is not may be chosen as well. `seats`: least and most players for whom
    it is, where it changes their number.
    """

    name: str
    shape: Shape
    default: Json
    source: str
    doc: str
    attested: bool = True
    seats: tuple[int, int] | None = None

    @property
    def label(self) -> str:
        """What to call it, in a few words."""
        return self.doc.removesuffix(".").partition("; ")[0]

    @property
    def explanation(self) -> str:
        """What it does, in a sentence; empty where the label says it."""
        said = self.doc.partition("; ")[2]
        return said[:1].upper() + said[1:]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a rule sheet: its heading and its sentences."""

    title: str
    sentences: tuple[str, ...]


class Unplayable(ValueError):
    """An opening that cannot be dealt or options that contradict. `faults` point into the opening (`/options/target`, `/seats`)."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(f"{fault.pointer} {fault.message}" for fault in faults))
        self.faults = faults


T = TypeVar("T")


class Table:
    """Marks the tables of all systems. Frozen; compared by value; without slots, so that `domain.kernel.values.replace` serves them."""


TableT = TypeVar("TableT", bound=Table)


@dataclass(frozen=True, slots=True, repr=False)
class System(Generic[TableT]):
    """A card game as a value. `acts`: the event types it takes beside the common ones. `players`: least and most seats at the opening.

    `opens(event, table, viewer)` names the sealed values of an event that a viewer who does not see all may see now, by their paths
    (`card`, `cards.2`); none: all stay closed; None: the event itself is withheld now. `table`: of the whole record. Never asked: what
    becomes of free text (domain/kernel/closing.py). Whether a value is open must not depend on the value.

    `resolve(options)` makes the rules that an opening carries from the options, each of them given; None: the options are the rules.
    Otherwise the rules hold those that were chosen as `patches`. Raises Unplayable where options contradict.
    `fits(rules, seats)` raises Unplayable for an opening that cannot be dealt. `rulings`: (id, question, what is done) for the rule sheet.
    `sheet(rules)`: resolved rules in sentences; `rules_schema`: their JSON Schema. None where the options tell it all.
    """

    slug: str
    name: str
    family: str
    summary: str
    players: tuple[int, int]
    acts: frozenset[str]
    options: tuple[Option, ...]
    rulings: tuple[tuple[str, str, str], ...]
    fits: Callable[[Rules, int], None]
    open_table: Callable[[GameOpened], TableT]
    evolve: Callable[[TableT, Event], TableT]
    check: Callable[[TableT, Event], tuple[Finding, ...]]
    prompts: Callable[[TableT], tuple[Prompt, ...]]
    view: Callable[[TableT, Viewer], View]
    opens: Callable[[Event, TableT, Viewer], Collection[str] | None]
    outcome: Callable[[TableT], Outcome]
    resolve: Callable[[Rules], Rules] | None = None
    sheet: Callable[[Rules], tuple[Section, ...]] | None = None
    rules_schema: Mapping[str, Json] | None = None

    def __repr__(self) -> str:
        return f"<System {self.slug}>"

    def seen_by(self, table: TableT, viewer: Viewer) -> View:
        """The table as this viewer may see it now."""
        view = self.view(table, viewer)
        seats = [seat.closed_to(viewer) for seat in view.seats]
        return view if all(map(is_, seats, view.seats)) else replace(view, seats=tuple(seats))

    def shown(self, event: Event, table: TableT, viewer: Viewer) -> Event | None:
        """An old event as this viewer may see it now; None: it is withheld. `table`: of the whole record."""
        if viewer.sees_all:
            return event
        opened = self.opens(event, table, viewer)
        if opened is None:
            return None
        act = closed(event.act, opened)
        return event if act is event.act else event._replace(act=act)

    def rules_with(self, options: Mapping[str, Json], seats: int) -> dict[str, Json]:
        """The resolved rules of options: the given ones read and the rest at their defaults. Raises Unplayable naming every fault."""
        known = {option.name: option for option in self.options}
        faults = [
            Fault(f"/options/{name[:40]}", "is not an option of this game; known: " + ", ".join(known))
            for name in options
            if name not in known
        ]
        for name, option in known.items():
            if name in options:
                option.shape.read(options[name], f"/options/{name}", faults)
        said = {name: options.get(name, option.default) for name, option in known.items()}
        least, most = next((option.seats for name, option in known.items() if option.seats and said[name]), self.players)
        if not least <= seats <= most:
            number = f"{least} to {most}" if least < most else f"{least}"
            faults.append(Fault("/seats", f"{self.name} is for {number} players"))
        if faults:
            raise Unplayable(*faults)
        rules = dict(said if self.resolve is None else self.resolve(said))
        self.fits(rules, seats)
        return rules

    def rules_again(self, rules: Rules, seats: int) -> dict[str, Json]:
        """The resolved rules of a record as it carries them, checked; a house rule that is younger than the record stands at its default,
        which is how it was played. Raises Unplayable naming every fault."""
        if self.resolve is None:
            return self.rules_with(rules, seats)
        self.fits(rules, seats)
        return dict(rules)

    def options_in(self, rules: Rules) -> dict[str, Json]:
        """The options that were chosen for these rules: those that are not at their default."""
        if self.resolve is not None:
            patches = rules.get("patches")
            return dict(patches) if isinstance(patches, Mapping) else {}
        return {option.name: rules[option.name] for option in self.options if option.name in rules and rules[option.name] != option.default}

    def options_for(self, seats: int) -> dict[str, Json]:
        """The options that this many players must choose: their number, where it is a house rule."""
        return {option.name: seats for option in self.options if option.name == "players"}

    def erased(self) -> "System[Table]":
        """This system among others whose tables are of other types. Sound because a table only ever meets the system that made it."""
        return cast("System[Table]", self)
