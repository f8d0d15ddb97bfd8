"""Findings: faults that a record proves. A finding never claims more than its proof shows. Findings only report: no act is refused because
of them.

A finding has a sentence that a director can read aloud, the rule that it is based on, and the versions of the events that prove it. The
sentence has marks such as `{0}` for the seats, so that names can be put in."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import Event

Kind = Literal["breach", "contradiction", "gap", "query"]
"""breach: a rule of the game was broken. contradiction: statements in the record cannot all be true. gap: something needed is missing.
query: an open question to the table: is an entry missing or in the wrong order, or was a rule broken?"""

NOBODY: Final = Seat(-1)
"""A seat number that stands for no player. Cards that no player may see (a box, a recorded kitty or stock) count as cards of this seat.
Only scorekeeper and director may see a finding whose proof uses such a card."""
MOST_AT_ONCE: Final = 20
"""The most findings that are listed for one event. An event that shows sixty cards may prove a finding for each card."""
MOST_MADE: Final = 100
"""The most findings that are made for one event. Several of them may have the same proof, and only the last of these is listed."""
MOST_FINDINGS: Final = 1_000
"""The most findings of one record that are listed. Nobody would read more, and every finding must be stored, sent and compared."""
NOTHING_SEALED: Final = frozenset[Seat]()
"""The value of `Finding.rests_on` if the proof uses no sealed value: everyone who may read the record may see the finding."""


STATED: Final = "; stated"
"""The ending of `Finding.source` if an answer of the table (IrregularityAttested) proves the finding."""


class Proof(NamedTuple):
    """One of the proofs of a finding. `id`: the id of the finding. `rests_on`: the seats whose sealed values the proof uses."""

    id: str
    rests_on: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Finding:
    """One proved breach, contradiction or gap, or one query.

    `rule`: a short name (`out-of-turn`). `source`: the ruling or section of the rules (`HC-14`); if an answer of the table to a query
    proves the finding, it ends with `; stated`, and the last of `versions` is that answer. `versions`: the versions of the events that
    prove it, ascending. `seats`: the players that the finding is about. For a breach, this is the player who committed it; empty if no
    single player did.

    `unexamined`: what could not be checked; empty if everything was checked. `rests_on`: the seats whose sealed values the proof uses. Only
    viewers who may see all these values may see the finding. By default no player may see it.

    `suspects`: the versions of the entries any one of which may be the scorekeeper's mistake, such as a mistyped card; the likeliest first.
    `alternatives`: the same in words, one for each suspect."""

    rule: str
    kind: Kind
    source: str
    versions: tuple[int, ...]
    sentence: str
    seats: tuple[Seat, ...] = ()
    unexamined: str = ""
    alternatives: tuple[str, ...] = ()
    rests_on: frozenset[Seat] = frozenset({NOBODY})
    suspects: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """The id of the finding, `rule@versions`. A ruling names the finding by this id. It stays the same while the same events prove the
        finding."""
        return _id(self.rule, self.versions)

    @property
    def names(self) -> tuple[str, ...]:
        """The ids by which rulings may name the finding: its own id and, if an answer of the table proves it, the id of the query that was
        answered."""
        return (self.id, _id(self.rule, self.versions[:-1])) if self.source.endswith(STATED) else (self.id,)

    @property
    def happened(self) -> int:
        """The version of the last event that the finding is about: the last event of its proof. An answer of the table does not count here,
        because other people may have these seats when the table answers."""
        return self.versions[-2 if self.source.endswith(STATED) else -1]

    @property
    def proof(self) -> Proof:
        """The proof that this finding has. The same events may prove a finding in several ways, for example by open cards or by a seat's
        sealed cards."""
        return Proof(self.id, self.rests_on)

    @property
    def closeness(self) -> tuple[int, list[Seat]]:
        """A sort key for several proofs of one finding. The proof that uses the sealed values of the fewest seats comes first."""
        return len(self.rests_on), sorted(self.rests_on)


def _id(rule: str, versions: Iterable[int]) -> str:
    return f"{rule}@{','.join(map(str, versions))}"


def each_proof(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the given proofs of findings, each proof once, in the order of first occurrence. If a proof occurs with several sentences, the
    last sentence is kept.

    A proof with sealed values of seats 1 and 2 is left out if sealed values of seat 1 alone prove the same finding. At most MOST_FINDINGS
    are returned. If some are left out, one more finding says so."""
    proofs = {finding.proof: finding for finding in findings}
    grounds: dict[str, list[frozenset[Seat]]] = {}
    for name, rests_on in proofs:
        grounds.setdefault(name, []).append(rests_on)
    kept = [finding for proof, finding in proofs.items() if not any(other < proof.rests_on for other in grounds[proof.id])]
    return (*kept[:MOST_FINDINGS], *_cut("This record", kept, MOST_FINDINGS))


def enough(findings: Iterator[Finding]) -> tuple[Finding, ...]:
    """Return the first findings of one event, as many as `few` needs, but at most MOST_MADE of them. The others need not be made."""
    first = [*islice(findings, MOST_AT_ONCE + 1)]
    if len(first) > MOST_AT_ONCE:
        proofs = {finding.proof for finding in first}
        while len(proofs) <= MOST_AT_ONCE and len(first) < MOST_MADE and (finding := next(findings, None)):
            first.append(finding)
            proofs.add(finding.proof)
    return tuple(first)


def few(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the findings of one event, but at most MOST_AT_ONCE of them. If some are left out, one more finding says so. A finding that is
    left out is not reported, and does not count as a breach of any player."""
    if len(findings) <= MOST_AT_ONCE:
        return findings
    proofs = list({finding.proof: finding for finding in findings}.values())
    if len(proofs) > MOST_AT_ONCE or len(findings) < MOST_MADE:
        return (*proofs[:MOST_AT_ONCE], *_cut("This entry", proofs, MOST_AT_ONCE))
    return (*proofs, _more(findings[-1], "This entry may have more findings: only these are listed.", findings))


def _cut(what: str, findings: Sequence[Finding], most: int) -> Iterator[Finding]:
    """If there are more than `most` findings, yield one which says that the others are not listed. This finding cites the last event of the
    first finding left out. It therefore stays the same when later events prove more findings."""
    if len(findings) > most:
        sentence = f"{what} has more than {most:,} findings: the others are not listed."
        yield _more(findings[most], sentence, findings[: most + 1])


def _more(last: Finding, sentence: str, findings: Iterable[Finding]) -> Finding:
    sealed = frozenset(seat for finding in findings for seat in finding.rests_on)
    return Finding("more-not-listed", "gap", "record-budget", last.versions[-1:], sentence, (), "findings after these", (), sealed)


FULL: Final = Finding(
    "more-not-listed",
    "gap",
    "record-budget",
    (1,),
    "The findings of this record have changed too often: new ones are not listed.",
    unexamined="everything that later events prove",
)
"""The last finding that is added to a record whose list of findings has changed too often. From then on, findings of that record can be
withdrawn, but no new ones are added. This finding cites event 1, because no event proves it."""


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
    suspects: Iterable[int] = (),
) -> Finding:
    """Make a finding that is proved by `event` and the events of the versions `others`. `private`: the seats whose sealed values the proof
    uses. Only viewers who may see all these values may see the finding. `suspects`: the versions of the entries whose card may be mistyped,
    the likeliest first."""
    versions, suspects = tuple(sorted({*others, event.version})), tuple(dict.fromkeys(suspects))
    alternatives = tuple(map(mistyped, suspects))
    return Finding(rule, kind, source, versions, sentence, tuple(dict.fromkeys(seats)), "", alternatives, frozenset(private), suspects)


def open_finding(
    rule: str,
    source: str,
    event: Event,
    sentence: str,
    seats: Iterable[Seat] = (),
    *,
    kind: Kind = "breach",
    others: Iterable[int] = (),
) -> Finding:
    """Make a finding that everyone may see. Its proof and its sentence use no sealed value."""
    return sealed_finding(rule, source, event, sentence, seats, kind=kind, others=others, private=NOTHING_SEALED)


def mistyped(version: int) -> str:
    """Return, as an alternative of a finding, that the card of this entry may be mistyped."""
    return f"mistyped card at {version}?"


def named(seats: Iterable[Seat]) -> str:
    """Return the seats as marks for a sentence, in the order given; empty for no seats.

    >>> named([0, 1, 3])
    '{0}, {1} and {3}'
    """
    *most, last = [f"{{{seat}}}" for seat in seats] or [""]
    return f"{', '.join(most)} and {last}" if most else last


_HYPHEN: Final = re.compile(r"(?<!\w)-(?=[0-9])")
"""Matches a hyphen that stands for a minus sign: in `-2`, but not in `3-4`."""


def signed(value: object) -> str:
    """Return a value or a sentence as people read it: numbers below zero begin with a minus sign (U+2212), as on the pages."""
    return _HYPHEN.sub("−", str(value))


def read_aloud(sentence: str, name_of: Callable[[Seat], str]) -> str:
    """Return the sentence with the name of the player in place of each mark, and a capital at the beginning.

    >>> read_aloud("{1} called out of turn.", lambda seat: f"seat {seat}")
    'Seat 1 called out of turn.'
    >>> read_aloud("{1} has -2.", lambda seat: f"seat {seat}")
    'Seat 1 has −2.'
    """
    parts = signed(sentence).split("{")
    text_parts = [parts[0]]
    for part in parts[1:]:
        seat, _, rest = part.partition("}")
        text_parts += [name_of(Seat(int(seat))), rest]
    text = "".join(text_parts)
    return text[:1].upper() + text[1:]
