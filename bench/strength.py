"""Measures how many breaches are found. One breach (bench/planting) is planted in a random legal game, and a share of the record is
hidden.

The share is the probability that a hand, kitty, stock, throw, draw or card laid face down is hidden. In higher-or-lower games only the card
that is guessed can be hidden. There are three modes:

    proved    how often the record proves the breach; all plays of the deal are recorded, and the next deal has begun
    asked     how often such a record proves the breach or asks about it
    cut       how often a record without the end of the deal proves the breach or asks about it; the same share of the events after the
              breach is missing

A record asks one question about a deal at a time, so the table first answers any other question with "it happened so".

Findings that do not come from the breach are ignored: findings before the breach, questions about an entry that is certainly missing, and
findings that are proved by an answer of the table. In games other than games of tricks, the end of a deal proves nothing
(docs/decisions/domain-asking.md). So they do not have the mode *proved*.

python -m bench.strength [GAMES] [FAMILY]        GAMES for each breach and each share. By default: 100 games, all families
"""

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import cycle
from random import Random
from typing import Final, NamedTuple

import click

from bench.planting import PLANTS, Plant
from bench.played import choosing
from domain.kernel.canonical import Json
from domain.kernel.events import (
    Act,
    CardPlayed,
    CardsDealt,
    DealStated,
    Event,
    EventId,
    GameOpened,
    IrregularityAttested,
    OutDeclared,
    TokenId,
    TricksStated,
)
from domain.kernel.findings import Finding
from domain.kernel.provable import when_proved
from domain.record.fold import read
from domain.selfplay import move
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.pitch.hiding import box_game, concealed, hidden, named
from tests.domain.playing import events, opening

GAMES: Final = 100
SHARES: Final = (0.0, 0.25, 0.5, 0.75)
MOST: Final = {"pitch": 90, "spades": 150, "bid-whist": 120}
MOST_OF_OTHERS: Final = 60
"""The most acts of a game, by family."""
OPTIONS: Final[dict[str, dict[str, Json]]] = {"bid-whist": {"target": 100, "floor": None}}
"""Options of the games, by family. With these options, a single deal does not end a game. By default it might, because a bid without
trumps may win or lose as many points as a whole game needs."""
OF_FAMILY: Final = {family: [slug for slug, system in SYSTEMS.items() if system.family == family] for family in PLANTS}
STATED: Final = (DealStated, TricksStated)


class Planted(NamedTuple):
    """A game up to the end of the deal that has the breach, and the first act of the next deal. `at`: the index of the act that is the
    breach. `end`: how many acts there are up to the end of the deal."""

    acts: list[Act]
    at: int
    end: int


def planted(slug: str, plant: Plant, dice: Random, arranged: Callable[[Act], Act] = lambda act: act) -> Planted | None:
    """Play a game of the variant `slug` with every card known, and plant one breach. Returns None if the breach was never possible.
    `arranged`: changes a legal act into another one, such as a deal of other cards."""
    system, choose = SYSTEMS[slug], choosing(dice, 1.0)
    most = MOST.get(system.family, MOST_OF_OTHERS)
    first, *script = box_game(dice, most) if slug == "box" else [_opening(system, dice)]
    assert isinstance(first, GameOpened)
    acts: list[Act] = [first]
    table, at, end, patience = system.open_table(first), 0, 0, dice.randint(0, 4)
    while len(acts) < most:
        wrong = plant(table, dice) if not at else None
        patience -= wrong is not None
        if wrong is not None and patience < 0:
            at, act = len(acts), wrong
        elif end:
            break
        else:
            end = len(acts) if at and (not system.outcome(table).running or isinstance(acts[at], STATED)) else 0
            moved = script[len(acts) - 1] if not at and len(acts) <= len(script) else move(system, table, choose)
            if moved is None:
                break
            act = arranged(named(table, moved, choose))
        acts.append(act)
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId(""), 0, 0, 0))
    return Planted(acts, at, end or len(acts)) if at else None


def _opening(system: System[Table], dice: Random) -> GameOpened:
    return opening(system, dice.randint(*system.players), **OPTIONS.get(system.family, {}))


def with_values_hidden(game: Planted, dice: Random, share: float) -> Iterator[Act]:
    """Yield the acts of `game`, with the given share of the sealed values hidden. The breach is never hidden."""
    for place, act in enumerate(game.acts):
        yield act if place == game.at else concealed(act, dice, share)


def with_the_tail_cut(game: Planted, dice: Random, share: float) -> Iterator[Act]:
    """Yield the acts of `game` up to the end of the deal. The given share of the sealed values is hidden. The same share of the acts
    after the breach is left out at the end; if the breach is a statement, the same share of the plays. The breach is always there."""
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


PROOFS: Final = ("breach", "contradiction")
MODES: Final[dict[str, tuple[Callable[[Planted, Random, float], Iterator[Act]], tuple[str, ...]]]] = {
    "proved": (with_values_hidden, PROOFS),
    "asked": (with_values_hidden, (*PROOFS, "query")),
    "cut": (with_the_tail_cut, (*PROOFS, "query")),
}
"""For each mode: the function that hides or leaves out a share of the record, and the kinds of findings that count."""


def counted(name: str, mode: str, share: float, games: int, family: str = "pitch") -> tuple[int, Counter[str]]:
    """Plant the breach in `games` games. Returns the number of games in which it was found in this mode, and for each rule the number of
    games in which a finding with this rule found it."""
    count, rules, played = 0, Counter[str](), 0
    left, kinds = MODES[mode]
    for seed, slug in enumerate(cycle(OF_FAMILY[family])):
        dice = Random(f"{name} {slug} {seed}")
        game = planted(slug, PLANTS[family][name], dice)
        if game is None:
            continue
        record = [*left(game, dice, share)]
        breach = next(version for version, act in enumerate(record, 1) if act is game.acts[game.at])
        findings = found(SYSTEMS[slug], record, breach, kinds)
        count += bool(findings)
        rules.update({finding.rule for finding in findings})
        if not findings and not share and mode != "proved":
            print(f"not found with everything known: {name}, {slug}, seed {seed}")
        played += 1
        if played == games:
            break
    return count, rules


def found(system: System[Table], record: list[Act], breach: int, kinds: Collection[str]) -> list[Finding]:
    """Return the findings of these kinds that come from the breach at version `breach`. If the record first asks something else, the table
    answers that it happened so."""
    findings = read(system, events(record)).findings
    dealt = isinstance(record[breach - 1], CardsDealt)
    of_breach = [finding for finding in findings if finding.kind in kinds and _of(finding, breach, dealt=dealt)]
    question = next((finding for finding in findings if finding.kind == "query"), None)
    if of_breach or question is None or "query" not in kinds:
        return of_breach
    return found(system, [*record, IrregularityAttested(question.id)], breach, kinds)


def _of(finding: Finding, breach: int, *, dealt: bool) -> bool:
    """Whether the finding comes from the breach, and not from what was left out of the record or from an answer of the table. `dealt`:
    whether the breach is a deal of the cards in mid-play; then the right question is whether an entry is missing before it."""
    if finding.versions[-1] < breach or finding.source.endswith("; stated"):
        return False
    return when_proved(finding.rule) != "HOLE" or (dealt and finding.versions[-1] == breach)


def modes_of(family: str) -> tuple[str, ...]:
    modes = tuple(MODES)
    return modes if SYSTEMS[OF_FAMILY[family][0]].deals is not None else modes[1:]


def main(games: int = GAMES, family: str = "") -> int:
    """Print a row for each breach. `family`: empty for all. The exit status is 1 if a breach was missed
    although nothing was hidden, in the mode *asked* or *cut*."""
    rows = [(each, name, mode) for each in PLANTS if family in ("", each) for name in PLANTS[each] for mode in modes_of(each)]
    print(f"| of {games} | | | " + " | ".join(f"{share:.0%} hidden" for share in SHARES) + " | by |")
    print("|---" * (len(SHARES) + 4) + "|")
    all_of_them = True
    with click.progressbar(length=len(rows) * len(SHARES), file=sys.stderr, label="strength") as bar:
        for each, name, mode in rows:
            cells, rules = [], Counter[str]()
            for share in SHARES:
                count, by = counted(name, mode, share, games, each)
                all_of_them &= bool(share) or count == games or mode == "proved"
                cells.append(f"{count / games:.0%}")
                rules += by
                bar.update(1)
            by_rule = ", ".join(rule for rule, _ in rules.most_common(4))
            print(f"| {each} | {name} | {mode} | " + " | ".join(cells) + f" | {by_rule} |")
    return not all_of_them


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else GAMES, *sys.argv[2:3]))
