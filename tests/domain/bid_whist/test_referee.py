"""Random games of Bid Whist: the engine and a second engine (`referee`) allow the same bids and cards, and give the same scores and
winners."""

from random import Random
from typing import Any

import pytest

from domain.kernel.events import Act, Event, EventId, TokenId
from domain.record.fold import read
from domain.systems import SYSTEMS
from tests.domain.bid_whist.referee import JOKERS, KINDS, PLAIN, Bid, Referee
from tests.domain.playing import act, events, opening
from tests.speeds import seeds

OFFERED: dict[str, Any] = {
    "aces_bad": True, "made_scores": "level", "defenders_on_set": "books_over_six", "boston": 4, "floor": None, "no_multiplier": 1,
    "target": 21, "all_pass": "dealer_exact_min", "first_leader": "eldest",
    "joker_when_void": True,
}  # fmt: skip
DEALS = 12


class Game:
    """A random game. The engine records each act, and the referee says what is legal."""

    def __init__(self, slug: str, dice: Random) -> None:
        options = {name: value for name, value in OFFERED.items() if dice.random() < 0.2}
        self.dice, self.system = dice, SYSTEMS[slug]
        self.referee = Referee({**options, "bid_min": 4 if slug == "bid-whist-min-four" else 3})
        self.acts: list[Act] = [opening(self.system, 4, **options)]
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

    def auction(self, dealer: int) -> tuple[int, Bid]:
        """Let each player call once, beginning at the dealer's left. If the three others pass, the dealer must bid. Returns the maker and
        the bid."""
        maker: int | None = None
        bid: Bid | None = None
        for seat in [(dealer + 1 + place) % 4 for place in range(4)]:
            forced = seat == dealer and bid is None
            legal = self.referee.bids(bid, exact=forced and self.referee.rule("all_pass", "") == "dealer_exact_min")
            named = {(level, kind): act("BidMade", seat=seat, amount=level, kind=kind) for level in range(3, 8) for kind in KINDS}
            passing = act("BidPassed", seat=seat)
            if self.dice.random() < 0.3:
                assert [each for each, new in named.items() if not self.refused(new)] == legal
                assert self.refused(passing) is forced
            if forced or (legal and self.dice.random() < 0.3):
                maker, bid = seat, self.dice.choice(legal[:6])
            self.record(named[bid] if maker == seat and bid is not None else passing)
        assert maker is not None
        assert bid is not None
        return maker, bid

    def deal(self, dealer: int) -> int:
        """Play a deal. At some turns, compare the legal cards of the engine with those of the referee. Returns the maker."""
        referee, dice = self.referee, self.dice
        pack = dice.sample([*PLAIN, *JOKERS], 54)
        hands, kitty = [pack[seat * 12 : seat * 12 + 12] for seat in range(4)], pack[48:]
        self.record(act("CardsDealt", dealer=dealer, hands={str(seat): [*hand] for seat, hand in enumerate(hands)}, kitty=kitty))
        maker, bid = self.auction(dealer)
        referee.trump = None if bid[1] == "no_trump" else dice.choice("SHDC")
        referee.ranks = dice.choice(("high", "low")) if bid[1] == "no_trump" else bid[1]
        self.record(act("TrumpNamed", seat=maker, **({"ranks": referee.ranks} if referee.trump is None else {"suit": referee.trump})))
        self.record(act("KittyTaken", seat=maker, cards=kitty))
        held = dice.sample(hands[maker] + kitty, 18)
        hands[maker] = held[6:]
        self.record(act("CardsDiscarded", seat=maker, count=6, cards=held[:6]))
        books = [0, 0]
        books[maker % 2] = 1
        leader = (dealer + 1) % 4 if referee.rule("first_leader", "maker") == "eldest" else maker
        for _ in range(12):
            leader = self.trick(hands, leader)
            books[leader % 2] += 1
        referee.score(maker, bid, books)
        return maker

    def trick(self, hands: list[list[str]], leader: int) -> int:
        """Play a trick. Returns the seat that takes the trick."""
        plays: list[tuple[int, str]] = []
        for seat in [(leader + place) % 4 for place in range(4)]:
            legal = self.referee.legal(hands[seat], plays)
            if self.dice.random() < 0.2:
                assert [card for card in hands[seat] if not self.refused(act("CardPlayed", seat=seat, card=card))] == legal
            card = self.dice.choice(legal)
            hands[seat].remove(card)
            plays.append((seat, card))
            self.record(act("CardPlayed", seat=seat, card=card))
        return self.referee.winner(plays)


@pytest.mark.parametrize("seed", seeds(50, 3))
@pytest.mark.parametrize("slug", ["bid-whist", "bid-whist-min-four"])
def test_the_engine_and_a_second_engine_agree_on_random_games(slug: str, seed: int) -> None:
    """Source: docs/rules/05_bid_whist.md, Schema and Phases, BW-1 to BW-6."""
    game = Game(slug, Random(f"{slug} {seed}"))
    for dealer in range(DEALS):
        maker = game.deal(dealer % 4)
        outcome = game.system.outcome(game.table)
        assert [score for _, score in sorted(outcome.scores.items())] == game.referee.scores * 2
        assert sorted(outcome.winners) == game.referee.winners(maker)
        if outcome.winners:
            break
    reading = read(game.system, events(game.acts))
    assert (reading.findings, reading.table) == ((), game.table)
