"""Reads what our own server writes into `server.log`, and returns sentences about the parts that people must know."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Final

from service.running.binaries import Program

_BAD: Final = re.compile(r"Bad file format reading the append only file|Unexpected end of file reading the append only file|truncated file")
_FOUND: Final = re.compile(r"filename=(\S+), size=(\d+), ok_up_to=(\d+)")


class ServerLog:
    """The part of `server.log` that is new since this object was made. `data`: the data folder."""

    def __init__(self, data: Path) -> None:
        self._file = data / "server.log"
        self._read = self._size()

    def news(self) -> str:
        """Return what the server has written into `server.log` since the last call."""
        if self._size() == self._read:
            return ""
        with self._file.open("rb") as file:
            file.seek(self._read)
            new = file.read()
        self._read += len(new)
        return new.decode("utf-8", "replace")

    def last_words(self) -> str:
        lines = self._file.read_text("utf-8", "replace").splitlines() if self._file.exists() else []
        return "\n".join(f"    {line}" for line in lines[-6:])

    def _size(self) -> int:
        return self._file.stat().st_size if self._file.exists() else 0


def damage_of_log(data: Path, program: Program, said: str) -> str | None:
    """Return sentences about a damaged log of writes that kept the server from starting; None if the server gave another reason. `said`:
    the last lines that the server wrote into `server.log`."""
    if not _BAD.search(said):
        return None
    name = f"{program.flavour}-check-aof"
    manifest = data / "appendonlydir" / "appendonly.aof.manifest"
    # When the server's program is called by this name, it checks a log of writes. Without --fix it changes nothing.
    command, nothing = [name, str(manifest)], subprocess.DEVNULL
    checked = subprocess.run(command, executable=program.path, stdout=subprocess.PIPE, stdin=nothing, stderr=nothing, check=False)  # noqa: S603
    found = [(file, int(size), int(sound)) for file, size, sound in _FOUND.findall(checked.stdout.decode()) if size != sound]
    where = "".join(f" The file {file} is readable up to byte {sound:,} of {size:,}." for file, size, sound in found)
    behind = sum(size - sound for _, size, sound in found)
    fix = f'bash -c \'exec -a {name} "$0" "$@"\' {shlex.quote(str(program.path))} --fix {shlex.quote(str(manifest))}'
    dropped = f" ({behind:,} bytes)" if behind else ""
    return (
        f"The server did not start, because its log in {manifest.parent} is damaged.{where} Nothing was changed.\n"
        "Is there a backup? Make a new installation from it: `faceup restore`.\n"
        f"Without a backup, first copy the folder {data}. Then cut the log before the damage. This DROPS EVERYTHING AFTER IT{dropped}, "
        f"also what was acknowledged:\n    {fix}\nAfterwards `faceup doctor --records` verifies what is left."
    )
