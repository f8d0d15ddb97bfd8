"""Acts that every game can have, in words: changes of who plays and who may read, corrections, notes and claims."""

from collections.abc import Mapping
from typing import Final, assert_never

from domain.kernel.events import common as acts
from domain.kernel.shapes import Sealed
from domain.words.phrases import NameOf, by_seat, cards, counted, found_at, listed, quoted

Claim = acts.CardsShown | acts.RoundStated | acts.ScoreStated | acts.ResultStated | acts.ClaimMade


_WATCHERS: Final[Mapping[acts.Visibility, str]] = {
    "private": "only members, and people with a link,",
    "unlisted": "everybody who has the address",
    "public": "everybody",
}


def words(act: acts.CommonAct, name_of: NameOf) -> str:
    match act:
        case acts.GameOpened():
            target, more = act.rules.get("target"), "more than " * (act.rules.get("target_cmp") == "gt")
            goal = f", to {more}{counted(target, 'point')}" if isinstance(target, int) else ""
            seats = listed(name_of(seating.seat) for seating in act.seats)
            place = "" if act.tournament is None else f" at table {act.tournament.table} in round {act.tournament.round} of a tournament"
            called = act.rules.get("name") or act.system.replace("-", " ").title()
            return f"{seats} sit{'s' * (len(act.seats) == 1)} down to {called}{place}{goal}{quoted(act.title)}"
        case acts.VisibilitySet():
            return f"From here on {_WATCHERS[act.visibility]} may watch"
        case acts.SpectatorDelaySet(seconds=0):
            return "Spectators see the table as it is"
        case acts.SpectatorDelaySet():
            return f"Spectators see the table {duration(act.seconds)} late"
        case acts.PlayerJoined():
            return f"{name_of(act.seat)} joins" + ("" if act.left_of is None else f", to the left of {name_of(act.left_of)}")
        case acts.PlayerLeft():
            return f"{name_of(act.seat)} leaves"
        case acts.DealVoided():
            return f"The deal is void: {act.reason}"
        case acts.IrregularityCalled():
            kind = act.kind.replace("-", " ") if act.kind in acts.IRREGULARITIES else act.kind
            return f"Play stops: {kind}" + ("" if act.seat is None else f" of {name_of(act.seat)}") + quoted(act.note)
        case acts.IrregularityAttested():
            return f"The table confirms {found_at(act.finding)}"
        case acts.GameAbandoned():
            return f"The game is given up: {act.reason}"
        case acts.NoteWritten():
            return "A note is written" + quoted(act.note)
        case acts.Retracted():
            return f"Entry {act.target} is withdrawn" + (f": {act.reason}" if act.reason else "")
        case _:
            return _claim(act, name_of)


def aside(act: acts.NoteWritten | acts.Retracted) -> str:
    """Return a note or a withdrawal in a tournament or a season in words."""
    if isinstance(act, acts.NoteWritten):
        return f"Note: {act.note.value}" if act.note.value else "A note"
    return f"Version {act.target} is withdrawn" + (f": {act.reason}" if act.reason else "")


def because(reason: Sealed[str]) -> str:
    """Return the end of a sentence, with a reason; empty if there is none, or if the reader may not see it."""
    return f": {reason.value}" if reason.value else ""


def duration(seconds: int) -> str:
    """Return a number of seconds in words: `90 seconds`, `1 minute`."""
    number, unit = (seconds, "second") if seconds % 60 else (seconds // 60, "minute")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _claim(act: Claim, name_of: NameOf) -> str:
    match act:
        case acts.CardsShown():
            return f"{name_of(act.seat)} shows {cards(act.cards)} ({act.purpose})"
        case acts.RoundStated():
            reason = f", {act.reason}" if act.reason else ""
            return f"Points of round {act.round}: {by_seat(act.points, name_of) or 'nothing for anyone'}{reason}"
        case acts.ScoreStated():
            return f"Scores so far: {by_seat(act.scores, name_of)}"
        case acts.ResultStated():
            scores = f" with {by_seat(act.scores, name_of)}" if act.scores else ""
            return f"Result of the game: {listed(map(name_of, act.won)) or 'nobody'} won{scores}"
        case acts.ClaimMade():
            return f"{name_of(act.seat)} claims" + quoted(act.claim)
        case _:
            assert_never(act)
