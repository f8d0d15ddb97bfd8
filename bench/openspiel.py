"""Compares `spades-standard` with the Spades of OpenSpiel: random deals, one at a time, with every hand known.

    pip install open_spiel==2.0.2                       in an environment of its own
    python -m bench.openspiel [DEALS] [--write FILE]    2,000 deals by default; `--write` keeps them as lines of JSON

For each deal it compares the legal cards at every turn, the winner of every trick, and the score. Seat 0 bids and leads first. In OpenSpiel
spades are never broken: only a leader who holds nothing but spades may lead a spade. So spades are left out when legal leads are compared.
In OpenSpiel, partners may not bid more than 13 tricks together, so legal bids are not compared (docs/decisions/spades.md). The tests read
some deals that were kept (tests/domain/spades/openspiel.jsonl), so they need no OpenSpiel."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.events import Act, BidMade, CardPlayed, CardsDealt, Event, EventId, TokenId
from domain.kernel.shapes import Sealed
from domain.system import Prompt
from domain.systems import SYSTEMS
from domain.systems.spades.table import Spades
from tests.domain.playing import opening

DEALS: Final = 2_000
NIL: Final = 52
"""The lowest number of an action that is a bid. Lower numbers are cards."""
RULES: Final = {"use_mercy_rule": False, "win_or_loss_bonus": 0}


class Told(NamedTuple):
    """What OpenSpiel says about a deal. `plays`: each card that was played, with the seat that played it and the cards that were legal.
    `winners`: the seat that won each trick. `scores`: the points of the side of seat 0, then of the side of seat 1."""

    hands: list[list[str]]
    bids: list[int]
    plays: list[tuple[int, str, list[str]]]
    winners: list[int]
    scores: list[int]


def card_of(action: int) -> str:
    return "23456789TJQKA"[action % 13] + "CDHS"[action // 13]


def told(game: Any, dice: Random) -> Told:
    """Play a random deal in OpenSpiel. In half of the deals, the bids are sensible."""
    state, hands, bids, plays = game.new_initial_state(), [list[str]() for _ in range(4)], list[int](), list[tuple[int, str, list[str]]]()
    sensible = dice.random() < 0.5
    while not state.is_terminal():
        if state.is_chance_node():
            action = dice.choice([action for action, _ in state.chance_outcomes()])
            hands[sum(map(len, hands)) % 4].append(card_of(action))
        else:
            legal = state.legal_actions()
            if legal[0] >= NIL:
                fair = [action for action in legal if action - NIL in (0, 2, 3, 4)]
                action = dice.choice(fair if sensible and fair else legal)
                bids.append(action - NIL)
            else:
                action = dice.choice(legal)
                plays.append((state.current_player(), card_of(action), sorted(map(card_of, legal))))
        state.apply_action(action)
    leaders = [plays[first][0] for first in range(0, 52, 4)]
    taken = _tricks(str(state))
    last = next(seat for seat in range(4) if taken[seat] > leaders[1:].count(seat))
    return Told(hands, bids, plays, [*leaders[1:], last], [int(state.returns()[0]), int(state.returns()[1])])


def _tricks(text: str) -> list[int]:
    lines = text.splitlines()
    return [int(number) for number in lines[next(at for at, line in enumerate(lines) if line.startswith("Tricks taken")) + 3].split()]


def differences(deal: Told) -> Iterator[str]:
    """Yield a text for each point of the deal on which the product and OpenSpiel disagree."""
    system = SYSTEMS["spades-standard"]
    table, version = system.open_table(opening(system, 4)), 1
    dealt = CardsDealt(Seat(3), {Seat(seat): Sealed("", tuple(map(Card, hand))) for seat, hand in enumerate(deal.hands)})
    acts: list[Act] = [dealt, *[BidMade(Seat(seat), bid) for seat, bid in enumerate(deal.bids)]]
    winners: list[int] = []
    for place, act in enumerate([*acts, *[CardPlayed(Seat(seat), Card(card)) for seat, card, _ in deal.plays]]):
        version += 1
        event = Event(version, EventId(""), act, TokenId(""), 0, 0, 0)
        if isinstance(act, CardPlayed):
            expected = deal.plays[place - 5]
            asked = next(prompt for prompt in system.prompts(table) if prompt.type == "CardPlayed")
            assert isinstance(table, Spades)
            ours = _choices(asked) if table.deal.plays else _unbroken(_choices(asked))
            if (asked.seat, ours) != (expected[0], expected[2]):
                yield f"card {place - 4}: {asked.seat} {ours}, not {expected}"
        if found := system.check(table, event):
            yield f"card {place - 4}: {found[0].sentence}"
        assert isinstance(table, Spades)
        before, table = table, system.evolve(table, event)
        assert isinstance(table, Spades)
        if len(table.deal.tricks) > len(before.deal.tricks) and table.deal.turn is not None:
            winners.append(table.deal.turn)
    assert isinstance(table, Spades)
    took = table.dealt[0].tricks
    winners += [seat for seat in table.ring if took[seat] > winners.count(seat)]
    if winners != deal.winners:
        yield f"winners {winners}, not {deal.winners}"
    scores = [table.ledger.scores[Seat(0)], table.ledger.scores[Seat(1)]]
    if scores != deal.scores:
        yield f"scores {scores}, not {deal.scores}: bids {deal.bids}, tricks {dict(took)}"


def _choices(prompt: Prompt) -> list[str]:
    return sorted(map(str, prompt.asks[0].choices))


def _unbroken(cards: list[str]) -> list[str]:
    """Return the cards that may be led as long as spades are not broken."""
    return [card for card in cards if card[1] != "S"] or cards


def read(line: str) -> Told:
    return Told(*json.loads(line))


def main(deals: int = DEALS, file: Path | None = None) -> int:
    game = import_module("pyspiel").load_game("spades", RULES)
    lines, wrong, turns = list[str](), 0, 0
    for seed in range(deals):
        line = json.dumps(told(game, Random(seed)), separators=(",", ":"))
        lines.append(line)
        deal = read(line)
        turns += len(deal.plays)
        found = [*differences(deal)]
        wrong += bool(found)
        for each in found[:3]:
            print(f"deal {seed}: {each}")
    if file is not None:
        file.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{deals} deals, {turns} turns, {deals * 13} tricks: {wrong} deals differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--write"]
    kept = Path(words.pop()) if "--write" in sys.argv else None
    sys.exit(main(int(words[0]) if words else DEALS, kept))
