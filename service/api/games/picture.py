"""/games/{id}/picture: the table as a picture."""

from collections.abc import Iterator
from typing import Any, Final

from flask import Response

from domain.files.limits import MOST_IN_A_RECORD
from domain.kernel.shapes import OneOf, Text, Whole
from domain.rounds import round_of
from domain.system import PUBLIC
from domain.views.answers import GameState
from domain.views.game import game_json
from domain.views.replays import NoSuchRound, steps_of_round
from domain.words.phrases import listed
from service.access import Access
from service.api.games.games import MomentQuery, reading_of, state_of
from service.api.lib.conditional import headers_of, unchanged
from service.api.lib.contract import ETAG, NAMED, Resource
from service.api.lib.fields import Digits, Shaped
from service.api.lib.guards import for_readers
from service.engine import ENGINE
from service.errors import Problem, wrong_parameter
from service.files.names import day_of, look_name
from service.pictures.table import HIGH, LOOK, SCHEMES, WIDE
from service.views.heads import cover_of, seated
from service.views.pictures import PictureOf
from service.wiring import wired

blueprint = Resource("picture", "A game as a picture.")

TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "webp": "image/webp"}
"""The media types of the formats."""
PIXELS: Final = 1500
"""Making a PNG takes as long as reading this many events: some 100 ms. Making a moving picture takes up to 3 s."""
MOST_FRAMES: Final = 60
"""A moving picture of a longer round leaves steps out, evenly."""
POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
"""The content security policy of a picture: nothing in it can run or be loaded."""


class PictureQuery(MomentQuery):
    format = Shaped(Text(20), load_default="svg", metadata={"enum": list(TYPES)})
    scheme = Shaped(OneOf(SCHEMES), load_default="light")
    round = Digits(
        Whole(1, MOST_IN_A_RECORD),
        metadata={"description": "Only with the format `webp`: the round that it plays. Without it: the last."},
    )


@blueprint.route("/games/<game>/picture")
@for_readers
@blueprint.arguments(PictureQuery, location="query")
@blueprint.file(200, [*TYPES.values()], headers=ETAG | NAMED, description=f"The picture, {WIDE} × {HIGH}; as webp half as wide and high.")
@blueprint.refuses("history-closed", "not-acceptable")
def get_picture(access: Access, query: dict[str, Any]) -> Response:
    """Get a picture of the table, with what you may see: to link, to embed, to print

    As svg and png it stands still; as webp it plays a round as it is corrected now, step by step. The public view of a public game may be
    embedded in other sites. In png and webp, letters that Noto Sans lacks are drawn with fonts of the
    server, if it has some.
    """
    access = access.seen_as(query.get("view"))
    form, scheme, at, number = query["format"], query["scheme"], query.get("at"), query.get("round")
    if form not in TYPES:
        raise Problem(
            "not-acceptable", f"Pictures are drawn as {listed(TYPES, 'or')}.", [{"parameter": "format", "message": "is not a format"}]
        )
    if at is not None and at > access.head.version:
        raise wrong_parameter("at", f"is too high: the record is at version {access.head.version}")
    if number is not None and form != "webp":
        raise wrong_parameter("round", "is only for the format webp")
    if at is not None and form == "webp":
        raise wrong_parameter("at", "is not for the format webp, which plays a round")
    tag = f"{access.head.version}.{ENGINE}.{form}{LOOK}"
    wanted = PictureOf(access.head.game, access.viewer, at, query["as_"] == "corrected", scheme, number)
    answer = unchanged(access, tag) or Response(_drawn(access, form, wanted), 200, _headers(access, tag, form), content_type=TYPES[form])
    anywhere = access.head.visibility == "public" and access.viewer == PUBLIC
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if anywhere else "same-origin"
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


def _headers(access: Access, tag: str, form: str) -> dict[str, str]:
    """Return the headers, with the name under which a browser saves the picture."""
    reading = reading_of(access)
    name = look_name(reading.system.slug, day_of(reading.events[0]), access.head.game, form)
    return {**headers_of(access, tag), "Content-Disposition": f'inline; filename="{name}"'}


def _drawn(access: Access, form: str, wanted: PictureOf) -> bytes:
    pictures = wired().pictures
    if form != "svg":
        wired().work.steps(PIXELS)
    if form == "webp":
        number, states = _played(access, wanted.round)
        return pictures.webp(wanted._replace(round=number), states)
    state = state_of(access, wanted.at, corrected=wanted.corrected)
    return pictures.svg(wanted, state) if form == "svg" else pictures.png(wanted, state)


def _played(access: Access, number: int | None) -> tuple[int, Iterator[GameState]]:
    """Return the number of a round (given None: of the last one) and what the viewer got to see of the game at its steps, at most
    MOST_FRAMES. Raises Problem `invalid` or `history-closed`, TooLong, and the errors of the store."""
    reading, viewer = reading_of(access), access.viewer
    last = round_of(reading.table)
    try:
        steps = steps_of_round(reading, number or last, viewer)
    except NoSuchRound:
        raise wrong_parameter("round", f"is too high: the game is in round {last}") from None
    if number is None and not steps and last > 1:
        number, steps = last - 1, steps_of_round(reading, last - 1, viewer)
    if not steps:
        raise Problem("history-closed", "Nothing of this round can be shown to you now.")
    cover, people = cover_of(access.head), seated(access.head.game, reading, wired().people)
    count = min(len(steps), MOST_FRAMES)
    shown = [steps[-1 - at * len(steps) // count] for at in reversed(range(count))]
    return number or last, (game_json(cover, reading.through(step), viewer, people, prompts=False) for step in shown)
