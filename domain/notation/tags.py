"""The tags at the head of a sheet: place and date, game, rules and seats. They give the opening of the record.

| Tag | Holds |
| --- | --- |
| game, club, viewer | where it was recorded, and the viewer for whom the sheet was made; a sheet written by hand need not have these tags |
| date | the moment of the opening at the table, from which the provenance counts |
| system | which card game it is |
| rules | house rules that differ from the system's own; `all-rules` if the record has other rules than the system now |
| seats | clockwise, `seat:person` or the seat alone |
| visibility, title | as in the event GameOpened |
| tournament | for a game of a tournament: `tournament:id round:n table:n`, and `ends` and `hands` if they are not the default |
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from domain.kernel.canonical import Json, canonical
from domain.kernel.cards import Seat
from domain.kernel.events import GameOpened
from domain.kernel.shapes import MILLISECONDS, OFFSET
from domain.notation import clock
from domain.notation.acts import in_clear, read_act
from domain.notation.clock import Moment
from domain.notation.entries import Cursor, Entry, Reporter, Written
from domain.notation.grammar import Tag
from domain.notation.problems import Position, Problems, shown
from domain.notation.tokens import entry, whole, written
from domain.system import Rules, System, Table, Unplayable
from domain.systems import SYSTEMS

NAMES: Final = ("game", "club", "viewer", "date", "system", "rules", "all-rules", "seats", "visibility", "title", "tournament")

_FORM: Final = {
    "game": (re.compile(r"[a-z0-9]{2,16}-[a-z2-7]{16}"), "the id of a game"),
    "club": (re.compile(r"[a-z0-9]{2,16}"), "the name of a club"),
    "viewer": (re.compile(r"scorekeeper|director|public|seat:(0|[1-9][0-9]?)"), "scorekeeper, director, public or seat:<n>"),
}


@dataclass(frozen=True, slots=True)
class Head:
    """The values of the tags at the head of a sheet. `game`, `club`, `viewer`: empty if left out. `date`: None if left out. `system`: None
    if this program does not know the card game. `seats`: the seats at the opening, without those that could not be read. `opening`: None if
    the tags do not give a complete opening."""

    game: str = ""
    club: str = ""
    viewer: str = ""
    date: Moment | None = None
    system: System[Table] | None = None
    seats: frozenset[Seat] = frozenset()
    opening: GameOpened | None = None


# --- reading ------------------------------------------------------------------------------------------------------------------------------


def head_of(tags: Sequence[Tag], problems: Problems) -> Head:
    by_name: dict[str, Tag] = {}
    for tag in tags:
        if tag.name not in NAMES:
            problems.add(tag.at.place, f"{shown(tag.at.text)} is not a tag; known: {', '.join(NAMES)}")
        elif tag.name in by_name:
            problems.add(tag.at.place, f"{tag.name} is here twice")
        else:
            by_name[tag.name] = tag
    formed = {name: _formed(by_name[name], problems) if name in by_name else "" for name in _FORM}
    head = Head(formed["game"], formed["club"], formed["viewer"], _date(by_name.get("date"), problems))
    if head.game and head.club and head.game.partition("-")[0] != head.club:
        problems.add(by_name["club"].at.place, "the club must be the part of the game's id before the first -")
    return _Opening(by_name, problems).added(head)


def _formed(tag: Tag, problems: Problems) -> str:
    form, words = _FORM[tag.name]
    if form.fullmatch(tag.text) is not None:
        return tag.text
    problems.add(tag.at.place, f"{tag.name} must be {words}")
    return ""


def _date(tag: Tag | None, problems: Problems) -> Moment | None:
    date = None if tag is None else clock.read(tag.text)
    if date is not None and MILLISECONDS.low <= date.at <= MILLISECONDS.high and OFFSET.low <= date.offset <= OFFSET.high:
        return date
    if tag is not None:
        problems.add(tag.at.place, "date must be a day and a time, with the offset from UTC: 2025-11-21 05:20:01.000 +01:00")
    return None


class _Opening:
    def __init__(self, tags: Mapping[str, Tag], problems: Problems) -> None:
        self._tags = tags
        self._problems = problems
        self._data: dict[str, Json] = {"rules": {}}
        self._where: dict[str, Written] = {"": Written(Position(1, 1), "")}

    def added(self, head: Head) -> Head:
        for name, read in self._readers().items():
            tag = self._tags.get(name)
            if tag is not None:
                self._where[f"/{'rules' if name == 'all-rules' else name}"] = tag.at
                report = Reporter(self._problems, tag.strip(), tag.at.place.line, tag.column)
                read(tag, Cursor(report).entries(), report)
        act = cast("GameOpened | None", read_act("GameOpened", self._data, lambda: self._where, self._problems))
        system = SYSTEMS.get(str(self._data.get("system")))
        if "system" in self._data and system is None:
            self._problems.add(self._where["/system"].place, f"this program does not know the system; it knows: {', '.join(SYSTEMS)}")
        taken = [seat for at in cast("Sequence[Mapping[str, Json]]", self._data.get("seats", ())) if isinstance(seat := at["seat"], int)]
        rules = None if system is None else self._dealt(system, len(taken))
        if act is not None and rules is not None and "all-rules" not in self._tags:
            act = replace(act, rules=rules)
        return replace(head, system=system, seats=frozenset(map(Seat, taken)), opening=None if rules is None else act)

    def _readers(self) -> Mapping[str, Callable[[Tag, Sequence[Entry], Reporter], None]]:
        one, rules = self._one, self._rules
        readers = {"system": one, "rules": rules, "all-rules": rules, "seats": self._seats, "visibility": one, "title": one}
        return {**readers, "tournament": self._map}

    def _one(self, tag: Tag, entries: Sequence[Entry], report: Reporter) -> None:
        if len(entries) != 1 or entries[0].key is not None:
            self._problems.add(tag.at.place, f"{tag.name} must be one value")
            return
        self._data[tag.name] = entries[0].value
        self._where[f"/{tag.name}"] = report.at(entries[0].begins)

    def _rules(self, tag: Tag, entries: Sequence[Entry], report: Reporter) -> None:
        if tag.name == "all-rules" and "rules" in self._tags:
            self._problems.add(tag.at.place, "give either rules (those that differ) or all-rules, not both")
        self._data["rules"] = self._named(entries, "/options", report)

    def _map(self, tag: Tag, entries: Sequence[Entry], report: Reporter) -> None:
        self._data[tag.name] = self._named(entries, f"/{tag.name}", report)

    def _named(self, entries: Sequence[Entry], pointer: str, report: Reporter) -> dict[str, Json]:
        """Return {name: value} for these `name:value` entries. `pointer`: the JSON Pointer of the returned map."""
        named: dict[str, Json] = {}
        for given in entries:
            if given.key is None or given.key in named:
                report.add(given.at, f"{shown(report.strip.tokens[given.at])} must be name:value, each name once")
                continue
            named[given.key] = given.value
            self._where.update({f"{pointer}/{given.key}{inner}": at for inner, at in report.where(given.begins).items()})
        return named

    def _seats(self, _: Tag, entries: Sequence[Entry], report: Reporter) -> None:
        seats: list[Json] = []
        for number, given in enumerate(entries):
            seat = given.value if given.key is None else given.key if whole(given.key) is None else whole(given.key)
            self._where |= {f"/seats/{number}": report.at(given.at), f"/seats/{number}/seat": report.at(given.at)}
            if given.key is not None:
                self._where[f"/seats/{number}/person"] = report.at(given.begins)
            if any(isinstance(other, dict) and other["seat"] == seat for other in seats[:16]):
                report.add(given.at, f"seat {shown(str(seat))} is here twice")
            seats.append({"seat": seat} if given.key is None else {"seat": seat, "person": given.value})
        self._data["seats"] = seats

    def _dealt(self, system: System[Table], seats: int) -> Rules | None:
        """Return the complete rules of the game; None if no game can be dealt with the rules on the sheet."""
        try:
            read = system.rules_again if "all-rules" in self._tags else system.rules_with
            return read(cast("Rules", self._data["rules"]), seats)
        except Unplayable as refused:
            for fault in refused.faults:
                root = "/seats" if fault.pointer.startswith("/seats") else "/rules"
                at = self._where.get(fault.pointer) or self._where.get(root) or self._where[""]
                self._problems.add(at.place, f"{shown(fault.pointer.rpartition('/')[2])}: {fault.message}")
            return None


# --- writing ------------------------------------------------------------------------------------------------------------------------------


def written_tags(head: Head, opening: GameOpened) -> list[str]:
    """Return a line for each tag that has a value. The tag `system` names the system of `opening`."""
    data = in_clear(opening)
    rules = _rules_tag(opening, SYSTEMS.get(opening.system))
    seats = (entry(str(at.seat), at.person) if at.person is not None else str(at.seat) for at in opening.seats)
    tags = {
        "game": head.game,
        "club": head.club,
        "viewer": head.viewer,
        "date": "" if head.date is None else clock.written(head.date),
        "system": written(opening.system),
        **rules,
        "seats": " ".join(seats),
        "visibility": written(data["visibility"]) if "visibility" in data else "",
        "title": written(data["title"]) if "title" in data else "",
        "tournament": " ".join(entry(name, value) for name, value in cast("Mapping[str, Json]", data.get("tournament", {})).items()),
    }
    return [f"{name}: {text}".rstrip() for name, text in tags.items() if text or name == "all-rules"]


def _rules_tag(opening: GameOpened, system: System[Table] | None) -> dict[str, str]:
    """Return the tag `rules` with only the options that differ from the defaults. If these options are not enough to get the rules of the
    opening again, return the tag `all-rules` with all rules."""
    chosen = {} if system is None else system.options_in(opening.rules)
    if system is None or not _make(system, chosen, opening):
        return {"all-rules": " ".join(entry(name, _sorted(value)) for name, value in sorted(opening.rules.items()))}
    return {"rules": " ".join(entry(name, _sorted(value)) for name, value in chosen.items())}


def _make(system: System[Table], options: Rules, opening: GameOpened) -> bool:
    """Whether these options give exactly the rules of the opening."""
    try:
        return canonical(system.rules_with(options, len(opening.seats))) == canonical(opening.rules)
    except Unplayable:
        return False


def _sorted(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {key: _sorted(item) for key, item in sorted(value.items())}
    return [_sorted(item) for item in value] if isinstance(value, (list, tuple)) else value
