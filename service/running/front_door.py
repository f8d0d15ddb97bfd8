"""Where this installation is reached: whether its port is free, which program has it if not, and the address for people."""

import errno
import json
import socket
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from typing import Final

from service.config import Config

PATIENCE: Final = 3.0
"""Seconds in which a port may become free: a Faceup that was just ended may still be closing it."""

ANYWHERE: Final = {"0.0.0.0", "::"}  # noqa: S104


class PortTaken(RuntimeError):
    """The address cannot be listened on; the message says which program has it and what to do."""


def require_free(config: Config, sleep: Callable[[float], None] = time.sleep) -> None:
    """Raise PortTaken unless `config.host` and `config.port` can be listened on, now or within PATIENCE seconds."""
    tries = int(PATIENCE / 0.25)
    for attempt in range(tries + 1):
        failure = _listening_fails(config)
        if failure is None:
            return
        if failure.errno != errno.EADDRINUSE:
            raise PortTaken(f"HOST {config.host} with PORT {config.port} cannot be used: {failure.strerror}.") from failure
        if attempt < tries:
            sleep(0.25)
    other = f"to start a second one for the same records, set PORT={config.port + 1 if config.port < 65535 else 8000}"
    if is_faceup(config):
        raise PortTaken(f"Faceup already serves at {url(config)}: open that page; {other}.")
    raise PortTaken(f"Port {config.port} on {config.host} is in use by another program: choose a free one with PORT=….")


def url(config: Config) -> str:
    """The address for people, without a slash at the end. A service that listens on every address has that of this machine in its
    network."""
    if config.public_url is not None:
        return config.public_url
    host = _own_address(config.host) if config.host in ANYWHERE else config.host
    return f"http://{f'[{host}]' if ':' in host else host}:{config.port}"


def near(config: Config) -> str:
    """The host name by which this machine itself reaches the service."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(config.host, config.host)  # noqa: S104


def answers(config: Config) -> bool:
    """Whether the API answers `GET /livez`."""
    return _got(config, "/livez")[0] == 200


def is_faceup(config: Config) -> bool:
    """Whether a Faceup answers at this host and port: only a Faceup lists card games at /api/v1/systems."""
    status, body = _got(config, "/api/v1/systems")
    try:
        return status == 200 and "systems" in json.loads(body)
    except (ValueError, TypeError):
        return False


def _listening_fails(config: Config) -> OSError | None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as failure:
        return failure
    return None


def _got(config: Config, path: str) -> tuple[int, bytes]:
    """Status and body of a GET; (0, b"") if nothing answers."""
    connection = HTTPConnection(near(config), config.port, timeout=1)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, HTTPException):
        return 0, b""
    finally:
        connection.close()


def _own_address(anywhere: str) -> str:
    """This machine's address on its network. Connecting a datagram socket sends nothing; the targets are documentation addresses."""
    family, beyond = (socket.AF_INET6, "2001:db8::1") if anywhere == "::" else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((beyond, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "localhost"
