"""Stores a finished tournament that was played and published elsewhere, with its people. It becomes a tournament of the club.

The ids of the events follow from the content of the publication, so importing it twice stores it once. An import that was interrupted is
completed by the next one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.events import EventId, PersonId, TokenId, Visibility
from domain.kernel.events.tournaments import RoundPaired
from domain.tournament.finished import finished_acts
from domain.tournament.published import Published
from service.recording.tournaments import TournamentDraft
from service.store.clubs.people import People
from service.store.errors import BodyDiffers, Conflict, RecordDiffers
from service.store.keys import Club
from service.store.streams.append import Restored, restored
from service.store.tournaments.kind import TOURNAMENT
from service.store.tournaments.tournaments import TournamentStreams

IDS: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/published")
"""The UUID namespace of the ids of the events."""
MOST_AT_ONCE: Final = 2_000
"""The most that one append may write: the number of its events plus the number of entries in its pairings."""

PeopleOf = Callable[[], Mapping[int, PersonId]]
"""A function that returns {number of an entry: its person}, for the entries with a name. It registers people who are not known yet."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A published tournament to store. `digest`: the digest of its content (`domain.tournament.finished.content_digest`)."""

    published: Published
    digest: str
    visibility: Visibility


@dataclass(frozen=True, slots=True)
class FinishedTournaments:
    """Stores publications. Every method may raise RecordDiffers and the errors of the store."""

    tournaments: TournamentStreams
    people: People

    def store(self, club: Club, publication: Publication, people_of: PeopleOf, by: TokenId, written: Callable[[int], object]) -> Restored:
        """Store a publication. `people_of` is called only if not everything is stored yet. `written` is called after each append, with the
        version that is reached."""
        made = self._stored(club, publication, people_of, by, written)
        self.tournaments.scrub_one(made.stream, self.people.directory(club).erased)  # somebody may be erased during the import
        return made

    def _stored(self, club: Club, publication: Publication, people_of: PeopleOf, by: TokenId, written: Callable[[int], object]) -> Restored:
        foreseen = self.dry_run(club, publication)
        if not foreseen.added:
            return foreseen
        drafts = _drafts(club, publication, people_of())
        stored = reached = len(drafts) - foreseen.added
        if not reached:
            reached = self.tournaments.open(club, drafts[0], by).version
            written(reached)
        for batch in _batches(drafts[reached:]):
            try:
                reached = self.tournaments.append(foreseen.stream, reached, batch, by).version
            except (Conflict, BodyDiffers) as differs:
                raise RecordDiffers(foreseen.stream, reached + 1) from differs
            written(reached)
        return restored(foreseen.stream, len(drafts), stored, len(drafts))

    def dry_run(self, club: Club, publication: Publication) -> Restored:
        """Return what a call of `store` would return now. Writes nothing."""
        drafts = _drafts(club, publication, {})
        stream = TOURNAMENT.named(club, drafts[0].id, drafts[0].act)
        head = self.tournaments.head(stream)
        if head is None:
            return restored(stream, len(drafts), 0, len(drafts))
        there = self.tournaments.events(stream, upto=min(head.version, len(drafts)))
        for event, draft in zip(there, drafts, strict=False):
            if event.id != draft.id:
                raise RecordDiffers(stream, event.version)
        return restored(stream, max(head.version, len(drafts)), len(there), len(drafts))


def _drafts(club: Club, publication: Publication, people: Mapping[int, PersonId]) -> list[TournamentDraft]:
    """Return all events of the tournament. Their number and their ids do not depend on `people`."""
    acts = finished_acts(publication.published, people, publication.visibility)
    ids = [EventId(str(uuid5(IDS, f"{club}:{publication.digest}:{place}"))) for place in range(len(acts))]
    return [TournamentDraft(act, event_id) for act, event_id in zip(acts, ids, strict=True)]


def _batches(drafts: Sequence[TournamentDraft]) -> Iterator[list[TournamentDraft]]:
    """Yield the drafts in batches, each small enough for one append."""
    batch: list[TournamentDraft] = []
    weight = 0
    for draft in drafts:
        heavy = len(draft.act.tables) * 2 + len(draft.act.sits_out) if isinstance(draft.act, RoundPaired) else 0
        if batch and (weight + heavy + 1 > MOST_AT_ONCE or len(batch) == 100):
            yield batch
            batch, weight = [], 0
        batch.append(draft)
        weight += heavy + 1
    if batch:
        yield batch
