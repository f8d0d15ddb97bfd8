"""Measures the export of many games: its time, and the most memory of the process. `faceup export --games` writes a file; it is killed
twice and continued. A client follows the pages of GET /records.

python -m bench.export [--games 1000 10000]

The games are those of bench.lists: the newest 600 have 200 events, the others 20.
"""

import argparse
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from bench.figures import peak_mib, peak_while
from bench.lists import Filled, filled
from service.app import create_app
from service.config import Config

MIB: Final = 2**20
PAGE: Final = "/api/v1/records?limit=100"


def exporting(club: Filled, output: Path) -> "subprocess.Popen[bytes]":
    environ = os.environ | {"REDIS_URL": club.url, "FACEUP_DATA": club.data}
    command = [sys.executable, "-m", "workers.cli", "export", "--games", "-o", str(output)]
    return subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def whole(club: Filled, output: Path) -> str:
    """Export everything that is missing in `output`. Returns the figures."""
    began, process = time.perf_counter(), exporting(club, output)
    most = peak_while(process)
    assert process.returncode == 0
    return f"{time.perf_counter() - began:6.1f} s   {most:6.1f} MiB"


def killed(club: Filled, output: Path, size: int) -> None:
    """Export until the file has `size` bytes, then kill the command."""
    process = exporting(club, output)
    while not output.exists() or output.stat().st_size < size:
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()


def followed(url: str, data: str, secret: str, answers: Any) -> None:
    """Follow all pages in a new process. Puts into the queue `answers`: how many games they have, seconds, MiB."""
    client = create_app(Config(data=Path(data), redis_url=url)).test_client(use_cookies=False)
    began, path, count = time.perf_counter(), PAGE, 0
    while path:
        answer = client.get(path, headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code == 200
        count += answer.get_data().count(b"\n")
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    answers.put((count, time.perf_counter() - began, peak_mib(os.getpid())))


def report(count: int) -> None:
    with filled(count) as club, tempfile.TemporaryDirectory() as folder:
        one, two = Path(folder) / "one.ndjson", Path(folder) / "two.ndjson"
        print(f"{count} games", flush=True)
        print(f"  faceup export --games       {whole(club, one)}   {one.stat().st_size / MIB:.0f} MiB written", flush=True)
        for part in (0.3, 0.6):
            killed(club, two, int(part * one.stat().st_size))
        print(f"  killed twice, and continued {whole(club, two)}   same file: {one.read_bytes() == two.read_bytes()}", flush=True)
        fresh = multiprocessing.get_context("spawn")
        answers = fresh.SimpleQueue()
        child = fresh.Process(target=followed, args=(club.url, club.data, club.secret, answers))
        child.start()
        games, seconds, mib = answers.get()
        child.join()
        print(f"  GET /records, {games:6} games  {seconds:6.1f} s   {mib:6.1f} MiB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.export")
    parser.add_argument("--games", type=int, nargs="*", default=[1000, 10_000])
    for count in parser.parse_args().games:
        report(count)


if __name__ == "__main__":
    main()
