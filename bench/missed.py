"""Plants one breach of each kind in legal games of tricks, and prints how often the record finds it, asks about it, or misses it.

Every kind of breach (bench/planting) is tried in every system in which it is possible, with the record kept in three ways:

    all told    every card is recorded
    face up     hands, kitty, stock and draws are not recorded, but all thrown cards are face up
    half        each hand, kitty, stock, throw and draw is recorded with the probability one half

Nothing else is missing, and the deal is played to its end. A breach that is neither found nor asked about is *missed* if a person with the
record before them could be certain of it. It is *open* if a legal game has the same record: other cards where the record has none. To
look for one, two or three unrecorded cards change places until the whole game, with every card recorded, raises no suspicion.

python -m bench.missed [GAMES] [--family F] [--kind K] [--system S]        GAMES for each kind and system; by default 2
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, permutations
from random import Random
from typing import Final, Literal, NamedTuple

import click

from bench.planting import PLANTS
from bench.strength import MOST, STATED, Planted, found, planted
from domain.kernel.cards import SUITS, Card, Seat
from domain.kernel.events import (
    Act,
    CardsDealt,
    CardsDiscarded,
    CardsDrawn,
    KittyTaken,
    MisdealCalled,
    StockSearched,
    StockTaken,
)
from domain.kernel.provable import when_proved
from domain.kernel.shapes import Sealed
from domain.record.fold import read
from domain.system import System, Table
from domain.systems import SYSTEMS
from domain.systems.pitch.variants import VARIANTS
from domain.tricks.moves import written
from tests.domain.pitch.hiding import concealed
from tests.domain.playing import events, suspicions

GAMES: Final = 2
FAMILIES: Final = ("pitch", "spades", "bid-whist")
WAYS: Final = ("all told", "face up", "half")
TRIES: Final = 300
"""How many more swaps are tried at the end, each in the game that looked least wrong so far."""
HARD: Final = 8
"""In how many games a kind that needs a rare hand is tried before it counts as impossible in a system."""
TOLD: Final = {"burned face down"}
"""Kinds that differ from a legal act only if every card is recorded as it was: a throw that nobody wrote down may have been face up."""
Fate = Literal["found", "asked", "missed", "open"]
Cards = Sealed[tuple[Card, ...]] | None


class Trial(NamedTuple):
    """One breach in one record: the seed of the trial, the system, the kind of the breach, how the record was kept, what became of it."""

    name: str
    slug: str
    kind: str
    way: str
    fate: Fate


def group_of(slug: str) -> str:
    """Return the group of systems in which the system is counted: by its family and, in Pitch, by what decides about thrown cards."""
    system = SYSTEMS[slug]
    if system.family != "pitch":
        return system.family
    rules = VARIANTS[slug].rules
    return f"{rules.trump_discard}{'' if rules.drop_out == 'never' else ', leaving'}"


# --- the record ---------------------------------------------------------------------------------------------------------------------------


def kept(game: Planted, way: str, dice: Random) -> list[Act]:
    """Return the acts of the game as they are recorded in this way. The breach itself is recorded as it was."""
    if way == "all told":
        return game.acts
    if way == "half":
        return [
            act if place == game.at and not isinstance(act, CardsDiscarded) else concealed(act, dice, 0.5)
            for place, act in enumerate(game.acts)
        ]
    return [_face_up(act) for act in game.acts]


def _face_up(act: Act) -> Act:
    match act:
        case CardsDealt():
            return replace(act, hands=None, kitty=None, stock=None)
        case CardsDiscarded():
            return replace(act, cards=None, shown=(*written(act), *(act.shown or ())) or None)
        case KittyTaken() | CardsDrawn() | StockTaken() | StockSearched():
            return replace(act, cards=None)
        case _:
            return act


# --- could a person be certain? -----------------------------------------------------------------------------------------------------------


def certain(system: System[Table], game: Planted, record: Sequence[Act], dice: Random) -> bool:
    """Whether no legal game was found that has the same record."""
    acts, shown = _deal_of(game, record)
    hidden = sorted({card for act, told in zip(acts, shown, strict=True) for card in _unrecorded(act, told)})
    breach = game.acts[game.at]
    if hidden and isinstance(breach, MisdealCalled) and breach.reason == "wrong_number":
        return False  # a hand that is not recorded may have had any number of cards
    seat = getattr(breach, "seat", None)
    mine = {card for act in acts for card in _of_seat(act, seat)}
    pairs = list(combinations(hidden, 2))
    dice.shuffle(pairs)
    pairs.sort(key=mine.isdisjoint)  # other cards in the hand that broke the rule explain most records
    best: tuple[tuple[Card, Card], ...] = ()
    fewest = _suspected(system, _swapped(acts, shown, best))
    rounds = [((one, other), (one, third)) for one in hidden for other, third in permutations(sorted(mine.intersection(hidden)), 2)]
    dice.shuffle(rounds)
    for swaps in chain(zip(pairs), rounds, [None] * TRIES * bool(pairs)):
        now = (*best, dice.choice(pairs)) if swaps is None else swaps
        left = _suspected(system, _swapped(acts, shown, now)) if fewest else 0
        if not left:
            return False
        if left <= fewest:
            fewest, best = left, now
    return bool(fewest)


def _of_seat(act: Act, seat: Seat | None) -> Iterator[Card]:
    """Yield the cards that the act puts into the hand of `seat`, or takes from it."""
    if isinstance(act, CardsDealt):
        cards = None if seat is None else (act.hands or {}).get(seat)
    else:
        cards = getattr(act, "cards", None) if getattr(act, "seat", None) == seat else None
    if isinstance(cards, Sealed):
        yield from cards.value or ()


def _deal_of(game: Planted, record: Sequence[Act]) -> tuple[list[Act], list[Act]]:
    """Return (the acts of the deal with the breach, the same acts as recorded), each with the opening first."""
    began = max([place for place, act in enumerate(game.acts[: game.at]) if isinstance(act, CardsDealt)], default=1)
    began = 1 if isinstance(game.acts[game.at], STATED) else began
    return [game.acts[0], *game.acts[began : game.end]], [record[0], *record[began : game.end]]


def _suspected(system: System[Table], acts: Sequence[Act]) -> int:
    """Return how many things look wrong in the game."""
    return sum(when_proved(finding.rule) != "GAP" for finding in suspicions(read(system, events(acts))))


def _sealed(act: Act) -> Mapping[str, Cards]:
    """Return the lists of sealed cards of the act, by a name for each."""
    match act:
        case CardsDealt():
            return {**{str(seat): cards for seat, cards in (act.hands or {}).items()}, "kitty": act.kitty, "stock": act.stock}
        case KittyTaken() | CardsDrawn() | StockTaken() | StockSearched() | CardsDiscarded():
            return {"cards": act.cards}
        case _:
            return {}


def _unrecorded(act: Act, told: Act) -> Iterator[Card]:
    """Yield the sealed cards of the act that its record `told` does not have."""
    known = _sealed(told)
    open_now = {*((told.shown or ()) if isinstance(told, CardsDiscarded) else ())}
    for name, cards in _sealed(act).items():
        if cards is not None and cards.value is not None and known.get(name) is None:
            yield from (card for card in cards.value if card not in open_now)


def _swapped(acts: Sequence[Act], shown: Sequence[Act], swaps: Sequence[tuple[Card, Card]]) -> list[Act]:
    """Return the acts with the cards of each pair exchanged wherever they are not recorded. A stock that is not recorded may have been in
    any order, so the cards that were drawn come first."""
    to: dict[Card, Card] = {}
    for one, other in swaps:
        ends = {card: to.get(card, card) for card in (one, other)}
        to |= {one: ends[other], other: ends[one]}
    now = [_with(act, {card: to[card] for card in {*_unrecorded(act, told)} if card in to}) for act, told in zip(acts, shown, strict=True)]
    drawn = [card for act in now if isinstance(act, CardsDrawn) for card in written(act)]
    return [
        _in_order(act, drawn) if isinstance(told, CardsDealt) and told.stock is None else act for act, told in zip(now, shown, strict=True)
    ]


def _in_order(act: Act, drawn: Sequence[Card]) -> Act:
    if not isinstance(act, CardsDealt) or act.stock is None or act.stock.value is None:
        return act
    first = [card for card in drawn if card in act.stock.value]
    return replace(act, stock=Sealed("", (*first, *(card for card in act.stock.value if card not in first))))


def _with(act: Act, to: Mapping[Card, Card]) -> Act:
    def of(cards: Cards) -> Cards:
        return None if cards is None or cards.value is None else Sealed("", tuple(to.get(card, card) for card in cards.value))

    if not to:
        return act
    match act:
        case CardsDealt():
            return replace(
                act, hands={seat: of(cards) for seat, cards in (act.hands or {}).items()}, kitty=of(act.kitty), stock=of(act.stock)
            )  # type: ignore[misc]
        case KittyTaken() | CardsDrawn() | StockTaken() | StockSearched() | CardsDiscarded():
            return replace(act, cards=of(act.cards))
        case _:
            return act


# --- trials -------------------------------------------------------------------------------------------------------------------------------


class Arranged:
    """Changes deals of the cards so that one hand has most cards of one suit: some breaches need more trumps than a hand may keep."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def __call__(self, act: Act) -> Act:
        if not isinstance(act, CardsDealt) or not act.hands or self.dice.random() < 0.3:
            return act
        seat, suit = self.dice.choice(sorted(act.hands)), self.dice.choice(SUITS)
        mine = act.hands[seat].value or ()
        wanted = [
            card
            for cards in _sealed(act).values()
            if cards is not None
            for card in cards.value or ()
            if card[1] == suit and card not in mine
        ]
        self.dice.shuffle(wanted)
        given = [card for card in mine if card[1] != suit]
        pairs = [*zip(wanted, given, strict=False)][: max(0, len(given) - self.dice.randint(1, 2))]
        return _with(act, {one: other for pair in pairs for one, other in (pair, pair[::-1])})


def tried(kind: str, slug: str, seed: int, ways: Sequence[str] = WAYS) -> Iterator[Trial]:
    """Plant a breach of this kind in a game of the system, and yield a trial for each way to record it; none if it is not possible."""
    system, name = SYSTEMS[slug], f"{kind} {slug} {seed}"
    dice = Random(name)
    game = planted(slug, PLANTS[system.family][kind], dice, Arranged(dice))
    if game is None or game.end >= MOST[system.family]:  # the deal was not played to its end
        return
    for way in ways if kind not in TOLD else ways[:1]:
        record = kept(game, way, Random(f"{name} {way}"))
        kinds = {str(finding.kind) for finding in found(system, record, game.at + 1, ("breach", "contradiction", "query"))}
        fate: Fate = "found" if kinds & {"breach", "contradiction"} else "asked" if kinds else "open"
        if fate == "open" and certain(system, game, record, Random(f"{name} {way} certain")):
            fate = "missed"
        yield Trial(name, slug, kind, way, fate)


def trials(games: int, family: str = "", kind: str = "", slug: str = "") -> Iterator[Trial]:
    for each in FAMILIES:
        for name in PLANTS[each]:
            for system in SYSTEMS.values():
                if system.family == each and family in ("", each) and kind in ("", name) and slug in ("", system.slug):
                    yield from _some(games, name, system.slug)


def _some(games: int, kind: str, slug: str) -> Iterator[Trial]:
    made = 0
    for seed in range(HARD * games):
        some = [*tried(kind, slug, seed)]
        yield from some
        made += bool(some)
        if made == games or (seed >= HARD and not made):
            return


def table(done: Sequence[Trial]) -> str:
    fates: tuple[Fate, ...] = ("found", "asked", "missed", "open")
    heads = [f"{way}: {', '.join(fates)}" for way in WAYS]
    lines = [f"| breach | systems | {' | '.join(heads)} |", "|---" * (len(WAYS) + 2) + "|"]
    rows = Counter((trial.kind, group_of(trial.slug), trial.way, trial.fate) for trial in done)
    for kind, group in dict.fromkeys((trial.kind, group_of(trial.slug)) for trial in done):
        cells = [" ".join(str(rows[kind, group, way, fate]) for fate in fates) for way in WAYS]
        lines.append(f"| {kind} | {group} | {' | '.join(cells)} |")
    total = Counter(trial.fate for trial in done)
    return "\n".join([*lines, "", f"{len(done):,} records: " + ", ".join(f"{total[fate]:,} {fate}" for fate in fates)])


@click.command()
@click.argument("games", default=GAMES)
@click.option("--family", default="", help="Only this family.")
@click.option("--kind", default="", help="Only this kind of breach.")
@click.option("--system", "slug", default="", help="Only this system.")
def main(games: int, family: str, kind: str, slug: str) -> None:
    """Plant breaches, and count what the record makes of them. The exit status is 1 if one was missed."""
    done = []
    for trial in trials(games, family, kind, slug):
        done.append(trial)
        if trial.fate == "missed":
            print(f"missed: {trial.name} ({trial.way})", flush=True)
    print(table(done))
    sys.exit(any(trial.fate == "missed" for trial in done))


if __name__ == "__main__":
    main()
