"""Every system, found by looking in this folder: each module or package here exports `SYSTEMS`, a tuple of its systems."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from domain.system import System, Table


def _found() -> Mapping[str, System[Table]]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    return {system.slug: system for module in modules for system in module.SYSTEMS}


SYSTEMS: Final = _found()
"""Every system by slug."""
