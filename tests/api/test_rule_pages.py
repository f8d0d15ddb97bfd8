"""The pages with rule sheets, `/systems/<slug>` and `/games/<id>/rules`, as the server sends them."""

from html import unescape

import pytest

from domain.systems import SYSTEMS
from tests.api.callers import Caller

SMALL = sorted(slug for slug, system in SYSTEMS.items() if system.family != "pitch")


def page(visitor: Caller, path: str) -> str:
    answer = visitor.client.get(path)
    assert answer.status_code == 200
    return unescape(answer.get_data(as_text=True))


@pytest.mark.parametrize("slug", [*SMALL, "pitch-reverse"])
def test_the_rule_page_of_a_system_shows_every_sentence_of_its_sheet_and_its_house_rules(stranger: Caller, slug: str) -> None:
    system = SYSTEMS[slug]
    shown = page(stranger, f"/systems/{slug}")
    for section in system.sheet(system.standard_rules()):
        assert f"<h2>{section.title}</h2>" in shown
        for sentence in section.sentences:
            assert f"<li>{sentence}</li>" in shown
    assert ("House rules to choose from" in shown) == (slug in SMALL), "the sheets of Pitch name them themselves"
    assert stranger.get(f"/systems/{slug}").json["sheet"]


def test_the_rule_page_of_a_recorded_game_shows_the_sheet_of_its_own_rules(director: Caller, stranger: Caller) -> None:
    game = director.opened(system="box", seats=[{}] * 3, options={"players": 3, "ending": "first_out_loses"}, visibility="public")
    shown = page(stranger, f"/games/{game}/rules")
    assert "<li>Three players, each alone. There are no points.</li>" in shown
    assert "<li>The 28 cards left over are the stock.</li>" in shown
    assert "The last player in the game wins." not in shown
