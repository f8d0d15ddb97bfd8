"""Packs the modules that a page needs into one script, and its sheets of style into one sheet, so that it needs few requests and few bytes.

A pack is made from the files as they are, when a process first sends it; nothing has to be built. It has the lines of the files without
comments and indentation. Each module is a function that returns what the module exports. It stands after the modules that it imports, so
modules must not import each other in a circle. No lines are joined and nothing is renamed, so that a fault in a line of a pack is a fault
in a line of a module (`Pack.origin`). A minifier that joins lines (rjsmin) would save 4 kB of 55 more.

A module may export functions, classes and constants where they stand, and import from relative paths. Other forms are refused.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from typing import Final

IMPORT: Final = re.compile(r'^import (?:([{*][^;"]*) from )?"(\.[^"]+)";', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (?=(?:async function\*?|function|class|const) (\w+))", re.MULTILINE)
OTHER: Final = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)
COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)|/\*\* @[^*\n]*\*/ ?", re.MULTILINE | re.DOTALL)
"""Comments that begin a line, and those that give a type within a line."""
INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)
HELD: Final = "$modules"
"""The constant in a pack that holds what each module exports, by path."""

Reader = Callable[[str], str]
"""A function that returns the text of the file with this path, such as `js/dom.js`."""


@dataclass(frozen=True, slots=True)
class Pack:
    """`starts`: for each module its path, and the line of the pack before its first line, from 1."""

    text: str
    starts: tuple[tuple[int, str], ...]

    def origin(self, line: int) -> tuple[str, int] | None:
        """Return the module to which this line of the pack belongs, and the line in the module. None if it belongs to no module."""
        return next(((path, line - start) for start, path in reversed(self.starts) if start < line), None)


def modules(first: Sequence[str], read: Reader) -> dict[str, str]:
    """Return the bare texts of these modules and of all that they import, directly or not, by path. A module stands after those that it
    imports. Raises ValueError if modules import each other in a circle."""
    found: dict[str, str] = {}

    def find(path: str, within: tuple[str, ...]) -> None:
        if path in within:
            raise ValueError(f"modules import each other: {' → '.join((*within, path))}")
        if path not in found:
            bare = _bare(read(path))
            for _, name in IMPORT.findall(bare):
                find(_beside(path, name), (*within, path))
            found[path] = bare

    for path in first:
        find(path, ())
    return found


def script(first: Sequence[str], read: Reader) -> Pack:
    """Return a script that runs these modules, in this order. If one of them fails, the others still run, unless they import it."""
    lines, starts = [f"const {HELD} = {{}};"], []
    for path, bare in modules(first, read).items():
        body, names = _module(path, bare)
        before, after = ("try {", "} catch (error) { reportError(error); }") if path in first else ("", "")
        lines.append(f'{before}{HELD}["{path}"] = (() => {{')
        starts.append((len(lines), path))
        lines += body.split("\n")
        lines.append(f"return {{ {', '.join(names)} }}; }})();{after}")
    return Pack("\n".join(lines), tuple(starts))


def sheet(paths: Sequence[str], read: Reader) -> Pack:
    """Return these sheets of style as one. All are in one folder, so that what they link to stays the same."""
    return Pack("\n".join(_bare(read(path)) for path in paths), ())


def _module(path: str, bare: str) -> tuple[str, list[str]]:
    """Return the lines of the function that the module with this bare text becomes, and the names that it exports."""

    def constant(found: re.Match[str]) -> str:
        names, other = " ".join((found[1] or "").split()), _beside(path, found[2])
        names = names.removeprefix("* as ") if names.startswith("*") else names.replace(" as ", ": ")
        return (f'const {names} = {HELD}["{other}"];' if names else "") + "\n" * found[0].count("\n")

    body = EXPORT.sub("", IMPORT.sub(constant, bare))
    if other := OTHER.search(body):
        raise ValueError(f"{path} cannot be packed: {other[0]}")
    return body, EXPORT.findall(bare)


def _bare(text: str) -> str:
    """Return the text without comments that begin a line or give a type, and without indentation. Each line keeps its number."""
    return INDENT.sub("", COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text))


def _beside(path: str, name: str) -> str:
    return normpath(join(dirname(path), name))
