"""Players who leave the deal because they have no trump left. They are declared out (perhaps too early), or are passed over without a
declaration. Also: players who show all remaining cards at once, and deals in which both makers are out."""

import pytest

from tests.domain.pitch.playing import broken, calls, deal, deal_of, draws, game, names, plays, scores, table_of, throws
from tests.domain.pitch.test_play import BOUGHT, CHARBONNEAU, PAGAT, PASTIMES, TRUMPED, after
from tests.domain.playing import act

OUT: list[tuple[str, str, list[str], int | None, str]] = [
    (CHARBONNEAU, "1:AS 2:out 3:3S 0:4S", [], 1, "03 §3 trumps_only"),
    (CHARBONNEAU, "1:AS 2:out 3:3S 0:4S 1:KS 2:QS", ["played-after-out", "false-out"], 3, "PI-37, 00 false out"),
    (CHARBONNEAU, "1:AS 3:3S 0:4S", [], 1, "a player passed over counts as out for now"),
    (CHARBONNEAU, "1:AS 3:3S 0:4S 1:KS 2:QS", [], 3, "PI-47: but nobody said so"),
    (CHARBONNEAU, "1:AS 3:3S 2:QS", ["out-of-turn"], 0, "PI-32: seat 2 then played to the same trick, so seat 3 was too early"),
    (CHARBONNEAU, "1:AS 2:QS 3:3S 0:4S 2:KS 1:9S", ["wrong-leader"], 2, "03 §3: seat 1 was to lead, and played to the same trick"),
    (CHARBONNEAU, "1:AS 2:QS 3:3S 0:4S 2:KS 3:8S 0:9S", [], 2, "PI-47: seat 1 may have been out"),
    (CHARBONNEAU, "2:AS 3:QS 1:KS", ["wrong-leader"], 2, "03 §3: the maker was to lead, and played to the same trick"),
    (CHARBONNEAU, "1:AS 1:KS 3:QS 0:4S", [], 1, "PI-47: three passed over, two of them play again"),
    (CHARBONNEAU, "1:2S 3:KS 0:3S 3:out 2:QS", ["out-of-turn"], 0, "PI-47: the card goes to the trick that was closed without it"),
    (CHARBONNEAU, "1:AS 3:3S 0:4S 2:out", [], 1, "PI-47: and may still say so, in the turn or later"),
    (CHARBONNEAU, "1:AS 3:out 2:QS 0:4S", ["out-too-early"], 1, "PI-46: only the early word is asked about"),
    (CHARBONNEAU, "1:AS 3:out 0:4S", [], 1, "PI-47: seat 2 may have been out, so the word need not be early"),
    (CHARBONNEAU, "1:AS 2:QS 2:out 3:3S 0:4S", ["out-too-early", "out-too-early"], 1, "PI-46: before the own next turn"),
    (CHARBONNEAU, "1:AS 2:QS 3:3S 0:4S 2:out 1:KS 3:5S", ["out-too-early"], 0, "PI-46: before the lead"),
    (CHARBONNEAU, "1:AS 2:out 3:out 0:out 1:KS", [], 1, "PI-46: each in the own turn"),
    (PASTIMES, "1:3S 2:AS 3:4S 0:5S 3:out 2:KS", ["out-too-early"], 0, "PI-46: and the leader leads"),
    (CHARBONNEAU, "1:3S 2:AS 3:out 0:4S 2:out", [], 0, "PI-32 next_active: the winner is out, the next seat leads"),
    (CHARBONNEAU, "1:out 2:AS", [], 3, "PI-33: the maker has no trump to open with"),
    (CHARBONNEAU, "1:AS 1:KS", [], 1, "all others passed over: the rest, card by card (PI-41)"),
    (PAGAT, "1:AS 2:out", ["no-leaving"], 3, "03 §1 drop_out never"),
    (PASTIMES, "1:3S 2:AS 3:4S 0:5S 2:out", [], 0, "PI-32 partner: the lead goes to the partner"),
    (PASTIMES, "1:3S 2:AS 3:4S 0:5S 3:KS", ["wrong-leader"], 0, "PI-32: and to nobody else"),
    (PASTIMES, "1:out 3:AS", [], 0, "PI-33: the partner opens"),
]


@pytest.mark.parametrize(("slug", "line", "found", "turn", "source"), OUT, ids=[f"{row[0]} {row[1]}" for row in OUT])
def test_the_expected_seat_plays_next_when_some_players_are_out(
    slug: str, line: str, found: list[str], turn: int | None, source: str
) -> None:
    before = TRUMPED if slug != PAGAT else BOUGHT
    reading = after(slug, line, *before)
    assert broken(reading, gaps=True) == found, source
    assert deal_of(reading).turn == turn, source


def test_a_player_known_to_have_a_trump_is_not_out() -> None:
    """Seat 2 is declared out or passed over, but holds a trump. Only viewers who may see this hand see the findings."""
    hands = {2: "2S 3H 4H 5H 6H 7H 8H 9H TH"}
    before = [deal(0, hands), *calls("1:5 2:pass 3:pass 0:pass"), names(1, "S"), *(throws(seat, 3) for seat in (1,))]
    known = [*before[:-1], throws(1, 8), throws(2, 8, "3H 4H 5H 6H 7H 8H 9H TH")]
    for line in ("1:AS 2:out", "1:AS 3:4S"):
        reading = after(CHARBONNEAU, line, *known, draws(2, 5, "3S KC QC JC TC"))
        assert set(broken(reading)) <= {"false-out", "out-of-turn", "exchange-out-of-order"}
        assert reading.findings[-1].rests_on == {2}


def test_the_last_holder_of_trumps_may_show_the_rest_at_once() -> None:
    """PI-41: the other players must be out of the deal. If they are not, the shown cards count only if a ruling says so."""
    rest = act("CardsShown", seat=1, cards=["KS", "QS"], purpose="rest")
    alone = game(CHARBONNEAU, *TRUMPED, *plays("1:AS 2:out 3:out 0:out"), rest)
    assert broken(alone, gaps=True) == []
    assert len(table_of(alone).dealt) == 1
    early = game(CHARBONNEAU, *TRUMPED, *plays("1:AS 2:2S 3:3S 0:4S"), rest)
    assert (broken(early, gaps=True), len(table_of(early).dealt)) == (["rest-not-agreed"], 0)


def test_when_both_makers_are_out_the_defenders_score_the_cards_left() -> None:
    """PI-43, pi-122: seats 0 and 2 defend. They show the three and the ten, and score these cards."""
    before = [*TRUMPED, *plays("1:AS 2:2S 3:KS 0:5S 1:out 3:out")]
    waiting = game(PASTIMES, *before)
    assert (deal_of(waiting).phase, broken(waiting)) == ("team_out", [])
    shown = [act("CardsShown", seat=0, cards=["3S"], purpose="team_out"), act("CardsShown", seat=2, cards=["TS", "9H"], purpose="team_out")]
    reading = game(PASTIMES, *before, *shown)
    assert dict(table_of(reading).dealt[0].points or {}) == {"high": 1, "low": 0, "game": 0, "trey": 0}
    assert scores(reading) == [5, -5, 5, -5]


def test_a_query_about_an_early_declaration_names_the_player_who_was_declared_out() -> None:
    """PI-46: the finding is a query, because the record may lack the card that the player in turn played before the declaration."""
    [finding] = after(CHARBONNEAU, "1:AS 3:out 2:QS 0:4S", *TRUMPED).findings
    assert (finding.kind, finding.seats, finding.versions) == ("query", (3,), (9, 10))
    assert finding.sentence.startswith("{3} was declared out of trumps while {2} was still to play.")


def test_a_player_who_was_passed_over_can_still_play_to_the_trick_that_closed_without_them() -> None:
    """The rule is PI-47."""
    tricks = deal_of(after(CHARBONNEAU, "1:AS 1:KS 3:QS 0:4S", *TRUMPED)).tricks
    assert [[play.card for play in trick.plays] for trick in tricks] == [["AS"], ["KS", "QS", "4S"]]
