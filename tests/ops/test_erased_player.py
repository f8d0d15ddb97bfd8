"""A person who played in tournaments is erased. After that, `faceup serve` has the name nowhere, and all results and standings stay."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

import verify_record
from service.app import create_app
from tests.imports.test_finished import SMALL
from tests.ops.processes import until
from tests.ops.serving import Serving, configured, faceup, serving
from tests.ops.test_erasing import files_with
from tests.speeds import slow

NAME, API = "Scheherazade Quux", "/api/v1"
TABLES = ("standings", "pairings", "crosstable")
EXPORTS = {
    "<tournament>/export": ("?format=json", "?format=ndjson", *(f"?format=csv&table={table}" for table in TABLES)),
    "<season>/export": ("", "?format=csv"),
}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("erased")
    with serving(configured(folder / "data"), folder / "printed") as server:
        yield server


class Director:
    """Sends requests to a running service. Every request has the director's token."""

    def __init__(self, api: httpx.Client, secret: str) -> None:
        self._api, self._headers = api, {"Authorization": f"Bearer {secret}"}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        return self._api.request(method, API + path, json=body, headers={**self._headers, **headers})

    def done(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.ask(method, path, body, **headers)
        assert answer.status_code < 300, (method, path, answer.text)
        return answer.json() if answer.content else None

    def record(self, cup: str, *events: tuple[str, dict[str, Any]]) -> int:
        sent = [{"type": name, "data": data} for name, data in events]
        return int(self.done("POST", f"/tournaments/{cup}/events", {"events": sent}, **{"If-Match": "*"})["version"])


def played(director: Director, person: str) -> dict[str, str]:
    """Begin a tournament. The person is entry 1, and has a check-in link, PINs and a game at a table. The standings are published.
    Returns ids by name."""
    settings = {"tiebreaks": ["buchholz"]}
    body = {"title": "Autumn cup", "system": "high-card", "format": "swiss", "settings": settings, "visibility": "public"}
    cup = director.done("POST", "/tournaments", body)["tournament"]
    people = {1: [person], 2: [], 3: [], 4: []}
    version = director.record(
        cup, *(("EntryMade", {"entry": n, "people": of, "name": NAME if of else f"E{n}"}) for n, of in people.items())
    )
    (table,) = (
        table["table"]
        for table in director.done("POST", f"/tournaments/{cup}/rounds", {}, **{"If-Match": f'"{version}"'})["tables"]
        if [1] in table["sides"]
    )
    director.record(cup, ("RoundPublished", {"round": 1}))
    game = director.done("POST", f"/tournaments/{cup}/rounds/1/tables/{table}/game", {})["game"]
    for entry in people:
        director.done("PUT", f"/tournaments/{cup}/entries/{entry}/pin", {"pin": "1357"})
    link = {"label": f"{NAME}'s phone", "scopes": ["read"], "tournament": cup, "entry": 1}
    made, withdrawn = (director.done("POST", "/tokens", link) for _ in range(2))
    director.done("DELETE", f"/tokens/{withdrawn['id']}")
    version = director.record(cup, *(("ForfeitRuled", {"round": 1, "table": n, "winners": [0]}) for n in (1, 2)))
    director.done("POST", f"/tournaments/{cup}/standings/published", {"through_round": 1}, **{"If-Match": f'"{version}"'})
    return {"tournament": cup, "game": game, "table": str(table), "check_in": made["token"]}


def member(director: Director, api: httpx.Client, person: str) -> str:
    """Make the person a member with a device, and with a second invitation that stays open. Returns the secret of the device's token."""
    wanted = {"role": "scorekeeper", "person": person}
    first = director.done("POST", "/clubs/home/invitations", wanted)
    director.done("POST", "/clubs/home/invitations", wanted)
    answer = api.post(f"{API}/invitations/accepted", json={"invitation": first["link"].rpartition("#")[2], "label": f"{NAME}'s tablet"})
    assert answer.status_code < 300, answer.text
    return str(answer.json()["token"])


def answers(director: Director, running: Serving, known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Send a GET request to every address of the API except live streams. Yields (address, text of the answer)."""
    for rule in create_app(running.config).url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.endswith("/live") or "<path:" in rule.rule:
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: known[found[1]], rule.rule)
        for query in next((queries for end, queries in EXPORTS.items() if rule.rule.endswith(end)), ("",)):
            answer = director._api.get(path + query, headers=director._headers)
            assert answer.status_code < 500, path
            yield path + query, answer.text


@slow
def test_an_erased_player_is_named_nowhere_and_results_stay(running: Serving, tmp_path: Path) -> None:
    with running.api() as api:
        director = Director(api, running.owner())
        finished = json.loads(json.dumps(SMALL, default=float))
        finished["players"][0]["name"] = NAME
        imported = director.done("POST", "/tournaments/import?visibility=public", finished)["tournament"]
        (person,) = (line["person"] for line in director.done("GET", "/people")["people"] if line["name"] == NAME)
        known = played(director, person)
        device = member(director, api, person)
        where = director.ask("POST", "/clubs/home/exports").headers["Location"].rpartition("/")[2]
        until(lambda: director.done("GET", f"/clubs/home/exports/{where}")["state"] == "done")
        known |= {"person": person, "club": "home", "slug": "high-card", "export": where, "invitation": "0000", "number": "1", "entry": "1"}
        known |= {"pairing": "0000", "table": "1", "paper": "signs", "name": "0000", "file": "worker.js"}
        known["season"] = director.done("POST", "/seasons", {"name": "Winter", "visibility": "public"})["season"]
        director.done("POST", f"/seasons/{known['season']}/tournaments", {"tournaments": [imported]})
        cups = (known["tournament"], imported)
        naming = {path for cup in cups for path, text in answers(director, running, {**known, "tournament": cup}) if NAME in text}
        assert len(naming) >= 15
        assert {f"{API}/seasons/{known['season']}/{path}" for path in ("standings", f"standings/{person}", "export?format=csv")} <= naming
        assert len(director.done("GET", f"/games/{known['game']}/pins")["seats"]) == 2
        shown = [director.done("GET", f"/tournaments/{cup}/standings")["rows"] for cup in cups]
        published = director.done("GET", f"/tournaments/{cups[0]}")["published"]

        assert director.done("DELETE", f"/people/{person}")["remains"] is None

        for cup in cups:
            assert [path for path, text in answers(director, running, {**known, "tournament": cup}) if NAME in text] == []
        assert files_with(running.config.data, NAME) == []
        for secret in (device, known["check_in"]):
            assert api.get(f"{API}/tokens", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
        assert director.done("GET", "/clubs/home/invitations")["invitations"] == []
        assert person not in {line["person"] for line in director.done("GET", "/clubs/home/members")["members"]}
        assert len(director.done("GET", f"/games/{known['game']}/pins")["seats"]) == 1
        again = [director.done("GET", f"/tournaments/{cup}/standings")["rows"] for cup in cups]
        assert [[{**row, "name": None} for row in rows] for rows in again] == [[{**row, "name": None} for row in rows] for rows in shown]
        assert director.done("GET", f"/tournaments/{cups[0]}")["published"] == published
        for cup in cups:
            file = tmp_path / f"{cup}.faceup.json"
            file.write_bytes(director.ask("GET", f"/tournaments/{cup}/export").content)
            assert verify_record.verify(file.read_bytes())[0].startswith(f"OK {cup}")
            verified = faceup(running.config, "verify", "--recompute", str(file))
            assert verified.returncode == 0, verified.stdout + verified.stderr
