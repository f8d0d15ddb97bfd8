"""What a director decided: /games/{id}/rulings."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text, by_seat


class Cited(Answer):
    finding = a_text("The id of a finding.", none=True)
    dispute = a_number("The version of the claim, answer or irregularity that opened a dispute.", none=True)


class Decision(Answer):
    version = a_number("The event that recorded it.")
    cites = fields.Nested(Cited)
    rule = a_text("What it rests on.")
    rectification = a_text("stand, void, penalty, adjust or replay.")
    round = a_number("The round it acts on; null: the one that was in progress.", none=True)
    points = by_seat(fields.Integer(), "By seat: for a penalty the change, for adjust what the round brought.", none=True)
    supersedes = a_number("The ruling whose place it took.", none=True)
    superseded_by = a_number("The ruling that took its place.", none=True)
    standing = fields.Boolean(metadata={"description": "Neither superseded nor withdrawn."})
    note = a_text("Null: none, or not for you.", none=True)
    by = a_text("The token of whoever recorded it.")
    at = a_number("Milliseconds UTC.")
    sentence = a_text("To be read aloud.")


class RulingList(Answer):
    game = a_text()
    version = a_number()
    rulings = fields.List(fields.Nested(Decision), metadata={"description": "In order of version, those that were withdrawn too."})
