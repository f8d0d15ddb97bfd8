"""The directory of a club, computed from its events. An erased name never comes back; merged people count as one person."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.events import ClubAct, ClubEvent, EventId, PersonId, TokenId
from domain.kernel.events.club import (
    CLUB_TYPES,
    ROLES,
    ClubFounded,
    ClubNamed,
    ClubSettingsChanged,
    MembershipEnded,
    MembershipGranted,
    PeopleMerged,
    PersonErased,
    PersonRegistered,
    PersonRenamed,
    Role,
)
from domain.kernel.shapes import Sealed
from domain.record.directory import ClubSettings, Directory, Person, directory_of, names_held
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


def test_a_second_registration_does_not_change_the_name_of_a_person() -> None:
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


def test_erasing_one_of_several_merged_people_erases_all_their_names() -> None:
    all_of_it = events(registered(ANN, "Ann"), registered(BEN, "Ben"), PeopleMerged(ANN, BEN), PersonErased(BEN), registered(BEN, "Ben"))
    directory = directory_of(all_of_it)
    assert directory.people == {ANN: Person(None, 101, erased=True)}
    assert [event.version for event in names_held(all_of_it, directory.ids_of(ANN))] == [1, 2, 5]


SETTINGS: list[tuple[str, list[ClubAct], ClubSettings]] = [
    # Each row: the case, the events, the settings.
    ("never changed", [ClubFounded("home")], ClubSettings("private", 0, pins=True)),
    ("one of them", [ClubSettingsChanged(delay=60)], ClubSettings("private", 60, pins=True)),
    ("one after another", [ClubSettingsChanged(delay=60), ClubSettingsChanged("public")], ClubSettings("public", 60, pins=True)),
    ("set back", [ClubSettingsChanged("public", 60, False), ClubSettingsChanged("private", 0, True)], ClubSettings()),
    ("results first", [ClubSettingsChanged(results_first=True), ClubSettingsChanged(delay=60)], ClubSettings(delay=60, results_first=True)),
    ("nothing", [ClubSettingsChanged("public", 60, False), ClubSettingsChanged()], ClubSettings("public", 60, pins=False)),
]


@pytest.mark.parametrize(("case", "recorded", "settings"), SETTINGS, ids=[row[0] for row in SETTINGS])
def test_a_change_of_some_club_settings_keeps_the_others(case: str, recorded: list[ClubAct], settings: ClubSettings) -> None:
    assert directory_of(events(*recorded)).settings == settings


SAID = [
    # Each row: the settings, the words for them.
    (ClubSettingsChanged("public"), "games and tournaments are public"),
    (ClubSettingsChanged(delay=300), "spectators see games 5 minutes late"),
    (ClubSettingsChanged(delay=0, pins=False), "spectators see games at once, players set no PIN when they check in"),
    (ClubSettingsChanged(results_first=True), "the result of a deal is asked for first"),
    (ClubSettingsChanged(results_first=False), "cards are asked for first"),
    (ClubSettingsChanged(), "nothing changes"),
]


@pytest.mark.parametrize(("act", "said"), SAID)
def test_new_settings_are_put_into_words(act: ClubSettingsChanged, said: str) -> None:
    assert words(act, str) == f"For what begins from here on: {said}"


MEMBERSHIPS: list[tuple[str, list[ClubAct], dict[PersonId, Role]]] = [
    # Each row: the case, the events after Ann and Ben were registered, the members.
    ("granted", [MembershipGranted(ANN, "viewer")], {ANN: "viewer"}),
    ("a later role replaces the earlier one", [MembershipGranted(ANN, "owner"), MembershipGranted(ANN, "viewer")], {ANN: "viewer"}),
    ("ended", [MembershipGranted(ANN, "owner"), MembershipEnded(ANN)], {}),
    ("granted again", [MembershipGranted(ANN, "owner"), MembershipEnded(ANN), MembershipGranted(ANN, "viewer")], {ANN: "viewer"}),
    ("ended without being granted", [MembershipEnded(ANN)], {}),
    ("renamed", [MembershipGranted(ANN, "owner"), renamed(ANN, "Anna")], {ANN: "owner"}),
    ("a person who is not in the directory", [MembershipGranted(CARL, "owner")], {}),
    ("erased", [MembershipGranted(ANN, "owner"), PersonErased(ANN)], {}),
    ("granted after being erased", [PersonErased(ANN), MembershipGranted(ANN, "owner")], {}),
    ("merged with a person without a role", [MembershipGranted(BEN, "viewer"), PeopleMerged(ANN, BEN)], {ANN: "viewer"}),
    ("merged", [MembershipGranted(ANN, "viewer"), MembershipGranted(BEN, "director"), PeopleMerged(ANN, BEN)], {ANN: "director"}),
    ("granted to the merged id", [PeopleMerged(ANN, BEN), MembershipGranted(BEN, "owner")], {ANN: "owner"}),
    ("ended by the merged id", [MembershipGranted(ANN, "owner"), PeopleMerged(ANN, BEN), MembershipEnded(BEN)], {}),
    ("merged with an erased id", [MembershipGranted(ANN, "owner"), PersonErased(BEN), PeopleMerged(ANN, BEN)], {}),
]


@pytest.mark.parametrize(("acts", "members"), [row[1:] for row in MEMBERSHIPS], ids=[row[0] for row in MEMBERSHIPS])
def test_the_members_are_the_people_whose_last_change_granted_them_a_role(acts: list[ClubAct], members: dict[PersonId, Role]) -> None:
    directory = directory_of(events(registered(ANN, "Ann"), registered(BEN, "Ben"), *acts))
    assert directory.members == members
    assert [directory.role(person) for person in members] == list(members.values())


PEOPLE = st.sampled_from([ANN, BEN, CARL])
NAMES = st.sampled_from(["x", "y"])
ACTS = st.lists(
    st.one_of(
        st.builds(registered, PEOPLE, NAMES),
        st.builds(renamed, PEOPLE, NAMES),
        st.builds(PersonErased, PEOPLE),
        st.builds(PeopleMerged, PEOPLE, PEOPLE),
        st.builds(MembershipGranted, PEOPLE, st.sampled_from(ROLES)),
        st.builds(MembershipEnded, PEOPLE),
    ),
    max_size=12,
)


@given(ACTS, st.integers(0, 12))
def test_reading_events_in_two_parts_gives_the_same_directory(acts: list[ClubAct], cut: int) -> None:
    all_of_it = events(*acts)
    directory = directory_of(all_of_it)
    assert directory_of(all_of_it[:cut]).after(all_of_it[cut:]) == directory
    assert all(into in directory.people and into not in directory.merged for into in directory.merged.values())
    assert not directory.people.keys() & directory.merged.keys()
    assert not any(row.erased and row.role for row in directory.people.values())
    for n, act in enumerate(acts):
        if isinstance(act, PersonErased):
            assert all(directory_of(all_of_it[:end]).get(act.person).name is None for end in range(n + 1, len(acts) + 1))  # type: ignore[union-attr]
    assert Directory().after([]) == Directory()


@pytest.mark.parametrize("name", CLUB_TYPES)
def test_every_type_of_event_of_a_club_has_a_sentence(name: str) -> None:
    kind = CLUB_TYPES[name]
    act = kind.shape.read({**kind.example, **({"name": "Zoë"} if name != "ClubFounded" and "name" in kind.example else {})}, "", [])
    sentence = words(act, lambda person: f"<{person}>")  # type: ignore[arg-type]
    assert sentence[0].isupper() or sentence.startswith(("<", "p-"))
    assert not sentence.endswith(".")
