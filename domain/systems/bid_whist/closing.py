"""Closes a deal of Bid Whist after its last card or after the players have stated it. Also carries out stated totals, stated results and
rulings.

If the record already gives a stated fact, the statement does not change it; the module `stated` compares the two. Source: BW-4, BW-6, BW-7;
docs/decisions/domain-reading.md; domain/rounds.py."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import RoundStated, TricksStated
from domain.kernel.values import replace
from domain.ledger import OPEN, Closed, Ledger, place_of, stated_round
from domain.rounds import Rounds
from domain.systems.bid_whist import possible
from domain.systems.bid_whist.rules import HAND, Scored, decided, scored
from domain.systems.bid_whist.table import Bid, BidWhist, Deal, Summary, contracted, fresh, sides, tricks_of
from domain.tricks.deal import holding, waiting
from domain.tricks.ring import next_dealer
from domain.tricks.sides import Side, by_seat, by_side, members, summed

Won = Mapping[Side, int]


def kitty_of(table: BidWhist, deal: Deal, won: Won) -> bool | None:
    """Return whether the book of the kitty belongs to the maker's side; None if nobody knows whose it is."""
    if table.rules.kitty_is_book != "first_trick_winner" or deal.maker is None:
        return table.rules.kitty_is_book == "maker"
    makers, first = table.account[deal.maker], deal.tricks[0].winner if deal.tricks else None
    if first is not None:
        return table.account[first] == makers
    return won[makers] == HAND if won[makers] in (0, HAND) else None


def result_of(table: BidWhist, deal: Deal, won: Won | None) -> Scored | None:
    """Return how the deal ended; None if the record does not say enough. `won`: the tricks of each side, if they are known."""
    bid = deal.bid
    if won is None or deal.maker is None or bid is None or bid.kind is None:
        return None
    kitty = kitty_of(table, deal, won)
    return None if kitty is None else scored(table.rules, bid.level, bid.kind, won[table.account[deal.maker]], kitty=kitty)


def settled(table: BidWhist, version: int) -> BidWhist:
    """Return the table after the last trick of the deal."""
    return closed(table, table.deal, tricks_of(table, table.deal), version)


def closed(table: BidWhist, deal: Deal, won: Won | None, version: int, *, stated: bool = False) -> BidWhist:
    """Return the table with the deal scored, and the winners named if the game is over. `won`: the tricks of each side; None if they are
    not known. If bid or tricks are not known, the deal waits until the players state them. But if they are not known because nobody
    remembers a card, the points of the deal stay open and the next deal may begin."""
    result = result_of(table, deal, won)
    if result is None and deal.forgotten:
        return left_open(table, deal, version)
    if result is None or deal.maker is None:
        return replace(table, deal=replace(deal, phase="score", turn=None))
    makers = table.account[deal.maker]
    points = {seat: result.makers if side == makers else result.defenders for seat, side in table.account.items()}
    reason = "stated" if stated else "made" if result.made else "set"
    summary = _summary(table, deal, version)._replace(tricks=won, books=result.books, made=result.made)
    return _with_round(table, deal, points, reason, summary)


def left_open(table: BidWhist, deal: Deal, version: int) -> BidWhist:
    """Return the table after the deal, whose points nobody can say."""
    return _with_round(table, deal, {}, OPEN, _summary(table, deal, version))


def _summary(table: BidWhist, deal: Deal, version: int) -> Summary:
    return Summary(table.ledger.round, version, deal.dealer, deal.maker, deal.bid, deal.trump, deal.ranks)


def _with_round(table: BidWhist, deal: Deal, points: Mapping[Seat, int], reason: str, summary: Summary) -> BidWhist:
    before = table.ledger
    table = replace(
        table,
        ledger=before.with_round(points, reason, summary.version, deal.held),
        dealt=table.dealt.appended(summary),
        deal=fresh(table.rules, table.ring, next_dealer(table.ring, deal.dealer)),
        ended=deal.ended(before.round, summary.version),
    )
    return _decided(table, before)


# --- the word of the table ----------------------------------------------------------------------------------------------------------------


def won_as_stated(table: BidWhist, act: TricksStated) -> Won | None:
    """Return the tricks of each side as stated; None if they do not add up to those of a deal. If the statement names only one side, the
    other side took the rest. If it names both partners of a side, their numbers are added."""
    won = summed(table.account, act.tricks or {})
    rest = HAND - sum(won.values())
    if len(won) == 1:
        won |= {side: rest for side in sides(table) if side not in won}
        rest = 0 if min(won.values()) >= 0 else rest
    return won if won and rest == 0 else None


def with_statement(table: BidWhist, act: TricksStated, about: Deal | None = None) -> Deal:
    """Return a deal with the facts of the record, and with stated facts where the record has none. Only a stated dealer replaces a recorded
    one. `about`: the deal to complete; None: the deal in progress, or a new deal if the statement is about another round."""
    current = table.deal if act.round == table.ledger.round else fresh(table.rules, table.ring, None)
    deal = current if about is None else about
    auction, bid = deal.auction, deal.bid
    dealer, maker = (seat if seat in table.account else None for seat in (act.dealer, act.maker))
    if deal.maker is None and auction is not None and auction.over and auction.maker is not None:
        deal = replace(deal, maker=auction.maker)
    if bid is None and act.bid is not None:
        bid = Bid(act.bid, act.kind)
    elif bid is not None and bid.kind is None:
        bid = bid._replace(kind=act.kind)
    deal = replace(
        deal,
        dealer=deal.dealer if dealer is None else dealer,
        maker=maker if deal.maker is None else deal.maker,
        bid=bid,
        ranks=deal.ranks or act.ranks,
    )
    if deal.bid is not None and deal.bid.kind is None and act.trump is not None and act.ranks is not None:
        deal = replace(deal, bid=deal.bid._replace(kind=act.ranks))
    return contracted(table.rules, deal, trump=deal.trump or act.trump)


def was_played(table: BidWhist, deal: Deal) -> bool:
    """Whether the deal waits for a statement although its recorded cards show how many tricks each side took."""
    return deal.phase == "score" and len(deal.tricks) == HAND and tricks_of(table, deal) is not None


def tricks_stated(table: BidWhist, act: TricksStated, version: int) -> BidWhist:
    """Return the table after a deal was stated. The deal is scored if statement and record together say enough. Recorded cards count more
    than stated tricks."""
    if table.ledger.is_unsaid(act.round):
        return _stated_late(table, act, version)
    adopted = stated_round(table.ledger, RoundStated(act.round, {}), version)
    if adopted is None:
        return table
    deal = with_statement(table, act)
    won = tricks_of(table, deal) if was_played(table, deal) else won_as_stated(table, act)
    return closed(replace(table, ledger=adopted[0], deal=deal), deal, won, version, stated=not was_played(table, deal))


def open_deal(table: BidWhist, summary: Summary) -> Deal:
    """Return a `Deal` without tricks that has all known facts of a deal whose points are open. `summary`: these facts."""
    deal = replace(fresh(table.rules, table.ring, summary.dealer), maker=summary.maker, bid=summary.bid, ranks=summary.ranks)
    return contracted(table.rules, deal, trump=summary.trump)


def _stated_late(table: BidWhist, act: TricksStated, version: int) -> BidWhist:
    """Return the table after people stated a deal whose points were open. If the statement does not say enough to score the deal, nothing
    changes."""
    place = place_of(table.dealt, act.round)
    if place is None:
        return table
    deal, won = with_statement(table, act, open_deal(table, table.dealt[place])), won_as_stated(table, act)
    result = result_of(table, deal, won)
    if result is None or deal.maker is None:
        return table
    makers = table.account[deal.maker]
    points = {seat: result.makers if side == makers else result.defenders for seat, side in table.account.items()}
    summary = _summary(table, deal, version)._replace(number=act.round, tricks=won, books=result.books, made=result.made)
    ledger, dealt = table.ledger.with_stated(act.round, points, version), table.dealt.with_item(place, summary)
    return _decided(replace(table, ledger=ledger, dealt=dealt), table.ledger)


def _closed_by_word(table: BidWhist, points: Mapping[Seat, int], reason: str, version: int) -> BidWhist:
    last = table.ledger.closed[-1:]
    missing = bool(last) and last[0].reason == "missing" and last[0].version == version
    deal = fresh(table.rules, table.ring, None) if missing else table.deal
    return _with_round(table, deal, by_seat(table.account, points), reason, _summary(table, deal, version))


def _decided(table: BidWhist, _before: Ledger) -> BidWhist:
    """Return the table with the winners that follow from its totals; the game stays open if nobody has won."""
    last = table.dealt[-1:]
    mine = bool(last) and bool(table.ledger.closed) and last[0].number == table.ledger.closed[-1].number
    maker = last[0].maker if mine else None
    won = None if table.ledger.open_rounds else decided(table.rules, table.totals, None if maker is None else table.account[maker])
    winners = () if won is None else members(table.account, {won})
    return replace(table, winners=winners, state="finished" if winners else "open")


def _replayed(table: BidWhist, over: Closed) -> BidWhist:
    """Return the table after a ruling that the closed deal is played again. If the closed deal is the last one and no other has begun, its
    dealer deals again. Otherwise the table stays as it is, and the deal in progress goes on."""
    last = table.dealt[-1:]
    if not last or last[0].number != over.number or table.ledger.round != over.number:
        return table
    return replace(table, dealt=table.dealt.without_last(), deal=fresh(table.rules, table.ring, last[0].dealer))


def voided(table: BidWhist, reason: str) -> BidWhist:
    """Return the table without the deal in progress; the same dealer deals again. `reason`: why the deal is void."""
    return replace(table, deal=fresh(table.rules, table.ring, table.deal.dealer, reason))


ROUNDS: Final[Rounds[BidWhist]] = Rounds(
    between=lambda table: not table.deal.begun,
    voided=lambda table: voided(table, "void"),
    closed=_closed_by_word,
    decided=_decided,
    replayed=_replayed,
    waiting=waiting,
    holding=holding,
    scoring="BW-4",
    impossible=lambda table, points: possible.fault(table.rules, by_side(table.account, points)),
    won=lambda table, scores: members(table.account, possible.winners(table.rules, by_side(table.account, scores))),
    trailing=lambda table, score: score >= table.rules.target,  # the maker's side wins even with fewer points (BW-7)
)
