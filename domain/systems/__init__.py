"""Finds every system (a system describes one card game). A module or package in this folder adds systems by exporting a tuple `SYSTEMS`.
Other modules here hold what several systems share."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from domain.system import System, Table


def _found() -> Mapping[str, System[Table]]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    return {system.slug: system for module in modules for system in getattr(module, "SYSTEMS", ())}


SYSTEMS: Final = _found()
"""Every system, by its slug."""
