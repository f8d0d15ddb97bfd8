"""The people of a club in the store: names are events, lost rows are restored, and repeated requests do not restore an erased name."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis

from domain.kernel.events import PersonId
from domain.kernel.events.club import ClubSettingsChanged
from domain.record.chain import hashes
from domain.record.directory import directory_of
from service.store.clubs.people import ClubChange, People, change_club
from service.store.clubs.streams import ClubStreams
from service.store.errors import BodyDiffers, PersonGone, UnknownPerson
from service.store.keys import HOME, Keys
from service.store.streams.copies import Copied
from tests.store.bench import BY, Store, everything, new_id
from tests.store.test_races import at_once

ANN, BEN = PersonId("p-ann"), PersonId("p-ben")
KEYS = Keys(HOME)


@pytest.fixture
def people(store: Store) -> People:
    return another(store)


def another(store: Store) -> People:
    """Return a second `People`, as another process would have it: with its own connection and its own caches."""
    return People(store._client(store.server.socket), store.clock)


def types(people: People) -> list[str]:
    return [event.type for event in people.streams.events(people.streams.kind.parse(HOME), verify=True)]


def holds(store: Store, name: str) -> bool:
    """Return whether the name is anywhere in the server's memory."""
    return any(name.encode() in dump for dump in everything(store).values())


# --- names ------------------------------------------------------------------------------------------------------------------------------


def test_registering_the_first_people_founds_the_club(people: People) -> None:
    assert people.names(HOME, [ANN]) == {}
    people.register(HOME, {ANN: "Ann", BEN: "Ben"}, BY)
    people.register(HOME, {ANN: "Anna"}, BY)  # Ann keeps the name of her first registration
    assert types(people) == ["ClubFounded", "PersonRegistered", "PersonRegistered"]
    assert people.names(HOME, [BEN, ANN, PersonId("p-nobody")]) == {ANN: "Ann", BEN: "Ben"}
    assert people.everyone(HOME) == {ANN: "Ann", BEN: "Ben"}
    people.found(HOME)
    assert len(types(people)) == 3


def test_the_names_of_people_are_read_in_one_round_trip(store: Store, people: People) -> None:
    people.register(HOME, {ANN: "Ann"}, BY)
    store.redis.config_resetstat()
    assert another(store).names(HOME, [ANN, BEN]) == {ANN: "Ann"}
    calls = {name.removeprefix("cmdstat_"): stats["calls"] for name, stats in store.redis.info("commandstats").items()}
    assert {name: n for name, n in calls.items() if name.startswith(("hm", "hg", "x", "eval", "exists"))} == {"hmget": 2}


def test_a_repeated_rename_is_recognised_by_its_event_id(people: People) -> None:
    people.register(HOME, {ANN: "Ann"}, BY)
    first = new_id()
    people.rename(HOME, ANN, "Anna", BY, first)
    people.rename(HOME, ANN, "Annabel", BY, new_id())
    people.rename(HOME, ANN, "Anna", BY, first)
    assert people.names(HOME, [ANN]) == {ANN: "Annabel"}
    with pytest.raises(BodyDiffers):
        people.rename(HOME, ANN, "Else", BY, first)
    with pytest.raises(UnknownPerson):
        people.rename(HOME, BEN, "Ben", BY, new_id())


def test_a_merged_person_has_the_name_of_the_remaining_person(store: Store, people: People) -> None:
    people.register(HOME, {ANN: "Ann", BEN: "Ben"}, BY)
    assert people.merge(HOME, ANN, BEN, BY) == people.merge(HOME, BEN, ANN, BY) == ANN
    people.rename(HOME, BEN, "Anna", BY, new_id())
    for each in (people, another(store)):
        assert each.names(HOME, [BEN, ANN]) == {ANN: "Anna", BEN: "Anna"}
        assert each.everyone(HOME) == {ANN: "Anna"}
        assert each.merged(HOME) == {BEN: ANN}
    assert [held.name for held in people.held(HOME, BEN)] == ["Ann", "Ben", "Anna"]
    assert types(people).count("PeopleMerged") == 1


# --- rows -------------------------------------------------------------------------------------------------------------------------------


def changes(people: People) -> None:
    people.register(HOME, {ANN: "Ann", BEN: "Ben"}, BY)
    people.rename(HOME, ANN, "Anna", BY, new_id())
    people.register(HOME, {PersonId("p-carl"): "Carl", PersonId("p-dan"): "Dan"}, BY)
    people.merge(HOME, ANN, PersonId("p-carl"), BY)
    people.grant(HOME, ANN, "owner", BY, new_id())
    people.grant(HOME, BEN, "viewer", BY, new_id())
    people.end(HOME, BEN, BY, new_id())
    people.grant(HOME, BEN, "director", BY, new_id())
    change = ClubChange("Tuesdays", ClubSettingsChanged("public", delay=60))
    change_club(people, HOME, change, BY, (new_id(), new_id()))
    people.erase(HOME, PersonId("p-dan"), BY)


ROLES_AFTER = ["owner", "director", "owner", None]
BROKEN: dict[str, Callable[[Redis], object]] = {
    "lost": lambda redis: redis.delete(KEYS.directory),
    "of another form": lambda redis: redis.hset(KEYS.directory, ":", "[0]"),
    "ahead of the stream": lambda redis: redis.hset(KEYS.directory, ":", b'[2,99,"%b","home",{}]' % (b"0" * 64)),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_broken_stored_rows_of_names_are_repaired_from_the_events(store: Store, people: People, broken: Callable[[Redis], object]) -> None:
    changes(people)
    whole, rows = people.directory(HOME), store.redis.hgetall(KEYS.directory)
    broken(store.redis)
    assert another(store).names(HOME, [ANN, BEN, PersonId("p-carl"), PersonId("p-dan")]) == {
        ANN: "Anna",
        BEN: "Ben",
        PersonId("p-carl"): "Anna",
    }
    assert another(store).directory(HOME) == whole == directory_of(people.streams.events(people.streams.kind.parse(HOME)))
    assert [another(store).roles(HOME, [person]).get(person) for person in (ANN, BEN, PersonId("p-carl"), PersonId("p-dan"))] == ROLES_AFTER
    assert whole.called == "Tuesdays"
    assert store.redis.hgetall(KEYS.directory) == rows


def test_stored_names_that_a_killed_writer_did_not_update_are_repaired(
    store: Store, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.register(HOME, {ANN: "Ann"}, BY)
    with monkeypatch.context() as killed:
        killed.setattr(people._rows, "move", lambda *_: True)
        people.register(HOME, {BEN: "Ben"}, BY)
        people.erase(HOME, ANN, BY)
    assert another(store).names(HOME, [ANN, BEN]) == {BEN: "Ben"}
    assert not holds(store, "Ann")


def test_erasing_a_name_succeeds_even_if_another_writer_changes_the_rows(
    store: Store, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.register(HOME, {ANN: "Annabel"}, BY)
    move, left = people._rows.move, [1]

    def overtaken(*arguments: Any) -> bool:
        if arguments[3].version == 3 and left:
            left.clear()
            store.redis.hset(KEYS.directory, ":", b'[2,2,"%b","home",{}]' % (b"0" * 64))
        return move(*arguments)

    monkeypatch.setattr(people._rows, "move", overtaken)
    people.erase(HOME, ANN, BY)
    assert left == []
    assert not holds(store, "Annabel")


def test_simultaneous_registrations_lose_no_name(store: Store, people: People) -> None:
    people.found(HOME)
    racing = [another(store) for _ in range(4)]
    at_once(
        [
            lambda n=n, each=each: [each.register(HOME, {PersonId(f"p-{n}-{k}"): f"{n}.{k}"}, BY) for k in range(6)]
            for n, each in enumerate(racing)
        ]
    )
    assert len(people.everyone(HOME)) == 24
    assert another(store).names(HOME, [PersonId("p-3-5")]) == {PersonId("p-3-5"): "3.5"}


# --- erasing ----------------------------------------------------------------------------------------------------------------------------


def test_an_erased_name_is_removed_everywhere_and_does_not_come_back(store: Store, people: People) -> None:
    people.register(HOME, {ANN: "Annabel", BEN: "Ben"}, BY)
    renaming = new_id()
    people.rename(HOME, ANN, "Annelise", BY, renaming)
    people.lately.names(HOME, (ANN,))
    assert holds(store, "Annabel")
    people.erase(HOME, ANN, BY)
    people.erase(HOME, ANN, BY)
    for each in (people, another(store)):
        each.register(HOME, {ANN: "Annabel"}, BY)  # repeats the request that registered Ann
        with pytest.raises(PersonGone):
            each.rename(HOME, ANN, "Annelise", BY, renaming)
        with pytest.raises(PersonGone):
            each.merge(HOME, BEN, ANN, BY)
        assert each.names(HOME, [ANN, BEN]) == each.lately.names(HOME, (ANN, BEN)) == {BEN: "Ben"}
    assert not holds(store, "Anna")
    assert not holds(store, "Annelise")
    assert types(people) == ["ClubFounded", "PersonRegistered", "PersonRegistered", "PersonRenamed", "PersonErased"]
    with pytest.raises(UnknownPerson):
        people.erase(HOME, PersonId("p-nobody"), BY)


def test_registering_a_person_while_they_are_erased_does_not_restore_the_name(store: Store, people: People) -> None:
    people.register(HOME, {ANN: "Annabel"}, BY)
    racing = [another(store) for _ in range(4)]
    tasks: list[Callable[[], object]] = [lambda each=each: each.register(HOME, {ANN: "Annabel", BEN: "Ben"}, BY) for each in racing[1:]]
    at_once([lambda: racing[0].erase(HOME, ANN, BY), *tasks])
    assert people.names(HOME, [ANN, BEN]) == {BEN: "Ben"}
    assert not holds(store, "Annabel")


def test_a_rename_that_arrives_after_the_person_was_erased_has_no_effect(
    store: Store, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.register(HOME, {ANN: "Annabel"}, BY)
    append = people.streams.append

    def after_the_erasing(*arguments: Any) -> object:
        another(store).erase(HOME, ANN, BY)
        return append(*arguments)

    monkeypatch.setattr(people.streams, "append", after_the_erasing)
    with pytest.raises(PersonGone):
        people.rename(HOME, ANN, "Annelise", BY, new_id())
    assert types(people)[-1] == "PersonErased"
    assert not holds(store, "Annelise")


def test_erasing_a_merged_person_erases_the_names_of_all_merged_ids(store: Store, people: People) -> None:
    people.register(HOME, {ANN: "Annabel", BEN: "Benedict"}, BY)
    people.merge(HOME, ANN, BEN, BY)
    people.erase(HOME, BEN, BY)
    assert people.names(HOME, [ANN, BEN]) == {}
    assert not holds(store, "Annabel")
    assert not holds(store, "Benedict")


def test_copying_a_clubs_stream_does_not_bring_an_erased_name_back(store: Store, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stream has an event with the name and, later, an event that erases the person. The name is never written when the stream is
    copied."""
    monkeypatch.setattr(ClubStreams, "scrub", lambda *_: None)
    people.register(HOME, {ANN: "Annabel", BEN: "Ben"}, BY)
    stream = people.streams.kind.parse(HOME)
    before = people.streams.sealed(stream)
    people.erase(HOME, ANN, BY)
    events = people.streams.events(stream)
    opened = [{path: kept for (version, path), kept in before.items() if version == event.version} for event in events]
    record = [Copied(event, digest, values) for event, digest, values in zip(events, hashes(events), opened, strict=True)]
    people.streams.restore(HOME, record[:3], lambda _: None)
    assert not holds(store, "Annabel")
    store.redis.flushall()
    another(store).streams.restore(HOME, record, lambda _: None)
    assert another(store).everyone(HOME) == {BEN: "Ben"}
    assert not holds(store, "Annabel")
    assert len(types(another(store))) == 4


def test_copying_a_stream_that_erases_a_person_also_erases_the_stored_name(store: Store, people: People) -> None:
    people.register(HOME, {ANN: "Annabel"}, BY)
    stream = people.streams.kind.parse(HOME)
    sealed = people.streams.sealed(stream)
    people.erase(HOME, ANN, BY)
    events = people.streams.events(stream)
    opened = [{path: kept for (version, path), kept in sealed.items() if version == event.version} for event in events]
    record = [Copied(event, digest, values) for event, digest, values in zip(events, hashes(events), opened, strict=True)]
    store.redis.flushall()
    another(store).streams.restore(HOME, record[:2], lambda _: None)
    assert another(store).everyone(HOME) == {ANN: "Annabel"}
    another(store).streams.restore(HOME, [replace(copied, opened={}) for copied in record], lambda _: None)
    assert another(store).everyone(HOME) == {}
    assert not holds(store, "Annabel")
