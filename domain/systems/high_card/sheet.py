"""The rule sheet of High Card. Source: docs/rules/01_simple_games.md §1, rulings HC-1 to HC-17."""

from collections.abc import Iterator

from domain.system import Rules, Section
from domain.systems.high_card.table import MOST_PLAYERS, PACK, HighCardRules
from domain.words.phrases import capital, many, number


def sheet(rules: Rules) -> tuple[Section, ...]:
    chosen = HighCardRules(**rules)  # type: ignore[arg-type]
    return (
        Section("Players", tuple(_players(chosen))),
        Section("Cards", tuple(_cards())),
        Section("Play", tuple(_play())),
        Section("The end of a round", tuple(_round(chosen))),
        Section("Winning", tuple(_winning(chosen))),
    )


def _players(rules: HighCardRules) -> Iterator[str]:
    most = min(MOST_PLAYERS, PACK // rules.target)
    yield "Two players, each alone." if most == 2 else f"Two to {number(most)} players, each alone."
    yield "Players may come and go between rounds; a newcomer has no points."
    if rules.join_next_hand:
        yield "During a round a newcomer comes in at the next hand."
    yield "A player who leaves during a round is out of it at once, and takes back a placed card unseen."
    yield "With fewer than two players left, the game ends without a winner."


def _cards() -> Iterator[str]:
    yield f"{PACK} cards without jokers. The ace is high; suits do not count."
    yield "A game has rounds, and a round has hands. Before each round all cards are shuffled, except those that players keep."
    yield "For each hand, every player who is still in the round is dealt one card."
    yield "For each point that you win, you get one card more with the first deal of the next round, and keep it in your hand."


def _play() -> Iterator[str]:
    yield "The table chooses who opens the first round. The opener leads the first hand."
    yield "The leader begins, then clockwise: place one card face down, and call lowest, middle or highest."
    yield "A call or a card cannot be changed."
    yield "When all have placed a card, the cards are turned over. Only they are compared."
    yield "Lowest is right for the lowest rank, highest for the highest, middle for any rank between these two."
    yield "So equal cards are right or wrong together, and between two players middle is always wrong."
    yield "If your call was wrong, you are out of the round. You keep the cards in your hand."
    yield "If two or more were right, they play the next hand. The next of them clockwise from the last leader leads."


def _round(rules: HighCardRules) -> Iterator[str]:
    yield "If one player alone was right, that player scores one point and opens the next round."
    again = "the next player clockwise opens" if rules.rotate_on_restart else "the same player opens again"
    yield f"If nobody was right, nobody scores, and {again}."
    yield "If there are not enough cards for another hand, every player who is still in the round scores one point."
    if rules.exclude_last_leader:
        yield "Then the first scorer clockwise after the last leader opens; the last leader opens only if nobody else scored."
    else:
        yield "Then the first scorer clockwise opens, beginning with the last leader."


def _winning(rules: HighCardRules) -> Iterator[str]:
    yield capital(f"{many(rules.target, 'point')} win{'s' if rules.target == 1 else ''} the game.")
    if rules.playoff:
        yield "If several players get there together, only they play on, until a round has one scorer. That player wins."
        yield "If the cards do not suffice for that, they share the win."
    else:
        yield "Players who get there together share the win."
