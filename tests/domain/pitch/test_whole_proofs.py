"""A proof cites all events that it needs, including the event that showed the card. Source: design.md §5, "with all proving events (also
the one that showed the card)"."""

import pytest

from domain.kernel.events import Act
from tests.domain.pitch.playing import calls, deal, game, plays
from tests.domain.playing import act, suspicions

CLASSIC, PITCHING, PARLETT = "pitch-auction-classic", "pitch-pagat-pitching", "smear-parlett"
BID = tuple(calls("1:2 2:pass 0:pass"))
HELD = deal(0, {2: "3H KC 5S 6S 7S 8S"})


def shows(seat: int, cards: str) -> Act:
    return act("CardsShown", seat=seat, cards=cards.split(), purpose="proof")


ROWS: list[tuple[str, str, int, list[Act], str, tuple[int, ...], str]] = [
    (
        "shown before the trick", CLASSIC, 3, [deal(0), *BID, shows(2, "3H KC"), *plays("1:AH 2:5S")],
        "revoke", (6, 7, 8), "CardsShown, the lead, the card",
    ),
    (
        "shown after the trick", CLASSIC, 3, [deal(0), *BID, *plays("1:AH 2:5S 0:4H"), shows(2, "3H")],
        "revoke", (6, 7, 9), "the lead, the card, CardsShown",
    ),
    (
        "played in a later trick", CLASSIC, 3, [deal(0), *BID, *plays("1:AH 2:5S 0:4H 1:2S 2:3H")],
        "revoke", (6, 7, 10), "the lead, the card, the card of a later trick",
    ),
    ("dealt", CLASSIC, 3, [HELD, *BID, *plays("1:AH 2:5S")], "revoke", (2, 6, 7), "CardsDealt, the lead, the card"),
    ("dealt to another", CLASSIC, 3, [HELD, *BID, *plays("1:AH 2:3H 0:KC")], "card-held-elsewhere", (2, 8), "CardsDealt, the card"),
    ("dealt otherwise", CLASSIC, 3, [HELD, *BID, *plays("1:AH 2:4H")], "card-not-held", (2, 7), "CardsDealt, the card"),
    (
        "pitched and taken back", PITCHING, 4, [deal(0), *calls("1:KH 2:pass 3:pass 0:shoot"), *plays("0:AH 1:2S")],
        "revoke", (3, 7, 8), "PI-39: the pitch, the lead, the card",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "slug", "seats", "acts", "rule", "versions", "source"), ROWS, ids=[row[0] for row in ROWS])
def test_a_proof_cites_the_event_that_showed_the_card(
    name: str, slug: str, seats: int, acts: list[Act], rule: str, versions: tuple[int, ...], source: str
) -> None:
    found = {finding.rule: finding.versions for finding in suspicions(game(slug, *acts, seats=seats))}
    assert found[rule] == versions, source
