"""Every projection. Each module in this folder exports `PROJECTION`, and this package collects them.

The rows of all of them move on together. Nothing here reads or writes the store: workers/project.py does, with `changed`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

from service.engine import ENGINE, engine_of
from service.projections.projection import FactsT, Projection, Row, Turn

RowsOf = Callable[[str, Sequence[bytes]], Mapping[bytes, Row]]
"""(projection, keys) → those of the rows that exist."""
Changes = Mapping[str, Mapping[bytes, Row | None]]
"""By projection: the rows that changed; None: a row to delete."""


def _collected() -> Mapping[str, Projection[Any]]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    projections: list[Projection[Any]] = [module.PROJECTION for module in modules if hasattr(module, "PROJECTION")]
    return {projection.name: projection for projection in projections}


PROJECTIONS: Final = _collected()
"""Every projection by name, in order of name."""

FORM: Final = engine_of(Path(__path__[0]))
"""The digest of the sources that write rows: rows of another form cannot be read."""
FOLD: Final = f"{ENGINE}.{FORM}"
"""The digest of the sources of the rules and of the projections: rows of another fold are made again."""


def readable(fold: str | None) -> bool:
    """Whether this process can read rows of this fold; None: there are no rows."""
    return fold is not None and fold.endswith(f".{FORM}")


def of_kind(kind: str) -> list[Projection[Any]]:
    """The projections that fold facts of streams of that kind."""
    return [projection for projection in PROJECTIONS.values() if projection.kind == kind]


def changed(projections: Iterable[Projection[FactsT]], turns: Iterable[Turn[FactsT]], rows_of: RowsOf) -> Changes:
    """The changes that `turns` of streams of one kind make to the rows of `projections`, which fold that kind. Each stream occurs once."""
    changed_turns = [turn for turn in turns if turn[0] != turn[1]]
    return {projection.name: _changed(projection, changed_turns, rows_of) for projection in projections}


def _changed(projection: Projection[FactsT], turns: Iterable[Turn[FactsT]], rows_of: RowsOf) -> Mapping[bytes, Row | None]:
    concerned = [(key, turn) for turn in turns for key in sorted({key for facts in turn if facts for key in projection.keys(facts)})]
    before = rows_of(projection.name, list(dict.fromkeys(key for key, _ in concerned)))
    rows: dict[bytes, Row | None] = {}
    for key, turn in concerned:
        rows[key] = projection.fold(key, rows.get(key, before.get(key)), *turn)
    return {key: row for key, row in rows.items() if row != before.get(key)}
