"""The links of a tournament at the desk. All pages of the desk are accessible, before the first round and between rounds."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import SCHEMES, Come
from tests.browser.cups import NAMES, opened, sent
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps


def test_the_codes_of_all_tables_are_made_at_once_and_can_be_withdrawn(owner: Taps, api: httpx.Client) -> None:
    """The codes are still shown after the page is reloaded in the same tab. A withdrawn code opens nothing."""
    cup = opened(api, NAMES[:6])
    owner.go(f"{cup.page}/desk/links")
    expect(owner.find("#to")).to_have_value("3")
    owner.find("#make").tap()
    expect(owner.find("#codes li")).to_have_count(3)
    expect(owner.find("#sentence")).to_have_text("3 tables have a code")
    owner.page.reload()
    expect(owner.find("#codes li img")).to_have_count(3)
    examine(owner)
    secret = owner.find("#codes input").first.input_value().partition("#")[2]
    as_link = {"Authorization": f"Bearer {secret}"}
    assert sent(api.get("/session", headers=as_link))["table"] == 1
    owner.find("#links button").first.tap()
    expect(owner.find("#sentence")).to_have_text("2 tables have a code")
    expect(owner.find("#codes li")).to_have_count(2)
    assert api.get("/session", headers=as_link).status_code == 401


def test_links_of_other_tournaments_are_not_listed(owner: Taps, api: httpx.Client) -> None:
    one, other = opened(api, NAMES[:2]), opened(api, NAMES[:2], title="Other cup")
    other.link(table=1)
    owner.go(f"{one.page}/desk/links")
    expect(owner.find("#none")).to_be_visible()
    owner.find("text=Other links").tap()
    owner.find('[data-do="viewing"]').tap()
    expect(owner.find("#links li")).to_have_count(1)
    expect(owner.find("#links li")).to_contain_text("Viewing")
    owner.find('[data-do="entries"]').tap()
    expect(owner.find("#links li")).to_have_count(3)


@SCHEMES
def test_the_pages_of_the_desk_are_accessible(come: Come, api: httpx.Client, scheme: str) -> None:
    visitor: Taps = come(Taps, token=api.headers["Authorization"].removeprefix("Bearer "), color_scheme=scheme)
    names = [f"Maximiliane-Alexandra von der Breitenstraße {n}" for n in range(1, 6)]
    cup = opened(api, names, title="A cup with quite a long title, as clubs like to have them")
    cup.play()
    cup.pair(publish=False)
    for path, ready in (("entries", ".arrive"), ("rounds/1", ".slot"), ("rounds/2", "button.slot"), ("links", "#none")):
        visitor.go(f"{cup.page}/desk/{path}")
        expect(visitor.find(ready).first).to_be_visible()
        for fold in visitor.find("main details > summary").all():
            fold.tap()
        examine(visitor)
