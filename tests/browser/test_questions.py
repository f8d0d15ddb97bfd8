"""If the record may lack an entry, the page asks a question. The scorekeeper answers it beside the form with few taps, or goes on and
answers later."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESKTOP, PHONE, SCHEMES, Come
from tests.browser.games import link, opened, pitched, say
from tests.browser.keyboard import Keys
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps

FOUR = ("Ann", "Bob", "Cyd", "Dan")
QUIET = "Nothing found against the rules."


class Counted(Taps):
    """A visitor whose taps on the page are counted."""

    def count(self) -> None:
        """Count the taps from now on."""
        self.page.evaluate("() => { window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true) }")

    @property
    def taps(self) -> int:
        return int(self.page.evaluate("() => window.taps"))


Opens = Callable[[str], Counted]


@pytest.fixture
def scorekeeper(come: Come, api: httpx.Client) -> Opens:
    """A function that opens the page of a game as somebody who may record, on a phone of 360 px."""

    def opens(game: str) -> Counted:
        visitor: Counted = come(Counted, token=link(api, game, "record"))
        visitor.go(f"/games/{game}")
        expect(visitor.find("#connection")).to_have_text("Live")
        return visitor

    return opens


def plays(visitor: Taps, name: str, card: str) -> None:
    """Record a card: tap the seat and the card. It may be another player's turn."""
    seat = visitor.seat(name)
    seat.tap()
    expect(seat).to_have_attribute("aria-pressed", "true")
    visitor.find(f'#seats [data-card="{card}"]').tap()
    expect(visitor.find("#undo")).to_contain_text(f"{name} plays the")
    expect(visitor.find("#seats")).to_have_attribute("aria-busy", "false")


def question(visitor: Taps) -> Locator:
    asked = visitor.find(".asks")
    expect(asked).to_have_count(1)
    return asked


def unfold(visitor: Taps) -> None:
    if question(visitor).get_attribute("open") is None:
        question(visitor).locator("summary").tap()


def answer(visitor: Taps, word: str) -> None:
    """Unfold the question, and give this answer."""
    unfold(visitor)
    visitor.find(f'.asks [data-key="{word}"]').tap()


def tops(visitor: Taps) -> list[float]:
    """Return where the felt and the pad begin, in pixels from the top of the window."""
    return [float(visitor.find(part).bounding_box()["y"]) for part in ("#seats .felt", "#seats .pad")]  # type: ignore[index]


def nothing_left(visitor: Taps, api: httpx.Client) -> None:
    expect(visitor.find("#findings-list")).to_have_text(QUIET)
    expect(visitor.find(".asks")).to_have_count(0)
    expect(visitor.find("#flag")).to_be_hidden()
    listed = api.get(f"/games/{visitor.game}/findings").json()["findings"]
    assert [finding["id"] for finding in listed if finding["status"] != "withdrawn"] == []


def played(api: httpx.Client, game: str) -> list[str | None]:
    """Return the played cards of the corrected record, in table order. None: nobody remembers the card."""
    frames = api.get(f"/games/{game}/replay").json()["frames"]
    return [frame["event"]["data"].get("card") for frame in frames if frame["event"]["type"] == "CardPlayed"]


@pytest.mark.smoke
def test_a_forgotten_card_is_asked_for_at_once_and_inserted_with_three_taps(scorekeeper: Opens, api: httpx.Client) -> None:
    game = pitched(api, "KH", names=FOUR)
    visitor = scorekeeper(game)
    plays(visitor, "Dan", "4H")  # the card of Cyd is forgotten
    expect(question(visitor)).to_contain_text("Dan played although it was Cyd's turn.")
    expect(question(visitor)).to_be_in_viewport(ratio=1)
    expect(visitor.find("#asked")).to_contain_text("Question: Dan played although it was Cyd's turn.")
    plays(visitor, "Ann", "9H")
    plays(visitor, "Bob", "AC")  # Bob has won the trick
    visitor.count()
    answer(visitor, "missing")
    expect(visitor.find('#other-form .seat[data-seat="2"]')).to_have_attribute("aria-pressed", "true")
    visitor.find('#other-form [data-card="TH"]').tap()
    nothing_left(visitor, api)
    assert visitor.taps == 3  # the question, the answer, the card
    assert played(api, game)[:4] == ["KH", "TH", "4H", "9H"]


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_question_is_one_line_and_moves_neither_felt_nor_pad(owner: Taps, api: httpx.Client, size: dict[str, int]) -> None:
    owner.page.set_viewport_size(size)  # type: ignore[arg-type]
    owner.go(f"/games/{pitched(api, '9H', 'TH', '4H', '2H', names=FOUR)}")
    expect(owner.find("#connection")).to_contain_text("Live")
    before = tops(owner)
    plays(owner, "Ann", "3S")
    line = question(owner).locator("summary")
    expect(line).to_contain_text("Was Ann’s 2♥")
    assert tops(owner) == before
    line.tap()
    expect(owner.find('.asks [data-key="happened"]')).to_be_in_viewport(ratio=1)
    assert tops(owner) == before
    owner.page.keyboard.press("Escape")
    expect(line).to_be_focused()
    assert question(owner).get_attribute("open") is None
    line.tap()
    owner.find('#seats [data-card="6D"]').tap()  # beside what is unfolded
    expect(owner.find("#undo")).to_contain_text("Bob plays the six of diamonds")
    assert question(owner).get_attribute("open") is None
    assert tops(owner) == before


def test_the_bar_says_that_there_is_a_question_and_leads_to_it(scorekeeper: Opens, api: httpx.Client) -> None:
    visitor = scorekeeper(pitched(api, "KH", names=FOUR))
    plays(visitor, "Dan", "4H")
    flag = visitor.find("#flag")
    expect(flag).to_have_text("?1 question")
    assert visitor.page.evaluate("() => document.querySelector('.flag-word').getBoundingClientRect().width") > 30
    visitor.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    before = visitor.page.evaluate("() => document.querySelector('#seats .pad').offsetTop")
    flag.tap()
    expect(question(visitor).locator("summary")).to_be_focused()
    expect(visitor.find('.asks [data-key="missing"]')).to_be_in_viewport()
    assert visitor.page.evaluate("() => document.querySelector('#seats .pad').offsetTop") == before


def test_the_place_of_a_missing_card_is_chosen_among_the_entries_with_four_taps(scorekeeper: Opens, api: httpx.Client) -> None:
    visitor = scorekeeper(pitched(api, "KH", "TH", names=FOUR))
    plays(visitor, "Ann", "9H")  # the card of Dan is forgotten
    expect(question(visitor)).to_contain_text("Ann played although it was Dan's turn.")
    visitor.count()
    answer(visitor, "earlier")
    places = visitor.find(".asks-places button")
    expect(places.nth(0)).to_have_text("After 8. Cyd plays the ten of hearts")
    expect(places.nth(1)).to_have_text("After 7. Bob plays the king of hearts")
    examine(visitor)
    places.nth(0).tap()
    expect(visitor.find('#other-form .seat[data-seat="3"]')).to_have_attribute("aria-pressed", "true")
    visitor.find('#other-form [data-card="4H"]').tap()
    nothing_left(visitor, api)
    assert visitor.taps == 4
    assert played(api, visitor.game) == ["KH", "TH", "4H", "9H"]


def test_a_card_that_nobody_remembers_answers_a_question_with_four_taps(scorekeeper: Opens, api: httpx.Client) -> None:
    game = pitched(api, "KH", names=FOUR)
    visitor = scorekeeper(game)
    plays(visitor, "Dan", "4H")  # the card of Cyd is forgotten
    assert visitor.find("#seats .skip-card").count() == 0  # no button “Nobody remembers”, because the card is played now
    visitor.count()
    answer(visitor, "missing")
    record = visitor.find('#other-form [data-do="commit"]')
    nobody = visitor.find("#other-form .skip-card")
    expect(nobody).to_have_text("Nobody remembers")
    expect(record).to_have_count(0)  # a tap on the card records it
    box = nobody.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    nobody.tap()
    expect(nobody).to_have_attribute("aria-pressed", "true")
    examine(visitor)
    record.tap()
    nothing_left(visitor, api)
    assert visitor.taps == 4
    assert played(api, game) == ["KH", None, "4H"]
    expect(visitor.seat("Cyd")).to_contain_text("a card that nobody remembers")
    plays(visitor, "Ann", "9H")
    expect(visitor.find("#turn")).to_have_text("Bob or Cyd leads: nobody remembers who won.")
    plays(visitor, "Cyd", "2C")
    nothing_left(visitor, api)
    expect(visitor.find("#turn")).to_have_text("Dan plays")
    visitor.go(f"/games/{game}/replay#step=7")
    expect(visitor.find('#steps [aria-current="step"]')).to_contain_text("Cyd plays a card that nobody remembers")
    expect(visitor.find("#seats")).to_contain_text("not known")


def test_two_cards_in_the_wrong_order_change_places_with_two_taps(scorekeeper: Opens, api: httpx.Client) -> None:
    game = pitched(api, "KH", names=FOUR)
    visitor = scorekeeper(game)
    plays(visitor, "Dan", "4H")
    expect(question(visitor)).to_be_visible()
    # before Cyd's card is recorded, swapping two entries does not help
    expect(question(visitor).locator('[data-key="swapped"]')).to_have_count(0)
    plays(visitor, "Cyd", "TH")
    visitor.count()
    answer(visitor, "swapped")
    nothing_left(visitor, api)
    assert visitor.taps == 2
    assert played(api, game) == ["KH", "TH", "4H"]
    expect(visitor.find("#turn")).to_have_text("Ann plays")


def test_a_mistyped_card_is_corrected_with_three_taps_and_without_scrolling(scorekeeper: Opens, api: httpx.Client) -> None:
    game = pitched(api, "9H", "TH", "4H", "2H", names=FOUR)
    visitor = scorekeeper(game)
    plays(visitor, "Ann", "3C")
    visitor.count()
    unfold(visitor)
    asked = question(visitor).locator(".asks-all")
    expect(asked).to_contain_text("Ann led although Cyd was to lead.")
    expect(asked.locator("button").first).to_have_text("The two of hearts by Ann in trick 1")
    suspects = asked.get_by_role("group", name="A card was typed wrong").get_by_role("button")
    expect(suspects).to_have_text(
        ["The two of hearts by Ann in trick 1", "The ten of hearts by Cyd in trick 1", "The nine of hearts by Bob in trick 1"]
    )
    fits(visitor, asked, asked.get_by_role("button"))
    examine(visitor)
    suspects.nth(0).tap()
    expect(visitor.find("#other-title")).to_have_text("Correct: Ann plays the two of hearts")
    expect(visitor.find('#other-form [data-card="2H"]')).to_have_attribute("aria-pressed", "true")
    fits(visitor, visitor.find("#other"), visitor.find('#other-form [data-card="AH"]'))
    visitor.find('#other-form [data-card="AH"]').tap()
    nothing_left(visitor, api)
    assert visitor.taps == 3  # the question, the suspect, the right card
    assert played(api, game) == ["9H", "TH", "4H", "AH", "3C"]
    taken, again = api.get(f"/games/{game}/events").json()["events"][-2:]
    assert (taken["type"], taken["data"]["target"], again["type"], again["after"]) == ("Retracted", 10, "CardPlayed", 10)


def fits(visitor: Taps, whole: Locator, *parts: Locator) -> None:
    """Assert that nobody has to scroll, neither the page nor in `whole`: all of it is in sight, and so are these parts."""
    assert visitor.page.viewport_size == PHONE
    expect(whole).to_be_in_viewport(ratio=1)
    assert whole.evaluate("whole => whole.scrollHeight <= whole.clientHeight + 1")
    for part in (each for some in parts for each in some.all()):
        expect(part).to_be_in_viewport(ratio=1)


def test_a_contradiction_offers_the_cards_that_may_be_typed_wrong(scorekeeper: Opens, api: httpx.Client) -> None:
    game = opened(api)
    say(api, game, ("HandDealt", {"cards": {"0": ["AS"], "1": ["AS"]}}))
    visitor = scorekeeper(game)
    contradiction = visitor.find(".finding.contradiction")
    expect(contradiction).to_contain_text("A card was typed wrong:")
    examine(visitor)
    contradiction.locator('[data-do="mend"]').tap()
    expect(visitor.find("#other-title")).to_contain_text("Correct: ")


def test_a_finding_names_its_deal_and_leads_to_that_moment_in_the_replay(owner: Taps, api: httpx.Client) -> None:
    game = pitched(api, "9H", "TH", "4H", "2H", names=FOUR)
    say(api, game, ("CardPlayed", {"seat": 0, "card": "3C"}))
    owner.go(f"/games/{game}")
    moment = owner.find(".finding .moment")
    expect(moment).to_have_text("Deal 1 · entries 7, 8, 9, 10, 11")
    moment.tap()
    expect(owner.find('#steps [aria-current="step"]')).to_contain_text("Ann plays the three of clubs")


def test_a_record_that_is_only_incomplete_has_no_findings_to_count(owner: Taps, api: httpx.Client) -> None:
    game = opened(api)
    say(api, game, ("RoundStated", {"round": 1, "points": {"0": 1}}), ("ResultStated", {"winners": [0]}))
    owner.go(f"/games/{game}")
    expect(owner.find("#flag")).to_have_text("…Record incomplete")
    expect(owner.find(".finding .kind")).to_have_text("… Incomplete")
    expect(owner.find("#findings-count")).to_be_empty()


def test_a_suspect_of_the_replay_leads_to_its_step(owner: Taps, api: httpx.Client) -> None:
    game = pitched(api, "9H", "TH", "4H", "2H", names=FOUR)
    say(api, game, ("CardPlayed", {"seat": 0, "card": "3C"}))
    owner.go(f"/games/{game}/replay")
    step = owner.find('#steps [aria-current="step"]')
    expect(step).to_contain_text("Ann plays the three of clubs")
    examine(owner)
    owner.find("#findings-list").get_by_role("link", name="Mistyped card at 10?").tap()
    expect(step).to_contain_text("Ann plays the two of hearts")
    owner.go(f"/games/{game}/replay#event=8")
    expect(step).to_contain_text("Cyd plays the ten of hearts")


def test_a_question_answered_with_it_happened_so_becomes_a_breach_with_two_taps(scorekeeper: Opens, api: httpx.Client) -> None:
    visitor = scorekeeper(pitched(api, "KH", names=FOUR))
    plays(visitor, "Dan", "4H")
    expect(question(visitor)).to_be_visible()
    visitor.count()
    answer(visitor, "happened")
    expect(visitor.find(".finding.breach .wording")).to_have_text("As the table said, Dan played although it was Cyd's turn.")
    expect(visitor.find(".asks")).to_have_count(0)
    expect(visitor.find("#flag")).to_have_text("⚑1 finding")
    assert visitor.taps == 2


def test_a_question_that_is_left_open_stays_hidden_until_it_is_asked_for_again(scorekeeper: Opens, api: httpx.Client) -> None:
    visitor = scorekeeper(pitched(api, "KH", names=FOUR))
    plays(visitor, "Dan", "4H")
    answer(visitor, "leave")
    expect(visitor.find(".asks")).to_have_count(0)
    visitor.page.reload()
    expect(visitor.find("#flag")).to_have_text("?1 question")
    expect(visitor.find(".finding.query .kind")).to_have_text("? Question")
    expect(visitor.find(".asks")).to_have_count(0)
    visitor.find('.finding [data-do="ask"]').tap()
    expect(question(visitor).locator("summary")).to_be_focused()
    expect(question(visitor)).to_be_in_viewport(ratio=1)


def test_an_answer_waits_behind_another_act_that_waits_for_the_connection(scorekeeper: Opens, api: httpx.Client) -> None:
    visitor = scorekeeper(pitched(api, "KH", names=FOUR))
    plays(visitor, "Dan", "4H")
    expect(question(visitor)).to_be_visible()
    held = visitor.hold("**/api/v1/games/*/events", times=1)
    visitor.seat("Ann").tap()
    visitor.find('#seats [data-card="9H"]').tap()
    expect(visitor.find("#notice")).to_contain_text("1 act waits on this device")
    unfold(visitor)
    question(visitor).locator('[data-key="happened"]').tap()
    expect(visitor.find("#notice")).to_contain_text("2 acts wait on this device")
    held[0].continue_()
    expect(visitor.find("#notice")).to_be_empty()
    events = api.get(f"/games/{visitor.game}/events").json()["events"]
    assert [event["type"] for event in events[-2:]] == ["CardPlayed", "IrregularityAttested"]


def test_a_card_that_nobody_remembers_is_entered_by_keyboard(keyboard: Keys, api: httpx.Client) -> None:
    game = pitched(api, "KH", names=FOUR)
    keyboard.go(f"/games/{game}")
    say(api, game, ("CardPlayed", {"seat": 3, "card": "4H"}))
    keyboard.activate(".asks > summary")
    keyboard.activate('.asks [data-key="missing"]')
    keyboard.activate("#other-form .skip-card")
    keyboard.activate('#other-form [data-do="commit"]')
    expect(keyboard.find(".asks")).to_have_count(0)
    assert played(api, game) == ["KH", None, "4H"]


def test_a_question_is_answered_by_keyboard(keyboard: Keys, api: httpx.Client) -> None:
    game = pitched(api, "KH", names=FOUR)
    keyboard.go(f"/games/{game}")
    say(api, game, ("CardPlayed", {"seat": 3, "card": "4H"}))
    expect(keyboard.find("#asked")).to_contain_text("Question: Dan played although it was Cyd's turn.")
    keyboard.activate(".asks > summary")
    keyboard.activate('.asks [data-key="missing"]')
    keyboard.activate('#other-form [data-card="TH"]')
    expect(keyboard.find(".asks")).to_have_count(0)
    assert played(api, game) == ["KH", "TH", "4H"]


@SCHEMES
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_question_is_accessible(owner: Taps, api: httpx.Client, scheme: str, size: dict[str, int]) -> None:
    owner.page.set_viewport_size(size)  # type: ignore[arg-type]
    owner.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    names = [f"Maximiliane Featherstonehaugh-Wolfeschlegelstein {number}" for number in range(4)]
    game = pitched(api, "KH", names=names)
    owner.go(f"/games/{game}")
    say(api, game, ("CardPlayed", {"seat": 3, "card": "4H"}), ("CardPlayed", {"seat": 2, "card": "TH"}))
    unfold(owner)
    expect(question(owner).locator('[data-key="swapped"]')).to_be_visible()
    examine(owner)
    owner.find("#history > summary").tap()
    expect(owner.find('#history-list [data-key="v8"] .chip.query')).to_have_text("Question")
    examine(owner)


def test_a_watcher_sees_the_question_and_cannot_answer_it(come: Come, api: httpx.Client) -> None:
    game = pitched(api, "KH", names=FOUR, visibility="public")
    stranger: Taps = come(Taps)
    stranger.go(f"/games/{game}")
    say(api, game, ("CardPlayed", {"seat": 3, "card": "4H"}))
    expect(stranger.find(".finding.query .kind")).to_have_text("? Question")
    expect(stranger.find("#flag")).to_have_text("?1 question")
    assert stranger.find(".asks, .finding button").count() == 0
    stranger.go(f"/games/{game}/replay#step=7")
    expect(stranger.find('#steps [aria-current="step"] .query-flag')).to_have_text("? 1 × question")
    expect(stranger.find("#findings-list .finding.query .wording")).to_contain_text("Or did it happen so?")


def test_a_director_rules_on_a_question(owner: Taps, api: httpx.Client) -> None:
    game = pitched(api, "KH", names=FOUR)
    owner.go(f"/games/{game}")
    say(api, game, ("CardPlayed", {"seat": 3, "card": "4H"}))
    expect(question(owner)).to_be_visible()
    owner.find('.finding.query [data-do="rule"]').tap()
    owner.find('#ruling [data-word="stand"]').tap()
    owner.find('#ruling [data-do="look"]').tap()
    owner.find("#review-send").tap()
    expect(owner.find(".finding.query")).to_contain_text("Ruled on by entry 9.")
    expect(owner.find(".asks")).to_have_count(0)


def test_watchers_see_that_a_round_is_open_until_the_question_is_answered(come: Come, api: httpx.Client) -> None:
    game = opened(api, visibility="public")
    laid = [("CardPlaced", {"seat": seat, "call": "highest"}) for seat in (0, 2, 1)]
    say(api, game, *laid, ("CardsRevealed", {"cards": {"0": "KS", "1": "3D", "2": "2C"}}))
    watcher: Taps = come(Taps)
    watcher.go(f"/games/{game}")
    expect(watcher.find("#last-round")).to_contain_text("Round 1 open.")
    say(api, game, ("IrregularityAttested", {"finding": "out-of-turn@4"}))
    expect(watcher.find("#last-round")).not_to_contain_text("open")
