"""Makes the temporary installation of a demonstration: the processes of `faceup serve` and the players, with an empty data folder and a
free port.

Records cannot be deleted, so a demonstration never plays in an installation that somebody uses. FACEUP_DATA and REDIS_URL are ignored. The
folder is removed at the end.
"""

import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from service.config import Config
from service.running.crew import Part
from service.running.front_door import url

PLAYERS: Final = Part("The players", (sys.executable, "-m", "workers.demo.players"))


@contextmanager
def scratch(environ: Mapping[str, str]) -> Iterator[Config]:
    """Yield the settings of a new installation, which is removed after the block. HOST and PORT are taken from `environ`."""
    with tempfile.TemporaryDirectory(prefix="faceup-demo-") as folder:
        yield Config.from_env(
            {
                "FACEUP_DATA": folder,
                "FACEUP_PROCESSES": "1",
                "FACEUP_WORKERS": "1",
                # there are no limits for tokens, because one token plays all the games
                "FACEUP_TOKEN_READS": "0",
                "FACEUP_TOKEN_WRITES": "0",
                "FACEUP_TOKEN_COSTLY": "0",
                "FACEUP_HTTPS_PORT": "0",  # its certificates would be removed, too
                "HOST": environ.get("HOST", ""),
                "PORT": environ.get("PORT") or str(_free_port()),
            }
        )


def greeting(config: Config, _token: str | None) -> str:
    """Return the line that is printed when the API answers. The players' process prints the links."""
    return f"A demonstration of Faceup: everybody may watch it at {url(config)}/"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
