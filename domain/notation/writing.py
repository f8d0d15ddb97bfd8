"""Writes a sheet as text. Every sheet has exactly one text, the canonical form (docs/notation.md)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.kernel.events import GameOpened
from domain.notation.acts import written_act
from domain.notation.clock import Moment
from domain.notation.forms import Breaks, Forms, forms_of
from domain.notation.grammar import PROVENANCE, STRUCK, TITLE
from domain.notation.provenance import written_block
from domain.notation.sheet import Margin, Sheet
from domain.notation.tags import Head, written_tags
from domain.notation.tokens import of_comment
from domain.record.fold import retracted, table_order
from domain.systems import SYSTEMS

_INDENT = " " * 5


class _Written(NamedTuple):
    """The text of one act. `seat`: the seat that acted, if a seat may act only once on a line; otherwise None."""

    version: int
    text: str
    breaks: Breaks
    seat: object
    put_in: bool


def write(sheet: Sheet) -> str:
    """Return the text of a sheet.

    Raises ValueError if the record does not begin with GameOpened, or if an event belongs after an event that is not on the sheet."""
    opened = sheet.events[0]
    if not isinstance(opened.act, GameOpened):
        raise ValueError(f"version {opened.version} is {opened.type}: a record begins with GameOpened")
    date = Moment(opened.at, opened.offset) if sheet.proved else sheet.date
    head = Head(sheet.game, sheet.club, sheet.viewer, date)
    lines = [" ".join(TITLE), *written_tags(head, opened.act), ""]
    acts = _acts(sheet, forms_of(SYSTEMS.get(opened.act.system)))
    lines += _margin_below((opened.version,), sheet.margin)
    for row in _rows(acts):
        lines.append(_line(row, sheet.margin))
        lines += _margin_below([act.version for act in row], sheet.margin)
    if sheet.margin.closing:
        lines.append(f"; {of_comment(sheet.margin.closing)}")
    if sheet.ending:
        lines.append(sheet.ending)
    if sheet.proved:
        lines += ["", f"[{PROVENANCE}]", *written_block(sheet.events, sheet.salts)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _acts(sheet: Sheet, forms: Forms) -> Iterator[_Written]:
    gone, order = retracted(sheet.events), table_order(sheet.events)
    if len(order) != len(sheet.events):
        raise ValueError("an event belongs after an event that is not in the record")
    for event in order[1:]:
        text, form = written_act(event.act, forms)
        struck = STRUCK if event.version in gone else ""
        entered = "" if event.after is None else f"{event.version}^"
        whole = f"{struck}{sheet.margin.marks.get(event.version, '')}{entered}{text}"
        breaks: Breaks = "alone" if form is None else form.breaks
        by_turn = breaks == "turn" and not struck
        yield _Written(event.version, whole, breaks, getattr(event.act, "seat", None) if by_turn else None, event.after is not None)


def _rows(acts: Iterator[_Written]) -> Iterator[list[_Written]]:
    """Group the acts into lines; yield the acts of each line."""
    row: list[_Written] = []
    for act in acts:
        again = act.seat is not None and any(other.seat == act.seat for other in row)
        if row and (again or act.breaks in ("before", "alone") or row[-1].breaks in ("after", "alone")):
            yield row
            row = []
        row.append(act)
    if row:
        yield row


def _line(row: list[_Written], margin: Margin) -> str:
    first = next((act.version for act in row if not act.put_in), None)
    label = _INDENT if first is None else f"{first:>3}. "
    totals = [margin.totals[act.version] for act in row if act.version in margin.totals]
    return label + " ".join(act.text for act in row) + (f"  ; {of_comment(totals[-1])}" if totals else "")


def _margin_below(versions: Iterable[int], margin: Margin) -> Iterator[str]:
    for version in versions:
        yield from (f"{_INDENT}; {of_comment(remark)}" for remark in margin.remarks.get(version, ()))
