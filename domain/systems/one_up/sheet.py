"""The rule sheet of One-up. Source: docs/rules/01_simple_games.md §3, rulings OU-1 to OU-8."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.cards import RANK_NAMES, SUIT_NAMES, Card, Seat, seat_called, spoken
from domain.system import Rules, Section
from domain.systems.one_up.table import COLOURS, MOST_PLAYERS, OneUpRules, rules_of, starting_hands
from domain.words.phrases import capital, listed, many, number

_MOST: Final = {"own": MOST_PLAYERS, "colours": len(COLOURS), "suits": len(SUIT_NAMES)}
_SHARED: Final = {
    "colours": "Two players share one pack: one has the red cards, the other the black ones.",
    "suits": "The players share one pack: each has one suit. Suits left over are not used.",
}


def sheet(rules: Rules) -> tuple[Section, ...]:
    chosen = rules_of(rules)
    return (
        Section("Players", tuple(_players(chosen))),
        Section("Cards", tuple(_cards(chosen))),
        Section("Play", tuple(_play(chosen))),
        Section("Scoring", tuple(_scoring())),
        Section("Winning", tuple(_winning(chosen))),
    )


def _players(rules: OneUpRules) -> Iterator[str]:
    most = len(rules.shares) or _MOST[rules.pack_mode]
    yield capital(f"{number(most)} players, each alone." if most == 2 or rules.shares else f"two to {number(most)} players, each alone.")
    if rules.remove_hand:
        yield "If a player leaves, that player's cards leave play, and the others go on. One player left alone ends the game."
    else:
        yield "If a player leaves, the game ends without a winner."


def _cards(rules: OneUpRules) -> Iterator[str]:
    yield _SHARED.get(rules.pack_mode, "Each player has a whole pack.")
    if rules.shares:
        yield f"{capital(listed([f'{seat_called(Seat(int(seat)))} has {_share(name)}' for seat, name in sorted(rules.shares.items())]))}."
    if rules.removed:
        yield f"Left out: {listed([_left_out(token) for token in rules.removed])}."
    sizes = {len(cards) for cards in starting_hands(rules, [Seat(seat) for seat in range(len(rules.shares) or 2)]).values()}
    yield f"Everybody has a hand of {listed([many(size, 'card') for size in sorted(sizes)], 'or')}. Nothing is shuffled or dealt."
    yield "The hands may hold different ranks." if rules.free_composition else "All hands hold the same ranks."
    jokers = "Jokers are equal to each other and higher than all other cards." if rules.jokers == "top" else "There are no jokers."
    yield f"The ace is {rules.ace}. {jokers} Suits do not count."


def _share(name: str) -> str:
    return SUIT_NAMES.get(name, f"the {name} cards")


def _left_out(token: str) -> str:
    """Return the words for a card, a rank or a suit that is left out of the packs."""
    if token in SUIT_NAMES:
        return SUIT_NAMES[token]
    if len(token) > 1:
        return spoken(Card(token))
    name = RANK_NAMES[token]
    return f"{name}es" if name == "six" else f"{name}s"


def _play(rules: OneUpRules) -> Iterator[str]:
    yield "Each player picks a card from the hand and lays it face down."
    yield "When everybody is ready, all cards are flipped together."
    if rules.open_history:
        yield "Won cards go to your pile. Anyone may look at cards that were played."
    else:
        yield "Won cards go face down to your pile. Nobody may look through a pile, not even through their own."
    yield "All rounds are played, until the hands are empty."


def _scoring() -> Iterator[str]:
    yield "If one card is higher than all others, its player takes every card of the round."
    yield "If two or more cards share the highest rank, everybody puts their own card on their own pile."
    yield "Ties below the highest rank change nothing."


def _winning(rules: OneUpRules) -> Iterator[str]:
    yield "When the last card is played, the largest pile wins."
    if rules.sudden_death:
        yield "If the largest piles are equal, their players take fresh hands and play on. The first of them to win a round wins the game."
    else:
        yield "Players with equal piles share the win."
