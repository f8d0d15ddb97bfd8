"""Visitors of the pages, who open addresses, tap or type. `faults` collects script errors and violations of the content security policy."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

NETWORK = "net::ERR_"
"""Part of the message that Chromium logs when a test has cut the connection."""


class Visitor:
    """One page in its own browser context. `url` is the product's address."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.faults: list[str] = []
        page.on("console", lambda message: self.faults.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def find(self, selector: str, **narrower: Any) -> Locator:
        return self.page.locator(selector, **narrower)

    def seat(self, name: str) -> Locator:
        """Return the tile of a player on the page, not in a dialog."""
        return self.page.locator(f'#seats .seat:has(.seat-name[title="{name}"])')

    def hold_sent_events(self) -> list[Route]:
        """From now on hold back every request that records events. Returns the list of held requests, which grows."""
        held: list[Route] = []

        def keep(route: Route) -> None:
            held.append(route)

        self.page.route("**/api/v1/games/*/events", keep)
        return held

    @property
    def game(self) -> str:
        return str(self.page.locator("main").get_attribute("data-game"))

    def names(self, selector: str) -> list[str]:
        """Return the names of the players whose tiles match the selector, in table order."""
        return [str(each.get_attribute("title")) for each in self.page.locator(f"#seats .seat{selector} .seat-name").all()]


class Taps(Visitor):
    def start(self, players: Sequence[str], system: str = "High Card") -> None:
        """Open a game with these players. `system`: the name that the page shows for it."""
        self.go("/")
        self.find("#start").tap()
        expect(self.find("#name-3")).to_be_visible()
        self.find("#system").select_option(label=system)
        expect(self.find("#rules .spoken")).to_have_text(f" of {system}")
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
        """Place a card: tap the seat, the call and the card. `card` None: the card is not known yet."""
        self.seat(name).tap()
        self.find(f'#seats [data-word="{call}"]').tap()
        self.find(f'#seats [data-card="{card}"]' if card else "#seats .skip-card").tap()

    def reveal(self, cards: Mapping[str, str]) -> None:
        for name, card in cards.items():
            self.seat(name).tap()
            self.find(f'#seats [data-card="{card}"]').tap()
        self.find('#seats [data-do="commit"]').tap()

    def lay(self, name: str, number: int | None) -> None:
        """Lay a card: tap the seat and the number on its card. `number` None: the card is not known yet."""
        self.seat(name).tap()
        self.find("#seats .skip-card" if number is None else f'#seats [data-number="{number}"]').tap()

    def show(self, numbers: Mapping[str, int]) -> None:
        for name, number in numbers.items():
            self.seat(name).tap()
            self.find(f'#seats [data-number="{number}"]').tap()
        self.find('#seats [data-do="commit"]').tap()

    def answer(self, prompt: Mapping[str, Any]) -> None:
        """Do what the page asks for: answer each question with the first choice, or the first unused one if choices must differ. Leave
        optional hands out. If the last tap does not record the act, press the button."""
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
        if len(asks) < len(prompt["asks"]) or not asks or any("." in ask["field"] for ask in asks):
            self.find('#seats [data-do="commit"]').tap()


class Keys(Visitor):
    """A visitor who records with the keyboard alone: Tab leads to a group, arrows or letters choose inside the group, Enter confirms."""

    def start(self, players: Sequence[str], system: str = "High Card") -> None:
        self.go("/")
        expect(self.find("#start")).to_be_visible()
        self.reach("#start")
        self.press("Enter")
        expect(self.find("#name-0")).to_be_visible()
        self.choose_system(system)
        for _ in range(4, len(players)):
            self.reach("#add")
            self.press("Enter")
        for number, name in enumerate(players):
            self.reach(f"#name-{number}")
            self.page.keyboard.type(name)
        self.reach("#send")
        self.press("Enter")
        expect(self.find("#turn")).not_to_be_empty()

    def choose_system(self, system: str) -> None:
        """In the list of games press Home, then Down until the system's name shows. Typing the name works only if it is typed fast."""
        self.reach("#system")
        self.press("Home")
        options = self.find("#system option")
        for _ in range(options.count()):
            if self.page.evaluate("document.activeElement.selectedOptions[0].label") == system:
                break
            self.press("ArrowDown")
        expect(self.find("#rules .spoken")).to_have_text(f" of {system}")

    def opener(self, name: str) -> None:
        self.choose_seat(name)

    def place(self, name: str, call: str, card: str | None = None) -> None:
        self.choose_seat(name)
        self.reach("#seats .words *")
        self.walk(lambda: self.focused("data-word") == call)
        self.press("Enter")
        if card is None:
            self.reach("#seats .skip-card")
        else:
            self.type_card(card)
        self.press("Enter")

    def reveal(self, cards: Mapping[str, str]) -> None:
        for name, card in cards.items():
            self.choose_seat(name)
            self.type_card(card)
            self.press("Enter")
        self.reach('#seats [data-do="commit"]')
        self.press("Enter")

    def lay(self, name: str, number: int | None) -> None:
        self.choose_seat(name)
        if number is None:
            self.reach("#seats .skip-card")
        else:
            self.choose_number(number)
        self.press("Enter")

    def show(self, numbers: Mapping[str, int]) -> None:
        for name, number in numbers.items():
            self.choose_seat(name)
            self.choose_number(number)
            self.press("Enter")
        self.reach('#seats [data-do="commit"]')
        self.press("Enter")

    def choose_number(self, number: int) -> None:
        self.reach('#seats [data-roving="cards"] *')
        self.walk(lambda: self.focused("data-number") == str(number))

    def choose_seat(self, name: str) -> None:
        seat = str(self.seat(name).get_attribute("data-seat"))
        self.reach('#seats [data-roving="seats"] *')
        self.walk(lambda: self.focused("data-seat") == seat)
        self.press("Enter")

    def type_card(self, card: str) -> None:
        self.reach("#seats .pad *")
        self.page.keyboard.type(card)
        assert self.focused("data-card") == card

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def reach(self, selector: str, most: int = 60) -> None:
        """Press Tab until an element that matches the selector has the focus."""
        for _ in range(most):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def walk(self, there: Callable[[], bool], most: int = 20) -> None:
        self.press("Home")
        for _ in range(most):
            if there():
                return
            self.press("ArrowRight")
        raise AssertionError("the arrows do not reach it")

    def focused(self, attribute: str) -> str | None:
        value: Any = self.page.evaluate("name => document.activeElement.getAttribute(name)", attribute)
        return None if value is None else str(value)
