"""The signals that ask a process of the installation to stop."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue


@contextmanager
def stop_signals() -> Iterator[threading.Event]:
    """Yield an event that SIGTERM, SIGINT and SIGHUP set while the block runs.

    The signal handler does not set the event itself, because it may interrupt a `wait` for the same event. That `wait` may hold the event's
    lock, and the handler would wait for the lock forever. So the handler calls `SimpleQueue.put`, which is safe at any moment, and a thread
    sets the event."""
    stop, came = threading.Event(), SimpleQueue[int]()

    def pass_on() -> None:
        if came.get():
            stop.set()

    threading.Thread(target=pass_on, daemon=True).start()
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {number: signal.signal(number, lambda number, _: came.put(number)) for number in numbers}
    try:
        yield stop
    finally:
        came.put(0)
        for number, handler in before.items():
            signal.signal(number, handler)
