"""What the service answers, as schemas: the contract's documentation, and what the tests hold every answer against. Answers are written by
`service.views`; nothing is dumped through these."""

from typing import Any, ClassVar

from marshmallow import Schema, fields


class Answer(Schema):
    """Every member is there unless it is named in `sometimes`; members beside these there are none."""

    sometimes: ClassVar[frozenset[str]] = frozenset()

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        field_obj.required = field_name not in self.sometimes


def a_text(about: str = "", *, none: bool = False) -> fields.String:
    return fields.String(allow_none=none, metadata={"description": about} if about else {})


def a_number(about: str = "", *, none: bool = False) -> fields.Integer:
    return fields.Integer(strict=True, allow_none=none, metadata={"description": about} if about else {})


def some_seats(about: str) -> "fields.List[Any]":
    return fields.List(fields.Integer(), metadata={"description": about})


def anything(about: str) -> fields.Raw:
    return fields.Raw(allow_none=True, metadata={"description": about})


def by_seat(values: fields.Field[Any], about: str, *, none: bool = False) -> fields.Dict:
    return fields.Dict(keys=fields.String(), values=values, allow_none=none, metadata={"description": about})


# --- a game ------------------------------------------------------------------------------------------------------------------------------


class SeatedPerson(Answer):
    seat = a_number("Seat number, clockwise from 0.")
    person = a_text("Opaque id; null: not named.", none=True)
    name = a_text("From the club's directory; null: not named, or erased.", none=True)


class SeatSeen(Answer):
    active = fields.Boolean(metadata={"description": "Still in the current round."})
    score = a_number("null where the record does not tell.", none=True)
    cards = a_number("Number of cards held.", none=True)
    hand = fields.List(fields.String(), allow_none=True, metadata={"description": "Cards held that this viewer may see; null: none."})
    placed = fields.Boolean(metadata={"description": "A card lies on the table before this seat."})
    card = a_text("Which, where this viewer may see it.", none=True)
    said = a_text("The standing call or bid.", none=True)


class TableSeen(Answer):
    phase = a_text("A word of the system.")
    round = a_number()
    hand = a_number()
    leader = a_number(none=True)
    turn = some_seats("Whom the table waits for.")
    order = some_seats("The seats clockwise.")
    seats = by_seat(fields.Nested(SeatSeen), "By seat.")
    face_up = fields.List(fields.String(), metadata={"description": "Cards open this round, oldest first."})
    piles = fields.Dict(keys=fields.String(), values=fields.Integer(), metadata={"description": "Face-down counts by name."})
    last_round = a_text("The last ending in words, to be read aloud; empty before the first.")


class Outcome(Answer):
    state = a_text("open, finished or abandoned.")
    scores = by_seat(fields.Integer(), "By seat; empty: the record does not tell.")
    standing = fields.List(fields.List(fields.Integer()), metadata={"description": "Groups of level seats, best first."})
    winners = some_seats("Empty while open or unwon.")
    depth = a_text("How deep the record goes: nothing, result, totals, rounds, cards.")
    reason = a_text()


class Ask(Answer):
    field = a_text("Dotted path in `data`: `card`, `cards.2`.")
    choices = fields.List(fields.Raw(), metadata={"description": "Legal values; others are recorded all the same."})
    optional = fields.Boolean()
    distinct = a_text("Asks with the same word must not repeat a choice; empty: no such rule.")


class Prompt(Answer):
    type = a_text("The event type that the table waits for.")
    given = fields.Dict(metadata={"description": "Fields already known."})
    asks = fields.List(fields.Nested(Ask))
    text = a_text("For the form, to be read aloud.")
    expected = fields.Boolean(metadata={"description": "Play cannot go on without an act of this kind."})
    seat = a_number("Whose act it is.", none=True)


class GameState(Answer):
    sometimes = frozenset({"prompts", "imported"})

    game = a_text()
    club = a_text()
    system = a_text()
    version = a_number()
    state = a_text("open, finished or abandoned.")
    viewer = a_text("scorekeeper, director, seat:<n> or public.")
    visibility = a_text()
    title = a_text(none=True)
    opened_at = a_number("Milliseconds UTC.")
    rules = fields.Dict(metadata={"description": "The resolved rules, whole."})
    seats = fields.List(fields.Nested(SeatedPerson))
    view = fields.Nested(TableSeen)
    outcome = fields.Nested(Outcome)
    imported = a_number("The last event that was not recorded here but came from a file; absent where all were.")
    prompts = fields.List(fields.Nested(Prompt), metadata={"description": "Only for those who may record."})


class GameLine(Answer):
    game = a_text()
    system = a_text()
    state = a_text()
    version = a_number()
    opened_at = a_number("Milliseconds UTC.")
    seats = fields.List(fields.Nested(SeatedPerson))
    scores = by_seat(fields.Integer(), "By seat; null: the record does not tell.", none=True)
    winners = some_seats("Empty while open or unwon.")
    visibility = a_text()
    title = a_text(none=True)


class GameList(Answer):
    games = fields.List(fields.Nested(GameLine), metadata={"description": "Newest first."})


# --- events, replay, findings -------------------------------------------------------------------------------------------------------------


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


class Finding(Answer):
    id = a_text("`rule@versions`: what a ruling cites.")
    rule = a_text()
    kind = a_text("breach, contradiction or gap.")
    source = a_text("The ruling or section it rests on.")
    versions = fields.List(fields.Integer(), metadata={"description": "The proving events, ascending."})
    seats = some_seats("Whom it concerns.")
    sentence = a_text("To be read aloud: with names, and `seat 3` for whoever has none. Exports have `{3}` in their place, and no names.")
    unexamined = a_text("What could not be checked.")
    alternatives = fields.List(fields.String(), metadata={"description": "Likelier readings of the record, best first."})
    status = a_text("standing or withdrawn.")


class Foreseen(Answer):
    view = fields.Nested(TableSeen)
    outcome = fields.Nested(Outcome)
    raised = fields.List(fields.Nested(Finding))
    withdrawn = fields.List(fields.String())


class DryRun(Answer):
    version = a_number("The version the record would have.")
    would = fields.Nested(Foreseen)


class RecordedEvent(Answer):
    """Sealed values in `data` are {"commit": …}, with "value" where this viewer may see them."""

    sometimes = frozenset({"after", "withheld", "id", "type", "data", "by", "at", "offset", "recorded_at"})

    version = a_number()
    withheld = fields.Boolean(metadata={"description": "true: this viewer may not see the event now, and there is nothing else here."})
    id = a_text("UUID.")
    type = a_text()
    data = fields.Dict()
    by = a_text("Token id of the recorder.")
    at = a_number("Milliseconds UTC at the table.")
    offset = a_number("Minutes east of UTC of the recording device.")
    recorded_at = a_number("Milliseconds UTC at the server.")
    after = a_number("The version after which this belongs in table order.")


class EventList(Answer):
    events = fields.List(fields.Nested(RecordedEvent))


class Frame(Answer):
    step = a_number("From 0, the opening.")
    version = a_number()
    event = fields.Nested(RecordedEvent)
    retracted = fields.Boolean()
    changed = fields.Dict(
        metadata={"description": "Merge patch (RFC 7396) from the view before; the first is the whole. Null members are left out."}
    )
    scores = by_seat(fields.Integer(), "By seat.")
    findings = fields.List(fields.Nested(Finding), metadata={"description": "New at this step."})


class Replay(Answer):
    game = a_text()
    system = a_text()
    version = a_number()
    as_ = fields.String(data_key="as", metadata={"description": "corrected or recorded."})
    viewer = a_text()
    seats = fields.List(fields.Nested(SeatedPerson))
    frames = fields.List(fields.Nested(Frame))


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
