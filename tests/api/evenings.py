"""Evenings of a club and a season over them. The tests write the tournaments directly into the store, which is faster than requests."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from domain.kernel.events import EventId
from service.recording.tournaments import TournamentDraft
from service.store.keys import HOME, Club
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.cups import Cup
from tests.tournament.stream import BY, act, paired


def evening(parts: Wiring, people: Sequence[str | Sequence[str]], *, club: Club = HOME, finished: bool = True, **opening: Any) -> Cup:
    """Return an evening of two, four … entries, each of one person or of several, of which the first beats the second, the third the
    fourth, and so on."""
    opened = {"title": "Evening", "system": "high-card", "rules": {}, "format": "swiss", "settings": {}, "visibility": "public", **opening}
    draft = TournamentDraft(act("TournamentOpened", **opened), EventId(str(uuid4())))
    cup = Cup(parts, parts.tournaments.open(club, draft, BY).stream)
    teams = [[each] if isinstance(each, str) else [*each] for each in people]
    cup.add(*(act("EntryMade", entry=number, people=team, name=f"E{number}") for number, team in enumerate(teams, 1)))
    cup.add(paired(1, *[[[number], [number + 1]] for number in range(1, len(teams), 2)]), act("RoundPublished", round=1))
    for table in range(1, len(teams) // 2 + 1):
        beats(cup, table, 0)
    if finished:
        cup.add(act("TournamentFinished"))
    return cup


def beats(cup: Cup, table: int, side: int) -> None:
    """Record that this side won at a table."""
    typed = cup.add(act("ResultEntered", round=1, table=table, winners=[side]))
    cup.add(act("ResultApproved", round=1, table=table, result=typed))


def corrected(cup: Cup, table: int = 1, side: int = 1) -> None:
    """Reopen the evening, let this side of a table win, and finish it again."""
    cup.add(act("Retracted", target=cup.version))
    beats(cup, table, side)
    cup.add(act("TournamentFinished"))


def opened_season(director: Caller, **body: Any) -> str:
    settings = {"places": [5, 3, 2, 1], **body.pop("settings", {})}
    made = director.post("/seasons", {"name": "Winter", "visibility": "public", "settings": settings, **body})
    assert made.status_code == 201, made.json
    return str(made.json["season"])


def count(director: Caller, season: str, *cups: Cup) -> Any:
    return director.post(f"/seasons/{season}/tournaments", {"tournaments": [cup.id for cup in cups]})


def places(visitor: Caller, season: str, query: str = "") -> list[tuple[int | None, str, str]]:
    """Return place, name or id, and points of everybody in the table."""
    rows = visitor.get(f"/seasons/{season}/standings{query}").json["rows"]
    return [(row["place"], row["name"] or row["person"], row["points"]) for row in rows]
