"""Says which address a request comes from when proxies stand in front of the service.

When a trusted proxy gets a request, it writes the sender's address at the end of the header `X-Forwarded-For`. The addresses before that
one may have been written by anybody. So the header is read from its end, and only as far as the addresses are those of trusted proxies.
"""

import ipaddress
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

REMEMBERED: Final = 4096
FORWARDED: Final = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
"""The headers, as WSGI names them, in which proxies name the client whose request they pass on."""


def networks(text: str) -> tuple[Network, ...]:
    """Read addresses and networks that are separated by commas. Raises ValueError.

    >>> networks("127.0.0.1, 10.0.0.0/8")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


def client_of(environ: Mapping[str, Any], proxies: tuple[Network, ...]) -> str:
    """Return the address of the client that sent a request. `proxies`: the trusted ones."""
    client = str(environ.get("REMOTE_ADDR") or "")
    named = [part.strip() for part in str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",")]
    while named and is_proxy(client, proxies):
        address = _parsed(named.pop())
        if address is None:
            break
        client = str(address)
    return client


@lru_cache(REMEMBERED)
def is_proxy(client: str, proxies: tuple[Network, ...]) -> bool:
    """Whether `client` is the address of a trusted proxy."""
    address = _parsed(client)
    return address is not None and any(address in network for network in proxies)


@lru_cache(REMEMBERED)
def place_of(client: str) -> str:
    """Return the name under which requests from an address are counted. An IPv4 address is its own name. An IPv6 address is named by its
    first 64 bits, because one customer of a provider usually gets all addresses that begin with the same 64 bits.

    >>> place_of("192.0.2.7"), place_of("2001:db8::a:1"), place_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    address = _parsed(client)
    return str(ipaddress.ip_network((address, 64), strict=False)) if isinstance(address, ipaddress.IPv6Address) else str(address or client)


def is_local(environ: Mapping[str, Any]) -> bool:
    """Whether a request was sent by a program on this machine, and not by a proxy on it for somebody else. `REMOTE_ADDR` must be the
    client's address."""
    address = _parsed(str(environ.get("REMOTE_ADDR") or ""))
    return address is not None and address.is_loopback and not any(name in environ for name in FORWARDED)


def _parsed(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
