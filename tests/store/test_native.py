"""Long work runs in a thread of the operating system, so that an event loop in the same process is not blocked."""

import subprocess
import sys

from service.store.pins import AT_ONCE, aside

LOOP = """
from gevent import monkey
monkey.patch_all()
import gevent
from werkzeug.security import generate_password_hash
from service.store.pins import aside

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


def test_the_event_loop_keeps_running_while_pins_are_hashed() -> None:
    """If the loop itself hashed the PINs, the test would count only about five ticks of the loop."""
    done = subprocess.run([sys.executable, "-c", LOOP], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 100


def test_without_an_event_loop_the_work_runs_in_the_calling_thread() -> None:
    assert [aside(lambda: 7) for _ in range(AT_ONCE + 2)] == [7] * (AT_ONCE + 2)


def test_work_that_fails_raises_its_error_and_frees_its_slot() -> None:
    for _ in range(AT_ONCE + 1):
        try:
            aside(lambda: 1 // 0)
        except ZeroDivisionError:
            continue
        raise AssertionError
