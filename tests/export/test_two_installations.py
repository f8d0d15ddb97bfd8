"""A tournament is played in one installation, downloaded there, and imported into another one, while both run with all their processes."""

from pathlib import Path
from typing import Any

import httpx

from tests.ops.processes import until
from tests.ops.serving import Serving, commanded, configured, serving
from tests.speeds import slow

ACTS = [
    {"type": "OpenerChosen", "data": {"seat": 0}},
    {"type": "CardPlaced", "data": {"seat": 0, "call": "middle", "card": "TS"}},
    {"type": "ResultStated", "data": {"winners": [0], "scores": {"0": 4, "1": 1}}},
]


def client(running: Serving) -> httpx.Client:
    until(running.ready)
    return httpx.Client(base_url=f"{running.url}/api/v1", headers={"Authorization": f"Bearer {running.owner()}"})


def sent(api: httpx.Client, path: str, body: Any) -> Any:
    answer = api.post(path, json=body, headers={"If-Match": "*"})
    assert answer.is_success, answer.text
    return answer.json()


def played(api: httpx.Client) -> tuple[str, list[str]]:
    """Play round 1 of a tournament of two tables, from whose games a worker takes the results. Returns the tournament and its games."""
    settings = {"rounds": 3, "tiebreaks": ["buchholz"], "takes": "finished"}
    cup = sent(api, "/tournaments", {"title": "Cup", "system": "high-card", "format": "swiss", "settings": settings})["tournament"]
    people = [sent(api, "/people", {"name": name})["person"] for name in ("Anna", "Bert", "Carl", "Dora")]
    entries = [{"type": "EntryMade", "data": {"entry": n, "people": [one], "name": f"E{n}"}} for n, one in enumerate(people, 1)]
    version = sent(api, f"/tournaments/{cup}/events", {"events": entries})["version"]
    paired = api.post(f"/tournaments/{cup}/rounds", json={}, headers={"If-Match": f'"{version}"'}).json()
    events: list[dict[str, Any]] = [{"type": "RoundPublished", "data": {"round": 1}}]
    games = []
    for table in paired["tables"]:
        seats = [{"person": people[entry - 1]} for side in table["sides"] for entry in side]
        games.append(sent(api, "/games", {"system": "high-card", "seats": seats})["game"])
        events.append({"type": "TableLinked", "data": {"round": 1, "table": table["table"], "game": games[-1]}})
    sent(api, f"/tournaments/{cup}/events", {"events": events})
    for game in games:
        sent(api, f"/games/{game}/events", {"events": ACTS})
    until(lambda: all(table["result"] for table in api.get(f"/tournaments/{cup}/rounds/1").json()["tables"]))
    return cup, games


@slow
def test_a_running_installation_takes_a_tournament_from_another_one(tmp_path: Path) -> None:
    here, there = configured(tmp_path / "here"), configured(tmp_path / "there")
    with (
        serving(here, tmp_path / "here.txt") as one,
        serving(there, tmp_path / "there.txt") as two,
        client(one) as ours,
        client(two) as theirs,
    ):
        cup, games = played(ours)
        where = ours.post(f"/tournaments/{cup}/exports").headers["Location"].removeprefix("/api/v1")
        until(lambda: ours.get(where).json()["state"] == "done")
        archive = tmp_path / "cup.zip"
        archive.write_bytes(ours.get(f"{where}/file").content)

        assert commanded(there, "verify", "--recompute", str(archive)).returncode == 0
        imported = commanded(there, "import", str(archive))
        assert imported.returncode == 0, imported.stdout + imported.stderr

        def validated(game: str) -> bool:
            state = theirs.get(f"/games/{game}/findings").json()
            return bool(state["validated"] == state["version"])

        for game in games:
            until(lambda: validated(game))  # noqa: B023 (called only in this iteration)
            assert theirs.get(f"/games/{game}/replay").json() == ours.get(f"/games/{game}/replay").json()
        # A worker there looks at the results again, and finds nothing new.
        sent(theirs, f"/games/{games[0]}/events", {"events": [{"type": "NoteWritten", "data": {"note": "there"}}]})
        until(lambda: validated(games[0]))
        for path in (f"/tournaments/{cup}", f"/tournaments/{cup}/standings", f"/tournaments/{cup}/rounds/1"):
            assert theirs.get(path).json() == ours.get(path).json()
