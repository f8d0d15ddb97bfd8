"""A sheet with provenance as the record file that the same record would be (docs/record-format.md): the way into what reads such files."""

from typing import Final

from domain.files.forms import sealed_leaves
from domain.files.layout import Lines, as_ndjson, event_line, game_footer, game_header, game_of
from domain.files.transcript import NotARecord
from domain.files.verify import Each, Verified, VerifyFault, nothing, verify
from domain.kernel.events import Event, data_of
from domain.notation.reading import is_sheet, read_bytes
from domain.notation.sheet import Sheet
from domain.record.chain import GENESIS, Opened, event_json, link
from domain.record.fold import read
from domain.system import System, Table

UNPROVED: Final = "has no [provenance]: it is a draft of a record, and none that could be taken as it was"


def filed(data: bytes, each: Each = nothing) -> bytes:
    """The record file of the sheet in these bytes. `each` is called for each line and each act.

    Raises NotARecord naming every problem with its line and column; also for a sheet without provenance, which is a draft of a record."""
    sheet, system = read_bytes(data, each).sound()
    if not sheet.proved:
        raise NotARecord([f"the sheet {UNPROVED}"])
    return record_file(sheet, system)


def examined(data: bytes, each: Each = nothing) -> Verified:
    """Is this file the record that was exported, whichever of the three forms it has? Never raises. A sheet by hand proves nothing, and is
    told so as a fault."""
    if not is_sheet(data):
        return verify(data, each)
    found = read_bytes(data, each)
    if found.sheet is None or found.system is None:
        faults = tuple(VerifyFault(None, f"line {at.line}, column {at.column}", at.message) for at in found.problems)
        return Verified(False, "", "", 0, "", faults)
    if not found.sheet.proved:
        return Verified(False, "", "", 0, "", (VerifyFault(None, "sheet", UNPROVED),))
    return verify(record_file(found.sheet, found.system))


def record_file(sheet: Sheet, system: System[Table]) -> bytes:
    """The record as ndjson, without a verdict. Raises ValueError for a sheet without provenance: there is nothing to prove."""
    if not sheet.proved:
        raise ValueError("a sheet without provenance is no record")
    events = sheet.events
    game = sheet.game or game_of(sheet.club or "home", events[0].id)
    header = game_header(game, system.slug, sheet.viewer or "scorekeeper", "")
    reached, lines = GENESIS, []
    for event in events:
        body = event_json(event)
        reached = link(reached, body)
        lines.append(event_line(body, reached, _opened(event, sheet)))
    outcome = system.outcome(read(system, events).table)
    return as_ndjson(Lines(header, tuple(lines), game_footer(header, lines, (len(events), reached), 0, outcome, ())))


def _opened(event: Event, sheet: Sheet) -> Opened:
    leaves = sealed_leaves(data_of(event.act))
    return {path: (leaf["value"], sheet.salts[place]) for path, leaf in leaves if (place := (event.version, path)) in sheet.salts}
