"""Sheet order and versions. A sheet stands in table order: what was put in later stands where it belongs, with its version before `^`.

All other acts were entered in the order in which they stand, under the versions that are left. So the version behind which an act was put
in (`after`) need not be said: it is the nearest one before it that was entered earlier, for what was put in behind it since came later.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.notation.grammar import Item, Row
from domain.notation.problems import Problems


class Placed(NamedTuple):
    """An item, the version under which it was entered, and the one behind which it was put in; None: at the end, as it came."""

    version: int
    after: int | None
    item: Item


def placed(rows: Sequence[Row], problems: Problems) -> list[Placed]:
    """The items as they stand, numbered; the opening is version 1, and theirs are the ones behind it."""
    items = [item for row in rows for item in row.items]
    last = len(items) + 1
    taken: set[int] = set()
    explicit: list[int | None] = []
    for item in items:
        sound = item.entered is None or (2 <= item.entered <= last and item.entered not in taken)
        if not sound:
            problems.add(item.start, f"{item.entered}^ must be a version from 2 to {last}, the number of all acts, and stand there once")
        explicit.append(item.entered if sound else None)
        taken.update({item.entered} if sound and item.entered is not None else ())
    free = (version for version in range(2, last + 1) if version not in taken)
    versions = [next(free) if version is None else version for version in explicit]
    found = _with_after(items, versions, explicit, problems)
    _check_labels(rows, versions, explicit, problems)
    return found


def _with_after(items: Sequence[Item], versions: Sequence[int], explicit: Sequence[int | None], problems: Problems) -> list[Placed]:
    found = []
    before = [(1, False)]  # (version, whether it was put in), ascending: what may still be the nearest one that was entered earlier
    for item, version, entered in zip(items, versions, explicit, strict=True):
        passed = 0
        while before[-1][0] > version:
            above, put_in = before.pop()
            passed = passed if put_in else above
        if passed:
            problems.add(item.start, f"{version}^ stands behind {passed}, which was entered later: move it up, or give another version")
        found.append(Placed(version, None if entered is None else before[-1][0], item))
        before.append((version, entered is not None))
    return found


def _check_labels(rows: Sequence[Row], versions: Sequence[int], explicit: Sequence[int | None], problems: Problems) -> None:
    """A line may begin with the version of its first act that was not put in later. One that is wrong by as much as the one above is not
    told again."""
    at = shift = 0
    for row in rows:
        behind = at + len(row.items)
        first = next((index for index in range(at, behind) if explicit[index] is None), None)
        if row.label is not None:
            number, place = row.label
            if first is None:
                problems.add(place, "a line of acts that were all put in later has no number")
            elif number - versions[first] != shift:
                shift = number - versions[first]
                problems.add(place, f"this line begins with version {versions[first]}, not {number}")
        at = behind
