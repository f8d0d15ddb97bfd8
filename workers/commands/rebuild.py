"""`faceup rebuild`: makes the projected rows of clubs again from nothing, with a progress bar. Projected rows are tables that are computed
from the records, such as player statistics.

The old rows stay in use until the new ones are complete. The next rebuild continues an interrupted one. A rebuild needs no workers, because
it validates new events itself; running workers do no harm. Games that still wait for validation at the end are listed.
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

STOPPED = "Stopped in club {}. The old tables stay in use; the next rebuild continues from here."


def rebuilt(store: Redis, clubs: Sequence[Club]) -> Iterator[str]:
    """Make the rows of each club again. Yields a line with the result for each club, and a line for each game that still waits for
    validation."""
    parts = wired_to(store)
    for club in clubs:
        before = parts.projected.digest(club)
        _rebuild(parts, club)
        after = parts.projected.digest(club)
        yield _result_line(club, before, after)
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
    """Return a line to print for each game that waits for validation. `generation`: the set of rows that lists these games."""
    return [f"Club {generation.club}: {game} waits for its verdict." for game in sorted(projected.waiting(generation))]


def _result_line(club: Club, before: tuple[Generation, str] | None, after: tuple[Generation, str] | None) -> str:
    if after is None:
        return f"Club {club}: its tables were made again; new records are still being added to them."
    generation, digest = after
    rows = ", ".join(f"{count} rows of {name}" for name, count in generation.rows.items())
    return f"Club {club}: {rows}, up to entry {generation.position} of its feed; digest {digest}{_compared(before, after)}"


def _compared(before: tuple[Generation, str] | None, after: tuple[Generation, str]) -> str:
    """Compare the digests of the old and the new rows. Returns the end of the result line. If the old rows come from another
    version of the code, or from another part of the feed, the digests cannot be compared, and the line does not mention them."""
    if before is None or (before[0].fold, before[0].position) != (after[0].fold, after[0].position):
        return "."
    return ", as before." if before[1] == after[1] else f", which DIFFERS from the digest before: {before[1]}."
