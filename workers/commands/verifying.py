"""`faceup verify`: verifies a record file, a score sheet, the archive of a tournament, or each line of a file with the records of many
games."""

from collections.abc import Iterable
from itertools import chain
from typing import BinaryIO, Final

import click

from domain.files.many import is_many, unfolded
from domain.files.recompute import recompute
from domain.files.season import recompute_table
from domain.files.tournament import recompute_standings
from domain.files.transcript import NotARecord
from domain.files.verify import Verified, verify
from domain.notation import is_sheet
from domain.notation.filing import examined, filed
from domain.words.phrases import counted
from service.files.archive_reading import archive_report, is_archive

AGAIN: Final = {"game": recompute, "tournament": recompute_standings, "season": recompute_table}
"""The functions that compute again what the footer of a file says, by kind of stream."""


def report(file: BinaryIO, *, again: bool) -> tuple[list[str], bool]:
    """Verify a file. Returns the lines to print, and whether the file is sound. `again`: whether to compute the outcome again, too. Raises
    ClickException if that is not possible."""
    first = file.readline()
    if is_many(first):
        return _of_many(chain([first], file), again=again)
    data = first + file.read()
    if is_archive(data):
        return archive_report(data, again=again)
    try:
        return _of_one(examined(data), data, again=again)
    except NotARecord as refusal:
        raise click.ClickException("\n".join(refusal.reasons)) from refusal


def _of_many(records: Iterable[bytes], *, again: bool) -> tuple[list[str], bool]:
    told: list[str] = []
    number = sound = 0
    for number, record in enumerate(records, 1):
        game, fine = "", False
        try:
            data = unfolded(record)
            verdict = verify(data)
            game = verdict.stream
            lines, fine = _of_one(verdict, data, again=again)
        except NotARecord as refusal:
            lines = list(refusal.reasons)
        where = f"line {number}: " if fine or not game else f"line {number}: {game}: "
        told += [where + line for line in lines]
        sound += fine
    return [*told, f"{counted(number, 'record')}, {sound} verified"], sound == number


def _of_one(verdict: Verified, data: bytes, *, again: bool) -> tuple[list[str], bool]:
    """Raises NotARecord if the outcome cannot be computed again."""
    lines, sound = list(verdict.report()), verdict.valid
    if again and verdict.kind == "club":
        lines.append("not examined: the stream of a club has no outcome")
    elif again and sound:
        try:
            recomputed = AGAIN[verdict.kind](filed(data) if is_sheet(data) else data)
        except NotARecord as refusal:
            raise NotARecord([*lines, *refusal.reasons]) from refusal
        lines += [*map(str, recomputed.faults), *(f"not examined: {what}" for what in recomputed.unexamined)]
        sound = not recomputed.faults
    return lines, sound
