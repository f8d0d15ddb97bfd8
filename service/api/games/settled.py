"""What is settled is not corrected: a confirmed or final result is changed by directors only, and answers answer claims that there are.

A correction below the line is taken all the same if scores and winners of the record stay as they are: so a confirmed record is deepened
(docs/decisions/life-of-a-record.md). This is held against the very version behind which the batch is written, so that a confirmation that
comes at the same time cannot slip in between.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from domain.kernel.events import ClaimAnswered, ClaimMade, ConcessionMade, ResultFinalised, Retracted, RulingRecorded
from domain.kernel.shapes import Fault
from domain.record.fold import Reading, retracted
from service.api.games.batch import as_events
from service.api.games.rulings import unruled
from service.errors import Problem, invalid
from service.store.clubs.clubs import Token
from service.store.keys import GameId
from service.store.outcomes import Conflict
from service.store.streams.batch import Draft
from service.store.streams.streams import ATTEMPTS
from service.wiring import wired

T = TypeVar("T")

_CLAIMS: Final = (ClaimMade, ConcessionMade)


def written(game: GameId, token: Token, expected: int | None, drafts: Sequence[Draft], write: Callable[[int | None], T]) -> T:
    """`write(version to write behind)`, once it is sure that the drafts change nothing that is settled. `expected` as of an append.

    Raises Problem `confirmed`, `not-finished` or `invalid`, and what `write` raises.
    """
    if not any(map(_looked_at, drafts)):
        return write(expected)
    if expected is not None:
        now = wired().readings.of(game)
        refuse(now.at(max(1, min(expected, now.version))), token, drafts)
        return write(expected)
    for _ in range(ATTEMPTS - 1):
        with suppress(Conflict):  # somebody was faster: what they wrote has to be looked at, too
            return write(_examined(game, token, drafts))
    return write(_examined(game, token, drafts))


def _examined(game: GameId, token: Token, drafts: Sequence[Draft]) -> int:
    """The version of now, behind which the drafts may be written. Raises as `refuse` does."""
    now = wired().readings.of(game)
    refuse(now, token, drafts)
    return now.version


def refuse(now: Reading, token: Token, drafts: Sequence[Draft]) -> None:
    """Hold the drafts, to be written behind `now`, against what is settled there. Raises Problem `confirmed`, `not-finished`, `invalid`."""
    if _known(now, drafts):
        return
    faults = [*_unclaimed(now, drafts), *_withdrawn(now, drafts), *unruled(now, token, drafts)]
    if faults:
        raise invalid(faults)
    corrects = any(_corrects(draft) for draft in drafts)
    finals = [index for index, draft in enumerate(drafts) if isinstance(draft.act, ResultFinalised)]
    if not (corrects or finals):
        return
    before = now.result
    then = now.extended(as_events(drafts, now, token.id, wired().now())).result
    if finals and then.state in ("open", "annulled"):
        places = [{"pointer": f"/events/{index}/type", "message": "needs a game that has ended"} for index in finals]
        raise Problem("not-finished", f"The game is {then.state}: there is no result that could be final.", places)
    if corrects and before.line and not token.may("direct") and (before.scores, before.winners, before.decided) != then[1:4]:
        raise _confirmed(before.line, drafts)


def _looked_at(draft: Draft) -> bool:
    return _corrects(draft) or isinstance(draft.act, ClaimAnswered | ResultFinalised | RulingRecorded)


def _corrects(draft: Draft) -> bool:
    return draft.after is not None or isinstance(draft.act, Retracted)


def _known(now: Reading, drafts: Sequence[Draft]) -> bool:
    """Whether this is a repetition: then it was examined when it was written, and what came since is not held against it."""
    return {draft.id for draft in drafts} <= {event.id for event in now.events}


def _unclaimed(now: Reading, drafts: Sequence[Draft]) -> Iterator[Fault]:
    """Answers to what is no claim."""
    acts = [event.act for event in now.events] + [draft.act for draft in drafts]
    for index, draft in enumerate(drafts):
        if isinstance(draft.act, ClaimAnswered):
            named = draft.act.claim
            if named > now.version + index or not isinstance(acts[named - 1], _CLAIMS):
                yield Fault(f"/events/{index}/data/claim", f"event {named} is no claim or concession of this record")


def _withdrawn(now: Reading, drafts: Sequence[Draft]) -> Iterator[Fault]:
    """Events that somebody else withdrew in the meantime."""
    gone = retracted(now.events)
    for index, draft in enumerate(drafts):
        if isinstance(draft.act, Retracted) and draft.act.target in gone:
            yield Fault(f"/events/{index}/data/target", f"event {draft.act.target} is withdrawn already")


def _confirmed(line: int, drafts: Sequence[Draft]) -> Problem:
    places = []
    for index, draft in enumerate(drafts):
        where, reaches = ("/data/target", draft.act.target) if isinstance(draft.act, Retracted) else ("/after", draft.after)
        if reaches is not None and reaches <= line:
            places.append({"pointer": f"/events/{index}{where}", "message": f"lies in what is settled up to event {line}"})
    detail = f"The result is settled up to event {line}: directors may correct it. A batch that leaves scores and winners equal is taken."
    return Problem("confirmed", detail, places, through=line)
