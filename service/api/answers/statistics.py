"""What a club's games come to: /clubs/{club}/players and /clubs/{club}/games."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text


class Counts(Answer):
    games = a_number("In which the person had a seat, whatever became of them.")
    finished = a_number("Of those, the finished ones.")
    wins = a_number("Of those, the ones that the person won, alone or with others.")
    shared = a_number("Of the wins, those shared with others.")
    points = a_number("The totals of the finished games.")
    breaches = a_number("Standing findings of that kind that concern the person and that every reader of the record may see.")


class PlayerStatistics(Counts):
    person = a_text("Opaque id.")
    name = a_text("From the club's directory; null: not there, or erased.", none=True)
    systems = fields.Dict(keys=fields.String(), values=fields.Nested(Counts), metadata={"description": "The same by system."})


class PlayerTable(Answer):
    making = fields.Boolean(metadata={"description": "true: all is being counted anew; until then the former counts are shown, or none."})
    players = fields.List(fields.Nested(PlayerStatistics), metadata={"description": "By wins, then points, then games."})


class SeatRow(Answer):
    seat = a_number("Seat number, clockwise from 0.")
    person = a_text("Opaque id; null: not named.", none=True)
    name = a_text("From the club's directory; null: not named, or erased.", none=True)
    score = a_number("null where the record does not tell.", none=True)
    breaches = a_number("As in the table of players; of whoever sat there then.")
    won = fields.Boolean(metadata={"description": "Alone or with others."})


class GameRow(Answer):
    game = a_text()
    system = a_text()
    state = a_text("As in the list of games.")
    decided = fields.Boolean(metadata={"description": "It came to a result that counts."})
    version = a_number("Of the record as counted.")
    opened_at = a_number("Milliseconds UTC at the table.")
    recorded_at = a_number("Milliseconds UTC at the server, of the last event.")
    seats = fields.List(
        fields.Nested(SeatRow),
        metadata={"description": "Ascending; one that several people took stands there once for each, the last, with score and win, last."},
    )


class GameTable(Answer):
    making = fields.Boolean(metadata={"description": "As in the table of players."})
    games = fields.List(fields.Nested(GameRow), metadata={"description": "Newest first."})
