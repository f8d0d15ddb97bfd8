"""Progressive card night: after each round people move between tables and change partners.

A table has `settings.table` seats, in sides of `settings.partners`. Round 1 seats everybody at random. Then people move in one of these
ways. Table 1 is the top.

- `progressive`: the winners move up one table, the others stay. At table 1 the winners stay, and the last side goes to the bottom table.
- `progressive-up-down`: the winners move up one table, the last side moves down one table, and any others stay. The winners stay at the top
  table; the last side stays at the bottom table.
- `progressive-seats`: results do not count. Seat 1 stays, seat 2 moves up one table, seat 3 down one, seat 4 up two, seat 5 down two and so
  on. The tables form a circle: one table up from the top table is the bottom table. Everybody keeps the number of the seat.

In the first two ways partners change after the move. The sides that are now at a table are listed: those from below, those that stayed,
those from above. In each side the first person stays, the second moves to the side before it in this list, and the third moves back two
sides. The list is a circle: the last side is the one before the first. Sides that drew are ordered by score, then by chance.

If the number of entries does not fill the tables, some sit out: those who sat out least often, and among these the ones at the lowest
tables. People who come, or come back, take free seats, the lowest tables first. If there are too many tables, the lowest ones are left
empty.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from domain.kernel.events.tournaments import Settings
from domain.tournament.formats.chance import Chance
from domain.tournament.formats.kinds import Asked, Cannot, Format, Paired, Sides
from domain.tournament.history import Line

FIXED: Final = "In a progressive people move as results or seats say, so nobody can be kept apart."
NUMBERED: Final = "In a progressive people move as results or seats say, so nobody can wish another table."
Seats = list[int | None]
"""The entries of a table in order of seats, side after side. None stands for a free seat."""


def _refuses(settings: Settings, entries: int) -> str | None:
    sides, over = divmod(settings.table, settings.partners)
    if over or sides < 2:
        return f"A table of {settings.table} cannot have two or more sides of {settings.partners}."
    return f"A table needs {settings.table} entries, and there are {entries}." if entries < settings.table else None


def _rounds(settings: Settings, _entries: int) -> int | None:
    return settings.rounds


def _pair(move: "Move", asked: Asked, progress: Callable[[int], None]) -> Paired | Cannot:
    """Return the pairing of the next round, or the reason why there is none. Round 1 is seated at random. With 2,000 entries this takes
    less than 20 milliseconds, so `progress` is called only at the end."""
    settings = asked.settings
    refused = _refuses(settings, len(asked.present))
    if refused is not None:
        return Cannot(refused)
    before = _last_tables(asked)
    seats = [entry for table in before for side in table for entry in side]
    seated_before = frozenset(seats)
    others = [entry for entry in Chance(asked.seed, asked.round).mixed(asked.present) if entry not in seated_before]
    out = _sitting_out(asked, [*others, *seats])
    tables = move(asked, before) if before else []
    playing = [entry for entry in asked.present if entry not in out]
    seated = _filled(tables, playing, [entry for entry in others if entry not in out], settings.table)
    progress(100)
    step = settings.partners
    return Paired(
        tables=tuple(tuple(tuple(table[at : at + step]) for at in range(0, settings.table, step)) for table in seated),
        sits_out=tuple(sorted(out)),
    )


def _last_tables(asked: Asked) -> list[Sides]:
    """Return the sides at each table of the round before, table 1 first. If that pairing is not known, the entries of a side are in
    order of number."""
    if len(asked.paired) >= asked.round - 1 > 0:
        return list(asked.paired[asked.round - 2])
    tables: dict[int, set[tuple[int, ...]]] = {}
    for entry, line in _last_lines(asked).items():
        if line.table is not None:
            tables.setdefault(line.table, set()).add(tuple(sorted((entry, *line.partners))))
    return [tuple(sorted(tables[number])) for number in sorted(tables)]


def _last_lines(asked: Asked) -> Mapping[int, Line]:
    """Return, by entry, what each entry got in the round before (its `Line`). Entries without a line for that round are left out."""
    return {entry: lines[-1] for entry, lines in asked.history.lines.items() if lines and lines[-1].round == asked.round - 1}


def _sitting_out(asked: Asked, top_down: Sequence[int]) -> set[int]:
    """Return the entries that sit out: those who sat out least often before, and among these the ones at the lowest tables. `top_down`: all
    entries, the lowest table last."""
    lines = asked.history.lines
    there = set(asked.present)
    order = [entry for entry in reversed(top_down) if entry in there]
    order.sort(key=lambda entry: sum(line.kind == "bye" for line in lines.get(entry, ())))
    return set(order[: len(order) % asked.settings.table])


def _ranked(asked: Asked, lines: Mapping[int, Line], sides: Sides) -> list[tuple[int, ...]]:
    """Return the sides of a table, the best first: by outcome, place and score in the round before, then at random. Sides without a result
    are last. `lines`: what each entry got in the round before."""
    outcomes = {"win": 0, "draw": 1, "loss": 2, None: 3}

    def key(side: tuple[int, ...]) -> tuple[int, int, int, int]:
        line = next((lines[entry] for entry in side if entry in lines and lines[entry].table is not None), None)
        lot = Chance(asked.seed, asked.round, *side).below(2**32)
        return (3, 0, 0, lot) if line is None else (outcomes[line.outcome], line.place or len(sides), -line.score, lot)

    return sorted(sides, key=key)


Move = Callable[[Asked, list[Sides]], list[Seats]]
"""The type of a function that makes the tables of the next round from the tables of the round before. It also moves entries that have left
since that round."""


def _winners_up(down: Callable[[int, int], int], asked: Asked, before: list[Sides]) -> list[Seats]:
    """Return the tables after the winners moved up one table. `down`: a function that returns where the last side of a table goes, from the
    index of its table and the index of the bottom table."""
    lines = _last_lines(asked)
    coming: list[list[tuple[int, ...]]] = [[] for _ in before]
    # Begin at the lowest table, so that the list of each table begins with the side that comes up to it.
    for at in reversed(range(len(before))):
        best, *between, last = _ranked(asked, lines, before[at])
        coming[max(at - 1, 0)].append(best)
        coming[at] += between
        coming[down(at, len(before) - 1)].append(last)
    return [_partners_changed(sides) for sides in coming]


def _partners_changed(sides: list[tuple[int, ...]]) -> Seats:
    if len({len(side) for side in sides}) > 1:  # Sides differ in size only if a director seated them: then nobody changes partners.
        return [entry for side in sides for entry in side]
    return [sides[(at + seat) % len(sides)][seat] for at in range(len(sides)) for seat in range(len(sides[at]))]


def _by_seat(asked: Asked, before: list[Sides]) -> list[Seats]:
    tables: list[Seats] = [[] for _ in before]
    for at in range(len(before)):
        for seat in range(asked.settings.table):
            step = (seat + 1) // 2 * (1 if seat % 2 else -1)  # above 0: the entry comes up from a lower table
            source = [entry for side in before[(at + step) % len(before)] for entry in side]
            tables[at].append(source[seat] if seat < len(source) else None)
    return tables


def _filled(tables: list[Seats], playing: Sequence[int], new: list[int], size: int) -> list[list[int]]:
    """Return the tables of the next round, without free seats. Entries that do not play leave. Their seats are given to `new` entries,
    then to entries whose table is not needed any more. The lowest tables are filled first."""
    needed = len(playing) // size
    there = set(playing)
    kept: list[Seats] = [[entry if entry in there else None for entry in [*table, *[None] * size][:size]] for table in tables[:needed]]
    kept += [[None] * size for _ in range(needed - len(kept))]
    seated = {*new, *(entry for table in kept for entry in table)}
    following = iter([*new, *(entry for entry in playing if entry not in seated)])
    filled = [[entry if entry is not None else next(following) for entry in reversed(table)] for table in reversed(kept)]
    return [table[::-1] for table in reversed(filled)]


def _to_the_bottom(at: int, bottom: int) -> int:
    return at if at else bottom


def _one_down(at: int, bottom: int) -> int:
    return min(at + 1, bottom)


def _progressive(name: str, label: str, move: Move) -> Format:
    return Format(name, 1, label, _refuses, _rounds, partial(_pair, move), fixed=FIXED, numbered=NUMBERED)


FORMATS: Final = (
    _progressive("progressive", "Progressive: winners move up", partial(_winners_up, _to_the_bottom)),
    _progressive("progressive-up-down", "Progressive: winners move up, losers move down", partial(_winners_up, _one_down)),
    _progressive("progressive-seats", "Progressive: each seat moves its own way", _by_seat),
)
