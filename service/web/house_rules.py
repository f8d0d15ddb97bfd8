"""The house rules of one game in words: the options that its table chose, and what each does. The rules come from the record.

A rule is shown as the label of its option and the chosen value.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.canonical import Json
from domain.system import Option, Rules, System, Table


class HouseRule(NamedTuple):
    """One house rule. `words`: such as `Score to reach: 15`; `explanation`: what the rule does, empty when `words` is clear enough."""

    words: str
    explanation: str


def chosen_in(system: System[Table], rules: Rules) -> list[HouseRule]:
    """The rules that the table chose at the opening, in the order of the options; empty when the game is played by the standard rules."""
    chosen = system.options_in(rules)
    return [HouseRule(_label(option, chosen[option.name]), option.explanation) for option in system.options if option.name in chosen]


def options_in_words(system: System[Table], rules: Rules) -> list[HouseRule]:
    """Every option with its value in this game; empty when a rule sheet describes the game."""
    if system.sheet is not None:
        return []
    return [HouseRule(_label(option, rules.get(option.name, option.default)), option.explanation) for option in system.options]


def _label(option: Option, value: Json) -> str:
    if value is True:
        return option.label
    return f"{option.label}: {'no' if value is False else _in_words(value)}"


def _in_words(value: Json) -> str:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_in_words, value)) or "none"
    return "10" if value == "T" else "none" if value is None else str(value).replace("_", " ")
