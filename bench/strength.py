"""Measures how many breaches are found. One breach is planted in a random legal game of Pitch or Spades, and a share of the record is
hidden.

The share is the probability that a hand, kitty, stock, throw or draw is hidden. There are two modes. In the mode *proved*, all plays of the
deal are recorded, and the next deal has begun. A breach counts if the record proves it. In the mode *found*, the deal also loses its last
events: that share of them. A breach counts if the record proves it or asks about it. Legal games have no findings (bench/soundness.py), so
every finding comes from the breach.

python -m bench.strength [GAMES] [FAMILY]        of each breach and each share; 100 of Pitch by default
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle, product
from random import Random
from typing import Final, NamedTuple

import click

from bench.played import choosing
from domain.kernel.events import (
    Act,
    BidMade,
    BidPassed,
    CardPlayed,
    CardsDealt,
    DealStated,
    Event,
    EventId,
    OutDeclared,
    TokenId,
    TricksStated,
)
from domain.kernel.events.pitch import PointsMade
from domain.record.fold import read
from domain.selfplay import move
from domain.systems.pitch.play.table import Pitch, Summary
from domain.systems.pitch.rules.following import legal
from domain.systems.spades.table import Spades
from domain.systems.spades.table import legal as spades_legal
from domain.tricks.deal import Play, Tricks
from domain.tricks.pack import TRUMP
from tests.domain.pitch.hiding import PITCH, SPADES, concealed, from_stock, hidden
from tests.domain.playing import events, opening

SHARES: Final = (0.0, 0.25, 0.5, 0.75)
MOST: Final = {"pitch": 90, "spades": 150}
"""The most acts of a game, by family."""
OF_FAMILY: Final = {"pitch": PITCH, "spades": SPADES}
PLAYED: Final = {**PITCH, **SPADES}
STATED: Final = (DealStated, TricksStated)
Plant = Callable[[Tricks, Random], Act | None]


class Planted(NamedTuple):
    """A game up to the end of the deal that has the breach, and the first act of the next deal. `at`: the index of the act that is the
    breach. `end`: how many acts there are up to the end of the deal."""

    acts: list[Act]
    at: int
    end: int


def revoke(table: Tricks, dice: Random) -> Act | None:
    """Return the play of a card that the player holds but may not play by the rules for following suit; None if there is none."""
    deal, seat = table.deal, table.deal.turn
    if deal.phase != "play" or seat is None or not deal.trump or not deal.knows_hand(seat):
        return None
    hand = tuple(sorted(deal.hand(seat)))
    if isinstance(table, Spades):
        allowed = spades_legal(table.rules, table.deal, hand)
    else:
        assert isinstance(table, Pitch)
        led = deal.pack.suit_of[deal.plays[0].card] if deal.plays else None
        allowed = legal(table.rules, deal.pack, hand, led, first_trick=not deal.tricks)
    wrong = [card for card in hand if card not in allowed] if allowed else []
    return CardPlayed(seat, dice.choice(wrong)) if wrong else None


def false_out(table: Tricks, _dice: Random) -> Act | None:
    assert isinstance(table, Pitch)
    deal, seat = table.deal, table.deal.turn
    if deal.phase != "play" or seat is None or not deal.tricks or table.rules.drop_out == "never":
        return None
    held = any(deal.pack.suit_of[card] == TRUMP for card in deal.hand(seat))
    return OutDeclared(seat) if held and deal.knows_hand(seat) else None


def out_of_turn(table: Tricks, dice: Random) -> Act | None:
    """Return a second call by a player who has passed or holds the bid; None if there is no such player. Other calls out of turn prove
    nothing: the calls before them may be missing from the record."""
    if isinstance(table, Spades):
        bidders = sorted(table.deal.bids) if table.deal.phase == "auction" else []
        return BidMade(dice.choice(bidders), dice.randint(1, 6)) if bidders else None
    assert isinstance(table, Pitch)
    auction = table.deal.auction
    if table.deal.phase != "auction" or auction is None or auction.turn is None:
        return None
    seats = sorted(auction.passed if table.rules.auction == "until_passed_out" else auction.spoken)
    if not seats:
        return None
    return BidMade(dice.choice(seats), table.rules.bid_max) if dice.random() < 0.5 else BidPassed(dice.choice(seats))


def card_twice(table: Tricks, dice: Random) -> Act | None:
    deal, seat = table.deal, table.deal.turn
    played = sorted(card for card, gone in deal.gone.items() if isinstance(gone, Play))
    return CardPlayed(seat, dice.choice(played)) if deal.phase == "play" and seat is not None and played else None


def wrong_points(table: Tricks, dice: Random) -> Act | None:
    """Return a statement of the last deal that gives one point, or one trick, to the wrong side; None if that is not possible now."""
    if isinstance(table, Spades):
        return _wrong_tricks(table, dice)
    assert isinstance(table, Pitch)
    last = table.dealt[-1] if table.dealt else None
    if last is None or not last.derived or not last.points or table.deal.begun:
        return None
    return _misstated(table, last, dice)


def _wrong_tricks(table: Spades, dice: Random) -> Act | None:
    last = table.dealt[-1] if table.dealt else None
    if last is None or not last.derived or table.deal.begun:
        return None
    loser = dice.choice([seat for seat, number in sorted(last.tricks.items()) if number])
    winner = dice.choice([seat for seat in table.ring if table.account[seat] != table.account[loser]])
    return TricksStated(last.number, tricks={**last.tricks, loser: last.tricks[loser] - 1, winner: last.tricks[winner] + 1})


def _misstated(table: Pitch, last: Summary, dice: Random) -> Act | None:
    points = dict(last.points or {})
    name = dice.choice(sorted(points))
    others = [seat for seat in table.ring if table.account[seat] != table.account[points[name]]]
    if table.rules.sides == "called":
        mine = {last.maker, last.partner}
        others = [seat for seat in table.ring if (seat in mine) != (points[name] in mine)]
    points[name] = dice.choice(others)
    return DealStated(last.number, points=PointsMade(**points))


PLANTS: Final[dict[str, Plant]] = {
    "revoke": revoke,
    "false out": false_out,
    "bid out of turn": out_of_turn,
    "card twice": card_twice,
    "wrong points claimed": wrong_points,
}


def planted(slug: str, plant: Plant, dice: Random) -> Planted | None:
    """Play a game of the variant `slug` with every card known, and plant one breach. Returns None if the breach was never possible."""
    system, choose = PLAYED[slug], choosing(dice, 1.0)
    first = opening(system, dice.randint(*system.players))
    acts: list[Act] = [first]
    table, at, end, patience = system.open_table(first), 0, 0, dice.randint(0, 4)
    while len(acts) < MOST[system.family]:
        assert isinstance(table, Tricks)
        wrong = plant(table, dice) if not at else None
        patience -= wrong is not None
        if wrong is not None and patience < 0:
            at, act = len(acts), wrong
        elif end:
            break
        else:
            end = len(acts) if at and (not table.deal.begun or isinstance(acts[at], STATED)) else 0
            moved = move(system, table, choose)
            if moved is None:
                break
            act = from_stock(table, moved)
        acts.append(act)
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId(""), 0, 0, 0))
    return Planted(acts, at, end or len(acts)) if at else None


def with_values_hidden(game: Planted, dice: Random, share: float) -> Iterator[Act]:
    """Yield the acts of `game` after the given share of its sealed values was made unknown. The breach is never hidden."""
    for place, act in enumerate(game.acts):
        yield act if place == game.at else concealed(act, dice, share)


def with_the_tail_cut(game: Planted, dice: Random, share: float) -> Iterator[Act]:
    """Yield the acts of `game` up to the end of the deal, after the given share of the game was made unknown or left out. The breach is
    never hidden."""
    acts, at = game.acts[: game.end], game.at
    if isinstance(acts[at], STATED):
        began = max([index for index, act in enumerate(acts[:at]) if isinstance(act, CardsDealt)], default=0)
        mine = [index for index, act in enumerate(acts[:at]) if index > began and isinstance(act, CardPlayed | OutDeclared)]
        cut = mine[round((1 - share) * len(mine)) :]
        yield from hidden([act for index, act in enumerate(acts[:at]) if index not in cut], dice, share)
        yield acts[at]
        return
    yield from hidden(acts[:at], dice, share)
    yield acts[at]
    rest = acts[at + 1 :]
    yield from hidden(rest[: round((1 - share) * len(rest))], dice, share)


MODES: Final[dict[str, tuple[Callable[[Planted, Random, float], Iterator[Act]], tuple[str, ...]]]] = {
    "proved": (with_values_hidden, ("breach", "contradiction")),
    "found": (with_the_tail_cut, ("breach", "contradiction", "query")),
}
"""What is left of a record in each mode, and the kinds of findings that count."""


def counted(name: str, mode: str, share: float, games: int, family: str = "pitch") -> tuple[int, Counter[str]]:
    """Plant the breach in `games` games. Returns in how many games it was proved or found, and how often each rule did so."""
    count, rules, played = 0, Counter[str](), 0
    left, kinds = MODES[mode]
    for seed, slug in enumerate(cycle(OF_FAMILY[family])):
        dice = Random(f"{name} {slug} {seed}")
        game = planted(slug, PLANTS[name], dice)
        if game is None:
            continue
        findings = [finding for finding in read(PLAYED[slug], events(left(game, dice, share))).findings if finding.kind in kinds]
        count += bool(findings)
        rules.update({finding.rule for finding in findings})
        if not findings and not share and mode == "found":
            print(f"not found with everything known: {name}, {slug}, seed {seed}")
        played += 1
        if played == games:
            break
    return count, rules


def main(games: int = 100, family: str = "pitch") -> int:
    print(f"| of {games} | | " + " | ".join(f"{share:.0%} hidden" for share in SHARES) + " | by |")
    print("|---" * (len(SHARES) + 3) + "|")
    all_of_them, plants = True, [name for name in PLANTS if family == "pitch" or name != "false out"]
    with click.progressbar(length=len(plants) * len(MODES) * len(SHARES), file=sys.stderr, label="strength") as bar:
        for name, mode in product(plants, MODES):
            cells, rules = [], Counter[str]()
            for share in SHARES:
                count, by = counted(name, mode, share, games, family)
                all_of_them &= bool(share) or count == games or mode == "proved"
                cells.append(f"{count / games:.0%}")
                rules += by
                bar.update(1)
            print(f"| {name} | {mode} | " + " | ".join(cells) + f" | {', '.join(rule for rule, _ in rules.most_common(4))} |")
    return not all_of_them


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2]), *sys.argv[2:3]))
