"""The errors of the store, each with what the caller needs to report it."""

from collections.abc import Sequence

from domain.kernel.shapes import Fault
from service.store.streams.seen import Seen


class StoreError(Exception):
    """The store could not do what was asked."""


class StoreUnavailable(StoreError):
    """The Redis server cannot be reached or takes no writes. A write may have happened or not: repeat it with the same event ids."""


class WritesRefused(StoreUnavailable):
    """The Redis server takes no writes now, because its disk is full or it has too few replicas. This write did not happen. `disk_full`:
    whether the server has said that its disk is full."""

    def __init__(self, *, disk_full: bool = False) -> None:
        super().__init__("The server takes no writes now: its disk may be full. Nothing was recorded; reading goes on.")
        self.disk_full = disk_full


class NoSuchStream(StoreError):
    """There is no stream with this id."""


class NoSuchGame(NoSuchStream):
    """There is no record of this game."""


class UnknownPerson(StoreError):
    """The club's directory has nobody with this id."""


class PersonGone(StoreError):
    """This person was erased, and can never have a name again."""


class LastOwner(StoreError):
    """The club would have no owner any more, or no token that lets an owner in. Nothing was written."""


class OnlyForOwners(StoreError):
    """Only owners may make this change: it would end a membership, or merge a member with a person who has another role. Nothing was
    written."""


class OnlyForDirectors(StoreError):
    """The stream has room for only a few more events, which are reserved for directors. Nothing was written."""


class OverBudget(StoreError):
    """The batch does not fit into the budget of its record. Nothing was written. `what` is used up: `link` (the units of the writer's
    link), `links` (those of all links together), `units` or `events` (those of the record). `most`: the limit for a batch of this kind.
    `settles`: whether it was one for which a reserve is kept."""

    def __init__(self, what: str, spent: int, most: int, *, settles: bool) -> None:
        super().__init__(f"{spent} of {most} {what} are used")
        self.what = what
        self.spent = spent
        self.most = most
        self.settles = settles


class ClubExists(StoreError):
    """There is a club with this name already."""


class InvitationInvalid(StoreError):
    """The invitation cannot be accepted. The message is a sentence that says why."""


class Conflict(StoreError):
    """The stream is not at the version that the writer expected. Nothing was written."""

    def __init__(self, expected: int, seen: Seen) -> None:
        """`seen`: what somebody has seen who has seen the whole stream."""
        super().__init__(f"expected version {expected}, the stream is at {seen}")
        self.expected = expected
        self.actual = seen.version
        self.seen = seen


class SourceChanged(StoreError):
    """The events were made from another stream, which is no more as it was then. Nothing was written."""


class Contended(StoreError):
    """Other writers were faster at every attempt, and the writer named no version. Nothing was written."""


class BodyDiffers(StoreError):
    """Events with these ids are recorded already, with other content. Nothing was written. `versions`: the versions of the recorded events,
    ascending."""

    def __init__(self, versions: Sequence[int]) -> None:
        super().__init__(f"already recorded with another body: version {', '.join(map(str, versions))}")
        self.versions = tuple(versions)


class BatchRefused(StoreError):
    """The batch is invalid. `faults`: (index of a draft, what is wrong with it); empty if the whole batch is wrong."""

    def __init__(self, reason: str, faults: Sequence[tuple[int, Fault]] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.faults = tuple(faults)


class RecordDiffers(StoreError):
    """The stored stream with this id is not the stream in the file. Nothing was written. `version`: the first version that differs."""

    def __init__(self, stream: str, version: int) -> None:
        super().__init__(f"{stream} is stored already and differs from event {version} on")
        self.stream = stream
        self.version = version


class RecordDamaged(StoreError):
    """The stored data of a stream do not match the stream's head."""


class VerdictRaced(StoreError):
    """Another validation of the same game wrote its verdict first. Nothing was written: read the verdict and compare again."""
