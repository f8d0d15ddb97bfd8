"""The rule sheets of all games. No sheet is empty, and every house rule of the small games changes the sheet. The sentences about Pitch
are in tests/domain/pitch/test_sheet.py."""

import re
from collections.abc import Iterable, Iterator, Mapping

import pytest

from domain.kernel.canonical import Json
from domain.kernel.shapes import Flag, ListOf, OneOf, Optional, Whole
from domain.system import Option, System, Table, Unplayable
from domain.systems import SYSTEMS
from tests.systems import every_system

SMALL = {slug: system for slug, system in SYSTEMS.items() if system.family != "pitch"}


def said(system: System[Table], options: Mapping[str, Json] | None = None) -> list[str]:
    chosen = {option.name: option.default for option in system.options} | dict(options or {})
    rules = chosen if system.resolve is None else system.resolve(chosen)
    return [sentence for section in system.sheet(rules) for sentence in section.sentences]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_every_game_has_a_rule_sheet_of_full_sentences(system: System[Table]) -> None:
    sections = system.sheet(system.standard_rules())
    assert len(sections) >= 5
    assert len({section.title for section in sections}) == len(sections)
    assert "Players" in [section.title for section in sections]
    for section in sections:
        assert section.sentences
        for sentence in section.sentences:
            assert re.fullmatch(r"[A-Z0-9].*\.", sentence), sentence
            assert not re.search(r"[a-z]_[a-z]|n/a|[{}]|  |\b[A-Z]{2}-\d", sentence), sentence
    for text in (system.summary, *said(system)):
        assert not re.match(r"The same\b", text), text


def test_the_standard_rules_of_a_game_are_those_of_an_opening_without_options() -> None:
    for system in SYSTEMS.values():
        rules = [system.rules_with({}, seats) for seats in range(system.players[0], system.players[1] + 1) if fits(system, seats)]
        assert rules, system
        assert all(each == system.standard_rules() for each in rules)


def fits(system: System[Table], seats: int) -> bool:
    try:
        system.fits(system.standard_rules(), seats)
    except ValueError:
        return False
    return True


ROWS: list[tuple[str, dict[str, Json], str, str]] = [
    ("high-card", {}, "Two to thirteen players, each alone.", "01 §1: target × players is at most 52"),
    ("high-card", {"target": 5}, "Two to ten players, each alone.", "HC-15"),
    ("high-card", {"target": 26}, "Two players, each alone.", "HC-15"),
    ("high-card", {}, "Players may come and go between rounds; a newcomer has no points.", "HC-10, HC-11"),
    ("high-card", {"join_next_hand": True}, "During a round a newcomer comes in at the next hand.", "HC-10"),
    ("high-card", {}, "The leader begins, then clockwise: place one card face down, and call lowest, middle or highest.", "01 §1 COMMIT"),
    ("high-card", {}, "Lowest is right for the lowest rank, highest for the highest, middle for any rank between these two.", "01 §1"),
    ("high-card", {}, "If nobody was right, nobody scores, and the same player opens again.", "HC-3"),
    ("high-card", {"rotate_on_restart": True}, "If nobody was right, nobody scores, and the next player clockwise opens.", "HC-3"),
    ("high-card", {}, "If there are not enough cards for another hand, every player who is still in the round scores one point.", "HC-7"),
    ("high-card", {}, "Then the first scorer clockwise opens, beginning with the last leader.", "HC-9"),
    ("high-card", {"exclude_last_leader": True},
     "Then the first scorer clockwise after the last leader opens; the last leader opens only if nobody else scored.", "HC-9"),
    ("high-card", {}, "Four points win the game.", "01 §1"),
    ("high-card", {"target": 3}, "Three points win the game.", "HC-15"),
    ("high-card", {}, "Players who get there together share the win.", "HC-8"),
    ("high-card", {"playoff": True},
     "If several players get there together, only they play on, until a round has one scorer. That player wins.", "HC-8"),
    ("high-card-low-card", {}, "Three to thirteen players, each alone.", "01 §2"),
    ("high-card-low-card", {}, "Players who show the same number lose one point each.", "01 §2"),
    ("high-card-low-card", {}, "Of the other numbers, the highest scores two points and the lowest one point.", "01 §2"),
    ("high-card-low-card", {}, "If there is only one other number, it scores three points instead.", "LC-2"),
    ("high-card-low-card", {}, "If every number is matched, everybody loses one point.", "LC-1"),
    ("high-card-low-card", {}, "Totals may fall below zero.", "LC-4"),
    ("high-card-low-card", {"floor_zero": True}, "No total falls below zero.", "LC-4"),
    ("high-card-low-card", {"target": 10}, "The game is played to ten points. When somebody gets there, the highest total wins.", "01 §2"),
    ("high-card-low-card", {}, "If players are level at the top, everybody plays on until one player alone is ahead.", "LC-3"),
    ("high-card-low-card", {"shared_win": True}, "Players who are level at the top share the win.", "LC-3"),
    ("one-up", {}, "Everybody has a hand of 52 cards. Nothing is shuffled or dealt.", "01 §3"),
    ("one-up", {"removed": ["2", "6", "AS"]}, "Left out: twos, sixes and the ace of spades.", "01 §3"),
    ("one-up", {"removed": ["2", "3", "H"]}, "Everybody has a hand of 33 cards. Nothing is shuffled or dealt.", "01 §3"),
    ("one-up", {"pack_mode": "colours"}, "Two players, each alone.", "01 §3"),
    ("one-up", {"pack_mode": "colours", "jokers": "top"}, "Everybody has a hand of 27 cards. Nothing is shuffled or dealt.", "OU-1"),
    ("one-up", {"pack_mode": "suits"}, "Two to four players, each alone.", "OU-4"),
    ("one-up", {"pack_mode": "suits"}, "The players share one pack: each has one suit. Suits left over are not used.", "OU-4"),
    ("one-up", {"pack_mode": "suits", "shares": {"0": "H", "1": "S", "2": "C"}},
     "Seat 1 has hearts, seat 2 has spades and seat 3 has clubs.", "OU-4"),
    ("one-up", {"ace": "low"}, "The ace is low. There are no jokers. Suits do not count.", "OU-1"),
    ("one-up", {"jokers": "top"},
     "The ace is high. Jokers are equal to each other and higher than all other cards. Suits do not count.", "OU-1"),
    ("one-up", {"free_composition": True}, "The hands may hold different ranks.", "OU-2"),
    ("one-up", {}, "If one card is higher than all others, its player takes every card of the round.", "01 §3 award"),
    ("one-up", {}, "Players with equal piles share the win.", "OU-3"),
    ("one-up", {"sudden_death": True},
     "If the largest piles are equal, their players take fresh hands and play on. The first of them to win a round wins the game.", "OU-3"),
    ("one-up", {}, "Won cards go face down to your pile. Nobody may look through a pile, not even through their own.", "OU-5"),
    ("one-up", {"open_history": True}, "Won cards go to your pile. Anyone may look at cards that were played.", "OU-5"),
    ("one-up", {}, "If a player leaves, the game ends without a winner.", "OU-6"),
    ("one-up", {"remove_hand": True},
     "If a player leaves, that player's cards leave play, and the others go on. One player left alone ends the game.", "OU-6"),
    ("box", {}, "Each player draws eight cards and sets four of them aside unseen. They are the box.", "01 §4 set-up"),
    ("box", {}, "The 20 cards left over are the stock.", "01 §4 set-up: 52 − 4 × 8"),
    ("box", {"players": 5}, "The twelve cards left over are the stock.", "BX-19"),
    ("box", {"players": 3}, "Three players, each alone. There are no points.", "BX-19"),
    ("box", {}, "Every round begins clockwise.", "BX-6"),
    ("box", {"direction_persists": True}, "The direction stays as it is for the next round.", "BX-6"),
    ("box", {"voluntary_box": True},
     "If you have no such card in your hand, draw a card from your box and show it. You may do so also if you have one.", "BX-2"),
    ("box", {}, "For each card that you played from your box in the round, the box gets a new one, unseen. You may decline it.", "BX-8"),
    ("box", {"no_box_refill": True}, "A card that was played from a box is not replaced.", "BX-8"),
    ("box", {}, "Your box then gets no card for those that you played from it.", "BX-9"),
    ("box", {"instant_refill": True},
     "If your box is empty, but is to get a card for one that you played from it, draw that card from the stock instead.", "BX-9"),
    ("box", {}, "Then you may trade three extras for one unseen card from the stock, while your box has fewer than four.", "BX-10"),
    ("box", {"trade_cannot_save": True}, "But you cannot trade if your box is empty.", "BX-10"),
    ("box", {}, "If the stock runs short, the used cards are shuffled into it. Used cards are those of finished rounds and trades.", "BX-11"),
    ("box", {}, "The used cards go into it too if it would have fewer than four cards.", "BX-12"),
    ("box", {"include_used": True}, "The used cards go into it too.", "BX-12"),
    ("box", {}, "You draw four cards and look at them. Choose one for your box; the other three are your hand.", "BX-14"),
    ("box", {}, "The last player in the game wins.", "BX-15"),
    ("bid-whist", {}, "Each player gets twelve cards. Six cards go face down to the kitty.", "05 Schema"),
    ("bid-whist", {"jokers": 0}, "52 cards: thirteen in each suit, and no joker.", "05 Schema jokers"),
    ("bid-whist", {}, "In a low bid the low cards win. The ace is the best here too, then the two, and the king is the worst.", "BW-3"),
    ("bid-whist", {"aces_bad": True}, "In a low bid the low cards win. The two is the best, and the ace the worst.", "BW-3"),
    ("bid-whist", {}, "None of the first or last four cards dealt may go to the kitty.", "05 Schema kitty_first_four, kitty_last_four"),
    ("bid-whist", {"kitty_last_four": True}, "None of the first four cards dealt may go to the kitty.", "05 Schema kitty_last_four"),
    ("bid-whist", {}, "A higher number beats a lower one. At the same number low beats high and no trump beats low.", "05 Schema kind_order"),
    ("bid-whist-min-four", {}, "A bid is a number from four to seven with a kind: high, low or no trump. "
     "The number is how many books above six are promised.", "05 bid-whist-min-four"),
    ("bid-whist", {}, "If all others pass, the dealer must bid.", "05 all pass"),
    ("bid-whist", {"kitty_is_book": "first_trick_winner"}, "They are a book of the side that wins the first trick.", "05 Schema kitty_is_book"),
    ("bid-whist", {}, "A deal has thirteen books, with the kitty. A bid of three needs nine: the others may have at most four.", "05 Audit"),
    ("bid-whist", {"floor": None}, "No side loses by sinking, however low.", "BW-6"),
    ("bid-whist", {}, "A side that sinks to minus seven loses at once.", "BW-6"),
    ("bid-whist", {}, "For a renege three books go to the other side, unless the director rules otherwise.", "BW-10"),
    ("box", {"ending": "first_out_loses"},
     "The game ends when the first player is out. That player loses, and all others win.", "BX-15"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "options", "sentence", "source"), ROWS)
def test_the_sheet_of_chosen_options_has_the_expected_sentence(slug: str, options: dict[str, Json], sentence: str, source: str) -> None:
    assert sentence in said(SYSTEMS[slug], options), source


def values_of(option: Option) -> Iterator[Json]:
    """Yield values of an option: all words, on and off, or a few numbers and lists."""
    match option.shape.item if isinstance(option.shape, Optional) else option.shape:
        case Flag():
            yield from (True, False)
        case OneOf(words):
            yield from words
        case Whole(low):
            yield from (low, low + 1, low + 3)
        case ListOf(OneOf(words), low):
            yield from ([word] for word in words if low <= 1)
            yield [*words]
        case _:
            pass


CODE = re.compile(r"\w_\w|n/a|[{}]|\b(min|max|priv|cmp|nt|ge|gt|True|False)\b|\b[A-Z]{2}-\d|\d[xX]\d")
"""Words of the code: names with an underscore, abbreviations, ids of rulings."""


@every_system
def test_no_sentence_of_a_sheet_has_a_word_of_the_code_whatever_is_chosen(system: System[Table]) -> None:
    names = "|".join(option.name.replace("_", "[_ ]") for option in system.options)
    told = {sentence for each in system.options for value in values_of(each) for sentence in sheet_with(system, each.name, value)}
    wrong = [sentence for sentence in told | {*said(system)} if CODE.search(sentence) or re.search(rf"\(({names})\)", sentence)]
    assert not wrong


def sheet_with(system: System[Table], name: str, value: Json) -> list[str]:
    """Return the sentences of the sheet with this option; empty if the game cannot be played so."""
    try:
        if system.resolve is None:
            system.rules_with({**system.options_for(system.players[0]), name: value}, system.players[0])
        return said(system, {name: value})
    except Unplayable:
        return []


def test_the_sheet_leaves_out_refills_that_a_house_rule_forbids() -> None:
    """The rules are BX-8 and BX-11."""
    sheet = " ".join(said(SYSTEMS["box"], {"no_recycle": True, "no_box_refill": True, "instant_refill": True}))
    assert "shuffled into it. Used" not in sheet
    assert "is to get a card" not in sheet
    assert "Your box then gets no card" not in sheet


OTHER: Mapping[tuple[str, str], dict[str, Json]] = {
    ("one-up", "shares"): {"pack_mode": "colours", "shares": {"0": "black", "1": "red"}},
    ("one-up", "removed"): {"removed": ["2"]},
    ("bid-whist", "kind_order"): {"kind_order": ["low", "high", "no_trump"]},
    ("spades", "bid_min"): {"bid_min": 2},
    ("spades", "blind_behind"): {"blind_nil": 200, "blind_behind": 100},
    ("spades-unbroken-free", "any_spade_played"): {"breaking": "until_broken", "any_spade_played": True},
}
"""By system or family, the options for which `another` finds no value that works: a value, and the other options that it needs."""
UNPLAYABLE = {("spades-jokers-equal", "big_joker_pull")}
"""Options that a game lists only in order to say why they cannot be chosen."""


@pytest.mark.parametrize(
    ("slug", "name"),
    [(slug, option.name) for slug, system in SMALL.items() for option in system.options if (slug, option.name) not in UNPLAYABLE],
)
def test_every_house_rule_changes_the_sheet(slug: str, name: str) -> None:
    system = SYSTEMS[slug]
    options = OTHER.get((slug, name)) or OTHER.get((system.family, name)) or {name: another(system, name)}
    without = {other: value for other, value in options.items() if other != name}
    assert said(system, options) != said(system, without), f"no sentence tells {options} (or give {name} another value in OTHER, above)"


def another(system: System[Table], name: str) -> Json:
    """Return a value of the option that is not its default."""
    option = next(option for option in system.options if option.name == name)
    values: Iterable[Json] = (not option.default,)
    match option.shape.item if isinstance(option.shape, Optional) else option.shape:
        case OneOf(words):
            values = words
        case Whole(low):
            values = (low, low + 1)
    return next(value for value in values if value != option.default)
