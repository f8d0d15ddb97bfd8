"""A result that is typed on phones at a table: one phone types it, and the other side confirms it."""

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Come
from tests.browser.cups import SCORED, Cup, evening
from tests.browser.phones import at_table, enter_pin, names, sentence, type_in
from tests.browser.visitor import NETWORK, Taps
from tests.ops.serving import Serving


@pytest.fixture
def cup(api: httpx.Client) -> Cup:
    return evening(api, settings=SCORED)


@pytest.mark.smoke
def test_one_phone_types_the_result_and_the_other_side_confirms_with_its_pin(come: Come, cup: Cup) -> None:
    """Both phones scanned the code before round 1. Both show the result as soon as it counts, and the next round when it is published."""
    first, second = at_table(come, cup), at_table(come, cup)
    sentence(first, "Round 1 is not out yet")
    cup.pair()
    one, other = names(cup, 1)
    for phone in (first, second):
        sentence(phone, f"Round 1: {one} against {other}")
    cup.pin(*cup.sides(1, 1)[1])

    first.find('#acts [data-do="type"]').tap()
    first.find("#score-0").fill("11")
    first.find('[data-do="step"][data-side="1"][data-by="1"]').dblclick()
    expect(first.find(".result-line")).to_have_text(f"{one} 11, {other} 2: {one} wins.")
    first.find('[data-do="send"]').dblclick()
    expect(second.find("#second-title")).to_be_visible()
    expect(second.find("#second .result-line")).to_have_text(f"{one} 11, {other} 2: {one} wins.")
    expect(second.find("#second")).to_contain_text(f"{one} has no PIN.")
    enter_pin(second, cup.sides(1, 1)[1][0])

    for phone in (first, second):
        sentence(phone, "Your result counts")
        expect(phone.find("#sides li").first).to_contain_text("11")
        expect(phone.find("#said")).to_contain_text("Round 2 is not out yet. This page shows it as soon as it is.")
    assert (cup.types().count("ResultEntered"), cup.types().count("ResultApproved")) == (1, 1)
    cup.typed(1, 2, 1, 0)
    cup.pair()
    for phone in (first, second):
        sentence(phone, "Round 2: {} against {}".format(*names(cup, 2)))


def test_a_wrong_pin_is_refused_in_words_and_a_wrong_result_can_be_typed_again(come: Come, cup: Cup) -> None:
    cup.pair()
    cup.pin(*cup.sides(1, 1)[1])
    one, other = names(cup, 1)
    phone = at_table(come, cup)
    type_in(phone, 11, 3)
    enter_pin(phone, cup.sides(1, 1)[1][0], "0000")
    expect(phone.find("#second .error")).to_have_text(f"This is not the PIN of {other}.")

    type_in(phone, 11, 7)
    expect(phone.find("#second .result-line")).to_have_text(f"{one} 11, {other} 7: {one} wins.")
    enter_pin(phone, cup.sides(1, 1)[1][0])
    sentence(phone, "Your result counts")
    phone.forgive("403")


def test_without_pins_the_page_says_who_else_can_confirm(come: Come, cup: Cup) -> None:
    cup.pair()
    phone = at_table(come, cup)
    type_in(phone, 3, 3)
    expect(phone.find("#second .result-line")).to_contain_text(": a draw.")
    expect(phone.find("#second")).to_contain_text("on their own phone, with their check-in link. Or the director confirms it.")
    expect(phone.find("#second button")).to_have_count(0)


def test_a_director_confirms_a_typed_result_without_a_pin(come: Come, product: Serving, cup: Cup) -> None:
    cup.pair()
    phone = at_table(come, cup)
    type_in(phone, 5, 4)
    expect(phone.find("#second-title")).to_be_visible()
    director: Taps = come(Taps)
    director.sign_in(product.owner())
    director.go(f"{cup.page}/tables/1")
    director.find('[data-do="direct"]').dblclick()
    for each in (director, phone):
        sentence(each, "Your result counts")
    assert cup.types().count("ResultApproved") == 1


def test_one_tap_records_who_won_if_only_wins_count(come: Come, api: httpx.Client) -> None:
    cup = evening(api, ("Anna", "Carl"))
    cup.pair()
    one, other = names(cup, 1)
    phone = at_table(come, cup)
    phone.find('#acts [data-do="type"]').tap()
    phone.find('[data-do="send"]').tap(force=True)
    expect(phone.find(".result-line .error")).to_have_text("Say who won.")
    phone.find("#typing").get_by_text(f"{other} won").tap()
    expect(phone.find(".result-line")).to_have_text(f"{other} wins.")
    phone.find('[data-do="send"]').tap()
    expect(phone.find("#second .result-line")).to_have_text(f"{other} wins.")
    table = cup.table(1, 1)
    assert (table["typed"]["winners"], table["typed"]["scores"]) == ([1], None)
    phone.find('#acts [data-do="type"]').tap()
    phone.find('[data-do="scores"]').tap()
    for side, score in enumerate((0, 4)):
        phone.find(f"#score-{side}").fill(str(score))
    phone.find('[data-do="ruled"]').tap()
    phone.find("#typing").get_by_text(f"{one} won").tap()
    expect(phone.find(".result-line")).to_have_text(f"{one} 0, {other} 4: {one} wins.")


@pytest.mark.parametrize("typed", ["11.5", "x", "1e9", "99999999"])
def test_a_text_that_is_not_a_score_is_not_sent(come: Come, cup: Cup, typed: str) -> None:
    cup.pair()
    phone = at_table(come, cup)
    phone.find('#acts [data-do="type"]').tap()
    phone.find("#score-0").fill(typed)
    phone.find("#score-1").fill("3")
    phone.find("#score-1").press("Enter")
    expect(phone.find(".result-line .error")).to_have_text("A score is a whole number, such as 11.")
    assert "ResultEntered" not in cup.types()


def send_now(phone: Taps) -> None:
    """Send what is kept, unless the page has done so by itself in the meantime: it tries again every few seconds."""
    phone.page.evaluate("""document.querySelector('[data-do="send-now"]')?.click()""")


def test_a_result_that_is_typed_without_a_connection_is_kept_and_sent_once(come: Come, cup: Cup) -> None:
    cup.pair()
    phone = at_table(come, cup)
    sent: list[Route] = []

    def lost(route: Route) -> None:
        sent.append(route)
        if len(sent) == 1:
            route.abort()
        else:
            route.fetch()  # the result arrives, and only the answer is lost
            route.abort()

    phone.page.route(f"**/api/v1{cup.page}/events", lost)
    type_in(phone, 11, 7)
    expect(phone.find("#said")).to_contain_text("is kept on this phone and is sent as soon as the connection is back")
    expect(phone.find("#acts")).to_be_hidden()
    send_now(phone)
    expect(phone.find("#said")).to_contain_text("Not sent yet")

    phone.page.reload()
    phone.page.unroute(f"**/api/v1{cup.page}/events")
    expect(phone.find("#second-title")).to_be_visible()
    expect(phone.find("#said")).not_to_contain_text("Not sent yet")
    assert cup.types().count("ResultEntered") == 1
    phone.forgive(NETWORK)


def test_a_result_kept_on_the_phone_is_not_sent_if_its_table_has_a_result_by_now(come: Come, cup: Cup) -> None:
    """A typed result could not be sent, and meanwhile the director settles the table. The page says that the result was not sent."""
    cup.pair()
    phone = at_table(come, cup)
    phone.page.route(f"**/api/v1{cup.page}/events", lambda route: route.abort())
    type_in(phone, 11, 7)
    expect(phone.find("#said")).to_contain_text("Not sent yet")
    cup.typed(1, 1, 2, 5)
    sentence(phone, "Your result counts")
    phone.page.unroute(f"**/api/v1{cup.page}/events")
    send_now(phone)
    expect(phone.find("#said")).to_contain_text("was typed for round 1 and not sent, because the table has a result already")
    assert cup.types().count("ResultEntered") == 1
    phone.forgive(NETWORK)


def test_a_result_that_counts_can_be_typed_again_and_waits_for_the_director(come: Come, cup: Cup) -> None:
    cup.pair()
    cup.typed(1, 1, 11, 7)
    phone = at_table(come, cup)
    sentence(phone, "Your result counts")
    phone.find("summary", has_text="This result is wrong").tap()
    phone.find('#more [data-do="type"]').tap()
    for side, score in enumerate((7, 11)):
        phone.find(f"#score-{side}").fill(str(score))
    phone.find('[data-do="send"]').tap()
    expect(phone.find("#said")).to_contain_text("Somebody typed another result")
    expect(phone.find("#said")).to_contain_text("The director decides which one counts.")
    sentence(phone, "Your result counts")
