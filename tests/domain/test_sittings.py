"""Which player has each seat at which time."""

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId, PlayerJoined, PlayerLeft, Retracted
from domain.record.sittings import sittings_of
from tests.domain.playing import opener, played

ONE, DAN, EVE = Seat(1), PersonId("p-dan"), PersonId("p-eve")
LEFT = PlayerLeft(ONE)


def joined(person: PersonId | None) -> PlayerJoined:
    return PlayerJoined(ONE, person)


def test_a_seat_has_no_known_person_if_nobody_joins() -> None:
    sittings = sittings_of(played("high-card", 3, opener(0)))
    assert sittings.sitter(ONE) is None
    assert sittings.sitter(Seat(9)) is None
    assert list(sittings.everyone()) == []
    assert sittings.places == {}


def test_a_new_player_may_take_a_seat_whose_player_left() -> None:
    sittings = sittings_of(played("high-card", 3, opener(0), LEFT, joined(DAN), opener(1), LEFT, joined(EVE)))
    assert [sittings.sitter(ONE, version) for version in range(1, 8)] == [None, None, None, DAN, DAN, DAN, EVE]
    assert sittings.sitter(ONE) == EVE
    assert list(sittings.everyone()) == [DAN, EVE]


def test_the_players_of_a_seat_are_read_in_the_corrected_order_of_events() -> None:
    sittings = sittings_of(played("high-card", 3, LEFT, opener(0), (joined(DAN), 2)))
    assert sittings.sitter(ONE, 3) == DAN


def test_a_player_who_joins_at_a_taken_seat_does_not_get_the_seat() -> None:
    sittings = sittings_of(played("high-card", 3, joined(DAN)))
    assert sittings.sitter(ONE) is None


def test_a_withdrawn_join_gives_nobody_the_seat() -> None:
    sittings = sittings_of(played("high-card", 3, LEFT, joined(DAN), Retracted(3)))
    assert sittings.sitter(ONE) is None
    later = sittings_of(played("high-card", 3, LEFT, opener(0), Retracted(3), joined(EVE)))
    assert later.sitter(ONE, 3) == EVE
