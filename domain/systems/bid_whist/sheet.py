"""The rule sheet of Bid Whist: sections of sentences for the players, made from the rules. Source: docs/rules/05_bid_whist.md."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from domain.system import Rules, Section
from domain.systems.bid_whist.rules import HAND, SIX, Ruleset, most_left, rules_of
from domain.systems.bid_whist.words import NAMES, kinds_words
from domain.words.phrases import capital, many, number


def sheet(base: Ruleset, rules: Rules) -> tuple[Section, ...]:
    """Return the sections of the rule sheet, in order."""
    ruled = rules_of(base, rules)
    return tuple(Section(title, tuple(write(ruled))) for title, write in _SECTIONS.items())


def _players(_: Ruleset) -> Iterator[str]:
    yield "Four players, two against two. Partners sit opposite each other."


def _pack(rules: Ruleset) -> Iterator[str]:
    jokers = ("no joker", "one joker", "two jokers")[rules.jokers]
    yield f"{52 + rules.jokers} cards: thirteen in each suit, and {jokers}."
    yield "In a high bid the ace is the best card of a suit, then the king and so on down to the two."
    ace = (
        "The two is the best, and the ace the worst."
        if rules.aces_bad
        else "The ace is the best here too, then the two, and the king is the worst."
    )
    yield f"In a low bid the low cards win. {ace}"
    if rules.jokers:
        who = "Both jokers belong" if rules.jokers == 2 else "The joker belongs"
        above = (
            "The high joker is the best trump, then the low joker, then the cards of the suit."
            if rules.jokers == 2
            else "It is the best trump."
        )
        yield f"{who} to the trump suit. {above}"


def _deal(rules: Ruleset) -> Iterator[str]:
    yield f"Each player gets {many(HAND, 'card')}. {capital(number(rules.kitty))} cards go face down to the kitty."
    barred = [word for word, may in (("first", rules.kitty_first_four), ("last", rules.kitty_last_four)) if not may]
    if barred:
        yield f"None of the {' or '.join(barred)} four cards dealt may go to the kitty."
    else:
        yield "Any cards may go to the kitty."
    yield "The deal passes to the left."


_ALL_PASS: Final = {
    "dealer_must_bid": "If all others pass, the dealer must bid.",
    "dealer_exact_min": "If all others pass, the dealer must bid the lowest number.",
    "redeal_same": "If all pass, the same dealer deals again.",
    "redeal_next": "If all pass, the next dealer deals.",
}


def _auction(rules: Ruleset) -> Iterator[str]:
    if rules.auction == "one_turn":
        yield "Each player has one call, from the dealer's left to the dealer: a bid or a pass."
    else:
        yield "The call goes round from the dealer's left until only one bidder is left. A player who has passed calls no more."
    fewest, most = number(rules.bid_min), number(rules.bid_max)
    level = f"the number {fewest}" if rules.bid_min == rules.bid_max else f"a number from {fewest} to {most}"
    yield f"A bid is {level} with a kind: {kinds_words(rules.kind_order)}. The number is how many books above {number(SIX)} are promised."
    if len(rules.kind_order) > 1:
        yield f"A higher number beats a lower one. At the same number {_order(rules)}."
    if rules.dealer_priv == "may_match":
        yield "The dealer may take the bid over at the same number and kind."
    yield _ALL_PASS[rules.all_pass]


def _order(rules: Ruleset) -> str:
    names = [NAMES[kind] for kind in rules.kind_order]
    return " and ".join(f"{higher} beats {lower}" for lower, higher in pairwise(names))


def _kitty(rules: Ruleset) -> Iterator[str]:
    suited = any(kind != "no_trump" for kind in rules.kind_order)
    named = [
        *(["the trump suit"] if suited else []),
        *(["without trumps the direction, high or low"] if "no_trump" in rules.kind_order else []),
    ]
    when = "before taking the kitty" if rules.name_before_kitty else "after taking the kitty"
    yield f"The maker names {', or '.join(named)}{',' if len(named) > 1 else ''} {when}."
    shown = "Everybody sees the kitty before the maker takes it." if rules.kitty_shown else "Only the maker sees the kitty."
    yield f"{shown} The maker takes it into the hand and throws {number(rules.kitty)} cards face down. Any cards may be thrown."
    yield {
        "maker": "They are the first book of the maker's side.",
        "first_trick_winner": "They are a book of the side that wins the first trick.",
        "none": "They are no book.",
    }[rules.kitty_is_book]


def _play(rules: Ruleset) -> Iterator[str]:
    leader = "The maker" if rules.first_leader == "maker" else "The player on the dealer's left"
    yield f"{leader} leads any card to the first trick. The winner of a trick leads to the next."
    yield "Follow suit if you can. If you cannot, play any card. The best trump wins; without a trump the best card of the suit led."
    if rules.jokers and "no_trump" in rules.kind_order:
        free = "may be played at any time" if rules.no_trump_jokers == "any_time" else "may be played only by a player without the suit led"
        yield f"Without trumps a joker belongs to no suit and never wins. It {free}."
        if rules.joker_when_void:
            yield "A player without the suit led who holds a joker must play it."
        yield "If a joker is led, the next card of a suit says what to follow."
    if rules.renege_books:
        goes = f"{many(rules.renege_books, 'book')} {'goes' if rules.renege_books == 1 else 'go'}"
        yield f"For a renege {goes} to the other side, unless the director rules otherwise."
    else:
        yield "What a renege costs is for the director to rule."


def _score(rules: Ruleset) -> Iterator[str]:
    kitty = "" if rules.kitty_is_book == "none" else ", with the kitty"
    bid, least, left = (number(each) for each in (rules.bid_min, SIX + rules.bid_min, most_left(rules, rules.bid_min)))
    yield f"A deal has {number(rules.books)} books{kitty}. A bid of {bid} needs {least}: the others may have at most {left}."
    made = f"one point for each book above {number(SIX)}" if rules.made_scores == "books_over_six" else "the number bid"
    yield f"A side that makes its bid scores {made}. A side that is set loses the number bid."
    if rules.defenders_on_set == "books_over_six":
        yield f"If the bid is set, the others score one point for each of their books above {number(SIX)}."
    else:
        yield "The others score nothing."
    if rules.no_multiplier > 1 and "no_trump" in rules.kind_order:
        yield f"Without trumps the score is multiplied by {number(rules.no_multiplier)}."
    elif "no_trump" in rules.kind_order:
        yield "A bid without trumps scores like any other."
    if rules.boston > 1:
        yield f"For all {number(rules.books)} books the score is multiplied by {number(rules.boston)}."


def _end(rules: Ruleset) -> Iterator[str]:
    yield f"{capital(many(rules.target, 'point'))} win the game." if rules.target != 1 else "One point wins the game."
    if rules.floor is not None:
        yield f"A side that sinks to minus {number(-rules.floor)} loses at once."
    else:
        yield "No side loses by sinking, however low."


_SECTIONS: Final = {
    "Players": _players,
    "Cards": _pack,
    "Deal": _deal,
    "Auction": _auction,
    "Kitty": _kitty,
    "Play": _play,
    "Score": _score,
    "End of the game": _end,
}
