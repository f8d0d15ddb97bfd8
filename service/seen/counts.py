"""Turns the counts of one person (games, wins, points, …) into JSON, for the players' table and for dry runs."""

from typing import Annotated, TypedDict

from service.projections import players


class Counts(TypedDict):
    games: Annotated[int, "Number of games in which the person had a seat, finished or not."]
    finished: Annotated[int, "Number of those games that are finished."]
    wins: Annotated[int, "Number of finished games that the person won, alone or with others."]
    shared: Annotated[int, "Number of wins that the person shared with others."]
    points: Annotated[int, "The person's scores in all finished games, added up."]
    breaches: Annotated[int, "Number of the person's breaches that were not withdrawn, and that every reader may see."]


def counts_json(counts: players.Counts) -> Counts:
    games, finished, wins, shared, points, breaches = counts
    return {"games": games, "finished": finished, "wins": wins, "shared": shared, "points": points, "breaches": breaches}
