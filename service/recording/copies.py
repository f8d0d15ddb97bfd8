"""Stores what comes from files and is recorded as new events: handwritten sheets, and finished tournaments that were published elsewhere.

Nothing here checks the file or the sender's rights: `service/files` checks the form, and the API lets only directors import."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.events import EventId, PersonId, TokenId, Visibility
from domain.kernel.events.tournaments import RoundPaired
from domain.record.batch import Draft
from domain.tournament.published import Published
from domain.tournament.replayed import finished_acts
from service.recording.tournaments import TournamentDraft
from service.store.clubs.people import People
from service.store.errors import BodyDiffers, Conflict, RecordDiffers
from service.store.games.records import Records
from service.store.keys import Club, game_id
from service.store.streams.append import Restored, restored
from service.store.tournaments.tournaments import TOURNAMENT, TournamentStreams

AT_ONCE: Final = 100
"""The most events of a sheet that one append writes. This is always below the limits of a batch."""

Written = Callable[[int], object]
"""A function that is called after each append, with the stream's new version."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Imports sheets. An import may be repeated: stored events are recognised, and an interrupted import is completed. Every
    method may raise RecordDiffers or RecordDamaged."""

    records: Records

    def record(self, club: Club, drafts: Sequence[Draft], by: TokenId, written: Written) -> Restored:
        """Record the drafts of a sheet, the opening first, as new events that the token `by` recorded.

        Raises RecordDiffers if somebody else recorded an event in the game before the last draft was stored.
        """
        opening, *others = drafts
        size, stored = len(drafts), self.record_foreseen(club, drafts)
        game = self.records.open(club, opening, by).game
        for reached in range(0, len(others), AT_ONCE):
            try:
                version = self.records.append(game, 1 + reached, others[reached : reached + AT_ONCE], by).version
            except (Conflict, BodyDiffers) as differs:
                raise RecordDiffers(game, 2 + reached) from differs
            written(version)
        head = self.records.head(game)
        return restored(game, size if head is None else head.version, size - stored.added, size)

    def record_foreseen(self, club: Club, drafts: Sequence[Draft]) -> Restored:
        """Return what a call of `record` would return now. Writes nothing."""
        game, size = game_id(club, drafts[0].id), len(drafts)
        head = self.records.head(game)
        version = 0 if head is None else head.version
        return restored(game, max(version, size), min(version, size), size)


# --- finished tournaments -----------------------------------------------------------------------------------------------------------------


IDS: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/published")
"""The UUID namespace of the ids of the events."""
MOST_AT_ONCE: Final = 2_000
"""The most that one append may write: the number of its events plus the number of entries in its pairings."""

PeopleOf = Callable[[], Mapping[int, PersonId]]
"""A function that returns {number of an entry: its person}, for the entries with a name. It registers people who are not known yet."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A published tournament to store. `digest`: the digest of its content (`domain.tournament.replayed.content_digest`)."""

    published: Published
    digest: str
    visibility: Visibility


@dataclass(frozen=True, slots=True)
class FinishedTournaments:
    """Stores publications, with their people. The ids of the events follow from the content: importing it twice stores it once, and
    completes an import that was interrupted. Every method may raise RecordDiffers and the errors of the store."""

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
