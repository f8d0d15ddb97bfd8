"""Registers a made-up system (tests/domain/tricks/plain.py) in every process of one product, when its Python starts.

Python imports a module of this name before any program if its folder is on PYTHONPATH. `tests/browser/test_plain_tricks.py` puts it
there."""

from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.tricks.plain import PLAIN

systems: dict[str, System[Table]] = SYSTEMS  # type: ignore[assignment]
systems[PLAIN.slug] = PLAIN.erased()
