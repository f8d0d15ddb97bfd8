"""Finds events that make no sense, such as a result for a table that does not exist. The caller refuses these events before they are
recorded.

Each event of a batch is checked against the tournament after the events before it. Corrections (a retraction, an event with `after`) are
not checked, because they change the past. If a correction makes no sense, it changes nothing (fold.py). New settings and wishes are checked
even in a correction: no standings can be computed with an unknown tie-break, and a pairing rests on all wishes. A stage that has rounds is
not retracted: they would become rounds of the stage before.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from domain.kernel.events import TournamentEvent
from domain.kernel.events.common import NoteWritten, Retracted
from domain.kernel.events.tournaments import (
    AbsenceNoted,
    BellRung,
    ChangeAccepted,
    ChangeDeclined,
    EntryAct,
    EntryChanged,
    EntryMade,
    EntryReturned,
    EntryWithdrawn,
    ForfeitRuled,
    LotsDrawn,
    OrderRuled,
    PairingChanged,
    ResultApproved,
    ResultEntered,
    ResultTaken,
    RoundPaired,
    RoundPublished,
    RoundStarted,
    RoundUnpublished,
    ScoreAdjusted,
    Settings,
    SettingsChanged,
    StageBegun,
    StandingsPublished,
    TableAct,
    TournamentFinished,
    WishMade,
)
from domain.kernel.shapes import Fault
from domain.tournament.fold import after, entered
from domain.tournament.formats import FORMATS, format_named
from domain.tournament.playable import misfits
from domain.tournament.scoring import begun, going_on, knocks_out
from domain.tournament.stages import chosen_again, groups_in, in_stage, parts_at
from domain.tournament.standings import standings_digest
from domain.tournament.state import Entry, Round, Seated, Tournament
from domain.tournament.wishes import MOST_WISHES, alone, pairs_of


def faults(state: Tournament, events: Sequence[TournamentEvent]) -> list[tuple[int, Fault]]:
    """Return the faults of a batch of events after `state`, as pairs: the index of the event in the batch, and the fault. The pointer of a
    fault begins with `/data`, or is `/after`."""
    found = []
    for index, event in enumerate(events):
        if event.after is not None and isinstance(event.act, StandingsPublished):
            found.append((index, Fault("/after", "standings are published as they are now: leave `after` out")))
        if event.after is not None and isinstance(event.act, StageBegun):
            found.append((index, Fault("/after", "a stage begins with the next round: leave `after` out")))
        if event.after is not None and isinstance(event.act, SettingsChanged):
            found += [(index, Fault(f"/data{fault.pointer}", fault.message)) for fault in _settings(state, event.act.settings, event.after)]
        if event.after is not None and isinstance(event.act, WishMade):
            found += [(index, Fault(f"/data{fault.pointer}", fault.message)) for fault in _wish(state, event, event.act)]
        if isinstance(event.act, Retracted):
            found += [(index, Fault(f"/data{fault.pointer}", fault.message)) for fault in _began(state, event.act.target)]
        if event.after is None and not isinstance(event.act, Retracted | NoteWritten):
            found += [(index, Fault(f"/data{fault.pointer}", fault.message)) for fault in _faults(state, event)]
        state = after(state, [event])
    return found


def _faults(state: Tournament, event: TournamentEvent) -> Iterable[Fault]:
    act = event.act
    if state.finished:
        return [Fault("", "cannot follow the end of the tournament: withdraw its TournamentFinished first")]
    if isinstance(act, EntryAct):
        return _entry(state, act)
    if isinstance(act, TableAct):
        return _at_table(state, act)
    match act:
        case RoundPaired() | PairingChanged():
            return _pairing(state, act)
        case RoundPublished(number) | RoundUnpublished(number, _):
            return _published(state, number, withdrawn=isinstance(act, RoundUnpublished))
        case RoundStarted(number, _) | BellRung(number):
            return _in_play(state, number, bell=isinstance(act, BellRung))
        case SettingsChanged(settings):
            return _settings(state, settings)
        case StageBegun():
            return _stage(state, act)
        case ScoreAdjusted():
            return _known(state, [act.entry], "/entry")
        case WishMade():
            return _wish(state, event, act)
        case LotsDrawn(order) | OrderRuled(order, _):
            return [*_known(state, order, "/order"), *_once(order, "/order")]
        case StandingsPublished():
            return _standings(state, act)
        case TournamentFinished():
            return _finished(state)
        case _:
            return []


# --- entries ------------------------------------------------------------------------------------------------------------------------------


def _entry(state: Tournament, act: EntryAct) -> Iterator[Fault]:
    if isinstance(act, EntryMade):
        if act.entry in state.entries:
            yield Fault("/entry", f"is the number of another entry; the next free number is {max(state.entries) + 1}")
        if state.stages and state.stages[-1].groups and not (chosen_again(state) and len(state.stages) == 1):
            yield Fault("/entry", "comes too late: it is known who is in this stage")
        yield from _entered_already(state, act)
        return
    if act.entry not in state.entries:
        yield from _known(state, [act.entry], "/entry")
        return
    entry = state.entries[act.entry]
    match act:
        case EntryChanged():
            yield from _entered_already(state, act)
        case EntryWithdrawn(_, number):
            if entry.out and entry.out[-1][1] is None:
                yield Fault("/entry", f"entry {entry.number} is withdrawn already, from round {entry.out[-1][0]} on")
            yield from _has_a_table(state, entry, range(number, max(state.rounds, default=0) + 1), "/from_round")
        case EntryReturned(_, number):
            if not entry.out or entry.out[-1][1] is not None:
                yield Fault("/entry", f"entry {entry.number} is not withdrawn")
            elif number < entry.out[-1][0]:
                yield Fault("/from_round", f"entry {entry.number} is withdrawn only from round {entry.out[-1][0]} on")
        case AbsenceNoted(_, number, _):
            yield from _has_a_table(state, entry, [number], "/round")


def _entered_already(state: Tournament, act: EntryMade | EntryChanged) -> Iterator[Fault]:
    """Yield a fault for each person who is in another entry already, or twice in this entry."""
    people = act.people or ()
    yield from _once(people, "/people")
    taken = {person: entry.number for entry in state.entries.values() if entry.number != act.entry for person in entry.people}
    for place, person in enumerate(people):
        if person in taken:
            yield Fault(f"/people/{place}", f"is in entry {taken[person]} already")


def _has_a_table(state: Tournament, entry: Entry, rounds: Iterable[int], pointer: str) -> Iterator[Fault]:
    for number in rounds:
        paired = state.rounds.get(number)
        for seated in () if paired is None else paired.tables.values():
            if entry.number in seated.entries:
                yield Fault(pointer, f"entry {entry.number} has table {seated.table} in round {number}: change that pairing first")


def _wish(state: Tournament, event: TournamentEvent, act: WishMade) -> Iterator[Fault]:
    following = max(state.rounds, default=0) + 1
    wrong = [*_known(state, act.entries, "/entries"), *_once(act.entries, "/entries")]
    yield from wrong
    format_ = format_named(state.format)
    if act.another_table:
        if format_.numbered is not None:
            yield Fault("", format_.numbered)
        if act.from_round is not None:
            yield Fault("/from_round", "is only for entries that are kept apart: leave it out")
        yield from _too_many(state)
        return
    if len(act.entries) < 2:
        yield Fault("/entries", "must have 2 or more to keep apart")
    if format_.fixed is not None and not (format_.postpones and act.from_round is not None and not state.rounds):
        yield Fault("", format_.fixed)
    if act.from_round is not None and act.from_round <= following:
        yield Fault("/from_round", f"round {act.from_round} is not after the next one, which is {following}")
    yield from _too_many(state)
    kept = [wish for wish in after(state, [event]).wishes if wish.holds_in(following)]
    left = [entry.number for entry in state.entries.values() if _may_play(entry, following)]
    lone = [] if wrong or not act.hard else alone(pairs_of(kept), left)
    if lone:
        yield Fault("/entries", f"nobody would be left to play with {_entries(lone)}: enter the others first, or make the wish soft")


def _too_many(state: Tournament) -> Iterator[Fault]:
    if len(state.wishes) >= MOST_WISHES:
        yield Fault("", f"there are {MOST_WISHES} wishes already: withdraw some first")


def _may_play(entry: Entry, number: int) -> bool:
    """Whether the entry may play in this round or a later one, because it is not withdrawn for good."""
    return not any(first <= number and back is None for first, back in entry.out)


# --- stages -------------------------------------------------------------------------------------------------------------------------------


def _settings(state: Tournament, settings: Settings, at: int | None = None) -> Iterator[Fault]:
    """`at`: the version after which they count; None: the newest. Old settings are checked as those of the stage of that time."""
    began = [stage for stage in state.stages if at is None or stage.version <= at] or state.stages[:1]
    format_name, groups = (began[-1].format, began[-1].settings.groups) if began else (state.format, state.settings.groups)
    yield from misfits(format_name, settings, in_stage(state) if at is None else 0)
    if settings.groups != groups and (state.rounds or state.stages):
        yield Fault("/settings/groups", "cannot be changed: it is known who plays together")


def _began(state: Tournament, version: int) -> Iterator[Fault]:
    """Yield a fault if the event with this version began a stage that has rounds."""
    for stage in state.stages:
        rounds = [number for number in state.rounds if number >= stage.first]
        if stage.version == version and rounds:
            yield Fault("/target", f"began a stage that has rounds: withdraw round {max(rounds)} first")


def _stage(state: Tournament, act: StageBegun) -> Iterator[Fault]:
    last = max(state.rounds, default=0)
    if last and state.rounds[last].unfinished:
        yield Fault("", f"cannot begin: round {last} is not finished: {_tables(state.rounds[last].unfinished)}")
    named = [(f"/groups/{place}", entry) for place, group in enumerate(act.groups) for entry in group]
    everybody = [entry for _, entry in named]
    yield from _once(everybody, "/groups")
    for pointer, entry in named:
        if entry not in state.entries:
            yield Fault(pointer, f"there is no entry {entry}")
        elif state.entries[entry].has_left(last + 1):
            yield Fault(pointer, f"entry {entry} is withdrawn")
    count = 1 if act.settings.groups is None else act.settings.groups.count
    if len(act.groups) != count:
        yield Fault("/groups", f"must be {count}, as the settings say, not {len(act.groups)}")
    wrong = misfits(act.format, act.settings, len(everybody))
    yield from wrong
    for place, group in enumerate(act.groups) if not wrong else ():
        refused = FORMATS[act.format].refuses(act.settings, len(group))
        if refused is not None:
            yield Fault(f"/groups/{place}", refused)
    cut, smallest = act.settings.cut, min(map(len, act.groups))
    if cut is not None and cut.top > smallest and not wrong:
        yield Fault("/settings/cut/top", f"is too many: the smallest group has {smallest} entries")
    yield from _once([one.entry for one in act.carried], "/carried")
    yield from (Fault("/carried", f"entry {one.entry} is not in this stage") for one in act.carried if one.entry not in everybody)
    if act.carried and act.format in FORMATS and FORMATS[act.format].bracket is not None:
        yield Fault("/carried", "must be empty: a knock-out counts places, so no points are carried in")


# --- rounds -------------------------------------------------------------------------------------------------------------------------------


def _pairing(state: Tournament, act: RoundPaired | PairingChanged) -> Iterator[Fault]:
    known = state.rounds.get(act.round)
    if isinstance(act, PairingChanged):
        if known is None:
            yield Fault("/round", f"round {act.round} is not paired")
            return
        yield from _keeps_results(known, act)
    elif known is not None:
        yield Fault("/round", f"round {act.round} is paired already: change its pairing or pair the next round")
        return
    else:
        yield from _next(state, act.round)
    seats = [
        (f"/tables/{n}/sides/{m}", entry) for n, paired in enumerate(act.tables) for m, side in enumerate(paired.sides) for entry in side
    ]
    seats += [("/sits_out", entry) for entry in act.sits_out]
    yield from _once([paired.table for paired in act.tables], "/tables")
    yield from _seats(state, act.round, seats)
    yield from _mixed(state, act)


def _next(state: Tournament, number: int) -> Iterator[Fault]:
    last = max(state.rounds, default=0)
    if number != last + 1:
        yield Fault("/round", f"the next round is {last + 1}")
    elif last and state.rounds[last].unfinished:
        yield Fault("/round", f"round {last} is not finished: {_tables(state.rounds[last].unfinished)}")
    if state.settings.groups is not None and not state.stages:
        yield Fault("", "cannot come before the groups: let the round be paired, or record StageBegun first")


def _keeps_results(known: Round, act: PairingChanged) -> Iterator[Fault]:
    kept: Mapping[int, tuple[tuple[int, ...], ...]] = {paired.table: paired.sides for paired in act.tables}
    for number, seated in known.tables.items():
        if seated.result is not None and kept.get(number) != seated.sides:
            yield Fault("/tables", f"table {number} has a result: withdraw it first")


def _seats(state: Tournament, number: int, seats: Sequence[tuple[str, int]]) -> Iterator[Fault]:
    times, here = Counter(entry for _, entry in seats), parts_at(state, number)
    for pointer, entry in seats:
        known = state.entries.get(entry)
        if known is None:
            yield Fault(pointer, f"there is no entry {entry}")
        elif not known.plays_in(number):
            yield Fault(pointer, f"entry {entry} does not play in round {number}")
        if times[entry] > 1:
            yield Fault(pointer, f"entry {entry} is named {times[entry]} times")
        elif known and state.stages and not any(entry in part.state.entries for part in here):
            yield Fault(pointer, f"entry {entry} is not in this stage, or its group has no round {number}")
    expected = going_on(state, number)
    missing = [
        entry.number for entry in state.entries.values() if entry.plays_in(number) and not times[entry.number] and entry.number in expected
    ]
    if missing:
        yield Fault("/tables", f"must seat every entry or name it in sits_out; missing: {_entries(missing)}")


def _mixed(state: Tournament, act: RoundPaired | PairingChanged) -> Iterator[Fault]:
    """Yield a fault for each table with entries of different groups."""
    group = groups_in(state, act.round)
    for place, paired in enumerate(act.tables):
        if len({group.get(entry, 0) for side in paired.sides for entry in side}) > 1:
            yield Fault(f"/tables/{place}", "has entries of different groups")


def _in_play(state: Tournament, number: int, *, bell: bool) -> Iterator[Fault]:
    """Yield a fault if the round cannot be started: it is not paired or not published. With `bell`, yield a fault if the bell of the round
    cannot ring: in the same cases, and if the round has not started or its bell has rung already."""
    paired = state.rounds.get(number)
    if paired is None:
        yield Fault("/round", f"round {number} is not paired")
    elif not paired.published:
        yield Fault("/round", f"round {number} is not published")
    elif bell and paired.started is None:
        yield Fault("/round", f"round {number} has not started")
    elif bell and paired.rung is not None:
        yield Fault("/round", f"the bell of round {number} has rung already")


def _published(state: Tournament, number: int, *, withdrawn: bool) -> Iterator[Fault]:
    paired = state.rounds.get(number)
    if paired is None:
        yield Fault("/round", f"round {number} is not paired")
    elif withdrawn:
        later = [other for other in state.rounds if other > number]
        played = [table for table, seated in paired.tables.items() if seated.result is not None]
        if later:
            yield Fault("/round", f"round {min(later)} was paired after it: withdraw that round first")
        if played:
            yield Fault("/round", f"has results, which must be withdrawn first: {_tables(played)}")


def _standings(state: Tournament, act: StandingsPublished) -> Iterator[Fault]:
    if act.through_round not in state.rounds:
        yield Fault("/through_round", f"round {act.through_round} is not paired")
    elif begun(state, act.through_round) < act.through_round:
        yield Fault("/through_round", f"round {act.through_round} does not count yet: publish it first")
    elif act.digest != (digest := standings_digest(state, act.through_round)):
        yield Fault("/digest", f"is not the digest of the standings after round {act.through_round}, which is {digest}")


def _finished(state: Tournament) -> Iterator[Fault]:
    for paired in state.rounds.values():
        if paired.unfinished:
            yield Fault("", f"round {paired.number} is not finished: {_tables(paired.unfinished)}")


# --- results ------------------------------------------------------------------------------------------------------------------------------


def _at_table(state: Tournament, act: TableAct) -> Iterator[Fault]:
    paired = state.rounds.get(act.round)
    if paired is None:
        yield Fault("/round", f"round {act.round} is not paired")
        return
    seated = paired.tables.get(act.table)
    if seated is None:
        yield Fault("/table", f"round {act.round} has no table {act.table}; its tables: {_span(paired.tables)}")
        return
    match act:
        case ResultEntered(_, _, scores, winners):
            if scores is None and winners is None:
                yield Fault("", "must have scores or winners")
            else:
                yield from _names_a_winner(state, act)
            yield from _sides(seated, scores, winners)
        case ResultTaken():
            if seated.game not in (None, act.game):
                yield Fault("/game", f"table {act.table} is linked to another game, {seated.game}")
            yield from _sides(seated, act.scores or None, act.winners)
        case ForfeitRuled(_, _, winners, scores):
            yield from _names_a_winner(state, act)
            yield from _sides(seated, scores, winners)
        case ResultApproved(_, _, version, entry):
            if seated.typed is None or seated.typed.version != version:
                yield Fault("/result", f"version {version} is not a typed result that waits for approval at table {act.table}")
            if entry is not None and (entry not in seated.entries or entry not in state.entries):
                yield Fault("/entry", f"entry {entry} does not sit at table {act.table}")
        case ChangeAccepted(_, _, version) | ChangeDeclined(_, _, version, _):
            if seated.change is None or seated.change.version != version:
                yield Fault("/change", f"version {version} is no change that waits at table {act.table}")


def _names_a_winner(state: Tournament, act: ResultEntered | ForfeitRuled) -> Iterator[Fault]:
    """Yield a fault if the result leaves open who goes on in a knock-out. A result that was taken from a game is never refused: it blocks
    the next pairing instead."""
    named = entered(act).winners if isinstance(act, ResultEntered) else act.winners
    least = 1 if isinstance(act, ResultEntered) else 0
    if knocks_out(state, act.round) and not least <= len(named) <= 1:
        yield Fault("/winners", "must name the one side that goes on: this is a knock-out")


def _sides(seated: Seated, scores: Sequence[int] | None, winners: Sequence[int] | None) -> Iterator[Fault]:
    count = len(seated.sides)
    if scores is not None and len(scores) != count:
        yield Fault("/scores", f"must have {count} scores, one for each side")
    if winners is not None:
        yield from _once(winners, "/winners")
        for place, side in enumerate(winners):
            if side >= count:
                yield Fault(f"/winners/{place}", f"the sides of this table are 0 to {count - 1}")


# --- words --------------------------------------------------------------------------------------------------------------------------------


def _known(state: Tournament, entries: Iterable[int], pointer: str) -> list[Fault]:
    return [Fault(pointer, f"there is no entry {entry}") for entry in entries if entry not in state.entries]


def _once(items: Iterable[object], pointer: str) -> list[Fault]:
    return [Fault(pointer, f"{item} is named {times} times") for item, times in Counter(items).items() if times > 1]


def _tables(numbers: Collection[int]) -> str:
    return f"table{'s' if len(numbers) > 1 else ''} {', '.join(map(str, sorted(numbers)))}"


def _entries(numbers: Collection[int]) -> str:
    return f"entr{'ies' if len(numbers) > 1 else 'y'} {', '.join(map(str, sorted(numbers)))}"


def _span(tables: Collection[int]) -> str:
    return f"{min(tables)} to {max(tables)}" if tables else "none"
