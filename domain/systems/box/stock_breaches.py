"""Makes the findings of Box about cards of the stock: at the start, in refills, trades and resurrections. It also makes the findings about
cards that cannot be where the record says."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.kernel.cards import RANK_OF, Card, Seat, spoken
from domain.kernel.events import BoxesSet, BoxRefilled, Event, ExtrasTraded, HandRefilled, Resurrected
from domain.kernel.findings import NOBODY, Finding, open_finding, sealed_finding
from domain.kernel.shapes import Sealed
from domain.kernel.values import replace
from domain.systems.box import refills
from domain.systems.box.table import BOX_CAPACITY, HAND_LIMIT, RESURRECTED_LIMIT, TRADE, Box
from domain.words.phrases import are, counted, were

SECTION: Final = "01 §4"


def hand_refilled(table: Box, event: Event, act: HandRefilled) -> Iterator[Finding]:
    seat, count = act.seat, act.count
    yield from _refill_time(table, event, seat)
    yield from _drawn(table, event, seat, act.cards, count, seat)
    if seat in table.players and not table.unseen and count != table.holdings[seat].drawn:
        due = table.holdings[seat].drawn
        sentence = f"{{{seat}}} drew {counted(count, 'card')} into the hand; {were(due, 'due')}."
        yield open_finding("wrong-number-drawn", f"{SECTION} REFILL", event, sentence, (seat,))


def box_refilled(table: Box, event: Event, act: BoxRefilled) -> Iterator[Finding]:
    seat, count = act.seat, act.count
    yield from _refill_time(table, event, seat)
    yield from _drawn(table, event, seat, act.cards, count, NOBODY)
    if seat in table.players and not table.unseen and count > table.holdings[seat].due:
        sentence = f"{{{seat}}} drew {counted(count, 'box card')}; {were(table.holdings[seat].due, 'owed')}."
        yield open_finding("wrong-number-drawn", "BX-8", event, sentence, (seat,))


def _refill_time(table: Box, event: Event, seat: Seat) -> Iterator[Finding]:
    if not table.between_rounds or table.phase == "setup":
        yield open_finding("refill-not-due", f"{SECTION} REFILL", event, f"{{{seat}}} drew cards although no round had ended.", (seat,))
    elif seat not in table.players:
        yield open_finding("not-in-round", f"{SECTION} REFILL", event, f"{{{seat}}} drew cards while out of the game.", (seat,))


def traded(table: Box, event: Event, act: ExtrasTraded) -> Iterator[Finding]:
    seat = act.seat
    if not table.between_rounds or table.phase == "setup":
        yield open_finding("trade-not-due", "BX-10", event, f"{{{seat}}} traded extras in the middle of a round.", (seat,))
    elif seat not in table.players:
        yield open_finding("not-in-round", "BX-10", event, f"{{{seat}}} traded extras while out of the game.", (seat,))
    elif not table.may_trade(seat) and not table.unseen:
        mine = table.holdings[seat]
        had = f"{counted(mine.extras, 'extra')} and {counted(mine.box, 'box card')}"
        sentence = f"{{{seat}}} traded with {had}: a trade takes {TRADE} extras, and a box of at most {counted(BOX_CAPACITY - 1, 'card')}."
        yield open_finding("trade-not-allowed", "BX-10", event, sentence, (seat,))
    if act.cards is not None and len(set(act.cards)) != TRADE:
        sentence = f"{{{seat}}} gave {counted(len(set(act.cards)), 'card')}; a trade takes {TRADE}."
        yield open_finding("wrong-number-traded", "BX-10", event, sentence, (seat,))
    known = table.extras.get(seat, frozenset())
    if seat in table.players and not table.unseen and len(known) >= table.holdings[seat].extras:
        for card in sorted({*(act.cards or ())} - known):
            sentence = f"{{{seat}}} traded {spoken(card)}, which was not one of the extras."
            yield open_finding("card-not-held", "BX-10", event, sentence, (seat,), kind="contradiction")


def box_lost(table: Box, event: Event, seat: Seat) -> Iterator[Finding]:
    lost = table.between_rounds and seat in table.players and table.holdings[seat].box == 0
    if not lost and not table.unseen:
        yield open_finding(
            "resurrection-not-due",
            f"{SECTION} LOSS_CHECK",
            event,
            f"{{{seat}}} decided about a resurrection, but had not lost the box.",
            (seat,),
        )


def resurrected(table: Box, event: Event, act: Resurrected) -> Iterator[Finding]:
    seat = act.seat
    yield from box_lost(table, event, seat)
    if seat in table.players and any(drawn is not None and drawn.value is not None for drawn in (act.hand, act.box_card)):
        after = refills.resurrected(table, act)
        before = replace(table, lying=after.lying, held={other: cards for other, cards in table.held.items() if other != seat})
        yield from _drawn(before, event, seat, act.hand, RESURRECTED_LIMIT, seat)
        yield from _drawn(replace(before, held=after.held), event, seat, act.box_card, 1, seat)
    if table.unseen or seat not in table.players or table.holdings[seat].box > 0:
        return
    if table.holdings[seat].resurrected:
        yield open_finding("resurrected-twice", f"{SECTION} LOSS_CHECK", event, f"{{{seat}}} had been resurrected before.", (seat,))
    elif not table.may_resurrect(seat):
        yield open_finding("resurrection-not-due", "BX-13", event, f"There were not four cards left for {{{seat}}} to draw.", (seat,))


def set_up(table: Box, event: Event, act: BoxesSet) -> Iterator[Finding]:
    if table.ledger.depth != "nothing":
        yield open_finding("deal-not-due", f"{SECTION} SETUP", event, "Boxes are set once, before the first round.")
        return
    owner: dict[Card, Seat] = {}
    for groups, private in ((act.hands, None), (act.boxes, NOBODY)):
        for seat, cards in (groups or {}).items():
            who = seat if private is None else private
            if cards.value is None:
                continue
            if len(set(cards.value)) != HAND_LIMIT:
                sentence = f"{{{seat}}} has {counted(len(set(cards.value)), 'card')} instead of {HAND_LIMIT}."
                yield sealed_finding("wrong-number-dealt", f"{SECTION} SETUP", event, sentence, (seat,), private=(who,))
            for card in cards.value:
                if card in owner:
                    sentence = f"{spoken(card).capitalize()} was dealt twice."
                    seats = (owner[card], seat)
                    yield sealed_finding(
                        "card-seen-twice",
                        "00 one of each card",
                        event,
                        sentence,
                        (seat,),
                        kind="contradiction",
                        private={who, *seats, NOBODY},
                    )
                if card not in RANK_OF:
                    yield not_in_pack(event, seat, card, (who,))
                owner[card] = seat


def _drawn(
    table: Box, event: Event, seat: Seat, drawn: Sealed[tuple[Card, ...]] | Sealed[Card] | None, count: int, who: Seat
) -> Iterator[Finding]:
    """Yield findings about recorded cards that a player drew from the stock: a wrong number, or cards that the stock cannot have had.
    `who`: the seat that may see these cards."""
    if drawn is None or drawn.value is None:
        return
    cards = (drawn.value,) if isinstance(drawn.value, str) else drawn.value
    if len(set(cards)) != count:
        sentence = f"{{{seat}}} drew {counted(count, 'card')}, but {are(len(set(cards)), 'written down')}."
        yield sealed_finding("wrong-number-drawn", f"{SECTION} REFILL", event, sentence, (seat,), private=(who,))
    for card in cards:
        yield from lying(table, event, seat, card, (who,))
        if card in table.held.get(seat, ()) and not table.unseen:
            sentence = f"{{{seat}}} drew {spoken(card)}, but already held it."
            yield _elsewhere(event, sentence, (seat,), (seat, who))


def lying(table: Box, event: Event, seat: Seat, card: Card, private: Iterable[Seat] = (), *, box: Seat | None = None) -> Iterator[Finding]:
    """Yield a finding if this player cannot have had the card: everyone has seen it elsewhere, another player holds it, or it is in a box.

    `private`: the seats that may see this finding; empty: everyone may. `box`: the player from whose box the card comes, if from one."""
    if card not in RANK_OF:
        yield not_in_pack(event, seat, card, private)
    seen = {**table.lying, **{card: version for other, cards in table.exposed.items() if other != seat for card, version in cards.items()}}
    if card in seen:
        version = seen[card]
        sentence = f"{spoken(card).capitalize()} was already out of play when {{{seat}}} {'drew' if private else 'showed'} it."
        yield sealed_finding(
            "card-seen-twice", "00 one of each card", event, sentence, (seat,),
            kind="contradiction", others=(version,), suspects=(event.version, version), private=private,
        )  # fmt: skip
    for other, cards in table.held.items():
        if other != seat and card in cards:
            sentence = f"{spoken(card).capitalize()} was dealt to {{{other}}} and cannot have been {{{seat}}}'s."
            yield _elsewhere(event, sentence, (other, seat), (other, *private))
    for other, cards in table.boxes.items():
        if other != box and card in cards:
            sentence = f"{spoken(card).capitalize()} was in the box of {{{other}}} when {{{seat}}} {'drew' if private else 'showed'} it."
            yield _elsewhere(event, sentence, (other, seat), (NOBODY, *private))


def _elsewhere(event: Event, sentence: str, seats: Iterable[Seat], private: Iterable[Seat]) -> Finding:
    return sealed_finding("card-held-elsewhere", "00 one of each card", event, sentence, seats, kind="contradiction", private=private)


def not_in_pack(event: Event, seat: Seat, card: Card, private: Iterable[Seat] = ()) -> Finding:
    sentence = f"{spoken(card).capitalize()} is not in this pack."
    return sealed_finding("not-in-pack", f"{SECTION} SETUP", event, sentence, (seat,), kind="contradiction", private=private)
