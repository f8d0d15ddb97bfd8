"""POST /faults: a page tells where one of its scripts failed, and the server logs it once."""

import logging

import pytest

from service.web import assets
from service.web.faults import MOST, Logged, ScriptFault, logged
from tests.api.callers import Caller

FAULT = {"error": "TypeError", "file": "js/game.js", "line": 12, "column": 5, "page": "/games/*", "version": "static"}


@pytest.fixture(autouse=True)
def nothing_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logged, "_faults", set())


def test_a_fault_is_logged_once(stranger: Caller, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert stranger.call("POST", "/faults", json=FAULT).status_code == 204
    assert [record.getMessage() for record in caplog.records] == ["A script failed: TypeError in js/game.js:12:5 on the page /games/*"]


def test_the_log_names_the_module_and_its_line_if_a_pack_failed(stranger: Caller, caplog: pytest.LogCaptureFixture) -> None:
    path = "js/game+focus.js"
    made = assets.pack(path)
    assert made is not None
    line = made.text.split("\n").index("begin().catch((problem) => {") + 1
    at = assets.text("js/game.js").split("\n").index("begin().catch((problem) => {") + 1
    with caplog.at_level(logging.WARNING):
        for version in (assets.version(), "000000000000"):
            stranger.call("POST", "/faults", json={**FAULT, "file": path, "line": line, "version": version})
    assert [record.args[1:3] for record in caplog.records if isinstance(record.args, tuple)] == [("js/game.js", at), (path, line)]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("error", "TypeError: fu_home_secret"),
        ("error", ""),
        ("file", "https://elsewhere.example/a.js"),
        ("file", "js/a.js\n2026 ERROR forged"),
        ("file", "js/game+../../a.py"),
        ("version", "fu_home_secret"),
        ("line", -1),
        ("line", "12"),
        ("column", 10**9),
        ("page", "/games/home-4nq2x7yexbumtczp"),
        ("message", "the ace of spades"),
    ],
)
def test_a_report_with_anything_but_a_place_is_refused_and_not_logged(
    stranger: Caller, caplog: pytest.LogCaptureFixture, field: str, value: object
) -> None:
    with caplog.at_level(logging.WARNING):
        refused = stranger.call("POST", "/faults", json={**FAULT, field: value})
    assert (refused.status_code, [each["pointer"] for each in refused.json["errors"]]) == (422, [f"/{field}"])
    assert caplog.records == []


def test_a_long_report_is_refused(stranger: Caller) -> None:
    assert stranger.call("POST", "/faults", json={**FAULT, "page": "/" + "a" * 2000}).status_code == 413


def test_a_process_logs_a_limited_number_of_faults() -> None:
    some = Logged()
    faults = [ScriptFault("TypeError", "js/game.js", line, 1, "/", "static") for line in range(MOST + 5)]
    assert [some.add(fault) for fault in faults].count(True) == MOST
