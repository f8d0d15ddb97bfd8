"""What the acts of a sheet hold, as canonical JSON. Many acts of a sheet are equal; equal ones are turned into JSON only once."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from domain.kernel.canonical import Json, canonical
from domain.kernel.events import Act, data_of, shape_of


class Contents(NamedTuple):
    """What an act holds. `text`: the canonical JSON of its data. `closed`: the paths of the sealed values that are not on the sheet.
    `proved`: whether every sealed value has its commitment."""

    text: str
    closed: tuple[str, ...]
    proved: bool


class Remembered:
    """Remembers what acts hold. `committed`: whether only the commitments of sealed values are written, as the hash chain has them."""

    def __init__(self, *, committed: bool) -> None:
        self._committed = committed
        self._known: dict[int, tuple[Act, Contents]] = {}  # by `id(act)`; the act is kept, so that no other act gets the same id

    def of(self, act: Act) -> Contents:
        known = self._known.get(id(act))
        if known is None:
            known = self._known[id(act)] = (act, self._made(act))
        return known[1]

    def _made(self, act: Act) -> Contents:
        closed: list[str] = []
        proved = True

        def leaf(path: str, value: Json) -> Json:
            nonlocal proved
            sealed = cast("Mapping[str, Json]", value)
            if "value" not in sealed:
                closed.append(path)
            proved = proved and bool(sealed["commit"])
            return {"commit": sealed["commit"]} if self._committed else sealed

        data = shape_of(act).swap(data_of(act), "", leaf)
        return Contents(canonical(data).decode(), tuple(closed), proved)
