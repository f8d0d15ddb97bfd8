"""From a recorded breach to its finding on the live stream, through the whole product as `faceup serve` runs it.

python -m bench.finding_latency

Two breaches are planted in each of RUNS/2 games: a call out of turn, and one card shown twice. Time runs from sending the request to the
arrival of the stream's first message with a finding on that event. Beside it, the floor: the arrival of the event itself, unjudged.
"""

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx

from tests.ops.test_serve import configured, serving

RUNS = 50
OUT_OF_TURN = {"type": "CardPlaced", "data": {"seat": 2, "call": "middle"}}
SHOWN_TWICE = {"type": "CardsRevealed", "data": {"cards": {"0": "TS", "1": "TS"}}}

Json = dict[str, Any]


def tables(answer: httpx.Response) -> Iterator[tuple[float, Json]]:
    """Every moment of a stream, with the second of its arrival."""
    for line in answer.iter_lines():
        if line.startswith("data: "):
            yield time.perf_counter(), json.loads(line.removeprefix("data: "))


def breached(api: httpx.Client, game: str, moments: Iterator[tuple[float, Json]], breach: Json) -> tuple[float, float]:
    """Seconds until the event was to be seen, and until its finding was."""
    began = time.perf_counter()
    answer = api.post(f"games/{game}/events", json={"events": [breach]}, headers={"If-Match": "*"})
    version = answer.raise_for_status().json()["version"]
    seen = 0.0
    for arrived, moment in moments:
        if not seen and moment["game"]["version"] >= version:
            seen = arrived - began
        if any(version in finding["versions"] for finding in moment["findings"]):
            return seen, arrived - began
    raise RuntimeError("the stream ended")


def measured(api: httpx.Client) -> list[tuple[float, float]]:
    found = []
    for _ in range(RUNS // 2):
        game = api.post("games", json={"system": "high-card", "seats": [{}, {}, {}]}).json()["game"]
        api.post(f"games/{game}/events", json={"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]}, headers={"If-Match": "*"})
        with api.stream("GET", f"games/{game}/live") as answer:
            moments = tables(answer)
            next(moments)
            for breach in (OUT_OF_TURN, SHOWN_TWICE):
                time.sleep(0.05)
                found.append(breached(api, game, moments, breach))
    return found


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
        config = configured(Path(folder) / "data")
        with serving(config, Path(folder) / "printed") as running:
            rights = {"Authorization": f"Bearer {running.owner()}"}
            with httpx.Client(base_url=f"{running.url}/api/v1/", headers=rights, timeout=10) as api:
                found = measured(api)
    for name, seconds in zip(("event on the stream", "finding on the stream"), zip(*found, strict=True), strict=True):
        slowest = quantiles(seconds, n=10)[-1]
        print(f"{name:22} median {1000 * median(seconds):5.1f} ms, nine of ten within {1000 * slowest:5.1f} ms, {len(seconds)} runs")


if __name__ == "__main__":
    main()
