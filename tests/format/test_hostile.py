"""Both verifiers refuse hostile files quickly, and list only a limited number of faults."""

from time import process_time

import pytest

from domain.system import SCOREKEEPER
from tests.format.records import FINISHED, file
from tests.format.test_every_byte import report

WHOLE = file("ndjson", FINISHED, SCOREKEEPER)
LINES = WHOLE.splitlines(keepends=True)
MANY = 5_000_000
HEADER, FIRST = LINES[0], b'{"at":'
HOSTILE: dict[str, tuple[bytes, list[str]]] = {
    "nothing": (b"", ["header: is missing", "footer: is missing"]),
    "a word": (b"hello\n", ["header: is not JSON (character 1)", "footer: is missing"]),
    "null": (b"null\n", ["header: is not a JSON object", "footer: is missing"]),
    "a byte order mark": (b"\xef\xbb\xbf" + WHOLE, ["header: is not JSON (character 1)"]),
    "not UTF-8": (WHOLE.replace(b"t-anna", b"t-an\xff", 1), ["event 1: is not UTF-8 (byte 31)"]),
    "a surrogate in UTF-8": (WHOLE.replace(b"t-anna", b"\xed\xa0\x80", 1), ["event 1: is not UTF-8 (byte 27)"]),
    "an escaped surrogate": (WHOLE.replace(b"t-anna", b"\\ud800", 1), ["event 1: holds an unpaired surrogate"]),
    "NUL": (WHOLE.replace(b"t-anna", b"t-\0nna", 1), ["event 1: is not JSON (character 29)"]),
    "NaN": (WHOLE.replace(b'"offset":60', b'"offset":NaN', 1), ["event 1: holds a number that is not whole"]),
    "infinity": (WHOLE.replace(b'"offset":60', b'"offset":-Infinity', 1), ["event 1: holds a number that is not whole"]),
    "an exponent": (WHOLE.replace(b'"offset":60', b'"offset":6e1', 1), ["event 1: holds a number that is not whole"]),
    "beyond 2**53": (WHOLE.replace(b'"offset":60', b'"offset":9007199254740992', 1), ["event 1: holds a number beyond 2**53 - 1"]),
    "a huge number": (WHOLE.replace(b'"offset":60', b'"offset":' + b"9" * MANY, 1), ["event 1: holds a number beyond 2**53 - 1"]),
    "a repeated key": (WHOLE.replace(b'"offset":60', b'"offset":60,"offset":60', 1), ["event 1: repeats a key"]),
    "a key that is not ASCII": (WHOLE.replace(b'"offset":60', '"öffset":60'.encode(), 1), ["event 1: has a key that is not ASCII"]),
    "white space": (WHOLE.replace(b'"offset":60', b'"offset": 60', 1), ["event 1: is not in canonical form (byte 475)"]),
    "another order": (WHOLE.replace(b'"state":"finished",', b"").replace(b'"outcome":{', b'"outcome":{"state":"finished",'),
                      ["footer: is not in canonical form (byte 275)"]),
    "deep lists": (HEADER + FIRST + b"[" * 900 + b"]" * 900 + b"}\n" + b"".join(LINES[2:]), ["event 1: is nested too deeply"]),
    "deeper lists": (HEADER + FIRST + b"[" * 100_000 + b"]" * 100_000 + b"}\n" + b"".join(LINES[2:]), ["event 1: is nested too deeply"]),
    "deep maps": (HEADER + b'{"at":' * 50_000 + b"\n" + b"".join(LINES[2:]), ["event 1: is nested too deeply"]),
    "a long line": (HEADER + FIRST + b"[" * 2 * MANY + b"\n" + b"".join(LINES[2:]), ["event 1: is longer than 8388608 bytes"]),
    "only brackets": (b"[" * 50_000_000, ["header: ends without a newline", "footer: is missing"]),
}  # fmt: skip


@pytest.mark.parametrize(("data", "faults"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_quickly(data: bytes, faults: list[str]) -> None:
    start = process_time()
    assert report(data) == faults
    assert process_time() - start < 10


ENDLESS: dict[str, bytes] = {
    "blank lines": b"\n" * 10 * MANY,
    "empty objects": b"{}\n" * MANY,
    "versions": HEADER + b"".join(b'{"version":%d}\n' % version for version in range(1, 200_000)),
    "blank lines in a document": b'{"header":\n"events":[\n' + b"\n" * 10 * MANY,
    "carriage returns": WHOLE.replace(b"\n", b"\r\n"),
    "carriage returns in a document": file("json", FINISHED).replace(b"\n", b"\r\n"),
    "another encoding": WHOLE.decode().encode("utf-16"),
    "a far version": HEADER + b'{"version":9007199254740991}\n' + b"".join(LINES[1:]),
}


@pytest.mark.parametrize("data", ENDLESS.values(), ids=ENDLESS)
def test_a_huge_meaningless_file_is_refused(data: bytes) -> None:
    start = process_time()
    lines = report(data)
    assert not lines[0].startswith("OK")
    assert len(lines) <= 101
    assert process_time() - start < 10


def test_the_verifiers_list_at_most_a_hundred_faults_of_a_file() -> None:
    lines = report(ENDLESS["versions"])
    assert lines[-1] == "file: has more faults; the first 100 are listed"
    assert len(lines) == 101
