"""A network of its own for a process and its children: addresses that can be cut off from each other. It needs Linux, `unshare` and `ip`;
nothing outside sees it, and it ends with the process."""

import subprocess
from collections.abc import Iterable, Sequence
from shutil import which
from typing import Final

ALONE: Final = ("unshare", "--user", "--map-root-user", "--net", "--pid", "--kill-child")
"""Before a command: it runs in an empty network, in which it is the superuser. When it ends, all that it has started ends."""
FRONT: Final = "10.77.0"
TABLE: Final = 50
"""The table of routes with only one, to a wire that leads nowhere: packets vanish on it, as behind a broken switch."""
SET_UP: Final = (
    "link set lo up",
    "rule add pref 100 lookup local",
    "rule del pref 0",
    "link add nowhere type veth peer name end",
    "link set nowhere arp off up",
    "link set end up",
    f"route add {FRONT}.0/24 dev nowhere table {TABLE}",
)


def can_be_made() -> bool:
    """Whether this machine lets us make such a network."""
    return (
        bool(which("unshare") and which("ip"))
        and subprocess.run([*ALONE, "ip", "-batch", "-"], input=_lines(SET_UP), check=False).returncode == 0
    )


def set_up(number: int) -> list[str]:
    """Prepare the network of this process. Returns `number` addresses in it."""
    addresses = [f"{FRONT}.{last}" for last in range(1, number + 1)]
    _ip([*SET_UP, *(f"addr add {address}/32 dev lo" for address in addresses)])
    return addresses


def cut(address: str, others: Iterable[str], *, again: bool = False) -> None:
    """Let nothing pass between an address and `others`; `again`: let it pass again."""
    pairs = [pair for other in others for pair in ((address, other), (other, address))]
    _ip([f"rule {'del' if again else 'add'} pref 10 from {one} to {other} lookup {TABLE}" for one, other in pairs])


def _ip(commands: Sequence[str]) -> None:
    subprocess.run(["ip", "-batch", "-"], input=_lines(commands), check=True)


def _lines(commands: Iterable[str]) -> bytes:
    return "".join(f"{command}\n" for command in commands).encode()
