"""Counts what somebody must read to follow one request or one job through the project, and the circles between the rooms of service/.

python -m bench.walks [--names WALK]

With --names, lists the functions of one walk instead, so that a newcomer can read it.

A *walk* is everything in domain/, service/ and workers/ that one request or one job calls. The application and the validator run in this
process, on a real server. Each walk is done TIMES times, each time with a new game or tournament. The one with the fewest functions counts:
imports, what a process makes only once and what it looks up every few seconds do not.

* modules: how many modules have a function that is called.
* functions: how many functions and methods are called; each counts once. Comprehensions and lambdas belong to the function in which they
  are written. Code that is in no file, such as the `__init__` of a dataclass, does not count.
* moves: how often a function calls one of another module. Libraries are left out: when Flask calls a view, the caller is the function
  that called Flask. A generator is called once, where its first value is taken: going on with it is no move.

A *room* is a module or package directly in service/. In a *circle* of rooms each needs all others, directly or through other rooms. Imports
inside functions and imports for types count too.
"""

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from types import FrameType
from typing import Final

import click
import grimp
import rustworkx

from bench.append import HAND
from bench.cup import acts, stored
from bench.figures import Part, Progress, Row
from bench.growth import Api, world
from service.clock import now_ms
from service.store.keys import GameId
from service.store.tournaments.tournaments import TournamentStreams
from workers.validate import Validator

PROJECT: Final = frozenset({"domain", "service", "workers"})
TIMES: Final = 4
ENTRIES: Final = 8
ROUNDS: Final = 3
RESULT: Final = {"type": "ResultEntered", "data": {"round": ROUNDS, "table": 1, "scores": [3, 1]}}
WALKS: Final = {
    "append": "`POST …/events`, one card",
    "job": "the validation of this card",
    "game-cold": "`GET /games/{id}`, the first after this card",
    "game-warm": "`GET /games/{id}`, again",
    "standings-cold": f"standings of {ENTRIES} entries, the first after a result",
    "standings-warm": f"standings of {ENTRIES} entries, again",
}
"""What is done in each walk. The walks follow each other in this order. The game is of High Card."""
MODULES: Final = {"append": 30, "game-cold": 35, "game-warm": 35, "standings-cold": 25, "standings-warm": 20}
MOVES: Final = {"append": 80}
"""The goals: the most modules and the most moves of a walk."""


@dataclass(slots=True)
class Walk:
    """`entered`: the functions of each module; modules and functions are in the order in which they were called first."""

    entered: dict[str, dict[str, None]] = field(default_factory=dict)
    moves: int = 0

    @property
    def modules(self) -> int:
        return len(self.entered)

    @property
    def functions(self) -> int:
        return sum(map(len, self.entered.values()))


def walked(work: Callable[[], object], packages: Set[str] = PROJECT) -> Walk:
    """Call `work` and return its walk through the modules of `packages`. What other threads do is not seen."""
    walk, generators = Walk(), set[FrameType]()

    def called(frame: FrameType, event: str, _value: object) -> None:
        code, module = frame.f_code, _module(frame, packages)
        if event != "call" or module is None or code.co_name.startswith("<") or frame in generators:
            return
        if code.co_flags & inspect.CO_GENERATOR:
            generators.add(frame)
        walk.entered.setdefault(module, {})[code.co_qualname] = None
        walk.moves += _caller(frame, packages) not in (module, None)

    former = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(former)
    return walk


def _module(frame: FrameType, packages: Set[str]) -> str | None:
    """Return the module in whose file this code is; None if it is in no file of `packages`."""
    name: str = frame.f_globals.get("__name__", "")
    return name if name.partition(".")[0] in packages and not frame.f_code.co_filename.startswith("<") else None


def _caller(frame: FrameType, packages: Set[str]) -> str | None:
    """Return the module of the nearest caller that is in `packages`; None if there is none."""
    below = frame.f_back
    while below is not None:
        module = _module(below, packages)
        if module is not None:
            return module
        below = below.f_back
    return None


def walks(times: int = TIMES) -> dict[str, Walk]:
    """Do each walk so many times. Returns the shortest of each by its name, in the order of WALKS."""
    with world() as here:
        api, validator, streams = here.api(), here.validator(), TournamentStreams(here.redis, now_ms)
        done = [_of_a_game(api, validator) | _of_a_tournament(api, streams) for _ in range(times)]
    return {name: min((each[name] for each in done), key=lambda walk: (walk.functions, walk.moves)) for name in WALKS}


def _of_a_game(api: Api, validator: Validator) -> dict[str, Walk]:
    path = api.asked("/games", {"system": "high-card", "seats": [{}, {}, {}]})["Location"].removeprefix("/api/v1")
    game = GameId(path.rpartition("/")[2])
    api.asked(f"{path}/events", {"events": [*HAND, *HAND[:2]]}, If_Match="*")
    validator.validate(game, 1)
    api.asked(path)
    return {
        "append": walked(lambda: api.asked(f"{path}/events", {"events": [HAND[2]]}, If_Match="*")),
        "job": walked(lambda: validator.validate(game, 1)),
        "game-cold": walked(lambda: api.asked(path)),
        "game-warm": walked(lambda: api.asked(path)),
    }


def _of_a_tournament(api: Api, streams: TournamentStreams) -> dict[str, Walk]:
    path = f"/tournaments/{stored(streams, list(acts(ENTRIES, ROUNDS, open_last=True)))}"
    api.asked(f"{path}/standings")
    api.asked(f"{path}/events", {"events": [RESULT]}, If_Match="*")
    return {
        "standings-cold": walked(lambda: api.asked(f"{path}/standings")),
        "standings-warm": walked(lambda: api.asked(f"{path}/standings")),
    }


def circles(graph: grimp.ImportGraph, package: str) -> dict[tuple[str, ...], int]:
    """Find the circles between the rooms of `package`. Returns, for each circle, the names of its rooms and the number of imports from one
    of its rooms into another."""
    crossing: Counter[tuple[str, str]] = Counter()
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            if package not in (importer, imported):
                crossing[importer.split(".")[1], imported.split(".")[1]] += 1
    rooms = sorted({room for pair in crossing for room in pair})
    needs: rustworkx.PyDiGraph[str, None] = rustworkx.PyDiGraph()
    place = dict(zip(rooms, needs.add_nodes_from(rooms), strict=True))
    needs.add_edges_from_no_data([(place[one], place[other]) for one, other in crossing])
    found = [sorted(rooms[at] for at in each) for each in rustworkx.strongly_connected_components(needs) if len(each) > 1]
    return {tuple(each): sum(n for (one, other), n in crossing.items() if one != other and {one, other} <= {*each}) for each in found}


def circles_of_service() -> dict[tuple[str, ...], int]:
    graph = grimp.build_graph("service", cache_dir=None)  # the cache misses imports of a package that is new
    return circles(graph, "service")


def rows(progress: Progress) -> list[Row]:
    results = []
    for name, walk in walks().items():
        results.append(Row(f"{WALKS[name]}: modules", "modules", [walk.modules], limit=MODULES.get(name)))
        results.append(Row(f"{WALKS[name]}: moves", "moves", [walk.moves], limit=MOVES.get(name)))
    progress(1.0)
    return [*results, Row("circles between rooms of service/", "circles", [len(circles_of_service())], limit=0)]


PART: Final = Part(
    "What one answer goes through",
    "How many modules of the project a request or a job enters, and how often it moves from one to another. `bench/walks.py` says what is "
    "counted, and lists the functions of a walk.",
    3,
    rows,
)


@click.command
@click.option("--names", type=click.Choice(tuple(WALKS)), help="List the modules and functions of this walk.")
def main(names: str | None) -> None:
    """Count the modules, functions and moves of each walk, and the circles between the rooms of service/."""
    done = walks()
    if names:
        for module, functions in done[names].entered.items():
            print(module, *functions, sep="\n    ")
        return
    print("| walk | | modules | functions | moves |\n|---|---|---|---|---|")
    for name, walk in done.items():
        print(f"| {name} | {WALKS[name]} | {walk.modules} | {walk.functions} | {walk.moves} |")
    found = circles_of_service()
    print(f"\nCircles between rooms of service/: {len(found)}")
    for rooms, imports in found.items():
        print(f"* {', '.join(rooms)}: {imports} imports")


if __name__ == "__main__":
    main()
