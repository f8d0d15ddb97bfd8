"""Random games of all nine variations: the engine and a second engine (`referee`) allow the same cards, and give the same scores and
winners."""

from random import Random
from typing import Any

import pytest

from domain.kernel.events import Act, Event, EventId, TokenId
from domain.record.fold import read
from domain.systems import SYSTEMS
from tests.domain.playing import act, events, opening
from tests.domain.spades.referee import VARIANTS, Referee
from tests.speeds import seeds

DEALS = 6


def options_of(slug: str, dice: Random) -> dict[str, Any]:
    offered = {
        "big_joker_pull": True, "any_spade_played": True, "first_trick_trump": "barred", "blind_nil": 200, "bag_limit": 5, "target": 100,
        "nil_tricks_apart": True, "nil_tricks_counted": True, "team_bid": "one", "low_club": True, "first_bids_itself": True,
        "blind_behind": 50, "boston": 250, "boston_bid": 200, "boston_wins": True,
    }  # fmt: skip
    if VARIANTS[slug]["joker_rule"] != "high_over_low":
        del offered["big_joker_pull"]
    if VARIANTS[slug]["breaking"] == "none":
        del offered["any_spade_played"]
    if VARIANTS[slug]["sides"] != "2x2":
        for name in ("nil_tricks_apart", "nil_tricks_counted", "team_bid", "boston", "boston_bid", "boston_wins"):
            del offered[name]
    chosen = {name: value for name, value in offered.items() if dice.random() < 0.3}
    for name, other in (("blind_nil", "team_bid"), ("nil_tricks_apart", "nil_tricks_counted")):
        if other in chosen:
            chosen.pop(name, None)
    if "blind_nil" not in chosen:
        chosen.pop("blind_behind", None)
    return chosen


class Game:
    """A random game. The engine records each act, and the referee says what is legal."""

    def __init__(self, slug: str, dice: Random) -> None:
        options = options_of(slug, dice)
        broken_by = {"broken_by": "any_spade_played"} if "any_spade_played" in options else {}
        self.dice, self.system, self.referee = dice, SYSTEMS[slug], Referee(slug, {**options, **broken_by})
        self.acts: list[Act] = [opening(self.system, self.referee.players, **options)]
        self.table = self.system.open_table(self.acts[0])

    def event(self, new: Act) -> Event:
        return Event(len(self.acts) + 1, EventId(""), new, TokenId(""), 0, 0, 0)

    def record(self, new: Act) -> None:
        event = self.event(new)
        assert self.system.check(self.table, event) == ()
        self.table = self.system.evolve(self.table, event)
        self.acts.append(new)

    def refused(self, new: Act) -> bool:
        return any(finding.kind == "breach" for finding in self.system.check(self.table, self.event(new)))

    def deal(self, dealer: int) -> None:
        """Play a deal. At some turns, check that the engine and the referee allow the same cards."""
        referee, dice, players = self.referee, self.dice, self.referee.players
        pack = dice.sample(referee.pack, len(referee.pack))
        hands = [pack[seat * referee.hand : (seat + 1) * referee.hand] for seat in range(players)]
        self.record(act("CardsDealt", dealer=dealer, hands={str(seat): [*hand] for seat, hand in enumerate(hands)}))
        itself = len(self.acts) == 2 and bool(referee.rules.get("first_bids_itself"))
        bids, blind = {seat: dice.choice((0, 2, 2, 3, 4)) for seat in range(players)}, set[int]()
        for seat in [] if itself else [(dealer + 1 + place) % players for place in range(players)]:
            if referee.rules["team_bid"] == "one" and (seat - dealer - 1) % players > 1:
                bids[seat] = 0
                continue
            if bids[seat] == 0 and referee.may_bid_blind(seat % referee.sides) and dice.random() < 0.5:
                blind.add(seat)
            self.record(act("BidMade", seat=seat, amount=bids[seat], **({"blind": True} if seat in blind else {})))
        leader, broken, tricks = (dealer + 1) % players, False, [0] * players
        for number in range(referee.hand):
            plays: list[tuple[int, str]] = []
            seats = [(leader + place) % players for place in range(players)]
            for seat in dice.sample(seats, players) if number == 0 and referee.rules.get("low_club") else seats:
                legal = referee.legal(hands[seat], plays, broken=broken, first=number == 0)
                if dice.random() < 0.2:
                    assert [card for card in hands[seat] if not self.refused(act("CardPlayed", seat=seat, card=card))] == legal
                card = dice.choice(legal)
                hands[seat].remove(card)
                broken = broken or referee.breaks(card, plays)
                plays.append((seat, card))
                self.record(act("CardPlayed", seat=seat, card=card))
            leader = referee.winner(plays, first=number == 0)
            tricks[leader] += 1
        referee.score({} if itself else bids, blind, tricks)


@pytest.mark.parametrize("seed", seeds(10, 1))
@pytest.mark.parametrize("slug", VARIANTS)
def test_the_engine_and_a_second_engine_agree_on_random_games(slug: str, seed: int) -> None:
    """Source: docs/rules/04_spades.md, Base game and Schema, SP-1 to SP-9."""
    game = Game(slug, Random(f"{slug} {seed}"))
    for dealer in range(DEALS):
        game.deal(dealer % game.referee.players)
        outcome = game.system.outcome(game.table)
        assert [score for _, score in sorted(outcome.scores.items())] == [
            game.referee.scores[seat % game.referee.sides] for seat in range(game.referee.players)
        ]
        assert sorted(outcome.winners) == game.referee.winners()
        if game.referee.winners():
            break
    reading = read(game.system, events(game.acts))
    assert (reading.findings, reading.table) == ((), game.table)
