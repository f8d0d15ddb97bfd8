"""Who wins the game: whether the target and the required lead are reached, and who wins if several reach the target. This
is decided once after each deal, when all scores have changed. An *account* is a team or player whose total is kept; in the code, *there*
means that it has reached the target. Source: docs/rules/03_pitch_schema.md §6, PI-16, PI-17, PI-22, PI-23, PI-31, PI-40."""

from collections.abc import Collection, Mapping

from domain.systems.pitch.rules.ruleset import POINTS, Ruleset
from domain.systems.pitch.scoring.counting import worth
from domain.systems.pitch.scoring.scores import Deal, Scored, Totals, counts_for_defenders
from domain.tricks.sides import Side

COUNT_ORDER = (*(name for name in POINTS if name != "game"), "game")
"""The order in which points are counted: High, Low, Jack, off-jack, jokers, other cards, Game (`maker_first_then_count_order`)."""


def is_there(rules: Ruleset, score: int) -> bool:
    """Whether the score reaches the target (or is above it, if the rules ask for that; `target_cmp`, PI-23)."""
    return score > rules.target if rules.target_cmp == "gt" else score >= rules.target


def decided(
    rules: Ruleset, before: Totals, deal: Deal, scored: Scored, side_of: Mapping[Side, Side] | None = None, out: Collection[Side] = ()
) -> tuple[Side, ...]:
    """Return the winning accounts, several only if a shoot wins for a maker and a called partner; empty when the game goes on. `before`,
    `side_of`: see `scores.scored`. `scored`: the result of the deal. `out`: accounts that a missed shoot put out of the game; `scored.lost`
    are out as well (PI-22)."""
    if scored.won:
        return scored.won
    if not scored.lost and max(scored.after.values()) < rules.target:
        return ()
    after = {account: score for account, score in scored.after.items() if account not in out and account not in scored.lost}
    if scored.lost:
        top = _top(after)
        return top if len(top) == 1 else ()
    sides = side_of or {}
    partners = [account for account in after if account != deal.maker and sides.get(account, account) == deal.maker]
    makers = tuple([account for account in (deal.maker, *partners) if account in after])
    winner = _finished(rules, deal, scored.made, before, after, makers)
    if winner is None:
        return ()
    lead = min((after[winner] - score for account, score in after.items() if account != winner), default=rules.win_by)
    return (winner,) if rules.win_by == 1 or lead >= rules.win_by else ()


def stakes(rules: Ruleset, set_backs: Totals, winner: Side) -> dict[Side, int]:
    """Return what every account gets after the game: it pays the winner one unit for each set-back. Empty without `stakes_setback`."""
    if not rules.stakes_setback:
        return {}
    paid = {account: -number for account, number in set_backs.items() if account != winner}
    return {**paid, winner: -sum(paid.values())}


def _finished(rules: Ruleset, deal: Deal, made: bool, before: Totals, after: Totals, makers: tuple[Side, ...]) -> Side | None:
    """Return the winner by the rule `finish`, without a check of the lead; None if nobody has won yet. With called partners each player is
    tested alone (PI-40). `makers`: the accounts of the maker's side that are still in the game, the maker's first."""
    there = {account: score for account, score in after.items() if is_there(rules, score)}
    made_it = {account: score for account, score in there.items() if account in makers}
    others = {account: score for account, score in there.items() if account not in makers}
    match rules.finish:
        case "maker_first_then_count_order":
            return _best(made_it, makers) if made_it and made else _counted_first(rules, deal, made, before, others)
        case "higher_then_maker":
            return _best(there, makers)
        case "maker_wins":
            return _best(made_it, makers) if made_it else _best(others, ())
        case "maker_only":
            return _best(made_it, makers) if made else None
        case "maker_or_alone":
            if made and deal.maker in there:
                return deal.maker
            nobody_before = not any(is_there(rules, before[account]) for account in after)
            return next(iter(there)) if len(there) == 1 and nobody_before else None


def _best(scores: Totals, makers: tuple[Side, ...]) -> Side | None:
    """Return the account with the highest score; in a tie for first the maker, or else the maker's partner, or else None (PI-17, PI-31)."""
    top = _top(scores)
    return top[0] if len(top) == 1 else next((account for account in makers if account in top), None)


def _counted_first(rules: Ruleset, deal: Deal, made: bool, before: Totals, others: Totals) -> Side | None:
    """Return the account of defenders that reaches the target first when the points are counted one by one (PI-16)."""
    if len(others) < 2:
        return next(iter(others), None)
    running = {account: before[account] for account in others}
    for name in COUNT_ORDER:
        side = (deal.points or {}).get(name)
        if side is not None and side in running and counts_for_defenders(rules, name, made=made):
            running[side] += worth(rules, name)
            if is_there(rules, running[side]):
                return side
    return None


def _top(scores: Totals) -> tuple[Side, ...]:
    return tuple(account for account, score in scores.items() if score == max(scores.values()))


def may_trail(rules: Ruleset, score: int) -> bool:
    """Whether an account with this total may win although another account has more, because makers win first or by a shoot (PI-22)."""
    return _shoot_decides(rules) or is_there(rules, score)


def winners(rules: Ruleset, totals: Totals) -> tuple[Side, ...]:
    """Return the accounts among which the winner must be; empty if the totals alone do not show this. `totals`: by account."""
    if rules.finish != "higher_then_maker" or _shoot_decides(rules) or not totals:
        return ()
    best = _top(totals)
    return best if is_there(rules, totals[best[0]]) else ()


def _shoot_decides(rules: Ruleset) -> bool:
    """Whether a shoot may win or lose the game."""
    return rules.shoot_kind != "none" and (rules.shoot_gain.startswith("win") or rules.shoot_loss == "lose")
