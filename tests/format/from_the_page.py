"""A verifier written from docs/record-format.md alone. It decides whether a file of version 2 is valid, but does not say where a fault
is."""

import hashlib
import hmac
import json
import re
from base64 import b32encode
from typing import Any

LAST = 253402300799999
GAME, CUP, CLUB = "[a-z0-9]{2,16}-[a-z2-7]{16}", "[a-z0-9]{2,16}-t[a-z2-7]{16}", "[a-z0-9]{2,16}"
HASH, SALT = "[0-9a-f]{64}", "([0-9a-f]{2}){16,64}"
ALL = {
    "format": "faceup-record",
    "kind": "game|club|tournament",
    "club": CLUB,
    "viewer": "scorekeeper|director|public|seat:(0|[1-9][0-9]?)",
    "digest": HASH,
}
GAMES = {"system": "[a-z0-9-]{1,60}", "engine": "([0-9a-f]{8})?"}
EVENT = {
    "id": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "type": "[A-Z][A-Za-z]{0,59}",
    "hash": HASH,
    "by": "job:[a-z-]{1,20}|(?!job:)[!-~]{1,80}",
}
OUTCOME = {"state", "scores", "standing", "winners", "depth", "reason"}
FINDING = {"id", "rule", "kind", "source", "versions", "seats", "sentence", "unexamined", "alternatives"}

KINDS = {
    "game": ("GameOpened", GAME, "", ("validated", "outcome", "findings")),
    "club": ("ClubFounded", CLUB, "", ()),
    "tournament": ("TournamentOpened", CUP, "t", ("standings",)),
}
"""For each kind of stream: the type of its first event, the pattern of its ids, the letter in its ids, and the keys in the footer."""
MOST = 2**53 - 1


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def levels(value: Any) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict):
        assert all(key.isascii() for key in value)
    assert not isinstance(value, float)
    assert type(value) is not int or abs(value) < 2**53
    return 1 + max(map(levels, inside), default=0)


def keys(line: dict[str, Any], patterns: dict[str, str], others: set[str], optional: set[str]) -> None:
    assert patterns.keys() | others <= line.keys() <= patterns.keys() | others | optional
    assert all(isinstance(line[key], str) and re.fullmatch(pattern, line[key]) for key, pattern in patterns.items())


def sealed(value: Any, way: tuple[str, ...] = ()) -> dict[str, str]:
    if isinstance(value, dict) and "commit" in value:
        keys(value, {"commit": HASH}, set(), set())
        return {".".join(way): value["commit"]}
    if isinstance(value, dict):
        assert all(re.fullmatch("[A-Za-z0-9_-]+", key) for key in value)
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path: commit for key, item in items for path, commit in sealed(item, (*way, str(key))).items()}


def digest(line: dict[str, Any]) -> str:
    return hashlib.sha256(canonical({key: value for key, value in line.items() if key != "digest"})).hexdigest()


def lines_of(data: bytes) -> list[dict[str, Any]]:
    if not data.startswith(b'{"header":'):
        lines = [json.loads(line) for line in data.splitlines()]
        assert data == b"".join(canonical(line) + b"\n" for line in lines)
        return lines
    whole_file = json.loads(data)
    header, events, footer = whole_file["header"], whole_file["events"], whole_file["footer"]
    middle = b",\n".join(map(canonical, events))
    assert data == b'{"header":' + canonical(header) + b',\n"events":[\n' + middle + b'\n],\n"footer":' + canonical(footer) + b"}\n"
    return [header, *events, footer]


def verify(data: bytes) -> str:
    """Return the line that the project's two verifiers print for a valid file. For any other file, raises ValueError, AssertionError,
    LookupError or TypeError."""
    header, *events, footer = lines = lines_of(data)
    assert events
    assert all(isinstance(line, dict) and levels(line) <= 32 for line in lines)
    game, club = header["kind"] == "game", header["kind"] == "club"
    begins, stream, letter, more = KINDS[header["kind"]]
    keys(header, {**ALL, **(GAMES if game else {}), "stream": stream}, {"format_version"}, set())
    assert whole(header["format_version"], 2, 2)
    head, at, ids = bytes(32), 0, set()
    for version, event in enumerate(events, 1):
        keys(event, EVENT, {"version", "data", "at", "offset", "recorded_at"}, {"after", "opened"})
        assert whole(event["version"], version, version)
        assert isinstance(event["data"], dict)
        assert (event["type"] == begins) == (version == 1)
        assert whole(event["at"], -62135596800000, LAST)
        assert whole(event["offset"], -1439, 1439)
        assert whole(event["recorded_at"], at, LAST)
        assert whole(event.get("after", 1), 1, version - 1 if "after" in event else 1)
        commits = sealed(event["data"])
        assert event.get("opened", True)
        for path, opening in event.get("opened", {}).items():
            keys(opening, {"salt": SALT}, {"value"}, set())
            assert hmac.digest(bytes.fromhex(opening["salt"]), canonical(opening["value"]), "sha256").hex() == commits[path]
        head = hashlib.sha256(head + canonical({key: event[key] for key in event if key not in ("hash", "opened")})).digest()
        assert event["hash"] == head.hex()
        ids.add(event["id"])
        at = event["recorded_at"]
    first = events[0]
    assert len(ids) == len(events)
    bits = hashlib.sha256(bytes.fromhex(first["id"].replace("-", ""))).digest()[:10]
    assert header["stream"] == (first["data"]["club"] if club else f"{header['club']}-{letter}{b32encode(bits).decode().lower()}")
    assert header["club"] == header["stream"].partition("-")[0]
    keys(footer, {"lines": HASH, "digest": HASH}, {"head", *more}, set())
    keys(footer["head"], {"hash": HASH}, {"version"}, set())
    assert (footer["head"]["version"], footer["head"]["hash"]) == (len(events), head.hex())
    if game:
        assert header["system"] == first["data"]["system"]
        assert whole(footer["validated"], 0, len(events))
        assert footer["outcome"].keys() == OUTCOME
        assert all(finding.keys() == FINDING for finding in footer["findings"])
    for row in footer.get("standings", ()):
        assert row.keys() == {"place", "entry", "points", "values"}
        assert whole(row["place"], 1, MOST)
        assert whole(row["entry"], 1, MOST)
        assert whole(row["points"], -MOST, MOST)
        assert isinstance(row["values"], list)
        assert all(isinstance(value, str) and re.fullmatch("-?[0-9]+(/[0-9]+)?", value) for value in row["values"])
    assert isinstance(footer.get("standings", []), list)
    assert footer["lines"] == hashlib.sha256(b"".join(canonical(line) + b"\n" for line in lines[:-1])).hexdigest()
    assert (header["digest"], footer["digest"]) == (digest(header), digest(footer))
    return f"OK {header['stream']} {len(events)} event{'s' * (len(events) > 1)}, head {head.hex()}"
