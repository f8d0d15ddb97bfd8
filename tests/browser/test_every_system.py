"""A game of every system can be recorded through the page by doing what the page asks, although the page knows no rules."""

import httpx
import pytest
from playwright.sync_api import expect

from domain.systems import SYSTEMS
from tests.browser.visitor import Taps

ACTS = 9
SAMPLED = {
    "pitch": {"smear-cutthroat-three", "smear-parlett", "pitch-pagat-pitching", "pitch-pawnee-five"},
    "spades": {"spades-standard", "spades-jokers-high-3"},
    "bid-whist": {"bid-whist"},
    "hi-lo": {"hi-lo-joker", "hi-lo-table-penalty"},
}
"""For each large family, the systems that are tested here. The other systems of the family are left out, because a game takes seconds and
most systems of a family have the same acts. Each of the four systems of Pitch is here for one thing: a kitty with three players, drawing
and laying extras, a card led instead of a bid, and a called partner with five players. `test_pitch` tests two more."""
SLUGS = sorted(slug for slug, system in SYSTEMS.items() if slug in SAMPLED.get(system.family, {slug}))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_of_every_system_can_be_recorded_by_doing_what_the_page_asks(owner: Taps, api: httpx.Client, slug: str) -> None:
    owner.go("/games/new")
    owner.pick(slug)
    expect(owner.find("#summary")).to_contain_text(SYSTEMS[slug].summary)
    owner.find("#send").tap()
    expect(owner.find("#connection")).to_have_text("Live")
    for version in range(1, ACTS + 1):
        state = api.get(f"/games/{owner.game}").json()
        assert state["version"] == version
        owner.answer(next(prompt for prompt in state["prompts"] if prompt["expected"]))
        expect(owner.find("#undo")).to_have_attribute("data-version", str(version + 1))
    expect(owner.find("#findings-list")).to_have_text("Nothing found against the rules.")
    owner.go(f"/games/{owner.game}/replay")
    expect(owner.find("#where")).to_contain_text(f"Step {ACTS} of {ACTS}")
