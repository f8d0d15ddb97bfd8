"""Higher-or-lower games: one engine plays five games, which differ only in their rules.

A player guesses what a hidden card is, compared with a card that lies face up, and then stops or goes on. Source: docs/rules/06_hi_lo.md,
rulings HL-1 to HL-8; docs/decisions/games-without-tricks.md. `rules` says what the fields, a guess and a payout mean, `variants` has the
games and their house rules, `table` has the state, `play` carries out events, `breaches` makes findings, `sheet` makes the rule sheet, and
this module makes prompts and views."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import JOKERS, Seat
from domain.kernel.events import Event, Gamble, GuessMade
from domain.kernel.view import Awaited, Phase, Said, SeatView, View
from domain.ledger import UNSAID, Closed, last_told
from domain.system import Ask, Outcome, Prompt, System, Viewer, asked
from domain.systems.hi_lo.breaches import check
from domain.systems.hi_lo.play import ROUNDS, evolve, open_table
from domain.systems.hi_lo.rules import SHAPE, HiLoRules, makes_right, ways
from domain.systems.hi_lo.sheet import sheet
from domain.systems.hi_lo.table import HiLoTable, Step, may_go_on, next_seat, too_high
from domain.systems.hi_lo.variants import ROWS, fits, options_of, resolve, rulings_of
from domain.words.phrases import counted

_PHASES: Final[dict[Step, Phase]] = {"stake": "stake", "base": "base", "guess": "guess", "turned": "turned", "choice": "choice"}
_AWAITED: Final[dict[Step, Awaited]] = {"stake": "stake", "base": "guess", "guess": "guess", "choice": "choose"}
_STAKES: Final = (1, 2, 5, 10, 20, 50)


# --- prompts ------------------------------------------------------------------------------------------------------------------------------


def prompts(table: HiLoTable) -> tuple[Prompt, ...]:
    seat = table.guesser
    if table.state != "open" or seat is None:
        return ()
    match table.run.step:
        case "stake":
            ask = Ask("units", tuple(units for units in _stakes(table.rules) if not too_high(table.rules, units)))
            return (asked("StakePlaced", seat, "stakes units", ask),)
        case "base" if table.bases:
            return (Prompt("BaseShown", {}, (Ask("card", table.bases),), "The base is shown"),)
        case "base":
            return tuple(_collecting(table, seat))
        case "guess":
            return (asked("GuessMade", seat, "guesses", _gambles(table)),)
        case "turned":
            known = table.run.hidden
            ask = Ask("card", table.left if known is None or known not in table.left else (known,))
            return (Prompt("CardTurned", {}, (ask,), "The hidden card is turned"),)
        case "choice":
            return tuple(_choices(table, seat))


def _stakes(rules: HiLoRules) -> tuple[int, ...]:
    """Return usual stakes for a form. For each of them, the first right guess pays a whole number of units."""
    each = 1 if rules.payout.kind in ("even", "double") else rules.payout.parts
    return tuple(units * each for units in _STAKES)


def _gambles(table: HiLoTable) -> Ask:
    """Return the question that asks for the gamble. Random play takes a gamble that is at least half as likely to win as the best one."""
    rules, base = table.rules, table.run.base
    if base is None:
        return Ask("gamble", rules.gambles)
    allowed = [gamble for gamble in rules.gambles if rules.impossible == "loses" or ways(gamble, base, rules)]
    chances = {gamble: sum(card not in JOKERS and makes_right(gamble, base, card, rules) for card in table.left) for gamble in allowed}
    likely: list[Gamble] = [gamble for gamble, chance in chances.items() if 2 * chance >= max(chances.values())]
    return Ask("gamble", tuple(allowed), likely=tuple(likely))


def _choices(table: HiLoTable, seat: Seat) -> Iterator[Prompt]:
    """Yield the prompts after a guess that did not lose: collect, pass, or continue the run."""
    rules = table.rules
    if "collect" in rules.after_win:
        yield from _collecting(table, seat)
    if "pass_bet" in rules.after_win or ("pass" in rules.after_win and table.run.right):
        to = next_seat(table.ring, seat)
        yield asked("GuessPassed", seat, f"passes the guess to {{{to}}}", given={"to": to})
    if may_go_on(table):
        yield asked("RunContinued", seat, "goes on")


def _collecting(table: HiLoTable, seat: Seat) -> Iterator[Prompt]:
    units, rules = table.run.units, table.rules
    if units is None:
        yield asked("UnitsCollected", seat, "collects units", Ask("units", _stakes(rules)))
        return
    yield asked("UnitsCollected", seat, f"collects {counted(units, 'unit')}", given={"units": units})
    parts = tuple(sorted({part for part in (units // 4, units // 2, units * 3 // 4) if part}))
    if "collect_part" in rules.after_win and parts and may_go_on(table):
        text = f"collects a part of {counted(units, 'unit')}"
        yield asked("UnitsCollected", seat, text, Ask("units", parts), expected=False)


# --- views --------------------------------------------------------------------------------------------------------------------------------


def view(table: HiLoTable, _viewer: Viewer) -> View:
    run, is_open, seat = table.run, table.state == "open", table.guesser
    shown = run if run.begun or table.last is None else table.last
    awaited = _AWAITED.get(run.step)
    return View(
        phase=_PHASES[run.step] if is_open else "over" if table.state == "finished" else "abandoned",
        round=max(1, table.ledger.round - (table.state == "finished")),
        hand=max(1, run.guesses + (run.step != "turned")) if is_open else 1,
        counts="guess",
        leader=None,
        turn=(seat,) if is_open and awaited is not None and seat is not None else (),
        awaited=awaited or "guess",
        seats=tuple(_seat(table, each) for each in table.ring),
        face_up=tuple(shown.cards),
        piles={"pack": len(table.left)} if table.rules.spends else {},
        base=run.base if is_open else None,
        at_stake=run.units if is_open else None,
        last_round=last_told(table.ledger, partial(_in_words, staked=table.rules.staked)),
    )


def _seat(table: HiLoTable, seat: Seat) -> SeatView:
    run = table.run
    guesses = table.state == "open" and run.seat == seat
    said = Said(run.gamble) if guesses and run.gamble is not None else None
    piles = {"collected": run.right} if guesses and not table.rules.staked else {}
    return SeatView(seat, table.state == "open", table.ledger.score_of(seat), said=said, piles=piles)


def _in_words(closed: Closed, *, staked: bool) -> str:
    if closed.reason in UNSAID:
        return "not recorded whole"
    words = (_won(seat, number, staked=staked) for seat, number in sorted(closed.points.items()))
    return ", ".join(words) or ("nothing won or lost" if staked else "nobody takes a penalty unit")


def _won(seat: Seat, number: int, *, staked: bool) -> str:
    if not staked:
        return f"{{{seat}}} takes {counted(-number, 'penalty unit')}"
    return f"{{{seat}}} {'wins' if number > 0 else 'loses'} {counted(abs(number), 'unit')}"


def opens(event: Event, table: HiLoTable, _viewer: Viewer) -> Collection[str]:
    """Return the paths of the sealed (hidden) values in `event` that the viewer may see. Nobody at the table sees the hidden card before it
    is turned. When it is turned, everyone sees it."""
    return ("hidden",) if isinstance(event.act, GuessMade) and table.opened >> event.version & 1 else ()


def outcome(table: HiLoTable) -> Outcome:
    gone = [seat for seat in table.ledger.scores if seat not in table.ring]
    return table.ledger.outcome(table.state, table.winners, running=not ROUNDS.between(table), out=gone)


# --- the five games -----------------------------------------------------------------------------------------------------------------------

_SCHEMA: Final[dict[str, Json]] = SHAPE.schema()
_PROPERTIES: Final = {**_SCHEMA["properties"], "patches": {"type": "object"}}  # type: ignore[dict-item]


def _acts(rules: HiLoRules) -> frozenset[str]:
    acts = {"BaseShown", "GuessMade", "CardTurned", "RunContinued"}
    if rules.staked:
        acts.add("StakePlaced")
    return frozenset(acts | ({"UnitsCollected"} if "collect" in rules.after_win else {"GuessPassed"}))


def system_of(rules: HiLoRules, summary: str) -> System[HiLoTable]:
    return System(
        slug=rules.slug,
        name=rules.name + (" (stub)" if rules.confidence == "stub" else ""),
        family="hi-lo",
        summary=summary,
        players=rules.players,
        acts=_acts(rules),
        options=options_of(rules),
        rulings=rulings_of(rules),
        fits=partial(fits, rules),
        open_table=open_table,
        evolve=evolve,
        check=check,
        prompts=prompts,
        view=view,
        opens=opens,
        outcome=outcome,
        sheet=sheet,
        resolve=partial(resolve, rules),
        rules_schema={**_SCHEMA, "properties": _PROPERTIES},
        names_winner=False,
    )


SYSTEMS: Final = tuple(system_of(rules, summary).erased() for rules, summary in ROWS)
"""One `System` for each game, in the order of the catalogue."""
