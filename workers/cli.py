"""The command line `faceup`. It is the outermost part: it may start everything, and nothing imports it.

Settings come from the environment (`service.config`). Whatever cannot be done ends with one sentence on the error output and exit code 1.
"""

import os
import sys
from typing import BinaryIO, Final

import click

from service.clock import now_ms
from service.config import Config, ConfigError
from service.store.binaries import NoServer
from service.store.directory import DirectoryRefused
from service.store.outcomes import NoSuchGame, StoreError
from service.store.server import ServerFailed, client, entered
from service.supervision.crew import Part
from service.supervision.front_door import PortTaken

REFUSALS: Final = (ConfigError, DirectoryRefused, NoServer, PortTaken, ServerFailed, StoreError)
"""What ends a command with a sentence instead of a traceback."""


class Refusing(click.Group):
    """A group whose commands end with the sentence of a refusal and exit code 1."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except REFUSALS as refusal:
            raise click.ClickException(str(refusal)) from refusal


def configured() -> Config:
    """The settings in the environment."""
    return Config.from_env(os.environ)


@click.group(cls=Refusing)
@click.version_option(package_name="faceup")
def main() -> None:
    """Faceup keeps the record of card games played at real tables."""


def parts(config: Config) -> tuple[Part, ...]:
    """The processes of `faceup serve` beside the server, in the order in which they stop."""
    faceup = (sys.executable, "-m", "workers.cli")
    return (
        Part("The API", (sys.executable, "-m", "gunicorn", "--config", "python:service.serving")),
        Part("The relay", (*faceup, "relay")),
        *(Part(f"Worker {number}", (*faceup, "worker")) for number in range(1, config.workers + 1)),
    )


@main.command()
def serve() -> None:
    """Serve: the Redis server, the API, the relay and the workers, until Ctrl-C or SIGTERM."""
    from service.supervision.supervisor import supervise

    config = configured()
    supervise(config, parts(config), _say)


@main.command()
def relay() -> None:
    """Run the relay alone: it turns changed records into jobs."""
    from workers.relay import run

    run(configured())


@main.command()
def worker() -> None:
    """Run one worker alone: it validates records."""
    from workers.main import run

    run(configured())


@main.command()
def doctor() -> None:
    """Say what this installation consists of and whether that is sound; exit code 1 where something is wrong."""
    from service.doctor import examined

    wrong = False
    for line in examined(configured()):
        click.echo(line)
        wrong = wrong or line.sound is False
    if wrong:
        raise SystemExit(1)


@main.command()
def link() -> None:
    """Print a new link that makes its reader the owner of club home."""
    from service import owner
    from service.store.clubs import Clubs
    from service.supervision.front_door import url

    config = configured()
    with entered(config) as store, client(store) as redis:
        click.echo(owner.link(url(config), owner.new_token(Clubs(redis, now_ms))))


@main.command()
@click.argument("game")
@click.option("--format", "form", default="json", show_default=True, help="json or ndjson.")
@click.option("--view", default="director", show_default=True, help="director, scorekeeper, public or seat:<number>: whose eyes it is for.")
@click.option("--output", "-o", type=click.File("wb"), default="-", help="The file to write; the standard output without it.")
def export(game: str, form: str, view: str, output: BinaryIO) -> None:
    """Write a record to a file that anyone can verify without a server."""
    from service.export import FORMATS, ExportClosed, export_bytes
    from service.exporting import exported, viewer_named

    if form not in FORMATS:
        raise click.BadParameter(f"must be one of {', '.join(FORMATS)}", param_hint="--format")
    try:
        viewer = viewer_named(view)
    except ValueError as fault:
        raise click.BadParameter(str(fault), param_hint="--view") from fault
    with entered(configured()) as store:
        try:
            output.write(export_bytes(form, exported(store, game, viewer)))
        except ExportClosed as closed:
            raise click.ClickException(str(closed)) from closed
        except NoSuchGame as missing:
            raise click.ClickException(f"There is no game {game}.") from missing


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--recompute", "again", is_flag=True, help="Also fold the record again, and see whether the outcome follows.")
def verify(file: BinaryIO, again: bool) -> None:
    """Say whether a record file is what was exported; exit code 1 where it is not."""
    from domain.recompute import recompute
    from domain.transcript import NotARecord
    from domain.verify import verify

    data = file.read()
    found = verify(data)
    lines, sound = list(found.report()), found.valid
    if again and sound:
        try:
            recomputed = recompute(data)
        except NotARecord as refusal:
            raise click.ClickException("\n".join([*lines, *refusal.reasons])) from refusal
        lines += [*map(str, recomputed.faults), *(f"not examined: {what}" for what in recomputed.unexamined)]
        sound = not recomputed.faults
    click.echo("\n".join(lines))
    if not sound:
        raise SystemExit(1)


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "order", type=click.Choice(["corrected", "recorded"]), default="corrected", show_default=True)
@click.option("--at", type=click.IntRange(min=1), help="Only up to this version.")
def replay(file: BinaryIO, order: str, at: int | None) -> None:
    """Tell a record file step by step: what was entered, the scores, what was found."""
    from domain.transcript import NotARecord
    from service import transcript

    try:
        for line in transcript.replay(file.read(), as_recorded=order == "recorded", at=at):
            click.echo(line)
    except NotARecord as refusal:
        raise click.ClickException("\n".join(refusal.reasons)) from refusal


@main.command()
def openapi() -> None:
    """Print the contract of the HTTP interface."""
    from service.openapi import text

    click.echo(text(), nl=False)


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
