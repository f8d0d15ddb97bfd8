"""Finds what is wrong with a card that is played or shown, a call, and a deal of the cards.

A finding is proved by cards that everybody has seen, or also needs sealed cards. A finding that needs sealed cards is shown only to viewers
who may see these cards. Because of this, recording a hand changes no finding for a viewer who may not see the hand. Every finding cites the
rules of its game: the system gives them as `Sources`. Source: docs/rules/00_conventions.md, Revoke, deferred checks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from domain.kernel.cards import Card, Seat, spoken
from domain.kernel.events import CardPlayed, CardsDealt, Event, MisdealCalled, ResultStated, RoundStated, ScoreStated
from domain.kernel.findings import NOBODY, Finding, Kind, named, open_finding, sealed_finding
from domain.tricks.auction import Auction, Bidding
from domain.tricks.deal import Deal, Play
from domain.tricks.following import TOO_EARLY, Follow, Following, Void, broken_by
from domain.tricks.hands import rightly_dealt
from domain.tricks.pack import NO_SUIT, TRUMP, Pack
from domain.tricks.sides import Side
from domain.words.phrases import counted, were

UNIQUE: Final = "00 one of each card"
HELD: Final = "00 deferred"
_ELSEWHERE: Final = "card-held-elsewhere"
Seats = Iterable[Seat]


class Sources(NamedTuple):
    """The places in the rules of a game that findings cite. `pack`: the cards of the game. `deal`: who deals. `number`: how many cards are
    dealt. `auction`, `play`: whose turn it is. `leader`: who leads. `revoke`: following suit. `early`: when trumps may be led."""

    pack: str
    deal: str
    number: str
    auction: str
    play: str
    leader: str
    revoke: str
    early: str = ""

    def of(self, rule: str) -> str:
        """The place in the rules that a finding about an illegal card cites."""
        return self.early if rule == TOO_EARLY else self.revoke


def about(
    rule: str,
    source: str,
    event: Event,
    seat: Seat,
    what: str,
    *,
    kind: Kind = "breach",
    others: Iterable[int] = (),
    private: Seats = (),
    suspects: Iterable[int] = (),
) -> Finding:
    """Make a finding about one player. `what`: the sentence without the player's name. `private`, `suspects`: as in `sealed_finding`."""
    sentence = f"{{{seat}}} {what}"
    return sealed_finding(rule, source, event, sentence, (seat,), kind=kind, others=others, private=private, suspects=suspects)


def misdealt(
    event: Event, act: CardsDealt, pack: Pack, due: Mapping[Seat, int], aside: tuple[int, int], sources: Sources
) -> Iterator[Finding]:
    """Yield a finding for each wrong number of cards, and for each card that was dealt twice or is not in the pack. `due`: how many cards
    each seat gets. `aside`: how many cards belong in the kitty and in the stock."""
    groups: list[tuple[Seat, tuple[Card, ...]]] = []
    for seat, cards in (act.hands or {}).items():
        if seat not in due:
            yield about("not-seated", sources.deal, event, seat, "is not at the table and was dealt cards.")
        elif cards.value is not None:
            groups.append((seat, cards.value))
            if len(cards.value) != due[seat]:
                sentence = f"{{{seat}}} was dealt {counted(len(cards.value), 'card')}; {were(due[seat], 'due')}."
                yield sealed_finding("wrong-number-dealt", sources.number, event, sentence, (act.dealer,), private=(seat,))
    for name, pile, number in (("kitty", act.kitty, aside[0]), ("stock", act.stock, aside[1])):
        if pile is not None and pile.value is not None:
            groups.append((NOBODY, pile.value))
            if len(pile.value) != number:
                sentence = f"The {name} has {counted(len(pile.value), 'card')}; {number} belong{'s' * (number == 1)} there."
                yield sealed_finding("wrong-number-dealt", sources.number, event, sentence, private=(NOBODY,))
    yield from _dealt_twice(event, groups, {*pack.cards}, sources)


def _dealt_twice(event: Event, groups: Sequence[tuple[Seat, tuple[Card, ...]]], pack: set[Card], sources: Sources) -> Iterator[Finding]:
    whole = [card for _, cards in groups for card in cards]
    if len({*whole}) == len(whole) and {*whole} <= pack:
        return
    times = Counter(whole)
    for card, number in times.items():
        if number == 1 and card in pack:
            continue
        whose = [seat for seat, cards in groups if card in cards]
        seats = [seat for seat in whose if seat != NOBODY]
        rule, source, what = "not-in-pack", sources.pack, "is not in this pack"
        if card in pack:
            rule, source, what = "card-seen-twice", UNIQUE, f"was dealt {number} times"
        sentence = f"{spoken(card).capitalize()} {what}."
        yield sealed_finding(rule, source, event, sentence, seats, kind="contradiction", private=whose)


def misdeal_denied(
    deal: Deal, event: Event, act: MisdealCalled, due: Mapping[Seat, int], aside: tuple[int, int], sources: Sources
) -> Iterator[Finding]:
    """Yield findings if recorded cards deny a misdeal: the player showed cards of another hand, or complained about the number of cards
    although each hand, and the kitty, is recorded with the right number. `due`, `aside`: as in `misdealt`."""
    yield from from_hand(deal, event, act.seat, act.cards or (), sources)
    if act.reason == "wrong_number" and rightly_dealt(deal, due, aside):
        what = f"called a misdeal for a wrong number of cards, but every hand had {max(due.values())}."
        private = (*(owner for seat in due for owner in deal.owners(seat)), *(NOBODY,) * bool(aside[0]))
        yield about("misdeal-denied", sources.number, event, act.seat, what, kind="contradiction", private=private)


def partners_unequal(account: Mapping[Seat, Side], event: Event, source: str) -> Iterator[Finding]:
    """Yield a finding for each pair of partners for whom different numbers are stated. `source`: the rule that says who are partners."""
    match event.act:
        case RoundStated(number, stated):
            what = f"round {number}"
        case ScoreStated(stated):
            what = "the score"
        case ResultStated(_, scores) if scores is not None:
            what, stated = "the result", scores
        case _:
            return
    first: dict[int, Seat] = {}
    for seat, number in sorted(stated.items()):
        if seat not in account:
            continue
        partner = first.setdefault(account[seat], seat)
        if stated[partner] != number:
            sentence = f"In {what} as entered, {{{partner}}} has {stated[partner]} and {{{seat}}} {number}, but they are partners."
            yield open_finding("partners-unequal", source, event, sentence, (partner, seat), kind="contradiction")


def call_out_of_turn(deal: Deal, auction: Auction, event: Event, seat: Seat, sources: Sources) -> Finding:
    later = tuple(sorted(deal.called_at.values()))[-1:]
    if seat in auction.passed:
        sentence = f"{{{seat}}} called again after passing."
        passed = deal.called_at.get(seat, event.version)
        return open_finding("already-passed", sources.auction, event, sentence, (seat,), others=(passed,))
    whose = "nobody's" if auction.turn is None else f"{{{auction.turn}}}'s"
    return about("call-out-of-turn", sources.auction, event, seat, f"called although it was {whose} turn.", others=later)


def call_missing(event: Event, seat: Seat, missed: tuple[Seat, ...], rules: Bidding, source: str) -> Finding:
    """Return a gap: no call is written down for the players who come before this one. In an auction where everyone calls once,
    these players have passed."""
    passed = ": this counts as a pass" if rules.rounds == "one_turn" else ""
    sentence = f"{{{seat}}} called, but no call is written down for {named(missed)}{passed}."
    return open_finding("call-missing", source, event, sentence, missed, kind="gap")


def turn_taken(deal: Deal, event: Event, seat: Seat, turn: Seat, sources: Sources) -> Finding:
    others = [play.version for play in deal.plays[:1]]
    if deal.plays:
        return about("out-of-turn", sources.play, event, seat, f"played although it was {{{turn}}}'s turn.", others=others)
    last = [play for trick in deal.tricks[-1:] for play in trick.plays]
    # One mistyped card may make the wrong seat the winner of the last trick: the card of the seat that leads now, the card of the seat that
    # is to lead, or the card that was led.
    suspects = [play.version for whose in (seat, turn) for play in last if play.seat == whose] + [play.version for play in last[:1]]
    versions = [play.version for play in last]
    return about("wrong-leader", sources.leader, event, seat, f"led although {{{turn}}} was to lead.", others=versions, suspects=suspects)


def from_hand(
    deal: Deal, event: Event, seat: Seat, cards: Sequence[Card], sources: Sources, *, private: tuple[Seat, ...] = ()
) -> Iterator[Finding]:
    """Yield a finding for each reason why one of the cards cannot come from this hand: it is not in the pack, has left a hand, is known to
    be elsewhere, or is missing from a fully recorded hand. `private`: the seats whose sealed cards all these findings use."""
    for card in deal.doubted(seat, cards):
        name, gone = spoken(card), deal.gone.get(card)
        if card not in deal.pack.suit_of:
            sentence = f"{name.capitalize()} is not in this pack."
            yield sealed_finding("not-in-pack", sources.pack, event, sentence, (seat,), kind="contradiction", private=private)
            continue
        if gone is not None:
            how = "played" if isinstance(gone, Play) else "thrown"
            sentence = f"{{{seat}}} showed {name}, but had already {how} it."
            if gone.seat != seat:
                sentence = f"{name.capitalize()} had been {how} by {{{gone.seat}}} when {{{seat}}} showed it."
            yield sealed_finding(
                "card-seen-twice", UNIQUE, event, sentence, (gone.seat, seat), kind="contradiction", others=(gone.version,),
                private=private if gone.public else (*private, gone.seat),
                suspects=(event.version, gone.version),
            )  # fmt: skip
        for other, held in deal.known.items():
            if other != seat and card in held:
                sentence = f"{name.capitalize()} is in {{{other}}}'s hand and cannot have been {{{seat}}}'s."
                whose, others = private if deal.open.get(card) == other else (*private, other), deal.came(other, card)
                yield sealed_finding(_ELSEWHERE, UNIQUE, event, sentence, (other, seat), kind="contradiction", others=others, private=whose)
        if deal.stock_cards is not None and card in deal.stock_cards:
            sentence = f"{name.capitalize()} was in the recorded stock when {{{seat}}} showed it."
            yield sealed_finding(_ELSEWHERE, UNIQUE, event, sentence, (seat,), kind="contradiction", private=(*private, NOBODY))
        if deal.knows_hand(seat) and card not in deal.hand(seat):
            what, whose = f"did not hold {name}: all cards of that hand are recorded.", (*private, *deal.owners(seat))
            others = deal.came(seat, *deal.hand(seat))
            yield about("card-not-held", HELD, event, seat, what, kind="contradiction", others=others, private=whose)


def evidence(deal: Deal, seat: Seat, suits: frozenset[str]) -> Iterator[tuple[tuple[Seat, ...], list[Card]]]:
    """Yield (seats, cards) for the known cards in the hand of `seat` that have one of these suits. The cards that everybody has seen come
    first, with no seats. The other cards follow, with `seat`, because only that player may see them. An empty group is left out. If nobody
    remembers a card that was played from the hand, nothing is yielded: that card may have been any of the known cards."""
    if seat in deal.forgotten:
        return
    suit_of, opened = deal.pack.suit_of, deal.open
    held = [card for card in deal.hand(seat) if suit_of.get(card) in suits]
    seen = [card for card in held if opened.get(card) == seat]
    if seen:
        yield (), sorted(seen)
    if len(held) > len(seen):
        yield (seat,), sorted([card for card in held if opened.get(card) != seat])


def refuted(deal: Deal, event: Event, seat: Seat, card: Card, void: Void, sources: Sources) -> Finding:
    """Return the finding that the player revoked, or led a trump too early, in the act that `void` names, because the hand held `card`."""
    number, trick = deal.trick_of(void.version)
    played = next((play.card for play in trick if play.version == void.version), None)
    what = "revoked earlier" if played is None else f"revoked in trick {number}: played {spoken(played)}"
    if void.rule == TOO_EARLY and played is not None:
        what = f"led {spoken(played)} too early, in trick {number},"
    others = (void.version, *(play.version for play in trick[:1]))
    return about(void.rule, sources.of(void.rule), event, seat, f"{what} but held {spoken(card)}.", others=others)


def revoked(
    deal: Deal, event: Event, act: CardPlayed, rules: Following, suits: frozenset[str], sources: Sources, asked: str = ""
) -> Iterator[Finding]:
    """Yield findings if the hand holds a card that had to be played instead. `suits`: the card of `act` is illegal if the hand has one
    of these suits (`following.denied`). `asked`: what the rules asked of the player, in words; empty for what `wanted` says."""
    for private, held in evidence(deal, act.seat, suits):
        if act.card is not None and held != [act.card]:
            rule, number, card, other = broken_by(rules, deal.led), len(deal.tricks) + 1, spoken(act.card), spoken(held[0])
            what = f"led {card} too early, in trick {number}," if rule == TOO_EARLY else f"revoked in trick {number}: played {card}"
            sentence = f"{{{act.seat}}} {what} but held {other}; {asked or wanted(deal, rules)}."
            others = (*[play.version for play in deal.plays[:1]], *deal.came(act.seat, held[0]))
            yield sealed_finding(rule, sources.of(rule), event, sentence, (act.seat,), others=others, private=private)


def wanted(deal: Deal, rules: Following) -> str:
    """Return what the rules asked of the player, in words."""
    if not deal.plays:
        return "no trump may be led yet" if rules.lead == "plain" else "the first lead must be a trump"
    if rules.barred and deal.led != TRUMP:
        return "when the first lead is a plain card, it must be followed and not trumped"
    if deal.led == TRUMP:
        return "a trump lead must be followed with a trump"
    if rules.suitless and deal.pack.of_suit[NO_SUIT]:
        return "the suit led must be followed, and a player without it must play a joker"
    return _ASKED.get(rules.follow, "the suit led must be followed or trumped")


_ASKED: Final[dict[Follow, str]] = {
    "strict": "the suit led must be followed",
    "must_follow_or_trump": "the suit led must be followed or trumped, and a player without it must trump",
}
