"""The director's desk: a round from its pairing to the prizes, undone acts, announcements, and the order of level players."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import NAMES, opened
from tests.browser.desks import act, at, cup_of, row, says
from tests.browser.games import say
from tests.browser.test_accessible import LONG, examine
from tests.browser.visitor import Taps
from tests.ops.serving import Serving


@pytest.mark.smoke
def test_a_director_leads_a_tournament_from_the_first_pairing_to_the_prizes(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4, rounds=1)
    at(owner, cup)
    says(owner, "4 players entered: pair round 1")
    act(owner, "pair").tap()
    says(owner, "Round 1 is paired: publish it")
    expect(owner.find("#acts a")).to_have_attribute("href", f"{cup.page}/desk/rounds/1")
    act(owner, "publish").tap()
    says(owner, "Round 1 is about to begin: start it")
    act(owner, "start").tap()
    says(owner, "Round 1 is being played: 0 of 2 tables are in")
    for table, left in ((1, "Round 1 is being played: 1 of 2 tables are in"), (2, "Everything is in: finish the tournament")):
        row(owner, table).get_by_role("button", name="Result").tap()
        act(owner, f"won:1-{table}:0").tap()
        says(owner, left)
    act(owner, "standings").tap()
    expect(act(owner, "standings")).to_have_count(0)
    act(owner, "finish").tap()
    says(owner, "The tournament is over")
    expect(owner.find("#live")).to_have_text("Finished")
    expect(owner.find("#places li")).to_have_count(4)
    expect(owner.find("#places li").first).to_contain_text("1st")
    names = [
        "RoundPaired",
        "RoundPublished",
        "RoundStarted",
        *["ResultEntered", "ResultApproved"] * 2,
        "StandingsPublished",
        "TournamentFinished",
    ]
    assert cup.types()[5:] == names


def test_the_desk_shows_the_whole_draw_before_it_is_published(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 5)
    made = cup.pair(publish=False)
    at(owner, cup)
    names = {entry["entry"]: entry["name"] for entry in cup.get()["entries"]}
    tables = [f"Table {each['table']} · {' v '.join(names[side[0]] for side in each['sides'])}" for each in made["tables"]]
    expect(owner.find("#seated-title")).to_have_text("The draw of round 1")
    expect(owner.find("#seated > li")).to_have_text([*tables, f"{names[made['sits_out'][0]]} sits out"])
    expect(owner.find("#acts .primary")).to_have_text("Publish round 1")
    examine(owner)
    act(owner, "publish").tap()
    says(owner, "Round 1 is about to begin: start it")
    expect(owner.find("#seated")).to_be_hidden()


def test_the_desk_lists_as_many_prizes_as_the_settings_say(owner: Taps, api: httpx.Client) -> None:
    """Who shares the last of these places is listed too."""
    cup = opened(api, NAMES[:6], settings={"rounds": 1, "prizes": 4})
    cup.play()
    cup.record(("TournamentFinished", {}))
    at(owner, cup)
    expect(owner.find("#places .desk-place")).to_have_text(["1st"] * 3 + ["4th"] * 3)


def test_the_pages_of_an_empty_tournament_say_what_will_be_shown_there(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 0)
    at(owner, cup)
    says(owner, "Nobody has entered yet")
    expect(owner.find("#acts a.primary")).to_have_attribute("href", f"{cup.page}/desk/entries")


def test_the_desk_offers_the_best_possible_pairing_if_every_pairing_breaks_a_rule(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 2)
    cup.start()
    cup.forfeit(1, 1)
    cup.record(("Retracted", {"target": cup.get()["version"]}), ("ResultEntered", {"round": 1, "table": 1, "scores": [1, 0]}))
    api.post(f"{cup.page}/rounds/1/tables/1/approval", json={"result": cup.get()["version"]}).raise_for_status()
    at(owner, cup)
    act(owner, "pair").tap()
    expect(owner.find("#pairing")).to_contain_text("The best one has one table of entries that have met.")
    assert "RoundPaired" not in cup.types()[5:]
    owner.forgive("status of 409")  # the browser logs the refusal
    act(owner, "least").tap()
    says(owner, "Round 2 is paired: publish it")
    expect(owner.find("#pairing > *")).to_have_count(0)


def test_the_desk_shows_the_progress_while_a_worker_pairs_a_large_round(owner: Taps, api: httpx.Client) -> None:
    players = 202
    cup = cup_of(api, players, [f"Player {n}" for n in range(players)])
    at(owner, cup)
    held = owner.hold("**/pairings/*")
    act(owner, "pair").tap()
    expect(owner.find("#percent")).to_be_visible()
    expect(act(owner, "cancel")).to_be_visible()
    route = owner.held_one(held)
    route.continue_()
    owner.page.unroute("**/pairings/*")
    says(owner, "Round 1 is paired: publish it")
    expect(owner.find("#pairing > *")).to_have_count(0)
    assert cup.get("/desk")["round"]["tables"] == players // 2


def test_a_director_can_cancel_a_pairing_that_a_worker_makes(owner: Taps, api: httpx.Client) -> None:
    """If the worker makes the pairing before it is cancelled, the round is paired, and the page says so."""
    cup = cup_of(api, 1000, [f"Player {n}" for n in range(1000)])
    at(owner, cup)
    act(owner, "pair").tap()
    act(owner, "cancel").tap()
    expect(owner.find("#pairing > *")).to_have_count(0)
    if cup.get("/desk")["round"] is None:
        expect(owner.find("#told")).to_have_text("The pairing was cancelled. Nothing was recorded.")
        expect(act(owner, "pair")).to_be_enabled()
        act(owner, "pair").tap()
    says(owner, "Round 1 is paired: publish it")


# --- folds --------------------------------------------------------------------------------------------------------------------------------


def test_before_an_act_is_undone_the_desk_shows_what_would_change(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    cup.forfeit(1, 1, 2)
    at(owner, cup)
    owner.find("#undo > summary").tap()
    first = owner.find("#undo-list > li").first
    winner = NAMES[cup.sides(1, 2)[0][0] - 1]
    expect(first).to_contain_text(f"Round 1, table 2: {winner} wins by forfeit")
    first.get_by_role("button", name="Undo").tap()
    expect(first).to_contain_text("moves from 1st to")
    first.get_by_role("button", name="Undo it").tap()
    says(owner, "Round 1 is being played: 1 of 2 tables are in")
    expect(owner.find("#undo-list > li").first).to_contain_text(f"Undone: Round 1, table 2: {winner} wins by forfeit")
    expect(owner.find("#undo-list > li").first.locator("button")).to_have_accessible_name(
        f"Undo : Undone: Round 1, table 2: {winner} wins by forfeit"
    )


def test_the_approval_of_a_result_that_is_undone_has_no_undo(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    cup.typed(1, 1, 7, 2)
    cup.record(("Retracted", {"target": cup.table(1, 1)["result"]["version"]}))
    at(owner, cup)
    owner.find("#undo > summary").tap()
    approval = owner.find("#undo-list > li", has_text="is approved")
    expect(approval).to_contain_text("undone")
    expect(approval.locator("button")).to_have_count(0)


def test_announcements_and_adjusted_points_are_recorded(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    at(owner, cup)
    owner.find("#announce > summary").tap()
    owner.find("#announce-text").fill("Supper is at eight")
    act(owner, "announce").tap()
    expect(owner.find("#told")).to_have_text("Announced.")
    assert cup.get()["announcements"][0]["text"] == "Supper is at eight"
    owner.find("#adjust > summary").tap()
    owner.find("#adjust-entry").select_option("2")
    owner.find("#adjust-points").fill("-1")
    owner.find("#adjust-reason").fill("Came late")
    act(owner, "adjust").tap()
    expect(owner.find("#told")).to_contain_text("Ben gets −1 points.")
    assert {row["entry"]: row["points"] for row in cup.get("/standings")["rows"]}[2] == -1


def test_the_director_can_order_level_players_by_lots_or_by_hand(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4, tiebreaks=["director", "lots"])
    at(owner, cup)
    owner.find("#order > summary").tap()
    owner.find('[data-key="move:0:2:-1"]').tap()
    act(owner, "order:0").tap()
    expect(owner.find("#told")).to_have_text("The order is recorded.")
    assert [row["entry"] for row in cup.get("/standings")["rows"]][:2] == [2, 1]
    act(owner, "lots:0").tap()
    expect(owner.find("#told")).to_have_text("The lots are drawn.")
    assert sorted(cup.get("/events")["events"][-1]["data"]["order"]) == [1, 2, 3, 4]


# --- accessibility and rights -------------------------------------------------------------------------------------------------------------


@SCHEMES
def test_the_desk_is_accessible_with_long_names(come: Come, product: Serving, api: httpx.Client, scheme: str) -> None:
    cup = cup_of(api, 6, names=tuple(f"{LONG} {n}"[-60:] for n in range(6)), tiebreaks=["lots"])
    cup.start(seconds=600)
    cup.entered(1, 1, 11, 3)
    say(api, cup.game(1, 2), ("OpenerChosen", {"seat": 0}), ("IrregularityCalled", {"kind": "misdeal"}))
    visitor: Taps = come(Taps, token=product.owner(), color_scheme=scheme)
    at(visitor, cup)
    row(visitor, 3).get_by_role("button", name="Result").tap()
    for fold in visitor.find("main details > summary").all():
        fold.tap()
    expect(visitor.find("#undo-list > li").first).to_be_visible()
    expect(visitor.find("#order-groups > *").first).to_be_visible()
    examine(visitor)


def test_the_desk_works_with_the_keyboard(owner: Taps, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    cup.start()
    at(owner, cup)
    row(owner, 1).get_by_role("button", name="Result").focus()
    owner.page.keyboard.press("Enter")
    expect(act(owner, "won:1-1:0")).to_be_focused()
    owner.page.keyboard.press("Tab")
    owner.page.keyboard.press("Enter")
    says(owner, "Round 1 is being played: 1 of 2 tables are in")
    assert cup.table(1, 1)["result"]["winners"] == [1]


def test_only_directors_have_a_desk(come: Come, api: httpx.Client) -> None:
    cup = cup_of(api, 4)
    token = api.post("/tokens", json={"label": "keeper", "scopes": ["record"]}).json()["token"]
    keeper: Taps = come(Taps, token=token)
    answer = keeper.page.goto(f"{keeper.url}{cup.page}/desk")
    assert answer
    assert answer.status == 403
    keeper.forgive("status of 403")
