"""Packs the modules that a page needs into one script, and its sheets of style into one sheet, so that it needs few requests and few bytes.

A pack is made from the files as they are, when a process first sends it; nothing has to be built. It has the lines of the files without
comments and indentation. Each module is a function that returns what the module exports. It stands after the modules that it imports, so
modules must not import each other in a circle. No lines are joined and nothing is renamed, so that a fault in a line of a pack is a fault
in a line of a module (`Pack.origin`). A minifier that joins lines (rjsmin) would save 4 kB of 55 more.

A module may export functions, classes and constants where they stand, and import from relative paths. Other forms are refused.

What a page needs only later, a module of its first pack loads with `import("./<module>.js")`. That is a second pack, with what the first
has not. Its name says after which pack it comes: `js/around.after.game+focus.js`. Only a module in the same folder can be loaded so, and
not from a second pack.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from typing import Final

IMPORT: Final = re.compile(r'^import (?:([{*][^;"]*) from )?"(\.[^"]+)";', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (?=(?:async function\*?|function|class|const) (\w+))", re.MULTILINE)
OTHER: Final = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)
LATER: Final = re.compile(r'\bimport\("\./(\w+)\.js"\)')
COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)|/\*\* @[^*\n]*\*/ ?", re.MULTILINE | re.DOTALL)
"""Comments that begin a line, and those that give a type within a line."""
INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)
HELD: Final = "$modules"
"""The constant in a pack that holds what each module exports, by path."""
AFTER: Final = ".after."
"""What stands between the names in the name of a second pack."""

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
    needed = modules(first, read)
    shared = any(LATER.search(bare) for bare in needed.values())
    lines, starts = [f"{'export ' * shared}const {HELD} = {{}};"], list[tuple[int, str]]()
    for path, bare in needed.items():
        before, after = ("try {", "} catch (error) { reportError(error); }") if path in first else ("", "")
        lines.append(f'{before}{HELD}["{path}"] = (() => {{')
        starts.append((len(lines), path))
        lines += _module(path, LATER.sub(rf'import("./\1{AFTER}{named(first)}.js")', bare))
        lines[-1] += after
    return Pack("\n".join(lines), tuple(starts))


def later(path: str, first: Sequence[str], read: Reader) -> Pack:
    """Return a script with what the module `path` needs and the pack of the modules `first` has not. It exports what the module exports.
    Raises KeyError if no module of that pack loads this one later."""
    had = modules(first, read)
    if path not in {_beside(each, f"{name}.js") for each, bare in had.items() for name in LATER.findall(bare)}:
        raise KeyError(path)
    needed = {each: bare for each, bare in modules([path], read).items() if each not in had}
    lines, starts = [f'import {{ {HELD} }} from "./{named(first)}.js";'], list[tuple[int, str]]()
    for each, bare in needed.items():
        lines.append(f'{HELD}["{each}"] = (() => {{')
        starts.append((len(lines), each))
        lines += _module(each, bare)
    lines.append(f'export const {{ {", ".join(EXPORT.findall(needed[path]))} }} = {HELD}["{path}"];')
    return Pack("\n".join(lines), tuple(starts))


def named(first: Sequence[str]) -> str:
    """Return the name of the pack of these modules, below their folder."""
    return "+".join(path.partition("/")[2].removesuffix(".js") for path in first)


def sheet(paths: Sequence[str], read: Reader) -> Pack:
    """Return these sheets of style as one. All are in one folder, so that what they link to stays the same."""
    return Pack("\n".join(_bare(read(path)) for path in paths), ())


def _module(path: str, bare: str) -> list[str]:
    """Return the lines of the function that the module with this bare text becomes, from its second line on."""

    def constant(found: re.Match[str]) -> str:
        names, other = " ".join((found[1] or "").split()), _beside(path, found[2])
        names = names.removeprefix("* as ") if names.startswith("*") else names.replace(" as ", ": ")
        return (f'const {names} = {HELD}["{other}"];' if names else "") + "\n" * found[0].count("\n")

    body = EXPORT.sub("", IMPORT.sub(constant, bare))
    if other := OTHER.search(body) or LATER.search(body):
        raise ValueError(f"{path} cannot be packed: {other[0]}")
    return [*body.split("\n"), f"return {{ {', '.join(EXPORT.findall(bare))} }}; }})();"]


def _bare(text: str) -> str:
    """Return the text without comments that begin a line or give a type, and without indentation. Each line keeps its number."""
    return INDENT.sub("", COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text))


def _beside(path: str, name: str) -> str:
    return normpath(join(dirname(path), name))
