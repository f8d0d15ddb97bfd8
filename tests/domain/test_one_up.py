"""One-up, clause by clause. Each row: a record, what must follow from the record, and the clause that says so.
`OU-1`: a clause of docs/rules/01_simple_games.md. `ou-01`: a worked example of tests/examples/worked_examples.json."""

from collections.abc import Mapping

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import Act
from domain.record.fold import Reading
from domain.system import PUBLIC, SCOREKEEPER, Unplayable, seat_viewer
from domain.systems import SYSTEMS
from domain.systems.one_up import ONE_UP, OneUpTable
from tests.domain.playing import act, opening, played, suspicions

SHORT: dict[str, Json] = {"removed": list("KQJT98765432")}  # each hand is the four aces
LOW: list[Json] = list("KQJT9876543")  # each hand has only aces and twos


def one_up(seats: int, *acts: Act, **options: Json) -> Reading:
    return played("one-up", seats, *acts, **options)


def offer(seat: int, card: str | None = None) -> Act:
    return act("CardOffered", seat=seat, card=card)


def flip(cards: str, seats: tuple[int, ...] = ()) -> Act:
    tokens = cards.split()
    return act("CardsFlipped", cards={str(seat): card for seat, card in zip(seats or range(len(tokens)), tokens, strict=True)})


def a_round(cards: str, seats: tuple[int, ...] = ()) -> list[Act]:
    return [*(offer(seat) for seat in seats or range(len(cards.split()))), flip(cards, seats)]


def table_of(reading: Reading) -> OneUpTable:
    assert isinstance(reading.table, OneUpTable)
    return reading.table


def piles(reading: Reading) -> list[int]:
    return list(table_of(reading).ledger.scores.values())


ROUNDS: list[tuple[str, Mapping[str, Json], list[int], str]] = [
    ("9S TS 4S", {}, [0, 3, 0], "ou-01: the sole highest takes all"),
    ("AS 2H", {"ace": "low"}, [0, 2], "ou-04, OU-1: ace low"),
    ("AS KH", {}, [2, 0], "OU-1: ace high"),
    ("KS KH 4S", {}, [1, 1, 1], "01 §3: if the highest is tied, each keeps their own"),
    ("4S 4H KS", {}, [0, 0, 3], "01 §3: ties below the top do nothing"),
    ("HJ AH", {"jokers": "top"}, [2, 0], "OU-1: jokers on top"),
    ("HJ LJ", {"jokers": "top"}, [1, 1], "OU-1: jokers level"),
]


@pytest.mark.parametrize(("cards", "options", "gains", "source"), ROUNDS, ids=[row[-1] for row in ROUNDS])
def test_a_round_of_one_up_adds_the_expected_cards_to_each_pile(
    cards: str, options: Mapping[str, Json], gains: list[int], source: str
) -> None:
    reading = one_up(len(cards.split()), *a_round(cards), **options)
    assert piles(reading) == gains, source
    assert not reading.findings
    assert sum(gains) == len(gains), "01 §3 audit: piles grow by n"


HANDS: list[tuple[int, Mapping[str, Json], int, str]] = [
    (3, {}, 52, "a whole pack each"),
    (3, {"jokers": "top"}, 54, "with jokers"),
    (2, {"pack_mode": "colours"}, 26, "one pack by colours"),
    (2, {"pack_mode": "colours", "jokers": "top"}, 27, "a joker each"),
    (4, {"pack_mode": "suits"}, 13, "OU-4: a suit each"),
    (2, {"pack_mode": "suits", "shares": {"0": "H", "1": "D"}}, 13, "OU-4: recorded in shares, the rest unused"),
    (2, {"removed": ["2", "3"]}, 44, "ranks dropped"),
    (2, {"removed": ["S"]}, 39, "a suit dropped"),
    (2, {"pack_mode": "colours", "removed": ["H", "S"]}, 13, "OU-2: still equal"),
    (2, {"pack_mode": "colours", "removed": ["2H", "3S"], "free_composition": True}, 25, "OU-2: other ranks allowed"),
]


@pytest.mark.parametrize(("seats", "options", "size", "source"), HANDS, ids=[row[-1] for row in HANDS])
def test_each_player_starts_with_the_expected_number_of_cards(seats: int, options: Mapping[str, Json], size: int, source: str) -> None:
    assert {hand.bit_count() for hand in table_of(one_up(seats, **options)).hands.values()} == {size}, source


REFUSED: list[tuple[int, Mapping[str, Json], str, str]] = [
    (1, {}, "/seats", "n ≥ 2"),
    (3, {"pack_mode": "colours"}, "/seats", "n = 2 for colours"),
    (5, {"pack_mode": "suits"}, "/seats", "OU-4: n ≤ 4 for suits"),
    (2, {"shares": {"0": "red"}}, "/options/shares", "shares only when one pack is shared"),
    (2, {"pack_mode": "suits", "shares": {"0": "S", "1": "S"}}, "/options/shares", "two seats with the same suit"),
    (2, {"pack_mode": "suits", "shares": {"0": "S"}}, "/options/shares", "a seat without a suit"),
    (2, {"pack_mode": "suits", "shares": {"0": "red", "1": "S"}}, "/options/shares", "a colour is no suit"),
    (2, {"pack_mode": "suits", "shares": {"0": "S", "3": "H"}}, "/options/shares", "a seat that does not exist"),
    (2, {"pack_mode": "suits", "jokers": "top"}, "/options/jokers", "jokers have no suit"),
    (2, {"pack_mode": "colours", "removed": ["H"]}, "/options/removed", "OU-2: sizes differ"),
    (2, {"pack_mode": "colours", "removed": ["2H"], "free_composition": True}, "/options/removed", "OU-2: sizes differ despite the option"),
    (2, {"pack_mode": "colours", "removed": ["2H", "3S"]}, "/options/removed", "OU-2: composition differs"),
    (2, {"removed": list("SHDC")}, "/options/removed", "no cards at all"),
    (2, {"removed": ["1"]}, "/options/removed/0", "an unknown rank"),
]


@pytest.mark.parametrize(("seats", "options", "pointer", "source"), REFUSED, ids=[row[-1] for row in REFUSED])
def test_an_opening_of_one_up_that_breaks_a_rule_is_refused(seats: int, options: Mapping[str, Json], pointer: str, source: str) -> None:
    with pytest.raises(Unplayable) as refused:
        opening(SYSTEMS["one-up"], seats, **options)
    assert pointer in {fault.pointer for fault in refused.value.faults}, source


ACES = "SHDC"


def four_aces(*winners: str) -> list[Act]:
    """Return one round of two players for each mark. `a`: the first player wins. `b`: the second player wins. `=`: both show aces. `-`:
    both show twos."""
    cards = {"a": "A 2", "b": "2 A", "=": "A A", "-": "2 2"}
    acts: list[Act] = []
    for winner in winners:
        first, second = cards[winner].split()
        acts += a_round(f"{first}S {second}S")
    return acts


TINY: dict[str, Json] = {"removed": [*LOW, "H", "D", "C"]}  # each hand is AS and 2S


def test_the_larger_pile_wins_when_all_cards_are_played() -> None:
    reading = one_up(3, *a_round("AS 2S 2S"), *a_round("2S AS AS"), **TINY)
    outcome = reading.system.outcome(reading.table)
    assert (outcome.state, outcome.winners, piles(reading)) == ("finished", (0,), [4, 1, 1])
    assert sum(piles(reading)) == 3 * 2, "01 §3 audit: n × hand size"


def test_players_with_equal_piles_share_the_win() -> None:
    """The rule is OU-3."""
    assert table_of(one_up(2, *four_aces("a", "b"), **TINY)).winners == (0, 1)


def test_the_option_sudden_death_decides_between_equal_piles() -> None:
    """OU-3 option: the players whose piles are equal get new hands and play on until one of them wins a round."""
    level = one_up(2, *four_aces("a", "b"), **TINY, sudden_death=True)
    assert (table_of(level).winners, {hand.bit_count() for hand in table_of(level).hands.values()}) == ((), {2})
    assert table_of(one_up(2, *four_aces("a", "b", "="), **TINY, sudden_death=True)).winners == ()
    assert table_of(one_up(2, *four_aces("a", "b", "=", "-", "b"), **TINY, sudden_death=True)).winners == (1,)
    third = one_up(3, *a_round("AS AS 2S"), *a_round("2S 2S AS"), **TINY, sudden_death=True)
    assert table_of(third).winners == (2,), "01 §3: 1+0, 1+0, 1+3"


def test_a_game_of_one_up_ends_only_after_all_rounds() -> None:
    """OU-8: the game goes on even if nobody can overtake the leader any more."""
    reading = one_up(2, *a_round("AS 2S"), *a_round("AH 2H"), *a_round("AD 2D"), removed=LOW)
    assert reading.system.outcome(reading.table).state == "open"


FOUND: list[tuple[list[Act], str, tuple[int, ...] | None, str]] = [
    ([offer(0), offer(0)], "changed-card", (2, 3), "01 §3 OFFER: not offered yet"),
    ([offer(0), flip("AS")], "revealed-too-early", (3,), "01 §3 FLIP: all have offered"),
    ([*a_round("AS 2S"), *a_round("AS 3S")], "card-seen-twice", (4, 7), "OU-7: already played"),
    ([*a_round("HJ 2S")], "not-in-hand", (4,), "01 §3 FLIP: in that player's set"),
    ([*a_round("AS@2 2S")], "not-in-hand", (4,), "00 conventions: another player's pack"),
    ([offer(0, "KS"), offer(1), flip("QS 2S")], "not-the-card-placed", (2, 4), "the sealed card agrees"),
    ([*a_round("AS 2S"), offer(0, "AS")], "card-seen-twice", (4, 5), "OU-7, sealed"),
    ([offer(5)], "not-in-round", (2,), "01 §3"),
    ([flip("AS", (4,))], "not-in-round", (2,), "01 §3"),
    ([act("PlayerJoined", seat=4)], "roster-fixed", (2,), "01 §3 SETUP"),
    ([act("PlayerLeft", seat=4)], "not-seated", (2,), "OU-6"),
    ([act("DealVoided", reason="x")], "nothing-to-void", (2,), "01 §3"),
    ([act("PlayerLeft", seat=1), offer(0)], "after-the-end", (3,), "OU-6: abandoned"),
    ([act("RoundStated", round=1, points={"0": 5})], "impossible-points", (2,), "01 §3 audit"),
    ([act("RoundStated", round=2, points={"0": 5})], "impossible-points", None, "rounds are missing, so nobody knows who plays"),
    ([act("RoundStated", round=1, points={"0": 2, "1": -1})], "impossible-points", (2,), "01 §3 award: to one pile"),
    ([act("RoundStated", round=1, points={"0": 1})], "too-few-points", (2,), "OU-6: a player may have left without a word"),
    ([act("RoundStated", round=1, points={})], "impossible-points", (2,), "01 §3 award: somebody wins cards"),
    ([*a_round("AS 2S"), act("RoundStated", round=1, points={"1": 2})], "round-stated-otherwise", (4, 5), "a claim refuted"),
    ([offer(0), offer(1), flip("AS"), flip("KS")], "revealed-twice", (2, 5), "01 §3 FLIP"),
]


@pytest.mark.parametrize(("acts", "rule", "versions", "source"), FOUND, ids=[f"{row[1]}: {row[3]}" for row in FOUND])
def test_a_record_of_one_up_has_the_expected_finding(acts: list[Act], rule: str, versions: tuple[int, ...] | None, source: str) -> None:
    by_rule = {finding.rule: finding.versions for finding in suspicions(one_up(2, *acts))}
    assert by_rule.get(rule) == versions, (source, by_rule)


def test_a_recorded_card_may_name_the_pack_that_it_belongs_to() -> None:
    reading = one_up(2, *a_round("AS@1 2S@2"))
    assert (piles(reading), reading.findings) == ([2, 0], ())


def test_a_round_with_a_card_that_the_player_cannot_hold_stays_open() -> None:
    """OU-7: the round stays open until the player shows another card, or the round is voided and the cards go back."""
    wrong = [*a_round("AS 2S"), *a_round("AS 3S")]
    assert piles(one_up(2, *wrong)) == [2, 0]
    assert piles(one_up(2, *wrong, flip("4H", (0,)))) == [4, 0]
    voided = one_up(2, *wrong, act("DealVoided", reason="OU-7"), *a_round("2H 3S"))
    assert (piles(voided), table_of(voided).ledger.round) == ([2, 2], 3)


def test_a_player_can_leave_during_the_game() -> None:
    """The rule is OU-6."""
    assert one_up(3, act("PlayerLeft", seat=1)).table.state == "abandoned"  # type: ignore[attr-defined]
    kept = one_up(3, *a_round("AS 2S 3S"), offer(0), offer(2), act("PlayerLeft", seat=1), flip("KS 4S", (0, 2)), remove_hand=True)
    assert (dict(table_of(kept).ledger.scores), kept.findings) == ({0: 5, 1: 0, 2: 0}, ())
    waiting = one_up(3, offer(0), offer(2), flip("KS 4S", (0, 2)), act("PlayerLeft", seat=1), remove_hand=True)
    assert piles(waiting) == [2, 0, 0]


def test_played_cards_are_hidden_from_players_until_the_game_ends() -> None:
    """OU-5: the next offer hides flipped cards from seats and public until the end. With the option, flipped cards stay open."""
    first = a_round("AS 2S")
    for options, viewer, closed in [
        ({}, seat_viewer(Seat(0)), True),
        ({}, PUBLIC, True),
        ({}, SCOREKEEPER, False),
        ({"open_history": True}, PUBLIC, False),
    ]:
        at_flip = one_up(2, *first, **TINY, **options)
        assert ONE_UP.shown(at_flip.events[3], table_of(at_flip), viewer) is not None, "at the flip everyone sees"
        later = one_up(2, *first, offer(0), **TINY, **options)
        event = ONE_UP.shown(later.events[3], table_of(later), viewer)
        assert (event is None) is closed
        view = ONE_UP.seen_by(table_of(later), viewer)
        assert (view.seats[1].hand is None) is closed
        assert [seat.cards for seat in view.seats] == [0, 1]
        assert [seat.score for seat in view.seats] == [2, 0], "counts may be shown"
    over = one_up(2, *first, *a_round("2S AS"), **TINY)
    assert ONE_UP.shown(over.events[3], table_of(over), PUBLIC) is not None


def test_a_withdrawn_flip_is_hidden_for_as_long_as_its_correction_is_hidden() -> None:
    """OU-5: the next offer hides the corrected flip. It also hides the withdrawn flip, which has some of the same cards."""
    slip = one_up(2, offer(0), offer(1), flip("AS 3S"), act("Retracted", target=4), flip("AS 2S"), offer(0))
    over = one_up(2, offer(0), offer(1), flip("AS 3S"), act("Retracted", target=4), flip("AS 2S"), *a_round("2S AS"), **TINY)
    for version in (4, 6):
        assert ONE_UP.shown(slip.events[version - 1], table_of(slip), PUBLIC) is None
        assert ONE_UP.shown(slip.events[version - 1], table_of(slip), SCOREKEEPER) is not None
        assert ONE_UP.shown(over.events[version - 1], table_of(over), PUBLIC) is not None


def test_rounds_stated_without_cards_give_the_piles() -> None:
    reading = one_up(2, act("RoundStated", round=1, points={"0": 2}), act("RoundStated", round=2, points={"0": 1, "1": 1}), **TINY)
    assert (piles(reading), table_of(reading).winners, reading.findings) == ([3, 1], (0,), ())
