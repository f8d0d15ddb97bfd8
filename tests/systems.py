"""Which systems a test plays that is dear: every engine, and of the variants of one engine those that differ most in shape.

Tests of the domain play all of them; what lies behind (store, HTTP, exports, browser) knows no variant, only shapes of events and tables.
"""

from typing import Final

from domain.systems import SYSTEMS

SHAPES: Final = frozenset(
    {
        "pitch-auction-classic",  # individuals, the first card led is trump
        "smear-ten-point",  # teams, jokers and off-cards, an exchange
        "pitch-pawnee-five",  # a called partner
        "smear-parlett",  # every trump is kept, several cards go to the first trick
        "pitch-arizona",
    }
)
"""Of the Pitch family."""
SAMPLED: Final = {slug: system for slug, system in SYSTEMS.items() if system.family != "pitch" or slug in SHAPES}
FIRST_OF_FAMILY: Final = {system.family: system for system in reversed(SAMPLED.values())}
"""One of each engine, by family."""
