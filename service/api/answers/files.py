"""What came of files that were checked, imported or made: /records and /clubs/{club}/exports."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text


class VerifyFault(Answer):
    event = a_number("The version; null: the file as a whole.", none=True)
    where = a_text()
    message = a_text()


class Verified(Answer):
    valid = fields.Boolean()
    kind = a_text("game or club; empty where the header is damaged.")
    stream = a_text("The id of the game or the club; empty where the header is damaged.")
    game = a_text("The stream, where it is not a club's.", none=True)
    version = a_number(none=True)
    head = a_text("Hash of the last event.", none=True)
    faults = fields.List(fields.Nested(VerifyFault))


class RecordFile(Answer):
    game = a_text("Its id where it was exported; null: a sheet by hand, or a club's own stream.", none=True)
    viewer = a_text("For whose eyes it was made; null: a sheet by hand.", none=True)
    events = a_number()
    head = a_text("Hash of the last event; null: a sheet by hand.", none=True)


class ImportedRecord(Answer):
    game = a_text("Its id in this club; null: the club's own stream.", none=True)
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
