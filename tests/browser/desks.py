"""What tests of the director's desk share: a tournament, the page, and what is on it."""

from collections.abc import Sequence
from typing import Any, TypeVar

import httpx
from playwright.sync_api import Locator, expect

from tests.browser.cups import NAMES, Cup, opened
from tests.browser.visitor import Visitor

Someone = TypeVar("Someone", bound=Visitor)


def cup_of(api: httpx.Client, players: int, names: Sequence[str] = NAMES, format: str = "swiss", **settings: Any) -> Cup:
    """Open a tournament whose games end when a player has one point. It has two rounds, unless `settings` say otherwise. The first entry is
    Anna."""
    return opened(api, names[:players], format=format, options={"target": 1}, settings={"rounds": 2, **settings})


def at(visitor: Someone, cup: Cup) -> Someone:
    visitor.go(f"{cup.page}/desk")
    expect(visitor.find("#sentence .skeleton")).to_have_count(0)
    expect(visitor.find("#live .chip:not(.waiting)")).to_be_visible()
    return visitor


def says(visitor: Visitor, sentence: str) -> None:
    expect(visitor.find("#sentence")).to_have_text(sentence)


def act(visitor: Visitor, key: str) -> Locator:
    return visitor.find(f'button[data-key="{key}"]')


def row(visitor: Visitor, table: int, number: int = 1) -> Locator:
    return visitor.find(f'#lines > [data-key="{number}-{table}"]')
