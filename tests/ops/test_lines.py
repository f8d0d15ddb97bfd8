"""gunicorn logs malformed requests. The number of log lines is limited, and no line quotes a request."""

import logging

import pytest
from gunicorn.config import Config

from service.running.lines import MALFORMED, MOST, SECONDS, Few, Log


def test_log_lines_beyond_the_limit_are_left_out_and_counted_in_a_later_line() -> None:
    seconds = [0.0]
    few = Few(lambda: seconds[0])
    assert [few.told("x") for _ in range(MOST + 5)] == ["x"] * MOST + [None] * 5
    seconds[0] = SECONDS - 0.1
    assert few.told("x") is None
    seconds[0] = SECONDS
    assert [few.told("x") for _ in range(2)] == ["x (6 such lines were left out before)", "x"]


def test_the_log_does_not_quote_a_malformed_request(caplog: pytest.LogCaptureFixture) -> None:
    log = Log(Config())
    log.error_log.propagate = True
    with caplog.at_level(logging.WARNING):
        log.warning(f"{MALFORMED}::1: Invalid header: Bearer fu_home_secret %s")
        log.warning("the %s goes on", "rest")
    assert [record.getMessage() for record in caplog.records] == [f"{MALFORMED}::1", "the rest goes on"]
