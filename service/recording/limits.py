"""What links may do in tournaments, how much they may make, and which events only directors may record.

A token that is limited to a tournament may do this. All other tokens have the rights of their scope.

| Link | `POST …/events` | other requests |
|---|---|---|
| of a table | `ResultEntered` of its table | open its table's game; approve a result of its table with the PIN of an entry there |
| of an entry (check-in) | `CheckedIn` of its entry | check in, set its PIN; approve results and confirm games of tables where it sits |
| for viewing | nothing | nothing |

A link acts only in published rounds. Anybody who passes a table can take a picture of its link. So a link may send only one event in a
request. An event that would change nothing is not stored. After `MOST_ALIKE` events of one type for one table or entry, a link can add no
more. The games of tables need no such rule: a table has one game in each round, and a game has its own limit.

`beyond`, `not_at` and `not_for` return why the token may not do something, or None if it may. For a token of the whole club, `not_at` and
`not_for` return None; the other functions are only for limited tokens."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Literal

from redis import Redis

from domain.kernel.events import TOURNAMENT_TYPES, TournamentAct, TournamentEvent
from domain.kernel.events.common import Retracted
from domain.kernel.events.tournaments import CheckedIn, ResultApproved, ResultEntered, TableLinked
from domain.kernel.shapes import Fault
from domain.record.batch import StreamDraft, repeats
from domain.record.refusals import Refusal, Refused
from domain.tournament.fold import entered
from domain.tournament.reading import TournamentReading
from domain.tournament.resting import part
from domain.tournament.state import Result, Tournament
from service.limits import Limits
from service.recording.recorder import Writer
from service.store.clubs.clubs import Token
from service.store.counts import Count, wait
from service.store.keys import Keys

# --- what a link may do -------------------------------------------------------------------------------------------------------------------


MOST_ALIKE: Final = 20
"""How many events of one type a table of a round, or an entry, may have before links add no more of them. Withdrawn events count too."""


def beyond(token: Token, drafts: Sequence[StreamDraft[TournamentAct]], state: Tournament) -> Refusal | None:
    """Return the refusal of a batch that a limited token may not record by `POST …/events`; None if it may record all of it."""
    for index, draft in enumerate(drafts):
        said = "This link corrects nothing." if draft.after is not None else _unrecorded(token, draft.act, state)
        said = "A link sends one event in a request." if said is None and index else said
        if said is not None:
            right = TOURNAMENT_TYPES[type(draft.act).__name__].right
            return Refusal("no-right", f"Event {index} of the batch: {said}", (Fault(f"/events/{index}", said),), needs=right)
    return None


def _unrecorded(token: Token, act: TournamentAct, state: Tournament) -> str | None:
    if isinstance(act, ResultEntered) and token.table is not None:
        return not_at(token, state, act.round, act.table)
    if isinstance(act, CheckedIn) and token.entry is not None:
        return not_for(token, act.entry)
    return f"This link does not record {type(act).__name__}."


def too_often(drafts: Sequence[StreamDraft[TournamentAct]], now: TournamentReading) -> Refusal | None:
    """Return the refusal of a link's batch if the table or entry has MOST_ALIKE events of the batch's type already; None if it has
    fewer."""
    for draft in drafts:
        about, kind = part(draft.act, ()), type(draft.act)
        alike = sum(type(event.act) is kind and part(event.act, ()) == about for event in now.events)
        if alike >= MOST_ALIKE:
            where = f"table {about.table} of round {about.number}" if about.table else f"entry {about.number}"
            said = f"There are {alike} events {kind.__name__} for {where} already. A link adds no more: ask a director."
            return Refusal("no-right", said, needs="direct")
    return None


def said_already(drafts: Sequence[StreamDraft[TournamentAct]], now: TournamentReading) -> dict[int, int]:
    """A link has sent these drafts. Return those that would change nothing: {index of the draft: version of the recorded event that says
    the same}."""
    found = {index: _standing(draft.act, now) for index, draft in enumerate(drafts) if not repeats([draft], now.events)}
    return {index: version for index, version in found.items() if version is not None}


def _standing(act: TournamentAct, now: TournamentReading) -> int | None:
    """Return the version of the event that `act` would repeat: the typed result that waits at a table, or an entry's check-in; else
    None."""
    if isinstance(act, CheckedIn):
        known = now.state.entries.get(act.entry)
        return None if known is None or not known.checked_in else [event.version for event in now.events if event.act == act][-1]
    if isinstance(act, ResultEntered) and act.round in now.state.rounds:
        seated = now.state.rounds[act.round].tables.get(act.table)
        typed = None if seated is None else seated.typed
        return None if typed is None or not typed.same(entered(act)) else typed.version
    return None


def not_at(token: Token, state: Tournament, number: int, table: int) -> str | None:
    """Return why the token may not type a result of this table in round `number`, or open its game; None if it may."""
    if not token.limited:
        return None
    if token.table is None:
        return "This link is for no table."
    if token.table != table:
        return f"This link is for table {token.table}."
    paired = state.rounds.get(number)
    return None if paired is not None and paired.published else f"Round {number} is not published."


def not_for(token: Token, entry: int) -> str | None:
    """Return why the token may not check an entry in, or act as that entry without its PIN; None if it may."""
    if not token.limited or token.entry == entry:
        return None
    return "This link is for no entry." if token.entry is None else f"This link is for entry {token.entry}."


# --- what the links of a chain may make ---------------------------------------------------------------------------------------------------


Kind = Literal["games", "tokens", "people"]
WORDS: Final[dict[Kind, str]] = {"games": "games", "tokens": "links for other phones and games", "people": "new people"}
HOUR: Final = 3600
MINUTE: Final = 60


class Chains:
    """Limits what links make: games, further links, people. A link that is handed on, or that gets a new link for each rematch, is counted
    together with all links that came from the same first link (its *chain*). Otherwise whoever has one link could fill the club. What else
    a link does stays in what is there already, and has its limits there.

    The counts are for all processes together. `told`: called with the name of a limit when it refuses something."""

    def __init__(self, redis: "Redis", limits: Limits, told: Callable[[str], None] = lambda _: None) -> None:
        self._redis = redis
        self._limits = limits
        self._told = told

    def take(self, writer: Writer, kind: Kind) -> None:
        """Count that `writer` is about to make one more of `kind`. Does nothing for tokens of the whole club. Raises Refused if the
        writer's chain has made too many; may raise StoreUnavailable."""
        if not isinstance(writer, Token) or not writer.limited:
            return
        most = {HOUR: getattr(self._limits, f"link_{kind}"), MINUTE: getattr(self._limits, f"link_{kind}_at_once")}
        key = Keys(writer.club).made
        seconds = wait(self._redis, [Count(key(writer.first, kind, time), limit, time) for time, limit in most.items() if limit])
        if seconds:
            self._told(f"link_{kind}")
            said = f"With this link, and those that came from it, too many {WORDS[kind]} were made. Try again {_in(seconds)}"
            raise Refused(Refusal("too-many-requests", f"{said}, or ask a scorekeeper of the club.", wait=seconds))


def _in(seconds: int) -> str:
    return f"in {seconds} seconds" if seconds <= MINUTE else f"in {-(-seconds // MINUTE)} minutes"


# --- what only directors may change -------------------------------------------------------------------------------------------------------


def undoing(now: TournamentReading, events: Sequence[TournamentEvent], rights: Collection[str]) -> Refusal | None:
    """Return the refusal if a sender with these `rights` (the scopes of the token) may not record the batch, because of the results that
    count; None if the batch may be recorded. `events`: the batch, in the form of events that follow the state `now`.

    | Event | When it is refused for everybody but directors |
    |---|---|
    | any event with `after` | always: it is inserted before events that are recorded, and so changes the past |
    | `Retracted` | if a result that counts, or a change that waits for the director, would differ |
    | `ResultApproved` | if the table has a result that counts: the typed result would replace it |
    | `TableLinked` | if the table has a result that counts, or a change that waits: another game would bring the next results |

    A `ResultEntered` for a table that has a result is recorded. It waits for a director."""
    if "direct" in rights:
        return None
    for index, event in enumerate(events):
        why = _why(event, now.state)
        if why is not None:
            field = "/after" if event.after is not None else "/data/game" if isinstance(event.act, TableLinked) else "/data/result"
            return _not_standing(index, field, why)
    retracting = [index for index, event in enumerate(events) if isinstance(event.act, Retracted)]
    if retracting and _results(now.extended(events).state) != _results(now.state):
        return _not_standing(retracting[0], "/data/target", "Only a director changes a result that counts, or that waits for the director.")
    return None


def _why(event: TournamentEvent, state: Tournament) -> str | None:
    if event.after is not None:
        return "Only a director inserts events."
    if not isinstance(event.act, ResultApproved | TableLinked):
        return None
    paired = state.rounds.get(event.act.round)
    seated = None if paired is None else paired.tables.get(event.act.table)
    if isinstance(event.act, TableLinked):
        settled = seated is not None and (seated.result is not None or seated.change is not None)
        return f"Table {event.act.table} has a result. Only a director links another game." if settled else None
    replaces = seated is not None and seated.result is not None
    return f"Table {event.act.table} has a result that counts. Only a director replaces it." if replaces else None


def _results(state: Tournament) -> Mapping[tuple[int, int], tuple[Result | None, Result | None]]:
    """Return the result that counts and the change that waits, by round and table. Tables with neither are left out."""
    return {
        (number, table): (seated.result, seated.change)
        for number, paired in state.rounds.items()
        for table, seated in paired.tables.items()
        if seated.result is not None or seated.change is not None
    }


def _not_standing(index: int, place: str, why: str) -> Refusal:
    return Refusal("no-right", why, (Fault(f"/events/{index}{place}", why),), needs="direct")
