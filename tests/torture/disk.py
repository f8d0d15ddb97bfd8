"""A small disk for one installation, which a fault can fill. The process needs the right to mount a file system (root)."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

MIB: Final = 384
PIECE: Final = b"\0" * (1 << 16)

Fill = Callable[[], Callable[[], object]]


@contextmanager
def small_disk(place: Path) -> Iterator[Fill | None]:
    """Make a file system of MIB MiB in a file, and mount it at the new folder `place` while the block runs. Yields a function that fills
    the file system; this function returns another function, which makes room again. Without the right to mount, `place` is an ordinary
    folder, and None is yielded."""
    place.mkdir(mode=0o700, parents=True)
    image = place.with_suffix(".img")
    mounted = _mounted(image, place)
    try:
        yield (lambda: filled(place / "ballast")) if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(place)], check=False)
        image.unlink(missing_ok=True)


def _mounted(image: Path, place: Path) -> bool:
    """Make the file system and mount it. Returns False if making or mounting fails."""
    with image.open("wb") as file:
        file.truncate(MIB << 20)
    try:
        for command in (["mkfs.ext4", "-q", "-m", "0", str(image)], ["mount", "-o", "loop", str(image), str(place)]):
            subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    place.chmod(0o700)
    return True


def filled(ballast: Path) -> Callable[[], object]:
    """Write the file `ballast` until the disk is full. Returns a function that deletes the file."""
    with suppress(OSError), ballast.open("ab", buffering=0) as file:
        while file.write(PIECE):
            pass
    return lambda: ballast.unlink(missing_ok=True)
