"""Switches off Python's search for cyclic garbage while many objects are made.

A search looks at every object of the process. While a large tournament is read, the searches would take longer than the reading itself.
Our objects form no cycles, so Python frees them without a search.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Stop the search for cyclic garbage during the block. If several threads are in such blocks at the same time, the search starts again
    when the thread that entered first leaves its block."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
