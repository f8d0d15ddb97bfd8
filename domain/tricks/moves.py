"""The list of how cards entered and left the hands of a deal before the play. Proofs that a record is impossible use it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, overload

from domain.kernel.cards import Card, Seat
from domain.kernel.events import CardRescued, CardsDiscarded, CardsDrawn, CardsShown, KittyTaken, StockSearched, StockTaken

Sealing = KittyTaken | CardsDrawn | StockTaken | StockSearched | CardsDiscarded
How = Literal["dealt", "kitty", "drawn", "stock", "searched", "thrown", "rescued", "shown"]


class Moved(NamedTuple):
    """What one act did to one hand.

    `cards`: the cards that came or were thrown, if written down; other players may see them only if they were shown or picked up again.
    `number`: how many cards were thrown, or put away after a search of the stock, including `shown`. `shown`: cards thrown face up. `left`:
    how many cards the hand has afterwards; None if not certain. `trump`: whether trump was known at that time."""

    version: int
    how: How
    seat: Seat
    cards: tuple[Card, ...] = ()
    number: int = 0
    shown: tuple[Card, ...] = ()
    left: int | None = None
    trump: bool = False


class _Shared:
    """What the lists of moves of one deal share. `moves`: by place from 0, all of them. `named`: by seat and card, the places of the moves
    that name this card for this seat; `came`: those of them that put the card in the hand, so all but throws. Both are made when they are
    first asked for, up to the place `read`."""

    __slots__ = ("came", "moves", "named", "read")

    def __init__(self, moves: dict[int, Moved]) -> None:
        self.moves = moves
        self.named: dict[tuple[Seat, Card], list[int]] = {}
        self.came: dict[tuple[Seat, Card], list[int]] = {}
        self.read = 0

    def indexed(self, length: int) -> "_Shared":
        for place in range(self.read, length):
            move = self.moves[place]
            for card in move.cards:
                self.named.setdefault((move.seat, card), []).append(place)
                if move.how != "thrown":
                    self.came.setdefault((move.seat, card), []).append(place)
        self.read = max(self.read, length)
        return self


class Moves(Sequence[Moved]):
    """The moves of a deal so far, in order. A list that grew from another one shares its moves with it, so a long deal needs no copy of the
    list for each of its events, and finds a card without reading the list."""

    __slots__ = ("_length", "_shared")

    def __init__(self, moves: Sequence[Moved] = ()) -> None:
        self._shared = _Shared(dict(enumerate(moves)))
        self._length = len(moves)

    def plus(self, move: Moved) -> "Moves":
        """Return the list with one more move. If another list has grown from this one by another move, this one's moves are copied."""
        shared = self._shared if self._length else _Shared({})
        if shared.moves.setdefault(self._length, move) != move:
            shared = _Shared({place: shared.moves[place] for place in range(self._length)} | {self._length: move})
        grown = object.__new__(Moves)
        grown._shared, grown._length = shared, self._length + 1
        return grown

    def naming(self, seat: Seat, card: Card, most: int) -> tuple[int, ...]:
        """Return the versions of the last moves, at most `most`, that name the card as one that came to the hand of `seat` or was thrown
        from it, in order."""
        places = self._shared.indexed(self._length).named.get((seat, card), [])
        end = bisect_left(places, self._length)
        return tuple([self._shared.moves[place].version for place in places[max(0, end - most) : end]])

    def came(self, seat: Seat, card: Card) -> int | None:
        """Return the version of the last move that put the card in the hand of `seat`; None if no move did."""
        places = self._shared.indexed(self._length).came.get((seat, card), [])
        end = bisect_left(places, self._length)
        return self._shared.moves[places[end - 1]].version if end else None

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Moved]:
        return map(self._shared.moves.__getitem__, range(self._length))

    @overload
    def __getitem__(self, place: int) -> Moved: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Moved, ...]: ...
    def __getitem__(self, place: int | slice) -> Moved | tuple[Moved, ...]:
        within = range(self._length)[place]
        return self._shared.moves[within] if isinstance(within, int) else tuple([self._shared.moves[each] for each in within])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves) or len(self) != len(other):
            return False
        return self._shared is other._shared or all(mine == its for mine, its in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Moves({list(self)})"


NO_MOVES: Final = Moves()


def moved(act: Sealing | CardRescued | CardsShown, version: int, left: int | None = None, *, trump: bool = False) -> Moved:
    """Return what the act did to the hand of its player. `left`, `trump`: the fields of `Moved` with these names."""
    match act:
        case CardsShown(seat, cards):
            return Moved(version, "shown", seat, cards)
        case CardRescued(seat, card):
            return Moved(version, "rescued", seat, (card,), left=left, trump=trump)
        case StockSearched(seat, seen, kept, _, shown):
            return Moved(version, "searched", seat, written(act), max(0, seen - kept) + len(shown or ()), shown or (), left, trump)
        case CardsDiscarded(seat, count, _, shown):
            return Moved(version, "thrown", seat, written(act), count, shown or (), left, trump)
        case KittyTaken() | CardsDrawn() | StockTaken():
            return Moved(version, _TAKEN[type(act)], act.seat, written(act), left=left, trump=trump)


_TAKEN: Final[dict[type, How]] = {KittyTaken: "kitty", CardsDrawn: "drawn", StockTaken: "stock"}


def written(act: Sealing) -> tuple[Card, ...]:
    """Return the sealed cards of an act, if they are written down; empty otherwise."""
    return () if act.cards is None else act.cards.value or ()
