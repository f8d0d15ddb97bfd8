"""Describes the answer that shows the director's desk. Each body is a TypedDict, as in `domain.views.answers`."""

from typing import Annotated, Literal, TypedDict

from service.views.tournament_answers import PendingChange, PendingResult, RoundSummary

Step = Literal["enter", "pair", "settle", "publish", "start", "play", "finish", "nothing"]
LineKind = Literal["disputed", "change", "typed", "late", "missing", "findings"]
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
        " typed result waits for a second person. late: there is no result, and there should be one. missing: there is no result yet."
        " findings: the game has breaches, contradictions or queries without a ruling.",
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
        " wait for the round's results. finish: all rounds are played. nothing: the tournament is over.",
    ]
    planned: Annotated[int | None, "How many rounds the tournament will have; null: as many as you want."]
    round: Annotated[DeskRound | None, "The newest round; null: none is paired."]
    lines: Annotated[list[DeskLine], "What needs you: the most urgent kind first, then by round and table."]
