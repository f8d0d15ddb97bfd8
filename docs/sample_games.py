"""Write the sample records in docs/samples: a whole game of each family as a replay in one file, and three of them also as a record file
and as a score sheet.

python -m docs.sample_games    (`make docs` runs it too)

The games are played by dice with fixed seeds; ids, salts and times are fixed too. So the same code writes the same bytes, except for the
name of the rules engine, which a record file mentions. A file that would differ only in that name stays as it is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID

from domain.files.layout import game_of
from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, Event, EventId, PersonId, TokenId
from domain.record.chain import seal
from domain.record.fold import read
from domain.selfplay import awaited, data_for
from domain.system import SCOREKEEPER, Prompt
from domain.systems import SYSTEMS
from service.engine import ENGINE
from service.files.contents import Exported
from service.files.formats import export_bytes

FOLDER: Final = Path(__file__).parent / "samples"
FORMS: Final = {"ndjson": "ndjson", "text": "txt"}
"""The formats in which each sample is written, and the endings of the files."""
BEGAN: Final = 1_794_592_800_000
"""When the games begin, ms UTC: 13 November 2026, 18:00."""
BETWEEN: Final = 12_000
"""Milliseconds between two entries."""
RANKS: Final = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class Sample:
    """A game to be made up. `players`: the ids of the people, by seat. `seed`: of the dice. `revoke`: the place, among the plays of a hand
    that could be illegal, of the one that is; None: all are legal. `told`: whether there are a record file and a score sheet too."""

    name: str
    system: str
    title: str
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, Json] = field(default_factory=dict)
    revoke: int | None = None
    told: bool = True


SAMPLES: Final = (
    Sample("high-card", "high-card", "High Card at the long table", ("p-anna", "p-ben", "p-cleo", "p-dan"), 3),
    Sample("smear", "smear-parlett", "Smear after dinner", ("p-anna", "p-eve", "p-cleo", "p-gus"), 11),
    Sample("spades", "spades-standard", "Spades, Friday table", ("p-anna", "p-ben", "p-cleo", "p-dan"), 9, {"target": 200}, 12),
    Sample("high-card-low-card", "high-card-low-card", "High Card Low Card at home", ("p-anna", "p-ben", "p-cleo", "p-dan"), 3, told=False),
    Sample("one-up", "one-up", "One-up on the train", ("p-anna", "p-ben", "p-cleo", "p-dan"), 1, told=False),
    Sample("box", "box", "Box for four", ("p-anna", "p-ben", "p-cleo", "p-dan"), 1, told=False),
    Sample("bid-whist", "bid-whist", "Bid Whist, Sunday", ("p-anna", "p-eve", "p-cleo", "p-gus"), 1, told=False),
    Sample("higher-or-lower", "hi-lo-casino", "Higher or lower", ("p-anna", "p-ben", "p-cleo"), 1, told=False),
)


def exported(sample: Sample) -> Exported:
    """Play the game, and export it with all its cards."""
    system = SYSTEMS[sample.system]
    seats: list[Json] = [{"seat": seat, "person": person} for seat, person in enumerate(sample.players)]
    rules = system.rules_with(sample.options, len(seats))
    opening: dict[str, Json] = {"system": system.slug, "rules": rules, "seats": seats, "visibility": "public", "title": sample.title}
    scribe = Scribe(sample)
    reading = read(system, [scribe.event("GameOpened", opening)])
    while expected := awaited(system, reading.table):
        reading = reading.extended([scribe.answered(expected[0])])
    game = game_of("home", reading.events[0].id)
    return Exported(game, reading, scribe.sealed, reading.findings, reading.version, ENGINE, SCOREKEEPER)


class Scribe:
    """Decides by dice what happens at the table, and writes the events. `sealed`: the sealed values and their salts, by (version, path)."""

    def __init__(self, sample: Sample) -> None:
        self.sealed: dict[tuple[int, str], tuple[Json, bytes]] = {}
        self._sample = sample
        self._dice = Random(sample.seed)  # noqa: S311
        self._version = 0
        self._hands: dict[Json, list[Json]] = {}  # kept only for a sample with a revoke
        self._tempting = 0

    def answered(self, prompt: Prompt) -> Event:
        """Return the event that answers the prompt."""
        data: dict[str, Any] = data_for(prompt, self._played if prompt.type == "CardPlayed" else self._chosen)
        if prompt.type == "CardsDealt" and self._sample.revoke:
            self._hands = {int(seat): list(cards) for seat, cards in data["hands"].items()}
        elif self._hands and prompt.type == "CardPlayed":
            data["card"] = self._revoked(prompt) or data["card"]
            self._hands[data["seat"]].remove(data["card"])
        return self.event(prompt.type, data)

    def event(self, name: str, data: dict[str, Json]) -> Event:
        """Return the next event of the record."""
        self._version += 1
        shape = EVENT_TYPES[name].shape
        recorded, opened = seal(shape, shape.read(data, "", []), self._salt)  # type: ignore[arg-type]
        self.sealed.update({(self._version, path): value for path, value in opened.items()})
        act: Any = shape.restore(shape.swap(recorded, "", lambda path, leaf: {**leaf, "value": opened[path][0]}))  # type: ignore[misc]
        at = BEGAN + BETWEEN * self._version
        return Event(self._version, EventId(str(UUID(bytes=self._digest("event")))), act, TokenId("t-scorekeeper"), at, 0, at + 800)

    def _chosen(self, choices: Sequence[Json]) -> Json:
        """Choose by the dice. Whatever may be left out is told."""
        return True if set(choices) == {True, False} else self._dice.choice(choices)

    def _played(self, cards: Sequence[Json]) -> Json:
        """Choose the lowest or the highest card."""
        by_rank = sorted(cards, key=lambda card: RANKS.find(str(card)[0]))
        return self._dice.choice((by_rank[0], by_rank[-1]))

    def _revoked(self, prompt: Prompt) -> Json:
        """Return an illegal card of the hand if this is the play that the sample wants to be one; else None."""
        legal = prompt.asks[0].choices
        illegal = [card for card in self._hands[prompt.given["seat"]] if card not in legal]
        self._tempting += bool(illegal)
        return illegal[0] if illegal and self._tempting == self._sample.revoke else None

    def _salt(self) -> bytes:
        return self._digest(f"salt {len(self.sealed)} {self._dice.random()}")

    def _digest(self, what: str) -> bytes:
        return sha256(f"{self._sample.name} {self._version} {what}".encode()).digest()[:16]


def files(sample: Sample) -> dict[Path, bytes]:
    """Return the files of the sample, by path. They name the engine that the record file names now, unless something else would change."""
    record, _ = paths = [FOLDER / f"{sample.name}.{suffix}" for suffix in FORMS.values()]
    engines = [ENGINE]
    if record.exists():
        engines.insert(0, json.loads(record.read_bytes().split(b"\n", 1)[0])["engine"])
    game = exported(sample)
    for engine in engines:
        made = {path: export_bytes(form, replace(game, engine=engine)) for path, form in zip(paths, FORMS, strict=True)}
        if all(path.exists() and path.read_bytes() == content for path, content in made.items()):
            break
    return made


def page(sample: Sample) -> bytes:
    """Return the replay of the game in one file, with the names of the players. A sample with a record file has the same record."""
    game = exported(sample)
    if sample.told:
        record = files(sample)[FOLDER / f"{sample.name}.{FORMS['ndjson']}"]
        game = replace(game, engine=json.loads(record.split(b"\n", 1)[0])["engine"])
    names = {PersonId(person): person.removeprefix("p-").capitalize() for person in sample.players}
    return export_bytes("html", replace(game, names=names))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for sample in SAMPLES:
        for path, content in files(sample).items() if sample.told else ():
            path.write_bytes(content)
        (FOLDER / f"{sample.name}.html").write_bytes(page(sample))


if __name__ == "__main__":
    main()
