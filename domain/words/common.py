"""Acts that every game can have, in words: changes of who plays and who may read, corrections, notes and claims."""

from collections.abc import Mapping
from typing import Final, assert_never

from domain.kernel.canonical import Json
from domain.kernel.events import (
    CardsShown,
    ClaimMade,
    CommonAct,
    DealVoided,
    GameAbandoned,
    GameOpened,
    IrregularityAttested,
    IrregularityCalled,
    NoteWritten,
    PlayerJoined,
    PlayerLeft,
    ResultStated,
    Retracted,
    RoundStated,
    ScoreStated,
    SpectatorDelaySet,
    Visibility,
    VisibilitySet,
)
from domain.kernel.events.common import IRREGULARITIES
from domain.words.options import values_of, worded
from domain.words.phrases import NameOf, by_seat, cards, found_at, listed, quoted

Claim = CardsShown | RoundStated | ScoreStated | ResultStated | ClaimMade


_WATCHERS: Final[Mapping[Visibility, str]] = {
    "private": "only members, and people with a link,",
    "unlisted": "everybody who has the address",
    "public": "everybody",
}


def words(act: CommonAct, name_of: NameOf) -> str:
    match act:
        case GameOpened():
            patches = act.rules.get("patches")  # in Pitch, `patches` has the options that differ from their defaults
            chosen = patches if isinstance(patches, Mapping) else act.rules
            said = {name: value for name, value in sorted(chosen.items()) if value is not False and value not in ([], {}, None)}
            rules = ", ".join(_house_rule(name, value) for name, value in said.items())
            seats = listed(name_of(seating.seat) for seating in act.seats)
            place = "" if act.tournament is None else f" at table {act.tournament.table} in round {act.tournament.round} of a tournament"
            called = act.rules.get("name") or act.system.replace("-", " ").title()
            return f"{seats} sit down to {called}{place}" + (f", {rules}" if rules else "") + quoted(act.title)
        case VisibilitySet():
            return f"From here on {_WATCHERS[act.visibility]} may watch"
        case SpectatorDelaySet(seconds=0):
            return "Spectators see the table as it is"
        case SpectatorDelaySet():
            return f"Spectators see the table {duration(act.seconds)} late"
        case PlayerJoined():
            return f"{name_of(act.seat)} joins" + ("" if act.left_of is None else f", to the left of {name_of(act.left_of)}")
        case PlayerLeft():
            return f"{name_of(act.seat)} leaves"
        case DealVoided():
            return f"The deal is void: {act.reason}"
        case IrregularityCalled():
            kind = act.kind.replace("-", " ") if act.kind in IRREGULARITIES else act.kind
            return f"Play stops: {kind}" + ("" if act.seat is None else f" of {name_of(act.seat)}") + quoted(act.note)
        case IrregularityAttested():
            return f"The table confirms {found_at(act.finding)}"
        case GameAbandoned():
            return f"The game is given up: {act.reason}"
        case NoteWritten():
            return "A note is written" + quoted(act.note)
        case Retracted():
            return f"Entry {act.target} is withdrawn" + (f": {act.reason}" if act.reason else "")
        case _:
            return _claim(act, name_of)


def _house_rule(name: str, value: Json) -> str:
    said = name.replace("_", " ")
    return said if value is True else f"{said}{':' * bool(values_of(name))} {worded(name, value)}"


def duration(seconds: int) -> str:
    """Return a number of seconds in words: `90 seconds`, `1 minute`."""
    number, unit = (seconds, "second") if seconds % 60 else (seconds // 60, "minute")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _claim(act: Claim, name_of: NameOf) -> str:
    match act:
        case CardsShown():
            return f"{name_of(act.seat)} shows {cards(act.cards)} ({act.purpose})"
        case RoundStated():
            reason = f", {act.reason}" if act.reason else ""
            return f"Points of round {act.round}: {by_seat(act.points, name_of) or 'nothing for anyone'}{reason}"
        case ScoreStated():
            return f"Scores so far: {by_seat(act.scores, name_of)}"
        case ResultStated():
            scores = f" with {by_seat(act.scores, name_of)}" if act.scores else ""
            return f"Result of the game: {listed(map(name_of, act.won)) or 'nobody'} won{scores}"
        case ClaimMade():
            return f"{name_of(act.seat)} claims" + quoted(act.claim)
        case _:
            assert_never(act)
