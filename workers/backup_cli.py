"""The commands `faceup backup`, `faceup restore` and `faceup mend`. workers/commands/ carries them out."""

import os
from pathlib import Path
from typing import Final

import click

from service.config import Config

POLITE: Final = 10
"""By how much the priority of a backup is lower than normal, so that recording does not wait for the backup."""


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def backup(folder: Path) -> None:
    """Write all data of this installation into FOLDER. People may go on recording meanwhile.

    If the command is given again, it writes only what has changed, or continues an interrupted backup. The exit code is 0 when everything
    is in the backup and was read back from the disk, 1 when something is not.
    """
    from workers.commands.backup import backed_up

    os.nice(POLITE)
    for line in backed_up(Config.from_env(os.environ), folder):
        click.echo(line)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--club", "clubs", multiple=True, help="Restore only this club. May be given several times. Default: all in the folder.")
@click.option(
    "--erasures",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A newer erasures.json: the people in it do not get their names back.",
)
@click.option("--skip-damaged", is_flag=True, help="Leave damaged files out and restore the rest. The exit code is 1 then too.")
def restore(folder: Path, clubs: tuple[str, ...], erasures: tuple[Path, ...], skip_damaged: bool) -> None:
    """Restore clubs from FOLDER, which `faceup backup` wrote, into an installation that does not have them. Stop Faceup first.

    If the command is interrupted, give it again. The exit code is 0 when every record is as it was in the backup.
    """
    from workers.commands.restore import restore_into

    for line in restore_into(Config.from_env(os.environ), folder, clubs, erasures, skip_damaged=skip_damaged):
        click.echo(line)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def mend(files: tuple[Path, ...]) -> None:
    """Put the events of damaged records back, from files that `faceup export` wrote. `faceup doctor --records` names the damaged records.

    A file is used only if its hashes prove that it has exactly the acknowledged events. Restart Faceup afterwards, because its processes
    may still remember the damaged events. The exit code is 1 if one of the files mends nothing.
    """
    from workers.commands.mend import mended_from

    wrong = False
    for line, fine in mended_from(Config.from_env(os.environ), files):
        click.echo(line)
        wrong = wrong or not fine
    if wrong:
        raise SystemExit(1)
