"""Redocly finds nothing in openapi.yaml except what is explained here."""

import json

from service.api.openapi import PLACE
from tests.clients.conftest import Programs
from tests.speeds import slow

pytestmark = slow

IN_RECORDS = "Clients do not send it; it describes `data` of a recorded event."
IN_STREAMS = "One event of a live stream. `x-itemSchema` names it: the keyword of OpenAPI 3.2, which Redocly does not read in a 3.1 file."
EXPLAINED = {
    ("no-unused-components", "CorrectionAcceptedData"): IN_RECORDS,
    ("no-unused-components", "CorrectionDeclinedData"): IN_RECORDS,
    ("no-unused-components", "GameLinkedData"): IN_RECORDS,
    ("no-unused-components", "GameOpenedData"): IN_RECORDS,
    ("no-unused-components", "ResultConfirmedData"): IN_RECORDS,
    ("no-unused-components", "ResultTakenData"): IN_RECORDS,
    ("no-unused-components", "SeasonOpenedData"): IN_RECORDS,
    ("no-unused-components", "TournamentCountedData"): IN_RECORDS,
    ("no-unused-components", "TournamentOpenedData"): IN_RECORDS,
    ("no-unused-components", "LiveEvent"): IN_STREAMS,
    ("no-unused-components", "TournamentLiveEvent"): IN_STREAMS,
}
"""What Redocly warns of, and why it stays: {(rule, the last part of the place): why}."""


def test_redocly_warns_only_of_what_is_explained(programs: Programs) -> None:
    run = programs.run("redocly", "lint", PLACE, "--extends=recommended", "--format=json", "--max-problems=1000")
    told = json.loads(run.stdout[run.stdout.index("{") :])
    found = [(problem["ruleId"], problem["location"][0]["pointer"].rpartition("/")[2], problem["severity"]) for problem in told["problems"]]
    assert sorted(found) == sorted((rule, place, "warn") for rule, place in EXPLAINED), run.stderr
    assert told["totals"]["errors"] == 0
