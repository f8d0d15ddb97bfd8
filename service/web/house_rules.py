"""The house rules of one game in words: what its table chose, and how it then plays. Nothing is decided here: the record carries its rules.

A rule is told by its name and what was chosen; the line of English is the option's own.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.canonical import Json
from domain.system import Option, Rules, System, Table


class HouseRule(NamedTuple):
    """`Target: 15`, and what that is about."""

    words: str
    doc: str


def chosen_in(system: System[Table], rules: Rules) -> list[HouseRule]:
    """What was chosen at the opening, in the order of the options; empty where the game is played as the rules say."""
    said = system.options_in(rules)
    return [HouseRule(_told(option, said[option.name]), option.doc) for option in system.options if option.name in said]


def options_in_words(system: System[Table], rules: Rules) -> list[HouseRule]:
    """Every option as this game has it; empty where a sheet tells the rules."""
    if system.sheet is not None:
        return []
    return [HouseRule(_told(option, rules.get(option.name, option.default)), option.doc) for option in system.options]


def _told(option: Option, value: Json) -> str:
    name = option.name.replace("_", " ").capitalize()
    if value is True:
        return name
    if value is False:
        return f"{name}: no"
    return f"{name}: {_in_words(value)}"


def _in_words(value: Json) -> str:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_in_words, value)) or "none"
    return "10" if value == "T" else "none" if value is None else str(value).replace("_", " ")
