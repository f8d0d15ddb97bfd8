"""Finds what is wrong with a deal, a round or totals as the table states them.

Some statements cannot be true of any deal of this game; they are reported without a look at the record. If a statement differs from the
record, one finding lists all differences. No sealed card is used, so every viewer may see the findings. Source: docs/rules/04_spades.md,
Base game; 00_conventions, recording model."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import Event, TricksStated
from domain.kernel.findings import Finding, named, open_finding
from domain.kernel.values import replace
from domain.ledger import place_of
from domain.systems.spades.statements import known_tricks, with_statement
from domain.systems.spades.table import Deal, Spades, Summary, bidder, bids_itself, may_bid_blind, of_sides, scores_of, too_low, unbid, won
from domain.tricks.breaches import partners_unequal
from domain.tricks.sides import summed
from domain.words.phrases import counted, many
from domain.words.tricks import bid

RECORDING: Final = "00 recording model"


def against_the_rules(table: Spades, event: Event) -> Iterator[Finding]:
    """Yield a finding if no deal of this game can be as the table states it, or if partners are stated with different scores."""
    if not isinstance(event.act, TricksStated):
        yield from partners_unequal(table.account, event, "04 Schema sides")
        return
    act, rules = event.act, table.rules
    blind = act.blind or ()
    bids = act.bids or {}
    wrong = [seat for seat, amount in bids.items() if not rules.allows(amount, blind=seat in blind)] or _divided(table, bids)
    wrong = wrong or [seat for seat in bids if seat in table.account and too_low(table, bids, seat)]
    if bids and bids_itself(table, act.round):
        sentence = f"Deal {act.round} was entered with bids, but it bids itself."
        yield open_finding("deal-against-the-rules", "house rule", event, sentence, [*bids], kind="contradiction")
    elif wrong:
        said = ", ".join(f"{{{seat}}} {bid(bids[seat], blind=seat in blind)}" for seat in wrong)
        sentence = f"Deal {act.round} was entered with bids that this game does not have: {said}."
        yield open_finding("deal-against-the-rules", "04 Schema", event, sentence, wrong, kind="contradiction")
    total, sides = sum((act.tricks or {}).values()), {table.account[seat] for seat in act.tricks or {} if seat in table.account}
    if total > rules.hand or (total < rules.hand and len(sides) == len({*table.account.values()})):
        sentence = f"Deal {act.round} was entered with {counted(total, 'trick')}, but a deal has {rules.hand}."
        yield open_finding("impossible-tricks", "04 Base game", event, sentence, kind="contradiction")


def _divided(table: Spades, bids: Mapping[Seat, int]) -> list[Seat]:
    """Return the seats of teams that bid one number but are stated with two."""
    said = [(seat, table.account.get(seat), number) for seat, number in bids.items() if table.rules.team_bid == "one"]
    return [seat for seat, side, number in said if any(side == other and number != another for _, other, another in said)]


def check_deal(table: Spades, event: Event, act: TricksStated) -> Iterator[Finding]:
    """Yield findings about a deal as the table states it. If that deal is scored or in progress, the statement is compared with the record.
    If it is not scored, and statement and record together are not enough to score it, a finding says what is missing."""
    number = table.ledger.round
    if act.round < number:
        place = place_of(table.dealt, act.round)
        if place is not None:
            summary = table.dealt[place]
            yield from _mismatch(event, act, [*_unlike_summary(table, act, summary)], summary.version)
        return
    if table.state != "open":
        yield open_finding("after-the-end", "04 Base game", event, "The game was over before this.")
        return
    if act.round > number:
        sentence = f"Deal {act.round} is entered, but the record is at deal {number}: the deals in between are missing."
        yield open_finding("rounds-missing", RECORDING, event, sentence, kind="gap")
    then = table if act.round == number else replace(table, ledger=table.ledger.with_missing(act.round - 1, event.version))
    deal = with_statement(table, act)
    tricks = (known_tricks(table, table.deal) if act.round == number else None) or deal.stated
    if scores_of(then, deal, tricks, table.bags) is None:
        sentence = f"Deal {act.round} cannot be scored: {_missing(then, deal, tricks)}."
        yield open_finding("deal-not-scored", RECORDING, event, sentence, kind="gap")
    if act.round == number:
        if not bids_itself(table):
            yield from blind_too_early(table, event, [seat for seat in act.blind or () if seat not in table.deal.bids])
        yield from _mismatch(event, act, [*_unlike_record(table, act, table.deal)])


def blind_too_early(table: Spades, event: Event, seats: Iterable[Seat]) -> Iterator[Finding]:
    """Yield a finding for each of `seats`, which have bid blind, whose side was not far enough behind to do so."""
    for seat in seats:
        if seat in table.account and not may_bid_blind(table, seat):
            number = table.rules.blind_behind
            sentence = f"{{{seat}}} bid blind nil, but was not {many(number, 'point')} behind."
            yield open_finding("blind-too-early", "house rule", event, sentence, (seat,))


def _missing(table: Spades, deal: Deal, tricks: Mapping[Seat, int]) -> str:
    silent = unbid(table, deal)
    if silent:
        return f"the bids of {named(silent)} are not written down" if silent[1:] else f"the bid of {named(silent)} is not written down"
    if of_sides(table, tricks) is None:
        return "the tricks of each side are not written down"
    return "the tricks of each player are not written down"


def _mismatch(event: Event, act: TricksStated, differences: list[str], *others: int) -> Iterator[Finding]:
    if differences:
        sentence = f"Deal {act.round} was entered otherwise than the record gives it: {'; '.join(differences)}."
        yield open_finding("deal-stated-otherwise", RECORDING, event, sentence, kind="contradiction", others=others)


def _unlike_bids(table: Spades, act: TricksStated, bids: Mapping[Seat, int], blind: frozenset[Seat]) -> Iterator[str]:
    for seat, amount in (act.bids or {}).items():
        before = bidder(table, bids, seat) if seat in table.account else None
        if before is None:
            continue
        now, then = bid(amount, blind=seat in (act.blind or ())), bid(bids[before], blind=before in blind)
        if now != then:
            yield f"{{{seat}}} bid {then}, not {now}"


def _unlike_summary(table: Spades, act: TricksStated, summary: Summary) -> Iterator[str]:
    if act.dealer is not None and summary.dealer is not None and act.dealer != summary.dealer:
        yield f"{{{summary.dealer}}} dealt, not {{{act.dealer}}}"
    yield from _unlike_bids(table, act, summary.bids, summary.blind)
    if summary.tricks:
        yield from _unlike_tricks(table, act.tricks or {}, summary.tricks)


def _unlike_record(table: Spades, act: TricksStated, deal: Deal) -> Iterator[str]:
    if act.dealer is not None and deal.begun and deal.dealer is not None and act.dealer != deal.dealer:
        yield f"{{{deal.dealer}}} dealt, not {{{act.dealer}}}"
    yield from _unlike_bids(table, act, deal.bids, deal.blind)
    so_far, stated = won(deal), act.tricks or {}
    if sum(so_far.values()) == table.rules.hand:
        yield from _unlike_tricks(table, stated, so_far)
        return
    for side, number in summed(table.account, stated).items():
        seats = table.seats_of(side)
        least = sum(so_far[seat] for seat in seats)
        if number < least:
            yield f"{named(seats)} had {counted(least, 'trick')} already, not {number}"


def _unlike_tricks(table: Spades, stated: Mapping[Seat, int], known: Mapping[Seat, int]) -> Iterator[str]:
    """Yield in words the differences between the stated tricks and the known ones. If both name the tricks of every seat, seats are
    compared, otherwise sides."""
    if {*stated} == {*known} == {*table.ring}:
        for seat in table.ring:
            if stated[seat] != known[seat]:
                yield f"{{{seat}}} took {counted(known[seat], 'trick')}, not {stated[seat]}"
        return
    sides = of_sides(table, known) or {}
    for side, number in summed(table.account, stated).items():
        if number != sides.get(side, number):
            seats = table.seats_of(side)
            yield f"{named(seats)} took {counted(sides[side], 'trick')}, not {number}"
