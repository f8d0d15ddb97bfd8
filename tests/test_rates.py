"""Limits on the requests of each caller: which requests pass, which are refused, and for how long. If the counting fails, requests are
still accepted."""

import time
from dataclasses import replace

import pytest

from service.caches import rates
from service.caches.rates import Rates
from service.limits import UNLIMITED


def counting(most: int) -> tuple[Rates, list[str]]:
    told: list[str] = []
    return Rates(replace(UNLIMITED, token_reads=most, token_streams=most), told.append), told


def test_each_caller_may_send_as_many_requests_as_the_limit_says() -> None:
    counted, told = counting(3)
    assert [counted.over("token_reads", "anna") for _ in range(3)] == [None] * 3
    wait = counted.over("token_reads", "anna")
    assert wait is not None
    assert 1 <= wait <= 60
    assert counted.over("token_reads", "ben") is None
    assert counted.over("token_writes", "anna") is None  # no limit
    assert told == ["token_reads"]


def test_asking_whether_the_limit_is_reached_does_not_count_as_a_request() -> None:
    counted, _ = counting(2)
    assert [counted.full("token_reads", "anna") for _ in range(5)] == [None] * 5
    assert [counted.over("token_reads", "anna") for _ in range(2)] == [None] * 2
    assert counted.full("token_reads", "anna") is not None


def test_requests_are_accepted_when_the_counter_fails(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    counted, told = counting(1)

    def broken(*_: object) -> bool:
        raise OSError("no space left")

    monkeypatch.setattr(counted._counted, "hit", broken)
    assert [counted.over("token_reads", "anna") for _ in range(3)] == [None] * 3
    assert told == []
    assert len(caplog.records) == 1  # logged once, not for every request


def test_no_caller_is_locked_out_if_the_clock_is_set_back() -> None:
    hour_ago = [0.0]
    counted = Rates(replace(UNLIMITED, token_reads=1), now=lambda: time.time() - hour_ago[0])
    assert counted.over("token_reads", "anna") is None
    assert counted.over("token_reads", "anna") is not None
    hour_ago[0] = 3600.0
    assert counted.over("token_reads", "anna") is None


def test_requests_are_counted_for_a_limited_number_of_callers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_CALLERS", 10)
    counted, _ = counting(1)
    for number in range(50):
        assert counted.over("token_reads", f"2001:db8:0:{number:x}::/64") is None
        assert len(counted._storage.storage) <= 11


def test_a_caller_can_have_only_a_limited_number_of_streams_open_at_once() -> None:
    counted, told = counting(2)
    assert [counted.begin("token_streams", "anna") for _ in range(3)] == [True, True, False]
    assert counted.begin("token_streams", "ben")
    counted.end("token_streams", "anna")
    assert [counted.begin("token_streams", "anna") for _ in range(2)] == [True, False]
    assert told == ["token_streams"] * 2
    for caller in ("anna", "anna", "ben"):
        counted.end("token_streams", caller)
    assert counted._open == {}


def test_without_limits_no_request_is_counted_or_refused() -> None:
    counted = Rates(UNLIMITED)
    assert not counted.counts
    assert [counted.over("token_reads", "anna") for _ in range(100)] == [None] * 100
    assert all(counted.begin("token_streams", "anna") for _ in range(100))
