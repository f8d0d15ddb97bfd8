"""Visitors of the pages, who open addresses, tap or type. `faults` collects script errors and violations of the content security policy."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from playwright.sync_api import Locator, Page, Route, expect

NETWORK = "net::ERR_"
"""Part of the message that Chromium logs when a test has cut the connection."""
AHEAD = "const real = Date.now; window.ahead = 3_600_000; Date.now = () => real() + window.ahead;"
"""A script that sets the page's clock one hour ahead."""


BLOCKED = "Service Worker registration blocked by Playwright"
"""The message of Playwright in place of a service worker (conftest.py)."""


Held = TypeVar("Held")


class Visitor:
    """One page in its own browser context. `url` is the product's address."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self._logged: list[str] = []
        self._forgiven = [BLOCKED]
        page.on("console", lambda message: self._logged.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._logged.append(str(error)))

    @property
    def faults(self) -> list[str]:
        return [fault for fault in self._logged if not any(part in fault for part in self._forgiven)]

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def sign_in(self, token: str) -> None:
        """Exchange a token for the cookie, without opening the page `/join`."""
        headers = {"Content-Type": "application/json"}
        assert self.page.request.post(f"{self.url}/api/v1/session", data={"token": token}, headers=headers).ok

    def find(self, selector: str, **narrower: Any) -> Locator:
        return self.page.locator(selector, **narrower)

    def seat(self, name: str) -> Locator:
        """Return the plate of a player on the page, not in a dialog."""
        return self.page.locator(f'#seats .seat:has(.seat-name[title="{name}"])')

    def card(self, name: str) -> Locator:
        """Return the drawing of the card in front of a player. If it lies face up, its attribute `data-face` is the card."""
        return self.page.locator(f'#seats .spot:has(.seat-name[title="{name}"]) > .lies .playing')

    def forgive(self, *parts: str) -> None:
        """Faults that contain one of these texts do not count, because the test causes them on purpose. This includes later ones: the
        browser may log a lost request only after the page has shown that it was lost."""
        self._forgiven += parts

    def hold(self, pattern: str, times: int | None = None) -> list[Route]:
        """From now on hold back the requests to these addresses, all or only the next few (`times`). Returns a list, which later gets each
        held request."""
        held: list[Route] = []

        def keep(route: Route) -> None:
            held.append(route)

        self.page.route(pattern, keep, times=times)
        return held

    def hold_sent_events(self) -> list[Route]:
        """From now on hold back every request that records events of games."""
        return self.hold("**/api/v1/games/*/events")

    def held_one(self, held: Sequence[Held]) -> Held:
        """Wait until a request is held back, and return the first one."""
        while not held:
            self.page.wait_for_timeout(20)  # Playwright adds requests to the list only during a call such as this
        return held[0]

    @property
    def game(self) -> str:
        return str(self.page.locator("main").get_attribute("data-game"))

    def names(self, selector: str) -> list[str]:
        """Return the names of the players whose plates match the selector, in table order."""
        return [str(each.get_attribute("title")) for each in self.page.locator(f"#seats .seat{selector} .seat-name").all()]


class Hands(Visitor, ABC):
    """A visitor who acts on a page. A target is a locator, or the selector of one element."""

    @abstractmethod
    def activate(self, target: str | Locator) -> None:
        """Press a button, follow a link, open or close a fold, or choose something by its label."""

    @abstractmethod
    def write(self, target: str | Locator, text: str) -> None:
        """Replace what is in a field."""

    @abstractmethod
    def choose(self, target: str | Locator, option: str) -> None:
        """Choose from a list. `option`: the label or the value of the entry to choose."""

    @abstractmethod
    def check(self, target: str | Locator) -> None:
        """Check a box, or choose a radio button. It may be checked already."""

    def pick(self, system: str) -> None:
        """On a page that starts a game or a tournament, choose a game by its slug or by its name on the page, and wait for its rules."""
        self.page.wait_for_url("**/new*")
        if self.find("#change").is_visible():
            self.activate("#change")
        self.write("#find", system)
        expect(self.find("#found")).not_to_be_empty()
        self.activate(f'#families button:is([data-system="{system}"], :has(b:text-is("{system}")))')
        expect(self.find("#summary")).not_to_be_empty()

    def at(self, target: str | Locator) -> Locator:
        return self.find(target) if isinstance(target, str) else target


class Taps(Hands):
    def activate(self, target: str | Locator) -> None:
        self.at(target).tap()

    def write(self, target: str | Locator, text: str) -> None:
        self.at(target).fill(text)

    def choose(self, target: str | Locator, option: str) -> None:
        self.at(target).select_option(option)

    def check(self, target: str | Locator) -> None:
        self.at(target).check()

    def start(self, players: Sequence[str], system: str = "High Card") -> None:
        """Open a game with these players. `system`: the name that the page shows for it."""
        self.go("/games")
        self.find("#start").tap()
        self.pick(system)
        rows = self.find("#seats .seat-row").count()
        for spare in range(rows - 1, len(players) - 1, -1):
            self.find(f'[data-do="remove"][data-seat="{spare}"]').tap()
        for _ in range(rows, len(players)):
            self.find("#add").tap()
        for number, name in enumerate(players):
            self.find(f"#name-{number}").fill(name)
        self.find("#send").tap()
        expect(self.find("#turn")).not_to_be_empty()

    def opener(self, name: str) -> None:
        self.seat(name).tap()

    def place(self, name: str, call: str, card: str | None = None) -> None:
        """Place a card: tap the seat, the call and the card. If `card` is None, nobody knows the card yet."""
        self.seat(name).tap()
        self.find(f'#seats [data-word="{call}"]').tap()
        self.find(f'#seats [data-card="{card}"]' if card else "#seats .skip-card").tap()

    def reveal(self, cards: Mapping[str, str]) -> None:
        for name, card in cards.items():
            self.seat(name).tap()
            self.find(f'#seats [data-card="{card}"]').tap()
        self.find('#seats [data-do="commit"]').tap()

    def lay(self, name: str, number: int | None) -> None:
        """Lay a card: tap the seat and the number on its card. If `number` is None, nobody knows the card yet."""
        self.seat(name).tap()
        self.find("#seats .skip-card" if number is None else f'#seats [data-number="{number}"]').tap()

    def show(self, numbers: Mapping[str, int]) -> None:
        for name, number in numbers.items():
            self.seat(name).tap()
            self.find(f'#seats [data-number="{number}"]').tap()
        self.find('#seats [data-do="commit"]').tap()

    def answer(self, prompt: Mapping[str, Any]) -> None:
        """Do what the page asks for. Answer each question with its first choice, or with the first unused choice if the answers must
        differ. Leave optional hands out. If the last tap does not record the act, press the button."""
        decide = self.find(f'#seats :is([data-do="decide"], [data-do="say"])[data-type="{prompt["type"]}"]')
        if not prompt["asks"] and decide.count():
            decide.tap()
            return
        going_on = self.find('#seats [data-do="next"].next-deal')
        if going_on.count():
            going_on.tap()
        asks = [ask for ask in prompt["asks"] if not (ask["optional"] and ask["number"])]
        if asks and prompt["seat"] is not None:
            self.find(f'#seats .seat[data-seat="{prompt["seat"]}"]').tap()
        taken: set[Any] = set()
        for ask in asks:
            name, _, seat = ask["field"].partition(".")
            choice = next(each for each in ask["choices"] if not ask["distinct"] or each not in taken)
            taken.add(choice)
            if seat:
                self.find(f'#seats button[data-seat="{seat}"]').tap()
            kinds = ("seat",) if name in ("seat", "dealer") else ("word", "card", "number")
            self.find(", ".join(f'#seats [data-{kind}="{choice}"]' for kind in kinds)).first.tap()
        if not asks or any("." in ask["field"] for ask in asks):
            self.find('#seats [data-do="commit"]').tap()
