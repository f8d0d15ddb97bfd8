"""What a table of Pitch waits for in the exchange, step by step, and which cards a hand may hold."""

from collections.abc import Iterator

from domain.kernel.canonical import Json
from domain.kernel.cards import SUITS, Seat
from domain.system import Ask, Prompt, asked
from domain.systems.pitch.play.exchange import actors, due
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.prompts.bidding import best_suit
from domain.systems.pitch.proofs import binds
from domain.systems.pitch.rules.steps import Step
from domain.tricks.pack import TRUMP
from domain.tricks.prompts import accounted, pool, taking_kitty
from domain.tricks.ring import from_left_of

KEPT: int = 2
"""In random play an unrecorded hand keeps at most this many cards as trumps, so that there are enough trumps for everybody."""


def must_have(deal: Deal, seat: Seat) -> bool:
    """Whether the hand of `seat` can hold only trumps: its plain cards were thrown, and those that came later were played."""
    return seat in deal.plain and deal.plain[seat][1] >= deal.plain[seat][0]


def spare_trumps(deal: Deal) -> int:
    """Return how many unseen trumps are free: neither the called card nor needed in the hands that threw all their plain cards."""
    suit_of = deal.pack.suit_of
    elsewhere = accounted(deal)
    bound = 0
    for seat, (came, shown) in deal.plain.items():
        held = sum(suit_of.get(card) == TRUMP for card in deal.hand(seat))
        bound += max(0, deal.counts[seat] - (came - shown) - held)
    return sum(card not in elsewhere and card != deal.called for card in deal.pack.trumps) - bound


def exchanging(table: Pitch, deal: Deal) -> Iterator[Prompt]:
    at = deal.step
    if table.steps[at].does == "rescue":
        yield from _rescuing(table, deal)
        at += 1
    if at >= len(table.steps):
        return
    step = table.steps[at]
    done = deal.done if at == deal.step else frozenset()
    waiting = [seat for seat in actors(table, deal, step) if seat not in done]
    if step.does == "take-or-give-stock":
        for seat in waiting:
            yield _taking(table, deal, seat, deal.stock, f"takes the stock: {deal.stock}")
    elif waiting:
        yield from _step(table, deal, step, waiting[0])


def _step(table: Pitch, deal: Deal, step: Step, seat: Seat) -> Iterator[Prompt]:
    match step.does:
        case "take-kitty":
            yield taking_kitty(deal, seat)
        case "name-trump":
            suit = best_suit(table, deal, seat)
            yield asked("TrumpNamed", seat, "names trump", Ask("suit", tuple(SUITS), likely=() if suit is None else (suit,)))
        case "call-partner":
            mine = deal.hand(seat)
            others = tuple([card for card in deal.pack.trumps if card not in mine and card not in deal.gone])
            yield asked("PartnerCalled", seat, "calls a card", Ask("card", others or deal.pack.trumps))
        case "search-stock":
            numbers = tuple(range(deal.stock + 1))
            yield asked("StockSearched", seat, "turns cards of the stock", Ask("seen", numbers), Ask("kept", numbers, likely=(0,)))
        case "fill":
            yield _drawing(table, deal, step, seat)
        case "take-stock" | "choose-from-stock":
            change = due(table, deal, step, seat)
            count = deal.stock if change is None else change
            yield _taking(table, deal, seat, count, f"takes from the stock: {count}")
        case "take-stock-trumps":
            yield _taking_trumps(deal, seat)
        case "adjust" if deal.counts[seat] < step.most:
            yield _drawing(table, deal, step, seat)
        case _:
            yield _throwing(table, deal, step, seat)


def _drawing(table: Pitch, deal: Deal, step: Step, seat: Seat) -> Prompt:
    change = due(table, deal, step, seat)
    count = max(0, step.most - deal.counts[seat]) if change is None else max(0, change)
    return _taking(table, deal, seat, count, f"draws {count} from the stock", "CardsDrawn")


def _taking(table: Pitch, deal: Deal, seat: Seat, count: int, text: str, act: str = "StockTaken") -> Prompt:
    """Return the prompt to take `count` cards. For a recorded hand, it gives the cards from the recorded stock, or else asks for them."""
    known, stock = count > 0 and deal.knows_hand(seat), deal.stock_cards or ()
    if known and len(stock) >= count:
        return asked(act, seat, text, given={"count": count, "cards": [*stock[:count]]})
    cards = pool(deal, seat) if known and not binds(table, deal, margin=count, sure=True) else ()
    asks = [Ask("cards", cards, optional=True, number=count)] if 0 < count <= len(cards) else []
    return asked(act, seat, text, *asks, given={"count": count})


def _taking_trumps(deal: Deal, seat: Seat) -> Prompt:
    """Return the prompt to take every trump in the stock. If the stock is not recorded, the prompt asks for the number of cards."""
    text = "takes the trumps out of the stock"
    if deal.stock_cards is None:
        counts = tuple(range(min(deal.stock, len(deal.pack.trumps)) + 1))
        return asked("StockTaken", seat, text, Ask("count", counts, likely=counts[:4]))
    trumps = [card for card in deal.stock_cards if deal.pack.suit_of.get(card) == TRUMP]
    cards: dict[str, Json] = {"cards": [*trumps]} if deal.knows_hand(seat) else {}
    return asked("StockTaken", seat, text, given={"count": len(trumps), **cards})


def _rescuing(table: Pitch, deal: Deal) -> Iterator[Prompt]:
    for seat in from_left_of(table.ring, deal.dealer):
        if deal.counts[seat] < table.rules.play_hand and seat not in deal.unsure:
            yield asked("CardRescued", seat, "picks up a thrown card", Ask("card", deal.face_up), expected=False)


def _throwing(table: Pitch, deal: Deal, step: Step, seat: Seat) -> Prompt:
    if deal.knows_hand(seat) and deal.trump is not None:
        return _thrown(table, deal, step, seat)
    held, change = deal.counts[seat], due(table, deal, step, seat)
    if change is not None:
        return asked("CardsDiscarded", seat, f"throws {-change}", given={"count": -change})
    if step.does == "throw-down":
        return asked("CardsDiscarded", seat, "throws cards", given={"count": max(0, held - step.most)})
    numbers = range(min(held, step.most) + 1 if step.does == "may-throw" else held + 1)
    plain = max(0, held - min(KEPT, max(0, spare_trumps(deal)))) if step.does == "throw-plain" else None
    likely = numbers[:4] if plain is None else numbers[plain:]
    return asked("CardsDiscarded", seat, "throws cards", Ask("count", tuple(numbers), likely=tuple(likely)))


def _thrown(table: Pitch, deal: Deal, step: Step, seat: Seat) -> Prompt:
    """Return the prompt for what a recorded hand throws: plain cards first, then trumps from the lowest, point cards last (PI-36)."""
    mine, suit_of, scoring = deal.hand(seat), deal.pack.suit_of, deal.pack.scoring
    plain = sorted(card for card in mine if suit_of.get(card) != TRUMP)
    trumps = sorted((card for card in mine if suit_of.get(card) == TRUMP), key=lambda card: (card in scoring, deal.pack.strength[card]))
    if step.does in ("throw-plain", "may-throw-plain"):
        count = len(plain)
    elif step.does == "may-throw":
        count = min(step.most, len(plain))
    else:
        count = max(0, len(mine) - step.most)
    member = "shown" if "discards_face_up" in table.rules.house else "cards"
    given: dict[str, Json] = {"count": count}
    if count < len(plain):
        asks = [Ask(member, tuple(plain), number=count)] if count else []
        return asked("CardsDiscarded", seat, f"throws {count}", *asks, given=given)
    burned = trumps[: count - len(plain)]
    shown = member == "shown" or table.rules.trump_discard == "over_limit_nonscoring_first_shown" or any(card in scoring for card in burned)
    if member == "shown" or (shown and burned):
        given["shown"] = [*plain, *burned] if member == "shown" else [*burned]
    if member == "cards" and (closed := plain if shown else [*plain, *burned]):
        given["cards"] = [*closed]
    return asked("CardsDiscarded", seat, f"throws {count}", given=given)
