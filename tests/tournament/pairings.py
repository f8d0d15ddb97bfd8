"""Pairs each round of a published Swiss tournament again, and compares our pairing with the published one."""

from domain.tournament.compared import Compared
from domain.tournament.formats import gaps
from domain.tournament.formats.kinds import Paired
from domain.tournament.pairing import asked_of
from domain.tournament.published import Published
from domain.tournament.state import Tournament

SEED = 1


def pairings(_: Published, state: Tournament) -> list[Compared]:
    """Return a comparison for each round. `equal`: whether our pairing is at least as good as the published pairing and breaks no rule."""
    return [_compared(state, number) for number in sorted(state.rounds)]


def _compared(state: Tournament, number: int) -> Compared:
    played = state.rounds[number]
    theirs = Paired(tuple(seated.sides for _, seated in sorted(played.tables.items())), played.sits_out)
    present = sorted({entry for sides in theirs.tables for side in sides for entry in side} | {*theirs.sits_out})
    made = gaps.compared(asked_of(state, number, SEED)._replace(present=tuple(present)), theirs)
    broken = [f"{name}: {value}" for name in ("cannot", "repeats", "second_byes", "unseated") if (value := getattr(made, name))]
    return Compared("pairing", f"round {number}", f"{made.theirs}", "; ".join([f"{made.ours}", *broken]), not made.wrong)
