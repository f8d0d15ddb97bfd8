"""Finds who made each point of a deal (High, Low, Jack, Game and the others, by name). Cards that were played to tricks are *in play*
(PI-2); a point whose card is not in play is not awarded. The *holder* of a card played it (PI-1); its *winner* took the trick. One card may
earn several points (PI-4). Source: docs/rules/03_pitch_schema.md §5, PI-1 to PI-6, PI-12, PI-19, PI-41, PI-43."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from domain.kernel.cards import CARDS, JOKERS, Card, Seat
from domain.systems.pitch.rules.pack import Pack
from domain.systems.pitch.rules.ruleset import POINTS, Ruleset
from domain.tricks.sides import Side

Plays = Sequence[tuple[Seat, Card]]
Piles = Mapping[Seat, Iterable[Card]]
Sides = Mapping[Seat, Side]
PIPS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
"""The pips (card values towards the point Game) by letter of the rank, in every suit; other ranks and jokers have none (§5)."""
_RANK: Final = {"ace": "A", "deuce": "2", "ten": "T"}
"""The rank of the trump that is High, Low or Game, by value of `high_is`, `low_is` and `game_by`."""
_SURVIVES_A_FOLD: Final = frozenset({"jack", "off_jack", "high_joker", "low_joker"})


def counted(rules: Ruleset, pack: Pack, plays: Plays, captured: Piles, side_of: Sides, left: Piles | None = None) -> dict[str, Side]:
    """Return the side that made each point, by name of the point. A point that nobody made is left out. `plays`: every card played, extras
    included, in order. `captured`: the cards of the tricks that each seat took; nobody takes a dead trick. Cards that the last player shows
    when all others are out count as played and taken (PI-41). `left`: the hands when the deal ended; with the rule `team_out`, a point card
    in a hand may score for its side (PI-43)."""
    held = {card: side_of[seat] for seat, card in plays}
    won = {card: side_of[seat] for seat, cards in captured.items() for card in cards}
    rest = left if left and rules.team_out == "opponents_take_rest" else {}
    kept = {card: side_of[seat] for seat, cards in rest.items() for card in cards}
    order = in_order(rules, pack, held)
    low = (card for card in reversed(order) if not (card in JOKERS and rules.joker_slot == "below_two"))  # PI-5
    ends = {"high": next(iter(order), None), "low": next(low, None)}
    made: dict[str, Side] = {}
    for name, holder, fixed in scoring(rules, pack):
        card = fixed or ends.get(name)
        taken = held if holder else won
        side = _most(rules, won) if card is None and name == "game" else taken.get(card, kept.get(card)) if card else None
        if side is not None:
            made[name] = side
    return made


@lru_cache(maxsize=512)
def scoring(rules: Ruleset, pack: Pack) -> tuple[tuple[str, bool, Card | None], ...]:
    """Return (name, holder, card) for each point that scores. `holder`: whether the player of the card gets it, not the winner of the trick
    (PI-1). `card`: None if play decides it: the highest or lowest trump (off-cards and jokers too; PI-3, PI-5), or Game by pips or tens."""
    to = {"high": "holder", "low": rules.low_to, "high_joker": rules.joker_to, "low_joker": rules.joker_to}
    decided = {"high": rules.high_is, "low": rules.low_is, "game": rules.game_by}
    cards = {name: Card(_RANK[by] + pack.trump) for name, by in decided.items() if by in _RANK} | {**pack.point_of}
    return tuple((name, to.get(name) == "holder", cards.get(name)) for name in POINTS if worth(rules, name))


def plainly(name: str) -> str:
    """Return the name of a point in words: `off jack`."""
    return name.replace("_", " ")


def worth(rules: Ruleset, name: str) -> int:
    """Return how much the point called `name` scores; 0 if the rules do not count it. Raises AttributeError if there is no such point."""
    return int(getattr(rules, "pt_" + name))


def totals(rules: Ruleset, points: Mapping[str, Side], sides: Iterable[Side]) -> dict[Side, int]:
    """Return for each side what its points are worth together under the rules; 0 for a side without any."""
    taken = dict.fromkeys(sides, 0)
    for name, side in points.items():
        taken[side] = taken.get(side, 0) + worth(rules, name)
    return taken


def in_order(rules: Ruleset, pack: Pack, played: Iterable[Card]) -> list[Card]:
    """Return the trumps among `played`, high to low. `played`: in order of play, which decides between identical jokers (PI-5)."""
    trumps = [card for card in pack.trumps if card in played]
    jokers = [card for card in played if card in JOKERS] if rules.joker_order in {"first_higher", "second_higher"} else []
    if len(jokers) == 2:
        at = min(map(trumps.index, jokers))
        trumps[at : at + 2] = jokers if rules.joker_order == "first_higher" else jokers[::-1]
    return trumps


def _most(rules: Ruleset, won: Mapping[Card, Side]) -> Side | None:
    """Return the side whose cards count most towards Game. None for a tie, even a tie at zero (PI-6)."""
    tally: dict[Side, int] = {}
    for card, number in quarters(rules).items():
        if card in won:
            side = won[card]
            tally[side] = tally.get(side, 0) + number
    most = max(tally.values(), default=0)
    top = [side for side, number in tally.items() if number == most]
    return top[0] if len(top) == 1 else None


@lru_cache(maxsize=256)
def quarters(rules: Ruleset) -> dict[Card, int]:
    """Return how much each card counts towards Game, in quarters of a pip, or of a ten where the rules count tens. A joker that breaks ties
    counts one quarter, so that two jokers never make a whole pip. Cards that count nothing are left out."""
    ranks = {"pips": PIPS, "tens": {"T": 1}}.get(rules.game_by, {})
    jokers = dict.fromkeys(JOKERS, 1) if rules.game_tie == "jokers_half" else {}
    return {card: 4 * ranks[card[0]] for card in sorted(CARDS) if card[0] in ranks} | jokers


def folded(rules: Ruleset, pack: Pack, plays: Plays, captured: Piles, side_of: Sides, maker: Side) -> dict[str, Side]:
    """Like `counted`, when the makers give up the deal (PI-19). Only defenders score: Jack, off-jack and jokers that they won, and High and
    Low if they played the ace and the two of trumps; nobody gets Game."""
    if "defenders_score_all" in rules.house:
        made = counted(rules, pack, plays, captured, side_of)
        return {name: side for name, side in made.items() if side != maker}
    held = {card: side_of[seat] for seat, card in plays}
    won = {card: side_of[seat] for seat, cards in captured.items() for card in cards}
    ends = ("2", "A") if rules.low_is == "ace" else ("A", "2")
    real = {"high": Card(ends[0] + pack.trump), "low": Card(ends[1] + pack.trump)}
    points = {name: held.get(card) for name, card in real.items()}
    points |= {name: won.get(card) for name, card in pack.point_of.items() if name in _SURVIVES_A_FOLD}
    return {name: side for name, side in points.items() if side is not None and side != maker and worth(rules, name)}
