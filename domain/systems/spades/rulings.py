"""The rulings of Spades: questions that the sources leave open, the answers, and the rulesets in which each can come up.

Source: docs/rules/04_spades.md, Rulings, in its words. A ruling that a table may change is an option (`options`)."""

from collections.abc import Callable
from typing import Final, NamedTuple

from domain.systems.spades.ruleset import Ruleset


class Ruling(NamedTuple):
    """One ruling: a question, our answer, and whether the question can come up under given rules."""

    id: str
    question: str
    answer: str
    applies: Callable[[Ruleset], bool] = lambda _: True


def _jokers(rules: Ruleset) -> bool:
    return rules.joker_rule != "n/a"


# fmt: off
RULINGS: Final = (
    Ruling("SP-1", "Base scoring absent from the seed", "the usual numbers; each is an option"),
    Ruling("SP-2", "Leader holds only trumps before the break", "may lead one, and that breaks them", lambda r: r.breaking != "none"),
    Ruling("SP-3", "Does playing a spade on a forced follow break the suit?", "no; only trumping in, as the seed words it",
           lambda r: r.breaking != "none"),
    Ruling("SP-4", "Order when jokers and deuces are both high", "high joker, low joker, two of spades, two of diamonds, ace of spades",
           lambda r: _jokers(r) and "2D" in r.trump_order),
    Ruling("SP-5", "Pull rule and players void in trumps", "play anything", _jokers),
    Ruling("SP-6", "Does the pull rule bind the low joker?", "yes, if it is the highest trump of its holder", _jokers),
    Ruling("SP-7", "Equal jokers and a led joker", "the led one wins", lambda r: r.joker_rule == "first_played_wins"),
    Ruling("SP-8", "Three players, no jokers", "the two of clubs leaves the pack, and everyone gets 17 cards", lambda r: r.players == 3),
    Ruling("SP-9", "Do a failed nil's tricks help the contract?", "yes"),
    Ruling("SP-10", "Both sides reach the target in one deal, level", "play another deal until one is ahead"),
    Ruling("SP-11", "Revoke (renege)", "recorded as a finding; scores are as the tricks fell unless a director rules"),
    Ruling("SP-12", "Misdeal",
           "a wrong number of cards, an exposed card or a wrong pack voids the deal; the same dealer deals again; only before the "
           "first card is led"),
    Ruling("SP-13", "Pulling where jokers are equal", "not available: it needs a highest joker", _jokers),
    Ruling("SP-14", "Bids given out of turn or changed after the next player's bid",
           "stored and found; the first bid of a seat counts unless retracted"),
)
# fmt: on


def rulings_for(rules: Ruleset) -> tuple[tuple[str, str, str], ...]:
    """Return (id, question, answer) of each ruling that applies, for `System.rulings` and the rule sheet."""
    return tuple((ruling.id, ruling.question, ruling.answer) for ruling in RULINGS if ruling.applies(rules))
