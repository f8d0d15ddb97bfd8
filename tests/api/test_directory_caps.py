"""How much links and scorekeepers can add to the club's directory. The tests make the limits of streams small, because it would take
minutes to fill a normal stream."""

from dataclasses import replace

import pytest

from service.store.clubs.streams import CLUB
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import HIGH_CARD, Caller
from tests.api.conftest import Callers
from tests.api.cups import Cup, kind, opened_cup, visiting
from tests.tournament.stream import act


@pytest.fixture
def cup(parts: Wiring) -> Cup:
    return opened_cup(parts)


@pytest.mark.parametrize("visitor", ["link of table 1", "check-in of entry 1", "viewing link", "table 1 of another tournament"])
def test_a_tournament_link_can_neither_read_the_directory_nor_register_people(
    visitor: str, cup: Cup, callers: Callers, director: Caller
) -> None:
    anna = director.post("/people", {"name": "Anna"}).json["person"]
    caller = visiting(callers, cup, visitor)

    answers = [caller.post("/people", {"name": "Ben"}), caller.get("/people"), caller.get(f"/people/{anna}")]

    assert [kind(answer) for answer in answers] == ["no-right"] * 3
    assert [person["name"] for person in director.get("/people").json["people"]] == ["Anna"]


def test_registering_a_person_with_a_table_link_is_refused_with_the_reason(cup: Cup, callers: Callers) -> None:
    refused = visiting(callers, cup, "link of table 1").post("/people", {"name": "Ben"})
    assert refused.json["detail"] == "With the link of a tournament you cannot register people. Ask a scorekeeper of the club to do it."


def test_a_table_link_that_cannot_register_people_opens_a_game_of_registered_people(cup: Cup, callers: Callers, director: Caller) -> None:
    anna = str(director.post("/people", {"name": "Anna"}).json["person"])
    cup.add(act("EntryChanged", entry=1, people=[anna]))

    game = visiting(callers, cup, "link of table 1").post(f"/tournaments/{cup.id}/rounds/1/tables/1/game", {}).json["game"]

    assert [seat["name"] for seat in visiting(callers, cup, "link of table 1").get(f"/games/{game}").json["seats"]] == ["Anna", None]


def directory_of(parts: Wiring, monkeypatch: pytest.MonkeyPatch, left: int, directors: int) -> None:
    """Set the limits of the club's stream: anybody can append `left` more events, and after that directors can append `directors` more."""
    parts.people.found(HOME)
    longest = parts.people.directory(HOME).version + left + directors
    small = replace(CLUB, most_events=2 * longest, for_directors=directors, for_erasing=longest)
    monkeypatch.setattr(parts.people.streams, "kind", small)


def test_a_nearly_full_directory_accepts_only_directors_and_finally_only_erasures(
    parts: Wiring, callers: Callers, director: Caller, scorekeeper: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_link = callers.holder("record", game=scorekeeper.opened())
    directory_of(parts, monkeypatch, left=1, directors=2)
    anna = scorekeeper.post("/people", {"name": "Anna"}).json["person"]

    named = {**HIGH_CARD, "seats": [{"name": "Dora"}, {}, {}]}
    for refused in (
        scorekeeper.post("/people", {"name": "Ben"}),
        game_link.post("/people", {"name": "Ben"}),
        scorekeeper.post("/games", named),
    ):
        assert (kind(refused), refused.json["needs"]) == ("no-right", "direct")
    assert kind(director.post("/people", {"name": "Ben"})) == "done"
    assert kind(director.post("/games", named)) == "done"
    assert kind(director.post("/people", {"name": "Cyd"})) == "invalid /events"
    assert kind(director.call("PATCH", f"/people/{anna}", json={"name": "Anne"})) == "invalid /events"
    assert kind(scorekeeper.post("/games", {**HIGH_CARD, "seats": [{"person": anna}, {}, {}]})) == "done"

    for person in director.get("/people").json["people"]:
        assert director.call("DELETE", f"/people/{person['person']}").status_code == 200

    assert director.get("/people").json["people"] == []


def test_everybody_in_a_full_directory_can_be_erased() -> None:
    """Registering somebody takes one event, and so does making somebody a member. Erasing somebody takes one event, or two for a member."""
    assert CLUB.for_erasing >= CLUB.longest(directs=True)
    assert CLUB.longest(directs=False) < CLUB.longest(directs=True) < CLUB.most_events
