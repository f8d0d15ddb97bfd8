"""A private tournament shows nothing to outsiders. No tournament shows its readers anything of a round that is not published.

The tests request every address. They take the addresses from the application, so new addresses are included.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from werkzeug.routing import Rule

from domain.kernel.events import EventId
from service.files.tournament_tables import TOURNAMENT_TABLES
from service.recording.tournaments import TournamentDraft
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import API, Caller
from tests.api.conftest import Callers
from tests.api.cups import Cup, linked, visiting
from tests.api.test_forgetful import body
from tests.speeds import rows
from tests.tournament.stream import BY, act, paired

TITLE, NAMES = "Moonlight quaich", ("Zebediah", "Yolanda", "Xanthippe", "Wilhelmina", "Valeska")
OUTSIDERS = (
    "anonymous",
    "another club",
    "link of a game",
    "viewing another tournament",
    "table 1 of another tournament",
    "entry 1 of another tournament",
)
READERS = ("viewer", "viewing link", "link of table 1", "check-in of entry 1", "check-in of entry 3")
QUERIES = {
    "/export": [f"?format=csv&table={table}" for table in TOURNAMENT_TABLES] + ["", "?format=pdf&table=standings"],
    "/standings": ["", "?as_of=1", "?as_of=2"],
    "/standings/<entry>": ["", "?as_of=2"],
    "/crosstable": ["", "?as_of=2", "?entry=1"],
    "/bracket": ["", "?as_of=2"],
    "/stages": ["", "?as_of=2"],
    "/standings/people": ["", "?as_of=2"],
    "/standings/pairs": ["", "?as_of=2"],
}
"""The queries with which an address below a tournament is requested."""
COUNTING = ("/metrics", f"{API}/clubs/<club>/feed", f"{API}/tokens", f"{API}/session")
"""Addresses whose answers differ from one request to the next, because they contain numbers of requests, appends or tokens, or a new
secret."""


@dataclass(frozen=True)
class Quaich:
    """A tournament of five people. Round 1 is published, and its two tables have results. Table 1 has a game. `secrets`: title, names and
    ids of the tournament."""

    cup: Cup
    secrets: tuple[str, ...]


@pytest.fixture(params=["private", "public"])
def visibility(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def quaich(parts: Wiring, director: Caller, visibility: str) -> Quaich:
    opening = act(
        "TournamentOpened",
        title=TITLE,
        system="high-card",
        rules={},
        format="swiss",
        settings={"tiebreaks": ["buchholz"]},
        visibility=visibility,
    )
    cup = Cup(parts, parts.tournaments.open(HOME, TournamentDraft(opening, EventId("e" * 8 + "-0000-4000-8000-" + "0" * 12)), BY).stream)
    people = [director.post("/people", {"name": name}).json["person"] for name in NAMES]
    cup.add(*(act("EntryMade", entry=n, people=[person], name=name) for n, (person, name) in enumerate(zip(people, NAMES, strict=True), 1)))
    cup.add(paired(1, [[1], [2]], [[3], [4]], sits_out=[5]))
    cup.add(act("RoundPublished", round=1))
    linked(cup, director, "one", 1, 1)
    cup.add(*(act("ForfeitRuled", round=1, table=table, winners=[0]) for table in (1, 2)))
    return Quaich(cup, (TITLE, *NAMES, *people, cup.id, cup.games["one"]))


def asked(quaich: Quaich, caller: Caller, *left_out: str) -> Iterator[tuple[Rule, str]]:
    """Yield every address that answers GET, with the ids of the tournament."""
    cup = quaich.cup
    for rule in caller.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or "<path:" in rule.rule or rule.rule in left_out:
            continue
        for number in ("1", "2") if "<number>" in rule.rule else ("1",):
            yield from _addresses(rule, number, cup, quaich.secrets[1 + len(NAMES)])


def _addresses(rule: Rule, number: str, cup: Cup, person: str) -> Iterator[tuple[Rule, str]]:
    names = {"game": cup.games["one"], "club": "home", "slug": "high-card", "export": "0000", "person": person, "invitation": "0000"}
    names |= {"tournament": cup.id, "number": number, "entry": "5", "table": "1", "paper": "signs", "pairing": "0" * 32}
    names |= {"name": "0000", "file": "worker.js", "season": "home-saaaaaaaaaaaaaaaa"}
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: names[found[1]], rule.rule)
    for query in QUERIES.get(rule.rule.removeprefix(f"{API}/tournaments/<tournament>"), [""]):
        yield rule, path + query


@pytest.mark.parametrize("visibility", ["private"], indirect=True)
@pytest.mark.parametrize("visitor", OUTSIDERS)
def test_no_answer_to_a_visitor_from_outside_the_club_reveals_a_private_tournament(visitor: str, quaich: Quaich, callers: Callers) -> None:
    caller = visiting(callers, quaich.cup, visitor)
    addresses = list(asked(quaich, caller))
    assert sum("<tournament>" in rule.rule for rule, _ in addresses) >= 15

    for rule, path in addresses:
        text = body(caller, path)
        assert [secret for secret in quaich.secrets if secret in text] == [], path
        if "<tournament>" in rule.rule and not path.endswith("/live"):
            status = caller.client.get(path, headers=_signed(caller)).status_code
            assert status in (401, 403, 404), path


@pytest.mark.parametrize("visibility", ["private"], indirect=True)
@pytest.mark.parametrize("visitor", OUTSIDERS)
def test_an_outsiders_change_of_a_private_tournament_is_refused_and_reveals_nothing(visitor: str, quaich: Quaich, callers: Callers) -> None:
    caller, version = visiting(callers, quaich.cup, visitor), quaich.cup.version
    for rule in caller.app.url_map.iter_rules():
        if "<tournament>" not in rule.rule:
            continue
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
            for _, path in _addresses(rule, "1", quaich.cup, "p-nobody"):
                answer = caller.client.open(path, method=method, json={}, headers={"If-Match": "*", **_signed(caller)})
                assert answer.status_code in (401, 403, 404), (method, path)
                assert not any(secret in answer.get_data(as_text=True) for secret in quaich.secrets)
    link = {"label": "x", "scopes": ["read"], "tournament": quaich.cup.id}
    answer = caller.client.post(f"{API}/tokens", json=link, headers=_signed(caller))
    assert answer.status_code in (401, 403, 422)
    assert not any(secret in answer.get_data(as_text=True) for secret in quaich.secrets)
    assert quaich.cup.version == version


def _signed(caller: Caller) -> dict[str, str]:
    return {} if caller.secret is None else {"Authorization": f"Bearer {caller.secret}"}


@pytest.mark.parametrize("visitor", rows([*READERS, "anonymous", "another club"], ("viewing link", "anonymous")))
def test_pairing_a_round_changes_no_answer_to_readers_until_the_round_is_published(
    visitor: str, quaich: Quaich, callers: Callers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the version of the tournament shows that something was recorded, and nothing shows when."""
    caller = visiting(callers, quaich.cup, visitor)
    before = _answers(quaich, caller)
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + 61_000_000_000)
    quaich.cup.add(paired(2, [[1], [3]], [[2], [5]], sits_out=[4]))
    after = _answers(quaich, caller)

    assert len(before) >= 40
    assert {path: text for path, text in after.items() if text != before[path]} == {}


def _answers(quaich: Quaich, caller: Caller) -> dict[str, str]:
    """Return the answers by address. Versions, and how far statistics are behind, are left out of the answers."""
    return {path: _without_versions(body(caller, path)) for _, path in asked(quaich, caller, *COUNTING)}


def _without_versions(text: str) -> str:
    return re.sub(r'("version": ?|"latest": ?|"behind": ?|^id: |^retry: )\d+(\.e\d+)?', r"\1", text, flags=re.MULTILINE)


def test_the_feed_shows_readers_of_a_tournament_only_that_something_was_recorded(quaich: Quaich, callers: Callers) -> None:
    caller = callers.holder("read")
    last = caller.get("/clubs/home/feed").json["last"]
    version = quaich.cup.add(paired(2, [[1], [3]], [[2], [4]], sits_out=[5]))
    (entry,) = caller.get(f"/clubs/home/feed?after={last}").json["entries"]
    assert entry == {"n": last + 1, "kind": "tournament", "stream": quaich.cup.id, "version": version}
