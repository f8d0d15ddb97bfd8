"""What players and onlookers do in a whole evening: phones that open the code of a table, and windows that only look."""

from collections.abc import Collection

from playwright.sync_api import expect

from tests.browser.correcting import pick
from tests.browser.cups import PIN
from tests.browser.evening_sums import Score, Table
from tests.browser.visitor import Hands, Visitor

POINTS = ("high", "low", "jack", "off_jack", "low_joker", "high_joker", "game", "trey")
"""The scoring points of a deal of Smear. Each counts 1, but the three of trumps (trey) counts 3."""


def score_of(lost: Collection[str]) -> Score:
    """Return the scores of both sides after a deal. The second side got the points in `lost`, the first side got all others."""
    other = sum(3 if point == "trey" else 1 for point in lost)
    return 10 - other, other


def person(table: Table, side: int) -> str:
    """Return the name of one of the people on a side."""
    return table.sides[side][0].split(" and ")[0]


# --- phones -------------------------------------------------------------------------------------------------------------------------------


def opens(phone: Hands, code: str, table: Table | None = None) -> None:
    """Open the address in the code of a table."""
    phone.page.goto(code)
    phone.page.wait_for_url(f"**/tables/{table.number}" if table else "**/tables/*")
    expect(phone.find("#connection")).to_have_text("Live")


def names_sides(phone: Hands, number: int, table: Table) -> None:
    one, other = (" and ".join(side) for side in table.sides)
    expect(phone.find("#sentence")).to_have_text(f"Round {number}: {one} against {other}")


def types(phone: Hands, score: Score) -> None:
    phone.activate('#acts [data-do="type"]')
    for side, points in enumerate(score):
        phone.write(f"#score-{side}", str(points))
    phone.activate('[data-do="send"]')
    expect(phone.find("#second-title")).to_be_visible()


def confirms(phone: Hands, name: str) -> None:
    """Let a player of the side that lost confirm the typed result with a PIN."""
    phone.activate(phone.find("#second .pin-choice button", has_text=name))
    for digit in PIN:
        phone.activate(f'#second [data-digit="{digit}"]')
    phone.activate('#second [data-do="approve"]')
    expect(phone.find("#sentence")).to_have_text("Your result counts")


def begins_the_record(phone: Hands) -> None:
    phone.activate('[data-do="record"]')
    phone.page.wait_for_url("**/games/**")
    expect(phone.find("#connection")).to_have_text("Live")


def stops_play(phone: Hands, kind: str) -> None:
    """Stop play because of an irregularity of this kind."""
    phone.activate("#wrong")
    pick(phone, "IrregularityCalled")
    phone.activate(f'#other-form [data-word="{kind}"]')
    phone.activate('#other-form [data-do="commit"]')
    expect(phone.find("#undo")).to_contain_text("Play stops")


def states_the_deal(phone: Hands, table: Table, lost: Collection[str] = ()) -> None:
    """Record a deal by its result. The first player of the first side makes the bid. This side gets all points except those in `lost`."""
    maker, other = person(table, 0), person(table, 1)
    phone.activate('#seats [data-do="act"][data-type="DealStated"]')
    phone.activate(phone.seat(maker))
    phone.activate('#seats [data-number="6"]')
    phone.activate('#seats [data-word="H"]')
    for point in POINTS:
        phone.activate(f'#seats [data-do="give"][data-word="{point}"]:has-text("{other if point in lost else maker}")')
    phone.activate('#seats .foot button:not([aria-disabled]):has-text("Record it: Result of a deal")')
    expect(phone.find("#life")).to_contain_text("Nobody has confirmed it yet")


def confirms_the_game(phone: Hands, table: Table, side: int) -> None:
    """Let a player of a side that lost confirm the recorded game with a PIN."""
    phone.activate(phone.find("#confirmation [data-seat]", has_text=person(table, side)).first)
    for digit in PIN:
        phone.activate(f'#confirmation [data-digit="{digit}"]')
    phone.activate('#confirmation [data-do="confirm"]')
    phone.activate(phone.find("#life").get_by_text(f"Back to table {table.number}"))
    phone.page.wait_for_url(f"**/tables/{table.number}")
    expect(phone.find("#sentence")).to_have_text("Your result counts")


# --- onlookers ----------------------------------------------------------------------------------------------------------------------------


def seated(onlooker: Visitor, number: int, tables: int, *, paired: bool) -> list[Table]:
    """Return who sits where, from the page of the pairings, which shows the round as soon as it is published. `paired`: whether each side
    is one entry of two people."""
    expect(onlooker.find("#sentence")).to_contain_text(f"Round {number} is about to begin")
    lines = onlooker.find("#tables > li")
    expect(lines).to_have_count(tables)
    made = []
    for place in range(tables):
        one, other = lines.nth(place).locator(".who").all_text_contents()
        made.append(Table(place + 1, ((one,), (other,)) if paired else (tuple(one.split(" and ")), tuple(other.split(" and ")))))
    return made


def sit_out(onlooker: Visitor) -> list[str]:
    """Return who has no table in the round that is shown."""
    said = str(onlooker.find("#out").text_content())
    return said.removeprefix("Without a table in this round: ").split(", ") if said else []


def standings(onlooker: Visitor) -> list[tuple[int, str, int]]:
    """(place, name, points) of each row of the standings."""
    rows = [line.split("\t") for line in onlooker.find("#rows").evaluate(ROWS)]
    return sorted((int(place), name, int(points)) for place, name, points in rows)


ROWS = """body => [...body.rows].map(row => [row.querySelector(".place b"), row.querySelector(".called"), row.querySelector(".points")]
  .map(each => each.textContent).join("\\t"))"""
