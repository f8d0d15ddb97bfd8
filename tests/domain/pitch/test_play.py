"""Play of the cards, clause by clause: trump, turns, leaders, players who are out, revokes, and the end of a deal."""

from dataclasses import replace

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act
from domain.record.fold import Reading
from domain.system import PUBLIC, SCOREKEEPER, seat_viewer
from domain.systems.pitch import SYSTEMS as VARIANTS_PLAYED
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.variants import VARIANTS
from tests.domain.pitch.playing import broken, calls, deal, deal_of, draws, game, names, plays, scores, stated, table_of, throws
from tests.domain.playing import act, suspicions

CLASSIC, PAGAT, FIFTY_THREE, ROADHOUSE = "pitch-auction-classic", "pitch-pagat-partnership", "smear-53-four", "pitch-roadhouse"
CAMPBELL, CHARBONNEAU, PASTIMES, PARLETT = "pitch-campbell-ten-point", "pitch-charbonneau-ten", "smear-pastimes-54", "smear-parlett"
OFF_THREE = "smear-pastimes-off-three"
PAWNEE, FOLDING, BANS = "pitch-pawnee-five", "pitch-six-point-fold", "pitch-pagat-no-trump-first-trick"

BOUGHT = [deal(0), *calls("1:2 2:pass 3:pass 0:pass")]
"""Seat 0 deals, and seat 1 wins the auction with a bid of two."""


def after(slug: str | Ruleset, line: str, *before: Act, seats: int | None = None) -> Reading:
    """Return a game that ends with the plays of the line. `before`: the acts before them (by default an auction that seat 1 wins with a
    bid of two)."""
    return game(slug, *(before or BOUGHT), *plays(line), seats=seats)


# --- trump -------------------------------------------------------------------------------------------------------------------------------

PITCHED: list[tuple[str, str, str | None, list[str], str]] = [
    (PAGAT, "1:4H", "H", [], "PI-10: its suit"),
    (FIFTY_THREE, "1:HJ", "S", [], "PI-10: pitched_joker spades"),
    (FIFTY_THREE, "1:HJ/D", "D", [], "PI-10: the player has said so"),
    (FOLDING, "1:HJ/D", "D", [], "PI-10: declared"),
    (FOLDING, "1:HJ 2:9D", "", ["trump-unsaid"], "PI-10: to be declared, and not written down"),
    (FOLDING, "1:JH", "H", [], "PI-10: a jack is of its printed suit"),
    (FOLDING, "1:JH/D", "D", [], "PI-10: unless it is said to be the off-jack"),
]


@pytest.mark.parametrize(("slug", "line", "trump", "found", "source"), PITCHED, ids=[row[-1] for row in PITCHED])
def test_the_suit_of_the_first_card_becomes_trump(slug: str, line: str, trump: str, found: list[str], source: str) -> None:
    rules = replace(VARIANTS[slug].rules, pitched_joker="declare") if slug == FOLDING else VARIANTS[slug].rules
    reading = after(rules, line)
    assert (deal_of(reading).trump or "", broken(reading, gaps=True)) == (trump, found), source


# --- turns and leaders -------------------------------------------------------------------------------------------------------------------

TURNS: list[tuple[str, list[str], int | None, str]] = [
    ("1:AS 2:2S 3:3S 0:4S", [], 1, "03 §3: the winner leads"),
    ("1:4S 2:2S 3:AS 0:3S", [], 3, "03 §3: highest trump"),
    ("2:AS", ["wrong-leader"], 3, "03 §3: the maker leads"),
    ("1:AS 3:3S", ["out-of-turn"], 2, "03 §4: turn"),
    ("1:AS 2:2S 3:3S 0:4S 2:9H", ["wrong-leader"], 3, "03 §3"),
    ("1:AS 2:2S 3:3S 1:KS", ["card-missing"], 2, "a trick that lacks a card is taken as it lies"),
    ("1:AS 2:AS", ["card-seen-twice"], 3, "00 uniqueness"),
    ("1:AS 2:HJ", ["not-in-pack"], 3, "03 §1 pack"),
]


@pytest.mark.parametrize(("line", "found", "turn", "source"), TURNS, ids=[row[0] for row in TURNS])
def test_a_line_of_plays_leads_to_the_expected_turn_and_findings(line: str, found: list[str], turn: int | None, source: str) -> None:
    reading = after(PAGAT, line)
    assert (broken(reading, gaps=True), deal_of(reading).turn) == (found, turn), source


# --- what may be played ------------------------------------------------------------------------------------------------------------------

REVOKES: list[tuple[str, str, list[str], str]] = [
    (PAGAT, "1:AS 2:9H 3:2S 0:3S 1:4S 2:KS", ["revoke"], "a trump later, when trump was led before"),
    (PAGAT, "1:AS 2:4S 3:2S 0:3S 1:9H 2:KS 3:8H 0:7H 2:TH", [], "follow_or_trump: a trump may go on any lead"),
    (PAGAT, "1:AS 2:4S 3:2S 0:3S 1:9H 2:9D 3:8H 0:7H 1:AH 2:TH", ["revoke"], "the suit led, held back"),
    (ROADHOUSE, "1:AS 2:4S 3:2S 0:3S 1:9H 2:KS 3:8H 0:7H 2:TH", ["revoke"], "strict: the same is a revoke there"),
    ("pitch-28-card", "0:9H 1:8H 2:AS 3:TH", [], "first_lead any"),
    (BANS, "1:9H 2:KS 3:8H 0:7H 2:9D", ["revoke"], "PI-15: the ban, proved by a plain card later"),
    (BANS, "1:9H 2:KS 3:8H 0:7H 2:QS 3:2H 0:3H 1:4H 2:JS", [], "PI-15: a hand of trumps is exempt"),
    (CHARBONNEAU, "1:9H", ["not-a-trump"], "trumps_only"),
    (PASTIMES, "1:9H 2:2S 3:3S 0:4S 0:KS", [], "PI-45: any card may open, and loses to a trump"),
    (OFF_THREE, "1:9H 2:2S", [], "PI-45: in both games"),
    (PASTIMES, "1:9H 2:8D", ["not-a-trump"], "PI-45: the others follow the trumps-only rule"),
    (PASTIMES, "1:AS 2:2S 3:3S 0:4S 1:9H", ["not-a-trump"], "PI-45: only to open"),
    (CAMPBELL, "1:AS 2:9H", ["not-a-trump"], "trump_strict_off_free: a trump to a trump, or out"),
    (CAMPBELL, "1:AS 2:2S 3:3S 0:4S 1:9H 2:8D 3:KS", [], "trump_strict_off_free: anything to a plain lead"),
]


@pytest.mark.parametrize(("slug", "line", "found", "source"), REVOKES, ids=[f"{row[0]} {row[-1]}" for row in REVOKES])
def test_a_card_shown_later_proves_that_an_earlier_play_was_illegal(slug: str, line: str, found: list[str], source: str) -> None:
    """PI-28, 00_conventions: the variant's own rules for following suit decide. Only cards that everybody has seen are used as proof."""
    if VARIANTS[slug].rules.trump_by == "announce":
        low = VARIANTS[slug].rules.bid_min
        maker = int(line[0])
        bid = f"1:pass 2:pass 3:pass 0:{low}" if maker == 0 else f"1:{low} 2:pass 3:pass 0:pass"
        reading = game(slug, deal(0), *calls(bid), names(maker, "S"), *plays(line))
    else:
        reading = after(slug, line, seats=4)
    assert broken(reading) == found, source
    assert all(not finding.rests_on for finding in reading.findings)


HAND = {2: "KS 4S TH 9H 9D 8C"}
KNOWN: list[tuple[str, str, list[str], str]] = [
    (PAGAT, "1:AS 2:9H", ["revoke"], "a trump is held"),
    (PAGAT, "1:AS 2:4S 3:2S 0:3S 1:7H 2:9D", ["revoke"], "the suit led is held"),
    (PAGAT, "1:AS 2:4S 3:2S 0:3S 1:7H 2:KS", [], "and may be trumped"),
    (ROADHOUSE, "1:AS 2:4S 3:2S 0:3S 1:7H 2:KS", ["revoke"], "but not under strict"),
    (PAGAT, "1:AS 2:QS", ["card-not-held"], "every card of that hand is recorded"),
    (PAGAT, "1:KS", ["card-held-elsewhere"], "it is another's"),
]


@pytest.mark.parametrize(("slug", "line", "found", "source"), KNOWN, ids=[f"{row[0]} {row[-1]}" for row in KNOWN])
def test_a_recorded_hand_proves_an_illegal_play(slug: str, line: str, found: list[str], source: str) -> None:
    """Only viewers who may see the recorded hand see the finding."""
    reading = after(slug, line, deal(0, HAND), *calls("1:2 2:pass 3:pass 0:pass"), seats=4)
    assert broken(reading) == found, source
    assert all(finding.rests_on == {2} and not PUBLIC.may_see(finding) for finding in reading.findings)


# --- dead tricks --------------------------------------------------------------------------------------------------------------------------

TRUMPED = [deal(0), *calls("1:5 2:pass 3:pass 0:pass"), names(1, "S")]


def test_nobody_takes_a_trick_that_the_rules_call_dead() -> None:
    """PI-14: the leader of the trick leads again. With the option `to_leader` the leader takes the trick."""
    line = "1:AS 2:2S 3:3S 0:4S 1:9H 2:8D 3:8C 0:7H"
    dead = deal_of(after(CAMPBELL, line, *TRUMPED))
    assert (dead.tricks[1].winner, dead.turn) == (None, 1)
    rules = replace(VARIANTS[CAMPBELL].rules, house=frozenset({"to_leader"}))
    assert deal_of(after(rules, line, *TRUMPED)).tricks[1].winner == 1


def test_a_plain_card_that_opens_the_deal_is_legal_and_wins_no_trick() -> None:
    """PI-45: the maker may open with a plain card. If nobody else has a trump, nobody takes the trick."""
    dead = after(PASTIMES, "1:9H 2:out 3:out 0:out", *TRUMPED)
    assert (broken(dead), deal_of(dead).tricks[0].winner, deal_of(dead).turn) == ([], None, 1)


TRUMPLESS = [
    deal(0, {1: "2H 3H 4H 5H 6H 7H 8H 9H TH", 2: "AS 2S 3S 4S 5S 6S 2C 3C 4C"}), *TRUMPED[1:], throws(1, 9), throws(2, 3, "2C 3C 4C"),
    throws(3, 9), throws(0, 9), draws(1, 6, "2D 3D 4D 5D 6D 7D"), draws(3, 6), draws(0, 6),
]  # fmt: skip


@pytest.mark.parametrize(("line", "found", "turn", "source"), [
    ("1:out 3:7S", [], 0, "PI-45: the partner of a maker without a trump opens"),
    ("3:7S", [], 0, "PI-45, PI-47: also without a word"),
    ("1:2D 2:2S", ["not-out"], 3, "PI-45: such a maker does not open"),
    ("1:out 2:2S", ["wrong-leader"], 3, "PI-45: nor does anybody but the partner"),
])  # fmt: skip
def test_a_maker_without_a_trump_does_not_open(line: str, found: list[str], turn: int, source: str) -> None:
    reading = after(PASTIMES, line, *TRUMPLESS)
    assert (broken(reading), deal_of(reading).turn) == (found, turn), source


HELD = [deal(0), *TRUMPED[1:], *(throws(seat, 6) for seat in (1, 2, 3, 0)), *(draws(seat, 3) for seat in (1, 2, 3, 0))]


def test_a_maker_who_opened_with_a_plain_card_held_a_trump() -> None:
    """PI-45: so a maker who leaves the deal at the next turn had none, and was not to open."""
    assert broken(after(PASTIMES, "1:9H 2:2S 3:3S 0:4S 0:KS 1:out", *TRUMPED)) == ["not-out"]
    assert broken(after(PASTIMES, "1:2H 2:2S 3:3S 0:4S 0:KS 1:out", *HELD)) == ["no-such-deal"]
    assert broken(after(PASTIMES, "1:9H 2:2S 3:3S 0:4S 0:KS 1:QS", *TRUMPED)) == []


def test_a_breach_is_charged_to_the_player_who_committed_it() -> None:
    """The finding names the player who acted, and not the player whose turn it was, because breaches are counted by player."""
    assert [finding.seats for line in ("1:AS 3:3S", "2:AS") for finding in after(CLASSIC, line, seats=4).findings] == [(3,), (2,)]


# --- extras, folds, partners -------------------------------------------------------------------------------------------------------------

KEEPS = [deal(0), *calls("1:2 2:pass 3:pass 0:pass"), names(1, "S"), throws(1, 2), throws(2, 10), throws(3, 10), throws(0, 10)]
EXTRAS: list[tuple[str, list[str], str]] = [
    ("1:AS+3S+2S", [], "PI-13, pi-121: eight trumps, two extras"),
    ("1:AS", ["wrong-number-of-extras"], "PI-13: they must be added"),
    ("1:AS+3S+9H", ["extra-not-a-trump", "plain-card-kept"], "PI-13"),
    ("1:AS+3S+2S 2:KS+4S", ["wrong-number-of-extras"], "six are held: nothing to add"),
]


@pytest.mark.parametrize(("line", "found", "source"), EXTRAS)
def test_cards_above_the_hand_limit_must_be_added_to_the_first_trick(line: str, found: list[str], source: str) -> None:
    reading = after(PARLETT, line, *KEEPS)
    assert broken(reading) == found, source
    if not found:
        assert (deal_of(reading).counts[Seat(1)], len(deal_of(reading).gone)) == (5, 3)


def test_makers_who_fold_lose_their_bid() -> None:
    """PI-19, pi-118: seat 2 defends and has played the ace, so the defenders get High."""
    before = [deal(0), *calls("1:4 2:pass 3:pass 0:pass")]
    folded = game(FOLDING, *before, *plays("1:QS 2:AS 3:3S 0:4S"), act("DealFolded", seat=3))
    assert (scores(folded), broken(folded)) == ([1, -4, 1, -4], [])
    assert broken(game(FOLDING, *before, *plays("1:QS"), act("DealFolded", seat=2))) == ["not-the-maker"]
    assert broken(game(PAGAT, *BOUGHT, *plays("1:QS"), act("DealFolded", seat=1))) == ["no-folding"]


CALLED = [deal(0), *calls("1:2 2:pass 3:pass 4:pass 0:pass"), act("KittyTaken", seat=1), names(1, "S")]


def test_the_player_of_the_called_card_is_the_partner() -> None:
    """PI-25, §2 call-partner: the called card must be played to the first trick."""
    called = [*CALLED, act("PartnerCalled", seat=1, card="KS")]
    reading = after(PAWNEE, "1:AS 2:2S 3:KS", *called)
    assert (deal_of(reading).partner, broken(reading)) == (3, [])
    late = after(PAWNEE, "1:AS 2:2S 3:QS 4:3S 0:4S 1:5S 2:6S 3:KS", *called)
    assert broken(late) == ["called-card-kept"]
    alone = after(PAWNEE, "1:KS 2:2S", *called)
    assert (deal_of(alone).partner, broken(alone)) == (None, [])
    assert broken(game(PAWNEE, *CALLED, act("PartnerCalled", seat=1, card="KH"))) == ["called-no-trump"]


# --- the end of a deal -------------------------------------------------------------------------------------------------------------------

FULL = "1:AS 2:2S 3:JS 0:4S 1:KS 2:3S 3:9H 0:5S 1:QS 2:7H 3:8H 0:6S 1:TS 2:TH 3:AH 0:7S 1:9S 2:2H 3:3H 0:8S 1:9D 2:AD 3:TD 0:2D"


def test_a_deal_recorded_to_its_last_card_is_scored() -> None:
    """03 §5, §6: the makers score high, jack and game, the others low. The player on the dealer's left deals next."""
    reading = after(PAGAT, FULL)
    assert (scores(reading), broken(reading)) == ([1, 3, 1, 3], [])
    summary = table_of(reading).dealt[0]
    assert (summary.maker, summary.bid, summary.trump, summary.made) == (1, 2, "S", True)
    assert dict(summary.points or {}) == {"high": 1, "low": 0, "jack": 1, "game": 1}
    assert (deal_of(reading).dealer, deal_of(reading).phase) == (1, "deal")


def test_a_stated_result_of_a_deal_is_compared_with_the_played_cards() -> None:
    right = stated(1, maker=1, bid=2, trump="S", points={"high": 3, "low": 2, "jack": 1, "game": 1}, made=True)
    assert broken(game(PAGAT, *BOUGHT, *plays(FULL), right)) == []
    wrong = stated(1, maker=1, bid=3, trump="H", points={"high": 0, "low": 2, "jack": 1}, made=False)
    reading = game(PAGAT, *BOUGHT, *plays(FULL), wrong)
    assert broken(reading) == ["deal-stated-otherwise"]
    assert suspicions(reading)[0].sentence == (
        "Deal 1 as entered contradicts the record. Entered: "
        "bid 3, not 2; trump hearts, not spades; bid set, not made; game nobody, not {1}; high {0}, not {1}."
    )
    claims = [act("RoundStated", round=1, points={"1": 4, "0": 0}), act("ScoreStated", scores={"0": 1, "1": 3})]
    assert broken(game(PAGAT, *BOUGHT, *plays(FULL), *claims)) == ["round-stated-otherwise"]


def test_the_cards_of_a_won_trick_are_hidden_after_the_next_lead() -> None:
    """03 §4 Visibility: after the lead to the next trick, only the scorekeeper sees the cards of the last trick until the deal ends."""
    system = {system.slug: system for system in VARIANTS_PLAYED}[PAGAT]
    first = list(plays(FULL))[:4]
    reading = game(PAGAT, *BOUGHT, *first)
    event = reading.events[-1]
    assert system.shown(event, reading.table, PUBLIC) == event, "the last trick may still be seen"
    led = game(PAGAT, *BOUGHT, *first, *plays("1:KS"))
    assert system.shown(event, led.table, PUBLIC) is None
    assert system.shown(event, led.table, SCOREKEEPER) == event
    assert system.seen_by(led.table, seat_viewer(led.opened.seats[0].seat)).face_up == ("KS",)
    over = game(PAGAT, *BOUGHT, *plays(FULL))
    assert system.shown(event, over.table, PUBLIC) == event


def leads_after(rules: Ruleset) -> object:
    return deal_of(after(rules, "1:3S 2:AS 3:4S 0:5S 2:out", *TRUMPED)).turn


def ends_early(rules: Ruleset) -> object:
    return broken(after(rules, "1:QS 2:AS 3:3S 0:4S", *BOUGHT, seats=4)) + broken(
        game(rules, *BOUGHT, *plays("1:QS 2:AS 3:3S 0:4S"), act("DealFolded", seat=1), seats=4)
    )


def makes_trump(rules: Ruleset) -> object:
    return deal_of(after(rules, "1:HJ", *BOUGHT)).trump


FIELD_ROWS = (
    ("out_leader", CHARBONNEAU, {"out_leader": "partner", "team_out": "opponents_take_rest"}, leads_after, "PI-32"),
    ("fold", FOLDING, {"fold": "never"}, ends_early, "PI-19"),
    ("pitched_joker", FIFTY_THREE, {"pitched_joker": "declare"}, makes_trump, "PI-10"),
    ("trump_by", PAGAT, {"trump_by": "announce", "exchange": ("name_trump",)}, lambda rules: deal_of(after(rules, "1:4H")).trump, "03 §1"),
)
OPTION_ROWS = (("fold", CAMPBELL, True, lambda rules: broken(game(rules, *TRUMPED, *plays("1:AS"), act("DealFolded", seat=1))), "PI-19"),)
