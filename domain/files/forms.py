"""Says what each line of a record file may hold: its keys and their values. A file has a header, the events and a footer, whatever the card
game.

A `Layout` has these rules for one kind of file. Format version 1 has one set of rules. Since version 2, each kind of stream (game, club or
tournament) has its own. verify_record.py reports faults in the same words; a test checks that the words are equal."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeGuard

from domain.files.layout import ARCHIVE_FORMAT, ARCHIVE_VERSION, FORMAT
from domain.files.lines import Line
from domain.kernel.canonical import Json
from domain.kernel.events.club import PERSON_ID, PERSON_NAME
from domain.kernel.shapes import MILLISECONDS, OFFSET, Fault, Shape

Test = Callable[[Json], bool]


@dataclass(frozen=True, slots=True)
class Form:
    """The rules for one kind of line: the header, an event or the footer. `keys`: for each key, a test of its value, and the words for the
    fault when the test fails. `extras`: the keys that a line may leave out."""

    keys: Mapping[str, tuple[Test, str]]
    extras: frozenset[str] = frozenset()


def malformed(line: Line, form: Form) -> Iterator[str]:
    """Yield the faults that one line has by itself, whatever the other lines are. If the line cannot be read, that is its only fault."""
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
    """Yield (path, map) for every sealed value in the data of an event. A sealed value is a map with the key `commit`, which no other map
    has."""
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
    fits = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and fits(value) is not None


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


def _are_standings(value: Json) -> bool:
    return isinstance(value, list) and all(map(_is_row, value))


def _is_row(value: Json) -> bool:
    if not _has_keys(value, "place", "entry", "points", "values"):
        return False
    values = value["values"]
    whole = _is_version(value["place"]) and _is_version(value["entry"]) and is_whole(value["points"])
    return whole and isinstance(values, list) and all(map(_is_number, values))


def _is_table(value: Json) -> bool:
    return isinstance(value, list) and all(map(_is_placed, value))


def _is_placed(value: Json) -> bool:
    if not _has_keys(value, "place", "person", "points", "played"):
        return False
    placed = value["place"] is None or _is_version(value["place"])
    return placed and _is_person(value["person"]) and _is_number(value["points"]) and _is_version(value["played"])


def _within(low: int, high: int) -> Test:
    return lambda value: is_whole(value) and low <= value <= high


_is_number: Final = _matching("-?[0-9]+(/[0-9]+)?")
_is_person: Final = _matching("[a-z0-9_-]{1,40}")
_is_key: Final = _matching("[A-Za-z0-9_-]+")


def is_plain_map(value: Json) -> bool:
    """Whether all keys of a map, at all levels, have only letters, digits, _ and -. If so, a path (keys joined by dots) names exactly one
    value."""
    return isinstance(value, dict) and _has_plain_keys(value)


def _has_plain_keys(value: Json) -> bool:
    if isinstance(value, dict):
        return all(map(_is_key, value)) and all(map(_has_plain_keys, value.values()))
    return not isinstance(value, list) or all(map(_has_plain_keys, value))


RECORDER: Final = "job:[a-z-]{1,20}|(?!job:)[!-~]{1,80}"
"""The pattern for the recorder of an event (`by`): the id of a token, or `job:` and the name of a background job."""

_CLUB: Final = "[a-z0-9]{2,16}"
_DIGEST: Final = (is_hash, "must be 64 hex digits")
is_game_id: Final = _matching(f"{_CLUB}-[a-z2-7]{{16}}")
_GAME_ID: Final = (is_game_id, "must be the id of a game")
_TOURNAMENT_ID: Final = (_matching(f"{_CLUB}-t[a-z2-7]{{16}}"), "must be the id of a tournament")
_SEASON_ID: Final = (_matching(f"{_CLUB}-s[a-z2-7]{{16}}"), "must be the id of a season")
_VIEWER: Final = (_matching("scorekeeper|director|public|seat:(0|[1-9][0-9]?)"), "must be scorekeeper, director, public or seat:<n>")
_HEADER: Final = {
    "format": (lambda value: value == FORMAT, f"must be {FORMAT}"),
    "format_version": (is_whole, "must be 1 or 2"),
    "club": (_matching(_CLUB), "must be the name of a club"),
    "viewer": _VIEWER,
    "digest": _DIGEST,
}
_HEADER_OF_A_GAME: Final = {
    "system": (_matching("[a-z0-9-]{1,60}"), "must be the name of a system"),
    "engine": (_matching("([0-9a-f]{8})?"), "must be 8 hex digits, or empty before there is a verdict"),
}
_IS_ANYTHING: Final[tuple[Test, str]] = (lambda _: True, "")
_EVENT: Final = {
    "version": (_is_version, "must be a whole number from 1"),
    "id": (_matching("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "must be a UUID in small letters"),
    "type": (_matching("[A-Z][A-Za-z]{0,59}"), "must be the name of an event type"),
    "data": (_is_map, "must be a map"),
    "by": (_matching("[!-~]{1,80}"), "must be the id of a token"),
    "at": (is_whole, "must be a whole number"),
    "offset": (is_whole, "must be a whole number"),
    "recorded_at": (is_whole, "must be a whole number"),
    "after": (_is_version, "must be a whole number from 1"),
    "hash": _DIGEST,
    "opened": (_is_opened, "must map paths to value and salt"),
}
_EVENT_2: Final = {
    **_EVENT,
    "data": (is_plain_map, "must be a map whose keys have only letters, digits, _ and -"),
    "by": (_matching(RECORDER), "must be the id of a token, or job:<name>"),
    "at": (_within(MILLISECONDS.low, MILLISECONDS.high), "must be milliseconds in the years 1 to 9999"),
    "offset": (_within(OFFSET.low, OFFSET.high), "must be minutes, -1439 to 1439"),
    "recorded_at": (_within(0, MILLISECONDS.high), "must be milliseconds in the years 1970 to 9999"),
}
_EVENT_EXTRAS: Final = frozenset({"after", "opened"})
_FOOTER: Final = {
    "head": (_is_head, "must be a version and a hash"),
    "lines": _DIGEST,
    "digest": _DIGEST,
}
_FOOTER_OF_A_GAME: Final = {
    "validated": (_is_count, "must be a whole number from 0"),
    "outcome": (_is_outcome, "must have the keys state, scores, standing, winners, depth and reason"),
    "findings": (_are_findings, "must be a list of findings"),
}
_FOOTER_OF_A_TOURNAMENT: Final = {
    "standings": (_are_standings, "must be a list of rows with the keys place, entry, points and values"),
}
_FOOTER_OF_A_SEASON: Final = {
    "table": (_is_table, "must be a list of rows with the keys place, person, points and played"),
}


@dataclass(frozen=True, slots=True)
class Layout:
    """The rules for one kind of file.

    `stream`: the key under which the header has the id of the stream. `opening`: the type of event 1, which no other event may have; empty
    if not known. `named`: the field of event 1 that has the id of the stream; empty if the id is computed from the id of event 1. `letter`:
    the letter that stands for the kind of stream in a computed id; empty for games."""

    stream: str
    opening: str
    named: str
    header: Form
    event: Form
    footer: Form
    letter: str = ""


_GAME_FOOTER: Final = Form({**_FOOTER, **_FOOTER_OF_A_GAME})
VERSION_1: Final = Layout(
    "game",
    "GameOpened",
    "",
    Form({**_HEADER, **_HEADER_OF_A_GAME, "game": _GAME_ID}),
    Form(_EVENT, _EVENT_EXTRAS),
    _GAME_FOOTER,
)
KINDS: Final[Mapping[Json, Layout]] = {
    "game": Layout(
        "stream",
        "GameOpened",
        "",
        Form({**_HEADER, **_HEADER_OF_A_GAME, "kind": _IS_ANYTHING, "stream": _GAME_ID}),
        Form(_EVENT_2, _EVENT_EXTRAS),
        _GAME_FOOTER,
    ),
    "club": Layout(
        "stream",
        "ClubFounded",
        "club",
        Form({**_HEADER, "kind": _IS_ANYTHING, "stream": (_matching(_CLUB), "must be the name of a club")}),
        Form(_EVENT_2, _EVENT_EXTRAS),
        Form(_FOOTER),
    ),
    "tournament": Layout(
        "stream",
        "TournamentOpened",
        "",
        Form({**_HEADER, "kind": _IS_ANYTHING, "stream": _TOURNAMENT_ID}),
        Form(_EVENT_2, _EVENT_EXTRAS),
        Form({**_FOOTER, **_FOOTER_OF_A_TOURNAMENT}),
        "t",
    ),
    "season": Layout(
        "stream",
        "SeasonOpened",
        "",
        Form({**_HEADER, "kind": _IS_ANYTHING, "stream": _SEASON_ID}),
        Form(_EVENT_2, _EVENT_EXTRAS),
        Form({**_FOOTER, **_FOOTER_OF_A_SEASON}),
        "s",
    ),
}
"""The rules of format version 2, by the kind of stream in the file."""
_ONLY_SOMETIMES: Final = {**_FOOTER_OF_A_GAME, **_FOOTER_OF_A_TOURNAMENT, **_FOOTER_OF_A_SEASON}
UNKNOWN: Final = Layout(
    "stream", "", "", Form({}), Form(_EVENT, _EVENT_EXTRAS), Form({**_FOOTER, **_ONLY_SOMETIMES}, frozenset(_ONLY_SOMETIMES))
)
"""The rules for a file whose header is missing or damaged. They demand only what all kinds of files have in common."""


def layout_of(header: Mapping[str, Json]) -> Layout | str:
    """Return the rules for the kind of file that the header declares. If the declaration is wrong, return the fault in words."""
    version, kind = header.get("format_version"), header.get("kind")
    if not is_whole(version) or version not in (1, 2):
        return "format_version must be 1 or 2"
    if version == 1:
        return VERSION_1
    if not isinstance(kind, str) or kind not in KINDS:
        return "kind must be game, club, tournament or season"
    return KINDS[kind]


# --- the manifest of a tournament's archive ---------------------------------------------------------------------------------------------

_PACKED: Final = ("file", "bytes", "sha256")
_is_reason: Final = _matching("[ -~]{1,200}")
_is_file_name: Final = _matching("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def is_file_name(name: str) -> bool:
    """Whether a file in an archive may have this name: letters, digits, dots, _ and -, so that it names no other folder."""
    return _is_file_name(name)


def _is_packed(value: Json, *keys: str) -> TypeGuard[dict[str, Json]]:
    """Whether `value` lists a file of an archive. `keys`: which keys it has in addition."""
    if not _has_keys(value, *_PACKED, *keys):
        return False
    return _is_file_name(value["file"]) and _is_count(value["bytes"]) and is_hash(value["sha256"])


def _is_record(value: Json, kind: str, stream: Test) -> bool:
    """Whether `value` lists the record file of a game or a tournament."""
    if not _is_packed(value, kind, "version", "head"):
        return False
    return stream(value[kind]) and _is_version(value["version"]) and is_hash(value["head"])


def _is_game(value: Json) -> bool:
    unread = _has_keys(value, "game", "failed") and is_game_id(value["game"]) and _is_reason(value["failed"])
    return unread or _is_record(value, "game", is_game_id)


def _fits(shape: Shape, value: Json) -> bool:
    faults: list[Fault] = []
    shape.read(value, "", faults)
    return not faults


def _are_people(value: Json) -> bool:
    return isinstance(value, dict) and all(_fits(PERSON_ID, person) and _fits(PERSON_NAME, name) for person, name in value.items())


def _each(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _is_one_tournament(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 1 and _is_record(value[0], "tournament", _TOURNAMENT_ID[0])


MANIFEST: Final = Form(
    {
        "format": (lambda value: value == ARCHIVE_FORMAT, f"must be {ARCHIVE_FORMAT}"),
        "format_version": (lambda value: is_whole(value) and value == ARCHIVE_VERSION, f"must be {ARCHIVE_VERSION}"),
        "kind": (lambda value: value == "tournament", "must be tournament"),
        "club": _HEADER["club"],
        "digest": _DIGEST,
        "games": (
            _each(_is_game),
            "must be a list; each game has the keys game, file, version, head, bytes and sha256, or game and failed",
        ),
        "tournaments": (_is_one_tournament, "must list one tournament, with the keys tournament, file, version, head, bytes and sha256"),
        "files": (_each(_is_packed), "must be a list; each file has the keys file, bytes and sha256"),
        "people": (_are_people, "must map ids of people to names"),
    }
)
"""The rules for the manifest of a tournament's archive, which is one line of canonical JSON."""
