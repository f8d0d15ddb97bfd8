"""Stored rows that say to which tournaments each game is linked. A game is linked if it is played at a table of a tournament. When the
club's feed says that a game has changed, a job finds its tournaments in these rows and need not read all tournaments.

The rows are kept together with the position in the feed and the list of games to check. All three are one generation of projected rows
(service/store/projected.py), under the name `taking`. The rows may be deleted at any moment: they are made again from the feed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from domain.kernel.events.tournaments import ResultTaken, TableLinked
from domain.tournament.reading import TournamentReading
from domain.tournament.taking import to_look_at
from service.engine import ENGINE
from service.store.keys import Club, GameId, Place, StreamId, club_of, full_name, is_game, short_name
from service.store.projected import Generation, Projected
from service.store.tournaments.tournaments import TOURNAMENT

PLACE: Final[Place] = "taking"
FOLD: Final = f"{ENGINE}.3"
"""The version of the code that writes the stored links: the engine, and a number for their form. Links of another version are made
again, and then every linked game is checked again."""
TOURNAMENTS_OF, LOOKED_AT = "tournaments-of", "looked-at"
LINKS: Final = (TOURNAMENTS_OF, LOOKED_AT)
"""The names of the two tables of rows.

* tournaments-of: the key is a game; the row holds the short names of the tournaments to which it is linked, one after the other
* looked-at: the key is a tournament; the row holds the version up to which its events are in the rows
"""
SHORT_BYTES: Final = 10

Rows = dict[bytes, bytes | None]
"""Changed rows by key; None if the row is deleted."""


class Links:
    """Reads the stored links between games and tournaments, and computes how they change."""

    def __init__(self, rows: Projected) -> None:
        self._rows = rows

    def tournaments_of(self, generation: Generation, games: Sequence[GameId]) -> dict[GameId, list[StreamId]]:
        """Return the tournaments to which the games are linked, by game. Games without a tournament are left out."""
        rows = self._rows.rows_of(generation, TOURNAMENTS_OF, [short_name(game) for game in games])
        found = {game: rows.get(short_name(game), b"") for game in games}
        return {game: _tournaments(generation.club, row) for game, row in found.items() if row}

    def changes(self, generation: Generation, readings: Mapping[StreamId, TournamentReading]) -> tuple[dict[str, Rows], set[GameId]]:
        """Return (the changed rows by name of the table, the games to check). A game must be checked if a new event of a tournament
        concerns the game. `readings`: the tournaments with new events, as they are now."""
        seen = self._rows.rows_of(generation, LOOKED_AT, [short_name(stream) for stream in readings])
        named: dict[GameId, list[StreamId]] = {}
        look: set[GameId] = set()
        for stream, reading in readings.items():
            after = int(seen.get(short_name(stream), b"0"))
            acts = [event.act for event in reading.events[after:]]
            for game in _own(generation.club, [act.game for act in acts if isinstance(act, TableLinked | ResultTaken)]):
                named.setdefault(game, []).append(stream)
            look.update(_own(generation.club, to_look_at(reading, after)))
        known = self.tournaments_of(generation, list(named))
        linked: Rows = {short_name(game): _row([*known.get(game, []), *streams]) for game, streams in named.items()}
        looked: Rows = {short_name(stream): str(reading.version).encode() for stream, reading in readings.items()}
        return {TOURNAMENTS_OF: linked, LOOKED_AT: looked}, look


def is_tournament(letter: str) -> bool:
    """Return whether an entry of the feed is about a tournament. `letter`: the entry's letter for the kind of stream."""
    return letter == TOURNAMENT.letter


def _own(club: Club, games: Iterable[str]) -> list[GameId]:
    """Return those of `games` that belong to this club. A table may be linked to any text that looks like the id of a game, even of
    another club."""
    return [GameId(game) for game in games if is_game(game) and club_of(GameId(game)) == club]


def _row(streams: Iterable[StreamId]) -> bytes:
    return b"".join(dict.fromkeys(short_name(stream) for stream in streams))


def _tournaments(club: Club, row: bytes) -> list[StreamId]:
    shorts = [row[at : at + SHORT_BYTES] for at in range(0, len(row), SHORT_BYTES)]
    return [full_name(club, short, TOURNAMENT.letter) for short in shorts]
