"""/tournaments/formats and /tournaments/plan: what a director needs to know before a tournament is opened."""

from typing import Annotated, Any, Final, TypedDict

from flask import Response
from marshmallow import Schema

from domain.kernel.canonical import Json
from domain.kernel.events.tournaments import MOST_ENTRIES, SETTINGS
from domain.kernel.shapes import MAX_SEATS, Whole
from domain.record.refusals import Refusal, Refused
from domain.tournament.formats import FORMATS
from domain.tournament.offers import ABOUT, READY, TIE_BREAK_SENTENCES, Offer, Played, offers, ready
from domain.tournament.playable import Plan, planned
from domain.tournament.tiebreaks import find
from service.api.lib.contract import Resource, reply
from service.api.lib.fields import Digits, Shaped
from service.api.lib.guards import for_token
from service.api.tournaments.tournaments import NewTournamentBody
from service.recording.tournaments import NewTournament, opening
from service.store.clubs.clubs import Token

blueprint = Resource("formats", "The formats of tournaments, and plans for new tournaments.")

MOST_MEMBERS: Final = 8
"""The most people in one entry."""


class FormatOffer(TypedDict):
    name: str
    label: str
    sentence: Annotated[str, "What the format does."]
    pairs_by: Annotated[
        str,
        "What decides who plays whom. schedule: a table known in advance. points: nearly equal points. movement: the last result. chance."
        " bracket: winners meet.",
    ]
    settings: Annotated[dict[str, Json], "Proposed settings, as in the event SettingsChanged."]
    seats: Annotated[int, "How many people sit at a table then."]
    refused: Annotated[str | None, "Why the format does not suit; null: it suits."]


class ReadyOffer(FormatOffer):
    ready: Annotated[str, "Its own name; `name` is the format of the first stage."]


class TieBreakOffer(TypedDict):
    name: str
    label: str
    sentence: str


class FormatList(TypedDict):
    formats: Annotated[list[FormatOffer], "Those that suit first, the best one first."]
    ready: Annotated[list[ReadyOffer], "Tournaments in stages: settings with `groups` or with a `cut`."]
    tiebreaks: Annotated[list[TieBreakOffer], "The usual tie-breaks. `tiebreaks` in the settings may name others, too."]


class PlannedRound(TypedDict):
    round: int
    tables: Annotated[list[list[list[int]]], "The sides of each table, table 1 first."]
    sits_out: list[int]


class TournamentPlan(TypedDict):
    rounds: Annotated[int | None, "null: as many as the director wants."]
    tables: Annotated[int, "Tables of each round, or of round 1 of a knock-out, if nobody is missing."]
    sits_out: Annotated[int, "How many entries sit out in each round, or in round 1 of a knock-out, if nobody is missing."]
    minutes: Annotated[int | None, "How long all rounds take; null: the rounds have no clock, or there is no number of rounds."]
    by_lines: Annotated[bool, "Whether `schedule` names lines instead of entries. Entries draw their lines before round 1."]
    schedule: Annotated[list[PlannedRound] | None, "null: it depends on results or on chance, or it is too long to list."]


class FormatsQuery(Schema):
    entries = Digits(Whole(0, MOST_ENTRIES), load_default=0, metadata={"description": "The number of entries."})
    members = Digits(Whole(1, MOST_MEMBERS), load_default=1, metadata={"description": "The number of people in each entry."})
    least = Digits(Whole(2, MAX_SEATS), load_default=2, metadata={"description": "The fewest people who can play the game."})
    most = Digits(Whole(2, MAX_SEATS), load_default=MAX_SEATS, metadata={"description": "The most people who can play the game."})
    sides = Digits(Whole(0, MAX_SEATS), load_default=0, metadata={"description": "Sides of partners in the game; 0: all play alone."})


@blueprint.route("/tournaments/formats")
@blueprint.arguments(FormatsQuery, location="query")
@blueprint.response(200, FormatList)
def list_formats(query: dict[str, Any]) -> Response:
    """List the formats of tournaments, each with settings for your number of entries, the best format first

    The number of players of a game is in GET /systems/{slug}.
    """
    game = Played(query["least"], max(query["least"], query["most"]), query["sides"])
    made = [_offer(offer) for offer in offers(query["entries"], query["members"], game)]
    tiebreaks = [TieBreakOffer(name=name, label=find(name).label, sentence=said) for name, said in TIE_BREAK_SENTENCES.items()]
    staged = [_ready(offer) for offer in ready(query["entries"], query["members"], game)]
    return reply(FormatList(formats=made, ready=staged, tiebreaks=tiebreaks), headers={"Cache-Control": "public, max-age=300"})


def _offer(offer: Offer) -> FormatOffer:
    about = ABOUT[offer.format]
    return {
        "name": offer.format,
        "label": FORMATS[offer.format].label,
        "sentence": about.sentence,
        "pairs_by": about.pairs_by,
        "settings": SETTINGS.dump(offer.settings),
        "seats": offer.seats,
        "refused": offer.refused,
    }


def _ready(offer: Offer) -> ReadyOffer:
    about = READY[offer.format]
    made = _offer(offer._replace(format=about.format))
    return {**made, "ready": offer.format, "label": about.label, "sentence": about.sentence}


class PlanBody(NewTournamentBody):
    entries = Shaped(Whole(1, MOST_ENTRIES), required=True, metadata={"description": "The number of entries."})


@blueprint.route("/tournaments/plan", methods=["POST"])
@for_token("direct", club_wide=True)
@blueprint.arguments(PlanBody)
@blueprint.response(200, TournamentPlan)
@blueprint.never_refuses("disk-full")  # nothing is stored
def plan_tournament(_: Token, body: dict[str, Any]) -> Response:
    """Plan a tournament without opening it

    The answer says how many rounds and tables there would be. If the pairings are known in advance, it has them too. The body is the same
    as for `POST /tournaments`, plus the number of entries. Choices that do not fit together are refused in the same way.
    """
    names = ("title", "system", "options", "format", "settings")
    wanted = NewTournament(**{name: body[name] for name in names}, seats=body.get("seats"), visibility="private")
    act = opening(wanted, entries=body["entries"])
    if isinstance(act, Refusal):
        raise Refused(act)
    plan = planned(act.format, act.settings, body["entries"])
    minutes = act.settings.round.minutes
    format_ = FORMATS[act.format]
    drawn = format_.lines is not None and not format_.everyone_meets  # without wishes, a round robin has its lines in order of entry
    return reply(_plan(plan, None if minutes is None or plan.rounds is None else minutes * plan.rounds, drawn))


def _plan(plan: Plan, minutes: int | None, by_lines: bool) -> TournamentPlan:
    schedule: list[PlannedRound] | None = None
    if plan.schedule is not None:
        schedule = [
            {"round": number, "tables": [[[*side] for side in sides] for sides in paired.tables], "sits_out": [*paired.sits_out]}
            for number, paired in enumerate(plan.schedule, 1)
        ]
    return {
        "rounds": plan.rounds,
        "tables": plan.tables,
        "sits_out": plan.sits_out,
        "minutes": minutes,
        "by_lines": by_lines,
        "schedule": schedule,
    }
