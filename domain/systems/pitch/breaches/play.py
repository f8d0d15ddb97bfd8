"""Finds what is wrong with a card that is played. `leaving` checks the other acts of the play.

Source: docs/rules/03_pitch_schema.md §3, §4; 00_conventions, deferred checks; PI-13, PI-15, PI-28, PI-32, PI-33, PI-37, PI-45 to PI-47."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.kernel.cards import Card, Seat, spoken
from domain.kernel.events import CardPlayed, Event
from domain.kernel.findings import Finding, named, open_finding, sealed_finding
from domain.kernel.values import replace
from domain.systems.pitch.breaches.throwing import check_throws, holding_trumps
from domain.systems.pitch.play import auction as calling
from domain.systems.pitch.play.calls import still_to_play
from domain.systems.pitch.play.deal import brought_to_play
from domain.systems.pitch.play.playing import cut_short, returned, skipped, trump_of
from domain.systems.pitch.play.table import Deal, Pitch, following, may_play, still_in
from domain.systems.pitch.rules.following import opens_freely, surplus
from domain.systems.pitch.rules.pack import pack_of
from domain.tricks.breaches import Sources, about, evidence, from_hand, revoked, turn_taken
from domain.tricks.breaches import refuted as not_followed
from domain.tricks.following import Void, denied
from domain.tricks.pack import TRUMP
from domain.tricks.ring import clockwise
from domain.words.phrases import counted, were

SOURCES: Final = Sources(
    pack="03 §1 pack", deal="03 §4 DEAL", number="PI-27", auction="03 §4 AUCTION", play="03 §4 PLAY", leader="03 §3 trick winner",
    revoke="PI-28",
)  # fmt: skip


def check_played(table: Pitch, event: Event, act: CardPlayed) -> list[Finding]:
    """Return the findings about a played card. Earlier calls and acts of the exchange count as done, recorded or not."""
    wrong: list[Finding] = []
    deal, seat, card = table.deal, act.seat, act.card
    if deal.phase != "play":
        if deal.phase == "team_out":
            return [about("deal-over", "PI-43", event, seat, "played a card although the side that was to lead was out of trumps.")]
        if deal.phase == "score":
            return wrong
        wrong += unfinished_auction(table, deal, event) if deal.phase == "auction" else ()
        deal = brought_to_play(table, deal, seat)
    if seat in deal.silent:
        wrong += _came_back(table, returned(table, deal, seat), event, seat)
        deal = replace(returned(table, deal, seat), turn=seat)  # the player counted as out although nobody had said so (PI-47)
    if seat != deal.turn and any(play.seat == seat for play in deal.plays):
        wrong += _trick_cut_short(table, deal, event, seat)
        deal = cut_short(table, deal)
    if seat != deal.turn:
        wrong += _out_of_turn(table, deal, event, seat)
    elif deal.early:
        wrong += _said_early(table, deal, event, seat)
    if card is None:
        return wrong
    pack = deal.pack
    if not pack.trump and not deal.plays and not deal.tricks:
        trump = trump_of(table, card, act.trump)
        if trump is None or (table.rules.trump_by == "announce" and act.trump is None):
            what = f"led {spoken(card)}, but nobody wrote down which suit is trump."
            wrong.append(about("trump-unsaid", "PI-10", event, seat, what, kind="gap"))
        pack = pack_of(table.rules, trump)
    suit = pack.suit_of.get(card)
    wrong += from_hand(deal, event, seat, (card,), SOURCES)
    thrown = [*check_throws(table, deal, event, seat, (card, *(act.extras or ())))] if deal.throws else []
    if suit is not None and pack.trump:
        mine = deal.voids.get(seat)
        if mine is not None and suit in mine:
            wrong.append(refuted(deal, event, seat, card, mine[suit]))
        suits = denied(following(table, deal), deal.led, suit)
        if suits or (suit != TRUMP and table.rules.drop_out != "never"):
            wrong += _policy(table, deal, event, act, suits)
        if suit != TRUMP and seat in deal.plain and deal.plain[seat][1] >= deal.plain[seat][0]:
            what = f"kept {spoken(card)} after all plain cards had to be thrown."
            wrong.append(about("plain-card-kept", "03 §2 throwing", event, seat, what))
            thrown = [finding for finding in thrown if finding.rule != "plain-card-kept"]
    if act.extras or (table.steps and not deal.tricks):
        wrong += _extras(table, deal, event, act)
    if "called_card_first" in table.rules.house and deal.called is not None:
        wrong += _called_card(deal, event, act)
    return wrong + thrown


def unfinished_auction(table: Pitch, deal: Deal, event: Event) -> Iterator[Finding]:
    """Yield a finding of the kind "gap" if the exchange or the play begins while a player could still have called (PI-42)."""
    auction = deal.auction
    if auction is None or calling.closable(table.rules, auction) or calling.forced(table.rules, auction):
        return
    what = "who holds the bid is" if auction.maker is None else f"the call of {{{auction.turn}}} is"
    yield open_finding("auction-unfinished", "PI-42", event, f"The auction was not over: {what} not written down.", kind="gap")


def not_over(table: Pitch, deal: Deal, event: Event) -> Iterator[Finding]:
    """Yield a finding if another deal begins although a hand is known to hold a card that still had to be played (PI-51), or must hold a
    trump unless its throw was wrong. Sealed cards count too, so this is not the test by which the table ends a deal (`may_be_over`): what
    everybody may know never depends on them."""
    if deal.phase != "play":
        return
    for seat in table.ring:
        held = sorted(card for card in deal.hand(seat) if still_to_play(table, deal, seat, (card,)))
        if held:
            sentence = f"Another deal was begun while {{{seat}}} still held {spoken(held[0])}: the deal was not over."
            private = () if deal.open.get(held[0]) == seat else (seat,)
            others = deal.came(seat, held[0])
            yield sealed_finding("deal-unfinished", "PI-51", event, sentence, (seat,), kind="gap", others=others, private=private)
            return
    for seat in table.ring:
        threw = None if seat in deal.out - deal.silent else holding_trumps(table, deal, seat)
        if threw is not None:
            sentence = f"Another deal was begun while {{{seat}}} still had to hold a trump after the throw: the deal was not over."
            private, others = (seat,) if threw.sealed else (), (threw.version,)
            yield sealed_finding("deal-unfinished", "PI-51", event, sentence, (seat,), kind="gap", others=others, private=private)
            return


def _trick_cut_short(table: Pitch, deal: Deal, event: Event, seat: Seat) -> Iterator[Finding]:
    """Yield findings about a card of a player who has already played to the unfinished trick. The card counts as the lead to a new trick.
    Players who did not play to the old trick count as out if they can leave the deal. Otherwise a card of theirs is missing."""
    missed = [other for other in still_in(table, deal) if all(play.seat != other for play in deal.plays)]
    if table.rules.drop_out == "no_trumps_left":
        yield from _not_out(deal, event, seat, missed)
        return
    sentence = f"{{{seat}}} played twice before {named(missed)} had played: a card is missing in trick {len(deal.tricks) + 1}."
    yield open_finding("card-missing", "03 §3", event, sentence, (seat, *missed), kind="gap")


def _out_of_turn(table: Pitch, deal: Deal, event: Event, seat: Seat) -> Iterator[Finding]:
    """Yield findings if `seat` acts out of turn. Skipped players count as out where players can leave the deal (PI-32)."""
    turn = deal.turn
    if turn is None:
        return
    if seat in deal.out:
        yield about("played-after-out", "PI-37", event, seat, "played a card after leaving this deal.")
        return
    if not may_play(table, deal, seat):
        yield about("no-such-card", "00 conservation", event, seat, "played a card but had none left in the hand.", kind="contradiction")
        return
    missed = skipped(table, deal, seat)
    if missed and table.rules.drop_out == "no_trumps_left":
        yield from _not_out(deal, event, seat, missed)
    elif not missed or not deal.unsure.issuperset(missed):
        yield turn_taken(deal, event, seat, turn, SOURCES)


def _came_back(table: Pitch, deal: Deal, event: Event, seat: Seat) -> Iterator[Finding]:
    """Yield a finding if another player played or led before `seat`, who then played to the same trick: so `seat` was not out (PI-32).
    `deal`: the deal with `seat` in it again."""
    plays = deal.plays
    if not plays or any(play.seat == seat for play in plays):
        return
    last, first = deal.tricks[-1:], plays[0]
    leader = deal.maker
    for trick in last:
        leader = trick.plays[0].seat if trick.winner is None else trick.winner
    order = clockwise(table.ring, first.seat)
    early = [play for play in plays if order.index(play.seat) > order.index(seat)]
    if seat == leader:
        what = f"led although {{{seat}}} was to lead, who then played to the same trick."
        yield about("wrong-leader", SOURCES.leader, event, first.seat, what, others=(first.version,))
    elif early:
        what = f"played before it was {{{seat}}}'s turn: {{{seat}}} then played to the same trick."
        yield about("out-of-turn", "PI-32", event, early[0].seat, what, others=(early[0].version,))


def _not_out(deal: Deal, event: Event, seat: Seat, missed: Iterable[Seat]) -> Iterator[Finding]:
    for other in missed:
        for private, trumps in evidence(deal, other, frozenset({TRUMP})):
            what = f"played although it was {{{other}}}'s turn: {{{other}}} held {spoken(trumps[0])}."
            yield about("out-of-turn", "PI-32", event, seat, what, others=deal.came(other, trumps[0]), private=private)


def _said_early(table: Pitch, deal: Deal, event: Event, seat: Seat) -> Iterator[Finding]:
    """Yield a finding for each player who was declared out in this trick, but too early: `seat` still had to play before that player's
    next turn. The early declaration is the breach, not the card of `seat` (PI-46)."""
    order = clockwise(table.ring, deal.leader)
    done = {play.seat for play in deal.plays}
    for other, version in deal.early:
        if other in done or order.index(seat) < order.index(other):
            sentence = f"{{{other}}} was declared out of trumps while {{{seat}}} was still to play."
            yield open_finding("out-too-early", "PI-46", event, sentence, (other,), others=(version,))


def _policy(table: Pitch, deal: Deal, event: Event, act: CardPlayed, suits: frozenset[str]) -> Iterator[Finding]:
    """Yield findings if the card breaks the rules about following suit (PI-28) or about leaving the deal (PI-37). `suits`: the card is
    illegal if the hand has one of these suits."""
    seat, card, rules = act.seat, act.card, table.rules
    assert card is not None
    if TRUMP in suits and rules.drop_out == "no_trumps_left":
        what = f"played {spoken(card)}: only trumps may be played, and a player without one is out of the deal."
        yield about("not-a-trump", "03 §3 follow policies", event, seat, what, others=[play.version for play in deal.plays[:1]])
    yield from revoked(deal, event, act, following(table, deal), suits, SOURCES)
    out = rules.drop_out == "no_trumps_left" and TRUMP not in suits and deal.pack.suit_of.get(card) != TRUMP
    if out and deal.knows_hand(seat) and not any(deal.pack.suit_of.get(card) == TRUMP for card in deal.hand(seat)):
        opens = opens_freely(rules) and not deal.tricks and not deal.plays
        what = f"had no trump left and should have left the deal instead of playing {spoken(card)}."
        if opens:
            what = f"led {spoken(card)} without holding a trump: the partner was to open the deal."
        yield about("not-out", "PI-45" if opens else "PI-37", event, seat, what, private=deal.owners(seat))


def refuted(deal: Deal, event: Event, seat: Seat, card: Card, void: Void) -> Finding:
    """Return the finding that an earlier act of the player, named by `void`, was wrong, because the hand held `card` at that time."""
    if void.rule == "false-out":
        what = f"was not out of trumps: the hand still held {spoken(card)}."
        return about("false-out", "PI-37", event, seat, what, others=(void.version,))
    return not_followed(deal, event, seat, card, void, SOURCES)


def _extras(table: Pitch, deal: Deal, event: Event, act: CardPlayed) -> Iterator[Finding]:
    """Yield findings about the extra cards that go to the trick with a played card (PI-13). In trick 1, a player with more trumps than the
    limit must add those above it. In later tricks, nobody may add a card."""
    seat, extras = act.seat, act.extras or ()
    yield from from_hand(deal, event, seat, extras, SOURCES)
    for card in extras:
        if deal.pack.trump and deal.pack.suit_of.get(card) != TRUMP:
            yield about("extra-not-a-trump", "PI-13", event, seat, f"added {spoken(card)}, which is not a trump.")
    due = surplus(table.rules, deal.counts[seat]) if not deal.tricks else 0
    if len(extras) != due and seat not in deal.unsure:
        what = f"added {counted(len(extras), 'card')} to the trick; {were(due, 'due')}."
        yield about("wrong-number-of-extras", "PI-13", event, seat, what)


def _called_card(deal: Deal, event: Event, act: CardPlayed) -> Iterator[Finding]:
    seat, called = act.seat, deal.called
    if called is None or seat == deal.maker:
        return
    sentence = f"{{{seat}}} held the called card, {spoken(called)}, and had to play it to the first trick."
    if act.card == called and deal.tricks:
        first = [play.version for play in deal.tricks[0].plays if play.seat == seat]
        if first:
            yield open_finding("called-card-kept", "03 §2 call-partner", event, sentence, (seat,), others=first)
    if not deal.tricks and act.card != called and called in deal.hand(seat):
        private = () if deal.open.get(called) == seat else (seat,)
        yield sealed_finding("called-card-kept", "03 §2 call-partner", event, sentence, (seat,), private=private)
