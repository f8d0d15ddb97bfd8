"""The parts of cards and the places of seats, as the pages have them (static/js/shapes.js)."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parents[1] / "web" / "static" / "js" / "shapes.js"


def _shapes() -> dict[str, Any]:
    """Return the object that the module exports, which is JSON."""
    _, _, exported = FILE.read_text("utf-8").partition("export const SHAPES = ")
    return dict(json.loads(exported.rstrip().removesuffix(";")))


_SHAPES: Final = _shapes()
PIPS: Final[Mapping[str, str]] = _SHAPES["pips"]
HATS: Final[Mapping[str, tuple[str, str]]] = {rank: (gold, rest) for rank, (gold, rest) in _SHAPES["hats"].items()}
STAR: Final[str] = _SHAPES["star"]
JESTER: Final[str] = _SHAPES["jester"]
PLACES: Final[Sequence[Sequence[tuple[float, float]]]] = [[(x, y) for x, y in places] for places in _SHAPES["places"]]
"""By the number of seats less one: the places of the seats on the track of the plates, from −1 (left, top) to 1 (right, bottom)."""
