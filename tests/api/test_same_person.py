"""A person who typed a result with a token of their own cannot approve this result for their own entry, unless the person is a director."""

import pytest

from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import PIN, approve, event, kind, opened_cup, set_pin
from tests.tournament.stream import BY, act


@pytest.mark.parametrize("withdrawn", [False, True])
@pytest.mark.parametrize("scores", [[11, 3], [3, 11]])  # the PIN of a winner is enough, since somebody who lost typed the result
@pytest.mark.parametrize(
    ("approver", "answer"),
    [
        ("check-in of entry 1", "second-person-needed"),
        ("entry 1, by PIN", "second-person-needed"),
        ("check-in of entry 2", "done"),
        ("entry 2, by PIN", "done"),
        ("own token", "second-person-needed"),
        ("director", "done"),
    ],
)
def test_a_person_who_typed_a_result_cannot_approve_it_for_their_own_entry(
    approver: str, answer: str, scores: list[int], withdrawn: bool, parts: Wiring, director: Caller, callers: Callers
) -> None:
    """Anna, a scorekeeper of the club, is entry 1. She was registered twice, and the two ids were merged. A token that she withdrew after
    typing still counts as hers."""
    anna, again, ben = (director.post("/people", {"name": name}).json["person"] for name in ("Anna", "Anna", "Ben"))
    parts.members.grant(HOME, again, "scorekeeper", BY)
    cup = opened_cup(parts)
    cup.add(act("EntryChanged", entry=1, people=[anna]), act("EntryChanged", entry=2, people=[ben]))
    assert callers.holder("own").post(f"/people/{again}/merge", {"gone": anna}).status_code == 200
    own = callers.holder("record", person=again)
    sent = own.post(
        f"/tournaments/{cup.id}/events",
        {"events": [event("ResultEntered", round=1, table=1, scores=scores)]},
        headers={"If-Match": "*"},
    )
    for entry in (1, 2):
        set_pin(director, cup, entry)
    if withdrawn:
        own.call("DELETE", f"/tokens/{own.secret.split('_')[2]}")  # type: ignore[union-attr]
        own = callers.holder("record", person=again)

    result = sent.json["version"]
    match approver:
        case "own token":
            response = approve(own, cup, result)
        case "director":
            response = approve(director, cup, result)
        case _ if approver.endswith("by PIN"):
            response = approve(own, cup, result, entry=int(approver[6]), pin=PIN)
        case _:
            response = approve(callers.holder("read", tournament=cup.id, entry=int(approver[-1])), cup, result)

    assert kind(response) == answer


def test_a_director_can_approve_their_own_typed_result_with_their_entrys_pin(parts: Wiring, director: Caller, callers: Callers) -> None:
    anna = director.post("/people", {"name": "Anna"}).json["person"]
    parts.members.grant(HOME, anna, "director", BY)
    cup, own = opened_cup(parts), callers.holder("direct", person=anna)
    cup.add(act("EntryChanged", entry=1, people=[anna]))
    set_pin(director, cup, 1)
    sent = {"events": [event("ResultEntered", round=1, table=1, scores=[11, 3])]}
    result = own.post(f"/tournaments/{cup.id}/events", sent, headers={"If-Match": "*"}).json["version"]

    assert kind(approve(own, cup, result, entry=1, pin=PIN)) == "done"
