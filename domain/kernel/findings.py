"""Findings: what a record proves. They never accuse beyond the proof, and never refuse anything.

A finding is a sentence that a director can read aloud, the rule it rests on, and the versions of the events that prove it.
Seats stand in the sentence as `{0}`, `{1}`, …, so that a reader with names can put them in.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import Event

Kind = Literal["breach", "contradiction", "gap"]
"""breach: a rule of the game was broken. contradiction: statements in the record cannot all be true. gap: something needed is missing."""

NOBODY: Final = Seat(-1)
"""Whose sealed values no seat may see: a finding that rests on it is for scorekeeper and director."""
NOTHING_SEALED: Final = frozenset[Seat]()
"""What a finding rests on that everyone may see who may read the record."""


class Proof(NamedTuple):
    """One of the proofs of a finding: `id` of the finding, and the seats whose sealed values it rests on."""

    id: str
    rests_on: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Finding:
    """One proved breach, contradiction or gap.

    `rule`: a short name (`out-of-turn`); `source`: the ruling or section it rests on (`HC-14`); `versions`: the proving events, ascending;
    `seats`: whom it concerns; of a breach the one who committed it, nobody where that is not one player's doing. `unexamined`: what could
    not be checked, empty where nothing was left. `alternatives`: likelier readings of the record, best first. `rests_on`: seats whose
    sealed values are part of the proof; only who may see all of those may see the finding. Where it is not said, it is closed.
    """

    rule: str
    kind: Kind
    source: str
    versions: tuple[int, ...]
    sentence: str
    seats: tuple[Seat, ...] = ()
    unexamined: str = ""
    alternatives: tuple[str, ...] = ()
    rests_on: frozenset[Seat] = frozenset({NOBODY})

    @property
    def id(self) -> str:
        """`rule@versions`: stable for as long as the same events prove it; what a ruling cites."""
        return f"{self.rule}@{','.join(map(str, self.versions))}"

    @property
    def proof(self) -> Proof:
        """The same events may prove the same in several ways: by cards that everybody has seen, and by those of one seat or another."""
        return Proof(self.id, self.rests_on)

    @property
    def closeness(self) -> tuple[int, list[Seat]]:
        """Sorts the proofs of one finding: the one that rests on least comes first."""
        return len(self.rests_on), sorted(self.rests_on)


def each_proof(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Every proof once, in its last words, in the order in which they were given first. A proof that rests on more than another one of the
    same finding is left out: whoever may see it may see the other."""
    found = {finding.proof: finding for finding in findings}
    grounds: dict[str, list[frozenset[Seat]]] = {}
    for name, rests_on in found:
        grounds.setdefault(name, []).append(rests_on)
    return tuple(finding for proof, finding in found.items() if not any(other < proof.rests_on for other in grounds[proof.id]))


def sealed_finding(
    rule: str,
    source: str,
    event: Event,
    sentence: str,
    seats: Iterable[Seat] = (),
    *,
    kind: Kind = "breach",
    others: Iterable[int] = (),
    private: Iterable[Seat],
    alternatives: tuple[str, ...] = (),
) -> Finding:
    """A finding proved by `event`, together with the events of versions `others`. `private`: see `Finding.rests_on`."""
    versions = tuple(sorted({*others, event.version}))
    return Finding(rule, kind, source, versions, sentence, tuple(dict.fromkeys(seats)), "", alternatives, frozenset(private))


def open_finding(
    rule: str,
    source: str,
    event: Event,
    sentence: str,
    seats: Iterable[Seat] = (),
    *,
    kind: Kind = "breach",
    others: Iterable[int] = (),
    alternatives: tuple[str, ...] = (),
) -> Finding:
    """The same, proved by nothing but what everyone has seen or heard: neither proof nor sentence rests on a sealed value."""
    return sealed_finding(rule, source, event, sentence, seats, kind=kind, others=others, private=NOTHING_SEALED, alternatives=alternatives)


def named(seats: Iterable[Seat]) -> str:
    """Seats as they stand in a sentence, in the order given; empty for none.

    >>> named([0, 1, 3])
    '{0}, {1} and {3}'
    """
    *most, last = [f"{{{seat}}}" for seat in seats] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def read_aloud(sentence: str, name_of: Callable[[Seat], str]) -> str:
    """The sentence with a name for each seat.

    >>> read_aloud("{1} called out of turn.", lambda seat: f"seat {seat}")
    'Seat 1 called out of turn.'
    """
    parts = sentence.split("{")
    found = [parts[0]]
    for part in parts[1:]:
        seat, _, rest = part.partition("}")
        found += [name_of(Seat(int(seat))), rest]
    text = "".join(found)
    return text[:1].upper() + text[1:]
