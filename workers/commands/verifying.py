"""`faceup verify`: verifies a record file, a score sheet or the archive of a tournament."""

import click

from domain.files.recompute import recompute
from domain.files.tournament import recompute_standings
from domain.files.transcript import NotARecord
from domain.notation import is_sheet
from domain.notation.filing import examined, filed
from service.files.archive_reading import archive_report, is_archive


def report(data: bytes, *, again: bool) -> tuple[list[str], bool]:
    """Verify a file. Returns the lines to print, and whether the file is sound. `again`: whether to compute the outcome again, too. Raises
    ClickException if that is not possible."""
    if is_archive(data):
        return archive_report(data, again=again)
    verdict = examined(data)
    lines, sound = list(verdict.report()), verdict.valid
    if again and verdict.kind == "club":
        lines.append("not examined: the stream of a club has no outcome")
    elif again and sound:
        try:
            again_from = recompute_standings if verdict.kind == "tournament" else recompute
            recomputed = again_from(filed(data) if is_sheet(data) else data)
        except NotARecord as refusal:
            raise click.ClickException("\n".join([*lines, *refusal.reasons])) from refusal
        lines += [*map(str, recomputed.faults), *(f"not examined: {what}" for what in recomputed.unexamined)]
        sound = not recomputed.faults
    return lines, sound
