"""What a person with the record could be certain of is found or asked about: a sample of bench/missed.py."""

import pytest

from bench.missed import tried

SAMPLE = [
    ("revoke", "pitch-roadhouse"), ("plain card", "smear-parlett"), ("false out", "pitch-call-partner-ten-point"),
    ("trump thrown", "pitch-susky-river"), ("plain card kept", "pitch-charbonneau-ten"), ("point card thrown", "smear-minnesota"),
    ("burned face down", "pitch-seven-point"), ("pointless card kept", "smear-pastimes-54"), ("dealt in mid-play", "smear-pastimes-off-three"),
    ("part of the stock taken", "pitch-dirty"), ("trump left in the stock", "pitch-campbell-ten-point"), ("drawn out of order", "pitch-pagat-draw"),
    ("misdeal, right number", "spades-standard"), ("misdeal, another hand", "bid-whist"), ("card twice", "spades-bauer"),
    ("joker too early", "bid-whist-min-four"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "slug"), SAMPLE, ids=[" ".join(row) for row in SAMPLE])
def test_a_planted_breach_is_found_or_asked_about_when_every_card_is_told(kind: str, slug: str) -> None:
    """Source: docs/decisions/domain-asking.md."""
    trials = next(trials for seed in range(60) if (trials := [*tried(kind, slug, seed, ("all told",))]))
    assert [trial.fate for trial in trials] in (["found"], ["asked"])
