"""If a player leaves in the middle of a deal, a finding reports a gap in the record, and the play goes on without the player. Source: 03
§1 players; design.md §5."""

from domain.kernel.cards import Seat
from domain.record.fold import Reading
from domain.system import SCOREKEEPER
from tests.domain.pitch.playing import calls, deal, game, plays
from tests.domain.playing import act

CLASSIC = "pitch-auction-classic"
START = [deal(0), *calls("1:2 2:pass 0:pass")]
LEFT = act("PlayerLeft", seat=2)


def turn(reading: Reading) -> tuple[Seat, ...]:
    return reading.system.seen_by(reading.table, SCOREKEEPER).turn


def kinds(reading: Reading) -> list[tuple[str, str]]:
    return [(finding.kind, finding.rule) for finding in reading.findings]


def test_leaving_in_the_middle_of_a_deal_is_reported_as_a_gap() -> None:
    reading = game(CLASSIC, *START, *plays("1:AH"), LEFT, seats=3)
    [finding] = reading.findings
    assert (finding.kind, finding.rule, finding.seats, finding.versions) == ("gap", "player-left", (2,), (7,))
    assert finding.sentence == "{2} left in the middle of deal 1. How the deal goes on is not written down yet."
    assert kinds(game(CLASSIC, LEFT, seats=3)) == []


def test_the_play_goes_on_without_a_player_who_left() -> None:
    assert turn(game(CLASSIC, *START, *plays("1:AH"), LEFT, seats=3)) == (0,)
    assert turn(game(CLASSIC, *START, LEFT, *plays("1:AH"), seats=3)) == (0,)
    tricks = "1:AH 0:2H 1:KH 0:3H 1:QH 0:4H 1:JH 0:5H 1:TH 0:6H 1:9H 0:7H"
    over = game(CLASSIC, *START, LEFT, *plays(tricks), seats=3)
    assert kinds(over) == [("gap", "player-left")]
    assert (over.system.outcome(over.table).deals, dict(over.system.outcome(over.table).scores)) == (1, {0: 1, 1: 3, 2: 0})


def test_the_next_player_leads_if_the_leader_has_left() -> None:
    assert turn(game(CLASSIC, *START, *plays("1:3H 2:AH 0:2H"), LEFT, seats=3)) == (0,)


def test_a_trick_is_complete_without_a_card_of_a_player_who_left() -> None:
    assert turn(game(CLASSIC, *START, *plays("1:3H 2:4H"), act("PlayerLeft", seat=0), seats=3)) == (2,)


def test_leaving_counts_as_a_pass_in_the_auction() -> None:
    assert turn(game(CLASSIC, deal(0), *calls("1:2"), LEFT, seats=3)) == (0,)
    assert turn(game(CLASSIC, deal(0), LEFT, seats=3)) == (1,)


def test_a_seat_whose_player_left_may_play_cards_again() -> None:
    reading = game(CLASSIC, *START, *plays("1:AH"), LEFT, *plays("0:2H 1:KH 2:5H"), seats=3)
    assert kinds(reading) == [("gap", "player-left")]
