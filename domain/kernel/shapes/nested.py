"""Shapes that contain other shapes: lists, maps by seat, maps with named fields, optional values, sealed values."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, replace

from domain.kernel.canonical import Json, text_of
from domain.kernel.cards import Seat
from domain.kernel.shapes.kinds import Fault, Plain, Sealed, Shape, Swap, escape
from domain.kernel.shapes.plain import SEATS, CardToken
from domain.kernel.values import derive


@dataclass(frozen=True, slots=True)
class ListOf:
    """The shape of a list. It is a list in JSON and a tuple in memory."""

    item: Shape
    least: int = 0
    most: int = 108

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, list):
            faults.append(Fault(pointer, "must be a list"))
            return ()
        if not self.least <= len(value) <= self.most:
            faults.append(Fault(pointer, f"must have {self.least} to {self.most} items"))
            return ()
        if isinstance(self.item, CardToken) and self.item.names_all(value):
            return tuple(value)
        return tuple(self.item.read(item, f"{pointer}/{n}", faults) for n, item in enumerate(value))

    def restore(self, value: Json) -> object:
        return tuple(value if isinstance(self.item, Plain) else map(self.item.restore, value))  # type: ignore[arg-type]

    def dump(self, value: object) -> Json:
        return list(value) if isinstance(self.item, Plain) else [self.item.dump(item) for item in value]  # type: ignore[call-overload,attr-defined]

    def text(self, value: object) -> str:
        return "[" + ",".join(map(self.item.text, value)) + "]"  # type: ignore[call-overload]

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return [self.item.swap(item, f"{path}.{n}", swap) for n, item in enumerate(value)]  # type: ignore[arg-type]

    @property
    def seals(self) -> bool:
        return self.item.seals

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        items: tuple[object, ...] = value  # type: ignore[assignment]
        return tuple(self.item.close(item, f"{path}.{n}", opened) for n, item in enumerate(items)) if self.seals else value

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": self.item.schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class BySeat:
    """The shape of a map from seat to value. In JSON the keys are seat numbers in decimal; in memory they are `Seat`s."""

    item: Shape
    least: int = 0

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, "must be a map from seat number to value"))
            return {}
        if len(value) < self.least:
            faults.append(Fault(pointer, f"must name at least {self.least} seat(s)"))
        by_seat = {}
        for key, item in value.items():
            if key not in SEATS:
                faults.append(Fault(f"{pointer}/{escape(key)}", "is not a seat number"))
            else:
                by_seat[SEATS[key]] = self.item.read(item, f"{pointer}/{key}", faults)
        return by_seat

    def restore(self, value: Json) -> object:
        items = value.items()  # type: ignore[union-attr]
        if isinstance(self.item, Plain):
            return {SEATS[key]: item for key, item in items}
        return {SEATS[key]: self.item.restore(item) for key, item in items}

    def dump(self, value: object) -> Json:
        return {str(seat): self.item.dump(item) for seat, item in sorted(value.items())}  # type: ignore[attr-defined]

    def text(self, value: object) -> str:
        by_seat: Mapping[Seat, object] = value  # type: ignore[assignment]
        return "{" + ",".join([f'"{seat}":{self.item.text(by_seat[seat])}' for seat in sorted(by_seat, key=str)]) + "}"

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return {key: self.item.swap(item, f"{path}.{key}", swap) for key, item in value.items()}  # type: ignore[union-attr]

    @property
    def seals(self) -> bool:
        return self.item.seals

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        items: Mapping[Seat, object] = value  # type: ignore[assignment]
        return {seat: self.item.close(item, f"{path}.{seat}", opened) for seat, item in items.items()} if self.seals else value

    def schema(self) -> dict[str, Json]:
        keys: dict[str, Json] = {"pattern": "^([0-9]|1[0-5])$"}
        return {"type": "object", "propertyNames": keys, "additionalProperties": self.item.schema(), "minProperties": self.least}


@dataclass(frozen=True, slots=True)
class Optional:
    """The shape of a value that is null or has the shape `item`."""

    item: Shape

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        return None if value is None else self.item.read(value, pointer, faults)

    def restore(self, value: Json) -> object:
        return None if value is None else self.item.restore(value)

    def dump(self, value: object) -> Json:
        return None if value is None else self.item.dump(value)

    def text(self, value: object) -> str:
        return "null" if value is None else self.item.text(value)

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return None if value is None else self.item.swap(value, path, swap)

    @property
    def seals(self) -> bool:
        return self.item.seals

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        return None if value is None else self.item.close(value, path, opened)

    def schema(self) -> dict[str, Json]:
        return {"anyOf": [self.item.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class Seal:
    """The shape of a sealed value. The sender writes the value itself. The record holds only its commitment (a keyed hash)."""

    item: Shape

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        return Sealed("", self.item.read(value, pointer, faults))

    def restore(self, value: Json) -> object:
        """Read a sealed value from `{"commit": c}` (closed) or `{"commit": c, "value": v}` (open)."""
        opened = value.get("value")  # type: ignore[union-attr]
        return Sealed(value["commit"], None if opened is None else self.item.restore(opened))  # type: ignore[call-overload,index,arg-type]

    def dump(self, value: object) -> Json:
        """Write a sealed value as `{"commit": c, "value": v}`, without `value` when it is closed."""
        sealed: Sealed[object] = value  # type: ignore[assignment]
        if sealed.value is None:
            return {"commit": sealed.commit}
        return {"commit": sealed.commit, "value": self.item.dump(sealed.value)}

    def text(self, value: object) -> str:
        sealed: Sealed[object] = value  # type: ignore[assignment]
        return f'{{"commit":{text_of(sealed.commit)}}}'

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        return swap(path, value)

    @property
    def seals(self) -> bool:
        return True

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        sealed: Sealed[object] = value  # type: ignore[assignment]
        return sealed if sealed.value is None or path in opened else sealed.closed()

    def schema(self) -> dict[str, Json]:
        return {**self.item.schema(), "x-sealed": True}


@dataclass(frozen=True, slots=True)
class Fields:
    """The shape of a map with named fields. `make(**fields)` makes the value in memory. A field that is not in `required` may be missing;
    its value is then null. `in_order`: the fields in the order of their names, as canonical JSON has them."""

    make: Callable[..., object]
    fields: tuple[tuple[str, Shape], ...]
    required: frozenset[str]
    in_order: tuple[tuple[str, Shape], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        derive(self, in_order=tuple(sorted(self.fields, key=lambda each: each[0])))

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, "must be a map"))
            return None
        shapes = dict(self.fields)
        for key in value:
            if key not in shapes:
                faults.append(Fault(f"{pointer}/{escape(key)}", "is not a field here; known: " + ", ".join(shapes)))
        for key in sorted(self.required - value.keys()):
            faults.append(Fault(f"{pointer}/{key}", "is required"))
        before = len(faults)
        items = {key: shape.read(value[key], f"{pointer}/{key}", faults) for key, shape in self.fields if key in value}
        return self.make(**items) if len(faults) == before and self.required <= value.keys() else None

    def restore(self, value: Json) -> object:
        return self.make(**{key: shape.restore(value[key]) for key, shape in self.fields if key in value})  # type: ignore[index,operator,call-overload]

    def dump(self, value: object) -> dict[str, Json]:
        items = ((key, shape.dump(getattr(value, key))) for key, shape in self.fields)
        return {key: item for key, item in items if item is not None or key in self.required}

    def text(self, value: object) -> str:
        held = [(key, shape, getattr(value, key)) for key, shape in self.in_order]
        parts = [f'"{key}":{shape.text(item)}' for key, shape, item in held if item is not None or key in self.required]
        return "{" + ",".join(parts) + "}"

    def swap(self, value: Json, path: str, swap: Swap) -> Json:
        prefix = path and f"{path}."
        shapes = dict(self.fields)
        return {key: shapes[key].swap(item, prefix + key, swap) for key, item in value.items()}  # type: ignore[union-attr]

    @property
    def seals(self) -> bool:
        return any(shape.seals for _, shape in self.fields)

    def close(self, value: object, path: str, opened: Container[str]) -> object:
        prefix = path and f"{path}."
        held = ((key, shape, getattr(value, key)) for key, shape in self.fields)
        closed = {key: now for key, shape, item in held if (now := shape.close(item, prefix + key, opened)) is not item}
        return replace(value, **closed) if closed else value  # type: ignore[type-var]

    def schema(self) -> dict[str, Json]:
        return {
            "type": "object",
            "properties": {key: shape.schema() for key, shape in self.fields},
            "required": sorted(self.required),
            "additionalProperties": False,
        }
