"""The schedule of faults depends only on the seed."""

from itertools import islice

import pytest

from tests.torture.__main__ import seeds
from tests.torture.installation import _role
from tests.torture.schedule import API, GUARD, HEAVY, MASTER, MENU, RELAY, SERVER, SUPERVISOR, WORKER, schedule

MANY = 3000


def test_a_seed_gives_the_same_faults_each_time() -> None:
    assert list(islice(schedule(7), MANY)) == list(islice(schedule(7), MANY))
    assert list(islice(schedule(7), 20)) != list(islice(schedule(8), 20))


def test_every_kind_of_fault_occurs_in_proportion_to_its_weight() -> None:
    faults = list(islice(schedule(1), MANY))
    for dish in MENU:
        struck = [fault for fault in faults if (fault.kind, fault.target) == (dish.kind, dish.target)]
        expected = MANY * dish.weight / sum(each.weight for each in MENU)
        assert 0.4 * expected < len(struck) < 2 * expected, dish
        assert all(dish.least <= fault.seconds <= dish.most for fault in struck)


@pytest.mark.parametrize(
    ("line", "parent", "role"),
    [
        ("python -m workers.cli serve", "bash", SUPERVISOR),
        ("python -m service.running.guard", "python -m workers.cli serve", GUARD),
        ("python -m gunicorn --config python:service.serving.api", "python -m workers.cli serve", MASTER),
        ("python -m gunicorn --config python:service.serving.api", "python -m gunicorn --config python:service.serving.api", API),
        ("python -m gunicorn --config python:service.serving.heavy", "python -m workers.cli serve", HEAVY),
        ("python -m workers.cli relay", "python -m workers.cli serve", RELAY),
        ("python -m workers.cli worker", "python -m workers.cli serve", WORKER),
        ("valkey-server unixsocket:server.sock", "", SERVER),
        ("python -c from multiprocessing.spawn import spawn_main", "python -m workers.cli worker", HEAVY),
    ],
)
def test_the_role_of_a_process_is_recognised_by_its_command_line(line: str, parent: str, role: str) -> None:
    assert _role(line, parent) == role


@pytest.mark.parametrize(("text", "numbers"), [("3", [3]), ("1-4", [1, 2, 3, 4]), ("1-2,9", [1, 2, 9])])
def test_seeds_can_be_given_as_numbers_and_as_ranges(text: str, numbers: list[int]) -> None:
    assert seeds(text) == numbers
