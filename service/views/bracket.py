"""What a visitor sees of the bracket of a knock-out."""

from collections.abc import Mapping

from domain.tournament.formats.bracket import NOBODY, Bracket, Match
from domain.tournament.formats.kinds import Source
from domain.tournament.pairing import Ahead, ahead
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import bracket_of
from domain.tournament.state import Seated, Tournament
from service.views.tournament_answers import BracketAhead, BracketMatch, BracketSide, TournamentBracket


def bracket_json(tournament: str, reading: TournamentReading, through: int | None, *, records: bool) -> TournamentBracket:
    """Return the bracket after round `through` (None: after all rounds). `records`: whether the visitor may record, and so sees rounds that
    are not published."""
    state = reading.state
    seen = [number for number, paired in state.rounds.items() if paired.published or records]
    last = max((number for number in seen if through is None or number <= through), default=0)
    bracket = bracket_of(state, last) if last else None
    coming = ahead(state, last) if bracket is None and not state.finished else None
    shown = bracket if coming is None else coming.bracket
    return {
        "tournament": tournament,
        "version": reading.version,
        "ahead": None if coming is None else _ahead(coming),
        "matches": [] if shown is None else _matches(shown, state),
    }


def _ahead(coming: Ahead) -> BracketAhead:
    return {"after": coming.after, "groups": coming.groups, "top": coming.cut.top, "best": coming.cut.best}


def _matches(bracket: Bracket, state: Tournament) -> list[BracketMatch]:
    numbers = {match.number: number for number, match in enumerate(bracket.matches, 1)}
    return [_match(match, bracket, state, numbers) for match in bracket.matches]


def _match(match: Match, bracket: Bracket, state: Tournament, numbers: Mapping[int, int]) -> BracketMatch:
    sources = bracket.sources[match.number]
    seated = _table(match, state)
    result = None if seated is None else seated.result
    return {
        "match": numbers[match.number],
        "round": match.round,
        "part": match.part,
        "sides": [_side(entry, source, numbers) for entry, source in zip(match.sides, sources, strict=True)],
        "state": match.state,
        "table": None if seated is None else seated.table,
        "seated": [*match.seated],
        "winner": match.winner or None,
        "moved": match.moved,
        "scores": None if result is None or result.scores is None else [*result.scores],
    }


def _side(entry: int | None, source: Source, numbers: Mapping[int, int]) -> BracketSide:
    return {
        "entry": entry or None,
        "nobody": entry == NOBODY,
        "line": source.line or None,
        "match": None if source.line else numbers[source.match],
        "loser": source.loser,
    }


def _table(match: Match, state: Tournament) -> Seated | None:
    """Return the table of a match; None if it has none."""
    paired = state.rounds.get(match.round)
    tables = () if paired is None or len(match.seated) < 2 else paired.tables.values()
    return next((seated for seated in tables if seated.entries == match.seated), None)
