"""The one-file verifier verify_record.py, run as people run it, with only the standard library."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import verify_record
from domain.system import SCOREKEEPER
from tests.format.records import FINISHED, file
from tests.waiting import WITHIN

SCRIPT = Path(verify_record.__file__)


def run(*arguments: str, stdin: bytes = b"", cwd: Path | None = None) -> tuple[int, str, str]:
    """Run the verifier isolated from the environment, the user's packages and the project (-I -S)."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *arguments], input=stdin, capture_output=True, cwd=cwd, timeout=WITHIN, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_verify_record_accepts_a_valid_file(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"game.faceup.{form}"
    path.write_bytes(file(form, FINISHED))
    expected = (0, verify_record.verify(path.read_bytes())[0] + "\n", "")
    assert expected[1].startswith("OK home-ntdlrj43z5wcsnv5 14 events, head ")
    assert run(path.name, cwd=tmp_path) == expected
    assert run("-", stdin=path.read_bytes()) == expected


def test_verify_record_refuses_a_changed_file(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(file("ndjson", FINISHED, SCOREKEEPER).replace(b'"value":"2C"', b'"value":"3C"'))
    assert run(str(path)) == (1, "event 12: opened 'card' does not match its commitment\n", "")
    assert run("-", stdin=b"[" * 1_000_000)[0] == 1


def test_verify_record_says_that_a_score_sheet_needs_faceup_verify(tmp_path: Path) -> None:
    """Without the message, people might believe that the record was changed."""
    path = tmp_path / "game.faceup.txt"
    path.write_bytes(file("text", FINISHED))
    for sheet in (run(str(path)), run("-", stdin=b"\xef\xbb\xbf\n" + path.read_bytes())):
        code, out, err = sheet
        assert (code, out) == (2, "")
        assert "takes the formats JSON, NDJSON and HTML" in err
        assert "faceup verify" in err


def test_verify_record_verifies_each_line_of_a_file_of_many_records() -> None:
    one = file("json", FINISHED).replace(b"\n", b"")
    said = verify_record.verify(file("json", FINISHED))[0]
    assert run("-", stdin=one) == (0, f"line 1: {said}\n1 record, 1 verified\n", "")
    changed = one.replace(b'"by":"t-anna"', b'"by":"t-anne"', 1)
    faults = "line 2: home-ntdlrj43z5wcsnv5: event 1: hash does not match: the event or its hash was changed\n"
    assert run("-", stdin=one + b"\n" + changed + b"\n") == (1, f"line 1: {said}\n{faults}2 records, 1 verified\n", "")


def test_verify_record_reports_a_missing_file(tmp_path: Path) -> None:
    for arguments in ([], ["one", "two"]):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert err.startswith("usage: python3 verify_record.py FILE")
    assert run("--help")[0] == 0
    assert run(str(tmp_path))[0] == 2
    code, out, err = run(str(tmp_path / "missing"))
    assert (code, out) == (2, "")
    assert "missing" in err


def test_verify_record_needs_only_python_3_9_and_its_standard_library() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 9))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
