"""Compares two readings of a record for one viewer, and describes the differences as JSON and in sentences.

The current record decides which sealed values the viewer may see. So a value that was revealed after both readings is shown, and a value
that was hidden after them is not shown.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from domain.kernel.events import Event
from domain.kernel.findings import Finding, read_aloud
from domain.ledger import Closed
from domain.record.differences import changes_seen, difference, round_changes, standing
from domain.record.fold import Reading
from domain.record.life import Result
from domain.system import DIRECTOR, Viewer
from domain.views.answers import Differences, RecordedEvent
from domain.views.parts import event_json, finding_json, scores_json, seen_findings
from domain.words import NameOf, words
from domain.words.phrases import aloud, at_events, capital
from domain.words.seated import SeatNames

_Line = tuple[str, tuple[int, ...]]
"""A sentence, and the versions of the events that it names."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Compares the readings `before` and `after` of one record for `viewer`. `now`: the current record. `closed`: the version of the last
    event that is hidden from the viewer; 0: none."""

    before: Reading
    after: Reading
    now: Reading
    viewer: Viewer
    sitting: SeatNames
    closed: int = 0

    def differences(self, game: str, from_: int, to: int, order: str) -> Differences:
        """Return the body of the answer. `game`, `from_`, `to` and `order` are only copied into it."""
        change = difference(standing(self.before), standing(self.after))
        raised, withdrawn = changes_seen(self.before.findings, self.after.findings, self.viewer)
        rounds = [each for each in round_changes(self.before, self.after) if self._is_open(each.before) and self._is_open(each.after)]
        sentences: list[_Line] = [
            *(self._event_line(event, "is withdrawn") for event, _ in change.withdrawn),
            *(self._event_line(event, f"now comes after {_place(behind)}", behind) for event, _, behind in change.moved),
            *(self._event_line(event, "is added") for event, _ in change.added),
            *((self._round(each.number, each.before, each.after), ()) for each in rounds),
            *((sentence, ()) for sentence in self._scores()),
            *self._finding_lines(raised, withdrawn),
        ]
        return {
            "game": game,
            "from": from_,
            "to": to,
            "as": order,
            "viewer": str(self.viewer),
            "added": [{**self._event(event), "behind": behind} for event, behind in change.added],
            "withdrawn": [{**self._event(event), "behind": behind} for event, behind in change.withdrawn],
            "moved": [{**self._event(event), "behind": behind, "stood_behind": stood} for event, stood, behind in change.moved],
            "scores": {"before": scores_json(self.before.result), "after": scores_json(self.after.result)},
            "findings": {
                "raised": seen_findings(raised, self.viewer, self.sitting, self.now.ruled),
                "withdrawn": [finding_json(finding, self.sitting, withdrawn=True) for finding in withdrawn],
            },
            "rounds": [{"round": each.number, "before": _points(each.before), "after": _points(each.after)} for each in rounds],
            "sentences": [{"sentence": sentence, "versions": list(versions)} for sentence, versions in sentences],
        }

    def _event(self, event: Event) -> RecordedEvent:
        return event_json(event, self.now, self.viewer, self.sitting)

    def _is_open(self, over: Closed | None) -> bool:
        return over is None or over.version > self.closed

    # --- sentences ---

    def _event_line(self, event: Event, what: str, *others: int) -> _Line:
        """Return the sentence `Entry <version> <what>: …` about `event`, and the versions of all events that the sentence names. `others`:
        the versions of the events that its part `what` names; 0 stands for no event."""
        seen = self.now.system.shown(event, self.now.table, self.viewer)
        said = "it is withheld" if seen is None else words(seen.act, self.sitting.called(event.version))
        return f"Entry {event.version} {what}: {said}.", (event.version, *filter(None, others))

    def _sentence(self, finding: Finding) -> str:
        return aloud(finding.sentence, self.sitting.called(finding.happened))

    def _finding_lines(self, raised: Sequence[Finding], withdrawn: Sequence[Finding]) -> Iterator[_Line]:
        """Yield a line for each changed finding. Two findings may have the same sentence, so the line also names the round and the
        events."""
        moved = followed(raised, withdrawn)
        kept = set(moved.values())
        was_at, is_at = _Rounds(self.before), _Rounds(self.after)
        for finding in withdrawn:
            if finding not in kept:
                yield f"No longer {_found(finding)}: {self._sentence(finding)} ({was_at.where(finding)}.)", finding.versions
        for finding in raised:
            former = moved.get(finding)
            if former is None:
                yield f"{_found(finding).capitalize()}: {self._sentence(finding)} ({is_at.where(finding)}.)", finding.versions
            else:
                was, now = (at_events(each.versions) for each in (former, finding))
                both = tuple(dict.fromkeys((*former.versions, *finding.versions)))
                yield f"Still {_found(finding)}, by other events: {self._sentence(finding)} (Before: {was}; now: {now}.)", both

    def _round(self, number: int, before: Closed | None, after: Closed | None) -> str:
        name_of = self.sitting.called()
        if before is None:
            return f"Round {number} has ended: {_brought(after, name_of)}."
        if after is None:
            return f"Round {number} has not ended. Before: {_brought(before, name_of)}."
        return f"Round {number}: {_brought(after, name_of)}. Before: {_brought(before, name_of)}."

    def _scores(self) -> Iterator[str]:
        name_of, before, after = self.sitting.called(), self.before.result, self.after.result
        for seat in sorted({**before.scores, **after.scores}):
            was, now = before.scores.get(seat), after.scores.get(seat)
            if was != now:
                yield read_aloud(f"{{{seat}}} has {_score(now)}. Before: {_score(was)}.", name_of)
        if (before.state, before.winners) != (after.state, after.winners):
            yield read_aloud(f"The game is {_state(after)}. Before: {_state(before)}.", name_of)


def _found(finding: Finding) -> str:
    return "asked" if finding.kind == "query" else "found"


def followed(raised: Iterable[Finding], withdrawn: Iterable[Finding]) -> dict[Finding, Finding]:
    """Find the raised findings that only replace a withdrawn finding: same rule, seats and sentence, and some of the same events. Returns
    {raised finding: the withdrawn finding}."""
    former = list(withdrawn)
    left: dict[tuple[object, ...], list[int]] = {}  # maps (what a finding says, an event of its proof) to indexes in `former`
    for number, finding in enumerate(former):
        for version in set(finding.versions):
            left.setdefault((*_says(finding), version), []).append(number)
    follows: dict[Finding, Finding] = {}
    for finding in raised:
        shared = Counter(number for version in set(finding.versions) for number in left.get((*_says(finding), version), ()))
        if shared:
            best = min(shared, key=lambda number: (-shared[number], number))
            follows[finding] = former[best]
            for version in set(former[best].versions):
                left[*_says(finding), version].remove(best)
    return follows


def _says(finding: Finding) -> tuple[object, ...]:
    return finding.rule, finding.seats, finding.sentence


class _Rounds:
    """The rounds in which the events of a reading happened."""

    def __init__(self, reading: Reading) -> None:
        self._system = reading.system
        self._before = {step.event.version: former.table for former, step in pairwise(reading.steps)}

    def where(self, finding: Finding) -> str:
        """Return the round and the events of a finding in words, such as `Round 2, entries 17 and 21`. The round is that of the last
        event."""
        events, table = at_events(finding.versions), self._before.get(finding.happened)
        number = 0 if table is None else self._system.seen_by(table, DIRECTOR).round
        return f"Round {number}, {events}" if number else capital(events)


def _place(behind: int) -> str:
    return f"entry {behind}" if behind else "nothing"


def _points(over: Closed | None) -> dict[str, int] | None:
    return None if over is None else {str(seat): points for seat, points in over.points.items()}


def _brought(over: Closed | None, name_of: NameOf) -> str:
    points = {} if over is None else over.points
    return ", ".join(f"{name_of(seat)} {number:+}" for seat, number in points.items()) or "nothing for anyone"


def _score(score: int | None) -> str:
    return "no score" if score is None else str(score)


def _state(result: Result) -> str:
    won = " and ".join(f"{{{seat}}}" for seat in result.winners)
    return f"{result.state}, won by {won}" if won else result.state
