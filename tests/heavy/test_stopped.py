"""A heavy worker that is stopped, or gets no processor time, leaves nobody without a problem document. And a request that has
cost a whole budget is not tried again before its record changes."""

import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.heavy.turns import Asker
from tests.api.callers import API, Caller
from tests.heavy.conftest import Installation, shown
from tests.ops.processes import below
from tests.speeds import rows
from tests.waiting import until

STOPPED = {
    # what the request does there: (status, type of the problem)
    "spin": (422, "too-costly"),  # uses up its processor time
    "sleep": (503, "busy"),  # on a loaded machine, time passes without processor time
    "die": (503, "busy"),
    "abort": (503, "busy"),  # gunicorn answers with a page of HTML
}


@pytest.mark.parametrize("how", rows(STOPPED, {"spin", "die"}))
def test_a_request_whose_process_is_stopped_is_answered_with_a_problem_document(slow: Installation, how: str) -> None:
    secret = slow.helper.clubs.issue("home", "director", "direct")[1]  # type: ignore[arg-type]
    game = Caller(slow.helped, secret).opened(visibility="public")
    answer = slow.helped.test_client().get(f"{API}/games/{game}/slow/{how}")
    status, problem = STOPPED[how]
    assert (answer.status_code, answer.json and answer.json["type"]) == (status, f"/problems/{problem}")
    assert answer.mimetype == "application/problem+json"
    assert answer.headers.get("Retry-After") == ("3" if problem == "busy" else None)
    until(slow.helper.heavy.ready)


def test_a_request_whose_process_is_stopped_and_then_killed_is_answered_with_a_problem_document(slow: Installation) -> None:
    """gunicorn kills a process that does not report for too long."""
    director = Caller(slow.helped, slow.helper.clubs.issue("home", "director", "direct")[1])  # type: ignore[arg-type]
    url, stranger = f"{API}/games/{director.opened(visibility='public')}/slow/stop", slow.helped.test_client()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(stranger.get, url)
        until(lambda: _stopped(slow.master) or answer.done())
        for process in _stopped(slow.master):
            os.kill(process, signal.SIGKILL)
    assert (answer.result().status_code, answer.result().json["type"]) == (503, "/problems/busy")  # type: ignore[index]


def _stopped(master: int) -> list[int]:
    """Return the processes below a process that are stopped."""
    listed = subprocess.run(["ps", "-eo", "pid=,stat="], capture_output=True, text=True, check=True).stdout
    states = dict(map(str.split, listed.splitlines()))
    return [pid for pid in below(master) if states.get(str(pid), "").startswith("T")]


def test_a_request_that_was_too_costly_is_not_sent_again_before_its_record_changes(
    slow: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = Caller(slow.helped, slow.helper.clubs.issue("home", "director", "direct")[1])  # type: ignore[arg-type]
    game, stranger = director.opened(visibility="public"), slow.helped.test_client()
    sent: list[str] = []
    real = slow.helper.heavy._asked

    def asked(asker: Asker, method: str, target: str, *rest: object) -> object:
        sent.append(target)
        return real(asker, method, target, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(type(slow.helper.heavy), "_asked", lambda _, *args: asked(*args))
    url = f"{API}/games/{game}/slow/spin"

    def answered() -> tuple[int, int]:
        answer = stranger.get(url, headers={"User-Agent": str(len(sent)), "X-Any": str(len(sent))})
        assert answer.json["type"] == "/problems/too-costly"  # type: ignore[index]
        return answer.status_code, len(sent)

    assert [answered(), answered()] == [(422, 1), (422, 1)]
    director.recorded(game, shown())
    assert [answered(), answered()] == [(422, 2), (422, 2)]


def test_an_owner_reads_a_record_while_strangers_hold_all_that_they_may(slow: Installation) -> None:
    """The strangers ask about the owner's own record and about another one, and they never get their answers."""
    secret = slow.helper.clubs.issue("home", "owner", "own")[1]  # type: ignore[arg-type]
    owner, turns = Caller(slow.helped, secret), slow.helper.heavy.turns
    game = owner.opened(visibility="public")
    for _ in range(2):
        owner.recorded(game, *[shown()] * 200)
    with turns.turn(Asker("192.0.2.1", False, game)):
        assert owner.get(f"/games/{game}/replay?at=350").status_code == 200
        assert [request.asker.visitor for request in turns.sent] == ["192.0.2.1"]
