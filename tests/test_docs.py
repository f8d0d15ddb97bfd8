"""Pages that come from the code still say what the code says."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_events_page_is_current() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "docs" / "generate.py"), "--check"], check=False)
    assert done.returncode == 0, "docs/events.md is out of date: make docs"
