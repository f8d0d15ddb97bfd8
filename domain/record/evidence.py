"""Evidence: how a card or a result is known (docs/evidence.md).

    observed    the card or the play lay open on the table when somebody wrote it down
    stated      somebody at the table said so: a card while it lay face down, a round, a score, a result
    confirmed   a player confirmed the result that was written down
    inferred    other events prove it
    director    a ruling set it
    unknown     it is not in the record

Evidence is computed from the current events. It depends on whether a sealed value was written down, but never on the value. It does not say
whether a statement is true; findings do."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import (
    Act,
    BoxDrawn,
    CardLed,
    CardOffered,
    CardPlaced,
    CardPlayed,
    CardSelected,
    CardsFlipped,
    CardsRevealed,
    DealStated,
    DealVoided,
    NumbersRevealed,
    PitchedAsBid,
    ResultStated,
    RoundStated,
    RulingRecorded,
    ScoreStated,
    TricksStated,
)
from domain.ledger import Closed
from domain.record.fold import Reading
from domain.system import Outcome

Level = Literal["observed", "stated", "confirmed", "inferred", "director", "unknown"]


class Evidence(NamedTuple):
    """How a card or a result is known. `versions`: the events that prove it, ascending; empty if the whole game proves it."""

    level: Level
    versions: tuple[int, ...] = ()


LAYING: Final[frozenset[type]] = frozenset(
    {CardPlaced, CardOffered, CardSelected, CardsRevealed, CardsFlipped, NumbersRevealed, CardLed, CardPlayed, PitchedAsBid, BoxDrawn}
)
"""The types of acts that lay cards in front of seats, or turn them over. Most acts have other types, so `_cards` checks this set first."""
DECIDING: Final[frozenset[type]] = frozenset({RoundStated, ScoreStated, ResultStated, DealStated, TricksStated, RulingRecorded})
"""The types of statements and rulings, which may set scores without play."""


def card_evidence(reading: Reading, among: Callable[[int], bool] = lambda _: True) -> Mapping[int, Mapping[Seat, Evidence]]:
    """Return the evidence for each card that was laid or turned up: {version of the event: {seat: evidence}}. If a card was laid face down
    and turned up later, the evidence at the event that laid the card names both events. `among`: for the version of an event, whether the
    evidence for its cards is wanted."""
    by_version: dict[int, dict[Seat, Evidence]] = {}
    lying: dict[Seat, int] = {}  # of the cards that are wanted
    for step in reading.steps:
        version, act = step.event.version, step.event.act
        wanted = among(version)
        if not wanted and not lying:
            continue
        if isinstance(act, DealVoided):
            lying.clear()
        for seat, level in _cards(act):
            down = lying.get(seat)
            if level == "observed" and down is not None:
                by_version[down][seat] = Evidence("inferred", tuple(sorted((down, version))))
            if not isinstance(act, CardPlayed) or level == "observed":
                lying.pop(seat, None)
            if wanted:
                by_version.setdefault(version, {})[seat] = Evidence(level, (version,))
                if level != "observed" and not isinstance(act, CardPlayed):
                    lying[seat] = version
    return by_version


def last_evidence(reading: Reading, seats: Collection[Seat]) -> Mapping[Seat, Evidence]:
    """Return the evidence for the last card that each of these seats has laid. Seats without a card are left out."""
    last: dict[Seat, Evidence] = {}
    for step in reversed(reading.steps):
        if len(last) == len(seats):
            break
        for seat, level in _cards(step.event.act):
            if seat in seats:
                last.setdefault(seat, Evidence(level, (step.event.version,)))
    return last


def _cards(act: Act) -> Sequence[tuple[Seat, Level]]:
    """Return (seat, level) for each card that an act lays or turns up."""
    if type(act) not in LAYING:
        return ()
    match act:
        case CardPlaced(seat=seat, card=face) | CardOffered(seat=seat, card=face):
            return [(seat, "unknown" if face is None else "stated")]
        case CardSelected(seat=seat, value=value):
            return [(seat, "unknown" if value is None else "stated")]
        case CardsRevealed(cards=cards) | CardsFlipped(cards=cards):
            return [(seat, "observed") for seat in sorted(cards)]
        case NumbersRevealed(values=values):
            return [(seat, "observed") for seat in sorted(values)]
        case CardPlayed(seat=seat, card=None):
            return [(seat, "unknown")]
        case CardLed(seat=seat) | CardPlayed(seat=seat) | PitchedAsBid(seat=seat) | BoxDrawn(seat=seat):
            return [(seat, "observed")]
        case _:
            return []


def round_evidence(closed: Closed) -> Evidence:
    """Return how the points of a round are known: the level of evidence and the events that prove it."""
    if closed.ruled is not None:
        return Evidence("director", (closed.ruled,))
    return Evidence("stated" if closed.reason == "stated" else "observed", (closed.version,))


def result_evidence(reading: Reading) -> Evidence:
    """Return how scores and winners are known: from a confirmation, otherwise from the rulings that changed the outcome, otherwise from the
    statements that changed it. Without any of these, the result was observed in play, or nothing is known about it."""
    confirmed = reading.result.confirmed
    if confirmed is not None:
        return Evidence("confirmed", (confirmed.version,))
    steps = reading.steps
    deciding = [place for place, step in enumerate(steps) if type(step.event.act) in DECIDING]
    moved = [steps[place].event for place in deciding if _counting(reading, place) != _counting(reading, place - 1)]
    rulings = [event for event in moved if isinstance(event.act, RulingRecorded)]
    if moved:
        return Evidence("director" if rulings else "stated", tuple(sorted(event.version for event in rulings or moved)))
    return Evidence("unknown" if reading.system.outcome(reading.table).depth == "nothing" else "observed")


def _counting(reading: Reading, place: int) -> Outcome:
    """Return the outcome after the step with index `place`. The fields about deals, and about seats that cannot win any more, are emptied:
    a statement or a ruling that changes only these fields does not count in `result_evidence`."""
    return replace(reading.system.outcome(reading.steps[place].table), deals=0, running=False, open_deals=(), out=())
