"""Finds out whether any deal of the cards fits the record, if all acts were legal. `breaches/play.py` judges one card at a time. This
module finds what only the numbers of cards show, such as more trumps than the hands have room for. The search runs only if quick sums
(`binds`) cannot show that a deal fits; `domain.tricks.proofs` decides which viewers may see the result. Source: design.md §5;
docs/rules/03_pitch_schema.md §2, §3; 00_conventions, deferred checks."""

from collections.abc import Collection, Iterable, Iterator

from domain.kernel.cards import Card, Seat
from domain.kernel.events import Act, CardPlayed, CardsDrawn, CardsShown, Event, OutDeclared
from domain.kernel.findings import Finding
from domain.proofs.feasible import Fact, Versions
from domain.systems.pitch.play.deal import brought_to_play
from domain.systems.pitch.play.exchange import exchanged
from domain.systems.pitch.play.handing import Exchanged, Named
from domain.systems.pitch.play.playing import declared_out, played, shown_rest, with_open
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.rules.steps import Step
from domain.tricks import narrow, proofs
from domain.tricks import whereabouts as tricks
from domain.tricks.deal import NO_CARDS, Play
from domain.tricks.following import NO_VOIDS
from domain.tricks.moves import Moved, Moves
from domain.tricks.narrow import Pile
from domain.tricks.pack import TRUMP
from domain.tricks.proofs import Facts, contradictions, is_too_long, jammed, seats_with_sealed

# --- quick sums ---------------------------------------------------------------------------------------------------------------------------


def binds(table: Pitch, deal: Deal, *, margin: int = 0, sure: bool = False) -> bool:
    """Whether it is possible that no deal of the cards fits, because some cards have too little room. If False, some deal certainly fits.
    `margin`: how many cards are about to be named besides. `sure`: whether every throw of the exchange is written down."""
    piles, no_trump = [*_piles(table, deal)], False
    if deal.stock_cards is None and any(step.does == "take-stock-trumps" for step in table.steps):
        no_trump = any(move.how == "stock" for move in deal.moves)
    leaves = table.rules.drop_out != "never" and bool(deal.plays or deal.tricks)
    whole, sure = not piles and deal.all_hands_known, sure or sorted_out(table, deal)

    def due(seat: Seat) -> int:
        return _trumps_due(table, deal, seat, sure=sure) if leaves or seat in deal.plain else 0

    if whole and not no_trump:  # the recorded hands alone can contradict the record
        return (leaves or bool(deal.plain)) and any(due(seat) > 0 for seat in table.ring)
    called = _awaited(table, deal)
    first = deal.tricks[0].plays if deal.tricks else deal.plays
    without = {play.seat for play in first if play.seat != deal.maker} if called is not None else frozenset[Seat]()
    lost = narrow.lost_of(deal, called, without, whole=whole)
    return narrow.binds(deal, piles, lost, due, no_trump=no_trump, margin=margin)


def _trumps_due(table: Pitch, deal: Deal, seat: Seat, *, sure: bool) -> int:
    """Return how many unknown cards in the hand of `seat` must be trumps if all acts were legal; 0 or less if none must be."""
    held = len(deal.pack.of_suit[TRUMP].intersection(deal.known.get(seat, NO_CARDS)))
    return -held if held and seat not in deal.plain else must_hold(table, deal, seat, sure=sure)[0] - held


def _piles(table: Pitch, deal: Deal) -> Iterator[Pile]:
    for move, number in thrown_unseen(deal.moves):
        yield Pile(move.seat, number, plain_proof(table, deal, move, table.ring) is not None)


def thrown_unseen(moves: Moves) -> tuple[tuple[Moved, int], ...]:
    """Return each throw of cards that are not written down, with their number."""
    found = []
    for move in moves:
        if move.number and (number := move.number - len(move.shown) - (len(move.cards) if move.how == "thrown" else 0)) > 0:
            found.append((move, number))
    return tuple(found)


def _awaited(table: Pitch, deal: Deal) -> Card | None:
    """Return the called card if it must be played to trick 1 by the rules, but the record does not show where it is; otherwise None."""
    if deal.called is None or deal.called in deal.gone or "called_card_first" not in table.rules.house:
        return None
    return None if any(deal.called in cards for cards in deal.known.values()) else deal.called


# --- where cards can be -------------------------------------------------------------------------------------------------------------------


def facts_of(table: Pitch, deal: Deal, owners: Collection[Seat], *, sure: bool = False) -> list[Fact] | None:
    """Return what is known about where the cards of this deal are: what everybody knows, and what only the seats `owners` may see.

    None if trump is not known, thrown cards are dealt again, or the cards do not add up. `sure`: whether every throw is written down."""
    if deal.trump is None or "recycle_discards" in table.rules.house:
        return None
    bound = tricks.Bound(
        trumps=lambda seat: must_hold(table, deal, seat, sure=sure),
        barred=lambda seat: _called_elsewhere(table, deal, seat),
        plain=lambda move: plain_proof(table, deal, move, owners),
        no_trump_left=any(step.does == "take-stock-trumps" for step in table.steps),
    )
    return tricks.facts_of(deal, owners, bound)


def _called_elsewhere(table: Pitch, deal: Deal, seat: Seat) -> list[tuple[Card, int]]:
    """Return (the called card, version of the event) if `seat` played another card to trick 1 and so cannot hold the called card."""
    called = deal.called
    if called is None or "called_card_first" not in table.rules.house or seat == deal.maker:
        return []
    first = deal.tricks[0].plays if deal.tricks else deal.plays
    return [(called, play.version) for play in first if play.seat == seat and play.card != called]


def must_hold(table: Pitch, deal: Deal, seat: Seat, *, sure: bool = False) -> tuple[int, Versions]:
    """Return how many trumps, including known ones, the hand of `seat` must hold if all acts were legal, and the versions of the events
    that prove it: after it threw all plain cards, or because its player did not leave the deal without a trump (PI-37)."""
    number, why = 0, Versions()
    if seat in deal.plain and seat not in deal.unsure and (sure or sorted_out(table, deal)):
        came, shown = deal.plain[seat]
        number = deal.counts[seat] - (came - shown)
    if number < 1 and table.rules.drop_out == "no_trumps_left":
        last = last_play(deal, seat)
        if last is not None and deal.pack.suit_of.get(last.card, TRUMP) != TRUMP:
            number, why = 1, (last.version,)
    return number, why


def sorted_out(table: Pitch, deal: Deal) -> bool:
    """Whether it is certain to which step of the exchange each throw belongs; False during an exchange with two throwing steps."""
    return deal.phase != "exchange" or sum(step.throws for step in table.steps) < 2


def last_play(deal: Deal, seat: Seat) -> Play | None:
    """Return the play of the last card of the seat; None if it has played no card."""
    for play in deal.plays:
        if play.seat == seat:
            return play
    for trick in reversed(deal.tricks):
        for play in trick.plays:
            if play.seat == seat:
                return play
    return None


def trump_discard(rules: Ruleset) -> str:
    """Return the ruleset's `trump_discard`. But if it forbids throwing trumps, and players must throw down to a limit, return
    `over_limit_only`, because a player may then have only trumps left to throw (§2)."""
    return "over_limit_only" if rules.trump_discard in ("forbidden", "keep_all") and _limited(rules.steps) else rules.trump_discard


def _limited(steps: tuple[Step, ...]) -> bool:
    """Return whether hands are thrown down to a limit in the exchange."""
    return any(step.does in ("throw-down", "adjust") for step in steps)


def plain_proof(table: Pitch, deal: Deal, move: Moved, owners: Collection[Seat]) -> Versions | None:
    """Return the versions that prove, besides the throw itself, that no trump can be among the cards that a player threw face down in this
    act, if all acts were legal (§2, trump_discard); None if a trump can be. The proof uses public cards and the sealed ones of `owners`."""
    if plain_only(table.rules, move):
        return Versions()
    over_limit = move.trump and move.how == "thrown" and trump_discard(table.rules).startswith("over_limit")
    if not over_limit or move.left is None or move.seat in deal.unsure:
        return None
    had = _had_plain(table, deal, move, move.left) if move.seat in owners else None
    return _showed_plain(table, deal, move, move.left) if had is None else had


def plain_only(rules: Ruleset, move: Moved) -> bool:
    """Whether no trump can be among the cards that a player threw face down in this act, whatever the hand shows later."""
    rule = trump_discard(rules)
    if not move.trump or move.how != "thrown":
        return False
    if rule in ("forbidden", "keep_all"):
        return True
    return rule.startswith("over_limit") and move.left is not None and move.left < rules.play_hand


def _had_plain(table: Pitch, deal: Deal, move: Moved, left: int) -> Versions | None:
    """Return the versions of the acts that brought so many plain cards that the hand had no more trumps than the limit before its first
    throw. None if they did not. `left`: how many cards were kept."""
    before = [other for other in deal.moves if other.seat == move.seat and other.version < move.version]
    if any(other.how in ("thrown", "searched") for other in before):
        return None
    trumps = deal.pack.of_suit[TRUMP]
    plain = {card: other.version for other in before for card in other.cards if card in deal.pack.suit_of and card not in trumps}
    too_many = left + move.number - table.rules.play_hand
    return tuple(sorted({*plain.values()})) if len(plain) >= too_many else None


def _showed_plain(table: Pitch, deal: Deal, move: Moved, left: int) -> Versions | None:
    """Return the versions of the plays that show that the hand kept too many plain cards to throw a trump in the last step of the exchange:
    a trump may be thrown only by a player who keeps as many as the limit. None if they do not show it. `left`: how many cards were kept."""
    seat = move.seat
    if deal.own.get(seat) != len(table.steps) - 1:
        return None
    if any(other.seat == seat and other.version > move.version and other.how != "shown" for other in deal.moves):
        return None
    too_many, trumps = left - table.rules.play_hand + 1, deal.pack.of_suit[TRUMP]
    why = [play.version for play in deal.every_play if play.seat == seat and play.card in deal.pack.suit_of and play.card not in trumps]
    if len(why) < too_many and TRUMP in deal.voids.get(seat, NO_VOIDS):
        plain = deal.counts[seat] - len(trumps.intersection(deal.known.get(seat, NO_CARDS)))
        why += [deal.voids[seat][TRUMP].version] * plain
    return tuple(dict.fromkeys(why[:too_many])) if len(why) >= too_many else None


# --- whether a deal fits ------------------------------------------------------------------------------------------------------------------


def no_such_deal(table: Pitch, event: Event, wrong: Collection[Finding]) -> Iterable[Finding]:
    """Return findings if no deal of the cards fits the record after the event. `wrong`: other findings; a viewer of one gets none here."""
    after = _narrowed(table, event)
    return () if after is None else contradictions(table.deal, after, event, wrong, _facts(table), "03 §3")


def leaves_a_deal(table: Pitch, event: Event) -> bool:
    """Whether some deal of the cards fits the record after the event. Also True if no deal fitted before the event."""
    after = _narrowed(table, event, sure=True)
    return after is None or jammed(table.deal, seats_with_sealed(table.deal), _facts(table, sure=True)) is not None


def _narrowed(table: Pitch, event: Event, *, sure: bool = False) -> Deal | None:
    """Return the deal after the event if no deal of the cards fits any more; None if one fits, or if this event needs no search."""
    deal = table.deal
    after = None if is_too_long(deal) or _takes_no_place(deal, event.act) else _after(table, deal, event)
    return None if after is None or _fits(table, after, sure=sure) else after


def _takes_no_place(deal: Deal, act: Act) -> bool:
    """Whether any deal that fits before the act fits after it, too: it is an exchange before trump is known, or draws unnamed cards."""
    return isinstance(act, Exchanged) and (deal.trump is None or (isinstance(act, CardsDrawn) and act.cards is None and not deal.torn))


def fits(table: Pitch, event: Event | None) -> bool:
    """Whether some deal of the cards certainly fits the record, after the event if there is one."""
    deal = table.deal if event is None else _after(table, table.deal, event)
    return deal is not None and not is_too_long(deal) and _fits(table, deal)


def _fits(table: Pitch, deal: Deal, *, sure: bool = False) -> bool:
    return proofs.fits(deal, lambda deal: binds(table, deal, sure=sure), _facts(table, sure=sure))


def _facts(table: Pitch, *, sure: bool = False) -> Facts[Deal]:
    return lambda deal, owners: facts_of(table, deal, owners, sure=sure)


def _after(table: Pitch, deal: Deal, event: Event) -> Deal | None:
    """Return the deal after the event, not yet scored. None if the event moves no card of the deal."""
    version = event.version
    match event.act:
        case CardPlayed() as act if deal.phase in ("deal", "auction", "exchange", "play"):
            return played(table, brought_to_play(table, deal, act.seat), act, version)
        case OutDeclared() as act if deal.phase == "play":
            return declared_out(table, deal, act, version)
        case CardsShown() as act if deal.phase == "play":
            return shown_rest(table, deal, act, version) if act.purpose == "rest" else with_open(deal, act.seat, act.cards)
        case act if isinstance(act, Exchanged) and not isinstance(act, Named):
            return exchanged(table, deal, act, version) if deal.phase == "exchange" else None
        case _:
            return None
