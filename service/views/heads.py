"""What the head (the summary of a game) says to its viewers: what stands on the record, and the game's line in the list of games."""

from domain.views.answers import GameLine
from domain.views.game import Cover
from domain.views.parts import seats_json
from domain.words.seated import Names
from service.caches.game_lines import Listed
from service.store.games.heads import Head


def cover_of(head: Head) -> Cover:
    return Cover(head.game, head.visibility, head.delay, head.imported)


def line_json(listed: Listed, names: Names, table_result: str | None = None) -> GameLine:
    """Return one line of the list of games, as JSON. `table_result`: where the table of a game in play has its result from, if not from
    this game."""
    head, line = listed.head, listed.line
    body: GameLine = {
        "game": head.game,
        "system": head.system,
        "state": line.state,
        "version": line.version,
        "opened_at": line.opened_at,
        "seats": seats_json(line.people, names),
        "scores": {str(seat): score for seat, score in line.scores.items()} or None,
        "sides": [[seat for seat in line.people if line.sides.get(seat) == side] for side in sorted({*line.sides.values()})],
        "winners": list(line.winners),
        "visibility": head.visibility,
        "title": listed.title,
    }
    if table_result is not None:
        body["table_result"] = table_result
    return body
