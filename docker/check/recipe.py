"""Reads the Dockerfile and its .dockerignore. Knows the parts of their formats that this project uses, and refuses the rest.

Source: docs.docker.com, Dockerfile reference and "Build context".
"""

import fnmatch
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

KNOWN = {"ARG", "FROM", "ENV", "WORKDIR", "RUN", "COPY", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


@dataclass(frozen=True)
class Instruction:
    """One instruction of a Dockerfile. `word`: its name, such as RUN. `options`: the values of the form `--name=value`. `rest`: the
    other arguments, on one line."""

    word: str
    options: Mapping[str, str]
    rest: str


@dataclass
class Stage:
    """A stage: the image it starts from, its name (empty when it has none), and its instructions."""

    source: str
    name: str
    instructions: list[Instruction] = field(default_factory=list)


def instructions(text: str) -> Iterator[Instruction]:
    """Yield the instructions of a Dockerfile. Raises ValueError for a word that is not known here."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines():
        word, _, rest = line.strip().partition(" ")
        if word not in KNOWN:
            raise ValueError(f"this check does not know the line: {line}")
        options: dict[str, str] = {}
        while found := re.match(r"--([a-z-]+)=(\S+)\s+", rest):
            options[found[1]] = found[2]
            rest = rest[found.end() :]
        yield Instruction(word, options, rest.strip())


def stages(text: str) -> list[Stage]:
    """Return the stages of a Dockerfile. ARGs in FROM have their default values."""
    found: list[Stage] = []
    arguments: dict[str, str] = {}
    for one in instructions(text):
        if one.word == "ARG":
            arguments.update([one.rest.split("=", 1)])
        elif one.word == "FROM":
            source, _, name = expanded(one.rest, arguments).partition(" AS ")
            found.append(Stage(source, name))
        else:
            found[-1].instructions.append(one)
    return found


def expanded(text: str, values: Mapping[str, str]) -> str:
    """Return `text` with $NAME and ${NAME} replaced."""
    return re.sub(r"\$(?:(\w+)|\{(\w+)\})", lambda found: values[found[1] or found[2]], text)


def pairs(rest: str) -> dict[str, str]:
    """Parse `A=1 B=2`. Returns the values by name."""
    return dict(part.split("=", 1) for part in rest.split())


def listed(rest: str) -> list[str]:
    """Return the words of a CMD, ENTRYPOINT or HEALTHCHECK CMD that is written as JSON."""
    found: list[str] = json.loads(rest.removeprefix("CMD "))
    return found


def let_through(context: Path, ignore: str) -> set[str]:
    """Return the relative paths in the build context that a .dockerignore does not exclude. If several patterns match a file or a folder
    above it, the last pattern counts."""
    patterns = [line for line in ignore.splitlines() if line and not line.startswith("#")]
    names = {pattern.removeprefix("!").split("/")[0] for pattern in patterns if pattern.startswith("!")}
    files = (file for name in names for file in [context / name, *(context / name).rglob("*")] if file.is_file())
    return {path for file in files if not _ignored(path := file.relative_to(context).as_posix(), patterns)}


def _ignored(path: str, patterns: list[str]) -> bool:
    parts = path.split("/")
    places = ["/".join(parts[: n + 1]) for n in range(len(parts))]
    ignored = False
    for pattern in patterns:
        anywhere, name = pattern.startswith("**/"), pattern.removeprefix("!").removeprefix("**/")
        if any(fnmatch.fnmatchcase(place, name) and ("/" not in place or "/" in name) for place in places) or (
            anywhere and any(fnmatch.fnmatchcase(part, name) for part in parts)
        ):
            ignored = not pattern.startswith("!")
    return ignored
