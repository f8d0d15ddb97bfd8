"""The house rules of one game in words: the options that its players chose, and what each option does."""

from dataclasses import replace
from typing import NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.events import Act, GameOpened
from domain.system import Option, Rules, System, Table
from domain.systems import SYSTEMS
from domain.words import NameOf, sentence
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


def told(act: Act, name_of: NameOf) -> str:
    """Return an act of a record as a sentence without its full stop. After an opening, another one names the house rules of the game."""
    system = SYSTEMS.get(act.system) if isinstance(act, GameOpened) else None
    if system is None or not isinstance(act, GameOpened):
        return sentence(act, name_of)
    said = sentence(replace(act, rules={**act.rules, "name": system.name}), name_of)
    chosen = chosen_in(system, act.rules)
    return f"{said}. House rules: {'; '.join(rule.words for rule in chosen)}" if chosen else said
