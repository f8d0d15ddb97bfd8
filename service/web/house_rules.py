"""The house rules of one game in words: what its table chose, and how it then plays. Nothing is decided here: the record carries its rules.

A rule is told by its label and what was chosen.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.canonical import Json
from domain.system import Option, Rules, System, Table


class HouseRule(NamedTuple):
    """`Score to reach: 15`, and what that does; empty where the words say it."""

    words: str
    explanation: str


def chosen_in(system: System[Table], rules: Rules) -> list[HouseRule]:
    """What was chosen at the opening, in the order of the options; empty where the game is played as the rules say."""
    said = system.options_in(rules)
    return [HouseRule(_told(option, said[option.name]), option.explanation) for option in system.options if option.name in said]


def options_in_words(system: System[Table], rules: Rules) -> list[HouseRule]:
    """Every option as this game has it; empty where a sheet tells the rules."""
    if system.sheet is not None:
        return []
    return [HouseRule(_told(option, rules.get(option.name, option.default)), option.explanation) for option in system.options]


def _told(option: Option, value: Json) -> str:
    if value is True:
        return option.label
    return f"{option.label}: {'no' if value is False else _in_words(value)}"


def _in_words(value: Json) -> str:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_in_words, value)) or "none"
    return "10" if value == "T" else "none" if value is None else str(value).replace("_", " ")
