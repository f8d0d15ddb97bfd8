"""The gate of sealed values: an act with all of them closed, but for those that are open.

Cards are open where a system says so. Free text is decided here, for every game: a title and a claim are for everyone who may read the
record, every other text (a note) for scorekeeper and director, who do not come this way.
"""

from collections.abc import Collection, Mapping
from typing import Final, TypeVar, cast

from domain.kernel.events import EVENT_TYPES, Act, ClaimMade, GameOpened
from domain.kernel.events.kinds import FREE_TEXT
from domain.kernel.shapes import Fields, Optional

A = TypeVar("A", bound=Act)

FOR_ALL: Final[Mapping[type, frozenset[str]]] = {GameOpened: frozenset({"title"}), ClaimMade: frozenset({"claim"})}
"""The texts that everyone may read who may read the record."""


def _texts(shape: Fields) -> frozenset[str]:
    return frozenset(name for name, field in shape.fields if FREE_TEXT in (field, field.item if isinstance(field, Optional) else None))


def _sealing(shape: Fields) -> Fields:
    return Fields(shape.make, tuple((name, field) for name, field in shape.fields if field.seals), frozenset())


_SEALING: Final = {cast("type", kind.make): (_sealing(kind.shape), _texts(kind.shape)) for kind in EVENT_TYPES.values() if kind.shape.seals}
"""The types of act that may hold a sealed value: the fields that do, and the names of those that are free text."""


def closed(act: A, opened: Collection[str]) -> A:
    """The act with every sealed value closed whose path (`card`, `cards.2`) is not in `opened`; the same object where nothing is."""
    known = _SEALING.get(type(act))
    if known is None:
        return act
    shape, texts = known
    if texts:
        opened = {*(path for path in opened if path not in texts), *FOR_ALL.get(type(act), ())}
    return cast("A", shape.close(act, "", opened))
