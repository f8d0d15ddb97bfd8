"""House rules as shown to people: each rule has its own label and sentence. Neither contains the name that the code has for the rule."""

import re

import pytest

from domain.systems import SYSTEMS
from service.api.server.systems import sheet

LONGEST_LABEL = 80


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


def test_every_house_rule_of_pitch_is_explained() -> None:
    explained = [option["explanation"] for option in sheet("smear-ten-point")["options"]]  # type: ignore[call-overload,index,union-attr]
    assert all(explained)
    assert len({*explained}) == len(explained)
