"""The page on which a game is opened. It lists the last games and then all games by family, offers the seats that the game allows, in an
order that can be changed, explains house rules in plain words, and shows each fault beside its field."""

import re

import httpx
import pytest
from playwright.sync_api import Locator, expect

from domain.systems import SYSTEMS
from tests.browser.conftest import Come
from tests.browser.games import say
from tests.browser.keyboard import Keys
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor


def test_the_list_of_card_games_is_grouped_by_family(owner: Taps) -> None:
    """No game is chosen at first, and no seats are shown. A row says what the game is and how many play."""
    owner.go("/games/new")
    family = owner.find("#families details", has_text="Pitch and Smear")
    expect(family.locator("li")).to_have_count(sum(system.family == "pitch" for system in SYSTEMS.values()))
    expect(owner.find("#families > ul b")).to_have_text(["Box", "High Card", "High Card Low Card", "One-up"])
    names = family.locator("b").all_text_contents()
    assert names.index("Trickster 9-point") < names.index("Trickster 10-point")
    expect(owner.find('[data-system="high-card"]')).to_have_text(f"High Card 2 to 13 players {SYSTEMS['high-card'].summary}")
    expect(family.locator("li").first).to_be_hidden()
    expect(owner.find("#send")).to_be_hidden()
    family.locator("summary").tap()
    family.locator('[data-system="pitch-dirty"]').tap()
    expect(owner.find("#chosen-name")).to_have_text("Dirty Pitch")
    expect(owner.find("#picker")).to_be_hidden()
    expect(owner.find("#change")).to_be_focused()
    expect(owner.find("#send")).to_be_visible()


def test_a_game_is_found_by_words_and_by_the_number_of_players(owner: Taps) -> None:
    owner.go("/games/new")
    owner.find("#find").fill("bowers whist four")
    expect(owner.find("#found")).to_have_text("No game is found by these words.")
    owner.find("#none button").tap()
    expect(owner.find("#find")).to_be_focused()
    expect(owner.find("#families > ul li:visible")).to_have_count(4)
    owner.find("#find").fill("smear 8 players")
    expect(owner.find("#families li:visible b")).to_have_text(["53-card Smear, eight-handed"])
    expect(owner.find("#families summary:visible")).to_have_text(["Pitch and Smear 1"])
    expect(owner.find("#found")).to_have_text("1 game")
    examine(owner)
    owner.find("#find").press("Enter")
    expect(owner.find("#chosen-name")).to_have_text("53-card Smear, eight-handed")
    expect(owner.find("#seats .seat-row")).to_have_count(8)


@pytest.mark.parametrize(("words", "game"), [("spades", "spades-standard"), ("Pitch", "pitch-auction-classic"), ("bid whist", "bid-whist")])
def test_who_looks_for_a_family_finds_its_standard_game_first(owner: Taps, words: str, game: str) -> None:
    owner.go("/games/new")
    owner.find("#find").fill(words)
    expect(owner.find("#families li:visible .standard")).to_have_text(re.compile(f"Standard {words}", re.IGNORECASE))
    owner.find("#find").press("Enter")
    expect(owner.find(f'[data-system="{game}"]')).to_be_focused()


def test_the_list_of_games_is_walked_with_the_arrows(keyboard: Keys) -> None:
    """From the search the arrows lead through games and families. Escape keeps the chosen game."""
    keyboard.go("/games/new")
    keyboard.write("#find", "high")
    for key, focused in (("ArrowDown", "high-card"), ("ArrowDown", "high-card-low-card"), ("ArrowUp", "high-card")):
        keyboard.press(key)
        expect(keyboard.find(f'[data-system="{focused}"]')).to_be_focused()
    keyboard.press("Enter")
    expect(keyboard.find("#change")).to_be_focused()
    expect(keyboard.find("#chosen-name")).to_have_text("High Card")
    keyboard.press("Enter")
    expect(keyboard.find('[data-system="high-card"][aria-current]')).to_be_focused()
    for _ in range(3):
        keyboard.press("ArrowDown")
    expect(keyboard.find("summary:focus")).to_have_text(re.compile("Pitch"))
    keyboard.press("Enter")
    keyboard.press("ArrowDown")
    expect(keyboard.find("details[open] li:first-child button")).to_be_focused()
    keyboard.press("Escape")
    expect(keyboard.find("#change")).to_be_focused()
    expect(keyboard.find("#chosen-name")).to_have_text("High Card")


def test_the_last_three_games_are_one_tap_each_with_their_house_rules(owner: Taps) -> None:
    for target, names in enumerate((["Ann", "Bob"], ["Cyd", "Dan"], ["Eva", "Fay"], ["Ann", "Bob"]), 3):
        chosen(owner, "high-card")
        owner.find("#house-rules > summary").tap()
        owner.find("#option-target").fill(str(target))
        for seat in (3, 2):
            owner.find(f'[data-do="remove"][data-seat="{seat}"]').tap()
        for seat, name in enumerate(names):
            owner.find(f"#name-{seat}").fill(name)
        owner.find("#send").tap()
        expect(owner.find("#turn")).not_to_be_empty()
    owner.go("/games/new")
    lines = [f"High Card {names}, with 1 house rule" for names in ("Ann and Bob", "Eva and Fay")]
    expect(owner.find("#last button")).to_have_text([*lines, "High Card Cyd and Dan"])
    owner.find("#last button").nth(1).tap()
    expect(owner.find("#name-0")).to_have_value("Eva")
    expect(owner.find("#rules-chosen")).to_have_text("(1 chosen)")
    expect(owner.find("#option-target")).to_have_value("5")
    expect(owner.find("#send")).to_be_focused()


def test_a_name_that_the_club_does_not_know_is_pointed_out(owner: Taps, api: httpx.Client) -> None:
    api.post("/people", json={"name": "Known Kim"})
    chosen(owner, "high-card")
    for seat, name in enumerate(("Known Kim", "Known Kin")):
        owner.find(f"#name-{seat}").fill(name)
    expect(owner.find("#newcomers")).to_have_text("New to the club: Known Kin.")


# --- the order of the seats -------------------------------------------------------------------------------------------------------------

NAMES = ("Ann", "Bob", "Cyd", "Dan")


def seated(owner: Taps) -> None:
    chosen(owner, "high-card")
    for seat, name in enumerate(NAMES):
        owner.find(f"#name-{seat}").fill(name)


def order(owner: Taps) -> list[str]:
    return [row.input_value() for row in owner.find("#seats input").all()]


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("by", ["mouse", "finger"])
@pytest.mark.smoke
def test_seats_are_dragged_to_another_place(owner: Taps, by: str) -> None:
    """The order changes when the row is let go, and only then. A drag is no tap: it picks nobody up."""
    seated(owner)
    (x, y), (_, below) = (middle(owner.find(f'.move[data-seat="{seat}"]')) for seat in (0, 2))
    client = owner.page.context.new_cdp_session(owner.page)

    def hand(act: str, at: float) -> None:
        if by == "mouse":
            pointer = {"type": f"mouse{act}", "x": x, "y": at, "button": "left", "buttons": 1, "clickCount": 1}
            client.send("Input.dispatchMouseEvent", pointer)
        else:
            kind = {"Pressed": "touchStart", "Moved": "touchMove", "Released": "touchEnd"}[act]
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if act == "Released" else [{"x": x, "y": at}]})

    hand("Pressed", y)
    hand("Moved", y + 20)
    hand("Moved", below)
    expect(owner.find(".seat-row.drawn input")).to_have_value("Ann")
    assert order(owner) == ["Ann", "Bob", "Cyd", "Dan"]
    hand("Released", below)
    expect(owner.find("#said")).to_have_text("Ann is now at seat 3 of 4.")
    assert order(owner) == ["Bob", "Cyd", "Ann", "Dan"]
    expect(owner.find(".held, .drawn, .sorting")).to_have_count(0)
    assert owner.find("#seats li").evaluate_all("rows => rows.map(row => row.style.transform)") == [""] * 4


def test_seats_are_moved_with_the_arrows_of_their_grip(keyboard: Keys) -> None:
    """The focus stays on the grip of the row, and the new place is announced."""
    keyboard.go("/games/new")
    keyboard.pick("high-card")
    for seat, name in enumerate(NAMES):
        keyboard.write(f"#name-{seat}", name)
    keyboard.approach('.move[data-seat="3"]')
    expect(keyboard.find(".move:focus")).to_have_attribute("aria-label", "Move Dan")
    for key, place in (("ArrowUp", 3), ("Home", 1), ("ArrowDown", 2), ("End", 4)):
        keyboard.press(key)
        expect(keyboard.find("#said")).to_have_text(f"Dan is now at seat {place} of 4.")
        expect(keyboard.find(".move:focus")).to_have_attribute("data-seat", str(place - 1))


def test_two_taps_move_a_seat_without_a_drag(owner: Taps) -> None:
    seated(owner)
    owner.find('.move[data-seat="3"]').tap()
    expect(owner.find("#said")).to_have_text("Dan is picked up. Choose the new place.")
    expect(owner.find('.move[data-seat="1"]')).to_have_attribute("aria-label", "Put Dan at seat 2")
    examine(owner)
    owner.find('.move[data-seat="1"]').tap()
    expect(owner.find("#said")).to_have_text("Dan is now at seat 2 of 4.")
    assert order(owner) == ["Ann", "Dan", "Bob", "Cyd"]


# --- what the game allows ---------------------------------------------------------------------------------------------------------------


def test_the_seats_offered_depend_on_the_game_and_its_house_rules(owner: Taps) -> None:
    """Choosing another game removes spare seats that have no name. A house rule may add seats."""
    chosen(owner, "smear-53-eight")
    expect(owner.find("#seats .seat-row")).to_have_count(8)
    owner.pick("smear-cutthroat-three")
    expect(owner.find("#seats .seat-row")).to_have_count(3)
    expect(owner.find("#add")).to_be_hidden()
    owner.find("#name-1").fill("Bob")
    unfold(owner)
    owner.find("#option-teams_3x2").check()
    expect(owner.find("#seats .seat-row")).to_have_count(6)
    expect(owner.find("#name-1")).to_have_value("Bob")
    owner.find("#option-teams_3x2").uncheck()
    expect(owner.find("#seats .seat-row")).to_have_count(3)
    expect(owner.find("#name-1")).to_have_value("Bob")


def test_the_page_for_a_new_game_shows_which_players_are_partners(owner: Taps) -> None:
    """The page numbers seats from 1. The game or a house rule decides which seats are partners."""
    chosen(owner, "smear-ten-point")
    expect(owner.find("#partners")).to_have_text("Partners: 1 and 3 against 2 and 4.")
    expect(owner.find("#seats label")).to_have_text(["Name at seat 1", "Name at seat 2", "Name at seat 3", "Name at seat 4"])
    owner.pick("smear-cutthroat-three")
    expect(owner.find("#partners")).to_be_empty()
    unfold(owner)
    owner.find("#option-teams_3x2").check()
    expect(owner.find("#partners")).to_have_text("Partners: 1 and 4 against 2 and 5 against 3 and 6.")
    owner.pick("high-card")
    expect(owner.find("#partners")).to_be_empty()


def test_the_page_for_a_new_game_shows_the_default_of_each_house_rule(owner: Taps) -> None:
    chosen(owner, "smear-ten-point")
    unfold(owner)
    expect(owner.find("#option-target")).to_have_attribute("placeholder", "21")


@pytest.mark.parametrize("slug", ["high-card", "smear-ten-point"])
def test_no_stray_text_is_shown_between_the_house_rules(owner: Taps, slug: str) -> None:
    """Smear has a second list: house rules of similar games, which are not known to be played with Smear. High Card has no such list."""
    chosen(owner, slug)
    expect(owner.find("#options .option").first).to_be_attached()
    loose = "fields => [...fields.childNodes].filter(child => !(child instanceof Element)).map(child => child.data)"
    assert owner.find("#options").evaluate(loose) == []


def test_pages_number_seats_from_1_although_records_number_them_from_0(owner: Taps, api: httpx.Client) -> None:
    """Records number seats from 0. Tiles, the line about the turn, findings and history number them from 1."""
    chosen(owner, "high-card")
    expect(owner.find("form")).to_contain_text("A seat without a name is called Seat 1, Seat 2 and so on.")
    owner.find("#name-1").fill("Bob")
    owner.find("#send").tap()
    expect(owner.find("#connection")).to_have_text("Live")
    assert owner.names("") == ["Seat 1", "Bob", "Seat 3", "Seat 4"]
    say(api, owner.game, ("OpenerChosen", {"seat": 0}), ("CardPlaced", {"seat": 3, "call": "highest"}))
    expect(owner.find(".finding .wording")).to_contain_text("Seat 4 placed a card although it was seat 1's turn.")
    expect(owner.find("#turn")).to_contain_text("Seat 1")
    owner.find("#history > summary").tap()
    expect(owner.find('#history-list [data-key="v3"]')).to_contain_text("Seat 4")
    owner.find("#share > summary").tap()
    expect(owner.find("#share-seat option")).to_have_text(["Seat 1", "Bob", "Seat 3", "Seat 4"])


def test_house_rules_are_offered_in_plain_words(owner: Taps, api: httpx.Client) -> None:
    """The house rules of this game come first. The other rules of its family are folded away. A rule with a list of words has
    checkboxes."""
    chosen(owner, "smear-ten-point")
    owner.find("#house-rules > summary").tap()
    expect(owner.find("#option-bid_min_4")).to_be_visible()
    expect(owner.find("#option-drop_points")).to_be_hidden()
    owner.find("#options > details > summary").tap()
    expect(owner.find('label[for="option-bid_min_4"]')).to_have_text("Bids from four")
    expect(owner.find("#options .option:has(> p #option-bid_min_4) .quiet")).to_have_text("The lowest bid is four.")
    expect(owner.find("#option-drop_points legend")).to_have_text("Points left out")
    expect(owner.find("#options")).not_to_contain_text("§")
    owner.find("#option-drop_points").get_by_label("Low joker").check()
    owner.find("#option-bid_min_4").check()
    owner.find("#option-target").fill("31")
    examine(owner)
    owner.find("#send").tap()
    expect(owner.find("#turn")).to_have_text("Who deals first?")
    rules = api.get(f"/games/{owner.game}").json()["rules"]
    assert rules["patches"] == {"drop_points": ["low_joker"], "bid_min_4": True, "target": 31}


def test_the_values_of_a_house_rule_are_offered_in_words(owner: Taps) -> None:
    chosen(owner, "spades-standard")
    owner.find("#house-rules > summary").tap()
    assert owner.find("#option-team_bid option").all_inner_texts() == ["Added up", "Each for itself", "One number together, and no nil"]


def test_a_fault_is_shown_beside_the_house_rule_that_causes_it(owner: Taps) -> None:
    chosen(owner, "pitch-roadhouse")
    unfold(owner)
    owner.find("#option-overcall_loss_doubled").check()
    for fold in ("#options > details", "#house-rules"):
        owner.find(f"{fold} > summary").tap()
    owner.find("#send").tap()
    expect(owner.find("#option-overcall_loss_doubled-error")).to_have_text("This needs pitching in place of a bid.")
    expect(owner.find("#option-overcall_loss_doubled")).to_be_focused()
    owner.forgive("status of 422")  # the browser logs each refusal as an error


@pytest.mark.smoke
def test_the_rules_of_a_card_game_can_be_read_before_opening_a_game(owner: Taps) -> None:
    chosen(owner, "pitch-dirty")
    with owner.page.expect_popup() as popup:
        owner.find("#rules").tap()
    sheet = popup.value
    expect(sheet.locator("h1")).to_have_text(SYSTEMS["pitch-dirty"].name)
    sheet.locator("nav a:has-text('Start a game')").tap()
    expect(sheet.locator("#chosen-name")).to_have_text(SYSTEMS["pitch-dirty"].name)
    expect(sheet.locator("#picker")).to_be_hidden()
    expect(sheet.locator("#summary")).to_contain_text(SYSTEMS["pitch-dirty"].summary)


@pytest.mark.parametrize("slug", ["smear-ten-point", "one-up"])
def test_strangers_may_read_the_rule_sheet_of_a_card_game(come: Come, slug: str) -> None:
    """Strangers may read the sheet, it needs no scripts, and it is printed without the navigation."""
    system = SYSTEMS[slug]
    visitor: Visitor = come(Taps, java_script_enabled=False)
    visitor.go("/systems")
    visitor.find(f'a[href="/systems/{slug}"]').tap()
    expect(visitor.find("h1")).to_have_text(system.name)
    for section in system.sheet(system.standard_rules()):
        part = visitor.find("section", has=visitor.page.get_by_role("heading", name=section.title, exact=True))
        expect(part.locator("li")).to_have_text(list(section.sentences))
    for ruling, question, _ in system.rulings:
        expect(visitor.find("dt", has_text=f"{ruling} {question}").first).to_be_visible()
    expect(visitor.find("main")).not_to_contain_text("§")
    visitor.page.emulate_media(media="print")
    expect(visitor.find(".top")).to_be_hidden()


def test_the_page_of_a_table_links_to_its_rules(owner: Taps) -> None:
    owner.start(["Ann", "Bob", "Cyd"], system="One-up")
    owner.find("text=Rules of One-up").tap()
    expect(owner.find("h1")).to_have_text("One-up")
    examine(owner)


def test_the_page_of_a_table_names_its_house_rules(owner: Taps, come: Come, api: httpx.Client) -> None:
    """Recorders and spectators see the house rules at the table and in the replay. The linked rule sheet is made for this game."""
    options = {"target_15": True, "distinct_jokers": True}
    seats = [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dan")]
    body = {"system": "smear-ten-point", "seats": seats, "options": options, "visibility": "public"}
    game = str(api.post("/games", json=body).json()["game"])
    owner.go(f"/games/{game}")
    owner.find("#menu > summary").tap()
    expect(owner.find("#menu-rules")).to_have_text("House rules: High joker beats low joker · To 15")
    stranger: Visitor = come(Taps)
    for page in (f"/games/{game}", f"/games/{game}/replay"):
        stranger.go(page)
        expect(stranger.find("#rules li")).to_have_text(
            ["High joker beats low joker. The two are told apart.", "To 15. The score to reach is 15."]
        )
        expect(stranger.find("#seats .seat")).to_have_count(4)
    stranger.find("#rules a").tap()
    expect(stranger.find("#chosen li").first).to_contain_text("High joker beats low joker")
    expect(stranger.find("main")).to_contain_text("The game is won with 15 points.")
    assert "21 points" not in stranger.find("main").inner_text()
    examine(stranger)


def test_the_rule_sheet_of_a_game_has_the_house_rules_of_this_game(come: Come, api: httpx.Client) -> None:
    """The sheet is made for this game. Only visitors who may read the game may read the page."""
    body = {"system": "high-card", "seats": [{}, {}, {}], "options": {"target": 3}}
    public, private = (str(api.post("/games", json={**body, "visibility": each}).json()["game"]) for each in ("public", "private"))
    stranger: Visitor = come(Taps)
    stranger.go(f"/games/{public}/rules")
    expect(stranger.find("#chosen li")).to_have_text(
        ["Points that win the game: 3. This number times the number of players is at most 52."]
    )
    expect(stranger.find("main")).to_contain_text("Three points win the game.")
    stranger.go(f"/games/{private}/rules")
    expect(stranger.find("h1")).to_have_text("There is nothing here")
    stranger.forgive("404")


def chosen(owner: Taps, slug: str) -> None:
    owner.go("/games/new")
    owner.pick(slug)


def unfold(owner: Taps) -> None:
    owner.find("#house-rules > summary").tap()
    owner.find("#options > details > summary").tap()
