"""People of a club: /people and /people/{person}."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text


class Person(Answer):
    person = a_text("The id that the person counts under.")
    name = a_text("null: erased.", none=True)


class PersonList(Answer):
    people = fields.List(fields.Nested(Person), metadata={"description": "By name."})


class HeldName(Answer):
    version = a_number("Event of the club's own stream.")
    recorded_at = a_number("Milliseconds UTC at the server.")
    name = a_text("null: erased.", none=True)


class Held(Answer):
    ids = fields.List(fields.String(), metadata={"description": "Every id that the person has in records."})
    names = fields.List(fields.Nested(HeldName), metadata={"description": "Every name that the person ever had, in order."})


class PersonShown(Person):
    sometimes = frozenset({"held"})

    since = a_number("When the person was registered, milliseconds UTC.")
    erased = fields.Boolean()
    held = fields.Nested(Held, metadata={"description": "For directors: what is kept about the person beside the records of games."})


class Erased(Answer):
    person = a_text("The id stays in the records; it has no name any more.")
    erased = fields.Boolean()
    log = fields.String(
        metadata={
            "enum": ["rewritten", "no-log", "refused", "unfinished"],
            "description": "What came of rewriting the server's log of writes, which held the names.",
        }
    )
    remains = a_text("What is left to do so that the names are in no file of the server; null: nothing.", none=True)
