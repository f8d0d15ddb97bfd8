"""The script of the demonstration: invents whole games of any system, turn by turn, with slips and corrections. The same seed gives the
same game. Nothing is sent here.

A *turn* is what a scorekeeper enters at one moment. A *slip* is a wrong entry, in which the system finds a broken rule. To make a slip, the
script replaces a right card or number with one from earlier entries, until a rule is broken. If none breaks a rule, the slip states wrong
totals. A slip stays in the record, or the next turn withdraws it and enters the right value.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import EVENT_TYPES, Act, Event, EventId, GameOpened, Seating, TokenId
from domain.kernel.shapes import Fault
from domain.selfplay import answerable, awaited, data_for
from domain.system import PUBLIC, Prompt, System, Table

MOST_TURNS: Final = 3000
LONG: Final = 400
"""If a game has more turns than this, the script makes up another game with another seed, TRIES times in all."""
TRIES: Final = 6
GUESSES: Final = 20
"""How many wrong values are tried to make one slip."""

Sent = dict[str, Json]
"""An event as a client sends it: `type` and `data`."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Events that are entered together. `pauses`: how many pauses follow the turn. `slip`: whether the events are a slip."""

    events: tuple[Sent, ...]
    pauses: int = 1
    slip: bool = False


@dataclass(frozen=True, slots=True)
class Slips:
    """How often a game has slips (wrong entries): one every `every` turns, at most `most` in all. `corrected`: whether the next turn
    corrects the slip."""

    every: int
    most: int
    corrected: bool


NONE: Final = Slips(1, 0, corrected=False)


class Play:
    """A game that is being invented. The same system, seats, dice and slips give the same game."""

    def __init__(self, system: System[Table], seats: int, dice: Random, slips: Slips) -> None:
        self._system = system
        self._dice = dice
        self._slips = slips
        self._seen: dict[str, list[Json]] = {}
        seating = tuple(Seating(Seat(seat)) for seat in range(seats))
        self._table = system.open_table(GameOpened(system.slug, system.rules_with(system.options_for(seats), seats), seating))
        self._version = 1

    @property
    def finished(self) -> bool:
        return self._system.outcome(self._table).state == "finished"

    @property
    def scores(self) -> list[int]:
        """The points so far, in the order of the seats."""
        return [score for _, score in sorted(self._system.outcome(self._table).scores.items())]

    def turns(self) -> Iterator[Turn]:
        """Yield the turns after the opening, until the game needs no more entries."""
        slipped, since = 0, 0
        for _ in range(MOST_TURNS):
            expected = [prompt for prompt in awaited(self._system, self._table) if answerable(prompt)]
            if not expected:
                return
            prompt = self._dice.choice(expected)
            right = _sent(prompt.type, data_for(prompt, self._dice.choice))
            since += 1
            slip = None
            if slipped < self._slips.most and since > self._slips.every:
                slip = self._mistyped(prompt, right) or (self._miscounted() if since > 2 * self._slips.every else None)
            if slip is None:
                self._enter(right)
                self._remember(prompt, right)
                yield Turn((right,))
                continue
            slipped, since = slipped + 1, 0
            yield from self._slipped(*slip)

    def _slipped(self, wrong: Sent, right: Sent) -> Iterator[Turn]:
        """Yield the slip `wrong`, and the turn that corrects it to `right` if slips are corrected."""
        if not self._slips.corrected:
            self._enter(wrong)
            yield Turn((wrong,), slip=True)
            return
        self._version += 1
        yield Turn((wrong,), pauses=4, slip=True)
        retraction = _sent("Retracted", {"target": self._version, "reason": "mistyped"})
        self._version += 1
        self._enter(right)
        yield Turn((retraction, right), pauses=2)

    def _mistyped(self, prompt: Prompt, right: Sent) -> tuple[Sent, Sent] | None:
        """Change one value of the entry `right` so that the entry breaks a rule. Returns (the changed entry, `right`); None if no value
        that was tried breaks a rule."""
        for guess in range(GUESSES if prompt.asks else 0):
            field = self._dice.choice(prompt.asks).field
            _, *others = _values(right, field) or [None]
            known = others if guess % 2 else self._seen.get(_root(field), [])
            if known and self._breaks(wrong := _changed(right, field, self._dice.choice(known))):
                return wrong, right
        return None

    def _miscounted(self) -> tuple[Sent, Sent] | None:
        """Return (an entry of totals with one point too many, an entry with the right totals). None if the game has no totals, or if the
        wrong totals break no rule."""
        scores: dict[str, Json] = {str(seat): score for seat, score in self._system.outcome(self._table).scores.items()}
        if not scores:
            return None
        seat = self._dice.choice(list(scores))
        wrong = _sent("ScoreStated", {"scores": {**scores, seat: scores[seat] + 1}})  # type: ignore[operator]
        return (wrong, _sent("ScoreStated", {"scores": scores})) if self._breaks(wrong) else None

    def _breaks(self, sent: Sent) -> bool:
        event = _event(sent, self._version + 1)
        return event is not None and any(map(PUBLIC.may_see, self._system.check(self._table, event)))

    def _enter(self, sent: Sent) -> None:
        self._version += 1
        event = _event(sent, self._version)
        assert event is not None
        self._table = self._system.evolve(self._table, event)

    def _remember(self, prompt: Prompt, sent: Sent) -> None:
        for ask in prompt.asks:
            self._seen.setdefault(_root(ask.field), []).extend(_values(sent, ask.field)[:1])


def whole(system: System[Table], seats: int, seed: str, slips: Slips) -> list[Turn]:
    """Make up a finished game and return its turns. Games are made up with several seeds. The first with at most LONG turns is returned; if
    all are longer, the shortest.

    If no game with uncorrected slips ends, a game without slips is made. Raises LookupError if that does not end either.
    """
    best: list[Turn] = []
    for attempt in range(2 * TRIES):
        play = Play(system, seats, Random(f"{seed} {attempt}"), slips if attempt < TRIES else NONE)  # noqa: S311
        turns = list(play.turns())
        if play.finished and (not best or len(turns) < len(best)):
            best = turns
        if best and (len(best) <= LONG or attempt >= TRIES - 1):
            return best
    raise LookupError(f"no game of {system.slug} reached its end")


def _sent(name: str, data: dict[str, Json]) -> Sent:
    return {"type": name, "data": data}


def _event(sent: Sent, version: int) -> Event | None:
    """Return the event that the API would record for `sent` at that version; None if it would be refused."""
    faults: list[Fault] = []
    act: Act = EVENT_TYPES[str(sent["type"])].shape.read(sent["data"], "", faults)  # type: ignore[assignment]
    return None if faults else Event(version, EventId(""), act, TokenId(""), 0, 0, 0)


def _root(field: str) -> str:
    return field.partition(".")[0]


def _values(sent: Sent, field: str) -> list[Json]:
    """Return the value of the field in `sent`, then the values of the other fields of the same group (`cards.2` and `cards.1` are in the
    group `cards`). Returns an empty list if `sent` has no such field."""
    root, _, key = field.partition(".")
    data = sent["data"]
    assert isinstance(data, dict)
    held = data.get(root)
    if held is None:
        return []
    if not key:
        return [held]
    assert isinstance(held, dict)
    return [held[key], *(value for name, value in held.items() if name != key)] if key in held else []


def _changed(sent: Sent, field: str, value: Json) -> Sent:
    changed = deepcopy(sent)
    root, _, key = field.partition(".")
    place = changed["data"]
    assert isinstance(place, dict)
    if key:
        place = place.setdefault(root, {})
        assert isinstance(place, dict)
    place[key or root] = value
    return changed
