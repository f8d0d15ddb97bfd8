"""What is printed about skipped tests (tests/conftest.py)."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]
TESTS = """
import pytest

@pytest.fixture
def browser():
    pytest.skip("no browser")

def test_a_page(browser): ...
def test_a_form(browser): ...

@pytest.mark.skip("no server")
def test_a_server(): ...
"""


def test_a_reason_for_skipped_tests_is_printed_once_with_their_number(tmp_path: Path) -> None:
    (tmp_path / "test_here.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-c", HERE / "pyproject.toml", "-p", "tests.conftest", tmp_path]
    printed = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False).stdout
    assert printed.splitlines()[-3:-1] == ["SKIPPED [2] no browser", "SKIPPED [1] no server"]
