"""The house rules of one game in words: the options that its players chose, and what each option does."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.canonical import Json
from domain.system import Option, Rules, System, Table


class HouseRule(NamedTuple):
    """One house rule. `words`: the rule, such as `Score to reach: 15`. `explanation`: what it does; empty if `words` is clear."""

    words: str
    explanation: str


def chosen_in(system: System[Table], rules: Rules) -> list[HouseRule]:
    """Return the house rules that were chosen when the game was opened, in the order of the options."""
    chosen = system.options_in(rules)
    return [HouseRule(_label(option, chosen[option.name]), option.explanation) for option in system.options if option.name in chosen]


def options_in_words(system: System[Table], rules: Rules) -> list[HouseRule]:
    """Return every option with its value in this game. Returns nothing if the system has a rule sheet, which describes the options."""
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
