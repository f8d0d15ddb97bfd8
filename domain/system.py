"""Defines a *system*: the description of one card game as a value with pure functions. Also defines the types that these functions return.

    open_table(opened)         -> Table            the table before the first event; `opened` has the resolved rules
    evolve(table, event)       -> Table            the table after the event; never raises on a well-formed event
    check(table, event)        -> (Finding, ...)   what the event breaks, or proves about earlier ones; called before evolve
    prompts(table)             -> (Prompt, ...)    the acts that the table waits for, the expected one first
    view(table, viewer)        -> View             the table, and which of its cards are face up
    opens(event, table, viewer)-> paths | None     which sealed values of an old event this viewer may see now
    outcome(table)             -> Outcome          the result so far: state of the game, scores, standing, winners

A sealed value stays closed until the system opens it. A viewer gets tables and events only through `System.seen_by` and `System.shown`. If
the author of a system forgets a case, a viewer therefore sees too little, never too much.

A Table is a frozen value of a type that the system defines; only the system reads its fields."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import Generic, Literal, Protocol, TypeVar, cast

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.closing import closed
from domain.kernel.events import Event, GameOpened
from domain.kernel.findings import Finding
from domain.kernel.prompts import Ask, Prompt, asked
from domain.kernel.shapes import Fault, Shape
from domain.kernel.view import View
from domain.kernel.viewers import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer

__all__ = [
    "DIRECTOR", "PUBLIC", "SCOREKEEPER", "Ask", "Option", "Outcome", "Prompt", "Rules", "Section", "System", "Table",
    "Unplayable", "Viewer", "asked", "seat_viewer", "standing_of",
]  # fmt: skip

Rules = Mapping[str, Json]

# --- outcomes ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result so far. `scores`: by seat; empty if not in the record. `standing`: groups of seats with equal scores, the best group
    first. `winners`: empty while the game is open, or if nobody won. `depth`: how detailed the record is ("nothing", "result", "totals",
    "rounds" or "cards").

    The other fields are about deals, which some games call rounds or hands. `deals`: how many are complete. `running`: whether the game is
    open and a deal has begun. `open_deals`: the numbers of deals that are over, but whose result is not known yet. `out`: seats of the
    standing that cannot win any more."""

    state: Literal["open", "finished", "abandoned"]
    scores: Mapping[Seat, int]
    standing: tuple[tuple[Seat, ...], ...]
    winners: tuple[Seat, ...]
    depth: str
    reason: str = ""
    deals: int = 0
    running: bool = False
    open_deals: tuple[int, ...] = ()
    out: tuple[Seat, ...] = ()


def standing_of(scores: Mapping[Seat, int]) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats in groups of equal score, the best group first. In a group, seats are ascending."""
    levels = sorted(set(scores.values()), reverse=True)
    return tuple(tuple(sorted(seat for seat, score in scores.items() if score == level)) for level in levels)


# --- the system ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule that a table may choose: its name, its possible values, its default, and the ruling that it comes from. `doc`: a label;
    if the label does not explain the rule, a semicolon and the explanation follow.

    `attested`: whether people are known to play this game with this rule. `seats`: the least and the most players at a table with this
    rule; None if the rule does not change their number."""

    name: str
    shape: Shape
    default: Json
    source: str
    doc: str
    attested: bool = True
    seats: tuple[int, int] | None = None

    @property
    def label(self) -> str:
        """The name of the option for readers, in a few words."""
        return self.doc.removesuffix(".").partition("; ")[0]

    @property
    def explanation(self) -> str:
        """What the option does, in a sentence; empty if the label alone explains it."""
        said = self.doc.partition("; ")[2]
        return said[:1].upper() + said[1:]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a rule sheet: its heading and its sentences."""

    title: str
    sentences: tuple[str, ...]


class Unplayable(ValueError):
    """Raised when no game can be dealt with this opening, or when options contradict each other. `faults`: what is wrong, with pointers
    into the opening (`/options/target`)."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(f"{fault.pointer} {fault.message}" for fault in faults))
        self.faults = faults


T = TypeVar("T")


class Table:
    """The base class of the tables of all systems. A table is frozen and compared by value. A subclass must have no slots, so that
    `domain.kernel.values.replace` is fast."""


TableT = TypeVar("TableT", bound=Table)


TableT_co = TypeVar("TableT_co", bound=Table, covariant=True)


class Run(Protocol[TableT_co]):
    """Reads events that break no rule, without making a table after each of them. A run only saves time: it must lead to the table that
    `evolve` makes. It does not *hold* if `check` returns a finding for one of its events (docs/decisions/domain-reading.md)."""

    def takes(self, event: Event) -> bool:
        """Read the next event and return True, or change nothing and return False."""

    def reached(self) -> TableT_co | None:
        """Return the table after the last event that this run has read. Return None if the run does not hold; the caller must then read the
        events again with `check`. After this call, the run reads no more events."""


@dataclass(frozen=True, slots=True)
class Deals(Generic[TableT]):
    """How a game shows that nothing of a deal is missing in the record.

    `begins(table, event)`: whether the event certainly begins another deal, or ends the last one; `table` is the table before the event.
    `whole(table, events)`: whether nothing of a deal is missing; `table` is the table before the deal, `events` are all its recorded
    events."""

    begins: Callable[[TableT, Event], bool]
    whole: Callable[[TableT, Sequence[Event]], bool]


@dataclass(frozen=True, slots=True, repr=False)
class System(Generic[TableT]):
    """A card game as a value. `acts`: the event types that the game takes besides the common ones. `unused`: those of them, and of their
    fields (`BidMade.kind`, `DealStated.points.off_jack`), that only other games with the same events need; a house rule may need them too.
    `players`: least and most seats at the opening.

    `opens(event, table, viewer)` returns the paths (`card`, `cards.2`) of the sealed values of `event` that this viewer may see now. An
    empty result means that all values stay closed. None means that the viewer may not see the event at all now. `table`: the table after
    the whole record. `opens` is called only for viewers who do not see everything. It does not decide about free text
    (domain/kernel/closing.py). Whether a value is open must not depend on the value.

    `resolve(options)` turns a full set of options into the rules that an opening carries. In the rules, `patches` has the options that
    differ from their default. `resolve` raises Unplayable when options contradict each other. If `resolve` is None, the options are the
    rules. `fits(rules, seats)` raises Unplayable for an opening that cannot be dealt.

    `rulings`: (id, question, answer) for the rule sheet. `sheet(rules)`: the resolved rules in sentences. `rules_schema`: their JSON
    Schema; None if the options say everything.

    `run(table)` begins a `Run` at this table, or returns None if the next event needs `check`. `run` is None for games without runs.

    `names_winner`: whether the rules name a winner; False for a game that ends with totals alone. If False, the highest score wins the
    table of a tournament (domain/tournament/seating.py).

    `bids_kept(table, most)`: for the last deals, at most so many, whether the bid of a seat's side was kept, by number of the deal; without
    what the record does not tell. None for a game without bids.

    `plays_off(table)`: whether another deal must be played although the hands of the game are over or time was called, because the best are
    level. None for a game that then ends in a draw.

    `deals`: how the game shows that a deal is recorded completely; None if nothing can show it, because the rules fix no numbers of
    cards."""

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
    sheet: Callable[[Rules], tuple[Section, ...]]
    resolve: Callable[[Rules], Rules] | None = None
    rules_schema: Mapping[str, Json] | None = None
    run: Callable[[TableT], Run[TableT] | None] | None = None
    deals: Deals[TableT] | None = None
    names_winner: bool = True
    unused: frozenset[str] = frozenset()
    bids_kept: Callable[[TableT, int], Mapping[int, Mapping[Seat, bool]]] | None = None
    plays_off: Callable[[TableT], bool] | None = None

    def __repr__(self) -> str:
        return f"<System {self.slug}>"

    def seen_by(self, table: TableT, viewer: Viewer) -> View:
        """Return the table as this viewer may see it now."""
        view = self.view(table, viewer)
        seats = [seat.closed_to(viewer) for seat in view.seats]
        tricks = [trick.closed_to(viewer) for trick in view.tricks]
        if all(map(is_, seats, view.seats)) and all(map(is_, tricks, view.tricks)):
            return view
        return replace(view, seats=tuple(seats), tricks=tuple(tricks))

    def shown(self, event: Event, table: TableT, viewer: Viewer) -> Event | None:
        """Return an old event as this viewer may see it now; None if the viewer may not see it at all. `table`: the table after the whole
        record."""
        if viewer.sees_all:
            return event
        opened = self.opens(event, table, viewer)
        if opened is None:
            return None
        act = closed(event.act, opened)
        return event if act is event.act else event._replace(act=act)

    def rules_with(self, options: Mapping[str, Json], seats: int) -> dict[str, Json]:
        """Return the resolved rules: the given options, and the defaults of all others. Raises Unplayable with every fault if no game can
        be dealt with them."""
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

    def standard_rules(self) -> dict[str, Json]:
        """Return the resolved rules without house rules."""
        said = {option.name: option.default for option in self.options}
        return dict(said if self.resolve is None else self.resolve(said))

    def rules_again(self, rules: Rules, seats: int) -> dict[str, Json]:
        """Check the resolved rules that a record carries, and return them. A house rule that is newer than the record gets its default.
        Raises Unplayable with every fault."""
        if self.resolve is None:
            return self.rules_with(rules, seats)
        self.fits(rules, seats)
        return dict(rules)

    def options_in(self, rules: Rules) -> dict[str, Json]:
        """Return the options whose values in these rules differ from their defaults."""
        if self.resolve is not None:
            patches = rules.get("patches")
            return dict(patches) if isinstance(patches, Mapping) else {}
        return {option.name: rules[option.name] for option in self.options if option.name in rules and rules[option.name] != option.default}

    def options_for(self, seats: int) -> dict[str, Json]:
        """Return the options that follow from the number of players: {"players": `seats`} in games with this option, otherwise nothing."""
        return {option.name: seats for option in self.options if option.name == "players"}

    def erased(self) -> "System[Table]":
        """Return this same object with the type `System[Table]`, so that one collection can hold all systems. This is safe, because a
        system only gets tables that it made itself."""
        return cast("System[Table]", self)
