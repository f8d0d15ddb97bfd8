"""The format `pdf`: a score sheet on paper, to print or to send. It proves nothing, and cannot be imported again."""

from typing import Final

from service.files.contents import Exported, Format


def write(exported: Exported) -> bytes:
    from service.files.paper.game import score_sheet  # noqa: PLC0415 - takes a third of a second, so only who makes a sheet loads it

    return score_sheet(exported)


FORMAT: Final = Format(
    "pdf",
    "application/pdf",
    "pdf",
    write,
    "look",
    "Score sheet (PDF)",
    "The points deal by deal, with the names, what was found and what was ruled, to print.",
    "cards and entries; of the hashes only the last, so it proves nothing",
    printed=True,
)
