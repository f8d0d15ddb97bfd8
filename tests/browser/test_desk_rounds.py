"""The pairing of a round at the desk: shown, changed, published, and taken back."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.cups import FOUR, NAMES, Cup, opened
from tests.browser.keyboard import Keys
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps


def sides(cup: Cup, number: int) -> list[list[str]]:
    tables = cup.get(f"/rounds/{number}")["tables"]
    return [[NAMES[entry - 1] for side in table["sides"] for entry in side] for table in tables]


def shown(visitor: Taps) -> list[list[str]]:
    cards = visitor.find(".table-card").all()
    return [[name.split(" ")[0].strip() for name in card.locator(".slot").all_inner_texts()] for card in cards]


def test_a_director_can_pair_check_change_and_publish_a_round(owner: Taps, api: httpx.Client) -> None:
    """The page shows the effect of a change before the change is saved."""
    cup = opened(api, FOUR)
    cup.play()
    met = sides(cup, 1)[0]
    owner.go(f"{cup.page}/desk/rounds/2")
    owner.find('[data-do="pair"]').tap()
    expect(owner.find("#sentence")).to_have_text("Round 2 is paired, and only directors see it")
    expect(owner.find("#why")).to_contain_text("Nobody meets twice.")
    before = sides(cup, 2)
    one = next(name for name in before[0] if name in met)
    other = next(name for name in before[1] if name not in met)
    owner.find(".slot", has_text=one).tap()
    owner.find(".slot", has_text=other).tap()
    expect(owner.find("#effect")).to_contain_text("meet again: they did in round 1.")
    expect(owner.find(".table-card .chip.query")).to_have_count(2)
    assert sides(cup, 2) == before
    examine(owner)
    owner.find('[data-do="save"]').tap()
    expect(owner.find('[data-do="publish"]')).to_be_visible()
    assert sides(cup, 2) != before
    owner.find('[data-do="publish"]').tap()
    expect(owner.find("#sentence")).to_have_text("Round 2 is about to begin")
    assert cup.get()["rounds"][1]["published"]


def test_a_published_round_can_be_taken_back_with_a_reason(owner: Taps, api: httpx.Client) -> None:
    """The pairing stays. A player who came in the meantime sits out, and can be put at a table."""
    cup = opened(api, FOUR)
    cup.pair(publish=False)
    cup.record(("RoundPublished", {"round": 1}), ("EntryMade", {"entry": 5, "people": [], "name": "Eve"}))
    before = sides(cup, 1)
    owner.go(f"{cup.page}/desk/rounds/1")
    owner.find("#more > summary").tap()
    owner.find('[data-do="unpublish"]').tap()
    expect(owner.find("#told")).to_have_text("Say why, in a few words.")
    owner.find("#reason").fill("Eve is here after all")
    owner.find('[data-do="unpublish"]').tap()
    expect(owner.find("#sentence")).to_have_text("Round 1 is paired, and only directors see it")
    assert sides(cup, 1) == before
    assert cup.get("/rounds/1")["sits_out"] == [5]
    events = cup.get("/events")["events"]
    assert [event["data"]["reason"]["value"] for event in events if event["type"] == "RoundUnpublished"] == ["Eve is here after all"]


def test_a_round_is_paired_again_in_another_way(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:12], format="draw", settings={"rounds": 2, "table": 4})
    cup.pair(publish=False)
    before = sides(cup, 1)
    owner.go(f"{cup.page}/desk/rounds/1")
    owner.find('[data-do="again"]').tap()
    expect(owner.find(".table-card")).to_have_count(3)
    owner.page.wait_for_function(
        "before => JSON.stringify([...document.querySelectorAll('.slot')].map(e => e.innerText)) !== before", arg=""
    )
    expect(owner.find('[data-do="again"]:not([aria-busy])')).to_be_visible()
    assert sides(cup, 1) != before  # the chance that two of these draws are alike is less than one in a thousand million


def test_a_pairing_is_changed_by_keyboard_alone(keyboard: Keys, api: httpx.Client) -> None:
    cup = opened(api, FOUR)
    cup.pair(publish=False)
    before = sides(cup, 1)
    keyboard.go(f"{cup.page}/desk/rounds/1")
    expect(keyboard.find("button.slot")).to_have_count(4)
    keyboard.reach("button.slot")
    keyboard.press("Enter")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    expect(keyboard.find("#effect")).to_contain_text("What this changes")
    keyboard.reach('[data-do="save"]')
    keyboard.press("Enter")
    expect(keyboard.find('[data-do="publish"]')).to_be_visible()
    assert sides(cup, 1) == [[before[1][0], before[0][1]], [before[0][0], before[1][1]]]


def test_a_director_can_swap_two_players_by_dragging_a_name_onto_another(come: Come, api: httpx.Client) -> None:
    visitor: Taps = come(Taps, token=api.headers["Authorization"].removeprefix("Bearer "), size=DESKTOP)
    cup = opened(api, NAMES[:5])
    paired = cup.pair(publish=False)
    visitor.go(f"{cup.page}/desk/rounds/1")
    out, first = NAMES[paired["sits_out"][0] - 1], sides(cup, 1)[0][0]
    visitor.find(".slot", has_text=out).drag_to(visitor.find(".slot", has_text=first))
    expect(visitor.find("#effect")).to_contain_text(f"{first} sits out.")
    expect(visitor.find("#effect")).to_contain_text(f"{out} has a table now.")
    visitor.find('[data-do="reset"]').tap()
    expect(visitor.find("#effect")).to_be_empty()


def test_a_table_is_removed_when_one_of_its_players_is_made_to_sit_out(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, FOUR)
    cup.pair(publish=False)
    owner.go(f"{cup.page}/desk/rounds/1")
    owner.find(".slot", has_text="Anna").tap()
    owner.find('[data-do="sit-out"]').tap()
    expect(owner.find("#effect")).to_contain_text("One table is taken away.")
    expect(owner.find(".table-card")).to_have_count(1)
    owner.find('[data-do="new-table"]').tap()
    expect(owner.find(".table-card")).to_have_count(2)


def test_two_directors_do_not_overwrite_each_others_changes_of_a_pairing(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:5])
    cup.pair(publish=False)
    owner.go(f"{cup.page}/desk/rounds/1")
    slots = owner.find(".table-card .slot")
    expect(slots).to_have_count(4)
    slots.nth(0).tap()
    slots.nth(2).tap()
    expect(owner.find('[data-do="save"]')).to_be_visible()
    cup.record(("RoundPublished", {"round": 1}))
    expect(owner.find("#hint")).to_contain_text("Somebody else changed this tournament")
    owner.find('[data-do="save"]').tap()
    expect(owner.find("#told")).to_contain_text("nothing was stored")
    owner.find('[data-do="reload"]').tap()
    expect(owner.find("#sentence")).to_have_text("Round 1 is about to begin")
    owner.forgive("status of 412")


def test_the_page_of_a_round_says_which_results_are_missing(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, FOUR)
    cup.pair()
    owner.go(f"{cup.page}/desk/rounds/2")
    expect(owner.find("#why")).to_contain_text("Round 1 still misses 2 results: tables 1 and 2.")
    owner.find('[data-do="pair"]').tap()
    expect(owner.find("#told")).to_contain_text("Round 1 is not finished")
    owner.forgive("status of 409")


def test_the_pairing_with_the_fewest_repeats_is_offered_if_everybody_has_met(owner: Taps, api: httpx.Client) -> None:
    cup = opened(api, NAMES[:2])
    cup.play()
    owner.go(f"{cup.page}/desk/rounds/2")
    owner.find('[data-do="pair"]').tap()
    expect(owner.find("#why")).to_contain_text("In every possible pairing, some entries meet again.")
    owner.find('[data-do="least"]').tap()
    expect(owner.find(".table-card .chip.query")).to_have_text("Anna and Ben met in round 1")
    owner.forgive("status of 409")


def test_only_directors_have_a_page_for_the_pairing_of_a_round(come: Come, api: httpx.Client) -> None:
    cup = opened(api, FOUR)
    cup.pair(publish=False)
    stranger: Taps = come(Taps)
    stranger.go(f"{cup.page}/desk/rounds/1")
    expect(stranger.find(".slot")).to_have_count(0)
    stranger.forgive("status of 401")


def test_the_desk_offers_to_pair_again_when_a_result_changed_after_pairing(owner: Taps, api: httpx.Client) -> None:
    """Round 2 is paired and not published: nobody plays it yet. Then a result of round 1 changes."""
    cup = opened(api, FOUR)
    cup.play()
    cup.pair(publish=False)
    owner.go(f"{cup.page}/entries/1")
    expect(owner.find("#lines")).to_contain_text("Paired, not shown yet")
    expect(owner.find("#lines")).not_to_contain_text("Playing")
    owner.go(f"{cup.page}/desk")
    expect(owner.find("#sentence")).to_have_text("Round 2 is paired: publish it")
    winner = cup.get("/rounds/1")["tables"][0]["result"]["winners"][0]
    cup.record(("ForfeitRuled", {"round": 1, "table": 1, "winners": [1 - winner]}))
    expect(owner.find("#sentence")).to_have_text("Round 2 rests on results that changed: pair it again")
    expect(owner.find("#pairing")).to_contain_text("Since it was paired, results have changed: round 1, table 1.")
    expect(owner.find("#acts .primary")).to_have_text("Pair round 2 again")
    examine(owner)
    owner.go(f"{cup.page}/desk/rounds/2")
    expect(owner.find("#why")).to_contain_text("Since it was paired, results have changed: round 1, table 1.")
    owner.go(f"{cup.page}/desk")
    owner.find('#acts [data-key="again"]').tap()
    expect(owner.find("#sentence")).to_have_text("Round 2 is paired: publish it")
    for _ in range(2):  # the forfeit, and the result before it
        cup.record(("Retracted", {"target": cup.table(1, 1)["result"]["version"]}))
    expect(owner.find("#sentence")).to_have_text("Round 2 is paired, but a result is missing: round 1, table 1")
    expect(owner.find("#acts .primary")).to_have_count(0)
    assert [each["published"] for each in cup.get()["rounds"]] == [True, False]
