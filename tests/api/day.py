"""A day in a small club, by HTTP: every operation of the API is used once. Its requests and answers are the examples in docs/examples.

python -m tests.api.day     writes docs/examples again (`make docs` runs it too)

The day is played on the application itself, with a real store. What differs from day to day (ids, secrets, hashes, times) is replaced by
stand-ins in the order of first appearance, so that the files stay the same and still fit together. Lists in answers are cut to two items.
"""

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from flask import Flask
from werkzeug.test import TestResponse

from service.api.games.files import WRITER
from service.api.lib.described import operations
from service.app import create_app
from service.clock import now_ms
from service.config import Config
from service.engine import ENGINE
from service.store.keys import HOME, GameId
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.people import fragment
from tests.contract import contract, operation_at
from tests.servers import packaged_valkey, start_server
from tests.streams import end_streams
from workers.archive import Exporter
from workers.pair import Pairer
from workers.project import Projector
from workers.validate import Validator
from workers.wiring import wired_to

NDJSON: Final = "application/x-ndjson"
"""Many records; an example shows them as a list."""
FOLDER: Final = Path(__file__).parents[2] / "docs" / "examples"
SENT: Final = ("If-Match", "Idempotency-Key", "Accept", "Range", "Content-Type")
ANSWERED: Final = ("Content-Type", "ETag", "Location", "Link", "Retry-After", "Accept-Ranges", "Content-Disposition")
Example = dict[str, Any]
MANY: Final = 201
"""So many entries are paired by a worker."""
SEATS: Final = [{"name": "Anna"}, {"name": "Ben"}, {"name": "Cleo"}]
CUP: Final[dict[str, Any]] = {"title": "Autumn cup", "system": "high-card", "format": "swiss", "settings": {"rounds": 3}}
ELSEWHERE: Final[dict[str, Any]] = {
    "id": "spring-cup",
    "system": "swiss",
    "scoring": {"win": 1, "draw": 0.5, "loss": 0},
    "players": [{"no": 1, "name": "Dan", "points": 1}, {"no": 2, "name": "Eve", "points": 0}],
    "rounds": [{"n": 1, "games": [{"a": 1, "b": 2, "pa": 1, "pb": 0, "kind": "played"}]}],
}


Heard = Callable[["Person", TestResponse], None]


@dataclass
class Club:
    """The people of the day. `heard`: is called after each answer. `kept`: the first request and answer of each operation. `secrets`: every
    answer with a secret."""

    app: Flask
    parts: Wiring
    heard: Heard
    kept: dict[str, Example] = field(default_factory=dict)
    secrets: list[str] = field(default_factory=list)

    def who(self, secret: str | None) -> "Person":
        return Person(self.app, secret, club=self)


@dataclass
class Person(Caller):
    club: Club = field(kw_only=True)

    def call(self, method: str, path: str, **options: Any) -> TestResponse:
        """Send a request, which must succeed. The first request of each operation becomes its example."""
        response = super().call(method, path, **options)
        assert response.status_code < 300, (method, path, response.get_data(as_text=True))
        request = response.request
        if response.is_json and SECRET.search(response.get_data(as_text=True)):
            self.club.secrets.append(response.get_data(as_text=True))
        self.club.heard(self, response)
        name = operation_at(method, request.path)["operationId"]
        if name not in self.club.kept:
            sent = {"json": options.get("json"), "data": options.get("data")}
            self.club.kept[name] = {
                "request": {
                    "method": method,
                    "path": unquote(request.full_path.rstrip("?")),
                    "headers": _headers(dict(request.headers), SENT, authorized=self.secret is not None),
                    **_body(request.headers.get("Content-Type", ""), sent["json"], sent["data"]),
                },
                "answer": {
                    "status": response.status_code,
                    "headers": _headers(dict(response.headers), ANSWERED),
                    **_body(response.mimetype, response.get_json(silent=True), None if response.is_streamed else response.get_data()),
                },
            }
        return response

    def put(self, path: str, body: Any) -> TestResponse:
        return self.call("PUT", path, json=body)

    def patch(self, path: str, body: Any) -> TestResponse:
        return self.call("PATCH", path, json=body)

    def delete(self, path: str) -> TestResponse:
        return self.call("DELETE", path)

    def at(self, path: str, body: Any, version: object, **headers: str) -> TestResponse:
        """Send a change of a record that is at this version."""
        match = "*" if version == "*" else f'"{version}"'
        return self.post(path, body, headers={"If-Match": match, **headers})


def _headers(all_: dict[str, str], named: tuple[str, ...], *, authorized: bool = False) -> dict[str, str]:
    shown = {name: all_[name] for name in named if name in all_}
    return {"Authorization": "Bearer <token>", **shown} if authorized else shown


def _body(media_type: str, parsed: Any, raw: bytes | str | None) -> Example:
    if parsed is not None:
        return {"body": parsed}
    if raw and media_type == NDJSON:
        return {"body": [json.loads(line) for line in raw.splitlines()]}
    if not raw or media_type == "application/zip":
        return {}
    return {"body": raw.decode() if isinstance(raw, bytes) else raw}


def played(app: Flask, heard: Heard = lambda *_: None) -> dict[str, Example]:
    """Play the day. `heard`: is called after each answer, with who asked and the answer. Returns the examples by operation, with stand-ins,
    in the order of the contract."""
    parts: Wiring = app.extensions[EXTENSION]
    club, began = Club(app, parts, heard), now_ms()
    _, secret = parts.clubs.issue(HOME, "Olga's laptop", "own")
    first = club.who(secret)
    owner = _members(club, first)
    _at_the_table(club, owner)
    _tournament(club, owner)
    _archives(club, owner)
    _visitors(club, owner)
    _goodbyes(club, owner)
    club.kept["getMetrics"]["answer"]["body"] = "".join(club.kept["getMetrics"]["answer"]["body"].splitlines(keepends=True)[:2])
    known = StandIns(began)
    known.learn([secret, *club.secrets])
    names = [operation["operationId"] for _, _, operation in operations(contract())]
    whole = {name: known.instead({**example, "answer": _cut(example["answer"])}) for name, example in club.kept.items()}
    return {name: whole[name] for name in names if name in whole}


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _cut(inner) for name, inner in value.items()}
    return [_cut(inner) for inner in value[:2]] if isinstance(value, list) else value


def _members(club: Club, first: Person) -> Person:
    """An owner, a director and a scorekeeper join. Returns the owner."""
    for path in ("/livez", "/readyz", "/metrics"):
        first.get(path)
    first.get("/clubs")
    first.patch("/clubs/home", {"name": "The long table", "settings": {"visibility": "public"}})
    invited = first.post("/clubs/home/invitations", {"role": "owner", "name": "Olga"}).json
    first.get("/clubs/home/invitations")
    spare = first.post("/clubs/home/invitations", {"role": "viewer", "name": "Vic"}).json
    first.delete(f"/clubs/home/invitations/{spare['id']}")
    guest = club.who(None)
    guest.post("/invitations/checked", {"invitation": fragment(invited["link"])})
    device = guest.post("/invitations/accepted", {"invitation": fragment(invited["link"]), "label": "Olga's phone"}).json
    owner = club.who(device["token"])
    owner.get("/session")
    owner.post("/session/device")
    owner.get("/clubs/home")
    owner.get("/clubs/home/members")
    first.post("/clubs", {"club": "north", "name": "North club", "owner": "Nils"})
    return owner


def _at_the_table(club: Club, owner: Person) -> None:
    """A game of High Card is recorded, read, corrected and confirmed. A guest follows it."""
    parts = club.parts
    scorekeeper = club.who(owner.post("/tokens", {"label": "Table phone", "scopes": ["record"]}).json["token"])
    scorekeeper.get("/systems")
    scorekeeper.get("/systems/high-card")
    scorekeeper.get("/systems/high-card/event-types")
    game = scorekeeper.post(
        "/games", {"system": "high-card", "seats": SEATS, "title": "Friday"}, headers={"Idempotency-Key": "friday-1"}
    ).json["game"]
    events = [opener(), placed(0, "highest", "KH"), placed(1, "lowest", "2C"), placed(2, "middle", "9D")]
    scorekeeper.at(f"/games/{game}/events", {"events": events}, 1, **{"Idempotency-Key": "friday-1-deal"})
    scorekeeper.at(f"/games/{game}/events", {"events": [revealed(s0="KH", s1="2C", s2="9D")]}, 5)
    scorekeeper.at(f"/games/{game}/events", {"events": [{"type": "NoteWritten", "data": {"note": "Wrong table."}}]}, 6)
    scorekeeper.at(f"/games/{game}/events", {"events": [{"type": "Retracted", "data": {"target": 7}}]}, 7)
    _validated(parts, game)
    for path in ("", "/events", "/replay", "/diff?from=6", "/picture", "/findings", "/rulings", "/export", "/pins"):
        scorekeeper.get(f"/games/{game}{path}")
    scorekeeper.get("/export-formats")
    file = scorekeeper.get(f"/games/{game}/export?format=ndjson").get_data()
    scorekeeper.call("POST", "/records/verify", data=file)
    owner.call("POST", "/records", data=file)
    _followed(scorekeeper, f"/games/{game}/live")
    director = owner
    claim = {"type": "ClaimMade", "data": {"seat": 0, "claim": "The rest is mine."}}
    at = scorekeeper.recorded(game, claim)
    director.at(f"/games/{game}/answers", {"claim": at, "seat": 1, "accepts": True}, at)
    at = scorekeeper.recorded(game, {"type": "ResultStated", "data": {"winners": [0], "scores": {"0": 4, "1": 2, "2": 0}}})
    scorekeeper.put(f"/games/{game}/seats/1/pin", {"pin": "2468"})
    scorekeeper.at(f"/games/{game}/confirmation", {"seat": 1, "pin": "2468"}, at)
    _validated(parts, game)
    again = scorekeeper.post(f"/games/{game}/rematch").json["game"]
    scorekeeper.post(f"/games/{again}/handover", headers={"Idempotency-Key": "friday-2-hand-over"})
    _projected(parts)
    scorekeeper.get("/games?state=confirmed")
    scorekeeper.get("/clubs/home/players")
    scorekeeper.get("/clubs/home/games")
    scorekeeper.get(f"/clubs/home/players/{scorekeeper.get('/clubs/home/players').json['players'][0]['person']}")
    scorekeeper.get("/records?state=confirmed")
    scorekeeper.get("/clubs/home/feed?limit=2")


def _tournament(club: Club, owner: Person) -> None:
    """A Swiss tournament of four entries is planned, played for a round and published; a large one is paired by a worker."""
    owner.get("/tournaments/formats?entries=4")
    owner.post("/tournaments/plan", {**CUP, "entries": 4})
    cup = owner.post("/tournaments", CUP, headers={"Idempotency-Key": "autumn-cup"}).json["tournament"]
    here = f"/tournaments/{cup}"
    made = [{"type": "EntryMade", "data": {"entry": n, "people": [], "name": f"Player {n}"}} for n in range(1, 5)]
    at = owner.at(f"{here}/events", {"events": made}, 1, **{"Idempotency-Key": "autumn-cup-entries"}).json["version"]
    at = owner.post(f"{here}/entries/1/check-in", {"pin": "1357"}).json["version"]
    owner.put(f"{here}/entries/2/pin", {"pin": "8642"})
    paired = owner.at(f"{here}/rounds", {"seed": 1}, at, **{"Idempotency-Key": "autumn-cup-1"}).json
    published = {"type": "RoundPublished", "data": {"round": 1}}
    owner.at(f"{here}/events", {"events": [published]}, paired["version"])
    tables = [table["table"] for table in paired["tables"]]
    owner.post(f"{here}/rounds/1/tables/{tables[0]}/game", {})
    owner.get(f"{here}/rounds/1/tables/{tables[0]}/entries")
    typed = {"type": "ResultEntered", "data": {"round": 1, "table": tables[1], "scores": [11, 3]}}
    at = owner.at(f"{here}/events", {"events": [typed]}, "*").json["version"]
    owner.get(f"{here}/pending")
    at = owner.post(f"{here}/rounds/1/tables/{tables[1]}/approval", {"result": at}).json["version"]
    for path in ("", "/events", "/rounds/1", "/standings", "/standings/1", "/desk", "/crosstable", "/export?format=csv&table=standings"):
        owner.get(f"{here}{path}")
    owner.get(f"{here}/standings/people")
    owner.get(f"{here}/standings/pairs")
    owner.at(f"{here}/standings/published", {"through_round": 1}, at)
    owner.post(f"{here}/exports")
    _followed(owner, f"{here}/live")
    owner.post("/tournaments/import", ELSEWHERE)
    _paired_by_a_worker(club.parts, owner)
    _projected(club.parts)
    owner.get("/tournaments")
    _knock_out(owner)
    _season(owner)


def _knock_out(owner: Person) -> None:
    """Three entries: the best seed has a bye, and the others have not played yet."""
    opening = {**CUP, "title": "Winter knock-out", "format": "single-elimination", "settings": {}}
    cup = owner.post("/tournaments", opening).json["tournament"]
    seeded = enumerate(("Ann", "Bo", "Cy"), 1)
    made = [{"type": "EntryMade", "data": {"entry": seed, "people": [], "name": name, "seed": seed}} for seed, name in seeded]
    at = owner.at(f"/tournaments/{cup}/events", {"events": made}, "*").json["version"]
    owner.at(f"/tournaments/{cup}/rounds", {"seed": 1}, at)
    owner.get(f"/tournaments/{cup}/bracket")
    owner.get(f"/tournaments/{cup}/stages")


def _season(owner: Person) -> None:
    """Two people play an evening, which counts in a season; later its result is corrected."""
    people = [owner.post("/people", {"name": name}).json["person"] for name in ("Ada", "Bert")]
    cup = owner.post("/tournaments", {**CUP, "title": "First evening"}).json["tournament"]
    made = [{"type": "EntryMade", "data": {"entry": n, "people": [person], "name": f"Player {n}"}} for n, person in enumerate(people, 1)]
    at = owner.at(f"/tournaments/{cup}/events", {"events": made}, "*").json["version"]
    at = owner.at(f"/tournaments/{cup}/rounds", {"seed": 1}, at).json["version"]

    def finished(winner: int) -> int:
        typed = {"type": "ResultEntered", "data": {"round": 1, "table": 1, "winners": [winner]}}
        at = owner.at(f"/tournaments/{cup}/events", {"events": [typed]}, "*").json["version"]
        owner.post(f"/tournaments/{cup}/rounds/1/tables/1/approval", {"result": at})
        over = {"type": "TournamentFinished", "data": {}}
        return int(owner.at(f"/tournaments/{cup}/events", {"events": [over]}, "*").json["version"])

    owner.at(f"/tournaments/{cup}/events", {"events": [{"type": "RoundPublished", "data": {"round": 1}}]}, at)
    over = finished(0)
    season = owner.post("/seasons", {"name": "Winter", "settings": {"best": 8}}, headers={"Idempotency-Key": "winter"}).json["season"]
    owner.post(f"/seasons/{season}/tournaments", {"tournaments": [cup]}, headers={"Idempotency-Key": "first-evening"})
    owner.at(f"/tournaments/{cup}/events", {"events": [{"type": "Retracted", "data": {"target": over}}]}, "*")
    finished(1)
    (change,) = owner.get(f"/seasons/{season}/pending").json["changes"]
    owner.post(f"/seasons/{season}/pending", {"tournament": cup, "digest": change["digest"]})
    owner.at(f"/seasons/{season}/events", {"events": [{"type": "NoteWritten", "data": {"note": "Prizes in May"}}]}, "*")
    for path in ("", "/standings", f"/standings/{people[0]}", "/events", "/export?format=ndjson", "/export?format=csv"):
        owner.get(f"/seasons/{season}{path}")
    owner.get("/seasons")


def _paired_by_a_worker(parts: Wiring, owner: Person) -> None:
    cup = owner.post("/tournaments", {**CUP, "title": "City championship"}).json["tournament"]
    made = [{"type": "EntryMade", "data": {"entry": n, "people": [], "name": f"Player {n}"}} for n in range(1, MANY + 1)]
    at = owner.at(f"/tournaments/{cup}/events", {"events": made}, 1).json["version"]
    asked = owner.at(f"/tournaments/{cup}/rounds", {}, at).json["pairing"]
    Pairer(parts.rounds, parts.pairings).pair(HOME, asked)
    owner.get(f"/tournaments/{cup}/pairings/{asked}")
    owner.delete(f"/tournaments/{cup}/pairings/{asked}")


def _archives(club: Club, owner: Person) -> None:
    asked = owner.post("/clubs/home/exports").json["id"]
    Exporter(wired_to(club.parts.redis), club.parts.exports, club.parts.config.data).export(HOME, asked)
    owner.get("/clubs/home/exports")
    owner.get(f"/clubs/home/exports/{asked}")
    owner.get(f"/clubs/home/exports/{asked}/file").close()
    owner.get("/clubs/home/export")


def _visitors(club: Club, owner: Person) -> None:
    """A visitor without a link looks around, and plays at a practice table that a member keeps."""
    guest = club.who(None)
    guest.get("/public")
    table = guest.post("/practice", {"system": "high-card", "seats": [{"name": "Kai"}, {"name": "Lou"}, {"name": "Mia"}]}).json
    club.who(table["token"]).post("/practice/links")
    owner.post("/practice/kept", {"token": table["token"]})
    guest.post("/session", {"token": table["token"]})
    guest.delete("/session")


def _goodbyes(club: Club, owner: Person) -> None:
    """The directory is mended; people and tokens go."""
    gus = owner.post("/people", {"name": "Gus"}, headers={"Idempotency-Key": "gus"}).json["person"]
    twin = owner.post("/people", {"name": "Gus B."}).json["person"]
    owner.call("POST", "/people/import", data=b"name\nHank\nIda\n", content_type="text/csv")
    owner.get("/people")
    owner.get(f"/people/{gus}")
    owner.patch(f"/people/{gus}", {"name": "Gustav"})
    owner.post(f"/people/{gus}/merge", {"gone": twin})
    owner.put(f"/clubs/home/members/{gus}", {"role": "scorekeeper"})
    owner.delete(f"/clubs/home/members/{gus}")
    owner.delete(f"/people/{gus}")
    spare = owner.post("/tokens", {"label": "Old phone", "scopes": ["read"]}).json["id"]
    owner.get("/tokens")
    owner.delete(f"/tokens/{spare}")


def _followed(caller: Person, path: str) -> None:
    """Open a live stream and keep its first event."""
    response = caller.call("GET", path, buffered=False)
    chunks: Iterator[bytes] = response.iter_encoded()
    text = "".join(next(chunks).decode() for _ in range(2))
    response.close()
    name = operation_at("GET", response.request.path)["operationId"]
    caller.club.kept[name]["answer"]["body"] = text


def _validated(parts: Wiring, game: str) -> None:
    Validator(parts.records, parts.readings, parts.verdicts, ENGINE).validate(GameId(game), 1)


def _projected(parts: Wiring) -> None:
    Projector(wired_to(parts.redis)).project(HOME)


# --- stand-ins ----------------------------------------------------------------------------------------------------------------------------

BEGAN: Final = 1_794_592_800_000
"""When the day in the files begins, ms UTC: 13 November 2026, 18:00."""
STEP_MS: Final = 600_000
"""Times are rounded to ten minutes."""
FIXED: Final = {"qr": "data:image/svg+xml;base64,PHN2Zy8+", "bytes": 42_000, "csrf": "example", "salt": "example"}
"""Members whose values are replaced, whatever they are."""
SECRET: Final = re.compile(r"\b(f[ui])_([a-z0-9]+)_([a-z2-7]+)_([A-Za-z0-9]+)")
"""The secret of a token or an invitation: kind, club, id, and what nobody may guess."""


@dataclass
class StandIns:
    """Replaces what differs from day to day. `began`: when the day really began, in ms UTC."""

    began: int
    given: dict[str, dict[str, str]] = field(default_factory=dict)

    def learn(self, examples: Any) -> None:
        """Note the ids of all tokens and invitations. Elsewhere such an id looks like any word."""
        for found in SECRET.finditer(json.dumps(examples)):
            self._other("id", found[3], lambda n: _letters(n, 10))

    def instead(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {self._text(name): FIXED.get(name) or self.instead(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.instead(inner) for inner in value]
        if isinstance(value, str):
            return self._text(value)
        return self._time(value) if isinstance(value, int) and value > BEGAN // 2 else value

    def _text(self, text: str) -> str:
        known = self.given["id"]
        text = text.replace(ENGINE, "engine00").replace(WRITER, "writer00")
        text = SECRET.sub(lambda found: f"{found[1]}_{found[2]}_{known[found[3]]}_secret", text)
        text = re.sub(r"\b[a-z2-7]{10}\b", lambda found: known.get(found[0], found[0]), text)
        text = re.sub(r"\b1[0-9]{12}\b", lambda found: str(self._time(int(found[0]))), text)
        text = re.sub(r"\b20[0-9]{2}-[0-9]{2}-[0-9]{2}\b", "2026-11-13", text)
        for kind, pattern, made in PATTERNS:
            text = re.sub(pattern, lambda found, kind=kind, made=made: self._other(kind, found[0], made), text)
        return text

    def _time(self, moment: int) -> int:
        return BEGAN + round((moment - self.began) / STEP_MS) * STEP_MS

    def _other(self, kind: str, value: str, made: Callable[[int], str]) -> str:
        known = self.given.setdefault(kind, {})
        return known.setdefault(value, made(len(known) + 1))


def _letters(number: int, length: int) -> str:
    return f"{number:0{length}d}".translate(str.maketrans("0189", "abcd"))


PATTERNS: Final[tuple[tuple[str, str, Callable[[int], str]], ...]] = (
    ("uuid", r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", lambda n: f"00000000-0000-4000-8000-{n:012d}"),
    ("hash", r"\b[0-9a-f]{64}\b", lambda n: f"{n:064x}"),
    ("name", r"\b[0-9a-f]{32}\b", lambda n: f"{n:032x}"),
    ("export", r"\b[0-9a-f]{16}\b", lambda n: f"{n:016x}"),
    ("person", r"\bp-[0-9a-f]{15}\b", lambda n: f"p-{n:015x}"),
    ("tag", r"(?<=\.[de])[0-9]{10}\b", lambda n: f"{n:010d}"),
    ("place", r"(?<=[0-9]\.)[0-9a-f]{8}\b", lambda n: f"{n:08x}"),
    ("practice", r"practice0[a-z0-9]{7}", lambda _: "practice0example"),
    ("stream", r"(?<=-)[tcs]?[a-z2-7]{16}\b", lambda n: _letters(n, 16)),
    ("end of a stream", r"(?<=[0-9]-)[a-z2-7]{4}(?=\.(?:svg|png|webp|pdf|html)\b)", lambda n: _letters(n, 4)),
)
"""What an id looks like, and its stand-in: {kind: (pattern, how the stand-in is made from its number)}."""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as directory:
        server = start_server(packaged_valkey(), Path(directory) / "valkey")
        try:
            app = create_app(Config(data=Path(directory) / "data", redis_url=f"unix://{server.socket}"))
            app.extensions[EXTENSION].clubs.found(HOME)
            written = played(app)
            end_streams(app)
        finally:
            server.stop()
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, example in written.items():
        (FOLDER / f"{name}.json").write_text(json.dumps(example, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
