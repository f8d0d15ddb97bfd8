"""`faceup export TOURNAMENT`: exports one tournament of this installation, as a file or as an archive with its games. Failures are click
exceptions."""

import errno
import sys
from pathlib import Path

import click

from domain.system import PUBLIC
from domain.tournament.reading import tournament_read
from domain.tournament.scoring import knocks_out
from service.clock import now_ms
from service.files.archive import Archive, Packed
from service.files.bulk import Source
from service.files.local import viewer_named
from service.files.tournament import packed_tournament
from service.files.tournament_archive import TournamentSource
from service.files.tournament_tables import BRACKET, NO_BRACKET, PRINTED_TABLES, TOURNAMENT_TABLES, TournamentExported, tournament_csv
from service.files.whole import FORMS
from service.store.clubs.people import People
from service.store.connect import read_client, write_client
from service.store.errors import NoSuchStream
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import StreamId, club_of
from service.store.seasons.seasons import SeasonStreams
from service.store.tournaments.tournaments import TOURNAMENT, TournamentStreams
from service.views.tournaments import names_of


def is_a_tournament(what: str) -> bool:
    """Whether `what` has the form of the id of a tournament."""
    return TOURNAMENT.pattern.fullmatch(what) is not None


def exported_tournament(store: str, tournament: str, form: str, table: str | None, number: int | None, view: str, paper: str) -> bytes:
    """Export a tournament. Returns the content of the file. `form`: the file format. `table`: the table to write, if the format is csv or
    pdf. `number`: the round of that table, if the format is pdf; None: the newest. `view`: the name of the viewer to export for. `paper`:
    that of a pdf. Raises ClickException."""
    _require(form, table, number, view)
    stream = TOURNAMENT.parse(tournament)
    with write_client(store) as redis:
        people, tournaments = People(redis, now_ms), TournamentStreams(redis, now_ms)
        try:
            reading = tournament_read(tournaments.events(stream))
        except NoSuchStream as missing:
            raise click.ClickException(f"There is no tournament {tournament}.") from missing
        if table is not None:
            names = names_of(club_of(stream), reading.state, people, latest=reading.state)
            exported = TournamentExported(stream, reading, names, view != str(PUBLIC))
            return tournament_csv(table, exported) if form == "csv" else _paper(table, exported, number, paper)
        gone = people.directory(club_of(stream)).erased
        return packed_tournament(stream, reading, tournaments.sealed(stream), gone, viewer_named(view), form).data


def _paper(table: str, exported: TournamentExported, number: int | None, size: str) -> bytes:
    from service.files.paper.tournament import tournament_paper  # noqa: PLC0415 - as in service/files/formats/pdf.py

    if table == BRACKET and not knocks_out(exported.reading.state):
        raise click.BadParameter(NO_BRACKET, param_hint="--table")
    try:
        return tournament_paper(table, exported, number, size)
    except KeyError as missing:
        raise click.BadParameter("must be a round that is paired", param_hint="--round") from missing


def archived_tournament(store: str, tournament: str, path: Path) -> dict[str, str]:
    """Write a tournament and its games into a new archive, with a progress bar. Returns the games that failed, each with the reason. Raises
    ClickException; FileExistsError if `path` exists."""
    if path.exists():
        raise FileExistsError(errno.EEXIST, "exists already; choose another name", str(path))
    stream = TOURNAMENT.parse(tournament)
    with read_client(store) as redis:
        parts = Records(redis, now_ms), Verdicts(redis, now_ms), People(redis, now_ms), TournamentStreams(redis, now_ms)
        club = Source(*parts, SeasonStreams(redis, now_ms), club_of(stream))
        head = club.tournaments.head(stream)
        if head is None:
            raise click.ClickException(f"There is no tournament {tournament}.")
        source = TournamentSource(club, stream, head.version)
        archive = Archive(path, source.ending)
        try:
            archive.begin_again(source.streams)  # the tournament may have gone on since an export was interrupted
        except BlockingIOError as busy:
            raise click.ClickException(f"{path} is being written by another export.") from busy
        with click.progressbar(length=archive.total, label="Exporting", file=sys.stderr) as bar:

            def packed(stream: StreamId) -> Packed:
                bar.update(1)
                return source.packed(stream)

            archive.advance(packed, lambda: False)
    return {line["game"]: line["failed"] for line in archive.contents() if "failed" in line}


def _require(form: str, table: str | None, number: int | None, view: str) -> None:
    """Raise BadParameter if these options cannot be combined."""
    tables = {"csv": TOURNAMENT_TABLES, "pdf": PRINTED_TABLES}.get(form)
    if tables is None and form not in FORMS:
        raise click.BadParameter(f"a tournament is exported as {', '.join(FORMS)}, csv or pdf", param_hint="--format")
    if (tables is None) != (table is None):
        raise click.BadParameter("must be given with --format csv or pdf, and only then", param_hint="--table")
    if tables is not None and table not in tables:
        raise click.BadParameter(f"must be one of {', '.join(tables)}", param_hint="--table")
    if number is not None and form != "pdf":
        raise click.BadParameter("is only for --format pdf", param_hint="--round")
    if view not in ("director", "scorekeeper", "public"):
        raise click.BadParameter("must be director, scorekeeper or public", param_hint="--view")
