"""`domain/proofs` answers whether some deal agrees with the known facts. Its answers are compared with rows, and with all deals of small
packs."""

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.cards import Card
from domain.proofs.feasible import Bars, Fact, Lies, Place, Room, cause, jam, standing

N, S, TALON = "north", "south", "talon"
SIX = tuple(Card(token) for token in ["AS", "KS", "QS", "AH", "KH", "QH"])
SPADES, HEARTS = frozenset(SIX[:3]), frozenset(SIX[3:])
DEALT: list[Fact] = [Room(N, 2, 2), Room(S, 2, 2), Room(TALON, 2, 2)]


def _cards(line: str) -> frozenset[Card]:
    return frozenset(map(Card, line.split()))


# The pack has six cards: each of two hands gets two cards, and two cards are left over.
@pytest.mark.parametrize(
    ("facts", "kind", "versions", "slips", "why"),
    [
        ([], None, (), (), "nothing is known"),
        ([Bars(N, SPADES, (4,)), Bars(S, SPADES, (5,))], "room", (4, 5), (5, 4), "three spades, and two places for them"),
        ([Bars(N, SPADES, (4,)), Bars(S, HEARTS, (5,))], None, (), (), "a spade and a heart are left over"),
        ([Bars(N, SPADES, (4,)), Bars(N, _cards("AH KH"), (7,))], "room", (4, 7), (7, 4), "five cards, and four places"),
        ([Lies(SIX[0], N, (4,)), Lies(SIX[0], S, (9,))], "twice", (4, 9), (9, 4), "00 uniqueness"),
        ([Bars(N, SPADES, (4,)), Lies(SIX[0], N, (9,))], "barred", (4, 9), (9, 4), "00 revoke"),
        ([Lies(SIX[0], N, (2,)), Lies(SIX[1], N, (3,)), Lies(SIX[2], N, (4,))], "room", (2, 3, 4), (4, 3, 2), "00 conservation"),
        ([Bars(hand, suit, (why,)) for hand in (N, S) for suit, why in ((SPADES, 4), (HEARTS, 6))], "room", (6,), (), "two proofs: the later; no slip mends both"),
        ([Room(TALON, 3, 3, (8,))], "need", (8,), (8,), "a count that cannot be"),
    ],
)  # fmt: skip
def test_the_search_for_a_deal_finds_why_no_deal_agrees_with_the_record(
    facts: list[Fact], kind: str | None, versions: tuple[int, ...], slips: tuple[int, ...], why: str
) -> None:
    reason = cause(SIX, [*DEALT, *facts])
    assert (reason and reason.jam.kind, reason.versions if reason else (), reason.slips if reason else ()) == (kind, versions, slips), why


# --- compared with trying every deal ------------------------------------------------------------------------------------------------------


def some_deal(pack: Sequence[Card], facts: Iterable[Fact]) -> bool:
    """Try every deal. Return whether one of them agrees with the facts."""
    facts = tuple(facts)
    rooms = [fact for fact in facts if isinstance(fact, Room)]
    places = {room.place for room in rooms}
    lies = [fact for fact in facts if isinstance(fact, Lies)]
    bars = [fact for fact in facts if isinstance(fact, Bars)]

    def may(card: Card, place: Place) -> bool:
        return all(fact.place == place for fact in lies if fact.card == card) and all(
            card not in fact.cards for fact in bars if fact.place == place
        )

    def dealt(at: int, numbers: dict[Place, int]) -> bool:
        if at == len(pack):
            return all(room.least <= numbers[room.place] <= room.most for room in rooms)
        return any(dealt(at + 1, {**numbers, place: numbers[place] + 1}) for place in places if may(pack[at], place))

    return dealt(0, dict.fromkeys(places, 0))


@st.composite
def small(draw: st.DrawFn) -> tuple[tuple[Card, ...], list[Fact]]:
    pack = SIX[: draw(st.integers(3, 6))]
    facts: list[Fact] = []
    cards = st.frozensets(st.sampled_from(pack), min_size=1, max_size=len(pack) - 1)
    for place in range(draw(st.integers(2, 3))):
        least = draw(st.integers(0, 3))
        facts.append(Room(place, least, least + draw(st.sampled_from([0, 0, 1, 3]))))
        facts += [Room(place, draw(st.integers(0, 2)), draw(st.integers(2, 5)), (10 + place,))] * draw(st.integers(0, 1))
        facts += [Bars(place, draw(cards), (20 + place,)) for _ in range(draw(st.integers(0, 1)))]
        facts += [Bars(place, draw(cards), (20 + place, 30)) for _ in range(draw(st.integers(0, 1)))]
    for at, card in enumerate(pack):
        facts += [Lies(card, draw(st.sampled_from([0, 1])), (at,))] * (draw(st.integers(0, 4)) == 0)
    return pack, facts


@settings(max_examples=150, derandomize=True)
@given(drawn=small())
def test_the_search_for_a_deal_gives_the_same_answer_as_trying_every_deal(drawn: tuple[tuple[Card, ...], list[Fact]]) -> None:
    """If no deal fits, the search names a reason: events that contradict each other. Whichever of them is left out, the others allow a
    deal. The `slips` of the reason are the events that may be the only mistake: the record without this one event allows a deal."""
    pack, facts = drawn
    assert (jam(pack, facts) is None) is some_deal(pack, facts)
    reason = cause(pack, facts)
    if reason is None:
        return
    versions = set(reason.versions)
    assert not some_deal(pack, standing(facts, versions))
    assert all(some_deal(pack, standing(facts, versions - {version})) for version in versions)
    everything = {version for fact in facts for version in fact.why}
    assert set(reason.slips) == {version for version in everything if some_deal(pack, standing(facts, everything - {version}))}
