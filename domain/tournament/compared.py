"""Compares the values that were published with a tournament (domain/tournament/published.py) with the values that this program computes.
The published values, such as points, places and tie-breaks, are called *printed* here.

`DEFINITIONS` gives the tie-break of this program for each printed name. Source: the table in docs/finished-tournaments.md.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from domain.tournament.history import History
from domain.tournament.published import Published, PublishedEntry
from domain.tournament.scoring import history_of
from domain.tournament.standings import standings
from domain.tournament.state import Tournament
from domain.tournament.tiebreaks import find


class Compared(NamedTuple):
    """One printed value beside the computed value. `name`: the name of the value, such as "points". `of`: the player or group that has the
    value, such as "player 3"."""

    name: str
    of: str
    printed: str
    computed: str
    equal: bool


class Definition(NamedTuple):
    """The tie-break of this program that corresponds to a printed name. `name`: its name; `{variant}` in it stands for the result of
    `variant_of`. `power`: the computed value is the printed value times `Published.unit` to this power: 0 if the value counts rounds, 1 if
    it sums points, 2 if it sums products of points."""

    name: str
    power: int = 1


DEFINITIONS: Final[Mapping[str, Definition]] = {
    "BH": Definition("buchholz{variant}"),
    "BH-C1": Definition("buchholz-cut-1{variant}"),
    "SB": Definition("sonneborn-berger{variant}", 2),
    "SB-C1": Definition("sonneborn-berger-cut-1{variant}", 2),
    "PS": Definition("progressive"),
    "PS-C1": Definition("progressive-cut-1"),
    "WIN": Definition("wins", 0),
    "WON": Definition("won", 0),
    "AOB(1 decimal)": Definition("average-buchholz{variant}"),
    "AOB": Definition("average-buchholz{variant}"),
    "FB": Definition("fore-buchholz{variant}"),
    "KS": Definition("koya"),
    "GP": Definition("game-points"),
    "BH:GP": Definition("game-points-buchholz{variant}"),
    "BH-C1:GP": Definition("game-points-buchholz-cut-1{variant}"),
    "buchholz": Definition("buchholz"),
    "net": Definition("difference"),
    "total": Definition("total"),
}
"""The tie-breaks of this program, by the name under which they are printed."""
LEFT_OUT: Final = frozenset({"BWG", "ARO-C1", "DE"})
"""Printed names whose meaning is known, but whose values are not compared with computed values."""
POINTS_ONLY: Final = frozenset({"hamilton-club-2018"})
"""For these tournaments, only points and places are compared. The publisher computed their other values by an older rule."""

PairingComparer = Callable[[Published, Tournament], Sequence[Compared]]


def compare(published: Published, state: Tournament, pairing: PairingComparer | None = None) -> tuple[list[Compared], list[str]]:
    """Return all comparisons of a tournament, and the names of the values that are not compared. `state`: the tournament that was made from
    `published`. `pairing`: compares the pairings of a tournament whose id begins with `pairing-`; None if pairings are not compared."""
    history = history_of(state)
    made = [
        *_points(published, history),
        *_values(published, history),
        *_places(published, history),
        *_direct(published, history),
        *_orders(published, history),
    ]
    left_out = {"place"} if published.has_final and any(entry.place for entry in published.entries) else set()
    left_out |= {name for entry in published.entries for name in entry.values if _definition(published, name) is None}
    if published.id.startswith("pairing-"):
        if pairing is None:
            left_out.add("pairing")
        else:
            made += pairing(published, state)
    return made, sorted(left_out)


def variant_of(published: Published) -> str:
    """Return the ending, such as `:fide-2023`, that says how the tie-breaks of this tournament count rounds without play. The ending is put
    after the name of a tie-break. It is empty if the names need no ending."""
    if published.system == "round robin":
        return ""
    return ":fide-2026" if "rules2026" in published.id or "updated 03/2026" in published.rules else ":fide-2023"


def _definition(published: Published, name: str) -> Definition | None:
    """Return the tie-break of this program for a printed name; None if values with this name are not compared."""
    if name not in DEFINITIONS or published.id in POINTS_ONLY:
        return None
    found = DEFINITIONS[name]
    return found._replace(name=found.name.format(variant=variant_of(published)))


def _points(published: Published, history: History) -> Iterator[Compared]:
    for entry in published.entries:
        yield _exact("points", entry, entry.points, Fraction(history.points(entry.number), published.unit))


def _values(published: Published, history: History) -> Iterator[Compared]:
    names = dict.fromkeys(name for entry in published.entries for name in entry.values)
    for name in names:
        definition = _definition(published, name)
        if definition is None:
            continue
        values = find(definition.name).values(history, history.entries)
        for entry in published.entries:
            if name in entry.values:
                computed = Fraction(values[entry.number].total) / published.unit**definition.power
                yield _exact(name, entry, entry.values[name], computed)


def _exact(name: str, entry: PublishedEntry, printed: Fraction, computed: Fraction) -> Compared:
    return Compared(name, f"player {entry.number}", _number(printed), _number(computed), printed == computed)


def _number(value: Fraction) -> str:
    return str(value) if value.denominator > 100 else f"{float(value):g}"


def _places(published: Published, history: History) -> Iterator[Compared]:
    """Yield a comparison for each printed place; nothing if the tournament had a final.

    Level entries share several places: any of these places is right for each of them. If several lists of tie-breaks are possible, the
    first list that explains all places is used.
    """
    if published.has_final:
        return
    tried = [_placed(published, history, order) for order in deciding(published)]
    yield from next((places for places in tried if all(one.equal for one in places)), tried[0])


def _placed(published: Published, history: History, order: Sequence[str]) -> list[Compared]:
    rows = standings(history, order)
    level = Counter(row.place for row in rows)
    shared = {row.entry: (row.place, row.place + level[row.place] - 1) for row in rows}
    made = []
    for entry in published.entries:
        if entry.place is not None:
            first, last = shared[entry.number]
            computed = str(first) if first == last else f"{first} to {last}"
            made.append(Compared("place", f"player {entry.number}", str(entry.place), computed, first <= entry.place <= last))
    return made


def unknown_names(published: Published) -> list[str]:
    """Return the printed names of tie-breaks that are not known, in alphabetical order."""
    printed = {name for entry in published.entries for name in entry.values}
    return sorted(printed - DEFINITIONS.keys() - LEFT_OUT)


def deciding(published: Published) -> list[list[str]]:
    """Return the lists of tie-breaks that may explain the printed places. Each list ends before the first tie-break that this program does
    not compute."""
    if published.id in POINTS_ONLY:
        return [[]]
    if published.id.startswith("lichess-"):
        return [["sonneborn-berger:fide-2023"], ["sonneborn-berger"]]
    names = []
    for name in published.order:
        if name in ("points", "MP"):
            continue
        definition = Definition("head-to-head") if name == "DE" else _definition(published, name) if name in DEFINITIONS else None
        if definition is None:
            break
        names.append(definition.name)
    return [[*dict.fromkeys(names)]]  # two printed names may mean the same tie-break


def _direct(published: Published, history: History) -> Iterator[Compared]:
    for group, printed in published.direct:
        values = find("head-to-head").values(history, tuple(sorted(group)))
        tiers: dict[Fraction, list[int]] = {}
        for entry in sorted(group, key=lambda entry: (-Fraction(values[entry].total), entry)):
            tiers.setdefault(Fraction(values[entry].total), []).append(entry)
        computed, expected = list(tiers.values()), [sorted(tier) for tier in printed]
        yield Compared("direct encounter", f"group {list(group)}", str(expected), str(computed), computed == expected)


def _orders(published: Published, history: History) -> Iterator[Compared]:
    """Yield a comparison for each printed order. An order is right if it has every entry once, and no entry before a better one. Level
    entries may stand in any order."""
    for name, printed in published.orders.items():
        definition = _definition(published, name)
        if definition is None:
            continue
        rows = standings(history, [definition.name])
        places = {row.entry: row.place for row in rows}
        whole = sorted(printed) == sorted(places)
        rising = whole and all(places[one] <= places[other] for one, other in pairwise(printed))
        yield Compared("order", name, str(list(printed)), str([row.entry for row in rows]), rising)
