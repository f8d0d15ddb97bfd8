"""Check-in, and the PINs of entries."""

import logging
from typing import Any

import pytest
from redis import Redis

from service.store.keys import HOME, Keys
from service.store.pins import MOST_TRIES
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import PIN, Cup, approve, check_in, event, kind, opened_cup, send, set_pin, typed, visiting
from tests.tournament.stream import act, paired


@pytest.fixture
def cup(parts: Wiring) -> Cup:
    return opened_cup(parts)


# --- PINs ---------------------------------------------------------------------------------------------------------------------------------

SETTING = [
    # (visitor, the answer for an entry without a PIN, the answer for an entry with a PIN)
    ("owner", "done", "done"),
    ("director", "done", "done"),
    ("scorekeeper", "pin-set", "pin-set"),
    ("check-in of entry 1", "done", "done"),
    ("check-in of entry 3", "no-right", "no-right"),
    ("link of table 1", "no-right", "no-right"),
    ("viewing link", "no-right", "no-right"),
    ("viewer", "no-right", "no-right"),
    ("link of a game", "not-found", "not-found"),
    ("another club", "not-found", "not-found"),
    ("anonymous", "token-missing", "token-missing"),
]


@pytest.mark.parametrize(("visitor", "unset", "again"), SETTING)
@pytest.mark.parametrize("request_", [set_pin, check_in], ids=["pin", "check-in"])
def test_a_visitor_can_set_an_entrys_pin_only_if_their_rights_allow(
    request_: Any, visitor: str, unset: str, again: str, cup: Cup, director: Caller, callers: Callers
) -> None:
    caller = visiting(callers, cup, visitor)
    assert kind(request_(caller, cup, 1, pin="1111")) == unset
    set_pin(director, cup, 1, "2222")
    assert kind(request_(caller, cup, 1, pin="3333")) == again

    valid = "3333" if again == "done" else "2222"
    assert kind(approve(director, cup, typed(cup), entry=1, pin=valid)) == "done"
    assert kind(request_(caller, cup, 99, pin="1111")) in ("not-found", "no-right", "token-missing")


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "१२३४", 1234, None, ""])
def test_the_pin_of_an_entry_is_four_to_eight_digits(pin: Any, cup: Cup, director: Caller) -> None:
    for response in (set_pin(director, cup, 1, pin), check_in(director, cup, 1, pin=pin), approve(director, cup, 9, entry=1, pin=pin)):
        assert kind(response) == "invalid /pin"
    assert cup.version == 9


def test_five_wrong_pins_lock_only_the_entry_that_they_were_for(cup: Cup, director: Caller, scorekeeper: Caller) -> None:
    for entry in (1, 2):
        set_pin(director, cup, entry)
    result = typed(cup)
    for _ in range(MOST_TRIES):
        assert kind(approve(scorekeeper, cup, result, entry=2, pin="0000")) == "wrong-pin /pin"

    refused = approve(scorekeeper, cup, result, entry=2, pin=PIN)

    assert kind(refused) == "too-many-attempts"
    assert 0 < int(refused.headers["Retry-After"]) <= 900
    assert kind(approve(scorekeeper, cup, result, entry=1, pin=PIN)) == "done"


def test_a_wrong_pin_at_check_in_counts_towards_the_five_wrong_pins(cup: Cup, director: Caller, scorekeeper: Caller) -> None:
    set_pin(director, cup, 2)
    for _ in range(MOST_TRIES):
        assert kind(check_in(scorekeeper, cup, 2, pin="0000")) == "pin-set"
    assert kind(check_in(scorekeeper, cup, 2, pin=PIN)) == "too-many-attempts"
    assert kind(set_pin(scorekeeper, cup, 2, PIN)) == "too-many-attempts"
    assert kind(set_pin(director, cup, 2, "1357")) == "done"
    assert kind(approve(scorekeeper, cup, typed(cup), entry=2, pin="1357")) == "done"


CHANGES = [
    # (the people of the entry at first, how the entry is changed, whether its PIN is still valid)
    (["anna"], {"people": ["ben"]}, False),
    (["anna"], {"people": ["anna", "ben"]}, False),
    (["anna", "ben"], {"people": ["anna"]}, False),
    (["anna"], {"name": "Anna B."}, True),
    (["anna"], {"seed": 4}, True),
    ([], {"seed": 4}, True),
    ([], {"name": "Somebody else"}, False),
    ([], {"people": ["anna"]}, False),
]


@pytest.mark.parametrize(("people", "change", "counts"), CHANGES)
def test_a_pin_is_no_longer_valid_when_the_people_of_its_entry_change(
    people: list[str], change: dict[str, Any], counts: bool, cup: Cup, director: Caller, scorekeeper: Caller
) -> None:
    """If an entry names no people of the directory, a new name of the entry counts as new people. Even then a scorekeeper may not set a new
    PIN: the person who types results must not choose the PIN that approves them."""
    if people:
        cup.add(act("EntryChanged", entry=2, people=people))
    set_pin(director, cup, 2)
    cup.add(act("EntryChanged", entry=2, **change))
    result = typed(cup)

    assert kind(approve(scorekeeper, cup, result, entry=2, pin=PIN)) == ("done" if counts else "invalid /pin")
    assert kind(set_pin(scorekeeper, cup, 2, "1357")) == "pin-set"


def test_the_pin_of_an_entry_stays_valid_in_later_rounds(cup: Cup, director: Caller, scorekeeper: Caller) -> None:
    set_pin(director, cup, 1)
    assert kind(approve(scorekeeper, cup, typed(cup), entry=1, pin=PIN)) == "done"
    cup.add(paired(2, [[2], [3]], [[1], [4]], [[5], [6]]), act("RoundPublished", round=2))
    result = cup.add(act("ResultEntered", round=2, table=2, scores=[1, 2]))
    assert kind(approve(scorekeeper, cup, result, number=2, table=2, entry=1, pin=PIN)) == "done"


def test_the_pin_of_an_erased_person_is_deleted(cup: Cup, parts: Wiring, director: Caller, scorekeeper: Caller, redis: Redis) -> None:
    """Anna is in entry 1, so the PIN of entry 1 is deleted. She was never in entry 2, which keeps its PIN."""
    anna, ben = (str(director.post("/people", {"name": name}).json["person"]) for name in ("Anna", "Ben"))
    cup.add(act("EntryChanged", entry=1, people=[anna]), act("EntryChanged", entry=2, people=[ben]))
    cup.add(act("EntryChanged", entry=1, people=[anna, "p-cyd"]))
    for entry in (1, 2):
        set_pin(director, cup, entry)
        approve(scorekeeper, cup, typed(cup), entry=entry, pin="0000")
    keys = Keys(HOME)
    assert redis.hkeys(keys.pins(cup.id)) == [b"1", b"2"]

    assert director.call("DELETE", f"/people/{anna}").status_code == 200

    assert redis.hkeys(keys.pins(cup.id)) == [b"2"]
    assert kind(approve(scorekeeper, cup, typed(cup), entry=1, pin=PIN)) == "invalid /pin"


# --- check-in -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("visitor", ["director", "check-in of entry 1"])
def test_a_repeated_check_in_is_recorded_once_and_sets_the_pin(visitor: str, cup: Cup, director: Caller, callers: Callers) -> None:
    caller = visiting(callers, cup, visitor)

    first, again = (check_in(caller, cup, 1, pin=PIN) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert (first.json["outcome"], again.json["outcome"], cup.version) == ("appended", "already-there", 10)
    assert director.get(f"/tournaments/{cup.id}").json["entries"][0]["here"]
    assert kind(approve(director, cup, typed(cup), entry=1, pin=PIN)) == "done"


def test_a_check_in_that_was_withdrawn_may_be_recorded_again(cup: Cup, director: Caller) -> None:
    for _ in range(2):
        assert check_in(director, cup, 1).json["outcome"] == "appended"
        assert check_in(director, cup, 1).json["outcome"] == "already-there"
        send(director, cup, event("Retracted", target=cup.version))
    send(director, cup, event("CheckedIn", entry=1))
    assert check_in(director, cup, 1).json["outcome"] == "already-there"


def test_a_refused_check_in_sets_no_pin(cup: Cup, director: Caller) -> None:
    cup.add(*(act("ForfeitRuled", round=1, table=table, winners=[0]) for table in (1, 2, 3)), act("TournamentFinished"))

    assert kind(check_in(director, cup, 1, pin=PIN)) == "invalid "
    assert not cup.parts.redis.exists(Keys(HOME).pins(cup.id))


# --- secrets ------------------------------------------------------------------------------------------------------------------------------


def test_no_stream_log_or_answer_contains_a_pin_or_the_secret_of_a_link(
    cup: Cup, director: Caller, callers: Callers, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    """The test sends the right PIN and a wrong PIN in every request that takes a PIN. Then it searches the streams, the log, the answers
    and Redis."""
    link, pin, wrong = visiting(callers, cup, "check-in of entry 1"), "97531864", "86429753"
    answers = []
    with caplog.at_level(logging.DEBUG):
        answers += [check_in(link, cup, 1, pin=pin), set_pin(link, cup, 1, pin), set_pin(callers.holder("record"), cup, 1, wrong)]
        for sent in (wrong, pin):
            answers.append(approve(visiting(callers, cup, "link of table 1"), cup, typed(cup), entry=1, pin=sent))
    answers += [director.get(f"/tournaments/{cup.id}{path}") for path in ("", "/events", "/rounds/1", "/standings")]
    answers += [director.get(path) for path in ("/tokens", "/clubs/home/export", "/metrics")]
    stored = "".join(_stored(redis))

    for secret in (pin, wrong, str(link.secret).rpartition("_")[2]):
        assert not [response for response in answers if secret in response.get_data(as_text=True)]
        assert secret not in caplog.text
        assert secret not in stored


def _stored(redis: Redis) -> list[str]:
    """Return everything that Redis holds, as text."""
    found: list[Any] = []
    for key in redis.scan_iter():
        form = redis.type(key)
        if form == b"hash":
            found.append(redis.hgetall(key))
        elif form == b"stream":
            found.append(redis.xrange(key))
        elif form == b"string":
            found.append(redis.get(key))
    return [repr(item) for item in found]
