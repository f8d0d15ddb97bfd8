"""Who is there: /session and /tokens."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text


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
