"""Higher-or-lower games, clause by clause. Each row has a record, written as on a score sheet; what follows from the record; and the clause
that says so. `HL-1` is a ruling of docs/rules/06_hi_lo.md, `06 tie` a field of its schema, `hl-01` a worked example, and HI-LO the page
docs/decisions/games-without-tricks.md."""

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any, Final

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Card, Seat
from domain.kernel.events import GAMBLES, Gamble, GameOpened, TournamentTable
from domain.notation import read as read_sheet
from domain.record.fold import Reading, read
from domain.system import PUBLIC, SCOREKEEPER, Unplayable, seat_viewer
from domain.systems import SYSTEMS
from domain.systems.hi_lo.rules import SHAPE, HiLoRules, Pack, Payout, payout, rules_of, verdict
from domain.systems.hi_lo.sheet import average
from domain.systems.hi_lo.table import HiLoTable
from domain.systems.hi_lo.variants import PATCHES, ROWS
from tests.domain.playing import act, events, opening, suspicions

CASINO, JOKER, BET, PENALTY, DOUBLE = (rules.slug for rules, _ in ROWS)
RULES: Final = {rules.slug: rules for rules, _ in ROWS}
Options = dict[str, Json]


def recorded(slug: str, text: str, seats: int = 2, rules: HiLoRules | None = None, **options: Json) -> Reading:
    """Return the reading of a record: an opening with seats 0 to `seats - 1`, then the acts as on a score sheet. `rules`: the rules to use
    (None: those of the game)."""
    head = f"faceup sheet 1\nsystem: {slug}\nseats: {' '.join(map(str, range(seats)))}\n"
    parsed = read_sheet(head + text)
    assert parsed.problems == ()
    opened = opening(SYSTEMS[slug], seats, **options)
    if rules is not None:
        opened = GameOpened(slug, {**SHAPE.dump(rules), "patches": {}}, opened.seats)
    return read(SYSTEMS[slug], events([opened, *(draft.act for draft in parsed.drafts[1:])]))


def table_of(reading: Reading) -> HiLoTable:
    assert isinstance(reading.table, HiLoTable)
    return reading.table


def told(reading: Reading) -> str:
    """Return what follows from a record, for example `7 0; 1 guess 10 on 9D; out-of-turn`: the totals, the seat in turn and its next
    step, the units at stake, the base card, and the rules of suspicions."""
    table = table_of(reading)
    scores = " ".join(str(score) for score in table.ledger.scores.values())
    where = table.state if table.state != "open" else f"{table.guesser} {table.run.step}"
    units = "" if table.run.units is None else f" {table.run.units}"
    base = f" on {table.run.base}" if table.state == "open" and table.run.base else ""
    found = " ".join(finding.rule for finding in suspicions(reading))
    return f"{scores}; {where}{units}{base}" + (f"; {found}" if found else "")


PLAYED: list[tuple[str, Options, str, str, str]] = [
    # --- the casino
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D)", "0 0; 0 choice 17 on 9D", "hl-01, HL-2"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:collects(17)", "7 0; 1 stake", "06 after_win: collect"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(7D)", "0 0; 0 choice 20 on 7D", "hl-02, HL-3"),
    (CASINO, {"tie": "push"}, "0:stakes(10) base(7S) 0:guesses(higher) card(7D)", "0 0; 0 choice 10 on 7D", "HL-3"),
    (CASINO, {}, "0:stakes(10) base(KH)", "0 0; 0 base 10 on KH", "06 base_excluded: redraw"),
    (CASINO, {}, "0:stakes(10) base(KH) base(7S)", "0 0; 0 guess 10 on 7S", "06 base_excluded: redraw"),
    (CASINO, {}, "0:stakes(10) base(QH) 0:guesses(lower) card(KS)", "-10 0; 1 stake", "hl-05"),
    (CASINO, {}, "0:stakes(10) base(2H) 0:guesses(lower) card(AS)", "0 0; 0 choice 107 on AS", "06: values ace 1 to king 13"),
    (CASINO, {"returns": "net"}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D)", "0 0; 0 choice 27 on 9D", "HL-2"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:goes-on 0:guesses(lower) card(3S)", "0 0; 0 choice 22 on 3S",
     "06: leave the whole on; 17 at 1.3 is 22.1"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(KD) 0:goes-on", "0 0; 0 base 17 on KD", "HL-8"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(KD) 0:goes-on base(2S)", "0 0; 0 guess 17 on 2S", "HL-8"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:guesses(lower) card(3S)", "0 0; 0 choice 22 on 3S",
     "HI-LO: a guess says that the run goes on"),
    (CASINO, {"runs": 1}, "0:stakes(10) base(QH) 0:guesses(lower) card(KS) 1:stakes(5) base(2S) 1:guesses(higher) card(3S) 1:collects(5)",
     "-10 0; finished", "HI-LO: a session is bounded"),
    # --- the machine
    (JOKER, {}, "0:stakes(100) base(7C) 0:guesses(higher) card(8D)", "0 0; 0 choice 192 on 8D", "06: six cards of twelve win"),
    (JOKER, {}, "0:stakes(100) base(7C) 0:guesses(lower) card(2H)", "0 0; 0 choice 231 on 2H", "06: 11.56 divided by five"),
    (JOKER, {}, "0:stakes(100) base(7C) 0:guesses(snap) card(7C)", "0 0; 0 choice 1156 on 7C", "06: one of the pack, the base too"),
    (JOKER, {}, "0:stakes(100) base(7C) 0:guesses(higher) card(7C)", "-100 0; 1 stake", "06 tie: loses"),
    (JOKER, {}, "0:stakes(100) base(7C) 0:guesses(red) card(HJ)", "0 0; 0 choice 192 on 7C", "HL-6: wins, the base stays"),
    (JOKER, {"joker": "loses"}, "0:stakes(100) base(7C) 0:guesses(red) card(HJ)", "-100 0; 1 stake", "HL-6"),
    (JOKER, {"joker": "void"}, "0:stakes(100) base(7C) 0:guesses(red) card(HJ)", "0 0; 0 choice 100 on 7C", "HL-6"),
    (JOKER, {"pack": "no_joker"}, "0:stakes(100) base(7C) 0:guesses(red) card(HJ)", "0 0; 0 choice 100 on 7C; not-in-pack", "HL-5"),
    (JOKER, {}, "0:stakes(100) base(HJ) 0:guesses(red)", "0 0; 0 turned 100 on HJ; base-not-allowed", "HI-LO: a joker is no base"),
    (JOKER, {}, "0:stakes(100) base(7C) 0:guesses(black) card(9S) 0:collects(92)", "0 0; 0 choice 100 on 9S", "06 after_win: collect_part"),
    (JOKER, {}, "0:stakes(100) base(7C) 0:guesses(black) card(9S) 0:collects(92) 0:collects(100)", "92 0; 1 stake", "06: collect_part"),
    (JOKER, {}, "0:stakes(100) base(7C) 0:guesses(black) card(9S) 0:collects(92) 0:goes-on 0:guesses(red) card(9S)", "-8 0; 1 stake",
     "06: what was collected stays collected"),
    (JOKER, {"returns": "net"}, "0:stakes(100) base(7C) 0:guesses(red) card(2H)", "0 0; 0 choice 292 on 2H", "HL-2"),
    # --- the table, betting
    (BET, {}, "0:stakes(10) base(7C) 0:guesses(higher) card(8D)", "0 0; 0 choice 20", "06 payout: even, a new pair"),
    (BET, {}, "0:stakes(10) base(7C) 0:guesses(higher) card(8D) 0:passes(1)", "10 0; 1 stake", "06 after_win: pass_bet"),
    (BET, {}, "0:stakes(10) base(7C) 0:guesses(higher) card(7D)", "0 0; 0 choice 10", "06 tie: push"),
    (BET, {}, "0:stakes(10) base(7C) 0:guesses(higher) card(7D) 0:passes(1)", "0 0; 1 stake", "06 tie: push, the stake comes back"),
    (BET, {}, "0:stakes(10) base(7C) 0:guesses(higher) card(8D) 0:goes-on", "0 0; 0 base 20", "06 next_base: new_pair"),
    (BET, {}, "0:stakes(10) base(7C) 0:guesses(higher) card(8D) base(9S) 0:guesses(lower) card(TS)", "-10 0; 1 stake",
     "06 after_win: double_or_nothing"),
    (BET, {}, "0:stakes(10) base(AC) 0:guesses(higher) card(8D)", "-10 0; 1 stake", "HL-4: allowed and loses"),
    (BET, {"impossible": "refused"}, "0:stakes(10) base(AC) 0:guesses(higher)", "0 0; 0 turned 10 on AC; impossible-guess", "HL-4"),
    (BET, {}, "0:stakes(10) base(7C) 0:guesses(higher) card(AD)", "0 0; 0 choice 20", "06 ace: high"),
    # --- the table, penalty units
    (PENALTY, {}, "base(7C) 0:guesses(higher) card(8D)", "0 0; 0 choice on 8D", "06 payout: collect_card"),
    (PENALTY, {}, "base(7C) 0:guesses(higher) card(8D) 0:goes-on 0:guesses(lower) card(3D) 0:passes(1)", "0 -2; 1 base", "hl-08"),
    (PENALTY, {}, "base(7C) 0:guesses(higher) card(8D) 0:goes-on 0:guesses(lower) card(9D)", "-2 0; 1 base", "06: one, and the cards"),
    (PENALTY, {}, "base(7C) 0:guesses(higher) card(2D)", "-1 0; 1 base", "06: a wrong guess costs one"),
    (PENALTY, {}, "base(7C) 0:guesses(higher) card(7D)", "-1 0; 1 base", "HL-7: wrong"),
    (PENALTY, {"tie": "push"}, "base(7C) 0:guesses(higher) card(7D)", "0 0; 0 guess on 7D", "HL-7: push; no card yet, so guess again"),
    (PENALTY, {"tie": "push"}, "base(7C) 0:guesses(higher) card(8D) 0:guesses(higher) card(8C) 0:passes(1)", "0 -1; 1 base", "HL-7: push"),
    (PENALTY, {"tie": "double_penalty"}, "base(7C) 0:guesses(higher) card(8D) 0:guesses(higher) card(8C)", "-4 0; 1 base", "HL-7"),
    (PENALTY, {"impossible": "refused"}, "base(2C) 0:guesses(lower)", "0 0; 0 turned on 2C; impossible-guess", "HL-4"),
    # --- doubling up
    (DOUBLE, {}, "0:stakes(10) base(7C) 0:guesses(higher) card(8D)", "0 0; 0 choice 20 on 8D", "06: double or lose"),
    (DOUBLE, {}, "0:stakes(10) base(7C) 0:guesses(higher) card(7D)", "0 0; 0 choice 10 on 7D", "06 tie: push"),
    (DOUBLE, {}, "0:stakes(100) base(7C) 0:guesses(higher) card(8D)", "0 0; 0 choice 200 on 8D", "06: no doubling above 100"),
    (DOUBLE, {}, "0:stakes(101)", "0 0; 0 base 101; over-the-limit", "06: no doubling above 100"),
    (DOUBLE, {}, "0:stakes(100) base(7C) 0:guesses(higher) card(8D) 0:goes-on", "0 0; 0 guess 200 on 8D; over-the-limit", "06"),
    # --- who shuffles when
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:goes-on 0:guesses(lower) card(7S)",
     "0 0; 0 choice 22 on 7S; card-seen-twice", "HL-1: cards are spent until the run ends"),
    (CASINO, {"shuffle": "each_guess"}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:goes-on 0:guesses(lower) card(7S)",
     "0 0; 0 choice 22 on 7S", "HL-1"),
    (CASINO, {"shuffle": "each_guess"}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:goes-on 0:guesses(lower) card(9D)",
     "0 0; 0 choice 34 on 9D; card-seen-twice", "HL-1: the base stays out"),
    (JOKER, {}, "0:stakes(100) base(7C) 0:guesses(black) card(9S) 0:goes-on 0:guesses(black) card(9S)", "0 0; 0 choice 368 on 9S",
     "HL-1: where each gamble has its own pack, this pack is whole again"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(2D) 1:stakes(10) base(7S)", "-10 0; 1 guess 10 on 7S", "HL-1: then shuffled"),
    # --- statements
    (CASINO, {}, "round(1 0:25)", "25 0; 1 stake", "HI-LO: a stated round is a run"),
    (CASINO, {}, "round(1 1:25)", "0 25; 0 stake", "HI-LO: by the player who won or lost"),
    (CASINO, {"runs": 1}, "round(2 1:-5)", "0 -5; finished; rounds-missing", "HI-LO: a missing run is a run"),
    (CASINO, {}, "round(1 0:25 1:3)", "25 3; 1 stake; impossible-points", "HI-LO: one guesser in a run"),
    (PENALTY, {}, "round(1 1:-2)", "0 -2; 1 base", "HI-LO: penalty units count below zero"),
    (PENALTY, {}, "score(0:-2 1:2)", "-2 2; 0 base; impossible-points", "HI-LO: penalty units count below zero"),
    (CASINO, {}, "result(1 0:5 1:2)", "5 2; finished", "HI-LO: totals give no winner"),
    (PENALTY, {}, "round(1 1:2)", "0 2; 1 base; impossible-points", "HI-LO: penalty units count below zero"),
    (CASINO, {}, "0:stakes(10) round(1 0:25)", "25 0; 1 stake", "00: a statement closes the run"),
    (CASINO, {}, "0:stakes(10) base(7S) void(spilt)", "0 0; 0 stake", "00: void"),
    (CASINO, {}, "score(0:7 1:-2)", "7 -2; 0 stake", "00: stated totals"),
    (CASINO, {"runs": 1}, "round(1 0:5) round(2 1:5)", "5 5; finished", "HI-LO: no winner"),
    # --- what is wrong or missing
    (CASINO, {}, "0:stakes(10) base(KH) 0:guesses(lower)", "0 0; 0 turned 10 on KH; base-not-allowed", "hl-03"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(red)", "0 0; 0 turned 10 on 7S; no-such-gamble", "06 gambles"),
    (CASINO, {}, "0:stakes(10) base(HJ)", "0 0; 0 base 10 on HJ; not-in-pack", "06 pack"),
    (CASINO, {}, "1:stakes(10)", "0 0; 1 base 10; out-of-turn", "06: one guesser at a time"),
    (CASINO, {}, "0:stakes(10) base(7S) 1:guesses(higher)", "0 0; 0 turned 10 on 7S; out-of-turn", "06: one guesser at a time"),
    (CASINO, {}, "0:stakes(10) 0:stakes(20)", "0 0; 0 base 20; changed-stake", "06 loop"),
    (CASINO, {}, "0:stakes(10) base(7S) base(8S)", "0 0; 0 guess 10 on 8S; base-fixed", "06 loop"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) 0:guesses(lower) card(9D)", "0 0; 0 choice 17 on 9D; changed-guess", "06 loop"),
    (CASINO, {}, "base(7S)", "0 0; 0 guess on 7S; stake-missing", "06 loop"),
    (CASINO, {}, "0:guesses(higher)", "0 0; 0 turned; stake-missing", "06 loop"),
    (CASINO, {}, "base(7S) 0:guesses(higher) card(3D)", "0 0; 1 stake; stake-missing", "HI-LO: a run without a stake is not counted"),
    (CASINO, {}, "0:stakes(10) 0:guesses(higher)", "0 0; 0 turned 10; base-missing", "06 loop"),
    (CASINO, {}, "0:stakes(10) base(7S) card(9D)", "0 0; 0 choice on 9D; guess-missing", "06 loop"),
    (CASINO, {}, "0:stakes(10) base(7S) card(9D) 0:collects(17)", "7 0; 1 stake; guess-missing", "06 loop: what was collected counts"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) base(9D)", "0 0; 0 guess 10 on 9D; card-not-turned", "06 loop"),
    (CASINO, {}, "0:stakes(10) base(7S) 1:stakes(10)", "0 0; 1 base 10; run-unfinished", "06 loop"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:collects(10)", "0 0; 1 stake; collecting-not-due", "06 after_win"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:collects(18)", "8 0; 1 stake; wrong-units", "06 payout"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:collects(16)", "6 0; 1 stake; part-not-allowed", "06 after_win"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:goes-on", "0 0; 0 guess 10 on 7S; continue-not-due", "06 after_win"),
    (PENALTY, {}, "base(7C) 0:passes(1)", "0 0; 1 base; pass-not-due", "06 after_win"),
    (PENALTY, {}, "base(7C) 0:guesses(higher) card(8D) 0:passes(0)", "-1 0; 0 base; passed-to-another", "06: the next player"),
    (DOUBLE, {}, "0:stakes(1) base(7C) 0:guesses(lower) card(6C) 0:goes-on 0:guesses(lower) card(5C) 0:goes-on 0:guesses(lower) card(4C)"
     " 0:goes-on 0:guesses(lower) card(3C) 0:goes-on", "0 0; 0 guess 16 on 3C; too-many-doublings", "06: at most four doublings"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:guesses(higher 9D) card(8D)", "0 0; 0 choice 17 on 8D; not-the-card-placed", "06: the hidden card"),
    (CASINO, {"runs": 1}, "round(1 0:5) round(2 1:5) 0:stakes(5)", "5 5; finished; after-the-end", "HI-LO: the session is over"),
    (CASINO, {}, "2:joins 1:leaves 1:leaves", "0 0 0; 0 stake; not-seated", "HI-LO: players come and go"),
    (PENALTY, {}, "1:leaves", "0 0; abandoned", "HI-LO: penalties need two players"),
    (CASINO, {}, "0:stakes(10) base(7S) 0:leaves", "0 0; 1 stake", "HI-LO: the run of a player who leaves does not count"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "options", "text", "expected", "source"), PLAYED, ids=[f"{row[0]}: {row[2]} {row[1] or ''}" for row in PLAYED]
)
def test_a_record_of_a_higher_or_lower_game_leads_to_the_expected_table(
    slug: str, options: Options, text: str, expected: str, source: str
) -> None:
    assert told(recorded(slug, text, **options)) == expected, source


# --- every field and every option changes an outcome ----------------------------------------------------------------------------------

OTHERS: Final[dict[str, Any]] = {
    "payout": Payout("even", "tenths of the stake, stake included", returns=30),
    "after_win": ("collect_part", "collect"),
    "hidden": "one_of_the_pack",
    "tie": "push",
    "pack": Pack("list", (Card("2H"), Card("3H"), Card("4H"))),
    "ace": "low",
    "base_excluded": ("7", "8"),
    "gambles": ("snap",),
    "next_base": "new_pair",
    "joker": "void",
    "settlement": "penalties",
    "runs": 2,
    "shuffle": "each_guess",
    "returns": "net",
    "impossible": "refused",
    "limit": 5,
}
"""Another value for each field that the engine reads."""
NAMES: Final = {"slug", "name", "seed", "confidence"}
"""Fields that only name the game or say how sure its source is."""


@pytest.mark.parametrize("name", [field.name for field in fields(HiLoRules)])
def test_changing_a_field_of_the_rules_changes_the_outcome_of_some_row(name: str) -> None:
    if name in NAMES:
        return
    changed = 0
    for slug, options, text, expected, _ in PLAYED:
        rules = rules_of(SYSTEMS[slug].rules_with(options, 2))
        if getattr(rules, name) != OTHERS[name]:
            other = replace(rules, **{name: OTHERS[name]})
            changed += told(recorded(slug, text, rules=other)) != expected
    assert changed


def test_every_field_of_the_rules_that_matters_in_play_is_tested_with_another_value() -> None:
    assert OTHERS.keys() | NAMES == {field.name for field in fields(HiLoRules)}


@pytest.mark.parametrize(
    ("slug", "name", "value"),
    [
        (slug, patch.name, value)
        for slug, rules in RULES.items()
        for patch in PATCHES
        if patch.applies(rules)
        for value in getattr(patch.shape, "words", (1,))
        if value != patch.default(rules)
    ],
)
def test_each_option_of_each_game_changes_the_outcome_of_some_record(slug: str, name: str, value: Json) -> None:
    rows = [text for row, _, text, _, _ in PLAYED if row == slug]
    texts = fitting(slug, [*rows, *DECIDING.get(name, [])])
    assert any(told(recorded(slug, text)) != told(recorded(slug, text, **{name: value})) for text in texts)


DECIDING: Final = {
    "runs": ["round(1 0:-5) round(2 1:-5)"],
    "shuffle": [
        "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:goes-on base(6D) 0:guesses(higher) card(7S)",
        "base(7S) 0:guesses(higher) card(9D) 0:goes-on 0:guesses(lower) card(7S)",
        "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:goes-on 0:guesses(lower) card(7S)",
    ],
    "impossible": ["0:stakes(10) base(2C) 0:guesses(lower)", "base(2C) 0:guesses(lower)"],
}
"""For each option: records whose outcome the option changes. These records are for games that have no record of this kind in PLAYED."""


def fitting(slug: str, texts: list[str]) -> list[str]:
    """Return those records that have only acts of this game."""
    staked = RULES[slug].staked
    return [text for text in texts if ("stakes(" in text) is staked or text.startswith(("round", "score"))]


# --- the rows and the sources ---------------------------------------------------------------------------------------------------------------


MACHINE = {
    "2H": (105, None), "3C": (115, 1156), "4D": (128, 578), "5S": (144, 385), "6H": (165, 289), "7C": (192, 231), "8D": (231, 192),
    "9S": (289, 165), "JH": (385, 144), "QC": (578, 128), "KD": (1156, 115), "AS": (None, 105),
}  # fmt: skip
"""For each base card of the machine: what "higher" and "lower" return, in hundredths of the stake. Each number is 1156 divided by the
number of cards, of twelve, that win, rounded down (06). None: no card wins."""


@pytest.mark.parametrize("base", MACHINE)
def test_the_machine_pays_more_for_a_guess_if_fewer_cards_make_it_right(base: str) -> None:
    rules, card = RULES[JOKER], Card(base)
    for gamble, hundredths in zip(("higher", "lower"), MACHINE[base], strict=True):
        assert payout(gamble, card, rules) == (hundredths or 1156)  # type: ignore[arg-type]
    assert payout("snap", card, rules) == payout("ace", card, rules) == 1156


TRUE: list[tuple[Gamble, str, str]] = [
    ("higher", "7S", "8S 9S TS JS QS KS AS"),
    ("lower", "7S", "2S 3S 4S 5S 6S"),
    ("snap", "7S", "7H"),
    ("ace", "7S", "AS"),
    ("king_or_ace", "7S", "KS AS"),
    ("picture_J_to_A", "7S", "JS QS KS AS"),
    ("two_to_five", "7S", "2S 3S 4S 5S"),
    ("six_to_nine", "7S", "6S 7H 8S 9S"),
    ("red", "7S", "7H"),
    ("black", "7S", "2S 3S 4S 5S 6S 8S 9S TS JS QS KS AS"),
]
"""For each gamble when the base card is the seven of spades: the next cards that make the gamble right. The tests try every other spade and
the seven of hearts (06, gambles)."""


@pytest.mark.parametrize(("gamble", "base", "right"), TRUE, ids=[row[0] for row in TRUE])
def test_each_gamble_is_right_for_the_expected_cards(gamble: Gamble, base: str, right: str) -> None:
    cards = [*["2S", "3S", "4S", "5S", "6S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "7H"]]
    found = [card for card in cards if verdict(gamble, Card(base), Card(card), RULES[BET]) == "right"]
    assert sorted(found) == sorted(right.split())
    assert set(GAMBLES) == {row[0] for row in TRUE}


def test_two_guesses_of_the_casino_return_more_than_they_cost() -> None:
    """06, HL-2, HL-3: "higher" on a two and "lower" on a queen return 1.067 times the stake on average. The other guesses return 0.89 to
    0.98 times the stake."""
    means = {
        (gamble, rank): round(float(average(RULES[CASINO], gamble, Card(f"{rank}S"))), 3)
        for rank in "23456789TJQ"
        for gamble in RULES[CASINO].gambles
    }
    assert means[("higher", "2")] == means[("lower", "Q")] == 1.067
    others = [mean for (gamble, rank), mean in means.items() if (gamble, rank) not in {("higher", "2"), ("lower", "Q")}]
    assert (round(min(others), 2), round(max(others), 2)) == (0.89, 0.98)


def test_a_guess_that_cannot_lose_doubles_the_stake_or_returns_it() -> None:
    """06, the table and doubling up: on a two, "higher" doubles the stake with 48 of the other 51 cards, and returns the stake with the
    3 other twos."""
    assert average(RULES[BET], "higher", Card("2S")) == Fraction(2 * 48 + 3, 51)


# --- sessions, views and what is hidden -----------------------------------------------------------------------------------------------------


def test_a_session_ends_after_the_last_run_of_every_player_and_has_no_winner() -> None:
    """HI-LO: each player plays five runs, and the turn goes clockwise."""
    reading = recorded(
        CASINO, " ".join(f"{number % 3}:stakes(10) base(QS) {number % 3}:guesses(lower) card(KS)" for number in range(15)), 3
    )
    outcome = reading.system.outcome(reading.table)
    assert (outcome.state, outcome.winners, dict(outcome.scores)) == ("finished", (), {0: -50, 1: -50, 2: -50})
    assert reading.findings == ()
    assert not reading.system.prompts(reading.table)


def test_a_stated_result_that_names_a_winner_contradicts_a_session_without_one() -> None:
    """HI-LO: units do not decide who wins."""
    both = "round(1 0:5) round(2 1:-5)"
    assert told(recorded(CASINO, f"{both} result(0:5 1:-5)", runs=1)) == "5 -5; finished"
    assert told(recorded(CASINO, f"{both} result(0:5 1:-4)", runs=1)) == "5 -5; finished; score-stated-otherwise"
    assert told(recorded(CASINO, f"{both} result(0 0:5 1:-5)", runs=1)) == "5 -5; finished; winner-stated-otherwise"


def test_nobody_at_the_table_sees_the_next_card_before_it_is_turned_over() -> None:
    """06 loop: a guess may record the next card. Only this card is sealed, and nobody at the table knows it."""
    guess = "0:stakes(10) base(7S) 0:guesses(higher 9D)"
    for text, seen in ((guess, False), (f"{guess} card(9D)", True), (f"{guess} void(spilt)", False), (f"{guess} base(8S)", False)):
        reading = recorded(CASINO, text)
        for viewer in (PUBLIC, seat_viewer(Seat(0)), seat_viewer(Seat(1))):
            shown = reading.system.shown(reading.events[3], reading.table, viewer)
            assert shown is not None
            assert (shown.act.hidden.value is not None) is seen  # type: ignore[union-attr]
        assert reading.system.shown(reading.events[3], reading.table, SCOREKEEPER) is reading.events[3]


def test_the_view_shows_the_base_card_the_units_the_pack_and_the_guess() -> None:
    reading = recorded(CASINO, "0:stakes(10) base(KS) base(7S) 0:guesses(higher) card(9D) 0:goes-on 0:guesses(lower)")
    view = reading.system.seen_by(reading.table, PUBLIC)
    assert (view.phase, view.base, view.at_stake, view.hand, view.counts) == ("turned", "9D", 17, 2, "guess")
    assert (view.face_up, dict(view.piles), view.turn) == (("KS", "7S", "9D"), {"pack": 49}, ())
    assert view.seats[0].said is not None
    assert view.seats[0].said.word == "lower"


def test_a_run_whose_units_are_not_known_keeps_a_tournament_waiting() -> None:
    reading = recorded(CASINO, "base(7S) 0:guesses(higher) card(3D)")
    assert reading.system.outcome(reading.table).open_deals == (1,)


REFUSED: list[tuple[str, int, Options, str, str]] = [
    (PENALTY, 1, {}, "/seats", "06: the next player"),
    (CASINO, 13, {}, "/seats", "HI-LO: at most twelve"),
    (CASINO, 2, {"runs": 0}, "/options/runs", "HI-LO"),
    (CASINO, 2, {"tie": "wrong"}, "/options/tie", "HL-3"),
    (CASINO, 2, {"joker": "wins"}, "/options/joker", "HL-6: this pack has none"),
    (JOKER, 2, {"pack": "no_joker", "joker": "void"}, "/options/joker", "HL-5: this pack has none"),
]


@pytest.mark.parametrize(("slug", "seats", "options", "pointer", "source"), REFUSED, ids=[row[-1] for row in REFUSED])
def test_an_opening_of_a_higher_or_lower_game_that_breaks_a_rule_is_refused(
    slug: str, seats: int, options: Options, pointer: str, source: str
) -> None:
    with pytest.raises(Unplayable) as refused:
        opening(SYSTEMS[slug], seats, **options)
    assert pointer in {fault.pointer for fault in refused.value.faults}, source


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"slug": JOKER}, "/rules/slug"),
        ({"payout": {"kind": "by_base"}}, "/rules/payout"),
        ({"payout": {"kind": "by_base", "table": {"7": {"higher": "much"}}}}, "/rules/payout"),
        ({"gambles": ["roulette"]}, "/rules/gambles/0"),
        ({"runs": None}, "/rules/runs"),
    ],
)
def test_invalid_rules_in_a_record_are_refused(change: dict[str, Json], pointer: str) -> None:
    system = SYSTEMS[CASINO]
    with pytest.raises(Unplayable) as refused:
        system.rules_again({**system.standard_rules(), **change}, 2)
    assert pointer in {fault.pointer for fault in refused.value.faults}


def test_leaving_out_one_entry_of_a_legal_session_accuses_nobody() -> None:
    """Only a gamble that the game does not have is a breach. Every other finding is a question, because a forgotten entry or a shuffle may
    explain it."""
    text = "0:stakes(10) base(7S) 0:guesses(higher) card(9D) 0:goes-on 0:guesses(lower) card(3S) 0:collects(22) 1:stakes(5) base(2S)"
    acts = text.split()
    for left_out in range(len(acts)):
        reading = recorded(CASINO, " ".join(act for place, act in enumerate(acts) if place != left_out))
        assert {finding.kind for finding in reading.findings} <= {"query", "gap"}


RULED: list[tuple[str, str, str, str]] = [
    # Each row: the game, the acts before the ruling, the ruling, what follows from them.
    (CASINO, "round(1 0:5) round(2 1:7)", "adjust house round:1 points:{0:-3}", "-3 7; 0 stake"),
    (CASINO, "round(1 0:5) round(2 1:7)", "penalty house round:1 points:{1:-3}", "5 4; 0 stake"),
    (CASINO, "round(1 0:5) round(2 1:7)", "void house round:1", "0 7; 0 stake"),
    (CASINO, "round(1 0:5) round(2 1:7)", "replay house round:2", "5 0; 1 stake"),
    (CASINO, "round(1 0:5) round(2 1:7)", "replay house round:1", "0 7; 0 stake"),
    (CASINO, "0:stakes(10) base(7S)", "void house", "0 0; 0 stake"),
    (CASINO, "0:stakes(10) base(7S)", "adjust house points:{0:4}", "4 0; 1 stake"),
]
"""Rulings on runs (docs/decisions/rulings.md)."""


@pytest.mark.parametrize(("slug", "text", "said", "expected"), RULED, ids=[row[2] for row in RULED])
def test_a_ruling_on_a_run_leads_to_the_expected_table(slug: str, text: str, said: str, expected: str) -> None:
    rectification, rule, *more = said.split()
    fields = " ".join(f"{part}" for part in more)
    ruling = f"RulingRecorded{{cites:{{dispute:1}} rectification:{rectification} rule:{rule} {fields}}}"
    assert told(recorded(slug, f"{text} {ruling}")) == expected


def test_a_ruling_to_replay_a_run_reopens_a_finished_session() -> None:
    text = "round(1 0:5) round(2 1:7) RulingRecorded{cites:{dispute:1} rectification:replay rule:house round:1}"
    assert told(recorded(CASINO, text, runs=1)) == "0 7; 0 stake"
    assert told(recorded(CASINO, f"{text} 0:stakes(10) base(QS) 0:guesses(lower) card(KS)", runs=1)) == "-10 7; finished"


SAID: list[tuple[str, Options, str, str]] = [
    (CASINO, {}, "Two guesses return more than they cost on average: “higher” on a two 1.067 and “lower” on a queen 1.067."
     " That is what the sources say.", "06, after the rulings"),
    (CASINO, {}, "The others return 0.89 to 0.98 on average.", "06, after the rulings"),
    (CASINO, {}, "The table is that of bestonlinecasino.com, for the base from high to low.", "06 hi-lo-casino"),
    (CASINO, {"tie": "push"}, "An equal rank changes nothing: the stake stays.", "HL-3"),
    (JOKER, {}, "These returns are those of a live version with the same ten bets (oddsking.com), and follow from twelve cards.", "06"),
    (JOKER, {}, "The joker makes any guess right. The base stays as it was.", "HL-6"),
    (BET, {"impossible": "refused"}, "A guess that no card can make right is not allowed.", "HL-4"),
    (PENALTY, {}, "A wrong guess costs one penalty unit, and one more for each card collected. It ends the run.", "06"),
    (DOUBLE, {}, "This game is a stub: the source gives only its title, and the rules are those of one other page (cribbage.ca).", "06"),
    (DOUBLE, {}, "At most four doublings in a run.", "06 hi-lo-double-up"),
    (CASINO, {"runs": 3}, "A session is over when every player has had three runs. The players may stop earlier.", "HI-LO"),
    (CASINO, {}, "There is no winner. Each player has a total of units won and lost.", "HI-LO"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "options", "sentence", "source"), SAID, ids=[f"{row[0]}: {row[2][:40]}" for row in SAID])
def test_the_sheet_of_a_higher_or_lower_game_has_the_expected_sentence(slug: str, options: Options, sentence: str, source: str) -> None:
    system = SYSTEMS[slug]
    sheet = [each for section in system.sheet(system.rules_with(options, 2)) for each in section.sentences]
    assert sentence in sheet, source


def test_the_name_and_the_summary_of_the_doubling_up_game_say_that_it_is_a_stub() -> None:
    """06 hi-lo-double-up: the game is a stub, because its source gives only a title."""
    assert "stub" in SYSTEMS[DOUBLE].name
    assert "stub" in SYSTEMS[DOUBLE].summary


def test_after_the_set_number_of_runs_a_tournament_ends_the_session_and_the_leader_wins() -> None:
    """HI-LO: if one player alone has the most units, this player wins the game of the table."""
    place = TournamentTable("home-taaaaaaaaaaaaaaaa", 1, 1, "hands", 2)
    opened = replace(opening(SYSTEMS[CASINO], 2), tournament=place)
    runs = [act("RoundStated", round=1, points={"0": -5}), act("RoundStated", round=2, points={"1": 7})]
    reading = read(SYSTEMS[CASINO], events([opened, *runs]))
    assert (reading.result.state, reading.result.winners) == ("finished", (1,))


def test_when_the_pack_is_used_up_or_a_limit_is_reached_the_form_only_offers_to_end_the_run() -> None:
    """HL-1, HI-LO: a run must end if the pack has no card left, after four doublings, or with more units than the limit."""
    small = replace(RULES[CASINO], pack=Pack("list", (Card("2H"), Card("3H"))))
    doubled = " 0:goes-on ".join(f"0:guesses(lower) card({rank}C)" for rank in "6543")
    ended = [
        recorded(CASINO, "0:stakes(10) base(2H) 0:guesses(higher) card(3H)", rules=small),
        recorded(CASINO, "0:stakes(10000) base(2H) 0:guesses(higher) card(3H)"),
        recorded(DOUBLE, f"0:stakes(1) base(7C) {doubled}"),
        recorded(DOUBLE, "0:stakes(60) base(7C) 0:guesses(lower) card(6C)"),
    ]
    for reading in ended:
        assert [prompt.type for prompt in reading.system.prompts(reading.table)] == ["UnitsCollected"]
    going = recorded(CASINO, "0:stakes(10) base(2H) 0:guesses(higher) card(3H)")
    assert [prompt.type for prompt in going.system.prompts(going.table)] == ["UnitsCollected", "RunContinued"]
