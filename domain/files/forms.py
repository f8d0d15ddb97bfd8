"""What each key of a record file may hold: the form of a header, an event, a footer and a sealed value, known without any game.

The words of the faults are those of verify_record.py as well; a test compares the two.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeGuard

from domain.files.layout import FORMAT, FORMAT_VERSION
from domain.files.lines import Line
from domain.kernel.canonical import Json

Test = Callable[[Json], bool]


@dataclass(frozen=True, slots=True)
class Form:
    """The keys of one kind of line: for each the test that its value passes and the words if it does not. `extras` may be absent."""

    keys: Mapping[str, tuple[Test, str]]
    extras: frozenset[str] = frozenset()


def malformed(line: Line, form: Form) -> Iterator[str]:
    """What is wrong with a line on its own: unreadable, else its keys and their values."""
    if line.wrong:
        yield line.wrong
        return
    unknown = sorted(line.fields.keys() - form.keys.keys())
    if unknown:
        yield f"has an unknown key {unknown[0][:40]!a}"
    for key, (fits, words) in form.keys.items():
        if key not in line.fields:
            if key not in form.extras:
                yield f"lacks the key {key}"
        elif not fits(line.fields[key]):
            yield f"{key} {words}"


def sealed_leaves(data: Json, path: str = "") -> Iterator[tuple[str, Mapping[str, Json]]]:
    """(dotted path, leaf) of every sealed value in the data of an event. `commit` is a key of nothing else."""
    if isinstance(data, dict):
        if "commit" in data:
            yield path, data
        else:
            for key, item in data.items():
                yield from sealed_leaves(item, f"{path}.{key}" if path else key)
    elif isinstance(data, list):
        for number, item in enumerate(data):
            yield from sealed_leaves(item, f"{path}.{number}" if path else str(number))


def _matching(pattern: str) -> Test:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def is_whole(value: Json) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_version(value: Json) -> bool:
    return is_whole(value) and value >= 1


def _is_count(value: Json) -> bool:
    return is_whole(value) and value >= 0


def _is_map(value: Json) -> bool:
    return isinstance(value, dict)


def _has_keys(value: Json, *keys: str) -> TypeGuard[dict[str, Json]]:
    return isinstance(value, dict) and value.keys() == set(keys)


is_hash: Final = _matching("[0-9a-f]{64}")
_is_salt: Final = _matching("([0-9a-f]{2}){16,64}")


def is_commitment(value: Json) -> bool:
    return _has_keys(value, "commit") and is_hash(value["commit"])


def _is_head(value: Json) -> bool:
    return _has_keys(value, "version", "hash") and _is_version(value["version"]) and is_hash(value["hash"])


def _is_opened(value: Json) -> bool:
    if not isinstance(value, dict) or not value:
        return False
    return all(_has_keys(item, "value", "salt") and _is_salt(item["salt"]) for item in value.values())


def _is_outcome(value: Json) -> bool:
    return _has_keys(value, "state", "scores", "standing", "winners", "depth", "reason")


def _are_findings(value: Json) -> bool:
    keys = ("id", "rule", "kind", "source", "versions", "seats", "sentence", "unexamined", "alternatives")
    return isinstance(value, list) and all(_has_keys(item, *keys) for item in value)


HEADER: Final = Form(
    {
        "format": (lambda value: value == FORMAT, f"must be {FORMAT}"),
        "format_version": (
            lambda value: is_whole(value) and value == FORMAT_VERSION,
            f"must be {FORMAT_VERSION}",
        ),
        "game": (_matching("[a-z0-9]{2,16}-[a-z2-7]{16}"), "must be the id of a game"),
        "club": (_matching("[a-z0-9]{2,16}"), "must be the name of a club"),
        "system": (_matching("[a-z0-9-]{1,60}"), "must be the name of a system"),
        "viewer": (_matching("scorekeeper|director|public|seat:(0|[1-9][0-9]?)"), "must be scorekeeper, director, public or seat:<n>"),
        "engine": (_matching("([0-9a-f]{8})?"), "must be 8 hex digits, or empty before there is a verdict"),
        "digest": (is_hash, "must be 64 hex digits"),
    }
)
EVENT: Final = Form(
    {
        "version": (_is_version, "must be a whole number from 1"),
        "id": (_matching("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "must be a UUID in small letters"),
        "type": (_matching("[A-Z][A-Za-z]{0,59}"), "must be the name of an event type"),
        "data": (_is_map, "must be a map"),
        "by": (_matching("[!-~]{1,80}"), "must be the id of a token"),
        "at": (is_whole, "must be a whole number"),
        "offset": (is_whole, "must be a whole number"),
        "recorded_at": (is_whole, "must be a whole number"),
        "after": (_is_version, "must be a whole number from 1"),
        "hash": (is_hash, "must be 64 hex digits"),
        "opened": (_is_opened, "must map paths to value and salt"),
    },
    extras=frozenset({"after", "opened"}),
)
FOOTER: Final = Form(
    {
        "head": (_is_head, "must be a version and a hash"),
        "validated": (_is_count, "must be a whole number from 0"),
        "outcome": (_is_outcome, "must have the keys state, scores, standing, winners, depth and reason"),
        "findings": (_are_findings, "must be a list of findings"),
        "lines": (is_hash, "must be 64 hex digits"),
        "digest": (is_hash, "must be 64 hex digits"),
    }
)
