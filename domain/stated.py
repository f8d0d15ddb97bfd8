"""Finds statements that cannot be true by the rules of a game, whatever was played.

No forgotten entry can explain such a statement, so the finding is of the kind "contradiction". But if a stated winner has fewer points than
another player, the finding is only a "gap", because the others may have conceded the game without an entry in the record. Source:
docs/rules/00_conventions.md, recording model; docs/decisions/domain-asking.md."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import Event, ResultStated, RoundStated
from domain.kernel.findings import Finding, named, open_finding
from domain.ledger import Ledger

RECORDING: Final = "00 recording model"


def impossible_round(event: Event, act: RoundStated, why: str, source: str = RECORDING) -> Iterator[Finding]:
    """Yield a finding if no round of the game can give the stated points. `why`: what is wrong with them, in words; empty if nothing is."""
    if why:
        sentence = f"Round {act.round} cannot have been as stated: {why}."
        yield open_finding("impossible-points", source, event, sentence, kind="contradiction")


def ruled_out(event: Event, number: int, wrong: Sequence[str]) -> Iterator[Finding]:
    """Yield a finding if the rules rule out the stated deal `number`. `wrong`: what is wrong with it, in words."""
    if wrong:
        sentence = f"Deal {number} cannot have been as stated. Stated: {'; '.join(wrong)}."
        yield open_finding("deal-against-the-rules", RECORDING, event, sentence, kind="contradiction")


def stated_otherwise(event: Event, number: int, differences: Sequence[str], *others: int) -> Iterator[Finding]:
    """Yield a finding if the stated deal `number` differs from the record. `differences`: in words. `others`: the versions of events that
    prove the differences."""
    if differences:
        sentence = f"Deal {number} as stated contradicts the record. Stated: {'; '.join(differences)}."
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
    if not scores.keys() >= {*ledger.scores, *act.winners} or _ruled(ledger):
        return
    won = won_by(scores)
    wrong = [seat for seat in act.winners if seat not in won]
    if won and wrong:
        sentence = f"{_with(wrong, scores)} cannot have won as stated: with these scores {_with(won, scores)} won."
        yield open_finding("impossible-winner", RECORDING, event, sentence, sorted({*wrong, *won}), kind="contradiction")
        return
    best = max([scores[seat] for seat in scores if seat not in act.winners], default=min(scores.values()))
    behind = [seat for seat in act.winners if scores[seat] < best and not trailing(scores[seat])]
    if behind and not ledger.conceded:
        ahead = [seat for seat, score in sorted(scores.items()) if score == best and seat not in act.winners]
        sentence = f"{_with(behind, scores)} won as stated, but {_with(ahead, scores)} had more: no concession is written down."
        yield open_finding("winner-behind", RECORDING, event, sentence, behind, kind="gap")


def _ruled(ledger: Ledger) -> bool:
    return bool(ledger.penalties) or any(closed.ruled is not None for closed in ledger.closed)


def _with(seats: list[Seat] | tuple[Seat, ...], scores: Mapping[Seat, int]) -> str:
    numbers = [str(scores[seat]) for seat in seats]
    return f"{named(seats)} with {numbers[0] if len({*numbers}) == 1 else ' and '.join(numbers)}"
