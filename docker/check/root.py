"""A root: an empty folder in which commands run as if it were all there is. Of the machine it has, read-only, what a base image would have.

/usr and /etc are the machine's, /usr/local is the root's own and holds the interpreter under the name `python`. Mounts are made in a
namespace of each command's own.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
"""Of /usr, as on every merged-/usr system."""


def made(root: Path) -> Path:
    """An empty root with an interpreter of its own in /usr/local."""
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
    """Where this interpreter lives, if not in /usr."""
    base = Path(sys.base_prefix).resolve()
    return [] if base.is_relative_to("/usr") else [base]


def mounts(root: Path, *, own_local: bool = True) -> str:
    """The shell commands that make `root` one to live in."""
    at = shlex.quote(str(root))
    lines = [
        f"mount --bind -o ro {shlex.quote(str(path))} {at}{shlex.quote(str(path))}" for path in (Path("/usr"), Path("/etc"), *prefixes())
    ]
    if own_local:
        lines.append(f"mount --bind {at}/usr-local {at}/usr/local")
    return "\n".join([*lines, f"mount --rbind /dev {at}/dev", f"mount -t proc proc {at}/proc"])


def run(root: Path, command: Sequence[str], env: Mapping[str, str], folder: str) -> None:
    """Run a command in `root` as root, in `folder`. Raises CalledProcessError."""
    inside = f"cd {shlex.quote(folder)} && exec {shlex.join(command)}"
    given = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/root", **env}
    words = shlex.join(["chroot", str(root), "env", "-i", *(f"{name}={value}" for name, value in given.items()), "/bin/sh", "-c", inside])
    script = f"set -e\n{mounts(root)}\nexec {words}"
    subprocess.run([shutil.which("unshare") or "unshare", "--mount", "sh", "-c", script], check=True)


def passed_on() -> dict[str, str]:
    """What pip is told by this machine's environment, such as where its index is."""
    told = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or name.lower().endswith("_proxy")}
    return {"PIP_QUIET": "1", **told}
