"""Plays Box with real cards and records the acts, with or without the sealed cards.

The engine says only whose turn it is and how many cards a refill takes. The dealer knows where each card is. `lies`: the versions of draws
and leads that break BX-2 or BX-3. `chance`: the probability of such a lie. `told`: whether the record has the sealed cards.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from domain.kernel.canonical import Json
from domain.kernel.cards import PACK_52, RANK_OF, Card, Seat
from domain.kernel.events import Act
from domain.record.fold import Reading, read
from domain.systems import SYSTEMS
from domain.systems.box.table import Box, clockwise
from tests.domain.playing import act, events, opening

BOX = SYSTEMS["box"]
MOST = 400
"""The largest number of acts in a game. Without a limit, a game of two players who never fail would not end."""


@dataclass
class Dealer:
    dice: Random
    chance: float
    told: bool
    options: dict[str, Json]
    acts: list[Act] = field(default_factory=list)
    lies: set[int] = field(default_factory=set)
    hands: dict[Seat, list[Card]] = field(default_factory=dict)
    boxes: dict[Seat, list[Card]] = field(default_factory=dict)
    extras: dict[Seat, list[Card]] = field(default_factory=dict)
    stock: list[Card] = field(default_factory=list)
    centre: list[Card] = field(default_factory=list)
    used: list[Card] = field(default_factory=list)

    def play(self, seats: int) -> Reading:
        """Play a complete game, and return the reading of its record."""
        self.acts = [opening(BOX, seats, **self.options)]
        self.reading = read(BOX, events(self.acts))
        self.stock = self.dice.sample(PACK_52, 52)
        for seat in map(Seat, range(seats)):
            self.hands[seat], self.boxes[seat], self.extras[seat] = self.taken(4), self.taken(4), []
        if self.told:
            self.say("BoxesSet", hands=by_seat(self.hands), boxes=by_seat(self.boxes))
        self.say("OpenerChosen", seat=self.dice.randrange(seats))
        while self.table.playing and len(self.acts) < MOST:
            {"lead": self.lead, "turn": self.turn, "loss": self.loss}[self.table.phase]()
            self.audit()
        return self.reading

    @property
    def table(self) -> Box:
        table = self.reading.table
        assert isinstance(table, Box)
        return table

    def say(self, kind: str, **data: Json) -> None:
        self.acts.append(act(kind, **data))
        self.reading = self.reading.extended(events(self.acts)[-1:])

    def lead(self) -> None:
        seat = self.table.leader
        assert seat is not None
        self.trade()
        hand = self.hands[seat]
        if not hand:
            self.draw(seat)
            return
        highest = max(RANK_OF[card] for card in hand)
        card = self.dice.choice([card for card in hand if RANK_OF[card] == highest or self.tempted()])
        if RANK_OF[card] < highest:
            self.lies.add(len(self.acts) + 1)
        self.lay("CardLed", seat, card)

    def turn(self) -> None:
        seat, top = self.table.turn, self.table.top
        assert seat is not None
        assert top is not None
        low = [card for card in self.hands[seat] if RANK_OF[card] <= RANK_OF[top.card]]
        mine = self.table.holdings[seat]
        draws = mine.box > 0 or (self.table.rules.instant_refill and mine.owed > 0)
        honest = not low or bool(self.options.get("voluntary_box"))
        if low and not (self.tempted() or (draws and honest and self.dice.random() < 0.2)):
            self.lay("CardPlayed", seat, self.dice.choice(low))
            return
        if not honest:
            self.lies.add(len(self.acts) + 1)
        if draws:
            self.draw(seat)
        else:
            self.ended(lambda: self.say("StuckDeclared", seat=seat))

    def lay(self, kind: str, seat: Seat, card: Card) -> None:
        self.hands[seat].remove(card)
        self.centre.append(card)
        self.ended(lambda: self.say(kind, seat=seat, card=card))

    def draw(self, seat: Seat) -> None:
        if not self.boxes[seat]:
            self.boxes[seat] += self.taken(1)
        card = self.boxes[seat].pop(self.dice.randrange(len(self.boxes[seat])))
        top = self.table.top
        if top is None or RANK_OF[card] <= RANK_OF[top.card]:
            self.centre.append(card)
        else:
            self.extras[top.seat].append(card)
        self.ended(lambda: self.say("BoxDrawn", seat=seat, card=card))

    def ended(self, said: Callable[[], None]) -> None:
        """Call `said`, which records an act. If the act ends the round, refill the hands and boxes and record the drawn cards."""
        before = self.table
        said()
        after = self.table
        if len(after.ledger.closed) == len(before.ledger.closed):
            return
        self.used += self.centre
        self.centre = []
        winner = next(iter(after.ledger.closed[-1].points))
        order = [seat for seat in clockwise(after.ring, winner) if seat in before.players]
        hands = {seat: self.taken(after.holdings[seat].drawn) for seat in order}
        boxes = {seat: self.taken(after.holdings[seat].boxed) for seat in order}
        for seat in order:
            self.hands[seat] += hands[seat]
            self.boxes[seat] += boxes[seat]
        # Players who are out still take part in the refill of this round, so their cards are removed only after the refill.
        self.cleared()
        for seat in after.players if self.told and after.playing else ():
            if hands[seat]:
                self.say("HandRefilled", seat=seat, count=len(hands[seat]), cards=list(hands[seat]))
            if boxes[seat]:
                self.say("BoxRefilled", seat=seat, count=len(boxes[seat]), cards=list(boxes[seat]))

    def cleared(self) -> None:
        """Move the cards of players who are out to the used pile."""
        for seat in self.table.out:
            for group in (self.hands, self.boxes, self.extras):
                self.used += group.get(seat, [])
                group[seat] = []

    def trade(self) -> None:
        for seat in self.table.players:
            while self.table.ledger.closed and self.table.may_trade(seat) and self.dice.random() < 0.6:
                self.traded(seat)

    def traded(self, seat: Seat) -> None:
        given = [self.extras[seat].pop() for _ in range(3)]
        self.used += given
        (card,) = self.taken(1)
        self.boxes[seat].append(card)
        data: dict[str, Json] = {"cards": list(given), "box_card": card} if self.told else {}
        self.say("ExtrasTraded", seat=seat, **data)
        self.cleared()

    def loss(self) -> None:
        (seat, *_) = self.table.pending()
        if self.table.may_trade(seat) and (self.dice.random() < 0.5 or not self.table.may_resurrect(seat)):
            self.traded(seat)
        elif self.table.may_resurrect(seat) and self.dice.random() < 0.8:
            self.resurrected(seat)
        else:
            self.say("ResurrectionDeclined", seat=seat)
            self.cleared()

    def resurrected(self, seat: Seat) -> None:
        self.stock += self.hands[seat] + self.extras[seat]
        if len(self.stock) < 4 or self.options.get("include_used"):
            self.stock, self.used = self.stock + self.used, []
        self.dice.shuffle(self.stock)
        *hand, card = self.taken(4)
        self.hands[seat], self.extras[seat], self.boxes[seat] = hand, [], [card]
        data: dict[str, Json] = {"hand": list(hand), "box_card": card} if self.told else {}
        self.say("Resurrected", seat=seat, **data)
        self.cleared()

    def taken(self, number: int) -> list[Card]:
        """Take `number` cards from the stock and return them. If the stock has too few cards, first shuffle the used cards into it
        (BX-11)."""
        if number > len(self.stock):
            fresh, self.used = self.dice.sample(self.used, len(self.used)), []
            self.stock = fresh + self.stock
        return [self.stock.pop() for _ in range(number)]

    def tempted(self) -> bool:
        return self.dice.random() < self.chance

    def audit(self) -> None:
        """Assert that the engine's counts equal the dealer's real cards, 52 in all."""
        table = self.table
        lie = {seat: (len(self.hands[seat]), len(self.boxes[seat]), len(self.extras[seat])) for seat in table.ring}
        assert {seat: (mine.hand, mine.box, mine.extras) for seat, mine in table.holdings.items()} == lie
        assert (table.stock, table.used, len(table.centre)) == (len(self.stock), len(self.used), len(self.centre))
        assert sum(map(sum, lie.values())) + table.stock + table.used + len(table.centre) == 52


def by_seat(groups: dict[Seat, list[Card]]) -> dict[str, Json]:
    return {str(seat): list(cards) for seat, cards in groups.items()}
