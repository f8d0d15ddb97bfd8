"""The systems that a test plays: in `make test` those that together have every rule, in `make test-all` all of them.

Tests of the domain play all of them. The other code (store, HTTP, exports, browser) knows no variant, only shapes of events and tables.
"""

from typing import Final

import pytest

from domain.systems import SYSTEMS
from tests.domain.pitch.classes import COVERING
from tests.speeds import rows

SHAPES: Final = frozenset(
    {
        "pitch-auction-classic",  # individuals, the first card led is trump
        "smear-ten-point",  # teams, jokers and off-cards, an exchange
        "pitch-pawnee-five",  # a called partner
        "smear-parlett",  # every trump is kept, several cards go to the first trick
        "pitch-arizona",
    }
)
"""Systems of the Pitch family."""
SAMPLED: Final = {slug: system for slug, system in SYSTEMS.items() if system.family != "pitch" or slug in SHAPES}
FIRST_OF_FAMILY: Final = {system.family: system for system in reversed(SAMPLED.values())}
"""One system of each engine, by the name of the family."""
LEADING: Final = frozenset(system.slug for system in FIRST_OF_FAMILY.values())
COVERED: Final = frozenset(slug for slug, system in SYSTEMS.items() if system.family != "pitch" or slug in COVERING)
"""The systems that `make test` plays: all of other families, and of Pitch as few variants as together have every rule class."""


every_shape: Final = pytest.mark.parametrize("system", rows(SAMPLED, LEADING, SYSTEMS.__getitem__))
"""Parameters for the sampled systems."""
every_slug: Final = pytest.mark.parametrize("slug", rows(SYSTEMS, COVERED))
every_system: Final = pytest.mark.parametrize("system", rows(SYSTEMS, COVERED, SYSTEMS.__getitem__))
every_variant: Final = pytest.mark.parametrize(
    "system", rows((slug for slug, system in SYSTEMS.items() if system.family == "pitch"), COVERED, SYSTEMS.__getitem__)
)
