"""Finds what is wrong with a deal of Bid Whist as the players state it: what the rules make impossible, and what differs from the record.
One finding lists all differences from the record. Source: docs/rules/05_bid_whist.md, Audit; 00_conventions, recording model."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.cards import SUIT_NAMES
from domain.kernel.events import Event, TricksStated
from domain.kernel.findings import Finding, open_finding
from domain.kernel.values import replace
from domain.ledger import place_of
from domain.systems.bid_whist.closing import result_of, was_played, with_statement, won_as_stated
from domain.systems.bid_whist.rules import HAND
from domain.systems.bid_whist.table import BidWhist, Deal, Summary, sides, tricks_of
from domain.systems.bid_whist.words import NAMES, kinds_words
from domain.tricks.sides import Side, members

RECORDING: Final = "00 recording model"


def check_stated(table: BidWhist, event: Event, act: TricksStated) -> Iterator[Finding]:
    """Yield findings about a deal as the table states it. If that deal is scored or in progress, the statement is compared with the record.
    If it is not scored, and statement and record together are not enough to score it, a finding says what is missing."""
    wrong, number = [*_against_the_rules(table, act)], table.ledger.round
    if wrong:
        sentence = f"Deal {act.round} cannot have been as entered. Entered: {'; '.join(wrong)}."
        yield open_finding("deal-against-the-rules", RECORDING, event, sentence, kind="contradiction")
    if act.round < number:
        place = place_of(table.dealt, act.round)
        if place is not None:
            summary = table.dealt[place]
            yield from _mismatch(event, act, [*_unlike_deal(table, act, summary)], summary.version)
        return
    if table.state != "open":
        yield open_finding("after-the-end", "05 Phases", event, "The game was over before this.")
        return
    if act.round > number:
        sentence = f"Deal {act.round} is entered, but the record is at deal {number}: the deals in between are missing."
        yield open_finding("rounds-missing", RECORDING, event, sentence, kind="gap")
    deal = with_statement(table, act)
    played = was_played(table, deal)
    won = tricks_of(table, deal) if played else won_as_stated(table, act)
    if not wrong and result_of(table, deal, won) is None:
        sentence = f"Deal {act.round} cannot be scored: {_missing(deal, won is None)} is not written down."
        yield open_finding("deal-not-scored", RECORDING, event, sentence, kind="gap")
    if act.round == number:
        known = table.deal if table.deal.begun else replace(table.deal, dealer=None)  # another may deal by now: all may have passed before
        differences = [*_facts_unlike(act, known), *_tricks_unlike(table, act, deal)]
        yield from _mismatch(event, act, differences)


def _missing(deal: Deal, tricks: bool) -> str:
    if deal.maker is None or deal.bid is None:
        return "who bid what"
    if deal.bid.kind is None:
        return "the kind of the bid"
    return "who took how many tricks" if tricks else "who took the first trick"


def _against_the_rules(table: BidWhist, act: TricksStated) -> Iterator[str]:
    """Yield in words each stated fact that the rules make impossible, whatever the record says."""
    rules = table.rules
    if act.bid is not None and not rules.bid_min <= act.bid <= rules.bid_max:
        yield f"a bid of {act.bid}, but bids are from {rules.bid_min} to {rules.bid_max}"
    if act.kind is not None and act.kind not in rules.kind_order:
        yield f"a bid of {NAMES[act.kind]}, but bids are {kinds_words(rules.kind_order)}"
    if act.kind == "no_trump" and act.trump is not None:
        yield f"{SUIT_NAMES[act.trump]} as trumps of a bid without trumps"
    if act.kind in ("high", "low") and act.ranks not in (None, act.kind):
        yield f"the direction {act.ranks} for a bid of {act.kind}"
    if act.bids:
        yield "a bid of every player, but only the maker's bid counts"
    numbers = [number for seat, number in (act.tricks or {}).items() if seat in table.account]
    if sum(numbers) > HAND:
        yield f"{sum(numbers)} tricks in all, but a deal has {HAND}"
    elif numbers and won_as_stated(table, act) is None:
        yield f"{sum(numbers)} tricks in all for both sides, but a deal has {HAND}"


def _mismatch(event: Event, act: TricksStated, differences: list[str], other: int | None = None) -> Iterator[Finding]:
    if differences:
        sentence = f"Deal {act.round} as entered contradicts the record. Entered: {'; '.join(differences)}."
        others = () if other is None else (other,)
        yield open_finding("deal-stated-otherwise", RECORDING, event, sentence, kind="contradiction", others=others)


def _unlike_deal(table: BidWhist, act: TricksStated, summary: Summary) -> Iterator[str]:
    yield from _facts_unlike(act, summary)
    won = won_as_stated(table, act)
    if won is not None and summary.tricks is not None:
        for side in sides(table):
            if won[side] != summary.tricks[side]:
                yield _tricks(table, side, won[side], str(summary.tricks[side]))


def _facts_unlike(act: TricksStated, known: Deal | Summary) -> Iterator[str]:
    bid = known.bid
    seats = (("maker", act.maker, known.maker), ("dealer", act.dealer, known.dealer))
    yield from (f"{what} {{{stated}}}, not {{{seat}}}" for what, stated, seat in seats if None not in (stated, seat) and stated != seat)
    if bid is not None and act.bid not in (None, bid.level):
        yield f"bid {act.bid}, not {bid.level}"
    if bid is not None and bid.kind is not None and act.kind is not None and act.kind != bid.kind:
        yield f"{NAMES[act.kind]}, not {NAMES[bid.kind]}"
    if known.trump is not None and act.trump is not None and act.trump != known.trump:
        yield f"trump {SUIT_NAMES[act.trump]}, not {SUIT_NAMES[known.trump]}"
    if known.ranks is not None and act.ranks not in (None, known.ranks):
        yield f"direction {act.ranks}, not {known.ranks}"


def _tricks_unlike(table: BidWhist, act: TricksStated, deal: Deal) -> Iterator[str]:
    """Yield in words each stated number of tricks that is too small, because the record shows more tricks of that side."""
    won = won_as_stated(table, act)
    if won is None or not deal.tricks:
        return
    taken = [None if trick.winner is None else table.account[trick.winner] for trick in deal.tricks]
    for side in sides(table):
        if won[side] < taken.count(side):
            yield _tricks(table, side, won[side], f"at least {taken.count(side)}")


def _tricks(table: BidWhist, side: Side, stated: int, known: str) -> str:
    first, second = members(table.account, {side})[:2]
    return f"tricks of {{{first}}} and {{{second}}} {stated}, not {known}"
