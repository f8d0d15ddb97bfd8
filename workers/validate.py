"""The job that validates one game: it compares what the record proves now with the current verdict.

The job may be lost, doubled, late, or run twice at the same time without harm: it starts from the current verdict, and the script that
writes the new one refuses a job that started from an older one. A game on which the job fails is tried RETRIES more times and then parked:
set aside with the number of attempts and the place of the failure, until its next event or another engine. A store that does not answer
is not the game's fault and parks nothing.

The text of an exception may hold a sealed card, so the queue, the log and the parking get only its class and place.
"""

from collections import Counter
from functools import cache
from typing import Final

from rq import get_current_job

from domain.record.differences import finding_changes
from domain.record.fold import Reading
from service.engine import ENGINE
from service.failures import describe
from service.kept.readings import Readings
from service.store.games.records import Records
from service.store.games.verdicts import Settled, Standing, Verdicts
from service.store.keys import GameId
from service.store.outcomes import StoreUnavailable, VerdictRaced
from workers.queue import RETRIES
from workers.wiring import Wiring, wired

MOST_ROUNDS: Final = 100
"""How often one job follows a moving head before it leaves the rest to the next job that the relay sends."""


class ValidationFailed(Exception):
    """The validator failed on a game. The message names the place in the code, never content of the record."""


class Validator:
    """Validates games. `engine`: the name of the rules that make `readings`."""

    def __init__(self, records: Records, readings: Readings, verdicts: Verdicts, engine: str) -> None:
        self._records = records
        self._readings = readings
        self._verdicts = verdicts
        self._engine = engine

    def validate(self, game: GameId, attempt: int) -> None:
        """Bring the verdict of a game up to its head. `attempt`: 1 for the first.

        A failure raises ValidationFailed, or parks the game if this was the last attempt. Raises StoreUnavailable.
        """
        # Read the head first: an event that is recorded while the last attempt fails must not be parked with the game.
        head = self._records.head(game) if attempt > RETRIES else None
        try:
            self._follow(game)
        except StoreUnavailable:
            raise
        except Exception as error:
            if head is None:
                raise ValidationFailed(describe(error)) from None
            self._verdicts.park(game, head.version, attempt, describe(error), self._engine)

    def _follow(self, game: GameId) -> None:
        """Write what the record proves into its verdict. Repeats while the head moves or another job is faster."""
        for _ in range(MOST_ROUNDS):
            current = self._verdicts.standing(game)
            reading = self._readings.of(game)
            if (current.validated, current.engine) == (reading.version, self._engine):
                return
            try:
                settled = self._settled(game, current, reading)
            except VerdictRaced:
                continue
            if settled.head_version == reading.version:
                return

    def _settled(self, game: GameId, current: Standing, reading: Reading) -> Settled:
        """Write the findings that are new or have changed, and withdraw those that no longer hold."""
        changes = finding_changes((entry.finding for entry in current.findings), reading.findings)
        held = {finding.proof for finding in (*(entry.finding for entry in current.findings), *changes.raised)}
        proofs = Counter(proof.id for proof in held)
        withdrawn = [finding.id if proofs[finding.id] == 1 else finding.proof for finding in changes.withdrawn]
        state = reading.result.state
        return self._verdicts.settle(game, current.verdict, reading.version, self._engine, state, changes.raised, withdrawn)


def validator_with(parts: Wiring) -> Validator:
    """A validator that applies the rules of this process."""
    return Validator(parts.records, parts.readings, parts.verdicts, ENGINE)


@cache
def validator() -> Validator:
    """The validator of this process."""
    return validator_with(wired())


def validate(game: str) -> None:
    """Validate one game (the RQ job). Raises ValidationFailed or StoreUnavailable; RQ then tries the job again."""
    job = get_current_job()
    attempt = 1 if job is None else RETRIES + 1 - (job.retries_left or 0)
    validator().validate(GameId(game), attempt)
