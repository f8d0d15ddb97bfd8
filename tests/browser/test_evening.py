"""Two whole evenings in a browser, each in an empty club: a card night of 24 players with changing partners, and a Swiss tournament of 12
fixed pairs. A director's window, phones at the tables, and windows that only look are open at the same time."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.correcting import change
from tests.browser.desks import row
from tests.browser.evening_desk import Desk
from tests.browser.evening_sums import Score, Sums, Table, by_scores, by_wins
from tests.browser.evening_tables import (
    begins_the_record,
    confirms,
    confirms_the_game,
    names_sides,
    opens,
    person,
    score_of,
    seated,
    sit_out,
    standings,
    states_the_deal,
    stops_play,
    types,
)
from tests.browser.keyboard import Keys
from tests.browser.visitor import Hands, Taps, Visitor
from tests.ops.serving import Serving, configured, serving
from tests.speeds import first, long
from tests.waiting import until

pytestmark = first
GUESTS = "Ada Bea Cal Dee Eli Fay Gus Hal Ivy Jon Kit Lou May Ned Oda Pip Quin Rex Sue Tom Uma Vic Wim Xia"
"""The names of the players. No name is a part of another name."""
NAMES = GUESTS.split()
LATE = "Yan"
TABLES = 6
PRIZES = 3


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Serving]:
    """A product that no other test uses, so that its club is empty."""
    with serving(configured(tmp_path / "data"), tmp_path / "printed") as server:
        yield server


class Hall:
    """Everybody in the hall. `watching` shows the pairings, `reading` the standings, and `wall` is the screen of the hall. `paired`:
    whether every entry is a pair. `hands`: how the director and the people at the tables work: by taps or by keys. The other windows only
    show pages."""

    def __init__(self, come: Come, product: Serving, hands: type[Hands] = Taps, *, paired: bool = False) -> None:
        self.paired = paired
        self.desk = Desk(come(hands, token=product.owner(), size=DESKTOP))
        self.first, self.second, self.third = (come(hands) for _ in range(3))
        self.watching, self.reading = come(Visitor), come(Visitor)
        self.wall = come(Visitor, size=DESKTOP)
        self.codes: dict[int, str] = {}

    def sits_down(self) -> None:
        """Make the codes of the tables, and open the pages."""
        self.codes = self.desk.codes(TABLES)
        opens(self.first, self.codes[1])
        opens(self.second, self.codes[2])
        for onlooker, page in ((self.watching, "/rounds"), (self.reading, ""), (self.wall, "/wall")):
            onlooker.go(self.desk.path + page)

    def follows(self, number: int, there: int, tables: int) -> None:
        """Check that the pairings and the wall show how many tables have a result, although these pages were not reloaded."""
        said = f"Round {number} is being played: {there} of {tables} tables are in"
        for onlooker in (self.watching, self.wall):
            expect(onlooker.find("#sentence")).to_have_text(said)

    def begins(self, number: int, tables: int, *, look: bool = False) -> list[Table]:
        """Pair, publish and start a round. Returns who sits where. `look`: the director looks at the pairing first."""
        self.desk.now()
        self.desk.pairs(number)
        if look:
            self.desk.publishes_after_a_look(number, tables)
        else:
            self.desk.publishes(number)
        made = seated(self.watching, number, tables, paired=self.paired)
        self.desk.starts(number, tables)
        return made

    def reports(self, number: int, table: Table, score: Score) -> None:
        """At the table, somebody types the result on the phone, and a player of the side that lost confirms it with a PIN."""
        phone = self.second if table.number == 2 else self.third
        if phone is self.third:
            opens(phone, self.codes[table.number], table)
        names_sides(phone, number, table)
        types(phone, score)
        confirms(phone, table.sides[loser(score)][0])

    def records(self, number: int, table: Table, *lost: str, dispute: bool = False) -> Score:
        """Table 1 records its game, and a player of the side that lost confirms it with a PIN. `dispute`: whether play is stopped and the
        director rules."""
        names_sides(self.first, number, table)
        begins_the_record(self.first)
        if dispute:
            stops_play(self.first, "misdeal")
            self.desk.rules(number, table)
            self.desk.now()
        states_the_deal(self.first, table, lost)
        confirms_the_game(self.first, table, loser(score_of(lost)))
        return score_of(lost)


def loser(score: Score) -> int:
    one, other = score
    return int(one > other)


def typed(number: int, table: Table) -> Score:
    """Return the scores of the two sides in a hand of Smear. The scores differ between rounds and tables, and the two sides never have the
    same score."""
    one = (3 * number + 2 * table.number) % 11
    return (6, 4) if one == 5 else (one, 10 - one)


def played_in_full(hall: Hall, sums: Sums, number: int, tables: list[Table], *lost: str, dispute: bool = False) -> None:
    """Play a round: table 1 records its game, most tables type and confirm on their phones, and the director approves the last result
    after the bell."""
    count = len(tables)
    sums.adds(number, tables[0], hall.records(number, tables[0], *lost, dispute=dispute))
    hall.follows(number, 1, count)
    for table in tables[1:-1]:
        hall.reports(number, table, typed(number, table))
        sums.adds(number, table, typed(number, table))
    hall.follows(number, count - 1, count)
    hall.desk.counts(number, count - 1, count)
    hall.desk.rings()
    expect(hall.second.find("#sentence")).to_have_text("Your result counts")
    opens(hall.third, hall.codes[count], tables[-1])
    expect(hall.third.find("#clock")).to_have_text("The bell has rung")
    types(hall.third, typed(number, tables[-1]))
    hall.desk.approves(number, tables[-1], typed(number, tables[-1]))
    expect(hall.third.find("#sentence")).to_have_text("Your result counts")
    sums.adds(number, tables[-1], typed(number, tables[-1]))


def played_at_the_desk(hall: Hall, sums: Sums, number: int, tables: list[Table]) -> None:
    for table in tables:
        hall.desk.types(number, table, typed(number, table))
        sums.adds(number, table, typed(number, table))


def agree(hall: Hall, sums: Sums) -> None:
    """Check that the page of the standings, which a stranger opened before round 1, shows the places that the test computed."""
    with suppress(AssertionError):
        until(lambda: standings(hall.reading) == sums.places())
    assert standings(hall.reading) == sums.places()


def corrected_late(hall: Hall, sums: Sums, number: int, table: Table, *, found: str) -> None:
    """Correct the recorded game of a table after its round. `found`: the point that goes to the other side. The director sees what
    the correction would change in the tournament, accepts the change and announces it."""
    window = hall.desk.window
    window.go(f"{hall.desk.path}/rounds/{number}")
    window.activate(window.find("#tables > li").nth(table.number - 1).locator("a"))
    expect(window.find("#where")).to_contain_text("Step")
    window.activate(window.find('a[href^="/games/"]', has_text="Table"))
    expect(window.find("#life")).to_contain_text("Confirmed by")
    _, before = sums.results[number, table.number]
    worth = 3 if found == "trey" else 1
    after = (before[0] - worth, before[1] + worth)
    window.activate("#history > summary")
    entry = window.find('#history-list [data-key^="v"]', has_text="Result of the deal").first
    version = str(entry.get_attribute("data-key")).removeprefix("v")
    change(window, int(version), "correct")
    window.activate(f'#other-form [data-do="give"][data-word="{found}"]:has-text("{person(table, 1)}")')
    window.activate('#other-form [data-do="commit"]')
    expect(window.find("#review-changes")).to_contain_text("Then: ")
    window.activate('#review [data-reason="misheard"]')
    window.activate("#review-send")
    expect(window.find("#review")).to_be_hidden()
    hall.desk.now()
    line = row(window, table.number, number)
    expect(line).to_contain_text(f"{before[0]}–{before[1]} would become {after[0]}–{after[1]}.")
    expect(line).to_contain_text(re.compile(" moves? from |No place changes"))
    agree(hall, sums)
    window.activate(line.get_by_role("button", name=f"Accept {after[0]}–{after[1]}"))
    expect(line).to_have_count(0)
    sums.adds(number, table, after)
    expect(hall.reading.find("#moved")).to_contain_text(f"Table {table.number} of round {number} was corrected")
    agree(hall, sums)
    text = f"Round {number}, table {table.number}: {after[0]} to {after[1]}, as both sides agree"
    hall.desk.announces(text)
    for page in (hall.reading, hall.watching, hall.second):
        expect(page.find("#announced")).to_contain_text(text)
    expect(hall.wall.find("#said")).to_contain_text(text)


def finished(hall: Hall, sums: Sums) -> None:
    """Finish the tournament. The prize list, the standings and the wall show what the test computed."""
    places = sums.places()
    hall.desk.finishes([(place, name) for place, name, _ in places if place <= PRIZES])
    agree(hall, sums)
    expect(hall.wall.find("#sentence")).to_contain_text(places[0][1])
    for phone in (hall.first, hall.second):
        expect(phone.find("#sentence")).to_have_text("The tournament is over")


def test_a_card_night_of_24_players_can_be_run_from_an_empty_club_to_the_prize_list(come: Come, product: Serving) -> None:
    """A rotation with 8 rounds of one hand. Xia does not come. Yan comes late and takes a free number. In round 1 there are 5 tables, and 3
    players sit out."""
    hall = Hall(come, product)
    desk = hall.desk
    sums = Sums([*NAMES, LATE], by_scores)
    desk.opens("Card night", "On their own", NAMES, "rotation", rounds=8, round_hands=1, round_minutes=20)
    desk.opened("8 rounds, 6 tables in each round")
    desk.checks_in(NAMES[:-1])
    desk.withdraws("Xia")
    hall.sits_down()

    first = hall.begins(1, 5, look=True)
    sums.out[1] = sit_out(hall.watching)
    assert len(sums.out[1]) == 3
    played_in_full(hall, sums, 1, first, "trey")
    desk.enters_late(LATE, line=24)
    desk.checks_in([LATE])
    second = hall.begins(2, TABLES)
    played_in_full(hall, sums, 2, second, "game", dispute=True)
    third = hall.begins(3, TABLES)
    corrected_late(hall, sums, 2, second[0], found="trey")
    played_in_full(hall, sums, 3, third)
    for number in range(4, 9):
        played_at_the_desk(hall, sums, number, hall.begins(number, TABLES))
    finished(hall, sums)


@pytest.mark.parametrize("hands", [pytest.param(Taps, marks=long), Keys])
def test_a_swiss_of_12_pairs_with_a_bye_can_be_run_from_an_empty_club_to_the_prize_list(
    come: Come, product: Serving, hands: type[Hands]
) -> None:
    """Four rounds of one hand. In round 2 one pair asked for a bye, so another pair has no opponent."""
    hall = Hall(come, product, hands, paired=True)
    desk = hall.desk
    pairs = [f"{one} and {other}" for one, other in zip(NAMES[::2], NAMES[1::2], strict=True)]
    sums = Sums(pairs, by_wins)
    desk.opens("Swiss of pairs", "With a fixed partner", pairs, "swiss", rounds=4, round_hands=1, round_minutes=20)
    desk.ties_by("difference")
    desk.opened("4 rounds, 6 tables in each round")
    desk.checks_in(pairs)
    hall.sits_down()
    first = hall.begins(1, TABLES, look=True)
    played_in_full(hall, sums, 1, first, "trey")
    desk.misses(pairs[0], "a bye")
    second = hall.begins(2, 5)
    sums.out[2] = [pairs[0], *sit_out(hall.watching)]
    assert len(sums.out[2]) == 2
    corrected_late(hall, sums, 1, first[0], found="game")
    played_in_full(hall, sums, 2, second, dispute=True)
    for number in (3, 4):
        played_at_the_desk(hall, sums, number, hall.begins(number, TABLES))
    finished(hall, sums)
