"""Looks at the files of the server's log of writes before the server loads them. The server would begin without records, and without a
word, if the list of these files (the manifest) were missing, or if the files were empty.

    appendonlydir/appendonly.aof.manifest     the list: a line for each file, `file NAME seq NUMBER type b` (or i, h)
    appendonlydir/appendonly.aof.1.base.aof   what was there when the log was last rewritten; before that, an empty file
    appendonlydir/appendonly.aof.1.incr.aof   all writes since
"""

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from service.running.losses import reached

MANIFEST: Final = "appendonly.aof.manifest"
_LINE: Final = re.compile(r"file (?P<name>\S+) seq (?P<number>\d+) type (?P<kind>[bhi])")
_NAME: Final = re.compile(r"appendonly\.aof\.(?P<number>\d+)\.(?P<kind>base|incr)\.aof")
PUT_BACK: Final = (
    "Nothing was changed. Put it back from a copy of the data folder, or make a new installation from a backup (`faceup restore`)."
)


@dataclass(frozen=True, slots=True)
class LogFile:
    """A file of the log. `kind`: `b` (base), `i` (writes after the base) or `h` (no longer used)."""

    name: str
    number: int
    kind: str


def refusal(data: Path) -> str | None:
    """Return sentences that say why the server must not load the log in the data folder, and what to do; None if it may."""
    folder = data / "appendonlydir"
    sizes = {file.name: file.stat().st_size for file in folder.glob("*.aof")}
    listed = _listed(folder / MANIFEST)
    if not listed and any(sizes.values()):
        return _without_manifest(folder, sizes)
    for file in listed or ():
        if file.kind != "h" and file.name not in sizes:
            return f"The file {folder / file.name} is missing. It is a part of the records. {PUT_BACK}"
        if file.kind == "b" and file.number > 1 and not sizes[file.name]:
            return f"The file {folder / file.name} is empty. It held most of the records. {PUT_BACK}"
    return None if any(sizes.values()) else nothing_of(data)


def nothing_of(data: Path) -> str | None:
    """Return sentences that say that the server has nothing, although something was recorded in the data folder; None if nothing was
    recorded there before."""
    ends = ", ".join(f"{club} up to change {end:,}" for club, end in reached(data).items())
    if not ends and not (data / "layout").exists():
        return None
    return (
        f"The records in {data / 'appendonlydir'} are gone: the server found nothing there, but this folder was used before"
        f"{f' (club {ends})' if ends else ''}. Nothing was changed. Put the folder appendonlydir back from a copy, or make a new"
        " installation from a backup (`faceup restore`). To begin without the records, choose an empty folder with FACEUP_DATA."
    )


def _listed(manifest: Path) -> list[LogFile]:
    """Return the files that the manifest lists; none if it is missing or damaged."""
    try:
        lines = manifest.read_text("ascii").splitlines()
    except (FileNotFoundError, ValueError):
        return []
    found = [_LINE.fullmatch(line) for line in lines if line]
    return [] if None in found else [LogFile(line["name"], int(line["number"]), line["kind"]) for line in found if line]


def _without_manifest(folder: Path, names: Iterable[str]) -> str:
    manifest = folder / MANIFEST
    state = "is damaged" if manifest.exists() else "is missing"
    return (
        f"The file {manifest} {state}. It is the list of the files that hold the records, and without it the server would begin with"
        f" none. {PUT_BACK}{_written_again(manifest, names)}"
    )


def _written_again(manifest: Path, names: Iterable[str]) -> str:
    """Return sentences with a command that writes the list again. Empty if the names of the files do not tell what the list had, because a
    rewriting of the log was interrupted."""
    found = [(name, match) for name in sorted(names) if (match := _NAME.fullmatch(name))]
    if [match["kind"] for _, match in found] != ["base", "incr"]:
        return ""
    lines = (f"file {name} seq {match['number']} type {match['kind'][0]}" for name, match in found)
    return (
        f"\nWithout a copy and a backup, first copy the folder {manifest.parent.parent}; then this command writes the list again:\n"
        f"    printf '%s\\n' {' '.join(map(shlex.quote, lines))} > {shlex.quote(str(manifest))}\n"
        "Afterwards `faceup doctor --records` verifies the records."
    )
