"""Finds what is wrong when a player is declared out, a deal is given up, or cards are laid open. `play` checks cards that are played.

Source: docs/rules/03_pitch_schema.md §1, §3; PI-19, PI-32, PI-37, PI-41, PI-46, PI-47."""

from collections.abc import Iterator

from domain.kernel.cards import spoken
from domain.kernel.events import CardsShown, DealFolded, Event, OutDeclared
from domain.kernel.findings import Finding, named, open_finding
from domain.systems.pitch.breaches.play import SOURCES, refuted
from domain.systems.pitch.breaches.throwing import check_throws, holding_trumps
from domain.systems.pitch.play.deal import brought_to_play
from domain.systems.pitch.play.table import Pitch, side_of, still_in
from domain.systems.pitch.proofs import last_play
from domain.tricks.breaches import about, evidence, from_hand
from domain.tricks.pack import TRUMP


def check_out(table: Pitch, event: Event, act: OutDeclared) -> Iterator[Finding]:
    deal, seat = table.deal, act.seat
    if table.rules.drop_out == "never":
        yield about("no-leaving", "03 §1 drop_out", event, seat, "left the deal, which this game does not allow.")
        return
    if deal.phase in ("auction", "exchange") and seat in table.account:
        deal = brought_to_play(table, deal, seat)
    if deal.phase != "play" or seat not in table.account:
        yield about("out-not-due", "PI-37", event, seat, "was declared out of trumps, but not during the play.")
        return
    if seat in deal.out - deal.silent:
        yield about("out-not-due", "PI-37", event, seat, "was declared out of trumps after leaving this deal.")
    for private, trumps in evidence(deal, seat, frozenset({TRUMP})):
        what = f"was declared out of trumps but held {spoken(trumps[0])}."
        yield about("false-out", "PI-37", event, seat, what, others=deal.came(seat, trumps[0]), private=private)
    threw = holding_trumps(table, deal, seat)
    if threw is not None:
        what = "was declared out of trumps, but the cards thrown before show that one is left in the hand."
        yield about("not-out", "PI-37", event, seat, what, others=(threw.version,), private=(seat,) if threw.sealed else ())
    last = last_play(deal, seat) if seat in deal.unsure and seat not in deal.forgotten else None
    if last is not None and deal.pack.suit_of.get(last.card, TRUMP) != TRUMP:  # in a hand of known size, no deal of the cards fits
        what = f"was declared out of trumps after playing {spoken(last.card)}, which needs a trump in the hand."
        yield about("not-out", "PI-37", event, seat, what, others=(last.version,))


def check_folded(table: Pitch, event: Event, act: DealFolded) -> Iterator[Finding]:
    deal, seat = table.deal, act.seat
    if table.rules.fold == "never":
        yield about("no-folding", "PI-19", event, seat, "threw the deal in, which this game does not allow.")
    if deal.phase != "play":
        yield about("nothing-to-fold", "PI-19", event, seat, "threw the deal in, but no deal was being played.")
    elif deal.maker is not None and seat in table.account:
        sides = side_of(table, deal)
        if sides[seat] != sides[deal.maker]:
            what = f"threw the deal in; only the side of {{{deal.maker}}}, the maker, may do that."
            yield about("not-the-maker", "PI-19", event, seat, what)


def check_shown(table: Pitch, event: Event, act: CardsShown) -> Iterator[Finding]:
    deal, seat = table.deal, act.seat
    if not deal.begun:
        return
    yield from from_hand(deal, event, seat, act.cards, SOURCES)
    yield from check_throws(table, deal, event, seat, [card for card in act.cards if card not in deal.gone])
    for card in act.cards:
        void = deal.voids.get(seat, {}).get(deal.pack.suit_of.get(card, ""))
        if void is not None and card not in deal.gone:
            yield refuted(deal, event, seat, card, void)
    others = [other for other in still_in(table, deal) if other != seat]
    if act.purpose == "rest" and others and deal.phase == "play":
        sentence = (
            f"{{{seat}}} showed the last cards while {named(others)} held cards: this counts only if all agree and a ruling records it."
        )
        yield open_finding("rest-not-agreed", "PI-41", event, sentence, (seat, *others), kind="gap")
