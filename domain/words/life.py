"""Acts about a record rather than its play, in words: how it ends, confirmations, changes of players. Another game is named by its id."""

from typing import assert_never

from domain.kernel.events import life as acts
from domain.words.phrases import NameOf, by_seat


def words(act: acts.LifeAct, name_of: NameOf) -> str:
    match act:
        case acts.TimeCalled():
            return f"Time is called: {act.reason}"
        case acts.GameAnnulled():
            return f"The game is annulled: {act.reason}"
        case acts.GameRemoved():
            return f"The game is removed from the lists: {act.reason}"
        case acts.ResultConfirmed():
            totals = f": {by_seat(act.totals, name_of)}" if act.totals else ""
            return f"{name_of(act.seat)} confirms the result up to entry {act.through}{totals}"
        case acts.ResultFinalised():
            return "The result is final"
        case acts.ConcessionMade():
            return f"{name_of(act.seat)} concedes"
        case acts.ClaimAnswered():
            return f"{name_of(act.seat)} {'accepts' if act.accepts else 'objects to'} what was claimed in entry {act.claim}"
        case acts.PlayerSubstituted():
            return f"Another person takes over the seat of {name_of(act.seat)}"
        case acts.GameLinked():
            return "The same players go on in another game" if act.relation == "rematch" else "This is the rematch of another game"
        case _:
            assert_never(act)
