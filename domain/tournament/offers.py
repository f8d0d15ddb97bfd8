"""What each format offers to a director who opens a tournament: a sentence about it, sensible settings for this number of entries, or the
reason why it does not suit. Also says in a sentence what each tie-break is."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil, log2
from typing import Final, Literal, NamedTuple

from domain.kernel.events.tournaments import MOST_GROUPS, Cut, Groups, RoundSettings, Scoring, Settings
from domain.tournament.formats import FORMATS
from domain.tournament.formats.draw import LEAST, MOST
from domain.tournament.formats.mixing import TABLE
from domain.tournament.formats.starters import whole

PairsBy = Literal["schedule", "points", "movement", "chance", "bracket"]
"""What decides who plays whom. schedule: a table that is known in advance. points: who has about the same points. movement: the result at
the table before. chance: a draw. bracket: a plan in which winners meet."""
EVENING: Final = 8
"""How many rounds or hands fill an evening."""
FEW: Final = 10
"""With more entries than this, it takes too long until everybody has met everybody."""


class About(NamedTuple):
    """What can be said of a format without knowing the tournament: a sentence for the director, and what decides who plays whom."""

    sentence: str
    pairs_by: PairsBy


ABOUT: Final[Mapping[str, About]] = {
    "swiss": About("In each round you meet somebody with about as many points, and nobody twice. Good for many entries.", "points"),
    "round-robin": About("Everybody plays everybody once. Good for up to ten entries.", "schedule"),
    "rotation": About("You have a new partner in each round, and each partner only once.", "schedule"),
    "progressive": About(
        "Winners move up one table; from table 1 the losers go to the bottom. Single players change partners.", "movement"
    ),
    "progressive-up-down": About("Winners move up one table, losers move down one. Single players change partners.", "movement"),
    "progressive-seats": About("Each seat moves its own way after a round. Results do not matter.", "movement"),
    "draw": About("Each round has a new draw, so that people seldom meet again.", "chance"),
    "draw-by-standing": About("The leaders sit at table 1, the next at table 2, and so on.", "points"),
    "single-elimination": About("Who loses is out. Everybody sees from the start who may meet whom.", "bracket"),
    "single-elimination-third": About("Who loses is out; those who lose a semi-final play for third place.", "bracket"),
    "single-elimination-eight": About(
        "Who loses is out of the cup; from the quarter-finals on, losers play for the places to 8.", "bracket"
    ),
    "double-elimination": About("Who has lost twice is out. If the final makes it one loss each, a second final is played.", "bracket"),
    "double-elimination-one-final": About("Who has lost twice is out, but the final is played only once.", "bracket"),
    "double-round-robin": About("Everybody plays everybody twice, with sides exchanged.", "schedule"),
}
"""All formats, in the order in which they are offered."""

TIE_BREAK_SENTENCES: Final[Mapping[str, str]] = {
    "wins": "Rounds won, byes included.",
    "won": "Rounds won at the table.",
    "placement": "The better places at the tables.",
    "total": "The sum of the scores at the tables.",
    "game-points": "The points of the games.",
    "difference": "Own scores minus the scores of the others.",
    "head-to-head": "The results of those who are level, against each other.",
    "buchholz": "The points of all opponents.",
    "buchholz-cut-1": "The points of all opponents without the weakest.",
    "buchholz-median": "The points of all opponents without the best and the weakest.",
    "sonneborn-berger": "The points of the opponents who were beaten, and half of those who drew.",
    "progressive": "The points after each round, added up.",
    "koya": "The points against the better half.",
    "lots": "Lots decide.",
    "director": "You decide the order.",
}
"""The tie-breaks that are offered, in the order of the list."""


class Played(NamedTuple):
    """How the game is played. `least`, `most`: how many people it takes. `sides`: how many sides of partners it has; 0 if everybody plays
    alone."""

    least: int
    most: int
    sides: int = 0


class Offer(NamedTuple):
    """What a format offers. `settings`: those that it proposes. `seats`: the number of people at a table. `refused`: why the format does
    not suit; None if it suits."""

    format: str
    settings: Settings
    seats: int
    refused: str | None = None


def offers(entries: int, members: int, game: Played) -> list[Offer]:
    """Return what each format offers to `entries` entries of `members` people each: formats that suit come before formats that do not, the
    best format first."""
    made = [_offer(name, entries, members, game) for name in ABOUT]
    made.sort(key=lambda offer: (offer.refused is not None, _later(offer.format, entries, game)))
    return made


class Ready(NamedTuple):
    """A tournament in stages that is offered as one choice. `format`: of the first stage. `least`: the fewest entries that it is for.
    `stage`: from the number of entries, how many groups there are (1: none), and who goes on."""

    label: str
    sentence: str
    format: str
    least: int
    stage: Callable[[int], tuple[int, Cut]]


def _about_half(entries: int) -> tuple[int, Cut]:
    """Return groups of four or five. About half of the entries go on, and without byes: a power of two."""
    count = min(max(2, entries // 4), MOST_GROUPS)
    half = max(2, entries // 2)
    below = 1 << half.bit_length() - 1
    on = min(below if half - below < 2 * below - half else 2 * below, 256)
    return count, Cut(on // count, on % count)


READY: Final[Mapping[str, Ready]] = {
    "groups": Ready(
        "Groups, then a knock-out",
        "In groups of four or five everybody plays everybody. The first of each group go on, and about half of all.",
        "round-robin",
        6,
        _about_half,
    ),
    "swiss-groups": Ready(
        "Swiss in groups, then a knock-out",
        "Groups play Swiss rounds. The first of each go on, eight in all.",
        "swiss",
        16,
        lambda entries: (2, Cut(4)) if entries < 32 else (4, Cut(2)),
    ),
    "swiss-cut": Ready(
        "Swiss, then a knock-out",
        "All play Swiss rounds. The best eight go on, or the best four of few entries.",
        "swiss",
        8,
        lambda entries: (1, Cut(4 if entries < 16 else 8)),
    ),
}
"""The tournaments in stages that are offered, by name."""


def ready(entries: int, members: int, game: Played) -> list[Offer]:
    """Return what each tournament in stages offers; `format` is its name in READY."""
    return [_ready(name, each, entries, members, game) for name, each in READY.items()]


def _ready(name: str, ready: Ready, entries: int, members: int, game: Played) -> Offer:
    count, cut = ready.stage(entries)
    offer = _offer(ready.format, ceil(entries / count), members, game)
    settings = replace(offer.settings, groups=None if count == 1 else Groups(count), cut=cut)
    few = None if entries >= ready.least else f"It is for {ready.least} entries or more, and there {_are(entries)}."
    return offer._replace(format=name, settings=settings, refused=few or offer.refused)


def _are(entries: int) -> str:
    return "is 1" if entries == 1 else f"are {entries}"


def proposed(format_name: str, game: Played, table: int | None) -> Settings:
    """Return the settings that the format proposes when the number of entries is not known, so without a number of rounds. `table`: the
    number of entries at a table; None: the format proposes it. Each entry is one person."""
    if table is not None:
        game = game._replace(least=table, most=table)
    settings, _ = _settings(format_name, 0, 1, game)
    return replace(settings, rounds=None)


def _later(name: str, entries: int, game: Played) -> bool:
    """Whether the format is offered after the other formats that suit, because the others are better for this number of entries or for this
    game."""
    few = entries <= FEW
    return (name == "swiss" and few) or (name == "round-robin" and not few) or (name == "rotation" and not game.sides)


def _offer(name: str, entries: int, members: int, game: Played) -> Offer:
    settings, unfit = _settings(name, entries, members, game)
    seats = _seats(settings, members, game)
    refused = unfit or FORMATS[name].refuses(settings, entries)
    if refused is None and seats is None:
        refused = f"This game is for {_span(game)} people, and a table here would have {settings.table * members}."
    return Offer(name, settings, seats or settings.table * members, refused)


def _settings(name: str, entries: int, members: int, game: Played) -> tuple[Settings, str | None]:
    """Return (the settings that the format would have, the reason why the format does not suit this game). The reason is None if the format
    suits."""
    if name in ("swiss", "round-robin", "double-round-robin") or ABOUT[name].pairs_by == "bracket":
        return _two_sides(name, entries), None if game.sides in (0, 2) else f"This game has {game.sides} sides, and a table here has two."
    if name == "rotation":
        return _rotation(entries), _alone(members) or (None if game.sides in (0, 2) else "It is for two sides of two partners.")
    if name in ("draw", "draw-by-standing"):
        return _draw(entries, game), _alone(members) or ("Partners play together in this game." if game.sides else None)
    return _progressive(members, game)


def _alone(members: int) -> str | None:
    return None if members == 1 else "Here everybody enters alone."


def _two_sides(name: str, entries: int) -> Settings:
    if ABOUT[name].pairs_by == "bracket":
        return Settings()
    swiss = name == "swiss"
    rounds = min(max(3, ceil(log2(max(2, entries)))), max(1, entries - 1)) if swiss else None
    breaks = ("buchholz-cut-1", "buchholz", "head-to-head", "difference") if swiss else ("head-to-head", "sonneborn-berger", "difference")
    return Settings(rounds=rounds, tiebreaks=breaks)


def _rotation(entries: int) -> Settings:
    return _evening(min(EVENING, whole(max(TABLE, entries))), TABLE, 2)


def _progressive(members: int, game: Played) -> tuple[Settings, str | None]:
    sides = max(2, game.sides)
    if game.sides == 1:
        return _evening(EVENING, sides, 1), "This game has one side, and a table here has two or more."
    if members > 1:
        return _evening(EVENING, sides, 1), None
    if not game.sides:
        return _evening(EVENING, _usual(game), 1), None
    possible = [people for people in range(game.least, game.most + 1) if people % sides == 0]
    if not possible:
        return _evening(EVENING, sides, 1), f"This game is for {_span(game)} people, and they cannot make {sides} equal sides."
    table = min(possible, key=lambda people: abs(people - TABLE))
    return _evening(EVENING, table, table // sides), None


def _usual(game: Played) -> int:
    """The people at a table if nothing else decides: four, or the nearest number that the game takes."""
    return min(max(TABLE, game.least), game.most)


def _evening(rounds: int, table: int, partners: int) -> Settings:
    """Return the settings of a card night: each round has the same number of hands, and the scores at the tables count as points."""
    ending = RoundSettings(ends="hands", hands=EVENING)
    scoring = Scoring(kind="score", sit_out="average")
    return Settings(rounds, table, partners, scoring, ending, ("won", "difference"))


def _draw(entries: int, game: Played) -> Settings:
    table = min(max(_usual(game), LEAST), MOST)
    places = tuple(range(table, -1, -1))  # one place more than `table`, because some tables have one entry more
    scoring = Scoring(kind="placement", places=places, sit_out="average")
    rounds = min(4, max(1, entries - 1))
    return Settings(rounds, table, 1, scoring, RoundSettings(ends="hands", hands=EVENING), ("won", "total"))


def _seats(settings: Settings, members: int, game: Played) -> int | None:
    """Return how many people sit at a table; None if the game does not fit the table. A team may have more people than seats."""
    if settings.partners == 1 and members > 1:
        possible = [count for count in range(settings.table, settings.table * members + 1, settings.table) if _fits(count, game)]
        return max(possible, default=None)
    people = settings.table * members
    return people if _fits(people, game) else None


def _fits(people: int, game: Played) -> bool:
    return game.least <= people <= game.most and (not game.sides or people % game.sides == 0)


def _span(game: Played) -> str:
    return str(game.least) if game.least == game.most else f"{game.least} to {game.most}"
