"""The common part of all jobs that follow the feeds of clubs (a club's feed lists its changes).

These jobs work for a short time, one step for each club in turn. Then they announce for which clubs work is left.
"""

import logging
import time
from collections.abc import Callable, Sequence

from rq import get_current_job
from rq.timeouts import BaseTimeoutException

from service.failures import describe
from service.store.errors import StoreUnavailable
from service.store.keys import Club
from service.store.streams.hints import Ended, announce

log = logging.getLogger(__name__)

Step = Callable[[Club], bool]
"""A function that does one step for a club. It returns True if there is nothing more to do now."""


def followed(step: Step, clubs: Sequence[Club], seconds: float, failed: str) -> None:
    """Do steps for `clubs` in turn, for at most `seconds`, but at least one step for each club. Then announce to the relay that the job has
    ended, and for which clubs work is left.

    `failed`: the message to log if the step of a club fails; it has `%s` twice, first for the club, then for the reason.
    """
    left, until = list(clubs), time.monotonic() + seconds
    while left:
        left = [club for club in left if not _stepped(step, club, failed)]
        if time.monotonic() > until:
            break
    job = get_current_job()
    if job is not None:
        announce(job.connection, Ended(job.id, tuple(left)))


def _stepped(step: Step, club: Club, failed: str) -> bool:
    try:
        return step(club)
    except (StoreUnavailable, BaseTimeoutException):
        raise
    except Exception as error:
        log.warning(failed, club, describe(error))
        return True
