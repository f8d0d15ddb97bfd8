"""Computes the table of a season independently of the product: one dictionary and one loop, from the settings and the evenings alone."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from tests.season.stream import Places


def recomputed(settings: dict[str, Any], evenings: Iterable[Places]) -> dict[str, tuple[int | None, Fraction]]:
    """Return place and points of everybody. `settings`: as in the events of a season."""
    got: dict[str, list[Fraction]] = {}
    for rows in evenings:
        top = max((points for _, _, points in rows), default=0)
        for place, people, points in rows:
            if settings["by"] == "points":
                worth = Fraction(points)
            elif settings["by"] == "percentage":
                worth = Fraction(max(points, 0) * 100, top) if top > 0 else Fraction(0)
            else:
                paid = [*settings["places"]] + [settings["beyond"]] * 50
                level = sum(other == place for other, _, _ in rows)
                worth = (
                    Fraction(paid[place - 1]) if settings["joint"] == "same" else Fraction(sum(paid[place - 1 : place - 1 + level]), level)
                )
            for person in people:
                got.setdefault(person, []).append(worth)
    totals = {person: sum(sorted(each, reverse=True)[: settings.get("best")], Fraction(0)) for person, each in got.items()}
    placed = {person for person, each in got.items() if len(each) >= settings["least"]}
    return {
        person: (1 + sum(totals[other] > total for other in placed) if person in placed else None, total)
        for person, total in totals.items()
    }
