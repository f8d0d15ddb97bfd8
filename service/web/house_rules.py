"""The house rules of one game in words: the options that its players chose, and what each option does."""

from typing import NamedTuple

from domain.kernel.canonical import Json
from domain.system import Option, Rules, System, Table
from domain.words.options import worded


class HouseRule(NamedTuple):
    """One house rule. `words`: the rule, such as `Score to reach: 15`. `explanation`: what it does; empty if `words` is clear."""

    words: str
    explanation: str


def chosen_in(system: System[Table], rules: Rules) -> list[HouseRule]:
    """Return the house rules that were chosen when the game was opened, in the order of the options."""
    chosen = system.options_in(rules)
    return [HouseRule(_label(option, chosen[option.name]), option.explanation) for option in system.options if option.name in chosen]


def _label(option: Option, value: Json) -> str:
    if value is True:
        return option.label
    return f"{option.label}: {'no' if value is False else worded(option.name, value)}"
