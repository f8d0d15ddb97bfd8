"""Describes the bodies of answers that show tournaments. Each body is a TypedDict, as in `domain.answers`."""

from typing import Annotated, TypedDict

from domain.kernel.canonical import Json


class TournamentEntry(TypedDict):
    entry: Annotated[int, "Number, from 1."]
    name: Annotated[str | None, "null: erased."]
    people: Annotated[list[str], "Ids in the club's directory."]
    seed: Annotated[int | None, "Rank before the first round, 1 the highest; null: unknown."]
    here: Annotated[bool, "Checked in."]
    withdrawn: Annotated[bool, "Does not play any more, unless it returns."]


class RoundSummary(TypedDict):
    round: int
    published: bool
    tables: Annotated[int, "How many tables the round has."]
    unfinished: Annotated[list[int], "Tables without a result that counts."]


class TournamentState(TypedDict):
    tournament: str
    version: int
    title: Annotated[str | None, "null: erased."]
    system: Annotated[str, "Slug of the game."]
    format: str
    settings: Annotated[dict[str, Json], "As in the event SettingsChanged."]
    visibility: str
    finished: bool
    entries: Annotated[list[TournamentEntry], "By number."]
    rounds: Annotated[list[RoundSummary], "By number. Visitors who may not record get only published rounds."]


class TournamentLine(TypedDict):
    tournament: str
    version: int
    title: Annotated[str | None, "null: erased."]
    format: str
    entries: Annotated[int, "How many entries there are."]
    rounds: Annotated[int, "How many rounds are paired."]
    finished: bool
    visibility: str


class TournamentList(TypedDict):
    tournaments: Annotated[list[TournamentLine], "Newest first."]


class TableResult(TypedDict):
    source: Annotated[str, "typed: by a person. taken: from a recorded game. forfeit: ruled without play."]
    winners: Annotated[list[int], "The sides that won, counted from 0. Several sides drew; none: nobody won."]
    scores: Annotated[list[int] | None, "One for each side; null: unknown."]
    version: Annotated[int, "The version of the event that brought the result."]


class RoundTable(TypedDict):
    table: int
    sides: Annotated[list[list[int]], "The entries of each side, in the order of their seats."]
    game: Annotated[str | None, "The recorded game of this table; null: none."]
    result: Annotated[TableResult | None, "The result that counts; null: none yet."]
    typed: Annotated[TableResult | None, "A typed result that waits for a second person; null: none."]
    change: Annotated[TableResult | None, "A changed result that waits for the director; null: none."]


class TournamentRound(TypedDict):
    tournament: str
    version: int
    round: int
    published: bool
    tables: Annotated[list[RoundTable], "By number."]
    sits_out: Annotated[list[int], "Entries that are there and have no table."]
    unevenness: Annotated[dict[str, Json] | None, "How often people meet again; null: nobody does, or the format does not count it."]


class StandingsRow(TypedDict):
    place: Annotated[int, "From 1; level entries share the best of their places."]
    entry: int
    name: Annotated[str | None, "null: erased."]
    points: int
    values: Annotated[list[str], "One for each tie-break, in the same order: a whole number or a fraction, such as `7/2`."]


class TieBreakName(TypedDict):
    name: str
    label: str


class Standings(TypedDict):
    tournament: str
    version: Annotated[int, "The version of the tournament that the standings were made from."]
    through: Annotated[int, "The last round that counts; 0: none."]
    tiebreaks: list[TieBreakName]
    rows: Annotated[list[StandingsRow], "From the best place on."]


class Summand(TypedDict):
    round: Annotated[int | None, "The round that brought it; null: no round."]
    opponent: Annotated[int | None, "The entry that it comes from; null: no single one."]
    value: str
    counts: Annotated[bool, "false: it is not added, for example because of a cut."]
    why: str


class Explained(TypedDict):
    name: str
    total: Annotated[str, "A whole number or a fraction, such as `7/2`."]
    contributions: Annotated[list[Summand], "The contributions that count add up to the total."]


class EntryPlace(TypedDict):
    tournament: str
    version: int
    entry: int
    name: Annotated[str | None, "null: erased."]
    place: int
    values: Annotated[list[Explained], "The points first, then the tie-breaks in their order."]
