"""The rule sheet of Box. Source: docs/rules/01_simple_games.md §4, rulings BX-1 to BX-21."""

from collections.abc import Iterator

from domain.system import Rules, Section
from domain.systems.box.table import BOX_CAPACITY, HAND_LIMIT, PACK, RESURRECTED_LIMIT, RESURRECTION, TRADE, BoxRules
from domain.words.phrases import capital, many, number


def sheet(rules: Rules) -> tuple[Section, ...]:
    chosen = BoxRules(**rules)  # type: ignore[arg-type]
    return (
        Section("Players", (capital(f"{number(chosen.players)} players, each alone. There are no points."),)),
        Section("Deal", tuple(_deal(chosen))),
        Section("Play", tuple(_play(chosen))),
        Section("Drawing from the box", tuple(_drawing(chosen))),
        Section("After a round", tuple(_refilling(chosen))),
        Section("Losing the box", tuple(_losing(chosen))),
        Section("The end of the game", tuple(_ending(chosen))),
    )


def _deal(rules: BoxRules) -> Iterator[str]:
    drawn = HAND_LIMIT + BOX_CAPACITY
    yield f"{PACK} cards without jokers. The ace is high; suits do not count."
    yield f"Each player draws {number(drawn)} cards and sets {number(BOX_CAPACITY)} of them aside unseen. They are the box."
    yield f"Nobody may look into a box. The other {number(HAND_LIMIT)} cards are the hand."
    yield f"The {many(PACK - drawn * rules.players, 'card')} left over are the stock."


def _play(rules: BoxRules) -> Iterator[str]:
    yield "The table chooses who leads first. Later, the winner of a round leads to the next."
    yield "The leader leads a card of the highest rank in the hand. A leader with no hand leads a card from the box, of whatever rank."
    yield "Then each player in turn plays a card of the same rank as the last card, or lower."
    yield "A card of the same rank turns the direction round: it is the turn of the player before."
    yield "The direction stays as it is for the next round." if rules.direction_persists else "Every round begins clockwise."


def _drawing(rules: BoxRules) -> Iterator[str]:
    if rules.voluntary_box:
        yield "If you have no such card in your hand, draw a card from your box and show it. You may do so also if you have one."
    else:
        yield "If you have no such card in your hand, draw a card from your box and show it. If you have one, you must play from your hand."
    yield "If the drawn card is of the same rank or lower, it is played, and the round goes on."
    yield "If it is higher, the round ends. The player of the last card wins it and lays your card face down aside, as an extra."
    if rules.instant_refill and not rules.no_box_refill:
        yield "If your box is empty, but is to get a card for one that you played from it, draw that card from the stock instead."
    yield "If you have no such card and nothing to draw, the round ends. The player of the last card wins it, but gets no extra."
    if not rules.no_box_refill:
        yield "Your box then gets no card for those that you played from it."


def _refilling(rules: BoxRules) -> Iterator[str]:
    yield f"Hands are filled to {number(HAND_LIMIT)} from the stock: the winner's first, then clockwise."
    if rules.no_box_refill:
        yield "A card that was played from a box is not replaced."
    else:
        yield "For each card that you played from your box in the round, the box gets a new one, unseen. You may decline it."
    if not rules.no_recycle:
        yield "If the stock runs short, the used cards are shuffled into it. Used cards are those of finished rounds and trades."
    yield "If there are still too few cards, hands come before boxes, and the last in order stay short."
    room = f"while your box has fewer than {number(BOX_CAPACITY)}"
    yield f"Then you may trade {many(TRADE, 'extra')} for one unseen card from the stock, {room}."
    if rules.trade_cannot_save:
        yield "But you cannot trade if your box is empty."


def _losing(rules: BoxRules) -> Iterator[str]:
    kept = number(RESURRECTED_LIMIT)
    yield "If your box is empty after that, you have lost it. Once in a game you may then be resurrected."
    yield "Your hand and your extras go into the stock, and it is shuffled."
    if rules.include_used:
        yield "The used cards go into it too."
    else:
        yield f"The used cards go into it too if it would have fewer than {number(RESURRECTION)} cards."
    yield f"You draw {number(RESURRECTION)} cards and look at them. Choose one for your box; the other {kept} are your hand."
    yield f"From then on, your hand is filled only to {kept}."
    yield f"If fewer than {many(RESURRECTION, 'card')} can be found for that, you cannot be resurrected."
    yield "If you decline, or were resurrected before, you are out. Your cards become used cards."
    yield "If several players have lost the box, they decide in turn, clockwise from the left of the winner of the round."


def _ending(rules: BoxRules) -> Iterator[str]:
    if rules.ending == "first_out_loses":
        yield "The game ends when the first player is out. That player loses, and all others win."
    else:
        yield "The last player in the game wins."
        yield "If all who are left lose the box in one round, the last of them in that order wins."
        yield "If the winner of a round is out, the next player clockwise leads."
