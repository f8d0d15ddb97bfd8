"""Changes the table of Pitch as an event says (`evolve`). `calls`, `exchange`, `playing` and `closing` do most of the work.

`evolve` refuses nothing: an illegal act still moves the cards, and `breaches` reports the act. A record may leave out acts, for instance
the dealing, passes or an exchange. Such acts are assumed to have followed the rules."""

from domain.kernel import events
from domain.kernel.cards import Seat
from domain.kernel.events import Event
from domain.kernel.values import replace
from domain.ledger import Ledger
from domain.systems.pitch.play import auction as calling
from domain.systems.pitch.play import playing
from domain.systems.pitch.play.calls import Called, called, ended_by_word, held, may_be_over, renewed
from domain.systems.pitch.play.closing import left_open, settled
from domain.systems.pitch.play.doubling import doubled
from domain.systems.pitch.play.exchange import exchanged
from domain.systems.pitch.play.handing import Exchanged
from domain.systems.pitch.play.statements import ROUNDS, deal_stated, voided
from domain.systems.pitch.play.table import Deal, Pitch, fresh, with_deal
from domain.systems.pitch.rules.following import ways
from domain.systems.pitch.rules.pack import pack_of
from domain.systems.pitch.rules.reading import ruleset_of
from domain.tricks.deal import carried
from domain.tricks.hands import with_hands
from domain.tricks.moves import moved
from domain.tricks.sides import accounts, for_sides


def open_table(opened: events.GameOpened) -> Pitch:
    ring = tuple(seating.seat for seating in opened.seats)
    rules = ruleset_of(opened.rules)
    return Pitch(
        rules=rules,
        steps=rules.steps,
        ways=ways(rules),
        ring=ring,
        account=accounts(rules.teams, ring),
        ledger=Ledger(dict.fromkeys(ring, 0)),
        deal=fresh(rules, ring, None),
    )


def evolve(table: Pitch, event: Event) -> Pitch:
    act, deal, version = event.act, table.deal, event.version
    if table.state != "open":
        return ROUNDS.evolve(table, for_sides(table.account, event))
    if deal.held:
        table = carried(table, event, evolve, lambda table, version: left_open(table, table.deal, version))
        deal = table.deal
    match act:
        case events.CardPlayed() if act.seat in table.account:
            return _played(table, act, version)
        case _ if isinstance(act, Called) and act.seat in table.account:
            return called(table, act, version)
        case _ if isinstance(act, Exchanged) and act.seat in table.account:
            return _exchanged(table, act, version)
        case events.CardsDealt(dealer) if dealer in table.account:
            return _dealt(table, act, version)
        case events.OutDeclared(seat) if deal.phase in ("auction", "exchange", "play") and seat in table.account:
            return _ended(with_deal(table, playing.declared_out(table, brought_to_play(table, deal, seat), act, version)), version)
        case events.BidDoubled(seat):
            return with_deal(table, doubled(table, deal, seat, version))
        case events.DealFolded(seat) if deal.phase == "play" and seat in table.account:
            return settled(table, version, fold=True)
        case events.CardsShown(seat) if seat in table.account:
            return _shown(table, act, version)
        case events.MisdealCalled() if deal.begun:
            return voided(table, "misdeal")
        case events.DealVoided(reason):
            return voided(table, reason)
        case events.PlayerLeft(seat) if seat in table.account and deal.begun:
            return _left(table, seat, version)
        case events.DealStated():
            return deal_stated(ended_by_word(table, event), act, version)
        case _:
            return ROUNDS.evolve(ended_by_word(table, event), for_sides(table.account, event))


def _left(table: Pitch, seat: Seat, version: int) -> Pitch:
    """Return the table after a player left during a deal. If they had to call, they pass; in the play, their seat is out until it plays."""
    deal = table.deal
    if deal.phase == "auction" and deal.auction is not None and deal.auction.turn == seat:
        return called(table, events.BidPassed(seat), version)
    return _ended(with_deal(table, playing.left(table, deal, seat)), version) if deal.phase == "play" else table


# --- the deal ----------------------------------------------------------------------------------------------------------------------------


def _dealt(table: Pitch, act: events.CardsDealt, version: int) -> Pitch:
    """Return the table after the cards are dealt. The previous deal is scored first if its play may be over."""
    table = renewed(table, version)
    if table.state != "open":
        return table
    deal = with_hands(fresh(table.rules, table.ring, act.dealer), act, version, table.ring)
    auction = calling.opened(table.ring, act.dealer)
    deal = replace(deal, phase="auction", auction=auction, drawable=frozenset(deal.stock_cards or ()))
    return replace(table, deal=deal, ledger=table.ledger.with_cards())


# --- the exchange and the play -----------------------------------------------------------------------------------------------------------


def _exchanged(table: Pitch, act: Exchanged, version: int) -> Pitch:
    if begins_another_deal(table, act):
        table = renewed(table, version)
    deal = table.deal
    if deal.phase in ("deal", "auction"):
        deal = held(table, deal, act.seat)
    if deal.phase != "exchange":
        return with_deal(table, _named_late(table, deal, act))
    return in_exchange(table, deal, act, version)


def in_exchange(table: Pitch, deal: Deal, act: Exchanged, version: int) -> Pitch:
    """Return the table after an act of the exchange. `deal`: the deal before it, in the phase `exchange`. The last step begins the play."""
    deal = exchanged(table, deal, act, version)
    if deal.step >= len(table.steps):
        deal = playing.opened_play(table, deal)
    return replace(table, deal=deal, ledger=table.ledger.with_cards())


def begins_another_deal(table: Pitch, act: Exchanged) -> bool:
    """Whether this act of an exchange begins a new deal with unrecorded dealing and calls; False if the current deal cannot be over."""
    opens = isinstance(act, events.KittyTaken) or (isinstance(act, events.TrumpNamed) and table.deal.trump is not None)
    return opens and bool(table.steps) and (table.deal.phase == "score" or may_be_over(table, table.deal))


def may_name_late(table: Pitch, deal: Deal) -> bool:
    """Whether the trump suit may still be named in the first trick. Where the first card makes trump, a card must be on the table."""
    return deal.phase == "play" and deal.trump is None and not deal.tricks and (bool(deal.plays) or table.rules.trump_by == "announce")


def _named_late(table: Pitch, deal: Deal, act: Exchanged) -> Deal:
    match act:
        case events.TrumpNamed(_, suit) if suit is not None and may_name_late(table, deal):
            return replace(deal, pack=pack_of(table.rules, suit))
        case events.PartnerCalled(_, card) if deal.phase == "play" and deal.called is None:
            return replace(deal, called=card)
        case _:
            return deal


def _played(table: Pitch, act: events.CardPlayed, version: int) -> Pitch:
    table = renewed(table, version) if table.deal.phase == "score" else table
    deal = table.deal
    if deal.phase == "team_out":
        return table
    if deal.phase != "play":
        deal = brought_to_play(table, deal, act.seat)
        table = replace(table, ledger=table.ledger.with_cards())
    return _ended(replace(table, deal=playing.played(table, deal, act, version)), version)


def brought_to_play(table: Pitch, deal: Deal, seat: Seat) -> Deal:
    """Return the deal at the start of its play. Unrecorded calls and steps of the exchange count as done. `seat`: see `maker` of `held`."""
    if deal.phase in ("deal", "auction"):
        deal = held(table, deal, seat)
    return playing.opened_play(table, deal) if deal.phase == "exchange" else deal


def _ended(table: Pitch, version: int) -> Pitch:
    """Return the table, with its deal scored if the play is over; if the leading side is out of trumps, the others must first show their
    cards (PI-43)."""
    deal = table.deal
    if not playing.is_over(table, deal):
        return table
    if playing.opponents_left(table, deal):
        return replace(table, deal=replace(deal, phase="team_out"))
    return settled(table, version)


def _shown(table: Pitch, act: events.CardsShown, version: int) -> Pitch:
    deal = table.deal
    if not deal.begun:  # the cards shown here are left over from the previous deal
        return table
    deal = replace(deal, moves=deal.moves.plus(moved(act, version)))
    if act.purpose == "rest":
        return _ended(with_deal(table, playing.shown_rest(table, deal, act, version)), version)
    if deal.phase != "team_out":
        return with_deal(table, playing.with_open(deal, act.seat, act.cards))
    cards = tuple(card for card in act.cards if card not in deal.gone)
    deal = replace(deal, left={**deal.left, act.seat: cards})
    table = replace(table, deal=deal)
    return table if playing.opponents_left(table, deal) else settled(table, version)
