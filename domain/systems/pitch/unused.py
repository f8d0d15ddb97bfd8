"""Says which acts and fields a variant has no use for. The events of all variants are the same, and a form shows only what belongs to its
game."""

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Final

from domain.systems.pitch.play.exchange import ACTS_OF_STEP
from domain.systems.pitch.rules.ruleset import POINTS, Ruleset
from domain.systems.pitch.rules.steps import Does, step_of

_EXCHANGED: Final = frozenset(act.__name__ for act in chain.from_iterable(ACTS_OF_STEP.values()))


def unused(rules: Ruleset) -> frozenset[str]:
    """Return the names of the acts and fields (`CardsDealt.kitty`, `DealStated.points.off_jack`) that a game of these rules never has."""
    does = [step_of(token).does for token in rules.exchange]
    return frozenset(chain(_acts(rules, does), _fields(rules, does)))


def _acts(rules: Ruleset, does: Collection[Does]) -> Iterator[str]:
    used = {act.__name__ for step in does for act in ACTS_OF_STEP[step]}
    if rules.trump_by == "announce":
        used.add("TrumpNamed")
    yield from _EXCHANGED - used
    yield "BidDoubled"  # only a house rule allows it
    if rules.shoot_rank != "above_top_bid":
        yield "ShootCalled"
    if not rules.pitch_in_lieu:
        yield "PitchedAsBid"
    if rules.drop_out == "never":
        yield "OutDeclared"
    if rules.fold == "never":
        yield "DealFolded"


def _fields(rules: Ruleset, does: Collection[Does]) -> Iterator[str]:
    yield from ("BidMade.kind", "BidMade.blind", "DealStated.doubled")
    if "extras" not in does:
        yield "CardPlayed.extras"
    if not rules.kitty:
        yield "CardsDealt.kitty"
    if not any(rules.stock.values()):
        yield "CardsDealt.stock"
    if rules.shoot_kind == "none":
        yield "DealStated.shoot"
    if rules.sides != "called":
        yield "DealStated.partner"
    yield from (f"DealStated.points.{name}" for name in POINTS if not getattr(rules, f"pt_{name}"))
