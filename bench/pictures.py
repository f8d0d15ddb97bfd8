"""Measures what pictures cost, and whether strangers who ask for them hold up a member.

python -m bench.pictures

The pictures are of games played to their ends, one of each family. Then anonymous connections ask for pictures, each of another moment, so
that none is kept, while an owner records and reads. The heavy workers are real ones; the API itself answers in this process."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import count
from statistics import median
from threading import Event
from typing import Final

from bench.figures import Part, Progress, Row, alone, in_turn, percentile
from bench.paper import milliseconds
from bench.strangers import running
from domain.system import PUBLIC
from domain.views.game import Cover, game_json
from domain.words.seated import seated_in
from service.files.formats import export_bytes
from service.pictures.pixels import png_of
from service.pictures.table import table_svg
from service.store.keys import HOME
from tests.api.callers import API, Caller
from tests.heavy.conftest import Installation, shown
from tests.paper.test_game import game

ROUNDS: Final = 5
SLUGS: Final = ("high-card", "one-up", "box", "smear-parlett", "spades-standard", "bid-whist", "hi-lo-casino")
MOST_PNG: Final = 150.0
"""The target: at most this many milliseconds of processor time for a PNG."""
CONNECTIONS: Final = 4
ACTS: Final = 40
HELD_UP: Final = 250.0
"""The target: 99 of 100 appends and reads of the owner take at most this many ms while strangers ask."""
FORMS: Final = ("picture?format=png&at={at}", "picture?format=webp&round=1&scheme=dark", "export?format=pdf", "export?format=html")


def works() -> Iterator[tuple[str, Callable[[], object], float | None]]:
    """Yield (what is made, the function that makes it, the target)."""
    for slug in SLUGS:
        whole = game(slug)
        reading = whole.reading.at(whole.reading.version // 2)
        state = game_json(Cover("home-a", "public", 0), reading, PUBLIC, seated_in(reading, {}), prompts=False)
        yield f"{slug}, PNG", partial(png_of, table_svg(state, slug, "light")), MOST_PNG
    whole = game("spades-standard")
    yield f"spades-standard, replay in one file of {whole.reading.version} events", partial(export_bytes, "html", whole), None


@contextmanager
def strangers(made: Installation, games: list[str]) -> Iterator[list[Future[int]]]:
    """Let CONNECTIONS strangers ask for pictures and files while the caller works. Yields how many answers each of them got, later."""
    ended = Event()

    def ask(number: int) -> int:
        client, got = made.helped.test_client(), 0
        for turn in count(number):
            if ended.is_set():
                return got
            form = FORMS[turn % len(FORMS)].format(at=2 + turn % 300)
            answer = client.get(f"{API}/games/{games[turn % len(games)]}/{form}")
            assert answer.status_code in (200, 429, 503), (form, answer.json)
            got += answer.status_code == 200
            answer.close()
        raise AssertionError

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        asked = [pool.submit(ask, number) for number in range(CONNECTIONS)]
        try:
            time.sleep(1)
            yield asked
        finally:
            ended.set()


def waits(owner: Caller, own: str, progress: Progress) -> list[float]:
    """Return how many ms each append, and each read after it, takes."""
    taken = []
    for number in range(ACTS):
        began = time.perf_counter()
        owner.recorded(own, shown())
        assert owner.get(f"/games/{own}").status_code == 200
        taken.append(1e3 * (time.perf_counter() - began))
        progress(number / ACTS)
        time.sleep(0.05)
    return taken


def rows(progress: Progress) -> list[Row]:
    measured = [*works()]
    figures = in_turn(ROUNDS, lambda share: progress(share / 2), *(partial(milliseconds, work) for _, work, _ in measured))
    costs = [Row(what, "ms", own, limit=limit) for (what, _, limit), own in zip(measured, figures, strict=True)]
    with running() as made:
        owner = Caller(made.helped, made.helper.clubs.issue(HOME, "owner", "own")[1])
        games = [owner.opened(visibility="public") for _ in range(8)]
        for each in games:
            owner.recorded(each, *[shown()] * 300)
        own = owner.opened()
        idle = waits(owner, own, lambda _: None)
        with strangers(made, games) as asked:
            busy = waits(owner, own, lambda share: progress(0.5 + share / 2))
        got = sum(each.result() for each in asked)
    assert got
    return [
        *costs,
        Row("an act and a read, nobody else there: median", "ms", [median(idle)]),
        Row(f"beside {CONNECTIONS} strangers, who got {got} pictures and files: median", "ms", [median(busy)]),
        Row(f"beside {CONNECTIONS} strangers: p99", "ms", [percentile(busy, 99)], limit=HELD_UP),
    ]


PART: Final = Part(
    "Pictures",
    "Milliseconds of processor time to draw a table as PNG; and how long an owner waits while strangers ask for pictures and files.",
    40,
    rows,
)

if __name__ == "__main__":
    alone(PART)
