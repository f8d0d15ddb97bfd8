"""What the head (the summary of a game) says to its viewers, and who sat at its table."""

from dataclasses import replace

from domain.record.fold import Reading
from domain.views.answers import GameLine
from domain.views.game import Cover
from domain.views.parts import seats_json
from domain.words.seated import Names, SeatNames, seated_in
from service.caches.game_lines import Listed
from service.store.clubs.people import People
from service.store.games.heads import Head
from service.store.keys import GameId, club_of


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


def seated(game: GameId, reading: Reading, directory: People) -> SeatNames:
    """Return everyone who sat at the table of `game` according to `reading`, with their names from `directory`."""
    nameless = seated_in(reading, {})
    return replace(nameless, names=directory.names(club_of(game), nameless.everyone()))
