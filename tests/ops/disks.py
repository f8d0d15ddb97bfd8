"""Disks that a test can fill. If this machine lets the tests mount a file system, they fill a small one in memory. On every machine they
can set a process's limit of file sizes to 0. Then the kernel refuses every write of this process to a file."""

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

SIZE_MIB = 48
UNLIMITED = resource.RLIM_INFINITY


class Disk(Protocol):
    """A disk with the folder `folder`. `fill` fills the disk completely. `clear` makes room on the disk. `serving`: the process id of the
    `faceup serve` that uses this disk. `server`: the process id of its store server."""

    folder: Path

    def fill(self, serving: int, server: int | None) -> None: ...
    def clear(self, serving: int, server: int | None) -> None: ...


@dataclass
class Mounted:
    """A file system of SIZE_MIB mebibytes."""

    folder: Path

    def fill(self, serving: int, server: int | None) -> None:
        with (self.folder / "other").open("ab", buffering=0) as file:
            for step in (1 << 20, 1 << 12, 1):
                with suppress(OSError):
                    while True:
                        file.write(bytes(step))

    def clear(self, serving: int, server: int | None) -> None:
        (self.folder / "other").unlink(missing_ok=True)

    def leave_free(self, free: int) -> None:
        """Fill the disk until only about `free` bytes are free."""
        disk = os.statvfs(self.folder)
        with (self.folder / "other").open("ab") as file:
            file.write(bytes(disk.f_bavail * disk.f_frsize - free))


@dataclass
class Taken:
    """A folder on any disk. A file in the folder can take a part of the free space. `reserve_mb`: a number of MiB. While the file exists,
    less space than this is free. Without the file, more is free."""

    folder: Path
    free: int = field(init=False)

    def __post_init__(self) -> None:
        disk = os.statvfs(self.folder)
        self.free = disk.f_bavail * disk.f_frsize

    @property
    def reserve_mb(self) -> int:
        return int(0.7 * self.free) >> 20

    def take(self) -> bool:
        """Take two fifths of the free space. The file system reserves the blocks without writing data. Returns False if the file system
        cannot reserve blocks."""
        command = ["fallocate", "--length", str(int(0.4 * self.free)), str(self.folder / "other")]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def clear(self) -> None:
        (self.folder / "other").unlink(missing_ok=True)


@dataclass
class Limited:
    """A folder on any disk. `fill` forbids the supervisor and the server to write files, until `clear`."""

    folder: Path
    limited: set[int] = field(default_factory=set)

    def fill(self, serving: int, server: int | None) -> None:
        self._limit(serving, server, 0)

    def clear(self, serving: int, server: int | None) -> None:
        self._limit(serving, server, UNLIMITED)

    def _limit(self, serving: int, server: int | None, bytes_: int) -> None:
        for pid in {serving, *([server] if server else [])}:
            with suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (bytes_, UNLIMITED))


def can_mount(folder: Path) -> bool:
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, check=False).returncode == 0
    if mounted:
        subprocess.run(["umount", "-l", folder], check=True)
    folder.rmdir()
    return mounted


@contextmanager
def mounted(folder: Path) -> Iterator[Mounted]:
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE_MIB}m", "tmpfs", folder], check=True)
    try:
        yield Mounted(folder)
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
