"""An installation that is worth attacking: a long public game that was recorded by a table link, a person with many games, a large
tournament."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from itertools import takewhile
from pathlib import Path
from statistics import median

import httpx

from bench.cup import acts, stored
from domain.kernel.events.tournaments import RoundPaired
from service.clock import now_ms
from service.store.connect import write_client
from service.store.tournaments.tournaments import TournamentStreams
from tests.attacks.honest import Honest
from tests.attacks.kinds import SIGNED
from tests.attacks.known import API, Known
from tests.attacks.strangers import p99
from tests.browser.cups import opened
from tests.ops.serving import Serving, configured, serving
from tests.waiting import WITHIN


@dataclass
class Target:
    """An installation that is attacked. `known`: what a stranger knows of it."""

    serving: Serving
    token: str
    known: Known


@dataclass
class Outcome:
    """What happened during an attack. `honest`: the honest people. `gone`: processes of the API that ended. `statuses`: how often the
    attacker got each status. `slowest`: the seconds of the attacker's slowest request."""

    name: str
    honest: Honest
    gone: set[int]
    statuses: dict[str, int]
    slowest: float

    @property
    def wrong(self) -> list[str]:
        """What went wrong for the honest people."""
        return [*self.honest.lives.wrong, *self.honest.appends.wrong, *self.honest.watched.wrong]

    def told(self) -> str:
        people = {"livez": self.honest.lives, "append": self.honest.appends}
        times = [f"{who} p50 {median(seen.seconds) * 1000:.0f} p99 {p99(seen.seconds) * 1000:.0f} ms" for who, seen in people.items()]
        others = [f"seen live {len(self.honest.versions)}", f"wrong {self.wrong[:3]}", f"ended {len(self.gone)}"]
        return "  ".join([f"{self.name:12}", *times, *others, f"attacker {self.statuses}, slowest {self.slowest:.1f} s"])


def attacked(target: Target, name: str, seconds: float) -> Outcome:
    """Attack for `seconds`, in a process of its own, while honest people use the installation."""
    before = processes(target.serving)
    headers = {"Authorization": f"Bearer {target.token}"} if name in SIGNED else {}
    words = ["tests.attacks.kinds", name, target.serving.url, str(seconds), json.dumps(asdict(target.known)), json.dumps(headers)]
    with Honest(target.serving.url, target.token) as honest:
        told = json.loads(subprocess.run([sys.executable, "-m", *words], check=True, capture_output=True, text=True).stdout)
    return Outcome(name, honest, before - processes(target.serving), told["statuses"], told["slowest"])


@contextmanager
def prepared(
    folder: Path, *, events: int = 8_000, games: int = 300, entries: int = 64, largest: tuple[int, int] = (500, 11), people: int = 6_000
) -> Iterator[Target]:
    """Run an installation with the defaults of the product. `events`: how many events are sent to the long game. `games`: how many games
    one person has. `largest`: the numbers of entries and rounds of the largest tournament. `people`: how many people the club has."""
    config = replace(configured(folder / "data"), processes=2, workers=2, heavy=2)
    with serving(config, folder / "printed") as running:
        token = running.owner()
        with httpx.Client(base_url=running.url, timeout=WITHIN, headers={"Authorization": f"Bearer {token}"}) as owner:
            _registered(owner, people)
            cups = [_played(running, *size) for size in ((min(200, largest[0]), largest[1]), largest)]
            known = Known(
                game=_long(owner, running.url, events),
                person=_busy(owner, games),
                tournament=_cup(running.url, token, entries),
                middling=cups[0][0],
                largest=cups[1][0],
                events=cups[1][1],
            )
        yield Target(running, token, known)


def processes(running: Serving) -> set[int]:
    """Return the ids of the API processes. The heavy workers, which answer long requests, are not among them."""
    found = set()
    for each in Path("/proc").iterdir():
        if not each.name.isdecimal():
            continue
        try:
            words = (each / "cmdline").read_bytes()
            environ = (each / "environ").read_bytes()
        except OSError:
            continue
        if b"service.serving.api" in words and f"PORT={running.config.port}\0".encode() in environ:
            found.add(int(each.name))
    assert found or os.name != "posix"
    return found


def _long(owner: httpx.Client, url: str, events: int) -> str:
    """Open a public game, and let the holder of a table link record as many events as the service accepts."""
    body = {"system": "high-card", "seats": [{}, {}, {}], "visibility": "public"}
    game = str(owner.post(f"{API}/games", json=body).json()["game"])
    link = owner.post(f"{API}/tokens", json={"scopes": ["record"], "game": game, "label": "table"}).json()
    shown = [{"type": "CardsShown", "data": {"seat": 0, "cards": ["AS"]}}] * 200
    with httpx.Client(base_url=url, timeout=WITHIN, headers={"Authorization": f"Bearer {link['token']}", "If-Match": "*"}) as table:
        for _ in range(events // 200):
            if table.post(f"{API}/games/{game}/events", json={"events": shown}).status_code != 201:
                break
    return game


def _busy(owner: httpx.Client, games: int) -> str:
    person = str(owner.post(f"{API}/people", json={"name": "Zoe"}).json()["person"])
    for _ in range(games):
        owner.post(f"{API}/games", json={"system": "high-card", "seats": [{"person": person}, {}, {}], "visibility": "public"})
    return person


def _registered(owner: httpx.Client, people: int) -> None:
    for first in range(0, people, 2000):
        names = "".join(f"Player {number}\n" for number in range(first, min(first + 2000, people)))
        while (
            made := owner.post(f"{API}/people/import", content=f"name\n{names}", headers={"Content-Type": "text/csv"})
        ).status_code == 503:
            time.sleep(float(made.headers["Retry-After"]))  # the heavy workers are still starting
        assert made.status_code == 201, made.text


def _played(running: Serving, entries: int, rounds: int) -> tuple[str, int]:
    """Make a public Swiss tournament whose last round is not paired yet. Returns its id and its version."""
    made = [*takewhile(lambda act: not (isinstance(act, RoundPaired) and act.round == rounds), acts(entries, rounds))]
    with write_client(running.config.store_url) as redis:
        return str(stored(TournamentStreams(redis, now_ms), made)), len(made)


def _cup(url: str, token: str, entries: int) -> str:
    """Make a public Swiss tournament with one round that was played and one that is being played."""
    with httpx.Client(base_url=f"{url}{API}", timeout=WITHIN, headers={"Authorization": f"Bearer {token}"}) as owner:
        cup = opened(owner, [f"Player {number}" for number in range(1, entries + 1)])
        cup.play()
        cup.pair()
    return cup.id
