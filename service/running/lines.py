"""The log of gunicorn in an API process. gunicorn writes a line about every malformed request, so a stranger could fill the disk with such
lines. This log writes only a few of them, and never quotes what the stranger sent, because that may be a secret."""

import time
from collections.abc import Callable
from typing import Any, Final

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

MOST: Final = 10
"""The most lines about malformed requests in SECONDS."""
SECONDS: Final = 60.0
MALFORMED: Final = "Invalid request from ip="


class Few:
    """Lets at most MOST lines pass in SECONDS. `now`: returns seconds that never go back."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since = now()
        self._passed = self._left_out = 0

    def told(self, line: str) -> str | None:
        """Return the line to write, with the number of lines that were left out before it; None: write nothing."""
        if self._now() - self._since >= SECONDS:
            self._since, self._passed = self._now(), 0
        if self._passed == MOST:
            self._left_out += 1
            return None
        before, self._left_out = self._left_out, 0
        self._passed += 1
        return f"{line} ({before} such lines were left out before)" if before else line


class Log(Logger):  # type: ignore[misc]
    """gunicorn's log."""

    def __init__(self, cfg: Any) -> None:
        super().__init__(cfg)
        self._few = Few()

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        if not msg.startswith(MALFORMED):
            super().warning(msg, *args, **kwargs)
            return
        line = self._few.told(msg.partition(": ")[0])
        if line is not None:
            super().warning("%s", line)
