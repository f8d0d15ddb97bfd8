"""What a batch would come to: /games/{id}/events?dry_run=true."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text, by_seat
from service.api.answers.findings import Finding
from service.api.answers.games import Outcome, TableSeen
from service.api.lib.answers import schema_of
from service.seen import counts


class Before(Answer):
    before = by_seat(fields.Integer(), "By seat.")
    after = by_seat(fields.Integer(), "By seat.")


class StandingLine(Answer):
    person = a_text("Opaque id.")
    name = a_text("From the club's directory; null: erased.", none=True)
    before = fields.Nested(schema_of(counts.Counts))
    after = fields.Nested(schema_of(counts.Counts))


class Foreseen(Answer):
    view = fields.Nested(TableSeen)
    outcome = fields.Nested(Outcome)
    scores = fields.Nested(Before)
    raised = fields.List(fields.Nested(Finding), metadata={"description": "New, or otherwise than before."})
    withdrawn = fields.List(fields.String(), metadata={"description": "Ids of findings."})
    standings = fields.List(
        fields.Nested(StandingLine),
        allow_none=True,
        metadata={
            "description": "What all games of the club come to for the people at this table; null: this token is for one table only, or "
            "the rows of the club are being made anew."
        },
    )


class DryRun(Answer):
    version = a_number("The version the record would have.")
    would = fields.Nested(Foreseen)
