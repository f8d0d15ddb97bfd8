"""The engine: the rules that read a record, named by their sources.

A verdict names the engine that made it. Two processes with the same name come to the same findings. A changed rule changes the name, and
what another engine could not read is tried again (workers/relay/). What decides no verdict does not count: a better sentence in the
notation leaves every replay and every table of a club as they are.
"""

from collections.abc import Set
from hashlib import sha256
from pathlib import Path
from typing import Final

import domain

DECIDES_NOTHING: Final = frozenset({"files", "notation", "words", "selfplay.py", "views.py"})
"""Folders and modules of `domain/` that read or show what was decided."""


def engine_of(package: Path, without: Set[str] = DECIDES_NOTHING) -> str:
    """Eight hexadecimal digits of SHA-256 over the Python sources below `package`, `without` those folders and modules directly in it: of
    each its path and its content, in order of path."""
    digest = sha256()
    for source in sorted(package.rglob("*.py"), key=lambda path: path.relative_to(package).as_posix()):
        place = source.relative_to(package)
        if place.parts[0] not in without:
            content = source.read_bytes()
            digest.update(f"{place.as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:8]


ENGINE: Final = engine_of(Path(domain.__path__[0]))
"""The engine of this process."""
