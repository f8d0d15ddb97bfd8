"""How a deal changes while tricks are played. Nothing is refused: an illegal card stays on the table.

The system says which seats are still in the deal, who takes a trick and who leads next; this module changes cards and voids."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from domain.kernel.cards import UNKNOWN, Card, Seat
from domain.kernel.events import CardPlayed, CardsShown, DealVoided, Event, MisdealCalled, TricksStated
from domain.kernel.values import replace
from domain.tricks.deal import Deal, Play, Trick
from domain.tricks.following import NO_VOIDS, Following, Void, Voids, broken_by, denied
from domain.tricks.pack import Pack, best_play
from domain.tricks.ring import clockwise

D = TypeVar("D", bound=Deal)
Takes = Callable[[Sequence[tuple[Seat, Card]]], Seat | None]
"""Returns the seat that takes a trick; None if nobody does. The argument: the competing cards in order of play."""
_FREE: Final = Following("trump_strict_off_free")


def laid(deal: D, play: Play, rules: Following, turn: Seat | None) -> D:
    """Return the deal after a card was laid from the hand to the trick. `turn`: the seat that is to play next to this trick
    (`next_to_play`); None if nobody is. If `play.card` is UNKNOWN, the hand only has one card less."""
    seat, plays, voids, rules = play.seat, deal.plays, deal.voids, loosened(deal, rules)
    suit, led, mine = deal.pack.suit_of.get(play.card), deal.led, deal.known.get(seat)
    if suit is not None and deal.pack.named and (suit in voids.get(seat, NO_VOIDS) or suit != led):
        voids = _denied(deal, play, led, suit, rules)
    cards: tuple[Card, ...] = (play.card, *play.extras)
    left = deal.counts[seat] - len(cards)
    if UNKNOWN in cards:
        deal = replace(deal, forgotten={**deal.forgotten, seat: deal.forgotten.get(seat, 0) + cards.count(UNKNOWN)})
        cards = tuple([card for card in cards if card != UNKNOWN])
    return replace(
        deal,
        leader=deal.leader if plays else seat,
        turn=turn,
        plays=(*plays, play),
        counts={**deal.counts, seat: left if left > 0 else 0},
        known={**deal.known, seat: mine.difference(cards)} if mine else deal.known,
        open={card: whose for card, whose in deal.open.items() if card not in cards} if deal.open else deal.open,
        gone={**deal.gone, **dict.fromkeys(cards, play)},
        out=deal.out - {seat} if seat in deal.out else deal.out,
        voids=voids,
        torn=deal.torn or deal.denies(seat, cards),
    )


def loosened(deal: Deal, rules: Following) -> Following:
    """Return the rules for the next card. If nobody remembers the lead, any card may follow. If nobody remembers some card of the deal, a
    trump may be led, because the forgotten card may have made that legal."""
    if not deal.forgotten:
        return rules
    if deal.led is None and any(play.card == UNKNOWN for play in deal.plays):
        return _FREE
    return Following(rules.follow, "any", rules.barred) if rules.lead == "plain" else rules


def _denied(deal: Deal, play: Play, led: str | None, suit: str, rules: Following) -> Mapping[Seat, Voids]:
    """Return `Deal.voids` with the suits that the hand cannot hold if this play was legal, and without the suit that was played."""
    seat, suits, mine = play.seat, denied(rules, led, suit), deal.voids.get(play.seat, NO_VOIDS)
    left = {other: why for other, why in mine.items() if other != suit} if suit in mine else mine
    if not suits and left is mine:
        return deal.voids
    return {**deal.voids, seat: {**dict.fromkeys(suits, Void(play.version, broken_by(rules, led))), **left}}


def denying(deal: Deal, seats: Iterable[Seat], suits: Iterable[str], why: Void) -> Mapping[Seat, Voids]:
    """Return `Deal.voids` with `suits` added for the hands of `seats`. A suit that is already there keeps its earlier reason."""
    now = dict.fromkeys(suits, why)
    return {**deal.voids, **{seat: {**now, **deal.voids.get(seat, NO_VOIDS)} for seat in seats}}


def next_to_play(deal: Deal, ring: tuple[Seat, ...], seat: Seat | None = None, able: Collection[Seat] = ()) -> Seat | None:
    """Return the next seat after `seat` that can play to the trick; None if nobody can. `able`: seats that may have uncounted cards."""
    done = [play.seat for play in deal.plays]
    for other in clockwise(ring, deal.leader if done else seat):
        if other != seat and other not in done and other not in deal.out and (deal.counts[other] > 0 or other in able):
            return other
    return None


def taken(deal: D, winner: Seat | None, leader: Seat | None) -> D:
    """Return the deal with the trick given to its winner. `leader`: the seat that leads next, None if nobody does."""
    return replace(deal, tricks=(*deal.tricks, Trick(deal.plays, winner)), plays=(), leader=leader, turn=leader)


def highest(pack: Pack) -> Takes:
    """Return the function by which the best card takes the trick."""

    def takes(plays: Sequence[tuple[Seat, Card]]) -> Seat | None:
        best = best_play(pack, plays)
        return None if best is None else best[0]

    return takes


def takers(deal: Deal, plays: Sequence[Play], takes: Takes) -> frozenset[Seat | None]:
    """Return the seats that may take a trick with these cards, with None among them if perhaps nobody takes it. There are several only if a
    card is forgotten: it may be any card that was not played in this deal. If two or more are forgotten, everybody may take the trick."""
    cards = [(play.seat, play.card) for play in plays]
    places = [place for place, play in enumerate(plays) if play.card == UNKNOWN]
    if not places:
        return frozenset({takes(cards)})
    left = [card for card in deal.pack.cards if not isinstance(deal.gone.get(card), Play)]
    if len(places) > 1 or not left:
        return frozenset([None, *[seat for seat, _ in cards]])
    before, after, seat = cards[: places[0]], cards[places[0] + 1 :], cards[places[0]][0]
    return frozenset([takes([*before, (seat, card), *after]) for card in left])


def captured(deal: Deal) -> Mapping[Seat, list[Card]]:
    """Return the cards of the tricks that each seat took. A trick that nobody takes is left out."""
    piles: dict[Seat, list[Card]] = {}
    for trick in deal.tricks:
        if trick.winner is not None:
            cards = piles.setdefault(trick.winner, [])
            for _, card, _, extras in trick.plays:
                cards.append(card)
                cards += extras
    return piles


def all_plays(deal: Deal) -> list[tuple[Seat, Card]]:
    """Return (seat, card) for every card played in this deal, in order."""
    found: list[tuple[Seat, Card]] = []
    for seat, card, _, extras in deal.every_play:
        found.append((seat, card))
        if extras:
            found += [(seat, extra) for extra in extras]
    return found


def whole(seats: Iterable[Seat], hand: int, recorded: Iterable[Event]) -> bool:
    """Whether no play of a deal is missing: every seat has played or shown exactly `hand` cards. `recorded`: the events of the deal."""
    told: Counter[Seat] = Counter()
    for event in recorded:
        match event.act:
            case CardPlayed(seat):
                told[seat] += 1
            case CardsShown(seat, cards, "rest"):
                told[seat] += len(cards)
            case MisdealCalled() | DealVoided() | TricksStated():
                return False
            case _:
                pass
    return all(told[seat] == hand for seat in seats)


def without_known(known: Mapping[Seat, frozenset[Card]], seat: Seat, cards: Iterable[Card]) -> Mapping[Seat, frozenset[Card]]:
    """Return `known` (the cards that the record places in each hand) after these cards left the hand of `seat`."""
    mine = known.get(seat)
    return {**known, seat: mine.difference(cards)} if mine else known
