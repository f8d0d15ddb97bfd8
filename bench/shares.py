"""Shows where the time of an append goes: the shares of the rooms of the project, of the libraries, and of waiting for the Redis server.

python -m bench.shares

The application runs in this process, on a real server. The profiler of Python counts the time of each function without those that it calls.
It makes small functions look slower than they are, so the shares tell what to look at first, not how much could be won.
"""

import cProfile
import pstats
from collections import Counter
from pathlib import Path
from typing import Final

from bench.append import BATCH, HAND
from bench.figures import Part, Progress, Row, alone
from bench.growth import Api, world

ROOT: Final = Path(__file__).parents[1]
SINGLE: Final = 400
BATCHES: Final = 60
PER_GAME: Final = 10
"""How many requests go to one game. A record has room for a limited number of events."""
WAITING: Final = ("recv", "poll", "select")
"""Words in the names of the built-in functions that wait for the server."""
LEAST: Final = 1.0
"""Places with a smaller share, in percent, are counted together."""


def shares(api: Api, size: int, requests: int) -> Counter[str]:
    """Append `requests` batches of `size` events. Returns the share of each place in the time, in percent."""
    events = (list(HAND) * (size // len(HAND) + 1))[:size] if size > 1 else [HAND[1]]
    opening = {"system": "high-card", "seats": [{}, {}, {}]}
    paths = [api.asked("/games", opening)["Location"].removeprefix("/api/v1") for _ in range(requests // PER_GAME + 1)]
    for path in paths:
        api.asked(f"{path}/events", {"events": [HAND[0]]}, If_Match="*")
    profile = cProfile.Profile()
    with profile:
        for number in range(requests):
            api.asked(f"{paths[number // PER_GAME]}/events", {"events": events}, If_Match="*")
    spent: Counter[str] = Counter()
    for (file, _, name), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent[_place(file, name)] += own
    whole = spent.total()
    return Counter({place: 100 * own / whole for place, own in spent.items()})


def _place(file: str, name: str) -> str:
    """Return where a function stands: a room of the project, a library, Python itself, or the wait for the server."""
    path = Path(file)
    if path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / ".venv"):
        return "/".join(path.relative_to(ROOT).parts[:2])
    if "site-packages" in path.parts:
        return path.parts[path.parts.index("site-packages") + 1]
    return "waiting for Redis" if any(word in name for word in WAITING) else "Python"


def rows(progress: Progress) -> list[Row]:
    results: list[Row] = []
    with world() as here:
        api = here.api()
        for number, (what, size, requests) in enumerate((("1 event", 1, SINGLE), (f"{BATCH} events", BATCH, BATCHES))):
            found = shares(api, size, requests)
            shown = [(place, share) for place, share in found.most_common() if share >= LEAST]
            results += [Row(f"append {what}: {place}", "%", [share]) for place, share in shown]
            results.append(Row(f"append {what}: the rest", "%", [100 - sum(share for _, share in shown)]))
            progress((number + 1) / 2)
    return results


PART: Final = Part(
    "Where the time of an append goes",
    "Shares of the time in the process of the API, by the profiler of Python. `Python`: its built-in functions and its own library.",
    8,
    rows,
)

if __name__ == "__main__":
    alone(PART)
