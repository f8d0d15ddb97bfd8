"""Games found by the time at which they began at the table, whenever they were opened here."""

from datetime import UTC, datetime

import pytest

from service.caches import game_lines
from service.projections.lists import months
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.test_bulk import named
from tests.api.test_statistics import caught_up


def at(*day: int) -> int:
    return int(datetime(*day, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type, misc]


BEGAN = {
    "old": at(1961, 3, 4),
    "october": at(2025, 10, 31, 23),
    "november": at(2025, 11, 1),
    "december": at(2025, 12, 9),
    "ahead": at(9999, 1, 1),
}
FOUND = [
    # (from, to, the games that began in between)
    (at(2025, 11, 1), at(2025, 12, 9), {"november"}),
    (at(2025, 10, 31), at(2025, 12, 10), {"october", "november", "december"}),
    (at(2025, 10, 31, 23), at(2025, 10, 31, 23) + 1, {"october"}),
    (at(2025, 11, 2), None, {"december", "now", "ahead"}),
    (at(2024, 1, 1), None, {"october", "november", "december", "now", "ahead"}),
    (at(1970, 1, 1), None, {"october", "november", "december", "now", "ahead"}),
    (at(9000, 1, 1), None, {"ahead"}),
    (-62_135_596_800_000, None, {*BEGAN, "now"}),
    (None, at(2025, 11, 1), {"october", "old"}),
    (at(1990, 1, 1), at(1991, 1, 1), set()),
]


@pytest.fixture
def games(director: Caller) -> dict[str, str]:
    """Public games by a name, which say when they began at the table, and a private one."""
    made = {director.opened(visibility="public", at=began): name for name, began in BEGAN.items()}
    director.opened(visibility="private", at=BEGAN["november"])
    return made | {director.opened(visibility="public"): "now"}


@pytest.mark.parametrize("rows", [True, False])
@pytest.mark.parametrize(("since", "until", "expected"), FOUND)
def test_games_are_found_by_the_time_at_which_they_began_at_the_table(
    games: dict[str, str],
    stranger: Caller,
    director: Caller,
    parts: Wiring,
    since: int | None,
    until: int | None,
    expected: set[str],
    rows: bool,
) -> None:
    """A private game is found by members only. With rows, games outside of these months are not looked at."""
    if rows:
        caught_up(parts)
    query = "&".join(f"{name}={moment}" for name, moment in (("from", since), ("to", until)) if moment is not None)
    assert {games[line["game"]] for line in stranger.get(f"/games?{query}").json["games"]} == expected
    assert {games[game] for page in named(stranger, query) for game in page} == expected
    private = len(director.get(f"/games?{query}").json["games"]) - len(expected)
    assert private == ("november" in expected)


def test_only_games_of_the_months_in_question_are_looked_at(
    games: dict[str, str], stranger: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught_up(parts)
    monkeypatch.setattr(game_lines, "MOST_LOOKED_AT", 1)
    answer = stranger.get(f"/games?from={at(2025, 10, 1)}&to={at(2025, 11, 1)}")
    assert [games[line["game"]] for line in answer.json["games"]] == ["october"]
    assert "Link" not in answer.headers


@pytest.mark.parametrize(
    ("query", "wrong"), [("from=5&to=5", "from"), ("from=2025-11-01", "from"), ("to=x", "to"), (f"to={10**15}", "to"), ("from=1.5", "from")]
)
@pytest.mark.parametrize("path", ["/games", "/records"])
def test_a_time_that_cannot_be_is_named(stranger: Caller, path: str, query: str, wrong: str) -> None:
    answer = stranger.get(f"{path}?{query}")
    assert answer.status_code == 422
    assert [place["parameter"] for place in answer.json["errors"]] == [wrong]


def test_months_follow_each_other_across_a_year() -> None:
    assert [*months(at(2025, 11, 30), at(2026, 2, 1), 0)] == ["2025-11", "2025-12", "2026-01"]
    assert [*months(at(2025, 11, 30), None, at(2025, 12, 31, 12))] == ["2025-11", "2025-12", "2026-01", "later"]
