"""`faceup demo`: the games that it plays, and the whole command as people start it."""

import os
import pty
import re
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
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
from tests.speeds import first, rows, slow
from tests.systems import LEADING
from tests.waiting import WITHIN
from workers.demo.company import LIVE, sizes
from workers.demo.night import AT_ONCE, HANDS, SEATS, SYSTEM, short
from workers.demo.players import FINISHED, SEEDED, SHOWN_FIRST
from workers.demo.script import NONE, Play, Slips, Turn, whole
from workers.demo.terminal import CLEAR, HEARS_ENTER, at_enter

BUSY = 503
MOST_LINES = 13
"""The most lines that a demonstration prints, from its start to its end."""
NO_SLIP = "{}: `check` found nothing wrong with any card or number that the demonstration mistyped, nor with wrong totals (workers/demo)"
OVERLOADED = r"\[.+\] \[\d+\] \[(CRITICAL|WARNING)\] (WORKER TIMEOUT \(pid:\d+\)|Worker \(pid:\d+\) was sent SIGABRT!)"


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
    assert reading.system.outcome(reading.table).state == "finished", f"{slug}: the prompts must lead to the end of the game"
    assert any(turn.slip for turn in turns) == bool(slips.most), NO_SLIP.format(slug)
    assert bool(reading.findings) == (bool(slips.most) and not slips.corrected)


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_a_mistake_in_a_demo_game_raises_a_finding_that_a_correction_withdraws(slug: str) -> None:
    seats = sizes(SYSTEMS[slug])[0]
    turns = list(Play(SYSTEMS[slug], seats, Random(slug), LIVE).turns())
    first = next((n for n, turn in enumerate(turns) if turn.slip), None)
    assert first is not None, NO_SLIP.format(slug)
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
def demonstration(folder: Path, port: int, terminal: int | None = None) -> Iterator["subprocess.Popen[str]"]:
    """Run `faceup demo` while the block runs, with its temporary data in `folder`, in the terminal or with its output in a file. Then stop
    it as Ctrl-C does."""
    env = os.environ | {"TMPDIR": str(folder), "PORT": str(port), "FACEUP_DATA": str(folder / "mine"), "REDIS_URL": "redis://nowhere:1"}
    with (folder.parent / "demo.printed").open("w") as output:
        into = output if terminal is None else terminal
        process = subprocess.Popen([*FACEUP, "demo"], env=env, stdin=terminal, stdout=into, stderr=into, text=True)
    try:
        yield process
        process.send_signal(signal.SIGINT)
        assert process.wait(WITHIN) == 0
    except BaseException as failure:
        failure.add_note((folder.parent / "demo.printed").read_text())
        raise
    finally:
        process.kill()
        process.wait()


def left_in(folder: Path) -> list[Path]:
    """Return what a demonstration left in its folder for temporary files, apart from the folder that all commands of Faceup use."""
    return [path for path in folder.rglob("*") if path != folder / f"faceup-{os.geteuid()}"]


def own_lines(printed: Path) -> list[str]:
    """Return what the demonstration printed, without what gunicorn says if an overloaded machine lets a process wait for half a minute."""
    return [line for line in printed.read_text().splitlines() if not re.fullmatch(OVERLOADED, line)]


class Visitor:
    """A visitor without a link, who reads the API of the demonstration at `port`. Guests may ask only so often."""

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
        answer = self._listed(f"{self.api}/games?state={state}&limit=50")
        listed: list[dict[str, Any]] = answer.json()["games"]
        while "next" in answer.links:
            answer = self._listed(str(answer.url.join(answer.links["next"]["url"])))
            listed += answer.json()["games"]
        return listed

    def _listed(self, url: str) -> httpx.Response:
        """Return a page of a list. While many games change, a slow machine may need several tries."""
        while (answer := httpx.get(url, timeout=WITHIN)).status_code == BUSY:
            time.sleep(1)
        assert answer.status_code == 200, answer.text
        return answer

    def live(self) -> dict[str, int]:
        """Return the versions of the live games that belong to no tournament."""
        return {game["game"]: game["version"] for game in self.games("open") if not game["title"]}

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
    assert f" {visitor.site}{swiss}\n" in output
    assert [(row["place"], row["name"], row["points"]) for row in standings["rows"][:3]] == [(1, "Anna", 8), (2, "Hana", 7), (3, "Eric", 6)]
    assert state["finished"]
    assert [entry["name"] for entry in state["entries"] if entry["withdrawn"]] == ["Ivo"]
    marks = {cell["mark"] for row in visitor.get(f"{swiss}/crosstable")["rows"] for cell in row["cells"]}
    assert marks >= {"B", "U"}
    assert any(mark.startswith("X") for mark in marks)
    assert [each["through_round"] for each in state["published"]] == [1, 2, 3, 4, 5]
    explained = visitor.get(f"{swiss}/standings/8")
    points, *_ = explained["values"]
    assert (explained["name"], points["total"]) == ("Hana", "7")
    assert [each["value"] for each in points["contributions"] if each["opponent"] is None] == ["-1"]


def shows_a_season(visitor: Visitor, output: str) -> None:
    page = output.partition("A season of three evenings")[2].split()[0]
    assert httpx.get(page, timeout=WITHIN).status_code == 200
    rows = visitor.get(f"{urlsplit(page).path}/standings")["rows"]
    assert (len(rows), rows[0]["place"], {row["played"] for row in rows}) == (6, 1, {3})


def shows_a_card_night(visitor: Visitor, output: str) -> None:
    page = output.partition("A card night in round")[2].split()[1]
    assert httpx.get(page, timeout=WITHIN).status_code == 200
    assert len(visitor.get(f"{urlsplit(page).path}/standings")["rows"]) == 12


def shows_mistakes(visitor: Visitor, output: str) -> None:
    """The lines about the first games lead to replays, at a step with a finding."""
    for slug in SHOWN_FIRST:
        game, _, step = output.partition(f"  {SYSTEMS[slug].name}: a proved mistake")[2].split()[0].partition("/replay#step=")
        assert httpx.get(f"{game}/replay", timeout=WITHIN).status_code == 200
        frames = visitor.get(f"{urlsplit(game).path}/replay")["frames"]
        assert frames[int(step)]["findings"]


@contextmanager
def shown(short_directory: Path) -> Iterator[tuple[Visitor, str]]:
    """Run `faceup demo` while the block runs. Gives a visitor, and what was printed at the start. In the end nothing else was printed, and
    nothing is left."""
    folder, port = short_directory / "demo", free_port()
    folder.mkdir(exist_ok=True)
    printed = short_directory / "demo.printed"
    visitor = Visitor(port)
    with demonstration(folder, port) as process:
        until(lambda: "/join#" in printed.read_text() or process.poll() is not None)
        output = printed.read_text()
        assert process.poll() is None, output
        yield visitor, output
        children = below(process.pid)
        assert own_lines(printed) == output.splitlines()
    assert len(own_lines(printed)) <= MOST_LINES
    assert left_in(folder) == []
    assert not any(map(lives, children))
    with pytest.raises(httpx.ConnectError):
        visitor.games("open")


def goes_on(visitor: Visitor) -> None:
    """Wait until a turn was recorded in each game that is live now, or the game is over."""
    before = visitor.live()
    until(lambda: time.sleep(1) or all(version > before.get(game, 0) for game, version in visitor.live().items()))


@first
@slow
def test_the_demo_shows_two_tournaments_and_a_running_game_of_every_system(short_directory: Path) -> None:
    with shown(short_directory) as (visitor, output):
        assert f"everybody may watch it at {visitor.site}/\n" in output
        assert output.splitlines()[-1].startswith(f"{visitor.site}/join#fu_home_")
        assert {number for number, _ in visitor.taken(visitor.tournament("Card night"))} >= set(range(1, AT_ONCE + 1))
        assert [game["system"] for game in visitor.get("/public")["games"]][:3] == list(SHOWN_FIRST)
        shows_mistakes(visitor, output)
        shows_a_finished_swiss(visitor, output)
        shows_a_season(visitor, output)
        shows_a_card_night(visitor, output)
        until(lambda: time.sleep(1) or {game["system"] for game in visitor.games("open")} == set(SYSTEMS))
        goes_on(visitor)


@first
@slow
@pytest.mark.long
def test_the_demo_goes_on_and_shows_a_finished_game_of_every_system(short_directory: Path) -> None:
    with shown(short_directory) as (visitor, _):
        night = visitor.tournament("Card night")
        at_first = visitor.taken(night)
        until(lambda: time.sleep(1) or len(visitor.games("finished")) >= len(FINISHED), 5 * WITHIN)
        assert {game["system"] for game in visitor.games("finished")} == set(SYSTEMS)
        until(lambda: len(visitor.live()) == len(SYSTEMS))  # after a game has ended, the next game of the same system begins
        goes_on(visitor)
        until(lambda: visitor.taken(night).keys() > at_first.keys())


@first
@slow
def test_in_a_terminal_the_demo_prints_a_few_lines_and_enter_prints_the_last_one_the_link_again(short_directory: Path) -> None:
    folder, port = short_directory / "in-a-terminal", free_port()
    folder.mkdir()
    ours, theirs = pty.openpty()
    with demonstration(folder, port, theirs) as process:
        os.close(theirs)
        printed = typed_out(ours, lambda text: "/join#" in text)
        link = printed.split("\n")[-2]
        assert link.startswith(f"http://127.0.0.1:{port}/join#fu_home_")
        os.write(ours, b"\n")
        again = typed_out(ours, lambda text: "/join#" in text)
        assert again.split() == [link]
        process.send_signal(signal.SIGINT)
        lines = (printed + typed_out(ours, lambda text: "Stopped." in text)).split("\n")[:-1]
        process.wait(WITHIN)  # a second Ctrl-C would interrupt the removal of the data
    os.close(ours)
    assert len(lines) <= MOST_LINES, lines
    assert any(line.count(CLEAR) > len(SYSTEMS) for line in lines)
    assert left_in(folder) == []


def typed_out(terminal: int, ended: Callable[[str], bool]) -> str:
    """Return what is written to the terminal from now on, until it ends with a whole line and `ended` of it is true."""
    text = ""
    while not (text.endswith("\n") and ended(text)):
        ready, _, _ = select.select([terminal], [], [], WITHIN)
        assert ready, text
        text += os.read(terminal, 65536).decode().replace("\r\n", "\n")
    return text


def test_every_enter_in_a_terminal_is_heard_until_the_terminal_is_closed() -> None:
    ours, theirs = pty.openpty()
    pressed: list[None] = []
    at_enter(lambda: pressed.append(None), theirs)
    for times in (1, 2):
        os.write(ours, b"\n")
        until(lambda times=times: len(pressed) == times)
    os.close(ours)
    until(lambda: not hears_enter())
    os.close(theirs)


def test_enter_is_not_waited_for_without_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "input").write_text("\n")
    with (tmp_path / "input").open() as file:
        at_enter(pytest.fail, file.fileno())
        assert not hears_enter()


def hears_enter() -> bool:
    return any(thread.name == HEARS_ENTER for thread in threading.enumerate())


def test_the_games_shown_first_are_opened_last_so_that_they_are_the_newest() -> None:
    assert tuple(reversed(SEEDED[-len(SHOWN_FIRST) :])) == SHOWN_FIRST
    assert sorted(SEEDED) == sorted(SYSTEMS)
    newest = list(dict.fromkeys(slug for _, slug, _ in reversed(FINISHED)))
    assert tuple(newest[: len(SHOWN_FIRST)]) == SHOWN_FIRST
    assert [(title, slug) for title, slug, _ in FINISHED[: len(SHOWN_FIRST)]] == [
        ("A mistake that stands", slug) for slug in reversed(SHOWN_FIRST)
    ]
