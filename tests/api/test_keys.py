"""Every key in the store belongs to one club, or stands in a short list: so the clubs may be spread over many servers."""

import re
from itertools import chain
from pathlib import Path

from service.store.keys import CHANGES, CLUB_PATTERN, CLUB_SETS, FORMER_CLUBS, JOBS, WITHOUT_CLUB, Club, club_set, set_of
from service.store.layout import KEY as LAYOUT_KEY
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import opened_cup

ROOT = Path(__file__).parents[2]
_TAGGED = re.compile(rf"\{{({CLUB_PATTERN})\}}:.+")
_WRITTEN = re.compile(r"""["'](faceup:[a-z:]*)""")
ALONE = {*WITHOUT_CLUB, *map(club_set, CLUB_SETS)}


def test_every_key_has_the_tag_of_a_club_or_is_in_the_list(parts: Wiring, callers: Callers, director: Caller, stranger: Caller) -> None:
    director.opened(visibility="public")
    opened_cup(parts, "public")
    assert callers.holder("own").post("/clubs", {"club": "away", "name": "Away"}).status_code == 201
    assert stranger.get("/readyz").status_code == 200
    parts.practice.begin(0)
    keys = {key.decode() for key in parts.redis.scan_iter()}
    assert {set_of(Club("away")), "faceup:shown:games", "faceup:shown:tournaments"} <= keys
    assert {key for key in keys if not _TAGGED.fullmatch(key)} <= ALONE


def test_the_list_has_every_key_and_channel_that_the_program_names() -> None:
    files = chain.from_iterable((ROOT / folder).rglob(f"*.{ending}") for folder in ("service", "workers") for ending in ("py", "lua"))
    named = {name for file in files for name in _WRITTEN.findall(file.read_text("utf-8"))}
    assert named <= {*WITHOUT_CLUB, FORMER_CLUBS, CHANGES, JOBS, "faceup:shown:", "faceup:nothing"}


def test_no_request_reads_the_layout(parts: Wiring, callers: Callers, director: Caller) -> None:
    parts.redis.set(LAYOUT_KEY, "unreadable")
    game = director.opened()
    assert director.get(f"/games/{game}").status_code == callers.holder("own").get("/clubs").status_code == 200
