"""Makes roots: empty folders in which commands run as if the folder were the whole file system.

/usr and /etc are the machine's, read-only. /usr/local belongs to the root, and has the interpreter under the name `python`. Each command
runs in a new mount namespace.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
"""The links in a root that lead into /usr, as on every system with a merged /usr."""


def made(root: Path) -> Path:
    for name in ("usr", "etc", "proc", "dev", "tmp", "root", "usr-local"):
        (root / name).mkdir(parents=True)
    (root / "tmp").chmod(0o1777)
    for name in LINKS:
        if Path("/", name).is_symlink():
            (root / name).symlink_to(Path("/", name).readlink())
    for prefix in prefixes():
        (root / prefix.relative_to("/")).mkdir(parents=True)
    run(root, [sys.executable, "-m", "venv", "/usr/local"], {}, "/")
    return root


def prefixes() -> list[Path]:
    """Return the folders from which this interpreter runs, except those in /usr."""
    base = Path(sys.base_prefix).resolve()
    return [] if base.is_relative_to("/usr") else [base]


def mounts(root: Path, *, own_local: bool = True) -> str:
    """Return the shell commands that mount what a command in `root` needs."""
    at = shlex.quote(str(root))
    lines = [
        f"mount --bind -o ro {shlex.quote(str(path))} {at}{shlex.quote(str(path))}" for path in (Path("/usr"), Path("/etc"), *prefixes())
    ]
    if own_local:
        lines.append(f"mount --bind {at}/usr-local {at}/usr/local")
    return "\n".join([*lines, f"mount --rbind /dev {at}/dev", f"mount -t proc proc {at}/proc"])


def run(root: Path, command: Sequence[str], env: Mapping[str, str], folder: str) -> None:
    """Run a command as the superuser, with the directory `root` as its file system. `folder`: the working directory of the command there.
    Raises CalledProcessError."""
    inside = f"cd {shlex.quote(folder)} && exec {shlex.join(command)}"
    given = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/root", **env}
    words = shlex.join(["chroot", str(root), "env", "-i", *(f"{name}={value}" for name, value in given.items()), "/bin/sh", "-c", inside])
    script = f"set -e\n{mounts(root)}\nexec {words}"
    subprocess.run([shutil.which("unshare") or "unshare", "--mount", "sh", "-c", script], check=True)


def passed_on() -> dict[str, str]:
    """Return the settings of pip in this machine's environment, such as the address of its index. Pip prints only errors, because its
    other messages are about the package indexes of the machine."""
    settings = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or name.lower().endswith("_proxy")}
    return {"PIP_QUIET": "2", **settings}
