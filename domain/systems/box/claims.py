"""Claims of Box: what a draw or a lead says about the player's hand, and which cards prove it false (BX-3).

A claim is not a finding. Many claims are never proved false, because the contradicting card may have been drawn after the claim. Source:
docs/rules/01_simple_games.md §4."""

from typing import Literal, NamedTuple

from domain.kernel.cards import RANK_OF, Card


class Claim(NamedTuple):
    """What a draw or a lead says about the player's hand (BX-3). `stuck`: the hand has no card as low as `rank`. `lead`: the hand has no
    card above `rank`.

    `before`: the number of cards drawn into the hand before the claim. `against`: the versions of the events that showed hand cards which
    contradict the claim."""

    version: int
    kind: Literal["stuck", "lead"]
    rank: int
    before: int = 0
    against: tuple[int, ...] = ()

    def refuted_by(self, card: Card) -> bool:
        rank = RANK_OF.get(card, 0)
        return rank <= self.rank if self.kind == "stuck" else rank > self.rank

    def proved_by(self, card: Card, total: int) -> bool:
        """Whether this card proves the claim false: more shown cards contradict the claim than the player has drawn after the claim.
        `total`: all cards drawn into the hand so far."""
        return len(self.against) >= total - self.before and self.refuted_by(card)


def spoken_against(claims: tuple[Claim, ...], card: Card, version: int, total: int) -> tuple[Claim, ...]:
    """Return the player's claims after everyone saw a card of the hand. The card counts against the claims that it contradicts. Claims that
    it proves false are dropped."""
    rank, left = RANK_OF.get(card, 0), []
    for claim in claims:
        made, kind, limit, before, against = claim
        if rank > limit if kind == "stuck" else rank <= limit:
            left.append(claim)
        elif len(against) < total - before:
            left.append(Claim(made, kind, limit, before, (*against, version)))
    return tuple(left)
