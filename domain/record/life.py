"""The *life* of a record: whether its game ended, was confirmed or annulled, and who did it. The life also has the claims with their
answers, and the links to other games.

    open → finished → confirmed → final          abandoned · unfinished · annulled          archived

The life is computed from the current events alone, in the same way for every card game. The *result* combines the life with the outcome
that the system computes. It says what counts, and what only a director may still correct (docs/decisions/life-of-a-record.md). The store,
not this module, sets the state *archived*."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, get_args

from domain.kernel.cards import Seat
from domain.kernel.events import (
    ClaimAnswered,
    ClaimMade,
    ConcessionMade,
    Event,
    GameAbandoned,
    GameAnnulled,
    GameLinked,
    GameRemoved,
    LifeAct,
    PersonId,
    PlayerSubstituted,
    ResultConfirmed,
    ResultFinalised,
    TimeCalled,
    TokenId,
)
from domain.kernel.findings import NOTHING_SEALED, Finding
from domain.kernel.shapes import Sealed
from domain.record.chain import GENESIS, hashes
from domain.system import Outcome

State = Literal["open", "finished", "confirmed", "final", "abandoned", "unfinished", "annulled", "archived"]
STATES: Final[tuple[State, ...]] = get_args(State)

SOURCE: Final = "00 recording model"
LIFE_ACTS: Final[frozenset[type]] = frozenset({*get_args(LifeAct), ClaimMade, GameAbandoned})


class Confirmation(NamedTuple):
    """A confirmation of the result by one player. `version`: the version of its event. `by`: the token that recorded it."""

    version: int
    act: ResultConfirmed
    by: TokenId


class Claim(NamedTuple):
    """A claim or concession. `version`: the version of its event. `text`: None for a concession. `answers`: by seat, the last answer from
    this seat: True if the player accepts."""

    version: int
    seat: Seat
    text: Sealed[str] | None
    answers: Mapping[Seat, bool]

    @property
    def standing(self) -> bool:
        """Whether no seat objects to the claim."""
        return all(self.answers.values())


class Substitution(NamedTuple):
    """From `version` on, another person sits at `seat`. `person`: that person, None if not named."""

    version: int
    seat: Seat
    person: PersonId | None


@dataclass(frozen=True, slots=True)
class Life:
    """What happened to a game as a whole. `annulled`, `abandoned`, `time_called`: the reason; None if it did not happen. `removed`: why a
    director removed the game from the lists; None if nobody did. `finalised`: the version of the event that made the result final; 0 if no
    event did. `confirmations`, `claims`, `substitutions`: in table order. `rematch`: the game that continues this one. `rematch_of`: the
    game that this one continues."""

    confirmations: tuple[Confirmation, ...] = ()
    finalised: int = 0
    annulled: str | None = None
    abandoned: str | None = None
    time_called: str | None = None
    claims: tuple[Claim, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    rematch: str | None = None
    rematch_of: str | None = None
    removed: str | None = None


def life_of(standing: Iterable[Event]) -> Life:
    """Return the life of a record. `standing`: its current events in table order."""
    life, confirmations, substitutions = Life(), list[Confirmation](), list[Substitution]()
    claims, answers = list[Claim](), dict[int, dict[Seat, bool]]()
    for event in standing:
        if event.act.__class__ not in LIFE_ACTS:
            continue
        match event.act:
            case ResultConfirmed() as act:
                confirmations.append(Confirmation(event.version, act, event.by))
            case ClaimMade(seat, text):
                claims.append(Claim(event.version, seat, text, answers.setdefault(event.version, {})))
            case ConcessionMade(seat):
                claims.append(Claim(event.version, seat, None, answers.setdefault(event.version, {})))
            case ClaimAnswered(claim, seat, accepts):
                answers.setdefault(claim, {})[seat] = accepts
            case PlayerSubstituted(seat, person):
                substitutions.append(Substitution(event.version, seat, person))
            case _:
                life = _lived(life, event)
    return replace(life, confirmations=tuple(confirmations), claims=tuple(claims), substitutions=tuple(substitutions))


def _lived(life: Life, event: Event) -> Life:
    match event.act:
        case ResultFinalised():
            return replace(life, finalised=event.version)
        case GameAnnulled(reason):
            return replace(life, annulled=reason)
        case GameAbandoned(reason):
            return replace(life, abandoned=reason)
        case GameRemoved(reason):
            return replace(life, removed=reason)
        case TimeCalled(reason):
            return replace(life, time_called=reason)
        case GameLinked(game, relation):
            return replace(life, rematch=game) if relation == "rematch" else replace(life, rematch_of=game)
        case _:
            return life


# --- combined with the outcome ----------------------------------------------------------------------------------------------------------


class Correction(NamedTuple):
    """A current event that corrects the record: a retraction, an inserted event or a ruling. `reaches`: the first version at which it may
    change what the record says."""

    version: int
    reaches: int


class Confirmed(NamedTuple):
    """A confirmed result. The event `version` confirms what the record says up to event `through`. `hash`: the hash of event `through` in
    the chain.

    `seats`: the seats that confirmed this result, in the order of their confirmations. `by`: the tokens that they used.
    """

    version: int
    through: int
    hash: str
    totals: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    by: tuple[TokenId, ...]


class Result(NamedTuple):
    """The result that counts. `scores`, `winners`: the confirmed ones if the result is confirmed, otherwise the computed ones; empty for an
    annulled game.

    `decided`: whether the game has a result. `line`: the last version that only a director may correct; 0 if there is none. `differs`:
    whether the current rules give another result than the confirmed one. `removed`: whether lists and statistics leave the game out. A game
    that got a result after it was removed is listed again.
    """

    state: State
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    decided: bool
    confirmed: Confirmed | None
    line: int
    differs: bool
    removed: bool = False


def result_of(life: Life, outcome: Outcome, corrections: Callable[[int], Iterable[Correction]]) -> Result:
    """Return the result that counts. A confirmed result counts even if the current rules give another result.

    But it stops counting if a later correction of the confirmed part changes the result. `corrections(version)`: returns the current
    corrections that were recorded after `version`. It is called only if the confirmed result differs from `outcome`.
    """
    confirmed = _confirmed(life)
    differs = confirmed is not None and not _same(confirmed, outcome)
    if confirmed is not None and differs and any(each.reaches <= confirmed.through for each in corrections(confirmed.version)):
        confirmed, differs = None, False
    state = _state(life, outcome, confirmed)
    line = max(life.finalised if state == "final" else 0, 0 if confirmed is None else confirmed.through)
    if state == "annulled":
        return Result(state, {}, (), False, confirmed, line, differs, life.removed is not None)
    if confirmed is not None:
        return Result(state, confirmed.totals, confirmed.winners, True, confirmed, line, differs)
    decided = outcome.state == "finished"
    return Result(state, outcome.scores, outcome.winners, decided, None, line, False, life.removed is not None and not decided)


def _confirmed(life: Life) -> Confirmed | None:
    """Return the result that was confirmed last, with all seats that confirmed the same result; None if no result was confirmed. In the
    returned value `through` is always less than `version`."""
    if not life.confirmations:
        return None
    version, act, _ = max(life.confirmations)
    same = [other for other in life.confirmations if (other.act.totals, other.act.won) == (act.totals, act.won)]
    seats, tokens = (dict.fromkeys(other.act.seat for other in same), dict.fromkeys(other.by for other in same))
    return Confirmed(version, min(act.through, version - 1), act.hash, act.totals, act.won, tuple(seats), tuple(tokens))


def _same(confirmed: Confirmed, outcome: Outcome) -> bool:
    return outcome.state == "finished" and (confirmed.totals, confirmed.winners) == (dict(outcome.scores), tuple(sorted(outcome.winners)))


def _state(life: Life, outcome: Outcome, confirmed: Confirmed | None) -> State:
    if life.annulled is not None:
        return "annulled"
    settled: State = "confirmed" if confirmed is not None else "unfinished" if _stopped(life, outcome) else outcome.state
    return "final" if life.finalised and settled != "open" else settled


def _stopped(life: Life, outcome: Outcome) -> bool:
    """Whether the players stopped before the rules ended the game, because somebody called time."""
    return life.time_called is not None and outcome.state == "open"


def reason_of(life: Life, outcome: Outcome) -> str:
    """Return why the game was annulled or given up, or why time was called, in the scorekeeper's words. Empty if there is no reason."""
    if life.annulled is not None:
        return life.annulled
    return (life.abandoned if outcome.state == "abandoned" else life.time_called) or ""


def confirming(seat: Seat, through: int, hash_: str, outcome: Outcome) -> ResultConfirmed:
    """Make the act by which `seat` confirms the result of the record up to version `through`. `hash_`: the hash of event `through` in the
    chain. `outcome`: the result."""
    return ResultConfirmed(seat, through, hash_, dict(sorted(outcome.scores.items())), tuple(sorted(outcome.winners)))


# --- findings ---------------------------------------------------------------------------------------------------------------------------


def check_life(life: Life, result: Result, outcome: Outcome, events: Sequence[Event], known: dict[int, str]) -> tuple[Finding, ...]:
    """Return a finding for each confirmation that contradicts the record. `events`: all events, in order of version. `known`: hashes of
    some events, by version; further hashes that are needed are added to it."""
    findings = [] if result.confirmed is None or not result.differs else [_differing(result.confirmed, outcome)]
    _add_hashes(known, events, {other.act.through for other in life.confirmations})
    findings += [_foreign(other) for other in life.confirmations if known.get(other.act.through) != other.act.hash]
    return tuple(findings)


def _add_hashes(known: dict[int, str], events: Sequence[Event], versions: Collection[int]) -> None:
    """Add the hashes of the events with these versions to `known`, as far as the record has them."""
    missing = {version for version in versions if version not in known and version <= len(events)}
    if missing:
        base = max((version for version in known if version < min(missing)), default=0)
        chain = enumerate(hashes(events[base : max(missing)], known.get(base, GENESIS)), base + 1)
        known.update((version, hash_) for version, hash_ in chain if version in missing)


def _differing(confirmed: Confirmed, outcome: Outcome) -> Finding:
    seats = tuple(seat for seat in {**confirmed.totals, **outcome.scores} if confirmed.totals.get(seat) != outcome.scores.get(seat))
    now = _in_words(outcome.scores, outcome.winners) if outcome.state == "finished" else "no result"
    sentence = f"The result was confirmed as {_in_words(confirmed.totals, confirmed.winners)}; by the current rules it is {now}."
    return Finding("confirmed-result-differs", "contradiction", SOURCE, (confirmed.version,), sentence, seats, rests_on=NOTHING_SEALED)


def _foreign(confirmation: Confirmation) -> Finding:
    seat, through = confirmation.act.seat, confirmation.act.through
    sentence = f"{{{seat}}} confirmed a different record: at entry {through} this record reads otherwise."
    seats, versions = (seat,), (confirmation.version,)
    return Finding("confirmed-elsewhere", "contradiction", SOURCE, versions, sentence, seats, rests_on=NOTHING_SEALED)


def _in_words(totals: Mapping[Seat, int], winners: Iterable[Seat]) -> str:
    won = " and ".join(f"{{{seat}}}" for seat in winners)
    scores = ", ".join(f"{{{seat}}} {score}" for seat, score in sorted(totals.items()))
    return " with ".join(part for part in (f"won by {won}" if won else "won by nobody", scores) if part)
