"""Measures the time from a breach of the rules until its finding is on the live stream. The whole product runs (`faceup serve`).

python -m bench.finding_latency

RUNS/2 games are played. Two breaches are recorded in each: a call out of turn, and one card shown twice. The clock starts when the request
with the breach is sent. It stops at the stream's first message with a finding on that event. The floor is the time until the event itself
is on the stream.
"""

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx

from bench.figures import Part, Progress, Row, alone
from tests.ops.serving import configured, serving

RUNS: Final = 50
OUT_OF_TURN: Final = {"type": "CardPlaced", "data": {"seat": 2, "call": "middle"}}
SHOWN_TWICE: Final = {"type": "CardsRevealed", "data": {"cards": {"0": "TS", "1": "TS"}}}

Json = dict[str, Any]


def tables(answer: httpx.Response) -> Iterator[tuple[float, Json]]:
    """Yield (time of arrival in seconds, view) for every view that a live stream sends."""
    for line in answer.iter_lines():
        if line.startswith("data: "):
            yield time.perf_counter(), json.loads(line.removeprefix("data: "))


def breached(api: httpx.Client, game: str, moments: Iterator[tuple[float, Json]], breach: Json) -> tuple[float, float]:
    """Record a breach. Returns two times in seconds: until the stream showed the event, and until the stream showed the finding."""
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


def measured(api: httpx.Client, progress: Progress) -> list[tuple[float, float]]:
    results: list[tuple[float, float]] = []
    for number in range(RUNS // 2):
        progress(2 * number / RUNS)
        game = api.post("games", json={"system": "high-card", "seats": [{}, {}, {}]}).json()["game"]
        api.post(f"games/{game}/events", json={"events": [{"type": "OpenerChosen", "data": {"seat": 0}}]}, headers={"If-Match": "*"})
        with api.stream("GET", f"games/{game}/live") as answer:
            moments = tables(answer)
            next(moments)
            for breach in (OUT_OF_TURN, SHOWN_TWICE):
                time.sleep(0.05)
                results.append(breached(api, game, moments, breach))
    return results


def rows(progress: Progress) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
        config = configured(Path(folder) / "data")
        with serving(config, Path(folder) / "printed") as running:
            rights = {"Authorization": f"Bearer {running.owner()}"}
            with httpx.Client(base_url=f"{running.url}/api/v1/", headers=rights, timeout=10) as api:
                seen, results = zip(*measured(api, progress), strict=True)
    return [
        Row("the event on the stream", "ms", [1000 * seconds for seconds in seen]),
        Row("its question on the stream", "ms", [1000 * seconds for seconds in results], limit=50),
    ]


PART: Final = Part(
    "From a slip to its question, over HTTP",
    "Through the whole product, from sending the append to the message of the stream that has the finding, and to that of the event.",
    20,
    rows,
)

if __name__ == "__main__":
    alone(PART)
