"""Events are appended only through service/recording."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WRITES = {"append", "open", "restore"}


def written(code: str) -> Iterator[str]:
    """Yield the calls in a module's code that write to a stream, such as `….records.append(…)`."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
            owner = node.func.value
            name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
            if name.lstrip("_") == "records":
                yield f"line {node.lineno}: {ast.unparse(node.func)}"


def test_the_source_search_finds_each_call_that_writes_to_a_stream() -> None:
    assert len(list(written("wired().records.append(game)\nself._records.open(club)\nrecords.restore(club)\nlines.append(1)"))) == 3


MODULES = sorted({*ROOT.glob("service/**/*.py"), *ROOT.glob("workers/**/*.py")})


@pytest.mark.parametrize("room", ["service/recording", "service/store"])
def test_the_packages_that_may_write_to_streams_exist(room: str) -> None:
    inside = [module for module in MODULES if module.is_relative_to(ROOT / room)]
    assert inside, f"{room} has moved"


def test_only_recording_and_store_write_to_a_stream() -> None:
    outside = [m for m in MODULES if not m.is_relative_to(ROOT / "service/recording") and not m.is_relative_to(ROOT / "service/store")]
    writers = {str(module.relative_to(ROOT)): calls for module in outside if (calls := list(written(module.read_text("utf-8"))))}
    assert writers == {}
