"""A small disk of its own for an installation, which can be filled. Needs the right to mount (root)."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

MIB: Final = 192
PIECE: Final = b"\0" * (1 << 16)

Fill = Callable[[], Callable[[], object]]


@contextmanager
def small_disk(place: Path) -> Iterator[Fill]:
    """Mount a file system of MIB MiB in memory at `place` while the block runs. Yields a function that fills it to the last byte, and
    returns the function that makes room again. Raises CalledProcessError without the right to mount."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={MIB}m,mode=700", "tmpfs", str(place)], check=True)
    try:
        yield lambda: filled(place / "ballast")
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=False)


def filled(ballast: Path) -> Callable[[], object]:
    """Write the file `ballast` until the disk is full. Returns the function that removes it."""
    with suppress(OSError), ballast.open("ab", buffering=0) as file:
        while file.write(PIECE):
            pass
    return lambda: ballast.unlink(missing_ok=True)
