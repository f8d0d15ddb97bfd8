"""Plays random games of every system, and mars their records for bench/marred.py, which reads them.

A *marred* record has acts that break the rules, statements that are false, and entries that a scorekeeper got wrong: left out, written
twice, changed, swapped, withdrawn, or written too late. Some players err in the game itself, and the others play on from there. Parts of
most records are hidden. The name of a game decides all random choices. The acts follow the prompts of the system. If the prompts are
changed, the same name gives another game. For this reason bench/marred.py can write the records to a file, and read them later with changed
code."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from bench.forged import Entry, Scene, altered, made_up, valid, wrong
from bench.played import choosing
from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import EVENT_TYPES, Event, EventId, GameOpened, TokenId
from domain.scheduled import scheduled
from domain.selfplay import data_for
from domain.system import Outcome, System, Table, Unplayable
from domain.systems import SYSTEMS

LENGTHS: Final = (25, 60, 110, 160)
SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""For each record, one of these numbers is chosen: the share of its sealed values that is hidden."""


def opening(system: System[Table], dice: Random) -> Entry:
    """Return the opening of a game with a random number of seats. Half of the games have random house rules, and some games belong to a
    tournament."""
    seats = dice.randint(*system.players)
    scene, options, rules = Scene(dice, range(seats)), system.options_for(seats), dict[str, Json]()
    for share in (dice.choice((0.0, 0.1, 0.3)), 0.1, 0.0):
        others = {each.name: altered(each.shape.schema(), each.default, scene) for each in system.options if dice.random() < share}
        try:
            rules = system.rules_with({**others, **options}, seats)
            break
        except Unplayable:
            continue
    data: dict[str, Any] = {"system": system.slug, "rules": rules, "seats": [{"seat": seat} for seat in range(seats)]}
    if dice.random() < 0.05:
        data["tournament"] = {"tournament": "home-t" + "a" * 16, "round": 1, "table": 1, "ends": "bell"}
        if dice.random() < 0.5:
            data["tournament"] |= {"ends": "hands", "hands": dice.randint(1, 4)}
    return Entry("GameOpened", data)


def stated(outcome: Outcome, scene: Scene) -> Entry:
    """Return a statement of a round, of the totals, or of the result. Statements of totals and results are often true."""
    dice, seats = scene.dice, scene.seats
    true = {str(seat): score for seat, score in sorted(outcome.scores.items())} or {str(seat): 0 for seat in seats}
    if (chance := dice.random()) < 0.6:
        points = {str(seat): dice.randint(-1, 4) for seat in seats if dice.random() < 0.5}
        return Entry("RoundStated", {"round": outcome.deals + 1, "points": points})
    said = wrong(Entry("ScoreStated", {"scores": true}), scene) if dice.random() < 0.3 else Entry("ScoreStated", {"scores": true})
    winners = [*outcome.winners] or [Seat(dice.choice(seats))]
    return said if chance < 0.9 else Entry("ResultStated", {"winners": winners, **said.data})


def answered(system: System[Table], table: Table, scene: Scene, told: float, stating: float) -> Entry | None:
    """Return a random act that answers a prompt of the table; None if there is no prompt. `told`: the probability that the act has a value
    for an optional field. `stating`: the probability that the act is a statement and not an act of play."""
    dice = scene.dice
    prompts = system.prompts(table)
    if dice.random() < stating:
        spoken = [prompt for prompt in prompts if prompt.type.endswith("Stated")]
        if not spoken:
            return stated(system.outcome(table), scene)
        prompts = tuple(spoken)
    elif dice.random() < 0.95:
        prompts = tuple(prompt for prompt in prompts if prompt.expected and not prompt.doubtful)
    if not prompts:
        return None
    prompt = dice.choice(prompts)
    try:
        return scene.drawn(Entry(prompt.type, data_for(prompt, choosing(dice, told))))
    except (IndexError, ValueError):  # after errors in the record, a prompt may offer fewer cards than its act needs
        return None


def event_of(entry: Entry, version: int) -> Event:
    act = EVENT_TYPES[entry.type].shape.read(entry.data, "", [])
    return Event(version, EventId(f"{version:032x}"), act, TokenId("t1"), version, 0, version, entry.after)  # type: ignore[arg-type]


def played(system: System[Table], dice: Random) -> Iterator[Entry]:
    """Yield the entries of a game, the opening first. In some games players err, and the game goes on from the table after the error."""
    first = opening(system, dice)
    opened = event_of(first, 1).act
    assert isinstance(opened, GameOpened)
    system = scheduled(system, opened)
    scene, table = Scene(dice, [seating.seat for seating in opened.seats]), system.open_table(opened)
    most, erring = dice.choice(LENGTHS), dice.choice((0.0, 0.02, 0.05))
    told, stating = dice.choice((1.0, 1.0, 1.0, 0.5, 0.0)), dice.choice((0.0, 0.0, 0.01, 0.05, 0.7))
    yield first
    for version in range(2, most + 1):
        entry = answered(system, table, scene, told, stating)
        if entry is None and dice.random() < 0.5:
            return
        if entry is None or dice.random() < erring / 4:
            entry = made_up(system, scene)
        elif dice.random() < erring:
            entry = wrong(entry, scene)
        scene.note(entry)
        yield entry
        table = system.evolve(table, event_of(entry, version))


def hidden(entries: Sequence[Entry], dice: Random, share: float) -> Iterator[Entry]:
    """Yield the entries, but leave out each sealed value with the probability `share`. A whole entry is left out with half that
    probability."""
    kept = dice.choice(("CardsDealt", "BidPassed"))
    for entry in entries:
        shape = EVENT_TYPES[entry.type].shape
        if (shape.seals or entry.type == "BidPassed") and entry.type != kept and dice.random() < share / 2:
            continue
        data: Any = shape.swap(entry.data, "", lambda _, value: None if dice.random() < share else value)
        hiding = entry._replace(data={name: inner for name, value in data.items() if (inner := _known(value)) is not None})
        yield hiding if valid(hiding) else entry


def _known(value: Json) -> Json:
    """Return the value without its hidden parts. If the value is a map by seat, the seats with a hidden value are left out. None if no seat
    is left."""
    if not isinstance(value, dict) or not value:
        return value
    return {key: inner for key, inner in value.items() if inner is not None} or None


def marred(system: System[Table], entries: Sequence[Entry], dice: Random, share: float) -> list[Entry]:
    """Return the entries with errors of the scorekeeper. `share`: the share of the entries that get an error."""
    scene = Scene(dice, [seating["seat"] for seating in entries[0].data["seats"]])
    written, late = [entries[0]], list[Entry]()
    rest = list(entries[1:])
    while rest:
        entry = rest.pop(0)
        new = [entry]
        if dice.random() < share:
            match dice.randrange(10):
                case 0 | 1:
                    new = []
                case 2:
                    new = [entry, entry]
                case 3 if rest:
                    new = [rest.pop(0), entry]
                case 4:
                    new = [made_up(system, scene), entry]
                case 5:
                    new, late = [], [*late, entry._replace(after=len(written))]
                case 6 | 7 if len(written) > 1:
                    new = [*_corrected(written, scene), entry]
                case _:
                    new = [wrong(entry, scene)]
        elif late and dice.random() < 0.2:
            new, late = [late[0], entry], late[1:]
        for each in new:
            scene.note(each)
        written += new
    return written


def _corrected(written: Sequence[Entry], scene: Scene) -> list[Entry]:
    """Return entries that withdraw an earlier entry. Half of the time, another entry is put in the place of the withdrawn one."""
    target = scene.dice.randint(2, len(written))
    withdrawn = Entry("Retracted", {"target": target})
    former = written[target - 1]
    if former.type == "Retracted" or scene.dice.random() < 0.5:
        return [withdrawn]
    return [withdrawn, wrong(former, scene)._replace(after=target)]


def game(slug: str, name: str) -> list[Entry]:
    """Play a game of the system and mar its record. `name` decides all that is random."""
    dice, system = Random(name), SYSTEMS[slug]
    share = dice.choice(SHARES)
    entries = list(played(system, dice))
    known = [entries[0], *hidden(entries[1:], dice, share)]
    return marred(system, known, dice, dice.choice((0.0, 0.01, 0.03, 0.08)))
