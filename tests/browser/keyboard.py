"""A visitor of the pages who uses the keyboard alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Error, Locator, TimeoutError, expect

from tests.browser.visitor import Hands

CONTROL = 'at.closest("a[href], button, summary, input, select, textarea") ?? at.closest("label").control'
"""The control that the element `at` belongs to, or whose label it is."""
TOWARDS = """at => {
  const control = CONTROL;
  const focused = document.activeElement, radios = each => each.type === "radio" && each.name;
  if (focused === control) return null;
  const group = focused.closest("[data-roving]");
  const arrows = group?.contains(control) || radios(control) && radios(focused) === radios(control);
  const back = focused.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING && focused !== document.body;
  return arrows ? (back ? "ArrowLeft" : "ArrowRight") : back ? "Shift+Tab" : "Tab";
}""".replace("CONTROL", CONTROL)
"""Returns the key to press next, so that the focus comes nearer to an element (or to the control of a label). Null if the element already
has the focus."""

AIMED = """at => {
  const control = CONTROL;
  window.acted = true;
  window.missed = false;
  addEventListener("keydown", ({target}) => window.missed = target !== control, {capture: true, once: true});
  return control.matches("a");
}""".replace("CONTROL", CONTROL)
"""Notes in `missed` whether the next key is pressed elsewhere than on an element (or the control of a label). Returns whether it is
a link."""
TRIES = 5

FREE = "at => !document.querySelector('dialog:modal') || document.querySelector('dialog:modal').contains(at)"
"""Whether an element can get the focus. It cannot while it is behind an open dialog. A dialog may stay open for a moment although the page
already shows the result."""


class Keys(Hands):
    """A visitor who works with the keyboard alone. Tab moves to a group of controls, arrows or letters choose inside the group, and Enter
    or Space confirms. After each act the focus must stay on the page: never on `body`, where Tab starts at the top again."""

    def activate(self, target: str | Locator) -> None:
        self.strike(target)
        self.holds_focus(target)

    def strike(self, target: str | Locator, key: str = " ", go: Callable[[], None] | None = None) -> None:
        """Go to a control, with `go` if that is not None, and press a key on it (Enter on a link). The page may change at that moment and
        take the focus away: then go there again."""
        for _ in range(TRIES):
            go() if go else self.approach(target)
            link = self.at(target).first.evaluate(AIMED)
            self.press("Enter" if link else key)
            try:
                if not self.page.evaluate("window.missed"):
                    return
            except Error:
                return  # the key has opened another page
        raise AssertionError(f"{target} does not keep the focus")

    def write(self, target: str | Locator, text: str) -> None:
        self.approach(target)
        self.press("ControlOrMeta+A")
        self.page.keyboard.type(text)

    def choose(self, target: str | Locator, option: str) -> None:
        """Press Home, then Down until the option is chosen. A list also accepts a typed name, but only if the name is typed fast."""
        self.approach(target)
        self.press("Home")
        for _ in range(self.at(target).locator("option").count()):
            if option in self.page.evaluate("[...document.activeElement.selectedOptions].flatMap(each => [each.label, each.value])"):
                return
            self.press("ArrowDown")
        raise AssertionError(f"the arrows do not reach {option} in {target}")

    def check(self, target: str | Locator) -> None:
        self.approach(target)
        if not self.at(target).is_checked():
            self.press(" ")

    def approach(self, target: str | Locator) -> None:
        """Press Tab, Shift+Tab and arrows until the control has the focus."""
        place = self.at(target)
        expect(place).to_be_enabled()
        self.page.wait_for_function(FREE, arg=place.element_handle())
        self.holds_focus(target)
        pressed = 0
        while (key := place.evaluate(TOWARDS)) is not None:
            # controls are counted each time, because the page may still add some
            controls = self.page.locator("a, button, summary, input, select, textarea, [tabindex]").count()
            assert pressed < controls, f"Tab does not reach {target}"
            self.press(key)
            pressed += 1

    def holds_focus(self, target: str | Locator) -> None:
        """Wait until the focus is not on `body`. On a page on which nothing was done yet, the focus may be on `body`."""
        try:
            self.page.wait_for_function("() => !window.acted || document.activeElement !== document.body")
        except TimeoutError as late:
            raise AssertionError(f"the focus is on no part of the page, before or after {target}") from late

    def start(self, players: Sequence[str], system: str = "High Card") -> None:
        self.go("/games")
        expect(self.find("#start")).to_be_visible()
        self.activate("#start")
        self.pick(system)
        for _ in range(4, len(players)):
            self.activate("#add")
        for number, name in enumerate(players):
            self.write(f"#name-{number}", name)
        self.activate("#send")
        expect(self.find("#turn")).not_to_be_empty()

    def opener(self, name: str) -> None:
        self.choose_seat(name)

    def place(self, name: str, call: str, card: str | None = None) -> None:
        self.choose_seat(name)
        self.activate(f'#seats [data-word="{call}"]')
        self.enter_card(card)

    def enter_card(self, card: str | None) -> None:
        """Enter a card on the pad; None: nobody remembers it."""
        if card is None:
            self.strike("#seats .skip-card", "Enter")
        else:
            self.strike(f'#seats .pad [data-card="{card}"]', "Enter", lambda: self.type_card(card))

    def enter_number(self, number: int) -> None:
        self.strike(f'#seats [data-number="{number}"]', "Enter")

    def reveal(self, cards: Mapping[str, str]) -> None:
        for name, card in cards.items():
            self.choose_seat(name)
            self.enter_card(card)
        self.activate('#seats [data-do="commit"]')

    def lay(self, name: str, number: int | None) -> None:
        self.choose_seat(name)
        if number is None:
            self.enter_card(None)
        else:
            self.enter_number(number)

    def show(self, numbers: Mapping[str, int]) -> None:
        for name, number in numbers.items():
            self.choose_seat(name)
            self.enter_number(number)
        self.activate('#seats [data-do="commit"]')

    def choose_seat(self, name: str) -> None:
        self.activate(self.seat(name))

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
