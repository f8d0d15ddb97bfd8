"""Reads the finished tournaments of `tournaments.json`: as events, and as the values that were published for them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from tests.tournament.independent.past import Event

NAMES: Final = {
    "BH": ("buchholz", 1),
    "BH-C1": ("buchholz-cut-1", 1),
    "SB": ("sonneborn-berger", 2),
    "SB-C1": ("sonneborn-berger-cut-1", 2),
    "PS": ("progressive", 1),
    "PS-C1": ("progressive-cut-1", 1),
    "KS": ("koya", 1),
    "WIN": ("wins", 0),
    "WON": ("won", 0),
    "buchholz": ("buchholz", 1),
    "net": ("difference", 1),
    "total": ("total", 1),
}
"""For each published name: our tie-break, and an exponent. The published value is multiplied by `unit_of` to the power of this exponent."""
ASKED: Final = {"HPB": "half", "FPB": "bye", "ZPB": "zero"}


def unit_of(told: Mapping[str, Any]) -> int:
    """Return how many of our points make one published point. This is 2 if half points were published, because our points are whole
    numbers."""
    return 2 if told["scoring"]["win"] == 1 else 1


def columns_of(told: Mapping[str, Any]) -> list[str]:
    return [name for name in told["players"][0].get("tiebreaks", {}) if name in NAMES]


def tie_breaks_of(told: Mapping[str, Any]) -> list[str]:
    ending = ":fide-2023" if told["id"] == "fide-tec-swiss16" else ""
    return [NAMES[name][0] + (ending if name[:2] in ("BH", "SB") else "") for name in columns_of(told)]


def published(told: Mapping[str, Any]) -> Iterator[tuple[int, int, list[Fraction]]]:
    """Yield (number, points, values) for each player. The points are our points."""
    unit = unit_of(told)
    for player in told["players"]:
        values = [Fraction(str(player["tiebreaks"][name])) * unit ** NAMES[name][1] for name in columns_of(told)]
        yield player["no"], int(Fraction(str(player["points"])) * unit), values


def events_of(told: Mapping[str, Any]) -> list[Event]:
    scoring = {"win": 2, "draw": 1, "loss": 0, "bye": 2, "bye_score": told["scoring"].get("bye_net")}
    format_ = "round-robin" if told["system"] == "round robin" else "swiss"
    settings = {"scoring": scoring, "tiebreaks": tie_breaks_of(told)}
    acts: list[tuple[str, dict[str, Any]]] = [("TournamentOpened", {"format": format_, "settings": settings})]
    acts += [("EntryMade", {"entry": player["no"]}) for player in told["players"]]
    for round_ in told["rounds"]:
        acts += _round(round_["n"], round_["games"], round_["singles"], len(acts))
    return [{"version": version, "type": name, "data": data} for version, (name, data) in enumerate(acts, 1)]


def _round(
    number: int, games: Sequence[Mapping[str, Any]], singles: Sequence[Mapping[str, Any]], before: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    asked = [single for single in singles if single["kind"] in ASKED]
    for single in asked:
        yield "AbsenceNoted", {"entry": single["p"], "round": number, "kind": ASKED[single["kind"]]}
    tables = [{"table": table, "sides": [[game["a"]], [game["b"]]]} for table, game in enumerate(games, 1)]
    yield "RoundPaired", {"round": number, "tables": tables, "sits_out": [single["p"] for single in singles if single["kind"] == "PAB"]}
    version = before + len(asked) + 1
    for table, game in enumerate(games, 1):
        result = {"round": number, "table": table, "winners": _winners(game), "scores": [game["sa"], game["sb"]] if "sa" in game else None}
        if game["kind"] == "forfeit":
            yield "ForfeitRuled", result
            version += 1
        else:
            yield "ResultEntered", result
            yield "ResultApproved", {"round": number, "table": table, "result": version + 1}
            version += 2


def _winners(game: Mapping[str, Any]) -> list[int]:
    if game["pa"] == game["pb"]:
        return [0, 1] if game["pa"] else []
    return [0] if game["pa"] > game["pb"] else [1]
