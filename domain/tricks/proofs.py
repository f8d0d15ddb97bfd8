"""Makes the finding that no deal of the cards fits: who may see it, its words, its proof, and the mistakes that would explain it.

A proof from cards that everybody has seen is shown to everybody. A proof that needs sealed cards is shown only to viewers who may see those
cards. The search for a deal takes time, so a system starts it only if quick sums cannot show that a deal fits. Source: design.md §5."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from domain.kernel.cards import RANK_OF, SUIT_NAMES, Card, Seat, spoken
from domain.kernel.events import Event
from domain.kernel.findings import NOBODY, Finding, mistyped, named
from domain.proofs.feasible import Cause, Fact, Jam, Lies, cause, jam
from domain.tricks.deal import Deal
from domain.tricks.pack import TRUMP

RULE: Final = "no-such-deal"
_SUITS: Final = {**SUIT_NAMES, TRUMP: "trumps"}
_MOST: Final = 5
"""A finding names at most this many alternatives (mistakes of the scorekeeper that would explain the contradiction)."""
D = TypeVar("D", bound=Deal)
Facts = Callable[[D, Collection[Seat]], list[Fact] | None]
"""Takes a deal and some seats; returns what these seats together know about where the cards are, None if nothing can be said."""


def jammed(deal: D, owners: Collection[Seat], facts: Facts[D]) -> Jam | None:
    """Return why no deal of the cards fits what these seats know; None if one fits, or if nothing can be said."""
    known = facts(deal, owners)
    return None if known is None else jam(deal.pack.cards, known)


def fits(deal: D, binds: Callable[[D], bool], facts: Facts[D]) -> bool:
    """Whether some deal of the cards fits. `binds`: quick sums; if they return False, some deal certainly fits (`narrow.binds`)."""
    return not (deal.torn or binds(deal)) or jammed(deal, seats_with_sealed(deal), facts) is None


def seats_with_sealed(deal: Deal) -> tuple[Seat, ...]:
    """Return the seats whose sealed cards are recorded. NOBODY is among them if the stock is recorded."""
    whose = {seat for seat, cards in deal.known.items() if any(deal.open.get(card) != seat for card in cards)}
    whose |= {gone.seat for gone in deal.gone.values() if not gone.public}
    whose |= {move.seat for move in deal.moves if move.cards and move.how not in ("shown", "rescued") and move.seat in deal.counts}
    return tuple(sorted(whose if deal.stock_cards is None else whose | {NOBODY}))


def is_too_long(deal: Deal) -> bool:
    """Whether the deal is longer than any real deal: it has more than two tricks or moves for each card of the pack. Such a deal is not
    searched, because that would take too long. A card that was played twice is found without a search."""
    return len(deal.tricks) + len(deal.moves) > 2 * len(deal.pack.cards)


def contradictions(before: D, after: D, event: Event, wrong: Collection[Finding], facts: Facts[D], source: str) -> Iterator[Finding]:
    """Yield a finding for each group of viewers whose cards prove that no deal fits after the event, if one fitted before. The groups are
    everybody, each single seat, and all seats together. A group gets no finding if some of its members already have a proof, or see one of
    `wrong`, the other findings about the event. `before`, `after`: the deal at these times. `source`: the rules about following."""
    sealed = seats_with_sealed(after)
    levels: list[tuple[Seat, ...]] = [(), *([(seat,) for seat in sealed] if len(sealed) > 1 else []), *([sealed] if sealed else [])]
    proved: list[frozenset[Seat]] = [finding.rests_on for finding in wrong]
    for owners in levels:
        if any(seats.issubset(owners) for seats in proved) or jammed(after, owners, facts) is None:
            continue
        proved.append(frozenset(owners))
        if jammed(before, owners, facts) is None:
            yield _contradiction(after, event, owners, facts(after, owners) or [], source)


def _contradiction(deal: Deal, event: Event, owners: Sequence[Seat], facts: Sequence[Fact], source: str) -> Finding:
    """Return the finding that no deal of the cards fits the record. `deal`: the deal after the event. `owners`: the seats whose sealed
    cards the proof uses, besides public cards. `facts`: what is known about where the cards are. `source`: the rules about following."""
    why = cause(deal.pack.cards, facts)
    assert why is not None
    versions = tuple(sorted({*why.versions, event.version}))
    hands = [place for place in why.jam.places if isinstance(place, tuple) and place[0] in ("hand", "held", "played")]
    seats = tuple(dict.fromkeys(hand[1] for hand in hands))
    unseen = len(deal.pack.cards) - sum(isinstance(fact, Lies) for fact in facts)
    suspected = dict(islice(_suspected(deal, facts, why), _MOST))
    return Finding(
        RULE,
        "contradiction",
        f"{source}, 00 conservation",
        versions,
        f"However the cards were dealt, these entries contradict each other: {_reason(deal, why.jam, seats)}.",
        seats,
        f"{unseen} of {len(deal.pack.cards)} cards are not written down; the proof uses their number and which cards nobody can hold.",
        tuple(suspected.values()),
        frozenset(owners),
        tuple(suspected),
    )


def _reason(deal: Deal, why: Jam, seats: Sequence[Seat]) -> str:
    number, whose = len(why.cards), named(seats)
    few = f" ({', '.join(map(spoken, why.cards))})" if 0 < number <= 3 else ""
    match why.kind:
        case "need":
            left = f"only {number} {'is' if number == 1 else 'are'} left" if number else "none is left"
            cards = f"{why.number} card{'s' * (why.number != 1)}"
            held = f"{whose} must hold {cards}" if whose else f"{cards} {'was' if why.number == 1 else 'were'} thrown"
            return f"{held} that nobody has seen, and {left} that can be there{few}"
        case "room":
            suits = {deal.pack.suit_of.get(card, "") for card in why.cards}
            what = _SUITS.get(next(iter(suits)), "cards") if len(suits) == 1 else "cards"
            if number == 1:
                return f"{spoken(why.cards[0])} has not been seen, and there is no room for it"
            room = f"room for only {why.number} of them" if why.number > 0 else "no room for them"
            return f"{number} {what} have not been seen{few}, and there is {room}"
        case "twice":
            return f"{spoken(why.cards[0])} was seen in two places"
        case "barred":
            where = f"{whose}'s" if whose else "where it was seen"
            return f"{spoken(why.cards[0])} cannot have been {where}"


def _suspected(deal: Deal, facts: Sequence[Fact], why: Cause) -> Iterator[tuple[int, str]]:
    """Yield (version, words) for each event that may be the scorekeeper's only mistake. Events with a card that is probably mistyped come
    first."""
    laid = {fact.why[0]: fact for fact in facts if isinstance(fact, Lies) and len(fact.why) == 1 and fact.place[0] == "played"}  # type: ignore[index]
    mended = {version: _likely_cards(deal, facts, laid[version]) for version in why.slips if version in laid}
    for version in sorted(why.slips, key=lambda version: (not mended.get(version), -version)):
        likely = mended.get(version)
        if likely:
            yield version, f"mistyped card at {version} ({' or '.join(likely)} for {laid[version].card})?"
        else:
            by_name = version in laid or any(move.version == version and (move.cards or move.shown) for move in deal.moves)
            yield version, mistyped(version) if by_name else f"miscounted cards at {version}?"


def _likely_cards(deal: Deal, facts: Sequence[Fact], written: Lies) -> list[Card]:
    """Return at most three cards that differ from `written.card` in one character and make a deal possible if they replace it."""
    suit_of = deal.pack.suit_of
    same = [fact for fact in facts if fact is not written]
    rest = [fact for fact in same if not set(fact.why) & set(written.why)]
    likely = []
    for card in deal.pack.cards:
        if card in RANK_OF and sum(a != b for a, b in zip(card, written.card, strict=True)) == 1:
            others = same if suit_of.get(card) == suit_of.get(written.card) else rest
            if jam(deal.pack.cards, [*others, written._replace(card=card)]) is None:
                likely.append(card)
    return likely[:3]
