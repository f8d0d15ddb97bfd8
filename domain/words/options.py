"""The values of house rules in the words of a card table, where a value is a word of the code. Ranks, suits, cards and the names of points
need none."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import SUIT_NAMES
from domain.words.phrases import listed

VALUES: Final[Mapping[str, Mapping[str, str]]] = {
    "ace": {"high": "above the king", "low": "below the two"},
    "all_pass": {
        "dealer_must_bid": "the dealer must bid",
        "dealer_exact_min": "the dealer must bid the lowest number",
        "redeal_next": "the next player deals",
        "redeal_same": "the same player deals again",
    },
    "auction": {"one_turn": "everybody bids once", "until_passed_out": "until all others have passed"},
    "breaking": {"none": "at any time", "until_broken": "only after one was played to another suit"},
    "dealer_priv": {"may_match": "yes", "none": "no"},
    "defenders_on_set": {"books_over_six": "their books over six", "nothing": "nothing"},
    "ending": {"last_survivor": "when one player is left", "first_out_loses": "when a player is out, who has lost"},
    "first_leader": {"maker": "the maker of the bid", "eldest": "the player on the dealer’s left", "dealer": "the dealer"},
    "first_trick_trump": {"free": "allowed", "barred": "not allowed"},
    "impossible": {"loses": "it loses", "refused": "it is not allowed"},
    "joker": {"wins": "it makes any guess right", "loses": "it makes any guess wrong", "void": "it does not count"},
    "jokers": {"out": "left out", "top": "all equal, as the highest cards"},
    "kind_order": {"high": "high (uptown)", "low": "low (downtown)", "no_trump": "without trumps"},
    "kitty_is_book": {"maker": "the maker’s", "first_trick_winner": "of the side that wins the first trick", "none": "nobody’s"},
    "made_scores": {"books_over_six": "every book over six", "level": "only the number bid"},
    "no_trump_jokers": {"worthless": "only from a hand without the suit led", "any_time": "at any time"},
    "pack": {"one_joker": "twelve cards and a joker", "no_joker": "the twelve cards alone"},
    "pack_mode": {"own": "one for each player", "colours": "one, divided by colours", "suits": "one, divided by suits"},
    "returns": {"total": "the total return", "net": "the net winnings"},
    "shuffle": {"each_run": "after each run", "each_guess": "after each guess"},
    "team_bid": {"sum": "added up", "separate": "each for itself", "one": "one number together, and no nil"},
    "tie": {
        "even_money": "it returns twice the stake",
        "push": "nothing is won or lost",
        "wrong": "it is a wrong guess",
        "double_penalty": "it costs twice as much",
    },
}
"""By option and value; an option has the same values in all systems that have it."""
PRINTED: Final = {"T": "10", **SUIT_NAMES}
"""The words for a rank or suit, by its letter in the value of an option. Letters that are not here are shown as they are."""
NONE: Final[Mapping[str, str]] = MappingProxyType({})


def values_of(option: str) -> Mapping[str, str]:
    """Return the words for the values of the option with this name; empty if it has no words of code."""
    return VALUES.get(option, NONE)


def worded(option: str, value: Json) -> str:
    """Return the words for a value of the option with this name: `added up`, `hearts`, `9 and 10`, `none`."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return listed(worded(option, each) for each in value) or "none"
    said = "none" if value is None else str(value)
    return values_of(option).get(said) or PRINTED.get(said) or said.replace("_", " ")
