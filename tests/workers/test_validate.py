"""The validator without a queue. The verdict is the same if a job is repeated or tried again, or if several jobs run at the same time."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import IrregularityCalled
from domain.kernel.findings import FULL
from service.caches.streams import Readings
from service.clock import now_ms
from service.engine import ENGINE
from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from tests.workers.conftest import Store
from workers.queue import RETRIES
from workers.validate import ValidationFailed, Validator


def validator(store: Store, engine: str = ENGINE) -> Validator:
    return Validator(store.records, Readings(store.records), store.verdicts, engine)


def test_a_repeated_validation_stores_each_finding_once(store: Store) -> None:
    game = store.open()
    store.happens(game, "breach")
    for _ in range(3):
        validator(store).validate(game, 1)
    assert store.validated(game)
    assert [(entry.kind, entry.finding.id) for entry in store.verdicts.entries(game)] == [("raised", "breach@2")]


def test_simultaneous_validations_store_each_finding_once(store: Store) -> None:
    game = store.open()
    with ThreadPoolExecutor(8) as pool:
        runs = []
        for _ in range(20):
            store.happens(game, "breach")
            runs += [pool.submit(validator(store).validate, game, 1) for _ in range(4)]
        for run in runs:
            run.result()
    assert store.validated(game)
    assert [entry.kind for entry in store.verdicts.entries(game)] == ["raised"] * 20
    assert store.standing(game) == [f"breach@{version}" for version in range(2, 22)]


def test_a_withdrawn_finding_that_is_raised_again_has_the_same_id(store: Store) -> None:
    game, validate = store.open(), validator(store)
    store.happens(game, "breach")
    validate.validate(game, 1)
    correction = store.retract(game, 2)
    validate.validate(game, 1)
    assert store.standing(game) == []
    store.retract(game, correction)
    validate.validate(game, 1)
    assert store.standing(game) == ["breach@2"]
    kinds = [(entry.kind, entry.finding.id, entry.through) for entry in store.verdicts.entries(game)]
    assert kinds == [("raised", "breach@2", 2), ("withdrawn", "breach@2", 3), ("raised", "breach@2", 4)]


def test_after_too_many_changes_a_verdict_only_withdraws_findings(store: Store) -> None:
    """Without this limit, corrections could fill the store. Each correction can withdraw all findings of a record, or raise all of them
    again."""
    game, most = store.open(), 6
    validate = Validator(store.records, Readings(store.records), store.verdicts, ENGINE, most)
    correction = store.happens(game, "breach")
    for _ in range(12):
        validate.validate(game, 1)
        assert store.validated(game)
        assert [finding for finding in store.standing(game) if finding != FULL.id] in ([], ["breach@2"])
        correction = store.retract(game, correction)
    changed = [(entry.kind, entry.finding.id) for entry in store.verdicts.entries(game)]
    raised, withdrawn = ("raised", "breach@2"), ("withdrawn", "breach@2")
    assert changed == [raised, withdrawn, raised, withdrawn, raised, ("raised", FULL.id), withdrawn]
    assert store.standing(game) == [FULL.id]


def test_a_failed_validation_stores_where_the_error_was_raised_but_no_card(store: Store) -> None:
    game, validate = store.open(), validator(store)
    version = store.happens(game, "raise")
    for attempt in range(1, RETRIES + 1):
        with pytest.raises(ValidationFailed, match=r"^KeyError at tests\.workers\.poison:\d+$|^KeyError at domain\.") as failed:
            validate.validate(game, attempt)
        assert "TS" not in str(failed.value)
        assert failed.value.__suppress_context__
        assert store.parked(game) is None
    validate.validate(game, RETRIES + 1)
    parked = store.parked(game)
    assert parked is not None
    assert (parked.version, parked.attempts, parked.engine) == (version, RETRIES + 1, ENGINE)
    assert parked.reason.startswith("KeyError at ")
    assert "TS" not in parked.reason
    assert store.verdicts.dirty(store.clubs.names_of_clubs()[0]) == []


def test_a_game_that_failed_validation_is_validated_again_after_its_next_event(store: Store) -> None:
    game, validate = store.open(), validator(store)
    poison = store.happens(game, "raise")
    validate.validate(game, RETRIES + 1)
    store.retract(game, poison)
    assert len(store.verdicts.dirty(store.clubs.names_of_clubs()[0])) == 1
    validate.validate(game, 1)
    assert store.validated(game)
    assert store.parked(game) is None


def test_validation_is_not_given_up_when_the_store_is_unavailable(store: Store, tmp_path: object) -> None:
    nowhere = write_client(f"{tmp_path}/nobody")
    records = Records(nowhere, now_ms)
    lost = Validator(records, Readings(records), Verdicts(nowhere, now_ms), ENGINE)
    for attempt in range(1, RETRIES + 2):
        with pytest.raises(StoreUnavailable):
            lost.validate(store.open(), attempt)


def test_a_game_that_another_version_of_the_rules_validated_is_validated_again(store: Store) -> None:
    game = store.open()
    store.append(game, IrregularityCalled("breach", Seat(1)))
    validator(store, "00000000").validate(game, 1)
    head = store.records.head(game)
    assert head is not None
    assert head.engine == "00000000"
    validator(store).validate(game, 1)
    assert store.validated(game)
    assert len(store.verdicts.entries(game)) == 1


def test_a_proof_by_open_cards_replaces_all_proofs_by_sealed_cards(store: Store) -> None:
    game, validate = store.open(), validator(store)
    store.happens(game, "doubled")
    validate.validate(game, 1)
    assert [entry.finding.rests_on for entry in store.verdicts.state(game).findings] == [{0}, {1}]
    store.happens(game, "shown")
    validate.validate(game, 1)
    assert [entry.finding.rests_on for entry in store.verdicts.state(game).findings] == [frozenset()]
    store.retract(game, 3)
    validate.validate(game, 1)
    assert [entry.finding.rests_on for entry in store.verdicts.state(game).findings] == [{0}, {1}]
    store.retract(game, 2)
    validate.validate(game, 1)
    assert store.standing(game) == []
    kinds = [(entry.kind, sorted(entry.finding.rests_on)) for entry in store.verdicts.entries(game)]
    doubled, shown = [("raised", [0]), ("raised", [1])], [("raised", []), ("withdrawn", [0]), ("withdrawn", [1])]
    assert kinds == [*doubled, *shown, *doubled, ("withdrawn", []), ("withdrawn", [0]), ("withdrawn", [1])]
