"""PINs of seats. A PIN belongs to a seat of a game and to the player in that seat. It becomes invalid when somebody else takes the seat."""

from collections.abc import Callable

from redis import Redis
from werkzeug.security import generate_password_hash

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from service.store.keys import GameId, keys_of
from service.store.pins import Pin


class SeatPins:
    """The PINs of all games."""

    def __init__(self, redis: Redis, hashed: Callable[[str], str] = generate_password_hash) -> None:
        self._redis = redis
        self._hashed = hashed

    def of(self, game: GameId, seat: Seat, person: PersonId | None) -> Pin:
        """Return the PIN of `person`, who sits in `seat`."""
        keys = keys_of(game)
        return Pin(self._redis, keys.pins(game), str(seat), keys.tries(game, seat), person, self._hashed)
