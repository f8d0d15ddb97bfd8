"""Which clubs belong to this relay. All relays that live share the clubs: each club belongs to the relay for which a hash of both is
highest (*rendezvous hashing*). So when a relay comes or goes, only its clubs change hands.

Two relays may serve one club for a moment, since each learns at its own sweep who lives: that does no harm (workers/relay/loop.py). A relay
that cannot read the rows serves all clubs, so that none is without a relay. A relay whose jobs nobody does has no club, as long as others
work.
"""

from collections.abc import Callable, Iterable
from hashlib import blake2b
from math import inf
from socket import gethostname
from typing import Final

from redis import Redis
from redis.exceptions import ResponseError

from service.config import Config
from service.projections import FOLD
from service.running.backlog import SCRATCH, queue_of
from service.store.errors import StoreUnavailable
from service.store.keys import Club
from service.store.relays import LIVES_MS, Queue, RelayRow, Relays, owner_of, sharing

IDLE_SECONDS: Final = 10.0
"""A relay without workers gives its clubs away after so many seconds. Workers that start again need some."""
HOLD_SECONDS: Final = 1.0
"""A relay that is still in one sweep renews its row after so many seconds."""


class Share:
    """The clubs of the relay with the id `relay`, whose jobs are in `queue`."""

    def __init__(self, relay: str, relays: Relays, queue: Redis, clock: Callable[[], float]) -> None:
        self._relay = relay
        self._relays = relays
        self._queue = queue
        self._clock = clock
        self._sharing = frozenset({relay})
        self._mine: dict[Club, bool] = {}
        self._learnt = self._staffed = clock()
        self._due = inf

    def renew(self) -> None:
        """Say that this relay lives, and learn which others do. Raises RedisError if the queue's server is lost: then the others take over
        the clubs."""
        queue = queue_of(self._queue)
        row = RelayRow(self._relay, FOLD, queue, self._works(queue), gethostname())
        self._due = inf
        try:
            rows = self._relays.renewed(row)
            self._share_with(sharing(rows))
            self._learnt = self._clock()
            self._due = self._learnt + HOLD_SECONDS
        except StoreUnavailable:
            if self._clock() - self._learnt > LIVES_MS / 1000:
                self._share_with({self._relay})

    def _share_with(self, relays: Iterable[str]) -> None:
        before, self._sharing = self._sharing, frozenset(relays)
        if self._sharing != before:
            self._mine = {}

    def _works(self, queue: Queue) -> bool:
        """Whether somebody does the jobs of this relay: its queue takes writes, and had workers a moment ago."""
        if queue.workers != 0:
            self._staffed = self._clock()
        try:
            self._queue.set(SCRATCH, b"1", ex=60)
        except ResponseError:
            return False
        return self._clock() - self._staffed <= IDLE_SECONDS

    def hold(self) -> None:
        """Renew the row if that is due. Called between the steps of a sweep, each of which may wait for a node that hangs. If this sweep
        could not read the rows, it does not try again. Raises RedisError, as `renew`."""
        if self._clock() >= self._due:
            self.renew()

    def leave(self) -> None:
        """Say that this relay stops. Raises StoreUnavailable."""
        self._relays.left(self._relay)

    def has(self, club: Club) -> bool:
        """Whether the club belongs to this relay."""
        return owner_of(club, self._sharing) == self._relay

    def of(self, clubs: Iterable[Club]) -> list[Club]:
        """Return those of `clubs` that belong to this relay. To find that takes some microseconds for each club and relay, and a sweep asks
        for every club: it is remembered until the next call, which is about nearly the same clubs."""
        known = self._mine
        self._mine = {club: known[club] if club in known else self.has(club) for club in clubs}
        return [club for club, mine in self._mine.items() if mine]


def name_of(config: Config) -> str:
    """Return the id of the relay of an installation on this machine. It stays the same when the relay starts again, so that its clubs do
    not wait until its former row ends."""
    return blake2b(f"{gethostname()} {config.data}".encode(), digest_size=8).hexdigest()
