"""GET /clubs/{club}/feed lists every change in the club once, in order. Members who may only read get some entries without their
contents."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.kernel.events import PersonId, TokenId
from service.store.keys import HOME, Club, GameId, Keys
from service.store.streams.feed import begin_feed
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed
from tests.api.conftest import Callers
from tests.api.test_tournaments import entered, opened
from workers.validate import validator_with
from workers.wiring import wired_to


def read(caller: Caller, after: int = 0, limit: int = 1000) -> dict[str, Any]:
    body: dict[str, Any] = caller.get(f"/clubs/home/feed?after={after}&limit={limit}").json
    return body


def paged(caller: Caller, limit: int) -> list[dict[str, Any]]:
    """Return all entries of the feed, read by following the links to the next page."""
    entries: list[dict[str, Any]] = []
    url = f"/api/v1/clubs/home/feed?limit={limit}"
    while url:
        answer = caller.get(url)
        entries += answer.json["entries"]
        url = answer.headers.get("Link", "").partition(">")[0][1:]
    return entries


def test_the_feed_has_one_entry_for_each_acknowledged_append_in_order(director: Caller, parts: Wiring) -> None:
    parts.people.found(Club("home"))
    last = read(director)["last"]
    game = director.opened()
    director.recorded(game, opener())
    cup = opened(director)
    version = entered(director, cup, 3)
    parts.people.register(Club("home"), {PersonId("p-ann"): "Ann"}, TokenId("t"))
    told = read(director, last)
    head = parts.people.directory(Club("home")).version
    assert [(line["kind"], line["stream"], line["version"]) for line in told["entries"]] == [
        ("game", game, 1),
        ("game", game, 2),
        ("tournament", cup, 1),
        ("tournament", cup, version),
        ("club", "home", head),
    ]
    assert [line["n"] for line in told["entries"]] == [*range(last + 1, last + 6)]
    assert told["last"] == last + 5


def test_a_changed_verdict_has_an_entry_in_the_feed(director: Caller, parts: Wiring) -> None:
    game = director.opened()
    director.recorded(game, opener(0), placed(2, "lowest"))
    last = read(director)["last"]
    validator_with(wired_to(parts.redis)).validate(GameId(game), 1)
    assert [(line["kind"], line["stream"], line["version"]) for line in read(director, last)["entries"]] == [("verdict", game, 3)]


def test_simultaneous_appends_get_feed_numbers_without_gaps(director: Caller) -> None:
    games = [director.opened() for _ in range(6)]
    last = read(director)["last"]
    with ThreadPoolExecutor(6) as pool:
        versions = [
            version for made in pool.map(lambda game: [director.recorded(game, opener()) for _ in range(8)], games) for version in made
        ]
    told = read(director, last)["entries"]
    assert [line["n"] for line in told] == [*range(last + 1, last + 1 + len(versions))]
    for game in games:
        assert [line["version"] for line in told if line["stream"] == game] == [*range(2, 10)]


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_the_pages_together_give_the_whole_feed_and_can_begin_after_any_entry(director: Caller, limit: int) -> None:
    for _ in range(3):
        director.recorded(director.opened(), opener())
    whole = read(director)["entries"]
    assert paged(director, limit) == whole
    for line in whole:
        assert read(director, line["n"])["entries"] == whole[line["n"] :]


def test_reading_the_feed_after_its_last_entry_gives_no_entries(director: Caller) -> None:
    last = read(director)["last"]
    assert read(director, last) == {"entries": [], "last": last, "place": str(last)}
    assert "Link" not in director.get(f"/clubs/home/feed?after={last}").headers


def test_a_number_beyond_the_last_entry_is_refused_because_nothing_would_ever_follow_it(director: Caller) -> None:
    last = read(director)["last"]
    refused = director.get(f"/clubs/home/feed?after={last + 1}")
    said = f"is not a number of this feed: its last entry is {last}. Begin again with 0 or latest"
    assert (refused.status_code, refused.json["errors"]) == (422, [{"parameter": "after", "message": said}])


def test_a_client_that_begins_at_the_latest_entry_hears_only_of_what_happens_from_then_on(director: Caller) -> None:
    game = director.opened()
    last = read(director)["last"]

    begun = director.get("/clubs/home/feed?after=latest")

    assert begun.json == {"entries": [], "last": last, "place": read(director)["place"]}
    assert "Link" not in begun.headers
    director.recorded(game, opener())
    assert [line["version"] for line in read(director, begun.json["last"])["entries"]] == [2]


def test_a_feed_without_entries_has_its_latest_entry_at_0(callers: Callers, parts: Wiring) -> None:
    parts.clubs.found(Club("quiet"))
    reader = callers.holder("direct", club="quiet")
    assert reader.get("/clubs/quiet/feed?after=latest").json == {"entries": [], "last": 0, "place": "0"}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("after=-1", "must lie between 0 and 1000000000000, or be a mark or latest"),
        ("after=99999999999999999999", "must lie between 0 and 1000000000000, or be a mark or latest"),
        ("after=x", "must be a whole number, or be a mark or latest"),
        ("after=1.5", "must be a whole number, or be a mark or latest"),
        ("limit=0", "must lie between 1 and 1000"),
        ("limit=-1", "must lie between 1 and 1000"),
        ("limit=1001", "must lie between 1 and 1000"),
        ("limit=many", "must be a whole number"),
        ("form=1", "is not a query parameter here: there are after, limit"),
    ],
)
def test_a_feed_request_with_a_wrong_query_is_refused_in_words_that_fit(director: Caller, query: str, said: str) -> None:
    refused = director.get(f"/clubs/home/feed?{query}")
    assert (refused.status_code, [each["message"] for each in refused.json["errors"]]) == (422, [said])


def test_a_request_for_the_feed_of_another_club_is_answered_with_not_found(callers: Callers, parts: Wiring) -> None:
    parts.clubs.found(Club("away"))
    foreign = callers.holder("own", club="away")
    answers = [foreign.get(f"/clubs/{club}/feed") for club in ("home", "nowhere")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].json == answers[1].json


# --- a server that has lost its newest changes --------------------------------------------------------------------------------------------


def test_a_reader_who_sends_the_place_is_told_when_its_entry_is_lost(director: Caller, parts: Wiring) -> None:
    """The last entry is lost, as after a failover, and its number comes back with another change."""
    director.opened()
    before = parts.redis.dump(Keys(HOME).feed)
    director.opened()
    seen = read(director)
    assert director.get(f"/clubs/home/feed?after={seen['place']}").json == {**seen, "entries": []}

    parts.redis.restore(Keys(HOME).feed, 0, before, replace=True)
    beyond = director.get(f"/clubs/home/feed?after={seen['place']}")
    director.opened()
    director.opened()
    replaced = director.get(f"/clubs/home/feed?after={seen['place']}")

    assert [beyond.status_code, replaced.status_code] == [422, 422]
    said = f"is another entry than the one with number {seen['last']} now. Begin again with 0 or latest"
    assert [each["message"] for each in replaced.json["errors"]] == [said]
    assert [line["n"] for line in read(director, seen["last"])["entries"]] == [seen["last"] + 1], "a number alone cannot tell"


def test_after_a_restore_a_former_place_leads_to_every_record(director: Caller, parts: Wiring) -> None:
    director.opened()
    place = read(director)["place"]
    parts.redis.delete(Keys(HOME).feed)
    begin_feed(parts.redis, HOME, 1_000_000)
    director.opened()
    assert [line["n"] for line in director.get(f"/clubs/home/feed?after={place}&limit=2").json["entries"]] == [1_000_001, 1_000_002]


def test_an_entry_of_an_older_version_has_no_stamp_and_its_place_is_its_number(director: Caller, parts: Wiring) -> None:
    last = read(director)["last"]
    parts.redis.xadd(Keys(HOME).feed, {"g": "c"}, id=f"{last + 1}-1")
    assert read(director)["place"] == str(last + 1)
    assert read(director, last + 1)["entries"] == []


# --- what is withheld from members who only read ------------------------------------------------------------------------------------------

WITHHELD = {"kind": None, "stream": None, "version": None}


def test_the_feed_withholds_verdicts_and_delayed_games_from_members_who_only_read(callers: Callers, parts: Wiring) -> None:
    director, member = callers.holder("direct"), callers.holder("read")
    last = read(member)["last"]
    plain, late = director.opened(), director.opened()
    director.recorded(late, {"type": "SpectatorDelaySet", "data": {"seconds": 600}})
    director.recorded(plain, opener(0), placed(2, "lowest"))
    validator_with(wired_to(parts.redis)).validate(GameId(plain), 1)
    seen, known = read(director, last)["entries"], read(member, last)["entries"]
    assert [line["kind"] for line in seen] == ["game", "game", "game", "game", "verdict"]
    hidden = [line["stream"] == late or line["kind"] == "verdict" for line in seen]
    assert hidden == [False, True, True, False, True]
    assert known == [{**line, **WITHHELD} if out else line for line, out in zip(seen, hidden, strict=True)]
