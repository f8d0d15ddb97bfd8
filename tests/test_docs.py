"""Pages that are generated from the code are up to date, and the paths that pages name exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_generated_pages_of_the_documentation_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "docs" / "generate.py"), "--check"], check=False)
    assert done.returncode == 0, "a generated page under docs/ is out of date: make docs"


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_every_path_that_a_documentation_page_names_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:domain|service|workers|tests|docs|bench|docker)/[\w./-]*)`", text))
    named |= {target for target in re.findall(r"\]\(([\w./-]+)\)", text) if not target.startswith("http")}
    beside = (ROOT / page).parent
    assert sorted(name for name in named if not (ROOT / name).exists() and not (beside / name).exists()) == []
