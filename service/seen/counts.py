"""Turns the counts of one person (games, wins, points, …) into JSON, for the players' table of a club and for the preview of a batch."""

from typing import Annotated, TypedDict

from service.projections import players


class Counts(TypedDict):
    games: Annotated[int, "Games in which the person had a seat, finished or not."]
    finished: Annotated[int, "Of those, the finished ones."]
    wins: Annotated[int, "Of the finished ones, those that the person won, alone or with others."]
    shared: Annotated[int, "Of the wins, those shared with others."]
    points: Annotated[int, "The totals of the finished games."]
    breaches: Annotated[int, "Standing findings of that kind that concern the person and that every reader of the record may see."]


def counts_json(counts: players.Counts) -> Counts:
    games, finished, wins, shared, points, breaches = counts
    return {"games": games, "finished": finished, "wins": wins, "shared": shared, "points": points, "breaches": breaches}
