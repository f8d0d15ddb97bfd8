"""The address of this installation: whether its port is free, which program uses the port, and the URL for people."""

import errno
import ipaddress
import json
import socket
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.parse import urlsplit

from service.config import ANYWHERE, Config

PATIENCE: Final = 3.0
"""Seconds to wait until a port becomes free. A Faceup that was just stopped may still be closing it."""


class PortTaken(RuntimeError):
    """The service cannot listen on its address. The message says why, and what to do."""


def require_free(config: Config, sleep: Callable[[float], None] = time.sleep) -> None:
    """Wait at most PATIENCE seconds until the service can listen on its host and port. Raises PortTaken."""
    if not becomes_free(config.host, config.port, sleep):
        raise PortTaken(_taken(config))


def becomes_free(host: str, port: int, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Wait at most PATIENCE seconds until a port is free. Returns whether it is. Raises PortTaken if it can never be used."""
    tries = int(PATIENCE / 0.25)
    for attempt in range(tries + 1):
        failure = _listening_fails(host, port)
        if failure is None:
            return True
        if failure.errno != errno.EADDRINUSE:
            raise PortTaken(f"HOST {host} with PORT {port} cannot be used: {failure.strerror}.") from failure
        if attempt < tries:
            sleep(0.25)
    return False


def _taken(config: Config) -> str:
    """Return the sentence about a port that is in use."""
    other = f"to start a second one for the same records, set PORT={config.port + 1 if config.port < 65535 else 8000}"
    if is_faceup(config):
        return f"Faceup already serves at {url(config)}: open that page; {other}."
    return f"Port {config.port} on {config.host} is in use by another program: choose a free one with PORT=…."


def url(config: Config) -> str:
    """Return the URL for people, without a slash at the end. If the service listens on every address, the URL has this machine's address in
    its network."""
    if config.public_url is not None:
        return config.public_url
    host = (_routed(config.host) or next(_named(config.host), "localhost")) if config.host in ANYWHERE else config.host
    return _address(host, config.port)


def reachable(config: Config) -> Iterator[str]:
    """Yield the URLs that phones can use to reach the service, without a slash at the end. The first is `url(config)`. If only this machine
    can reach the service, nothing is yielded."""
    if config.public_url is not None or config.host not in ANYWHERE:
        where = url(config)
        if not is_loopback(urlsplit(where).hostname or ""):
            yield where
        return
    routed = _routed(config.host)
    if routed is not None:
        yield _address(routed, config.port)
    for host in dict.fromkeys(_named(config.host)):
        if host != routed:
            yield _address(host, config.port)


def secured(config: Config) -> str | None:
    """Return the URL with HTTPS in the hall (service/running/hall.py), without a slash at the end; None without HTTPS."""
    host = urlsplit(url(config)).hostname or ""
    return _address(host, config.https_port, "https") if config.https_port else None


def is_loopback(host: str) -> bool:
    """Whether a host name or address means the machine itself: `localhost`, `127.0.0.1`, `::1`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def near(config: Config) -> str:
    """Return the host name that this machine itself can use to reach the service."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(config.host, config.host)  # noqa: S104


def answers(config: Config) -> bool:
    """Whether the API answers `GET /livez`."""
    return _got(config, "/livez")[0] == 200


def long_requests(config: Config) -> tuple[bool, str] | None:
    """Ask `GET /readyz` who answers long requests. Returns whether anybody does, and a sentence; None if the API does not say."""
    try:
        check = json.loads(_got(config, "/readyz")[1])["checks"]["long requests"]
        return bool(check["ok"]), str(check["told"])
    except (ValueError, TypeError, KeyError):
        return None


def is_faceup(config: Config) -> bool:
    """Whether a Faceup answers at this host and port: it lists card games at /api/v1/systems."""
    status, body = _got(config, "/api/v1/systems")
    try:
        return status == 200 and "systems" in json.loads(body)
    except (ValueError, TypeError):
        return False


def _listening_fails(host: str, port: int) -> OSError | None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as failure:
        return failure
    return None


def _got(config: Config, path: str) -> tuple[int, bytes]:
    """Send a GET request. Returns status and body, or (0, b"") if nothing answers."""
    connection = HTTPConnection(near(config), config.port, timeout=1)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, HTTPException):
        return 0, b""
    finally:
        connection.close()


def _address(host: str, port: int, scheme: str = "http") -> str:
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _routed(anywhere: str) -> str | None:
    """Return the address that this machine uses beyond its own network; None: it has no route beyond that network. `anywhere`: `0.0.0.0` or
    `::`. No packet is sent: connecting a datagram socket only chooses the address."""
    family, beyond = (socket.AF_INET6, "2001:db8::1") if anywhere == "::" else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((beyond, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _named(anywhere: str) -> Iterator[str]:
    """Yield the addresses that this machine's own name stands for, without those that only the machine itself can use."""
    family = socket.AF_INET6 if anywhere == "::" else socket.AF_INET
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_DGRAM)
    except OSError:
        return
    for *_, place in found:
        host = str(place[0])
        if not (is_loopback(host) or ipaddress.ip_address(host.partition("%")[0]).is_link_local):
            yield host
