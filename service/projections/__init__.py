"""Collects every projection: each module in this folder exports one as `PROJECTION`. A projection keeps the rows of a club's table up to
date (projection.py).

Nothing here reads or writes the store: workers/project.py does, and calls `changed`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

from service.engine import ENGINE, engine_of
from service.projections.projection import FactsT, Projection, Row, Turn

RowsOf = Callable[[str, Sequence[bytes]], Mapping[bytes, Row]]
"""A function: (name of a projection, keys) → its stored rows with these keys, by key. Keys without a row are left out."""
Changes = Mapping[str, Mapping[bytes, Row | None]]
"""How rows change: {name of a projection: {key: the changed row; None: delete the row}}."""


def _collected() -> Mapping[str, Projection[Any]]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    projections: list[Projection[Any]] = [module.PROJECTION for module in modules if hasattr(module, "PROJECTION")]
    return {projection.name: projection for projection in projections}


PROJECTIONS: Final = _collected()
"""All projections by name, in order of name."""

FORM: Final = engine_of(Path(__path__[0]))
"""A digest of the source files in this folder. Rows written by code with another digest cannot be read."""
FOLD: Final = f"{ENGINE}.{FORM}"
"""The version of the code that makes rows: a digest of the rules and a digest of this folder. Rows made by another version are made
again."""


def readable(fold: str | None) -> bool:
    """Whether this process can read stored rows. `fold`: the version of the code that made them, a value such as FOLD; None: there are
    no rows."""
    return fold is not None and fold.endswith(f".{FORM}")


def digested(projection: str, key: bytes, row: Row) -> Row:
    """Return the part of a stored row that counts in its digest (`Projection.digested`)."""
    return PROJECTIONS[projection].digested(key, row)


def of_kind(kind: str) -> list[Projection[Any]]:
    """Return the projections that use this kind of stream."""
    return [projection for projection in PROJECTIONS.values() if projection.kind == kind]


def changed(projections: Iterable[Projection[FactsT]], turns: Iterable[Turn[FactsT]], rows_of: RowsOf) -> Changes:
    """Return how the rows of `projections` change. `turns`: for each changed stream, what its facts were and are (`Turn`); a stream may
    have only one turn. `rows_of`: returns the current rows. All projections and all streams must be of one kind."""
    changed_turns = [turn for turn in turns if turn[0] != turn[1]]
    return {projection.name: _changed(projection, changed_turns, rows_of) for projection in projections}


def _changed(projection: Projection[FactsT], turns: Iterable[Turn[FactsT]], rows_of: RowsOf) -> Mapping[bytes, Row | None]:
    concerned = [(key, turn) for turn in turns for key in sorted({key for facts in turn if facts for key in projection.keys(facts)})]
    before = rows_of(projection.name, list(dict.fromkeys(key for key, _ in concerned)))
    rows: dict[bytes, Row | None] = {}
    for key, turn in concerned:
        rows[key] = projection.fold(key, rows.get(key, before.get(key)), *turn)
    return {key: row for key, row in rows.items() if row != before.get(key)}
