"""Prepares a tournament that was published elsewhere (published.py), so that it can be stored as a stream of its own."""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Final

from domain.kernel.events import PersonId, TournamentAct, Visibility
from domain.kernel.events.tournaments import TournamentFinished
from domain.kernel.shapes import Fault
from domain.tournament.checks import faults
from domain.tournament.fold import read
from domain.tournament.published import Published
from domain.tournament.replayed import replayed

MOST: Final = 500_000
"""The greatest number of points, or score, that can be stored. Points and scores are first multiplied by `Published.unit`, so that all
are whole. An adjustment may be twice as great."""
UNSIGNED: Final = ("title", "name")
"""The keys that are left out of `content_digest`: titles, and names of people."""


def content_digest(value: object) -> str:
    """Return the SHA-256 of a published tournament, in hex. `value`: its JSON. Titles and names of players are left out, so that nobody
    can guess a name from the digest. Equal numbers give the same digest, however they are written."""
    return sha256(json.dumps(_plain(value), sort_keys=True).encode()).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items() if key not in UNSIGNED}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return value


def finished_acts(published: Published, people: Mapping[int, PersonId], visibility: Visibility) -> list[TournamentAct]:
    """Return the acts of a finished tournament, from its opening to its end. `people`: the person who played as each entry, by number of
    the entry."""
    return [*(event.act for event in replayed(published, people, visibility)), TournamentFinished()]


def unstorable(published: Published, most_events: int) -> list[Fault]:
    """Return the reasons why a published tournament cannot be stored, as faults with pointers into its JSON. Empty if it can be stored."""
    found = [*_disordered(published), *_too_large(published), *_namesakes(published)]
    if not published.entries:
        found.append(Fault("/players", "must have at least one player"))
    if found:
        return found
    events = replayed(published)
    if len(events) >= most_events:
        return [Fault("/rounds", f"need {len(events)} events; a tournament may have at most {most_events}")]
    return [
        Fault("", f"event {events[1 + index].version}: {fault.pointer} {fault.message}")
        for index, fault in faults(read(events[:1]), events[1:])
    ]


def _disordered(published: Published) -> Iterator[Fault]:
    for index, played in enumerate(published.rounds):
        if played.number != index + 1:
            yield Fault(f"/rounds/{index}/n", f"must be {index + 1}")


def _too_large(published: Published) -> Iterator[Fault]:
    """Yield a fault for each number that is too large to be stored: more than MOST after it was multiplied by `published.unit`."""
    worth = published.worth
    numbers = {"/scoring/win": worth.win, "/scoring/draw": worth.draw, "/scoring/loss": worth.loss, "/scoring/bye_net": worth.bye_net}
    for index, played in enumerate(published.rounds):
        for at, game in enumerate(played.games):
            scores = game.scores or (None, None)
            for key, number in zip(("pa", "pb", "sa", "sb"), (*game.points, *scores), strict=True):
                numbers[f"/rounds/{index}/games/{at}/{key}"] = number
        for at, single in enumerate(played.singles):
            numbers[f"/rounds/{index}/singles/{at}/points"] = single.points
            numbers[f"/rounds/{index}/singles/{at}/sa"] = single.score
    for pointer, value in numbers.items():
        if value is not None and abs(value * published.unit) > MOST:
            yield Fault(pointer, f"is too large: numbers are counted in units of 1/{published.unit}, and may be at most {MOST} units")


def _namesakes(published: Published) -> Iterator[Fault]:
    names: dict[str, int] = {}
    for index, entry in enumerate(published.entries):
        if entry.name is not None and names.setdefault(entry.name.casefold(), index) != index:
            yield Fault(f"/players/{index}/name", f"is also the name of player {published.entries[names[entry.name.casefold()]].number}")
