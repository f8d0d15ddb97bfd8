"""Every link first opens the page `/join`. This page leads on to the page that the link is for. If the link is an invitation, `/join` first
says what the invitation is for."""

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Come
from tests.browser.cups import evening
from tests.browser.games import link, opened
from tests.browser.test_accessible import examine
from tests.browser.visitor import NETWORK, Taps
from tests.ops.serving import Serving

SESSION = "fetch('/api/v1/session').then((answer) => answer.json())"


def opening(come: Come, secret: str) -> Taps:
    visitor: Taps = come(Taps)
    visitor.go(f"/join#{secret}")
    return visitor


def invitation(api: httpx.Client, **body: str) -> str:
    return str(api.post("/clubs/home/invitations", json={"role": "scorekeeper", **body}).json()["link"]).partition("#")[2]


def left(visitor: Taps) -> str:
    """Return the path of the page to which /join has led."""
    visitor.page.wait_for_url(lambda url: "/join" not in url)
    return visitor.page.url.removeprefix(visitor.url)


# --- links --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_each_link_leads_to_its_own_page(come: Come, api: httpx.Client) -> None:
    cup, game = evening(api), opened(api)
    secrets = {
        cup.link(table=2): f"{cup.page}/tables/2",
        cup.link("read", entry=1): f"{cup.page}/checkin",
        link(api, game, "read", seat=1): f"/games/{game}",
        link(api, game, "record"): f"/games/{game}",
    }
    assert [left(opening(come, secret)) for secret in secrets] == list(secrets.values())


def test_a_director_who_scans_the_code_of_a_table_stays_a_director(come: Come, api: httpx.Client, product: Serving) -> None:
    cup = evening(api)
    cup.pair()
    member = opening(come, cup.link(table=1))
    left(member)
    member.sign_in(product.owner())
    member.go(f"/join#{cup.link(table=2)}")
    assert left(member) == f"{cup.page}/tables/2"
    assert "own" in member.page.evaluate(SESSION)["scopes"]
    expect(member.find('[data-do="record"]')).to_be_visible()

    member.go("/systems")
    member.go(f"/join#{cup.link('read', entry=1)}")
    expect(member.find("#sentence")).to_have_text("Use this link on this device?")
    examine(member)
    member.find('[data-do="use"]').tap()
    assert left(member) == f"{cup.page}/checkin"
    assert member.page.evaluate(SESSION)["entry"] == 1


def test_a_link_that_is_not_valid_opens_a_page_that_says_what_to_do(come: Come) -> None:
    for secret, said in (("", "There is no key in this address"), ("fu_home_x", "Ask the person who gave it to you for a new one")):
        visitor = opening(come, secret)
        expect(visitor.find("#sentence")).to_have_text("This link does not open")
        expect(visitor.find("[role=alert]").first).to_contain_text(said)
        visitor.forgive("401")


def test_without_a_connection_the_link_is_tried_again(come: Come, api: httpx.Client) -> None:
    game = opened(api)
    visitor: Taps = come(Taps)
    visitor.page.route("**/api/v1/session", lambda route: route.abort())
    visitor.go(f"/join#{link(api, game, 'record')}")
    expect(visitor.find("#sentence")).to_have_text("No connection")
    visitor.page.unroute("**/api/v1/session")
    visitor.find('[data-do="again"]').tap()
    assert left(visitor) == f"/games/{game}"
    visitor.forgive(NETWORK)


# --- invitations --------------------------------------------------------------------------------------------------------------------------


def test_an_invitation_says_what_it_is_for_and_signs_in_the_first_device_that_accepts_it(come: Come, api: httpx.Client) -> None:
    made = api.post("/clubs/home/invitations", json={"role": "scorekeeper", "name": "Cy"}).json()
    secret = made["link"].partition("#")[2]
    first = opening(come, secret)
    club = api.get("/clubs/home").json()["name"]
    # the page does not say who invites, because the owner's token belongs to no person
    expect(first.find("#sentence")).to_have_text(f"You are invited to {club}")
    expect(first.find("#state")).to_contain_text("As a scorekeeper you start games and record them.")
    expect(first.find("#state")).to_contain_text("The invitation is for Cy.")
    assert first.page.evaluate("fetch('/api/v1/session').then((answer) => answer.status)") == 401
    examine(first)
    first.find("#accept").dblclick()
    left(first)
    session = first.page.evaluate(SESSION)
    assert (session["scopes"], session["person"]) == (["read", "record"], made["person"])
    second = opening(come, secret)
    expect(second.find("[role=alert]").first).to_contain_text("accepted already")
    assert second.page.url.endswith("/join")
    for visitor in (first, second):
        visitor.forgive("410", "401")


def test_the_page_of_an_invitation_without_a_name_asks_for_the_name(come: Come, api: httpx.Client) -> None:
    """Only the owner of the installation makes invitations without a name. The test takes an ordinary invitation, and removes the name from
    the answer of the API."""
    visitor: Taps = come(Taps)

    def nameless(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "name": None})

    visitor.page.route("**/api/v1/invitations/checked", nameless)
    visitor.go(f"/join#{invitation(api, name='Owner')}")
    visitor.find("#accept").tap()
    expect(visitor.find("#told")).to_have_text("Type your name first.")
    expect(visitor.find("#name")).to_be_focused()
    examine(visitor)
    visitor.find("#name").fill("Edda")
    with visitor.page.expect_request("**/api/v1/invitations/accepted") as sent:
        visitor.find("#name").press("Enter")
    assert '"name":"Edda"' in (sent.value.post_data or "")
    left(visitor)


def test_a_member_signs_in_on_another_device(come: Come, api: httpx.Client) -> None:
    first = opening(come, invitation(api, role="viewer", name="Dee"))
    first.find("#accept").tap()
    left(first)
    csrf = first.page.evaluate(SESSION)["csrf"]
    made = first.page.evaluate(
        "csrf => fetch('/api/v1/session/device', {method: 'POST', headers: {'X-CSRFToken': csrf}}).then((answer) => answer.json())", csrf
    )
    device = opening(come, made["link"].partition("#")[2])
    expect(device.find("#sentence")).to_have_text("Use Faceup on this device as Dee?")
    device.find("#accept").tap()
    left(device)
    assert device.page.evaluate(SESSION)["person"] == first.page.evaluate(SESSION)["person"]
