"""The message with the state of a game and its findings that is sent to one viewer whenever they change."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.findings import Finding
from domain.record.asking import answers_to
from domain.record.fold import Reading
from domain.system import Viewer
from domain.views.answers import Live, Parking
from domain.views.game import Cover, game_json
from domain.views.parts import rounds_of_findings, seen_findings
from domain.words.seated import SeatNames


class Judgement(NamedTuple):
    """What is known about the findings of a record, as far as a viewer may see them. `standing`: those that are not withdrawn, in the order
    in which they were first raised. `verdict`: how many were raised and withdrawn so far. `validated`: the version up to which `engine`, a
    version of the rules, has looked for them. `parked`: why it cannot; None if it can."""

    standing: Sequence[Finding]
    verdict: int
    engine: str
    validated: int
    parked: Parking | None = None


def live_json(cover: Cover, reading: Reading, viewer: Viewer, seated: SeatNames, judgement: Judgement, *, prompts: bool) -> Live:
    """Return the message for `viewer`. `prompts`: whether to add prompts and the answers to queries, which only visitors who record get."""
    ruled = reading.ruled
    answers = answers_to(reading, [finding for finding in judgement.standing if finding.id not in ruled]) if prompts else {}
    return {
        "game": game_json(cover, reading, viewer, seated, prompts=prompts),
        "findings": seen_findings(judgement.standing, viewer, seated, ruled, rounds=rounds_of_findings(reading), answered=answers),
        "verdict": judgement.verdict,
        "engine": judgement.engine,
        "validated": judgement.validated,
        "parked": judgement.parked,
    }
