"""Every field and every house rule matters: each changes the outcome of at least one row of a table.

Any test module of this package may export

    FIELD_ROWS   (field, variant, changes of fields, ask, source)
    OPTION_ROWS  (option, variant, argument of the option, ask, source)

`ask(rules)` plays or counts a deal by these rules and returns the outcome. The outcome with the changes must differ from the outcome
without them. A derived field follows from other fields, so its row changes these other fields. The rows about the ruleset, the pack and the
opening are in this module.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, Literal

import pytest

import tests.domain.pitch
from domain.kernel.cards import Card, Seat
from domain.kernel.shapes import Fault
from domain.system import Unplayable
from domain.systems.pitch.rules.options import PATCHES, options_of, patched
from domain.systems.pitch.rules.pack import pack_of
from domain.systems.pitch.rules.reading import fits, read_ruleset, resolved
from domain.systems.pitch.rules.ruleset import FIELDS, Ruleset
from domain.systems.pitch.scoring.counting import folded
from domain.systems.pitch.scoring.winning import is_there
from domain.systems.pitch.variants import VARIANTS
from domain.tricks.sides import Side
from tests.domain.pitch.judging import judged

AWAITED_FIELDS: Final = frozenset[str]()
"""Fields that have no row yet."""
AWAITED_OPTIONS: Final = frozenset[str]()
"""House rules that have no row yet."""

Ask = Callable[[Ruleset], object]


def trumps(rules: Ruleset) -> object:
    return pack_of(rules, "S").trumps


def cards(rules: Ruleset) -> object:
    return pack_of(rules, None).cards


def opens_for(seats: int) -> Ask:
    """Return a function `ask(rules)`. It returns what is wrong with opening a game for this number of players; empty if nothing is
    wrong."""

    def ask(rules: Ruleset) -> object:
        try:
            fits(rules, resolved(rules, {}), seats)
        except Unplayable as refused:
            return refused.faults
        return ()

    return ask


def faults(rules: Ruleset) -> object:
    collected: list[Fault] = []
    read_ruleset(resolved(rules, {}), "", collected)
    return collected


def belongs(rules: Ruleset) -> object:
    """Return what is wrong with these rules for classic Auction Pitch; empty if nothing is wrong."""
    try:
        fits(VARIANTS["pitch-auction-classic"].rules, resolved(rules, {}), rules.players[0])
    except Unplayable as refused:
        return refused.faults
    return ()


def attested(rules: Ruleset) -> object:
    return [option.name for option in options_of(rules) if option.attested]


def calls(*said: int | Literal["pass", "shoot"]) -> Ask:
    """Return a function `ask(rules)`. It returns the result of these calls at a table of four, where the dealer calls last."""
    return lambda rules: judged(rules, "ABCD", "D", [("ABCD"[at % 4], call) for at, call in enumerate(said)])


def folds(defender: str) -> Ask:
    """Return a function `ask(rules)`. It returns the points that the defenders get at a fold if one of them has played this card."""
    seats = {Seat(seat): Side(seat % 2) for seat in range(4)}
    plays = [(Seat(1), Card(defender))]
    return lambda rules: folded(rules, pack_of(rules, "S"), plays, {Seat(1): [Card(defender)]}, seats, Side(0))


FIELD_ROWS: Final = (
    ("slug", "pitch-auction-classic", {"slug": "pitch-roadhouse"}, belongs, "§1: a record is of its variant"),
    ("name", "pitch-auction-classic", {"name": "Setback"}, opens_for(9), "§1: a refusal names the system"),
    ("players", "pitch-auction-classic", {"players": (2, 3)}, opens_for(4), "§1"),
    ("partner_draw", "pitch-oklahoma-six", {"partner_draw": "cut_high_low"}, faults, "§1: four cut"),
    ("ranks", "pitch-28-card", {"ranks": "AKQJT96"}, cards, "02 ch.4, pack_ranks"),
    ("jokers", "pitch-arizona", {"jokers": 2}, cards, "§1"),
    ("joker_identity", "smear-ten-point", {"joker_identity": "distinct"}, faults, "§1: distinct, so high_over_low"),
    ("joker_slot", "pitch-arizona", {"joker_slot": "below_two"}, trumps, "§1"),
    ("off_cards", "pitch-28-card", {"off_cards": ()}, trumps, "§1"),
    ("trump_order", "pitch-dirty", {"low_is": "ace"}, trumps, "PI-12"),
    ("pack_size", "pitch-oklahoma-six", {"ranks": "AKQJT987654"}, faults, "§1: 46 cards cannot serve six hands of eight"),
    ("hand_dealt", "pitch-oklahoma-six", {"hand_dealt": 9}, faults, "§1: 60 cards of 54"),
    ("kitty", "pitch-oklahoma-six", {"kitty": 7}, faults, "§1: 55 cards of 54"),
    ("stock", "pitch-auction-classic", {"players": (2, 8), "hand_dealt": 9, "play_hand": 9}, faults, "§1: -20 cards for eight"),
    ("play_hand", "pitch-oklahoma-six", {"play_hand": 7}, faults, "§2: thrown down to six"),
    ("total", "pitch-trickster-9", {"pt_five": 1}, faults, "§1: bid_max <= total"),
    ("options", "pitch-auction-classic", {"options": ()}, attested, "§7"),
    ("maker_loss", "pitch-auction-classic", {"maker_loss": "made"}, faults, "§1: nothing but the bid can be lost"),
    ("bid_min", "pitch-trickster-4", {"bid_min": 3}, calls(2), "§4: out of range"),
    ("bid_max", "pitch-trickster-4", {"bid_max": 3}, calls(4), "§4: out of range"),
    ("auction", "pitch-trickster-4", {"auction": "until_passed_out"}, calls(2, "pass", "pass", 3), "§4: the turn keeps rotating"),
    ("dealer_priv", "pitch-trickster-4", {"dealer_priv": "may_match"}, calls(2, "pass", "pass", 2), "§4"),
    ("all_pass", "pitch-trickster-4", {"all_pass": "dealer_must_bid"}, calls("pass", "pass", "pass", "pass"), "§4"),
)

OPTION_ROWS: Final = (
    ("partners_2x2", "pitch-roadhouse", True, opens_for(3), "§7"),
    ("teams_3x2", "pitch-trickster-7", True, opens_for(6), "§7"),
    ("solo_2_or_3", "pitch-trickster-4", True, opens_for(2), "§7"),
    ("five_called_partner", "pitch-trickster-7", True, opens_for(5), "§7"),
    ("five_players", "pitch-charbonneau-ten", True, opens_for(5), "§7"),
    ("strip_low_ranks", "smear-53-four", [*"AKQJT98765"], cards, "§7"),
    ("pack_ranks", "pitch-28-card", [*"AKQJT96"], cards, "§7"),
    ("strip_5A", "pitch-trickster-4", True, cards, "§7"),
    ("strip_9A", "pitch-trickster-4", True, cards, "§7"),
    ("strip_2_9A", "pitch-trickster-4", True, cards, "§7"),
    ("no_jokers", "smear-ten-point", True, trumps, "§7"),
    ("no_jick", "smear-ten-point", True, trumps, "§7"),
    ("jick_is_off_jack", "pitch-high-low-jick-jack-game", True, trumps, "§7"),
    ("joker_for_off_jack", "pitch-susky-river", True, trumps, "PI-20"),
    ("choose_off_cards", "pitch-charbonneau-extended", ["J"], trumps, "§7"),
    ("off_three", "smear-pastimes-54", True, trumps, "§7"),
    ("keep_joker_pair_order", "pitch-reverse", True, trumps, "PI-12"),
    ("bid_min", "pitch-trickster-4", 3, calls(2), "§7"),
    ("bid_min_4", "smear-ten-point", True, calls(2), "§7"),
    ("target_ge", "smear-pastimes-54", True, lambda rules: is_there(rules, 54), "PI-23"),
    ("defenders_score_all", "pitch-six-point-fold", True, folds("KS"), "PI-19"),
)


def rows_of(name: str) -> Iterator[Any]:
    for module in iter_modules(tests.domain.pitch.__path__):
        if module.name.startswith("test_"):
            imported = import_module(f"tests.domain.pitch.{module.name}")
            yield from getattr(imported, name, ())


EVERY_FIELD_ROW: Final = [*FIELD_ROWS, *(row for row in rows_of("FIELD_ROWS") if row not in FIELD_ROWS)]
EVERY_OPTION_ROW: Final = [*OPTION_ROWS, *(row for row in rows_of("OPTION_ROWS") if row not in OPTION_ROWS)]


@pytest.mark.parametrize(("field", "slug", "changes", "ask", "source"), EVERY_FIELD_ROW)
def test_changing_a_field_of_the_rules_changes_the_outcome_of_a_game(
    field: str, slug: str, changes: dict[str, Any], ask: Ask, source: str
) -> None:
    rules = VARIANTS[slug].rules
    changed = replace(rules, **changes)
    assert getattr(changed, field) != getattr(rules, field)
    assert ask(changed) != ask(rules)


@pytest.mark.parametrize(("option", "slug", "argument", "ask", "source"), EVERY_OPTION_ROW)
def test_choosing_a_house_rule_changes_the_outcome_of_a_game(option: str, slug: str, argument: Any, ask: Ask, source: str) -> None:
    rules = VARIANTS[slug].rules
    assert ask(patched(rules, {option: argument})) != ask(rules)


def test_every_field_of_the_rules_has_a_test_row_that_shows_its_effect() -> None:
    assert set(FIELDS) - {row[0] for row in EVERY_FIELD_ROW} == AWAITED_FIELDS


def test_every_house_rule_has_a_test_row_that_shows_its_effect() -> None:
    assert {patch.name for patch in PATCHES} - {row[0] for row in EVERY_OPTION_ROW} == AWAITED_OPTIONS
