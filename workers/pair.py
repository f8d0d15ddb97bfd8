"""The job that pairs a round of a large tournament, at the request of a director (service/store/tournaments/pairings.py).

A job may be lost, sent twice or killed. The ids of the events follow from the id of the request, so a second job for the same request
records nothing. Each job reads the request again before it works, so a cancelled request is not carried out. A request fails
when MOST_ATTEMPTS of its jobs have been killed.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from rq import get_current_job
from rq.timeouts import BaseTimeoutException

from domain.kernel.events import TokenId
from domain.record.refusals import Refused
from domain.tournament.fold import round_of
from service.clock import now_ms
from service.failures import describe
from service.recording.pairing import Made, PairingWish, Rounds
from service.recording.recorder import Ids, Recorder
from service.recording.tournaments import Tournaments
from service.store.clubs.clubs import Scope
from service.store.errors import Conflict, NoSuchStream, StoreUnavailable
from service.store.keys import Club
from service.store.streams.hints import Ended, announce
from service.store.tournaments.pairings import PairingJob, PairingJobs
from service.views.tournaments import round_json
from workers.wiring import wired

MOST_ATTEMPTS: Final = 10
"""A request for a pairing fails after this many of its jobs were killed."""

TELL_SECONDS: Final = 0.1
"""At least this many seconds pass between two reports of progress in the row of the pairing."""

log = logging.getLogger(__name__)


class Cancelled(Exception):
    """Raised when the director has cancelled the request."""


@dataclass(frozen=True, slots=True)
class _Director:
    """The sender in whose name the pairing is recorded: the director who asked for it. The API has already checked that this director
    may pair."""

    id: TokenId
    scopes: tuple[Scope, ...] = ("direct",)
    limited: bool = False


class Pairer:
    """Makes the pairings that directors asked for."""

    def __init__(self, rounds: Rounds, jobs: PairingJobs, clock: Callable[[], float] = time.monotonic) -> None:
        self._rounds = rounds
        self._jobs = jobs
        self._clock = clock

    def pair(self, club: Club, name: str) -> None:
        """Make the pairing with the id `name`. Does nothing if its request is done, failed or cancelled."""
        job = self._jobs.change(club, name, _begun)
        if job is None or job.ended:
            return
        try:
            made = self._made(club, job)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Cancelled:
            return
        except Conflict as conflict:
            self._end(club, job, state="conflict", actual=conflict.actual)
        except Refused as refused:
            self._end(club, job, state="refused", reason=refused.refusal.detail, least=refused.refusal.least)
        except NoSuchStream:
            self._end(club, job, state="failed", reason="There is no such tournament.")
        except Exception as failure:
            log.warning("a round of %s cannot be paired: %s", job.tournament, describe(failure))
            self._end(club, job, state="failed", reason="The service failed to pair the round; its log has the reason.")
        else:
            shown = round_json(job.tournament, made.version, round_of(made.act), made.not_granted, made.groups) if job.dry_run else None
            self._end(club, job, state="done", percent=100, round=made.act.round, version=made.version, pairing=shown)

    def _made(self, club: Club, job: PairingJob) -> Made:
        due = self._clock()

        def progress(percent: int) -> None:
            nonlocal due
            if self._clock() >= due:
                self._alive(club, job.id, percent=percent)
                due = self._clock() + TELL_SECONDS

        def recording() -> None:
            self._alive(club, job.id, recording=True)

        wish = PairingWish(job.expected, job.seed, job.accept_least, job.dry_run)
        ids = Ids(job.by, job.id, f"{job.tournament}/pairings")
        return self._rounds.pair(job.tournament, _Director(job.by), wish, ids, progress, recording)

    def _alive(self, club: Club, name: str, percent: int = 0, *, recording: bool = False) -> None:
        """Store how far the pairing is. Raises Cancelled if the request was cancelled or has ended."""

        def step(now: PairingJob) -> PairingJob:
            return replace(now, percent=max(now.percent, percent), recording=now.recording or recording)

        now = self._jobs.change(club, name, step)
        if now is None or now.ended:
            raise Cancelled

    def _end(self, club: Club, job: PairingJob, **changes: Any) -> None:
        self._jobs.change(club, job.id, lambda now: replace(now, **changes))


def _begun(job: PairingJob) -> PairingJob:
    if job.attempts == MOST_ATTEMPTS:
        return replace(job, state="failed", reason=f"Given up after {MOST_ATTEMPTS} attempts.")
    return replace(job, state="running", attempts=job.attempts + 1)


@cache
def pairer() -> Pairer:
    """Return the pairer of this process."""
    parts = wired()
    kind = Tournaments(parts.tournaments_read.of, parts.people, parts.records.opening)
    return Pairer(Rounds(kind, Recorder(kind, parts.tournaments, now_ms)), PairingJobs(parts.store))


def pair(club: str, name: str) -> None:
    """The RQ job: make the pairing with the id `name`. Announces the end of the job to the relay."""
    pairer().pair(Club(club), name)
    job = get_current_job()
    if job is not None:
        announce(job.connection, Ended(job.id))
