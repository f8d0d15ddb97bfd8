"""Judging decides about each suspicion: it is proved (a breach), it becomes a question (a query), or it has no consequence. Source:
docs/decisions/domain-asking.md; design.md §5."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

import domain
from bench.planting import PLANTS
from bench.strength import counted
from domain.kernel.events import Act, Event
from domain.kernel.findings import NOTHING_SEALED, Finding
from domain.kernel.provable import ROWS, WHEN, when_proved
from domain.record import judging
from domain.record.fold import Reading, read
from domain.system import PUBLIC, SCOREKEEPER, Table, seat_viewer
from domain.systems import SYSTEMS
from domain.tricks.auction import Reason
from tests.domain.pitch.playing import calls, deal, game, plays
from tests.domain.playing import act, opener, place, played
from tests.speeds import slow

Row = dict[str, Any]

DEAL = [
    "1:AS 2:2S 3:3S 0:4S",
    "1:KH 2:3C 3:4H 0:5H",  # seat 2 has the six of hearts
    "1:KD 2:6H 3:4D 0:5D",
    "1:QD 2:7C 3:6D 0:7D",
    "1:JD 2:8C 3:8D 0:9D",
    "1:TD 2:9C 3:2D 0:3D",
]
"""Six tricks of four players. Seat 2 revokes in the second trick, and plays a card in the third trick that shows the revoke."""
CALLS = [*calls("1:2 2:pass 3:pass 0:pass")]
NEXT = [*calls("2:2")]


def classic(*acts: Act) -> Reading:
    return game("pitch-auction-classic", *acts, seats=4)


def told(reading: Reading) -> list[tuple[str, str]]:
    return [(finding.rule, finding.kind) for finding in reading.findings]


def tricks(*lines: str) -> list[Act]:
    return [each for line in lines for each in plays(line)]


WHOLE = tricks(*DEAL)
STATES: list[tuple[list[Act], list[tuple[str, str]], str]] = [
    (tricks(*DEAL[:2]), [], "nothing shows the revoke yet"),
    (tricks(*DEAL[:3]), [("revoke", "query")], "the deal goes on: a card may be missing"),
    (WHOLE, [("revoke", "query")], "no event shows that the deal is over"),
    ([*WHOLE, *NEXT], [("revoke", "breach")], "the first call of the next deal closes it"),
    ([*WHOLE, deal(1)], [("revoke", "breach")], "the deal of new cards closes it"),
    ([*WHOLE, act("ResultStated", winners=[1])], [("revoke", "breach"), ("result-before-the-end", "gap")], "the end of the game closes it"),
    ([*WHOLE[:-1], deal(1)], [("revoke", "query")], "the last card is missing, so the whole deal is in doubt"),
    ([*WHOLE[:13], *WHOLE[14:], deal(1)], [("revoke", "query")], "a card in the middle is missing"),
    ([*WHOLE[:12], WHOLE[13], WHOLE[12], *WHOLE[14:], deal(1)], [("revoke", "query")], "two cards are in the wrong order"),
]


@pytest.mark.parametrize(("acts", "found", "source"), STATES, ids=[row[2] for row in STATES])
def test_a_revoke_is_only_a_query_while_an_entry_of_the_deal_may_be_missing(
    acts: list[Act], found: list[tuple[str, str]], source: str
) -> None:
    assert told(classic(*CALLS, *acts)) == found, source


BETWEEN = [act("NoteWritten", note="x"), act("IrregularityCalled", kind="other"), act("IrregularityAttested", finding="revoke@8")]


@pytest.mark.parametrize("between", BETWEEN)
def test_two_swapped_entries_raise_a_query_even_if_a_note_is_between_them(between: Act) -> None:
    """Seat 1 really played the six of hearts before seat 0 led the ten of spades. The record has these two entries in the wrong order."""
    begin, rest = plays("2:JH 0:AH 0:TS"), plays("1:6H 1:7S 2:JS 2:KH 0:4H 1:9H 2:QH 0:2H 1:7H 2:JD 0:5H 1:TH 2:8H 0:3H 1:9S")
    acts = [deal(2), *calls("0:pass 1:pass 2:2"), *begin, between, *rest, deal(0)]
    found = game("pitch-exact-bid-bonus", *acts, seats=3).findings
    assert [finding.kind for finding in found if finding.kind != "gap"] == ["query"]


def test_no_breach_is_proved_in_a_deal_with_more_events_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that is too long is not read in every order, because this would take too long."""
    acts = [*CALLS, *WHOLE, *NEXT]
    monkeypatch.setattr(judging, "MOST_IN_A_DEAL", len(CALLS) + len(WHOLE) - 1)
    assert told(classic(*acts)) == [("revoke", "query")]
    monkeypatch.setattr(judging, "MOST_IN_A_DEAL", len(CALLS) + len(WHOLE))
    assert told(classic(*acts)) == [("revoke", "breach")]


def test_a_query_keeps_its_id_when_it_becomes_a_breach() -> None:
    [query] = classic(*CALLS, *WHOLE).findings
    [breach] = classic(*CALLS, *WHOLE, *NEXT).findings
    assert query.id == breach.id
    assert query.sentence.endswith("?")
    assert replace(query, kind="breach", sentence=breach.sentence) == breach


def test_an_act_out_of_turn_is_only_a_query_because_the_record_alone_cannot_prove_it() -> None:
    swapped = [*WHOLE[:4], WHOLE[5], WHOLE[4], *WHOLE[6:8]]
    assert told(classic(*CALLS, *swapped))[0] == ("wrong-leader", "query")
    assert all(kind == "query" for _, kind in told(classic(*CALLS, *swapped, *WHOLE[8:], *NEXT)))


def test_there_is_a_query_about_a_deal_that_was_not_over_when_the_next_was_dealt() -> None:
    reading = classic(*CALLS, *tricks(DEAL[0]), deal(1))
    [finding] = reading.findings
    assert (finding.id, finding.kind) == ("deal-unfinished@9,10", "query"), "between the last card and the deal"


def test_each_round_has_at_most_one_query() -> None:
    reading = played("high-card", 3, opener(0), place(1, "h"), place(2, "l"), place(1, "h"))
    assert [finding.id for finding in reading.findings] == ["out-of-turn@3"]


def test_a_query_is_settled_when_the_missing_entry_is_inserted() -> None:
    record = [opener(0), place(1, "h", "AS")]
    assert told(played("high-card", 2, *record)) == [("out-of-turn", "query")]
    assert told(played("high-card", 2, *record, (place(0, "h", "KS"), 2))) == []


# --- viewers ------------------------------------------------------------------------------------------------------------------------------


def made_up(*found: Finding, word: Act | None = None) -> Reading:
    """Return a record of notes, read with a made-up `check`. At the first note, `check` finds the first finding of `found`, and so on.
    `word`: an act after the notes, at which `check` finds nothing."""

    def check(_table: Table, event: Event) -> tuple[Finding, ...]:
        return found[event.version - 2 : event.version - 1]

    events = played("high-card", 3, *[act("NoteWritten", note="x") for _ in found], *([word] if word else [])).events
    return read(replace(SYSTEMS["high-card"], check=check), events)


def suspicion(version: int, *private: int) -> Finding:
    sealed = frozenset(seat_viewer(seat).seat for seat in private)  # type: ignore[arg-type]
    return Finding("out-of-turn", "breach", "HC-1", (version,), "Wrong.", (), rests_on=sealed or NOTHING_SEALED)  # type: ignore[arg-type]


def seen(reading: Reading) -> dict[str, list[str]]:
    viewers = {"scorekeeper": SCOREKEEPER, "public": PUBLIC, "seat 1": seat_viewer(1), "seat 2": seat_viewer(2)}  # type: ignore[arg-type]
    return {name: [finding.id for finding in viewer.visible(reading.findings)] for name, viewer in viewers.items()}


@pytest.mark.parametrize(
    ("slug", "parts"),
    [
        ("pitch-auction-classic", [("DealStated", {"maker": 1, "bid": 2}), ("DealStated", {"points": {"high": 1, "low": 1, "game": 2}})]),
        ("pitch-auction-classic", [("DealStated", {"maker": 1, "bid": 2}), ("RoundStated", {"points": {"1": 2, "2": 1}})]),
        ("spades-standard", [("TricksStated", {"bids": {"0": 3, "1": 3, "2": 3, "3": 3}}), ("TricksStated", {"tricks": {"0": 7, "1": 6}})]),
        ("bid-whist", [("TricksStated", {"maker": 0, "bid": 4, "kind": "high"}), ("TricksStated", {"tricks": {"0": 9, "1": 3}})]),
    ],
    ids=["pitch", "points", "spades", "bid-whist"],
)
def test_the_query_about_the_points_of_a_deal_is_settled_when_a_second_statement_gives_them(
    slug: str, parts: list[tuple[str, Row]]
) -> None:
    first, second = (act(name, round=1, **data) for name, data in parts)
    assert told(played(slug, 4, first)) == [("deal-not-scored", "query")]
    assert told(played(slug, 4, first, second)) == []


def test_a_viewer_gets_only_queries_that_rest_on_cards_the_viewer_may_see() -> None:
    reading = made_up(suspicion(2, 1), suspicion(3, 1, 2), suspicion(4), suspicion(5))
    first, third = "out-of-turn@2", "out-of-turn@4"
    assert seen(reading) == {"scorekeeper": [first, third], "public": [third], "seat 1": [first, third], "seat 2": [third]}


# --- the table of rules -------------------------------------------------------------------------------------------------------------------


TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in Path(domain.__file__).parent.rglob("*.py")}
RULE = re.compile("[a-z]+(-[a-z]+)*")
COMPOSED = {
    *(f"{what}-stated-otherwise" for what in ("round", "score", "result", "winner")),
    *(f"bid-{reason.replace('_', '-')}" for reason in get_args(Reason)),
}
"""Names of rules that the code puts together from parts."""


def makers() -> dict[str, int]:
    """Return each function that has a parameter for a rule, with the position of this parameter. In `Finding` the rule comes first."""
    found = {"Finding": 0, "Void": 1}
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args]
                found |= {node.name: names.index("rule")} if "rule" in names else {}
    return found


def rules_of_the_code() -> Iterator[tuple[str, str]]:
    """Yield each rule that the code may give to a finding, and the name of its file. Such a rule is a text in the rule argument of a
    call, or a text that is assigned to the name `rule` or `RULE`."""
    places = makers()
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=name), args=args) if name in places and len(args) > places[name]:
                    yield from ((rule, path.name) for rule in _texts(args[places[name]]))
                case (
                    ast.Assign(targets=[ast.Name(id="rule" | "RULE")], value=value)
                    | ast.AnnAssign(target=ast.Name(id="rule" | "RULE"), value=value)
                ):
                    yield from ((rule, path.name) for rule in _texts(value))
                case _:
                    pass


def _texts(node: ast.AST | None) -> list[str]:
    """Return the texts within the expression that look like rules."""
    constants = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)] if node is not None else []
    return [text for text in constants if isinstance(text, str) and RULE.fullmatch(text)]


def test_every_rule_in_the_code_has_a_row_in_provable() -> None:
    rules = dict(rules_of_the_code())
    assert {"card-held-elsewhere", "false-stuck", "no-such-deal", "not-in-pack", "impossible-points"} <= rules.keys()
    missing = {rule: rules.get(rule) for rule in {*rules, *COMPOSED} if rule not in WHEN}
    assert not missing, f"{missing} need a row in ROWS (domain/kernel/provable.py): when is it proved that the rule was broken?"


def test_every_rule_with_a_row_in_provable_occurs_in_the_code() -> None:
    texts = {text for path, tree in TREES.items() if path.name != "provable.py" for text in _texts(tree)}
    rows = {rule for rules in ROWS.values() for rule in rules.split()}
    assert rows - texts - COMPOSED == set(), "no code names these rules any more: delete their rows in ROWS (domain/kernel/provable.py)"


def test_when_proved_refuses_a_rule_without_a_row_in_provable() -> None:
    with pytest.raises(LookupError, match="no-such-rule"):
        when_proved("no-such-rule")


# --- how much is proved (bench/strength.py) -----------------------------------------------------------------------------------------------


def test_planted_revokes_are_proved_in_a_closed_deal_even_if_half_of_the_hands_are_hidden() -> None:
    proved, rules = counted("revoke", "proved", 0.5, 20)
    assert proved >= 16
    assert rules["revoke"] > 10


def test_every_planted_revoke_is_proved_when_every_card_is_known() -> None:
    assert counted("revoke", "proved", 0.0, 20)[0] == 20


@pytest.mark.parametrize("games", [1, pytest.param(5, marks=slow)])
@pytest.mark.parametrize(("family", "name"), [(family, name) for family, plants in PLANTS.items() for name in plants])
def test_each_planted_breach_is_proved_or_raises_a_query_when_every_card_is_known(family: str, name: str, games: int) -> None:
    found = counted(name, "cut", 0.0, games, family)[0]
    assert found == games, f"`check` has no finding about {name!r} in {family}, or the act in bench/planting breaks no rule"


@pytest.mark.parametrize(("family", "name"), [("bid-whist", "revoke"), ("bid-whist", "joker too early"), ("spades", "revoke")])
def test_planted_revokes_of_other_games_of_tricks_are_proved_too(family: str, name: str) -> None:
    """Source: BW-5; BW-10; docs/decisions/domain-asking.md."""
    assert counted(name, "proved", 0.5, 5, family)[0] >= 4


@pytest.mark.parametrize("family", ["hi-lo", "high-card", "high-card-low-card", "one-up", "box"])
def test_a_visible_card_outside_the_pack_raises_a_query_even_if_every_hand_is_hidden(family: str) -> None:
    name = "card not in pack"
    assert counted(name, "cut", 1.0, 5, family)[0] == 5


def test_every_family_of_games_has_planted_breaches() -> None:
    missing = {system.family for system in SYSTEMS.values()} - PLANTS.keys()
    assert not missing, f"{missing} need rows in PLANTS (bench/planting/__init__.py): acts that break a rule, which the record must show"
