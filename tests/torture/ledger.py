"""What the clients of a campaign know: which events were acknowledged, and which answers they got."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple

from service.store.keys import is_game
from service.store.seasons.seasons import SEASON

Json = dict[str, Any]


class Acknowledged(NamedTuple):
    """An acknowledged event. `id`: empty if the answer did not name it. `sent`: the event's type and data as the client sent them; None:
    the service wrote the event, for example the opening of a game. `asked`: type and some fields of an event that the service wrote because
    a client asked for it."""

    id: str
    sent: tuple[str, Json] | None
    asked: tuple[str, Json] | None = None


def is_season(stream: str) -> bool:
    return bool(SEASON.pattern.fullmatch(stream))


@dataclass
class Ledger:
    """The ledger of all clients. `events`: acknowledged events by stream and version. `hidden`: the tournaments that strangers do not see.
    `people`: acknowledged people. `answers`: the number of answers by status (0: no answer). `refused`: how often each type of problem was
    the answer. `wrong`: a sentence for each answer that no client should ever get."""

    events: dict[str, dict[int, Acknowledged]] = field(default_factory=lambda: defaultdict(dict))
    hidden: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    answers: Counter[int] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def acknowledge(self, stream: str, version: int, event: Acknowledged) -> None:
        """Note an acknowledged event. If another event has already been acknowledged at the same version, note an error."""
        with self._lock:
            known = self.events[stream].get(version)
            if known is not None and known.id and event.id and known.id != event.id:
                self.wrong.append(f"{stream}: version {version} was acknowledged for {known.id} and for {event.id}")
            if known is None or not known.id:
                self.events[stream][version] = event

    def answered(self, status: int) -> None:
        with self._lock:
            self.answers[status] += 1

    def refusal(self, name: str) -> None:
        with self._lock:
            self.refused[name] += 1

    def note(self, wrong: str) -> None:
        with self._lock:
            self.wrong.append(wrong)

    @property
    def total(self) -> int:
        """How many events were acknowledged."""
        with self._lock:
            return sum(map(len, self.events.values()))

    def games(self) -> list[str]:
        """Return the ids of the games that clients know, oldest first."""
        with self._lock:
            return [stream for stream in self.events if is_game(stream)]

    def tournaments(self) -> list[str]:
        """Return the ids of the tournaments that clients know, oldest first."""
        with self._lock:
            return [stream for stream in self.events if not is_game(stream) and not is_season(stream)]

    def seasons(self) -> list[str]:
        """Return the ids of the seasons that clients know, oldest first."""
        with self._lock:
            return [stream for stream in self.events if is_season(stream)]

    def counted(self) -> Counter[int]:
        with self._lock:
            return self.answers.copy()
