"""The counts of one person's games, as JSON for the players' table of a club and for the preview of a batch."""

from typing import Annotated, TypedDict

from service.projections import players


class Counts(TypedDict):
    games: Annotated[int, "Games in which the person had a seat, finished or not."]
    finished: Annotated[int, "Of those, the finished ones."]
    wins: Annotated[int, "Of the finished ones, those that the person won, alone or with others."]
    shared: Annotated[int, "Of the wins, those shared with others."]
    points: Annotated[int, "The sum of the person's totals in the finished games."]
    breaches: Annotated[int, "Breaches (proved broken rules) that concern the person, are not withdrawn, and may be seen by every reader."]


def counts_json(counts: players.Counts) -> Counts:
    games, finished, wins, shared, points, breaches = counts
    return {"games": games, "finished": finished, "wins": wins, "shared": shared, "points": points, "breaches": breaches}
