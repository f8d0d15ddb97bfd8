"""Turns a score sheet into the record file of the same record (docs/record-format.md). The sheet must have provenance: the block below the
acts with their times, ids and proofs."""

from typing import Final, cast

from domain.files.forms import is_plain_map, sealed_leaves
from domain.files.layout import Lines, as_ndjson, event_line, game_footer, game_header, game_of
from domain.files.transcript import NotARecord
from domain.files.verify import Each, Verified, VerifyFault, nothing, verify
from domain.kernel.events import Event, GameOpened, data_of
from domain.notation.reading import is_sheet, read_bytes
from domain.notation.sheet import Sheet
from domain.record.chain import GENESIS, Opened, event_json, link
from domain.record.fold import fold
from domain.scheduled import scheduled
from domain.system import System, Table

UNPROVED: Final = "has no [provenance], so it proves nothing: it is only a draft of a record"


def filed(data: bytes) -> bytes:
    """Return the record file of the score sheet in these bytes. Raises NotARecord with the line and column of every problem, or if the
    sheet has no provenance (the block with times, ids and proofs)."""
    sheet, system = read_bytes(data).sound()
    if not sheet.proved:
        raise NotARecord([f"the sheet {UNPROVED}"])
    return record_file(sheet, system)


def examined(data: bytes, each: Each = nothing) -> Verified:
    """Verify a score sheet or a record file, and return the result with all faults. Never raises. A sheet without provenance (the block
    with times, ids and proofs) proves nothing, so it gets a fault."""
    if not is_sheet(data):
        return verify(data, each)
    text = read_bytes(data, each)
    if text.sheet is None or text.system is None:
        faults = tuple(VerifyFault(None, f"line {at.line}, column {at.column}", at.message) for at in text.problems)
        return Verified(False, "", "", 0, "", faults)
    if not text.sheet.proved:
        return Verified(False, "", "", 0, "", (VerifyFault(None, "sheet", UNPROVED),))
    return _proved(text.sheet, text.head) or verify(record_file(text.sheet, text.system))


def _proved(sheet: Sheet, head: str) -> Verified | None:
    """Return what `verify` says about the record file of the sheet, without making the file. Return None if the file may have a fault.
    `head`: the hash of the last event, empty if a sealed value is not proved.

    Reading the sheet has checked everything else that `verify` checks: ids, times, the chain, and the seal of each value."""
    opening = sheet.events[0]
    if not head or opening.recorded_at < 0 or not is_plain_map(data_of(opening.act)):
        return None
    return Verified(True, "game", _stream(sheet), len(sheet.events), head, ())


def _stream(sheet: Sheet) -> str:
    return sheet.game or game_of(sheet.club or "home", sheet.events[0].id)


def record_file(sheet: Sheet, system: System[Table]) -> bytes:
    """Return the record file of a score sheet, in the ndjson form. The file has no findings, because no validator has looked for any.

    Raises ValueError for a sheet without provenance (the block with times, ids and proofs)."""
    if not sheet.proved:
        raise ValueError("a sheet without provenance is only a draft, not a record")
    events = sheet.events
    header = game_header(_stream(sheet), system.slug, sheet.viewer or "scorekeeper", "")
    head, lines = GENESIS, []
    for event in events:
        body = event_json(event)
        head = link(head, body)
        lines.append(event_line(body, head, _opened(event, sheet)))
    outcome = scheduled(system, cast("GameOpened", events[0].act)).outcome(fold(system, events))
    return as_ndjson(Lines(header, tuple(lines), game_footer(header, lines, (len(events), head), 0, outcome, ())))


def _opened(event: Event, sheet: Sheet) -> Opened:
    leaves = sealed_leaves(data_of(event.act))
    return {path: (leaf["value"], sheet.salts[place]) for path, leaf in leaves if (place := (event.version, path)) in sheet.salts}
