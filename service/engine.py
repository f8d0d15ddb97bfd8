"""The engine: the rules that read a record, named by their sources.

A verdict names the engine that made it. Two processes with the same name come to the same findings; a changed rule changes the name,
and what another engine could not read is tried again (workers/relay.py).
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

import domain


def engine_of(package: Path) -> str:
    """Eight hexadecimal digits of SHA-256 over every Python source below `package`: its path and its content, in order of path."""
    digest = sha256()
    for source in sorted(package.rglob("*.py"), key=lambda path: path.relative_to(package).as_posix()):
        content = source.read_bytes()
        digest.update(f"{source.relative_to(package).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:8]


ENGINE: Final = engine_of(Path(domain.__path__[0]))
"""The engine of this process."""
