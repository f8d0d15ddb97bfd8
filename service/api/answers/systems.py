"""Rule sheets: /systems."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text, anything


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
    doc = a_text("`label`, a semicolon and `explanation`, or the label alone.")
    label = a_text("What to call it, in a few words.")
    explanation = a_text("What it does, in a sentence; empty where the label says it.")
    attested = fields.Boolean(metadata={"description": "Known to be played in this very game; others may be chosen as well."})
    seats = fields.Nested(Players, allow_none=True, metadata={"description": "Whom it is for where it changes their number, else null."})


class SheetSection(Answer):
    title = a_text()
    sentences = fields.List(fields.String())


class Ruling(Answer):
    id = a_text()
    question = a_text()
    default = a_text("What is done.")


class EventTypeSheet(Answer):
    type = a_text()
    label = a_text("What a form calls it, in a few words.")
    doc = a_text()
    right = a_text("The scope that may record it.")
    schema = fields.Dict(metadata={"description": "JSON Schema of `data`; `x-sealed` marks sealed values."})
    example = fields.Dict()


class SystemSheet(SystemLine):
    options = fields.List(fields.Nested(OptionSheet))
    rulings = fields.List(fields.Nested(Ruling))
    sheet = fields.List(
        fields.Nested(SheetSection),
        metadata={"description": "The game in sentences, without house rules; empty where summary, options and rulings tell it all."},
    )
    rules = fields.Dict(
        allow_none=True,
        metadata={"description": "A game's rules without house rules, where they are more than its options, else null."},
    )
    rules_schema = fields.Dict(
        allow_none=True, metadata={"description": "JSON Schema of the rules of a game where they are more than its options, else null."}
    )
    event_types = fields.List(fields.Nested(EventTypeSheet))
