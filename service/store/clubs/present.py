"""Looks a person up in a club's directory, before the person or the person's role is changed."""

from domain.kernel.events import PersonId
from domain.record.directory import Directory, Person
from service.store.errors import LastOwner, PersonGone, UnknownPerson


def present(directory: Directory, person: PersonId) -> PersonId:
    """Return the current id of a registered person. Raises UnknownPerson, or PersonGone if the person was erased."""
    known: Person | None = directory.get(person)
    if known is None:
        raise UnknownPerson(person)
    if known.erased:
        raise PersonGone(person)
    return directory.whom(person)


def replaceable(directory: Directory, person: PersonId) -> PersonId:
    """Return the person's current id. Raises LastOwner if this person is the only owner of the club."""
    kept = directory.whom(person)
    if [other for other, role in directory.members.items() if role == "owner"] == [kept]:
        raise LastOwner(person)
    return kept
