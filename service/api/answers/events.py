"""What was recorded, and what came of recording it: /games and /games/{id}/events."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text


class EventName(Answer):
    version = a_number()
    id = a_text("UUID.")


class Opened(Answer):
    game = a_text()
    version = a_number()
    outcome = a_text("appended or already-there.")
    events = fields.List(fields.Nested(EventName))


class Appended(Opened):
    first = a_number("Version of the first event sent.")
    outcome = a_text("appended; completed: the rest of a batch that was partly there; already-there.")


class RecordedEvent(Answer):
    """Sealed values in `data` are {"commit": …}, with "value" where this viewer may see them."""

    sometimes = frozenset({"after", "explained_by", "withheld", "id", "type", "data", "sentence", "by", "at", "offset", "recorded_at"})

    version = a_number()
    withheld = fields.Boolean(metadata={"description": "true: this viewer may not see the event now, and there is nothing else here."})
    id = a_text("UUID.")
    type = a_text()
    data = fields.Dict()
    sentence = a_text("What happened, in words, without a full stop; with the names of those who sat there then.")
    by = a_text("Token id of the recorder.")
    at = a_number("Milliseconds UTC at the table.")
    offset = a_number("Minutes east of UTC of the recording device.")
    recorded_at = a_number("Milliseconds UTC at the server.")
    after = a_number("The version after which this belongs in table order.")
    explained_by = a_number("The version of the note, recorded with it, that says why it was inserted.")


class EventList(Answer):
    sometimes = frozenset({"recorders"})

    events = fields.List(fields.Nested(RecordedEvent))
    recorders = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={"description": "The label of each token in `by`, where it was issued here; only for those who may record."},
    )
