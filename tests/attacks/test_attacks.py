"""During each attack honest people get their answers, nothing that was acknowledged is lost, and no process ends."""

from collections.abc import Iterator

import httpx
import pytest

from tests.attacks.honest import API
from tests.attacks.kinds import attacks
from tests.attacks.known import Known
from tests.attacks.target import Target, attacked, prepared
from tests.speeds import long, slow
from tests.waiting import WITHIN

ANSWERS = {*map(str, (200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 405, 406, 412, 413, 414, 422, 429, 503))}
"""The statuses that an attacker's request may get. Each is the status of a normal answer, or of a refusal that gives the reason."""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with prepared(tmp_path_factory.mktemp("attacks"), events=400, games=5, entries=8, largest=(40, 3), people=50) as made:
        yield made


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with prepared(tmp_path_factory.mktemp("attacks")) as made:
        yield made


SHORT = ("history", "header", "lists", "feed", "live", "pairing", "files", "words")


@slow
@pytest.mark.parametrize("name", SHORT)
def test_honest_people_are_served_during_a_short_attack(target: Target, name: str) -> None:
    stands(target, name, 0.2)


@pytest.mark.parametrize("name", [pytest.param(name, marks=long) for name in attacks(Known())])
def test_honest_people_are_served_during_a_long_attack_on_large_records(large: Target, name: str) -> None:
    stands(large, name, 6)


def stands(target: Target, name: str, seconds: float) -> None:
    outcome = attacked(target, name, seconds)
    assert outcome.wrong == [], outcome.told()
    assert not outcome.gone
    assert set(outcome.statuses) <= ANSWERS, outcome.told()
    honest = outcome.honest
    stored = httpx.get(f"{target.serving.url}{API}/games/{honest.game}", timeout=WITHIN).json()["version"]
    assert stored == 1 + len(honest.appends.seconds)
    assert honest.versions == sorted(honest.versions)
