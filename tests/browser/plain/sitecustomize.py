"""Registers a made-up system (tests/domain/tricks/plain.py) in every process of one product, when its Python starts.

When Python starts, it imports the module `sitecustomize`, if there is one, before it runs the program. `tests/browser/test_plain_tricks.py`
puts this folder on PYTHONPATH, so Python finds this module."""

from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.tricks.plain import PLAIN

systems: dict[str, System[Table]] = SYSTEMS  # type: ignore[assignment]
systems[PLAIN.slug] = PLAIN.erased()
