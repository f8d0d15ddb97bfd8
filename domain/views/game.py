"""The state of a game as JSON."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.ahead import following
from domain.kernel.cards import Seat
from domain.kernel.events import Visibility
from domain.ledger import LedgerLine
from domain.record.fold import Reading
from domain.rounds import last_rounds
from domain.system import System, Table, Viewer
from domain.views.answers import GameState, PlayedFor, RoundOver
from domain.views.life import life_json
from domain.views.parts import outcome_json, prompt_json, seats_json, table_json, title_of
from domain.words.seated import SeatNames

ROUNDS: Final = 16
"""The state of a game has at most so many rounds, because it is sent again after each event."""


class Cover(NamedTuple):
    """What stands on a record. `game`: its id. `visibility`: who may read it now. `delay`: how many seconds late spectators see it now.
    `imported`: the version of the last event that came from a file; 0: none.

    Spectators get a new visibility or delay at once, and the events late: so what they read of the events does not say these two."""

    game: str
    visibility: Visibility
    delay: int
    imported: int = 0


def game_json(cover: Cover, reading: Reading, viewer: Viewer, seated: SeatNames, *, prompts: bool) -> GameState:
    """Return the answer to GET /games/{id} for `viewer`. `reading`: all or a first part of the record. `prompts`: whether to add prompts
    (proposals for the next act), which only visitors who record get."""
    table, system, name_of = reading.table, reading.system, seated.called()
    life = life_json(reading, viewer, seated, records=prompts)
    state: GameState = {
        "game": cover.game,
        "club": cover.game.partition("-")[0],
        "system": system.slug,
        "version": reading.version,
        "state": life["state"],
        "life": life,
        "viewer": str(viewer),
        "visibility": cover.visibility,
        "delay": cover.delay,
        "title": title_of(reading),
        "tournament": _played_for(reading),
        "opened_at": reading.events[0].at,
        "rules": dict(reading.opened.rules),
        "seats": seats_json(seated.people, seated.names),
        "view": table_json(reading, viewer, seated),
        "outcome": outcome_json(reading, viewer),
        "rounds": _rounds_json(system, table),
    }
    if cover.imported:
        state["imported"] = cover.imported
    if prompts:
        asked = system.prompts(table)
        then = following(system, table, asked, reading.version)
        state["prompts"] = [prompt_json(prompt, name_of, then if prompt.expected else ()) for prompt in asked]
    return state


def _rounds_json(system: System[Table], table: Table) -> list[RoundOver]:
    lines, kept = last_rounds(table, ROUNDS), {} if system.bids_kept is None else system.bids_kept(table, ROUNDS)
    return [_round_json(line, kept.get(line.number, {})) for line in lines]


def _round_json(line: LedgerLine, kept: Mapping[Seat, bool]) -> RoundOver:
    return {
        "round": line.number,
        "points": None if line.points is None else {str(seat): points for seat, points in sorted(line.points.items())},
        "totals": {str(seat): total for seat, total in sorted(line.totals.items())},
        "kept": {str(seat): made for seat, made in sorted(kept.items())},
    }


def _played_for(reading: Reading) -> PlayedFor | None:
    place = reading.opened.tournament
    if place is None:
        return None
    return {
        "tournament": place.tournament,
        "round": place.round,
        "table": place.table,
        "ends": place.ends,
        "hands": place.hands,
    }
