"""`faceup export GAME` and `faceup replay`: export or show one record of this installation, or show one file. Failures are click
exceptions."""

from dataclasses import replace
from pathlib import Path

import click

from domain.files.transcript import NotARecord
from service.files import transcript
from service.files.formats import FORMATS, ExportClosed, export_bytes
from service.files.local import exported, named_game, viewer_named
from service.store.errors import NoSuchGame
from service.store.keys import is_game


def exported_game(store: str, game: str, form: str, view: str, address: str | None, paper: str) -> bytes:
    """Export the record of `game`. Returns the content of the file. `form`: the file format. `view`: the name of the viewer to export for.
    `address`: that of this installation, if others can open it. `paper`: that of a pdf. Raises ClickException."""
    if form not in FORMATS:
        raise click.BadParameter(f"must be one of {', '.join(FORMATS)}", param_hint="--format")
    try:
        viewer = viewer_named(view)
    except ValueError as fault:
        raise click.BadParameter(str(fault), param_hint="--view") from fault
    try:
        return export_bytes(form, replace(exported(store, game, viewer, address), paper=paper))
    except ExportClosed as closed:
        raise click.ClickException(str(closed)) from closed
    except NoSuchGame as missing:
        raise click.ClickException(f"There is no game {game}.") from missing


def is_a_game(what: str) -> bool:
    """Whether `what` is the id of a game, and not the name of a file."""
    return is_game(what) and not Path(what).exists()


def replayed_game(store: str, game: str, *, as_recorded: bool, at: int | None) -> list[str]:
    """Return the lines that show a record step by step, with the players' names. `as_recorded`: whether to show the events as they were
    recorded, without corrections. `at`: the last version to show; None for all. Raises ClickException."""
    try:
        reading, seated = named_game(store, game)
    except NoSuchGame as missing:
        raise click.ClickException(f"There is no game {game}.") from missing
    prefix = reading.at(min(at or reading.version, reading.version))
    return list(transcript.steps(prefix, game, seated.called, as_recorded=as_recorded))


def replayed_file(path: str, *, as_recorded: bool, at: int | None) -> list[str]:
    """Return the lines that show a record file or a handwritten sheet. `path`: the file; `-`: standard input. The other arguments are
    those of `replayed_game`. Raises ClickException."""
    try:
        with click.open_file(path, "rb") as file:
            return list(transcript.replay(file.read(), as_recorded=as_recorded, at=at))
    except NotARecord as refusal:
        raise click.ClickException("\n".join(refusal.reasons)) from refusal
    except OSError as failure:
        raise click.ClickException(f"{path}: {failure.strerror or failure}.") from failure
