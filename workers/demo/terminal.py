"""The terminal of the demonstration: a line of progress, and what Enter does."""

import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final

import click

CLEAR: Final = "\r\x1b[K"
"""Makes the current line of a terminal empty, and goes to its beginning."""
STDIN: Final = 0
HEARS_ENTER: Final = "hears Enter"
"""The name of the thread that waits for Enter."""


def progress(what: str) -> None:
    """In a terminal, show what is being made ready, in place of what the current line shows."""
    if sys.stdout.isatty():
        click.echo(CLEAR + what, nl=False)
        sys.stdout.flush()


def in_place(text: str) -> str:
    """Return the text to print so that it takes the place of the line of progress, if there is one."""
    return CLEAR + text if sys.stdout.isatty() else text


def at_enter(call: Callable[[], None], terminal: int = STDIN) -> None:
    """If the file descriptor `terminal` is a terminal, call `call` each time Enter is pressed there, in a thread of its own, until the
    program ends."""
    if os.isatty(terminal):
        Thread(name=HEARS_ENTER, target=_listen, args=(terminal, call), daemon=True).start()


def _listen(terminal: int, call: Callable[[], None]) -> None:
    with suppress(OSError):  # the terminal was closed
        while True:
            select.select([terminal], [], [])
            if _in_the_background(terminal):
                time.sleep(1)
            elif os.read(terminal, 1024):
                call()
            else:
                return


def _in_the_background(terminal: int) -> bool:
    """Whether the terminal would stop this process if it read what is typed."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:
        return False  # it does not control this process
