"""The clients that record: scorekeepers with games of every system, and several phones in one game."""

from abc import ABC, abstractmethod
from itertools import islice
from random import Random
from threading import Event, Lock, Thread
from typing import Any, Final

from domain.system import System, Table
from domain.systems import SYSTEMS
from service.clock import now_ms
from tests.crash.recording import some_act
from tests.torture.phone import GaveUp, Phone
from workers.demo.client import Refused
from workers.demo.company import sizes
from workers.demo.director import act
from workers.demo.script import Play, Sent, Slips

PAUSE: Final = 0.08
"""Seconds between two acts of a client."""
LOOK_EVERY: Final = 10
"""A client reads its game again after every group of this many acknowledged requests."""
MOST_TURNS: Final = 250
MOST_SHARED: Final = 300
"""When a shared game has this many events, the clients continue in a new game."""
EXPECTED: Final = frozenset({"not-finished", "confirmed"})
"""Problems that a scorekeeper may get when confirming or finalising a result: the game is not over, or its result is already settled."""


class Client(Thread, ABC):
    """A client in its own thread. `acts`: how many of its requests were acknowledged. `stopping`: set when the client must end."""

    def __init__(self, name: str, phone: Phone, dice: Random, stopping: Event) -> None:
        super().__init__(name=name, daemon=True)
        self.phone = phone
        self.dice = dice
        self.stopping = stopping
        self.acts = 0

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                self.play()
        except GaveUp:
            pass  # the ledger has the reason
        except Refused as refused:
            self.phone.ledger.note(f"{self.name} was refused: {refused}")
        except Exception as fault:  # an exception in a thread would stay unnoticed
            self.phone.ledger.note(f"{self.name} failed: {fault!r}")

    @abstractmethod
    def play(self) -> None: ...

    def rest(self) -> bool:
        """Wait before the next act. Returns False if the client must end."""
        self.acts += 1
        return not self.stopping.wait(PAUSE * self.dice.uniform(0.5, 1.5))

    def enter(self, stream: str, version: int, events: list[Sent], kind: str = "games") -> int:
        """Record events. Returns the version of the last event."""
        return int(self.phone.post(f"/{kind}/{stream}/events", {"events": list(events)}, version)["version"])

    def ruled(self, game: str, version: int, **ruling: Any) -> int:
        """Call an irregularity, and record a ruling about it. Returns the version after the ruling."""
        version = self.enter(game, version, [act("IrregularityCalled", kind="other")])
        return self.enter(game, version, [act("RulingRecorded", cites={"dispute": version}, rule="T-1", round=1, **ruling)])

    def seen(self, stream: str, version: int, kind: str = "games") -> dict[str, Any]:
        """Read a stream whose version `version` was acknowledged to a client. An answer with an older version is noted as wrong."""
        state = self.phone.get(f"/{kind}/{stream}")
        if int(state["version"]) < version:
            self.phone.ledger.note(f"{stream}: version {version} was acknowledged, and version {state['version']} was shown later")
        return state


class Scorekeeper(Client):
    """Records games of random systems, one after another: opening, turns with mistakes and corrections, late corrections, rulings, PINs,
    confirmations, annulments. `people`: ids of the people who play."""

    def __init__(self, name: str, phone: Phone, dice: Random, stopping: Event, people: list[str]) -> None:
        super().__init__(name, phone, dice, stopping)
        self.people = people

    def play(self) -> None:
        system = SYSTEMS[self.dice.choice(sorted(SYSTEMS))]
        seats = self.dice.choice(sizes(system))
        slips = Slips(9, 3, corrected=self.dice.random() < 0.6)
        script = Play(system, seats, Random(self.dice.random()), slips)
        game, version = self._opened(system, seats)
        recorded, gone = [version], set[Any]()
        for turn in islice(script.turns(), MOST_TURNS):
            if not self.rest():
                return
            version = self.enter(game, version, list(turn.events))
            recorded += [version]
            gone |= {data["target"] for event in turn.events if isinstance(data := event["data"], dict) and event["type"] == "Retracted"}
            if self.acts % LOOK_EVERY == 0:
                self.seen(game, version)
        version = self._corrected(game, version, [each for each in recorded if each not in gone])
        self._settled(game, version)

    def _opened(self, system: System[Table], seats: int) -> tuple[str, int]:
        sitting: list[dict[str, Any]] = [{"person": person} for person in self.dice.sample(self.people, min(seats, len(self.people)))]
        sitting += [{} for _ in range(seats - len(sitting))]
        wanted = {"system": system.slug, "options": system.options_for(seats), "seats": sitting, "visibility": "public", "at": now_ms()}
        opened = self.phone.post("/games", wanted)
        return opened["game"], opened["version"]

    def _corrected(self, game: str, version: int, recorded: list[int]) -> int:
        """Withdraw an earlier event, withdraw this withdrawal, and insert a note after the event. Returns the last version."""
        target = self.dice.choice(recorded[1:] or recorded)
        if target > 1 and self.rest():
            version = self.enter(game, version, [act("Retracted", target=target, reason="torture")])
            self.rest()
            version = self.enter(game, version, [act("Retracted", target=version)])
        note: Sent = {"type": "NoteWritten", "data": {"note": f"note {self.dice.random()}"}, "after": target}
        return self.enter(game, version, [note])

    def _settled(self, game: str, version: int) -> None:
        """Record rulings, confirm, finalise and annul the result, as far as the state of the game allows it."""
        try:
            if self.dice.random() < 0.5:
                version = self.ruled(game, version, rectification="stand")
            for seat in (0, 1):
                self.phone.put(f"/games/{game}/seats/{seat}/pin", {"pin": "1234"})
            seat = next(iter(self.phone.get(f"/games/{game}/pins")["seats"]), 0)  # a player who did not win
            confirmed = self.phone.post(f"/games/{game}/confirmation", {"seat": seat, "pin": "1234"}, version)
            version = self.enter(game, int(confirmed["version"]), [act("ResultFinalised")])
            if self.dice.random() < 0.3:
                self.enter(game, version, [act("GameAnnulled", reason="torture")])
        except Refused as refused:
            if refused.type not in EXPECTED:
                raise


class Shared:
    """A game in which several clients record. `game`: its id."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.game = ""
        self._left = 0

    def next(self, phone: Phone) -> str:
        """Return the game for the next act. Opens a new game if there is none, or if the current game is long."""
        with self._lock:
            if not self._left:
                opened = phone.post("/games", {"system": "high-card", "seats": [{}, {}, {}], "visibility": "public"})
                self.game, self._left = opened["game"], MOST_SHARED
            self._left -= 1
            return self.game


class Sharer(Client):
    """Appends acts at the end of the shared game, without giving an expected version."""

    def __init__(self, name: str, phone: Phone, dice: Random, stopping: Event, shared: Shared) -> None:
        super().__init__(name, phone, dice, stopping)
        self.shared = shared

    def play(self) -> None:
        events = [some_act(self.dice) for _ in range(self.dice.choice([1, 1, 1, 2, 5]))]
        game = self.shared.next(self.phone)
        answer = self.phone.post(f"/games/{game}/events", {"events": events}, at_the_end=True)
        if self.acts % LOOK_EVERY == 0:
            self.seen(game, int(answer["version"]))
        self.rest()
