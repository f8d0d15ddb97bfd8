"""Finds the version of every act on a sheet. A sheet is in table order. An act that was inserted later is written where it belongs, and
begins with its version and `^`.

All other acts get the remaining versions, in the order of the sheet. `StreamEvent.after` of an inserted act is the version of the nearest
act above with a smaller version. Any acts between the two have larger versions: they were inserted even later."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.notation.grammar import Item, Row
from domain.notation.problems import Problems


class Placed(NamedTuple):
    """An item (an act as written on a sheet) and its version. `after`: the version after which the act was inserted; None if it was not
    inserted."""

    version: int
    after: int | None
    item: Item


def placed(rows: Sequence[Row], problems: Problems) -> list[Placed]:
    """Return the acts of a sheet as written, each with its version, in the order of the sheet. Versions begin at 2; version 1 is the
    opening."""
    items = [item for row in rows for item in row.items]
    last = len(items) + 1
    taken: set[int] = set()
    explicit: list[int | None] = []
    for item in items:
        entered = item.phrase.entered
        if entered is not None and (not 2 <= entered <= last or entered in taken):
            problems.add(item.start, f"{entered}^: the version must be from 2 to {last}, and no two acts may have the same")
            entered = None
        explicit.append(entered)
        if entered is not None:
            taken.add(entered)
    free = (version for version in range(2, last + 1) if version not in taken)
    versions = [next(free) if version is None else version for version in explicit]
    items_placed = _with_after(items, versions, explicit, problems)
    _check_labels(rows, versions, explicit, problems)
    return items_placed


def _with_after(items: Sequence[Item], versions: Sequence[int], explicit: Sequence[int | None], problems: Problems) -> list[Placed]:
    result = []
    before = [(1, False)]  # each act so far that an inserted act can follow: (version, whether it was inserted)
    for item, version, entered in zip(items, versions, explicit, strict=True):
        passed = 0
        while before[-1][0] > version:
            above, put_in = before.pop()
            passed = passed if put_in else above
        if passed:
            problems.add(item.start, f"{version}^ comes after {passed}, which was entered later: move {version}^ up, or change its version")
        result.append(Placed(version, None if entered is None else before[-1][0], item))
        before.append((version, entered is not None))
    return result


def _check_labels(rows: Sequence[Row], versions: Sequence[int], explicit: Sequence[int | None], problems: Problems) -> None:
    """Report each wrong number at the beginning of a line. The right number is the version of the line's first act, leaving out acts
    that were inserted. A line with only inserted acts must have no number. If the numbers of several lines in a row are wrong by the same
    amount, only the first of them is reported."""
    at = shift = 0
    for row in rows:
        end = at + len(row.items)
        first = next((index for index in range(at, end) if explicit[index] is None), None)
        if row.label is not None:
            number, place = row.label
            if first is None:
                problems.add(place, "this line needs no number, because all its acts were inserted later")
            elif number - versions[first] != shift:
                shift = number - versions[first]
                if shift:
                    problems.add(place, f"this line begins with version {versions[first]}, not {number}")
        at = end
