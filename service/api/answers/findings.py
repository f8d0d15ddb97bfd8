"""What a record proves against itself or its players: /games/{id}/findings."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text, some_seats


class Finding(Answer):
    id = a_text("`rule@versions`: what a ruling cites.")
    rule = a_text()
    kind = a_text("breach, contradiction or gap.")
    source = a_text("The ruling or section it rests on.")
    versions = fields.List(fields.Integer(), metadata={"description": "The proving events, ascending."})
    seats = some_seats("Whom it concerns; of a breach, who committed it.")
    sentence = a_text("To be read aloud: with names, and `seat 3` for whoever has none. Exports have `{3}` in their place, and no names.")
    unexamined = a_text("What could not be checked.")
    alternatives = fields.List(fields.String(), metadata={"description": "Likelier readings of the record, best first."})
    status = a_text("standing; ruled: a ruling that stands cites it; withdrawn: the record does not prove it any more.")
    ruling = a_number("The version of the ruling that settles it.", none=True)


class Parking(Answer):
    attempts = a_number()
    reason = a_text()
    at = a_number("Milliseconds UTC.", none=True)


class FindingList(Answer):
    game = a_text()
    version = a_number()
    verdict = a_number("Entries of the verdict that this viewer may see.")
    engine = a_text("The rules that made it; empty before the first.")
    validated = a_number("The version it covers.")
    parked = fields.Nested(Parking, allow_none=True)
    findings = fields.List(fields.Nested(Finding))
