"""What the rules of Pitch say about where cards can be: how many trumps a hand must hold, where the called card can be, what may be thrown.

`domain.tricks.whereabouts` has the facts of every game of tricks. Acts of the exchange that the record leaves out are assumed to have
followed the rules. Source: docs/rules/03_pitch_schema.md §2, §3; 00_conventions, deferred checks; PI-28, PI-36, PI-37, PI-45."""

from collections.abc import Collection

from domain.kernel.cards import Card, Seat
from domain.proofs.feasible import Fact, Versions
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.rules.steps import Step
from domain.tricks import whereabouts as tricks
from domain.tricks.deal import NO_CARDS, Play
from domain.tricks.following import NO_VOIDS
from domain.tricks.moves import Moved
from domain.tricks.pack import TRUMP


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
