"""Late corrections of seasons on a real store server: the job accepts them where the settings say so, each once."""

from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from rq.timeouts import JobTimeoutException

from domain.kernel.events import EventId, SeasonAct
from domain.season.fold import SeasonReading
from domain.season.table import table
from service.caches.streams import StreamCache
from service.recording.seasons import Counting, SeasonDraft
from service.store.keys import HOME, StreamId
from tests.season.stream import act as season_act
from tests.season.stream import opened
from tests.taking.conftest import DIRECTOR, Cup
from tests.tournament.stream import act
from tests.turned_back import TurnedBack, once_before
from workers.seasons import BY, STEP_SECONDS, Corrections


@pytest.fixture
def evening(cup: Cup) -> Cup:
    finished(cup)
    return cup


def finished(cup: Cup) -> None:
    """Play an evening: Ann beats Ben."""
    cup.begin(1, linked=False)
    cup.record(act("EntryChanged", entry=1, people=["p-ann"]), act("EntryChanged", entry=2, people=["p-ben"]))
    won(cup, 0)


def won(cup: Cup, side: int) -> None:
    typed = cup.record(act("ResultEntered", round=1, table=1, winners=[side]))
    cup.record(act("ResultApproved", round=1, table=1, result=typed), act("TournamentFinished"))


def turned(cup: Cup) -> None:
    cup.record(act("Retracted", target=cup.reading.version))
    won(cup, 1)


def season_over(cup: Cup, **settings: Any) -> StreamId:
    """Open a season that counts the evening."""
    seasons = cup.parts.seasons
    stream = seasons.open(HOME, SeasonDraft(opened(places=[5, 3], **settings), EventId(str(uuid4()))), DIRECTOR).stream
    acts, wrong = Counting(cup.parts.tournaments, cup.parts.tournaments_read).acts(stream, "private", [cup.id])
    assert not wrong
    record(cup, stream, *acts)
    return stream


def record(cup: Cup, season: StreamId, *acts: SeasonAct) -> None:
    cup.parts.seasons.append(season, None, [SeasonDraft(each, EventId(str(uuid4()))) for each in acts], DIRECTOR)


def reading(cup: Cup, season: StreamId) -> SeasonReading:
    return cup.parts.seasons_read.of(season)


def leader(cup: Cup, season: StreamId) -> str:
    return table(reading(cup, season).state)[0].person


def test_a_season_whose_settings_say_so_accepts_a_late_correction_once(evening: Cup) -> None:
    season = season_over(evening, accept_changes=True)
    evening.taken()
    assert (leader(evening, season), reading(evening, season).version) == ("p-ann", 2)
    turned(evening)
    evening.taken()
    evening.taken()
    assert (leader(evening, season), reading(evening, season).version) == ("p-ben", 3)
    assert reading(evening, season).events[-1].by == BY
    assert evening.idle()


def test_any_other_season_waits_for_its_director(evening: Cup) -> None:
    waiting, closed = season_over(evening), season_over(evening, accept_changes=True)
    record(evening, closed, season_act("SeasonClosed"))
    turned(evening)
    evening.taken()
    assert [leader(evening, season) for season in (waiting, closed)] == ["p-ann", "p-ann"]
    record(evening, waiting, season_act("SeasonSettingsChanged", settings={"places": [5, 3], "accept_changes": True}))
    evening.taken()
    assert [leader(evening, season) for season in (waiting, closed)] == ["p-ben", "p-ann"]


def test_a_correction_is_accepted_even_if_others_append_at_the_same_time(evening: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    season = season_over(evening, accept_changes=True)
    turned(evening)
    append, others = type(evening.parts.seasons).append, [season_act("NoteWritten", note="faster")]

    def late(self: Any, stream: StreamId, *rest: Any, **more: Any) -> Any:
        if others and rest[-1] == BY:
            record(evening, season, others.pop())
        return append(self, stream, *rest, **more)

    monkeypatch.setattr(type(evening.parts.seasons), "append", late)
    Corrections(evening.parts).look(HOME, [evening.id])
    assert (leader(evening, season), reading(evening, season).version) == ("p-ben", 4)


def test_standings_that_their_tournament_has_lost_are_not_accepted(data: TurnedBack, away: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker has read the correction. Before it accepts it, the server loses the correction, and the director writes something else."""
    finished(away)
    season = season_over(away, accept_changes=True)
    data.keep()
    turned(away)

    def turned_back() -> None:
        data.turn_back()
        away.record(*[act("NoteWritten", note="rain")] * 3)

    once_before(monkeypatch, away.parts.seasons, "append", turned_back)
    Corrections(away.parts).look(HOME, [away.id])
    away.taken()
    assert (leader(away, season), reading(away, season).version) == ("p-ann", 2)


def test_a_season_that_counts_other_tournaments_is_left_alone(evening: Cup) -> None:
    season = season_over(evening, accept_changes=True)
    turned(evening)
    Corrections(evening.parts).look(HOME, [StreamId("home-taaaaaaaaaaaaaaaa")])
    assert leader(evening, season) == "p-ann"


def test_seasons_that_take_too_long_delay_no_results_and_are_not_forgotten(evening: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    season, later = season_over(evening, accept_changes=True), Cup(evening.parts)
    turned(evening)
    later.begin(1)
    later.played(1, 3, 1)
    later.validated()

    def stopped(*_: object) -> None:
        raise JobTimeoutException

    with monkeypatch.context() as patched:
        patched.setattr(Corrections, "look", stopped)
        with pytest.raises(JobTimeoutException):
            evening.taker().take(HOME)
    assert later.counts() == (3, 1)
    assert not evening.idle()
    evening.taken()
    evening.taken()
    assert leader(evening, season) == "p-ben"
    assert evening.idle()


def test_a_look_ends_in_time_and_the_next_one_goes_on(evening: Cup) -> None:
    """Here every look at the clock takes so long that a step reads one season, or looks at one tournament."""
    seasons = [season_over(evening, accept_changes=True) for _ in range(2)]
    turned(evening)
    ticks = count(step=0.9 * STEP_SECONDS)
    corrections, other = Corrections(evening.parts, lambda: next(ticks)), StreamId("home-taaaaaaaaaaaaaaaa")
    assert corrections.look(HOME, [evening.id, other]) == {}
    assert [leader(evening, season) for season in seasons] == ["p-ann", "p-ann"]
    assert corrections.look(HOME, [evening.id, other]) == {evening.id: 0}
    assert [leader(evening, season) for season in seasons] == ["p-ben", "p-ben"]


def test_a_season_is_read_once_and_only_what_has_changed_is_ranked(evening: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    """A season that accepts nothing costs nothing after that, nor does a tournament with a note after its end."""
    season_over(evening)
    accepting = season_over(evening, accept_changes=True)
    evening.record(act("NoteWritten", note="rain"))
    corrections, asked = Corrections(evening.parts), list[str]()
    corrections.look(HOME, [])
    at = StreamCache.at
    monkeypatch.setattr(StreamCache, "at", lambda cache, head: asked.append(head.stream) or at(cache, head))
    assert corrections.look(HOME, [StreamId("home-taaaaaaaaaaaaaaaa")]) == {StreamId("home-taaaaaaaaaaaaaaaa"): 0}
    assert asked == []
    assert corrections.look(HOME, [accepting, evening.id]) == {accepting: 0, evening.id: 0}
    assert asked == [accepting, accepting, evening.id]
