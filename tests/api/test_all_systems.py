"""Every system that the documentation describes is served. A game of each is recorded, validated, replayed, exported, imported and verified
over HTTP."""

import re
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from domain.kernel.events import EVENT_TYPES, Act
from domain.record.fold import read
from domain.selfplay import answerable, awaited, data_for
from domain.system import System, Table
from domain.systems import SYSTEMS
from service.engine import ENGINE
from service.files.formats import FORMATS
from service.store.keys import Club, parse_game
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.domain.playing import events, opening
from tests.speeds import long, slow
from tests.systems import LEADING
from workers.validate import Validator

DOCS: Final = Path(__file__).parents[2] / "docs"
AWAY: Final = Club("away")
SEED: Final = 66
MOST_MOVES: Final = 2000
AT_ONCE: Final = 200


def slugs() -> list[str]:
    """Return the slugs that the tables in docs/rules list, and those of the pages in docs/games."""
    digest = (DOCS / "rules" / "README.md").read_text(encoding="utf-8")
    others = [page.stem for page in (DOCS / "games").glob("*.md") if page.stem != "README"]
    return [*re.findall(r"^\| `([a-z0-9-]+)` \|", digest, re.MULTILINE), *others]


def test_the_service_offers_exactly_the_systems_that_docs_rules_and_docs_games_describe(stranger: Caller) -> None:
    served = [system["slug"] for system in stranger.get("/systems").json["systems"]]
    assert sorted(served) == sorted(slugs()), "each game has its page of rules, docs/games/<slug>.md, unless docs/rules lists it"


def acts_of(system: System[Table], seats: int) -> list[dict[str, Any]]:
    """Play a game to its end with acts that the prompts propose. Returns the acts after the opening, as a client sends them. With hands
    that are not recorded, a game may come to a point where no card is legal; then another one is played."""
    return next(sent for seed in count(SEED) if (sent := _acts(system, seats, Random(seed))) is not None)


def _acts(system: System[Table], seats: int, dice: Random) -> list[dict[str, Any]] | None:
    made: list[Act] = [opening(system, seats)]
    reading = read(system, events(made))
    sent: list[dict[str, Any]] = []
    while reading.result.state == "open" and len(sent) < MOST_MOVES:
        prompt = dice.choice([prompt for prompt in awaited(system, reading.table) if answerable(prompt)])
        if prompt.doubtful:
            return None
        data = data_for(prompt, dice.choice)
        data.pop("stock", None)  # a known stock rules out cards that random hands, which are not recorded, play later
        sent.append({"type": prompt.type, "data": data})
        made.append(EVENT_TYPES[prompt.type].shape.read(data, "", []))  # type: ignore[arg-type]
        reading = reading.extended(events(made)[-1:])
    assert reading.result.state == "finished"
    return sent


def named(system: System[Table], seats: int) -> dict[str, Any]:
    """The body of the request that opens a game."""
    return {"system": system.slug, "seats": [{}] * seats, "options": system.options_for(seats), "visibility": "public"}


QUICK = ("high-card", "pitch-auction-classic")


@pytest.mark.parametrize("slug", [pytest.param(slug, marks=() if slug in QUICK else slow if slug in LEADING else long) for slug in SYSTEMS])
def test_a_game_of_every_system_is_recorded_validated_replayed_exported_imported_and_verified(
    callers: Callers, director: Caller, stranger: Caller, parts: Wiring, slug: str
) -> None:
    system = SYSTEMS[slug]
    seats = min(system.players[1], max(system.players[0], 4))
    acts = acts_of(system, seats)
    game = director.opened(**named(system, seats))
    for some in range(0, len(acts), AT_ONCE):
        director.recorded(game, *acts[some : some + AT_ONCE])
    Validator(parts.records, parts.readings, parts.verdicts, ENGINE).validate(parse_game(game), 1)
    state = director.get(f"/games/{game}").json
    assert (state["version"], state["state"]) == (len(acts) + 1, "finished")
    verdict = director.get(f"/games/{game}/findings").json
    assert (verdict["validated"], verdict["findings"]) == (len(acts) + 1, [])
    assert len(stranger.get(f"/games/{game}/replay").json["frames"]) == len(acts) + 1

    parts.clubs.found(AWAY)
    away = callers.holder("direct", club=AWAY)
    files = {name: director.get(f"/games/{game}/export?format={name}").get_data() for name in FORMATS}
    assert all(files.values())
    for name in ("json", "ndjson", "text"):
        verified = stranger.call("POST", "/records/verify", data=files[name])
        assert (verified.status_code, verified.json["version"]) == (200, len(acts) + 1)
    imported = away.call("POST", "/records", data=files["json"])
    assert (imported.status_code, imported.json["added"]) == (201, len(acts) + 1)
    again = away.get(f"/games/{imported.json['game']}").json
    assert (again["outcome"], again["state"]) == (state["outcome"], "finished")
