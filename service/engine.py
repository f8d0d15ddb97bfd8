"""The engine is the code in `domain/` that decides verdicts. Its name is a digest of its source files.

Every verdict names the engine that made it. Processes with the same engine reach the same findings. When the engine changes, records that
could not be read are tried again (workers/relay/). Code that decides no verdict is not part of the engine: changes to it leave caches
valid.
"""

from collections.abc import Set
from hashlib import sha256
from pathlib import Path
from typing import Final

import domain

DECIDES_NOTHING: Final = frozenset({"files", "notation", "words", "selfplay.py", "views"})
"""Folders and modules of `domain/` that are not part of the engine: they only read or show what the engine decides."""


def engine_of(package: Path, without: Set[str] = DECIDES_NOTHING) -> str:
    """Return eight hexadecimal digits: the start of SHA-256 over path and content of each Python source below `package`, in order of path.
    `without`: folders and modules directly in `package` that are left out."""
    digest = sha256()
    for source in sorted(package.rglob("*.py"), key=lambda path: path.relative_to(package).as_posix()):
        place = source.relative_to(package)
        if place.parts[0] not in without:
            content = source.read_bytes()
            digest.update(f"{place.as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:8]


def writer_of(service: Path) -> str:
    """Return eight hexadecimal digits, as `engine_of`, for all code that decides what is in a file of a record: that of `domain/`, and the
    parts of `service` that write files and draw letters."""
    packages = (Path(domain.__path__[0]), service / "files", service / "pictures")
    return sha256("".join(engine_of(package, frozenset()) for package in packages).encode()).hexdigest()[:8]


ENGINE: Final = engine_of(Path(domain.__path__[0]))
"""The name of the engine in this process."""
