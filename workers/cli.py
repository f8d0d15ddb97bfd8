"""The command line `faceup`. It may import and start every other part; no other part imports it.

Settings come from the environment (`service.config`). A command that fails prints one sentence to the error output; its exit code is 1.
"""

import os
import sys
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

import click

from domain.kernel.events import Visibility
from domain.record.life import STATES
from service.clock import now_ms
from service.config import Config
from service.running.cells import ROLES
from service.running.crew import Part
from service.running.front_door import reachable
from service.running.server import client, entered
from service.store import layout
from service.store.errors import StoreUnavailable
from service.store.keys import HOME, parse_club
from workers.backup_cli import backup, mend, restore
from workers.club_cli import club as club_group
from workers.commands.refusing import Refusing

API: Final = (sys.executable, "-m", "gunicorn", "--config", "python:service.serving.api")
HEAVY: Final = (sys.executable, "-m", "gunicorn", "--config", "python:service.serving.heavy")

A_DAY: Final = click.DateTime(["%Y-%m-%d"])
OPTIONS: Final = {"first": "--from", "last": "--to"}


def configured() -> Config:
    return Config.from_env(os.environ)


@click.group(cls=Refusing, commands=[club_group, mend, backup, restore])
@click.version_option(package_name="faceup")
def main() -> None:
    """Faceup keeps the record of card games played at real tables."""


def web_parts(config: Config) -> tuple[Part, ...]:
    """Return the processes that `faceup web` runs, in the order in which they stop."""
    return Part("The API", API), *([Part("The heavy workers", HEAVY)] if config.heavy else [])


def work_parts(config: Config) -> tuple[Part, ...]:
    """Return the relay and the workers, in the order in which they stop."""
    faceup = (sys.executable, "-m", "workers.cli")
    workers = (Part(f"Worker {number}", (*faceup, "worker")) for number in range(1, config.workers + 1))
    return Part("The relay", (*faceup, "relay")), *workers


def parts(config: Config, roles: Collection[str] = ROLES) -> tuple[Part, ...]:
    """Return the processes that `faceup serve` runs beside the servers, in the order in which they stop."""
    return (*(web_parts(config) if "web" in roles else ()), *(work_parts(config) if "work" in roles else ()))


@main.command()
@click.option(
    "--roles",
    type=click.Choice(["web,work", "web", "work"]),
    default="web,work",
    show_default=True,
    help="What this machine does. web: the API and the pages. work: the relay and the workers. If RQ_REDIS_URL is not set, they get a queue"
    " of their own for a cluster, and on a machine that only works for another server.",
)
def serve(roles: str) -> None:
    """Start everything: the Redis server, the API, the relay and the workers. Ctrl-C or SIGTERM stops it.

    Settings are variables of the environment: FACEUP_DATA is the folder that keeps everything, PORT the port. `docs/operations.md` has all.
    """
    from service.running.supervisor import supervise
    from service.running.welcome import welcome

    terminal, config = sys.stdout.isatty(), configured()
    played = roles.split(",")
    supervise(config, parts(config, played), _say, partial(welcome, terminal=terminal), phone=terminal, roles=played)


@main.command()
def demo() -> None:
    """Try Faceup with example games of every system. They are in a temporary installation, which Ctrl-C deletes."""
    from service.running.supervisor import supervise
    from workers.demo.players import LINK
    from workers.demo.scratch import PLAYERS, greeting, scratch
    from workers.demo.terminal import at_enter, in_place

    with scratch(os.environ) as config:

        def show_link() -> None:
            if (written := config.data / LINK).exists():
                _say(written.read_text(encoding="utf-8"))

        at_enter(show_link)
        supervise(config, (PLAYERS, *parts(config)), lambda line: _say(in_place(line)), greeting)


@main.command()
def web() -> None:
    """Run only the API and the pages, and the processes that answer long requests."""
    from service.running.supervisor import keep_running

    keep_running(config := _ready(), web_parts(config), _say)


@main.command()
def relay() -> None:
    """Run only the relay: it turns changed records into jobs."""
    from workers.relay.loop import run

    run(_ready())


@main.command()
def worker() -> None:
    """Run only a worker. It validates records and brings tables up to date."""
    from workers.main import run

    run(_ready())


@main.command()
@click.option("--records", is_flag=True, help="Also verify every record of every club, from its first event to its last.")
def doctor(records: bool) -> None:
    """Check every part of this installation and list the results; exit code 1 when something is wrong.

    Faceup may run at the same time. You may interrupt this command at any moment: it changes nothing.
    """
    from workers.commands.doctor import examine

    if not examine(configured(), records=records):
        raise SystemExit(1)


@main.command()
@click.option("--club", help="Rebuild only the tables of this club. Default: all clubs.")
def rebuild(club: str | None) -> None:
    """Make the tables of games and the statistics of players again from the records.

    You may interrupt this command at any moment. The old tables stay in use until the new ones are complete. To continue after an
    interruption, give the command again.
    """
    from service.store.clubs.clubs import Clubs
    from service.store.connect import write_client
    from workers.commands.rebuild import rebuilt

    with entered(configured()) as store, write_client(store) as redis:
        known = Clubs(redis, now_ms).names_of_clubs()
        if club is not None and club not in known:
            raise click.BadParameter(f"there is no club {club!r:.40}; there are: {', '.join(known)}", param_hint="--club")
        for line in rebuilt(redis, [name for name in known if club in (None, name)]):
            click.echo(line)


@main.command()
def upgrade() -> None:
    """Upgrade the data of an older Faceup to the current layout. Stop Faceup first. If it is interrupted, give the command again."""
    from workers.commands.upgrade import upgraded

    for line in upgraded(configured()):
        click.echo(line)


@main.command()
def link() -> None:
    """Print a new link. Anyone who opens it is signed in as the owner of the club home."""
    from service.running.owner import new_token
    from service.running.welcome import link_lines
    from service.store.clubs.clubs import Clubs

    config = configured()
    with entered(config) as store, client(store, config.copies) as redis:
        token = new_token(Clubs(redis, now_ms))
    for line in link_lines(config, token, terminal=sys.stdout.isatty()):
        click.echo(line)


@main.command()
@click.argument("what", metavar="GAME|TOURNAMENT", required=False)
@click.option("--club", help="Export all games and tournaments of this club: as ndjson, with everything that a director may see.")
@click.option("--games", is_flag=True, help="Append the games of a club (default: home) to a file, one record a line, newest first.")
@click.option("--system", help="With --games: only games of this system.")
@click.option("--from", "first", type=A_DAY, metavar="DAY", help="With --games: only games that began on this day or later, as 2026-11-29.")
@click.option("--to", "last", type=A_DAY, metavar="DAY", help="With --games: only games that began on this day or earlier.")
@click.option("--state", type=click.Choice(STATES), help="With --games: only games in this state.")
@click.option("--player", help="With --games: only games of the person with this id.")
@click.option("--name", help="With --games: only games with a player of this name, or with names that begin so.")
@click.option(
    "--format",
    "form",
    help="json, ndjson, html, text, pdf, csv, csv-plays or csv-rounds; html, text and csv-… only for games. Without it, the ending of the "
    "output says the format; json by default.",
)
@click.option("--paper", help="The paper of a pdf: a4 (the default) or letter.")
@click.option("--bom", is_flag=True, help="Begin a csv with a byte order mark, for spreadsheets.")
@click.option("--table", help="The table of a tournament that --format csv or pdf writes: standings, pairings or crosstable (csv).")
@click.option("--round", "number", type=click.IntRange(min=0), help="The round of that table in a pdf; the newest by default.")
@click.option(
    "--view", default="director", show_default=True, help="Export what this viewer may see: director, scorekeeper, public or seat:<number>."
)
@click.option(
    *("--output", "-o"),
    type=click.Path(path_type=Path, allow_dash=True),
    default="-",
    help="The file to write; standard output by default. A name that ends in .zip: an archive of a tournament and its games. With --club: "
    "a folder, or an archive.",
)
def export(
    what: str | None,
    club: str | None,
    form: str | None,
    paper: str | None,
    table: str | None,
    number: int | None,
    view: str,
    output: Path,
    *,
    bom: bool,
    games: bool,
    **only: str | datetime | None,
) -> None:
    """Write a game or a tournament to a file: json, ndjson, html and text can be verified by anyone without a server. With --club, write
    all games and tournaments of a club; with --games, only games, as many lines of one file.

    If the export of a club or of games is interrupted, run the same command again to continue.
    """
    if (what is None) == (club is None and not games):
        raise click.UsageError("Name a game or a tournament, or a club with --club. For many games in one file, write --games.")
    if not games and any(only.values()):
        raise click.UsageError(f"Only with --games: {', '.join(OPTIONS.get(name, f'--{name}') for name, value in only.items() if value)}.")
    chosen = (form or "json", paper, table, number, view) != ("json", None, None, None, "director")
    if games and chosen:
        raise click.UsageError("The options --format, --paper, --table, --round and --view are only for one game or tournament.")
    from workers.commands.exporting import format_of, paper_of, write_club, write_games, write_stream, write_tournament
    from workers.commands.tournament import is_a_tournament

    archive = club is None and output.suffix == ".zip" and is_a_tournament(str(what))
    if archive and chosen:
        raise click.UsageError(
            "An archive has every file as ndjson, for directors: leave out --format, --paper, --table, --round and --view."
        )
    form = "json" if games or club is not None or archive else format_of(form, output)
    if bom and not form.startswith("csv"):
        raise click.BadParameter("is only for tables (csv)", param_hint="--bom")
    config = configured()
    with entered(config) as store:
        whole = True
        if games:
            whole = write_games(store, club or HOME, only, output)
        elif club is not None:
            whole = write_club(store, club, output)
        elif archive:
            whole = write_tournament(store, str(what), output)
        else:
            address = next(reachable(config), None)
            write_stream(store, str(what), form, table, number, view, output, address, paper_of(paper, form), bom=bom)
    if not whole:
        raise SystemExit(1)


@main.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--club", default=HOME, show_default=True, help="The club that receives the records; it is made if it does not exist.")
@click.option("--dry-run", is_flag=True, help="Print what would be imported, and import nothing.")
@click.option(
    "--visibility", type=click.Choice(["private", "unlisted", "public"]), default="private", help="Who sees imported finished tournaments."
)
def import_records(files: tuple[Path, ...], club: str, dry_run: bool, visibility: Visibility) -> None:
    """Import records, unchanged, from files that `faceup export` wrote. The exit code is 1 if a file is refused.

    A record that already exists stays as it is, but a longer file of the same record adds the missing events. You may give the same command
    again. A JSON file of finished tournaments (docs/finished-tournaments.md) is imported as tournaments. The archive of a tournament is
    imported with all its games, or not at all.
    """
    from workers.commands.files import import_files

    try:
        into = parse_club(club)
    except ValueError as fault:
        raise click.BadParameter(str(fault), param_hint="--club") from fault
    with entered(configured()) as store:
        if not import_files(store, into, files, visibility, dry_run=dry_run):
            raise SystemExit(1)


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--recompute", "again", is_flag=True, help="Also compute the outcome from the events again, and compare it with the file.")
def verify(file: BinaryIO, again: bool) -> None:
    """Check whether a record file, a score sheet, the archive of a tournament or a file of `faceup export --games` is still as it was
    exported. The exit code is 1 if it is not."""
    from workers.commands.verifying import report

    lines, sound = report(file, again=again)
    click.echo("\n".join(lines))
    if not sound:
        raise SystemExit(1)


@main.command()
@click.argument("what", metavar="FILE|GAME")
@click.option("--as", "order", type=click.Choice(["corrected", "recorded"]), default="corrected", show_default=True)
@click.option("--at", type=click.IntRange(min=1), help="Stop at this version.")
def replay(what: str, order: str, at: int | None) -> None:
    """Show a record step by step: the entries, the scores, and the rules that were broken.

    FILE is a record file or a score sheet (- reads standard input); its players are shown by seat number. GAME is the id of a game
    of this installation; its players are shown by name.
    """
    from workers.commands.game import is_a_game, replayed_file, replayed_game

    as_recorded = order == "recorded"
    if is_a_game(what):
        with entered(configured()) as store:
            lines = replayed_game(store, what, as_recorded=as_recorded, at=at)
    else:
        lines = replayed_file(what, as_recorded=as_recorded, at=at)
    for line in lines:
        click.echo(line)


@main.command()
def openapi() -> None:
    """Print the contract of the HTTP API (OpenAPI)."""
    from service.api.openapi import text

    click.echo(text(), nl=False)


def _ready() -> Config:
    """Return the settings for a process that does not start the Redis server. If the server answers, also check the layout of its data.
    Raises LayoutRefused, and DirectoryRefused if the key that signs cookies is damaged."""
    config = configured()
    config.secret_key()
    with suppress(StoreUnavailable), client(config.store_url) as redis:
        layout.require(redis)
    return config


def _say(line: str) -> None:
    """Print a line. Standard output may be a file on a full disk: then the line is lost, and the service goes on."""
    with suppress(OSError):
        click.echo(line)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
