"""The table of High Card: its state, and the rules that need no event.

A *round* is played for one point and consists of *hands*. In each hand every *active* player places one card and calls where it will rank.
*Kept* cards are those that a player holds between hands. For each point won, a player gets a card with the next deal; until then the card
is *due* (HC-5). Source: docs/rules/01_simple_games.md §1, rulings HC-1 to HC-17."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import RANK_OF, Card, Seat
from domain.kernel.events import Call
from domain.kernel.values import replace
from domain.ledger import Ledger
from domain.rounds import Played

PACK: Final = 52
MOST_PLAYERS: Final = 13

Phase = Literal["opener", "deal", "commit", "reveal", "over", "abandoned"]
"""The phases of a game. In `opener`, the leader is not known. In `deal`, a hand is about to begin. In `commit`, the players place cards. In
`reveal`, all cards are placed."""
NO_SEATS: Final = frozenset[Seat]()
OVER: Final[tuple[Phase, ...]] = ("over", "abandoned")


@dataclass(frozen=True, slots=True)
class HighCardRules:
    target: int = 4
    rotate_on_restart: bool = False
    playoff: bool = False
    exclude_last_leader: bool = False
    join_next_hand: bool = False


class Placed(NamedTuple):
    """A card in front of its player. `version`: the version of the event that placed it. `call`: None if the card was shown without a call.
    `card`: None if not known. `open`: whether everyone has seen it."""

    version: int
    call: Call | None
    card: Card | None = None
    open: bool = False


class Sighting(NamedTuple):
    """How everyone came to see a card in this round. `seat`: the player who had it. `version`: the version of the event that showed it.
    `played`: True if it was turned over in play, False if it was only shown."""

    seat: Seat
    version: int
    played: bool


class Finished(NamedTuple):
    """A hand that is over. `active`: the seats that stay in the round. `placed`: the cards in front of the players. `opened`, `held`: the
    fields of `HighCard` with these names, as they are after the hand."""

    active: tuple[Seat, ...]
    placed: Mapping[Seat, Placed]
    opened: int
    held: Mapping[Seat, Mapping[Card, int]]


@dataclass(frozen=True)
class HighCard(Played):
    """The state of a game of High Card at one moment.

    Players: `ring`: the seats clockwise. `active`: the seats still in the round, clockwise. `contenders`: the players of a play-off; empty
    without one. `leavers`: players who left in this round; they leave the ring when the round closes. `newcomers`: players who wait for the
    next round. `former`: the opener of the round before this one.

    Cards: `dealt`: whether the cards of this hand are dealt. `placed`: the cards in front of the players in this hand. `last_hand`: the
    cards that were in front of the players in the last finished hand. `opened`: the events in earlier hands that placed a card which
    everyone has seen by now, as an integer with one bit for the version of each event. `seen`: the cards seen in this round, oldest first.
    `held`: by seat, the cards known to be in a hand; for each, the version of the event that dealt it. `aside`: how many cards are out of
    play until the round closes, because their players left.

    Rulings: `uncounted`: the seats whose points a ruling changed; it is not certain that their hands have one card for each point.
    `interrupted`: the phase in which a ruling ended the game; None if the end of a round ended it."""

    rules: HighCardRules
    ring: tuple[Seat, ...]
    ledger: Ledger
    phase: Phase = "opener"
    hand_no: int = 1
    opener: Seat | None = None
    leader: Seat | None = None
    active: tuple[Seat, ...] = ()
    due: frozenset[Seat] = frozenset()
    contenders: tuple[Seat, ...] = ()
    leavers: frozenset[Seat] = frozenset()
    newcomers: frozenset[Seat] = frozenset()
    dealt: bool = False
    placed: Mapping[Seat, Placed] = field(default_factory=dict)
    last_hand: Mapping[Seat, Placed] = field(default_factory=dict)
    seen: Mapping[Card, Sighting] = field(default_factory=dict)
    held: Mapping[Seat, Mapping[Card, int]] = field(default_factory=dict)
    aside: int = 0
    opened: int = 0
    winners: tuple[Seat, ...] = ()
    former: Seat | None = None
    uncounted: frozenset[Seat] = frozenset()
    interrupted: Phase | None = None

    @property
    def between_rounds(self) -> bool:
        """Whether no card of the current round has been dealt or placed."""
        return self.phase in ("opener", "deal") and self.hand_no == 1

    @property
    def playing(self) -> bool:
        return self.phase not in OVER

    @property
    def turn(self) -> Seat | None:
        """The seat that must place the next card: first the leader, then clockwise through the active seats (HC-2). None if no seat must
        place a card, or if nobody knows which."""
        if self.leader is None or self.phase not in ("deal", "commit"):
            return None
        active, placed = self.active, self.placed
        if self.leader in active:
            start = active.index(self.leader)
            active = active[start:] + active[:start]
        else:  # the leader left during this hand (HC-16)
            active = tuple(seat for seat in clockwise(self.ring, self.leader) if seat in active)
        for seat in active:
            if seat not in placed:
                return seat
        return None

    def kept(self, seat: Seat) -> int:
        """Return the number of cards in the hand of `seat`: one for each point, less a card that comes with the next deal, plus a dealt
        card that is not placed yet."""
        waiting = self.dealt and seat in self.active and seat not in self.placed
        return max(0, self.ledger.scores.get(seat, 0) - (seat in self.due)) + waiting

    @property
    def stock(self) -> int:
        """The number of cards left to deal. It is 0 if the record has more cards than a pack; a finding reports such a record."""
        hands = [max(0, score) for seat, score in self.ledger.scores.items() if seat not in self.leavers]
        waiting = len(self.active) - len(self.placed) if self.dealt else 0
        face_down = len([placed for placed in self.placed.values() if not placed.open])
        face_up = len([sighting for sighting in self.seen.values() if sighting.played])
        return max(0, stock_of(hands, waiting + face_down + face_up + self.aside) + len(self.due - self.leavers))

    def knows_hand(self, seat: Seat) -> bool:
        """Whether recorded deals show every card in the hand of `seat`. A card placed face down counts as in the hand."""
        face_down = seat in self.placed and not self.placed[seat].open
        return seat not in self.uncounted and len(self.held.get(seat, {})) == self.kept(seat) + face_down


def stock_of(hand_counts: Iterable[int], on_table: int) -> int:
    """Return how many cards of the pack of 52 are left. `hand_counts`: the number of cards in each hand. `on_table`: the number on the
    table."""
    return PACK - sum(hand_counts) - on_table


def can_deal(stock: int, active: int, due: int = 0) -> bool:
    """Whether there are enough cards to deal a hand (HC-6): one for each active player; the first hand of a round also needs the cards that
    players get for their points (`due`)."""
    return stock >= active + due


def clockwise(ring: Sequence[Seat], start: Seat) -> tuple[Seat, ...]:
    """Return all seats of the ring clockwise from `start`, or from the first seat if `start` is not in the ring."""
    at = ring.index(start) if start in ring else 0
    return (*ring[at:], *ring[:at])


def right_calls(placed: Mapping[Seat, Placed]) -> list[Seat] | None:
    """Return the seats whose call was right for the cards just revealed (HC-13): "lowest" for the lowest rank, "highest" for the highest,
    "middle" for a rank between these two. If all ranks are equal, every "lowest" and every "highest" is right. None if a player has not
    called, or has not shown a card with a rank."""
    ranks, called = [], []
    for seat, (_, call, card, is_open) in placed.items():
        if call is None or not is_open or card not in RANK_OF:
            return None
        ranks.append(rank := RANK_OF[card])
        called.append((seat, rank, call))
    low, high = min(ranks), max(ranks)
    return [seat for seat, rank, call in called if (low < rank < high if call == "middle" else rank == (low if call == "lowest" else high))]


def next_opener(ring: Sequence[Seat], last_leader: Seat, scorers: Iterable[Seat], rules: HighCardRules) -> Seat:
    """Return who opens after a round that ended because cards ran short: the first scorer clockwise, beginning with the last leader (HC-9).
    With the option `exclude_last_leader`, the last leader comes last."""
    order = clockwise(ring, last_leader)
    order = (*order[1:], order[0]) if rules.exclude_last_leader else order
    scored = frozenset(scorers)
    return next(seat for seat in order if seat in scored)


def opened_round(table: HighCard) -> HighCard:
    """Return the table before a new round. Players who left are gone, and new players are in. Every player is active or, in a play-off,
    only the players of the play-off (`contenders`)."""
    ring = tuple([seat for seat in table.ring if seat not in table.leavers]) if table.leavers else table.ring
    opener = table.opener
    if opener is not None and opener not in ring:  # HC-11: the opener left, so the next seat clockwise opens
        opener = next((seat for seat in clockwise(table.ring, opener) if seat in ring), None)
    contenders = tuple([seat for seat in ring if seat in table.contenders]) if table.contenders else ()
    fresh = replace(
        table,
        ring=ring,
        ledger=table.ledger.without(table.leavers) if table.leavers else table.ledger,
        phase="opener" if opener is None else "deal",
        hand_no=1,
        opener=opener,
        leader=opener,
        active=contenders or ring,
        due=table.due - table.leavers,
        contenders=contenders,
        leavers=NO_SEATS,
        newcomers=NO_SEATS,
        dealt=False,
        placed={},
        seen={},
        held=table.held and {seat: cards for seat, cards in table.held.items() if seat in ring},
        aside=0,
    )
    if len(ring) < 2:
        return replace(fresh, phase="abandoned", active=())
    if contenders and (len(contenders) == 1 or not can_deal(fresh.stock, len(contenders), len(fresh.due))):
        return replace(fresh, phase="over", winners=contenders)
    return fresh


def next_round(table: HighCard, hand: Finished, version: int) -> HighCard | None:
    """Return the table before the next round, after `hand` left at most one player. None if more must happen than the end of a round:
    somebody leaves, a play-off goes on, somebody has reached the target, or there is no opener.

    Most reveals end a round, so this function is a shortcut for that case. `survived` would return an equal table, but would build
    three tables on the way."""
    ring = table.ring
    if table.leavers or table.contenders or len(ring) < 2:
        return None
    reason, points, opener = decided_by(table, hand.active)
    ledger = table.ledger.with_round(points, reason, version)
    if opener not in ring or max(ledger.scores.values(), default=0) >= table.rules.target:
        return None
    held = hand.held and {seat: cards for seat, cards in hand.held.items() if seat in ring}
    return replace(
        table, ledger=ledger, due=table.due.union(points), opener=opener, former=table.opener, phase="deal", hand_no=1, leader=opener,
        active=ring, newcomers=NO_SEATS, dealt=False, placed={}, seen={}, aside=0, held=held, last_hand=hand.placed, opened=hand.opened,
    )  # fmt: skip


def survived(table: HighCard, version: int) -> HighCard:
    """Return the table after the last hand of a round, when at most one player is left."""
    reason, points, opener = decided_by(table, table.active)
    return closed_round(table, reason, points, opener, version)


def decided_by(table: HighCard, active: Sequence[Seat]) -> tuple[str, dict[Seat, int], Seat | None]:
    """Return (reason, points, next opener) of a round that ends with at most one active player. That player gets a point and opens the next
    round. If no player is left, nobody gets a point. The same player then opens the next round (HC-3) or, with the option
    `rotate_on_restart`, the next player clockwise."""
    if active:
        return "single_survivor", {active[0]: 1}, active[0]
    opener = table.opener
    if table.rules.rotate_on_restart and opener is not None:
        opener = clockwise(table.ring, opener)[1]
    return "all_out", {}, opener


def closed_round(table: HighCard, reason: str, points: Mapping[Seat, int], opener: Seat | None, version: int) -> HighCard:
    """Return the table with the round closed: its scorers get their points, and the next round begins or the game ends. The scorers get the
    cards for their points with the next deal."""
    scorers = frozenset([seat for seat, number in points.items() if number > 0])
    table = replace(
        table, ledger=table.ledger.with_round(points, reason, version), due=table.due | scorers, opener=opener, former=table.opener
    )
    table = ended(table, scorers)
    return table if table.phase == "over" else opened_round(table)


def ended(table: HighCard, scorers: frozenset[Seat]) -> HighCard:
    """Return the table, with the game ended if somebody has reached the target. Several players who reach it at once share the win (HC-8),
    or begin a play-off (option `playoff`)."""
    if table.contenders:
        sole = len(scorers) == 1 and scorers <= frozenset(table.contenders)
        return replace(table, phase="over", winners=tuple(scorers)) if sole else table
    there = reached(table)
    if not there:
        return table
    if table.rules.playoff and len(there) > 1:
        return replace(table, contenders=there)
    return replace(table, phase="over", winners=tuple(sorted(there)))


def reached(table: HighCard) -> tuple[Seat, ...]:
    """Return the seats that have reached the target, clockwise."""
    scores, target = table.ledger.scores, table.rules.target
    if max(scores.values(), default=0) < target:
        return ()
    return tuple([seat for seat in table.ring if scores.get(seat, 0) >= target and seat not in table.leavers])
