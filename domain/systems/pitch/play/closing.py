"""The end of a deal: its points are counted, scored and written to the ledger, and the winner of the game is named.

Source: docs/rules/03_pitch_schema.md §5, §6; PI-2, PI-19, PI-22, PI-25, PI-34, PI-43."""

from collections.abc import Collection, Mapping
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.values import replace
from domain.ledger import OPEN
from domain.systems.pitch.play.playing import all_tricks
from domain.systems.pitch.play.table import Deal, Pitch, Summary, fresh, side_of
from domain.systems.pitch.scoring import scores as scoring
from domain.systems.pitch.scoring.counting import counted, folded, totals
from domain.systems.pitch.scoring.scores import Scored, Totals, scored
from domain.systems.pitch.scoring.winning import decided
from domain.tricks.play import all_plays, captured
from domain.tricks.ring import next_dealer
from domain.tricks.sides import Side, members

Points = Mapping[str, Side]
NO_MAKER: Final = Side(-1)
"""A number that stands for the maker's side if nobody knows who the maker is."""


def counted_deal(table: Pitch, deal: Deal, *, fold: bool = False) -> scoring.Deal:
    """Return the points of a deal, counted from its cards; trump must be known. `fold`: whether the makers gave the deal up (PI-19)."""
    sides = side_of(table, deal)
    plays, won = all_plays(deal), captured(deal)
    if fold and deal.maker is not None:
        points = folded(table.rules, deal.pack, plays, won, sides, sides[deal.maker])
    else:
        points = counted(table.rules, deal.pack, plays, won, sides, deal.left)
    return ended(table, deal, points, tricks=all_tricks(table, deal), fold=fold)


def settled(table: Pitch, version: int, *, fold: bool = False) -> Pitch:
    """Return the table after the end of the deal, which is scored if bid and trump are known. If nobody remembers one of the cards, the
    points are open until the players state them."""
    deal = table.deal
    if deal.forgotten:
        return left_open(table, deal, version)
    return closed(table, deal, None if deal.trump is None else counted_deal(table, deal, fold=fold), version)


def closed(table: Pitch, deal: Deal, count: scoring.Deal | None, version: int) -> Pitch:
    """Return the table with the deal scored, the round closed, and the winners named if the game is over. If the points or the bid are not
    known, the deal goes into the phase `score` and waits until the players state them."""
    if count is None or not deal.bid_known:
        return replace(table, deal=replace(deal, phase="score", turn=None))
    rules, sides = table.rules, account_sides(table, deal)
    before, result = explained(table, table.totals, deal.held, count, sides)
    points = {seat: result.delta[account] for seat, account in table.account.items()}
    reason = "stated" if not count.derived else "folded" if count.folded else "made" if result.made else "set"
    winners = decided(rules, before, count, result, sides, table.exiled)
    return won_by(with_round(table, deal, points, reason, summary_of(table, deal, version, count, result), result.lost), winners)


def explained(
    table: Pitch, totals: Totals, held: Collection[Seat], count: scoring.Deal, sides: Mapping[Side, Side] | None
) -> tuple[Totals, Scored]:
    """Return (the totals before the deal, its score). `totals`: those before the deal, but for the seats `held` those after it."""
    result = scored(table.rules, totals, count, sides)
    if held:
        after = {table.account[seat] for seat in held}
        totals = {account: total - result.delta[account] if account in after else total for account, total in totals.items()}
        result = scored(table.rules, totals, count, sides)
    return totals, result


def left_open(table: Pitch, deal: Deal, version: int) -> Pitch:
    """Return the table after the deal, whose points nobody can say."""
    return with_round(table, deal, {}, OPEN, summary_of(table, deal, version))


def with_round(table: Pitch, deal: Deal, points: Mapping[Seat, int], reason: str, summary: Summary, lost: Collection[Side] = ()) -> Pitch:
    """Return the table ready for the next deal, with the points of the finished deal in the ledger. `lost`: accounts that lost the game."""
    return replace(
        table,
        ledger=table.ledger.with_round(points, reason, summary.version, deal.held),
        dealt=table.dealt.appended(summary),
        deal=fresh(table.rules, table.ring, next_dealer(table.ring, deal.dealer)),
        exiled=table.exiled.union(lost),
        ended=deal.ended(table.ledger.round, summary.version),
    )


def ended(
    table: Pitch, deal: Deal, points: Points | None, taken: Totals | None = None, *, tricks: bool, fold: bool = False, derived: bool = True
) -> scoring.Deal:
    """Return the deal as the value that the functions of `scoring` take. `taken`: how many points each side has if `points` is None."""
    sides = side_of(table, deal)
    maker = NO_MAKER if deal.maker is None else sides[deal.maker]
    taken = totals(table.rules, points, sides.values()) if points is not None else taken or {}
    return scoring.Deal(maker, deal.bid, taken, points, deal.shoot, tricks, deal.took_over, fold, deal.doubled is not None, derived)


def account_sides(table: Pitch, deal: Deal) -> Mapping[Side, Side] | None:
    """Return the side of each account (a team or player whose total is kept) in this deal; None if every account is a side of its own."""
    if table.rules.sides != "called":
        return None
    sides = side_of(table, deal)
    return {table.account[seat]: side for seat, side in sides.items()}


def summary_of(table: Pitch, deal: Deal, version: int, count: scoring.Deal | None = None, result: Scored | None = None) -> Summary:
    """Return the summary of a finished deal, with which later statements are compared. Without `count` and `result`, it has no score."""
    doubled = deal.doubled is not None
    before = (table.ledger.round, version, deal.dealer, deal.maker, deal.bid, deal.shoot, deal.trump, deal.partner, doubled)
    if count is None or result is None:
        return Summary(*before)
    first = {side: seat for seat, side in [*side_of(table, deal).items()][::-1]}
    points = None if count.points is None else {name: first[side] for name, side in count.points.items()}
    return Summary(*before, points, count.taken, result.made, count.derived, result.won)


def won_by(table: Pitch, winners: tuple[Side, ...]) -> Pitch:
    """Return the table with the winners of the game. While the points of a deal are open, nobody can say who has won."""
    if not winners or table.ledger.open_rounds:
        return table
    return replace(table, state="finished", winners=members(table.account, winners))
