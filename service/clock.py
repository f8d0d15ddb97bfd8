"""The clock, for whoever wires things together. Everything else is given the time."""

import time


def now_ms() -> int:
    """Milliseconds UTC since 1970."""
    return time.time_ns() // 1_000_000
