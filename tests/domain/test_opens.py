"""For each new act, a system opens some sealed values to the act's player, to other seats or to the public. All other sealed values stay
closed."""

import pytest

from domain.files.forms import sealed_leaves
from domain.kernel.cards import Seat
from domain.kernel.events import EVENT_TYPES, data_of
from domain.record.fold import read
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.systems import SYSTEMS
from tests.domain.playing import act, events, opening
from tests.forgetful import RECORD, Sent

HELD = {
    # For each system: the acts, each with (the paths that seat 1 sees, the paths that seat 2 sees), and the source. Seat 0 and the public
    # see no path.
    "high-card": ({"HandDealt": ("cards.1", "cards.2"), "CardPlaced": ("card", "")}, "01 §1"),
    "high-card-low-card": ({"CardSelected": ("", "value")}, "01 §2"),
    "one-up": ({"CardOffered": ("card", "")}, "01 §3"),
    "box": (
        {
            "BoxesSet": ("hands.1", ""),
            "HandRefilled": ("", "cards"),
            "BoxRefilled": ("", ""),
            "ExtrasTraded": ("", ""),
            "Resurrected": ("hand box_card", ""),
        },
        "01 §4, BX-14",
    ),
    "hi-lo-casino": ({"GuessMade": ("", "")}, "06 loop: nobody at the table knows the hidden card"),
    "pitch-roadhouse": (
        {
            "CardsDealt": ("", "hands.2"),
            "KittyTaken": ("cards", ""),
            "CardsDiscarded": ("cards", ""),
            "CardsDrawn": ("", "cards"),
            "StockTaken": ("cards", ""),
            "StockSearched": ("", "cards"),
        },
        "03 §4, Visibility",
    ),
}
ROWS = [(slug, kind, *seats, source) for slug, (acts, source) in HELD.items() for kind, seats in acts.items()]


SENT: dict[str, Sent] = dict(RECORD)


def opened(slug: str, kind: str, viewer: Viewer) -> str:
    """Return the paths of the sealed values that this viewer may see, in a game with four seats whose first act is of type `kind`."""
    system = SYSTEMS[slug]
    reading = read(system, events([opening(system, 4), act(kind, **SENT[kind])]))
    seen = system.shown(reading.events[1], reading.table, viewer)
    assert seen is not None
    return " ".join(path for path, leaf in sealed_leaves(data_of(seen.act)) if "value" in leaf)


@pytest.mark.parametrize(("slug", "kind", "first", "second", "source"), ROWS, ids=[f"{row[0]}-{row[1]}" for row in ROWS])
def test_each_act_shows_its_sealed_values_only_to_viewers_who_may_see_them(
    slug: str, kind: str, first: str, second: str, source: str
) -> None:
    everything = " ".join(path for path, _ in sealed_leaves(data_of(act(kind, **SENT[kind]))))
    expected = {PUBLIC: "", seat_viewer(Seat(0)): "", seat_viewer(Seat(1)): first, seat_viewer(Seat(2)): second}
    expected |= dict.fromkeys((SCOREKEEPER, DIRECTOR), everything)
    assert {viewer: opened(slug, kind, viewer) for viewer in expected} == expected, source


def test_every_act_that_seals_cards_has_a_test_row() -> None:
    texts = {"GameOpened", "ClaimMade", "NoteWritten", "IrregularityCalled", "RulingRecorded"}
    sealing = {name for name, kind in EVENT_TYPES.items() if kind.shape.seals}
    assert {kind for _, kind, *_ in ROWS} == sealing - texts
