"""Long work that runs in a thread of the operating system: in a process with an event loop, everything else goes on."""

import subprocess
import sys

from service.native import AT_ONCE, aside

LOOP = """
from gevent import monkey
monkey.patch_all()
import gevent
from werkzeug.security import generate_password_hash
from service.native import aside

ticks, done = 0, []
def hash_one():
    done.append(aside(lambda: generate_password_hash("1234")))
hashing = [gevent.spawn(hash_one) for _ in range(4)]
while not all(each.ready() for each in hashing):
    gevent.sleep(0)
    ticks += 1
assert len(set(done)) == 4, done
print(ticks)
"""


def test_an_event_loop_turns_while_pins_are_hashed() -> None:
    """When they were hashed in the loop, it turned some five times."""
    done = subprocess.run([sys.executable, "-c", LOOP], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 100


def test_without_an_event_loop_the_work_is_done_here() -> None:
    assert [aside(lambda: 7) for _ in range(AT_ONCE + 2)] == [7] * (AT_ONCE + 2)


def test_a_failure_is_raised_and_gives_its_turn_back() -> None:
    for _ in range(AT_ONCE + 1):
        try:
            aside(lambda: 1 // 0)
        except ZeroDivisionError:
            continue
        raise AssertionError
