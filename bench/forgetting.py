"""Puts a *slip* into the record of a legal game: entries are left out, as if people forgot them, or entries change places.
bench/innocence.py reads the record after the slip.

Nothing is made up and no value is changed: every entry that is left happened at the table, and all its values are true. So nobody may be
accused by such a record. Source: docs/rules/03_pitch_schema.md, PI-44; docs/decisions/domain-asking.md."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from bench.truthful import Game
from domain.kernel.events import Act, CardOffered, CardPlayed, CardsDiscarded, CardsDrawn, CardSelected, Retracted
from domain.kernel.values import replace

ANSWERED: Final = "nobody remembers"
MOST_IN_A_RUN: Final = 6
FREE: Final = ((CardsDiscarded, CardsDrawn), (CardSelected,), (CardOffered,))
"""Groups of types of acts. If different players do acts of the same group, the order of these acts is free. The acts of one player keep
their order."""


class Entry(NamedTuple):
    """An entry of a record. `came`: the index that the act has in the game; None for a retraction. `after`: the version after which the
    entry was inserted; None for an entry at the end."""

    act: Act
    came: int | None
    after: int | None = None


class Slipped(NamedTuple):
    """The record of a game after a slip. `slip`: its name. `entries`: the opening first. `missing`: the indexes of the acts that are no
    longer in the record. `moved`: the indexes of the acts that changed places."""

    slip: str
    entries: tuple[Entry, ...]
    missing: frozenset[int]
    moved: frozenset[int]

    @property
    def touched(self) -> frozenset[int]:
        return self.missing | self.moved


def _without(game: Game, slip: str, gone: frozenset[int]) -> Slipped:
    return Slipped(slip, tuple(Entry(act, index) for index, act in enumerate(game.acts) if index not in gone), gone, frozenset())


def _in_order(game: Game, slip: str, order: Sequence[int]) -> Slipped:
    moved = frozenset(index for place, index in enumerate(order) if place != index)
    return Slipped(slip, tuple(Entry(game.acts[index], index) for index in order), frozenset(), moved)


def one(game: Game, dice: Random) -> Slipped:
    return _without(game, "one left out", frozenset([dice.randrange(1, len(game.acts))]))


def three(game: Game, dice: Random) -> Slipped:
    """Leave out three acts anywhere. If the game has fewer acts, leave out all of them."""
    some = range(1, len(game.acts))
    return _without(game, "three left out", frozenset(dice.sample(some, min(3, len(some)))))


def run(game: Game, dice: Random) -> Slipped:
    """Leave out a run of two to six neighbouring acts. If the game has fewer acts than that, leave out all of them."""
    number = min(dice.randint(2, MOST_IN_A_RUN), len(game.acts) - 1)
    start = dice.randint(1, len(game.acts) - number)
    return _without(game, "a run left out", frozenset(range(start, start + number)))


def withdrawn(game: Game, dice: Random) -> Slipped:
    """Retract one to three acts, and enter nothing in their place. Each is retracted either soon after it was recorded, or at the end of
    the record."""
    some = range(1, len(game.acts))
    gone = sorted(dice.sample(some, min(dice.choice((1, 1, 2, 3)), len(some))))
    late = dice.random() < 0.5
    due = {index: len(game.acts) - 1 if late else min(index + dice.randint(0, 3), len(game.acts) - 1) for index in gone}
    entries: list[Entry] = []
    version: dict[int, int] = {}
    for index, act in enumerate(game.acts):
        entries.append(Entry(act, index))
        version[index] = len(entries)
        entries += [Entry(Retracted(version[target]), None) for target in gone if due[target] == index]
    return Slipped("retracted", tuple(entries), frozenset(gone), frozenset())


def swapped(game: Game, dice: Random) -> Slipped | None:
    """Exchange two neighbouring acts that are not equal; None if there are none."""
    places = [place for place in range(1, len(game.acts) - 1) if game.acts[place] != game.acts[place + 1]]
    if not places:
        return None
    place, order = dice.choice(places), list(range(len(game.acts)))
    order[place : place + 2] = [place + 1, place]
    return _in_order(game, "two taps exchanged", order)


def reordered(game: Game, dice: Random) -> Slipped | None:
    """One to six times, exchange two neighbouring acts of different players if the rules allow both orders of the two acts. None if no two
    acts can be exchanged."""
    order = list(range(len(game.acts)))
    for _ in range(dice.randint(1, 6)):
        places = [place for place in range(1, len(order) - 1) if _free(game.acts[order[place]], game.acts[order[place + 1]])]
        if not places:
            return None
        place = dice.choice(places)
        order[place : place + 2] = [order[place + 1], order[place]]
    slipped = _in_order(game, "an order that is no rule", order)
    return slipped if slipped.moved else None


def answered(game: Game, dice: Random) -> Slipped | None:
    """Forget one to three played cards. At the end, insert them again as cards that nobody remembers. None if no card was played."""
    plays = [index for index, act in enumerate(game.acts) if isinstance(act, CardPlayed)]
    if not plays:
        return None
    gone = sorted(dice.sample(plays, min(dice.choice((1, 1, 2, 3)), len(plays))))
    entries = [Entry(act, index) for index, act in enumerate(game.acts) if index not in gone]
    versions = {entry.came: version for version, entry in enumerate(entries, 1)}
    for index in gone:
        act = game.acts[index]
        assert isinstance(act, CardPlayed)
        entries.append(Entry(replace(act, card=None, extras=None), index, versions[index - 1]))
        versions[index] = len(entries)
    return Slipped(ANSWERED, tuple(entries), frozenset(gone), frozenset())


def _free(act: Act, other: Act) -> bool:
    """Whether the rules allow both orders of the two acts."""
    return any(isinstance(act, group) and isinstance(other, group) and act.seat != other.seat for group in FREE)


Slip = Callable[[Game, Random], Slipped | None]
SLIPS: Final[Mapping[str, Slip]] = {
    "one left out": one,
    "three left out": three,
    "a run left out": run,
    "retracted": withdrawn,
    "two taps exchanged": swapped,
    "an order that is no rule": reordered,
    ANSWERED: answered,
}


def slipped(game: Game, dice: Random) -> Slipped:
    """Return the record of the game after a random slip. If this slip is impossible in this game, one act is left out."""
    if len(game.acts) == 1:
        return _without(game, "nothing left out", frozenset())
    slip = dice.choice(list(SLIPS.values()))
    return slip(game, dice) or one(game, dice)
