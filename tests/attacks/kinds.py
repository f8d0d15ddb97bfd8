"""The attacks: what a stranger requests again and again. `python -m tests.attacks.kinds NAME URL SECONDS KNOWN HEADERS` attacks over eight
connections, and prints the statuses of the answers as JSON. KNOWN (what the attacker knows: known.py) and HEADERS (of every request) are
JSON."""

import json
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from tests.attacks.clubs import feed, files, garbage, live, pairing, people, pins, standings, tables, unpaired, words
from tests.attacks.known import API, Known, Send, getting

CONNECTIONS: Final = 8
MIB: Final = 1024 * 1024
SIGNED: Final = ("lists", "feed", "pairing", "files", "people", "pins")
"""The attacks for which the attacker has a token."""


def sheet(size: int) -> bytes:
    """A score sheet of `size` bytes."""
    head = b'[System "high-card"]\n[Players "Anna; Ben; Cem"]\n\n'
    line = b"1. Anna AS! Ben KH? Cem 2C { a remark } (Ben QH) 2. Ben TD Cem 9S Anna 8C\n"
    return (head + line * (size // len(line) + 1))[:size]


@dataclass
class Attack:
    """An attack. `sends`: the requests, which the connections take in turn."""

    sends: list[Send]
    statuses: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    def run(self, url: str, seconds: float, headers: dict[str, str] | None = None) -> None:
        """Send over CONNECTIONS connections for `seconds`."""
        end = time.monotonic() + seconds
        threads = [threading.Thread(target=self._send, args=(url, end, number, headers or {})) for number in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _send(self, url: str, end: float, number: int, headers: dict[str, str]) -> None:
        with httpx.Client(base_url=url, timeout=120, headers=headers) as client:
            while True:
                began = time.monotonic()
                try:
                    status = str(self.sends[number % len(self.sends)](client).status_code)
                except httpx.TransportError as lost:
                    status = type(lost).__name__
                self.statuses[status] += 1
                self.slowest = max(self.slowest, time.monotonic() - began)
                number += 1
                if time.monotonic() >= end:
                    return


def strange(client: httpx.Client) -> httpx.Response:
    """Send headers that no client sends. Returns the first answer with a status of 500 or more, otherwise the last answer."""
    values = [b"", b"Bearer", b"Bearer \xff\xfe", b"Basic Zm9vOmJhcg==", b"Bearer " + b"x" * 4000]
    answers = [client.get(path, headers={b"Authorization": value}) for value in values for path in ("/", f"{API}/games", "/livez")]
    return next((answer for answer in answers if answer.status_code >= 500), answers[-1])


def attacks(known: Known) -> dict[str, list[Send]]:
    """The attacks by name."""
    at, cup = f"{API}/games/{known.game}", f"{API}/tournaments/{known.tournament}"
    clubs = (feed, live, standings, pairing, unpaired, files, tables, people, words, pins, garbage)
    return {
        "sheet": [lambda client: client.post(f"{API}/records/verify", content=sheet(16 * MIB))],
        "small-sheet": [lambda client: client.post(f"{API}/records/verify", content=sheet(MIB))],
        "history": getting(*(f"{at}{path}" for path in ("?at=4000", "/diff?from=2", "/diff?between=recorded,corrected", "?at=300"))),
        "replay": getting(f"{at}/replay?as=recorded", f"{at}/replay", f"{at}/findings", f"{at}/export?format=json"),
        "lists": getting(f"{API}/games?player={known.person}", f"{API}/games?state=finished", f"{API}/games?state=open", f"{API}/public"),
        "header": [strange],
        "cup": getting(cup, f"{cup}/standings", f"{cup}/rounds/1", f"{cup}/crosstable", f"{API}/tournaments"),
        "pages": getting("/", f"/games/{known.game}", f"/games/{known.game}/rules", f"/tournaments/{known.tournament}"),
        **{attack.__name__: attack(known) for attack in clubs},
    }


def main() -> None:
    name, url, seconds, known, headers = sys.argv[1], sys.argv[2], float(sys.argv[3]), json.loads(sys.argv[4]), json.loads(sys.argv[5])
    attack = Attack(attacks(Known(**known))[name])
    attack.run(url, seconds, headers)
    told: dict[str, Any] = {"statuses": dict(attack.statuses), "slowest": round(attack.slowest, 3)}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
