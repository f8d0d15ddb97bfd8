"""The formats, by name. Each file of this folder holds one format, or several that are nearly the same. A new format must be added to
`FORMATS` in this module."""

from typing import Final

from domain.tournament.formats import double_elimination, draw, progressive, rotation, round_robin, single_elimination, swiss
from domain.tournament.formats.kinds import Format

FORMATS: Final[dict[str, Format]] = {
    format_.name: format_
    for format_ in (
        round_robin.SINGLE,
        round_robin.DOUBLE,
        *progressive.FORMATS,
        swiss.SWISS,
        rotation.ROTATION,
        draw.DRAW,
        draw.DRAW_BY_STANDING,
        single_elimination.SINGLE,
        single_elimination.WITH_THIRD,
        single_elimination.TO_EIGHT,
        double_elimination.DOUBLE,
        double_elimination.ONE_FINAL,
    )
}


def format_named(name: str) -> Format:
    """Return the format with this name. Raises ValueError with the list of all names if there is no such format."""
    if name not in FORMATS:
        raise ValueError(f"There is no format {name!r}. The formats are: {', '.join(sorted(FORMATS))}.")
    return FORMATS[name]
