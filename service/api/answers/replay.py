"""A game step by step: /games/{id}/replay."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text, by_seat, some_seats
from service.api.answers.events import RecordedEvent
from service.api.answers.findings import Finding
from service.api.answers.games import Evidence, SeatedPerson


class Frame(Answer):
    step = a_number("From 0, the opening.")
    version = a_number()
    event = fields.Nested(RecordedEvent)
    retracted = fields.Boolean()
    changed = fields.Dict(
        metadata={"description": "Merge patch (RFC 7396) from the view before; the first is the whole. Null members are left out."}
    )
    scores = by_seat(fields.Integer(), "By seat.")
    state = a_text("open, finished or abandoned, as far as play had come.")
    winners = some_seats("Empty while open or unwon.")
    findings = fields.List(fields.Nested(Finding), metadata={"description": "New at this step."})


class RoundEvidence(Answer):
    round = a_number("From 1.")
    points = by_seat(fields.Integer(), "By seat, those without points left out.")
    evidence = fields.Nested(Evidence)


class ReplayEvidence(Answer):
    """How cards, rounds and the result are known (docs/evidence.md), with what came later."""

    cards = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(keys=fields.String(), values=fields.Nested(Evidence)),
        metadata={"description": "By version of the event that laid or opened cards, and by seat."},
    )
    rounds = fields.List(fields.Nested(RoundEvidence))
    outcome = fields.Nested(Evidence)


class Replay(Answer):
    game = a_text()
    system = a_text()
    version = a_number()
    as_ = fields.String(data_key="as", metadata={"description": "corrected or recorded."})
    viewer = a_text()
    seats = fields.List(fields.Nested(SeatedPerson))
    evidence = fields.Nested(ReplayEvidence)
    frames = fields.List(fields.Nested(Frame))
