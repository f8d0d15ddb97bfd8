"""What viewers see of a game of Bid Whist, which act the table waits for, and how a deal is described in words."""

from itertools import pairwise

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat, seat_called
from domain.kernel.events import CardsDiscarded, KittyTaken
from domain.kernel.view import DealSide, Said
from domain.system import PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.words.tables import deal_line
from tests.domain.bid_whist.playing import SPADES_HIGH, SUITS_DEALT, game, tricks_of_spades

MAKER, OTHER = seat_viewer(Seat(0)), seat_viewer(Seat(1))
SIDES = (Seat(0), Seat(2)), (Seat(1), Seat(3))
KITTY, THROWN = 8, 9
"""The versions of the acts that take the kitty and throw cards, in the record SUITS_DEALT + SPADES_HIGH."""


SEALED: list[tuple[int, Viewer, dict[str, Json], bool, str]] = [
    # Each row: the version of an act, the viewer, the options, whether the viewer sees the cards of the act, the source.
    (KITTY, PUBLIC, {}, False, "05 Hidden: kitty"),
    (KITTY, OTHER, {}, False, "05 Hidden: kitty"),
    (KITTY, MAKER, {}, True, "05 Hidden: the maker sees it"),
    (KITTY, PUBLIC, {"kitty_shown": True}, True, "05 Schema kitty_shown"),
    (THROWN, PUBLIC, {"kitty_shown": True}, False, "05 Hidden: discards"),
    (THROWN, OTHER, {}, False, "05 Hidden: discards"),
    (THROWN, MAKER, {}, True, "05 Hidden: only the maker knows"),
]


@pytest.mark.parametrize(("version", "viewer", "options", "seen", "source"), SEALED)
def test_the_expected_viewers_see_the_kitty_and_the_discards(
    version: int, viewer: Viewer, options: dict[str, Json], seen: bool, source: str
) -> None:
    reading = game(SUITS_DEALT + SPADES_HIGH, **options)
    event = reading.system.shown(reading.events[version - 1], reading.table, viewer)
    assert event is not None
    assert isinstance(event.act, KittyTaken | CardsDiscarded)
    assert event.act.cards is not None
    assert (event.act.cards.value is not None) is seen, source


def test_each_viewer_sees_only_the_hands_open_to_them() -> None:
    """Source: docs/rules/05_bid_whist.md, Hidden."""
    reading = game(SUITS_DEALT + SPADES_HIGH)
    for viewer in (PUBLIC, OTHER, MAKER, SCOREKEEPER):
        seats = reading.system.seen_by(reading.table, viewer).seats
        assert [seat.hand is not None for seat in seats] == [viewer.owns(seat.seat) for seat in seats]


VIEWS: list[tuple[str, str, str]] = [
    # Each row: the acts, the line that describes the deal, the source.
    ("deal(3)", "dealer seat 4", "05 Public: calls"),
    ("deal(3) 0:bids(4 low)", "seat 1 bid 4 low · dealer seat 4", "05 Public: calls"),
    ("deal(3) 0:bids(4 low) 1:passes 2:passes 3:passes 0:names(S)", "seat 1 bid 4 low in spades · dealer seat 4", "05 Public: calls"),
    ("deal(3) 0:bids(4 no_trump) 1:passes 2:passes 3:passes 0:names(ranks:low)",
     "seat 1 bid 4 without trumps, low cards win · dealer seat 4", "BW-8"),
    ("deal(3) 0:bids(4 low) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6)",
     "seat 1 bid 4 low in spades · 1 book to 0 · dealer seat 4", "05 Public: book counts"),
    ("deal(3) 0:bids(4 low) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6) 0:AH 1:KH 2:QH 3:2S",
     "seat 1 bid 4 low in spades · 1 book to 1 · dealer seat 4", "05 Public: book counts"),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "line", "source"), VIEWS)
def test_the_line_about_a_deal_names_the_contract_and_the_books(acts: str, line: str, source: str) -> None:
    reading = game(acts)
    assert deal_line(reading.system.seen_by(reading.table, PUBLIC), seat_called) == line, source


BOOKS: list[tuple[str, tuple[int, int]]] = [("maker", (1, 1)), ("first_trick_winner", (0, 2)), ("none", (0, 1))]


@pytest.mark.parametrize(("kitty_is_book", "books"), BOOKS)
def test_the_view_counts_the_kitty_as_a_book_of_the_expected_side(kitty_is_book: str, books: tuple[int, int]) -> None:
    """Source: docs/rules/05_bid_whist.md, Schema, `kitty_is_book`."""
    reading = game(VIEWS[-1][0], kitty_is_book=kitty_is_book)
    assert reading.system.seen_by(reading.table, PUBLIC).books == books


def test_the_calls_are_shown_with_their_kinds() -> None:
    reading = game("deal(3) 0:bids(4 low) 1:passes 2:bids(5 no_trump)")
    seats = reading.system.seen_by(reading.table, PUBLIC).seats
    assert [seat.said for seat in seats] == [Said("bid", 4, kind="low"), Said("pass"), Said("bid", 5, kind="no_trump"), None]
    assert [seat.side for seat in seats] == [0, 1, 0, 1]


def test_the_last_deal_is_put_into_words() -> None:
    """The rule is BW-4."""
    made = game(SUITS_DEALT + SPADES_HIGH + tricks_of_spades(), target=21)
    said = made.system.seen_by(made.table, PUBLIC).last_round
    assert said == "Deal 1: {0} and {2} made 7 high in spades with 13 books; {0} +7, {2} +7."
    lost = game("stated(1 1 5 no_trump ranks:low tricks:{1:8})")
    said = lost.system.seen_by(lost.table, PUBLIC).last_round
    assert said == "Deal 1: {1} and {3} were set at 5 without trumps, low with 9 books; {1} -10, {3} -10."
    void = game("deal(3) 0:passes 1:passes 2:passes 3:passes")
    assert void.system.seen_by(void.table, PUBLIC).last_round == "The deal was void: all passed."


LAST: list[tuple[str, tuple[DealSide, ...] | None]] = [
    # Each row: the acts, the sides of the last deal that the view shows. The rule is BW-4.
    (SUITS_DEALT, None),
    (SUITS_DEALT + SPADES_HIGH + tricks_of_spades(),
     (DealSide(SIDES[0], 7, "7 high in spades", 13, True), DealSide(SIDES[1], 0))),
    ("stated(1 1 5 no_trump ranks:low tricks:{1:8})",
     (DealSide(SIDES[0], 0), DealSide(SIDES[1], -10, "5 without trumps, low", 9, False))),
    ("deal(3) 0:passes 1:passes 2:passes 3:passes", None),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "last"), LAST)
def test_the_view_has_the_numbers_of_the_last_deal(acts: str, last: tuple[DealSide, ...] | None) -> None:
    reading = game(acts, target=21)
    shown = reading.system.seen_by(reading.table, PUBLIC).last_deal
    assert (shown and (shown.number, shown.sides)) == (last and (1, last))


KEPT: list[tuple[str, dict[int, dict[int, bool]]]] = [
    # Each row: the acts, and whether the maker's side kept its bid, by deal and seat. The rule is BW-4.
    (SUITS_DEALT, {}),
    (SUITS_DEALT + SPADES_HIGH + tricks_of_spades(), {1: {0: True, 2: True}}),
    ("stated(1 1 5 no_trump ranks:low tricks:{1:8})", {1: {1: False, 3: False}}),
]


@pytest.mark.parametrize(("acts", "kept"), KEPT)
def test_the_system_says_which_bids_were_kept(acts: str, kept: dict[int, dict[int, bool]]) -> None:
    reading = game(acts, target=21)
    assert reading.system.bids_kept is not None
    assert reading.system.bids_kept(reading.table, 9) == kept


OTHERS: list[tuple[str, dict[str, Json], list[int], str]] = [
    # Each row: the acts, the options, the seats that pass after the seat in turn, the source.
    ("deal(3)", {}, [1, 2], "05 all pass: the dealer must bid"),
    ("deal(3)", {"all_pass": "redeal_same"}, [1, 2, 3], "05 Schema all_pass"),
    ("deal(3) 0:bids(4 low)", {}, [2, 3], "05 auction"),
    ("deal(3) 0:passes 1:bids(4 low) 2:passes", {}, [], "05 auction: the dealer calls last"),
    ("deal(3) 0:bids(4 low) 1:bids(5 low)", {"auction": "until_passed_out"}, [3, 0], "05 Schema auction"),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "options", "others", "source"), OTHERS)
def test_the_prompt_of_a_pass_names_all_who_would_pass_after_it(
    acts: str, options: dict[str, Json], others: list[int], source: str
) -> None:
    reading = game(acts, **options)
    [prompt] = [prompt for prompt in reading.system.prompts(reading.table) if prompt.type == "BidPassed"]
    assert [*prompt.others] == others, source
    passes = " ".join(f"{seat}:passes" for seat in [prompt.given["seat"], *others])
    after = game(f"{acts} {passes}", **options)
    assert [finding.rule for finding in after.findings] == []
    left = [prompt for prompt in after.system.prompts(after.table) if prompt.type == "BidPassed"]
    assert left == []


# --- prompts ------------------------------------------------------------------------------------------------------------------------------

ASKED: list[tuple[str, dict[str, Json], list[str], str]] = [
    # Each row: the acts, the options, the expected prompts, the source.
    ("", {}, ["Who deals first?"], "05 Phases"),
    ("deal(3)", {}, ["{0} bids", "{0} passes"], "05 auction"),
    ("deal(3) 0:bids(7 low)", {}, ["{1} bids", "{1} passes"], "05 kind_order"),
    ("deal(3) 0:passes 1:passes 2:passes", {}, ["{3} bids"], "05 all pass"),
    ("deal(3) 0:bids(7 no_trump) 1:passes 2:passes 3:passes", {}, ["{0} names the direction"], "BW-8"),
    ("deal(3) 0:bids(7 high) 1:passes 2:passes 3:passes", {}, ["{0} names trumps"], "05 Phases"),
    ("deal(3) 0:bids(7 high) 1:passes 2:passes 3:passes", {"name_before_kitty": False}, ["{0} takes the kitty"], "05 Schema"),
    ("deal(3) 0:bids(7 high) 1:passes 2:passes 3:passes 0:names(S)", {}, ["{0} takes the kitty"], "05 Phases"),
    ("deal(3) 0:bids(7 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty", {}, ["{0} throws 6"], "05 Phases"),
    ("deal(3) 0:bids(7 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty", {"jokers": 1}, ["{0} throws 5"], "05 Schema jokers"),
    ("deal(3) 0:bids(7 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6)", {}, ["{0} leads"], "05 first_leader"),
    ("deal(3) 0:passes 1:bids(7 high) 2:passes 3:passes 1:names(S) 1:kitty 1:throws(6)", {"first_leader": "eldest"}, ["{0} leads"],
     "05 Schema first_leader"),
    ("stated(1 1 4 low S)", {}, ["Deal 1: how did it go?"], "docs/decisions/domain-reading.md"),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "options", "texts", "source"), ASKED)
def test_the_table_waits_for_the_expected_act(acts: str, options: dict[str, Json], texts: list[str], source: str) -> None:
    reading = game(acts, **options)
    assert [prompt.text for prompt in reading.system.prompts(reading.table) if prompt.expected] == texts, source


@pytest.mark.parametrize(
    ("acts", "numbers", "kinds"),
    [
        ("deal(3)", (3, 4, 5, 6, 7), ("high", "low", "no_trump")),
        ("deal(3) 0:bids(5 low)", (5, 6, 7), ("no_trump", "high", "low")),
        ("deal(3) 0:bids(5 no_trump)", (6, 7), ("high", "low", "no_trump")),
        ("deal(3) 0:bids(7 low)", (7,), ("no_trump",)),
    ],
)
def test_the_form_for_a_bid_offers_only_numbers_and_kinds_that_are_still_legal(
    acts: str, numbers: tuple[int, ...], kinds: tuple[str, ...]
) -> None:
    """Source: docs/rules/05_bid_whist.md, Schema, `kind_order`."""
    reading = game(acts)
    (prompt,) = [prompt for prompt in reading.system.prompts(reading.table) if prompt.type == "BidMade"]
    assert [ask.choices for ask in prompt.asks] == [numbers, kinds]


def test_the_form_fills_in_the_recorded_kitty_if_the_hand_of_the_maker_is_known() -> None:
    dealt = game(SUITS_DEALT + SPADES_HIGH.split(" 0:kitty")[0])
    (prompt,) = [prompt for prompt in dealt.system.prompts(dealt.table) if prompt.expected]
    assert prompt.given == {"seat": 0, "cards": ["HJ", "LJ", "2S", "2H", "2D", "2C"]}


def test_the_form_offers_every_card_that_may_be_thrown_or_played_from_a_hand() -> None:
    """Source: docs/rules/05_bid_whist.md, `follow` strict; BW-9."""
    reading = game(SUITS_DEALT + SPADES_HIGH.split(" 0:throws")[0])
    (prompt,) = [prompt for prompt in reading.system.prompts(reading.table) if prompt.expected]
    assert len(prompt.asks[0].choices) == 18
    reading = game(SUITS_DEALT + SPADES_HIGH + "0:AS")
    (prompt,) = [prompt for prompt in reading.system.prompts(reading.table) if prompt.expected]
    assert len(prompt.asks[0].choices) == 12


def test_the_public_view_never_shows_a_sealed_card() -> None:
    reading = game(SUITS_DEALT + SPADES_HIGH)
    for before, step in pairwise(reading.steps):
        view = reading.system.seen_by(step.table, PUBLIC)
        assert view.face_up == ()
        assert reading.system.seen_by(before.table, PUBLIC).last_round == view.last_round == ""
