"""Whether the service is well: /livez and /readyz."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_text


class Liveness(Answer):
    live = fields.Boolean()


class Check(Answer):
    ok = fields.Boolean()
    told = a_text()


class Readiness(Answer):
    ready = fields.Boolean()
    checks = fields.Dict(keys=fields.String(), values=fields.Nested(Check))
