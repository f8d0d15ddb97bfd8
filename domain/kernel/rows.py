"""Reads tables that are written as text: a row begins at the margin, and indented lines continue it."""

import re


def rows(table: str) -> list[list[str]]:
    """Return the lines of each row, without the white space around them.

    >>> rows('''
    ... ten: the ten of trumps
    ... pips: most pips
    ...     in the tricks won
    ... ''')
    [['ten: the ten of trumps'], ['pips: most pips', 'in the tricks won']]
    """
    return [[*map(str.strip, row.splitlines())] for row in re.split(r"\n(?=\S)", table.strip())]
