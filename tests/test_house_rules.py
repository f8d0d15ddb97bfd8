"""House rules as shown to people: each rule has its own label and sentence. Neither contains the name that the code has for the rule."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.cards import PACK_52, RANKS, SUITS
from domain.systems import SYSTEMS
from domain.systems.pitch.rules.ruleset import POINTS
from domain.views.house_rules import chosen_in, told
from domain.words.options import VALUES, worded
from service.api.server.systems import sheet
from tests.domain.playing import opening

LONGEST_LABEL = 80
OF_THE_TABLE = {*RANKS, *SUITS, *PACK_52, *POINTS, "red", "black"}
"""The values that players use themselves: cards and their ranks, suits and colours, and the points of a deal."""


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_every_house_rule_has_its_own_label_and_sentence(slug: str) -> None:
    options: list[dict[str, str]] = sheet(slug)["options"]  # type: ignore[assignment]
    for member in ("label", "doc"):
        texts = [option[member] for option in options]
        assert sorted(texts) == sorted(set(texts)), member
    for option in options:
        assert 0 < len(option["label"]) <= LONGEST_LABEL
        assert "_" not in option["doc"]
        assert option["label"][:1].isupper() or option["label"][:1].isdigit()
        assert re.fullmatch(r"|.*[^.]\.", option["explanation"])


def words_in(schema: Any) -> Iterator[str]:
    """Yield the words that a JSON Schema lists, at any depth."""
    if isinstance(schema, dict):
        yield from schema.get("enum", ())
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from words_in(part)


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_no_value_of_a_house_rule_is_shown_as_a_word_of_code(slug: str) -> None:
    for option in sheet(slug)["options"]:
        values = [*words_in(option["schema"])]
        said = [worded(option["name"], value) for value in values]
        assert len({*said}) == len(said)
        assert "_" not in "".join(said)
        assert {*values} - OF_THE_TABLE <= option["words"].keys(), option["name"]


def test_every_value_with_words_is_one_of_a_system() -> None:
    options = [option for slug in SYSTEMS for option in sheet(slug)["options"]]
    values = {(option["name"], value) for option in options for value in words_in(option["schema"])}
    assert {(option, value) for option, words in VALUES.items() for value in words} <= values


@pytest.mark.parametrize(
    ("slug", "options", "words"),
    [
        ("spades-standard", {"team_bid": "one"}, ["How the bids of a team count: one number together, and no nil"]),
        ("bid-whist", {"first_leader": "eldest", "aces_bad": True}, ["Aces bad", "First leader: the player on the dealer’s left"]),
        ("bid-whist", {"kind_order": ["low", "no_trump"]}, ["Kinds of bids: low (downtown) and without trumps"]),
        ("one-up", {"removed": ["T", "2C"]}, ["Ranks, suits or cards left out for a shorter game: 10 and 2C"]),
    ],
)  # fmt: skip
def test_the_house_rules_of_a_table_are_told_in_words(slug: str, options: dict[str, Any], words: list[str]) -> None:
    system = SYSTEMS[slug]
    rules = system.rules_with({**system.options_for(4), **options}, 4)
    assert [rule.words for rule in chosen_in(system, rules)] == words


OPENED: list[tuple[str, int, dict[str, Any], str]] = [
    ("bid-whist", 4, {}, "S0, S1, S2 and S3 sit down to Bid Whist with jokers, to 7 points"),
    ("bid-whist", 4, {"bid_min": 4, "aces_bad": True},
     "S0, S1, S2 and S3 sit down to Bid Whist with jokers, to 7 points. House rules: Lowest bid: 4; Aces bad"),
    ("high-card", 2, {"target": 5}, "S0 and S1 sit down to High Card, to 5 points. House rules: Points that win the game: 5"),
    ("high-card", 2, {"target": 1}, "S0 and S1 sit down to High Card, to 1 point. House rules: Points that win the game: 1"),
    ("one-up", 2, {}, "S0 and S1 sit down to One-up"),
    ("hi-lo-casino", 1, {}, "S0 sits down to High-low against the house"),
    ("smear-pastimes-54", 4, {}, "S0, S1, S2 and S3 sit down to Nine-card Smear past 54, to more than 54 points"),
    ("pitch-dirty", 4, {"target_15": True}, "S0, S1, S2 and S3 sit down to Dirty Pitch, to 15 points. House rules: To 15"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "seats", "options", "said"), OPENED)
def test_the_opening_of_a_game_is_told_in_a_short_sentence_and_its_house_rules_in_another(
    slug: str, seats: int, options: dict[str, Any], said: str
) -> None:
    assert told(opening(SYSTEMS[slug], seats, **options), lambda seat: f"S{seat}") == said


def test_the_opening_sentence_of_every_game_is_short() -> None:
    for system in SYSTEMS.values():
        said = told(opening(system, system.players[0]), lambda seat: f"S{seat}").removesuffix(". House rules: Number of players: 3")
        assert len(said) < 100, said
        assert re.fullmatch(r"[^._]*", said), said


def test_every_house_rule_of_pitch_is_explained() -> None:
    explained = [option["explanation"] for option in sheet("smear-ten-point")["options"]]  # type: ignore[call-overload,index,union-attr]
    assert all(explained)
    assert len({*explained}) == len(explained)
