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


class Liveness(Answer):
    live = fields.Boolean()


class Check(Answer):
    ok = fields.Boolean()
    told = a_text()


class Readiness(Answer):
    ready = fields.Boolean()
    checks = fields.Dict(keys=fields.String(), values=fields.Nested(Check))
