"""Makes events from a published tournament (published.py), so that its state is computed from events like that of every other
tournament."""

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
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
    TournamentFinished,
    TournamentOpened,
    Unplayed,
)
from domain.kernel.shapes import Fault, Sealed
from domain.tournament.checks import faults
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


# --- a stream of its own ------------------------------------------------------------------------------------------------------------------


MOST: Final = 500_000
"""The greatest number of points, or score, that can be stored. Points and scores are first multiplied by `Published.unit`, so that all
are whole. An adjustment may be twice as great."""
UNSIGNED: Final = ("title", "name")
"""The keys that are left out of `content_digest`: titles, and names of people."""


def content_digest(value: object) -> str:
    """Return the SHA-256 of a published tournament, in hex. `value`: its JSON. Titles and names of players are left out, so that nobody
    can guess a name from the digest. Equal numbers give the same digest, however they are written."""
    return sha256(json.dumps(_plain(value), sort_keys=True).encode()).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items() if key not in UNSIGNED}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return value


def finished_acts(published: Published, people: Mapping[int, PersonId], visibility: Visibility) -> list[TournamentAct]:
    """Return the acts of a finished tournament, from its opening to its end. `people`: the person who played as each entry, by number of
    the entry."""
    return [*(event.act for event in replayed(published, people, visibility)), TournamentFinished()]


def unstorable(published: Published, most_events: int) -> list[Fault]:
    """Return the reasons why a published tournament cannot be stored, as faults with pointers into its JSON. Empty if it can be stored."""
    found = [*_disordered(published), *_too_large(published), *_namesakes(published)]
    if not published.entries:
        found.append(Fault("/players", "must have at least one player"))
    if found:
        return found
    events = replayed(published)
    if len(events) >= most_events:
        return [Fault("/rounds", f"need {len(events)} events; a tournament may have at most {most_events}")]
    return [
        Fault("", f"event {events[1 + index].version}: {fault.pointer} {fault.message}")
        for index, fault in faults(read(events[:1]), events[1:])
    ]


def _disordered(published: Published) -> Iterator[Fault]:
    for index, played in enumerate(published.rounds):
        if played.number != index + 1:
            yield Fault(f"/rounds/{index}/n", f"must be {index + 1}")


def _too_large(published: Published) -> Iterator[Fault]:
    """Yield a fault for each number that is too large to be stored: more than MOST after it was multiplied by `published.unit`."""
    worth = published.worth
    numbers = {"/scoring/win": worth.win, "/scoring/draw": worth.draw, "/scoring/loss": worth.loss, "/scoring/bye_net": worth.bye_net}
    for index, played in enumerate(published.rounds):
        for at, game in enumerate(played.games):
            scores = game.scores or (None, None)
            for key, number in zip(("pa", "pb", "sa", "sb"), (*game.points, *scores), strict=True):
                numbers[f"/rounds/{index}/games/{at}/{key}"] = number
        for at, single in enumerate(played.singles):
            numbers[f"/rounds/{index}/singles/{at}/points"] = single.points
            numbers[f"/rounds/{index}/singles/{at}/sa"] = single.score
    for pointer, value in numbers.items():
        if value is not None and abs(value * published.unit) > MOST:
            yield Fault(pointer, f"is too large: numbers are counted in units of 1/{published.unit}, and may be at most {MOST} units")


def _namesakes(published: Published) -> Iterator[Fault]:
    names: dict[str, int] = {}
    for index, entry in enumerate(published.entries):
        if entry.name is not None and names.setdefault(entry.name.casefold(), index) != index:
            yield Fault(f"/players/{index}/name", f"is also the name of player {published.entries[names[entry.name.casefold()]].number}")
