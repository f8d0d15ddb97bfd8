"""Reads the events of a tournament, in the form of the API, into its rounds: which entries sat at each table, and which result counts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Event = Mapping[str, Any]
"""An event of `GET …/events`: `version`, `type`, `data`."""


@dataclass
class Result:
    """A result of a table. `scores`: one score for each side, or None. `annulled`: whether the game was annulled. An annulled game removes
    the result of the table."""

    winners: list[int]
    scores: list[int] | None
    forfeit: bool = False
    game: str | None = None
    annulled: bool = False


@dataclass
class Board:
    """A table of a round. `waiting`: (version, the typed result that waits for a second person). `change`: (version, the changed result
    that waits for the director). `seen`: the versions of record and verdict of the newest result that a worker took."""

    sides: list[list[int]]
    result: Result | None = None
    waiting: tuple[int, Result] | None = None
    change: tuple[int, Result] | None = None
    seen: tuple[int, int] | None = None
    game: str | None = None

    @property
    def entries(self) -> list[int]:
        return [entry for side in self.sides for entry in side]


@dataclass
class Paired:
    boards: dict[int, Board]
    byes: list[int]


@dataclass
class Past:
    """Everything from which standings are computed. `absences`: the kind of absence, by (entry, round)."""

    settings: dict[str, Any] = field(default_factory=dict)
    format: str = ""
    entries: list[int] = field(default_factory=list)
    rounds: dict[int, Paired] = field(default_factory=dict)
    absences: dict[tuple[int, int], str] = field(default_factory=dict)
    adjustments: list[dict[str, Any]] = field(default_factory=list)
    lots: list[int] = field(default_factory=list)
    ruled: list[list[int]] = field(default_factory=list)


def standing(events: Iterable[Event]) -> list[Event]:
    """Return the events that were not withdrawn, in order. A withdrawal that was itself withdrawn has no effect. An event with `after` has
    its place directly after the event of that version."""
    listed: list[Event] = []
    for event in events:
        after = event.get("after")
        place = len(listed) if after is None else 1 + next(n for n, other in enumerate(listed) if other["version"] == after)
        listed.insert(place, event)
    gone: set[int] = set()
    for event in sorted(listed, key=lambda event: int(event["version"]), reverse=True):
        if event["type"] == "Retracted" and event["version"] not in gone:
            gone.add(event["data"]["target"])
    return [event for event in listed if event["version"] not in gone and event["type"] != "Retracted"]


def past_of(events: Iterable[Event]) -> Past:
    past = Past()
    for event in standing(events):
        data, kind = event["data"], event["type"]
        if kind == "TournamentOpened":
            past.settings, past.format = data["settings"], data["format"]
        elif kind == "SettingsChanged":
            past.settings = data["settings"]
        elif "table" in data and "round" in data:
            _at_table(past, event)
        else:
            _elsewhere(past, kind, data)
    return past


def _elsewhere(past: Past, kind: str, data: Mapping[str, Any]) -> None:
    match kind:
        case "EntryMade":
            past.entries.append(data["entry"])
        case "AbsenceNoted":
            past.absences[data["entry"], data["round"]] = data["kind"]
        case "RoundPaired":
            past.rounds[data["round"]] = Paired(_boards(data), list(data.get("sits_out", [])))
        case "PairingChanged":
            _repaired(past, data)
        case "RoundUnpublished":
            past.rounds.pop(data["round"], None)
        case "ScoreAdjusted":
            past.adjustments.append(dict(data))
        case "LotsDrawn":
            past.lots = list(data["order"])
        case "OrderRuled":
            past.ruled = [former for former in past.ruled if not any(entry in former for entry in data["order"])]
            past.ruled.append(list(data["order"]))


def _boards(data: Mapping[str, Any]) -> dict[int, Board]:
    return {table["table"]: Board([list(side) for side in table["sides"]]) for table in data["tables"]}


def _repaired(past: Past, data: Mapping[str, Any]) -> None:
    """Give a round the tables of a changed pairing. A table keeps its result if it has the same number and the same sides as before."""
    if data["round"] not in past.rounds:
        return
    before, boards = past.rounds[data["round"]].boards, _boards(data)
    for number, board in boards.items():
        if number in before and before[number].sides == board.sides:
            boards[number] = before[number]
    past.rounds[data["round"]] = Paired(boards, list(data.get("sits_out", [])))


def _at_table(past: Past, event: Event) -> None:
    data = event["data"]
    paired = past.rounds.get(data["round"])
    board = paired.boards.get(data["table"]) if paired else None
    if board is None:
        return
    match event["type"]:
        case "TableLinked":
            board.seen = board.seen if board.game == data["game"] else None
            board.game = data["game"]
        case "ResultEntered":
            scores = data.get("scores")
            winners = data.get("winners")
            board.waiting = event["version"], Result(_best(scores) if winners is None else list(winners), scores)
        case "ResultApproved":
            if board.waiting is not None and board.waiting[0] == data["result"]:
                board.result, board.waiting, board.change = board.waiting[1], None, None
        case "ForfeitRuled":
            board.result = Result(list(data["winners"]), data.get("scores") or [0] * len(board.sides), forfeit=True)
            board.waiting = board.change = None
        case "ResultTaken":
            _taken(past, board, event)
        case "ChangeAccepted" | "ChangeDeclined":
            if board.change is not None and board.change[0] == data["change"]:
                if event["type"] == "ChangeAccepted":
                    board.result = None if board.change[1].annulled else board.change[1]
                board.change = None


def _taken(past: Past, board: Board, event: Event) -> None:
    """Record a taken result at its table. The result is ignored if it is not newer than the last taken result, or if the table is linked to
    another game. The first result of a table counts at once; a different result waits for the director. An annulment changes only a table
    whose result came from the annulled game."""
    data = event["data"]
    stamp = data["version"], data["verdict"]
    if board.game not in (None, data["game"]) or (board.seen is not None and stamp <= board.seen):
        return
    board.seen, board.game = stamp, data["game"]
    result = Result(list(data["winners"]), list(data["scores"]) or None, game=data["game"], annulled=bool(data.get("annulled")))
    now = board.result
    if result.annulled and (now is None or now.game != result.game):
        board.change = None
    elif now is None or past.settings.get("accept_changes"):
        board.result, board.waiting, board.change = None if result.annulled else result, None, None
    elif _alike(now, result):
        board.change = None
    else:
        board.change = event["version"], result


def _alike(one: Result, other: Result) -> bool:
    return (one.scores, one.winners, one.forfeit, one.annulled) == (other.scores, other.winners, other.forfeit, other.annulled)


def _best(scores: Sequence[int] | None) -> list[int]:
    return [] if scores is None else [side for side, score in enumerate(scores) if score == max(scores)]
