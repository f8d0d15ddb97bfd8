"""Carries out the events of a higher-or-lower game (`evolve`) as far as possible, and judges nothing.

Source: docs/rules/06_hi_lo.md, rulings HL-1 to HL-8."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.cards import JOKERS, Card, Seat
from domain.kernel.events import (
    MOST_UNITS,
    BaseShown,
    CardTurned,
    Event,
    GameOpened,
    GuessMade,
    GuessPassed,
    PlayerJoined,
    PlayerLeft,
    RoundStated,
    RunContinued,
    StakePlaced,
    UnitsCollected,
)
from domain.kernel.values import replace
from domain.kernel.viewers import value_of
from domain.ledger import OPEN, Closed, Ledger
from domain.rounds import Rounds
from domain.systems.hi_lo.rules import MOST_PLAYERS, payout, returned, rules_of, verdict
from domain.systems.hi_lo.table import SECTION, HiLoTable, Run, fresh, next_seat, waiting


def open_table(opened: GameOpened) -> HiLoTable:
    rules = rules_of(opened.rules)
    ring = tuple(seating.seat for seating in opened.seats)
    return HiLoTable(rules, ring, Ledger(dict.fromkeys(ring, 0)), ring[0] if ring else None, fresh(rules))


def evolve(table: HiLoTable, event: Event) -> HiLoTable:
    act = event.act
    if table.state != "open":
        return ROUNDS.evolve(table, event)
    match act:
        case StakePlaced():
            return _staked(table, act, event.version)
        case BaseShown(card):
            return _based(table, card, event.version)
        case GuessMade():
            return _guessed(table, act, event.version)
        case CardTurned(card):
            return _turned(table, card, event.version)
        case UnitsCollected():
            return _collected(table, act, event.version)
        case RunContinued() if table.run.step == "choice":
            return replace(table, run=_gone_on(table))
        case GuessPassed() if table.run.begun:
            return _passed(table, act, event.version)
        case PlayerJoined(seat) if seat not in table.ring and len(table.ring) < MOST_PLAYERS:
            return replace(table, ring=tuple(sorted((*table.ring, seat))), ledger=table.ledger.seated(seat))
        case PlayerLeft(seat) if seat in table.ring:
            return _left(table, seat)
        case RoundStated(number):
            return ROUNDS.evolve(_skipped(table, number), event)
        case _:
            return ROUNDS.evolve(table, event)


# --- one run ------------------------------------------------------------------------------------------------------------------------------


def _begun(table: HiLoTable, seat: Seat | None, version: int) -> HiLoTable:
    """Return the table with a run in progress. `seat`: the guesser; None if not known."""
    if table.run.begun:
        return table
    run = replace(table.run, seat=seat, begun=version)
    return replace(table, run=run, ledger=table.ledger.with_cards())


def _staked(table: HiLoTable, act: StakePlaced, version: int) -> HiLoTable:
    """Return the table after a stake. If the end of the run before is missing, that run is closed with unknown points. A second stake
    before the first card replaces the first stake."""
    if act.seat not in table.ring:
        return table
    if table.run.cards or table.run.guesses:
        table = closed(table, {}, OPEN, version)
    if table.state != "open":
        return table
    table = _begun(table, act.seat, version)
    return replace(table, run=replace(table.run, step="base", seat=act.seat, stake=act.units, units=act.units))


def _based(table: HiLoTable, card: Card, version: int) -> HiLoTable:
    """Return the table after a base was shown. The base begins a run if none is in progress. If a guess still waits for its hidden card,
    that guess is dropped."""
    table = _seen(_begun(table, None, version), card, version)
    run = replace(table.run, base=card, based=version, gamble=None, hidden=None, cards=table.run.cards.appended(card))
    table = replace(table, run=run)
    return replace(table, run=replace(run, step="guess" if table.based else "base"))


def _guessed(table: HiLoTable, act: GuessMade, version: int) -> HiLoTable:
    if act.seat not in table.ring or table.run.step == "turned":
        return table
    table = _begun(table, act.seat, version)
    seat = act.seat if table.run.seat is None else table.run.seat
    guesses, hidden = table.run.guesses + 1, value_of(act.hidden)
    run = replace(table.run, step="turned", seat=seat, gamble=act.gamble, guessed=version, hidden=hidden, guesses=guesses)
    return replace(table, run=run)


def _turned(table: HiLoTable, card: Card, version: int) -> HiLoTable:
    """Return the table after the hidden card was turned. Without a guess or a base in the record, nobody knows how many units the run has
    now."""
    run, rules = table.run, table.rules
    table = _seen(_begun(table, run.seat, version), card, version)
    run = table.run
    gamble, base = run.gamble, run.base
    table = replace(table, opened=table.opened | 1 << run.guessed) if gamble is not None else table
    known = gamble is not None and base is not None and base not in JOKERS
    run = replace(run, gamble=None, hidden=None, cards=run.cards.appended(card))
    if not known or gamble is None or base is None:
        return _chosen(table, replace(run, units=None), card, version)
    result = verdict(gamble, base, card, rules)
    if result == "wrong" or (result == "tie" and rules.tie not in ("even_money", "push")):
        return _lost(replace(table, run=run), double=result == "tie" and rules.tie == "double_penalty", version=version)
    if result == "right" or (result == "tie" and rules.tie == "even_money"):
        units = None if run.units is None else returned(rules, run.units, payout(gamble, base, rules), tie=result == "tie")
        run = replace(run, right=run.right + 1, units=None if units is None else min(units, MOST_UNITS))
    return _chosen(table, run, card, version)


def _chosen(table: HiLoTable, run: Run, card: Card, version: int) -> HiLoTable:
    """Return the table after a guess that did not lose: the guesser chooses. The turned card is the next base, unless it is a joker (HL-6)
    or a new pair is dealt. In a game of penalties, an equal rank may change nothing (HL-7). After such an equal rank, a player who has
    collected no card yet can only guess again."""
    if table.rules.next_base == "new_pair":
        run = replace(run, base=None, based=0)
    elif card not in JOKERS:
        run = replace(run, base=card, based=version)
    table = replace(table, run=replace(run, step="choice"))
    if table.rules.shuffle == "each_guess":  # HL-1: all cards except the base go back into the pack
        kept = {} if run.base is None or run.base not in table.seen else {run.base: table.seen[run.base]}
        table = replace(table, seen=kept)
    return replace(table, run=_gone_on(table)) if not table.rules.staked and not run.right else table


def _gone_on(table: HiLoTable) -> Run:
    """Return the run after the player decided to go on. Another base is shown if a new pair is dealt, or if the turned card may not be a
    base (HL-8)."""
    return replace(table.run, step="guess" if table.based else "base")


def _lost(table: HiLoTable, *, double: bool, version: int) -> HiLoTable:
    """Return the table after a wrong guess. The guess costs the stake. In a game of penalties, it costs one unit, and one more for each
    card collected; if `double`, twice as many (HL-7)."""
    run = table.run
    if table.rules.staked:
        return _settled(table, 0, version)
    points = {} if run.seat is None else {run.seat: -(1 + run.right) * (2 if double else 1)}
    return closed(table, points, "lost", version)


def _settled(table: HiLoTable, units: int, version: int, first: Seat | None = None) -> HiLoTable:
    """Return the table after the run has ended and its player has got the `units` on the table. If the stake or the player is not known,
    nobody knows how much the run has won."""
    run = table.run
    if run.stake is None or run.seat is None:
        return closed(table, {}, OPEN, version, first)
    return closed(table, {run.seat: run.taken + units - run.stake}, "settled", version, first)


def _collected(table: HiLoTable, act: UnitsCollected, version: int) -> HiLoTable:
    """Return the table after units were collected. In games where a player may collect only a part, the rest stays on the table."""
    run = table.run
    if not run.begun or not run.cards or act.seat not in table.ring:
        return table
    part = "collect_part" in table.rules.after_win and run.units is not None and act.units < run.units
    if part and run.units is not None:
        return replace(table, run=replace(run, units=run.units - act.units, taken=run.taken + act.units))
    return _settled(table, act.units, version)


def _passed(table: HiLoTable, act: GuessPassed, version: int) -> HiLoTable:
    """Return the table after the guess was passed. In a game of units, the guesser keeps what the run has won. In a game of penalties, the
    next player takes one unit for each card collected."""
    run, to = table.run, act.to if act.to in table.ring else None
    if table.rules.staked:
        if run.units is None:
            return closed(table, {}, OPEN, version, to)
        return _settled(table, run.units, version, to)
    return closed(table, {} if to is None else {to: -run.right}, "passed", version, to)


def _seen(table: HiLoTable, card: Card, version: int) -> HiLoTable:
    return replace(table, seen={**table.seen, card: version}) if table.rules.spends else table


# --- the session --------------------------------------------------------------------------------------------------------------------------


def closed(table: HiLoTable, points: Mapping[Seat, int], reason: str, version: int, first: Seat | None = None) -> HiLoTable:
    """Return the table with the run in progress closed, all cards shuffled (HL-1), and the next guesser in turn. `first`: the seat that
    guesses next, if the guess was passed to it."""
    run, rules = table.run, table.rules
    seat = run.seat if run.seat is not None else _only(points) if rules.staked else None
    seat = table.turn if seat is None or seat not in table.ring else seat
    took = table.took if seat is None else {**table.took, table.ledger.round: seat}
    ledger = table.ledger.with_round(points, reason, version)
    last = run if run.begun else None
    return _on(replace(table, ledger=ledger, took=took, run=fresh(rules), last=last, seen={}), seat, first)


def _only(points: Mapping[Seat, int]) -> Seat | None:
    return next(iter(points)) if len(points) == 1 else None


def _on(table: HiLoTable, after: Seat | None, first: Seat | None = None) -> HiLoTable:
    """Return the table with the next guesser, or with the session over. `after`: the seat that guessed last."""
    left = waiting(table, table.ring[-1] if after is None else after) if table.ring else ()
    if not left:
        return replace(table, turn=None, state="finished")
    return replace(table, turn=first if first in left else left[0], state="open")


def _skipped(table: HiLoTable, number: int) -> HiLoTable:
    """Return the table on which the missing runs before run `number` count as played. Each counts as a run of the player whose turn it
    was."""
    for missing in range(table.ledger.round, number):
        if table.turn is None:
            break
        on = _on(replace(table, took={**table.took, missing: table.turn}), table.turn)
        if on.turn is None:
            return replace(on, turn=table.turn, state="open")
        table = on
    return table


def _left(table: HiLoTable, seat: Seat) -> HiLoTable:
    """Return the table after a player left. If a run of that player was in progress, it does not count. The session ends if too few are
    left."""
    after = next_seat(table.ring, seat) if table.turn == seat else table.turn
    ring = tuple(other for other in table.ring if other != seat)
    table = _voided(table) if seat == table.guesser else table
    table = replace(table, ring=ring)
    if len(ring) < table.rules.players[0]:
        return replace(table, state="abandoned")
    if table.run.begun:
        return table
    left = waiting(table, ring[-1])
    if not left:
        return replace(table, turn=None, state="finished")
    return replace(table, turn=after if after in left else waiting(table, seat)[0])


def _voided(table: HiLoTable) -> HiLoTable:
    """Return the table on which the run in progress does not count. The same player begins a new run, with all cards shuffled."""
    return replace(table, run=fresh(table.rules), seen={})


def _decided(table: HiLoTable, _before: Ledger) -> HiLoTable:
    """Return the table after the totals changed. The totals never end the session; it ends when every player has had all runs."""
    if table.run.begun or table.state == "abandoned":
        return table
    left = waiting(table, table.ring[-1])
    if not left:
        return replace(table, turn=None, state="finished")
    return replace(table, turn=table.turn if table.turn in left else left[0], winners=(), state="open")


def _replayed(table: HiLoTable, played: Closed) -> HiLoTable | None:
    """Return the table on which the player of the run `played` must make that run again. None if the run was made again already, or if that
    player left the game."""
    seat = table.took.get(played.number)
    if seat not in table.ring:
        return None
    took = {number: other for number, other in table.took.items() if number != played.number}
    return replace(table, took=took, turn=table.turn if table.run.begun else seat, state="open", winners=())


def _impossible(table: HiLoTable, points: Mapping[Seat, int]) -> str:
    """Return why no run can give these points, in words; empty if one can. A run changes the total of one player; penalty units only lower
    it."""
    if sum(1 for number in points.values() if number) > 1:
        return "a run changes the total of one player"
    return "" if table.rules.staked or all(number <= 0 for number in points.values()) else "penalty units count below zero"


ROUNDS: Final[Rounds[HiLoTable]] = Rounds(
    between=lambda table: not table.run.begun,
    voided=_voided,
    closed=closed,
    decided=_decided,
    replayed=_replayed,
    scoring=f"{SECTION} settlement",
    impossible=_impossible,
    trailing=lambda _table, _score: True,
)
