"""What the form asks for next when the record is inconsistent."""

import pytest

from domain.kernel.cards import Seat
from domain.systems import SYSTEMS
from tests.domain.pitch.playing import calls, deal, deal_of, game, plays


@pytest.mark.parametrize("slug", ["pitch-auction-classic", "pitch-pagat-partnership", "pitch-roadhouse"])
def test_the_form_never_offers_a_card_outside_the_pack(slug: str) -> None:
    """A hand is recorded with a joker, although the pack has none. The player of this hand leads a card that the recorded hand does not
    have."""
    written = deal(0, {1: "AS KS 2H 9D 4C HJ"})
    reading = game(slug, deal(0), *calls("1:2 2:pass 3:pass 0:pass"), written, *plays("1:JH 2:9H 3:TH 0:8H"))
    assert deal_of(reading).turn == 1
    assert "HJ" in deal_of(reading).hand(Seat(1))
    (prompt,) = [prompt for prompt in SYSTEMS[slug].prompts(reading.table) if prompt.expected]
    assert prompt.type == "CardPlayed"
    assert "HJ" not in prompt.asks[0].choices
