"""The variants of `make test` have every rule class between them. `make test-all` plays every variant."""

from dataclasses import replace

import pytest

from domain.systems.pitch.ruleset import Ruleset
from domain.systems.pitch.variants import VARIANTS
from tests.domain.pitch.classes import CLASSES, COVERING, classes_of, covering
from tests.systems import COVERED, every_slug, every_system, every_variant
from tests.test_every_system import test_the_log_alone_rebuilds_the_state as log

EVERY_CLASS = frozenset[str]().union(*CLASSES.values())


def test_the_variants_of_the_quick_tests_have_every_rule_class() -> None:
    assert frozenset[str]().union(*(CLASSES[slug] for slug in COVERING)) == EVERY_CLASS


@pytest.mark.parametrize("slug", COVERING)
def test_no_variant_of_the_quick_tests_is_needless(slug: str) -> None:
    assert CLASSES[slug] - frozenset[str]().union(*(CLASSES[other] for other in COVERING if other != slug))


@pytest.mark.parametrize("sample", [every_slug, every_system, every_variant, *log.pytestmark])
def test_every_variant_has_a_row_and_only_the_chosen_ones_are_quick(sample: pytest.Mark) -> None:
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
def test_a_field_that_changes_the_play_makes_a_rule_class(changes: dict[str, object], gained: str) -> None:
    assert gained in classes_of(replace(Ruleset(), **changes)) - classes_of(Ruleset())  # type: ignore[arg-type]


@pytest.mark.parametrize("changes", [{"confidence": "seed"}, {"name": "Setback"}, {"target": 31}, {"deal_batch": "1"}, {"pt_jack": 2}])
def test_a_field_that_does_not_change_the_play_makes_no_rule_class(changes: dict[str, object]) -> None:
    assert classes_of(replace(Ruleset(), **changes)) == classes_of(Ruleset())  # type: ignore[arg-type]


def test_a_name_made_needless_by_later_choices_is_dropped() -> None:
    known = {"one": frozenset("abc"), "two": frozenset("abd"), "three": frozenset("ce"), "needless": frozenset("a")}
    assert covering(known) == ("two", "three")
