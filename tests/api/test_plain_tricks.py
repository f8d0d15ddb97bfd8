"""A made-up game of tricks (tests/domain/tricks/plain.py) is played over HTTP: each request answers a prompt of the form. The game is also
shown, replayed and exported. The application knows nothing about this game except its `System`."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.selfplay import data_for
from domain.system import Ask, Prompt
from tests.api.callers import Caller
from tests.api.test_preview import foreseen
from tests.api.test_replay import views_of
from tests.domain.tricks.plain import CARDS, PLAIN
from tests.forgetful import known

FOUR = {"system": PLAIN.slug, "seats": [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dan")], "visibility": "public"}


@pytest.fixture
def plain() -> Iterator[None]:
    with known(PLAIN):  # type: ignore[arg-type]
        yield


def prompt_of(shown: dict[str, Any]) -> Prompt:
    """Turn a prompt in an answer of the API into a `Prompt`."""
    return Prompt(shown["type"], shown["given"], tuple(Ask(**ask) for ask in shown["asks"]), shown["text"])


def answered(scorekeeper: Caller, game: str, dice: Random) -> None:
    """Play the game to its end. Every hand is written down when it is dealt."""
    cards = list(CARDS)
    while prompts := scorekeeper.get(f"/games/{game}").json["prompts"]:
        data = data_for(prompt_of(prompts[0]), dice.choice, optional=False)
        if prompts[0]["type"] == "CardsDealt":
            dice.shuffle(cards)
            data["hands"] = {str(seat): cards[13 * seat : 13 * seat + 13] for seat in range(4)}
        scorekeeper.recorded(game, {"type": prompts[0]["type"], "data": data})


@pytest.mark.usefixtures("plain")
def test_a_made_up_game_of_tricks_is_played_shown_replayed_and_exported(director: Caller, stranger: Caller) -> None:
    game = director.opened(**FOUR, options={"trump": "H", "target": 1})
    answered(director, game, Random(3))
    over = director.get(f"/games/{game}").json
    assert (over["state"], len(over["outcome"]["winners"])) == ("finished", 2)

    replay = director.get(f"/games/{game}/replay").json
    views = views_of(replay)
    assert (len(views), views[-1]["phase"]) == (54, "over")
    assert len({card for view in views for card in view["face_up"]}) == 51  # the 52nd card ends the deal, and is shown in no view
    assert {view["deal"].split(" · ")[0] for view in views[1:-1]} == {"hearts are trump"}
    closed = views_of(stranger.get(f"/games/{game}/replay").json)
    assert not any(seat.get("hand") for view in closed for seat in view["seats"].values())
    assert any(seat.get("hand") for view in views for seat in view["seats"].values())

    sheet = director.get(f"/games/{game}/export?format=text").get_data(as_text=True)
    assert "deal(" in sheet
    assert director.get(f"/games/{game}/findings").json["findings"] == []
    assert PLAIN.name in stranger.get(f"/systems/{PLAIN.slug}").get_data(as_text=True)
    assert stranger.get(f"/systems/{PLAIN.slug}").json["sides"] == 2


@pytest.mark.usefixtures("plain")
def test_pages_name_the_suit_that_a_house_rule_chooses(director: Caller) -> None:
    game = director.opened(**FOUR, options={"trump": "H"})
    assert "By default: spades." in director.client.get(f"/systems/{PLAIN.slug}").get_data(as_text=True)
    assert "<b>Trump: hearts.</b>" in director.client.get(f"/games/{game}").get_data(as_text=True)


@pytest.mark.usefixtures("plain")
def test_a_revoke_in_a_made_up_game_of_tricks_is_found(director: Caller) -> None:
    game = director.opened(**FOUR)
    cards = [(0, "2H"), (1, "3C"), (2, "4H"), (3, "5H"), (3, "6H"), (0, "7H")]
    plays = [{"type": "CardPlayed", "data": {"seat": seat, "card": card}} for seat, card in cards]
    director.recorded(game, {"type": "CardsDealt", "data": {"dealer": 3}}, *plays)
    raised = foreseen(director, game, {"type": "CardPlayed", "data": {"seat": 1, "card": "8H"}})["raised"]
    assert [(finding["rule"], finding["versions"]) for finding in raised] == [("revoke", [3, 4, 9])]
    assert "Bob revoked" in raised[0]["sentence"]
