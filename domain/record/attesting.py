"""What the word of the table proves: it says that what a query asks about happened so (IrregularityAttested).

The table may confirm any suspicion of a deal, whether the record asks about it yet or not. A word about something that nothing doubts, or
about entries that were recorded after it, proves nothing. Source: docs/decisions/domain-asking.md."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from domain.kernel.events import IrregularityAttested
from domain.kernel.findings import STATED, Finding
from domain.kernel.provable import when_proved

NAMES: Final = frozenset(["High", "Low", "Jack", "Game"])
"""Words with which a sentence of a finding may begin, and which have a capital everywhere."""


def confirmed(suspicions: Sequence[Finding], act: IrregularityAttested, version: int) -> list[Finding]:
    """Return the suspicions that the event with this version confirms: all proofs of the finding that it names."""
    return [suspicion for suspicion in suspicions if suspicion.id == act.finding and suspicion.versions[-1] < version]


def stated(suspicion: Finding, version: int) -> Finding:
    """Return what a suspicion becomes when the event with this version confirms it. If an entry is missing for certain, it is a gap. The
    finding is seen by those who may see the suspicion."""
    kind = "gap" if when_proved(suspicion.rule) == "HOLE" else suspicion.kind
    source, versions = f"{suspicion.source}{STATED}", (*suspicion.versions, version)
    return replace(suspicion, kind=kind, source=source, versions=versions, sentence=f"As the table said, {_within(suspicion.sentence)}")


def nothing(act: IrregularityAttested, version: int) -> Finding:
    """Return the finding that the event with this version confirms nothing. Whether something is doubted may depend on any sealed card, so
    only viewers who see everything may see this finding."""
    sentence = f"The table confirmed {act.finding}, but the record does not ask about it."
    return Finding("nothing-attested", "gap", "00 recording model", (version,), sentence)


def _within(sentence: str) -> str:
    """Return the sentence so that it can stand after a comma."""
    first = sentence.partition(" ")[0]
    return sentence if first in NAMES else sentence[:1].lower() + sentence[1:]
