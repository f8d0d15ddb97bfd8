"""`faceup demo`: the games that it plays, and the whole command as people start it."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import pytest

from domain.kernel.events import EVENT_TYPES, Event, EventId, TokenId, TournamentTable
from domain.record.fold import Reading, read
from domain.systems import SYSTEMS
from tests.domain.playing import opening
from tests.ops.processes import below, lives, until
from tests.ops.serving import FACEUP, free_port
from tests.speeds import rows, slow
from tests.systems import LEADING
from tests.waiting import WITHIN
from workers.demo.company import LIVE, sizes
from workers.demo.night import AT_ONCE, HANDS, SEATS, SYSTEM, short
from workers.demo.players import FINISHED
from workers.demo.script import NONE, Play, Slips, Turn, whole


def played(slug: str, seats: int, turns: Sequence[Turn], place: TournamentTable | None = None) -> Reading:
    """Return the reading (the state computed from all events) of a game in which these turns were recorded. `place`: the tournament's table
    for which the game was opened."""
    system = SYSTEMS[slug]
    acts: list[Any] = [replace(opening(system, seats), tournament=place)]
    for turn in turns:
        for sent in turn.events:
            faults: list[Any] = []
            acts.append(EVENT_TYPES[str(sent["type"])].shape.read(sent["data"], "", faults))
            assert faults == []
    return read(system, [Event(n, EventId(str(UUID(int=n))), act, TokenId("t"), n, 0, n) for n, act in enumerate(acts, 1)])


@pytest.mark.parametrize(("title", "slug", "slips"), [pytest.param(*row, marks=() if row[1] in LEADING else slow) for row in FINISHED])
def test_every_finished_demo_game_shows_what_its_title_says(title: str, slug: str, slips: Slips) -> None:
    seats = sizes(SYSTEMS[slug])[-1]
    turns = whole(SYSTEMS[slug], seats, f"{slug} {title}", slips)
    reading = played(slug, seats, turns)
    assert reading.system.outcome(reading.table).state == "finished"
    assert any(turn.slip for turn in turns) == bool(slips.most)
    assert bool(reading.findings) == (bool(slips.most) and not slips.corrected)


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_a_mistake_in_a_demo_game_raises_a_finding_that_a_correction_withdraws(slug: str) -> None:
    seats = sizes(SYSTEMS[slug])[0]
    turns = list(Play(SYSTEMS[slug], seats, Random(slug), LIVE).turns())
    first = next(n for n, turn in enumerate(turns) if turn.slip)
    assert played(slug, seats, turns[:first]).findings == ()
    assert played(slug, seats, turns[: first + 1]).findings
    assert turns[first + 1].events[0]["type"] == "Retracted"
    assert played(slug, seats, turns[: first + 2]).findings == ()


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_demo_games_made_with_the_same_seed_are_equal(slug: str) -> None:
    games = [list(Play(SYSTEMS[slug], sizes(SYSTEMS[slug])[0], Random(slug), NONE).turns()) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_the_demos_card_night_ends_with_its_last_hand(seed: int) -> None:
    place = TournamentTable("home-taaaaaaaaaaaaaaaa", 1, 1, "hands", HANDS)
    turns = list(Play(short(place.tournament, place.round, place.table), SEATS, Random(seed), LIVE).turns())
    before, after = (played(SYSTEM.slug, SEATS, part, place) for part in (turns[:-1], turns))
    assert (before.result.state, after.result.state) == ("open", "finished")
    assert after.system.outcome(after.table).deals == HANDS


# --- the whole command ------------------------------------------------------------------------------------------------------------------


@contextmanager
def demonstration(folder: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    """Run `faceup demo` while the block runs, with its temporary data in `folder`. Then stop it as Ctrl-C does."""
    env = os.environ | {"TMPDIR": str(folder), "PORT": str(port), "FACEUP_DATA": str(folder / "mine"), "REDIS_URL": "redis://nowhere:1"}
    with (folder.parent / "demo.printed").open("w") as output:
        process = subprocess.Popen([*FACEUP, "demo"], env=env, stdout=output, stderr=output, text=True)
    try:
        yield process
        process.send_signal(signal.SIGINT)
        assert process.wait(WITHIN) == 0
    finally:
        process.kill()
        process.wait()


class Visitor:
    """A visitor without a link, who reads the API of the demonstration at `port`."""

    def __init__(self, port: int) -> None:
        self.site = f"http://127.0.0.1:{port}"
        self.api = f"{self.site}/api/v1"

    def get(self, path: str, **query: str | int) -> Any:
        """Return the JSON body at `path`, which is an address under /api/v1 or a whole address."""
        answer = httpx.get(path if path.startswith("http") else self.api + path, params=query, timeout=WITHIN)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def games(self, state: str) -> list[dict[str, Any]]:
        """Return all listed games in that state, the newest first."""
        answer = httpx.get(f"{self.api}/games", params={"state": state, "limit": 50}, timeout=WITHIN)
        listed: list[dict[str, Any]] = answer.json()["games"]
        while "next" in answer.links:
            answer = httpx.get(str(answer.url.join(answer.links["next"]["url"])), timeout=WITHIN)
            listed += answer.json()["games"]
        return listed

    def live(self) -> dict[str, int]:
        """Return the versions of the live games that belong to no tournament."""
        return {game["game"]: game["version"] for game in self.games("open") if game["title"] == "On the table now"}

    def tournament(self, title: str) -> str:
        """Return the address of the first tournament with this title."""
        *_, found = (each["tournament"] for each in self.get("/tournaments")["tournaments"] if each["title"] == title)
        return f"/tournaments/{found}"

    def taken(self, path: str) -> dict[tuple[int, int], dict[str, Any]]:
        """Return the results that workers have taken from recorded games into a tournament, by round and table."""
        rounds = [self.get(f"{path}/rounds/{each['round']}") for each in self.get(path)["rounds"]]
        tables = [(each["round"], table) for each in rounds for table in each["tables"] if table["result"]]
        return {(number, table["table"]): table["result"] for number, table in tables if table["result"]["source"] == "taken"}


def shows_a_finished_swiss(visitor: Visitor, output: str) -> None:
    swiss = visitor.tournament("Autumn Swiss")
    state, standings = visitor.get(swiss), visitor.get(f"{swiss}/standings")
    assert f"  standings    {visitor.site}{swiss}\n" in output
    assert [(row["place"], row["name"], row["points"]) for row in standings["rows"][:3]] == [(1, "Anna", 8), (2, "Hana", 7), (3, "Eric", 6)]
    assert state["finished"]
    assert [entry["name"] for entry in state["entries"] if entry["withdrawn"]] == ["Ivo"]
    marks = {cell["mark"] for row in visitor.get(f"{swiss}/crosstable")["rows"] for cell in row["cells"]}
    assert marks >= {"B", "U"}
    assert any(mark.startswith("X") for mark in marks)
    assert [each["through_round"] for each in state["published"]] == [1, 2, 3, 4, 5]
    assert f"  explanation  {visitor.api}{swiss}/standings/8 (JSON)\n" in output
    explained = visitor.get(f"{swiss}/standings/8")
    points, *_ = explained["values"]
    assert (explained["name"], points["total"]) == ("Hana", "7")
    assert [each["value"] for each in points["contributions"] if each["opponent"] is None] == ["-1"]


def shows_a_card_night(visitor: Visitor, output: str) -> None:
    standings, *games = output.partition("A card night in round")[2].splitlines()[1:5]
    page = standings.split()[1]
    assert httpx.get(page, timeout=WITHIN).status_code == 200
    assert len(visitor.get(f"{urlsplit(page).path}/standings")["rows"]) == 12
    for game in games:
        assert httpx.get(game.split()[2], timeout=WITHIN).status_code == 200


@slow
def test_the_demo_shows_two_tournaments_and_a_running_and_a_finished_game_of_every_system(short_directory: Path) -> None:
    folder, port = short_directory / "demo", free_port()
    folder.mkdir()
    printed = short_directory / "demo.printed"
    visitor = Visitor(port)

    with demonstration(folder, port) as process:
        until(lambda: "Recording finished games" in printed.read_text() or process.poll() is not None)
        night = visitor.tournament("Card night")
        at_first = visitor.taken(night)
        assert {number for number, _ in at_first} >= set(range(1, AT_ONCE + 1))
        until(lambda: "Look for proved breaches" in printed.read_text() or process.poll() is not None, 5 * WITHIN)
        output = printed.read_text()
        assert process.poll() is None, output
        assert f"Watch as a guest:\n  http://127.0.0.1:{port}/\n" in output
        assert f"it makes you a director of the club:\n  http://127.0.0.1:{port}/join#fu_home_" in output
        assert httpx.get(f"http://127.0.0.1:{port}/", timeout=WITHIN).status_code == 200
        assert output.index("Watch as a guest") < output.index("Recording finished games")
        assert {game["system"] for game in visitor.games("finished")} == set(SYSTEMS)
        shows_a_finished_swiss(visitor, output)
        shows_a_card_night(visitor, output)
        until(lambda: len(visitor.live()) == len(SYSTEMS))  # after a game has ended, the next game of the same system begins
        before = visitor.live()
        until(lambda: all(version > before.get(game, 0) for game, version in visitor.live().items()))
        until(lambda: visitor.taken(night).keys() > at_first.keys())
        children = below(process.pid)
        assert "exit code" not in printed.read_text()
    assert list(folder.iterdir()) == []
    assert not any(map(lives, children))
    with pytest.raises(httpx.ConnectError):
        visitor.games("open")
