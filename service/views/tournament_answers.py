"""Describes the bodies of answers that show tournaments. Each body is a TypedDict, as in `domain.views.answers`."""

from typing import Annotated, TypedDict

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments import Because


class EntryAbsence(TypedDict):
    round: int
    kind: Annotated[str, "bye, half or zero: worth as much as a bye, as much as a draw, or nothing."]


class TournamentEntry(TypedDict):
    entry: Annotated[int, "Number, from 1."]
    name: Annotated[str | None, "null: erased."]
    people: Annotated[list[str], "Ids in the club's directory."]
    people_names: Annotated[list[str | None], "Their names, in the same order; null: erased."]
    seed: Annotated[int | None, "Rank before the first round, 1 the highest; null: unknown."]
    here: Annotated[bool, "Whether the entry is checked in."]
    withdrawn: Annotated[bool, "Whether the entry has left the tournament. It may return."]
    line: Annotated[int | None, "Its line in the schedule of a rotation; null: none, or you may not record."]
    absences: Annotated[list[EntryAbsence], "The rounds that the entry asked to miss, in order."]


class RoundSummary(TypedDict):
    round: int
    published: bool
    tables: Annotated[int, "How many tables the round has."]
    unfinished: Annotated[list[int], "Numbers of the tables without a result that counts."]
    started_at: Annotated[int | None, "When play began; milliseconds since 1970, UTC. null: not yet."]
    due_at: Annotated[int | None, "When the bell is due. null: the round has no clock."]
    rung_at: Annotated[int | None, "When the bell rang. null: not yet."]


class TournamentAnnouncement(TypedDict):
    version: Annotated[int, "The version of the event Announced."]
    at: Annotated[int, "Milliseconds since 1970, UTC."]
    text: Annotated[str | None, "null: deleted."]


class TournamentWish(TypedDict):
    version: Annotated[int, "The version of the event WishMade. Withdrawing that event withdraws the wish."]
    entries: Annotated[list[int], "No two of them should sit at one table, or each should move (`another_table`)."]
    hard: Annotated[bool, "Whether no drawn pairing may break the wish. A director's own pairing may."]
    from_round: Annotated[int | None, "The first round in which they may meet; null: they never may."]
    because: Annotated[Because, "Why. asked: somebody asked for it."]
    another_table: Annotated[bool, "Whether the wish is that each of them sits at another table than the last time."]


class NotGranted(TypedDict):
    table: int
    entries: Annotated[list[int], "The two entries that sit together, or the one that sits at the same table again."]
    wish: Annotated[int, "The version of the event WishMade."]
    hard: bool


class PublishedStandings(TypedDict):
    through_round: Annotated[int, "The last round that counts."]
    digest: Annotated[str, "SHA-256 of the canonical JSON of the standings, without names."]
    version: Annotated[int, "The version of the event that published the standings."]


class PublishedAt(PublishedStandings):
    at: Annotated[int, "When the standings were published; milliseconds since 1970, UTC."]


class TournamentState(TypedDict):
    tournament: str
    version: int
    title: Annotated[str | None, "null: erased."]
    system: Annotated[str, "Slug of the game."]
    format: str
    settings: Annotated[dict[str, Json], "As in the event SettingsChanged."]
    visibility: str
    finished: bool
    stages: Annotated[int, "How many stages have begun; 0: the tournament has none, or its groups are not drawn yet."]
    knocks_out: Annotated[bool, "Whether the newest round is one of a knock-out."]
    entries: Annotated[list[TournamentEntry], "Sorted by number."]
    rounds: Annotated[list[RoundSummary], "Sorted by number. Visitors who may not record get only published rounds."]
    published: Annotated[
        list[PublishedAt], "The published standings, sorted by round. For each round, only those that were published last."
    ]
    wishes: Annotated[list[TournamentWish], "In the order in which they were made. Visitors who may not record get none."]
    announcements: Annotated[list[TournamentAnnouncement], "The last 20 announcements, newest first."]


class TournamentLine(TypedDict):
    tournament: str
    version: Annotated[int, "The version that this line shows."]
    latest: Annotated[int, "The version that the tournament has now. If it is higher than `version`, this line is behind."]
    title: Annotated[str | None, "null: erased."]
    format: str
    entries: Annotated[int, "How many entries there are."]
    rounds: Annotated[int, "How many rounds are paired. Visitors who may not record get the number of published rounds."]
    finished: bool
    visibility: str


class TournamentList(TypedDict):
    tournaments: Annotated[list[TournamentLine], "Newest first. A line may be a moment old: `version` and `latest` say so."]


class TableResult(TypedDict):
    source: Annotated[str, "typed: by a person. taken: from a recorded game. forfeit: ruled without play."]
    winners: Annotated[list[int], "The sides that won, counted from 0. Several sides: they drew. Empty: nobody won."]
    scores: Annotated[list[int] | None, "One for each side; null: unknown."]
    version: Annotated[int, "The version of the event with the result."]


class RoundTable(TypedDict):
    table: int
    group: Annotated[int | None, "The group whose entries sit here, from 1; null: the stage has none."]
    sides: Annotated[list[list[int]], "The entries of each side, in the order of their seats."]
    game: Annotated[str | None, "The recorded game of this table; null: none."]
    result: Annotated[TableResult | None, "The result that counts; null: none yet."]
    typed: Annotated[TableResult | None, "A typed result that waits for a second person; null: none."]
    change: Annotated[TableResult | None, "A changed result that waits for the director; null: none."]
    former: Annotated[TableResult | None, "The result that counted before, and counts again if `result` is withdrawn; null: none."]


class TournamentRound(TypedDict):
    tournament: str
    version: int
    round: int
    published: bool
    tables: Annotated[list[RoundTable], "Sorted by number."]
    sits_out: Annotated[list[int], "Entries that take part in the tournament but have no table in this round."]
    unevenness: Annotated[
        dict[str, Json] | None, "How often people meet again; null: nobody meets again, or the format does not count this."
    ]
    not_granted: Annotated[
        list[NotGranted],
        "The wishes that this pairing breaks, sorted by table. No pairing was found that breaks fewer without breaking a stronger rule of"
        " the format, unless a director changed this one or the wish came later. Visitors who may not record get none.",
    ]


class PairingState(TypedDict):
    pairing: Annotated[str, "Id of the request."]
    tournament: str
    state: Annotated[
        str,
        "waiting, running, done, refused (`reason` says why), conflict (the tournament was at version `actual`, not `expected`), cancelled"
        " or failed (`reason` says why).",
    ]
    percent: Annotated[int, "How much of the pairing is done, from 0 to 100."]
    expected: Annotated[int, "The version whose results the director saw."]
    actual: Annotated[int | None, "After a conflict: the version that the tournament had; otherwise null."]
    dry_run: bool
    round: Annotated[int | None, "The round that was paired; null: not yet."]
    version: Annotated[int | None, "The version of the tournament with this round; null: not yet."]
    reason: Annotated[str, "Why the pairing was refused or failed; otherwise empty."]
    least: Annotated[dict[str, Json] | None, "After a refusal: the best pairing if the rule in `reason` may be broken; null: none."]
    foreseen: Annotated[dict[str, Json] | None, "After a dry run: the round that would be recorded; otherwise null."]
    requested_at: Annotated[int, "Milliseconds since 1970, UTC."]


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
    through: Annotated[int, "The last round that counts; 0: none. A round counts when it is published or has a result."]
    tiebreaks: list[TieBreakName]
    page: Annotated[int, "The number of this page, from 1."]
    pages: Annotated[int, "How many pages there are. A page has 100 rows."]
    total: Annotated[int, "How many rows all pages have."]
    rows: Annotated[list[StandingsRow], "From the best place on."]


class Summand(TypedDict):
    round: Annotated[int | None, "The round that the value comes from; null: no round."]
    opponent: Annotated[int | None, "The opponent that the value comes from; null: no single opponent."]
    value: str
    counts: Annotated[bool, "Whether the value is added to the total. false: for example, the tie-break leaves out the lowest value."]
    why: str
    reason: Annotated[str | None, "Why the director adjusted the score; null for readers."]
    cites: Annotated[str | None, "The rule that the director named for it."]


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
    stage: Annotated[int | None, "The last stage that it reached: its place comes from there. null: no stages, or it was in none."]
    group: Annotated[int | None, "Its group in that stage; null: none."]
    together: Annotated[bool, "Whether the best of all groups of that stage go on together, whatever their places in the groups."]
    values: Annotated[list[Explained], "The points first, then the tie-breaks in their order."]


class TournamentForeseen(TypedDict):
    version: Annotated[int, "The version that the batch would lead to."]
    moved: Annotated[
        list[dict[str, Json]], "The new row of each entry whose place or values would change. `before`: its place now, or null."
    ]
    paired_on_old: Annotated[list[int], "Rounds that are paired already, after a round whose results would change."]


class PendingChange(TypedDict):
    round: int
    table: int
    sides: Annotated[list[list[int]], "The entries of each side, in the order of their seats."]
    change: Annotated[int, "The version to name in ChangeAccepted or ChangeDeclined."]
    by: Annotated[str, "Id of the token that recorded the new result."]
    game: Annotated[str, "The recorded game that brought the new result."]
    game_version: Annotated[int, "The version of that record when the result was taken."]
    former: Annotated[TableResult | None, "The result that counts."]
    new: Annotated[TableResult | None, "The result that would count; null: the game was annulled, so there would be none."]
    preview: Annotated[
        TournamentForeseen | None, "What would change if it were accepted now. null: not among the first 20; ask for its round and table."
    ]


class PendingResult(TypedDict):
    round: int
    table: int
    sides: Annotated[list[list[int]], "The entries of each side, in the order of their seats."]
    result: Annotated[int, "The version to name in ResultApproved."]
    by: Annotated[str, "Id of the token that typed the result."]
    winners: Annotated[list[int], "The sides that won, counted from 0."]
    scores: Annotated[list[int] | None, "One for each side; null: unknown."]


class Pending(TypedDict):
    tournament: str
    version: int
    changes: Annotated[list[PendingChange], "Changed results that wait for the director, by round and table."]
    typed: Annotated[list[PendingResult], "Typed results that wait for a second person, by round and table."]


class CrossCell(TypedDict):
    round: int
    mark: Annotated[
        str,
        "At a table: W (win), D (draw), L (loss), X (win by forfeit), F (loss by forfeit) or * (no result yet), then the opponents, as in "
        "W12. Without a table: B (bye), H (half), Z (zero) or U (unplayed).",
    ]
    kind: Annotated[str, "played, forfeit, open (no result yet), bye, full, half, zero or absent."]
    table: Annotated[int | None, "null: no table."]
    game: Annotated[str | None, "The recorded game of the table; null: none."]
    opponents: list[int]
    partners: list[int]
    outcome: Annotated[str | None, "win, draw or loss; null: none."]
    score: Annotated[int | None, "The entry's score; null: unknown."]
    against: Annotated[int | None, "The best score of another side; null: unknown."]
    points: int


class CrossMeeting(TypedDict):
    opponent: int
    rounds: Annotated[list[int], "The rounds in which the two met, in order. `cells` has the results."]


class CrossTableRow(TypedDict):
    place: int
    entry: int
    name: Annotated[str | None, "null: erased."]
    points: int
    cells: Annotated[list[CrossCell | None], "One for each of the cross table's `rounds`; null: not shown to you."]
    meetings: Annotated[list[CrossMeeting] | None, "The rounds in which the entry met each opponent; null: there are too many entries."]


class CrossTable(TypedDict):
    tournament: str
    version: int
    rounds: list[int]
    by_opponents: Annotated[bool, "Whether the rows have `meetings`: only for 60 entries or fewer."]
    rows: Annotated[list[CrossTableRow], "In the order of the standings. With `entry`: the row of this entry."]


class BracketSide(TypedDict):
    entry: Annotated[int | None, "Who comes here by the results; null: not known yet, or nobody."]
    nobody: Annotated[bool, "Whether it is known that nobody comes."]
    line: Annotated[int | None, "The line of the bracket whose holder comes here, from 1; null: see `match`."]
    match: Annotated[int | None, "The match whose winner comes here, or its loser; null: see `line`."]
    loser: Annotated[bool, "Whether the loser of `match` comes here."]


class BracketMatch(TypedDict):
    match: Annotated[int, "Number of the match, from 1. A match that a bye replaces has no number."]
    round: int
    part: Annotated[
        str,
        "main: of those who have not lost. lower: of those who have lost once. third, fifth, seventh: for third place and so on; those who"
        " lose a quarter-final play two rounds for fifth place. final, again: the final of a double elimination, and the second final.",
    ]
    sides: Annotated[list[BracketSide], "Always two."]
    state: Annotated[
        str,
        "coming (its round is not paired), open (no result yet), tied (the result names no winner or several), played, forfeit or walk-over"
        " (not both were there).",
    ]
    table: Annotated[int | None, "The number of its table; null: none."]
    seated: Annotated[list[int], "Who sits at its table, or who goes on without one."]
    winner: Annotated[int | None, "null: not known yet, or nobody."]
    moved: Annotated[bool, "Whether others sit here than `sides` says, because a result changed later, or because the director decided it."]
    scores: Annotated[list[int] | None, "The scores of `seated`, in the same order; null: unknown."]


class BracketAhead(TypedDict):
    after: Annotated[int, "The last round of the stage before."]
    groups: Annotated[int, "How many groups that stage has; 1: none."]
    top: Annotated[int, "How many of each group go on; 0: `best` of all groups together."]
    best: Annotated[int, "How many of the others go on: the best of all groups."]


class TournamentBracket(TypedDict):
    tournament: str
    version: int
    ahead: Annotated[
        BracketAhead | None,
        "Not null: a knock-out follows the stage that is played, and nobody is in it yet. Its first matches have lines, which the seeds"
        " will hold: first the winners of groups, then the second, and so on.",
    ]
    matches: Annotated[
        list[BracketMatch],
        "In order of round and table. Empty if neither the format of the stage nor that of the next one has a bracket, and before round 1"
        " of a knock-out that is the first stage.",
    ]


class StageRow(TypedDict):
    place: Annotated[int, "In the group, from 1; level entries share the best of their places."]
    entry: int
    points: Annotated[int, "Of the rounds of this stage, with what was carried into it."]
    values: Annotated[list[str], "One for each tie-break, in the same order."]
    goes_on: Annotated[bool | None, "Whether the entry is in the next stage; null: not known yet, or no stage follows."]


class StageGroup(TypedDict):
    group: Annotated[int | None, "Its number, from 1; null: all entries of the stage play together."]
    line: Annotated[
        int | None,
        "How many rows are above the line of the cut, which are those who would go on now; null: no line, or it is known who goes on.",
    ]
    rows: Annotated[list[StageRow], "From the best place on."]


class StageCut(TypedDict):
    top: Annotated[int, "How many of each group go on; 0: `best` of all groups together."]
    best: Annotated[int, "How many of the others go on: the best of all groups."]
    format: Annotated[str, "The format of the next stage."]
    label: str


class StageAbout(TypedDict):
    stage: Annotated[int, "Its number, from 1."]
    format: str
    label: str
    first_round: int
    knocks_out: Annotated[bool, "Whether its results are in the bracket."]
    tiebreaks: list[TieBreakName]
    cut: Annotated[StageCut | None, "Who goes on; null: no stage is planned after it."]


class TournamentStage(StageAbout):
    groups: Annotated[list[StageGroup], "Empty if they are not drawn yet."]
    planned: Annotated[list[int], "How many entries each group will have if those who are entered now play; empty: the groups are known."]


class TournamentStages(TypedDict):
    tournament: str
    version: int
    through: Annotated[int, "The last round that counts; 0: none."]
    stages: Annotated[list[TournamentStage], "In order. Empty for a tournament without stages."]


class TallyCounts(TypedDict):
    place: Annotated[int, "From 1; rows with equal points, wins and difference of scores share a place."]
    entries: Annotated[list[int], "Of a person: the entries to which the person belonged. Of a pair: the two partners."]
    rounds: Annotated[int, "Rounds played at a table."]
    wins: int
    draws: int
    losses: int
    points: Annotated[int, "Points of all rounds, including byes and forfeits."]
    score: Annotated[int, "Sum of the scores at the tables."]
    against: Annotated[int, "Sum of the best scores of the other sides."]


class PersonTally(TallyCounts):
    person: str
    name: Annotated[str | None, "null: erased."]


class PairTally(TallyCounts):
    names: Annotated[list[str | None], "In the order of `entries`; null: erased."]


class PeopleStandings(TypedDict):
    tournament: str
    version: int
    through: Annotated[int, "The last round that counts; 0: none."]
    rows: Annotated[list[PersonTally], "From the best place on."]


class PairStandings(TypedDict):
    tournament: str
    version: int
    through: Annotated[int, "The last round that counts; 0: none."]
    rows: Annotated[list[PairTally], "From the best place on."]
