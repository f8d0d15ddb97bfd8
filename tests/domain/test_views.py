"""A view tells a page everything about a table: awaited act, calls, bid, trump, dealer, maker, sides and phase. The possible phases are a
fixed list."""

from typing import get_args

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import Act
from domain.kernel.view import Awaited, Phase, Said, Saying, View
from domain.record.fold import Reading
from domain.system import DIRECTOR, PUBLIC, seat_viewer
from domain.systems import SYSTEMS
from domain.words.tables import PHASES, deal_line
from tests.domain.pitch.playing import calls, deal, game, names, plays
from tests.domain.playing import act, at_each_version, opener, place, played
from tests.systems import every_slug
from tests.test_every_system import a_game

PARTNERS, ALONE, ONE_OUT = "pitch-pagat-partnership", "pitch-auction-classic", "smear-ten-point"


def seen(reading: Reading) -> View:
    return reading.system.seen_by(reading.table, PUBLIC)


HELD = "1:4 2:pass 3:pass 0:pass"
PITCH: list[tuple[str, tuple[Act, ...], tuple[object, ...], str]] = [
    # Each row: the system, the acts, the view as (phase, awaited, dealer, maker, trump, leader), the deal in words.
    (PARTNERS, (), ("deal", "play", None, None, None, None), ""),
    (PARTNERS, (deal(0),), ("auction", "call", 0, None, None, None), "dealer s0"),
    (PARTNERS, (deal(0), *calls("1:2 2:3")), ("auction", "call", 0, 2, None, None), "s2 bid 3 · dealer s0"),
    (PARTNERS, (deal(0), *calls(HELD)), ("play", "play", 0, 1, None, 1), "s1 bid 4 · dealer s0"),
    (PARTNERS, (deal(0), *calls(HELD), *plays("1:AS")), ("play", "play", 0, 1, "S", 1), "s1 bid 4 in spades · dealer s0"),
    (ONE_OUT, (deal(3), *calls("0:6 1:pass 2:pass 3:pass")), ("exchange", "play", 3, 0, None, None), "s0 bid 6 · dealer s3"),
    (ONE_OUT, (deal(3), *calls("0:6 1:pass 2:pass 3:pass"), names(0, "H")), ("exchange", "play", 3, 0, "H", None), "s0 bid 6 in hearts · dealer s3"),
    (PARTNERS, (deal(0), act("GameAbandoned", reason="fire")), ("abandoned", "play", None, None, None, None), ""),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "acts", "expected", "line"), PITCH, ids=[f"{row[0]} {row[2][0]} {row[3]}" for row in PITCH])
def test_the_view_of_a_pitch_deal_shows_its_phase_and_the_trump_suit(
    slug: str, acts: tuple[Act, ...], expected: tuple[object, ...], line: str
) -> None:
    view = seen(game(slug, *acts))
    assert (view.phase, view.awaited, view.dealer, view.maker, view.trump, view.leader) == expected
    assert deal_line(view, lambda seat: f"s{seat}") == line
    assert view.counts == "trick"


def test_the_view_of_a_pitch_auction_shows_the_calls() -> None:
    calling = seen(game(PARTNERS, deal(0), *calls("1:2 2:pass 3:3")))
    assert [seat.said for seat in calling.seats] == [None, Said("bid", 2), Said("pass"), Said("bid", 3)]
    playing = seen(game(PARTNERS, deal(0), *calls("1:2 2:pass 3:3 0:pass")))
    assert [seat.said for seat in playing.seats] == [None, None, None, Said("bid", 3)], "after the auction only the maker's"
    unknown = seen(game(PARTNERS, deal(0), *plays("1:AS")))
    assert unknown.seats[1].said == Said("maker")
    assert deal_line(unknown, str) == "1 is the maker in spades · dealer 0"


def test_the_view_of_a_table_names_the_sides_if_the_rules_fix_partners() -> None:
    assert [seat.side for seat in seen(game(PARTNERS)).seats] == [0, 1, 0, 1]
    assert {seat.side for seat in seen(game(ALONE, seats=4)).seats} == {None}
    assert {seat.side for seat in seen(played("high-card", 3)).seats} == {None}


def test_the_view_of_a_table_says_which_act_is_awaited() -> None:
    placed = played("high-card", 2, opener(0), place(0, "h"), place(1, "l"))
    assert [seen(then).awaited for then in at_each_version(placed)] == ["play", "play", "play", "show"]
    assert [seat.said for seat in seen(placed).seats] == [Said("highest"), Said("lowest")]
    laid = played("high-card-low-card", 3, *(act("CardSelected", seat=seat) for seat in range(3)))
    assert [seen(then).awaited for then in at_each_version(laid)] == ["play", "play", "play", "show"]
    offered = played("one-up", 2, *(act("CardOffered", seat=seat) for seat in (0, 1)))
    assert [(seen(then).phase, seen(then).awaited) for then in at_each_version(offered)] == [
        ("offer", "play"),
        ("offer", "play"),
        ("flip", "show"),
    ]


def test_every_phase_of_a_game_has_words() -> None:
    assert set(PHASES) == set(get_args(Phase))
    assert all(PHASES.values())


@every_slug
def test_a_view_uses_only_phases_and_words_from_the_declared_lists(slug: str) -> None:
    """The test looks at the view after every act of a random game of every system."""
    for then in a_game(SYSTEMS[slug], seed=1).steps:
        view = SYSTEMS[slug].seen_by(then.table, PUBLIC)
        assert view.phase in get_args(Phase)
        assert view.awaited in get_args(Awaited)
        assert {seat.said.word for seat in view.seats if seat.said} <= set(get_args(Saying))
        assert {view.dealer, view.maker} <= {None, *(seat.seat for seat in view.seats)}


@pytest.mark.parametrize("slug", sorted(slug for slug, system in SYSTEMS.items() if system.acts & {"HandDealt", "CardsDealt"}))
def test_every_viewer_gets_a_view_of_a_hand_with_cards_outside_the_pack(slug: str) -> None:
    system = SYSTEMS[slug]
    hands: dict[str, Json] = {"0": ["HJ", "2S", "2S", "LJ"], "1": ["AS"]}
    dealt = act("HandDealt", cards=hands) if "HandDealt" in system.acts else act("CardsDealt", dealer=0, hands=hands)
    reading = played(slug, system.players[0], dealt)
    assert reading.version == 2
    for viewer in (PUBLIC, DIRECTOR, *(seat_viewer(Seat(seat)) for seat in range(system.players[0]))):
        assert system.seen_by(reading.table, viewer).seats
