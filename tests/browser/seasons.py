"""Functions that make seasons through the API, before a test opens a page."""

from collections.abc import Sequence

import httpx

from tests.browser.cups import Cup, registered, sent

PLAYERS = ("Ulla", "Vera", "Wim", "Xeno")


def evening(api: httpx.Client, title: str, people: Sequence[str], visibility: str = "public") -> Cup:
    """Return a finished evening in which each person beats the next one."""
    opening = {"title": title, "system": "high-card", "format": "swiss", "visibility": visibility}
    cup = Cup(api, str(sent(api.post("/tournaments", json=opening))["tournament"]))
    cup.record(*(("EntryMade", {"entry": n, "people": [person], "name": f"E{n}"}) for n, person in enumerate(people, 1)))
    tables = [{"table": n // 2 + 1, "sides": [[n + 1], [n + 2]]} for n in range(0, len(people), 2)]
    cup.record(("RoundPaired", {"round": 1, "tables": tables, "by": {"engine": "hand", "version": 1}}), ("RoundPublished", {"round": 1}))
    for table in tables:
        decided(cup, int(str(table["table"])), 0)
    cup.record(("TournamentFinished", {}))
    return cup


def decided(cup: Cup, table: int, side: int) -> None:
    typed = cup.record(("ResultEntered", {"round": 1, "table": table, "winners": [side]}))
    cup.record(("ResultApproved", {"round": 1, "table": table, "result": typed}))


def corrected(cup: Cup) -> None:
    """Turn the result of table 1 of a finished evening."""
    cup.record(("Retracted", {"target": cup.get()["version"]}))
    decided(cup, 1, 1)
    cup.record(("TournamentFinished", {}))


def season(api: httpx.Client, names: Sequence[str] = PLAYERS) -> str:
    """Make a public season over three evenings, of which the first was corrected afterwards. Returns its id."""
    people = [each[0] for each in registered(api, *names).values()]
    evenings = [evening(api, title, people[at:] + people[:at]) for at, title in enumerate(("January", "February", "March"))]
    settings = {"places": [8, 5, 3, 2, 1], "best": 2}
    made = str(sent(api.post("/seasons", json={"name": "Winter", "visibility": "public", "settings": settings}))["season"])
    sent(api.post(f"/seasons/{made}/tournaments", json={"tournaments": [cup.id for cup in evenings]}))
    corrected(evenings[0])
    return made
