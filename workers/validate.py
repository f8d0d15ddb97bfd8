"""The job that validates one game: it reads the record, checks it for findings (such as broken rules), and updates the game's stored
verdict.

The job may be lost, doubled, late, or run twice at the same time. The script that writes a verdict refuses a job that started from an older
verdict. A failed job is tried RETRIES more times. After that, the game is *parked*: it is not validated again until its next event or
another engine (version of the rules). If Redis does not answer, nothing is parked.

The text of an exception may contain a hidden card. So the queue, the log and the data of a parked game get only the exception's class and
the place in the code where it was raised.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from rq import get_current_job

from domain.kernel.findings import FULL, Finding
from domain.record.differences import finding_changes
from domain.record.fold import Reading
from service.caches.streams import Readings
from service.engine import ENGINE
from service.failures import describe
from service.store.errors import NoSuchGame, StoreUnavailable, VerdictRaced
from service.store.games.records import Records
from service.store.games.verdicts import Recorded, Verdicts, VerdictState
from service.store.keys import GameId
from workers.queue import RETRIES
from workers.wiring import Wiring, wired

MOST_ROUNDS: Final = 100
"""How many times one job validates its game again if new events arrive during a validation. After that, the relay sends another job."""


MOST_ENTRIES: Final = 20_000
"""How many entries a verdict may have. One correction may withdraw and raise a thousand findings, and the next correction may undo that.
When a verdict is full, one last finding is raised: FULL, which says that the verdict is full. After that, findings are only withdrawn."""


class ValidationFailed(Exception):
    """The validation of a game failed. The message names the place in the code, and no content of the record."""


class Validator:
    """Validates games. `engine`: the version of the rules with which `readings` are made. `most`: how many entries a verdict may have."""

    def __init__(self, records: Records, readings: Readings, verdicts: Verdicts, engine: str, most: int = MOST_ENTRIES) -> None:
        self._records = records
        self._readings = readings
        self._verdicts = verdicts
        self._engine = engine
        self._most = most

    def validate(self, game: GameId, attempt: int) -> None:
        """Update the verdict of a game until it covers all events. `attempt`: 1 for the first attempt.

        If the validation fails, raises ValidationFailed, or parks the game after the last attempt.
        """
        # If the last attempt fails, the game is parked at this version.
        # The version is read before the attempt, so that an event recorded during the attempt is still validated.
        head = self._records.head(game) if attempt > RETRIES else None
        try:
            self._follow(game)
        except StoreUnavailable:
            raise
        except NoSuchGame:  # the game of a practice table, which was cleared
            return
        except Exception as error:
            if head is None:
                raise ValidationFailed(describe(error)) from None
            self._verdicts.park(game, head.version, attempt, describe(error), self._engine)

    def _follow(self, game: GameId) -> None:
        """Validate the game and update its verdict. Repeats while new events arrive, or when another job was faster."""
        for _ in range(MOST_ROUNDS):
            current = self._verdicts.state(game)
            reading = self._readings.of(game)
            if (current.validated, current.engine) == (reading.version, self._engine):
                return
            try:
                settled = self._settled(game, current, reading)
            except VerdictRaced:
                continue
            if settled.head_version == reading.version:
                return

    def _settled(self, game: GameId, current: VerdictState, reading: Reading) -> Recorded:
        """Add new and changed findings to the verdict, and withdraw those that the record no longer proves. Returns what the store says
        of the verdict after that."""
        standing = [entry.finding for entry in current.findings if entry.finding != FULL]
        changes = finding_changes(standing, reading.findings)
        raised: Sequence[Finding] = changes.raised
        if current.verdict + len(raised) + len(changes.withdrawn) >= self._most:
            raised = [FULL] if len(standing) == len(current.findings) else []
        held = {finding.proof for finding in (*standing, *raised)}
        proofs = Counter(proof.id for proof in held)
        withdrawn = [finding.id if proofs[finding.id] == 1 else finding.proof for finding in changes.withdrawn]
        state = reading.result.state
        return self._verdicts.record(game, current.verdict, reading.events[-1], self._engine, state, raised, withdrawn)


def validator_with(parts: Wiring) -> Validator:
    """Make a validator that uses the current rules and the shared objects `parts`."""
    return Validator(parts.records, parts.readings, parts.verdicts, ENGINE)


@cache
def validator() -> Validator:
    """Return the validator of this process. The first call makes it."""
    return validator_with(wired())


def validate(game: str) -> None:
    """Validate one game (the RQ job). Raises ValidationFailed or StoreUnavailable; RQ then tries the job again."""
    job = get_current_job()
    attempt = 1 if job is None else RETRIES + 1 - (job.retries_left or 0)
    validator().validate(GameId(game), attempt)
