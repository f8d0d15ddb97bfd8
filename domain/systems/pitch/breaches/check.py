"""Finds what is wrong with an event in Pitch. `check` is called before the table changes.

Every finding names its ruling and the events that prove it. An act that no legal game can contain is a breach. If the record just leaves
something out, it is at most a gap. `auction`, `exchange`, `leaving`, `play` and `stated` check most events, this module the rest."""

from collections.abc import Iterator
from typing import Final

from domain.kernel import events
from domain.kernel.cards import RANK_OF, Card, spoken
from domain.kernel.events import Event
from domain.kernel.findings import Finding, enough, open_finding
from domain.systems.pitch.breaches.auction import check_called
from domain.systems.pitch.breaches.exchange import check_exchanged
from domain.systems.pitch.breaches.leaving import check_folded, check_out, check_shown
from domain.systems.pitch.breaches.play import SOURCES, check_played, not_over, unfinished_auction
from domain.systems.pitch.breaches.stated import against_the_rules, check_deal
from domain.systems.pitch.play.calls import Called, ended_by_word, held, may_be_over
from domain.systems.pitch.play.deal import begins_another_deal, may_name_late
from domain.systems.pitch.play.doubling import check_doubled
from domain.systems.pitch.play.handing import Drawn, Exchanged
from domain.systems.pitch.play.statements import ROUNDS
from domain.systems.pitch.play.table import Deal, Pitch, fresh
from domain.systems.pitch.proofs import no_such_deal
from domain.tricks.breaches import about, misdeal_denied, misdealt
from domain.tricks.ring import next_dealer
from domain.tricks.sides import for_sides
from domain.words.phrases import counted

SECTION: Final = "03 §4"
_MOVES: Final = events.CardPlayed | events.OutDeclared | events.CardsShown | Exchanged
_PLAY: Final = events.TricksAct | events.PitchAct | events.DealVoided | events.GameAbandoned


def check(table: Pitch, event: Event) -> tuple[Finding, ...]:
    act = event.act
    if table.state != "open":
        if isinstance(act, _PLAY) and not isinstance(act, events.DealStated):
            return (open_finding("after-the-end", f"{SECTION} GAME_OVER", event, "The game was over before this."),)
        return tuple(_stated(table, event))
    if isinstance(act, Called):
        return tuple(check_called(table, event, act))
    wrong = enough(_found(table, event))
    return (*wrong, *no_such_deal(table, event, wrong)) if isinstance(act, _MOVES) and act.seat in table.account else wrong


def _found(table: Pitch, event: Event) -> Iterator[Finding]:
    act = event.act
    match act:
        case events.CardPlayed() if act.seat in table.account:
            yield from check_played(table, event, act)
        case _ if isinstance(act, Exchanged) and act.seat in table.account:
            yield from check_exchange(table, event, act)
        case events.CardsDealt():
            yield from _dealt(table, event, act)
        case events.MisdealCalled():
            yield from _misdeal(table, event, act)
        case events.OutDeclared():
            yield from check_out(table, event, act)
        case events.BidDoubled() if act.seat in table.account:
            yield from check_doubled(table, event, act)
        case events.DealFolded():
            yield from check_folded(table, event, act)
        case events.CardsShown() if act.seat in table.account:
            yield from check_shown(table, event, act)
        case events.DealVoided() if not table.deal.begun and not table.deal.voided:
            yield open_finding("nothing-to-void", SECTION, event, "Nothing of this deal had been recorded: there is nothing to void.")
        case events.PlayerJoined(seat):
            yield about("roster-fixed", "03 §1 players", event, seat, "joined, although the table is full.")
        case events.PlayerLeft(seat) if seat not in table.account:
            yield about("not-seated", SECTION, event, seat, "is not at the table and cannot leave it.")
        case events.PlayerLeft(seat) if table.deal.begun:
            what = f"left in the middle of deal {table.ledger.round}. How the deal goes on is not written down yet."
            yield about("player-left", "03 §1 players", event, seat, what, kind="gap")
        case _:
            yield from _stated(table, event)


def _stated(table: Pitch, event: Event) -> Iterator[Finding]:
    """Yield findings about a statement of the players, or a ruling. A seat that such an event names stands for its whole side."""
    yield from against_the_rules(table, event)
    table = ended_by_word(table, event)
    if isinstance(event.act, events.DealStated):
        yield from check_deal(table, event, event.act)
    else:
        yield from ROUNDS.check(table, for_sides(table.account, event))


# --- the deal -----------------------------------------------------------------------------------------------------------------------------


def _dealt(table: Pitch, event: Event, act: events.CardsDealt) -> Iterator[Finding]:
    deal, expected = table.deal, table.deal.dealer
    if may_be_over(table, deal) or deal.phase == "score":
        expected = next_dealer(table.ring, deal.dealer)
        yield from not_over(table, deal, event)
    elif deal.begun:
        expected = None  # nobody knows whether the unfinished deal counts, so nobody knows who deals next
        yield open_finding("deal-unfinished", SECTION, event, "Cards were dealt before the deal in progress was finished.", kind="gap")
    if expected is not None and act.dealer != expected:
        sentence = f"{{{act.dealer}}} dealt although it was {{{expected}}}'s deal."
        yield open_finding("wrong-dealer", f"{SECTION} DEAL", event, sentence, (act.dealer,))
    due = fresh(table.rules, table.ring, None)
    yield from misdealt(event, act, deal.pack, due.counts, (due.kitty, due.stock), SOURCES)


def _misdeal(table: Pitch, event: Event, act: events.MisdealCalled) -> Iterator[Finding]:
    """Yield a finding if a misdeal was called without a reason: a faulty deal, or bad cards if the rules say so (PI-27)."""
    deal, rule, seat = table.deal, table.rules.misdeal, act.seat
    if not deal.begun:
        yield about("nothing-to-void", "PI-27", event, seat, "called a misdeal, but nothing had been dealt.")
        return
    due = fresh(table.rules, table.ring, None)
    if seat in table.account:
        yield from misdeal_denied(deal, event, act, due.counts, (due.kitty, due.stock), SOURCES)
    if act.reason != "cards":
        return
    if rule in ("none", "forbidden"):
        yield about("no-misdeal", "PI-27", event, seat, "called a misdeal for bad cards: this game has no such rule.")
        return
    if deal.said or deal.phase not in ("deal", "auction"):
        what = "called a misdeal after the first call."
        yield about("misdeal-too-late", "PI-27", event, seat, what, others=tuple(deal.called_at.values()))
    if act.cards is None:
        yield about("hand-not-shown", "PI-27", event, seat, "called a misdeal without showing the hand.", kind="gap")
        return
    saved = [card for card in act.cards if not _worthless(rule, deal, card)]
    if saved:
        yield about("no-misdeal", "PI-27", event, seat, f"called a misdeal but held {spoken(saved[0])}, which rules it out.")
        return
    number = deal.counts.get(seat)
    if number is not None and seat not in deal.unsure and len({*act.cards}) != number:
        what = f"called a misdeal for bad cards and showed {counted(len({*act.cards}), 'card')}; the hand had {number}."
        yield about("wrong-number-shown", "PI-27", event, seat, what)
    kept = sorted(card for card in deal.hand(seat) if not _worthless(rule, deal, card))
    if kept:
        what, owners = f"called a misdeal but held {spoken(kept[0])}, which rules it out.", deal.owners(seat)
        yield about("misdeal-denied", "PI-27", event, seat, what, others=deal.came(seat, kept[0]), private=owners)


def _worthless(rule: str, deal: Deal, card: Card) -> bool:
    """Whether `card` is one of the bad cards for which a hand may be dealt again. `rule`: the value of the field `misdeal`."""
    if rule == "only_3_to_9":
        return 3 <= RANK_OF.get(card, 0) <= 9
    return card not in deal.pack.scoring and RANK_OF.get(card, 99) <= 10


# --- the exchange -------------------------------------------------------------------------------------------------------------------------


def check_exchange(table: Pitch, event: Event, act: Exchanged) -> Iterator[Finding]:
    deal, seat = table.deal, act.seat
    if isinstance(act, events.TrumpNamed) and (act.suit is None or act.ranks is not None):
        what = f"named {'no trump suit' if act.suit is None else 'a direction of ranks'}: this game has no such call."
        yield about("no-such-trump", "03 §2", event, seat, what)
    if begins_another_deal(table, act):
        yield from not_over(table, deal, event)
        deal = fresh(table.rules, table.ring, next_dealer(table.ring, deal.dealer))
    if deal.phase in ("deal", "auction"):
        yield from unfinished_auction(table, deal, event)
        deal = held(table, deal, seat)
    late = isinstance(act, events.TrumpNamed) and may_name_late(table, deal)
    if deal.phase != "exchange":
        nothing = isinstance(act, events.CardsDiscarded | Drawn) and act.count == 0  # an empty step may be written down late (PI-44)
        if not nothing and not late and not (isinstance(act, events.PartnerCalled) and deal.called is None):
            what = f"did a step of an exchange{' at the wrong time' if table.steps else ', but this game has none'}."
            yield about("no-exchange", "03 §2", event, seat, what)
        return
    yield from check_exchanged(table, deal, event, act)
