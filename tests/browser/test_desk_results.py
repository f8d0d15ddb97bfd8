"""Results at the director's desk: typed, approved, forfeited, withdrawn, changed and disputed."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.cups import NAMES, Cup
from tests.browser.desks import act, at, cup_of, row, says
from tests.browser.games import link, say
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps
from tests.ops.processes import until
from tests.speeds import slow


def test_scores_and_forfeits_are_recorded_with_the_names_of_the_players(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 6)
    cup.start()
    at(owner, cup)
    sides = [[NAMES[side[0] - 1] for side in table["sides"]] for table in cup.get("/rounds/1")["tables"]]
    row(owner, 1).get_by_role("button", name="Result").tap()
    row(owner, 1).get_by_label(sides[0][0], exact=True).fill("7")
    row(owner, 1).get_by_label(sides[0][1], exact=True).fill("11")
    row(owner, 1).get_by_role("button", name="Save the scores").tap()
    says(owner, "Round 1 is being played: 1 of 3 tables are in")
    row(owner, 2).get_by_role("button", name="Result").tap()
    row(owner, 2).get_by_role("button", name=f"{sides[1][1]} wins by forfeit").tap()
    says(owner, "Round 1 is being played: 2 of 3 tables are in")
    row(owner, 3).get_by_role("button", name="Result").tap()
    row(owner, 3).get_by_role("button", name="Nobody wins").tap()
    says(owner, "Everything is in: pair round 2")
    assert [(r["source"], r["winners"], r["scores"]) for r in (each["result"] for each in cup.get("/rounds/1")["tables"])] == [
        ("typed", [1], [7, 11]),
        ("forfeit", [1], None),
        ("forfeit", [], None),
    ]


def test_the_desk_lists_all_tables_of_the_round_with_their_state(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 8)
    cup.start()
    cup.typed(1, 1, 4, -2)
    cup.entered(1, 2, 5, 1)
    say(api, cup.game(1, 3), ("OpenerChosen", {"seat": 0}), ("CardPlaced", {"seat": 1, "call": "highest"}))
    say(api, cup.game(1, 4), ("OpenerChosen", {"seat": 0}))
    cup.forfeit(1, 3)
    at(owner, cup)
    expect(row(owner, 2).locator(".chip")).to_have_text("typed")
    expect(row(owner, 4).locator(".chip")).to_have_text("live")
    expect(row(owner, 3).locator(".chip.done")).to_contain_text("won, by forfeit")
    expect(owner.find("#seated > li")).to_have_count(1)  # table 3 is in too, but its game has a finding
    expect(owner.find('[data-key="in-1-1"] .chip.done')).to_have_text("4 to −2, typed")
    row(owner, 3).get_by_role("button", name="Another result").tap()
    act(owner, f"withdraw:1-3:{cup.table(1, 3)['result']['version']}").tap()
    says(owner, "Round 1 is being played: 1 of 4 tables are in")
    expect(row(owner, 3).locator(".chip.done")).to_have_count(0)


def test_half_typed_text_in_a_form_stays_when_results_come_in(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    at(owner, cup)
    row(owner, 2).get_by_role("button", name="Result").tap()
    row(owner, 2).locator("input").first.fill("9")
    cup.forfeit(1, 1)
    says(owner, "Round 1 is being played: 1 of 2 tables are in")
    expect(row(owner, 2).locator("input").first).to_have_value("9")
    expect(row(owner, 2).locator("input").first).to_be_focused()


@pytest.mark.parametrize(("scores", "words"), [((3, 11), "3–11"), pytest.param((3, -2), "3 to −2", marks=slow)])
def test_a_typed_result_is_approved_with_one_tap(owner: Taps, api: httpx.Client, scores: tuple[int, int], words: str) -> None:
    cup = cup_of(api, 4)
    cup.start()
    cup.entered(1, 2, *scores)
    at(owner, cup)
    expect(row(owner, 2)).to_contain_text(f"{words}, typed")
    row(owner, 2).get_by_role("button", name=f"Approve {words}").tap()
    says(owner, "Round 1 is being played: 1 of 2 tables are in")
    assert cup.table(1, 2)["result"]["scores"] == [*scores]


def test_a_wrong_result_is_withdrawn_or_replaced(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    cup.forfeit(1, 1, 2)
    at(owner, cup)
    owner.find('[data-key="in-1-1"]').get_by_role("button", name="Another result").tap()
    act(owner, "won:1-1:1").tap()
    expect(owner.find('[data-key="in-1-1"]')).to_contain_text("won, typed")
    assert cup.table(1, 1)["result"]["winners"] == [1]
    owner.find('[data-key="in-1-1"]').get_by_role("button", name="Another result").tap()
    withdraws = act(owner, f"withdraw:1-1:{cup.table(1, 1)['result']['version']}")
    expect(withdraws).to_have_text(re.compile("Withdraw it: .+ won counts again at table 1"))
    withdraws.tap()
    expect(owner.find('[data-key="in-1-1"]')).to_contain_text("won, by forfeit")
    assert cup.table(1, 1)["result"]["winners"] == [0]
    owner.find('[data-key="in-1-2"]').get_by_role("button", name="Another result").tap()
    act(owner, f"withdraw:1-2:{cup.table(1, 2)['result']['version']}").tap()
    says(owner, "Round 1 is being played: 1 of 2 tables are in")
    assert cup.table(1, 2)["result"] is None


def test_the_page_of_a_game_says_that_the_director_typed_the_result_of_its_table(owner: Taps, come: Come, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    game = cup.game(1, 1)
    owner.go(f"/games/{game}")
    expect(owner.find("#state")).to_have_text("In play")
    cup.typed(1, 1, 11, 5)
    stranger: Taps = come(Taps, token=link(api, game, "read"))
    stranger.go(f"/games/{game}")
    expect(stranger.find("#state")).to_have_text("Result typed")


def test_results_of_an_earlier_round_are_corrected_on_its_page(owner: Taps, api: httpx.Client) -> None:
    """The desk has a link to the round, and says what a correction changed."""
    cup = cup_of(api, 4, rounds=3)
    cup.start()
    cup.typed(1, 1, 3, 11)
    cup.typed(1, 2, 11, 5)
    cup.start()
    at(owner, cup)
    owner.find("#earlier").get_by_role("link", name="Round 1").tap()
    card = owner.find(".table-card").first
    expect(card.locator(".chip.done")).to_have_text("3–11, typed")
    card.get_by_role("button", name="Another result").tap()
    for side, points in enumerate((11, 3)):
        card.locator("[data-score]").nth(side).fill(str(points))
    examine(owner)
    card.get_by_role("button", name="Save the scores").tap()
    expect(card.locator(".chip.done")).to_have_text("11–3, typed")
    expect(owner.find("#told")).to_have_text("Round 1, table 1: 11–3, was 3–11.")
    assert cup.table(1, 1)["result"]["scores"] == [11, 3]
    other = owner.find(".table-card").nth(1)
    other.get_by_role("button", name="Another result").tap()
    other.get_by_role("button", name="Withdraw it").tap()
    expect(other.locator(".chip.done")).to_have_count(0)
    at(owner, cup)
    expect(row(owner, 2)).to_contain_text("Round 1, table 2")


def test_a_score_out_of_range_is_told_at_its_field(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    at(owner, cup)
    side = NAMES[cup.sides(1, 1)[0][0] - 1]
    row(owner, 1).get_by_role("button", name="Result").tap()
    row(owner, 1).locator("input").last.fill("3")
    row(owner, 1).get_by_label(side, exact=True).fill("99999999999")
    row(owner, 1).get_by_role("button", name="Save the scores").tap()
    expect(row(owner, 1).locator("p.error")).to_contain_text(f"The score of {side} must lie between")
    expect(row(owner, 1).get_by_label(side, exact=True)).to_be_focused()
    expect(row(owner, 1).locator("input").last).to_have_value("3")
    expect(owner.find("#told")).to_be_empty()
    owner.forgive("status of 422")


def played(api: httpx.Client, game: str, winner: int) -> int:
    """Record a whole game, in which `winner` wins the only point. Returns the version of the last event."""
    cards = {str(seat): "KH" if seat == winner else "3S" for seat in (0, 1)}
    say(
        api,
        game,
        ("OpenerChosen", {"seat": 0}),
        *(("CardPlaced", {"seat": seat, "call": "highest"}) for seat in (0, 1)),
        ("CardsRevealed", {"cards": cards}),
    )
    return int(api.get(f"/games/{game}#event-3").json()["version"])


def changed(api: httpx.Client) -> Cup:
    """A tournament in which side 0 won at both tables. After that, the game of table 1 was corrected, and now side 1 has won it."""
    cup = cup_of(api, 4, takes="finished")
    cup.start()
    game = cup.game(1, 1)
    at_version = played(api, game, winner=0)
    until(lambda: cup.table(1, 1)["result"] is not None)
    cup.forfeit(1, 2)
    say(api, game, ("Retracted", {"target": at_version}), ("CardsRevealed", {"cards": {"0": "3S", "1": "KH"}}))
    until(lambda: cup.get("/pending")["changes"] != [])
    return cup


def test_a_changed_result_is_accepted_after_a_look_at_its_effect(owner: Taps, api: httpx.Client) -> None:
    cup = changed(api)
    at(owner, cup)
    says(owner, "Everything is in: pair round 2")
    expect(row(owner, 1)).to_contain_text("1–0 would become 0–1.")
    expect(row(owner, 1)).to_contain_text("Anna moves from 1st to 3rd.")
    row(owner, 1).get_by_role("button", name="Accept 0–1").tap()
    expect(row(owner, 1)).to_have_count(0)
    assert cup.table(1, 1)["result"]["winners"] == [1]


def test_a_changed_result_is_declined_with_a_reason(owner: Taps, api: httpx.Client) -> None:
    cup = changed(api)
    at(owner, cup)
    row(owner, 1).get_by_role("button", name="Keep 1–0").tap()
    row(owner, 1).locator("input").fill("Both agreed at the table")
    row(owner, 1).get_by_role("button", name="Keep it").tap()
    expect(row(owner, 1)).to_have_count(0)
    assert cup.table(1, 1)["result"]["winners"] == [0]
    declined = cup.get("/events")["events"][-1]
    assert (declined["type"], "Both agreed at the table" in declined["sentence"]) == ("ChangeDeclined", True)


def test_the_desk_has_a_link_from_a_dispute_to_its_game(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    game = cup.game(1, 1)
    at(owner, cup)
    say(api, game, ("OpenerChosen", {"seat": 0}), ("IrregularityCalled", {"kind": "misdeal"}))
    owner.page.reload()  # without this, the desk would read the changed game only after 15 seconds
    expect(row(owner, 1).locator(".chip.query")).to_have_text("disputed")
    expect(row(owner, 1).get_by_role("link", name="Rule on it")).to_have_attribute("href", f"/games/{game}#event-3")


def test_another_game_is_opened_at_a_table_whose_game_was_annulled(owner: Taps, api: httpx.Client) -> None:
    """The round stays as it was paired."""
    cup = cup_of(api, 4)
    cup.start()
    game = cup.game(1, 1)
    say(api, game, ("OpenerChosen", {"seat": 0}), ("GameAnnulled", {"reason": "wrong table"}))
    at(owner, cup)
    row(owner, 1).get_by_role("button", name="Open another game").tap()
    expect(row(owner, 1).get_by_role("button", name="Open another game")).to_have_count(0)
    assert cup.table(1, 1)["game"] not in (None, game)
    assert "RoundUnpublished" not in cup.types()
