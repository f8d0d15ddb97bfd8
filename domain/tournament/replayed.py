"""Makes events from a published tournament (published.py), so that its state is computed from events like that of every other
tournament."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from domain.kernel.events import EventId, PersonId, StreamEvent, TokenId, TournamentAct, TournamentEvent, Visibility
from domain.kernel.events.tournaments import (
    AbsenceNoted,
    EntryMade,
    EntryReturned,
    EntryWithdrawn,
    ForfeitRuled,
    PairedBy,
    ResultApproved,
    ResultEntered,
    RoundPaired,
    RoundPublished,
    ScoreAdjusted,
    Scoring,
    Settings,
    TablePaired,
    TournamentOpened,
    Unplayed,
)
from domain.kernel.shapes import Sealed
from domain.tournament.compared import deciding
from domain.tournament.fold import read
from domain.tournament.history import History
from domain.tournament.published import SYSTEMS, Game, Published, PublishedRound
from domain.tournament.scoring import history_of

PUBLISHED: Final = "published"
"""The name stored in place of the card game of a published tournament, because the file does not name the game."""
RECORDER: Final = TokenId("t-published")
PAIRED_BY: Final = PairedBy("published", 1)
ASKED: Final[Mapping[str, Unplayed]] = {"FPB": "bye", "HPB": "half", "ZPB": "zero"}
REASON: Final = Sealed("", "as published")
NOBODY: Final[Mapping[int, PersonId]] = {}
MOST_TIEBREAKS: Final = 16


def replayed(published: Published, people: Mapping[int, PersonId] = NOBODY, visibility: Visibility = "private") -> list[TournamentEvent]:
    """Return the events of a published tournament, from its opening on. If published points or scores differ from those that follow from
    the results, adjustments at the end add the difference. `people`: {number of an entry: the person who plays for it}; entries without a
    known person are left out."""
    events = _numbered(acts_of(published, people, visibility))
    return events + _numbered(_adjustments(published, history_of(read(events))), len(events) + 1)


def _numbered(acts: Iterable[TournamentAct], first: int = 1) -> list[TournamentEvent]:
    return [StreamEvent(version, EventId(f"{version:032x}"), act, RECORDER, 0, 0, 0) for version, act in enumerate(acts, first)]


def acts_of(published: Published, people: Mapping[int, PersonId] = NOBODY, visibility: Visibility = "private") -> list[TournamentAct]:
    """Return the acts of a published tournament: the opening, the entries, and after these, round by round, the absences, the pairing and
    the results. The version of each act is its place in the list, counted from 1."""
    tiebreaks = tuple(deciding(published)[0][:MOST_TIEBREAKS])
    settings = Settings(rounds=len(published.rounds) or None, scoring=_scoring(published), tiebreaks=tiebreaks)
    opening = TournamentOpened(Sealed("", published.title[:120]), PUBLISHED, {}, SYSTEMS[published.system], settings, visibility)
    acts: list[TournamentAct] = [opening]
    for entry in published.entries:
        behind = (people[entry.number],) if entry.number in people else ()
        acts.append(EntryMade(entry.number, behind, Sealed("", entry.name or f"Entry {entry.number}")))
    gone: set[int] = set()
    for played in published.rounds:
        _add_pairing(acts, published, played, gone)
        _add_results(acts, published, played)
    return acts


def _scoring(published: Published) -> Scoring:
    worth, unit = published.worth, published.unit
    byes = [single for played in published.rounds for single in played.singles if single.kind == "PAB"]
    bye, score = (byes[0].points, byes[0].score) if byes else (worth.win, worth.bye_net)
    return Scoring(
        win=int(worth.win * unit),
        draw=int(worth.draw * unit),
        loss=int(worth.loss * unit),
        bye=int(bye * unit),
        bye_score=None if score is None else int(score * unit),
    )


def _add_pairing(acts: list[TournamentAct], published: Published, played: PublishedRound, gone: set[int]) -> None:
    """Add a round's absences and its pairing to `acts`. `gone`: the entries that are withdrawn now; this function updates the set."""
    there = {entry for game in played.games for entry in game.entries} | {one.entry for one in played.singles if one.kind != "ABS"}
    for number in [entry.number for entry in published.entries]:
        if (number in there) == (number in gone):
            acts.append(EntryReturned(number, played.number) if number in there else EntryWithdrawn(number, played.number))
            gone.symmetric_difference_update({number})
    acts += [AbsenceNoted(single.entry, played.number, ASKED[single.kind]) for single in played.singles if single.kind in ASKED]
    tables = tuple(TablePaired(table, tuple((entry,) for entry in game.entries)) for table, game in enumerate(played.games, 1))
    acts.append(RoundPaired(played.number, tables, PAIRED_BY, tuple(single.entry for single in played.singles if single.kind == "PAB")))
    acts.append(RoundPublished(played.number))


def _add_results(acts: list[TournamentAct], published: Published, played: PublishedRound) -> None:
    for table, game in enumerate(played.games, 1):
        winners, scores = _winners(published, game), _scores(published, game)
        if game.forfeit:
            acts.append(ForfeitRuled(played.number, table, winners, scores))
        else:
            acts.append(ResultEntered(played.number, table, scores, winners))
            acts.append(ResultApproved(played.number, table, len(acts)))


def _winners(published: Published, game: Game) -> tuple[int, ...]:
    """Return the sides that won, counted from 0: the side with more points; both sides after a draw; no side if both have only the points
    of a loss."""
    first, second = game.points
    if first != second:
        return (0,) if first > second else (1,)
    lost = first == published.worth.loss != published.worth.draw or (game.forfeit and first == 0)
    return () if lost else (0, 1)


def _scores(published: Published, game: Game) -> tuple[int, int] | None:
    return None if game.scores is None else (int(game.scores[0] * published.unit), int(game.scores[1] * published.unit))


def _adjustments(published: Published, history: History) -> Iterator[TournamentAct]:
    """Yield an adjustment for each entry and round whose published points or score differ from those in `history`."""
    for played in published.rounds:
        claims: list[tuple[int, Fraction, Fraction | None]] = [(one.entry, one.points, one.score) for one in played.singles]
        for game in played.games:
            for side, entry in enumerate(game.entries):
                claims.append((entry, game.points[side], None if game.scores is None else game.scores[side]))
        for entry, points, score in sorted(claims, key=lambda claim: claim[0]):
            line = next((line for line in history.lines[entry] if line.round == played.number), None)
            more = int(points * published.unit) - (0 if line is None else line.points)
            beyond = 0 if score is None else int(score * published.unit) - (0 if line is None else line.score)
            if more or beyond:
                yield ScoreAdjusted(entry, more, REASON, None, played.number, beyond or None)
