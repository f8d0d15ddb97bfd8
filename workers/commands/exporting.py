"""`faceup export`: writes one game, one tournament (alone, or with its games), or everything of a club. Failures are click exceptions."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from service.files.formats import FORMATS
from service.files.paper import SIZES
from service.files.tables import with_mark
from workers.commands.club import export_club
from workers.commands.game import exported_game
from workers.commands.games import Filters, export_games
from workers.commands.tournament import archived_tournament, exported_tournament, is_a_tournament


def format_of(form: str | None, output: Path) -> str:
    """Return the format of the file `output` (`-`: standard output): `form`, or else the one that its ending names. Raises ClickException
    if no format has this ending."""
    endings = {each.suffix: each.name for each in FORMATS.values()} | {"csv": "csv"}
    named = [name for ending, name in endings.items() if output.name.endswith(f".{ending}")]
    if output.suffix == ".zip" or not (form or named or not output.suffix):
        what = f"Names of files end in {', '.join(f'.{ending}' for ending in endings)}"
        raise click.ClickException(f"{output}: no game is exported as {output.suffix}. {what}; .zip is for a tournament or a club.")
    return form or (named[0] if named else "json")


def paper_of(paper: str | None, form: str) -> str:
    """Return the paper of a file in this format; A4 by default. Raises BadParameter."""
    if paper and form != "pdf":
        raise click.BadParameter("is only for --format pdf", param_hint="--paper")
    if paper and paper not in SIZES:
        raise click.BadParameter(f"must be one of {', '.join(SIZES)}", param_hint="--paper")
    return paper or "a4"


def write_stream(
    store: str,
    stream: str,
    form: str,
    table: str | None,
    number: int | None,
    view: str,
    output: Path,
    address: str | None,
    paper: str,
    *,
    bom: bool,
) -> None:
    """Write a game or a tournament to `output` (`-`: standard output). `form`: the file format. `table`: the table to write, if the format
    is csv or pdf. `number`: the round of that table, if the format is pdf; None: the newest. `view`: the name of the viewer to export for.
    `address`: that of this installation, if others can open it. `paper`: that of a pdf. `bom`: whether to begin with a byte order mark."""
    if is_a_tournament(stream):
        data = exported_tournament(store, stream, form, table, number, view, paper)
    elif table is not None or number is not None:
        raise click.BadParameter("is only for tournaments", param_hint="--table" if table is not None else "--round")
    else:
        data = exported_game(store, stream, form, view, address, paper)
    with click.open_file(str(output), "wb") as file:
        file.write(with_mark(data) if bom else data)


def write_tournament(store: str, tournament: str, output: Path) -> bool:
    """Write a tournament and all its games to `output`, an archive. Returns whether everything was exported."""
    with _writing(output):
        failed = archived_tournament(store, tournament, output)
    for game, why in failed.items():
        click.echo(f"{game}: not exported: {why}", err=True)
    click.echo(f"{output}: the tournament {tournament} and all its games" + (f" but {len(failed)}" if failed else ""))
    return not failed


def write_club(store: str, club: str, output: Path) -> bool:
    """Write all games and tournaments of a club to `output`, a folder or a zip file. Returns whether everything was exported."""
    if str(output) == "-":
        raise click.UsageError("Name the output: --output FOLDER or FILE.zip.")
    with _writing(output):
        return export_club(store, club, output)


def write_games(store: str, club: str, only: Mapping[str, str | datetime | None], output: Path) -> bool:
    """Append the games of a club to `output`, a file. `only`: the filters by name (`Filters`). Returns whether all could be read."""
    if str(output) == "-":
        raise click.UsageError("Name the output: --output FILE.ndjson.")
    with _writing(output):
        return export_games(store, club, Filters(**only), output)  # type: ignore[arg-type]


@contextmanager
def _writing(output: Path) -> Iterator[None]:
    """Raise ClickException if `output` cannot be written."""
    try:
        yield
    except OSError as failure:
        raise click.ClickException(f"{failure.filename or output}: {failure.strerror or failure}.") from failure
