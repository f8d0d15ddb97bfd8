"""Names of erased people in tournaments and games. The process that answers has read the names before they were erased. No answer shows an
erased name. The entity tag of an answer changes if the answer had an erased name."""

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from domain.kernel.events import PersonId
from service.store.keys import HOME, Keys, StreamId
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.test_tournaments import event, opened, recorded, send
from tests.store.bench import BY

ANNA, BEN = PersonId("p-anna"), PersonId("p-ben")
NAME = "Anna Zimt"
MADE = event("EntryMade", entry=1, people=[ANNA], name=NAME)
FORMER: dict[str, list[dict[str, Any]]] = {
    "the person is in the entry": [MADE],
    "the person was replaced": [MADE, event("EntryChanged", entry=1, people=[BEN])],
    "the person and the name were replaced": [MADE, event("EntryChanged", entry=1, people=[BEN], name="Ben")],
    "the person left, and nobody else came": [MADE, event("EntryChanged", entry=1, people=[])],
    "the entry was withdrawn": [MADE, event("Retracted", target=2)],
    "the entry was withdrawn and made again": [MADE, event("Retracted", target=2), event("EntryMade", entry=1, people=[BEN], name="Ben")],
    "the change was withdrawn": [
        event("EntryMade", entry=1, people=[BEN], name="Ben"),
        event("EntryChanged", entry=1, people=[ANNA], name=NAME),
        event("Retracted", target=3),
    ],
    "the person came later": [event("EntryMade", entry=1, people=[], name=NAME), event("EntryChanged", entry=1, people=[ANNA])],
}
"""Events of entry 1 after the opening, in several variants. In each variant, some event has the person ANNA."""
PATHS = (
    "",
    "/events",
    "/standings",
    "/standings?known_at=2",
    "/standings/1",
    "/standings/1?known_at=2",
    "/standings/people",
    "/standings/pairs",
    "/crosstable",
    "/bracket",
    "/stages",
    "/export?format=json",
    "/export?format=csv&table=standings",
    "/export?format=csv&table=crosstable",
)


@pytest.fixture
def people(parts: Wiring) -> None:
    parts.people.register(HOME, {ANNA: NAME, BEN: "Ben"}, BY)


def stored(redis: Redis, name: str) -> Iterator[bytes]:
    """Yield the key of each Redis hash in which a value contains the name."""
    for key in redis.scan_iter(_type="hash"):
        if any(name.encode() in value for value in redis.hgetall(key).values()):
            yield key


def names(caller: Caller, cup: str) -> list[str | None]:
    """Return the names of the entries, in the order of the entries' numbers."""
    body: Any = caller.get(f"/tournaments/{cup}").json
    return [entry["name"] for entry in body["entries"]]


@pytest.mark.parametrize("events", FORMER.values(), ids=FORMER)
@pytest.mark.usefixtures("people")
def test_a_name_of_an_erased_person_is_hidden_everywhere(director: Caller, redis: Redis, events: list[dict[str, Any]]) -> None:
    cup = opened(director, visibility="public")
    for each in events:
        recorded(director, cup, each)
    before = {path: director.get(f"/tournaments/{cup}{path}") for path in PATHS}
    assert NAME in before["/events"].get_data(as_text=True)

    assert director.call("DELETE", f"/people/{ANNA}").status_code == 200

    for path, former in before.items():
        answer = director.get(f"/tournaments/{cup}{path}")
        assert answer.status_code == former.status_code
        assert NAME not in answer.get_data(as_text=True), path
        if NAME in former.get_data(as_text=True):
            assert answer.headers["ETag"] != former.headers["ETag"], path
            assert director.get(f"/tournaments/{cup}{path}", headers={"If-None-Match": former.headers["ETag"]}).status_code == 200
    assert list(stored(redis, NAME)) == []


SHOWN = {
    "the person was replaced": "Ben",
    "the person and the name were replaced": "Ben",
    "the person left, and nobody else came": None,
    "the entry was withdrawn and made again": "Ben",
    "the change was withdrawn": "Ben",
}


@pytest.mark.parametrize("case", SHOWN)
@pytest.mark.usefixtures("people")
def test_an_entry_with_an_erased_person_shows_the_names_of_its_other_people(director: Caller, case: str) -> None:
    cup = opened(director)
    for each in FORMER[case]:
        recorded(director, cup, each)
    director.get(f"/tournaments/{cup}")
    director.call("DELETE", f"/people/{ANNA}")
    assert names(director, cup) == [SHOWN[case]]


def test_an_entrys_place_at_an_earlier_version_is_explained_even_after_the_entry_is_retracted(director: Caller) -> None:
    cup = opened(director)
    recorded(director, cup, event("EntryMade", entry=1, people=[], name="Cyd"), event("Retracted", target=2))
    place: Any = director.get(f"/tournaments/{cup}/standings/1?known_at=2").json
    assert place["name"] == "Cyd"
    assert director.get(f"/tournaments/{cup}/standings/1").status_code == 404


@pytest.mark.usefixtures("people")
def test_the_header_if_match_accepts_a_tournaments_entity_tag_after_an_erasure(director: Caller) -> None:
    cup = opened(director)
    recorded(director, cup, MADE)
    director.call("DELETE", f"/people/{ANNA}")
    tag = director.get(f"/tournaments/{cup}").headers["ETag"]
    assert tag.startswith('"2.d')
    assert send(director, cup, event("EntryMade", entry=2, people=[], name="Cyd"), match=tag).status_code == 201
    assert send(director, cup, event("EntryChanged", entry=1, name="Cyd"), match='"1.d"').status_code == 422


# --- at the same time ---------------------------------------------------------------------------------------------------------------------

RACES = {
    "an entry is made": ([], MADE),
    "people come to an entry": (
        [event("EntryMade", entry=1, people=[BEN], name="B")],
        event("EntryChanged", entry=1, people=[ANNA], name=NAME),
    ),
    "an entry is named": ([event("EntryMade", entry=1, people=[ANNA], name="A")], event("EntryChanged", entry=1, name=NAME)),
    "an entry of a former person is named": (
        [event("EntryMade", entry=1, people=[ANNA], name="A"), event("EntryChanged", entry=1, people=[BEN])],
        event("EntryChanged", entry=1, name=NAME),
    ),
}


@pytest.mark.parametrize(("before", "sent"), RACES.values(), ids=RACES)
@pytest.mark.usefixtures("people")
def test_a_name_recorded_while_its_person_is_being_erased_is_not_kept(
    director: Caller, parts: Wiring, redis: Redis, monkeypatch: pytest.MonkeyPatch, before: list[dict[str, Any]], sent: dict[str, Any]
) -> None:
    """The person is erased after the batch was checked, and before it is appended."""
    cup = opened(director)
    if before:
        recorded(director, cup, *before)
    append = parts.tournaments.append

    def slow(*arguments: Any, **named: Any) -> Any:
        monkeypatch.setattr(parts.tournaments, "append", append)
        assert director.call("DELETE", f"/people/{ANNA}").status_code == 200
        return append(*arguments, **named)

    monkeypatch.setattr(parts.tournaments, "append", slow)
    recorded(director, cup, sent)
    assert list(stored(redis, NAME)) == []
    assert NAME not in director.get(f"/tournaments/{cup}/events").get_data(as_text=True)


@pytest.mark.usefixtures("people")
def test_an_erasure_does_not_delete_the_names_of_other_people(director: Caller, redis: Redis) -> None:
    cup = opened(director)
    recorded(director, cup, event("EntryMade", entry=1, people=[BEN], name="Big Ben"))
    director.call("DELETE", f"/people/{ANNA}")
    recorded(director, cup, event("EntryMade", entry=2, people=[], name="Cyd"), event("EntryChanged", entry=1, seed=1))
    assert names(director, cup) == ["Big Ben", "Cyd"]
    assert len(list(stored(redis, "Big Ben"))) == 1


@pytest.mark.usefixtures("people")
def test_renaming_an_entry_keeps_its_pin_if_an_erased_person_was_in_it_before(director: Caller, redis: Redis) -> None:
    cup = opened(director)
    for each in FORMER["the person was replaced"]:
        recorded(director, cup, each)
    director.call("DELETE", f"/people/{ANNA}")
    assert director.call("PUT", f"/tournaments/{cup}/entries/1/pin", json={"pin": "2468"}).status_code < 300
    pins = Keys(HOME).pins(StreamId(cup))
    assert redis.hexists(pins, "1")
    recorded(director, cup, event("EntryChanged", entry=1, name="Big Ben"))
    assert redis.hexists(pins, "1")
    assert list(stored(redis, "Big Ben")) == []
    assert names(director, cup) == ["Ben"]


# --- games --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "?at=1", "/replay", "/replay?from=1", "/picture", "/picture?at=1", "/events", "/findings", "/diff"])
@pytest.mark.usefixtures("people")
def test_a_cached_game_is_sent_again_after_one_of_its_players_was_erased(director: Caller, path: str) -> None:
    game = director.opened(seats=[{"person": ANNA}, {"person": BEN}, {}])
    first = director.get(f"/games/{game}{path}")
    tag = first.headers["ETag"]
    assert director.get(f"/games/{game}{path}", headers={"If-None-Match": tag}).status_code == 304

    assert director.call("DELETE", f"/people/{ANNA}").status_code == 200

    again = director.get(f"/games/{game}{path}", headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert NAME not in again.get_data(as_text=True)
    assert director.get(f"/games/{game}{path}", headers={"If-None-Match": again.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("path", ["", "?at=1", "/replay", "/replay?from=1", "/picture"])
@pytest.mark.parametrize("change", ["renamed", "merged"])
@pytest.mark.usefixtures("people")
def test_a_cached_game_is_sent_again_after_one_of_its_players_got_another_name(director: Caller, path: str, change: str) -> None:
    game = director.opened(seats=[{"person": ANNA}, {"person": BEN}, {}])
    tag = director.get(f"/games/{game}{path}").headers["ETag"]
    assert director.get(f"/games/{game}{path}", headers={"If-None-Match": tag}).status_code == 304

    if change == "renamed":
        director.call("PATCH", f"/people/{ANNA}", json={"name": "Zoe"})
    else:
        zoe = director.post("/people", {"name": "Zoe"}).json["person"]
        assert director.post(f"/people/{zoe}/merge", {"gone": ANNA}).status_code == 200

    again = director.get(f"/games/{game}{path}", headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert "Zoe" in again.get_data(as_text=True)
    assert NAME not in again.get_data(as_text=True)


@pytest.mark.usefixtures("people")
def test_an_answer_made_before_an_erasure_does_not_get_the_later_entity_tag(
    director: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person is erased while the answer is made, after the names were read."""
    game = director.opened(seats=[{"person": ANNA}, {"person": BEN}, {}])
    names = parts.people.names

    def slow(*arguments: Any) -> Any:
        found = names(*arguments)
        monkeypatch.setattr(parts.people, "names", names)
        director.call("DELETE", f"/people/{ANNA}")
        return found

    monkeypatch.setattr(parts.people, "names", slow)
    first = director.get(f"/games/{game}")
    assert NAME in first.get_data(as_text=True)
    again = director.get(f"/games/{game}", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert NAME not in again.get_data(as_text=True)


def test_an_erased_person_has_no_name_in_a_tournament(director: Caller, stranger: Caller, parts: Wiring, redis: Redis) -> None:
    """Before the erasure the process reads and remembers the name. After the erasure the name is in no answer and in no Redis hash."""
    people = [str(director.post("/people", {"name": name}).json["person"]) for name in ("Anna Zimt", "Ben")]
    cup = opened(director, visibility="public")
    recorded(
        director,
        cup,
        event("EntryMade", entry=1, people=people, name="Anna Zimt and Ben"),
        event("EntryMade", entry=2, people=[], name="Cyd"),
    )
    recorded(director, cup, event("EntryChanged", entry=1, name="The Zimts"))
    assert "Zimt" in stranger.get(f"/tournaments/{cup}").get_data(as_text=True)

    assert director.call("DELETE", f"/people/{people[0]}").status_code == 200

    for path in ("", "/standings", "/standings/1", "/events", "/crosstable", "/standings/people", "/standings/pairs"):
        assert "Zimt" not in director.get(f"/tournaments/{cup}{path}").get_data(as_text=True)
    assert [entry["name"] for entry in stranger.get(f"/tournaments/{cup}").json["entries"]] == ["Ben", "Cyd"]
    hashes = [redis.hgetall(key) for key in redis.scan_iter(_type="hash")]
    assert not [fields for fields in hashes if any(b"Zimt" in value for value in fields.values())]
    head = parts.tournaments.head(cup)  # type: ignore[arg-type]
    assert head is not None
    assert len(parts.tournaments.events(head.stream, verify=True)) == 4
    again = send(director, cup, event("EntryMade", entry=3, people=[people[0]], name="Anna Zimt"))
    assert again.status_code == 422
