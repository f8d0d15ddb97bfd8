"""Runs inside Pyodide (build.mjs): compiles modules to the bytecode of its Python, and packs them as `/compiled.zip`.

`/sources` holds the package `domain`. The modules that a device loads are compiled: those of `domain`, or with the variable STDLIB those of
the standard library. No Python compares this bytecode with its source: the name of the engine does (service/offline/engine.py)."""

import marshal
import os
import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER
from zipfile import ZipFile, ZipInfo
from zipimport import zipimporter

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""What says in a file of bytecode that it is not compared with its source (PEP 552)."""


def main() -> None:
    sys.path.insert(0, "/sources")
    import_module("domain.views.device")
    stdlib = "STDLIB" in os.environ
    with ZipFile("/compiled.zip", "w") as compiled:  # not compressed: the whole file will be
        for name, module in sorted(sys.modules.items()):
            loader = getattr(module, "__loader__", None)
            if isinstance(loader, zipimporter if stdlib else SourceFileLoader):
                path = name.replace(".", "/") + ("/__init__" if hasattr(module, "__path__") else "")
                # The asserts of the domain stay, as on the server. The docstrings of the standard library go.
                code = compile(loader.get_source(name) or "", f"{path}.py", "exec", dont_inherit=True, optimize=2 if stdlib else 0)
                compiled.writestr(ZipInfo(f"{path}.pyc"), MAGIC_NUMBER + UNCHECKED + marshal.dumps(code))


if __name__ == "__main__":
    main()
