"""What viewers get of the games in tests/playthroughs at some moments, as GET /games/{id} answers."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from domain.notation import read
from domain.record.fold import Reading
from domain.record.fold import read as folded
from domain.system import PUBLIC, Viewer
from domain.systems import SYSTEMS
from domain.views.answers import GameState
from domain.views.game import Cover, game_json
from domain.words.seated import seated_in

SHEETS = Path(__file__).parents[1] / "playthroughs"
FAMILIES = (
    *("high-card", "high-card-low-card", "one-up", "box", "pitch-auction-classic", "smear-ten-point", "spades-standard"),
    *("bid-whist", "hi-lo-casino"),
)
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Farah", "Gus", "Hana")
MOMENTS = 6


@cache
def played(slug: str) -> Reading:
    return folded(SYSTEMS[slug], read((SHEETS / f"{slug}.txt").read_text("utf-8")).events)


def states(slug: str, viewer: Viewer = PUBLIC, names: Sequence[str] = NAMES) -> Iterator[GameState]:
    """Yield what `viewer` gets at moments between the opening and the end of the game."""
    whole = played(slug)
    for moment in range(MOMENTS + 1):
        reading = whole.at(max(1, whole.version * moment // MOMENTS))
        state = game_json(Cover("home-a", "public", 0), reading, viewer, seated_in(reading, {}), prompts=False)
        for seat, name in zip(state["seats"], names, strict=False):
            seat["name"] = name
        yield state
