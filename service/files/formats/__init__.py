"""Collects every export format: each module in this folder exports one as `FORMAT`.

    file = export_bytes("ndjson", Exported(…))

A new format needs only a new module here. service/files/contents.py has the content that every format writes.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from service.files.contents import ExportClosed, Exported, Format

__all__ = ["FORMATS", "ExportClosed", "Exported", "Format", "export_bytes"]


def _collected() -> Mapping[str, Format]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    return {module.FORMAT.name: module.FORMAT for module in modules}


FORMATS: Final = _collected()
"""Every export format by its name."""


def export_bytes(name: str, exported: Exported) -> bytes:
    """Return the record in the format with that name. Raises KeyError if FORMATS does not have the name. Raises ExportClosed."""
    return FORMATS[name].write(exported)
