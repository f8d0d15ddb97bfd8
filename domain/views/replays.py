"""Makes replays as JSON: a frame for each step of a record as one viewer may see it, with the changes since the frame before it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Final, Literal, NamedTuple, cast

from domain.kernel.canonical import Json
from domain.kernel.events import Event
from domain.kernel.findings import Finding
from domain.kernel.viewers import news
from domain.record.evidence import card_evidence, result_evidence, round_evidence
from domain.record.fold import Reading, retracted
from domain.record.keystrokes import Keystroke, keystrokes, typed_steps
from domain.record.steps import Step
from domain.rounds import ends_of_rounds, last_rounds, round_of, rounds_over
from domain.system import Viewer
from domain.views import answers
from domain.views.answers import About, Replay, ReplayEvidence, RoundEvidence, WholeReplay
from domain.views.parts import (
    Body,
    closed_versions,
    evidence_json,
    scores_json,
    seats_json,
    seen_findings,
    seen_json,
    view_json,
)
from domain.views.patches import merge_patch, without_nulls
from domain.words.seated import SeatNames

Order = Literal["corrected", "recorded"]
MOST_AGAIN: Final = 3_000
"""How many steps a replay in the order of recording may fold again because of corrections (docs/decisions/ops-limits.md)."""


class Shot(NamedTuple):
    """What a frame is made from. `number`: that of the step, from 0. `before`: the step of the frame before; None: there is no such frame.
    `findings`: those that are new to the viewer at this step; `ruled`: for each of them, the version of the ruling on it, or None. `seen`:
    the event as the viewer sees it now. `gone`: whether it was withdrawn."""

    number: int
    step: Step
    before: Step | None
    findings: tuple[Finding, ...]
    ruled: tuple[int | None, ...]
    seen: Event
    gone: bool


class Part(NamedTuple):
    """A part of a replay. `first`: the number of the first step. `last`: that of the last step; None: up to the end. `round`: only the
    steps of this round; None: of all rounds. `most`: the most frames."""

    first: int
    last: int | None
    round: int | None
    most: int


class Shown(NamedTuple):
    """A part of a replay as JSON. `following`: the number of the step after its last frame; None: the part has no more frames."""

    replay: Replay
    following: int | None


class Closed(NamedTuple):
    """What a replay must not show a viewer: the states from the first event that is hidden from the viewer now up to the last one. States
    before the first one hold nothing of it. `first`, `last`: their versions; 0: nothing is hidden. `steps`: the numbers of the steps."""

    first: int
    last: int
    steps: range

    def __contains__(self, version: object) -> bool:
        """Whether the version of an event is among these."""
        return isinstance(version, int) and 0 < self.first <= version <= self.last


NOTHING_CLOSED: Final = Closed(0, 0, range(0))
Typed = Callable[[int], Sequence[Keystroke]]
"""A function that takes a number and returns so many of the first keystrokes of a record. It may raise TooManyCorrections."""


class NoSuchRound(ValueError):
    """The game has not reached this round. `last`: the number of the round that it is in."""

    def __init__(self, last: int) -> None:
        super().__init__(last)
        self.last = last


def typing(reading: Reading) -> Iterator[Keystroke]:
    """Yield the keystrokes of a record for a replay of it. Raises TooManyCorrections."""
    return keystrokes(reading, MOST_AGAIN)


def typed_once(reading: Reading) -> Typed:
    """Return a function that makes the keystrokes of `reading` at each call, and keeps none."""
    return lambda count: tuple(islice(typing(reading), count))


def replay_json(game: str, reading: Reading, now: Reading, viewer: Viewer, order: Order, sitting: SeatNames) -> WholeReplay:
    """Return the replay of `reading`. `now`: the current reading; `reading` is all or the first part of it. `game`: its id. Raises
    TooManyCorrections."""
    closed, frames = closed_in(reading, now, viewer, order), Frames(now, viewer, sitting)
    return {
        **about_json(game, reading, viewer, order, sitting, closed),
        "frames": [frames.frame(shot) for shot in shots(reading, now, viewer, order, closed, typed_once(reading))],
    }


def part_json(
    game: str, reading: Reading, now: Reading, viewer: Viewer, order: Order, sitting: SeatNames, part: Part, typed: Typed | None = None
) -> Shown:
    """Return a part of the replay that `replay_json` returns: the same frames, and what is known about their cards and rounds. The round
    of a part is one of the record as corrected. `typed`: the keystrokes of `now` or of `reading`; None: they are made. Raises
    TooManyCorrections, NoSuchRound."""
    closed = closed_in(reading, now, viewer, order)
    steps = len(reading.steps) if order == "corrected" else reading.version
    first, end = _of_round(reading, part.round) if part.round is not None else (0, steps)
    first, end = max(first, part.first), end if part.last is None else min(end, part.last + 1)
    first = _shown_from(first, closed)
    wanted = min(end, first + part.most)
    taken = list(shots(reading, now, viewer, order, closed, typed or typed_once(reading), first, wanted))
    frames = Frames(now, viewer, sitting)
    before = frames.before(taken[0]) if taken else {}
    among = {shot.seen.version for shot in taken}
    replay: Replay = {
        **about_json(game, reading, viewer, order, sitting, closed, among.__contains__),
        "steps": steps,
        "before": before,
        "frames": [frames.frame(shot) for shot in taken],
    }
    following = _shown_from(taken[-1].number + 1, closed) if taken else end
    return Shown(replay, following if following < end else None)


def _shown_from(number: int, closed: Closed) -> int:
    """Return the number of the first step from this one on that is not hidden."""
    return closed.steps.stop if number in closed.steps else number


def steps_of_round(reading: Reading, number: int, viewer: Viewer) -> Sequence[int]:
    """Return the numbers of those steps of a round that are not hidden from the viewer now. Raises NoSuchRound."""
    closed = closed_in(reading, reading, viewer, "corrected")
    return [step for step in range(*_of_round(reading, number)) if step not in closed.steps]


def closed_in(reading: Reading, now: Reading, viewer: Viewer, order: Order) -> Closed:
    """Return what a replay of `reading` must not show this viewer. `now`: the current reading; `reading` is all or the first part of it."""
    hidden = closed_versions(now, viewer)
    if not hidden:
        return NOTHING_CLOSED
    first, last = hidden[0], hidden[-1]
    if order == "recorded":
        return Closed(first, last, range(first - 1, last))
    end = max((place for place, step in enumerate(reading.steps, 1) if step.event.version <= last), default=0)
    begin = next((place for place, step in enumerate(reading.steps[:end]) if step.event.version in hidden), end)
    return Closed(first, last, range(begin, end))


def _of_round(reading: Reading, number: int) -> tuple[int, int]:
    """Return the numbers of the first step of a round, and of the step after its last one. A round ends with the step that closes it. What
    follows the last round belongs to the next number. Raises NoSuchRound."""
    last = round_of(reading.table)
    if number > last:
        raise NoSuchRound(last)
    places = {step.event.version: place for place, step in enumerate(reading.steps, 1)}
    closing = {version: round_ for round_, version in ends_of_rounds(reading.table)}  # one statement may close several rounds
    ends = [(0, 0), *zip(closing.values(), accumulate((places.get(version, 0) for version in closing), max), strict=True)]
    first = next(place for round_, place in reversed(ends) if round_ < number)
    return first, next((place for round_, place in ends if round_ >= number), len(reading.steps))


def _everything(_version: int) -> bool:
    return True


def about_json(
    game: str,
    reading: Reading,
    viewer: Viewer,
    order: Order,
    sitting: SeatNames,
    closed: Closed,
    among: Callable[[int], bool] = _everything,
) -> About:
    """Return the replay of `reading` without its frames. `closed`: what is hidden from the viewer now. `among`: for the
    version of an event, whether the evidence for its card or its round is wanted."""
    return {
        "game": game,
        "system": reading.system.slug,
        "version": reading.version,
        "as": order,
        "viewer": str(viewer),
        "seats": seats_json(sitting.people, sitting.names),
        "evidence": _evidence(reading, lambda version: version not in closed and among(version)),
    }


def shots(
    reading: Reading, now: Reading, viewer: Viewer, order: Order, closed: Closed, typed: Typed, start: int = 0, end: int | None = None
) -> Iterator[Shot]:
    """Yield a shot for each step of `reading` that is not hidden from the viewer (`closed`). `typed`: the keystrokes of `now` or of
    `reading`. `start`, `end`: only the steps from this number up to the one before `end`; None: up to the last. Raises
    TooManyCorrections."""
    recorded, hidden = order == "recorded", closed.steps
    last = reading.version if end is None else min(end, reading.version)
    steps: Sequence[Step] = tuple(typed_steps(typed(last), reading.system, viewer)) if recorded else reading.steps[:end]
    withdrawn = retracted(reading.events) if recorded else frozenset()
    fresh = {} if recorded else _news(reading, len(steps), viewer)
    shown, table, rulings = now.system.shown, now.table, now.ruled
    for number in range(start, len(steps)):
        if number in hidden:
            continue
        step = steps[number]
        event = shown(step.event, table, viewer)
        assert event is not None  # it is None only for hidden events
        findings = step.findings if recorded else fresh.get(number, ())
        former = (hidden.start if number - 1 in hidden else number) - 1
        before = steps[former] if former >= 0 else None
        yield Shot(
            number, step, before, findings, tuple(rulings.get(finding.id) for finding in findings), event, event.version in withdrawn
        )


def _news(reading: Reading, end: int, viewer: Viewer) -> dict[int, tuple[Finding, ...]]:
    """Return the findings that are new to the viewer at each step before `end`, by number of the step."""
    noted = [number for number in reading.noted if number < end]
    return dict(zip(noted, news((reading.steps[number].findings for number in noted), viewer), strict=True))


def _evidence(reading: Reading, among: Callable[[int], bool]) -> ReplayEvidence:
    """Return how the cards (by version and seat), the rounds and the result are known. `among`: for the version of an event, whether its
    card or its round is wanted."""
    cards = {
        str(version): {str(seat): evidence_json(evidence) for seat, evidence in sorted(by_seat.items())}
        for version, by_seat in card_evidence(reading, among).items()
    }
    totals = {line.number: line.totals for line in last_rounds(reading.table, reading.version)}
    rounds: list[RoundEvidence] = [
        {
            "round": over.number,
            "points": {str(seat): points for seat, points in over.points.items()},
            "totals": {str(seat): total for seat, total in sorted(totals.get(over.number, {}).items())},
            "evidence": evidence_json(round_evidence(over)),
        }
        for over in rounds_over(reading.table)
        if among(over.version)
    ]
    return {"cards": cards, "rounds": rounds, "outcome": evidence_json(result_evidence(reading))}


class Frames:
    """Makes the frames of a replay, one after the other; frames may be left out. A frame has only the changes since the view of the frame
    before it. That view is kept here."""

    def __init__(self, now: Reading, viewer: Viewer, sitting: SeatNames) -> None:
        self._system = now.system
        self._viewer = viewer
        self._ruled = now.ruled
        self._sitting = sitting
        self._step: Step | None = None
        self._view: Body = {}

    def before(self, shot: Shot) -> Body:
        """Return the view to which the changes of this shot's frame apply. It is empty if there is no frame before that one."""
        if shot.before is not None and shot.before is not self._step:
            self._look(shot.before)
        return self._view if shot.before is not None else {}

    def frame(self, shot: Shot) -> answers.Frame:
        former = self.before(shot)
        self._look(shot.step)
        outcome = self._system.outcome(shot.step.table)
        return {
            "step": shot.number,
            "version": shot.seen.version,
            "event": seen_json(shot.seen, self._sitting),
            "retracted": shot.gone,
            "changed": cast("Body", merge_patch(former, self._view)),
            "scores": scores_json(outcome),
            "state": outcome.state,
            "winners": list(outcome.winners),
            "findings": seen_findings(shot.findings, self._viewer, self._sitting, self._ruled),
        }

    def _look(self, step: Step) -> None:
        view = self._system.seen_by(step.table, self._viewer)
        written = view_json(view, self._sitting.called(step.event.version))
        self._step, self._view = step, cast("Body", without_nulls(cast("Json", written)))
