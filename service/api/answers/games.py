"""A game as it stands, and the list of games: /games."""

from typing import get_args

from marshmallow import fields

from domain.kernel.view import Awaited, Phase, Saying
from domain.record.evidence import LEVELS
from service.api.answers.answer import Answer, a_number, a_text, a_word, by_seat, some_piles, some_seats
from service.api.answers.life import STATES, Life


class SeatedPerson(Answer):
    seat = a_number("Seat number, clockwise from 0.")
    person = a_text("Opaque id; null: not named.", none=True)
    name = a_text("From the club's directory; null: not named, or erased.", none=True)


class Evidence(Answer):
    """How a card or a result is known (docs/evidence.md)."""

    level = fields.String(metadata={"enum": list(LEVELS)})
    versions = fields.List(fields.Integer(), metadata={"description": "The events that it rests on, ascending."})


class Said(Answer):
    word = a_word(get_args(Saying), "What was said; maker: holds the bid, and nobody wrote down which.")
    amount = a_number("Of a bid, else null.", none=True)
    doubled = fields.Boolean()


class SeatSeen(Answer):
    active = fields.Boolean(metadata={"description": "Still in the current round."})
    score = a_number("null where the record does not tell.", none=True)
    cards = a_number("Number of cards held.", none=True)
    hand = fields.List(fields.String(), allow_none=True, metadata={"description": "Cards held that this viewer may see; null: none."})
    placed = fields.Boolean(metadata={"description": "A card lies on the table before this seat."})
    card = a_text("Which, where this viewer may see it.", none=True)
    said = fields.Nested(Said, allow_none=True, metadata={"description": "The standing call, or what was declared; null: nothing."})
    side = a_number("Its team, from 0; null: there are no fixed teams.", none=True)
    evidence = fields.Nested(
        Evidence, allow_none=True, metadata={"description": "How the card that lies before the seat is known; null: none lies there."}
    )
    piles = some_piles("Cards of this seat that lie face down, by the name of the pile: how many.")


class TableSeen(Answer):
    phase = a_word(get_args(Phase), "Where the game is; no system has all of these.")
    phase_label = a_text("The same in words, to be shown.")
    round = a_number()
    hand = a_number("The hand of this round, or the trick, from 1.")
    counts = a_word(("hand", "trick"), "What `hand` counts.")
    leader = a_number("Who leads or led; null: nobody, or it is not known.", none=True)
    turn = some_seats("Whom the table waits for.")
    awaited = a_word(get_args(Awaited), "What those are to do.")
    dealer = a_number("Who dealt the cards of this deal; null: nobody did, it is not known, or this game has no deals.", none=True)
    maker = a_number("Who holds the bid that stands; null: nobody, or it is not known.", none=True)
    trump = a_text("The trump suit by its letter; null: none, or it is not known.", none=True)
    deal = a_text("Bid, trump and dealer in words, to be shown; empty where there is nothing to say.")
    order = some_seats("The seats clockwise.")
    seats = by_seat(fields.Nested(SeatSeen), "By seat.")
    face_up = fields.List(fields.String(), metadata={"description": "Cards open this round, oldest first."})
    piles = some_piles("Cards of no seat that lie face down, by the name of the pile: how many.")
    direction = a_text("Which way play goes round, where that changes: clockwise or counterclockwise; else empty.")
    last_round = a_text("The last ending in words, to be read aloud; empty before the first.")


class Outcome(Answer):
    state = a_text("open, finished or abandoned.")
    scores = by_seat(fields.Integer(), "By seat; empty: the record does not tell.")
    standing = fields.List(fields.List(fields.Integer()), metadata={"description": "Groups of level seats, best first."})
    winners = some_seats("Empty while open or unwon.")
    depth = a_text("How deep the record goes: nothing, result, totals, rounds, cards.")
    reason = a_text()
    evidence = fields.Nested(Evidence, metadata={"description": "How scores and winners are known, as far as the least sure of them."})


class Ask(Answer):
    field = a_text("Dotted path in `data`: `card`, `cards.2`.")
    choices = fields.List(fields.Raw(), metadata={"description": "Legal values; others are recorded all the same."})
    optional = fields.Boolean()
    distinct = a_text("Asks with the same word must not repeat a choice; empty: no such rule.")
    number = a_number("So many of the choices make the value, a list; null: one of them is it.", none=True)


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
    state = a_text(STATES)
    life = fields.Nested(Life)
    viewer = a_text("scorekeeper, director, seat:<n> or public.")
    visibility = a_text()
    delay = a_number("By so many seconds spectators (whoever looks as the public) see the record late.")
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
    state = a_text(STATES)
    version = a_number()
    opened_at = a_number("Milliseconds UTC.")
    seats = fields.List(fields.Nested(SeatedPerson))
    scores = by_seat(fields.Integer(), "By seat; null: the record does not tell.", none=True)
    winners = some_seats("Empty while open or unwon.")
    visibility = a_text()
    title = a_text(none=True)


class GameList(Answer):
    games = fields.List(fields.Nested(GameLine), metadata={"description": "Newest first."})
