"""Finds what is wrong with an act of the exchange. Examples: the wrong player acts, or a player throws too many cards or the wrong ones.

Source: docs/rules/03_pitch_schema.md §2; PI-11, PI-25, PI-26, PI-35, PI-36, PI-44."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from domain.kernel import events
from domain.kernel.cards import Card, Seat, spoken
from domain.kernel.events import Event
from domain.kernel.findings import NOBODY, Finding, open_finding, sealed_finding
from domain.systems.pitch.breaches.play import SOURCES
from domain.systems.pitch.breaches.throwing import STEPS, check_throw, check_throws
from domain.systems.pitch.play.exchange import actors, due, finished, may_be_short, place_of
from domain.systems.pitch.play.handing import Drawn, Exchanged
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.rules.steps import Step
from domain.tricks.breaches import UNIQUE, about, from_hand
from domain.tricks.moves import written
from domain.tricks.pack import TRUMP
from domain.words.phrases import are, counted, were


def check_exchanged(table: Pitch, deal: Deal, event: Event, act: Exchanged) -> Iterator[Finding]:
    """Yield findings about an act of the exchange of cards. `deal`: the deal in the phase `exchange`; its maker may be unknown."""
    seat = act.seat
    at = place_of(table, deal, act)
    if isinstance(act, events.CardRescued) and deal.trump is not None and act.card not in deal.pack.scoring:
        what = f"picked up {spoken(act.card)}, which brings no points."
        yield about("not-to-rescue", "PI-50", event, seat, what)
        return
    if at is None:
        if not (isinstance(act, events.CardsDiscarded | Drawn) and act.count == 0):
            yield _not_due(table, deal, event, act)
    elif at < deal.step:
        return  # the step is written down late: the order of the players is no rule (PI-44), and it is not certain what the hand held
    else:
        deal = finished(table, deal, at)
    step = None if at is None else table.steps[at]
    match act:
        case events.CardsDiscarded():
            yield from _thrown(table, deal, event, act, step)
        case events.CardsDrawn(_, count) | events.StockTaken(_, count):
            yield from _received(table, deal, event, act, count)
            yield from _number_taken(table, deal, event, act, step)
            if step is not None and step.does == "take-stock-trumps":
                yield from _trumps_taken(deal, event, act)
            elif step is not None:
                yield from _not_drawn_so(table, deal, event, act, step)
        case events.KittyTaken(_, cards):
            yield from _received(table, deal, event, act, deal.kitty)
            taken = None if cards is None else cards.value
            if taken is not None and deal.kitty_cards is not None and set(taken) != set(deal.kitty_cards):
                sentence = f"The cards that {{{seat}}} took are not the kitty as it was dealt."
                yield sealed_finding("not-the-kitty", STEPS, event, sentence, (seat,), kind="contradiction", private=(seat, NOBODY))
        case events.StockSearched():
            yield from _searched(table, deal, event, act, step)
        case events.CardRescued(_, card):
            yield from _rescued(table, deal, event, seat, card)
        case events.PartnerCalled(_, card) if deal.trump is not None and deal.pack.suit_of.get(card) != TRUMP:
            yield about("called-no-trump", f"{STEPS} call-partner", event, seat, f"called {spoken(card)}, which is not a trump.")


def _not_due(table: Pitch, deal: Deal, event: Event, act: Exchanged) -> Finding:
    what = {
        events.TrumpNamed: "named trump",
        events.KittyTaken: "took the kitty",
        events.CardsDiscarded: "threw cards",
        events.CardsDrawn: "drew cards",
        events.StockTaken: "took from the stock",
        events.StockSearched: "searched the stock",
        events.CardRescued: "picked up a thrown card",
        events.PartnerCalled: "called a partner",
    }[type(act)]
    if deal.maker is not None and act.seat != deal.maker and place_of(table, deal, replace(act, seat=deal.maker)) is not None:
        sentence = f"{{{act.seat}}} {what}; only {{{deal.maker}}}, the maker, may do that."
        return open_finding("not-the-maker", STEPS, event, sentence, (act.seat,))
    return open_finding("exchange-out-of-order", STEPS, event, f"{{{act.seat}}} {what}, but it was not the time for that.", (act.seat,))


def _received(table: Pitch, deal: Deal, event: Event, act: events.KittyTaken | Drawn, count: int) -> Iterator[Finding]:
    cards = None if act.cards is None else act.cards.value
    if cards is None:
        return
    seat = act.seat
    if len(set(cards)) != count:
        what = f"took {counted(count, 'card')}; {are(len(set(cards)), 'written down')}."
        yield about("wrong-number-written", "00 conservation", event, seat, what, kind="contradiction", private=(seat,))
    if isinstance(act, Drawn) and deal.stock_cards is not None and not deal.drawable.issuperset(cards):
        sentence = f"The cards that {{{seat}}} drew are not all from the recorded stock."
        yield sealed_finding("not-from-the-stock", UNIQUE, event, sentence, (seat,), kind="contradiction", private=(seat, NOBODY))
    if {*cards} <= deal.pack.suit_of.keys() and {*cards}.isdisjoint(chain(deal.gone, *deal.known.values())):
        return
    for card in cards:
        yield from _elsewhere(table, deal, event, seat, card)


def _elsewhere(table: Pitch, deal: Deal, event: Event, seat: Seat, card: Card) -> Iterator[Finding]:
    """Yield findings about a card from the stock or the kitty that is not in the pack, is in a hand, or has left a hand before."""
    if card not in deal.pack.suit_of:
        sentence = f"{spoken(card).capitalize()} is not in this pack."
        yield sealed_finding("not-in-pack", "03 §1 pack", event, sentence, (seat,), kind="contradiction", private=(seat,))
    if card in deal.gone and "recycle_discards" not in table.rules.house:
        gone = deal.gone[card]
        sentence = f"{{{seat}}} took {spoken(card)}, but had already thrown it."
        if gone.seat != seat:
            sentence = f"{spoken(card).capitalize()} had been thrown by {{{gone.seat}}} when {{{seat}}} took it."
        private = (seat,) if gone.public else (seat, gone.seat)
        yield sealed_finding(
            "card-seen-twice", UNIQUE, event, sentence, (gone.seat, seat), kind="contradiction", others=(gone.version,), private=private
        )
    for other, cards in deal.known.items():
        if card in cards:
            sentence = f"{spoken(card).capitalize()} is in {{{other}}}'s hand and cannot have been taken by {{{seat}}}."
            whose = (seat,) if deal.open.get(card) == other else (seat, other)
            yield sealed_finding("card-held-elsewhere", UNIQUE, event, sentence, (other, seat), kind="contradiction", private=whose)


def _number_taken(table: Pitch, deal: Deal, event: Event, act: Drawn, step: Step | None) -> Iterator[Finding]:
    """Yield a finding if the number of cards taken is not the one that the step asks for, or is more than the stock has (PI-26)."""
    seat, count = act.seat, act.count
    wanted = None if step is None else due(table, deal, step, seat)
    short = step is not None and wanted is not None and count < wanted and may_be_short(table, deal, step, seat, wanted)
    if wanted is not None and wanted != count and not short:
        yield about("wrong-number-drawn", f"{STEPS}, PI-26", event, seat, f"took {counted(count, 'card')}; {were(max(0, wanted), 'due')}.")
    elif count > deal.stock and not deal.unsure and "recycle_discards" not in table.rules.house:
        what = f"took {counted(count, 'card')}, but the stock had only {deal.stock}."
        yield about("wrong-number-drawn", "00 conservation", event, seat, what, kind="contradiction")


def _trumps_taken(deal: Deal, event: Event, act: Drawn) -> Iterator[Finding]:
    """Yield findings if the player, who looks through the stock, takes a plain card out of it or leaves a trump in it."""
    seat, cards, stock, trumps = act.seat, {*written(act)}, deal.stock_cards, deal.pack.of_suit[TRUMP]
    plain = sorted(card for card in cards - trumps if card in deal.pack.suit_of)
    if plain:
        what = f"took {spoken(plain[0])} out of the stock: only trumps may be taken."
        yield about("plain-card-taken", STEPS, event, seat, what, private=(seat,))
    if stock is None or deal.trump is None:
        return
    due = trumps.intersection(stock)
    left = due - cards if cards else due
    if left and (cards or act.count < len(due)):
        what = f"left {spoken(min(left)) if cards else 'a trump'} in the stock: every trump had to be taken."
        yield about("trump-left", STEPS, event, seat, what, private=(seat, NOBODY) if cards else (NOBODY,))
    if not cards and act.count > len(due):
        what = f"took {counted(act.count, 'card')} out of the stock; it had {counted(len(due), 'trump')}."
        yield about("plain-card-taken", STEPS, event, seat, what, private=(NOBODY,))


def _not_drawn_so(table: Pitch, deal: Deal, event: Event, act: Drawn, step: Step) -> Iterator[Finding]:
    """Yield a finding if a named card does not lie where it was drawn. A recorded stock is in the order of drawing. Who draws first is no
    rule (PI-44), so in a refill any card may be the player's that is due to somebody."""
    seat, cards, stock = act.seat, {*written(act)}, deal.stock_cards
    if not cards or stock is None or not deal.drawable.issuperset(cards) or step.does == "adjust":
        return
    strange = cards.difference(stock)
    if step.does == "fill":
        waiting = [due(table, deal, step, other) or 0 for other in actors(table, deal, step) if other not in (seat, *deal.done)]
        strange = cards.intersection(stock[act.count + sum(waiting) :])
    if strange:
        what = f"drew {spoken(min(strange))}, which was not among the next cards of the recorded stock."
        yield about("not-from-the-stock", STEPS, event, seat, what, kind="contradiction", private=(seat, NOBODY))


def _in_order(deal: Deal, act: events.CardsDiscarded, step: Step) -> bool:
    """Whether `_thrown` certainly finds nothing: the player threw all plain cards of a known hand, as the step asks, and nothing else."""
    cards = written(act)
    if step.does != "throw-plain" or act.shown or len(cards) != act.count or deal.torn or not deal.knows_hand(act.seat):
        return False
    plain = deal.hand(act.seat) - deal.pack.of_suit[TRUMP]
    return plain == {*cards} and plain <= deal.pack.suit_of.keys() and not deal.denies(act.seat, plain)


def _thrown(table: Pitch, deal: Deal, event: Event, act: events.CardsDiscarded, step: Step | None) -> Iterator[Finding]:
    if step is not None and _in_order(deal, act, step):
        return
    seat, shown, closed = act.seat, act.shown or (), written(act)
    if len(set(shown)) + len(set(closed)) > act.count:
        what, private = f"threw {counted(act.count, 'card')}; more are written down.", (seat,) if closed else ()
        yield about("wrong-number-written", "00 conservation", event, seat, what, kind="contradiction", private=private)
    if shown:
        yield from from_hand(deal, event, seat, shown, SOURCES)
    if closed:
        yield from from_hand(deal, event, seat, closed, SOURCES, private=(seat,))
    if step is not None and seat not in deal.unsure:
        yield from _number_thrown(table, deal, event, act, step)
    yield from check_throw(table, deal, event, act, step)
    yield from check_throws(table, deal, event, seat, (*shown, *closed))


def _number_thrown(table: Pitch, deal: Deal, event: Event, act: events.CardsDiscarded, step: Step) -> Iterator[Finding]:
    seat, held = act.seat, deal.counts[act.seat]
    left = held - act.count
    wanted = due(table, deal, step, seat)
    if left < 0:
        what = f"threw {counted(act.count, 'card')} but held only {held}."
        yield about("wrong-number-thrown", "00 conservation", event, seat, what, kind="contradiction")
    elif step.does == "may-throw" and act.count > step.most:
        yield about("wrong-number-thrown", STEPS, event, seat, f"threw {counted(act.count, 'card')}; at most {step.most} may be thrown.")
    elif wanted is not None and wanted != -act.count and step.does in ("throw-down", "adjust"):
        yield about("wrong-number-thrown", STEPS, event, seat, f"threw {counted(act.count, 'card')}; {were(max(0, -wanted), 'due')}.")


def _searched(table: Pitch, deal: Deal, event: Event, act: events.StockSearched, step: Step | None) -> Iterator[Finding]:
    seat = act.seat
    if not deal.unsure and (act.seen > deal.stock or act.kept > act.seen):
        what = f"turned {act.seen} cards and kept {act.kept}; the stock had {deal.stock}."
        yield about("wrong-number-drawn", "00 conservation", event, seat, what, kind="contradiction")
    thrown = len(act.shown or ())
    after = deal.counts[seat] + act.kept - thrown
    if seat not in deal.unsure and (after > table.rules.play_hand or (thrown and after < table.rules.play_hand)):
        what = f"kept {counted(act.kept, 'card')} and threw {thrown}: the hand must stay at {table.rules.play_hand} cards."
        yield about("wrong-number-thrown", STEPS, event, seat, what)
    stock, cards = deal.stock_cards, {*written(act)}
    if stock is not None and cards.difference(stock[: act.seen]):
        what = f"kept {spoken(min(cards.difference(stock[: act.seen])))}, which was not among the next cards of the recorded stock."
        yield about("not-from-the-stock", STEPS, event, seat, what, kind="contradiction", private=(seat, NOBODY))
    yield from from_hand(deal, event, seat, act.shown or (), SOURCES)
    pointless = sorted(card for card in written(act) if card in deal.pack.suit_of and card not in deal.pack.scoring)
    if pointless and deal.trump is not None and "search_any" not in table.rules.house:
        what = f"kept {spoken(pointless[0])} from the stock: only cards that bring points may be kept."
        yield about("pointless-card-kept", "PI-49", event, seat, what, private=(seat,))
    elif act.shown:
        yield from check_throw(table, deal, event, act, step)
    yield from check_throws(table, deal, event, seat, act.shown or ())


def _rescued(table: Pitch, deal: Deal, event: Event, seat: Seat, card: Card) -> Iterator[Finding]:
    if card not in deal.face_up:
        what = f"picked up {spoken(card)}, which was not among the point cards thrown face up."
        yield about("not-to-rescue", f"{STEPS} rescue", event, seat, what)
    elif seat not in deal.unsure and deal.counts[seat] >= table.rules.play_hand:
        yield about("no-room", f"{STEPS} rescue", event, seat, f"picked up {spoken(card)} but had no room for it in the hand.")
