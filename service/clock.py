"""The clocks of the machine. Most modules get a clock or a time as an argument, which a test can choose."""

import time


def now_ms() -> int:
    """Return the current time in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Return milliseconds since some fixed moment. The number never goes down, even if the clock of the machine is set back."""
    return time.monotonic_ns() // 1_000_000
