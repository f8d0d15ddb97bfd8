"""What the table may answer to a query or to a contradiction, as acts that can be recorded.

A query asks whether an entry is missing or in the wrong place, or whether a rule was broken. Its *place* is the last event that it cites,
in table order. A contradiction cannot be true, so the only answer to it is that a card was typed wrong. Source:
docs/decisions/domain-asking.md."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice, pairwise
from typing import Final, Literal, NamedTuple, cast

from domain.kernel.canonical import Json
from domain.kernel.cards import CARDS, Card, Seat
from domain.kernel.events import (
    COMMON,
    AnyAct,
    BoxesSet,
    CardPlayed,
    CardsDealt,
    CardSelected,
    DealStated,
    Event,
    HandDealt,
    IrregularityAttested,
    NumbersRevealed,
    OpenerChosen,
    Retracted,
    TricksStated,
    data_of,
    shape_of,
)
from domain.kernel.findings import Finding
from domain.kernel.provable import rests_on_cards, when_proved
from domain.kernel.shapes import Sealed
from domain.record.fold import Reading
from domain.record.judging import begins_deal
from domain.record.rulings import chains
from domain.record.steps import Step
from domain.rounds import round_of
from domain.system import SCOREKEEPER, System, Table
from domain.words.phrases import called, capital

AnswerKind = Literal["mistyped", "missing", "earlier", "swapped", "happened", "leave"]
"""mistyped: a card, or a number of cards, was typed wrong in one entry. missing: an entry is missing directly before the place of the
query. earlier: an entry is missing further back in the deal. swapped: the entry at that place and the one before or after it are in the
wrong order. happened: everything happened as recorded, and nothing is missing. leave: no answer yet."""

_NO_PLAY: Final = (OpenerChosen, HandDealt, BoxesSet, CardsDealt, DealStated, TricksStated)
"""Acts that set up a deal or state its result. An act that is neither here nor in COMMON (the acts that every game has) is an act of
play."""
_MOST_SUSPECTS: Final = 3
"""At most this many entries are offered as mistyped."""


class Entry(NamedTuple):
    """An event to be recorded: its type and its data, with the values of sealed fields. `after`: the version after which it belongs; None
    if it belongs at the end. `at`: milliseconds UTC at the table; None for the time of recording. `offset`: minutes east of UTC."""

    type: str
    data: dict[str, Json]
    after: int | None = None
    at: int | None = None
    offset: int = 0


class Answer(NamedTuple):
    """An answer, with words for a button; the words have marks such as `{0}` for the seats. `after`: the version after which the missing
    entry belongs; None if the answer does not say where. `entries`: the events to record when somebody picks this answer; empty if picking
    it records nothing. `version`: the version of the entry that was typed wrong; None in other answers."""

    kind: AnswerKind
    text: str
    after: int | None = None
    entries: tuple[Entry, ...] = ()
    version: int | None = None


def answers_to(reading: Reading, findings: Iterable[Finding]) -> dict[str, tuple[Answer, ...]]:
    """Return the possible answers to those of `findings` that are open queries now, and to contradictions with suspects, by the id of the
    finding. Only viewers who see everything may get the answers, because an answer may record an act again, with its sealed values."""
    asked = {finding.id for doubted in reading.steps[-1].doubts.deals for finding in doubted.asked}
    open_ = [finding for finding in findings if finding.id in asked or (finding.kind == "contradiction" and finding.suspects)]
    if not open_:
        return {}
    places = {step.event.version: place for place, step in enumerate(reading.steps)}
    answers = _Answers(reading.system, reading.steps, chains(reading.events), places)
    found = {finding.id: answers.to(finding, asked=finding.id in asked) for finding in open_ if places.keys() >= {*finding.versions}}
    return {name: each for name, each in found.items() if each}


class _Named(NamedTuple):
    """A card that an entry names, in words, and the seat of its player; None if the entry does not say whose it is."""

    card: str
    seat: Seat | None


class _Answers(NamedTuple):
    """Makes the answers to findings. `first`: maps the version of each ruling to the version of the first ruling in its chain
    (domain/record/rulings.py). A ruling counts at the place of that first one. `places`: the index of each step, by version."""

    system: System[Table]
    steps: Sequence[Step]
    first: Mapping[int, int]
    places: Mapping[int, int]

    def to(self, finding: Finding, *, asked: bool) -> tuple[Answer, ...]:
        """Return the answers to a finding. `asked`: whether it is a query that is open now."""
        return (*self._mistyped(finding), *(self._to_query(finding) if asked else ()))

    def _mistyped(self, finding: Finding) -> Iterator[Answer]:
        """Yield an answer for each entry in which a card may be typed wrong, the likeliest first."""
        suspected = [self.places[version] for version in _suspected(finding) if version in self.places]
        named = {place: _named_cards(self.steps[place].event.act) for place in suspected}
        suspects = [place for place in suspected if named[place] or "count" in data_of(self.steps[place].event.act)]
        for place in suspects[:_MOST_SUSPECTS]:
            others = {card for other in suspects if other != place for card, _ in named[other]}
            text = capital(f"{_meant(named[place], others, finding.seats)} {self._where(place)}")
            yield Answer("mistyped", text, version=self.steps[place].event.version)

    def _where(self, place: int) -> str:
        """Return in words where the entry stands: `in trick 3` for a card of a trick, else `at entry 14`."""
        event, before = self.steps[place].event, self.steps[place].before
        if before is not None and isinstance(event.act, CardPlayed):
            view = self.system.view(before.table, SCOREKEEPER)
            if view.counts == "trick":
                return f"in trick {view.hand}"
        return f"at entry {event.version}"

    def _to_query(self, finding: Finding) -> Iterator[Answer]:
        place = max(self.places[version] for version in finding.versions)
        before, last = self.steps[place - 1], self.steps[place]
        yield Answer("missing", f"An entry is missing before entry {last.event.version}", self._after(before))
        if before.before is not None and not isinstance(before.event.act, _NO_PLAY):
            yield Answer("earlier", "An entry is missing further back")
        pairs = pairwise(self.steps[place - 1 : place + 2])
        yield from islice((self._swap(*pair) for pair in pairs if self._mends(finding, *pair)), 1)
        happened = Entry("IrregularityAttested", data_of(IrregularityAttested(finding.id)))
        yield Answer("happened", "It happened so", None, (happened,))
        yield Answer("leave", "Leave the question open")

    def _after(self, step: Step) -> int:
        """Return the version that a new event must name in `after` to come directly after this step."""
        return self.first.get(step.event.version, step.event.version)

    def _mends(self, finding: Finding, one: Step, other: Step) -> bool:
        """Whether swapping two neighbouring steps (`one` comes before `other` now) makes the query go away and raises no other suspicion.
        The result is False unless both steps are acts of play in one deal, and the sealed values of `other` are known."""
        former, events = one.before, (one.event, other.event)
        if former is None or not all(map(_plays, events)) or _in_clear(other.event) is None:
            return False
        if round_of(former.table) != round_of(one.table) or begins_deal(self.system, one.table, other.event):
            return False
        now, then = (self._suspected(former.table, order) for order in (events, events[::-1]))
        return then < now and (finding.rule, finding.seats) not in then

    def _suspected(self, table: Table, events: Sequence[Event]) -> set[tuple[str, tuple[Seat, ...]]]:
        """Return the suspicions about these events, as (rule, seats). `table`: the table before them."""
        found = set[tuple[str, tuple[Seat, ...]]]()
        for event in events:
            checked = self.system.check(table, event)
            found |= {(finding.rule, finding.seats) for finding in checked if when_proved(finding.rule) not in ("ONCE", "GAP")}
            table = self.system.evolve(table, event)
        return found

    def _swap(self, one: Step, other: Step) -> Answer:
        """Return the answer that swaps two neighbouring steps: it puts `other` before `one`."""
        event, former, data = other.event, one.before, _in_clear(other.event)
        assert former is not None
        assert data is not None
        taken = Entry("Retracted", data_of(Retracted(event.version, "wrong order")))
        again = Entry(event.type, data, self._after(former), event.at, event.offset)
        return Answer("swapped", f"Entries {one.event.version} and {event.version} are in the wrong order", None, (taken, again))


def _suspected(finding: Finding) -> tuple[int, ...]:
    """Return the versions of the entries in which a card may be typed wrong, the likeliest first. If the finding names no suspects, these
    are all entries that prove it, the latest first; none if it rests on no card."""
    return finding.suspects or (finding.versions[::-1] if rests_on_cards(finding.rule) else ())


def _named_cards(act: AnyAct) -> list[_Named]:
    """Return the cards that an entry names, as far as they are known."""
    match act:
        case NumbersRevealed(values):
            return [_Named(f"the {value}", seat) for seat, value in values.items()]
        case CardSelected(seat, Sealed(value=int(value))):
            return [_Named(f"the {value}", seat)]
        case _:
            return [*_cards_in(data_of(act), None)]


def _cards_in(data: Json, seat: Seat | None) -> Iterator[_Named]:
    """Yield the cards in (a part of) an entry. `seat`: the seat that the entry names before it comes to this part; None: no seat."""
    if isinstance(data, str):
        if data.partition("@")[0] in CARDS:  # a card of One-up may have the number of its pack behind it
            yield _Named(called(Card(data)), seat)
    elif isinstance(data, list):
        for each in data:
            yield from _cards_in(each, seat)
    elif isinstance(data, dict):
        whose = data.get("seat", seat)
        for name, each in data.items():
            yield from _cards_in(each, Seat(int(name)) if name.isdecimal() else cast("Seat | None", whose))


def _meant(named: Sequence[_Named], others: Set[str], seats: Sequence[Seat]) -> str:
    """Return in words what may be typed wrong in an entry. If it names several cards, the one of the players in `seats` is meant, or else
    the one that another suspect entry names too. `others`: the cards of the other suspect entries."""
    for some in (named, [each for each in named if each.seat in seats], [each for each in named if each.card in others]):
        if len({each.card for each in some}) == 1:
            card, seat = some[0]
            return card if seat is None or len(set(some)) > 1 else f"{card} by {{{seat}}}"
    return "one of the cards" if named else "the number of cards"


def _plays(event: Event) -> bool:
    return event.type not in COMMON and not isinstance(event.act, _NO_PLAY)


def _in_clear(event: Event) -> dict[str, Json] | None:
    """Return the data of the event as a client would send them; None if a sealed value is not known any more."""
    try:
        data = shape_of(event.act).swap(data_of(event.act), "", lambda _path, sealed: cast("Mapping[str, Json]", sealed)["value"])
    except KeyError:
        return None
    return cast("dict[str, Json]", data)
