"""Runs long computations outside Python, such as hashing a PIN (100 ms), in a thread of the operating system. While the thread computes,
the event loop of the API process goes on.

A thread helps only if the work releases Python's lock, as OpenSSL's scrypt does. Other long work belongs beside the API (service/heavy/).
"""

import sys
from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Final, TypeVar

AT_ONCE: Final = 2
"""How many long computations one process runs in threads at the same time. More of them wait for their turn. Hashing a PIN takes 32 MiB of
memory."""
_turns: Final = BoundedSemaphore(AT_ONCE)

T = TypeVar("T")


def aside(work: Callable[[], T]) -> T:
    """Return `work()`. In a process with an event loop, other requests are answered while `work` runs."""
    with _turns:
        return _in_a_thread(work) if _has_an_event_loop() else work()


def _has_an_event_loop() -> bool:
    if "gevent.monkey" not in sys.modules:
        return False
    from gevent import monkey  # noqa: PLC0415 - only API processes need it

    return bool(monkey.is_module_patched("threading"))


def _in_a_thread(work: Callable[[], T]) -> T:
    from gevent import get_hub  # noqa: PLC0415

    done: T = get_hub().threadpool.apply(work)
    return done
