"""How far a result is settled, and what came of it: /games/{id}, its PINs, its hand-over and its rematch."""

from marshmallow import fields

from service.api.answers.answer import Answer, a_number, a_text, by_seat, some_seats

STATES = "open, finished, confirmed, final, abandoned, unfinished (time was called), annulled or archived."


class Confirmed(Answer):
    through = a_number("The version up to which the record is confirmed.")
    hash = a_text("Of the chain at that version.")
    totals = by_seat(fields.Integer(), "As they were confirmed: these count, also if later rules come to something else.")
    winners = some_seats("As they were confirmed.")
    seats = some_seats("Who confirmed.")
    by = fields.List(fields.String(), metadata={"description": "Token ids of the devices on which they did."})


class ClaimReply(Answer):
    seat = a_number()
    accepts = fields.Boolean()


class Claim(Answer):
    version = a_number("Of the claim: what an answer names.")
    seat = a_number("Who claims or concedes.")
    concession = fields.Boolean()
    claim = a_text("In the player's words; null: a concession, or erased.", none=True)
    sentence = a_text("The claim in words, without a full stop.")
    answers = fields.List(fields.Nested(ClaimReply), metadata={"description": "The last one of each seat."})
    standing = fields.Boolean(metadata={"description": "Nobody objects."})


class May(Answer):
    """What whoever asks may do now."""

    confirm = fields.Boolean()
    answer = fields.List(
        fields.Integer(), metadata={"description": "Versions of the claims to answer; by the link of a seat for that seat."}
    )
    annul = fields.Boolean()
    finalise = fields.Boolean()
    call_time = fields.Boolean()
    correct_below = a_number("The highest version that this token may not correct; null: none.", none=True)


class Substitution(Answer):
    version = a_number()
    seat = a_number()
    person = a_text("Who sits there from then on; null: not named.", none=True)


class Life(Answer):
    state = a_text(STATES)
    reason = a_text("Why the game was annulled or given up, or time called; else empty.")
    confirmed = fields.Nested(Confirmed, allow_none=True)
    awaiting = some_seats("Seats that may still confirm the result.")
    claims = fields.List(fields.Nested(Claim))
    may = fields.Nested(May)
    substitutions = fields.List(fields.Nested(Substitution))
    rematch = a_text("The game in which the same players went on.", none=True)
    rematch_of = a_text("The game that this one continues.", none=True)


class PinnedSeats(Answer):
    game = a_text()
    seats = some_seats("Seats whose player has a PIN, ascending.")


class HandedOver(Answer):
    id = a_text()
    token = a_text("Shown this once.")
    link = a_text("A page that signs its reader in; the token is in the fragment.")
    revoked = fields.Boolean(metadata={"description": "The token of whoever asked has ended."})


class Rematch(Answer):
    sometimes = frozenset({"link"})

    game = a_text()
    version = a_number()
    outcome = a_text("appended or already-there.")
    link = a_text("Of the new table, for holders of a table link.")
