"""`faceup rebuild`: the projected rows of clubs made again from their feeds, with a bar that tells how far it is.

What is read meanwhile are the former rows. It may be interrupted or killed at any moment: the next rebuild goes on from there. A record
that still waits for its verdict is validated here and now, so that this needs no workers, and does no harm beside them. What waits all the
same, for more was recorded meanwhile, is named at the end.
"""

import sys
from collections.abc import Iterator, Sequence

import click
from redis import Redis

from service.store.keys import Club
from service.store.projected import Generation, Projected
from workers.project import Projector
from workers.queue import RETRIES
from workers.validate import validator_with
from workers.wiring import Wiring, wired_to

STOPPED = "Stopped in club {}. What is read did not change; the next rebuild goes on from here."


def rebuilt(store: Redis, clubs: Sequence[Club]) -> Iterator[str]:
    """Make the rows of each club again; a line of what came of each, and of each game that waits all the same. Raises StoreUnavailable."""
    parts = wired_to(store)
    for club in clubs:
        before = parts.projected.digest(club)
        _rebuild(parts, club)
        after = parts.projected.digest(club)
        yield _told(club, before, after)
        if after is not None:
            yield from waiting_lines(parts.projected, after[0])


def _rebuild(parts: Wiring, club: Club) -> None:
    with click.progressbar(length=parts.projected.end(club), label=f"Club {club}", file=sys.stderr) as bar:
        try:
            for progress in Projector(parts).rebuild(club):
                bar.length = progress.end
                bar.update(progress.position - bar.pos)
                for game in progress.waits:
                    validator_with(parts).validate(game, RETRIES + 1)
        except KeyboardInterrupt:
            raise click.ClickException(STOPPED.format(club)) from None


def waiting_lines(projected: Projected, generation: Generation) -> list[str]:
    """One line for each game that waits."""
    return [f"Club {generation.club}: {game} waits for its verdict." for game in sorted(projected.waiting(generation))]


def _told(club: Club, before: tuple[Generation, str] | None, after: tuple[Generation, str] | None) -> str:
    if after is None:
        return f"Club {club}: made anew, and moving on."
    generation, digest = after
    rows = ", ".join(f"{count} {name}" for name, count in generation.rows.items())
    return f"Club {club}: {rows}, up to entry {generation.position} of its feed; digest {digest}{_compared(before, after)}"


def _compared(before: tuple[Generation, str] | None, after: tuple[Generation, str]) -> str:
    """Whether the former rows said the same, where they can be compared: made by the same fold, up to the same position."""
    if before is None or (before[0].fold, before[0].position) != (after[0].fold, after[0].position):
        return "."
    return ", as before." if before[1] == after[1] else f", BEFORE {before[1]}."
