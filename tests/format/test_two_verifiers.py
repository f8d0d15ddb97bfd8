"""The two verifiers give the same report on the same damaged files: they refuse the same ones, name the same lines, and say the same.

In most files whose contents are changed, all hashes and digests are made again, so that not only the hashes show the change."""

import hashlib
import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import verify_record
from domain.files.layout import escaped
from domain.files.verify import verify
from domain.system import SCOREKEEPER
from tests.format.records import FINISHED, IN_PLAY, club_file, file, former, tournament_file
from workers.commands.verifying import report as command_report

FILES: Final = [
    *(file("ndjson", sent, SCOREKEEPER) for sent in (FINISHED, IN_PLAY)),
    file("ndjson", IN_PLAY),
    former("ndjson", FINISHED, SCOREKEEPER),
    club_file("ndjson"),
    tournament_file("ndjson"),
]
SAMPLES: Final = sorted((Path(__file__).parent / "samples").iterdir())
VALUES: Final = (None, True, -1, 0, 1, 7, 2**53, 1.5, "", "x", "seat:3", "0" * 64, "é", "\ud800", [], [1], {}, {"commit": "0" * 64},
                 {"commit": 1}, {"a.b": 1}, {"é": 1}, {"x": {"value": 1, "salt": "00" * 16}})  # fmt: skip
Damage = Callable[[bytes, Random], bytes]


def one_byte(data: bytes, dice: Random) -> bytes:
    at = dice.randrange(len(data))
    byte = data[at : at + 1]
    return data[:at] + dice.choice([b"", b"0", b'"', b"\n", b" ", b",", b"\xff", bytes([data[at] ^ 1]), byte + byte]) + data[at + 1 :]


def cut_off(data: bytes, dice: Random) -> bytes:
    return data[: dice.randrange(len(data))]


def doubled(data: bytes, dice: Random) -> bytes:
    return data + data[dice.choice([0, dice.randrange(len(data))]) :]


def lines_swapped(data: bytes, dice: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def lines_dropped(data: bytes, dice: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    del lines[at : at + dice.choice([1, 1, 2, 3])]
    return b"".join(lines)


def lines_repeated(data: bytes, dice: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    into = dice.choice([at, dice.randrange(len(lines) + 1)])
    lines[into:into] = lines[at : at + dice.choice([1, 1, 2])]
    return b"".join(lines)


def line_unreadable(data: bytes, dice: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    lines[dice.randrange(len(lines))] = dice.choice([b"\n", b"{}\n", b"[]\n", b'{"at":\n', b'{"version":3}\n', b"x" * 50 + b"\n"])
    return b"".join(lines)


def written(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(errors="surrogatepass")


def maps_in(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return ([value] if isinstance(value, dict) and value else []) + [each for item in inner for each in maps_in(item)]


def value_changed(data: bytes, dice: Random) -> bytes:
    """Change, drop or add a member of the header, an event or the footer, at any depth. With all hashes made again, or as they were."""
    try:
        lines = [json.loads(line) for line in data.splitlines()]
    except ValueError:
        return data
    if len(lines) < 3 or not all(isinstance(line, dict) and line for line in lines):
        return data
    chosen = dice.choice([lines[0], lines[-1], *lines])
    held = dice.choice([chosen, dice.choice(maps_in(chosen))])
    key = dice.choice(sorted(held))
    match dice.choice(["change", "change", "drop", "add", "copy"]):
        case "drop":
            held.pop(key, None)
        case "add":
            held[dice.choice(["x", "after", "opened", "commit", "a.b"])] = dice.choice(VALUES)
        case "copy":
            held[key] = dice.choice(lines).get(key, 1)
        case _:
            held[key] = dice.choice(VALUES)
    return b"".join(written(line) + b"\n" for line in (fitted(lines) if dice.random() < 0.6 else lines))


def fitted(lines: list[Any]) -> list[Any]:
    """Make all hashes and digests of these lines again."""
    header, *events, footer = lines
    reached = bytes(32)
    for event in events:
        rest = {key: value for key, value in event.items() if key not in ("hash", "opened")}
        reached = hashlib.sha256(reached + written(rest)).digest()
        event["hash"] = reached.hex()
    header["digest"] = digest_of(header)
    footer["lines"] = hashlib.sha256(b"".join(written(line) + b"\n" for line in lines[:-1])).hexdigest()
    if isinstance(footer.get("head"), dict):
        footer["head"]["hash"] = reached.hex()
    footer["digest"] = digest_of(footer)
    return lines


def deep() -> Any:
    return json.loads("[" * 31 + "]" * 31)


LIES: Final[list[Callable[[dict[str, Any]], object]]] = [
    lambda part: part["header"].update({"stream" if "stream" in part["header"] else "game": "home-" + "a" * 16}),
    lambda part: part["header"].update(club="away"),
    lambda part: part["header"].update(system="one-up"),
    lambda part: part["event"].update(after=part["event"]["version"]),
    lambda part: part["event"].update(type=["GameOpened", "ClubFounded", "TournamentOpened"][part["event"]["version"] % 3]),
    lambda part: part["event"].update(by="job:X"),
    lambda part: part["event"].update(offset=True),
    lambda part: part["event"].update(opened={}),
    lambda part: part["event"]["data"].update(club="away", system="one-up"),
    lambda part: part["event"]["data"].update(deep=deep()),
    lambda part: part["footer"].update(validated=part["footer"]["head"]["version"] + 1),
    lambda part: part["footer"].update(head={"version": part["event"]["version"], "hash": part["event"]["hash"]}),
    lambda part: part["event"].pop("opened", None),
]
"""Contents that are wrong although all hashes fit (some of them only in files of one kind or version)."""


def lied(data: bytes, dice: Random) -> bytes:
    """Tell one of the LIES. The hashes are made again; `lines` and `head` of the footer stay as the lie left them."""
    try:
        header, *events, footer = lines = [json.loads(line) for line in data.splitlines()]
        kept = footer["lines"]
        dice.choice(LIES)({"header": header, "event": dice.choice(events), "footer": footer})
        head = dict(footer["head"])
        fitted(lines)
    except (ValueError, LookupError, TypeError, AttributeError):
        return data
    footer.update({"lines": kept} if dice.random() < 0.3 else {}, **({"head": head} if dice.random() < 0.3 else {}))
    footer["digest"] = digest_of(footer)
    return b"".join(written(line) + b"\n" for line in lines)


def digest_of(line: dict[str, Any]) -> str:
    return hashlib.sha256(written({key: value for key, value in line.items() if key != "digest"})).hexdigest()


def digit_changed(data: bytes, dice: Random) -> bytes:
    """Change a digit of one hash: of a line, of a commitment, a salt or a digest."""
    key = dice.choice([b'"hash":"', b'"commit":"', b'"salt":"', b'"digest":"', b'"lines":"'])
    parts = data.split(key)
    if len(parts) > 1:
        at = dice.randrange(1, len(parts))
        parts[at] = (b"0" if parts[at][:1] != b"0" else b"1") + parts[at][1:]
    return key.join(parts)


DAMAGES: Final[list[Damage]] = [
    one_byte, cut_off, doubled, lines_swapped, lines_dropped, lines_repeated, line_unreadable, value_changed, value_changed, value_changed,
    digit_changed, lied, lied, lied,
]  # fmt: skip


def as_json(data: bytes) -> bytes:
    header, *events, footer = (*data.removesuffix(b"\n").split(b"\n"), b"", b"")[: max(3, data.count(b"\n"))]
    return b'{"header":' + header + b',\n"events":[\n' + b",\n".join(events) + b'\n],\n"footer":' + footer + b"}\n"


def as_page(data: bytes) -> bytes:
    return b'<!doctype html>\n<title>Game</title><pre id="record" hidden>' + escaped(data.decode(errors="replace")).encode() + b"</pre>"


def damaged(seed: int) -> bytes:
    """A file with one to three damages, in one of the three forms. Those of the form json have them before or after they are written so."""
    dice = Random(seed)
    data = dice.choice(FILES)
    before, after = dice.choice([(bytes, bytes), (bytes, as_json), (as_json, bytes), (bytes, as_page)])
    data = before(data)
    for damage in dice.choices(DAMAGES, k=dice.choice([1, 1, 1, 2, 3])):
        data = damage(data, dice) if data else data
    return after(data)


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_the_two_verifiers_accept_the_files_of_all_versions(sample: Path) -> None:
    said = verify_record.verify(sample.read_bytes())
    assert said[0].startswith("OK ")
    assert said == list(verify(sample.read_bytes()).report())


@pytest.mark.parametrize("start", range(0, 500, 100))
def test_the_two_verifiers_give_the_same_report_on_a_damaged_file(start: int) -> None:
    for seed in range(start, start + 100):
        data = damaged(seed)
        assert verify_record.verify(data) == list(verify(data).report()), seed


def test_few_of_the_damaged_files_verify_and_their_faults_are_of_many_kinds() -> None:
    reports = [verify_record.verify(damaged(seed)) for seed in range(500)]
    assert sum(report[0].startswith("OK ") for report in reports) < 75
    assert len({re.sub(r"'.*'|[0-9]+", "", line.partition(": ")[2]) for report in reports for line in report}) > 50


def test_three_changed_hashes_in_a_row_are_three_faults() -> None:
    lines = FILES[0].splitlines(keepends=True)
    for version in (4, 5, 6):
        lines[version] = re.sub(rb'"hash":"[0-9a-f]{64}"', b'"hash":"' + b"0" * 64 + b'"', lines[version])
    said = verify_record.verify(b"".join(lines))
    assert said == list(verify(b"".join(lines)).report())
    assert [line.partition(":")[0] for line in said] == ["event 4", "event 5", "event 6"]


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_the_two_verifiers_say_the_same_of_many_records(start: int) -> None:
    for seed in range(start, start + 20):
        dice = Random(seed)
        records = [as_json(dice.choice(FILES)).replace(b"\n", b"") for _ in range(3)]
        records.insert(
            dice.randrange(4), dice.choice([b"", b"[]", b'{"game": "home-x", "failed": "gone"}', b'{"detail":"gone","game":"x"}'])
        )
        at = records.index(dice.choice(records))
        records[at] = one_byte(records[at], dice) if records[at] else b""
        data = b"\n".join(records) + dice.choice([b"", b"\n"])
        said, sound = command_report(BytesIO(data), again=False)
        assert verify_record.verify_file(data) == (int(not sound), said), seed
