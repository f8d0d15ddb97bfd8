"""`faceup doctor`: prints the results of all checks."""

import sys

import click

from service.config import Config
from service.running.doctor import examined

INTERRUPTED = 130
"""The exit code after Ctrl-C, the same as in other programs."""


def examine(config: Config, *, records: bool) -> bool:
    """Print a line for each result. Returns whether nothing is wrong. `records`: also verify every record; the progress is shown on the
    error output. Raises SystemExit if the command is interrupted."""
    sound, verified = True, (0, 0)
    bar = click.progressbar(length=1, label="Verifying", file=sys.stderr)

    def progress(done: int, total: int) -> None:
        nonlocal verified
        verified = (done, total)
        bar.length = total
        bar.update(done - bar.pos)

    try:
        for line in examined(config, progress if records else None):
            click.echo(line)
            sound = sound and line.sound is not False
    except KeyboardInterrupt:
        done, total = verified
        said = f" after {done:,} of {total:,} records" if total else ""
        click.echo(f"\nInterrupted{said}. Nothing was changed; nothing is known about the rest.", err=True)
        raise SystemExit(INTERRUPTED) from None
    if verified[1]:
        click.echo(err=True)
    return sound
