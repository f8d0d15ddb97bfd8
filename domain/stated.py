"""Finds statements that differ from the record, and statements that cannot be true by the rules of a game, whatever was played.

No forgotten entry can explain a statement of the second kind, so the finding is of the kind "contradiction". But if a stated winner has
fewer points than another player, the finding is only a "gap", because the others may have conceded the game without an entry in the record.
Source: docs/rules/00_conventions.md, recording model; docs/decisions/domain-asking.md."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import Event, ResultStated, RoundStated, ScoreStated
from domain.kernel.findings import NOTHING_SEALED, Finding, Kind, named, open_finding
from domain.ledger import UNSAID, Ledger, in_words, without_zeros

RECORDING: Final = "00 recording model"


def impossible_round(event: Event, act: RoundStated, why: str, source: str = RECORDING) -> Iterator[Finding]:
    """Yield a finding if no round of the game can give the stated points. `why`: what is wrong with them, in words; empty if nothing is."""
    if why:
        sentence = f"Round {act.round} cannot have been as entered: {why}."
        yield open_finding("impossible-points", source, event, sentence, kind="contradiction")


def ruled_out(event: Event, number: int, wrong: Sequence[str]) -> Iterator[Finding]:
    """Yield a finding if the rules rule out the stated deal `number`. `wrong`: what is wrong with it, in words."""
    if wrong:
        sentence = f"Deal {number} cannot have been as entered. Entered: {'; '.join(wrong)}."
        yield open_finding("deal-against-the-rules", RECORDING, event, sentence, kind="contradiction")


def stated_otherwise(event: Event, number: int, differences: Sequence[str], *others: int) -> Iterator[Finding]:
    """Yield a finding if the stated deal `number` differs from the record. `differences`: in words. `others`: the versions of events that
    prove the differences."""
    if differences:
        sentence = f"Deal {number} as entered contradicts the record. Entered: {'; '.join(differences)}."
        yield open_finding("deal-stated-otherwise", RECORDING, event, sentence, kind="contradiction", others=others)


def impossible_winners(
    ledger: Ledger,
    event: Event,
    act: ResultStated,
    won_by: Callable[[Mapping[Seat, int]], tuple[Seat, ...]],
    trailing: Callable[[int], bool],
) -> Iterator[Finding]:
    """Yield a finding if, by the stated totals, players other than the stated winners have won, or if a stated winner has fewer points than
    another player. After a ruling on points nothing is checked, because the ruling may have decided who won.

    `won_by(scores)`: who may have won with these totals by the rules; empty if the totals decide nothing. `trailing(score)`: whether the
    rules let a player with this total win although another has more."""
    scores = act.scores or {}
    if not scores.keys() >= {*ledger.scores, *act.won} or ledger.last_ruling is not None:
        return
    won = won_by(scores)
    wrong = [seat for seat in act.won if seat not in won]
    if won and wrong:
        sentence = f"{_with(wrong, scores)} cannot have won as entered: with these scores {_with(won, scores)} won."
        yield open_finding("impossible-winner", RECORDING, event, sentence, sorted({*wrong, *won}), kind="contradiction")
        return
    best = max([scores[seat] for seat in scores if seat not in act.won], default=min(scores.values()))
    behind = [seat for seat in act.won if scores[seat] < best and not trailing(scores[seat])]
    if behind and not ledger.conceded:
        ahead = [seat for seat, score in sorted(scores.items()) if score == best and seat not in act.won]
        sentence = f"{_with(behind, scores)} won as entered, but {_with(ahead, scores)} had more: no concession is written down."
        yield open_finding("winner-behind", RECORDING, event, sentence, behind, kind="gap")


def check_round(ledger: Ledger, event: Event, stated: RoundStated, possible: frozenset[Seat] | None) -> tuple[Finding, ...]:
    """Return a finding for each difference between a stated round and the rounds in the record.

    `possible`: the seats that can still score in the current round. None stands for every seat, because no card of the round is
    recorded."""
    points = without_zeros(stated.points)
    known = ledger.of(stated.round)
    if known is not None:
        if points == without_zeros(known.points) or known.reason in UNSAID:
            return ()
        sentence = f"Round {stated.round} was entered as {in_words(points)}, but the record gives {in_words(known.points)}."
        versions = (known.version, known.ruled or known.version, event.version)
        return (_stated_otherwise("round", versions, sentence, {*points, *known.points}),)
    if stated.round != ledger.round:
        sentence = f"Round {stated.round} is entered, but {missing('round', ledger.round, stated.round)}."
        return (Finding("rounds-missing", "gap", "00 recording model", (event.version,), sentence, rests_on=NOTHING_SEALED),)
    impossible = () if possible is None else tuple(sorted(points.keys() - possible))
    if impossible:
        sentence = f"{_names(impossible)} had already gone out of round {stated.round} and cannot have scored in it."
        return (_stated_otherwise("round", (event.version,), sentence, impossible),)
    return ()


def missing(what: str, first: int, before: int) -> str:
    """Return a clause which says that the rounds from `first` up to `before` - 1 are missing. `what`: the word for a round in this game.

    >>> missing("round", 2, 3), missing("deal", 2, 5)
    ('round 2 is missing in the record', 'deals 2 to 4 are missing in the record')
    """
    if before == first + 1:
        return f"{what} {first} is missing in the record"
    return f"{what}s {first} {'and' if before == first + 2 else 'to'} {before - 1} are missing in the record"


Waiting = frozenset[Seat] | None
"""If the current round is over and waits for its points: the seats whose stated totals hold these. Else None."""


def check_totals(ledger: Ledger, event: Event, stated: ScoreStated, waiting: Waiting = None) -> tuple[Finding, ...]:
    """Return a finding for each difference between stated totals and those that follow from the record."""
    return _compare_totals("score", ledger, event, _compared(ledger, stated.scores, waiting))


def check_result(
    ledger: Ledger, event: Event, stated: ResultStated, winners: tuple[Seat, ...], waiting: Waiting = None
) -> tuple[Finding, ...]:
    """Return a finding for each difference between a stated result and the one that follows from the record. `winners`: the winners that
    follow from the record; empty if the record does not reach the end of the game."""
    scores = stated.scores or {}
    findings = _compare_totals("result", ledger, event, scores if winners else _compared(ledger, scores, waiting))
    if not winners and (ledger.adopts_totals() or waiting is not None):
        return findings
    if not winners:
        sentence = "A result is entered, but the record does not reach the end of the game."
        end = Finding("result-before-the-end", "gap", "00 recording model", (event.version,), sentence, rests_on=NOTHING_SEALED)
        return (*findings, end)
    if stated.won != tuple(sorted(winners)):
        sentence = f"As entered, {_names(stated.won)} won; by the record, {_names(winners)} won."
        return (*findings, _stated_otherwise("winner", (event.version,), sentence, {*stated.won, *winners}))
    return findings


def _compared(ledger: Ledger, stated: Mapping[Seat, int], waiting: Waiting) -> dict[Seat, int]:
    """Return the stated totals that are compared with those of the record, because the ledger does not take them over."""
    adopted = ledger.adopted(stated, waiting)
    return {seat: score for seat, score in stated.items() if seat not in adopted}


def _compare_totals(what: str, ledger: Ledger, event: Event, stated: Mapping[Seat, int]) -> tuple[Finding, ...]:
    wrong = {seat: score for seat, score in sorted(stated.items()) if ledger.scores.get(seat, 0) != score}
    if not wrong:
        return ()
    derived = {seat: ledger.scores.get(seat, 0) for seat in wrong}
    ruled = ledger.last_ruling
    versions = (*(closed.version for closed in ledger.closed[-1:]), *(() if ruled is None else (ruled,)), event.version)
    sentence = f"The {what} was entered as {in_words(wrong)}, but the record gives {in_words(derived)}."
    return (_stated_otherwise(what, versions, sentence, wrong),)


def _stated_otherwise(what: str, versions: tuple[int, ...], sentence: str, seats: Iterable[Seat]) -> Finding:
    kind: Kind = "contradiction"
    ordered = tuple(sorted(set(versions)))
    whose = tuple(sorted(seats))
    return Finding(f"{what}-stated-otherwise", kind, "00 recording model", ordered, sentence, whose, rests_on=NOTHING_SEALED)


def _names(seats: Iterable[Seat]) -> str:
    return named(sorted(seats)) or "nobody"


def _with(seats: list[Seat] | tuple[Seat, ...], scores: Mapping[Seat, int]) -> str:
    numbers = [str(scores[seat]) for seat in seats]
    return f"{named(seats)} with {numbers[0] if len({*numbers}) == 1 else ' and '.join(numbers)}"
