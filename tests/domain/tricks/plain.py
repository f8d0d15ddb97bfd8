"""A made-up game of tricks, which shows that `domain.tricks` is enough to make a system.

Four players in two teams get 13 cards each. One suit is always trump. Players must follow suit, and may lead a trump only after a trump
was played (as in Spades, where spades must be broken first). The team with more tricks scores a point. The first team to reach the target
wins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from domain.kernel.cards import RANKS, SUITS, Card, Seat
from domain.kernel.events import CardPlayed, CardsDealt, DealVoided, Event, GameAbandoned, GameOpened
from domain.kernel.findings import Finding, open_finding
from domain.kernel.shapes import OneOf, Whole
from domain.kernel.values import replace
from domain.kernel.view import View
from domain.ledger import Closed, Ledger
from domain.rounds import Rounds
from domain.system import Ask, Option, Prompt, Section, System, Viewer
from domain.tricks import breaches, prompts, viewing
from domain.tricks.deal import Deal, Play, Tricks
from domain.tricks.following import Following, denied, legal
from domain.tricks.hands import with_hands
from domain.tricks.pack import TRUMP, Pack, best_play
from domain.tricks.play import laid, next_to_play, taken
from domain.tricks.ring import next_dealer
from domain.tricks.sides import accounts, for_sides, members

HAND: Final = 13
CITED: Final = breaches.Sources(*["made up"] * 8)
CARDS: Final = tuple(Card(rank + suit) for suit in SUITS for rank in reversed(RANKS))
PACKS: Final = {suit: Pack(trump=suit, cards=CARDS, trumps=tuple(card for card in CARDS if card[1] == suit)) for suit in SUITS}


@dataclass(frozen=True, kw_only=True)
class Plain(Tricks):
    pack: Pack
    target: int


def open_table(opened: GameOpened) -> Plain:
    ring, pack = tuple(seating.seat for seating in opened.seats), PACKS[str(opened.rules["trump"])]
    ledger, target = Ledger(dict.fromkeys(ring, 0)), int(str(opened.rules["target"]))
    return Plain(ring=ring, account=accounts(2, ring), ledger=ledger, deal=fresh(pack, ring, None), pack=pack, target=target)


def fresh(pack: Pack, ring: tuple[Seat, ...], dealer: Seat | None, voided: str = "") -> Deal:
    return Deal(pack, dealer=dealer, counts=dict.fromkeys(ring, HAND), voided=voided)


def following(deal: Deal) -> Following:
    broken = any(deal.pack.suit_of.get(play.card) == TRUMP for trick in deal.tricks for play in trick.plays)
    return Following("strict", "any" if broken else "plain")


def evolve(table: Plain, event: Event) -> Plain:
    act, deal = event.act, table.deal
    match act:
        case CardsDealt(dealer) if table.playing and dealer in table.ring:
            deal = with_hands(fresh(table.pack, table.ring, dealer), act, event.version, table.ring)
            leader = next_dealer(table.ring, dealer)
            return replace(table, deal=replace(deal, phase="play", leader=leader, turn=leader), ledger=table.ledger.with_cards())
        case CardPlayed(seat, card) if table.playing and seat in table.ring:
            play, turn = Play(seat, card, event.version), next_to_play(deal, table.ring, seat)
            deal = laid(replace(deal, phase="play"), play, following(deal), turn)
            best = best_play(deal.pack, [(play.seat, play.card) for play in deal.plays])
            if turn is None and best is not None:
                deal = taken(deal, best[0], best[0] if deal.counts[best[0]] else None)
            table = replace(table, deal=deal, ledger=table.ledger.with_cards())
            return table if deal.turn is not None else _closed(table, _points(table), "played", event.version)
        case _:
            return ROUNDS.evolve(table, for_sides(table.account, event))


def _points(table: Plain) -> Mapping[Seat, int]:
    won = [table.account[trick.winner] for trick in table.deal.tricks if trick.winner is not None]
    return dict.fromkeys(members(table.account, {max(won, key=won.count)}), 1)


def _closed(table: Plain, points: Mapping[Seat, int], reason: str, version: int) -> Plain:
    deal = fresh(table.pack, table.ring, next_dealer(table.ring, table.deal.dealer))
    return _decided(replace(table, ledger=table.ledger.with_round(points, reason, version), deal=deal), table.ledger)


def _decided(table: Plain, _before: Ledger) -> Plain:
    won = {account for account, total in table.totals.items() if total >= table.target}
    return replace(table, winners=members(table.account, won), state="finished" if won else "open")


def _again(table: Plain, _closed: Closed | None = None) -> Plain:
    return replace(table, deal=fresh(table.pack, table.ring, table.deal.dealer, "void"))


ROUNDS: Final[Rounds[Plain]] = Rounds(
    state=lambda table: table.state, between=lambda table: not table.deal.begun, voided=_again, closed=_closed, decided=_decided,
    replayed=_again, finished=lambda table, winners: replace(table, winners=winners, state="finished"),
    abandoned=lambda table: replace(table, state="abandoned"),
)  # fmt: skip


def _findings(table: Plain, event: Event) -> Iterator[Finding]:
    deal = table.deal
    match event.act:
        case CardsDealt() | CardPlayed() | DealVoided() | GameAbandoned() if not table.playing:
            yield open_finding("after-the-end", "made up", event, "The game was over before this.")
        case CardsDealt() as act:
            yield from breaches.misdealt(event, act, deal.pack, dict.fromkeys(table.ring, HAND), (0, 0), CITED)
        case CardPlayed(seat) as act if seat in table.ring:
            yield from _wrongly_played(deal, event, act)
        case _:
            yield from ROUNDS.check(table, for_sides(table.account, event))


def _wrongly_played(deal: Deal, event: Event, act: CardPlayed) -> Iterator[Finding]:
    seat, suit, rules = act.seat, deal.pack.suit_of.get(act.card), following(deal)
    if deal.turn is not None and seat != deal.turn:
        yield breaches.turn_taken(deal, event, seat, deal.turn, CITED)
    yield from breaches.from_hand(deal, event, seat, (act.card,), CITED)
    if suit is not None:
        void = deal.voids.get(seat, {}).get(suit)
        if void is not None:
            yield breaches.refuted(deal, event, seat, act.card, void, CITED)
        yield from breaches.revoked(deal, event, act, rules, denied(rules, deal.led, suit), CITED)


def asked(table: Plain) -> tuple[Prompt, ...]:
    deal, seat, rules = table.deal, table.deal.turn, following(table.deal)
    if seat is None or not table.playing:
        return (prompts.dealing(deal, table.ring, HAND),) if table.playing else ()
    cards = legal(rules, deal.pack, prompts.may_hold(deal, seat), deal.led)
    cards = tuple(card for card in cards if not prompts.proves_revoke(deal, rules, seat, card))
    likely = () if deal.knows_hand(seat) else prompts.silent(deal, rules, cards)
    return (Prompt("CardPlayed", {"seat": seat}, (Ask("card", cards, likely=likely),), f"{{{seat}}} plays"),)


def view(table: Plain, viewer: Viewer) -> View:
    deal, last, turn = table.deal, table.ledger.closed[-1:], () if table.deal.turn is None else (table.deal.turn,)
    words = f"The point of deal {last[0].number} went to {{{min(last[0].points, default=0)}}}." if last else ""
    return viewing.view(table, viewer, viewing.Seen(turn, None, lambda _: None, lambda _: True, words, lasts=deal.begun, sides=True))


PLAIN: Final[System[Plain]] = System(
    slug="plain-trumps", name="Plain Trumps", family="plain", summary="Most tricks win.", players=(4, 4), rulings=(),
    acts=frozenset({"CardsDealt", "CardPlayed"}), fits=lambda *_: None, open_table=open_table, evolve=evolve,
    check=lambda table, event: tuple(_findings(table, event)),
    options=(Option("trump", OneOf(tuple(SUITS)), "S", "made up", "Trump"), Option("target", Whole(1, 9), 2, "made up", "Target")),
    prompts=asked, view=view, opens=viewing.opens,
    outcome=lambda table: table.ledger.outcome(table.state, table.winners, running=table.deal.begun),
    sheet=lambda _: (Section("Rules", ("Most tricks win.",)),),
)  # fmt: skip
