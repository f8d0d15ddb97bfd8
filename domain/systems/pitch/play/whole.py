"""Whether nothing of a deal is missing in the record. Source: design.md §5; docs/rules/03_pitch_schema.md §4; PI-37, PI-39, PI-47."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from domain.kernel import events
from domain.kernel.cards import Card, Seat
from domain.kernel.events import Act, Event
from domain.system import Deals
from domain.systems.pitch.play.calls import Called, may_be_over
from domain.systems.pitch.play.deal import evolve
from domain.systems.pitch.play.table import Deal, Pitch
from domain.tricks.pack import TRUMP

_CUT_SHORT: Final = (events.MisdealCalled, events.DealVoided, events.DealFolded, events.DealStated)


def begins(table: Pitch, event: Event) -> bool:
    """Whether the event certainly begins another deal: the cards are dealt, a deal is stated, or the first call is made."""
    act, deal = event.act, table.deal
    if isinstance(act, events.CardsDealt | events.DealStated):
        return True
    return isinstance(act, Called) and (deal.phase in ("deal", "score") or may_be_over(table, deal))


def whole(table: Pitch, recorded: Sequence[Event]) -> bool:
    """Whether the record has every play of the deal. Each seat must have played or shown all its cards, or have left the deal after a
    number of cards that is certain. At least one seat must have played or shown all: that shows that no whole trick is missing.

    In games where only trumps are played, it is also enough that all cards left in the hands are known and none is a trump."""
    if any(isinstance(event.act, _CUT_SHORT) for event in recorded):
        return False
    told, out = _told([event.act for event in recorded], table.ring)
    full = {seat for seat in table.ring if told[seat] == table.rules.play_hand}
    if len(full) == len(table.ring):
        return True
    deal = _at_the_end(table, recorded)
    if table.rules.drop_out == "never":
        full |= _played_out(table, deal, recorded)
    elif table.rules.follow == "trumps_only":
        trumps, known = deal.pack.of_suit[TRUMP], [seat for seat in table.ring if deal.knows_hand(seat) and seat not in full]
        done = {seat for seat in known if told[seat] + deal.counts[seat] == table.rules.play_hand and trumps.isdisjoint(deal.known[seat])}
        if len(full) + len(done) == len(table.ring):
            return True
    return bool(full) and all(seat in full or out.get(seat) is True for seat in table.ring)


def _told(acts: Sequence[Act], ring: Sequence[Seat]) -> tuple[Counter[Seat], dict[Seat, bool]]:
    """Return two maps by seat: how many cards the seat has played or shown; and for each seat that has left the deal, whether this number
    is certain. If no other player had still to play to the same trick, a last card may be missing in the record."""
    told: Counter[Seat] = Counter()
    out: dict[Seat, bool] = {}
    pitched: Seat | None = None
    for act in acts:
        match act:
            case events.PitchedAsBid(seat):
                told[seat] += 1
                pitched = seat
            case events.BidMade() | events.ShootCalled() if pitched is not None:
                told[pitched] -= 1  # the pitched card goes back to the hand (PI-39)
                pitched = None
            case events.CardPlayed(seat):
                told[seat] += 1
            case events.CardsShown(seat, cards) if act.purpose == "rest":
                told[seat] += len(cards)
            case events.OutDeclared(seat):
                ahead = [told[other] - told[seat] for other in ring if other not in out and other != seat]
                out[seat] = 0 in ahead and set(ahead) <= {0, 1}
            case _:
                pass
    return told, out


def _at_the_end(table: Pitch, recorded: Sequence[Event]) -> Deal:
    """Return the deal as it was when cards were last on the table. `table`: the table before the deal."""
    deal = table.deal
    for event in recorded:
        table = evolve(table, event)
        deal = table.deal if table.deal.plays or table.deal.tricks else deal
    return deal


def _played_out(table: Pitch, deal: Deal, recorded: Sequence[Event]) -> set[Seat]:
    """Return the seats whose hand is known, and whose cards are all on the table at the end of the deal."""
    gone = {card for event in recorded for card in _laid(event.act)}
    hands = {seat: deal.known[seat] for seat in table.ring if seat in deal.known and seat not in deal.unsure}
    return {seat for seat, cards in hands.items() if len(cards) == deal.counts[seat] and cards <= gone}


def _laid(act: Act) -> tuple[Card, ...]:
    """Return the cards that the act takes from a hand to the table."""
    match act:
        case events.CardPlayed(card=card) if card is not None:
            return (card, *(act.extras or ()))
        case events.CardsShown() if act.purpose == "rest":
            return tuple(act.cards)
        case _:
            return ()


DEALS: Final[Deals[Pitch]] = Deals(begins, whole)
