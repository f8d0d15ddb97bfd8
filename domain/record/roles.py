"""Decides how a role that was given to a person by mistake is taken back."""

from collections.abc import Sequence

from domain.kernel.events import AnyAct, EventId, StreamEvent
from domain.kernel.events.club import MembershipEnded, MembershipGranted, PersonErased
from domain.record.directory import Directory, directory_of


def taken_back(
    directory: Directory, events: Sequence[StreamEvent[AnyAct]], granting: EventId, after: int
) -> MembershipGranted | MembershipEnded | None:
    """Return the act that takes back the role which the event `granting` gave to a person. The act gives the person the earlier role
    again, or ends the membership if the person had no role before that event.

    Returns None if there is no such event, if it was recorded at or before the time `after` (ms UTC), or if the person's role was changed
    later. `events`: all events of the club's stream. `directory`: the directory after them."""
    found = next((event for event in events if event.id == granting and event.recorded_at > after), None)
    if found is None or not isinstance(found.act, MembershipGranted):
        return None
    ids = directory.ids_of(found.act.person)
    later = [event.act for event in events[found.version :]]
    if any(isinstance(act, MembershipGranted | MembershipEnded | PersonErased) and act.person in ids for act in later):
        return None
    person, former = directory.whom(found.act.person), directory_of(events[: found.version - 1]).role(found.act.person)
    return MembershipEnded(person) if former is None else MembershipGranted(person, former)
