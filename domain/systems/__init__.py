"""Finds every system (a system describes one card game). A module or package in this folder adds systems by exporting a tuple `SYSTEMS`.
Other modules here hold what several systems share."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from domain.kernel.events import Event
from domain.kernel.findings import Finding, few
from domain.system import System, Table


def _found() -> Mapping[str, System[Table]]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    return {system.slug: _bounded(system) for module in modules for system in getattr(module, "SYSTEMS", ())}


def _bounded(system: System[Table]) -> System[Table]:
    """Return the system with another `check`, which lists only the first findings if one event proves many of them (`few`)."""
    check = system.check

    def checked(table: Table, event: Event) -> tuple[Finding, ...]:
        findings = check(table, event)
        return few(findings) if findings else findings

    return replace(system, check=checked)


SYSTEMS: Final = _found()
"""Every system, by its slug."""
