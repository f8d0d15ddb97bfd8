"""Rule classes: the ways in which the play of variants differs. Together, the variants that `make test` plays have every rule class.
`make test-all` plays every variant."""

from dataclasses import replace

import pytest

from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.variants import VARIANTS
from tests.domain.pitch.classes import CLASSES, COVERING, classes_of, covering
from tests.systems import COVERED, every_slug, every_system, every_variant
from tests.test_every_system import test_games_played_as_the_prompts_propose_have_no_findings as play

EVERY_CLASS = frozenset[str]().union(*CLASSES.values())


def test_the_variants_chosen_for_the_quick_tests_cover_every_rule_class() -> None:
    assert frozenset[str]().union(*(CLASSES[slug] for slug in COVERING)) == EVERY_CLASS


@pytest.mark.parametrize("slug", COVERING)
def test_each_variant_chosen_for_the_quick_tests_has_a_rule_class_that_no_other_has(slug: str) -> None:
    assert CLASSES[slug] - frozenset[str]().union(*(CLASSES[other] for other in COVERING if other != slug))


@pytest.mark.parametrize("sample", [every_slug, every_system, every_variant, *play.pytestmark])
def test_all_variants_have_test_rows_but_only_chosen_variants_have_quick_rows(sample: pytest.Mark) -> None:
    _, found = sample.args
    pitch = {row.id: not row.marks for row in found if row.id in VARIANTS}
    assert list(pitch) == list(VARIANTS)
    assert {slug for slug, quick in pitch.items() if quick} == set(COVERING) == COVERED & set(VARIANTS)


@pytest.mark.parametrize(
    ("changes", "gained"),
    [
        ({"follow": "strict"}, "follow strict"),
        ({"rescue": True}, "rescue True"),
        ({"pt_five": 5}, "pt_five counts"),
        ({"off_cards": ("J",)}, "off-card J"),
        ({"jokers": 2}, "2 jokers"),
        ({"kitty": 4}, "a kitty"),
        ({"win_by": 2}, "win by 2"),
        ({"ranks": "AKQJT98"}, "a stripped pack"),
        ({"exchange": ("name_trump", "all-may-nt")}, "all may-throw-plain"),
        ({"house": frozenset({"doubling"})}, "house doubling"),
    ],
)
def test_a_rule_field_that_changes_the_play_makes_a_rule_class(changes: dict[str, object], gained: str) -> None:
    assert gained in classes_of(replace(Ruleset(), **changes)) - classes_of(Ruleset())  # type: ignore[arg-type]


@pytest.mark.parametrize("changes", [{"confidence": "seed"}, {"name": "Setback"}, {"target": 31}, {"deal_batch": "1"}, {"pt_jack": 2}])
def test_a_rule_field_that_does_not_change_the_play_makes_no_rule_class(changes: dict[str, object]) -> None:
    assert classes_of(replace(Ruleset(), **changes)) == classes_of(Ruleset())  # type: ignore[arg-type]


def test_a_chosen_variant_is_dropped_if_later_choices_cover_all_its_classes() -> None:
    known = {"one": frozenset("abc"), "two": frozenset("abd"), "three": frozenset("ce"), "needless": frozenset("a")}
    assert covering(known) == ("two", "three")
