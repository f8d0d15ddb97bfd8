"""/clubs/{club}/players/{person}: what one person has played, as far as the visitor may see it.

Members of the club see what all games come to. Others see only what the public games and tournaments come to: a private game changes
nothing that they get."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, NamedTuple, TypedDict

from flask import Response

from domain.kernel.events import PersonId
from domain.views import answers
from service.access import visitor
from service.api.games.games import ids_in, reach
from service.api.lib.conditional import listed
from service.api.lib.contract import ETAG, Resource
from service.api.lib.refusals import LONG, TOKEN
from service.caches.game_lines import Wanted
from service.caches.tournament_lines import MOST_LOOKED_AT
from service.caches.tournament_lines import Wanted as WantedTournaments
from service.errors import not_found
from service.projections.players import together
from service.projections.tournaments import ListedTournament
from service.store.clubs.clubs import Token
from service.store.errors import RecordDamaged
from service.store.keys import Club, StreamId, parse_club
from service.views.careers import Together, career, most_met
from service.views.counts import counts_json
from service.wiring import wired

blueprint = Resource("players", "What one person has played.")

MOST_MET: Final = 20
MOST_TOURNAMENTS: Final = 10


class MetPerson(TypedDict):
    person: Annotated[str, "Opaque id."]
    name: str
    games: Annotated[int, "Number of games with a result that counts at one table."]
    wins: Annotated[int, "Partners: games that they won. Opponents: games that the person won, and this opponent did not."]
    losses: Annotated[int, "Partners: games that they did not win. Opponents: games that this opponent won, and the person did not."]


class PlayedGame(TypedDict):
    game: str
    system: str
    opened_at: Annotated[int, "When it happened at the table: milliseconds since 1970, UTC."]
    won: Annotated[bool, "Whether the person won, alone or with others."]


class PlayedTournament(TypedDict):
    tournament: str
    title: Annotated[str | None, "null: none, or erased."]
    entry: Annotated[int, "The number of the person's entry."]
    place: Annotated[int | None, "The place now; null: no round counts yet."]
    entries: Annotated[int, "How many entries there are."]
    finished: bool


class InTournaments(TypedDict):
    entered: Annotated[int, "In how many tournaments the person is entered now."]
    finished: Annotated[int, "How many of them are over and have a result."]
    won: Annotated[int, "How many of those the person won, alone or with others at the same place."]
    first_three: Annotated[int, "In how many of those the person came first, second or third."]


class PlayerCareer(answers.Counts):
    person: Annotated[str, "Opaque id. If ids were merged: the one that stands for all of them."]
    name: str
    systems: Annotated[dict[str, answers.Counts], "The same counts for each system."]
    partners: Annotated[list[MetPerson], "Those with whom the person played most often; at most 20. Only games with fixed partners count."]
    opponents: Annotated[list[MetPerson], "Those against whom the person played most often; at most 20."]
    last: Annotated[list[PlayedGame], "The newest games with a result that counts, newest first; at most 10."]
    tournaments: Annotated[list[PlayedTournament], "Newest first; at most 10."]
    in_tournaments: Annotated[InTournaments, "Counts of all tournaments; of the newest only, if the club has more than 500."]
    whole: Annotated[bool, "false: there are older games than could be counted."]


@blueprint.route("/clubs/<club>/players/<person>")
@blueprint.response(200, PlayerCareer, headers=ETAG)
@blueprint.refuses("not-found", *TOKEN, *LONG)
def get_player(club: str, person: str) -> Response:
    """Get what one person has played: counts, partners, opponents, the last results, tournaments

    Members of the club get what all its games come to; others what the public ones come to. Only games count in which the person was the
    last at a seat. If several ids of a person were merged, all of them count. People whose names were erased are not found, and not named
    among partners and opponents. Strangers find only people who have a seat in a public game, or an entry in a public
    tournament.
    """
    asked = player_of(club, person)
    parts = wired()
    games, whole = parts.game_lines.played(asked.club, asked.ids, reach(asked.token, asked.club))
    made, entered = career(games, asked.ids, asked.merged), _entered(asked, MOST_LOOKED_AT)
    names = parts.people.names(asked.club, {*made.partners, *made.opponents})
    return listed(
        PlayerCareer(
            person=asked.person,
            name=asked.name,
            **counts_json(together(made.systems)),
            systems={slug: counts_json(counts) for slug, counts in sorted(made.systems.items())},
            partners=_met(made.partners, names),
            opponents=_met(made.opponents, names),
            last=[{"game": facts.game, "system": facts.system, "opened_at": facts.opened_at, "won": won} for facts, won in made.last],
            tournaments=[played for stream in entered[:MOST_TOURNAMENTS] if (played := _tournament(stream, asked.ids)) is not None],
            in_tournaments=_in_tournaments(asked, entered),
            whole=whole,
        )
    )


class Asked(NamedTuple):
    """The person whom a request is about. `ids`: every id of the person. `merged`: as `People.merged`. `token`: the visitor's; None if it
    is not of this club."""

    club: Club
    person: PersonId
    ids: frozenset[PersonId]
    merged: Mapping[PersonId, PersonId]
    name: str
    token: Token | None

    @property
    def member(self) -> bool:
        return self.token is not None and not self.token.limited


def player_of(club: str, person: str) -> Asked:
    """Return the person of this club, whom the visitor may know of. Raises Problem `not-found`, TooLong, and the errors of the store."""
    try:
        name_of_club = parse_club(club)
    except ValueError:
        not_found()
    parts, token = wired(), visitor()
    merged = parts.people.merged(name_of_club)
    kept, ids = ids_in(merged, PersonId(person))
    name = parts.people.names(name_of_club, [kept]).get(kept)
    if name is None:
        not_found()
    asked = Asked(name_of_club, kept, ids, merged, name, token if token is not None and token.club == name_of_club else None)
    if not (asked.member or _is_seated(asked) or _entered(asked, 1)):
        not_found()
    return asked


def _is_seated(asked: Asked) -> bool:
    """Whether the person has a seat in a game that the visitor may see."""
    wanted, seen = Wanted(people=asked.ids), reach(asked.token, asked.club)
    return bool(wired().game_lines.page(asked.club, None, 1, wanted, seen).games)


def _met(met: Mapping[PersonId, Together], names: Mapping[PersonId, str]) -> list[MetPerson]:
    shown = most_met(met, names, MOST_MET)
    return [{"person": person, "name": names[person], "games": n, "wins": wins, "losses": lost} for person, (n, wins, lost) in shown]


def _in_tournaments(asked: Asked, entered: Sequence[StreamId]) -> InTournaments:
    places = [*wired().tournament_lines.places(asked.club, entered, asked.ids).values()]
    return {
        "entered": len(entered),
        "finished": len(places),
        "won": places.count(1),
        "first_three": sum(place <= 3 for place in places),
    }


def _entered(asked: Asked, most: int) -> list[StreamId]:
    """Return the newest tournaments that the visitor may see and that have an entry of the person, at most `most`."""
    token = asked.token

    def shown(stream: StreamId, line: ListedTournament) -> bool:
        return asked.member or line.visibility == "public" or (token is not None and token.tournament == stream)

    found = wired().tournament_lines.page(asked.club, None, most, shown, WantedTournaments(people=asked.ids))
    return [stream for stream, _ in found.lines]


def _tournament(stream: StreamId, ids: frozenset[PersonId]) -> PlayedTournament | None:
    """Return the line of a tournament; None if it is damaged, or if the person has no entry any more."""
    parts = wired()
    try:
        reading = parts.tournaments_read.of(stream)
    except RecordDamaged:
        return None
    state = reading.state
    entry = next((number for number, entry in state.entries.items() if not ids.isdisjoint(entry.people)), None)
    if entry is None:
        return None
    standings = parts.standings.current(stream, reading)
    place = next((line.place for line in standings.lines if line.entry == entry), None) if standings.through else None
    return {
        "tournament": stream,
        "title": state.title,
        "entry": entry,
        "place": place,
        "entries": len(state.entries),
        "finished": state.finished,
    }
