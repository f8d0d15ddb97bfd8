"""One seed of the campaign: an installation, its clients, its faults, and the examination afterwards."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event
from typing import Final, TextIO

from service.store.connect import write_client
from tests.torture.compared import Found
from tests.torture.cup import Director
from tests.torture.disk import small_disk
from tests.torture.examined import answers, quiet, rebuilt, same, shown, stored, unseen
from tests.torture.faults import Torturer
from tests.torture.installation import Installation, installed, owner_token, slept
from tests.torture.ledger import Ledger
from tests.torture.nodes import running_nodes
from tests.torture.phone import Phone
from tests.torture.players import Client, Scorekeeper, Shared, Sharer
from tests.torture.schedule import Fault, schedule
from tests.torture.season import Decider, Keeper
from tests.torture.strangers import Reader, Watcher

NAMES: Final = ("Anna", "Bea", "Chris", "Dora", "Eric", "Flora", "Guy", "Hana", "Ivo", "Jana", "Karel", "Lucy")
CALM_EVERY: Final = 25
"""After every group of this many faults, all faults are ended, and each client that records must get an acknowledgement."""
GOOD: Final = frozenset({200, 201, 204, 304})
RECOVERS: Final = 180.0
"""After a fault, everything must recover within this many seconds."""
SETTLES: Final = 300.0
"""After the last fault, all background work must be done within this many seconds."""


@dataclass
class Outcome:
    """The result of a seed. `faults`: the number of faults by kind and target. `acknowledged`: the number of acknowledged events.
    `answers`: the number of answers by status (0: no answer). `refused`: the number of refusals by type of problem. `found`: errors in the
    stored data. `wrong`: other errors: forbidden answers, and parts that did not recover or did not end. `slowest`: the longest recovery,
    in seconds."""

    seed: int
    faults: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    games: int = 0
    tournaments: int = 0
    seasons: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    found: Found = field(default_factory=Found)
    wrong: list[str] = field(default_factory=list)
    slowest: float = 0.0
    seconds: float = 0.0

    @property
    def well(self) -> bool:
        return self.found.nothing and not self.wrong


class Campaign:
    """Runs one seed. `made`: the installation. `log`: a file that gets a line for each fault. `progress`: a function that is called after
    each fault."""

    def __init__(self, seed: int, made: Installation, torturer: Torturer, log: TextIO, progress: Callable[[int], None]) -> None:
        self.outcome = Outcome(seed)
        self.ledger = Ledger()
        self._made = made
        self._torturer = torturer
        self._log = log
        self._progress = progress
        self._began = time.monotonic()
        self._stopping, self._ended = Event(), Event()
        self._dice = Random(f"clients {seed}")
        self._phones: list[Phone] = []
        self._token = owner_token(made)
        phone = self._phone(self._token)
        people = [phone.post("/people", {"name": name})["person"] for name in NAMES]
        self._recording = self._recorders(people)
        self._watching = [self._watcher(number, kind) for number, kind in enumerate(("games", "games", "games", "tournaments"))]

    def _phone(self, token: str | None) -> Phone:
        phone = Phone(self._made.wire.port, token, self.ledger, Random(self._dice.random()), self._ended)
        self._phones.append(phone)
        return phone

    def _recorders(self, people: list[str]) -> list[Client]:
        shared = Shared()
        made: list[Client] = [Scorekeeper(f"scorekeeper {n}", self._phone(self._token), *self._own(), people) for n in (1, 2, 3)]
        made += [Sharer(f"sharer {n}", self._phone(self._token), *self._own(), shared) for n in (1, 2)]
        made += [host(name, self._phone(self._token), *self._own(), people) for name, host in (("director", Director), ("keeper", Keeper))]
        made += [Decider("decider", self._phone(self._token), *self._own())]
        return [*made, Reader("reader", self._phone(self._token), *self._own())]

    def _own(self) -> tuple[Random, Event]:
        return Random(self._dice.random()), self._stopping

    def _watcher(self, number: int, kind: str) -> Watcher:
        phone = self._phone(None)
        return Watcher(f"watcher {number}", phone, Random(self._dice.random()), self._ended, self._made.wire.port, kind)

    # --- the faults ---

    def run(self, faults: Iterator[Fault], number: int) -> None:
        """Carry out `number` faults, then examine the installation. KeyboardInterrupt ends the faults early."""
        for client in (*self._recording, *self._watching):
            client.start()
        self._calm("start")
        try:
            self._faults(faults, number)
        except KeyboardInterrupt:
            self.say("interrupted: no more faults")
        self._calm("end")
        self._stopping.set()
        for client in self._recording:
            self._joined(client)
        self._examine()
        self.outcome.seconds = time.monotonic() - self._began

    def _faults(self, faults: Iterator[Fault], number: int) -> None:
        struck = 0
        before = self.ledger.counted()
        for fault in faults:
            slept(fault.pause, self._made)
            self._torturer.heal()
            if not fault.soon and not self._answered(before):
                return
            hit = self._torturer.strike(fault)
            now = self.ledger.counted()
            if hit:
                struck += 1
                self.outcome.faults[f"{fault.kind} {fault.target}"] += 1
                self.say(f"fault {fault.number} {fault.kind} {fault.target} ({hit}); clients since the last: {_in_words(now - before)}")
                self._progress(struck)
                before = now
                if struck == number:
                    return
                if struck % CALM_EVERY == 0:
                    self._calm(f"after {struck} faults")

    def _answered(self, before: Counter[int]) -> bool:
        """Wait until the clients have got more answers with the statuses GOOD than there are in `before`. Returns False if no such answer
        comes in RECOVERS seconds."""
        began = time.monotonic()
        while not any(status in GOOD for status in self.ledger.counted() - before):
            slept(0.05, self._made)
            self._torturer.heal()
            if time.monotonic() - began > RECOVERS:
                self.wrong(f"no answer in {RECOVERS:g} s")
                return False
        return True

    def _calm(self, when: str) -> None:
        """End all faults, and wait until each client gets an answer."""
        self._torturer.heal(all_of_it=True)
        began, before = time.monotonic(), {client: client.acts for client in self._recording}
        while left := [client for client, acts in before.items() if client.acts <= acts and client.is_alive()]:
            slept(0.1, self._made)
            if time.monotonic() - began > RECOVERS:
                self.wrong(f"{when}: no recovery in {RECOVERS:g} s for {', '.join(client.name for client in left)}")
                return
        took = time.monotonic() - began
        self.outcome.slowest = max(self.outcome.slowest, took)
        self.say(f"calm {when}: all clients get on after {took:.1f} s; {self.ledger.total} events acknowledged")

    def _joined(self, client: Client) -> None:
        client.join(RECOVERS)
        if client.is_alive():
            self.wrong(f"{client.name} did not come to an end")

    # --- afterwards ---

    def _examine(self) -> None:
        self._within("background", lambda: quiet(self._made))
        self._within("live streams", lambda: "; ".join(unseen(self._watching)))
        self._ended.set()
        self._made.wire.cut()
        for watcher in self._watching:
            self._joined(watcher)
        found = self.outcome.found
        with write_client(self._made.config.store_url) as redis:
            found.add(stored(redis, self.ledger))
            warm = answers(self._made, self._token, self.ledger)
            found.add(shown(redis, self.ledger, warm))
        self._end("the faults")
        found.add(rebuilt(self._made))
        self._made.start()
        self._within("second start", lambda: quiet(self._made) or ("" if self._made.answers() else "nothing answers"))
        found.add(same(warm, answers(self._made, self._token, self.ledger), Path(self._log.name).with_suffix(".answers")))
        self._end("the second start")
        self._sum_up()

    def _end(self, after: str) -> None:
        self._made.end()
        if left := self._made.left():
            self.wrong(f"processes left after {after}: {left}")

    def _within(self, what: str, left: Callable[[], str]) -> None:
        """Wait until no work is left. `left`: returns a text about the work that is left; empty if none is left. If that takes longer than
        SETTLES seconds, note an error."""
        began = time.monotonic()
        while words := left():
            slept(0.2, self._made)
            if time.monotonic() - began > SETTLES:
                self.wrong(f"{what}: after {SETTLES:g} s: {words}")
                return
        self.say(f"{what}: complete after {time.monotonic() - began:.1f} s")

    def _sum_up(self) -> None:
        for phone in self._phones:
            phone.close()
        ledger, outcome = self.ledger, self.outcome
        outcome.wrong += ledger.wrong
        outcome.acknowledged, outcome.answers, outcome.refused = ledger.total, ledger.counted(), ledger.refused
        outcome.games, outcome.tournaments, outcome.seasons = map(len, (ledger.games(), ledger.tournaments(), ledger.seasons()))
        found = (("lost", outcome.found.lost), ("doubled", outcome.found.doubled), ("divergent", outcome.found.divergent))
        for name, cases in (*found, ("wrong", ledger.wrong)):
            for case in cases:
                self.say(f"{name.upper()} {case}")

    def wrong(self, what: str) -> None:
        self.outcome.wrong.append(what)
        self.say(f"WRONG {what}")

    def say(self, text: str) -> None:
        self._log.write(f"{time.monotonic() - self._began:8.2f} s  seed {self.outcome.seed}  {text}\n")
        self._log.flush()


def _in_words(answers: Counter[int]) -> str:
    """Return a text with the number of answers for each status."""
    return ", ".join(f"{times} × {status or 'no answer'}" for status, times in sorted(answers.items())) or "nothing"


@contextmanager
def one_seed(seed: int, home: Path, logs: Path, progress: Callable[[int], None], *, cluster: bool = False) -> Iterator[Campaign]:
    """Yield the campaign of a seed, in the new folder `home`. `logs`: the folder of its logs. `progress`: a function that is called after
    each fault with the number of faults so far. `cluster`: whether a Redis Cluster keeps the records; its disk is not filled then."""
    with ExitStack() as stack:
        fill = stack.enter_context(small_disk(home))
        log = stack.enter_context((logs / f"seed-{seed}.log").open("w", encoding="utf-8"))
        nodes = stack.enter_context(running_nodes(home.with_name("nodes"))) if cluster else None
        made = stack.enter_context(installed(home / "home", logs / f"seed-{seed}.printed.log", nodes))
        yield Campaign(seed, made, Torturer(made, None if cluster else fill), log, progress)


def tortured(seed: int, faults: int, home: Path, logs: Path, progress: Callable[[int], None], *, cluster: bool = False) -> Outcome:
    """Run one seed with `faults` faults. Returns the result. The other arguments are those of `one_seed`."""
    with one_seed(seed, home, logs, progress, cluster=cluster) as campaign:
        campaign.run(schedule(seed), faults)
        return campaign.outcome
