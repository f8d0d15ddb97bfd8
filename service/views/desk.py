"""The director's desk: what a director of a tournament must look at now.

A line is about one table. Missing, typed and changed results come from the tournament alone, for all rounds. Disputes and findings come
from the games of the two newest rounds, so that the number of games to read is bounded. If a game was read before, the desk looks only at
its noted acts (`Reading.noted`). So a long game costs no more time than a short one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypedDict, get_args

from domain.kernel.events import ClaimAnswered, Event, IrregularityCalled, RulingRecorded, TimeCalled
from domain.record.fold import Reading
from domain.record.open_deals import outcome_of
from domain.tournament.pairing import cut_overtaken, overtaken, planned, stage_ends
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import bracket_of
from domain.tournament.seating import sides_of
from domain.tournament.state import Round, Seated, Tournament
from domain.words import sentence
from domain.words.seated import SeatNames
from service.memory import shares
from service.memory.cache import Cache, Region
from service.recording.games import derived
from service.store.games.verdicts import VerdictEntry, as_it_stands
from service.store.keys import GameId
from service.views.pending import pending_json
from service.views.tournament_answers import Pending, PendingChange, PendingResult, RoundSummary
from service.views.tournaments import summary_json

Step = Literal["enter", "pair", "settle", "publish", "start", "play", "cut", "finish", "nothing"]
LineKind = Literal["disputed", "change", "typed", "tied", "moved", "late", "missing", "findings"]
Lateness = Literal["over", "bell", "due", "quiet"]


class DeskGame(TypedDict):
    game: str
    version: int
    state: Annotated[str, "As in the game's own answer; `unreadable` if its record is damaged."]
    hands: Annotated[int, "How many hands are complete."]
    running: Annotated[bool, "Whether a hand is being played."]
    open_deals: Annotated[list[int], "The numbers of the hands that are over, but whose points are not sure."]
    scores: Annotated[list[int] | None, "The score of each side so far; null: unknown."]
    recorded_at: Annotated[int, "When the newest event was recorded; milliseconds since 1970, UTC."]


class DeskDispute(TypedDict):
    version: Annotated[int, "The version of the game's event. A ruling cites it."]
    at: Annotated[int, "When it was recorded; milliseconds since 1970, UTC."]
    sentence: str


class DeskLine(TypedDict):
    kind: Annotated[
        LineKind,
        "disputed: the players disagree, or called an irregularity, and nobody has ruled. change: a changed result waits for you. typed: a"
        " typed result waits for a second person. tied: the result does not say who goes on in a knock-out. moved: by the results of now,"
        " others should play this match of a knock-out, which has no result yet. late: there is no result, and there should be one."
        " missing: there is no result yet. findings: the game has breaches, contradictions or queries without a ruling.",
    ]
    round: int
    table: int
    sides: Annotated[list[list[int]], "The entries of each side, in the order of their seats."]
    game: Annotated[DeskGame | None, "The recorded game of the table; null: none."]
    late: Annotated[
        Lateness | None,
        "Why the result is late. over: a later round is paired. bell: the bell has rung. due: the bell is due. quiet: nothing was recorded"
        " in the game for 15 minutes. null: it is not late.",
    ]
    change: Annotated[PendingChange | None, "The changed result; null: this line is about something else."]
    typed: Annotated[PendingResult | None, "The typed result; null: this line is about something else."]
    disputes: Annotated[list[DeskDispute], "Without a ruling; in order of version."]
    breaches: Annotated[int, "How many breaches have no ruling."]
    contradictions: Annotated[int, "How many contradictions have no ruling."]
    queries: Annotated[int, "How many queries have neither an answer from the table nor a ruling."]


class DeskCall(TypedDict):
    table: int
    game: str
    event: Annotated[str, "The id to give the event TimeCalled, so that several directors record it once."]


class DeskTable(TypedDict):
    round: int
    table: int


class DeskRound(RoundSummary):
    overtaken: Annotated[
        list[DeskTable] | None,
        "Not null: the round is paired and not published, and what its pairing rests on has changed since. The list has the tables of"
        " earlier rounds whose results changed; it is empty if something else did, such as who plays.",
    ]
    calls: Annotated[
        list[DeskCall], "Open games that end at the bell, where time is not called yet. Empty if the rounds do not end at the bell."
    ]


class Desk(TypedDict):
    tournament: str
    version: int
    now: Annotated[int, "The server's time; milliseconds since 1970, UTC."]
    next: Annotated[
        Step,
        "What to do next. enter: make entries. pair: pair the next round. publish: publish the newest round. start: start that round. play:"
        " wait for the round's results. cut: all rounds of a stage are played; pairing says who goes on."
        " finish: all rounds are played. nothing: the tournament is over.",
    ]
    planned: Annotated[int | None, "How many rounds the tournament will have; null: as many as you want."]
    cut_overtaken: Annotated[
        list[DeskTable] | None,
        "Not null: what the last cut rests on has changed since; it stays as it was made. The list has the tables of earlier stages whose"
        " results changed; it is empty if something else did.",
    ]
    round: Annotated[DeskRound | None, "The newest round; null: none is paired."]
    lines: Annotated[list[DeskLine], "What needs you: the most urgent kind first, then by round and table."]


QUIET: Final = 15 * 60 * 1000
"""A table is late if nothing was recorded in its game for this many milliseconds."""
NEWEST: Final = 2
"""Disputes and findings are shown for the games of this many newest rounds."""
PREVIEW_BYTES: Final = 50_000
"""The estimated size in bytes of a preview of a changed result that moves many entries in the standings."""
_ORDER: Final[tuple[LineKind, ...]] = get_args(LineKind)
_SETTLED: Final = ("final", "annulled")
"""States of a game in which a dispute does not wait for a ruling any more."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A game that the desk looks at. `reading`: its record; None if the record is damaged. `recorded_at`: when its newest event was
    recorded (ms UTC). `entries`: the entries of its verdict, each of which raised or withdrew a finding."""

    game: GameId
    version: int
    recorded_at: int
    reading: Reading | None
    entries: tuple[VerdictEntry, ...]


Sits = Callable[[GameId, Reading], SeatNames]
"""A function that returns who sat at the table of a game, with their names."""


def games_of(state: Tournament) -> list[GameId]:
    """Return the games that the desk must look at: those of tables without a result, and those of the newest rounds."""
    newest = sorted(state.rounds)[-NEWEST:]
    tables = (
        seated
        for number, paired in state.rounds.items()
        for seated in paired.tables.values()
        if paired.published and (number in newest or seated.result is None)
    )
    return list(dict.fromkeys(GameId(seated.game) for seated in tables if seated.game is not None))


def step(state: Tournament) -> Step:
    """Return what the director should do next."""
    if state.finished:
        return "nothing"
    last = state.rounds[max(state.rounds)] if state.rounds else None
    if last is None:
        return "pair" if len(state.entries) > 1 else "enter"
    if not last.published:
        # A pairing rests on the results of all earlier rounds; one of them may have been withdrawn since.
        return "settle" if any(state.rounds[number].unfinished for number in state.rounds if number < last.number) else "publish"
    if last.unfinished:
        begun = last.started is not None or len(last.unfinished) < len(last.tables)
        return "play" if begun else "start"
    ends = stage_ends(state)
    if state.settings.cut is not None and ends is not None and last.number >= ends:
        return "cut"
    rounds = planned(state)
    return "finish" if rounds is not None and last.number >= rounds else "pair"


_Overtaken = tuple[tuple[int, int], ...] | None


class DeskCache:
    """Caches what a desk shows and takes long to compute, because several directors ask again and again. The keys are the tournament and
    its last event."""

    def __init__(self, cache: Cache) -> None:
        self._overtaken: Region[tuple[str, str], tuple[_Overtaken]] = Region(
            cache, lambda made: 200 + 100 * len(made[0] or ()), shares.OVERTAKEN
        )
        self._cut: Region[tuple[str, str], tuple[_Overtaken]] = Region(cache, lambda made: 200 + 100 * len(made[0] or ()))
        self._waiting: Region[tuple[str, str], Pending] = Region(
            cache, lambda made: 1000 + PREVIEW_BYTES * len(made["changes"]), shares.WAITING
        )

    def overtaken(self, tournament: str, reading: TournamentReading) -> _Overtaken:
        """Return what has changed since the newest round was paired. The tournament as it was then must be read again."""
        found = self._overtaken.of((tournament, reading.mark()), lambda: (overtaken(reading),))
        return None if found is None else found[0]

    def cut_overtaken(self, tournament: str, reading: TournamentReading) -> _Overtaken:
        """Return what has changed since the last cut."""
        found = self._cut.of((tournament, reading.mark()), lambda: (cut_overtaken(reading),))
        return None if found is None else found[0]

    def waiting(self, tournament: str, reading: TournamentReading) -> Pending:
        """Return the results that wait for a decision. Each preview computes the standings."""
        key = (tournament, reading.mark())
        made = self._waiting.get(key)
        if made is None:
            made = pending_json(tournament, reading, None, None)
            self._waiting.put(key, made)
        return made


def desk_json(tournament: str, reading: TournamentReading, looked: Mapping[str, Looked], sits: Sits, now: int, cached: DeskCache) -> Desk:
    """Return the desk of a tournament. `looked`: the games that `games_of` returned, by id. `now`: ms UTC."""
    state = reading.state
    newest = max(state.rounds, default=0)
    lines = [] if state.finished else list(_lines(cached.waiting(tournament, reading), reading, looked, sits, now))
    return {
        "tournament": tournament,
        "version": reading.version,
        "now": now,
        "next": step(state),
        "planned": planned(state),
        "cut_overtaken": _tables(cached.cut_overtaken(tournament, reading)),
        "round": _round(tournament, reading, state.rounds[newest], looked, cached) if newest else None,
        "lines": sorted(lines, key=lambda line: (_ORDER.index(line["kind"]), line["round"], line["table"])),
    }


# --- the round ----------------------------------------------------------------------------------------------------------------------------


def _round(tournament: str, reading: TournamentReading, paired: Round, looked: Mapping[str, Looked], cached: DeskCache) -> DeskRound:
    changed = None if paired.published else cached.overtaken(tournament, reading)
    rung = reading.state.settings.round.ends == "bell" and paired.published
    return {
        **summary_json(paired),
        "overtaken": _tables(changed),
        "calls": list(_calls(paired, looked)) if rung else [],
    }


def _tables(changed: _Overtaken) -> list[DeskTable] | None:
    return None if changed is None else [{"round": number, "table": table} for number, table in changed]


def _calls(paired: Round, looked: Mapping[str, Looked]) -> Iterator[DeskCall]:
    for number, seated in sorted(paired.tables.items()):
        found = looked.get(seated.game or "")
        if found is None or found.reading is None:
            continue
        if found.reading.result.state == "open" and found.reading.life.time_called is None:
            # If time was called and the call was withdrawn, time may be called again, with another id.
            before = sum(isinstance(event.act, TimeCalled) for event in found.reading.events)
            yield {"table": number, "game": found.game, "event": derived(found.game, f"bell {paired.number} {before}")}


# --- lines --------------------------------------------------------------------------------------------------------------------------------


def _lines(waiting: Pending, reading: TournamentReading, looked: Mapping[str, Looked], sits: Sits, now: int) -> Iterator[DeskLine]:
    state = reading.state
    changes = {(change["round"], change["table"]): change for change in waiting["changes"]}
    typed = {(result["round"], result["table"]): result for result in waiting["typed"]}
    newest = sorted(state.rounds)[-NEWEST:]
    bracket = bracket_of(state)
    matches = {} if bracket is None else {(match.round, match.seated): match for match in bracket.matches}
    for number, paired in state.rounds.items():
        for table, seated in paired.tables.items():
            found, place = looked.get(seated.game or ""), (number, table)
            late = _late(state, paired, seated, found, now)
            line = _line(number, seated, found, late)
            if place in changes:
                yield {**line, "kind": "change", "change": changes[place]}
            if place in typed:
                yield {**line, "kind": "typed", "typed": typed[place]}
            match = matches.get((number, seated.entries))
            if match is not None and match.winner is None and (match.state == "tied" or (match.moved and paired.published)):
                yield {**line, "kind": "tied" if match.state == "tied" else "moved"}
            if place not in typed and seated.result is None and paired.published:
                yield {**line, "kind": "missing" if late is None else "late"}
            if found is not None and found.reading is not None and number in newest:
                yield from _in_game(line, found, found.reading, sits)


def _line(number: int, seated: Seated, found: Looked | None, late: Lateness | None) -> DeskLine:
    return {
        "kind": "missing",
        "round": number,
        "table": seated.table,
        "sides": [[*side] for side in seated.sides],
        "game": None if found is None else _game(seated, found),
        "late": late,
        "change": None,
        "typed": None,
        "disputes": [],
        "breaches": 0,
        "contradictions": 0,
        "queries": 0,
    }


def _game(seated: Seated, found: Looked) -> DeskGame:
    game: DeskGame = {
        "game": found.game,
        "version": found.version,
        "state": "unreadable",
        "hands": 0,
        "running": False,
        "open_deals": [],
        "scores": None,
        "recorded_at": found.recorded_at,
    }
    if found.reading is None:
        return game
    reading = found.reading
    outcome, (scores, _) = outcome_of(reading), sides_of(seated, reading)
    known = None if scores is None else [*scores]
    return {
        **game,
        "state": reading.result.state,
        "hands": outcome.deals,
        "running": outcome.running,
        "open_deals": [*outcome.open_deals],
        "scores": known,
    }


def _late(state: Tournament, paired: Round, seated: Seated, found: Looked | None, now: int) -> Lateness | None:
    """Return why the result of a table is late; None: it is not late, or the table has a result."""
    if seated.result is not None or not paired.published:
        return None
    if paired.number < max(state.rounds):
        return "over"
    if paired.rung is not None:
        return "bell"
    if paired.due is not None and paired.due <= now:
        return "due"
    return "quiet" if found is not None and found.recorded_at <= now - QUIET else None


def _in_game(line: DeskLine, found: Looked, reading: Reading, sits: Sits) -> Iterator[DeskLine]:
    if reading.result.state in _SETTLED:
        return
    disputed = disputes(reading)
    if disputed:
        name_of = sits(found.game, reading).called
        said: list[DeskDispute] = [
            {"version": event.version, "at": event.recorded_at, "sentence": sentence(event.act, name_of(event.version))}
            for event in disputed
        ]
        yield {**line, "kind": "disputed", "disputes": said}
    ruled = reading.ruled
    raised = [entry.finding for name, entry in as_it_stands(found.entries).items() if entry.kind == "raised" and name not in ruled]
    breaches, contradictions, queries = (sum(finding.kind == kind for finding in raised) for kind in ("breach", "contradiction", "query"))
    if breaches or contradictions or queries:
        yield {**line, "kind": "findings", "breaches": breaches, "contradictions": contradictions, "queries": queries}


def disputes(reading: Reading) -> list[Event]:
    """Return the events that opened a dispute that has no ruling yet, in order of version. Such an event is an irregularity that was
    called, or an objection to a claim. A ruling may cite the objection or the claim."""
    standing = reading.noted_events
    ruled = {event.act.cites.dispute for event in standing if isinstance(event.act, RulingRecorded)}
    called = [event for event in standing if isinstance(event.act, IrregularityCalled) and event.version not in ruled]
    answers = {(event.act.claim, event.act.seat): (event, event.act) for event in standing if isinstance(event.act, ClaimAnswered)}
    objected = [event for event, act in answers.values() if not act.accepts and not {event.version, act.claim} & ruled]
    return sorted([*called, *objected], key=lambda event: event.version)
