"""Spreads the work of a bench over processes, with a progress bar. The results come in the order of the work."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from multiprocessing import Pool
from typing import TypeVar

import click

T = TypeVar("T")


def each(work: Callable[[str], T], items: Iterable[str], jobs: int, wanted: int, label: str, size: Callable[[T], int]) -> Iterator[T]:
    """Yield what `work` returns for each item, in the order of items, until the sizes of the results add up to `wanted`, or until Control-C
    is pressed. `jobs`: the number of processes."""
    done = 0
    with ExitStack() as stack, click.progressbar(length=wanted, file=sys.stderr, label=label) as bar:
        spread = stack.enter_context(Pool(jobs, _deaf)).imap(work, items) if jobs > 1 else map(work, items)
        try:
            for result in spread:
                yield result
                done += size(result)
                bar.update(size(result))
                if done >= wanted:
                    return
        except KeyboardInterrupt:
            print(f"interrupted after {done:,} of {wanted:,}", file=sys.stderr)


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
