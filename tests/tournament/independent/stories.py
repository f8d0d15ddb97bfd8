"""Makes small random tournaments (stories) as lists of acts, for property tests. Hypothesis makes every random choice, so that it can
shorten a tournament that fails."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.tournament.independent.ties import COVERED

Acts = list[tuple[str, dict[str, Any]]]
FORMATS = ("swiss", "round-robin", "draw", "rotation")
SMALL = st.integers(0, 12)


@st.composite
def settings(draw: st.DrawFn) -> dict[str, Any]:
    """Draw settings with any scoring and up to six tie-breaks. A win gives the most points."""
    kind = draw(st.sampled_from(["wins", "score", "placement"]))
    win = draw(st.sampled_from([2, 3]))
    scoring = {
        "kind": kind,
        "win": win,
        "draw": 1,
        "loss": draw(st.sampled_from([0, 0, 1])),
        "bye": draw(st.sampled_from([win, 1, 0])),
        "cap": draw(st.sampled_from([None, 5])),
        "places": [6, 4, 2, 0],
        "bye_score": draw(st.sampled_from([None, 11])),
        "sit_out": draw(st.sampled_from(["nothing", "fixed", "average"])),
        "sit_out_score": draw(st.sampled_from([0, 5])),
    }
    ties = draw(st.lists(st.sampled_from([*COVERED, "difference:3"]), max_size=6, unique=True))
    return {"scoring": scoring, "tiebreaks": ties, "accept_changes": draw(st.booleans())}


@st.composite
def stories(draw: st.DrawFn) -> Acts:
    """Draw a whole tournament of up to eight entries and four rounds, with late entries, absences, forfeits, corrections and changes."""
    chosen = {"format": draw(st.sampled_from(FORMATS)), "settings": draw(settings())}
    acts: Acts = [("TournamentOpened", {"title": "Cup", "system": "high-card", "rules": {}, **chosen})]
    count, late = draw(st.integers(2, 7)), draw(st.booleans())
    acts += [_entry(number) for number in range(1, count + 1)]
    sides, partners = draw(st.sampled_from([(2, 1), (2, 1), (2, 2), (3, 1), (4, 1)]))
    for number in range(1, draw(st.integers(1, 4)) + 1):
        if late and number == 2:
            count += 1
            acts.append(_entry(count))
        _round(draw, acts, number, count, (sides, partners))
        acts += draw(_rulings(count, number))
    if draw(st.booleans()):
        acts.append(("LotsDrawn", {"order": draw(st.permutations(range(1, count + 1)))[: draw(st.integers(1, count))]}))
    return acts


def _entry(number: int) -> tuple[str, dict[str, Any]]:
    return "EntryMade", {"entry": number, "people": [], "name": f"E{number}"}


def _round(draw: st.DrawFn, acts: Acts, number: int, count: int, table: tuple[int, int]) -> None:
    order = draw(st.permutations(range(1, count + 1)))
    away = order[: draw(st.sampled_from([0, 0, 1, 2]))]
    for entry in away:
        kind = draw(st.sampled_from(["bye", "half", "zero", None]))
        if kind is not None:
            acts.append(("AbsenceNoted", {"entry": entry, "round": number, "kind": kind}))
    tables, left = _seated(order[len(away) :], *table)
    by = {"engine": "test", "version": 1}
    acts.append(("RoundPaired", {"round": number, "tables": tables, "sits_out": left, "by": by}))
    for paired in tables:
        _result(draw, acts, number, paired["table"], len(paired["sides"]))


def _seated(entries: Sequence[int], sides: int, partners: int) -> tuple[list[dict[str, Any]], list[int]]:
    size = sides * partners
    full = len(entries) // size
    tables = []
    for table in range(full):
        seats = entries[table * size : (table + 1) * size]
        tables.append({"table": table + 1, "sides": [list(seats[side * partners :][:partners]) for side in range(sides)]})
    return tables, list(entries[full * size :])


def _result(draw: st.DrawFn, acts: Acts, number: int, table: int, sides: int) -> None:
    at = {"round": number, "table": table}
    scores = draw(st.lists(SMALL, min_size=sides, max_size=sides))
    best = [side for side, score in enumerate(scores) if score == max(scores)]
    how = draw(st.sampled_from(["typed", "typed", "named", "taken", "changed", "forfeit", "withdrawn", "open"]))
    game = {"game": f"home-{number:08d}{table:08d}", "hash": "ab" * 32}
    if how in ("typed", "withdrawn"):
        acts.append(("ResultEntered", {**at, "scores": scores}))
        acts.append(("ResultApproved", {**at, "result": len(acts)}))
    elif how == "named":
        acts.append(("ResultEntered", {**at, "winners": best}))
        acts.append(("ResultApproved", {**at, "result": len(acts)}))
    elif how == "forfeit":
        acts.append(("ForfeitRuled", {**at, "winners": best[:1] if draw(st.booleans()) else []}))
    elif how in ("taken", "changed"):
        acts.append(("ResultTaken", {**at, **game, "version": 9, "verdict": 9, "scores": scores, "winners": best}))
    if how == "withdrawn":
        acts.append(("Retracted", {"target": len(acts) - draw(st.integers(0, 1))}))
    if how == "changed":
        _change(draw, acts, at, game, scores)


def _change(draw: st.DrawFn, acts: Acts, at: dict[str, Any], game: dict[str, Any], scores: list[int]) -> None:
    """Add another result of the game, perhaps one that is older than the result that was taken before. The director accepts it, declines it
    or does nothing."""
    other = list(reversed(scores))
    best = [side for side, score in enumerate(other) if score == max(other)]
    version = draw(st.sampled_from([8, 9, 10]))
    acts.append(("ResultTaken", {**at, **game, "version": version, "verdict": version, "scores": other, "winners": best}))
    change = len(acts)
    match draw(st.sampled_from(["wait", "accept", "decline"])):
        case "accept":
            acts.append(("ChangeAccepted", {**at, "change": change}))
        case "decline":
            acts.append(("ChangeDeclined", {**at, "change": change, "reason": "settled"}))


@st.composite
def _rulings(draw: st.DrawFn, count: int, number: int) -> Acts:
    made: Acts = []
    if draw(st.integers(0, 3)) == 0:
        data = {"entry": draw(st.integers(1, count)), "points": draw(st.integers(-3, 3)), "reason": "late"}
        extra = {"round": draw(st.sampled_from([None, number])), "score": draw(st.sampled_from([None, 4]))}
        made.append(("ScoreAdjusted", {**data, **extra}))
    if draw(st.integers(0, 3)) == 0:
        made.append(("OrderRuled", {"order": draw(st.permutations(range(1, count + 1)))[:2], "reason": "play-off"}))
    return made
