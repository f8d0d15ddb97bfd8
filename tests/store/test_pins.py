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
from service.store.keys import GameId, StreamId
from service.store.pins import MOST_IN_A_DAY, MOST_IN_AN_HOUR, MOST_TRIES, WINDOW_SECONDS, Guesser, Pin, SeatPins, TooManyTries
from service.store.tournaments.tournaments import EntryPins
from tests.tournament.stream import act, entries, events, opened

GAME, CUP = GameId("home-abcdefghijklmnop"), StreamId("home-tabcdefghijklmnop")
ANNA = PersonId("p-anna")
HERE, THERE = Guesser("link@here", "director"), Guesser("link@there", "director")
"""Two phones, for which the same member answers."""


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
    assert (pin.there, pin.fits("2468", HERE)) == (False, False)
    pin.put("2468")
    assert (pin.there, pin.fits("2468", HERE), pin.fits("2469", HERE), pin.fits("", HERE)) == (True, True, False, False)
    pin.put("1357")
    assert (pin.fits("2468", HERE), pin.fits("1357", HERE)) == (False, True)


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
    assert [pin.fits("0000", HERE) for _ in range(MOST_TRIES)] == [False] * MOST_TRIES

    with pytest.raises(TooManyTries) as refused:
        pin.fits("2468", HERE)

    assert 0 < refused.value.seconds <= WINDOW_SECONDS
    redis.delete(*redis.keys(f"{pin.tries}:*:{HERE.phone}"))  # has the same effect as waiting for a quarter of an hour
    assert pin.fits("2468", HERE)


def test_wrong_tries_are_counted_from_zero_after_a_right_or_new_pin(pin: Pin) -> None:
    pin.put("2468")
    for _ in range(2):
        assert [pin.fits("0000", HERE) for _ in range(MOST_TRIES - 1)] == [False] * (MOST_TRIES - 1)
        assert pin.fits("2468", HERE)
    for _ in range(MOST_TRIES):
        pin.fits("0000", HERE)
    pin.put("1357")
    assert pin.fits("1357", HERE)


def test_simultaneous_wrong_pins_do_not_exceed_the_limit_of_tries(pin: Pin) -> None:
    def tried(_: int) -> bool:
        try:
            pin.fits("0000", HERE)
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


def test_deleting_a_pin_leaves_the_pins_of_others(redis: Redis) -> None:
    pins, now = EntryPins(redis), reading("p-anna")
    for entry in (1, 2):
        pins.of(CUP, now, entry).put("2468")
    pins.forget(CUP, [])
    assert pins.of(CUP, now, 1).there

    pins.forget(CUP, [1])
    pins.forget(CUP, [1])

    assert (pins.of(CUP, now, 1).there, pins.of(CUP, now, 2).there) == (False, True)


# --- who is slowed -----------------------------------------------------------------------------------------------------------------------


def wrong(pin: Pin, by: Guesser, times: int) -> int:
    """Send wrong PINs. Returns how many of them were compared, and not refused at once."""
    compared = 0
    for _ in range(times):
        try:
            assert not pin.fits("0000", by)
        except TooManyTries:
            continue
        compared += 1
    return compared


def test_wrong_tries_on_one_phone_do_not_lock_the_pin_on_another(pin: Pin) -> None:
    pin.put("2468")
    assert wrong(pin, HERE, MOST_TRIES + 3) == MOST_TRIES
    assert pin.fits("2468", THERE)
    with pytest.raises(TooManyTries):
        pin.fits("2468", HERE)


LIMITS = [
    # (how long a phone waits before it tries again, the most tries of all phones together); source: docs/decisions/life-of-a-record.md
    ("hour", MOST_IN_AN_HOUR),
    ("day", MOST_IN_A_DAY),
]


@pytest.mark.parametrize(("stretch", "most"), LIMITS)
def test_all_phones_of_one_member_together_have_few_tries(pin: Pin, redis: Redis, stretch: str, most: int) -> None:
    """Somebody tries from ever new addresses. For the limit of a day, each hour is over when its limit is reached."""
    pin.put("2468")
    compared = 0
    for address in range(2 * most // MOST_TRIES):
        compared += wrong(pin, Guesser(f"link@{address}", "director"), MOST_TRIES)
        if stretch == "day" and compared % MOST_IN_AN_HOUR == 0:
            redis.delete(*redis.keys(f"{pin.tries}:*:hour"))
    assert compared == most
    with pytest.raises(TooManyTries) as refused:
        pin.fits("2468", THERE)
    assert refused.value.seconds <= (3600 if stretch == "hour" else 24 * 3600)
    assert pin.fits("2468", Guesser("own phone@there", "another member"))


def test_right_tries_use_nothing_up(pin: Pin) -> None:
    pin.put("2468")
    assert all(pin.fits("2468", HERE) for _ in range(MOST_IN_AN_HOUR + 1))
    assert wrong(pin, THERE, MOST_TRIES) == MOST_TRIES


def test_every_count_expires(pin: Pin, redis: Redis) -> None:
    pin.put("2468")
    wrong(pin, HERE, MOST_TRIES + 1)
    pin.fits("2468", THERE)
    kept = redis.keys(f"{pin.tries}:*")
    assert kept
    assert all(redis.ttl(key) > 0 for key in kept)
