"""What happens to a game besides play: claims, calls of time, abandonment, annulment, substitutes, a handover, a rematch."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.correcting import pick
from tests.browser.games import finished, link, opened, say
from tests.browser.visitor import NETWORK, Taps
from tests.ops.serving import Serving


@pytest.fixture
def game(api: httpx.Client) -> str:
    game = opened(api)
    say(api, game, ("CardPlaced", {"seat": 0, "call": "highest", "card": "KH"}))
    return game


@pytest.fixture
def anna(come: Come, api: httpx.Client, game: str) -> Taps:
    visitor: Taps = come(Taps, token=link(api, game, "record", "Anna’s phone"))
    visitor.go(f"/games/{game}")
    expect(visitor.find("#state")).to_have_text("In play")
    return visitor


@pytest.fixture
def director(come: Come, product: Serving, game: str) -> Taps:
    visitor: Taps = come(Taps, token=product.owner())
    visitor.go(f"/games/{game}")
    expect(visitor.find("#state")).to_have_text("In play")
    return visitor


FOUR = [{"name": name} for name in ("Ann", "Bob", "Cyd", "Dan")]


def choose(visitor: Taps, button: str, act: str) -> None:
    """Open the dialog of a button below the pad (`other`, `end`, `wrong`) and choose an act in it."""
    visitor.find(f'#tools [data-do="{button}"]').tap()
    pick(visitor, act)


def send(visitor: Taps) -> None:
    visitor.find('#other-form [data-do="commit"]').tap()
    expect(visitor.find("#review-changes")).to_contain_text("Then: ")
    visitor.find("#review-send").tap()


def test_the_page_shows_who_accepts_and_who_rejects_a_claim(anna: Taps, api: httpx.Client, game: str) -> None:
    choose(anna, "other", "ClaimMade")
    anna.find('#other-form button[data-seat="0"]').tap()
    anna.find("#other-form textarea").fill("the rest are mine")
    anna.find('#other-form [data-do="commit"]').tap()
    claim = anna.find("#claims .claim")
    expect(claim).to_contain_text("Chris claims: “the rest are mine”")
    claim.locator("summary").tap()
    claim.locator('[data-seat="1"][data-accepts="true"]').tap()
    expect(claim).to_contain_text("Guy accepts.")
    claim.locator('[data-seat="2"][data-accepts="false"]').tap()
    expect(claim).to_contain_text("Eric objects.")
    expect(claim).to_contain_text("Somebody objects.")
    assert [each["accepts"] for each in api.get(f"/games/{game}").json()["life"]["claims"][0]["answers"]] == [True, False]


def test_players_can_answer_a_claim_on_their_own_phones(anna: Taps, come: Come, api: httpx.Client, game: str) -> None:
    say(api, game, ("ClaimMade", {"seat": 0, "claim": "the rest are mine"}))
    guy: Taps = come(Taps, token=link(api, game, "read", seat=1))
    guy.go(f"/games/{game}")
    claim = guy.find("#claims .claim")
    expect(claim).to_contain_text("Eric has not answered.")
    accept, objects = (claim.locator(f'[data-seat="1"][data-accepts="{value}"]') for value in ("true", "false"))
    expect(claim.locator("button")).to_have_text(["Accept as Guy", "Object as Guy"])
    for button in (accept, objects):
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    objects.tap()
    expect(objects).to_have_attribute("aria-pressed", "true")
    expect(claim).to_contain_text("Somebody objects.")
    accept.tap()
    expect(accept).to_have_attribute("aria-pressed", "true")
    expect(anna.find("#claims .claim")).to_contain_text("Guy accepts.")
    assert api.get(f"/games/{game}").json()["life"]["claims"][0]["answers"] == [{"seat": 1, "accepts": True}]


def test_a_player_can_answer_a_claim_only_for_themselves(come: Come, api: httpx.Client, game: str) -> None:
    say(api, game, ("ClaimMade", {"seat": 0, "claim": "the rest are mine"}))
    chris: Taps = come(Taps, token=link(api, game, "read", seat=0))
    chris.go(f"/games/{game}")
    expect(chris.find("#claims .claim")).to_contain_text("Guy has not answered.")
    expect(chris.find("#claims button")).to_have_count(0)
    token = link(api, game, "read", seat=1)
    guy: Taps = come(Taps, token=token)
    guy.go(f"/games/{game}")
    guy.page.route("**/answers", lambda route: route.abort())
    guy.find('#claims [data-accepts="true"]').tap()
    expect(guy.find("#claims [role=alert]")).to_be_visible()
    guy.forgive(NETWORK)


def test_the_other_side_agrees_with_one_tap_that_the_rest_are_one_players(come: Come, product: Serving, api: httpx.Client) -> None:
    """Partners need not agree. Then the form for the result of the deal is one tap away. Six taps, and the numbers."""
    game = str(api.post("/games", json={"system": "spades-standard", "seats": FOUR}).json()["game"])
    bids = [("BidMade", {"seat": seat, "amount": 3}) for seat in (1, 2, 3, 0)]
    say(api, game, *bids, ("CardPlayed", {"seat": 1, "card": "AH"}))
    phone: Taps = come(Taps, token=product.owner())
    phone.go(f"/games/{game}")
    phone.find("#end").tap()
    phone.find("#other-list button", has_text="The rest are one player’s").tap()
    phone.find("#other-list button", has_text="Bob").tap()
    agree = phone.find("#claims .claim > button")
    expect(agree).to_have_text("Ann and Cyd agree")
    expect(agree).to_be_in_viewport()
    agree.tap()
    expect(phone.find("#claims .claim")).to_contain_text("Ann and Cyd agree.")
    claim = api.get(f"/games/{game}").json()["life"]["claims"][0]
    assert (claim["seat"], claim["answers"]) == (1, [{"seat": 0, "accepts": True}, {"seat": 2, "accepts": True}])
    phone.find("#claims button", has_text="Enter the result of the deal").tap()
    expect(phone.find("#seats [data-number='13']")).to_be_visible()
    say(api, game, ("TricksStated", {"round": 1, "tricks": {"0": 5, "1": 3, "2": 2, "3": 3}}))
    expect(phone.find("#last-round")).to_contain_text("Deal 1")
    expect(phone.find("#claims .claim")).to_have_count(0)  # it was about that deal
    assert [claim["round"] for claim in api.get(f"/games/{game}").json()["life"]["claims"]] == [1]


def test_a_wrong_card_is_found_and_corrected_with_three_taps(come: Come, product: Serving, api: httpx.Client) -> None:
    game = str(api.post("/games", json={"system": "spades-standard", "seats": FOUR}).json()["game"])
    bids = [("BidMade", {"seat": seat, "amount": 3}) for seat in (1, 2, 3, 0)]
    say(api, game, *bids, ("CardPlayed", {"seat": 1, "card": "AH"}), ("CardPlayed", {"seat": 2, "card": "3H"}))
    phone: Taps = come(Taps, token=product.owner())
    phone.go(f"/games/{game}")
    phone.find("#wrong").tap()
    phone.find("#other-list button", has_text="Bob plays the ace of hearts").tap()
    phone.find('#other-form [data-card="KH"]').tap()
    expect(phone.find("#seats")).to_contain_text("king of hearts")
    assert [event["type"] for event in api.get(f"/games/{game}/events").json()["events"]][-2:] == ["Retracted", "CardPlayed"]


@pytest.mark.smoke
def test_a_concession_is_shown_in_the_list_of_claims(anna: Taps) -> None:
    anna.find("#end").tap()
    anna.find("#other-list button", has_text="A player gives up").tap()
    anna.find('#other-list [data-seat="1"]').tap()
    expect(anna.find("#claims")).to_contain_text("Guy concedes")


def test_the_page_of_a_game_with_a_final_result_offers_no_acts_of_play(come: Come, product: Serving, api: httpx.Client) -> None:
    """Nothing ends the game again. No plate says that somebody leads."""
    game = finished(api, visibility="public")
    director: Taps = come(Taps, token=product.owner())
    director.go(f"/games/{game}")
    director.find("#menu > summary").tap()
    offered = director.find("#menu-acts [data-type]")
    expect(offered).to_have_text(["Annul the game"])
    expect(director.find("#end")).to_be_hidden()
    expect(director.find("#wrong")).to_be_visible()
    director.find('#life [data-do="final"]').tap()
    director.find("#review-send").tap()
    expect(director.find("#state")).to_have_text("Final")
    expect(offered).to_have_text(["Annul the game"])
    expect(director.find("#wrong")).to_be_hidden()
    expect(director.find("#tools [data-do='other']")).to_be_visible()


def test_no_player_is_marked_as_leading_after_the_game(come: Come, api: httpx.Client) -> None:
    """During the game the plate of the player who leads next says "to lead". After the game, readers would think that this player has the
    best score."""
    seats = [{"name": name} for name in ("Ann", "Bob", "Cyd")]
    body = {"system": "pitch-auction-classic", "seats": seats, "options": {"target": 2}, "visibility": "public"}
    game = str(api.post("/games", json=body).json()["game"])
    points = {"high": 1, "low": 1, "game": 1}
    say(api, game, ("DealStated", {"round": 1, "dealer": 1, "maker": 1, "bid": 3, "trump": "H", "points": points}))
    assert api.get(f"/games/{game}").json()["state"] == "finished"
    stranger: Taps = come(Taps)
    for page in (f"/games/{game}", f"/games/{game}/replay"):
        stranger.go(page)
        expect(stranger.seat("Bob")).to_contain_text("winner")
        assert "lead" not in stranger.find("#seats").inner_text()


def test_the_scorekeeper_can_call_time(anna: Taps) -> None:
    choose(anna, "end", "TimeCalled")
    anna.find('#other-form [data-word="hall closes"]').tap()
    anna.find('#other-form [data-do="commit"]').tap()
    expect(anna.find("#review-changes")).to_contain_text("The result becomes: Time was called.")
    expect(anna.find("#review-changes")).to_contain_text("Then: Unfinished · Time was called.")
    anna.find("#review-send").tap()
    expect(anna.find("#state")).to_have_text("Unfinished")
    expect(anna.find("#seats button")).to_have_count(0)
    expect(anna.find("#seats")).not_to_contain_text("to place")
    expect(anna.find("#seats .turn")).to_have_count(0)
    expect(anna.find("#life")).to_contain_text("The game is unfinished (hall closes).")


def test_a_game_can_be_abandoned_with_a_typed_reason(anna: Taps) -> None:
    choose(anna, "end", "GameAbandoned")
    anna.find('#other-form input[type="text"]').fill("fire alarm")
    send(anna)
    expect(anna.find("#state")).to_have_text("Abandoned")
    expect(anna.find("#life")).to_contain_text("nobody wins")
    expect(anna.find("#undo")).to_contain_text("fire alarm")


def test_only_a_director_can_annul_a_game_and_every_page_shows_it_as_annulled(director: Taps, anna: Taps) -> None:
    assert anna.find('#menu [data-type="GameAnnulled"]').count() == 0
    director.find("#menu > summary").tap()
    director.find('#menu [data-type="GameAnnulled"]').tap()
    director.find('#other-form [data-word="test game"]').tap()
    send(director)
    for visitor in (director, anna):
        expect(visitor.find("#state")).to_have_text("Annulled")
        expect(visitor.find("#life")).to_contain_text("This game was annulled (test game). It counts in no standings; its record stays.")


def test_only_a_director_can_remove_an_abandoned_game_from_the_lists(director: Taps, anna: Taps, api: httpx.Client, game: str) -> None:
    director.find("#menu > summary").tap()
    assert director.find('#menu [data-type="GameRemoved"]').count() == 0  # the game is in play
    say(api, game, ("GameAbandoned", {"reason": "players left"}))
    for visitor in (director, anna):
        expect(visitor.find("#state")).to_have_text("Abandoned")
    assert anna.find('#menu [data-type="GameRemoved"]').count() == 0
    expect(director.find('#menu [data-type="GameRemoved"]')).to_have_text("Remove from the lists")
    director.find('#menu [data-type="GameRemoved"]').tap()
    director.find('#other-form [data-word="opened by mistake"]').tap()
    director.find('#other-form [data-do="commit"]').tap()
    director.find("#review-send").tap()
    for visitor in (director, anna):
        expect(visitor.find("#life")).to_contain_text("This game was removed from the lists (opened by mistake).")
    expect(director.find('#menu [data-type="GameRemoved"]')).to_have_count(0)


def test_a_substitute_takes_the_place_of_a_player(anna: Taps, api: httpx.Client, game: str) -> None:
    choose(anna, "other", "PlayerSubstituted")
    anna.find('#other-form button[data-seat="1"]').tap()
    anna.find('#other-form [data-kind="person"]').fill("Zoe")
    anna.find('#other-form [data-do="commit"]').tap()
    expect(anna.seat("Zoe")).to_be_visible()
    assert api.get(f"/games/{game}").json()["seats"][1]["name"] == "Zoe"


def test_the_scorekeeper_can_hand_over_to_another_person_with_a_new_link(anna: Taps, come: Come) -> None:
    anna.find("#menu > summary").tap()
    anna.find('#menu [data-do="handover"]').tap()
    expect(anna.find("#menu-link img")).to_be_visible()
    expect(anna.find("#menu-told")).to_contain_text("This phone no longer records.")
    ben: Taps = come(Taps)
    ben.page.goto(anna.find("#handover-link").input_value())
    ben.page.wait_for_url("**/games/*")
    ben.place("Guy", "lowest", "2C")
    expect(ben.seat("Eric")).to_have_class("seat turn")
    anna.place("Eric", "lowest", "3C")
    expect(anna.find("#notice")).to_contain_text("Not stored")
    anna.forgive("401", "403", "404")


def test_a_rematch_opened_on_the_page_has_the_same_players(come: Come, product: Serving, api: httpx.Client) -> None:
    first = finished(api)
    director: Taps = come(Taps, token=product.owner())
    director.go(f"/games/{first}")
    director.find('#life [data-do="rematch"]').tap()
    director.page.wait_for_url(lambda url: first not in url)
    expect(director.seat("Chris")).to_be_visible()
    second = director.game
    assert api.get(f"/games/{second}").json()["life"]["rematch_of"] == first
    director.go(f"/games/{first}")
    director.page.get_by_role("link", name="Open the rematch").tap()
    director.page.wait_for_url(f"**/games/{second}")


def test_the_holder_of_a_table_link_can_record_the_rematch(come: Come, api: httpx.Client) -> None:
    first = finished(api)
    anna: Taps = come(Taps, token=link(api, first, "record"))
    anna.go(f"/games/{first}")
    anna.find('#life [data-do="rematch"]').tap()
    anna.page.wait_for_url(lambda url: "/games/" in url and first not in url)
    anna.opener("Guy")
    expect(anna.seat("Guy")).to_have_class("seat turn")


def test_the_scorekeeper_can_record_that_play_was_stopped(anna: Taps, api: httpx.Client, game: str) -> None:
    choose(anna, "wrong", "IrregularityCalled")
    anna.find('#other-form [data-word="exposed-card"]').tap()
    anna.find('#other-form button[data-seat="2"]').tap()
    anna.find('#other-form [data-do="commit"]').tap()
    expect(anna.find("#other")).to_be_hidden()
    expect(anna.find("#undo")).to_contain_text("exposed card")
    assert api.get(f"/games/{game}/events").json()["events"][-1]["data"]["kind"] == "exposed-card"


def test_the_page_opened_by_a_seat_link_names_the_player_of_that_seat(director: Taps, api: httpx.Client) -> None:
    director.find("#share > summary").tap()
    director.find("#share-seat").select_option(label="Guy")
    director.find('[data-do="link"][data-kind="seat"]').tap()
    expect(director.find(".link-card img")).to_be_visible()
    expect(director.find("#share .link-card label")).to_contain_text("Sit here · Guy")
    visitor = api.get("/tokens").json()["tokens"][-1]
    assert (visitor["label"], visitor["seat"], visitor["scopes"]) == ("Sit here · Guy", 1, ["read"])
