"""Who confirms the result of a recorded game of a tournament: an entry at its table, with its PIN, its check-in link or its seat's link."""

from typing import Any
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from domain.kernel.events import EventId, GameOpened, TournamentTable
from domain.record.batch import Draft
from domain.systems import SYSTEMS
from service.recording.tournaments import TournamentDraft
from service.store.keys import HOME
from service.store.pins import MOST_TRIES
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import PIN, Cup, approve, event, kind, linked, opened_cup, set_pin, typed, visiting
from tests.tournament.stream import BY, act, entries, paired

STATED = event("ResultStated", winners=[0], scores={"0": 4, "1": 2})


@pytest.fixture
def cup(parts: Wiring) -> Cup:
    """Entries 1 and 2 sit at table 1, entries 3 and 4 at table 2."""
    return opened_cup(parts)


def played(caller: Caller, cup: Cup, table: int = 1) -> str:
    """Open the game of a table and record its result, at version 2. Returns the id of the game."""
    opened = caller.post(f"/tournaments/{cup.id}/rounds/1/tables/{table}/game", {})
    assert opened.status_code == 201, opened.get_data(as_text=True)
    game = str(opened.json["game"])
    caller.recorded(game, STATED)
    return game


def confirm(caller: Caller, game: str, seat: int = 1, version: int = 2, **body: Any) -> TestResponse:
    return caller.post(f"/games/{game}/confirmation", {"seat": seat, **body}, headers={"If-Match": f'"{version}"'})


def put_pin(caller: Caller, game: str, seat: int = 1, pin: str = PIN) -> TestResponse:
    return caller.call("PUT", f"/games/{game}/seats/{seat}/pin", json={"pin": pin})


def state(caller: Caller, game: str) -> str:
    return str(caller.get(f"/games/{game}").json["life"]["state"])


# --- the phone that records ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("visitor", ["link of table 1", "scorekeeper"])
def test_a_phone_that_recorded_a_game_cannot_confirm_it_alone(
    visitor: str, cup: Cup, parts: Wiring, director: Caller, callers: Callers
) -> None:
    """The phone opened the game of a table and recorded its result. Then it tries to set a PIN for a seat, and to confirm with this PIN.
    Both requests are refused, and nobody has confirmed the result."""
    phone = visiting(callers, cup, visitor)
    game = played(phone, cup)

    set_, confirmed = put_pin(phone, game), confirm(phone, game, pin=PIN)

    assert (kind(set_), kind(confirmed)) == ("pin-set", "invalid /pin")
    assert f"/tournaments/{cup.id}/entries/{{entry}}/pin" in set_.json["detail"]
    assert state(director, game) == "finished"


@pytest.mark.parametrize("visitor", ["link of table 1", "scorekeeper", "director", "seat link", "other seat link", "check-in of entry 1"])
def test_no_visitor_can_set_the_pin_of_a_seat_in_a_tournament_game(visitor: str, cup: Cup, director: Caller, callers: Callers) -> None:
    game = played(director, cup)
    seat = {"seat link": 1, "other seat link": 0}.get(visitor)
    caller = visiting(callers, cup, visitor) if seat is None else callers.holder("read", game=game, seat=seat)

    assert kind(put_pin(caller, game)) == "pin-set"
    assert director.get(f"/games/{game}/pins").json["seats"] == []


def test_an_earlier_pin_of_a_seat_confirms_nothing_in_a_tournament_game(cup: Cup, parts: Wiring, scorekeeper: Caller) -> None:
    game = played(scorekeeper, cup)
    parts.pins.of(game, 1, None).put(PIN)  # type: ignore[arg-type]

    assert kind(confirm(scorekeeper, game, pin=PIN)) == "invalid /pin"
    assert scorekeeper.get(f"/games/{game}/pins").json["seats"] == []


def test_a_table_link_cannot_set_the_pin_of_a_seat_in_a_game_linked_by_hand(cup: Cup, director: Caller, callers: Callers) -> None:
    linked(cup, director, "one", 1, 1)
    phone, game = visiting(callers, cup, "link of table 1"), cup.games["one"]
    phone.recorded(game, STATED)

    assert kind(put_pin(phone, game)) == "pin-set"
    assert kind(confirm(phone, game, pin=PIN)) == "invalid /pin"


# --- PINs of entries ----------------------------------------------------------------------------------------------------------------------

CONFIRMED = [
    # (the visitor who confirms for seat 1, the PIN that the visitor sends, the expected answer). Entry 2 sits in seat 1. Entries 1 and 2
    # have different PINs; entry 3 has the same PIN as entry 2.
    ("link of table 1", PIN, "done"),
    ("scorekeeper", PIN, "done"),
    ("director", PIN, "done"),
    ("link of table 1", "1111", "wrong-pin /pin"),
    ("scorekeeper", "1111", "wrong-pin /pin"),
    ("director", "1111", "wrong-pin /pin"),
    ("link of table 1", None, "invalid /pin"),
    ("scorekeeper", None, "invalid /pin"),
    ("director", None, "invalid /pin"),
    ("link of table 2", PIN, "no-right"),
    ("viewing link", PIN, "no-right"),
    ("viewer", PIN, "no-right"),
    ("check-in of entry 3", PIN, "no-right"),
    ("check-in of entry 1", None, "no-right"),
    ("check-in of entry 1", PIN, "no-right"),
    ("check-in of entry 2", None, "done"),
    ("link of seat 1", None, "done"),
    ("link of seat 0", None, "no-right"),
    ("link of seat 0", PIN, "no-right"),
    ("table 1 of another tournament", PIN, "not-found"),
    ("entry 1 of another tournament", None, "not-found"),
    ("another club", PIN, "not-found"),
    ("anonymous", PIN, "token-missing"),
]


def confirming(callers: Callers, cup: Cup, game: str, visitor: str) -> Caller:
    if visitor.startswith("link of seat"):
        return callers.holder("read", game=game, seat=int(visitor[-1]))
    return callers.holder("read", tournament=cup.id, entry=2) if visitor == "check-in of entry 2" else visiting(callers, cup, visitor)


@pytest.mark.parametrize(("visitor", "pin", "answer"), CONFIRMED)
def test_an_entry_can_confirm_for_its_own_seat_with_its_pin_or_link(
    visitor: str, pin: str | None, answer: str, cup: Cup, director: Caller, callers: Callers
) -> None:
    sent: dict[str, Any] = {} if pin is None else {"pin": pin}
    game = played(callers.holder("record"), cup)
    for entry, its in ((1, "1111"), (2, PIN), (3, PIN)):
        set_pin(director, cup, entry, its)

    response = confirm(confirming(callers, cup, game, visitor), game, **sent)

    assert kind(response) in ({answer, "no-right"} if answer == "not-found" else {answer})
    assert state(director, game) == ("confirmed" if answer == "done" else "finished")


def test_wrong_tries_of_an_entrys_pin_count_for_confirmations_and_approvals_together(cup: Cup, director: Caller, callers: Callers) -> None:
    phone = visiting(callers, cup, "link of table 1")
    game = played(phone, cup)
    set_pin(director, cup, 2)
    for _ in range(MOST_TRIES):
        assert kind(confirm(phone, game, pin="0000")) == "wrong-pin /pin"

    refused = confirm(phone, game, pin=PIN)

    assert (refused.status_code, kind(refused)) == (429, "too-many-attempts")
    assert kind(approve(phone, cup, typed(cup), entry=2, pin=PIN)) == "too-many-attempts"
    set_pin(director, cup, 2)
    assert kind(confirm(phone, game, pin=PIN)) == "done"


def test_the_phone_of_a_table_lists_the_seats_whose_entry_has_a_pin(cup: Cup, director: Caller, callers: Callers) -> None:
    phone = visiting(callers, cup, "link of table 1")
    game = played(phone, cup)
    for entry, seats in ((3, []), (2, [1]), (1, [1])):  # entry 1 won
        set_pin(director, cup, entry)
        assert phone.get(f"/games/{game}/pins").json == {"game": game, "seats": seats}
    assert kind(confirm(phone, game, 1, pin=PIN)) == "done"
    assert phone.get(f"/games/{game}/pins").json["seats"] == [0, 1]


def test_each_partner_can_confirm_only_for_their_own_seat(parts: Wiring, director: Caller, callers: Callers) -> None:
    """Entries 1 and 4 are partners and sit in seats 0 and 2. They play against entries 2 and 3, in seats 1 and 3. All others play at table
    2."""
    system, settings = SYSTEMS["smear-ten-point"], {"table": 4, "partners": 2}
    rules = dict(system.rules_with({}, 4))
    opening = act("TournamentOpened", title="Cup", system=system.slug, rules=rules, format="rotation", settings=settings)
    cup = Cup(parts, parts.tournaments.open(HOME, TournamentDraft(opening, EventId(str(uuid4()))), BY).stream)
    cup.add(*entries(8), paired(1, [[1, 4], [2, 3]], [[5, 6], [7, 8]]), act("RoundPublished", round=1))
    phone = visiting(callers, cup, "link of table 1")
    game = str(phone.post(f"/tournaments/{cup.id}/rounds/1/tables/1/game", {}).json["game"])
    phone.recorded(game, event("ResultStated", winners=[0, 2]))
    set_pin(director, cup, 3)

    assert phone.get(f"/games/{game}/pins").json["seats"] == [3]
    assert kind(confirm(phone, game, 1, pin=PIN)) == "invalid /pin"
    assert kind(confirm(callers.holder("read", tournament=cup.id, entry=4), game, 0)) == "no-right"
    assert kind(confirm(phone, game, 3, pin=PIN)) == "done"
    assert kind(confirm(callers.holder("read", tournament=cup.id, entry=4), game, 2, version=3)) == "done"


def test_no_pin_confirms_a_game_that_is_no_longer_linked_to_its_table(cup: Cup, director: Caller, scorekeeper: Caller) -> None:
    game = played(scorekeeper, cup)
    set_pin(director, cup, 2)
    linked(cup, director, "another", 1, 1)

    assert kind(confirm(scorekeeper, game, pin=PIN)) == "invalid /pin"
    assert scorekeeper.get(f"/games/{game}/pins").json["seats"] == []


@pytest.mark.parametrize("tournament", ["home-taaaaaaaaaaaaaaaa", "away-taaaaaaaaaaaaaaaa"])
def test_a_game_whose_tournament_is_not_stored_here_has_no_pins(
    tournament: str, parts: Wiring, scorekeeper: Caller, callers: Callers
) -> None:
    """An imported game may name any tournament. The link of a seat can still confirm the result."""
    opened = parts.records.opening(scorekeeper.opened())  # type: ignore[arg-type]
    act_ = GameOpened(opened.system, opened.rules, opened.seats, tournament=TournamentTable(tournament, 1, 1))
    game = parts.records.open(HOME, Draft(act_, EventId(str(uuid4()))), BY).game
    scorekeeper.recorded(game, event("ResultStated", winners=[0], scores={"0": 4, "1": 2, "2": 0}))

    assert kind(put_pin(scorekeeper, game)) == "pin-set"
    assert scorekeeper.get(f"/games/{game}/pins").json["seats"] == []
    assert kind(confirm(scorekeeper, game, pin=PIN)) == "invalid /pin"
    assert kind(confirm(callers.holder("read", game=game, seat=1), game)) == "done"


def test_only_a_director_can_finalise_the_result_of_a_tournament_game(cup: Cup, director: Caller, scorekeeper: Caller) -> None:
    game = played(scorekeeper, cup)

    assert scorekeeper.append(game, event("ResultFinalised")).status_code == 403
    assert director.append(game, event("ResultFinalised")).status_code == 201
    assert state(director, game) == "final"


# --- check-in links -----------------------------------------------------------------------------------------------------------------------


def test_the_holder_of_a_check_in_link_can_do_nothing_in_a_game_except_confirm_its_result(
    cup: Cup, director: Caller, callers: Callers
) -> None:
    phone = visiting(callers, cup, "check-in of entry 1")
    game = played(director, cup)
    director.recorded(game, event("ClaimMade", seat=1, claim="I won"))
    answer = phone.post(f"/games/{game}/answers", {"claim": 3, "seat": 0, "accepts": True}, headers={"If-Match": '"3"'})

    assert [kind(answer), kind(put_pin(phone, game)), phone.append(game, STATED).status_code] == ["no-right", "pin-set", 403]
    assert phone.get(f"/games/{game}").json["viewer"] == "public"
    assert director.get(f"/games/{game}").json["version"] == 3


# --- who gets the link of a seat ----------------------------------------------------------------------------------------------------------

ISSUED = [
    # (the visitor who issues a link, scopes and seat of the link, the status in a game of a tournament, the status in another game)
    ("director", {"scopes": ["read"], "seat": 1}, 201, 201),
    ("owner", {"scopes": ["read"], "seat": 1}, 201, 201),
    ("scorekeeper", {"scopes": ["read"], "seat": 1}, 403, 201),
    ("scorekeeper", {"scopes": ["record"]}, 201, 201),
    ("scorekeeper", {"scopes": ["read"]}, 201, 201),
    ("link of table 1", {"scopes": ["read"], "seat": 1}, 403, 403),
    ("link of table 1", {"scopes": ["read"]}, 403, 403),
    ("check-in of entry 1", {"scopes": ["read"], "seat": 0}, 403, 403),
    ("viewer", {"scopes": ["read"], "seat": 1}, 403, 403),
]


@pytest.mark.parametrize(("visitor", "wanted", "here", "elsewhere"), ISSUED)
def test_only_directors_issue_the_link_of_a_seat_in_a_game_of_a_tournament(
    visitor: str, wanted: dict[str, Any], here: int, elsewhere: int, cup: Cup, director: Caller, callers: Callers
) -> None:
    caller = visiting(callers, cup, visitor)
    for game, status in ((played(director, cup), here), (director.opened(), elsewhere)):
        answer = caller.post("/tokens", {"label": "A link", "game": game, **wanted})
        assert answer.status_code == status
        assert status == 201 or answer.json["type"] == "/problems/no-right"


@pytest.mark.parametrize("visitor", ["scorekeeper", "link of the game"])
def test_handing_over_a_tournament_game_gives_no_rights_of_a_seat(visitor: str, cup: Cup, director: Caller, callers: Callers) -> None:
    game = played(director, cup)
    caller = callers.holder("record", game=game) if visitor == "link of the game" else visiting(callers, cup, visitor)

    new = Caller(director.app, caller.post(f"/games/{game}/handover").json["token"])

    session = new.get("/session").json
    assert (session["scopes"], session.get("seat")) == (["read", "record"], None)
    assert [kind(put_pin(new, game)), kind(confirm(new, game)), kind(confirm(new, game, pin=PIN))] == [
        "pin-set",
        "invalid /pin",
        "invalid /pin",
    ]
    assert new.post("/tokens", {"label": "A link", "game": game, "scopes": ["read"], "seat": 1}).status_code == 403


def test_a_rematch_of_a_game_of_a_tournament_belongs_to_no_tournament(cup: Cup, director: Caller, callers: Callers) -> None:
    """The holder of the game's link gets a link to the rematch. The new link gives the same rights in the rematch, and no rights in the
    game of the tournament."""
    game = played(director, cup)
    caller = callers.holder("record", game=game)

    made = caller.post(f"/games/{game}/rematch").json

    new = Caller(director.app, made["link"].rpartition("#")[2])
    session = new.get("/session").json
    assert (session["scopes"], session.get("seat"), session["game"]) == (["read", "record"], None, made["game"])
    assert new.get(f"/games/{made['game']}").json["tournament"] is None
    assert kind(confirm(new, game, pin=PIN)) in ("no-right", "not-found")
