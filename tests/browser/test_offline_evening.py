"""Two of six tables lose the network during a round of a card night. When they come back the round is complete, and the standings are those
of what was recorded."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.cups import Cup, evening
from tests.browser.games import link, say
from tests.browser.offline import Offline, back, cut, live, recorded
from tests.browser.visitor import Taps
from tests.waiting import until

NAMES = ("Ada", "Bea", "Cal", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kit", "Lou")
TABLES = 6
CUT_OFF = (1, 4)
WIN = 2


def recorded_offline(come: Come, api: httpx.Client, game: str) -> tuple[Taps, Offline]:
    """A phone at a table on which the whole game is recorded while the network is cut."""
    live(api, game, 1)
    phone: Taps = come(Taps, token=link(api, game, "record"))
    device = Offline(phone.page.context, phone.url)
    device.opens(game, phone)
    cut(phone)
    device.acts(phone, 40)
    assert device.message["game"]["state"] == "finished"
    return phone, device


def points(cup: Cup) -> dict[int, int]:
    return {row["entry"]: row["points"] for row in cup.get("/standings")["rows"]}


def test_a_round_is_complete_and_right_after_two_tables_come_back(come: Come, api: httpx.Client) -> None:
    cup = evening(api, NAMES)
    cup.start()
    games = {table: cup.game(1, table) for table in CUT_OFF}
    phones = {table: recorded_offline(come, api, game) for table, game in games.items()}
    winners = {table: device.message["game"]["outcome"]["winners"] for table, (_, device) in phones.items()}
    for table in range(1, TABLES + 1):
        if table not in CUT_OFF:
            cup.typed(1, table, table + 3, 3)
            winners[table] = [0]
    for table, (phone, device) in phones.items():
        back(phone)
        events = recorded(api, games[table])
        assert [event["id"] for event in events[1:]] == [act["id"] for batch in device.kept for act in batch]
        expect(phone.find("#life")).to_contain_text("Nobody has confirmed it yet")
        say(api, games[table], ("ResultFinalised", {}))
    won = {entry: WIN for table, seats in winners.items() for seat in seats for entry in cup.sides(1, table)[seat]}
    expected = {entry: won.get(entry, 0) for entry in range(1, len(NAMES) + 1)}
    until(lambda: points(cup) == expected, 60)
    assert all(each["result"] for each in cup.get("/rounds/1")["tables"])
