"""Imports finished tournaments that were published elsewhere (docs/finished-tournaments.md), with their people, and compares the published
values with those that Faceup computes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import uuid4

from domain.files.limits import MOST_IN_A_TOURNAMENT
from domain.kernel.events import PersonId, TokenId, Visibility
from domain.kernel.shapes import Fault
from domain.tournament.compared import Compared, compare, unknown_names
from domain.tournament.fold import read
from domain.tournament.published import Refused, read_published
from domain.tournament.replayed import content_digest, replayed, unstorable
from service.files.people import PersonRow, RowsRefused, import_people, matched
from service.recording.copies import FinishedTournaments, Publication
from service.store.clubs.people import People
from service.store.keys import Club
from service.store.streams.append import Restored
from service.store.tournaments.tournaments import TournamentStreams


@dataclass(frozen=True, slots=True)
class FinishedFile:
    """A published tournament that can be stored. `compared`: the published values that Faceup computes too. `not_compared`: the names of
    the other published values."""

    publication: Publication
    compared: tuple[Compared, ...]
    not_compared: tuple[str, ...]

    @property
    def differences(self) -> list[Compared]:
        """The published values that differ from those that Faceup computes."""
        return [one for one in self.compared if not one.equal]

    def store(
        self, tournaments: TournamentStreams, people: People, club: Club, by: TokenId, written: Callable[[int], object] = lambda _: None
    ) -> Restored:
        """Store the tournament. A player with a name becomes the person with that name in the directory; a player who is not there is
        registered first. Raises Refused, RecordDiffers."""

        def people_of() -> Mapping[int, PersonId]:
            rows = self._rows()
            try:
                found = import_people(people, club, rows, [PersonId(f"p-{uuid4().hex[:15]}") for _ in rows], by)
            except RowsRefused as refused:
                raise self._ambiguous(refused) from refused
            return {each.row.line: each.person for each in found}

        return FinishedTournaments(tournaments, people).store(club, self.publication, people_of, by, written)

    def dry_run(self, tournaments: TournamentStreams, people: People, club: Club) -> Restored:
        """Return what a call of `store` would return now. Writes nothing. Raises Refused, RecordDiffers."""
        foreseen = FinishedTournaments(tournaments, people).dry_run(club, self.publication)
        if foreseen.added:
            rows = self._rows()
            try:
                matched(rows, people.directory(club), [PersonId(f"p-{row.line}") for row in rows])
            except RowsRefused as refused:
                raise self._ambiguous(refused) from refused
        return foreseen

    def _rows(self) -> list[PersonRow]:
        return [PersonRow(entry.number, entry.name, None) for entry in self.publication.published.entries if entry.name is not None]

    def _ambiguous(self, refused: RowsRefused) -> Refused:
        places = {entry.number: index for index, entry in enumerate(self.publication.published.entries)}
        message = "is the name of several people in this club: leave the name out, or merge these people first"
        faults = [Fault(f"/players/{places[fault.line]}/name", message) for fault in refused.faults]
        return Refused(self.publication.published.id, faults)


def read_finished(value: object, visibility: Visibility = "private") -> FinishedFile:
    """Read a published tournament from JSON. `value`: the parsed JSON, with a Fraction for every number that has a decimal point
    (`domain.tournament.published.exact`). Raises Refused, which names every fault."""
    published = read_published(value)
    if faults := unstorable(published, MOST_IN_A_TOURNAMENT):
        raise Refused(published.id, faults)
    made, left_out = compare(published, read(replayed(published)))
    not_compared = sorted({*left_out, *unknown_names(published)})
    return FinishedFile(Publication(published, content_digest(value), visibility), tuple(made), tuple(not_compared))
