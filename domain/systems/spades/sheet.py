"""The rule sheet of a ruleset of Spades, made from its fields. Source: docs/rules/04_spades.md."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.kernel.cards import RANK_NAMES, SUIT_NAMES, Card, spoken
from domain.system import Rules, Section
from domain.systems.spades.ruleset import Ruleset, ruleset_of
from domain.systems.spades.scoring import RENEGE
from domain.words.phrases import capital, listed, many, number


def sheet(rules: Rules) -> tuple[Section, ...]:
    """Return the sections of the rule sheet of resolved rules, in order."""
    ruleset = ruleset_of(rules)
    return tuple(Section(title, tuple(write(ruleset))) for title, write in _SECTIONS.items())


def _players(rules: Ruleset) -> Iterator[str]:
    if rules.sides == "2x2":
        yield "Four players in two teams of two; partners sit opposite each other."
    else:
        yield "Three players, each alone."


def _pack(rules: Ruleset) -> Iterator[str]:
    jokers = ", among them two jokers" if rules.add else ""
    yield f"{rules.pack_size} cards{jokers}."
    if rules.remove:
        yield f"Left out: {listed(map(spoken, rules.remove))}."
    yield f"Spades are always trump. From the highest: {', '.join(_trump(card) for card in rules.trump_order)}."
    strange = [card for card in rules.trump_order if card[1] not in "SJ"]
    if strange:
        yield capital(f"{listed(map(spoken, strange))} {'is a spade' if len(strange) == 1 else 'are spades'} for every purpose.")
    if rules.joker_rule == "first_played_wins":
        yield "The jokers rank level. If both are in a trick, the first one on the table beats the other."
    yield "In the other suits, the ace is high and the two is low."


def _trump(card: Card) -> str:
    if card in ("HJ", "LJ"):
        return spoken(card).removeprefix("the ")
    return RANK_NAMES[card[0]] + ("" if card[1] == "S" else f" of {SUIT_NAMES[card[1]]}")


def _deal(rules: Ruleset) -> Iterator[str]:
    yield f"All cards are dealt one by one, {number(rules.hand)} to each player. The deal passes to the left."
    yield "If a hand has a wrong number of cards, a card was exposed or the pack is wrong, the same dealer deals again."
    yield "That is possible only before the first card is led."


def _bids(rules: Ruleset) -> Iterator[str]:
    least = max(1, rules.bid_min) if rules.nil else rules.bid_min
    who = "team" if rules.team_bid == "one" else "player"
    yield f"From the dealer's left, each {who} bids once: {number(least)} to {number(rules.bid_max)} tricks{', or nil' * bool(rules.nil)}."
    if rules.nil:
        yield "Nil promises to take no trick."
    else:
        yield "A bid of no tricks is a contract like any other; there is no nil."
    if rules.blind_nil:
        behind = f", if the side is {many(rules.blind_behind, 'point')} behind another" if rules.blind_behind else ""
        yield f"A player who has not looked at the cards yet may bid blind nil{behind}."
    if rules.team_bid == "one":
        yield "Two partners agree on one number, the contract of their team; either of them says it."
    elif rules.sides == "2x2" and rules.team_bid == "sum":
        yield "The bids of two partners together are the contract of their team."
    elif rules.sides == "2x2":
        yield "Each partner has a contract of their own."
    if rules.team_bid_min:
        nil = ", unless one partner bids nil" if rules.nil else ""
        yield f"A team must bid {number(rules.team_bid_min)} at least{nil}."
    yield f"The first bid of a {who} counts."
    if rules.first_bids_itself:
        yield "In the first deal, nobody bids."


def _play(rules: Ruleset) -> Iterator[str]:
    if rules.low_club:
        yield "To the first trick everyone plays the lowest club, in any order; the highest club takes it."
        yield "A player without clubs plays a heart or a diamond, or a trump if that is all."
        yield "The winner of a trick leads to the next."
    else:
        who = "The player on the dealer's left" if rules.first_leader == "eldest" else "The dealer"
        yield f"{who} leads to the first trick; after that, the winner of a trick leads to the next."
    yield "Follow suit if you can; if you cannot, play any card."
    yield "The highest trump takes the trick; without a trump, the highest card of the suit led."
    if rules.first_trick_trump == "barred" and not rules.low_club:
        yield "In the first trick, nobody may lead or play a trump who has another card that may be played."
    if rules.breaking == "none":
        yield "Spades may be led at any time."
    else:
        yield "Spades may not be led before they are broken, unless the leader has nothing else; such a lead breaks them."
        if rules.broken_by == "trump_in_only":
            yield "They are broken when a player who cannot follow trumps another suit, not when a spade only follows."
        else:
            yield "They are broken as soon as any spade is played."
    if rules.big_joker_pull:
        yield "When the high joker is led, everyone must play their highest trump, also the low joker."
        yield "A player without trumps then plays any card."


_NIL_TRICKS: Final = {
    "help": "help the contract of the team",
    "bags": "are only bags and do not help the contract",
    "counted": "are bags without points and do not help the contract",
    "nothing": "are no bags and do not help the contract",
}


def _scoring(rules: Ruleset) -> Iterator[str]:
    yield capital(f"a side that meets its contract scores {many(rules.per_bid_trick, 'point')} for each trick bid.")
    if rules.first_bids_itself:
        yield capital(f"in the first deal, a side scores {many(rules.per_bid_trick, 'point')} for each trick; there are no bags.")
    if rules.ten_bid:
        yield f"A contract of ten that is met scores {many(rules.ten_bid, 'point')} instead."
    if rules.boston_bid:
        yield f"A contract of all tricks that is met scores {many(rules.boston_bid, 'point')} instead."
    if rules.boston:
        yield f"The contract of a team that takes all tricks of a deal scores {many(rules.boston, 'point')} or more."
    if rules.bags == "counted":
        yield "Each trick above the contract is a bag; bags are counted, but bring and cost no points."
        yield "If only the points of a deal are written down, nobody knows its bags, and no bags are shown."
    else:
        yield capital(f"each trick above the contract is a bag and scores {many(rules.overtrick, 'point')}.")
    yield capital(f"a side that misses its contract loses {many(rules.set_loss_per_bid_trick, 'point')} for each trick bid.")
    if rules.bag_limit:
        every = "Every bag costs" if rules.bag_limit == 1 else f"{capital(number(rules.bag_limit))} bags together cost"
        yield f"{every} {many(rules.bag_penalty, 'point')}; the bags above that count carry on."
    elif rules.bags == "scored":
        yield "Bags cost no penalty."
    if rules.nil:
        yield capital(f"nil scores {many(rules.nil, 'point')} if the player takes no trick, and loses as many otherwise.")
        helps = _NIL_TRICKS[rules.nil_tricks] if rules.sides == "2x2" else "are bags"
        yield f"The tricks of a failed nil {helps}."
    if rules.blind_nil:
        yield capital(f"blind nil scores or loses {many(rules.blind_nil, 'point')}.")
    if rules.renege_three_books:
        yield capital(f"when the table calls a renege, {number(RENEGE)} tricks of that side go to the other side.")
    else:
        yield "A renege changes no score unless a director rules so."


def _winning(rules: Ruleset) -> Iterator[str]:
    yield f"The game is played to {many(rules.target, 'point')}. If several reach it in one deal, the higher score wins."
    if rules.floor is not None:
        yield f"The game also ends when a total is minus {number(-rules.floor)} or lower; the highest total wins."
    if rules.sets:
        yield f"A team that misses {many(rules.sets, 'contract')} loses the game. If both do in one deal, the higher score wins."
    if rules.boston_wins:
        yield "A team that takes all tricks of a deal wins the game."
    yield "If the best are level, another deal is played until one is ahead."
    if rules.play_off:
        yield "In a tournament, that is so after the last deal and at the bell, too."


_SECTIONS: Final[Mapping[str, Callable[[Ruleset], Iterator[str]]]] = {
    "Players": _players, "Pack": _pack, "Deal": _deal, "Bids": _bids, "Play": _play, "Scoring": _scoring, "Winning": _winning,
}  # fmt: skip
