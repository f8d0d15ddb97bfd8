"""Golden sentences: for each rule in each family of games, a short record and the sentence of every finding that it raises.

`sentences.jsonl` has a line for each row: the family, the rule, the record (the system, the number of seats, the rules that differ from the
system's own, the acts) and the sentence, with a mark such as `{0}` for a seat. A sentence that is built from several clauses has a row for
each form of it.

python -m tests.domain.sentences      writes the sentences that the records lead to now; read the difference before you keep it
"""

import json
from pathlib import Path
from typing import Any, Final

from domain.kernel.cards import Seat
from domain.kernel.events import GameOpened, Seating
from domain.kernel.findings import Finding
from domain.record.fold import Reading, read
from domain.system import Unplayable
from domain.systems import SYSTEMS
from tests.domain.playing import act, events, opening, suspicions

FILE: Final = Path(__file__).with_name("sentences.jsonl")
Row = dict[str, Any]


def rows() -> list[Row]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def reading_of(row: Row) -> Reading:
    system = SYSTEMS[row["system"]]
    try:
        rules = dict(opening(system, row["seats"]).rules)
    except Unplayable:  # the row has all its rules
        rules = {}
    opened = GameOpened(system.slug, rules | row["rules"], tuple(Seating(Seat(seat)) for seat in range(row["seats"])))
    acts = [(act(name, **data), *after) if after else act(name, **data) for name, data, *after in row["acts"]]
    return read(system, events([opened, *acts]))  # type: ignore[list-item]


def findings_of(reading: Reading) -> list[Finding]:
    """Return the suspicions of the record, and its findings that are no questions."""
    return [*suspicions(reading), *(finding for finding in reading.findings if finding.kind != "query")]


def sentences_of(row: Row) -> list[str]:
    """Return the sentences of all findings about the row's rule, in order, each once."""
    return [*dict.fromkeys(finding.sentence for finding in findings_of(reading_of(row)) if finding.rule == row["rule"])]


def main() -> None:
    """Write the sentences again. If no finding has the sentence of a row now, the row gets the first one about the same rule that no other
    row has."""
    kept = rows()
    taken = {row["sentence"] for row in kept}
    for row in kept:
        now = sentences_of(row)
        if row["sentence"] not in now:
            row["sentence"] = next((sentence for sentence in now if sentence not in taken), now[0])
            taken.add(row["sentence"])
    FILE.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept), encoding="utf-8")


if __name__ == "__main__":
    main()
