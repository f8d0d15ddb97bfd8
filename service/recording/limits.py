"""What a token may do in a tournament if it is limited to that tournament. All other tokens have the rights of their scope.

| Link | `POST …/events` | other requests |
|---|---|---|
| of a table | `ResultEntered` of its table | open its table's game; approve a result of its table with the PIN of an entry there |
| of an entry (check-in) | `CheckedIn` of its entry | check in, set its PIN; approve results and confirm games of tables where it sits |
| for viewing | nothing | nothing |

A link acts only in published rounds. Anybody who passes a table can take a picture of its link. So a link may send only one event in a
request. An event that would change nothing is not stored. After `MOST_ALIKE` events of one type for one table or entry, a link can add no
more. The games of tables need no such rule: a table has one game in each round, and a game has its own limit.

`beyond`, `not_at` and `not_for` return why the token may not do something, or None if it may. For a token of the whole club, `not_at` and
`not_for` return None; the other functions are only for limited tokens.
"""

from collections.abc import Sequence
from typing import Final

from domain.kernel.events import TOURNAMENT_TYPES, TournamentAct
from domain.kernel.events.tournaments import CheckedIn, ResultEntered
from domain.kernel.shapes import Fault
from domain.record.batch import StreamDraft, repeats
from domain.record.refusals import Refusal
from domain.tournament.fold import entered
from domain.tournament.reading import TournamentReading
from domain.tournament.resting import part
from domain.tournament.state import Tournament
from service.store.clubs.clubs import Token

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
