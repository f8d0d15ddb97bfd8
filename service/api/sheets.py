"""What the service answers beside records, as schemas: rule sheets, files, tokens, people. See `answers` for what they are for."""

from marshmallow import fields

from service.api.answers import Answer, a_number, a_text, anything


class Players(Answer):
    least = a_number()
    most = a_number()


class SystemLine(Answer):
    slug = a_text()
    name = a_text()
    family = a_text()
    summary = a_text()
    players = fields.Nested(Players)


class SystemList(Answer):
    systems = fields.List(fields.Nested(SystemLine))


class OptionSheet(Answer):
    name = a_text()
    schema = fields.Dict(metadata={"description": "JSON Schema."})
    default = anything("Used where the opening says nothing.")
    source = a_text("The ruling it comes from.")
    doc = a_text()


class Ruling(Answer):
    id = a_text()
    question = a_text()
    default = a_text("What is done.")


class EventTypeSheet(Answer):
    type = a_text()
    doc = a_text()
    right = a_text("The scope that may record it.")
    schema = fields.Dict(metadata={"description": "JSON Schema of `data`; `x-sealed` marks sealed values."})
    example = fields.Dict()


class SystemSheet(SystemLine):
    options = fields.List(fields.Nested(OptionSheet))
    rulings = fields.List(fields.Nested(Ruling))
    event_types = fields.List(fields.Nested(EventTypeSheet))


class VerifyFault(Answer):
    event = a_number("The version; null: the file as a whole.", none=True)
    where = a_text()
    message = a_text()


class Verified(Answer):
    valid = fields.Boolean()
    game = a_text(none=True)
    version = a_number(none=True)
    head = a_text("Hash of the last event.", none=True)
    faults = fields.List(fields.Nested(VerifyFault))


class RecordFile(Answer):
    game = a_text("Its id where it was exported.")
    viewer = a_text("For whose eyes it was made.")
    events = a_number()
    head = a_text("Hash of the last event.")


class ImportedRecord(Answer):
    game = a_text("Its id in this club.")
    version = a_number("Of the record here.")
    outcome = a_text("appended: it was not here. completed: a first part was. already-there: all of it was.")
    file = fields.Nested(RecordFile)
    added = a_number("Events that were not here before.")
    closed = a_number("Sealed values of those events that are not in the file: they stay closed here for ever.")
    notes = fields.List(fields.String(), metadata={"description": "What to know about it, in sentences."})


class BulkExportState(Answer):
    id = a_text()
    state = a_text("requested, running, done or failed.")
    done = a_number("Games that are in the archive, or could not be read.")
    total = a_number("Games of the club when it was begun; null: not yet counted.", none=True)
    failed = a_number("Games that could not be read; the manifest says why.")
    bytes = a_number("Size of the archive; null: not finished.", none=True)
    file = a_text("Where the archive is; null: not finished.", none=True)
    reason = a_text("Why it failed, else empty.")
    by = a_text("Token id of whoever asked.")
    requested_at = a_number("Milliseconds UTC.")
    expires_at = a_number("Milliseconds UTC: the archive is kept until then.")


class BulkExportList(Answer):
    exports = fields.List(fields.Nested(BulkExportState))


class Session(Answer):
    sometimes = frozenset({"game", "seat", "csrf"})

    club = a_text()
    scopes = fields.List(fields.String())
    csrf = a_text("For a cookie: send as X-CSRFToken with every change.")
    game = a_text("Only this game.")
    seat = a_number("Sees what this seat sees.")


class IssuedToken(Answer):
    id = a_text()
    token = a_text("Shown this once.")
    link = a_text("A page that signs its reader in; the token is in the fragment.")


class TokenLine(Answer):
    sometimes = frozenset({"game", "seat"})

    id = a_text()
    label = a_text()
    scopes = fields.List(fields.String())
    game = a_text()
    seat = a_number()
    created_at = a_number("Milliseconds UTC.")
    expires_at = a_number("Milliseconds UTC; null: never.", none=True)


class TokenList(Answer):
    tokens = fields.List(fields.Nested(TokenLine))


class Person(Answer):
    person = a_text()
    name = a_text()


class PersonList(Answer):
    people = fields.List(fields.Nested(Person), metadata={"description": "By name."})


# --- what a club's games come to ----------------------------------------------------------------------------------------------------------


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
    state = a_text("open, finished or abandoned.")
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


class Liveness(Answer):
    live = fields.Boolean()


class Check(Answer):
    ok = fields.Boolean()
    told = a_text()


class Readiness(Answer):
    ready = fields.Boolean()
    checks = fields.Dict(keys=fields.String(), values=fields.Nested(Check))
