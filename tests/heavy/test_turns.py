"""Which request is sent next to a heavy worker. No process runs here: a request is held as long as its context lasts."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.errors import Problem
from service.heavy import turns as module
from service.heavy.asking import HeavyWorkers
from service.heavy.turns import MOST_OF_STRANGERS, MOST_WAITING_EACH, Asker, Turns
from tests.waiting import WITHIN, until

OWNER, MATE, LINK = (Asker(name, True, "game") for name in ("owner", "mate", "link"))
STRANGER, OTHER = Asker("192.0.2.1", False, "game"), Asker("192.0.2.2", False, "cup")


def about(asker: Asker, subject: str) -> Asker:
    return Asker(asker.visitor, asker.member, subject)


@pytest.fixture
def held() -> Iterator[ExitStack]:
    """The requests that are being answered until the test ends."""
    with ExitStack() as stack:
        yield stack


SENT_AT_ONCE = [
    # (processes, requests being answered, the next request, whether it is sent at once). Source: ops-limits, "Who comes first"
    (2, [], STRANGER, True),
    (2, [STRANGER], OTHER, False),  # one process is kept for members
    (2, [STRANGER], OWNER, True),  # also for the record that the stranger reads
    (3, [STRANGER], OTHER, True),
    (3, [STRANGER], about(OTHER, "game"), False),  # one request of strangers about each record
    (2, [OWNER], MATE, False),  # one request of members about each record
    (2, [OWNER], about(MATE, "other"), True),
    (2, [OWNER], about(OWNER, "other"), False),  # one process is kept from each visitor
    (3, [OWNER, about(OWNER, "other")], about(OWNER, "third"), False),
    (2, [OWNER, about(MATE, "other")], about(LINK, "third"), False),
    (1, [], STRANGER, True),
    (1, [STRANGER], OWNER, False),
]


@pytest.mark.parametrize(("processes", "before", "asker", "at_once"), SENT_AT_ONCE)
def test_one_process_is_kept_for_members_and_one_from_each_visitor(
    held: ExitStack, monkeypatch: pytest.MonkeyPatch, processes: int, before: Sequence[Asker], asker: Asker, at_once: bool
) -> None:
    turns = Turns(processes)
    for other in before:
        held.enter_context(turns.turn(other))
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    if at_once:
        held.enter_context(turns.turn(asker))
        return
    with pytest.raises(Problem, match="in use"), turns.turn(asker):
        pass
    assert turns.waiting == []


def test_members_come_before_strangers_and_then_those_with_the_fewest_requests() -> None:
    turns, sent = Turns(2), list[str]()

    def answered(asker: Asker) -> None:
        with turns.turn(asker):
            sent.append(f"{asker.visitor} {asker.subject}")

    with ThreadPoolExecutor(4) as pool:
        with turns.turn(about(LINK, "long")), ExitStack() as first:
            first.enter_context(turns.turn(about(MATE, "first")))
            waiting: list[Future[None]] = []
            for asker in (OTHER, about(LINK, "other"), about(MATE, "other"), OWNER):
                waiting.append(pool.submit(answered, asker))
                until(lambda: len(turns.waiting) == len(waiting))
            first.close()
            until(lambda: len(sent) == 3)
        for each in waiting:
            each.result(WITHIN)
    assert sent == ["mate other", "owner game", "192.0.2.2 cup", "link other"]


TOO_MANY = [
    # (requests that wait or are answered, the next request): it is refused at once. Source: ops-limits
    ([STRANGER] * MOST_WAITING_EACH, about(STRANGER, "other")),
    ([about(OWNER, str(number)) for number in range(MOST_WAITING_EACH)], about(OWNER, "game")),
    ([Asker(f"192.0.2.{number}", False, "game") for number in range(MOST_WAITING_EACH)], STRANGER),
    ([Asker(f"192.0.2.{number}", False, str(number)) for number in range(MOST_OF_STRANGERS)], STRANGER),
]


@pytest.mark.parametrize(("before", "asker"), TOO_MANY)
def test_a_visitor_a_record_and_strangers_have_only_some_of_the_places(before: Sequence[Asker], asker: Asker) -> None:
    turns = Turns(2)
    turns.waiting = [module._Request(other, number) for number, other in enumerate(before)]
    with pytest.raises(Problem, match="Too many"), turns.turn(asker):
        pass
    turns._check_room(about(MATE, "another"))


def test_strangers_who_ask_other_api_processes_do_not_take_the_process_of_the_members(
    held: ExitStack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one, other = (Turns(2, str(tmp_path / "heavy")) for _ in range(2))
    first = one.turn(STRANGER)
    first.__enter__()
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    with pytest.raises(Problem, match="in use"), other.turn(OTHER):
        pass
    held.enter_context(other.turn(OWNER))
    assert [request.asker for request in other.sent] == [OWNER]
    first.__exit__(None, None, None)
    held.enter_context(other.turn(OTHER))


def test_without_processes_beside_the_api_no_file_is_locked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    with HeavyWorkers("", 2, 1.0).turns.turn(STRANGER):
        assert not any(tmp_path.iterdir())
