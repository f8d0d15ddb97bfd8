"""HTTPS in a hall: beside plain HTTP, on a port of its own, with a certificate of this installation's own authority (`authority.py`).

Over plain HTTP a browser gives pages neither a service worker nor storage that stays nor a screen that stays on. So a club installs the
certificate of the authority on its own devices. All others go on over plain HTTP, and the certificate comes that way too.

`faceup serve` makes the certificates and renews them while it runs. The API's processes read them at the next connection.
"""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from service.config import Config
from service.running.front_door import PortTaken, becomes_free, near, reachable

LOOK_SECONDS: Final = 60.0
"""Seconds between two looks whether the machine has other addresses, or a certificate ends soon."""

Say = Callable[[str], None]


def folder(config: Config) -> Path:
    return config.data / "https"


def server_file(config: Config) -> Path:
    """Return the file with the certificate of this machine and its key."""
    return folder(config) / "server.pem"


@contextmanager
def kept(config: Config, say: Say) -> Iterator[Config]:
    """Keep the certificates valid while the block runs. Yields the settings to serve with: without HTTPS if its port cannot be used, or if
    no certificate can be made. The service itself starts all the same."""
    refused = _refused(config) if config.https_port else None
    if refused:
        say(f"No HTTPS: {refused}; FACEUP_HTTPS_PORT=… chooses another.")
        config = replace(config, https_port=0)
    said = _renewed(config) if config.https_port else []
    for sentence in said:
        say(sentence)
    if not config.https_port or not server_file(config).exists():
        yield replace(config, https_port=0)
        return
    stop = threading.Event()
    threading.Thread(target=_keep, args=(config, say, said, stop), daemon=True).start()
    try:
        yield config
    finally:
        stop.set()  # nobody waits for the thread: to look up the machine's own name may take long


def _refused(config: Config) -> str | None:
    """Return why the port for HTTPS cannot be used; None if it can."""
    try:
        free = becomes_free(config.host, config.https_port)
    except PortTaken as failure:
        return str(failure).rstrip(".")
    return None if free else f"port {config.https_port} is in use by another program"


def _keep(config: Config, say: Say, last: list[str], stop: threading.Event) -> None:
    while not stop.wait(LOOK_SECONDS):
        said = _renewed(config)
        for sentence in said:
            if sentence not in last:  # a full disk is reported once
                say(sentence)
        last = said


def _renewed(config: Config) -> list[str]:
    """Make the certificates that are missing, end soon or do not fit. Returns sentences that people must know."""
    from service.running import authority  # noqa: PLC0415 - 8 MB that only this process needs

    try:
        return authority.renewed(folder(config), names(config), datetime.now(UTC))
    except OSError as failure:
        return [f"The certificates for HTTPS in {folder(config)} could not be renewed: {failure.strerror}."]


def names(config: Config) -> set[str]:
    """Return the names and addresses under which devices in the same network reach this machine, and under which it reaches itself."""
    own = socket.gethostname().lower()
    own = own if own.isascii() else "localhost"
    addresses = (urlsplit(address).hostname or "" for address in reachable(config))
    return {"localhost", "127.0.0.1", "::1", own, f"{own.partition('.')[0]}.local", near(config), *addresses}


def certificate(config: Config) -> bytes | None:
    """Return the certificate that devices install, as DER; None if there is none."""
    try:
        return ssl.PEM_cert_to_DER_cert((folder(config) / "authority.crt").read_text("ascii"))
    except (OSError, ValueError):
        return None


def fingerprint(der: bytes) -> str:
    """Return the SHA-256 of a certificate as devices show it: `5F:02:…`."""
    return ":".join(f"{byte:02X}" for byte in sha256(der).digest())
