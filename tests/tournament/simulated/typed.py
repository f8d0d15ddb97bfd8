"""Results that come by hand: a scorekeeper types them, and the director approves them."""

from random import Random
from typing import Any

from tests.tournament.simulated.evening import Evening, event


class Typed:
    """Types the result of a table. Some results are typed wrong, approved and corrected afterwards. `seed`: decides the scores of each
    table, whatever the order in which the tables report."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def bring(self, evening: Evening, number: int, table: dict[str, Any]) -> None:
        dice = Random(f"{self._seed}:{number}:{table['table']}:{table['sides']}")
        scores = [dice.randint(0, 11) for _ in table["sides"]]
        how = dice.choice(["right", "right", "right", "withdrawn", "replaced", "unapproved"])
        if how in ("withdrawn", "replaced", "unapproved"):
            typed = evening.keeps(_typed(number, table, list(reversed(scores))))
        if how in ("withdrawn", "replaced"):
            approved = evening.directs(_approved(number, table, typed))
        if how == "withdrawn":
            evening.directs(event("Retracted", target=approved))
        evening.directs(_approved(number, table, evening.keeps(_typed(number, table, scores))))


def _typed(number: int, table: dict[str, Any], scores: list[int]) -> dict[str, Any]:
    return event("ResultEntered", round=number, table=table["table"], scores=scores)


def _approved(number: int, table: dict[str, Any], typed: int) -> dict[str, Any]:
    return event("ResultApproved", round=number, table=table["table"], result=typed)
