"""Finds out whether any deal of the cards agrees with what is known. If none does, it finds events that cannot all be true, and which of
them may be a slip of the scorekeeper.

A *place* holds cards: a hand, the stock, what one player threw, one card on the table. A *fact* limits which cards can be where. It has the
versions of the events that it is based on; a fact that follows from the rules alone has none. Games pass facts; their rules are not here.

A possible deal is never called impossible. A missing fact can only leave a contradiction unnoticed.

The method uses Hall's theorem. Cards that may be in the same places are one *kind*. A deal exists exactly when all cards find room and all
places that must be filled can be filled. Each condition can be checked as a flow between a few kinds and a few places. By Mendelsohn and
Dulmage's theorem the two conditions may be checked one after the other."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from domain.kernel.cards import Card

Place = Hashable
Versions = tuple[int, ...]


class Room(NamedTuple):
    """The fact that `place` has at least `least` and at most `most` cards. If a place has several Rooms, all of them are true. `why`: the
    versions of the events that prove this fact."""

    place: Place
    least: int
    most: int
    why: Versions = ()


class Lies(NamedTuple):
    """The fact that `card` is in `place`. `why`: the versions of the events that prove this fact."""

    card: Card
    place: Place
    why: Versions = ()


class Bars(NamedTuple):
    """The fact that none of `cards` is in `place`. `why`: the versions of the events that prove this fact."""

    place: Place
    cards: frozenset[Card]
    why: Versions = ()


Fact = Room | Lies | Bars


class Jam(NamedTuple):
    """Cards and places that prove that no deal is possible. `kind` says how:

    twice: `cards` are in several `places`. barred: `cards` are in `places` where they cannot be. room: `cards` can only be in `places`,
    which have room for no more than `number`. need: `places` together must have at least `number` cards, but only `cards` can be there, and
    these are fewer."""

    kind: Literal["twice", "barred", "room", "need"]
    cards: tuple[Card, ...]
    places: tuple[Place, ...]
    number: int = 0


class Cause(NamedTuple):
    """Events that cannot all be true. `versions`: ascending; if any one of them is left out, some deal agrees with the others.

    `slips`: those of `versions` that may be the only mistake, the latest first. Without such an event, some deal agrees with *all* other
    events of the record."""

    jam: Jam
    versions: Versions
    slips: Versions


def jam(pack: Sequence[Card], facts: Iterable[Fact]) -> Jam | None:
    """Return why no deal of `pack` agrees with the facts; None if some deal does. Every place must have a Room. Every card is in exactly
    one place."""
    least, most, lies, bars = _sorted(facts)
    wrong = _pinned(lies, bars, least, most)
    if wrong is not None:
        return wrong
    free = [card for card in pack if card not in lies]
    places = [place for place in most if most[place] > 0]
    kinds = _kinds(free, places, bars)
    return _overfull(kinds, places, most) or _underfull(kinds, places, least)


def cause(pack: Sequence[Card], facts: Collection[Fact]) -> Cause | None:
    """Return events that cannot all be true. If any one of them is left out, the others can be true. Returns None if some deal agrees with
    all facts.

    Events are left out one by one, oldest first. An event stays out if the others still contradict each other. As a result, the events that
    remain are the latest ones that contradict each other."""
    if jam(pack, facts) is None:
        return None
    needed = {version for fact in facts for version in fact.why}
    for version in sorted(needed):
        if jam(pack, standing(facts, needed - {version})) is not None:
            needed.discard(version)
    wrong = jam(pack, standing(facts, needed))
    assert wrong is not None
    everything = {version for fact in facts for version in fact.why}
    slips = [version for version in sorted(needed, reverse=True) if jam(pack, standing(facts, everything - {version})) is None]
    return Cause(wrong, tuple(sorted(needed)), tuple(slips))


def standing(facts: Iterable[Fact], versions: Collection[int]) -> list[Fact]:
    """Return the facts that are based only on events in `versions`."""
    return [fact for fact in facts if all(version in versions for version in fact.why)]


# --- sorting the facts -------------------------------------------------------------------------------------------------------------------

_Numbers = dict[Place, int]


def _sorted(facts: Iterable[Fact]) -> tuple[_Numbers, _Numbers, dict[Card, list[Place]], dict[Place, set[Card]]]:
    """Return four maps: {place: the least number of its cards}, {place: the greatest number of its cards}, {card: the places where a Lies
    puts it}, {place: the cards that cannot be there}."""
    least: _Numbers = {}
    most: _Numbers = {}
    lies: dict[Card, list[Place]] = {}
    bars: dict[Place, set[Card]] = {}
    for fact in facts:
        if isinstance(fact, Lies):
            where = lies.setdefault(fact.card, [])
            if fact.place not in where:
                where.append(fact.place)
        elif isinstance(fact, Room):
            place, low, high, _ = fact
            least[place] = max(low, least.get(place, 0))
            most[place] = min(high, most.get(place, high))
        else:
            bars.setdefault(fact.place, set()).update(fact.cards)
    return least, most, lies, bars


def _pinned(lies: Mapping[Card, list[Place]], bars: Mapping[Place, set[Card]], least: _Numbers, most: _Numbers) -> Jam | None:
    """Subtract the cards with a known place from `least` and `most`. Return why these cards alone make a deal impossible; None if they do
    not."""
    for card, places in lies.items():
        if len(places) > 1:
            return Jam("twice", (card,), tuple(places))
        place = places[0]
        if card in bars.get(place, ()):
            return Jam("barred", (card,), (place,))
        most[place] -= 1
        least[place] -= 1
        if most[place] < 0:
            return Jam("room", tuple(other for other, where in lies.items() if where == [place]), (place,), most[place] + 1)
    wrong = next((place for place in most if least[place] > most[place]), None)
    return None if wrong is None else Jam("need", (), (wrong,), least[wrong])


class _Kind(NamedTuple):
    """Cards that may be in the same places. `places`: their indexes in the list of all places."""

    cards: list[Card]
    places: tuple[int, ...]


def _kinds(free: Sequence[Card], places: Sequence[Place], bars: Mapping[Place, set[Card]]) -> list[_Kind]:
    everywhere = (1 << len(places)) - 1
    masks = dict.fromkeys(free, everywhere)
    for at, place in enumerate(places):
        for card in bars.get(place, ()):
            if card in masks:
                masks[card] &= ~(1 << at)
    alike: dict[int, list[Card]] = {}
    for card, mask in masks.items():
        alike.setdefault(mask, []).append(card)
    return [_Kind(cards, tuple([at for at in range(len(places)) if mask >> at & 1])) for mask, cards in alike.items()]


# --- Hall's condition, both ways ----------------------------------------------------------------------------------------------------------


def _overfull(kinds: Sequence[_Kind], places: Sequence[Place], most: _Numbers) -> Jam | None:
    """Return cards that have too little room where they may be; None if all cards find room."""
    stuck = _stuck([len(kind.cards) for kind in kinds], [kind.places for kind in kinds], [most[place] for place in places])
    if stuck is None:
        return None
    where = [places[at] for at in sorted({at for number in stuck for at in kinds[number].places})]
    cards = [card for number in sorted(stuck) for card in kinds[number].cards]
    return Jam("room", tuple(cards), tuple(where), sum(most[place] for place in where))


def _underfull(kinds: Sequence[_Kind], places: Sequence[Place], least: _Numbers) -> Jam | None:
    """Return places that cannot all get the cards they need; None if all can."""
    needing = [at for at, place in enumerate(places) if least[place] > 0]
    ways = [[number for number, kind in enumerate(kinds) if at in kind.places] for at in needing]
    stuck = _stuck([least[places[at]] for at in needing], ways, [len(kind.cards) for kind in kinds])
    if stuck is None:
        return None
    where = [places[needing[at]] for at in sorted(stuck)]
    cards = [card for number in sorted({number for at in stuck for number in ways[at]}) for card in kinds[number].cards]
    return Jam("need", tuple(cards), tuple(where), sum(least[place] for place in where))


def _stuck(supply: Sequence[int], ways: Sequence[Sequence[int]], room: Sequence[int]) -> set[int] | None:
    """Each source n must send `supply[n]` units to rooms. `ways[n]`: the rooms that it can reach, as indexes of `room`. `room`: how many
    units each room can take. Return None if every source can send all its units; otherwise, return sources whose units, taken together, are
    more than the rooms in their reach can take."""
    sent: list[dict[int, int]] = [{} for _ in supply]
    left = list(room)
    for source, unsent in enumerate(supply):
        rest = unsent
        while rest:
            path, pushed = _path(source, ways, sent, left)
            if not path:
                return pushed
            given_up = [(path[at + 1][0], path[at][1]) for at in range(len(path) - 1)]
            amount = min(rest, left[path[-1][1]], *[sent[other][way] for other, way in given_up])
            for other, way in given_up:
                sent[other][way] -= amount
            for other, way in path:
                sent[other][way] = sent[other].get(way, 0) + amount
            left[path[-1][1]] -= amount
            rest -= amount
    return None


def _path(
    source: int, ways: Sequence[Sequence[int]], sent: Sequence[Mapping[int, int]], left: Sequence[int]
) -> tuple[list[tuple[int, int]], set[int]]:
    """Return (the shortest path from `source` to a room that can take more, the visited sources). The path is a list of (source, room):
    each source can send more to its room, if the source after it sends less there. The path is empty if no room can take more."""
    asked = {source}
    tried: set[int] = set()
    paths: list[tuple[tuple[tuple[int, int], ...], int]] = [((), source)]
    for steps, at in paths:  # the loop appends to `paths` while it goes through it
        for way in ways[at]:
            if left[way]:
                return [*steps, (at, way)], asked
            if way in tried:
                continue
            tried.add(way)
            for other, amounts in enumerate(sent):
                if other not in asked and amounts.get(way):
                    asked.add(other)
                    paths.append(((*steps, (at, way)), other))
    return [], asked
