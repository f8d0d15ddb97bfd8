"""Which event of a stream somebody has seen last. After a failover or a restore, the same version may be another event."""

from typing import NamedTuple


class Seen(NamedTuple):
    """A version, and which event has it. `digits`: `digits_of` its hash; None: the writer named only the version."""

    version: int
    digits: str | None

    def __str__(self) -> str:
        """Write it as in entity tags: `3.e0123456789`, or `3`."""
        return f"{self.version}" if self.digits is None else f"{self.version}.e{self.digits}"


def digits_of(digest: str) -> str:
    """Return ten digits that tell an event from another one with the same version. `digest`: its hash, in hexadecimal."""
    return f"{int(digest[:8], 16):010}"
