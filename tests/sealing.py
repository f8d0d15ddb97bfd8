"""Seals data as clients send them, without the code of the product that seals drafts."""

from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, EventTypes
from domain.record.chain import NewSalt, Opened, commitment


def seal(type_name: str, data: Json, new_salt: NewSalt, types: EventTypes = EVENT_TYPES) -> tuple[Json, Opened]:
    """Return (`data` with commitments in place of the values that its type seals; these values with their salts, by path)."""
    opened: Opened = {}

    def commit(path: str, value: Json) -> Json:
        salt = new_salt()
        opened[path] = (value, salt)
        return {"commit": commitment(salt, value)}

    return types[type_name].shape.swap(data, "", commit), opened
