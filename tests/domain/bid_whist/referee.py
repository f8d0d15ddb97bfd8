"""A second engine for Bid Whist, with which tests compare the real one. Only docs/rules/05_bid_whist.md was used to write it. A bid is a
pair (level, kind)."""

from typing import Any

JOKERS = ["HJ", "LJ"]
RANKS = "23456789TJQKA"
PLAIN = [rank + suit for suit in "SHDC" for rank in RANKS]
KINDS = ["high", "low", "no_trump"]
Bid = tuple[int, str]
Plays = list[tuple[int, str]]


class Referee:
    """The rules of one game, and its scores. `options`: the fields that differ from those of `bid-whist`. `trump`: the trump suit (None: no
    suit is trump)."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.scores = [0, 0]
        self.trump: str | None = None
        self.ranks = "high"

    def rule(self, name: str, default: Any) -> Any:
        return self.options.get(name, default)

    def bids(self, current: Bid | None, *, exact: bool) -> list[Bid]:
        """Return the legal bids. `exact`: whether only bids with the lowest level of the game are legal."""
        least = self.rule("bid_min", 3)
        place = -1 if current is None else current[0] * 3 + KINDS.index(current[1])
        return [
            (level, kind)
            for level in range(least, 8)
            for kind in KINDS
            if level * 3 + KINDS.index(kind) > place and (level == least or not exact)
        ]

    def suit(self, card: str) -> str:
        """Return the suit of a card: S, H, D or C; T for a trump (BW-2); empty for a joker in a deal without trumps (BW-5)."""
        if card in JOKERS:
            return "T" if self.trump else ""
        return "T" if card[1] == self.trump else card[1]

    def strength(self, card: str) -> int:
        if card in JOKERS:
            return 100 - JOKERS.index(card)  # BW-1
        place = RANKS.index(card[0])
        if self.ranks == "high":
            return place
        return (-50 if self.rule("aces_bad", False) else 50) if card[0] == "A" else -place  # BW-3

    def led(self, plays: Plays) -> str:
        return next((suit for _, card in plays if (suit := self.suit(card))), "")

    def legal(self, hand: list[str], plays: Plays) -> list[str]:
        led, jokers = self.led(plays), [card for card in hand if self.suit(card) == "" and self.rule("joker_when_void", False)]
        return [card for card in hand if led and self.suit(card) == led] or (led and jokers) or hand

    def winner(self, plays: Plays) -> int:
        trumps = [play for play in plays if self.suit(play[1]) == "T"]
        led = [play for play in plays if self.suit(play[1]) == self.led(plays)]
        return max(trumps or led, key=lambda play: self.strength(play[1]))[0]

    def score(self, maker: int, bid: Bid, books: list[int]) -> None:
        """Add the points of a deal (BW-4). `books`: the number of books of each side. The kitty may count as a book."""
        side, times = maker % 2, self.rule("no_multiplier", 2) if bid[1] == "no_trump" else 1
        if books[side] < 6 + bid[0]:
            self.scores[side] -= bid[0] * times
            if self.rule("defenders_on_set", "nothing") == "books_over_six":
                self.scores[1 - side] += max(0, books[1 - side] - 6) * times
            return
        won = (bid[0] if self.rule("made_scores", "") == "level" else books[side] - 6) * times
        self.scores[side] += won * (self.rule("boston", 1) if books[side] == 13 else 1)

    def winners(self, maker: int) -> list[int]:
        """Return the seats of the side that has won (empty: neither side). If both sides could win, the maker's side wins (BW-6)."""
        sides, floor = (maker % 2, 1 - maker % 2), self.rule("floor", -7)
        won = [side for side in sides if self.scores[side] >= self.rule("target", 7)]
        won += [1 - side for side in sides if floor is not None and self.scores[side] <= floor]
        return [won[0], won[0] + 2] if won else []
