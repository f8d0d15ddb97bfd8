"""Perfect schedules of the individual rotation: everybody is everybody else's partner once and opponent twice.

A schedule is kept as its *starter*, the tables of round 1. A starter names *elements*: line 1 of the schedule is element 0, line 2 is
element 1, and so on. Adding 1 to every element gives the next round.

- With 4n + 1 lines, elements are added modulo 4n + 1. In round 1 element 0 sits out.
- With 4n lines, elements are added modulo 4n − 1. The last line is INFINITY, which never changes.
- With 9 lines, element 3a + b stands for the pair (a, b), and pairs are added modulo 3. Each round adds another of the nine pairs to the
  starter.

bench/starters.py found the starters in STARTERS. For a prime p = 4n + 1 the starter is computed: with a primitive root w, its tables are
w^i and −w^i against w^(i+n) and −w^(i+n), for i from 0 to n − 1. Source: docs/decisions/tournaments.md; I. Anderson, "Combinatorial Designs
and Tournaments", Oxford 1997 (whist tournaments).
"""

from collections.abc import Mapping
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple

INFINITY: Final = -1
Table = tuple[int, int, int, int]
"""The lines or elements at one table. The first two are partners and play against the last two."""


class Plan(NamedTuple):
    """A round of a schedule. `tables`: the four lines at each table, partners side by side. `rests`: the lines that sit out."""

    tables: tuple[Table, ...]
    rests: tuple[int, ...] = ()


STARTERS: Final[Mapping[int, tuple[Table, ...]]] = {
    4: ((-1, 0, 1, 2),),
    8: ((-1, 0, 5, 1), (2, 3, 4, 6)),
    9: ((1, 2, 6, 3), (4, 8, 5, 7)),
    12: ((-1, 0, 8, 9), (1, 7, 2, 5), (3, 10, 6, 4)),
    16: ((-1, 0, 14, 2), (7, 13, 4, 9), (6, 5, 12, 1), (11, 3, 10, 8)),
    20: ((-1, 0, 5, 1), (2, 18, 15, 6), (4, 12, 14, 7), (8, 9, 10, 16), (3, 17, 11, 13)),
    21: ((8, 4, 20, 2), (16, 1, 13, 11), (3, 15, 14, 7), (19, 9, 5, 6), (17, 12, 10, 18)),
    24: ((-1, 0, 15, 6), (4, 20, 11, 1), (8, 5, 19, 7), (12, 10, 2, 17), (16, 21, 18, 22), (9, 3, 13, 14)),
    25: ((11, 23, 21, 12), (22, 1, 13, 19), (8, 15, 10, 18), (5, 20, 16, 14), (2, 24, 7, 6), (4, 9, 3, 17)),
    28: ((-1, 0, 6, 13), (26, 17, 25, 14), (12, 4, 1, 3), (11, 8, 15, 21), (24, 9, 2, 7), (10, 23, 19, 18), (22, 5, 16, 20)),
    32: (
        (-1, 0, 28, 12),
        (5, 8, 20, 25),
        (10, 23, 27, 13),
        (15, 6, 22, 16),
        (30, 19, 1, 24),
        (4, 3, 26, 2),
        (9, 7, 18, 14),
        (29, 17, 11, 21),
    ),
}


@lru_cache(maxsize=64)
def starter(size: int) -> tuple[Table, ...] | None:
    """Return round 1 of the perfect schedule with `size` lines: its tables, each of four elements. Returns None if no such schedule is
    known here."""
    if size in STARTERS:
        return STARTERS[size]
    return _of_prime(size) if size % 4 == 1 and _is_prime(size) else None


def whole(size: int) -> int:
    """Return the number of rounds after which a rotation with `size` lines is complete, perfect or not. This is `size` − 1 if `size` is a
    multiple of 4, otherwise `size`."""
    return size - 1 if size % 4 == 0 else size


def perfect(size: int, number: int) -> Plan | None:
    """Return round `number`, from 1, of the perfect schedule with `size` lines. After its last round the schedule begins again. Returns
    None if no such schedule is known here."""
    first = starter(size)
    if first is None:
        return None
    step = (number - 1) % whole(size)
    tables = tuple((_line(size, a, step), _line(size, b, step), _line(size, c, step), _line(size, d, step)) for a, b, c, d in first)
    return Plan(tables, () if size % 4 == 0 else (_line(size, 0, step),))


def _line(size: int, element: int, step: int) -> int:
    if element == INFINITY:
        return size
    if size == 9:
        return (element // 3 + step // 3) % 3 * 3 + (element + step) % 3 + 1
    return (element + step) % whole(size) + 1


def _of_prime(p: int) -> tuple[Table, ...]:
    """Return the starter for a prime p. It is perfect: partners differ by 2w^i. Opponents differ by w^i(1 ± w^n), where (1 + w^n) / (1 −
    w^n) = w^n, because w^2n = −1. So each difference, with either sign, occurs once between partners and twice between opponents."""
    w, n = _primitive_root(p), p // 4
    powers = [pow(w, i, p) for i in range(2 * n)]
    return tuple((a, p - a, b, p - b) for a, b in zip(powers[:n], powers[n:], strict=True))


def _primitive_root(p: int) -> int:
    return next(w for w in range(2, p) if all(pow(w, (p - 1) // q, p) != 1 for q in range(2, p) if (p - 1) % q == 0 and _is_prime(q)))


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % q for q in range(2, isqrt(number) + 1))
