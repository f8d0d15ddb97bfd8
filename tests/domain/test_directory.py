"""The directory of a club, folded from its events. An erased name never comes back; merged people count as one person."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.events import ClubAct, ClubEvent, EventId, PersonId, TokenId
from domain.kernel.events.club import CLUB_TYPES, ClubFounded, ClubNamed, PeopleMerged, PersonErased, PersonRegistered, PersonRenamed
from domain.kernel.shapes import Sealed
from domain.record.directory import Directory, Person, directory_of, names_held
from domain.words.club import words

ANN, BEN, CARL = PersonId("p-ann"), PersonId("p-ben"), PersonId("p-carl")


def events(*acts: ClubAct) -> list[ClubEvent]:
    return [ClubEvent(n, EventId(str(n)), act, TokenId("t"), 0, 0, 100 + n) for n, act in zip(count(1), acts, strict=False)]


def registered(person: PersonId, name: str) -> ClubAct:
    return PersonRegistered(person, Sealed("", name))


def renamed(person: PersonId, name: str) -> ClubAct:
    return PersonRenamed(person, Sealed("", name))


def test_a_person_has_the_name_given_most_recently() -> None:
    directory = directory_of(events(ClubFounded("home"), ClubNamed("Tuesdays"), registered(ANN, "Ann"), renamed(ANN, "Anna")))
    assert (directory.version, directory.called) == (4, "Tuesdays")
    assert directory.people == {ANN: Person("Anna", 103)}


def test_a_person_registered_twice_keeps_the_first_name() -> None:
    assert directory_of(events(registered(ANN, "Ann"), registered(ANN, "Anna"))).people == {ANN: Person("Ann", 101)}


@pytest.mark.parametrize("later", [registered(ANN, "Ann"), renamed(ANN, "Ann"), PersonErased(ANN), PeopleMerged(ANN, ANN)])
def test_an_erased_name_stays_erased(later: ClubAct) -> None:
    directory = directory_of(events(registered(ANN, "Ann"), PersonErased(ANN), later))
    assert directory.people == {ANN: Person(None, 101, erased=True)}


def test_a_person_erased_before_being_registered_has_no_name() -> None:
    assert directory_of(events(PersonErased(ANN), registered(ANN, "Ann"))).people == {ANN: Person(None, 101, erased=True)}


def test_merged_people_count_as_one_person() -> None:
    directory = directory_of(events(registered(ANN, "Ann"), registered(BEN, "Ben"), registered(CARL, "Carl"), PeopleMerged(BEN, CARL)))
    directory = directory.after([e._replace(version=5) for e in events(PeopleMerged(ANN, BEN))])
    assert directory.people == {ANN: Person("Ann", 101)}
    assert directory.merged == {BEN: ANN, CARL: ANN}
    assert [directory.whom(person) for person in (ANN, BEN, CARL)] == [ANN] * 3
    assert directory.ids_of(CARL) == {ANN, BEN, CARL}
    assert directory.get(CARL) == Person("Ann", 101)


def test_erasing_one_of_several_merged_people_erases_all() -> None:
    all_of_it = events(registered(ANN, "Ann"), registered(BEN, "Ben"), PeopleMerged(ANN, BEN), PersonErased(BEN), registered(BEN, "Ben"))
    directory = directory_of(all_of_it)
    assert directory.people == {ANN: Person(None, 101, erased=True)}
    assert [event.version for event in names_held(all_of_it, directory.ids_of(ANN))] == [1, 2, 5]


PEOPLE = st.sampled_from([ANN, BEN, CARL])
NAMES = st.sampled_from(["x", "y"])
ACTS = st.lists(
    st.one_of(
        st.builds(registered, PEOPLE, NAMES),
        st.builds(renamed, PEOPLE, NAMES),
        st.builds(PersonErased, PEOPLE),
        st.builds(PeopleMerged, PEOPLE, PEOPLE),
    ),
    max_size=12,
)


@given(ACTS, st.integers(0, 12))
def test_folding_events_in_two_parts_gives_the_same_directory(acts: list[ClubAct], cut: int) -> None:
    all_of_it = events(*acts)
    directory = directory_of(all_of_it)
    assert directory_of(all_of_it[:cut]).after(all_of_it[cut:]) == directory
    assert all(into in directory.people and into not in directory.merged for into in directory.merged.values())
    assert not directory.people.keys() & directory.merged.keys()
    for n, act in enumerate(acts):
        if isinstance(act, PersonErased):
            assert all(directory_of(all_of_it[:end]).get(act.person).name is None for end in range(n + 1, len(acts) + 1))  # type: ignore[union-attr]
    assert Directory().after([]) == Directory()


@pytest.mark.parametrize("name", CLUB_TYPES)
def test_every_event_of_a_club_has_a_sentence(name: str) -> None:
    kind = CLUB_TYPES[name]
    act = kind.shape.read({**kind.example, **({"name": "Zoë"} if name != "ClubFounded" and "name" in kind.example else {})}, "", [])
    sentence = words(act, lambda person: f"<{person}>")  # type: ignore[arg-type]
    assert sentence[0].isupper() or sentence.startswith(("<", "p-"))
    assert not sentence.endswith(".")
