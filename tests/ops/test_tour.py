"""The commands of docs/tour.md and the request of README.md, run in bash against a running installation, exactly as they are written."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.ops.serving import Serving, configured, serving
from tests.speeds import slow
from tests.waiting import WITHIN

ROOT: Final = Path(__file__).parents[2]
START: Final = "FACEUP_DATA=~/faceup-tour make run\n"
"""The first command of the tour. `serving` stands for it: it starts `faceup serve`, as `make run` does, on a free port."""
STRICT: Final = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'
"""What the test adds to the commands: the first command that fails, or that gets an error as its answer, ends the run."""


def blocks(page: str) -> list[str]:
    """Return the shell commands of a page, block by block."""
    return re.findall(r"^```sh\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)


def checkout(folder: Path) -> None:
    """Make `folder` a place in which the commands find what they find in a checkout, the environment of this test included."""
    (folder / ".venv").symlink_to(sys.prefix)
    for name in ("tests", "verify_record.py"):
        (folder / name).symlink_to(ROOT / name)


def run(commands: str, server: Serving, folder: Path) -> str:
    """Run `commands` in `folder`. Returns what they printed."""
    settings = server.config.as_env() | {"HOME": str(folder)}
    at_this_port = commands.replace("127.0.0.1:8000", f"127.0.0.1:{server.config.port}")
    command = ["bash", "-c", STRICT + at_this_port]
    done = subprocess.run(command, cwd=folder, env=os.environ | settings, capture_output=True, text=True, timeout=WITHIN, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@slow
def test_every_command_of_the_tour_and_the_request_of_the_readme_do_what_the_pages_say(tmp_path: Path) -> None:
    start, *tour = blocks("docs/tour.md")
    (request,) = [block for block in blocks("README.md") if "curl" in block]
    assert start == START
    checkout(tmp_path)
    with serving(configured(tmp_path / "faceup-tour"), tmp_path / "printed") as server:
        printed = run("\n".join([*tour, "echo; echo README", request]), server, tmp_path)
    of_the_tour, _, of_the_readme = printed.partition("\nREADME\n")
    assert '"rule":"card-seen-twice"' in of_the_tour
    assert len(re.findall(r"\bOK home-", of_the_tour)) == 3, "the game, verified twice, and the tournament"
    assert '"entry":1' in of_the_readme
