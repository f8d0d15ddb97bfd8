"""/games/{id}/picture: the table as a picture."""

from typing import Any, Final

from flask import Response

from domain.kernel.shapes import OneOf, Text
from domain.system import PUBLIC
from service.access import Access
from service.api.games.games import MomentQuery, state_of
from service.api.lib.conditional import headers_of, unchanged
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import Shaped
from service.api.lib.guards import for_readers
from service.engine import ENGINE
from service.errors import Problem, wrong_parameter
from service.pictures.table import HIGH, LOOK, SCHEMES, WIDE
from service.seen.pictures import Sight
from service.wiring import wired

blueprint = Resource("picture", "A game as a picture.")

TYPES: Final = {"svg": "image/svg+xml", "png": "image/png"}
"""The media types of the formats."""
PIXELS: Final = 1500
"""Making a PNG takes as long as reading this many events: some 100 ms."""
POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
"""The content security policy of a picture: nothing in it can run or be loaded."""


class PictureQuery(MomentQuery):
    format = Shaped(Text(20), load_default="svg", metadata={"enum": list(TYPES)})
    scheme = Shaped(OneOf(SCHEMES), load_default="light")


@blueprint.route("/games/<game>/picture")
@for_readers
@blueprint.arguments(PictureQuery, location="query")
@blueprint.file(200, [*TYPES.values()], headers=ETAG, description=f"The picture, {WIDE} × {HIGH}.")
@blueprint.alt_response(304, description="Not modified.")
@blueprint.refuses("history-closed", "not-acceptable")
def get_picture(access: Access, query: dict[str, Any]) -> Response:
    """Get a picture of the table, with what you may see: to link, to embed, to print

    The public view of a public game may be embedded in other sites. In a PNG, letters that Noto Sans lacks are drawn with fonts of the
    server, if it has some.
    """
    access = access.seen_as(query.get("view"))
    form, scheme, at = query["format"], query["scheme"], query.get("at")
    if form not in TYPES:
        raise Problem(
            "not-acceptable", f"Pictures are drawn as {' or '.join(TYPES)}.", [{"parameter": "format", "message": "is not a format"}]
        )
    if at is not None and at > access.head.version:
        raise wrong_parameter("at", f"is too high: the record is at version {access.head.version}")
    tag = f"{access.head.version}.{ENGINE}.{form}{LOOK}"
    answer = unchanged(access, tag) or _drawn(
        access, form, Sight(access.head.game, access.viewer, at, query["as_"] == "corrected", scheme), tag
    )
    anywhere = access.head.visibility == "public" and access.viewer == PUBLIC
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if anywhere else "same-origin"
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


def _drawn(access: Access, form: str, sight: Sight, tag: str) -> Response:
    pictures = wired().pictures
    if form == "png":
        wired().loop.steps(PIXELS)
    state = state_of(access, sight.at, corrected=sight.corrected)
    content = pictures.svg(sight, state) if form == "svg" else pictures.png(sight, state)
    return Response(content, 200, headers_of(access, tag), content_type=TYPES[form])
