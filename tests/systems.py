"""The systems that a test plays.

The tests of the domain play every system in `make test-all`. In `make test` they play a few systems that together have every rule. The
code of store, HTTP, exports and pages does not depend on the variant, so the tests of these parts play only the sampled systems.
"""

from typing import Final

import pytest

from domain.systems import SYSTEMS
from tests.domain.pitch.classes import COVERING
from tests.speeds import rows

SHAPES: Final = frozenset(
    {
        "pitch-auction-classic",  # no partners; trumps are the suit of the first card led
        "smear-ten-point",  # partners, jokers, off-cards (trumps of another suit) and an exchange of cards
        "pitch-pawnee-five",  # a called partner
        "smear-parlett",  # trumps are never discarded, so the first trick may have several cards of one player
        "pitch-arizona",
        "spades-standard",
        "spades-jokers-high-3",  # three players, each alone
        "spades-jokers-equal",  # two cards that rank level
        "bid-whist",
        "hi-lo-casino",
        "hi-lo-joker",  # many kinds of guesses; players may collect only some of their units
        "hi-lo-table-bet",
        "hi-lo-table-penalty",  # penalties in place of units
    }
)
"""A few systems of each family that has several systems. A test that plays only sampled systems plays these of the family."""
SINGLE: Final = frozenset(slug for slug, system in SYSTEMS.items() if system.family == slug)
"""The systems that are the only one of their family."""
SAMPLED: Final = {slug: system for slug, system in SYSTEMS.items() if slug in SINGLE or slug in SHAPES}
FIRST_OF_FAMILY: Final = {system.family: system for system in reversed(SAMPLED.values())}
"""One system of each family, by the name of the family."""
LEADING: Final = frozenset(system.slug for system in FIRST_OF_FAMILY.values())
RULED: Final = frozenset({"spades-deuces-high", "spades-unbroken-free"})
"""Variations of Spades that together with the sampled ones have every class of rules."""
COVERED: Final = frozenset(slug for slug in SYSTEMS if slug in {*COVERING, *RULED} or (slug in SAMPLED and SYSTEMS[slug].family != "pitch"))
"""The systems that tests of the domain play in `make test`: the sampled systems of all families except Pitch, the variations RULED, and the
variants of Pitch in COVERING, which together have every class of rules."""


every_shape: Final = pytest.mark.parametrize("system", rows(SAMPLED, LEADING, SYSTEMS.__getitem__))
"""Pytest parameters for the sampled systems."""
every_slug: Final = pytest.mark.parametrize("slug", rows(SYSTEMS, COVERED))
every_system: Final = pytest.mark.parametrize("system", rows(SYSTEMS, COVERED, SYSTEMS.__getitem__))
every_variant: Final = pytest.mark.parametrize(
    "system", rows((slug for slug, system in SYSTEMS.items() if system.family == "pitch"), COVERED, SYSTEMS.__getitem__)
)
