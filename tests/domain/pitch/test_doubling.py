"""Doubled bids (PI-29): their scores and findings, and when the table asks whether a player doubles."""

from random import Random

import pytest

from bench.played import choosing
from domain.kernel.events import Act, BidDoubled
from domain.kernel.view import Said
from domain.record.fold import read
from domain.selfplay import act_for, move
from domain.system import PUBLIC, System, Table
from domain.systems.pitch.rules.options import patched
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.variants import VARIANTS
from tests.domain.pitch.hiding import named
from tests.domain.pitch.playing import PLAYED, broken, calls, deal, deal_of, game, names, plays, scores, stated, table_of
from tests.domain.playing import act, events, opening, suspicions
from tests.systems import every_variant

PAGAT, PITCHING, TEN = "pitch-pagat-partnership", "pitch-pagat-pitching", "smear-ten-point"
PAWNEE, ROUND, CHARBONNEAU = "pitch-pawnee-five", "pitch-28-card", "pitch-charbonneau-ten"
CARDS = "1:AS 2:2S 3:JS 0:4S 1:KS 2:3S 3:9H 0:5S 1:QS 2:7H 3:8H 0:6S 1:TS 2:TH 3:AH 0:7S 1:9S 2:2H 3:3H 0:8S 1:9D 2:AD 3:TD 0:2D"
"""The 24 plays of a deal. Seats 1 and 3 make the points High, Jack and Game; seats 0 and 2 make Low."""


def doubling(slug: str) -> Ruleset:
    return patched(VARIANTS[slug].rules, {"doubling": True})


def doubles(seat: int) -> Act:
    return act("BidDoubled", seat=seat)


def bought(line: str) -> tuple[Act, ...]:
    return deal(0), *calls(line)


MADE, SET = bought("1:3 2:pass 3:pass 0:pass"), bought("1:4 2:pass 3:pass 0:pass")
PLAYED_OUT: list[tuple[Ruleset | str, tuple[Act, ...], list[int], list[str], str]] = [
    (doubling(PAGAT), (*SET, doubles(2), *plays(CARDS)), [1, -8, 1, -8], [], "PI-29: set, twice the bid"),
    (doubling(PAGAT), (*SET, *plays(CARDS)), [1, -4, 1, -4], [], "PI-29: not doubled, the bid"),
    (doubling(PAGAT), (*MADE, doubles(0), *plays(CARDS)), [1, 3, 1, 3], [], "PI-29: made, nothing changes"),
    (PAGAT, (*SET, doubles(2), *plays(CARDS)), [1, -4, 1, -4], ["no-doubling"], "§7: the option is off"),
    (doubling(PAGAT), (deal(0), *calls("1:4"), doubles(2), *calls("2:pass 3:pass 0:pass"), *plays(CARDS)), [1, -8, 1, -8], [], "at once"),
    (doubling(PAGAT), (deal(1), *calls("2:2"), doubles(1), *calls("3:pass 0:pass 1:4"), *plays(CARDS)), [1, -4, 1, -4], [], "outbid"),
    (doubling(PAGAT), (doubles(2), *plays(CARDS), stated(1, bid=4)), [1, -8, 1, -8], ["nothing-to-double"], "the bid was not recorded"),
    (doubling(PAGAT), (*SET, *plays("1:AS 2:2S"), doubles(0), *plays(CARDS[10:])), [1, -4, 1, -4], ["doubled-too-late"], "too late"),
    (doubling(PAGAT), (*SET, doubles(3), *plays(CARDS)), [1, -4, 1, -4], ["doubled-own-bid"], "not by the partner"),
    (doubling(PAGAT), (*SET, doubles(2), doubles(0), *plays(CARDS)), [1, -8, 1, -8], ["doubled-twice"], "decision: once, not four times"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "acts", "totals", "found", "source"), PLAYED_OUT, ids=[row[-1] for row in PLAYED_OUT])
def test_a_deal_played_with_a_doubled_bid_has_the_expected_score(
    rules: Ruleset | str, acts: tuple[Act, ...], totals: list[int], found: list[str], source: str
) -> None:
    reading = game(rules, *acts)
    assert (scores(reading), broken(reading, gaps=True)) == (totals, found), source


POINTS = {"high": 1, "jack": 3, "game": 1, "low": 0}
STATED: list[tuple[str, tuple[Act, ...], list[int], list[str], str]] = [
    (PAGAT, (stated(1, maker=1, bid=4, points=POINTS, doubled=True),), [1, -8, 1, -8], [], "PI-29: set, twice the bid"),
    (PAGAT, (stated(1, maker=1, bid=3, points=POINTS, doubled=True),), [1, 3, 1, 3], [], "PI-29: made, nothing changes"),
    (PAGAT, (stated(1, maker=1, bid=4, points=POINTS, doubled=False),), [1, -4, 1, -4], [], "PI-29: not doubled"),
    (TEN, (stated(1, maker=1, bid=6, counts={"1": 5, "0": 5}, doubled=True),), [5, -12, 5, -12], [], "counts of points will do"),
    (PAGAT, (*SET, doubles(2), stated(1, points=POINTS)), [1, -8, 1, -8], [], "the recorded doubling is not stated"),
    (PAGAT, (*SET, stated(1, points=POINTS, doubled=True)), [1, -8, 1, -8], [], "the doubling is only stated"),
    (PAGAT, (*SET, doubles(2), stated(1, points=POINTS, doubled=False)), [1, -8, 1, -8], ["deal-stated-otherwise"], "the record stands"),
    (PAGAT, (*SET, *plays(CARDS), stated(1, doubled=True)), [1, -4, 1, -4], ["deal-stated-otherwise"], "not doubled, stated as doubled"),
    (PAGAT, (*SET, doubles(0), *plays(CARDS), stated(1, doubled=False)), [1, -8, 1, -8], ["deal-stated-otherwise"], "stated not doubled"),
    (PAGAT, (*SET, doubles(0), *plays(CARDS), stated(1, doubled=True)), [1, -8, 1, -8], [], "stated as recorded"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "acts", "totals", "found", "source"), STATED, ids=[row[-1] for row in STATED])
def test_a_stated_deal_with_a_doubled_bid_has_the_expected_score(
    slug: str, acts: tuple[Act, ...], totals: list[int], found: list[str], source: str
) -> None:
    reading = game(doubling(slug), *acts)
    assert (scores(reading), broken(reading, gaps=True)) == (totals, found), source


def test_without_the_house_rule_a_stated_doubling_is_reported_and_not_scored() -> None:
    """§7: the doubling does not count, whether only the result of the deal is recorded or also its cards."""
    for acts in ((stated(1, maker=1, bid=4, points=POINTS, doubled=True),), (*SET, *plays(CARDS), stated(1, doubled=True))):
        reading = game(PAGAT, *acts)
        assert (scores(reading), broken(reading, gaps=True)) == ([1, -4, 1, -4], ["no-doubling"])
        assert reading.findings[0].source == "PI-29"


WRONG: list[tuple[Ruleset | str, tuple[Act, ...], str, tuple[int, ...], str]] = [
    (PAGAT, (*SET, doubles(2)), "no-doubling", (7,), "{2} doubled the bid: this game has no doubling."),
    (doubling(PAGAT), (deal(0), *calls("1:pass"), doubles(2)), "nothing-to-double", (4,), "{2} doubled, but no bid is written down."),
    (doubling(PAGAT), (*SET, doubles(1)), "doubled-own-bid", (3, 7), "{1} doubled a bid of their own."),
    (doubling(PAGAT), (*SET, doubles(3)), "doubled-own-bid", (3, 7), "{3} doubled the bid of {1}, who is on the same side."),
    (doubling(PAGAT), (*SET, doubles(2), doubles(0)), "doubled-twice", (7, 8), "{0} doubled a bid that had already been doubled."),
    (
        doubling(PAGAT), (*SET, *plays("1:AS 2:2S"), doubles(0)), "doubled-too-late", (7, 9),
        "{0} doubled the bid after the first card had been played.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "acts", "rule", "versions", "sentence"), WRONG, ids=[f"{row[2]} {row[3]}" for row in WRONG])
def test_a_doubling_against_the_rules_gives_one_finding(
    rules: Ruleset | str, acts: tuple[Act, ...], rule: str, versions: tuple[int, ...], sentence: str
) -> None:
    [finding] = suspicions(game(rules, *acts))
    assert (finding.rule, finding.source, finding.versions, finding.sentence) == (rule, "PI-29", versions, sentence)
    assert finding.kind == ("gap" if rule == "nothing-to-double" else "breach")
    assert finding.rests_on == frozenset()


STANDS: list[tuple[str, tuple[Act, ...], bool, str]] = [
    (PAGAT, (*bought("1:2"), doubles(2), *calls("2:3")), False, "a higher bid ends the doubling"),
    (PAGAT, (*bought("1:2"), doubles(2), *calls("2:2")), True, "a bid that is not higher does not"),
    (PAGAT, (*bought("1:2"), doubles(2), *calls("2:pass 3:pass 0:2")), False, "the dealer takes the bid over"),
    (ROUND, (*bought("1:2"), doubles(2), *calls("2:pass 3:pass 0:3 1:pass")), False, "a later pass does not bring it back"),
    (PAGAT, (*calls("1:2"), doubles(2)), True, "nobody knows who deals"),
    (PAGAT, (*calls("1:2"), doubles(2), *calls("2:3")), False, "dealer unknown, and a higher bid"),
    (TEN, (*calls("1:3 2:pass 3:pass 0:pass"), names(1, "H"), doubles(0)), True, "in the exchange"),
    (CHARBONNEAU, (*bought("1:pass 2:pass 3:pass"), doubles(1)), True, "PI-42: a bid that need not be written down"),
    (PITCHING, (*bought("1:2 2:KS 3:pass 0:pass"), doubles(3)), True, "PI-39: the card pitched is the bid"),
    (PAWNEE, (*bought("1:5 2:pass 3:pass 4:pass 0:pass"), doubles(3)), True, "PI-25: nobody is the partner yet"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "acts", "stands", "source"), STANDS, ids=[f"{row[0]} {row[-1]}" for row in STANDS])
def test_a_doubling_stands_until_a_higher_bid_replaces_the_doubled_bid(slug: str, acts: tuple[Act, ...], stands: bool, source: str) -> None:
    reading = game(doubling(slug), *acts)
    assert (deal_of(reading).doubled is not None) == stands, source
    assert [rule for rule in broken(reading, gaps=True) if "doubl" in rule] == []


def test_everyone_sees_a_doubling() -> None:
    """The doubling is shown with the call, with the maker, and with the result of the deal."""
    system, rules = PLAYED[PAGAT], doubling(PAGAT)
    view = system.seen_by(game(rules, deal(0), *calls("1:4"), doubles(2)).table, PUBLIC)
    assert view.seats[1].said == Said("bid", 4, doubled=True)
    reading = game(rules, *SET, doubles(2), *plays("1:AS"))
    now = system.seen_by(reading.table, PUBLIC)
    assert (now.maker, now.trump) == (1, "S")
    assert now.seats[1].said == Said("bid", 4, doubled=True)
    assert system.shown(reading.events[6], reading.table, PUBLIC) == reading.events[6]
    over = game(rules, *SET, doubles(2), *plays(CARDS))
    points = "({1} and {3}: high, jack, game; {0} and {2}: low)"
    sentence = f"Deal 1: {{1}} was set at 4 in spades, doubled {points}; {{0}} +1, {{1}} -8, {{2}} +1, {{3}} -8."
    assert system.seen_by(over.table, PUBLIC).last_round == sentence
    assert table_of(over).dealt[0].doubled


def test_a_retracted_doubling_changes_neither_scores_nor_findings() -> None:
    doubled = game(doubling(PAGAT), *SET, doubles(2), act("Retracted", target=7), *plays(CARDS))
    assert (scores(doubled), broken(doubled)) == ([1, -4, 1, -4], [])


OFFERED: list[tuple[Ruleset | str, tuple[Act, ...], list[int], str]] = [
    (PAGAT, SET, [], "§7: the option is off"),
    (doubling(PAGAT), (deal(0),), [], "no bid stands"),
    (doubling(PAGAT), (deal(0), *calls("1:2")), [0, 2], "the opponents"),
    (doubling(PAGAT), SET, [0, 2], "before the first card"),
    (doubling(PAGAT), (*SET, *plays("1:AS")), [], "after it"),
    (doubling(PAGAT), (*SET, doubles(2)), [], "doubled already"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "acts", "seats", "source"), OFFERED, ids=[row[-1] for row in OFFERED])
def test_the_expected_seats_are_asked_whether_they_double(
    rules: Ruleset | str, acts: tuple[Act, ...], seats: list[int], source: str
) -> None:
    asked = [prompt for prompt in PLAYED[PAGAT].prompts(game(rules, *acts).table) if prompt.type == "BidDoubled"]
    assert [prompt.seat for prompt in asked] == seats, source
    assert not any(prompt.expected for prompt in asked)


def test_the_form_for_stating_a_deal_asks_whether_the_bid_was_doubled() -> None:
    """The form asks this question only if the game has the house rule that allows doubling."""
    for rules, fields in ((doubling(PAGAT), 1), (PAGAT, 0)):
        asks = [ask for prompt in PLAYED[PAGAT].prompts(game(rules).table) for ask in prompt.asks if ask.field == "doubled"]
        assert [ask.optional for ask in asks] == [True] * fields


def doubled_game(system: System[Table], dice: Random) -> list[Act]:
    """Return the acts of a random legal game with every card told, at most 60. A player who may double doubles with a probability of one
    half."""
    choose = choosing(dice, 1.0)
    acts: list[Act] = [opening(system, dice.randint(*system.players), doubling=True)]
    reading = read(system, events(acts))
    while len(acts) < 60:
        offered = [prompt for prompt in system.prompts(reading.table) if prompt.type == "BidDoubled"]
        doubles = offered and dice.random() < 0.5
        made = act_for(choose(offered), choose) if doubles else move(system, reading.table, choose)
        if made is None:
            break
        acts.append(named(reading.table, made, choose))
        reading = reading.extended(events(acts)[-1:])
    assert reading.findings == ()
    return acts


@every_variant
def test_a_legal_game_with_doubling_has_no_findings(system: System[Table]) -> None:
    games = [doubled_game(system, Random(f"{system.slug} {seed}")) for seed in range(3)]
    assert any(isinstance(made, BidDoubled) for acts in games for made in acts)


OPTION_ROWS = (("doubling", PAGAT, True, lambda rules: scores(game(rules, *SET, doubles(2), *plays(CARDS))), "PI-29: by the event itself"),)
