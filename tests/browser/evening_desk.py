"""What a director does in a whole evening, on the pages: open a tournament, check people in, lead the rounds, correct, finish."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.browser.correcting import change
from tests.browser.cups import PIN
from tests.browser.desks import act, row, says
from tests.browser.evening_sums import Score, Table
from tests.browser.visitor import Hands

HERE = re.compile(r"(/tournaments/home-t\w{16})/desk/entries$")


class Desk:
    """The director's window. `path`: the address of the tournament."""

    def __init__(self, director: Hands) -> None:
        self.window = director
        self.path = ""

    # --- before the first round ---

    def opens(self, title: str, kind: str, entries: Sequence[str], shape: str, **fields: int) -> None:
        """Open a public tournament of Smear in three steps. `kind`: the button that says how people enter. `shape`: the format.
        `fields`: the values of settings. Each key is the last part of the id of a field."""
        window = self.window
        window.go("/tournaments")
        window.activate("#act a")
        window.pick("smear-ten-point")
        window.write("#cup-title", title)
        window.choose("#visibility", "public")
        expect(window.find("#rules .spoken")).to_have_text(" of Ten-point partnership Smear")
        window.activate("#next")
        window.activate(f"text={kind}")
        window.activate("text=Paste a list, or open a file")
        window.write("#pasted", "\n".join(entries))
        window.activate('[data-do="paste"]')
        expect(window.find("#entered li")).to_have_count(len(entries))
        window.activate("#next")
        window.check(f'[name="format"][value="{shape}"]')
        window.check("#set-round-ends-hands")
        for field, value in fields.items():
            window.write(f"#set-{field.replace('_', '-')}", str(value))

    def opened(self, plan: str) -> None:
        """Wait until the page shows the text `plan` in the plan of the tournament, and open the tournament."""
        expect(self.window.find("#plan .facts")).to_contain_text(plan)
        self.window.activate("#next")
        self.window.page.wait_for_url(HERE)
        match = HERE.search(self.window.page.url)
        assert match
        self.path = match[1]

    def ties_by(self, *names: str) -> None:
        """Replace the proposed tie-breaks with these."""
        self.window.activate("#fold-level > summary")
        ties = self.window.find("#ties li")
        for left in range(ties.count() - 1, -1, -1):
            self.window.activate(ties.last.locator('[data-do="untie"]'))
            expect(ties).to_have_count(left)
        for count, name in enumerate(names, 1):
            self.window.choose("#tie-more", name)
            self.window.activate('[data-do="tie"]')
            expect(ties).to_have_count(count)

    def checks_in(self, names: Sequence[str]) -> None:
        """Check these entries in. Each sets the same PIN."""
        window = self.window
        window.go(f"{self.path}/desk/entries")
        window.activate("#more > summary")
        window.check("#pins")
        for name in names:
            self.window.activate(self.entry(name).locator(".arrive"))
            window.write("#entry-pin", PIN)
            window.activate('[data-do="with-pin"]')
            expect(self.entry(name).locator(".chip")).to_have_text("Here")

    def entry(self, name: str) -> Locator:
        return self.window.find("#entries li", has=self.window.page.get_by_text(name, exact=True))

    def withdraws(self, name: str) -> None:
        self.window.go(f"{self.path}/desk/entries")
        self.window.activate(self.entry(name).locator('[data-do="more"]'))
        self.window.activate('[data-act="withdraw"]')
        expect(self.entry(name)).to_contain_text("Withdrawn")

    def misses(self, name: str, brings: str) -> None:
        """Let an entry miss the next round. `brings`: what the entry gets for that round, in the words of the list on the page."""
        self.window.go(f"{self.path}/desk/entries")
        self.window.activate(self.entry(name).locator('[data-do="more"]'))
        self.window.choose("#miss-kind", brings)
        self.window.activate('[data-act="miss"]')
        expect(self.entry(name)).to_contain_text("misses round")

    def enters_late(self, name: str, line: int) -> None:
        """Enter somebody after round 1. Expect that the page proposes the number `line` in the rotation."""
        self.window.go(f"{self.path}/desk/entries")
        self.window.activate("#late")
        self.window.write("#person-0", name)
        expect(self.window.find("#entry-line")).to_have_value(str(line))
        self.window.activate('[data-do="enter"]')
        expect(self.entry(name)).to_be_visible()

    def codes(self, tables: int) -> dict[int, str]:
        """Make the codes of the tables. Returns the address in each code."""
        self.window.go(f"{self.path}/desk/links")
        expect(self.window.find("#sentence")).to_have_text("No table has a code yet")
        self.window.write("#to", str(tables))
        self.window.activate("#make")
        expect(self.window.find("#codes img")).to_have_count(tables)
        fields = self.window.find("#codes input")
        return {table: fields.nth(table - 1).input_value() for table in range(1, tables + 1)}

    # --- a round ---

    def now(self) -> None:
        self.window.go(f"{self.path}/desk")
        expect(self.window.find("#live .live")).to_be_visible()

    def pairs(self, number: int) -> None:
        if number > 1:
            says(self.window, f"Everything is in: pair round {number}")
        self.window.activate(act(self.window, "pair"))
        says(self.window, f"Round {number} is paired: publish it")

    def publishes_after_a_look(self, number: int, tables: int) -> None:
        """Look at the pairing on its own page, and publish it there."""
        self.window.activate('a[data-key="look"]')
        expect(self.window.find(".table-card")).to_have_count(tables)
        self.window.activate('[data-do="publish"]')
        expect(self.window.find("#sentence")).to_have_text(f"Round {number} is about to begin")
        self.window.activate(self.window.find("#acts a", has_text="To the desk"))
        expect(self.window.find("#live .live")).to_be_visible()

    def publishes(self, number: int) -> None:
        self.window.activate(act(self.window, "publish"))
        says(self.window, f"Round {number} is about to begin: start it")

    def starts(self, number: int, tables: int) -> None:
        self.window.activate(act(self.window, "start"))
        self.counts(number, 0, tables)

    def counts(self, number: int, there: int, tables: int) -> None:
        says(self.window, f"Round {number} is being played: {there} of {tables} tables are in")

    def rings(self) -> None:
        self.window.activate(act(self.window, "bell"))
        expect(self.window.find("#clock")).to_contain_text("rang at")

    def approves(self, number: int, table: Table, score: Score) -> None:
        """Approve what somebody typed at the table."""
        self.window.activate(row(self.window, table.number, number).get_by_role("button", name=f"Approve {score[0]}–{score[1]}"))
        expect(row(self.window, table.number, number)).to_have_count(0)

    def types(self, number: int, table: Table, score: Score) -> None:
        """Type a result at the desk. It counts although no second person confirms it."""
        line = row(self.window, table.number, number)
        self.window.activate(line.get_by_role("button", name="Result"))
        for side, points in enumerate(score):
            self.window.write(line.locator("[data-score]").nth(side), str(points))
        self.window.activate(line.get_by_role("button", name="Save the scores"))
        expect(line).to_have_count(0)

    # --- a dispute, a correction, the end ---

    def rules(self, number: int, table: Table) -> None:
        """Go from the desk to the disputed game, and rule that play goes on."""
        window = self.window
        self.now()
        line = row(window, table.number, number)
        expect(line.locator(".chip.query")).to_have_text("disputed")
        window.activate(line.get_by_role("link", name="Rule on it"))
        window.page.wait_for_url("**/games/**")
        expect(window.find("#undo")).to_contain_text("Play stops")
        stop = window.find("#undo").get_attribute("data-version")
        expect(window.find(f'#history-list [data-key="v{stop}"] summary')).to_be_focused()  # the page has unfolded the record
        change(window, int(str(stop)), "rule")
        window.activate('#ruling [data-word="stand"]')
        window.write("#ruling-rule", "Play goes on")
        window.activate('#ruling [data-do="look"]')
        window.activate("#review-send")
        expect(window.find("#rulings-count")).to_have_text("1")

    def announces(self, text: str) -> None:
        self.window.activate("#announce > summary")
        self.window.write("#announce-text", text)
        self.window.activate(act(self.window, "announce"))
        expect(self.window.find("#told")).to_have_text("Announced.")

    def finishes(self, places: Sequence[tuple[int, str]]) -> None:
        """Publish the last standings, finish, and expect these prizes: (place, name)."""
        self.window.activate(act(self.window, "standings"))
        expect(act(self.window, "standings")).to_have_count(0)
        self.window.activate(act(self.window, "finish"))
        says(self.window, "The tournament is over")
        prizes = self.window.find("#places li")
        expect(prizes).to_have_count(len(places))
        for line, (place, name) in zip(prizes.all(), places, strict=True):
            expect(line.locator(".desk-place")).to_have_text(re.compile(rf"^{place}\w\w$"))
            expect(line.locator(".what")).to_have_text(name)
        self.window.activate(self.window.find("#prizes a", has_text="All places"))
        expect(self.window.find("#rows > tr")).not_to_have_count(0)
