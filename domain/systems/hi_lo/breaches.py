"""Makes the findings of higher-or-lower games. `check` is called with the table before the event, and does not change the table.

A stake, a base, a guess or a card may have been forgotten, and all cards may have been shuffled without an entry in the record. For this
reason nearly every finding is a question to the table (domain/kernel/provable.py). Source: docs/rules/06_hi_lo.md, rulings HL-1 to HL-8."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.cards import Card, Seat, spoken
from domain.kernel.events import (
    BaseShown,
    CardTurned,
    DealVoided,
    Event,
    GameAbandoned,
    GuessMade,
    GuessPassed,
    PlayerJoined,
    PlayerLeft,
    ResultStated,
    RunContinued,
    ScoreStated,
    StakePlaced,
    UnitsCollected,
)
from domain.kernel.findings import NOBODY, Finding, named, open_finding, sealed_finding
from domain.stated import check_totals
from domain.systems.hi_lo.play import ROUNDS
from domain.systems.hi_lo.rules import MOST_PLAYERS, ways
from domain.systems.hi_lo.table import SECTION, HiLoTable, doubled_out, next_seat, too_high
from domain.words.hi_lo import GUESSES
from domain.words.phrases import counted, many

LOOP: Final = f"{SECTION} Loop"
_PLAY: Final = StakePlaced | BaseShown | GuessMade | CardTurned | UnitsCollected | RunContinued | GuessPassed


def check(table: HiLoTable, event: Event) -> tuple[Finding, ...]:
    act = event.act
    if table.state != "open" and isinstance(act, (_PLAY, DealVoided, GameAbandoned, PlayerLeft, PlayerJoined)):
        return (open_finding("after-the-end", SECTION, event, "The session was over before this."),)
    return tuple(_findings(table, event))


def _findings(table: HiLoTable, event: Event) -> Iterator[Finding]:
    match event.act:
        case StakePlaced() as act:
            yield from _stake(table, event, act)
        case BaseShown(card):
            yield from _base(table, event)
            yield from _card(table, event, card)
        case GuessMade() as act:
            yield from _guess(table, event, act)
        case CardTurned(card):
            yield from _turn(table, event, card)
            yield from _card(table, event, card)
        case UnitsCollected() as act:
            yield from _collecting(table, event, act)
        case RunContinued(seat):
            yield from _whose(table, event, seat)
            if table.run.step != "choice":
                yield _not_due(table, event, "continue-not-due", seat, "went on")
            else:
                yield from _too_far(table, event, seat)
        case GuessPassed() as act:
            yield from _passing(table, event, act)
        case ResultStated() as act if table.state == "finished" and not table.winners:
            yield from _result(table, event, act)
        case _:
            yield from _others(table, event)


def _others(table: HiLoTable, event: Event) -> Iterator[Finding]:
    """Yield the findings about acts that every game has."""
    match event.act:
        case DealVoided() if not table.run.begun:
            yield open_finding("nothing-to-void", SECTION, event, "No run had begun: there is nothing to void.")
        case PlayerJoined(seat) if seat in table.ring:
            yield open_finding("seat-taken", SECTION, event, f"That seat is taken by {{{seat}}}.", (seat,))
        case PlayerJoined(seat) if len(table.ring) >= MOST_PLAYERS:
            yield open_finding("too-many-players", SECTION, event, f"At most {MOST_PLAYERS} can play.", (seat,))
        case PlayerLeft(seat) if seat not in table.ring:
            yield open_finding("not-seated", SECTION, event, f"{{{seat}}} is not at the table and cannot leave it.", (seat,))
        case ScoreStated(scores) | ResultStated(scores=dict(scores)):
            yield from _totals(table, event, scores)
            yield from ROUNDS.check(table, event)
        case _:
            yield from ROUNDS.check(table, event)


# --- acts of a run ------------------------------------------------------------------------------------------------------------------------


def _whose(table: HiLoTable, event: Event, seat: Seat) -> Iterator[Finding]:
    """Yield a finding if it is not this player's run. Until a player acts in a run, nobody knows whose run it is."""
    if seat not in table.ring:
        yield open_finding("not-seated", SECTION, event, f"{{{seat}}} is not at the table.", (seat,))
    elif table.guesser not in (None, seat):
        others = (table.run.begun,) if table.run.begun else ()
        yield open_finding("out-of-turn", LOOP, event, f"It was {{{table.guesser}}}’s run, not {{{seat}}}’s.", (seat,), others=others)


def _missing(event: Event, rule: str, what: str) -> Finding:
    """Return a finding which says that an entry is certainly missing before this event. `what`: the missing entry, in words."""
    return open_finding(rule, LOOP, event, f"{what} is missing before this.", kind="gap")


def _stake(table: HiLoTable, event: Event, act: StakePlaced) -> Iterator[Finding]:
    run = table.run
    if run.cards or run.guesses:
        yield _missing(event, "run-unfinished", "The end of the previous run")
    else:
        yield from _whose(table, event, act.seat)
        if run.stake is not None:
            yield open_finding("changed-stake", LOOP, event, f"{{{act.seat}}} had already staked.", (act.seat,), others=(run.begun,))
    if too_high(table.rules, act.units):
        yield _over(table, event, act.seat, act.units)


def _base(table: HiLoTable, event: Event) -> Iterator[Finding]:
    run = table.run
    if run.step == "stake":
        yield _missing(event, "stake-missing", "A stake")
    elif run.step == "turned":
        yield _missing(event, "card-not-turned", "The turn of the hidden card")
    elif run.step == "guess" or (run.step == "choice" and table.based):
        sentence = f"{_said(run.base)} was the base already."
        yield open_finding("base-fixed", LOOP, event, sentence, others=(run.based,), kind="contradiction")
    elif run.step == "choice":
        yield from _too_far(table, event, None)


def _guess(table: HiLoTable, event: Event, act: GuessMade) -> Iterator[Finding]:
    run, rules, seat = table.run, table.rules, act.seat
    yield from _whose(table, event, seat)
    if act.gamble not in rules.gambles:
        sentence = f"{{{seat}}} guessed {GUESSES[act.gamble]}, which is no gamble of this game."
        yield open_finding("no-such-gamble", f"{SECTION} Schema, gambles", event, sentence, (seat,))
    if run.step == "stake":
        yield _missing(event, "stake-missing", "A stake")
    elif run.step == "turned":
        yield open_finding("changed-guess", LOOP, event, f"{{{seat}}} had already guessed.", (seat,), others=(run.guessed,))
        return
    elif run.step == "choice":
        yield from _too_far(table, event, seat)
    if run.base is None:
        if run.step != "stake":
            yield _missing(event, "base-missing", "The base")
    elif not table.based:
        sentence = f"{{{seat}}} guessed on {_said(run.base)}, which may not be the base: another card is turned first."
        yield open_finding("base-not-allowed", f"{SECTION} base_excluded, HL-8", event, sentence, (seat,), others=(run.based,))
    elif rules.impossible == "refused" and not ways(act.gamble, run.base, rules):
        sentence = f"{{{seat}}} guessed {GUESSES[act.gamble]} on {_said(run.base)}: no card can make that right."
        yield open_finding("impossible-guess", "HL-4", event, sentence, (seat,), others=(run.based,))
    hidden = None if act.hidden is None else act.hidden.value
    if hidden is not None:
        yield from _card(table, event, hidden, private=(NOBODY,))


def _turn(table: HiLoTable, event: Event, card: Card) -> Iterator[Finding]:
    run = table.run
    if run.step != "turned":
        yield _missing(event, "guess-missing", "A guess")
    elif run.hidden not in (None, card):
        sentence = f"The hidden card was written down as {_said(run.hidden)}, and {_said(card)} was turned."
        yield sealed_finding("not-the-card-placed", LOOP, event, sentence, kind="contradiction", others=(run.guessed,), private=(NOBODY,))


def _card(table: HiLoTable, event: Event, card: Card, private: tuple[Seat, ...] = ()) -> Iterator[Finding]:
    """Yield a finding if the card is not in the pack, or was shown since the last shuffle. The finding accuses no player, because no player
    chose the card."""
    if card not in table.rules.cards:
        sentence = f"{_said(card).capitalize()} is not in the pack of this game."
        yield sealed_finding("not-in-pack", f"{SECTION} Schema, pack", event, sentence, kind="contradiction", private=private)
    elif card in table.seen:
        sentence = f"{_said(card).capitalize()} was shown twice, and no shuffle is known in between."
        others = (table.seen[card],)
        yield sealed_finding("card-seen-twice", "HL-1", event, sentence, kind="contradiction", others=others, private=private)


def _too_far(table: HiLoTable, event: Event, seat: Seat | None) -> Iterator[Finding]:
    """Yield a finding if the run goes on although the rules end it."""
    run, whom = table.run, f"{{{seat}}}" if seat is not None else "The guesser"
    seats = () if seat is None else (seat,)
    if doubled_out(table):
        most = many(run.right, "doubling")
        yield open_finding(
            "too-many-doublings", f"{SECTION} after_win", event, f"{whom} went on after {most}: the units had to be collected.", seats
        )
    elif run.units is not None and too_high(table.rules, run.units):
        yield _over(table, event, seat, run.units)


def _over(table: HiLoTable, event: Event, seat: Seat | None, units: int) -> Finding:
    whom = f"{{{seat}}}" if seat is not None else "The guesser"
    sentence = f"{whom} had {counted(units, 'unit')} on the table; a run with more than {table.rules.limit} does not go on."
    return open_finding("over-the-limit", f"{SECTION} limit", event, sentence, () if seat is None else (seat,))


def _not_due(table: HiLoTable, event: Event, rule: str, seat: Seat, did: str) -> Finding:
    others = (table.run.begun,) if table.run.begun else ()
    return open_finding(rule, LOOP, event, f"{{{seat}}} {did} without a right guess just before.", (seat,), others=others)


def _collecting(table: HiLoTable, event: Event, act: UnitsCollected) -> Iterator[Finding]:
    run, rules, seat = table.run, table.rules, act.seat
    yield from _whose(table, event, seat)
    if run.step != "choice" and not (run.right and table.spent):
        yield _not_due(table, event, "collecting-not-due", seat, "collected")
    elif run.units is None or act.units == run.units:
        return
    elif act.units > run.units:
        sentence = f"{{{seat}}} collected {counted(act.units, 'unit')}; {run.units} were on the table."
        yield open_finding("wrong-units", LOOP, event, sentence, (seat,), others=(run.begun,))
    elif "collect_part" not in rules.after_win:
        sentence = f"{{{seat}}} collected {counted(act.units, 'unit')} of {run.units}: only all of them may be collected."
        yield open_finding("part-not-allowed", f"{SECTION} after_win", event, sentence, (seat,), others=(run.begun,))


def _passing(table: HiLoTable, event: Event, act: GuessPassed) -> Iterator[Finding]:
    seat, to = act.seat, act.to
    yield from _whose(table, event, seat)
    if table.run.step != "choice" or not (table.rules.staked or table.run.right):
        yield _not_due(table, event, "pass-not-due", seat, "passed")
    due = next_seat(table.ring, seat)
    if to != due:
        sentence = f"{{{seat}}} passed the guess to {{{to}}}; the next player is {{{due}}}."
        yield open_finding("passed-to-another", f"{SECTION} after_win", event, sentence, (seat,))


# --- statements ---------------------------------------------------------------------------------------------------------------------------


def _totals(table: HiLoTable, event: Event, scores: Mapping[Seat, int]) -> Iterator[Finding]:
    """Yield a finding if a stated total of penalty units is above 0. After a ruling on points nothing is checked, because the ruling may
    have raised a total."""
    above = [seat for seat, score in sorted(scores.items()) if score > 0]
    if above and not table.rules.staked and table.ledger.last_ruling is None:
        sentence = f"{named(above)} cannot have more than 0: penalty units count below zero."
        yield open_finding("impossible-points", f"{SECTION} settlement", event, sentence, above, kind="contradiction")


def _result(table: HiLoTable, event: Event, act: ResultStated) -> Iterator[Finding]:
    """Yield the findings about a result that was stated after the last run. The totals of the result may differ from the record, or the
    result may name winners in a game that has none."""
    if act.scores:
        yield from check_totals(table.ledger, event, ScoreStated(act.scores))
    if act.winners:
        sentence = "Winners are entered, but this game has none."
        yield open_finding("winner-stated-otherwise", SECTION, event, sentence, act.won, kind="contradiction")


def _said(card: Card | None) -> str:
    return "no card" if card is None else spoken(card)
