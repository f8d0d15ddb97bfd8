"""The PINs of seats and entries in Redis. A PIN is stored only as a hash that is slow to compute, and only a few wrong tries are
allowed."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from redis import Redis
from werkzeug.security import generate_password_hash

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from domain.tournament.reading import TournamentReading, tournament_read
from service.store.games.pins import SeatPins
from service.store.keys import GameId, StreamId
from service.store.pins import MOST_TRIES, WINDOW_SECONDS, Pin, TooManyTries
from service.store.tournaments.pins import EntryPins
from tests.tournament.stream import act, entries, events, opened

GAME, CUP = GameId("home-abcdefghijklmnop"), StreamId("home-tabcdefghijklmnop")
ANNA = PersonId("p-anna")


def reading(*people: str) -> TournamentReading:
    """Return a tournament of two entries. `people`: the people of entry 1."""
    return tournament_read(events([opened(), *entries(2), act("EntryChanged", entry=1, people=list(people))]))


def quick_hash(pin: str) -> str:
    """Return a hash that is quick to compute."""
    return generate_password_hash(pin, "pbkdf2:sha256:1")


@pytest.fixture(params=["seat", "entry"])
def slow_pin(request: pytest.FixtureRequest, redis: Redis) -> Pin:
    """A PIN. The tests run once for the PIN of a game's seat, and once for the PIN of a tournament's entry."""
    return SeatPins(redis).of(GAME, Seat(1), ANNA) if request.param == "seat" else EntryPins(redis).of(CUP, reading("p-anna"), 1)


@pytest.fixture
def pin(slow_pin: Pin) -> Pin:
    return replace(slow_pin, hashed=quick_hash)


def test_only_the_pin_that_was_set_is_accepted(pin: Pin) -> None:
    assert (pin.there, pin.fits("2468")) == (False, False)
    pin.put("2468")
    assert (pin.there, pin.fits("2468"), pin.fits("2469"), pin.fits("")) == (True, True, False, False)
    pin.put("1357")
    assert (pin.fits("2468"), pin.fits("1357")) == (False, True)


def test_a_pin_is_stored_only_as_a_slow_salted_hash(slow_pin: Pin, redis: Redis) -> None:
    kept = []
    for _ in range(2):
        slow_pin.put("97531864")
        kept += redis.hvals(slow_pin.kept)
    assert kept[0] != kept[1]
    for body in kept:
        assert b"scrypt:32768:" in body
        assert b"97531864" not in body


def test_after_five_wrong_tries_even_the_right_pin_is_refused(pin: Pin, redis: Redis) -> None:
    pin.put("2468")
    assert [pin.fits("0000") for _ in range(MOST_TRIES)] == [False] * MOST_TRIES

    with pytest.raises(TooManyTries) as refused:
        pin.fits("2468")

    assert 0 < refused.value.seconds <= WINDOW_SECONDS
    redis.expire(pin.tries, 0)  # has the same effect as waiting for a quarter of an hour
    assert pin.fits("2468")


def test_wrong_tries_are_counted_from_zero_after_a_right_or_new_pin(pin: Pin) -> None:
    pin.put("2468")
    for _ in range(2):
        assert [pin.fits("0000") for _ in range(MOST_TRIES - 1)] == [False] * (MOST_TRIES - 1)
        assert pin.fits("2468")
    for _ in range(MOST_TRIES):
        pin.fits("0000")
    pin.put("1357")
    assert pin.fits("1357")


def test_simultaneous_wrong_pins_do_not_exceed_the_limit_of_tries(pin: Pin) -> None:
    def tried(_: int) -> bool:
        try:
            pin.fits("0000")
        except TooManyTries:
            return False
        return True

    pin.put("2468")
    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(tried, range(16))) == MOST_TRIES


def test_a_pin_is_valid_only_for_its_own_tournament_and_entry(redis: Redis) -> None:
    pins, now = EntryPins(redis), reading("p-anna")
    pins.of(CUP, now, 1).put("2468")
    assert pins.of(CUP, now, 1).there
    assert not pins.of(CUP, now, 2).there
    assert not pins.of(StreamId("home-tponmlkjihgfedcba"), now, 1).there
    assert not pins.of(CUP, reading("p-ben"), 1).there


def test_deleting_a_pin_also_deletes_its_count_of_wrong_tries(redis: Redis) -> None:
    pins, now = EntryPins(redis), reading("p-anna")
    for entry in (1, 2):
        pins.of(CUP, now, entry).put("2468")
        pins.of(CUP, now, entry).fits("0000")
    pins.forget(CUP, [])
    assert pins.of(CUP, now, 1).there

    pins.forget(CUP, [1])
    pins.forget(CUP, [1])

    gone, kept = pins.of(CUP, now, 1), pins.of(CUP, now, 2)
    assert (gone.there, redis.exists(gone.tries), kept.there, redis.exists(kept.tries)) == (False, 0, True, 1)
