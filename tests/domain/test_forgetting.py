"""The slips of bench/forgetting.py (entries left out or exchanged) do what their names say. The games of bench/truthful.py are legal,
and their statements are true."""

from collections import Counter
from functools import cache
from itertools import islice
from random import Random

import pytest

from bench.forgetting import ANSWERED, FREE, MOST_IN_A_RUN, SLIPS, Entry, Slipped, answered, reordered, slipped, swapped, withdrawn
from bench.marred import names
from bench.truthful import Game, whole
from domain.kernel.events import Act, CardPlayed, Retracted
from domain.kernel.values import replace
from domain.record.fold import corrected, read
from domain.system import Outcome
from domain.systems import SYSTEMS
from tests.domain.pitch.playing import throws
from tests.domain.playing import act, events, opening, place

STATED = {"RoundStated", "DealStated", "ScoreStated", "ResultStated", "DealVoided"}


DEPTHS = {"result", "totals", "rounds", "cards"}
FEWEST = 26


@cache
def games() -> list[tuple[str, Game]]:
    """Return FEWEST games, and more until there is a record of each depth."""
    made: list[tuple[str, Game]] = []
    every = islice(names(4), 0, None, 3)
    while len(made) < FEWEST or not {outcome(game).depth for _, game in made} >= DEPTHS:
        name = next(every)
        made.append((name, whole(name.split(maxsplit=1)[0], Random(name))))
    return made


def test_a_legal_game_recorded_whole_has_no_finding() -> None:
    found = {name: findings for name, game in games() if (findings := read(game.system, events(game.acts)).findings)}
    assert found == {}
    assert {type(act).__name__ for _, game in games() for act in game.acts} > STATED


def test_a_false_score_in_a_game_recorded_whole_is_found() -> None:
    """One false score is added to a legal game, and gives exactly one finding."""
    game = next(game for _, game in games() if game.over > 1 and game.system.family == "pitch" and outcome(game).depth == "cards")
    false = act("ScoreStated", scores={"0": 999})
    assert [finding.rule for finding in read(game.system, events([*game.acts, false])).findings] == ["score-stated-otherwise"]


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_adds_no_act_and_keeps_the_opening(name: str) -> None:
    for title, game in games():
        after = SLIPS[name](game, Random(title))
        if after is None:
            continue
        assert after.slip == name
        assert after.entries[0] == Entry(game.acts[0], 0)
        assert all(same(entry, game.acts[entry.came], name) for entry in after.entries if entry.came is not None)
        assert after.touched
        left = [act for index, act in enumerate(game.acts) if index not in after.missing]
        assert [act for act in standing(after) if not isinstance(act, CardPlayed) or act.card is not None] == left or after.moved


@pytest.mark.parametrize(
    ("name", "least", "most"), [("one left out", 1, 1), ("three left out", 3, 3), ("a run left out", 2, MOST_IN_A_RUN), ("retracted", 1, 3)]
)
def test_each_slip_leaves_out_the_expected_number_of_acts(name: str, least: int, most: int) -> None:
    numbers = set()
    for title, game in games():
        after = SLIPS[name](game, Random(title))
        assert after is not None
        if len(game.acts) > MOST_IN_A_RUN:
            numbers.add(len(after.missing))
            assert len(standing(after)) == len(game.acts) - len(after.missing)
        if name == "a run left out":
            assert max(after.missing) - min(after.missing) == len(after.missing) - 1
    assert (min(numbers), max(numbers)) == (least, most)


def test_the_slip_called_withdrawn_retracts_the_acts_that_it_lists_as_missing() -> None:
    for title, game in games():
        after = withdrawn(game, Random(title))
        targets = [entry.act.target for entry in after.entries if isinstance(entry.act, Retracted)]
        assert {after.entries[target - 1].came for target in targets} == after.missing


def test_the_slip_called_answered_inserts_each_forgotten_card_at_its_place() -> None:
    forgotten = 0
    for title, game in games():
        if (after := answered(game, Random(title))) is None:
            continue
        places = [index for index, act in enumerate(standing(after)) if isinstance(act, CardPlayed) and act.card is None]
        assert places == sorted(after.missing)
        assert len(standing(after)) == len(game.acts)
        forgotten += len(places)
    assert forgotten > 20


def test_the_slip_called_swapped_exchanges_two_neighbouring_acts() -> None:
    for title, game in games():
        if (after := swapped(game, Random(title))) is not None:
            first, second = sorted(after.moved)
            assert second == first + 1
            assert Counter(map(kind, standing(after))) == Counter(map(kind, game.acts))


def test_reordering_throws_keeps_the_order_of_each_players_own_throws() -> None:
    """PI-44: the players may throw in any order."""
    system = SYSTEMS["pitch-pagat-draw"]
    acts = [opening(system, 4), *[throws(seat, number) for number in (2, 1) for seat in (0, 1, 2)], act("BidPassed", seat=0)]
    game = Game(system, tuple(acts), (1,) * len(acts), 0)
    orders = set()
    for seed in range(40):
        after = reordered(game, Random(seed))
        if after is not None:
            orders.add(tuple(entry.came for entry in after.entries))
            assert after.entries[-1].act == acts[-1]
            for seat in (0, 1, 2):
                own = [entry.act.count for entry in after.entries if isinstance(entry.act, FREE[0]) and entry.act.seat == seat]
                assert own == [2, 1]
    assert len(orders) > 10


def test_acts_are_not_reordered_if_the_rules_fix_their_order() -> None:
    game = Game(SYSTEMS["high-card"], (opening(SYSTEMS["high-card"], 2), place(0, "h"), place(1, "l")), (1, 1, 1), 0)
    assert reordered(game, Random(1)) is None


def test_the_same_name_gives_the_same_game_and_the_same_slip() -> None:
    for title, game in games()[1:8:2]:
        assert slipped(game, Random(title)) == slipped(whole(title.split(maxsplit=1)[0], Random(title)), Random(title))


def outcome(game: Game) -> Outcome:
    reading = read(game.system, events(game.acts))
    return reading.system.outcome(reading.table)


def same(entry: Entry, was: Act, slip: str) -> bool:
    """Return whether the entry records this act of the game. After the slip "nobody remembers", the entry may record the act without its
    card."""
    lost = slip == ANSWERED and isinstance(was, CardPlayed) and entry.act == replace(was, card=None, extras=None)
    return entry.act is was or (lost and entry.after is not None)


def kind(one: Act) -> str:
    return type(one).__name__


def standing(after: Slipped) -> list[Act]:
    """Return the acts that count after the slip."""
    acts = [entry.act if entry.after is None else (entry.act, entry.after) for entry in after.entries]
    return [event.act for event in corrected(events(acts))]
