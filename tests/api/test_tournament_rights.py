"""What every kind of visitor may read and record in a tournament and in its games. Two tables list the rules, and the tests send every
request."""

from collections.abc import Mapping
from typing import Any

import pytest
from werkzeug.test import TestResponse

from domain.kernel.events import TOURNAMENT_TYPES
from domain.tournament.standings import standings_digest
from service.recording.tournaments import ELSEWHERE
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import CLUB, LINKS, TABLES, VISITORS, Cup, linked, opened_cup, send, shown, visiting
from tests.tournament.stream import act

ANYWHERE = ("private", "public")

# --- recording ----------------------------------------------------------------------------------------------------------------------------

RECORDERS = {"owner", "director", "scorekeeper"}
DIRECTORS = {"owner", "director"}
MAY_RECORD: Mapping[str, set[str]] = {
    "ResultEntered": RECORDERS | {"link of table 1"},
    "CheckedIn": RECORDERS | {"check-in of entry 1"},
    "NoteWritten": RECORDERS,
    "Retracted": RECORDERS,
}
"""The visitors who may send an event of each type, for table 1 or entry 1. Only directors may send the types that are not listed.
TableLinked is not listed, because table 1 has a result (docs/decisions/tournaments.md)."""
AT_THE_DOOR: Mapping[str, tuple[int, int]] = {
    "viewer": (403, 403),
    "viewing link": (403, 403),
    "viewing another tournament": (403, 403),
    "table 1 of another tournament": (404, 403),
    "entry 1 of another tournament": (404, 403),
    "link of a game": (404, 403),
    "another club": (404, 403),
    "expired": (401, 401),
    "anonymous": (401, 401),
}
"""For each visitor who may record nothing: the status of the answer when this visitor sends an event to a private tournament, and to a
public tournament."""
IMPOSSIBLE = {"RoundPaired", "RoundUnpublished"}
"""Types of events that are refused with 422 even to visitors who may record them, because the round of the sample is paired already or has
results."""


def in_play(parts: Wiring, director: Caller, visibility: str) -> Cup:
    """Return a tournament in which an event of almost every type may be recorded. All tables have results. At table 1, a changed result
    waits for the director, and a typed result waits for a second person. Entry 6 is withdrawn."""
    cup = opened_cup(parts, visibility)
    linked(cup, director, "one", 1, 1)
    cup.add(*(act("ForfeitRuled", round=1, table=table, winners=[0]) for table in (1, 2, 3)))
    at = {"version": 5, "verdict": 5, "hash": "ab" * 32, "game": cup.games["one"]}
    cup.add(act("EntryWithdrawn", entry=6, from_round=2), act("ResultTaken", round=1, table=1, scores=[9, 11], winners=[1], **at))
    return cup


def samples(cup: Cup) -> dict[str, dict[str, Any]]:
    """Return an event of each type, about table 1 or entry 1 of a tournament made by `in_play`."""
    change = cup.version
    noted, typed = cup.add(act("NoteWritten", note="rain")), cup.add(act("ResultEntered", round=1, table=1, scores=[11, 3]))
    cup.add(act("RoundStarted", round=1))
    here, order = {"round": 1, "table": 1}, {"order": [2, 1]}
    tables: dict[str, Any] = {"tables": [{"table": n, "sides": sides} for n, sides in enumerate(TABLES, 1)]}
    data: dict[str, dict[str, Any]] = {
        "TournamentOpened": dict(TOURNAMENT_TYPES["TournamentOpened"].example),
        "SettingsChanged": {"settings": {"rounds": 4}},
        "EntryMade": {"entry": 7, "people": [], "name": "Late"},
        "EntryChanged": {"entry": 1, "name": "Another name"},
        "EntryWithdrawn": {"entry": 1, "from_round": 2},
        "EntryReturned": {"entry": 6, "from_round": 3},
        "AbsenceNoted": {"entry": 1, "round": 2, "kind": "half"},
        "CheckedIn": {"entry": 1},
        "RoundPaired": {"round": 1, **tables, "by": {"engine": "swiss", "version": 1}},
        "PairingChanged": {"round": 1, **tables},
        "RoundPublished": {"round": 1},
        "RoundUnpublished": {"round": 1, "reason": "wrong"},
        "RoundStarted": {"round": 1, "seconds": 600},
        "BellRung": {"round": 1},
        "Announced": {"text": "Supper is ready"},
        "TableLinked": {**here, "game": cup.games["one"]},
        "ResultEntered": {**here, "scores": [4, 2]},
        "ResultTaken": dict(TOURNAMENT_TYPES["ResultTaken"].example),
        "ResultApproved": {**here, "result": typed},
        "ChangeAccepted": {**here, "change": change},
        "ChangeDeclined": {**here, "change": change, "reason": "settled"},
        "ForfeitRuled": {**here, "winners": [1]},
        "ScoreAdjusted": {"entry": 1, "points": -1, "reason": "late"},
        "LotsDrawn": order,
        "OrderRuled": {**order, "reason": "play-off"},
        "WishMade": {"entries": [1, 2], "hard": False},
        "StageBegun": {"format": "swiss", "settings": {}, "groups": [[1, 2]]},
        "StandingsPublished": {"through_round": 1, "digest": standings_digest(cup.parts.tournaments_read.of(cup.id).state, 1)},
        "TournamentFinished": {},
        "NoteWritten": {"note": "dry again"},
        "Retracted": {"target": noted},
    }
    return {name: {"type": name, "data": data[name]} for name in TOURNAMENT_TYPES}


def expected(visitor: str, name: str, visibility: str) -> int:
    """Return the status of the answer to a visitor who sends an event of this type."""
    if visitor in AT_THE_DOOR:
        return AT_THE_DOOR[visitor][ANYWHERE.index(visibility)]
    if name in ELSEWHERE:
        return 422  # nobody may send it
    if visitor not in MAY_RECORD.get(name, DIRECTORS):
        return 403
    return 422 if name in IMPOSSIBLE else 201


@pytest.mark.parametrize("visibility", ANYWHERE)
@pytest.mark.parametrize("visitor", VISITORS)
def test_each_visitor_records_only_events_that_the_rules_allow(
    visitor: str, visibility: str, parts: Wiring, director: Caller, callers: Callers
) -> None:
    """The test withdraws each recorded event, so that the tournament is the same when the next event is sent."""
    cup = in_play(parts, director, visibility)
    sent, caller = samples(cup), visiting(callers, cup, visitor)
    answered, before = {}, cup.version
    for name, body in sent.items():
        response = send(caller, cup, body)
        answered[name] = response.status_code
        if response.status_code == 201:
            assert cup.version == before + 1
            before = cup.add(act("Retracted", target=before + 1))
        assert cup.version == before, name

    assert answered == {name: expected(visitor, name, visibility) for name in sent}


# --- reading ------------------------------------------------------------------------------------------------------------------------------

READERS = {*CLUB, *LINKS}
PUBLIC = set(VISITORS) - {"expired"}
NOWHERE = f"home-t{'a' * 16}"
IN_GAME = ("", "/events", "/replay", "/findings", "/rulings", "/export", "/diff")


def readers(visibility: str) -> dict[str, set[str]]:
    """Return a mapping from each address to the visitors who may read it."""
    here = READERS if visibility == "private" else PUBLIC
    mine = {f"/tournaments/{{cup}}{path}": here for path in ("", "/rounds/1", "/standings", "/standings/1")}
    closed = {"/tournaments/{cup}/rounds/2": RECORDERS, "/tournaments/{cup}/events": RECORDERS}
    games = {f"/games/{{{name}}}{path}": READERS for name in ("one", "two") for path in IN_GAME}
    others = {f"/games/{{{name}}}{path}": {*CLUB} for name in ("hidden", "casual") for path in IN_GAME}
    return {**mine, **closed, **games, **others}


def refusal(visitor: str, path: str, visibility: str) -> int:
    """Return the status of the answer to a visitor who may not read this address."""
    if visitor == "expired" or (visitor, path) == ("anonymous", "/tournaments/{cup}/events"):
        return 401
    may_record = visitor not in ("viewer", "viewing link", "viewing another tournament", "anonymous") and "entry" not in visitor
    reached = visibility == "public" or visitor in READERS
    return 403 if path.endswith("{cup}/events") and (reached or not may_record) else 404


@pytest.mark.parametrize("visibility", ANYWHERE)
@pytest.mark.parametrize("visitor", VISITORS)
def test_each_visitor_reads_only_what_the_rules_allow(
    visitor: str, visibility: str, parts: Wiring, director: Caller, callers: Callers
) -> None:
    cup = shown(parts, director, visibility)
    caller = visiting(callers, cup, visitor)
    allowed = readers(visibility)
    answered = {path: caller.get(path.format(cup=cup.id, **cup.games)).status_code for path in allowed}

    assert answered == {path: 200 if visitor in may else refusal(visitor, path, visibility) for path, may in allowed.items()}


def answer(caller: Caller, endpoint: str, **names: str) -> TestResponse:
    """Send GET to an endpoint and return the answer. Each argument in its path is 1, unless `names` gives another value."""
    (rule,) = caller.app.url_map.iter_rules(endpoint)
    path = caller.app.url_map.bind("").build(endpoint, {name: names.get(name, "1") for name in rule.arguments})
    return caller.client.get(path, headers={} if caller.secret is None else {"Authorization": f"Bearer {caller.secret}"})


@pytest.mark.parametrize("visitor", [visitor for visitor in VISITORS if visitor not in READERS])
def test_no_address_shows_a_private_tournament_to_outsiders(visitor: str, parts: Wiring, director: Caller, callers: Callers) -> None:
    """The test requests every GET address below a tournament, including addresses that have no row in the table. A tournament that does not
    exist gets the same answer."""
    cup = shown(parts, director, "private")
    caller = visiting(callers, cup, visitor)
    rules = [
        rule for rule in director.app.url_map.iter_rules() if "/tournaments/<tournament>" in rule.rule and "GET" in (rule.methods or ())
    ]
    assert len(rules) >= 5

    for rule in rules:
        hidden, absent = (answer(caller, rule.endpoint, tournament=id_) for id_ in (cup.id, NOWHERE))
        assert hidden.status_code in (401, 403, 404), rule
        assert (hidden.status_code, hidden.get_data()) == (absent.status_code, absent.get_data()), rule


LISTED = {visitor: {"one", "two", *(("hidden", "casual") if visitor in CLUB else ())} for visitor in READERS}
"""For each visitor: the games of the tournament that are in the visitor's list of games. The lists of other visitors have none of these
games."""


@pytest.mark.parametrize("visitor", [visitor for visitor in VISITORS if visitor != "expired"])
def test_the_lists_of_tournaments_and_games_have_only_what_the_visitor_may_see(
    visitor: str, parts: Wiring, director: Caller, callers: Callers
) -> None:
    cup = shown(parts, director, "private")
    caller = visiting(callers, cup, visitor)

    games = {line["game"] for line in caller.get("/games?club=home").json["games"]}
    tournaments = {line["tournament"] for line in caller.get("/tournaments").json["tournaments"]}

    assert {name for name, game in cup.games.items() if game in games} == LISTED.get(visitor, set())
    assert (cup.id in tournaments) == (visitor in READERS)
