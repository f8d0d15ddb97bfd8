"""Rulings in words."""

from typing import assert_never

from domain.kernel.events import RulingRecorded
from domain.words.phrases import NameOf, by_seat, found_at, quoted


def words(act: RulingRecorded, name_of: NameOf) -> str:
    """Return the ruling in words: `the director rules on what was found at entry 7 (HC-14): round 2 is void`."""
    about = found_at(act.cites.finding) if act.cites.finding is not None else f"entry {act.cites.dispute}"
    instead = "" if act.supersedes is None else f", in place of the ruling at {act.supersedes}"
    return f"the director rules on {about} ({act.rule}){instead}: {decided(act, name_of)}{quoted(act.note)}"


def decided(act: RulingRecorded, name_of: NameOf) -> str:
    """Return only the decision, in words: `round 2 is played again`."""
    which = "the current round" if act.round is None else f"round {act.round}"
    match act.rectification:
        case "stand":
            return "the score stands" if act.round is None else f"round {act.round} stands"
        case "void":
            return f"{which} is void"
        case "replay":
            return f"{which} is played again"
        case "penalty":
            changes = {seat: f"{points:+}" for seat, points in (act.points or {}).items()}
            where = "" if act.round is None else f" for round {act.round}"
            return f"penalty{where}, {by_seat(changes, name_of)}" if changes else f"a warning{where}"
        case "adjust":
            return f"{which} is set to {by_seat(act.points or {}, name_of) or 'nothing for anyone'}"
        case _:
            assert_never(act.rectification)
