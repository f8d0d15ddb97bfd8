"""The table of One-up: its state, and the rules that need no event.

A *pile* is the cards that a player has won, face down. An *offered* card lies in front of its player until all are flipped at once. In a
*sudden death*, only the *deciders* play on: the players who tied for the largest pile. Source: docs/rules/01_simple_games.md §3, rulings
OU-1 to OU-8."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import JOKERS, PACK_52, RANK_OF, SUITS, Card, Seat
from domain.ledger import Ledger
from domain.rounds import Played
from domain.system import Rules

SECTION: Final = "01 §3"
MOST_PLAYERS: Final = 13
COLOURS: Final = {"red": "HD", "black": "SC"}


@dataclass(frozen=True, slots=True)
class OneUpRules:
    """The options of a game. `shares`: for each seat (a decimal string), the colour or suit of the shared pack that it gets. If it is
    empty, the seats take the colours or suits in order."""

    pack_mode: Literal["own", "colours", "suits"] = "own"
    shares: Mapping[str, str] = field(default_factory=dict)
    removed: tuple[str, ...] = ()
    ace: Literal["high", "low"] = "high"
    jokers: Literal["out", "top"] = "out"
    free_composition: bool = False
    sudden_death: bool = False
    open_history: bool = False
    remove_hand: bool = False

    def rank(self, card: Card) -> int:
        """Return the rank of a card: the higher rank wins. Jokers are equal to each other and above all other cards (OU-1)."""
        if card in JOKERS:
            return 15
        return 1 if self.ace == "low" and card[0] == "A" else RANK_OF[card]


class Offered(NamedTuple):
    """A card in front of its player. `version`: the version of the event that laid it. `card`: None if not known. `open`: whether everyone
    has seen it."""

    version: int
    card: Card | None = None
    open: bool = False


@dataclass(frozen=True)
class OneUpTable(Played):
    """The state of a game of One-up at one moment.

    `hands`: the cards that a seat may still hold; if all rounds are recorded, exactly the cards that it holds. `offered`: the cards in
    front of the players. `last`: the cards that were in front of them in the round before. `played`: for each (seat, card), the version of
    the event that flipped it. `unseen`: the number of rounds whose cards were not recorded. `deciders`: the players of a sudden death;
    empty without one.

    Versions of events: `opened`: those that offered a card which everyone has seen by now. `recent`: those of this round. `closed`: those
    of earlier rounds, which players may no longer see."""

    rules: OneUpRules
    ring: tuple[Seat, ...]
    ledger: Ledger
    hands: Mapping[Seat, frozenset[Card]]
    offered: Mapping[Seat, Offered] = field(default_factory=dict)
    last: Mapping[Seat, Offered] = field(default_factory=dict)
    played: Mapping[tuple[Seat, Card], int] = field(default_factory=dict)
    unseen: int = 0
    deciders: tuple[Seat, ...] = ()
    opened: frozenset[int] = frozenset()
    recent: frozenset[int] = frozenset()
    closed: frozenset[int] = frozenset()
    winners: tuple[Seat, ...] = ()
    state: Literal["open", "finished", "abandoned"] = "open"

    @property
    def cards_left(self) -> int:
        """The number of rounds still to play."""
        return min([len(self.hands[seat]) for seat in self.players], default=0) - self.unseen

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play this round, clockwise."""
        return self.deciders or self.ring


def awarded(cards: Mapping[Seat, Card], rules: OneUpRules) -> tuple[Seat | None, dict[Seat, int]]:
    """Return the winner of a round and the number of cards that each pile gains (01 §3, award). The winner is None if several players have
    the highest rank."""
    ranks = {seat: rules.rank(card) for seat, card in cards.items()}
    highest = max(ranks.values())
    top = [seat for seat, rank in ranks.items() if rank == highest]
    if len(top) > 1:
        return None, dict.fromkeys(cards, 1)
    return top[0], {seat: len(cards) if seat == top[0] else 0 for seat in cards}


def rules_of(rules: Rules) -> OneUpRules:
    removed = rules.get("removed", ())
    return OneUpRules(**{**rules, "removed": tuple(removed) if isinstance(removed, (list, tuple)) else ()})  # type: ignore[arg-type]


def starting_hands(rules: OneUpRules, seats: Iterable[Seat]) -> dict[Seat, frozenset[Card]]:
    """Return the cards of each seat at the start: a pack, or one colour or suit of a shared pack. Cards that the options remove are left
    out. Jokers are included if the options say so."""
    gone = frozenset(rules.removed)
    kept = [card for card in PACK_52 if not gone & {card, card[0], card[1]}]
    seats = tuple(seats)
    if rules.pack_mode == "own":
        jokers = JOKERS if rules.jokers == "top" else ()
        return dict.fromkeys(seats, frozenset((*kept, *jokers)))
    names = tuple(COLOURS) if rules.pack_mode == "colours" else tuple(SUITS)
    share = {seat: rules.shares.get(str(seat), names[n % len(names)]) for n, seat in enumerate(seats)}
    hands = {}
    for seat, name in share.items():
        joker = {"red": JOKERS[:1], "black": JOKERS[1:]}.get(name, ()) if rules.jokers == "top" else ()
        hands[seat] = frozenset((*(card for card in kept if card[1] in COLOURS.get(name, name)), *joker))
    return hands


def own(card: Card, table: OneUpTable, seat: Seat) -> Card:
    """Return `card` without its suffix (`@2`) if the suffix names the player's own pack. Pack n belongs to the nth player of the ring."""
    if "@" not in card:
        return card
    name, at, pack = card.partition("@")
    return Card(name) if at and int(pack) == table.ring.index(seat) + 1 else card
