"""A second engine for Spades, with which tests compare the real one. Only docs/rules/04_spades.md was used to write it. It shares only the
names of fields with `domain`."""

import json
from pathlib import Path
from typing import Any

CATALOGUE = json.loads((Path(__file__).parents[3] / "docs" / "rules" / "other_variants.json").read_text("utf-8"))
VARIANTS: dict[str, dict[str, Any]] = {row["slug"]: row for row in CATALOGUE["spades"]}
RANKS = "23456789TJQKA"
PLAIN = [rank + suit for suit in "SHDC" for rank in RANKS]
Plays = list[tuple[int, str]]


class Referee:
    """The rules of one game, and its scores. `scores`, `bags`: one number for each side. `bostons`: the sides that took all tricks of a
    deal."""

    def __init__(self, slug: str, options: dict[str, Any]) -> None:
        self.rules = {**VARIANTS[slug], **options}
        if self.rules["team_bid"] == "one":
            self.rules["nil"] = 0
        if self.rules.get("low_club"):
            self.rules["first_trick_trump"] = "barred"
        self.players = self.rules["players"]
        self.sides = 2 if self.rules["sides"] == "2x2" else self.players
        self.pack = [card for card in PLAIN if card not in self.rules["remove"]] + self.rules["add"]
        self.hand = len(self.pack) // self.players
        self.trumps = {card: -place for place, card in enumerate(self.rules["trump_order"])}
        self.scores, self.bags, self.bostons = [0] * self.sides, [0] * self.sides, list[int]()

    def may_bid_blind(self, side: int) -> bool:
        behind = max(score for other, score in enumerate(self.scores) if other != side) - self.scores[side]
        return bool(self.rules["blind_nil"]) and behind >= self.rules.get("blind_behind", -10_000)

    def suit(self, card: str) -> str:
        return "T" if card in self.trumps else card[1]

    def legal(self, hand: list[str], plays: Plays, *, broken: bool, first: bool) -> list[str]:
        plain = [card for card in hand if card not in self.trumps]
        barred = first and self.rules["first_trick_trump"] == "barred"
        if first and self.rules.get("low_club"):
            clubs = sorted([card for card in hand if self.suit(card) == "C"], key=lambda card: RANKS.index(card[0]))
            return clubs[:1] or plain or hand
        if not plays:
            return plain if plain and (barred or (not broken and self.rules["breaking"] == "until_broken")) else hand
        own = [card for card in hand if self.suit(card) == self.suit(plays[0][1])]
        if own and plays[0][1] == "HJ" and self.rules["big_joker_pull"]:
            return [max(own, key=self.trumps.__getitem__)]
        return own or (plain if barred and plain else hand)

    def breaks(self, card: str, plays: Plays) -> bool:
        """Return whether a legal play breaks spades. A trump breaks spades if it is led (SP-2) or played on another suit. With
        `any_spade_played`, every played trump breaks spades (SP-3)."""
        if card not in self.trumps:
            return False
        return not plays or self.rules["broken_by"] == "any_spade_played" or plays[0][1] not in self.trumps

    def winner(self, plays: Plays, *, first: bool) -> int:
        if first and self.rules.get("low_club"):
            return max([play for play in plays if self.suit(play[1]) == "C"], key=lambda play: RANKS.index(play[1][0]))[0]
        trumps = [play for play in plays if play[1] in self.trumps]
        jokers = [seat for seat, card in trumps if card in ("HJ", "LJ")]
        if jokers and self.rules["joker_rule"] == "first_played_wins":
            return jokers[0]
        if trumps:
            return max(trumps, key=lambda play: self.trumps[play[1]])[0]
        led = [play for play in plays if play[1][1] == plays[0][1][1]]
        return max(led, key=lambda play: RANKS.index(play[1][0]))[0]

    def score(self, bids: dict[int, int], blind: set[int], tricks: list[int]) -> None:
        """Add the points of a deal. `bids`: by seat; empty for a deal that bids itself. `tricks`: by seat."""
        for side in range(self.sides):
            seats = range(side, self.players, self.sides)
            boston = sum(tricks[seat] for seat in seats) == self.hand
            self.bostons += [side] * boston
            if not bids:
                points = sum(tricks[seat] for seat in seats) * self.rules["per_bid_trick"]
                self.scores[side] += max(points, self.rules.get("boston", 0)) if boston else points
                continue
            nils = [seat for seat in seats if bids[seat] == 0 and self.rules["nil"]]
            points = sum((-1 if tricks[seat] else 1) * self.rules["blind_nil" if seat in blind else "nil"] for seat in nils)
            alone = self.rules.get("nil_tricks_apart") or self.rules.get("nil_tricks_counted")
            apart = sum(tricks[seat] for seat in nils) if alone else 0
            contract, taken = sum(bids[seat] for seat in seats), sum(tricks[seat] for seat in seats) - apart
            met = taken >= contract
            worth = (self.rules["per_bid_trick"] if met else -self.rules["set_loss_per_bid_trick"]) * contract
            if met and contract == self.hand:
                worth = self.rules.get("boston_bid", 0) or worth
            points += max(worth, self.rules["boston"]) if boston and self.rules.get("boston") else worth
            new = apart + (taken - contract if met else 0)
            self.bags[side] += new
            points += (new - (apart if self.rules.get("nil_tricks_counted") else 0)) * self.rules["overtrick"]
            while self.bags[side] >= self.rules["bag_limit"]:
                self.bags[side] -= self.rules["bag_limit"]
                points -= self.rules["bag_penalty"]
            self.scores[side] += points

    def winners(self) -> list[int]:
        """Return the seats that have won. While the best sides are level, nobody has won (SP-10)."""
        if self.bostons and self.rules.get("boston_wins"):
            return [seat for seat in range(self.players) if seat % self.sides == self.bostons[0]]
        best = max(self.scores)
        over = best >= self.rules["target"] and self.scores.count(best) == 1
        return [seat for seat in range(self.players) if over and self.scores[seat % self.sides] == best]
