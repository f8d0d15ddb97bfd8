"""The crew: the child processes of the supervisor. They start together, start again when they end, and stop one after the other.

Each child runs a *part*, which is a name and a command.
"""

import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

SETTLED: Final = 10.0
"""A part (a child process) that has run for this many seconds counts as healthy. A healthy part that ends is started again without a
wait."""

LONGEST: Final = 30.0
"""The longest wait before a part starts again, in seconds."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the installation that one child runs. `grace`: how many seconds the child has to end after SIGTERM, before it is killed."""

    name: str
    command: tuple[str, ...]
    grace: float = 15.0


@dataclass(slots=True)
class Backoff:
    """Says how long to wait before a part starts again. After a run of SETTLED seconds or more: no wait. Otherwise: half a second, then
    twice as long each time, up to LONGEST."""

    _wait: float = 0.0
    _started: float = float("-inf")

    def started(self, now: float) -> None:
        self._started = now

    def after_end(self, now: float) -> float:
        """Return the seconds to wait before the part starts again. `now`: the moment at which it ended."""
        self._wait = 0.0 if now - self._started >= SETTLED else min(LONGEST, max(0.5, self._wait * 2))
        return self._wait


@dataclass(slots=True)
class _Post:
    """A part of the installation, and the process that runs it. `due`: when the part may start; None while it runs."""

    part: Part
    process: subprocess.Popen[bytes] | None = None
    due: float | None = float("-inf")
    backoff: Backoff = field(default_factory=Backoff)


class Crew:
    """The children of one supervisor. `env`: their environment. `say`: a function that is called with a message when a child ends.
    `now`: returns the time in seconds."""

    def __init__(self, parts: Sequence[Part], env: Mapping[str, str], say: Callable[[str], None], now: Callable[[], float]) -> None:
        self._posts = [_Post(part) for part in parts]
        self._env = dict(env)
        self._say = say
        self._now = now
        self._guard = self._guarding(group=0)
        self._group = self._guard.pid

    def tend(self) -> None:
        """Start every part that does not run and is due. The supervisor must call this often."""
        if self._guard.poll() is not None:
            self._replace_guard()
        for post in self._posts:
            if post.process is not None and (code := post.process.poll()) is not None:
                self._note_end(post, code)
            if post.due is not None and post.due <= self._now():
                post.process = subprocess.Popen(  # noqa: S603
                    post.part.command, env=self._env, stdin=subprocess.DEVNULL, process_group=self._group
                )
                post.due = None
                post.backoff.started(self._now())

    def stop(self) -> None:
        """End the parts one after the other, in the given order, and then the guard (service/running/guard.py)."""
        for post in self._posts:
            if post.process is not None:
                _end(post.process, post.part.grace)
                post.process, post.due = None, None
        self._guard.kill()
        self._guard.communicate()

    def _note_end(self, post: _Post, code: int) -> None:
        wait = post.backoff.after_end(self._now())
        post.process, post.due = None, self._now() + wait
        how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        self._say(f"{post.part.name} {how}; it starts again {f'in {wait:g} s' if wait else 'at once'}.")

    def _guarding(self, group: int) -> subprocess.Popen[bytes]:
        """Start a guard in the process group `group`; 0: in a new group."""
        return subprocess.Popen([sys.executable, "-m", "service.running.guard"], env=self._env, stdin=subprocess.PIPE, process_group=group)

    def _replace_guard(self) -> None:
        """Start a new guard in the children's process group, or in a new group if no child runs."""
        self._guard.communicate()
        try:
            self._guard = self._guarding(self._group)
        except OSError:
            self._guard = self._guarding(group=0)
            self._group = self._guard.pid


def _end(process: subprocess.Popen[bytes], grace: float) -> None:
    process.terminate()
    try:
        process.wait(grace)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
