"""Every system has a golden playthrough, and still plays it."""

import pytest

from domain.systems import SYSTEMS
from tests.playthroughs.regenerate import HERE, playthrough


@pytest.mark.parametrize("slug", [slug for slug, system in SYSTEMS.items() if system.family != "test"])
def test_playthrough(slug: str) -> None:
    assert HERE.joinpath(f"{slug}.txt").read_text(encoding="utf-8") == playthrough(SYSTEMS[slug])
