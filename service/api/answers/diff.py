"""What two readings of a record differ in: /games/{id}/diff."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text, by_seat
from service.api.answers.events import RecordedEvent
from service.api.answers.findings import Finding
from service.api.answers.preview import Before


class DifferingEvent(RecordedEvent):
    behind = a_number("The version directly before it in table order; 0: none.")


class MovedEvent(DifferingEvent):
    stood_behind = a_number("The version that was directly before it.")


class FindingChange(Answer):
    raised = fields.List(fields.Nested(Finding))
    withdrawn = fields.List(fields.Nested(Finding))


class RoundDiffers(Answer):
    round = a_number("From 1.")
    before = by_seat(fields.Integer(), "Points by seat, those without points left out; null: it had not ended.", none=True)
    after = by_seat(fields.Integer(), "The same.", none=True)


class DifferenceInWords(Answer):
    sentence = a_text()
    versions = fields.List(fields.Integer(), metadata={"description": "The events that it names."})


class Differences(Answer):
    game = a_text()
    from_ = fields.Integer(data_key="from")
    to = a_number()
    as_ = fields.String(data_key="as", metadata={"description": "corrected, recorded, or recorded,corrected."})
    viewer = a_text()
    added = fields.List(fields.Nested(DifferingEvent), metadata={"description": "In table order."})
    withdrawn = fields.List(fields.Nested(DifferingEvent), metadata={"description": "`behind`: where they stood."})
    moved = fields.List(fields.Nested(MovedEvent))
    scores = fields.Nested(Before)
    findings = fields.Nested(FindingChange)
    rounds = fields.List(fields.Nested(RoundDiffers), metadata={"description": "Only those that differ."})
    sentences = fields.List(fields.Nested(DifferenceInWords), metadata={"description": "The same in plain English, to be read aloud."})
