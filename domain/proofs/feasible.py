"""Is there any deal of the cards that agrees with what is known? If not, which events cannot all be true, and which of them may be a slip.

Not the rules of any game: a family says where cards can lie and why. Words: a *place* holds cards (a hand, the stock, what one player
threw, one card on the table); a *fact* narrows what may lie where and names the versions of the events that it rests on, none for what
the rules alone say. Sound, not complete: facts that leave something open only make more deals possible.

The method is Hall's: cards that may lie in the same places are one *kind*, and a deal exists exactly when every kind finds room and every
place that must be filled can be. Each is a flow from a few kinds to a few places; that the two may be asked one after the other is
Mendelsohn and Dulmage's theorem.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from domain.kernel.cards import Card

Place = Hashable
Versions = tuple[int, ...]


class Room(NamedTuple):
    """At least `least` and at most `most` cards lie in `place`. Of several about one place all hold."""

    place: Place
    least: int
    most: int
    why: Versions = ()


class Lies(NamedTuple):
    """That card lies in `place`."""

    card: Card
    place: Place
    why: Versions = ()


class Bars(NamedTuple):
    """None of those cards lies in `place`."""

    place: Place
    cards: frozenset[Card]
    why: Versions = ()


Fact = Room | Lies | Bars


class Jam(NamedTuple):
    """Why there is no deal: one of the sets that prove it.

    twice: `cards` lie in several `places`. barred: `cards` lie in `places` where they cannot. room: `cards` have only `places` to lie in,
    with `number` of them free. need: `places` must take `number` cards, and only `cards` can lie there.
    """

    kind: Literal["twice", "barred", "room", "need"]
    cards: tuple[Card, ...]
    places: tuple[Place, ...]
    number: int = 0


class Cause(NamedTuple):
    """A contradiction that is irreducible: without any one of the events `versions` (ascending) some deal would agree with the rest.

    `slips`: those of them without which some deal agrees with the *whole* record, latest first.
    """

    jam: Jam
    versions: Versions
    slips: Versions


def jam(pack: Sequence[Card], facts: Iterable[Fact]) -> Jam | None:
    """Why no deal of `pack` agrees with the facts; None where one does. Every place needs a Room; a card lies in exactly one place."""
    least, most, lies, bars = _sorted(facts)
    wrong = _pinned(lies, bars, least, most)
    if wrong is not None:
        return wrong
    free = [card for card in pack if card not in lies]
    places = [place for place in most if most[place] > 0]
    kinds = _kinds(free, places, bars)
    return _overfull(kinds, places, most) or _underfull(kinds, places, least)


def cause(pack: Sequence[Card], facts: Collection[Fact]) -> Cause | None:
    """An irreducible contradiction among the events behind the facts; None where some deal agrees with all of them.

    Events are left out one by one, oldest first, and stay out if the rest still contradicts: so of several proofs the latest is found.
    """
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
    """The facts that rest on no other events than those."""
    return [fact for fact in facts if all(version in versions for version in fact.why)]


def may_lie(pack: Sequence[Card], facts: Collection[Fact], card: Card) -> frozenset[Place]:
    """Every place where `card` lies in some deal that agrees with the facts."""
    places = {fact.place for fact in facts if isinstance(fact, Room) and fact.most > 0}
    return frozenset(place for place in places if jam(pack, [*facts, Lies(card, place)]) is None)


# --- the facts, read ----------------------------------------------------------------------------------------------------------------------

_Numbers = dict[Place, int]


def _sorted(facts: Iterable[Fact]) -> tuple[_Numbers, _Numbers, dict[Card, list[Place]], dict[Place, set[Card]]]:
    """Least and most by place, the places of the cards that are placed, what is barred by place."""
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
    """The placed cards put down, `least` and `most` lessened by them; what is wrong with them alone."""
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
    """Cards that may lie in the same places, those by index."""

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
    """Cards that find no room: the kinds that are in each other's way where the flow is stuck."""
    stuck = _stuck([len(kind.cards) for kind in kinds], [kind.places for kind in kinds], [most[place] for place in places])
    if stuck is None:
        return None
    where = [places[at] for at in sorted({at for number in stuck for at in kinds[number].places})]
    cards = [card for number in sorted(stuck) for card in kinds[number].cards]
    return Jam("room", tuple(cards), tuple(where), sum(most[place] for place in where))


def _underfull(kinds: Sequence[_Kind], places: Sequence[Place], least: _Numbers) -> Jam | None:
    """Places that cannot be filled: the same flow, from the places to the cards."""
    needing = [at for at, place in enumerate(places) if least[place] > 0]
    ways = [[number for number, kind in enumerate(kinds) if at in kind.places] for at in needing]
    stuck = _stuck([least[places[at]] for at in needing], ways, [len(kind.cards) for kind in kinds])
    if stuck is None:
        return None
    where = [places[needing[at]] for at in sorted(stuck)]
    cards = [card for number in sorted({number for at in stuck for number in ways[at]}) for card in kinds[number].cards]
    return Jam("need", tuple(cards), tuple(where), sum(least[place] for place in where))


def _stuck(supply: Sequence[int], ways: Sequence[Sequence[int]], room: Sequence[int]) -> set[int] | None:
    """The sources that cannot all be sent off together, None where all can: a flow from `supply` along `ways` into `room`."""
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
    """The shortest path from `source` to room that is left, as (source, way): each source takes a way that the next one gives up. Empty
    where there is none; then the second tells which sources were asked to give up theirs, `source` among them."""
    asked = {source}
    tried: set[int] = set()
    paths: list[tuple[tuple[tuple[int, int], ...], int]] = [((), source)]
    for steps, at in paths:  # grows while it is read
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
