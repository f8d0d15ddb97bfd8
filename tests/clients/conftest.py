"""The programs from npm, and a served application for the clients."""

import fcntl
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from redis import Redis
from werkzeug.serving import make_server

from service.app import create_app
from service.config import Config
from service.store.keys import HOME
from service.wiring import EXTENSION, Wiring
from tests.servers import RunningServer
from tests.streams import end_streams

HERE: Final = Path(__file__).parent
INSTALLED: Final = Path(sys.prefix) / "clients"
"""Where the programs are installed: beside the packages from PyPI."""
NAMED: Final = ("package.json", "package-lock.json")


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs from npm. They run in `folder`, where imports of TypeScript find the installed packages."""

    folder: Path

    def run(self, name: str, *arguments: str | Path, **environment: str) -> "subprocess.CompletedProcess[str]":
        command = [INSTALLED / "node_modules" / ".bin" / name, *arguments]
        return subprocess.run(command, cwd=self.folder, env=_environment() | environment, capture_output=True, text=True, check=False)

    def node(self, program: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
        command = [Path(sys.executable).parent / "node", program]
        return subprocess.run(command, cwd=self.folder, env=_environment() | environment, capture_output=True, text=True, check=False)


def _environment() -> dict[str, str]:
    """The environment, with the Node of this Python environment first."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "REDOCLY_TELEMETRY": "off"}


@pytest.fixture(scope="session")
def installed() -> Path:
    """Install the programs, once for all sessions and processes."""
    INSTALLED.mkdir(exist_ok=True)
    stamp, wanted = INSTALLED / "installed", "".join((HERE / name).read_text("utf-8") for name in NAMED)
    with (INSTALLED / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text("utf-8") != wanted:
            for name in NAMED:
                shutil.copy(HERE / name, INSTALLED)
            npm = Path(sys.executable).parent / "npm"
            command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            done = subprocess.run(command, cwd=INSTALLED, env=_environment(), capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            stamp.write_text(wanted, "utf-8")
    return INSTALLED


@pytest.fixture(scope="module")
def programs(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Programs:
    folder = tmp_path_factory.mktemp("clients")
    (folder / "node_modules").symlink_to(installed / "node_modules")
    return Programs(folder)


@dataclass(frozen=True, slots=True)
class Service:
    """A served application, and the secret of a director's token."""

    url: str
    secret: str


@pytest.fixture
def service(server: RunningServer, redis: Redis, tmp_path: Path) -> Iterator[Service]:
    app = create_app(Config(data=tmp_path / "data", redis_url=f"unix://{server.socket}"))
    parts: Wiring = app.extensions[EXTENSION]
    parts.clubs.found(HOME)
    _, secret = parts.clubs.issue(HOME, "client", "direct")
    listener = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=listener.serve_forever, args=(0.02,))
    thread.start()
    yield Service(f"http://127.0.0.1:{listener.port}", secret)
    end_streams(app)
    listener.shutdown()
    thread.join()
    listener.server_close()
