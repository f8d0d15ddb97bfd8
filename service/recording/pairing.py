"""Pairs the next round of a tournament, and records the pairing. A small tournament is paired during the request, a large one by a job
(workers/pair.py)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments import RoundPaired, StageBegun
from domain.record.refusals import Refusal, Refused
from domain.tournament.fold import round_of, with_stage
from domain.tournament.formats.kinds import Cannot, Paired
from domain.tournament.pairing import Broken, Wanted, next_round, not_granted, not_ready
from domain.tournament.reading import TournamentReading
from domain.tournament.stages import groups_in
from service.recording.recorder import Ids, Writer
from service.recording.tournaments import TournamentDraft, TournamentRecorder, Tournaments
from service.store.keys import StreamId

SEEDS: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/pairing")
"""The UUID namespace of the seeds of pairings."""


class PairingWish(NamedTuple):
    """What a director asked for. `expected`: the version whose results the director saw. `seed`: None: one that follows from tournament and
    round. `accept_least`: if no pairing keeps all rules, take the best that breaks one."""

    expected: int
    seed: int | None = None
    accept_least: bool = False
    dry_run: bool = False


class Made(NamedTuple):
    """A pairing. `version`: the version of the tournament after recording it; after a dry run, the version that it was made from.
    `not_granted`: the wishes that it breaks. `groups`: by entry, the number of its group, from 1; empty: there are none."""

    act: RoundPaired
    version: int
    not_granted: list[Broken]
    groups: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Rounds:
    """Pairs rounds. Every method may raise Refused and the errors of the store."""

    kind: Tournaments
    recorder: TournamentRecorder

    def ready(self, stream: StreamId, wish: PairingWish) -> None:
        """Raise Conflict if the tournament is not at the version of `wish`. Raise Refused if the tournament is over or its last round has
        tables without a result. The rules of its format are not checked here."""
        self._at(stream, self.kind.state(stream), wish)

    def pair(
        self,
        stream: StreamId,
        writer: Writer,
        wish: PairingWish,
        ids: Ids,
        progress: Callable[[int], None] = lambda _: None,
        recording: Callable[[], None] = lambda: None,
    ) -> Made:
        """Pair the next round of the tournament, whose version must be that of `wish`. The same seed always gives the same pairing.

        If `ids` are derived, a repeated call records nothing and returns the recorded pairing. `progress`: called with the percentage that
        is done; `recording`: directly before the pairing is recorded. If one of them raises an error, nothing is recorded. If two directors
        pair at the same time, the second gets a Conflict."""
        now = self.kind.state(stream)
        before = _made_before(now, wish, ids)
        if before is not None:
            return before
        self._at(stream, now, wish)
        acts = next_round(now.state, Wanted(_seed(stream, now, wish), wish.accept_least), progress)
        if isinstance(acts, Cannot):
            raise _refused(acts)
        (made,) = (act for act in acts if isinstance(act, RoundPaired))
        began = next((act for act in acts if isinstance(act, StageBegun)), None)
        then = now.state if began is None else with_stage(now.state, began)
        around = not_granted(then, round_of(made)), groups_in(then, made.round)
        if wish.dry_run:
            return Made(made, now.version, *around)
        recording()
        drafts = [TournamentDraft(act, event_id) for act, event_id in zip(acts, ids.first(len(acts)), strict=True)]
        return Made(made, self.recorder.add(stream, writer, wish.expected, drafts).version, *around)

    def _at(self, stream: StreamId, now: TournamentReading, wish: PairingWish) -> None:
        if now.version != wish.expected:
            raise self.recorder.conflict(stream, wish.expected, now)
        unready = not_ready(now.state)
        if unready is not None:
            raise _refused(unready)


def _seed(stream: StreamId, now: TournamentReading, wish: PairingWish) -> int:
    if wish.seed is not None:
        return wish.seed
    number = max(now.state.rounds, default=0) + 1
    return int(uuid5(SEEDS, f"{stream}:{number}").int % 2**53)


def _made_before(now: TournamentReading, wish: PairingWish, ids: Ids) -> Made | None:
    if ids.key is None or wish.expected >= now.version or now.events[wish.expected].id != ids.at(0):
        return None
    made = ((event.act, event.version) for event in now.events[wish.expected :] if isinstance(event.act, RoundPaired))
    return next(Made(act, version, not_granted(now.state, round_of(act)), groups_in(now.state, act.round)) for act, version in made)


def _refused(cannot: Cannot) -> Refused:
    return Refused(Refusal("not-paired", cannot.sentence, least=None if cannot.least is None else _json(cannot.least)))


def _json(paired: Paired) -> dict[str, Json]:
    tables: list[Json] = [{"table": n, "sides": [[*side] for side in sides]} for n, sides in enumerate(paired.tables, 1)]
    return {"tables": tables, "sits_out": [*paired.sits_out], "unevenness": dict(paired.unevenness) or None}
