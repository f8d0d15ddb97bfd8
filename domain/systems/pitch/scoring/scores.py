"""What a finished deal does to the score: whether the bid was met, gains and losses, shoots; and which changes no deal can make. `counting`
says who made the points, and `winning` who wins the game; in this module, only a shoot may decide the game. A *shoot* (smudge, moon)
promises every point. Source: docs/rules/03_pitch_schema.md §6, PI-19, PI-24, PI-25, PI-28, PI-29, PI-30, PI-39."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.scoring.counting import worth
from domain.tricks.sides import Side

Totals = Mapping[Side, int]
_UNITS: Final = {"plus_5": 5, "plus_15": 15, "minus_5": 5, "minus_15": 15}
"""How many points a shoot gains or loses, by value of `shoot_gain` and `shoot_loss`."""
_EXCEPTED: Final = {"only_if_set_except_off_jack": ("off_jack",), "only_if_set_except_off_jack_and_game": ("off_jack", "game")}
"""The points that defenders score even if the bid is made, by value of `defender_gain` (PI-18)."""


class Deal(NamedTuple):
    """What scoring needs to know about a finished deal. `bid`: None for a shoot called without a number. `taken`: points by side. `points`:
    by name of the point, the side that made it; None if only `taken` is known. `shoot`: whether a shoot was called by that word, not as the
    top bid. `all_tricks`: whether the makers won every trick. `took_over_pitch`: whether the maker is a dealer who took over a pitch
    (PI-39). `folded`: whether the makers gave the deal up (PI-19). `doubled`: whether the bid was doubled (PI-29). `derived`: whether the
    points follow from the cards, and were not stated."""

    maker: Side
    bid: int | None
    taken: Totals
    points: Mapping[str, Side] | None = None
    shoot: bool = False
    all_tricks: bool = False
    took_over_pitch: bool = False
    folded: bool = False
    doubled: bool = False
    derived: bool = True


class Scored(NamedTuple):
    """The result of a deal. An *account* is a team or player whose total is kept. `made`: whether the bid or shoot was met. `delta`: what
    each account gains. `after`: the new total of each account. `won`, `lost`: the accounts that won or lost the game by a shoot."""

    made: bool
    delta: Totals
    after: Totals
    won: tuple[Side, ...] = ()
    lost: tuple[Side, ...] = ()


def scored(rules: Ruleset, before: Totals, deal: Deal, side_of: Mapping[Side, Side] | None = None) -> Scored:
    """Return the result of a deal. `before`: the total of every account. `side_of`: the side of each account in games with called partners,
    where each account scores what its side scores (PI-25). None if every account is a side of its own."""
    made, sides = is_met(rules, deal), side_of or {}
    makers = tuple([account for account in before if sides.get(account, account) == deal.maker])
    won = makers if made and _wins_outright(rules, deal, before) else ()
    lost = makers if not made and rules.shoot_loss == "lose" and is_shoot(rules, deal) else ()
    delta = {}
    for account, total in before.items():
        if account not in makers:
            delta[account] = _defended(rules, deal, sides.get(account, account), made=made)
        elif won or lost:
            delta[account] = 0
        else:
            delta[account] = _gain(rules, deal, total) if made else -_loss(rules, deal)
    return Scored(made, delta, {account: total + delta[account] for account, total in before.items()}, won, lost)


def is_shoot(rules: Ruleset, deal: Deal) -> bool:
    """Whether the deal was a shoot: called by that word, or the top bid if the rules make the top bid a shoot (`shoot_rank`)."""
    if rules.shoot_kind == "none":
        return False
    return deal.shoot or (rules.shoot_rank == "is_top_bid" and deal.bid == rules.bid_max)


def is_met(rules: Ruleset, deal: Deal) -> bool:
    """Whether the makers made their bid: for a shoot every point, and every trick if the rules demand that; never if folded (PI-19)."""
    taken = deal.taken.get(deal.maker, 0)
    if deal.folded:
        return False
    if is_shoot(rules, deal):
        return taken >= rules.total and (deal.all_tricks or rules.shoot_kind == "all_points")
    return taken >= _bid(rules, deal)


def counts_for_defenders(rules: Ruleset, name: str, *, made: bool) -> bool:
    """Whether a defender who made the point `name` scores it (`defender_gain`, PI-18). `made`: whether the makers made their bid."""
    return not made or rules.defender_gain == "always" or name in _EXCEPTED.get(rules.defender_gain, ())


def _bid(rules: Ruleset, deal: Deal) -> int:
    return rules.bid_max if deal.bid is None else deal.bid


def _wins_outright(rules: Ruleset, deal: Deal, before: Totals) -> bool:
    """Whether a shoot that was made wins the game. If `shoot_gain` begins with `win_or_`, the makers must have had zero or more before."""
    gain = rules.shoot_gain if is_shoot(rules, deal) else ""
    return gain == "win" or (gain.startswith("win_or") and before.get(deal.maker, 0) >= 0)


def _gain(rules: Ruleset, deal: Deal, total: int) -> int:
    """Return what one account of the makers gains when they make their bid. `total`: the score of the account before the deal."""
    taken, bid = deal.taken.get(deal.maker, 0), _bid(rules, deal)
    if is_shoot(rules, deal):
        return {**_UNITS, "win_or_zero_if_negative": max(0, -total)}.get(rules.shoot_gain, taken)
    if "overshoot_loses_taken" in rules.house and taken >= 2 * bid:
        return -taken  # PI-24
    return {"made": taken, "bid": bid, "bid_or_exact_plus_one": bid + (taken == bid)}[rules.maker_gain]


def _loss(rules: Ruleset, deal: Deal) -> int:
    """Return what the makers lose if they fail their bid, as a positive number: the bid or `shoot_loss`, doubled by some house rules."""
    loss = _bid(rules, deal)
    if is_shoot(rules, deal):
        loss = {**_UNITS, "minus_target": rules.target}.get(rules.shoot_loss, loss)
    twice = (deal.took_over_pitch and "overcall_loss_doubled" in rules.house) or (deal.doubled and "doubling" in rules.house)
    return 2 * loss if twice else loss


def _defended(rules: Ruleset, deal: Deal, side: Side, *, made: bool) -> int:
    """Return what the defending side `side` scores. It does not matter whether the makers called a shoot (PI-30)."""
    if counts_for_defenders(rules, "every point", made=made):
        return deal.taken.get(side, 0)
    mine = [name for name, taker in (deal.points or {}).items() if taker == side]
    return sum(worth(rules, name) for name in mine if counts_for_defenders(rules, name, made=made))


def fault(rules: Ruleset, delta: Totals) -> str:
    """Return in words why no deal can change the totals like this; empty if one can. `delta`: the change of the total of each account."""
    makers, gained = 2 if rules.sides == "called" else 1, [points for points in delta.values() if points > 0]
    if sum(points < 0 for points in delta.values()) > makers:
        return "only the makers lose points"
    if min(delta.values(), default=0) < -_most_lost(rules):
        return f"{min(delta.values())} points, but the makers lose {_most_lost(rules)} at most"
    if rules.shoot_gain == "win_or_zero_if_negative" and len(gained) == 1:
        return ""  # a rule may lift a negative score to zero, so there is no highest gain
    most = max(rules.total, _UNITS.get(rules.shoot_gain, 0), rules.bid_max + (rules.maker_gain == "bid_or_exact_plus_one"))
    stated = max(gained, default=0) if rules.sides == "called" else sum(gained)
    return f"{stated} points, but a deal brings {most} at most" if stated > most else ""


def _most_lost(rules: Ruleset) -> int:
    """Return the most points that the makers can lose in a deal."""
    shoot = rules.target if rules.shoot_loss == "minus_target" else _UNITS.get(rules.shoot_loss, 0)
    lost = max(rules.bid_max, shoot, rules.total)  # PI-24: the points taken may be lost
    return 2 * lost if {"overcall_loss_doubled", "doubling"} & rules.house else lost
