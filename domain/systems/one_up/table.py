"""The table of One-up: its state, and the rules that need no event.

A *pile* is the cards that a player has won, face down. An *offered* card lies in front of its player until all are flipped at once. In a
*sudden death*, only the *deciders* play on: the players who tied for the largest pile. Source: docs/rules/01_simple_games.md §3, rulings
OU-1 to OU-8."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import BIT_OF, JOKERS, PACK_52, RANK_OF, SUITS, Card, Seat
from domain.ledger import Ledger
from domain.rounds import Played
from domain.system import Rules

SECTION: Final = "01 §3"
MOST_PLAYERS: Final = 13
COLOURS: Final = {"red": "HD", "black": "SC"}


def _ranks(ace: int) -> dict[Card, int]:
    """Return the rank of each card: the higher rank wins. Jokers are equal to each other and above all other cards (OU-1)."""
    return dict.fromkeys(JOKERS, 15) | {card: ace if card[0] == "A" else rank for card, rank in RANK_OF.items()}


RANKS: Final = {"high": _ranks(14), "low": _ranks(1)}
"""For each place of the ace ("high" or "low"), the rank of each card."""


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

    @property
    def ranks(self) -> Mapping[Card, int]:
        """The rank of each card."""
        return RANKS[self.ace]


class Offered(NamedTuple):
    """A card in front of its player. `version`: the version of the event that laid it. `card`: None if not known. `open`: whether everyone
    has seen it."""

    version: int
    card: Card | None = None
    open: bool = False


@dataclass(frozen=True)
class OneUpTable(Played):
    """The state of a game of One-up at one moment.

    `hands`: the cards that a seat may still hold; if all rounds are recorded, exactly the cards that it holds. A hand is an integer with a
    bit for each card (`BIT_OF`). `offered`: the cards in front of the players. `last`: the cards that were in front of them in the round
    before. `played`: for each finished round, the version of the event that ended it, and the cards that were flipped. `unseen`: the number
    of rounds whose cards were not recorded. `deciders`: the players of a sudden death; empty without one.

    `opened`, `recent` and `closed` are sets of events. Each is an integer with one bit for the version of each event. `opened`: the events
    that offered a card which everyone has seen by now. `recent`: the events of this round. `closed`: the events of earlier rounds, which
    players may no longer see."""

    rules: OneUpRules
    ring: tuple[Seat, ...]
    ledger: Ledger
    hands: Mapping[Seat, int]
    offered: Mapping[Seat, Offered] = field(default_factory=dict)
    last: Mapping[Seat, Offered] = field(default_factory=dict)
    played: tuple[tuple[int, Mapping[Seat, Card]], ...] = ()
    unseen: int = 0
    deciders: tuple[Seat, ...] = ()
    opened: int = 0
    recent: int = 0
    closed: int = 0
    winners: tuple[Seat, ...] = ()
    state: Literal["open", "finished", "abandoned"] = "open"

    @property
    def cards_left(self) -> int:
        """The number of rounds still to play."""
        return min([self.hands[seat].bit_count() for seat in self.players], default=0) - self.unseen

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play this round, clockwise."""
        return self.deciders or self.ring


def awarded(cards: Mapping[Seat, Card], rules: OneUpRules) -> tuple[Seat | None, dict[Seat, int]]:
    """Return the winner of a round and the number of cards that each pile gains (01 §3, award). The winner is None if several players have
    the highest rank."""
    rank_of = rules.ranks
    ranks = [rank_of[card] for card in cards.values()]
    highest = max(ranks)
    if ranks.count(highest) > 1:
        return None, dict.fromkeys(cards, 1)
    winner = list(cards)[ranks.index(highest)]
    return winner, {**dict.fromkeys(cards, 0), winner: len(cards)}


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


def cards_of_all(table: OneUpTable) -> int:
    """Return how many cards all hands have together at the start."""
    return sum(map(len, starting_hands(table.rules, table.ledger.scores).values()))


def as_bits(hands: Mapping[Seat, frozenset[Card]]) -> dict[Seat, int]:
    """Return each hand as an integer with a bit for each card."""
    return {seat: sum(BIT_OF[card] for card in cards) for seat, cards in hands.items()}


def in_hand(hand: int) -> tuple[Card, ...]:
    """Return the cards of a hand: the jokers first, then in the order of the pack."""
    return tuple([card for card, bit in BIT_OF.items() if hand & bit])


def holds(table: OneUpTable, seat: Seat, card: Card | None) -> bool:
    return card is not None and table.hands[seat] & BIT_OF.get(card, 0) != 0


def own(card: Card, table: OneUpTable, seat: Seat) -> Card:
    """Return `card` without its suffix (`@2`) if the suffix names the player's own pack. Pack n belongs to the nth player of the ring."""
    if "@" not in card:
        return card
    name, at, pack = card.partition("@")
    return Card(name) if at and int(pack) == table.ring.index(seat) + 1 else card
