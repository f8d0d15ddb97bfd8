"""How many fixed teams play a game. A game with called or changing partners has none."""

from domain.kernel.cards import Seat
from domain.kernel.events import GameOpened, Seating
from domain.system import PUBLIC, Rules, System, Table


def teams_of(system: System[Table], opened: GameOpened) -> int:
    """Return the number of fixed teams in the game; 0 if it has none."""
    sides = {seat.side for seat in system.seen_by(system.open_table(opened), PUBLIC).seats}
    return 0 if None in sides else len(sides)


def teams_among(system: System[Table], rules: Rules, seats: int) -> int:
    """Return the number of fixed teams in a game of `seats` players; 0 if it has none. `rules`: the resolved rules of the game."""
    return teams_of(system, GameOpened(system.slug, rules, tuple(Seating(Seat(seat)) for seat in range(seats))))
