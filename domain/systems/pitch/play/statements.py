"""Changes the table when people state a deal, a round, totals or a result, or when a director rules.

If the record already gives what is stated, the statement changes nothing; `breaches.stated` reports differences. Any other statement is
taken over into the table. A seat named in a statement stands for its side. Source: docs/decisions/domain-reading.md; domain/rounds.py."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import DealStated, RoundStated
from domain.kernel.values import replace
from domain.ledger import Closed, Ledger, place_of, stated_round
from domain.rounds import Rounds
from domain.systems.pitch.play.closing import account_sides, closed, counted_deal, ended, explained, summary_of, with_round, won_by
from domain.systems.pitch.play.table import Deal, Pitch, Summary, fresh, side_of
from domain.systems.pitch.rules.pack import pack_of
from domain.systems.pitch.scoring import scores as scoring
from domain.systems.pitch.scoring import winning
from domain.systems.pitch.scoring.counting import worth
from domain.tricks.deal import holding, waiting
from domain.tricks.sides import by_seat, by_side, members


def with_statement(table: Pitch, act: DealStated, version: int, about: Deal | None = None) -> Deal:
    """Return the deal of the statement: `about`, or the deal in progress, or a new deal if another round is stated. Facts that the record
    does not have are added from the statement. Only a stated dealer always replaces the recorded dealer."""
    deal = about or (table.deal if act.round == table.ledger.round else fresh(table.rules, table.ring, None))
    if act.trump is not None and deal.trump is None:
        deal = replace(deal, pack=pack_of(table.rules, act.trump))
    dealer, maker, partner = (seat if seat in table.account else None for seat in (act.dealer, act.maker, act.partner))
    return replace(
        deal,
        dealer=dealer if dealer is not None else deal.dealer,
        maker=deal.maker if deal.maker is not None else maker,
        bid=deal.bid if deal.bid is not None else act.bid,
        shoot=deal.shoot or act.shoot,
        partner=deal.partner if deal.partner is not None else partner,
        doubled=version if deal.doubled is None and act.doubled and "doubling" in table.rules.house else deal.doubled,
    )


NAMELESS: Final = frozenset({"always", "only_if_set"})
"""The values of `defender_gain` for which only the number of points matters to the defenders' score, not which points they made."""


def was_played(deal: Deal) -> bool:
    """Whether the deal is in the phase `score` and its recorded cards give its points."""
    return deal.phase == "score" and bool(deal.tricks) and deal.trump is not None


def count_of(table: Pitch, deal: Deal, act: DealStated) -> scoring.Deal | None:
    """Return the points of the deal, counted from its cards if it was played, otherwise as stated; None if too little is stated."""
    if was_played(deal):
        return counted_deal(table, deal)
    sides, rules = side_of(table, deal), table.rules
    tricks = act.made is True or rules.shoot_kind != "all_points_and_tricks"
    if act.points is not None:
        points = {name: sides[seat] for name, seat in act.points.by_name().items() if seat in sides and worth(rules, name)}
        count = ended(table, deal, points, tricks=tricks, derived=False)
    elif act.counts is not None and rules.defender_gain in NAMELESS:
        counts = {sides[seat]: number for seat, number in act.counts.items() if seat in sides}
        count = ended(table, deal, None, {**dict.fromkeys(sides.values(), 0), **counts}, tricks=tricks, derived=False)
    else:
        return None
    # a shoot that promised every point and trick: if the makers have every point, the number of tricks decides, but nobody stated it
    shot = rules.shoot_kind == "all_points_and_tricks" and scoring.is_shoot(rules, count)
    return None if act.made is None and shot and count.taken.get(count.maker, 0) >= rules.total else count


def deal_stated(table: Pitch, act: DealStated, version: int) -> Pitch:
    """Return the table after a deal was stated. It is scored if statement and record say enough. Recorded cards outrank stated points."""
    if table.ledger.is_unsaid(act.round):
        return _stated_late(table, act, version)
    adopted = stated_round(table.ledger, RoundStated(act.round, {}), version)
    if adopted is None:
        return table
    deal = with_statement(table, act, version)
    return closed(replace(table, ledger=adopted[0], deal=deal), deal, count_of(table, deal, act), version)


def open_deal(table: Pitch, summary: Summary) -> Deal:
    """Return a deal without cards that has what is known about a closed deal whose points are open."""
    return replace(
        fresh(table.rules, table.ring, summary.dealer),
        pack=pack_of(table.rules, summary.trump),
        maker=summary.maker,
        bid=summary.bid,
        shoot=summary.shoot,
        partner=summary.partner,
        doubled=summary.version if summary.doubled else None,
    )


def _stated_late(table: Pitch, act: DealStated, version: int) -> Pitch:
    """Return the table after the players stated a deal whose points were open. Nothing changes if the statement does not say enough."""
    place = place_of(table.dealt, act.round)
    if place is None:
        return table
    deal = with_statement(table, act, version, open_deal(table, table.dealt[place]))
    count = count_of(table, deal, act)
    if count is None or not deal.bid_known:
        return table
    before = dict(table.totals)
    for later in table.ledger.closed:
        if later.number > act.round:
            before |= {account: before[account] - later.points.get(seat, 0) for seat, account in table.account.items()}
    known = table.ledger.of(act.round)
    _, result = explained(table, before, () if known is None else known.held, count, account_sides(table, deal))
    summary = summary_of(table, deal, version, count, result)._replace(number=act.round)
    points = {seat: result.delta[account] for seat, account in table.account.items()}
    ledger = table.ledger.with_stated(act.round, points, version)
    dealt = table.dealt.with_item(place, summary)
    return _decided(replace(table, ledger=ledger, dealt=dealt, exiled=table.exiled.union(result.lost)), table.ledger)


def _closed_by_word(table: Pitch, points: Mapping[Seat, int], reason: str, version: int) -> Pitch:
    last = table.ledger.closed[-1:]
    missing = bool(last) and last[0].reason == "missing" and last[0].version == version
    deal = fresh(table.rules, table.ring, None) if missing else table.deal
    summary = summary_of(table, deal, version)
    return _decided(with_round(table, deal, by_seat(table.account, points), reason, summary), table.ledger)


def _decided(table: Pitch, before: Ledger) -> Pitch:
    """Return the table with the winners that follow from its totals; the game stays open if nobody has won. The game also stays open if the
    winner depends on the maker of the last deal, and nobody knows who that was. `before`: the ledger before the change."""
    closed = table.ledger.closed[-1] if table.ledger.closed else None
    last = next((deal for deal in table.dealt[-1:] if closed is not None and deal.number == closed.number), None)
    table = replace(table, state="open", winners=())
    if last is not None and last.won and closed is not None and closed.ruled is None:
        return won_by(table, last.won)
    maker = None if last is None else last.maker
    if maker is None and table.rules.finish != "higher_then_maker":
        return table
    deal = replace(table.deal, maker=maker, partner=None if last is None else last.partner, bid=None, shoot=False)
    after = table.totals
    was = {account: before.scores.get(seat, 0) for seat, account in table.account.items()}
    if closed is not None:
        was = {account: after[account] - closed.points.get(seat, 0) for seat, account in table.account.items()}
    delta = {account: after[account] - was[account] for account in after}
    made = maker is not None and delta[table.account[maker]] >= 0
    count = ended(table, deal, None, tricks=False, derived=False)
    return won_by(
        table, winning.decided(table.rules, was, count, scoring.Scored(made, delta, after), account_sides(table, deal), table.exiled)
    )


def _replayed(table: Pitch, closed: Closed) -> Pitch:
    """Return the table after a ruling that a deal is played again. The last closed deal begins again; for any other, play just goes on."""
    last = table.dealt[-1] if table.dealt else None
    if last is None or last.number != closed.number or table.ledger.round != closed.number:
        return table
    return replace(table, dealt=table.dealt.without_last(), deal=fresh(table.rules, table.ring, last.dealer))


def voided(table: Pitch, reason: str) -> Pitch:
    """Return the table without the deal in progress; the same dealer deals again. `reason`: why the deal is void."""
    return replace(table, deal=fresh(table.rules, table.ring, table.deal.dealer, reason))


ROUNDS: Final[Rounds[Pitch]] = Rounds(
    between=lambda table: not table.deal.begun,
    voided=lambda table: voided(table, "void"),
    closed=_closed_by_word,
    decided=_decided,
    replayed=_replayed,
    waiting=waiting,
    holding=holding,
    scoring="03 §6",
    impossible=lambda table, points: scoring.fault(table.rules, by_side(table.account, points)),
    won=lambda table, scores: members(table.account, winning.winners(table.rules, by_side(table.account, scores))),
    trailing=lambda table, score: winning.may_trail(table.rules, score),
)
