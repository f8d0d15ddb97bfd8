"""What is proved when the table answers a query with "it happened so" (the event IrregularityAttested).

Such an answer may confirm any suspicion of a deal, even one for which there is no query yet. It proves nothing if there is no such
suspicion, or if the suspicion cites events that were recorded after the answer. Source: docs/decisions/domain-asking.md."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from domain.kernel.events import IrregularityAttested
from domain.kernel.findings import STATED, Finding
from domain.kernel.provable import when_proved

NAMES: Final = frozenset(["High", "Low", "Jack", "Game"])
"""Names with which the sentence of a finding may begin. When the sentence is put after a comma, a name keeps its capital."""


def confirmed(suspicions: Sequence[Finding], act: IrregularityAttested, version: int) -> list[Finding]:
    """Return the suspicions that an answer confirms: they have the id that the answer names, and cite only events recorded before the
    answer. `act`: the answer. `version`: the version of its event."""
    return [suspicion for suspicion in suspicions if suspicion.id == act.finding and suspicion.versions[-1] < version]


def stated(suspicion: Finding, version: int) -> Finding:
    """Return the finding that a suspicion becomes when the event with this version confirms it. If the confirmed suspicion means that an
    entry is missing, the finding is a gap. The finding is visible to the viewers who may see the suspicion."""
    kind = "gap" if when_proved(suspicion.rule) == "HOLE" else suspicion.kind
    source, versions = f"{suspicion.source}{STATED}", (*suspicion.versions, version)
    return replace(suspicion, kind=kind, source=source, versions=versions, sentence=f"As the table said, {_within(suspicion.sentence)}")


def nothing(act: IrregularityAttested, version: int) -> Finding:
    """Return the finding which says that the event with this version confirms nothing. Only viewers who see everything may see it, because
    any sealed card may decide whether the record had a suspicion to confirm."""
    sentence = f"The table confirmed {act.finding}, but the record does not ask about it."
    return Finding("nothing-attested", "gap", "00 recording model", (version,), sentence)


def _within(sentence: str) -> str:
    """Return the sentence with a small first letter, for use after a comma. A name at the beginning keeps its capital."""
    first = sentence.partition(" ")[0]
    return sentence if first in NAMES else sentence[:1].lower() + sentence[1:]
