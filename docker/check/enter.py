"""`enter.py <place>`: runs `running.py` in the root (the file system) that `build.py` made. The root is read-only except /tmp and the
volumes, as in compose.yaml.

The script runs in new mount, process and network namespaces. So everything is gone when it ends, and port 443 is free. The only network is
loopback, where each service is reached by its name.
"""

import fcntl
import os
import shlex
import shutil
import socket
import struct
import subprocess
import sys
from pathlib import Path

import root

HERE = Path(__file__).parent
VALKEY_USER = (999, 1000)
"""The numbers of the user and the group in the official Valkey image (alpine)."""
HOSTS = "127.0.0.1 localhost\n127.0.0.1 web\n127.0.0.2 web\n127.0.0.3 valkey\n"


def main(place: Path) -> None:
    image = place / "image"
    tools = image / "check"
    tools.mkdir()
    for file in (HERE / "running.py", HERE / "talking.py", HERE.parent / "compose.yaml", HERE.parent / "Caddyfile", place / "image.json"):
        shutil.copy(file, tools)
    caddy = os.environ.get("CADDY") or shutil.which("caddy")
    if caddy:
        shutil.copy(caddy, tools / "caddy")
    (place / "hosts").write_text(HOSTS)
    # A new named volume starts as a copy of the image's folder. This folder is empty, and belongs to the image's user.
    (image / "data").mkdir()
    os.chown(image / "data", *VALKEY_USER)
    for volume, target in (("data", "var/lib/faceup"), ("records", "data")):
        (place / volume).mkdir()
        shutil.copystat(image / target, place / volume)
        owner = (image / target).stat()
        os.chown(place / volume, owner.st_uid, owner.st_gid)
    raise_loopback()
    at = shlex.quote(str(image))
    script = f"""set -e
        mount --bind {at} {at}
        cd {at}
        {root.mounts(image)}
        mount --bind {at}/../hosts etc/hosts
        mount --bind {at}/../data var/lib/faceup
        mount --bind {at}/../records data
        mount -t tmpfs tmpfs tmp
        mount -t tmpfs tmpfs dev/shm
        mount -o remount,bind,ro {at}
        exec chroot {at} env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin /opt/faceup/bin/python /check/running.py
    """
    raise SystemExit(subprocess.run(["sh", "-c", script], check=False).returncode)


def raise_loopback() -> None:
    """Bring up the loopback interface of this network namespace (netdevice(7): SIOCSIFFLAGS with IFF_UP and IFF_RUNNING)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH14s", b"lo", 0x1 | 0x40, b""))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
