"""The settings of one installation: where its data is kept, where it listens, which Redis it uses.

They are read once from the environment into a frozen `Config`. Reading them makes no file.

    PORT               1 to 65535                          8000
    HOST               address to listen on                127.0.0.1
    FACEUP_DATA        data directory                      $XDG_DATA_HOME/faceup, else ~/.local/share/faceup
    REDIS_URL          redis:// rediss:// unix://          a server of our own in the data directory
                       redis+cluster://host:port,host:port
    RQ_REDIS_URL       for the job queue; never a cluster  the server of REDIS_URL, if it is no cluster
    FACEUP_COPIES      replicas that confirm a write       1 in a cluster, else 0 (docs/operations.md)
    FACEUP_SECRET      signs cookies: 64 hex digits        the file `secret` in the data directory
    FACEUP_URL         https://… where people reach it     http:// HOST and PORT
    FACEUP_HTTPS_PORT  for HTTPS in a hall; 0: none        PORT + 443 if HOST is 0.0.0.0 or ::
    FACEUP_PROCESSES   API processes, 1 to 64              2
    FACEUP_WORKERS     job workers, 1 to 64                2
    FACEUP_CACHE_MB    MiB that a process keeps in memory  256
    FACEUP_RECORD_UNITS  budget of a record                20000 (docs/decisions/ops-limits.md)
    FACEUP_LINK_UNITS    budget of a link in a record      1700
    FACEUP_HEAVY_WORKERS      processes for long requests         2
    FACEUP_HEAVY_SECONDS  processor time of such a request  10
    FACEUP_HEAVY_SOCKET   where these processes listen    set by the process that starts them, for its children
    FACEUP_PRACTICE    1: guests may try a table, 0: not   1 (docs/decisions/practice.md)
    FACEUP_REQUEST_LOG 1: a line for each request, 0: not  0 (service/request_log.py)
    FACEUP_RESERVE_MB  MiB that stay free on the disk      64
    FACEUP_PROXIES     addresses or networks, with commas  none: no proxy is trusted

The limits of requests, connections and streams have variables of their own (service/limits.py, docs/limits.md).

A variable that is set but empty counts as not set.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from service import limits
from service.cluster import cluster_of, is_cluster
from service.directory import secret_key, socket_url
from service.limits import UNLIMITED, Limits
from service.proxies import Network, networks

ANYWHERE: Final = {"0.0.0.0", "::"}  # noqa: S104
"""What HOST is if the service listens on all addresses of the machine."""
HTTPS: Final = 443
"""So much larger than PORT is the port for HTTPS in a hall: 8443 beside 8000."""
MOST_COPIES: Final = 9
"""The most replicas that must confirm a write."""
LEAST_CACHE_MB: Final = 64
"""The smallest size of the cache that is allowed. A cache of this size holds the reading of the longest record, 10,000 events. In a smaller
cache, each append to such a record would read all of it again."""


class ConfigError(ValueError):
    """Some settings cannot be used. The message has a line for each: the variable, the values that it may have, and the value that it
    has."""


NO_QUEUE: Final = (
    "RQ_REDIS_URL must name the server of the job queue, such as redis://host:6379/0: the records are on a cluster, which cannot carry it."
    " `faceup serve --roles work` starts a server for the queue itself"
)

RENAMED: Final = {"FACEUP_BESIDE": "FACEUP_HEAVY_WORKERS", "FACEUP_BESIDE_SECONDS": "FACEUP_HEAVY_SECONDS"}
"""Settings that had another name. A value under this name would be ignored without a word."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one installation. `redis_url`: None for our own server. `rq_redis_url`: the job queue's server; None for the server
    of the records, or that of each cell (service/running/cells.py). `secret`: the key that signs cookies; empty: the one in the data
    directory. `copies`: how many replicas must have a write before it is acknowledged. `cache_mb`: MiB of cache in each process.
    `record_units`, `link_units`: the budget of a record, and of one link in it. `reserve_mb`: our own server records nothing while fewer
    MiB are free on its disk.

    `heavy`: how many processes answer long requests (service/heavy/); 0: the API processes answer them. `heavy_seconds`: the seconds of
    processor time that such a request may use. `heavy_socket`: the path of the socket on which they listen; empty: none were started
    with this process, so it answers long requests itself.

    `practice`: whether visitors without a link may play at a practice table. `request_log`: whether each request is logged.

    `limits`: the limits of requests, connections and streams; by default there are none, so that tests and tools are not refused.
    `proxies`: the proxies that are trusted when they name a visitor's address.

    `public_url`: the address that people use when a proxy stands in front, without a slash at the end; None without a proxy.
    `https_port`: where the service also listens, with a certificate of its own (service/running/hall.py); 0: nowhere.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    redis_url: str | None = None
    rq_redis_url: str | None = None
    copies: int = 0
    processes: int = 2
    workers: int = 2
    cache_mb: int = 256
    reserve_mb: int = 64
    record_units: int = 20_000
    link_units: int = 1_700
    secret: str = field(default="", repr=False)
    public_url: str | None = None
    https_port: int = 0
    heavy: int = 0
    heavy_seconds: int = 10
    heavy_socket: str = ""
    practice: bool = True
    request_log: bool = False
    limits: Limits = UNLIMITED
    proxies: tuple[Network, ...] = ()

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> "Config":
        """Read the settings from `environ`. Raises ConfigError, which names every bad setting."""
        faults = [f"{former} is called {name} now" for former, name in RENAMED.items() if former in environ]
        config = cls(
            data=_data(environ, faults),
            host=_host(environ, faults),
            port=_number(environ, "PORT", 8000, 65535, faults),
            redis_url=_url(environ, "REDIS_URL", faults),
            rq_redis_url=_queue_url(environ, faults),
            copies=_copies(environ, faults),
            processes=_number(environ, "FACEUP_PROCESSES", 2, 64, faults),
            workers=_number(environ, "FACEUP_WORKERS", 2, 64, faults),
            cache_mb=_number(environ, "FACEUP_CACHE_MB", 256, 65535, faults, least=LEAST_CACHE_MB),
            reserve_mb=_number(environ, "FACEUP_RESERVE_MB", 64, 1_000_000, faults),
            record_units=_number(environ, "FACEUP_RECORD_UNITS", 20_000, 99_999, faults, least=100),
            link_units=_number(environ, "FACEUP_LINK_UNITS", 1_700, 99_999, faults, least=10),
            secret=_secret(environ, faults),
            public_url=_public_url(environ, faults),
            https_port=_https_port(environ, faults),
            heavy=_number(environ, "FACEUP_HEAVY_WORKERS", 2, 64, faults, least=0),
            heavy_seconds=_number(environ, "FACEUP_HEAVY_SECONDS", 10, 600, faults),
            heavy_socket=environ.get("FACEUP_HEAVY_SOCKET", ""),
            practice=_number(environ, "FACEUP_PRACTICE", 1, 1, faults, least=0) == 1,
            request_log=_number(environ, "FACEUP_REQUEST_LOG", 0, 1, faults, least=0) == 1,
            limits=_limits(environ, faults),
            proxies=_proxies(environ, faults),
        )
        if faults:
            raise ConfigError("\n".join(faults))
        return config

    def as_env(self) -> dict[str, str]:
        """Return these settings as environment variables for a child process. `from_env` turns them into an equal Config."""
        return {
            "FACEUP_DATA": str(self.data),
            "HOST": self.host,
            "PORT": str(self.port),
            "REDIS_URL": self.redis_url or "",
            "RQ_REDIS_URL": self.rq_redis_url or "",
            "FACEUP_COPIES": str(self.copies) if self.redis_url else "",
            "FACEUP_PROCESSES": str(self.processes),
            "FACEUP_WORKERS": str(self.workers),
            "FACEUP_CACHE_MB": str(self.cache_mb),
            "FACEUP_RESERVE_MB": str(self.reserve_mb),
            "FACEUP_RECORD_UNITS": str(self.record_units),
            "FACEUP_LINK_UNITS": str(self.link_units),
            "FACEUP_SECRET": self.secret,
            "FACEUP_URL": self.public_url or "",
            "FACEUP_HTTPS_PORT": str(self.https_port),
            "FACEUP_HEAVY_WORKERS": str(self.heavy),
            "FACEUP_HEAVY_SECONDS": str(self.heavy_seconds),
            "FACEUP_HEAVY_SOCKET": self.heavy_socket,
            "FACEUP_PRACTICE": str(int(self.practice)),
            "FACEUP_REQUEST_LOG": str(int(self.request_log)),
            "FACEUP_PROXIES": ",".join(map(str, self.proxies)),
            **limits.as_env(self.limits),
        }

    @property
    def cache_bytes(self) -> int:
        return self.cache_mb * 1024 * 1024

    @property
    def reserve_bytes(self) -> int:
        return self.reserve_mb * 1024 * 1024

    @property
    def store_url(self) -> str:
        """The URL of the Redis server, or of the cluster, that keeps the records."""
        return self.redis_url or socket_url(self.data)

    @property
    def queue_url(self) -> str | None:
        """The URL of the Redis server that carries the job queue; None: none is known, because the records are on a cluster."""
        return self.rq_redis_url or (None if is_cluster(self.store_url) else self.store_url)

    def required_queue_url(self) -> str:
        """Return `queue_url`. Raises ConfigError if none is known."""
        if self.queue_url is None:
            raise ConfigError(NO_QUEUE)
        return self.queue_url

    def secret_key(self) -> bytes:
        """Return the 32 random bytes that sign this installation's cookies. If they are not in the settings, the first call makes them and
        writes them to the data directory."""
        return bytes.fromhex(self.secret) or secret_key(self.data)


def without_password(url: str) -> str:
    """Return `url` without its password, so that it can be shown.

    >>> without_password("rediss://app:hunter2@redis.example:6380/0?ssl_cert_reqs=none")
    'rediss://app:…@redis.example:6380/0'
    """
    parts = urlsplit(url)
    _, at, place = parts.netloc.rpartition("@")
    name = f"{parts.username or ''}:…@" if at else ""
    return f"{parts.scheme}://{name}{place}{parts.path}"


def _number(environ: Mapping[str, str], name: str, default: int, most: int, faults: list[str], *, least: int = 1) -> int:
    given = environ.get(name) or str(default)
    if given.isascii() and given.isdigit() and len(given) <= 5 and least <= int(given) <= most:
        return int(given)
    faults.append(f"{name} must be a whole number from {least} to {most}, not {given[:40]!r}")
    return default


def _limits(environ: Mapping[str, str], faults: list[str]) -> Limits:
    return Limits(
        **{
            each.name: _number(
                environ, limits.variable(each.name), getattr(Limits(), each.name), 99999, faults, least=each.metadata["least"]
            )
            for each in fields(Limits)
        }
    )


def _proxies(environ: Mapping[str, str], faults: list[str]) -> tuple[Network, ...]:
    given = environ.get("FACEUP_PROXIES") or ""
    try:
        return networks(given)
    except ValueError:
        faults.append(f"FACEUP_PROXIES must be addresses or networks such as 127.0.0.1,10.0.0.0/8, not {given[:80]!r}")
        return ()


def _host(environ: Mapping[str, str], faults: list[str]) -> str:
    host = environ.get("HOST") or "127.0.0.1"
    if not host.isascii() or not host.isprintable() or any(mark in host for mark in " /@[]"):
        faults.append(f"HOST must be an address or a host name such as 127.0.0.1, 0.0.0.0 or ::1, not {host[:80]!r}")
    return host


def _https_port(environ: Mapping[str, str], faults: list[str]) -> int:
    """Return the port for HTTPS in a hall. Behind a proxy there is none, because the proxy has a certificate."""
    port, name = _number(environ, "PORT", 8000, 65535, []), "FACEUP_HTTPS_PORT"
    if not environ.get(name):
        beyond = environ.get("HOST") in ANYWHERE and not environ.get("FACEUP_URL")
        return port + HTTPS if beyond and port + HTTPS <= 65535 else 0
    given = _number(environ, name, 0, 65535, faults, least=0)
    if given == port:
        faults.append(f"{name} must be another port than PORT, not {given}")
    if given and environ.get("FACEUP_URL"):
        faults.append(f"{name} must be 0 with FACEUP_URL: what people reach there has a certificate of its own")
    return given


def _url(environ: Mapping[str, str], name: str, faults: list[str]) -> str | None:
    url = environ.get(name)
    if not url:
        return None
    if is_cluster(url):
        return _cluster_url(url, name, faults)
    try:
        parts = urlsplit(url)
        place = parts.path if parts.scheme == "unix" else parts.hostname
        usable = parts.scheme in ("redis", "rediss", "unix") and bool(place) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        faults.append(f"{name} must be a URL such as redis://host:6379/0, rediss://… or unix:///path/of/socket")
    return url


def _cluster_url(url: str, name: str, faults: list[str]) -> str:
    try:
        cluster_of(url)
    except ValueError:
        faults.append(f"{name} must name nodes of a cluster, and no database, such as redis+cluster://host:6379,host:6379")
    return url


def _queue_url(environ: Mapping[str, str], faults: list[str]) -> str | None:
    url = _url(environ, name := "RQ_REDIS_URL", faults)
    if is_cluster(url or ""):
        faults.append(f"{name} must name a server that is no cluster, such as redis://host:6379/0: the job queue cannot be on a cluster")
    return url


def _secret(environ: Mapping[str, str], faults: list[str]) -> str:
    given = environ.get("FACEUP_SECRET") or ""
    if given and not re.fullmatch("[0-9a-f]{64}", given):
        faults.append("FACEUP_SECRET must be 64 digits from 0 to f, as in the file `secret` of a data folder")
    return given


def _copies(environ: Mapping[str, str], faults: list[str]) -> int:
    url, name = environ.get("REDIS_URL") or "", "FACEUP_COPIES"
    copies = _number(environ, name, int(is_cluster(url)), MOST_COPIES, faults, least=0)
    if copies and not url:
        faults.append(f"{name} must be 0 without REDIS_URL: Faceup's own server has no replicas")
    return copies


def _public_url(environ: Mapping[str, str], faults: list[str]) -> str | None:
    url = (environ.get("FACEUP_URL") or "").rstrip("/")
    if not url:
        return None
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        bare = url == f"{parts.scheme}://{parts.netloc}" and url.isprintable() and not any(mark in url for mark in " @")
    except ValueError:
        usable = bare = False
    if not (usable and bare):
        faults.append("FACEUP_URL must be an address such as https://faceup.example, without a path")
    return url


def _data(environ: Mapping[str, str], faults: list[str]) -> Path:
    given = environ.get("FACEUP_DATA")
    home = environ.get("XDG_DATA_HOME") or ""
    # a relative path in XDG_DATA_HOME is ignored (XDG Base Directory 0.8)
    base = Path(home) if Path(home).is_absolute() else Path("~/.local/share")
    try:
        path = (Path(given) if given else base / "faceup").expanduser().absolute()
    except RuntimeError:
        faults.append("FACEUP_DATA must be set: this user has no home folder to keep records in")
        return Path()
    if not str(path).isprintable():
        faults.append(f"FACEUP_DATA must be a printable path, not {str(path)[:80]!r}")
    elif path.exists() and not path.is_dir():
        faults.append(f"FACEUP_DATA must be a folder; {path} is a file")
    return path
