"""Removes from an act the sealed values that the viewer may not see.

The system of the game says which cards the viewer may see. For free text, the same rule holds in every game, and this module applies it:
everyone who may read the record may read titles and claims, but only scorekeeper and director may read other texts, such as notes."""

from collections.abc import Collection, Mapping
from typing import Final, TypeVar, cast

from domain.kernel.events import EVENT_TYPES, Act, ClaimMade, GameOpened
from domain.kernel.events.kinds import FREE_TEXT
from domain.kernel.shapes import Fields, Optional

A = TypeVar("A", bound=Act)

FOR_ALL: Final[Mapping[type, frozenset[str]]] = {GameOpened: frozenset({"title"}), ClaimMade: frozenset({"claim"})}
"""The free text fields that every reader of the record may read, by type of act."""


def _texts(shape: Fields) -> frozenset[str]:
    return frozenset(name for name, field in shape.fields if FREE_TEXT in (field, field.item if isinstance(field, Optional) else None))


def _sealing(shape: Fields) -> Fields:
    return Fields(shape.make, tuple((name, field) for name, field in shape.fields if field.seals), frozenset())


_SEALING: Final = {cast("type", kind.make): (_sealing(kind.shape), _texts(kind.shape)) for kind in EVENT_TYPES.values() if kind.shape.seals}
"""For each type of act with sealed values: the fields that may hold a sealed value, and the fields of free text."""


def closed(act: A, opened: Collection[str]) -> A:
    """Return the act without the values of its sealed fields: only their commitments stay. Values at the paths in `opened` (`card`,
    `cards.2`) are kept; free text is kept only if everyone may read it. Returns the same object if nothing changes."""
    known = _SEALING.get(type(act))
    if known is None:
        return act
    shape, texts = known
    if texts:
        opened = {*(path for path in opened if path not in texts), *FOR_ALL.get(type(act), ())}
    return cast("A", shape.close(act, "", opened))
