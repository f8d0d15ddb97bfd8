"""Closes a deal, and changes the table when people state a deal, a round, totals or a result, or when a director rules.

If a statement differs from the record, the record counts; the module `stated` reports the difference. What a statement or a ruling says
about one seat counts for the side of that seat. Source: docs/rules/04_spades.md; docs/decisions/spades.md; domain/rounds.py."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import RoundStated, TricksStated
from domain.kernel.values import replace
from domain.ledger import COVERED, MISSING, OPEN, Closed, Ledger, stated_round
from domain.rounds import Rounds
from domain.systems.spades import possible, scoring
from domain.systems.spades.table import Deal, Spades, Summary, after_reneges, bidder, bids_itself, fresh, kept_in, of_sides, scores_of, won
from domain.tricks.deal import holding, waiting
from domain.tricks.ring import next_dealer
from domain.tricks.sides import Side, by_seat, by_side, members


def closed(table: Spades, deal: Deal, tricks: Mapping[Seat, int], version: int, *, derived: bool) -> Spades:
    """Return the table with the deal scored. If bids or tricks are not known well enough, the deal goes into the phase `score` and waits
    for a statement. `tricks`: by seat; if only one seat of a side has a number, it is the number of the whole side. `derived`: whether
    these numbers come from recorded cards. The points stay open if they depend on a card that nobody remembers, or if nobody knows how many
    bags the sides had before the deal."""
    before = table.bags if deal.bags is None else deal.bags
    scores = scores_of(table, deal, tricks, before)
    if (scores is None and deal.forgotten) or _bags_unknown(table):
        return left_open(table, deal, version)
    if scores is None:
        return replace(table, deal=replace(deal, phase="score", turn=None))
    points = {seat: scores[account].points for seat, account in table.account.items()}
    summary = summary_of(table, deal, version, tricks, derived=derived)
    known = {table.account[seat] for seat in deal.held if scoring.counts_bags(table.rules)}  # the last digit of the total shows the bags
    bags = {side: table.bags[side] if side in known else score.bags for side, score in scores.items()}
    return _decided(_with_round(table, deal, points, "scored" if derived else "stated", summary, bags), table.ledger)


def left_open(table: Spades, deal: Deal, version: int) -> Spades:
    """Return the table after the deal, whose points nobody can say."""
    return _with_round(table, deal, {}, OPEN, summary_of(table, deal, version, {}, derived=False), table.bags)


def _bags_unknown(table: Spades) -> bool:
    """Whether nobody knows how many bags the sides have, because the points of an earlier deal are not in the record. False if bags never
    cost points."""
    shown = scoring.counts_bags(table.rules)
    numbers = table.ledger.numbers
    return bool(table.rules.bag_limit and (numbers.get(OPEN) or (numbers.get(COVERED) and not shown)))


def _with_round(table: Spades, deal: Deal, points: Mapping[Seat, int], reason: str, summary: Summary, bags: Mapping[Side, int]) -> Spades:
    """Return the table ready for the next deal, with the points of this deal. `bags`: the bags of each account after this deal."""
    return replace(
        table,
        ledger=table.ledger.with_round(points, reason, summary.version, deal.held),
        bags=bags,
        dealt=table.dealt.appended(summary),
        deal=fresh(table.rules, table.ring, next_dealer(table.ring, summary.dealer)),
        ended=table.deal.ended(table.ledger.round, summary.version),
    )


def summary_of(table: Spades, deal: Deal, version: int, tricks: Mapping[Seat, int], *, derived: bool) -> Summary:
    number, before = table.ledger.round, table.bags if deal.bags is None else deal.bags
    return Summary(number, version, deal.dealer, deal.bids, deal.blind, tricks, deal.reneged, before, derived, kept_in(table, deal, tricks))


def with_statement(table: Spades, act: TricksStated) -> Deal:
    """Return the deal in progress with the facts of the statement; if the statement is about another round, return a new deal with these
    facts. A recorded bid counts more than a stated one, but a stated dealer replaces the recorded one."""
    deal = table.deal if act.round == table.ledger.round else fresh(table.rules, table.ring, None)
    bids = {**deal.bids}
    for seat, amount in (act.bids or {}).items() if not bids_itself(table, act.round) else ():
        if seat in table.account and bidder(table, bids, seat) is None:
            bids[seat] = amount
    fresh_blind = [seat for seat in act.blind or () if seat in bids and seat not in deal.bids]
    return replace(
        deal,
        dealer=act.dealer if act.dealer in table.account else deal.dealer,
        bids=bids,
        blind=deal.blind.union(fresh_blind),
        stated={**deal.stated, **{seat: number for seat, number in (act.tricks or {}).items() if seat in table.account}},
    )


def known_tricks(table: Spades, deal: Deal) -> Mapping[Seat, int] | None:
    """Return the number of tricks of each seat if the recorded cards show who took every trick of the deal; None otherwise."""
    tricks = won(deal)
    return tricks if sum(tricks.values()) == table.rules.hand else None


def deal_stated(table: Spades, act: TricksStated, version: int) -> Spades:
    """Return the table after people stated a deal. The deal is scored if statement and record together say enough."""
    if table.ledger.is_unsaid(act.round) and act.round == table.ledger.round - 1:
        return _stated_late(table, act, version)
    adopted = stated_round(table.ledger, RoundStated(act.round, {}), version)
    if adopted is None:
        return table
    deal, tricks = with_statement(table, act), known_tricks(table, table.deal) if act.round == table.ledger.round else None
    derived = tricks is not None
    return closed(replace(table, ledger=adopted[0]), deal, deal.stated if tricks is None else tricks, version, derived=derived)


def reopened(table: Spades) -> Spades:
    """Return the table as it was when the last deal ended, so that the points of that deal, which are open, can be stated."""
    last, held = table.dealt[-1], table.ledger.closed[-1].held
    deal = replace(fresh(table.rules, table.ring, last.dealer), bids=last.bids, blind=last.blind, reneged=last.reneged)
    deal = replace(deal, held=held, bags=last.before)
    return replace(table, ledger=table.ledger.reopened(), dealt=table.dealt.without_last(), deal=deal)


def _stated_late(table: Spades, act: TricksStated, version: int) -> Spades:
    """Return the table after people stated the last deal, whose points were open. If the statement does not say enough to score the deal,
    nothing changes."""
    before = reopened(table)
    deal = with_statement(before, act)
    if scores_of(before, deal, deal.stated, table.bags) is None:
        return table
    after = closed(before, deal, deal.stated, version, derived=False)
    return replace(after, deal=table.deal) if table.deal.begun and after.state == "open" else after


def renege(table: Spades, seat: Seat, version: int) -> Spades:
    """Return the table after the players called a renege of `seat` under the option `renege_three_books` (SP-11). The renege counts for the
    deal in progress or, between two deals, for the last one."""
    deal, side = table.deal, table.account[seat]
    if deal.begun:
        return replace(table, deal=replace(deal, reneged=(*deal.reneged, side)))
    summary = table.dealt[-1] if table.dealt and table.state != "abandoned" else None
    counted = None if summary is None else table.ledger.of(summary.number)
    stands = counted is not None and counted is table.ledger.closed[-1] and not counted.ruled and table.ledger.stated_winners is None
    if summary is None or not stands or not summary.tricks:
        return table
    again = replace(
        fresh(table.rules, table.ring, summary.dealer), bids=summary.bids, blind=summary.blind, reneged=(*summary.reneged, side)
    )
    before = replace(table, ledger=table.ledger.reopened(), bags=summary.before, dealt=table.dealt.without_last(), state="open", winners=())
    return closed(before, again, summary.tricks, version, derived=summary.derived)


def _closed_by_word(table: Spades, points: Mapping[Seat, int], reason: str, version: int) -> Spades:
    last = table.ledger.closed[-1:]
    missing = bool(last) and last[0].reason == MISSING and last[0].version == version
    deal = fresh(table.rules, table.ring, None) if missing else table.deal
    points = by_seat(table.account, points)
    of_side = {side: points.get(seat, 0) for seat, side in table.account.items()}
    held = {table.account[seat] for seat in deal.held}
    bags = {
        side: table.bags[side] if side in held else scoring.bags_after(table.rules, table.bags[side], number)
        for side, number in of_side.items()
    }
    return _decided(_with_round(table, deal, points, reason, summary_of(table, deal, version, {}, derived=False), bags), table.ledger)


def _decided(table: Spades, _before: Ledger) -> Spades:
    winners = () if table.ledger.open_rounds else scoring.winners(table.rules, table.totals, _missed(table), _boston(table))
    return replace(table, winners=members(table.account, winners), state="finished" if winners else "open")


def _missed(table: Spades) -> dict[Side, int]:
    """Return how many contracts each side is known to have missed. Empty if sets do not count."""
    missed = dict[Side, int]()
    for summary in _unruled(table) if table.rules.sets else ():
        for side in {table.account[seat] for seat, kept in summary.kept.items() if kept.contract is False}:
            missed[side] = missed.get(side, 0) + 1
    return missed


def _boston(table: Spades) -> Side | None:
    """Return the side that has won by taking all tricks of a deal; None if no side has, or if that does not win."""
    for summary in _unruled(table) if table.rules.boston_wins else ():
        sides = of_sides(table, summary.tricks)
        for side, number in after_reneges(sides, summary.reneged).items() if sides is not None else ():
            if number == table.rules.hand:
                return side
    return None


def _unruled(table: Spades) -> Iterator[Summary]:
    """Yield the deals that are over, without those whose points a ruling gave."""
    for summary in table.dealt:
        closed = table.ledger.of(summary.number)
        if closed is not None and closed.ruled is None:
            yield summary


def _restated(table: Spades, before: Ledger) -> Spades:
    """Return the table with new winners after totals were stated or a ruling changed rounds. The bags are new too if the last digit of a
    total shows them."""
    if scoring.counts_bags(table.rules) and not table.ledger.penalties:
        totals = table.totals
        table = replace(table, bags={side: totals[side] % 10 for side in table.bags})
    return _decided(table, before)


def _replayed(table: Spades, closed: Closed) -> Spades:
    """Return the table after a ruling that the closed deal is played again. If the closed deal is the last one and no other has begun, its
    dealer deals again. Otherwise the table stays as it is, and the deal in progress goes on."""
    last = table.dealt[-1] if table.dealt else None
    if last is None or last.number != closed.number or table.ledger.round != closed.number:
        return table
    return replace(table, dealt=table.dealt.without_last(), bags=last.before, deal=fresh(table.rules, table.ring, last.dealer))


def _holding(table: Spades, seats: frozenset[Seat]) -> Spades:
    """Return the table after totals that hold the points of the deal were stated. The bags before the deal are kept, to score it later."""
    deal = table.deal
    return holding(replace(table, deal=replace(deal, bags=table.bags if deal.bags is None else deal.bags)), seats)


def voided(table: Spades, reason: str) -> Spades:
    """Return the table without the deal in progress; the same dealer deals again (SP-12). `reason`: why the deal is void."""
    return replace(table, deal=fresh(table.rules, table.ring, table.deal.dealer, reason))


ROUNDS: Final[Rounds[Spades]] = Rounds(
    between=lambda table: not table.deal.begun,
    voided=lambda table: voided(table, "void"),
    closed=_closed_by_word,
    decided=_restated,
    replayed=_replayed,
    waiting=waiting,
    holding=_holding,
    scoring="04 Base game",
    impossible=lambda table, points: possible.fault(table.rules, by_side(table.account, points), len(table.bags)),
    won=lambda table, scores: (
        members(table.account, scoring.winners(table.rules, by_side(table.account, scores), {})) if table.rules.totals_decide else ()
    ),
    trailing=lambda table, _: not table.rules.totals_decide,
)
