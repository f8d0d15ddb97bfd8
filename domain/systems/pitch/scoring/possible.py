"""Which points of a deal and which totals the rules allow, whatever was played.

Source: docs/rules/03_pitch_schema.md §5, §6; PI-22, PI-24, PI-25, PI-29, PI-39."""

from typing import Final

from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.scoring.scores import Totals
from domain.systems.pitch.scoring.winning import is_there
from domain.tricks.sides import Side

_FIVE: Final = {"plus_5": 5, "plus_15": 15, "minus_5": 5, "minus_15": 15}


def fault(rules: Ruleset, delta: Totals) -> str:
    """Return why no deal changes the totals like this, in words; empty if one can. `delta`: by account."""
    makers, gained = 2 if rules.sides == "called" else 1, [points for points in delta.values() if points > 0]
    if sum(points < 0 for points in delta.values()) > makers:
        return "only the makers lose points"
    if min(delta.values(), default=0) < -_most_lost(rules):
        return f"{min(delta.values())} points, but the makers lose {_most_lost(rules)} at most"
    if rules.shoot_gain == "win_or_zero_if_negative" and len(gained) == 1:
        return ""  # the score may rise to zero from anywhere
    most = max(rules.total, _FIVE.get(rules.shoot_gain, 0), rules.bid_max + (rules.maker_gain == "bid_or_exact_plus_one"))
    stated = max(gained, default=0) if rules.sides == "called" else sum(gained)
    return f"{stated} points, but a deal brings {most} at most" if stated > most else ""


def _most_lost(rules: Ruleset) -> int:
    """Return the most points that the makers can lose in a deal."""
    shoot = rules.target if rules.shoot_loss == "minus_target" else _FIVE.get(rules.shoot_loss, 0)
    lost = max(rules.bid_max, shoot, rules.total)  # PI-24: the points taken may be lost
    return 2 * lost if {"overcall_loss_doubled", "doubling"} & rules.house else lost


def may_trail(rules: Ruleset, score: int) -> bool:
    """Whether an account with this total may win although another has more, as a maker who comes first, or by a shoot (PI-22)."""
    return _shoot_decides(rules) or is_there(rules, score)


def winners(rules: Ruleset, totals: Totals) -> tuple[Side, ...]:
    """Return the accounts of which the winner must be one; empty if the totals alone do not say it. `totals`: by account."""
    if rules.finish != "higher_then_maker" or _shoot_decides(rules) or not totals:
        return ()
    best = max(totals.values())
    return tuple(account for account, score in totals.items() if score == best) if is_there(rules, best) else ()


def _shoot_decides(rules: Ruleset) -> bool:
    """Whether a shoot may win or lose the game."""
    return rules.shoot_kind != "none" and (rules.shoot_gain.startswith("win") or rules.shoot_loss == "lose")
