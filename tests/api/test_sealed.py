"""The server sends no sealed value to a visitor who may not see it. The tests call every endpoint as every visitor, and search the body of
the answer for each sealed value and salt."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.record.fold import read
from domain.systems import SYSTEMS
from service.engine import ENGINE
from service.store.keys import parse_game
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.verdicts import judged

READS = (
    "",
    "?at=4",
    "?as=corrected&at=4",
    "/events",
    "/events?upto=4",
    "/replay",
    "/replay?as=recorded",
    "/replay?at=4",
    "/findings",
    "/rulings",
    "/diff",
    "/diff?from=3&to=4",
    "/diff?between=recorded,corrected",
    "/export",
    "/export?format=ndjson",
)
SEALED = {"card of seat 0": "TS", "card of seat 1": "9H", "hand of seat 2": "7D", "note": "cheated before"}
OWNER = {"card of seat 0": "seat 0", "card of seat 1": "seat 1", "hand of seat 2": "seat 2", "note": ""}


def validated(parts: Wiring, game: str) -> None:
    """Validate the game and store its verdict, as the validator does."""
    name = parse_game(game)
    reading = read(SYSTEMS["high-card"], parts.records.events(name))
    standing = parts.verdicts.state(name)
    known = {entry.finding.id for entry in standing.findings}
    raised = [finding for finding in reading.findings if finding.id not in known]
    withdrawn = sorted(known - {finding.id for finding in reading.findings})
    judged(parts.verdicts, name, standing.verdict, reading.version, ENGINE, "open", raised, withdrawn)


@pytest.fixture
def game(director: Caller, parts: Wiring) -> str:
    """A hand: seats 0 and 1 have placed sealed cards, a card in the hand of seat 2 is recorded, and there is a note."""
    game = director.opened(visibility="public", title="Final")
    note = {"type": "NoteWritten", "data": {"note": SEALED["note"]}}
    dealt = {"type": "HandDealt", "data": {"cards": {"2": ["7D"]}}}
    director.recorded(game, opener(0), dealt, placed(0, "lowest", "TS"), placed(1, "highest", "9H"), note)
    validated(parts, game)
    return game


@pytest.fixture
def visitors(callers: Callers, game: str) -> dict[str, Caller]:
    by_role = {f"seat {seat}": callers.holder("read", game=game, seat=seat) for seat in range(3)}
    return {
        **by_role,
        "anonymous": callers.anonymous(),
        "reader": callers.holder("read"),
        "other club": callers.holder("direct", club="away"),
    }


def leaked(body: str, parts: Wiring, game: str) -> Iterator[str]:
    """Yield the name of each sealed value and of each salt that is in `body`. Each value is searched for with its JSON quotes."""
    for name, value in SEALED.items():
        if f'"{value}"' in body:
            yield name
    for (version, path), (_, salt) in parts.records.sealed(parse_game(game)).items():
        if path != "title" and salt.hex() in body:
            yield f"salt of {path} at {version}"


@pytest.mark.parametrize("resource", READS)
def test_no_visitor_gets_a_value_that_is_sealed_for_somebody_else(
    resource: str, game: str, visitors: dict[str, Caller], parts: Wiring
) -> None:
    for role, visitor in visitors.items():
        body = visitor.get(f"/games/{game}{resource}").get_data(as_text=True)
        for name in leaked(body, parts, game):
            assert role in OWNER.get(name, "") or (name.startswith("salt") and role.startswith("seat")), (role, name, body)


def test_no_sealed_value_is_in_the_list_of_games_or_in_readyz_or_in_metrics(game: str, visitors: dict[str, Caller], parts: Wiring) -> None:
    for visitor in visitors.values():
        for path in ("/games", "/readyz", "/metrics"):
            leaks = list(leaked(visitor.get(path).get_data(as_text=True), parts, game))
            assert leaks == []


def test_a_visitor_gets_only_the_salts_of_their_own_values(game: str, visitors: dict[str, Caller], parts: Wiring) -> None:
    sealed = parts.records.sealed(parse_game(game))
    for seat, version, path in ((0, 4, "card"), (1, 5, "card"), (2, 3, "cards.2")):
        for role, visitor in visitors.items():
            body = visitor.get(f"/games/{game}/export").get_data(as_text=True)
            assert (sealed[version, path][1].hex() in body) == (role == f"seat {seat}"), (role, path)


def test_each_seat_sees_its_own_cards(game: str, visitors: dict[str, Caller], director: Caller) -> None:
    def cards(visitor: Caller) -> list[Any]:
        seats = visitor.get(f"/games/{game}").json["view"]["seats"]
        return [seats["0"]["card"], seats["1"]["card"], seats["2"]["hand"]]

    assert cards(director) == ["TS", "9H", ["7D"]]
    assert cards(visitors["seat 0"]) == ["TS", None, None]
    assert cards(visitors["seat 1"]) == [None, "9H", None]
    assert cards(visitors["seat 2"]) == [None, None, ["7D"]]
    assert cards(visitors["anonymous"]) == [None, None, None]


def test_a_director_sees_no_sealed_value_in_the_public_view(game: str, director: Caller, parts: Wiring) -> None:
    for resource in READS:
        joint = "&" if "?" in resource else "?"
        body = director.get(f"/games/{game}{resource}{joint}view=public").get_data(as_text=True)
        assert list(leaked(body, parts, game)) == []


def test_a_revealed_card_is_open_to_all(game: str, director: Caller, stranger: Caller) -> None:
    before = stranger.get(f"/games/{game}/events").json["events"][3]["data"]["card"]
    director.recorded(game, placed(2, "middle", "7D"), revealed(s0="TS", s1="9H", s2="7D"))

    after = stranger.get(f"/games/{game}/events").json["events"][3]["data"]["card"]

    assert "value" not in before
    assert after == {**before, "value": "TS"}


def test_withdrawing_an_event_does_not_reveal_its_sealed_card(game: str, director: Caller, stranger: Caller) -> None:
    director.recorded(game, {"type": "Retracted", "data": {"target": 4}})

    for query in ("", "?as=recorded"):
        assert '"TS"' not in stranger.get(f"/games/{game}/replay{query}").get_data(as_text=True)
    assert "value" not in stranger.get(f"/games/{game}/events").json["events"][3]["data"]["card"]


def test_a_finding_is_shown_only_to_viewers_who_may_see_its_proof(
    game: str, director: Caller, visitors: dict[str, Caller], parts: Wiring
) -> None:
    """Seat 2 places a card that seat 0 is known to hold. Only viewers who may see both cards see the finding. For the other viewers, no
    answer changes."""
    before = {role: visitor.get(f"/games/{game}/findings").headers["ETag"] for role, visitor in visitors.items()}
    director.recorded(game, placed(2, "middle", "TS"))
    validated(parts, game)

    listed = director.get(f"/games/{game}/findings").json
    assert "card-seen-twice" in {finding["rule"] for finding in listed["findings"]}
    for role, visitor in visitors.items():
        answer = visitor.get(f"/games/{game}/findings")
        assert "card-seen-twice" not in {finding["rule"] for finding in answer.json["findings"]}, role
        assert answer.json["verdict"] < listed["verdict"]
        assert "card-seen-twice" not in visitor.get(f"/games/{game}/replay").get_data(as_text=True)
        if role == "seat 2":  # seat 2 sees another finding: the card was not in the recorded hand of seat 2
            continue
        verdict_before, verdict_now = (tag.split(".")[1] for tag in (before[role], answer.headers["ETag"]))
        assert verdict_before == verdict_now


def test_a_note_is_shown_only_to_scorekeepers_and_directors(game: str, callers: Callers, director: Caller) -> None:
    for caller in (director, callers.holder("record"), callers.holder("record", game=game)):
        assert SEALED["note"] in caller.get(f"/games/{game}/events").get_data(as_text=True)
