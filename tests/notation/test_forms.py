"""The table of short forms (one form for each way to write an act): in every system each word stands for one act."""

import pytest

from domain.kernel.events import COMMON as COMMON_TYPES
from domain.kernel.events import EVENT_TYPES
from domain.kernel.shapes import BySeat, ListOf, Optional
from domain.notation.forms import COMMON, OF_FAMILY, Form, forms_of
from domain.system import System, Table
from domain.systems import SYSTEMS

every_system = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))


def rows(system: System[Table]) -> list[Form]:
    return [*OF_FAMILY.get(system.family, ()), *COMMON]


@every_system
def test_each_word_of_a_score_sheet_stands_for_one_act(system: System[Table]) -> None:
    words = [(form.seated, form.word) for form in rows(system)]
    assert len(set(words)) == len(words)
    assert sum(form.bare for form in rows(system)) <= 1


@every_system
def test_each_short_form_on_a_score_sheet_is_for_an_act_that_its_game_has(system: System[Table]) -> None:
    assert set(forms_of(system).of_type) <= system.acts | COMMON_TYPES | {"OpenerChosen"}
    of_family = [other.acts for other in SYSTEMS.values() if other.family == system.family]
    assert {form.type for form in OF_FAMILY.get(system.family, ())} <= frozenset().union(*of_family)
    assert {form.type for form in COMMON} <= COMMON_TYPES | {"OpenerChosen"}


@every_system
def test_each_short_form_on_a_score_sheet_names_only_fields_of_its_act(system: System[Table]) -> None:
    for form in rows(system):
        shapes = dict(EVENT_TYPES[form.type].shape.fields)
        required = EVENT_TYPES[form.type].shape.required
        assert {*form.args, *form.rest, *form.fixed} <= shapes.keys()
        assert form.word == form.word.lower()
        kinds = [shape.item if isinstance(shape, Optional) else shape for shape in (shapes[name] for name in form.rest)]
        assert all(isinstance(kind, ListOf | BySeat) for kind in kinds)
        assert len({type(kind) for kind in kinds}) == len(kinds)
        if any(isinstance(kind, ListOf) for kind in kinds):
            assert set(form.args) <= required, "a value alone could be of either"
