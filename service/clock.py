"""The clock, for the code that wires things together. All other code is given the time."""

import time


def now_ms() -> int:
    """Milliseconds UTC since 1970."""
    return time.time_ns() // 1_000_000
