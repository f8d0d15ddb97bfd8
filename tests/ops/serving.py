"""Starts the product as people start it: `faceup serve` in its own process, on a free port, with a data folder of the test."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

import httpx
from click.testing import CliRunner

from service.config import Config
from service.running.server import client
from tests.ops.processes import until
from tests.waiting import WITHIN
from workers.cli import main

FACEUP = [sys.executable, "-m", "workers.cli"]


@dataclass
class Serving:
    """A running `faceup serve`. `output` is what it has printed so far."""

    process: "subprocess.Popen[str]"
    config: Config
    printed: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.config.port}"

    @property
    def output(self) -> str:
        return self.printed.read_text()

    def api(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=WITHIN)

    def server(self) -> int:
        with client(self.config.store_url) as redis:
            return int(redis.info("server")["process_id"])

    def ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=WITHIN).status_code == 200
        except httpx.TransportError:
            return False

    def owner(self) -> str:
        """The owner's token, in the link that `faceup serve` printed."""
        match = re.search(r"/join#(fu_home_\w+)", self.output)
        assert match, self.output
        return match[1]


def free_port() -> int:
    """Return a free port below the range from which the system takes ports for outgoing connections (ephemeral ports). So no outgoing
    connection can take the port before the test uses it."""
    while True:
        port = SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def configured(data: Path, port: int | None = None, heavy: int = 0) -> Config:
    """Return the settings of a small installation. `heavy`: the number of extra processes for long requests (most tests need none)."""
    return Config(data=data, port=port or free_port(), processes=1, workers=1, heavy=heavy)


def faceup(config: Config, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*FACEUP, *words], env=os.environ | config.as_env(), capture_output=True, text=True, timeout=WITHIN, check=False)


def commanded(config: Config, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command as `faceup` does, but in this process: that takes much less time."""
    done = CliRunner(env=config.as_env()).invoke(main, words, catch_exceptions=False)
    return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)


@contextmanager
def serving(config: Config, printed: Path) -> Iterator[Serving]:
    """Run `faceup serve` while the block runs. The block begins when the API answers."""
    with printed.open("w") as output:
        process = subprocess.Popen([*FACEUP, "serve"], env=os.environ | config.as_env(), stdout=output, stderr=output, text=True)
    running = Serving(process, config, printed)
    try:
        until(lambda: "Faceup serves at" in running.output or process.poll() is not None)
        assert process.poll() is None, running.output
        yield running
    finally:
        process.terminate()
        process.wait(WITHIN)
