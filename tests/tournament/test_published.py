"""`make tournaments`: all published values are computed again, a changed value is reported, and an unknown key is refused."""

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.events.tournaments import TournamentOpened
from domain.tournament.checks import faults
from domain.tournament.fold import read
from domain.tournament.playable import misfits
from domain.tournament.published import Refused, read_published
from domain.tournament.replayed import replayed
from domain.tournament.scoring import history_of
from tests.tournament.run import DEFAULT, line, run

TEAMS = DEFAULT.with_name("teams.json")
"""A hand-made tournament of five teams, with byes, a forfeit with game points, and requested byes at the end."""


def load(file: Path) -> list[Any]:
    events: list[Any] = json.loads(file.read_text(encoding="utf-8"), parse_float=Fraction)
    return events


EVENTS = load(DEFAULT)
BY_ID = {event["id"]: event for event in EVENTS}
SMALL: dict[str, Any] = {
    "id": "small",
    "system": "swiss",
    "scoring": {"win": 1, "draw": Fraction(1, 2), "loss": 0},
    "players": [{"no": 1, "points": 1}, {"no": 2, "points": 0}],
    "rounds": [{"n": 1, "games": [{"a": 1, "b": 2, "pa": 1, "pb": 0, "kind": "played"}]}],
}


def changed(event: dict[str, Any], change: Callable[[Any], object]) -> dict[str, Any]:
    made = deepcopy(event)
    change(made)
    return made


def test_recomputing_published_tournaments_gives_all_their_published_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(DEFAULT) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(EVENTS) + 1
    assert told[0] == "fide-tec-swiss16: 181 compared, 181 equal, 0 unequal"
    assert told[3] == "uzchess-2025: 42 compared, 42 equal, 0 unequal; not compared: BWG"
    assert told[-1].startswith("21 passed, 0 failed; never compared: has_final, prize, rating, a_side")


def test_recomputing_the_hand_made_team_tournament_gives_all_its_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(TEAMS) == 0
    assert capsys.readouterr().out.startswith("teams-by-hand: 35 compared, 35 equal, 0 unequal; not compared: ARO-C1")


@pytest.mark.parametrize("event", [*EVENTS, *load(TEAMS)], ids=lambda event: str(event["id"]))
def test_every_event_of_a_published_tournament_is_accepted(event: Any) -> None:
    """An adjustment is made only for a result that the scoring cannot express."""
    events = replayed(read_published(event))
    assert faults(read(events[:1]), events[1:]) == []
    adjusted = sum(made.type == "ScoreAdjusted" for made in events)
    assert adjusted == (1 if event["id"] == "teams-by-hand" else 0)  # the adjustment adds the game points of a requested bye


def test_two_published_names_of_one_tie_break_are_compared_as_one_tie_break() -> None:
    """The tie-break AOB was published under two names, but a tournament lists it only once."""
    twice = read_published(changed(SMALL, lambda event: event.update(tiebreak_order=["AOB", "AOB(1 decimal)", "WIN", "AOB"])))
    (opening, *_) = replayed(twice)
    assert isinstance(opening.act, TournamentOpened)
    assert opening.act.settings.tiebreaks[1:] == ("wins",)
    assert misfits("swiss", opening.act.settings, 0) == []


WRONG: list[tuple[str, str, Callable[[Any], object], str]] = [
    ("a value", "fide-tec-swiss16", lambda e: e["players"][2]["tiebreaks"].update({"BH": 15}), "BH of player 3 is 15, came to 15.5"),
    ("points", "pairing-n13-1", lambda e: e["players"][0].update(points=3), "points of player 1 is 3, came to 3.5"),
    ("a place", "lichess-swiss-2020-05", lambda e: e["players"][0].update(place=2), "place of player 1 is 2, came to 1"),
    ("a place by points", "hamilton-club-2018", lambda e: e["players"][0].update(place=20), "place of player 1 is 20, came to 1"),
    ("an order", "fide-tec-swiss16", lambda e: e["published_orders"]["BH"].reverse(), "order of BH is [10,"),
    ("a short order", "fide-tec-swiss16", lambda e: e["published_orders"]["BH"].pop(), "order of BH is [2,"),
    (
        "a direct encounter",
        "uzchess-2025",
        lambda e: e["published_direct_encounter"][0].update(order=[[2], [3], [7]]),
        "direct encounter of group [2, 3, 7] is [[2], [3], [7]], came to [[3], [2, 7]]",
    ),
    ("a result", "carrom-2008-11-29", lambda e: e["rounds"][0]["games"][0].update(sa=25, sb=0), "net of player"),
]


@pytest.mark.parametrize(("event", "change", "told"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_published_value_that_was_changed_is_reported_by_name(event: str, change: Callable[[Any], object], told: str) -> None:
    said, right = line(changed(BY_ID[event], change))
    assert not right
    assert told in said


STRANGE: list[tuple[str, Callable[[Any], object], str]] = [
    ("of the event", lambda e: e.update(wind=3), "small: /wind is not a field here; known: id,"),
    ("of the scoring", lambda e: e["scoring"].update(bonus=3), "small: /scoring/bonus is not a field here"),
    (
        "of a player",
        lambda e: e["players"][1].update(colour="A", club="B"),
        "small: /players/1/colour is not a field here; known: no, points, name, rating, place, tiebreaks, prize; /players/1/club is not",
    ),
    ("of a round", lambda e: e["rounds"][0].update(byes=[]), "small: /rounds/0/byes is not a field here"),
    ("of a game", lambda e: e["rounds"][0]["games"][0].update(moves=3), "small: /rounds/0/games/0/moves is not a field here"),
    (
        "of a single",
        lambda e: e["rounds"][0].update(singles=[{"p": 1, "why": 1}]),
        "small: /rounds/0/singles/0/why is not a field here; known: p, kind, points, sa; /rounds/0/singles/0/kind is required",
    ),
    ("a kind of game", lambda e: e["rounds"][0]["games"][0].update(kind="online"), "games/0/kind must be one of played, forfeit"),
    ("a kind of single", lambda e: e["rounds"][0].update(singles=[{"p": 1, "kind": "BYE"}]), "singles/0/kind must be one of PAB, HPB, FPB"),
    ("a kind of unplayed", lambda e: e["scoring"].update(unplayed={"BYE": [1, 2]}), "small: /scoring/unplayed/BYE is not a name here"),
    ("a tie-break", lambda e: e["players"][0].update(tiebreaks={"LUCK": 7}), "small: unknown key LUCK in tiebreaks"),
    ("a system", lambda e: e.update(system="knockout"), "small: /system must be one of swiss, round robin"),
    ("no points", lambda e: e["players"][0].pop("points"), "small: /players/0/points is required"),
    ("points of a single", lambda e: e["rounds"][0].update(games=[], singles=[{"p": 1, "kind": "HPB"}]), "singles/0/points is required"),
    ("one score", lambda e: e["rounds"][0]["games"][0].update(sa=3), "small: /rounds/0/games/0/sb is required, because the other score"),
    ("huge points", lambda e: e["players"][0].update(points=10**7), "small: /players/0/points must lie between -1000000 and 1000000"),
    ("who is no player", lambda e: e["rounds"][0]["games"][0].update(b=3), "small: /rounds/0/games/0/b 3 is no player"),
    ("twice in a round", lambda e: e["rounds"][0]["games"][0].update(b=1), "small: /rounds/0/games/0/b 1 is in this round more than once"),
    ("twice a player", lambda e: e["players"][1].update(no=1), "small: /players/1/no 1 is the number of an earlier player"),
]


@pytest.mark.parametrize(("change", "told"), [row[1:] for row in STRANGE], ids=[row[0] for row in STRANGE])
def test_a_published_tournament_with_unknown_or_impossible_data_is_refused(change: Callable[[Any], object], told: str) -> None:
    assert line(SMALL) == ("small: 2 compared, 2 equal, 0 unequal", True)
    said, right = line(changed(SMALL, change))
    assert not right
    assert told in said


def test_published_places_that_a_final_match_decided_are_not_compared() -> None:
    event = changed(SMALL, lambda e: [player.update(place=3 - player["no"]) for player in e["players"]])
    assert line(event)[0].startswith("small: 4 compared, 2 equal, 2 unequal; place of player 1 is 2, came to 1;")
    assert line({**event, "has_final": True}) == ("small: 2 compared, 2 equal, 0 unequal; not compared: place", True)


def test_a_published_value_of_null_is_not_compared() -> None:
    event = changed(SMALL, lambda e: e["players"][0].update(place=None, tiebreaks={"BH": None}))
    assert line(event) == ("small: 2 compared, 2 equal, 0 unequal", True)


def test_a_refused_tournament_does_not_stop_the_next_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "held-back.json"
    event = {**SMALL, "scoring": {"win": 1, "draw": 0.5, "loss": 0}}
    file.write_text(json.dumps([{"id": "odd", "wind": 3}, 7, event]), encoding="utf-8")
    assert run(file) == 2
    assert capsys.readouterr().out.splitlines()[2:] == [
        "small: 2 compared, 2 equal, 0 unequal",
        "1 passed, 2 failed; never compared: has_final, prize, rating, a_side",
    ]


def test_a_file_without_tournaments_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "held-back.json"
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(SystemExit, match="no tournaments in"):
        run(file)


def test_published_points_that_the_scoring_cannot_express_are_kept() -> None:
    """The cases: a game with ½ to 0 points, a game with 0 to 0 points, and a requested bye of ¾ of a point."""
    event = changed(SMALL, lambda e: e["rounds"][0]["games"][0].update(pa=Fraction(1, 2)))
    event["rounds"] += [
        {"n": 2, "games": [{"a": 1, "b": 2, "pa": 0, "pb": 0, "kind": "played"}]},
        {"n": 3, "singles": [{"p": 1, "kind": "HPB", "points": Fraction(3, 4)}, {"p": 2, "kind": "PAB", "points": 1}]},
    ]
    published = read_published(event)
    history = history_of(read(replayed(published)))
    assert published.unit == 4
    assert [Fraction(history.points(entry), published.unit) for entry in (1, 2)] == [Fraction(5, 4), 1]


def test_a_tournament_that_is_no_json_object_is_refused() -> None:
    with pytest.raises(Refused, match="the tournament: must be a map"):
        read_published([])
