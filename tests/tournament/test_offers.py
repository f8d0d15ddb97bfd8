"""The formats and settings that a director is offered before a tournament is opened, and the plan that follows from them."""

from itertools import combinations, combinations_with_replacement

import pytest

from domain.kernel.events.tournaments import SETTINGS, Settings
from domain.kernel.shapes import MAX_SEATS, Fault
from domain.tournament.cut import how_many
from domain.tournament.formats import FORMATS
from domain.tournament.offers import ABOUT, READY, TIE_BREAK_SENTENCES, Played, offers, ready
from domain.tournament.playable import misfits, planned
from domain.tournament.tiebreaks import find

ALONE = Played(2, 13)
TWO_PAIRS = Played(4, 4, 2)


def suiting(entries: int, members: int, game: Played) -> list[str]:
    return [offer.format for offer in offers(entries, members, game) if offer.refused is None]


def test_every_tournament_format_has_a_sentence_about_it() -> None:
    assert ABOUT.keys() == FORMATS.keys()
    assert all(about.sentence.endswith(".") for about in ABOUT.values())


def test_every_offered_tie_break_exists() -> None:
    assert [find(name).name for name in TIE_BREAK_SENTENCES] == list(TIE_BREAK_SENTENCES)


GAMES = [
    Played(least, most, sides)
    for least, most in [*combinations_with_replacement(range(2, 7), 2), (2, MAX_SEATS), (13, 14), (MAX_SEATS, MAX_SEATS)]
    for sides in (*range(7), 8, MAX_SEATS)
]


@pytest.mark.parametrize("members", [1, 2, 8])
@pytest.mark.parametrize("entries", [0, 1, 2, 3, 4, 8, 9, 61])
def test_proposed_settings_are_accepted_when_the_tournament_is_opened(entries: int, members: int) -> None:
    """The settings proposed for every game are tested. Even if a format does not suit the game, its proposed settings are read without an
    error."""
    made = [(game, offer) for game in GAMES for offer in offers(entries, members, game)]
    for settings in {offer.settings for _, offer in made}:
        faults: list[Fault] = []
        assert (SETTINGS.read(SETTINGS.dump(settings), "", faults), faults) == (settings, [])
    suit = [(game, offer) for game, offer in made if offer.refused is None]
    for name, settings in {(offer.format, offer.settings) for _, offer in suit}:
        assert misfits(name, settings, entries) == [], (name, settings)
    for game, offer in suit:
        assert game.least <= offer.seats <= game.most, (game, offer)
        assert offer.seats % max(game.sides, 1) == 0, (game, offer)


@pytest.mark.parametrize(
    ("game", "table", "partners"),
    [  # the table size that is nearest to four people and gives equal sides
        (Played(2, 13, 2), 4, 2),
        (Played(4, 8, 3), 6, 2),
        (Played(6, 6, 3), 6, 2),
        (Played(2, 8, 6), 6, 1),
        (Played(2, 8, 8), 8, 1),
        (ALONE, 4, 1),
        (Played(5, 7), 5, 1),
    ],
)
def test_the_progressive_format_is_offered_with_tables_that_fit_the_game(game: Played, table: int, partners: int) -> None:
    (offer,) = (offer for offer in offers(24, 1, game) if offer.format == "progressive")
    assert (offer.settings.table, offer.settings.partners, offer.refused) == (table, partners, None)


@pytest.mark.parametrize(
    ("game", "members", "reason"),
    [
        (Played(2, 3, 4), 1, "This game is for 2 to 3 people, and they cannot make 4 equal sides."),
        (Played(5, 5, 2), 1, "This game is for 5 people, and they cannot make 2 equal sides."),
        (Played(4, 4, 1), 1, "This game has one side, and a table here has two or more."),
        (Played(4, 4, 1), 2, "This game has one side, and a table here has two or more."),
    ],
)
def test_progressive_formats_are_refused_if_the_people_of_a_game_cannot_form_equal_sides(game: Played, members: int, reason: str) -> None:
    assert [offer.refused for offer in offers(24, members, game) if offer.format.startswith("progressive")] == [reason] * 3


@pytest.mark.parametrize(
    ("entries", "members", "game", "best"),
    [  # the director is offered `best` as the first format
        (8, 1, ALONE, "round-robin"),
        (24, 1, ALONE, "swiss"),
        (24, 1, TWO_PAIRS, "rotation"),
        (24, 2, TWO_PAIRS, "swiss"),
        (12, 1, Played(6, 6, 2), "progressive"),
        (12, 1, Played(5, 5), "progressive"),
    ],
)
def test_the_best_format_is_offered_first(entries: int, members: int, game: Played, best: str) -> None:
    assert suiting(entries, members, game)[0] == best


def test_formats_with_two_people_at_a_table_are_refused_for_a_game_of_two_pairs() -> None:
    assert not {"swiss", "round-robin", "draw"} & set(suiting(24, 1, TWO_PAIRS))
    (swiss,) = (offer for offer in offers(24, 1, TWO_PAIRS) if offer.format == "swiss")
    assert swiss.refused == "This game is for 4 people, and a table here would have 2."


@pytest.mark.parametrize("entries", [*range(1, 70), 128, 255, 512, 2000])
def test_a_tournament_in_stages_that_is_offered_can_be_opened_and_needs_no_byes(entries: int) -> None:
    for offer in ready(entries, 1, ALONE):
        made = READY[offer.format]
        assert (offer.refused is None) == (entries >= made.least)
        if offer.refused is None:
            assert misfits(made.format, offer.settings, entries) == []
            assert offer.settings.cut is not None
            on = how_many(offer.settings, offer.settings.cut)
            assert on == 1 << on.bit_length() - 1


@pytest.mark.parametrize(
    ("entries", "groups", "cut"), [(6, 2, (2, 0)), (8, 2, (2, 0)), (12, 3, (2, 2)), (16, 4, (2, 0)), (20, 5, (1, 3)), (24, 6, (2, 4))]
)
def test_about_half_go_on_from_groups(entries: int, groups: int, cut: tuple[int, int]) -> None:
    settings = ready(entries, 1, ALONE)[0].settings
    assert settings.groups is not None
    assert settings.cut is not None
    assert (settings.groups.count, (settings.cut.top, settings.cut.best)) == (groups, cut)


def test_in_a_planned_round_robin_everybody_meets_everybody_once() -> None:
    plan = planned("round-robin", Settings(), 7)
    assert plan[:3] == (7, 3, 1)
    assert plan.schedule is not None
    met = sorted(tuple(sorted((one, other))) for paired in plan.schedule for ((one,), (other,)) in paired.tables)
    assert met == list(combinations(range(1, 8), 2))
    assert [paired.sits_out for paired in plan.schedule if len(paired.sits_out) != 1] == []


def test_in_a_planned_rotation_nobody_has_a_partner_twice() -> None:
    plan = planned("rotation", Settings(rounds=7, table=4, partners=2), 8)
    assert plan.schedule is not None
    partners = [tuple(sorted(side)) for paired in plan.schedule for table in paired.tables for side in table]
    assert len(partners) == len(set(partners)) == 7 * 4


@pytest.mark.parametrize(
    ("format_name", "settings", "entries", "tables", "sits_out"),
    [
        ("swiss", Settings(rounds=5), 25, 12, 1),
        ("progressive", Settings(rounds=5, table=4, partners=2), 26, 6, 2),
        ("draw", Settings(rounds=3, table=4), 14, 4, 0),  # two tables of 4 and two of 3
    ],
)
def test_a_plan_counts_the_tables_of_a_round(format_name: str, settings: Settings, entries: int, tables: int, sits_out: int) -> None:
    assert planned(format_name, settings, entries) == (settings.rounds, tables, sits_out, None)
