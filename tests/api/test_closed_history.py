"""One-up closes its history during play (OU-5): no endpoint shows closed rounds to the players or the public until the game ends."""

from typing import Any

import pytest

from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.test_replay import patched

ROUNDS = ({"0": "AS", "1": "KH", "2": "QD"}, {"0": "JS", "1": "TH", "2": "9D"}, {"0": "8S", "1": "7H", "2": "6D"})
CLOSED, OPEN = ("AS", "KH", "QD", "JS", "TH", "9D"), ("8S", "7H", "6D")


@pytest.fixture
def game(director: Caller) -> str:
    """A game of three rounds. The cards of the last round are still on the table."""
    game = director.opened(system="one-up", visibility="public")
    director.recorded(game, *({"type": "CardsFlipped", "data": {"cards": cards}} for cards in ROUNDS))
    return game


def named(body: str, cards: tuple[str, ...]) -> set[str]:
    return {card for card in cards if f'"{card}"' in body}


PARTS = ("/replay?limit=500", "/replay?from=0&to=3&as=recorded")
REPLAYS = ("/replay", "/replay?as=recorded", "/replay?at=4", "/replay?at=3", "/replay?at=2&as=recorded", *PARTS)
READS = ("", "/events", *REPLAYS, "/export", "/diff")


@pytest.mark.parametrize("resource", READS)
def test_closed_rounds_are_hidden_from_players_and_the_public(resource: str, game: str, callers: Callers) -> None:
    for visitor in (callers.anonymous(), callers.holder("read"), callers.holder("read", game=game, seat=1)):
        body = visitor.get(f"/games/{game}{resource}").get_data(as_text=True)
        assert named(body, CLOSED) == set()


@pytest.mark.parametrize("resource", READS)
def test_the_scorekeeper_sees_closed_rounds(resource: str, game: str, callers: Callers) -> None:
    body = callers.holder("record").get(f"/games/{game}{resource}").get_data(as_text=True)

    assert resource in ("", "/replay?at=3", "/replay?at=2&as=recorded") or named(body, CLOSED) == set(CLOSED)


def test_the_state_at_an_earlier_version_does_not_show_closed_rounds(game: str, stranger: Caller) -> None:
    assert stranger.get(f"/games/{game}?at=1").status_code == 200, "nothing was turned over yet"
    for version in (2, 3):
        for order in ("recorded", "corrected"):
            refused = stranger.get(f"/games/{game}?at={version}&as={order}")
            assert (refused.status_code, refused.json["type"]) == (403, "/problems/history-closed")
    assert stranger.get(f"/games/{game}?at=4").status_code == 200
    assert stranger.get(f"/games/{game}/export").json["type"] == "/problems/history-closed"


def test_a_picture_of_a_closed_version_is_refused(game: str, stranger: Caller) -> None:
    for version in (2, 3):
        for order in ("recorded", "corrected"):
            refused = stranger.get(f"/games/{game}/picture?at={version}&as={order}")
            assert (refused.status_code, refused.json["type"]) == (403, "/problems/history-closed")
    assert stranger.get(f"/games/{game}/picture?at=4").status_code == 200
    assert "ace of spades" not in stranger.get(f"/games/{game}/picture").get_data(as_text=True)


def test_events_of_closed_rounds_are_listed_without_their_contents(game: str, stranger: Caller) -> None:
    events = stranger.get(f"/games/{game}/events").json["events"]

    assert events[1:3] == [{"version": 2, "withheld": True}, {"version": 3, "withheld": True}]
    assert named(stranger.get(f"/games/{game}/replay").get_data(as_text=True), OPEN) == set(OPEN)


def test_a_range_of_closed_rounds_has_no_frames_and_no_view(game: str, stranger: Caller) -> None:
    for query in ("from=1&to=2", "from=1&round=1", "round=2", "from=1&to=2&as=recorded", "from=1&to=2&at=3"):
        part = stranger.get(f"/games/{game}/replay?{query}").json
        assert (part["frames"], part["before"], part["evidence"]["cards"]) == ([], {}, {})
    part = stranger.get(f"/games/{game}/replay?from=0").json
    assert ([frame["step"] for frame in part["frames"]], part["before"]) == ([0, 3], {})


def test_closed_rounds_are_shown_to_all_when_the_game_has_ended(game: str, director: Caller, stranger: Caller) -> None:
    director.recorded(game, {"type": "GameAbandoned", "data": {"reason": "late"}})

    for resource in ("/events", "/replay", "/replay?as=recorded", "/export"):
        assert named(stranger.get(f"/games/{game}{resource}").get_data(as_text=True), CLOSED) == set(CLOSED)


DEAL = (
    {"type": "CardsDealt", "data": {"dealer": 1}},
    {"type": "BidMade", "data": {"seat": 0, "amount": 2}},
    {"type": "BidPassed", "data": {"seat": 1}},
)


def played(seat: int, card: str) -> dict[str, object]:
    return {"type": "CardPlayed", "data": {"seat": seat, "card": card}}


@pytest.mark.parametrize("order", ["corrected", "recorded"])
def test_former_tricks_hide_only_themselves_and_nothing_that_came_before_them(order: str, director: Caller, stranger: Caller) -> None:
    """Versions 5 and 6 are the cards of the first trick, 7 that of the second one."""
    game = director.opened(seats=[{}, {}], system="pitch-auction-classic", visibility="public")
    director.recorded(game, *DEAL, played(0, "AS"), played(1, "2S"))
    live = stranger.get(f"/games/{game}/replay?as={order}").json  # kept, and used again below
    assert [frame["version"] for frame in live["frames"]] == [1, 2, 3, 4, 5, 6]
    director.recorded(game, played(0, "KS"))
    whole, part = (stranger.get(f"/games/{game}/replay?as={order}{more}") for more in ("", "&limit=2"))
    assert [(frame["step"], frame["version"]) for frame in whole.json["frames"]] == [(0, 1), (1, 2), (2, 3), (3, 4), (6, 7)]
    frames = part.json["frames"]
    while link := part.headers.get("Link"):
        part = stranger.get(link[1:].partition(">")[0].removeprefix("/api/v1"))
        frames += part.json["frames"]
    assert [frame["version"] for frame in frames] == [1, 2, 3, 4, 7]
    for version in range(1, 8):
        known = stranger.get(f"/games/{game}?at={version}&as={order}")
        assert known.status_code == (403 if version in (5, 6) else 200)
        assert not named(known.get_data(as_text=True), ("AS", "2S"))
    assert not named(whole.get_data(as_text=True), ("AS", "2S"))
    view, now = folded(whole.json["frames"]), stranger.get(f"/games/{game}").json["view"]
    assert view == folded(frames)
    assert {name: view[name] for name in ("hand", "turn", "leader", "face_up")} == {
        name: now[name] for name in ("hand", "turn", "leader", "face_up")
    }


def folded(frames: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the view of the last frame: the changes of all frames, one after the other (RFC 7396)."""
    view: Any = {}
    for frame in frames:
        view = patched(view, frame["changed"])
    return dict(view)
