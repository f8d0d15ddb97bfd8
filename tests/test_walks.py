"""What bench/walks.py counts: on two small modules, on a small graph of imports, and on the walks through the server."""

import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path

import grimp
import pytest

from bench import walks
from bench.walks import WALKS, Walk, circles, walked

# --- the two modules ----------------------------------------------------------------------------------------------------------------------

KITCHEN = """
from dataclasses import dataclass

@dataclass
class Plate:
    what: str

    def __post_init__(self):
        self.full = True

    @property
    def empty(self):
        return not self.full

def boil(what): return salt(what)
def salt(what): return what
def courses():
    yield 1
    yield 2
    yield salt(3)
def all_salted(dishes): return [salt(dish) for dish in dishes]
def by_taste(dishes, taste): return sorted(dishes, key=taste)
def tasted(dish): return dish
"""
TABLE = """
from functools import reduce
from {package} import kitchen

def eat():
    {body}

def chew(dish): return dish
def served(): yield 1
"""
WALKED = [
    # what happens in `eat`, the functions called in the kitchen, the functions called at the table, moves
    ("a function that stays at home", "chew(1)", [], ["eat", "chew"], 0),
    ("one call", "kitchen.salt(1)", ["salt"], ["eat"], 1),
    ("calls inside the other module are no moves", "kitchen.boil(1)", ["boil", "salt"], ["eat"], 1),
    ("each call is a move, a function counts once", "kitchen.salt(1), kitchen.salt(2)", ["salt"], ["eat"], 2),
    ("a generator is called once, however often it goes on", "sum(kitchen.courses())", ["courses", "salt"], ["eat"], 1),
    ("the second generator is another call", "list(kitchen.courses()), list(kitchen.courses())", ["courses", "salt"], ["eat"], 2),
    ("who takes its first value calls it", "kitchen.by_taste(served(), str)", ["by_taste"], ["eat", "served"], 2),
    ("a comprehension belongs to its function", "kitchen.all_salted([1, 2])", ["all_salted", "salt"], ["eat"], 1),
    ("there and back", "kitchen.by_taste([1, 2], chew)", ["by_taste"], ["eat", "chew"], 3),
    ("a lambda belongs to where it is written", "kitchen.by_taste([1], lambda dish: chew(dish))", ["by_taste"], ["eat", "chew"], 1),
    ("a library between the two is left out", "reduce(lambda _, dish: kitchen.tasted(dish), [1, 2, 3])", ["tasted"], ["eat"], 2),
    ("the __init__ of a dataclass is in no file", "kitchen.Plate('')", ["Plate.__post_init__"], ["eat"], 1),
    ("a property", "kitchen.Plate('').empty", ["Plate.__post_init__", "Plate.empty"], ["eat"], 2),
]
numbers = count()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of an empty package with a name of its own, which can be imported during the test."""
    folder = tmp_path / f"house{next(numbers)}"
    folder.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == folder.name]:
        del sys.modules[name]


@pytest.mark.parametrize(("body", "kitchen", "table", "moves"), [row[1:] for row in WALKED], ids=[row[0] for row in WALKED])
def test_a_walk_through_two_modules_is_counted_exactly(package: Path, body: str, kitchen: list[str], table: list[str], moves: int) -> None:
    (package / "kitchen.py").write_text(KITCHEN)
    (package / "table.py").write_text(TABLE.format(package=package.name, body=body))
    walk = walked(import_module(f"{package.name}.table").eat, {package.name})
    entered = {module.rpartition(".")[2]: [*functions] for module, functions in walk.entered.items()}
    assert entered == {"table": table} | ({"kitchen": kitchen} if kitchen else {})
    assert (walk.modules, walk.functions, walk.moves) == (len(entered), len(table) + len(kitchen), moves)


# --- circles ------------------------------------------------------------------------------------------------------------------------------

GRAPHS = [
    ("a ladder", "web.page>store.games web.page>store.clubs store.games>store.clubs store.clubs>store.games", {}),
    ("two rooms", "web.page>store.games store.clubs>web.form", {("store", "web"): 2}),
    ("three in a ring, and who only looks on", "a>b b.x>c c>a c>d e>a", {("a", "b", "c"): 3}),
    ("two circles", "a>b b>a b>c c>d d>c c.x>c.y", {("a", "b"): 2, ("c", "d"): 2}),
]


@pytest.mark.parametrize(("imports", "found"), [row[1:] for row in GRAPHS], ids=[row[0] for row in GRAPHS])
def test_circles_of_rooms_are_found_with_the_imports_that_cause_them(imports: str, found: dict[tuple[str, ...], int]) -> None:
    graph = grimp.ImportGraph()
    for each in imports.split():
        importer, imported = (f"service.{name}" for name in each.split(">"))
        graph.add_import(importer=importer, imported=imported)
    assert circles(graph, "service") == found


# --- the server ---------------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def done() -> dict[str, Walk]:
    return walks.walks(times=2)


def rooms(walk: Walk) -> set[str]:
    return {".".join(module.split(".")[:2]) for module in walk.entered}


ENTERS = [
    # the walk, rooms that it enters, rooms that it does not enter
    ("append", {"service.api", "service.recording", "service.store", "domain.record"}, {"workers.validate"}),
    ("job", {"workers.validate", "service.store", "domain.systems"}, {"service.api", "service.recording"}),
    ("game-cold", {"service.api", "service.views", "service.store", "domain.views"}, {"service.recording"}),
    ("game-warm", {"service.api", "service.store"}, {"service.recording"}),
    ("standings-cold", {"service.api", "service.store", "domain.tournament"}, {"domain.systems", "service.recording"}),
    ("standings-warm", {"service.api", "service.store"}, {"domain.systems", "service.recording"}),
]


@pytest.mark.parametrize(("name", "enters", "avoids"), ENTERS, ids=[row[0] for row in ENTERS])
def test_each_walk_enters_the_rooms_that_do_its_work(done: dict[str, Walk], name: str, enters: set[str], avoids: set[str]) -> None:
    assert enters <= rooms(done[name])
    assert not avoids & rooms(done[name])


def test_every_walk_is_done_and_the_warm_ones_are_shorter(done: dict[str, Walk]) -> None:
    assert tuple(done) == tuple(WALKS)
    for what in ("game", "standings"):
        assert done[f"{what}-warm"].functions < done[f"{what}-cold"].functions
        assert done[f"{what}-warm"].moves < done[f"{what}-cold"].moves
