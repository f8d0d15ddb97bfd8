"""The table of Spades: the state of a game and of the deal in progress, and questions that this state alone answers.

Source: docs/rules/04_spades.md, rulings SP-1 to SP-14."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.values import replace
from domain.kernel.vector import Vector
from domain.ledger import MISSING
from domain.systems.spades import scoring
from domain.systems.spades.ruleset import Ruleset, pack_of
from domain.systems.spades.scoring import Call, Kept
from domain.tricks import deal as tricks
from domain.tricks import following as follow
from domain.tricks.deal import Play
from domain.tricks.following import Following
from domain.tricks.pack import TRUMP
from domain.tricks.play import loosened
from domain.tricks.ring import from_left_of
from domain.tricks.sides import Side, summed

HIGH_JOKER: Final = Card("HJ")
CLUBS: Final = "C"


@dataclass(frozen=True)
class Deal(tricks.Deal):
    """One deal of Spades so far. In the phase `score`, the deal is over, but it is not known well enough to be scored.

    `bids`, `blind`: what each seat has bid, and which seats bid before they looked at their cards. If a team bids one number, only the seat
    that said it has a bid. `trumped`: whether spades are broken for good. `opened`: seats that led a trump before spades were broken, and
    have shown no plain card since. They may have had only trumps, so spades count as broken meanwhile (SP-2, SP-3). `exposed`: whether such
    a seat later showed a plain card. Its lead was illegal and broke nothing, but the other players could not know that, so a later lead of
    a trump is not reported. `low_club`: whether everyone plays the lowest club to the first trick. `forced`: the cards that each seat
    played when its highest trump (SP-5) or its lowest club was due. `stated`: the tricks that the players stated, by seat; if only one seat
    of a side has a number, it is the number of the whole side. `reneged`: for each called renege, the side that loses tricks (SP-11).
    `bags`: if totals that hold the points of this deal were stated, the bags of each side before the deal; else None."""

    bids: Mapping[Seat, int] = field(default_factory=dict)
    blind: frozenset[Seat] = frozenset()
    trumped: bool = False
    opened: frozenset[Seat] = frozenset()
    exposed: bool = False
    low_club: bool = False
    forced: Mapping[Seat, tuple[Play, ...]] = field(default_factory=dict)
    stated: Mapping[Seat, int] = field(default_factory=dict)
    reneged: tuple[Side, ...] = ()
    bags: Mapping[Side, int] | None = None

    @property
    def broken(self) -> bool:
        return self.trumped or bool(self.opened)

    @property
    def for_clubs(self) -> bool:
        """Whether this is the first trick, to which everyone plays the lowest club."""
        return self.low_club and not self.tricks

    @property
    def led(self) -> str | None:
        """The suit to follow; in a first trick for clubs, these, whoever plays first."""
        return CLUBS if self.for_clubs else super().led


class Summary(NamedTuple):
    """What is known about a deal that is over. `version`: the version of its last event. `tricks`: how many tricks each seat took; if
    only one seat of a side has a number, it is the number of the whole side; empty if not known. `before`: the bags of each side before the
    deal. `derived`: whether `tricks` comes from recorded cards. `kept`: what the side of a seat kept of its bids; without seats for
    which the record does not tell."""

    number: int
    version: int
    dealer: Seat | None
    bids: Mapping[Seat, int]
    blind: frozenset[Seat]
    tricks: Mapping[Seat, int]
    reneged: tuple[Side, ...]
    before: Mapping[Side, int]
    derived: bool
    kept: Mapping[Seat, Kept]


@dataclass(frozen=True, kw_only=True)
class Spades(tricks.Tricks):
    """The state of one game of Spades. `bags`: how many bags each account has that have not yet cost a penalty. `dealt`: the deals that are
    over, in order."""

    rules: Ruleset
    deal: Deal
    bags: Mapping[Side, int]
    dealt: Vector[Summary] = Vector()


def fresh(rules: Ruleset, ring: tuple[Seat, ...], dealer: Seat | None, voided: str = "") -> Deal:
    """Return a deal that has not begun. `voided`: why the deal before this one was void; empty if it was not void."""
    return replace(_undealt(rules, ring), dealer=dealer, voided=voided)


@lru_cache(maxsize=256)
def _undealt(rules: Ruleset, ring: tuple[Seat, ...]) -> Deal:
    return Deal(pack_of(rules), counts=dict.fromkeys(ring, rules.hand), low_club=rules.low_club)


_WAYS: Final = {
    (plain, barred): Following("strict", "plain" if plain else "any", barred) for plain in (True, False) for barred in (True, False)
}


def following(rules: Ruleset, deal: Deal) -> Following:
    """Return which cards may be played to the current trick."""
    return loosened(deal, way(rules, first=not deal.tricks, broken=deal.broken or deal.exposed))


def way(rules: Ruleset, *, first: bool, broken: bool) -> Following:
    """Return which cards may be played. `first`: whether this is the first trick, in which trumps may be barred. `broken`: whether spades
    are broken; before that, they may not be led (SP-2)."""
    barred = first and rules.first_trick_trump == "barred"
    return _WAYS[barred or (not broken and rules.breaking == "until_broken"), barred]


def is_pulled(rules: Ruleset, deal: Deal) -> bool:
    """Whether everybody must play their highest trump to the current trick, because the high joker was led."""
    return rules.big_joker_pull and bool(deal.plays) and deal.plays[0].card == HIGH_JOKER


def is_forced(rules: Ruleset, deal: Deal, suit: str) -> bool:
    """Whether a player who plays a card of this suit now has no choice among the cards of the suit."""
    return is_pulled(rules, deal) if suit == TRUMP else deal.for_clubs and suit == CLUBS


def due_before(deal: Deal, card: Card) -> frozenset[Card]:
    """Return the cards that had to be played instead of this one where the highest trump or the lowest club is due."""
    if deal.pack.suit_of[card] == TRUMP:
        return above(deal, card)
    return frozenset([other for other in deal.pack.of_suit[CLUBS] if deal.pack.rank[other] < deal.pack.rank[card]])


def kept_back(deal: Deal, seat: Seat) -> dict[Card, Play]:
    """Return the cards that the hand of this seat cannot hold, because it would have had to play them instead of another card, each with
    that play."""
    return {card: play for play in deal.forced.get(seat, ()) for card in due_before(deal, play.card)}


def above(deal: Deal, card: Card) -> frozenset[Card]:
    """Return the trumps that rank above this one."""
    rank = deal.pack.rank
    return frozenset([other for other in deal.pack.trumps if rank[other] > rank[card]])


def legal(rules: Ruleset, deal: Deal, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of `hand` that may be played now."""
    from_suit = follow.legal(following(rules, deal), deal.pack, hand, deal.led)
    for suit in (TRUMP, CLUBS):
        mine = [card for card in from_suit if deal.pack.suit_of.get(card) == suit] if is_forced(rules, deal, suit) else []
        if mine:
            return tuple([card for card in mine if due_before(deal, card).isdisjoint(mine)])
    return from_suit


def caller(table: Spades, deal: Deal) -> Seat | None:
    """Return the seat that bids next, in turn from the dealer's left; None if all have bid, if nobody knows the dealer, or if the deal bids
    itself."""
    order, waiting = () if deal.dealer is None else from_left_of(table.ring, deal.dealer), unbid(table, deal)
    return next((seat for seat in order if seat in waiting), None)


def bidder(table: Spades, bids: Collection[Seat], seat: Seat) -> Seat | None:
    """Return who made the bid of this seat: the seat or, if a team bids one number, perhaps its partner. None if nobody has. `bids`: the
    seats that have bid."""
    if table.rules.team_bid == "one":
        return next((other for other in bids if table.account[other] == table.account[seat]), None)
    return seat if seat in bids else None


def too_low(table: Spades, bids: Mapping[Seat, int], seat: Seat) -> bool:
    """Whether the team of this seat has bid less than `team_bid_min`. False while a partner still has to bid, and if one of them bid nil.
    `bids`: by seat."""
    mine = table.seats_of(table.account[seat])
    said = [bids[other] for other in mine if other in bids][: len(mine) // table.rules.bidders]
    whole = len(said) * table.rules.bidders == len(mine)
    return whole and sum(said) < table.rules.team_bid_min and not any(scoring.is_nil(table.rules, amount) for amount in said)


def may_bid_blind(table: Spades, seat: Seat) -> bool:
    """Whether the side of this seat is far enough behind another to bid blind. True also if the record does not tell, because it lacks the
    points of a deal."""
    ledger, mine, totals = table.ledger, table.account[seat], table.totals
    unknown = ledger.open_rounds or ledger.numbers.get(MISSING)
    behind = max(total for side, total in totals.items() if side != mine) - totals[mine]
    return bool(unknown) or behind >= table.rules.blind_behind or not table.rules.blind_behind


def bids_itself(table: Spades, number: int | None = None) -> bool:
    """Whether nobody bids in this deal, because it is the first one. False if totals were stated before it: then there were others.
    `number`: that of the deal; None for the deal in progress or about to begin."""
    return table.rules.first_bids_itself and (number or table.ledger.round) == 1 and not table.ledger.late


def unbid(table: Spades, deal: Deal) -> tuple[Seat, ...]:
    """Return the seats whose bid is not recorded; none in a deal that bids itself."""
    if bids_itself(table):
        return ()
    return tuple([seat for seat in table.ring if bidder(table, deal.bids, seat) is None])


def won(deal: Deal) -> dict[Seat, int]:
    """Return how many tricks each seat took, by the recorded cards."""
    taken = dict.fromkeys(deal.counts, 0)
    for trick in deal.tricks:
        if trick.winner is not None:
            taken[trick.winner] += 1
    return taken


def of_sides(table: Spades, tricks_of: Mapping[Seat, int]) -> dict[Side, int] | None:
    """Return the tricks of each side. If `tricks_of` lacks one side, that side took the rest of the tricks. If it lacks several sides,
    return None."""
    sides = summed(table.account, tricks_of)
    missing = {*table.account.values()} - sides.keys()
    if len(missing) == 1:
        sides[missing.pop()] = max(0, table.rules.hand - sum(sides.values()))
    return sides if not missing else None


def scores_of(table: Spades, deal: Deal, tricks_of: Mapping[Seat, int], before: Mapping[Side, int]) -> dict[Side, scoring.Scored] | None:
    """Return what the deal brings each side; None if bids or tricks are not known well enough. `before`: the bags of each side before the
    deal."""
    sides = of_sides(table, tricks_of)
    if sides is None or unbid(table, deal):
        return None
    after, scores = after_reneges(sides, deal.reneged), dict[Side, scoring.Scored]()
    for side, total in sides.items():
        if bids_itself(table):
            scores[side] = scoring.unbid_score(table.rules, after[side], before.get(side, 0))
            continue
        mine = table.seats_of(side)
        calls = calls_of(mine, deal.bids, deal.blind, tricks_of, total)
        score = scoring.side_score(table.rules, calls, after[side], before.get(side, 0))
        if score is None:
            return None
        scores[side] = score
    return scores


def calls_of(
    mine: Sequence[Seat], bids: Mapping[Seat, int], blind: Collection[Seat], tricks_of: Mapping[Seat, int], total: int
) -> list[Call]:
    """Return the calls of one side: one of each player, or one of a team that bids one number. `mine`: its seats. `total`: its tricks."""
    alone = len(mine) == 1 or total == 0
    return [Call(bids[seat], seat in blind, total if alone else _own(mine, seat, tricks_of)) for seat in mine if seat in bids]


def kept_in(table: Spades, deal: Deal, tricks_of: Mapping[Seat, int]) -> dict[Seat, Kept]:
    """Return what the side of each seat kept of its bids; without seats for which the record does not tell. Empty if there was a renege,
    and for a deal that bids itself."""
    sides = of_sides(table, tricks_of) if tricks_of and not deal.reneged and not bids_itself(table) else None
    found: dict[Seat, Kept] = {}
    for side, total in (sides or {}).items():
        seats = table.seats_of(side)
        kept = scoring.kept(table.rules, calls_of(seats, deal.bids, deal.blind, tricks_of, total), total)
        if kept is not None:
            found |= dict.fromkeys(seats, kept)
    return found


def after_reneges(sides: Mapping[Side, int], reneged: tuple[Side, ...]) -> dict[Side, int]:
    """Return the tricks of the two sides after the penalties for `reneged`: for each renege, the side loses up to three tricks to the other
    side (SP-11). These tricks do not decide whether a nil was made."""
    after = {**sides}
    for loser in reneged:
        number = min(scoring.RENEGE, after[loser])
        after = {side: tricks_won + (-number if side == loser else number) for side, tricks_won in after.items()}
    return after


def _own(mine: Sequence[Seat], seat: Seat, tricks_of: Mapping[Seat, int]) -> int | None:
    """Return the tricks of `seat`, one of two partners; None if only the number of the side is known."""
    return tricks_of[seat] if all(other in tricks_of for other in mine) else None
