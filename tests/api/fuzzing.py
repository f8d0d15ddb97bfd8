"""Sends random requests with the program Schemathesis. Each must be answered or refused as openapi.yaml says. No request may make the
server fail.

Visitors of every scope send requests to a served application on a real store. Only the first event of a live stream is read.

python -m tests.api.fuzzing [EXAMPLES [SCOPE …]]    runs all phases, with EXAMPLES examples of every operation; without SCOPE: for all
                                                    (`make fuzz`)
"""

import json
import logging
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
from werkzeug.serving import make_server

from service.api.openapi import PLACE
from service.app import create_app
from service.config import Config
from service.engine import ENGINE
from service.store.keys import HOME, parse_game
from service.wiring import EXTENSION, Wiring
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.streams import end_streams
from tests.waiting import WITHIN
from workers.validate import Validator

SEED: Final = 3
SCOPES: Final = ("none", "read", "seat", "link", "record", "direct")
"""The visitors, in order: a stranger, a reader of the club, a reader at one seat, a recorder at one table, a scorekeeper, a director."""

CONFIG: Final = """
max-stream-events = 1
request-timeout = 120.0

[checks]
# No schema can say that a version exists, that a seat is at this table or that a cursor is ours. Such values are refused with 422.
# An unknown invitation is refused as gone (410). `If-Match: *`, of the dictionary below, is refused where a version must be named (428).
positive_data_acceptance.expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 410, 412, 422, 428]
# A missing If-Match has a status of its own (428, RFC 6585 §3). A visitor who may not know of the game is refused before that.
missing_required_header.expected-statuses = [400, 401, 403, 404, 406, 415, 422, 428]
# A body with more than 500 events is too large (413).
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428]

[parameters]
"path.game" = { dictionary = "games", probability = 0.9 }
"path.club" = { dictionary = "clubs", probability = 0.9 }
"path.slug" = { dictionary = "systems", probability = 0.9 }
"path.token_id" = { dictionary = "tokens", probability = 0.9 }
"query.at" = { dictionary = "numbers", probability = 0.8 }
"query.at_least" = { dictionary = "numbers", probability = 0.95 }
"query.view" = { dictionary = "views", probability = 0.7 }
"header.If-Match" = { dictionary = "versions", probability = 0.8 }

[dictionaries]
"""

Dictionaries = Mapping[str, list[Any]]


@dataclass(frozen=True, slots=True)
class Target:
    """A served application. `secrets`: the token of each scope; a stranger has None. `known`: ids and other valid values to try."""

    url: str
    secrets: Mapping[str, str | None]
    known: Dictionaries

    def config(self, folder: Path) -> Path:
        """Write the settings of schemathesis into `folder`; return the path of the file."""
        lines = [f"{name} = {{ values = {json.dumps(values)} }}" for name, values in self.known.items()]
        settings = folder / "schemathesis.toml"
        settings.write_text(CONFIG + "\n".join(lines) + "\n", encoding="utf-8")
        return settings


@contextmanager
def target(server: RunningServer, folder: Path) -> Iterator[Target]:
    """Fill the store and serve an application on it."""
    app = create_app(Config(data=folder / "data", redis_url=f"unix://{server.socket}"))
    parts: Wiring = app.extensions[EXTENSION]
    parts.clubs.found(HOME)
    listener = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=listener.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield _furnished(f"http://127.0.0.1:{listener.port}", parts)
    finally:
        end_streams(app)
        listener.shutdown()
        thread.join()
        listener.server_close()


def _furnished(url: str, parts: Wiring) -> Target:
    """Record games with a breach, sealed cards, a correction and a closed history. Issue a token of every scope, and spare tokens, which
    the requests may withdraw."""
    _, direct = parts.clubs.issue(HOME, "fuzz", "direct")
    with httpx.Client(base_url=f"{url}/api/v1", headers={"Authorization": f"Bearer {direct}"}, timeout=WITHIN) as api:
        games = [_game(api, slug, visibility) for slug in ("high-card", "one-up") for visibility in ("public", "private")]
    for game in games:
        Validator(parts.records, parts.readings, parts.verdicts, ENGINE).validate(parse_game(game), 1)
    table = games[1]
    secrets = {
        "none": None,
        "read": parts.clubs.issue(HOME, "fuzz", "read")[1],
        "seat": parts.clubs.issue(HOME, "fuzz", "read", game=table, seat=1)[1],  # type: ignore[arg-type]
        "link": parts.clubs.issue(HOME, "fuzz", "record", game=table)[1],
        "record": parts.clubs.issue(HOME, "fuzz", "record")[1],
        "direct": direct,
    }
    known = {
        "games": games,
        "clubs": [HOME, "other"],
        "systems": ["high-card", "one-up"],
        "tokens": [parts.clubs.issue(HOME, "spare", "read")[0].id for _ in range(5)],
        "numbers": [1, 2, 4],
        "views": ["public", "seat:0", "seat:1", "scorekeeper", "director"],
        "versions": ["*", '"1"', '"2"', '"4"'],
    }
    return Target(url, secrets, known)


def _game(api: httpx.Client, slug: str, visibility: str) -> str:
    """Open a game with three seats, record two acts, and withdraw the second act, which is version 3."""
    opened = api.post("/games", json={"system": slug, "seats": [{"name": "Anna"}, {}, {}], "visibility": visibility})
    game = str(opened.json()["game"])
    acts = {
        "high-card": [("OpenerChosen", {"seat": 0}), ("CardPlaced", {"seat": 1, "call": "middle", "card": "TS"})],
        "one-up": [("CardOffered", {"seat": 0, "card": "TS"}), ("CardOffered", {"seat": 0, "card": "TS"})],
    }[slug]
    events = [{"type": kind, "data": data} for kind, data in (*acts, ("Retracted", {"target": 3}))]
    answer = api.post(f"/games/{game}/events", json={"events": events}, headers={"If-Match": "*"})
    assert answer.status_code == 201, answer.text
    return game


def fuzzed(found: Target, scope: str, config: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    secret = found.secrets[scope]
    who = () if secret is None else ("-H", f"Authorization: Bearer {secret}")
    settings = ("--seed", str(SEED), "--continue-on-failure", "--warnings", "off", *options)
    program = Path(sys.executable).parent / "schemathesis"
    command = [str(program), "--no-color", "--config-file", str(config), "run", str(PLACE), "--url", found.url, *who, *settings]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=config.parent)


def main(examples: str = "60", *scopes: str) -> int:
    """Run every phase for `scopes`, or for every scope. Returns the number of scopes that failed."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as directory:
        folder = Path(directory)
        server = start_server(packaged_valkey(), folder / "valkey")
        try:
            with target(server, folder) as served:
                config = served.config(folder)
                for scope in scopes or SCOPES:
                    run = fuzzed(served, scope, config, "--max-examples", examples)
                    failed += run.returncode != 0
                    sys.stdout.write(f"\n##### {scope}: {'FAILED' if run.returncode else 'passed'}\n{run.stdout}{run.stderr}")
                    sys.stdout.flush()
        finally:
            server.stop()
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
