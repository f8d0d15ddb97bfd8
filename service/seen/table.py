"""Turns a game into JSON: its state, or its line in the list of games. Both are made from the game's head (its summary) and its reading
(the state that results from its events)."""

from domain.answers import GameLine, GameState, PlayedFor
from domain.record.fold import Reading
from domain.system import Viewer
from domain.views import outcome_json, prompt_json, seats_json, table_json, title_of
from domain.words.seated import Names, Seated
from service.kept.game_lines import Listed
from service.seen.life import life_json
from service.store.games.heads import Head


def game_json(head: Head, reading: Reading, viewer: Viewer, seated: Seated, *, prompts: bool) -> GameState:
    """Return the answer to GET /games/{id} for `viewer`. `reading`: all or a first part of the record. `prompts`: whether to add prompts
    (proposals for the next act), which only visitors who record get."""
    table, system, name_of = reading.table, reading.system, seated.called()
    life = life_json(reading, viewer, seated, records=prompts)
    state: GameState = {
        "game": head.game,
        "club": head.game.partition("-")[0],
        "system": system.slug,
        "version": reading.version,
        "state": life["state"],
        "life": life,
        "viewer": str(viewer),
        "visibility": head.visibility,
        "delay": head.delay,
        "title": title_of(reading),
        "tournament": _played_for(reading),
        "opened_at": reading.events[0].at,
        "rules": dict(reading.opened.rules),
        "seats": seats_json(seated.people, seated.names),
        "view": table_json(reading, viewer, seated),
        "outcome": outcome_json(reading, viewer),
    }
    if head.imported:
        state["imported"] = head.imported
    if prompts:
        state["prompts"] = [prompt_json(prompt, name_of) for prompt in system.prompts(table)]
    return state


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


def line_json(listed: Listed, names: Names) -> GameLine:
    """Return one line of the list of games, as JSON."""
    head, line = listed.head, listed.line
    return {
        "game": head.game,
        "system": head.system,
        "state": line.state,
        "version": line.version,
        "opened_at": line.opened_at,
        "seats": seats_json(line.people, names),
        "scores": {str(seat): score for seat, score in line.scores.items()} or None,
        "winners": list(line.winners),
        "visibility": head.visibility,
        "title": listed.title,
    }
