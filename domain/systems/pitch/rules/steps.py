"""The steps of an exchange, read from the tokens of the field `exchange`. A step says who acts, what is done, and for some steps a hand
size or a number of cards. `others` is everyone but the maker. `all` and `others` act clockwise from the dealer's left. Source:
docs/rules/03_pitch_schema.md §2."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from domain.kernel.canonical import Json
from domain.kernel.shapes import Fault, Plain

Who = Literal["maker", "all", "others"]
Does = Literal[
    "take-kitty", "name-trump", "throw-plain", "may-throw-plain", "may-throw", "fill", "throw-down", "adjust",
    "take-stock", "take-stock-trumps", "choose-from-stock", "search-stock", "take-or-give-stock", "rescue", "call-partner", "extras",
]  # fmt: skip
"""What the player does in a step. Only the maker sees the cards of the kitty; a *plain* card is no trump; for `extras` see PI-13."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its token, who acts, what is done. `most`: the number in the token: a hand size, or the most cards; 0 without one."""

    token: str
    who: Who
    does: Does
    most: int = 0

    @property
    def throws(self) -> bool:
        """Whether cards must or may be thrown in this step."""
        return self.does in _THROWS


_THROWS: Final = frozenset({"throw-plain", "may-throw-plain", "may-throw", "throw-down", "adjust"})

_WORDS: Final[dict[str, tuple[Who, Does]]] = {
    "kitty>maker": ("maker", "take-kitty"),
    "name_trump": ("maker", "name-trump"),
    "all-nt": ("all", "throw-plain"),
    "others-nt": ("others", "throw-plain"),
    "all-may-nt": ("all", "may-throw-plain"),
    "all-may(0-n)": ("all", "may-throw"),
    "all-fill(n)": ("all", "fill"),
    "others-fill(n)": ("others", "fill"),
    "all-down(n)": ("all", "throw-down"),
    "others-down(n)": ("others", "throw-down"),
    "maker-down(n)": ("maker", "throw-down"),
    "maker-adjust(n)": ("maker", "adjust"),
    "stock>maker": ("maker", "take-stock"),
    "stock-trumps>maker": ("maker", "take-stock-trumps"),
    "stock-choose>maker(n)": ("maker", "choose-from-stock"),
    "stock-search>maker": ("maker", "search-stock"),
    "stock>maker-or-partner": ("maker", "take-or-give-stock"),
    "rescue": ("all", "rescue"),
    "call-partner": ("maker", "call-partner"),
    "excess>trick1": ("all", "extras"),
}
"""For every token of an exchange, (who acts, what is done). The letter `n` in a token stands for a number of cards."""

_NUMBER: Final = re.compile(r"\((0-)?([1-9][0-9]?)\)$")
_PATTERN: Final = "|".join(
    "(" + re.escape(word).replace(r"0\-n", "0-[1-9][0-9]?").replace(r"\(n\)", r"\([1-9][0-9]?\)") + ")" for word in _WORDS
)


def step_of(token: str) -> Step:
    """Read one token. Raises KeyError for a token that is no step.

    >>> step_of("others-fill(6)")
    Step(token='others-fill(6)', who='others', does='fill', most=6)
    """
    number = _NUMBER.search(token)
    if number is None:
        return Step(token, *_WORDS[token])
    return Step(token, *_WORDS[_NUMBER.sub(f"({number[1] or ''}n)", token)], int(number[2]))


class StepToken(Plain):
    """The shape of one token of an exchange, such as `others-fill(6)`."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, str) or re.fullmatch(_PATTERN, value) is None:
            faults.append(Fault(pointer, f"is not a step of an exchange; known: {', '.join(_WORDS)}"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "pattern": f"^(?:{_PATTERN})$"}


@lru_cache(maxsize=512)
def steps_of(exchange: tuple[str, ...]) -> tuple[Step, ...]:
    """The steps of an exchange in order; see `step_of`."""
    return tuple(map(step_of, exchange))
