"""Turns an item of a sheet (an act as written there) into an act, and an act into the text of an item.

`-` on a sheet stands for a value that is not known. In a required field, `-` stands for a sealed value that is closed: the reader of the
sheet may not see it. In an optional field, `-` means that the value was not recorded. But if the provenance (the block under the acts) has
a commitment for it, the value was recorded and is closed. In a map by seat, a seat whose value is not known is left out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from typing import Any, Final, cast

from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, Act, EventType, data_of
from domain.kernel.shapes import BySeat, Fault, Fields, ListOf, Optional, Seal, Sealed, Shape
from domain.notation.entries import Entry, Reporter, Where
from domain.notation.forms import Form, Forms
from domain.notation.grammar import REVEAL, Phrase
from domain.notation.problems import Problems, shown
from domain.notation.tokens import entry, scalar, whole, written

# --- shapes of written data ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _MaybeClosed(Seal):
    """The shape of a sealed value on a score sheet: the value itself, or `-` if it is closed (the reader of the sheet may not see it)."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        return Sealed("") if value is None else Seal.read(self, value, pointer, faults)


@dataclass(frozen=True, slots=True)
class _KnownSeats(BySeat):
    """The shape of a map by seat on a score sheet. Reading drops the seats with `-`, whose value is not known."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        known = {seat: item for seat, item in value.items() if item is not None} if isinstance(value, Mapping) else value
        return BySeat.read(self, known, pointer, faults)


def _on_sheet(shape: Shape) -> Shape:
    match shape:
        case Seal():
            return _MaybeClosed(shape.item)
        case BySeat():
            return _KnownSeats(_on_sheet(shape.item), shape.least)
        case Fields():
            return replace(shape, fields=tuple((name, _on_sheet(inner)) for name, inner in shape.fields))
        case ListOf() | Optional():
            return replace(shape, item=_on_sheet(shape.item))
        case _:
            return shape


SHAPES: Final[Mapping[str, Shape]] = {name: _on_sheet(kind.shape) for name, kind in EVENT_TYPES.items()}
"""The shape of the data of each type of act, as written on a sheet."""
OPENING: Final = "GameOpened"
_TYPES: Final = {name.lower(): name for name in EVENT_TYPES}


# --- reading ------------------------------------------------------------------------------------------------------------------------------


class _Filled:
    """The fields of an act that have been read so far. `places`: for each field, and for each value inside a list or map field, the index
    of the token where it begins; the keys are JSON Pointers."""

    __slots__ = ("_report", "data", "places")

    def __init__(self, report: Reporter) -> None:
        self._report = report
        self.data: dict[str, Json] = {}
        self.places: dict[str, int] = {}

    def field(self, name: str, given: Entry) -> None:
        if name in self.data:
            self._report.add(given.at, f"{shown(name)} is here twice")
            return
        self.data[name] = given.value
        self.places[f"/{name}"] = given.begins

    def where(self, whole: int) -> Where:
        """Return the places of the fields and of their parts. `whole`: the index of the token that stands for the whole act."""
        found = {"": self._report.at(whole)}
        for pointer, index in self.places.items():
            found |= {pointer + inner: at for inner, at in self._report.where(index).items()}
        return found


def act_of(phrase: Phrase, forms: Forms, report: Reporter) -> Act | None:
    """Read a phrase (the text of an act) and return the act. If this game has no such act, return None and report why."""
    filled = _Filled(report)
    type_ = _whole(phrase, filled, report) if phrase.bracket == "{" else _short(phrase, forms, filled, report)
    if type_ is None:
        return None
    if type_ == OPENING or type_ not in forms.takes:
        wrong = "the opening is written as tags, not as an act" if type_ == OPENING else f"{type_} is not an act of {forms.game}"
        report.add(phrase.word, wrong)
        return None
    return read_act(type_, filled.data, lambda: filled.where(phrase.word), report.problems)


def read_act(type_: str, data: Mapping[str, Json], where: Callable[[], Where], problems: Problems) -> Act | None:
    """Return the act of type `type_` with the fields `data`. If a field is wrong, return None and add the faults to `problems`.

    `where`: a function that returns the places of the fields on the sheet, by JSON Pointer. The empty pointer stands for the whole act."""
    faults: list[Fault] = []
    act = SHAPES[type_].read(data, "", faults)
    if not faults:
        return cast("Act", act)
    places = {} if problems.full else where()
    for fault in faults:
        if problems.full:
            break
        _told(fault, places, problems)
    return None


def _told(fault: Fault, where: Where, problems: Problems) -> None:
    """Add `fault` to `problems`, with its place on the sheet. A value that is not on the sheet gets the place of the nearest value that
    contains it."""
    at = where.get(fault.pointer)
    if at is not None and fault.pointer:
        problems.add(at.place, f"{shown(at.text)} {fault.message}")
        return
    pointer = fault.pointer
    while pointer and pointer not in where:
        pointer = pointer.rpartition("/")[0]
    problems.add(where[pointer].place, f"{shown(fault.pointer.rpartition('/')[2])} {fault.message}".strip())


def _whole(phrase: Phrase, filled: _Filled, report: Reporter) -> str | None:
    """Read a phrase in the long form, `Type{field:value …}`, into `filled`. Return the type of the act; None if the type is unknown."""
    tokens = phrase.strip.tokens
    type_ = _TYPES.get(tokens[phrase.word].lower())
    if type_ is None:
        report.add(phrase.word, f"{shown(tokens[phrase.word])} is not a type of event")
    if phrase.seat is not None:
        report.add(phrase.seat, "a seat comes before a word, not before a type of event: write seat:… among the fields")
    for given in phrase.entries:
        if given.key is None:
            report.add(given.at, f"{shown(tokens[given.at])} needs the name of its field before it, as in name:value")
        else:
            filled.field(given.key, given)
    return type_


def _short(phrase: Phrase, forms: Forms, filled: _Filled, report: Reporter) -> str | None:
    """Read a phrase in the short form, `seat:word(value … field:value …)`, into `filled`. Return the type of the act; None if the word is
    unknown."""
    tokens, seated = phrase.strip.tokens, phrase.seat is not None
    word = tokens[phrase.word]
    form = forms.words.get((seated, word.lower()))
    args: list[str]
    if form is not None:
        args = list(form.args)
    elif seated and forms.bare is not None:
        form = forms.bare
        first, *args = form.args
        filled.data[first] = scalar(word)
        filled.places[f"/{first}"] = phrase.word
    else:
        report.add(phrase.word, _unknown(word, forms, seated=seated))
        return None
    filled.data.update(form.fixed)
    if phrase.seat is not None:
        seat = tokens[phrase.seat]
        number = whole(seat)
        filled.data["seat"] = seat if number is None else number
        filled.places["/seat"] = phrase.seat
    if phrase.entries or form.rest:
        _arrange(phrase, form, args, filled, report)
    return form.type


def _unknown(word: str, forms: Forms, *, seated: bool) -> str:
    if (not seated, word.lower()) in forms.words:
        return f"{shown(word)} {'takes no seat before it' if seated else f'needs a seat before it: 0:{word.lower()}'}"
    return f"{shown(word)} is not an act here; known: {forms.known(seated=seated)}"


def _arrange(phrase: Phrase, form: Form, args: list[str], filled: _Filled, report: Reporter) -> None:
    """Put the values of a phrase into its fields. The first values without a key go to the fields in `args`. Other values without a key go
    into the list field of the short form, if the form has one."""
    tokens, required = phrase.strip.tokens, EVENT_TYPES[form.type].shape.required
    listed, mapped = _rest(form.type, form.rest)
    values: list[Json] = []
    seats: dict[str, Json] = {}
    for given in phrase.entries:
        if given.key is None and args:
            filled.field(args.pop(0), given)
        elif given.key is None and listed:
            filled.places[f"/{listed}/{len(values)}"] = given.begins
            values.append(given.value)
        elif given.key is None:
            report.add(given.at, f"{shown(tokens[given.at])} is one value too many for {form.word}")
        elif mapped and whole(given.key) is not None:
            if given.key in seats:
                report.add(given.at, f"seat {given.key} is here twice")
            filled.places[f"/{mapped}/{given.key}"] = given.begins
            seats[given.key] = given.value
        else:
            filled.field(given.key, given)
    left: tuple[tuple[str, Sequence[Json] | Mapping[str, Json]], ...] = ((listed, values), (mapped, seats))
    for name, rest in left:
        if rest and name in filled.data:
            report.add(filled.places[f"/{name}"], f"{name} is here twice")
        elif name and name not in filled.data and (rest or name in required):
            filled.data[name] = rest


@cache
def _rest(type_: str, rest: tuple[str, ...]) -> tuple[str, str]:
    """Return (the list field, the map field) among the fields in `rest`; an empty name if there is none."""
    shapes = dict(EVENT_TYPES[type_].shape.fields)
    listed = next((name for name in rest if _is_list(shapes[name])), "")
    return listed, next((name for name in rest if name != listed), "")


def _is_list(shape: Shape) -> bool:
    return isinstance(shape.item if isinstance(shape, Optional) else shape, ListOf)


# --- writing ------------------------------------------------------------------------------------------------------------------------------


def _unsaid(kind: EventType) -> dict[str, object]:
    """Return the default values of the fields of this type of act, by field; defaults of None are left out. A field that has its default is
    not written on a sheet."""
    defaults = {field.name: field.default for field in fields(cast("Any", kind.make))}
    return {name: default for name, default in defaults.items() if default is not MISSING and default is not None}


_UNSAID: Final = {name: _unsaid(kind) for name, kind in EVENT_TYPES.items()}


def in_clear(act: Act) -> dict[str, Json]:
    """Return the act's fields with the values of sealed fields in plain form; None for a closed value. Fields that have their default are
    left out."""
    type_ = type(act).__name__
    clear = EVENT_TYPES[type_].shape.swap(data_of(act), "", lambda _, leaf: cast("Mapping[str, Json]", leaf).get("value"))
    unsaid = _UNSAID[type_]
    return {name: value for name, value in cast("Mapping[str, Json]", clear).items() if name not in unsaid or unsaid[name] != value}


def written_act(act: Act, forms: Forms) -> tuple[str, Form | None]:
    """Return (the text of the act on a sheet, the short form in which it is written). If the text is in the long form, the short form is
    None."""
    type_, data = type(act).__name__, in_clear(act)
    for form in forms.of_type.get(type_, ()):
        if all(data.get(name) == value for name, value in form.fixed.items()):
            return _in_form(form, forms, {name: value for name, value in data.items() if name not in form.fixed}), form
    return f"{type_}{{{' '.join(entry(name, value) for name, value in data.items())}}}", None


def _in_form(form: Form, forms: Forms, data: dict[str, Json]) -> str:
    seat = f"{data.pop('seat')}:" if form.seated else ""
    args = list(form.args)
    word = form.word
    if form.bare and (plain := _plain(data.get(args[0]), forms)):
        word = plain
        del data[args.pop(0)]
    said = []
    for name in args:
        if name not in data:
            break
        said.append(written(data.pop(name)))
    for name in form.rest:
        if name in data and (data[name] or name in EVENT_TYPES[form.type].shape.required):
            value = data.pop(name)
            said += [entry(*pair) for pair in value.items()] if isinstance(value, Mapping) else map(written, cast("list[Json]", value))
    said += [entry(name, value) for name, value in data.items()]
    if word == REVEAL:
        return " ".join((REVEAL, *said))
    return f"{seat}{word}({' '.join(said)})" if said else f"{seat}{word}"


def _plain(value: Json, forms: Forms) -> str:
    """Return the text of the value if it can stand in place of the act's word, as in `1:9D`; otherwise an empty text."""
    text = written(value)
    return text if isinstance(value, str) and text == value and (True, text.lower()) not in forms.words else ""
