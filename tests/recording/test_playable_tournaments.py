"""A tournament whose games could not be played is refused when it is planned or opened. Opening and planning say the same as opening the
game of a table would."""

from contextlib import suppress

import pytest

from domain.kernel.canonical import Json
from domain.kernel.events import PersonId
from domain.kernel.events.tournaments import Settings, TournamentOpened
from domain.kernel.shapes import Sealed
from domain.record.refusals import Refusal
from domain.system import Unplayable
from domain.systems import SYSTEMS
from domain.tournament.formats import FORMATS
from domain.tournament.formats.draw import table_sizes
from domain.tournament.seating import seats_of
from domain.tournament.state import Entry, Seated, Tournament
from service.recording.tournaments import NewTournament, opening
from tests.speeds import rows

PEOPLE = range(1, 9)
"""How many people an entry may have."""
SEATS = (None, *range(2, 17))
SHAPES: tuple[dict[str, Json], ...] = ({}, *({"table": table, "partners": partners} for table in range(2, 9) for partners in (1, 2)))
"""Settings of a request: those that the format proposes, and others."""


def opened(system: str, format_: str, seats: int | None = None, entries: int = 0, **settings: Json) -> TournamentOpened | Refusal:
    return opening(NewTournament("Cup", system, {}, seats, format_, settings, None), entries=entries)


def at_a_table(act: TournamentOpened, people: int, sides: int | None = None) -> int | str:
    """Return how many seats the game of a table has whose entries have this many people each, or why the game cannot be opened."""
    partners = act.settings.partners
    numbers = range(1, (act.settings.table if sides is None else sides * partners) + 1)
    state = Tournament(
        version=1,
        title=act.title,
        format=act.format,
        visibility="private",
        system=act.system,
        rules=act.rules,
        settings=act.settings,
        entries={number: Entry(number, tuple(PersonId(f"p{number}-{each}") for each in range(people)), "") for number in numbers},
    )
    seated = Seated(1, tuple(tuple(numbers[at : at + partners]) for at in range(0, len(numbers), partners)))
    seats = seats_of(state, seated, SYSTEMS[act.system], ())
    return seats if isinstance(seats, str) else len(seats)


def possible(slug: str, format_: str, settings: Settings) -> dict[int, set[int]]:
    """Return how many seats the games of tables can have, with any rules that the system has for some number of people: by the number of
    people in each entry."""
    found: list[TournamentOpened] = []
    for number in range(2, 17):
        with suppress(Unplayable):
            act = TournamentOpened(Sealed("", "Cup"), slug, SYSTEMS[slug].rules_with({}, number), format_, settings, "private")
            found += [act] if act not in found else []
    return {people: {seats for act in found if isinstance(seats := at_a_table(act, people), int)} for people in PEOPLE}


@pytest.mark.parametrize("format_", rows(FORMATS, ("swiss", "rotation")))
@pytest.mark.parametrize("slug", rows(SYSTEMS, ("high-card-low-card", "spades-standard")))
def test_a_tournament_can_be_opened_exactly_if_the_game_of_a_table_can(slug: str, format_: str) -> None:
    for shape in SHAPES:
        like = opened("high-card", format_, **shape)
        could = {} if isinstance(like, Refusal) else possible(slug, format_, like.settings)
        for seats in SEATS:
            made, where = opened(slug, format_, seats, **shape), (shape, seats)
            if isinstance(made, Refusal):
                assert {fault.pointer for fault in made.faults} <= {"/system", "/format", *(["/seats"] if seats else []), *_sent(shape)}
                if could:  # otherwise the format refuses these settings
                    assert not could[1] if seats is None else all(seats not in numbers for numbers in could.values()), where
            elif seats is None:
                assert isinstance(at_a_table(made, 1), int), where
            else:
                assert any(at_a_table(made, people) == seats for people in PEOPLE), where


def _sent(shape: dict[str, Json]) -> set[str]:
    return {"/settings", *(f"/settings/{name}" for name in shape)} if shape else set()


@pytest.mark.parametrize("format_", FORMATS)
def test_high_card_low_card_is_refused_at_tables_of_two_people_in_every_format(format_: str) -> None:
    """It is for 3 to 13 players (LC-8)."""
    made = opened("high-card-low-card", format_, table=2)
    assert isinstance(made, Refusal)
    assert {fault.pointer for fault in made.faults} <= {"/system", "/settings"}


@pytest.mark.parametrize("entries", range(3, 20))
@pytest.mark.parametrize("slug", ["high-card", "high-card-low-card", "pitch-auction-classic", "box"])
def test_a_draw_is_planned_exactly_if_the_game_can_be_played_at_each_of_its_tables(slug: str, entries: int) -> None:
    for table in (3, 4, 6, 13):
        sizes = set(table_sizes(entries, table))
        made, alone = opened(slug, "draw", entries=entries, table=table), opened(slug, "draw", table=table)
        if isinstance(alone, Refusal):
            assert isinstance(made, Refusal)
            continue
        assert isinstance(made, TournamentOpened) == all(isinstance(at_a_table(alone, 1, size), int) for size in sizes)
