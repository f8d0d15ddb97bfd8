"""Serves `/practice`, where a visitor without a link chooses a game and plays at once, and says on which pages a practice table is shown.

Opening the page opens no table: that is `POST /api/v1/practice`.
"""

from typing import Final, NamedTuple

from flask import render_template, request

from domain.system import System, Table
from domain.systems import SYSTEMS
from service.access import visitor
from service.errors import not_found
from service.web.pages import blueprint, families
from service.wiring import wired

FIRST: Final = ("high-card", "spades-standard", "smear-ten-point")
"""The games that stand first on the page, because they are the easiest to try."""


class Group(NamedTuple):
    """Some games under a heading."""

    word: str
    systems: list[System[Table]]


@blueprint.get("/practice")
def practice() -> str:
    if not wired().config.practice:
        not_found()
    token, wanted = visitor(), request.args.get("system", "")
    first = [wanted, *FIRST] if wanted in SYSTEMS else [*FIRST]
    quick = Group("To begin with", [SYSTEMS[slug] for slug in dict.fromkeys(first)])
    groups = [Group(word or "Others", systems) for word, systems in families()]
    member = token is not None and not token.practice
    records = token is not None and token.may("record") and not token.limited
    return render_template("practice.html", quick=quick, groups=[*groups[1:], *groups[:1]], member=member, records=records)
