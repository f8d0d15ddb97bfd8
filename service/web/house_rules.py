"""The house rules of one game in words: the options that its players chose, and what each option does."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.cards import SUIT_NAMES
from domain.system import Option, Rules, System, Table

PRINTED: Final = {"T": "10", **SUIT_NAMES}
"""The words for a rank or suit, by its letter in the value of an option. Letters that are not here are shown as they are."""


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
    return f"{option.label}: {'no' if value is False else worded(value)}"


def worded(value: Json) -> str:
    """Return the words for the value of an option: `last survivor`, `hearts`, `10`, `none`. The values of a list have commas between
    them."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(worded, value)) or "none"
    return "none" if value is None else PRINTED.get(str(value)) or str(value).replace("_", " ")
