"""Answers appends to a game, with the game as it is afterwards if the sender prefers that (service/api/lib/preferring.py)."""

import logging
from collections.abc import Callable
from typing import Final

from flask import Response

from service.access import Access
from service.api.games.games import again, state_now
from service.api.lib.preferring import APPLIED, prefers_representation, state_or_none
from service.api.lib.sending import appended
from service.store.streams.append import Appended
from service.wiring import wired

log: Final = logging.getLogger(__name__)


def recorded(access: Access, append: Callable[[], Appended], events: int, *, corrects: bool) -> Response:
    """Call `append`, and answer. `events`: how many events it records. `corrects`: whether one of them may change the steps of earlier
    ones. Raises TooLong, before anything is recorded, if the sender prefers to get the game and making it would take too long here."""
    if not prefers_representation():
        return appended(append())
    wired().work.steps(access.head.version if corrects else wired().readings.missing(access.head) + events)
    made = append()
    state = state_or_none(lambda: state_now(again(access)), made.stream, log)
    return appended(made) if state is None else appended(made, state, APPLIED)
