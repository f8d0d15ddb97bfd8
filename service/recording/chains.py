"""Limits what links make: games, further links, people. A link that is handed on, or that gets a new link for each rematch, is counted
together with all links that came from the same first link (its *chain*). Otherwise whoever has one link could fill the club.

Everything else that a link does stays in what is there already, and has its limits there: the events of a game (the record's budget),
results and check-ins of a tournament (service/recording/limits.py), one PIN for each seat or entry. Links make no invitations and request
no exports. Tokens of the whole club belong to members, whose requests are limited (service/limits.py).
"""

from collections.abc import Callable
from typing import Final, Literal

from redis import Redis

from domain.record.refusals import Refusal, Refused
from service.limits import Limits
from service.recording.recorder import Writer
from service.store.clubs.clubs import Token
from service.store.counts import Count, wait
from service.store.keys import Keys

Kind = Literal["games", "tokens", "people"]
WORDS: Final[dict[Kind, str]] = {"games": "games", "tokens": "links for other phones and games", "people": "new people"}
HOUR: Final = 3600
MINUTE: Final = 60


class Chains:
    """Counts what chains of links make, for all processes together. `told`: called with the name of a limit when it refuses something."""

    def __init__(self, redis: "Redis", limits: Limits, told: Callable[[str], None] = lambda _: None) -> None:
        self._redis = redis
        self._limits = limits
        self._told = told

    def take(self, writer: Writer, kind: Kind) -> None:
        """Count that `writer` is about to make one more of `kind`. Does nothing for tokens of the whole club. Raises Refused if the
        writer's chain has made too many; may raise StoreUnavailable."""
        if not isinstance(writer, Token) or not writer.limited:
            return
        most = {HOUR: getattr(self._limits, f"link_{kind}"), MINUTE: getattr(self._limits, f"link_{kind}_at_once")}
        key = Keys(writer.club).made
        seconds = wait(self._redis, [Count(key(writer.first, kind, time), limit, time) for time, limit in most.items() if limit])
        if seconds:
            self._told(f"link_{kind}")
            said = f"With this link, and those that came from it, too many {WORDS[kind]} were made. Try again {_in(seconds)}"
            raise Refused(Refusal("too-many-requests", f"{said}, or ask a scorekeeper of the club.", wait=seconds))


def _in(seconds: int) -> str:
    return f"in {seconds} seconds" if seconds <= MINUTE else f"in {-(-seconds // MINUTE)} minutes"
