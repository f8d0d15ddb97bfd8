"""Describes events of a tournament in words. The caller gives the names of entries. A sealed text is shown only if its value is known
here."""

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from domain.kernel.events import tournaments as acts
from domain.kernel.events.common import NoteWritten, Retracted
from domain.kernel.findings import signed
from domain.words.common import aside, because
from domain.words.phrases import counted, listed, verb

Called = Callable[[int], str]
"""The type of a function that returns the name for the number of an entry."""
Sides = Callable[[int, int], Sequence[Sequence[int]]]
"""The type of a function that returns the entries of each side at a table, by round and table; empty if they are not known."""
RoundAct = acts.RoundPaired | acts.PairingChanged | acts.RoundPublished | acts.RoundUnpublished | acts.RoundStarted | acts.BellRung
BECAUSE = {"asked": "", "family": ": they are of one family", "club": ": they are of one club"}
WORTH = {"bye": "it counts as a bye", "half": "it counts as a draw", "zero": "it counts nothing"}


def words(act: acts.TournamentAct, called: Called, sides: Sides | None = None) -> str:
    """Return the event in words, without a full stop, such as `Anna enters as number 1`. A side that is not known is called `side 2`."""
    if isinstance(act, acts.EntryAct):
        return _entry(act, called)
    if isinstance(act, acts.TableAct):
        return f"Round {act.round}, table {act.table}: {_result(act, called, sides)}"
    if isinstance(act, RoundAct):
        return _round(act)
    match act:
        case acts.TournamentOpened():
            return f"{act.title.value or 'A tournament'} begins"
        case acts.SettingsChanged():
            return "The settings change"
        case acts.ScoreAdjusted():
            scored = f" and {signed(act.score)} in scores" if act.score else ""
            return f"{_does(called(act.entry), 'gets', 'get')} {_points(act.points)}{scored}{because(act.reason)}"
        case acts.LotsDrawn():
            return f"Lots are drawn: {_names(act.order, called)}"
        case acts.OrderRuled():
            return f"The director rules the order {_names(act.order, called)}{because(act.reason)}"
        case acts.StandingsPublished():
            return f"The standings after round {act.through_round} are published"
        case acts.WishMade(another_table=True):
            must = "must" if act.hard else "should"
            return f"{listed(map(called, act.entries))} {must} sit at another table than the last time{BECAUSE[act.because]}"
        case acts.WishMade():
            before = "" if act.from_round is None else f" before round {act.from_round}"
            must = "must" if act.hard else "should"
            return f"{listed(map(called, act.entries))} {must} not sit at one table{before}{BECAUSE[act.because]}"
        case acts.StageBegun():
            groups = f" in {len(act.groups)} groups" if len(act.groups) > 1 else ""
            return f"A stage begins with {sum(map(len, act.groups))} entries{groups}"
        case acts.Announced():
            return f"Announcement: {act.text.value}" if act.text.value else "An announcement"
        case acts.TournamentFinished():
            return "The tournament is over"
        case NoteWritten() | Retracted():
            return aside(act)
        case _:
            assert_never(act)


def _entry(act: acts.EntryAct, called: Called) -> str:
    match act:
        case acts.EntryMade():
            return f"{_does(act.name.value or called(act.entry), 'enters', 'enter')} as number {act.entry}"
        case acts.EntryChanged():
            return f"The entry of {called(act.entry)} changes"
        case acts.EntryWithdrawn():
            return f"{_does(called(act.entry), 'withdraws', 'withdraw')} from round {act.from_round} on"
        case acts.EntryReturned():
            return f"{_does(called(act.entry), 'plays', 'play')} again from round {act.from_round} on"
        case acts.AbsenceNoted():
            return f"{called(act.entry)} asked to miss round {act.round}: {WORTH[act.kind]}"
        case acts.CheckedIn():
            return f"{_does(called(act.entry), 'is', 'are')} here"


def _round(act: RoundAct) -> str:
    match act:
        case acts.RoundPaired():
            return f"Round {act.round} is paired: {_tables(len(act.tables))}"
        case acts.PairingChanged():
            return f"Round {act.round} gets another pairing: {_tables(len(act.tables))}"
        case acts.RoundPublished():
            return f"The pairing of round {act.round} is published"
        case acts.RoundUnpublished():
            return f"The pairing of round {act.round} is withdrawn{because(act.reason)}"
        case acts.RoundStarted():
            return f"Round {act.round} begins" + ("" if act.seconds is None else f"; the bell is due in {_lasting(act.seconds)}")
        case acts.BellRung():
            return f"The bell ends round {act.round}"


def _result(act: acts.TableAct, called: Called, sides: Sides | None) -> str:
    named = [listed(map(called, side)) for side in sides(act.round, act.table)] if sides else []
    match act:
        case acts.ResultEntered():
            return f"a result is typed in{_scored(act.scores, act.winners, named)}"
        case acts.ResultTaken() if act.annulled:
            return f"game {act.game} was annulled"
        case acts.ResultTaken():
            return f"the result of game {act.game} is taken{_scored(act.scores, act.winners, named)}"
        case acts.ResultApproved():
            return "the typed result is approved" + ("" if act.entry is None else f" by {called(act.entry)}")
        case acts.ChangeAccepted():
            return "the director accepts the changed result"
        case acts.ChangeDeclined():
            return f"the director keeps the former result{because(act.reason)}"
        case acts.ForfeitRuled():
            scored = "" if act.scores is None else f", counted as {' to '.join(map(signed, act.scores))}"
            return (f"{_won(act.winners, named)} by forfeit" if act.winners else "all sides lose by forfeit") + scored
        case acts.TableLinked():
            return f"game {act.game} is its record"


def _scored(scores: Sequence[int] | None, winners: Sequence[int] | None, named: Sequence[str]) -> str:
    parts = [" to ".join(map(signed, scores))] if scores else []
    parts += [_won(winners, named)] if winners else []
    return ", " + ", ".join(parts) if parts else ""


def _won(winners: Sequence[int], named: Sequence[str]) -> str:
    """Return the winners in words. Winners are counted from 0, but people count from 1: without names, (1,) becomes `side 2 wins`."""
    won = [named[side] if side < len(named) else f"side {side + 1}" for side in winners]
    return _does(won[0], "wins", "win") if len(won) == 1 else f"{listed(won)} draw"


def _lasting(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    parts = [f"{minutes} min"] if minutes else []
    return " ".join([*parts, f"{rest} s"] if rest else parts)


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count} tables"


def _points(points: int) -> str:
    return signed(counted(points, "point"))


def _does(name: str, one: str, many: str) -> str:
    return f"{name} {verb(name, one, many)}"


def _names(order: Iterable[int], called: Called) -> str:
    return ", ".join(map(called, order))
