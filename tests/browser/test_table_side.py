"""What the page of a game shows beside the felt: the tricks of the deal, the last one on request, the score by deal, flags on cards."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.games import finished, link, opened, pitched, say
from tests.browser.visitor import Taps, Visitor

NAMES = ("Ann", "Bob", "Cyd")
TRICK = ("AH", "2H", "3H")
"""The first trick after the deal of `pitched`: Bob leads and wins it."""


def test_a_spectator_sees_who_took_each_trick_but_no_cards_of_a_trick_that_is_turned_over(come: Come, api: httpx.Client) -> None:
    game = pitched(api, *TRICK, names=NAMES, visibility="public")
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    rows = stranger.find("#tricks tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.first.locator("td")).to_contain_text(
        ["3 of hearts", "led A♥ace of hearts, took the trick".replace("♥", "♥\ufe0e"), "2 of hearts"]
    )
    say(api, game, ("CardPlayed", {"seat": 1, "card": "KH"}))
    expect(rows).to_have_count(2)
    expect(rows.first.locator("td")).to_contain_text(["turned over", "led turned over, took the trick", "turned over"])
    expect(rows.last).to_contain_text("king of hearts")
    expect(stranger.find(".last-trick")).to_have_count(0)


def test_a_scorekeeper_can_look_at_the_last_trick_while_the_next_one_is_played(come: Come, api: httpx.Client) -> None:
    game = pitched(api, *TRICK, names=NAMES)
    anna: Taps = come(Taps, token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    expect(anna.find(".lies .playing")).to_have_count(3)
    expect(anna.find(".last-trick")).to_have_count(0)  # it still lies on the table
    say(api, game, ("CardPlayed", {"seat": 1, "card": "KH"}))
    expect(anna.find(".lies .playing")).to_have_count(1)
    expect(anna.find(".last-trick li").first).to_be_hidden()
    anna.find(".last-trick > summary").tap()
    expect(anna.find(".last-trick li")).to_contain_text(["Bob: ace of hearts, took the trick", "Cyd: 2 of hearts", "Ann: 3 of hearts"])
    expect(anna.find(".last-trick li").first).to_be_visible()
    say(api, game, ("CardPlayed", {"seat": 2, "card": "4H"}))
    expect(anna.find(".lies .playing")).to_have_count(2)
    expect(anna.find(".last-trick li").first).to_be_hidden()  # it does not lie over the new card


def test_the_card_that_wins_the_trick_has_a_mark_and_its_player_words(come: Come, api: httpx.Client) -> None:
    game = pitched(api, *TRICK[:-1], names=NAMES, visibility="public")
    stranger: Visitor = come(size=DESKTOP)
    stranger.go(f"/games/{game}")
    expect(stranger.find(".winning [data-face=AH] .winning-mark")).to_be_visible()
    expect(stranger.seat("Bob")).to_contain_text("winning")
    say(api, game, ("CardPlayed", {"seat": 0, "card": TRICK[-1]}))
    expect(stranger.seat("Bob")).to_contain_text("took the trick")
    say(api, game, ("CardPlayed", {"seat": 1, "card": "KH"}))
    expect(stranger.find(".winning .playing")).to_have_attribute("data-face", "KH")


def test_a_flag_on_a_card_leads_to_the_finding_about_it(come: Come, api: httpx.Client) -> None:
    """Cyd follows hearts with a club, and plays a heart in the second trick, which still lies on the table."""
    game = pitched(api, "AH", "5C", "3H", "KD", "9H", "4D", names=NAMES, visibility="public")
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    flag = stranger.find('[data-key="spot-2"] .card-flag')
    expect(flag).to_have_text("?Question")
    expect(stranger.find("#seats .card-flag")).to_have_count(1)
    expect(stranger.find("#tricks .card-flag")).to_have_count(2)
    target = flag.get_attribute("href")
    assert target is not None
    expect(stranger.find(target)).to_contain_text("revoked in trick 1")


def test_on_a_phone_the_table_has_the_last_three_tricks_until_all_are_asked_for(come: Come, api: httpx.Client) -> None:
    game = pitched(api, *TRICK, "KH", "4H", "5H", "QH", "6H", "7H", "JH", names=NAMES, visibility="public")
    stranger: Taps = come(Taps)
    stranger.go(f"/games/{game}")
    rows = stranger.find("#tricks tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.last).to_be_visible()
    assert [row.is_visible() for row in rows.all()] == [False, True, True, True]
    stranger.find('[data-do="all-tricks"]').tap()
    expect(rows.first).to_be_visible()


def test_the_score_by_deal_has_points_totals_and_whether_the_bid_was_made(come: Come, api: httpx.Client) -> None:
    body = {"system": "pitch-auction-classic", "seats": [{"name": name} for name in NAMES], "visibility": "public"}
    game = str(api.post("/games", json=body).json()["game"])
    for number, maker, bid in ((1, 1, 3), (2, 1, 4)):
        points = {"high": 1, "low": 1, "game": 1}
        say(api, game, ("DealStated", {"round": number, "dealer": 0, "maker": maker, "bid": bid, "trump": "H", "points": points}))
    stranger: Taps = come(Taps)
    stranger.go(f"/games/{game}")
    expect(stranger.find("#deals")).to_be_visible()
    expect(stranger.find("#deals-table")).to_be_hidden()  # on a phone it is folded
    stranger.find("#deals > summary").tap()
    rows = stranger.find("#deals tbody tr")
    expect(rows).to_have_text(["10total 0✓bid kept, +3total 30total 0", "20total 0✗bid not kept, −4total −10total 0"])


def test_a_spectator_sees_the_result_of_a_deal_on_the_felt_until_the_next_one(come: Come, api: httpx.Client) -> None:
    body = {"system": "pitch-auction-classic", "seats": [{"name": name} for name in NAMES], "visibility": "public"}
    game = str(api.post("/games", json=body).json()["game"])
    points = {"high": 1, "low": 1, "game": 1}
    say(api, game, ("DealStated", {"round": 1, "dealer": 0, "maker": 1, "bid": 3, "trump": "H", "points": points}))
    stranger: Visitor = come(size=DESKTOP)
    stranger.go(f"/games/{game}")
    expect(stranger.find("#seats .deal-result > h2")).to_have_text("Bob made it")
    expect(stranger.find("#turn")).to_have_text("Bob to deal.")
    place, cloth = stranger.find("#seats .deal-result").bounding_box(), stranger.find("#seats .felt").bounding_box()
    assert place is not None
    assert cloth is not None
    assert cloth["y"] < place["y"]
    assert place["y"] + place["height"] < cloth["y"] + cloth["height"]
    say(api, game, ("CardsDealt", {"dealer": 1}))
    expect(stranger.find("#seats .deal-result")).to_have_count(0)


def test_the_end_of_a_game_has_the_totals_as_lines(come: Come, api: httpx.Client) -> None:
    body = {"system": "high-card", "seats": [{"name": name} for name in NAMES], "visibility": "public", "options": {"target": 2}}
    game = str(api.post("/games", json=body).json()["game"])
    for number in range(1, 4):
        say(api, game, ("RoundStated", {"round": number, "points": {str(number % 2): 1}}))
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.find("#deals svg .line")).to_have_count(3)
    expect(stranger.find("#deals svg .line.side-1 .sign")).to_have_count(3)


def test_rounds_of_many_players_are_lines_and_the_newest_comes_first(come: Come, api: httpx.Client) -> None:
    seats = [{"name": name} for name in "ABCDE"]
    game = str(api.post("/games", json={"system": "high-card", "seats": seats, "visibility": "public"}).json()["game"])
    for number in range(1, 11):
        say(api, game, ("RoundStated", {"round": number, "points": {str(number % 5): 1}}))
    stranger: Taps = come(Taps)
    stranger.go(f"/games/{game}")
    stranger.find("#deals > summary").tap()
    lines = stranger.find("#deals li")
    expect(lines).to_have_count(8)
    expect(lines.first).to_have_text("Round 10A +1")
    expect(stranger.find("#deals").get_by_role("link", name="Earlier rounds")).to_have_attribute("href", f"/games/{game}/replay")


def test_the_end_of_a_game_shows_the_winner_large_and_everybody_with_their_place(come: Come, api: httpx.Client) -> None:
    game = finished(api, visibility="public")
    stranger: Taps = come(Taps)
    stranger.go(f"/games/{game}")
    expect(stranger.find("#life h2")).to_have_text("Chris wins")
    expect(stranger.find("#life .places li")).to_have_text(["1.Chris1", "2=Guy0", "2=Eric0"])
    expect(stranger.find("#seats")).to_be_hidden()
    expect(stranger.find("main .primary:visible")).to_have_count(0)
    expect(stranger.find('#life [data-do="share-game"]')).to_be_visible()


def test_only_playing_again_is_filled_on_the_page_of_a_scorekeeper(come: Come, api: httpx.Client) -> None:
    game = finished(api, visibility="private")
    anna: Taps = come(Taps, token=link(api, game, "record"))
    anna.go(f"/games/{game}")
    expect(anna.find("main .primary:visible")).to_have_text(["Play again"])
    expect(anna.find("#life .choices > *")).to_have_text(["Play again", "Share", "Replay"])
    anna.find('#life [data-do="share-game"]').tap()  # its address opens nothing for others, a link does
    expect(anna.find('#share [data-kind="watch"]')).to_be_in_viewport()


def test_a_game_that_nobody_finished_has_no_winner_card(come: Come, api: httpx.Client) -> None:
    game = opened(api, visibility="public")
    say(api, game, ("GameAbandoned", {"reason": "players left"}))
    stranger: Visitor = come()
    stranger.go(f"/games/{game}")
    expect(stranger.find("#life")).to_contain_text("The game was abandoned (players left): nobody wins.")
    expect(stranger.find("#life .winner")).to_have_count(0)
    expect(stranger.find("#seats")).to_be_visible()
