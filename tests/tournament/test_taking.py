"""Which result a tournament takes from a recorded game. Only the game's facts and the table's state decide (tournaments.md §3)."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import (
    Act,
    Event,
    EventId,
    GameAnnulled,
    GameOpened,
    ResultConfirmed,
    ResultFinalised,
    ResultStated,
    Seating,
    StreamEvent,
    TournamentAct,
)
from domain.kernel.events.tournaments import ResultTaken
from domain.record.chain import hashes
from domain.record.fold import Reading, read
from domain.record.open_deals import asks
from domain.systems import SYSTEMS
from domain.tournament.fold import after
from domain.tournament.reading import tournament_read
from domain.tournament.state import Tournament
from domain.tournament.taking import Taken, event_id, to_look_at, wanted
from tests.speeds import seeds
from tests.tournament.stream import BY, act, entries, events, opened, paired, taken, tournament

GAME = "home-aaaaaaaaaaaaaaaa"
SETTING = [opened(), *entries(4), paired(1, [[1], [2]], [[3], [4]])]
LINKED = act("TableLinked", round=1, table=1, game=GAME)
"""The event that links table 1 to the game. It has version 7 if it follows SETTING."""
FORFEIT = act("ForfeitRuled", round=1, table=1, winners=[1])
OVER = act("TournamentFinished")


def game(*acts: Act) -> list[Event]:
    rules = SYSTEMS["high-card"].rules_with({}, 2)
    begun = GameOpened("high-card", rules, (Seating(Seat(0)), Seating(Seat(1))))
    return [StreamEvent(n, EventId(f"{n:032x}"), each, BY, 0, 0, 0, None) for n, each in enumerate((begun, *acts), 1)]


def stated(first: int, second: int) -> ResultStated:
    return ResultStated((Seat(0) if first > second else Seat(1),), {Seat(0): first, Seat(1): second})


def confirmed(*acts: Act) -> list[Event]:
    """Return the events of a game: the given acts, and a confirmation of the result that these acts state."""
    whole = game(*acts)
    outcome = reading_of(whole).result
    through = list(hashes(whole))[-1]
    return game(*acts, ResultConfirmed(Seat(1), len(whole), through, dict(outcome.scores), tuple(outcome.winners)))


def reading_of(whole: Sequence[Event]) -> Reading:
    return read(SYSTEMS["high-card"], list(whole))


def facts(whole: Sequence[Event], version: int = 0) -> Taken:
    """Return the facts of a game. `version`: the version that the facts state (0: the version of the record)."""
    reading = reading_of(whole)
    return Taken(GAME, reading, version or reading.version, version or reading.version, "ab" * 32, asks(reading, reading.findings))


def asked(state: Tournament, known: Taken) -> ResultTaken | None:
    return wanted(state, 1, state.rounds[1].tables[1], known)


OPEN, STATED = game(), game(stated(11, 7))
CONFIRMED = confirmed(stated(11, 7))
FINAL = [*CONFIRMED, *game(stated(11, 7), stated(11, 7), ResultFinalised())[3:]]
ANNULLED = [*CONFIRMED, *game(stated(11, 7), stated(11, 7), GameAnnulled("cards missing"))[3:]]
SAME, OTHER = taken(1, 1, 2, [11, 7], [0]), taken(1, 1, 2, [7, 11], [1])
NEWER = taken(1, 1, 9, [7, 11], [1])
SAME_WAITS = [OTHER, taken(1, 1, 3, [11, 7], [0])]
OTHER_WAITS = [SAME, taken(1, 1, 3, [7, 11], [1])]
ENDS, ACCEPTED = taken(1, 1, 3, [], [], annulled=True), act("ChangeAccepted", round=1, table=1, change=9)
DECLINED = act("ChangeDeclined", round=1, table=1, change=9, reason="settled")

ROWS: list[tuple[str, str, list[Event], list[TournamentAct], bool]] = [
    ("an open game", "finished", OPEN, [], False),
    ("a finished game", "finished", STATED, [], True),
    ("a finished game, but it must be confirmed", "confirmed", STATED, [], False),
    ("a confirmed game", "confirmed", CONFIRMED, [], True),
    ("a confirmed game is finished too", "finished", CONFIRMED, [], True),
    ("a confirmed game, but it must be final", "final", CONFIRMED, [], False),
    ("a final game", "final", FINAL, [], True),
    ("the result counts already", "confirmed", CONFIRMED, [SAME], False),
    ("another result counts", "confirmed", CONFIRMED, [OTHER], True),
    ("a newer version was taken", "confirmed", CONFIRMED, [NEWER], False),
    ("the same result waits already", "confirmed", CONFIRMED, SAME_WAITS, False),
    ("the same result counts, another one waits", "confirmed", CONFIRMED, OTHER_WAITS, True),
    ("the same result was declined", "confirmed", CONFIRMED, [*SAME_WAITS, DECLINED], False),
    ("a forfeit was ruled", "confirmed", CONFIRMED, [FORFEIT], True),
    ("another result was taken, and this one is not confirmed", "confirmed", STATED, [OTHER], True),
    ("another result was taken, and this one is not final", "final", CONFIRMED, [OTHER], True),
    ("the same result was taken, and another one waits", "final", STATED, OTHER_WAITS, True),
    ("the same result was taken, and it is not confirmed any more", "confirmed", STATED, [SAME], False),
    ("the same unconfirmed result waits already", "confirmed", STATED, SAME_WAITS, False),
    ("the same unconfirmed result was declined", "confirmed", STATED, [*SAME_WAITS, DECLINED], False),
    ("another result was taken, and now the game has none", "finished", OPEN, [OTHER], False),
    ("another result was taken and withdrawn", "confirmed", STATED, [OTHER, act("Retracted", target=8)], False),
    ("another result was taken, and then a forfeit was ruled", "confirmed", STATED, [OTHER, FORFEIT], True),
    ("a forfeit was ruled, and the game is not confirmed", "confirmed", STATED, [FORFEIT], False),
    ("an annulment was accepted, and the game is not confirmed", "confirmed", STATED, [SAME, ENDS, ACCEPTED], False),
    ("an annulment waits, and the game is finished again", "confirmed", STATED, [SAME, ENDS], True),
    ("the tournament is over", "confirmed", CONFIRMED, [OVER], False),
    ("another game is linked", "confirmed", CONFIRMED, [act("TableLinked", round=1, table=1, game="home-bbbbbbbbbbbbbbbb")], False),
    ("an annulled game whose result counts", "confirmed", ANNULLED, [SAME], True),
    ("an annulled game whose result waits", "confirmed", ANNULLED, [FORFEIT, SAME], True),
    ("an annulled game, nothing was taken", "confirmed", ANNULLED, [], False),
    ("an annulled game, a forfeit counts", "confirmed", ANNULLED, [FORFEIT], False),
    ("the annulment waits already", "confirmed", ANNULLED, [SAME, ENDS], False),
]


@pytest.mark.parametrize(("takes", "whole", "before", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_tournament_takes_a_games_result_only_if_it_changes_the_tournament(
    takes: str, whole: list[Event], before: list[TournamentAct], expected: bool
) -> None:
    state = tournament(opened(takes=takes), *SETTING[1:], LINKED, *before)
    act = asked(state, facts(whole, 5))
    assert (act is not None) is expected
    if act is not None:
        assert (act.round, act.table, act.game, act.version, act.verdict, act.hash) == (1, 1, GAME, 5, 5, "ab" * 32)
        annulled = whole is ANNULLED
        assert (act.scores, act.winners, bool(act.annulled)) == (() if annulled else (11, 7), () if annulled else (0,), annulled)


def test_a_taken_result_keeps_its_event_id_until_the_game_is_relinked() -> None:
    def name(*acts: TournamentAct) -> str:
        state = tournament(*SETTING, *acts)
        act = asked(state, facts(CONFIRMED))
        assert act is not None
        return event_id("home-t", state.rounds[1].tables[1], act)

    assert name(LINKED) == name(LINKED, OTHER)
    assert name(LINKED) != name(LINKED, LINKED)


LOOKS: list[tuple[str, list[TournamentAct], set[str]]] = [
    ("nothing", [], set()),
    ("a check-in", [act("CheckedIn", entry=1)], set()),
    ("a link", [LINKED], {"a"}),
    ("a taken result: perhaps it is outdated", [LINKED, SAME], {"a"}),
    ("changed settings", [act("SettingsChanged", settings={"takes": "final"})], {"b"}),
    ("a withdrawn check-in", [act("CheckedIn", entry=1), act("Retracted", target=8)], set()),
    ("a withdrawn end", [OVER, act("Retracted", target=8)], {"b"}),
    ("the end", [OVER, LINKED], set()),
]


@pytest.mark.parametrize(("newer", "expected"), [row[1:] for row in LOOKS], ids=[row[0] for row in LOOKS])
def test_a_new_event_of_a_tournament_decides_which_linked_games_are_checked_again(newer: list[TournamentAct], expected: set[str]) -> None:
    before = [*SETTING, act("TableLinked", round=1, table=2, game="home-bbbbbbbbbbbbbbbb")]
    reading = tournament_read(events([*before, *newer]))
    assert to_look_at(reading, len(before)) == {f"home-{letter * 16}" for letter in expected}


# --- jobs that are lost, doubled, late or in another order --------------------------------------------------------------------------------


def delivered(dice: Random, games: Sequence[Sequence[Event]], *, accept: bool) -> Tournament:
    """Return the tournament after several jobs have brought results of the game. Each job has read a random version of the game, and the
    last job the newest version. If the tournament has changed since a job read it, the store refuses the event of the job. Then the job
    reads the tournament again. For this reason each job here reads the newest version of the tournament."""
    state = tournament(opened(accept_changes=accept), *SETTING[1:], LINKED)
    jobs = [dice.randrange(len(games)) for _ in range(dice.randint(0, 12))]
    for number in [*jobs, len(games) - 1]:
        act = asked(state, facts(games[number], number + 2))
        if act is not None:
            event = StreamEvent(state.version + 1, event_id("home-t", state.rounds[1].tables[1], act), act, BY, 0, 0, 0, None)
            state = after(state, [event] * dice.randint(1, 2))  # a second equal event is refused by the store or ignored by the reader
            state = replace(state, version=event.version)
    return state


@pytest.mark.parametrize("seed", seeds(300, 40))
@pytest.mark.parametrize("accept", [True, False], ids=["automatic", "the director decides"])
def test_lost_doubled_late_or_reordered_jobs_take_the_same_result_in_the_end(accept: bool, seed: int) -> None:
    dice = Random(seed)
    games = [confirmed(stated(*dice.sample(range(12), 2))) for _ in range(5)]
    newest = reading_of(games[-1]).result
    state = delivered(dice, games, accept=accept)
    seated = state.rounds[1].tables[1]
    assert seated.result is not None
    if seated.change is not None:
        assert not accept
        accepted = act("ChangeAccepted", round=1, table=1, change=seated.change.version)
        state = after(state, [StreamEvent(state.version + 1, EventId(""), accepted, BY, 0, 0, 0, None)])
        seated = state.rounds[1].tables[1]
    assert seated.result is not None
    assert seated.result.scores == (newest.scores[Seat(0)], newest.scores[Seat(1)])
    assert asked(state, facts(games[-1], len(games) + 1)) is None
