"""Changes the name and the settings of a club. Each change is an event of the club's own stream. The directory has the current values."""

from typing import NamedTuple

from domain.kernel.events import EventId, TokenId
from domain.kernel.events.club import ClubNamed, ClubSettingsChanged
from domain.record.directory import Directory
from service.store.clubs.people import Change, People
from service.store.clubs.streams import ClubDraft
from service.store.keys import Club


class ClubChange(NamedTuple):
    """A change of a club. `name`: the new name; None: the name stays. `settings`: a setting that is None stays."""

    name: str | None
    settings: ClubSettingsChanged


def change_club(people: People, club: Club, change: ClubChange, by: TokenId, ids: tuple[EventId, EventId]) -> Directory:
    """Give the club another name, other settings, or both; all or nothing. `ids`: the ids of the events for the name and for the settings.
    Settings that are in force already are not recorded. Returns the directory after the change. Raises BodyDiffers."""

    def decided(directory: Directory) -> Change:
        drafts = [] if change.name is None else [ClubDraft(ClubNamed(change.name), ids[0])]
        if directory.settings.after(change.settings) != directory.settings:
            drafts.append(ClubDraft(change.settings, ids[1]))
        return Change(drafts)

    return people.change(club, decided, by)
