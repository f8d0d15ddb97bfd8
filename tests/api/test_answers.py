"""The schema of an answer in the API contract is made from a Python type. mypy checks that the views return values of this type. These
tests check that the schema accepts the same values as the type."""

from typing import Annotated, Literal, NotRequired, TypedDict

import pytest
from marshmallow import ValidationError

from domain.kernel.canonical import Json
from service.api.lib.answers import OPEN_ENUM, schema_of


class Player(TypedDict):
    name: Annotated[str | None, "null: erased."]


class Sheet(Player):
    round: int
    state: Annotated[Literal["open", "over"], "As it stands."]
    winner: NotRequired[Literal["red", "blue"] | None]
    players: dict[str, Player]
    given: dict[str, Json]
    default: Json
    cards: NotRequired[Annotated[list[str], "Oldest first."]]


SHEET = {"name": None, "round": 1, "state": "open", "players": {"0": {"name": "Ada"}}, "given": {"a": [1]}, "default": [None]}


@pytest.mark.parametrize("changes", [{}, {"cards": ["KH"]}, {"default": None}, {"name": "Ben", "players": {}}])
def test_an_answer_that_fits_a_python_type_matches_the_schema_made_from_the_type(changes: dict[str, object]) -> None:
    assert schema_of(Sheet)().validate({**SHEET, **changes}) == {}


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"round": None}, "round"),
        ({"round": "1"}, "round"),
        ({"players": {"0": {"name": 4}}}, "players"),
        ({"players": {"0": {}}}, "players"),
        ({"cards": None}, "cards"),
    ],
)
def test_an_answer_that_does_not_fit_a_python_type_does_not_match_its_schema(changes: dict[str, object], where: str) -> None:
    assert list(schema_of(Sheet)().validate({**SHEET, **changes})) == [where]
    with pytest.raises(ValidationError):
        schema_of(Sheet)().load({})


def test_a_schema_made_from_a_python_type_has_its_descriptions_and_allowed_values() -> None:
    fields = schema_of(Sheet)().fields
    assert list(fields) == ["name", *list(Sheet.__annotations__)[1:]]
    assert fields["name"].metadata == {"description": "null: erased."}
    assert fields["state"].metadata == {"description": "As it stands.", OPEN_ENUM: ["open", "over"]}
    assert fields["winner"].metadata == {OPEN_ENUM: ["red", "blue"]}
    assert fields["cards"].metadata == {"description": "Oldest first."}
    assert [name for name, field in fields.items() if not field.required] == ["winner", "cards"]
