"""Plays random legal games of every system, and records them without an error. Afterwards, bench/forgetting.py leaves something out.

A record may have any depth: all cards, the points of some or all rounds, totals, or only the result. A record may also state what its
entries already show: a deal, a round, totals, the result. Every statement is *true*: it agrees with the game as it was played. A legal game
that is recorded without an error must have no finding.

The acts follow the prompts of the system. In half of the games of Box, the acts are chosen by a dealer who knows where each card is."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from bench.marring import event_of
from bench.marring import opening as opened_by
from bench.played import choosing
from domain.kernel.cards import PACK_52
from domain.kernel.events import (
    Act,
    DealStated,
    DealVoided,
    Event,
    EventId,
    GameOpened,
    HandDealt,
    PointsMade,
    ResultStated,
    RoundStated,
    ScoreStated,
    TokenId,
    TricksStated,
)
from domain.kernel.shapes import Sealed
from domain.ledger import Ledger
from domain.record.fold import read
from domain.record.steps import Step
from domain.rounds import Played
from domain.scheduled import own_table, scheduled
from domain.selfplay import Choose, act_for, move
from domain.system import System, Table
from domain.systems import SYSTEMS
from domain.systems.bid_whist.table import BidWhist
from domain.systems.high_card.table import HighCard
from domain.systems.one_up.table import OneUpTable, cards_of_all
from domain.systems.pitch.play.table import Pitch
from domain.systems.spades.table import Spades
from tests.domain.box_dealer import Dealer
from tests.domain.pitch.hiding import concealed, from_stock
from tests.domain.playing import events

LENGTHS: Final = (30, 60, 100, 150)
LONGEST_ROUND: Final = 300
"""No statement replaces a round with more acts than this. The limit is needed because a round of Box may never end."""
RESULT_ONLY: Final = 0.03
"""The share of the records that have only the result."""
ALSO: Final = frozenset(("BidDoubled", "CardRescued", "CardsShown", "DealFolded", "ExtrasTraded", "MisdealCalled"))
"""Acts that players may do but need not do."""


class Game(NamedTuple):
    """A legal game with the record of all its acts. `acts`: the opening first. `rounds`: the number of the round in which each act falls.
    `over`: how many rounds were over in the end."""

    system: System[Table]
    acts: tuple[Act, ...]
    rounds: tuple[int, ...]
    over: int


class Style(NamedTuple):
    """How a table records a game. `most`: the most acts. `told`: the share of sealed values that are recorded. `stated`: the share of the
    rounds that are only stated. `totals`: whether totals are stated in place of rounds. `voided`: the probability that a deal is declared
    void after an act. `repeated`: the probability that something true is stated after an act."""

    most: int
    told: float
    stated: float
    totals: bool
    voided: float
    repeated: float


def style_of(dice: Random) -> Style:
    stated = dice.choice((0.0, 0.0, 0.0, 0.0, 0.2, 0.6, 1.0))
    repeated, voided = dice.choice((0.0, 0.02, 0.05)), dice.choice((0.0, 0.0, 0.02))
    return Style(dice.choice(LENGTHS), dice.choice((1.0, 0.5, 0.0)), stated, stated == 1 and dice.random() < 0.4, voided, repeated)


def whole(slug: str, dice: Random) -> Game:
    """Play a legal game of the system and record all its acts."""
    style = style_of(dice)
    acts = _with_dealer(dice, style) if slug == "box" and dice.random() < 0.5 else list(_played(SYSTEMS[slug], dice, style))
    if dice.random() < RESULT_ONLY:
        acts = [acts[0], _result(read(SYSTEMS[slug], events(acts)).table, dice)]
    steps = read(SYSTEMS[slug], events(_repeated(read(SYSTEMS[slug], events(acts)).steps, dice, style))).steps
    rounds = [_ledger(step.table).round for step in steps]
    over = sum(closed.reason != "missing" for closed in _ledger(steps[-1].table).closed)
    return Game(SYSTEMS[slug], tuple(step.event.act for step in steps), (1, *rounds[:-1]), over)


# --- play ---------------------------------------------------------------------------------------------------------------------------------


def _played(system: System[Table], dice: Random, style: Style) -> Iterator[Act]:
    """Yield the acts of a game, the opening first, until the game is over or has more acts than the style allows. The game is played with
    every card known, so that every act is legal. Cards are hidden afterwards."""
    opened = event_of(opened_by(system, dice), 1).act
    assert isinstance(opened, GameOpened)
    system, choose, made = scheduled(system, opened), choosing(dice, 1.0), 1
    table = system.open_table(opened)
    yield opened
    while made < style.most and system.outcome(table).state == "open":
        running = system.outcome(table).running
        new: list[Act] = []
        if not running and dice.random() < style.stated:
            new = _stated(system, table, choose, dice, style)
            if style.totals and not new:
                return
        elif running and dice.random() < style.voided:
            new = [DealVoided(dice.choice(("misdeal", "cards exposed")))]
        if not new and (act := _moved(system, table, choose, dice)) is not None:
            new = [act]
        if not new:
            return
        for act in new:
            made += 1
            table = system.evolve(table, _event(act, made))
        yield from (concealed(act, dice, 1 - style.told) for act in new)


def _event(act: Act, version: int) -> Event:
    return Event(version, EventId(""), act, TokenId(""), 0, 0, 0)


def _moved(system: System[Table], table: Table, choose: Choose, dice: Random) -> Act | None:
    """Return an act that the table waits for, or sometimes one that the players may do; None if the game cannot go on."""
    own = own_table(table)
    if isinstance(own, HighCard) and own.phase == "deal" and not own.dealt and choose((True, False)):
        return _hands(own, dice)
    if dice.random() < 0.03:
        free = [prompt for prompt in system.prompts(table) if prompt.type in ALSO and not prompt.doubtful]
        if free:
            return act_for(dice.choice(free), choose)
    act = move(system, table, choose)
    return from_stock(own, act) if isinstance(own, Pitch) and act is not None else act


def _hands(table: HighCard, dice: Random) -> HandDealt:
    """Return the deal of a hand of High Card. Each active player gets a card, and each player who is owed a card for points gets one
    more."""
    away = {*table.seen, *(card for cards in table.held.values() for card in cards)}
    left = dice.sample([card for card in PACK_52 if card not in away], 52 - len(away))
    numbers = {seat: (seat in table.active) + (seat in table.due) for seat in sorted({*table.active, *table.due})}
    if sum(numbers.values()) > len(left):
        return HandDealt()
    return HandDealt({seat: Sealed("", tuple(left.pop() for _ in range(number))) for seat, number in numbers.items()})


def _with_dealer(dice: Random, style: Style) -> list[Act]:
    dealer = Dealer(dice, 0.0, dice.random() < style.told, {})
    dealer.play(dice.randint(*SYSTEMS["box"].players))
    return dealer.acts[: style.most]


# --- statements ---------------------------------------------------------------------------------------------------------------------------


def _stated(system: System[Table], table: Table, choose: Choose, dice: Random, style: Style) -> list[Act]:
    """Play the next round. Returns what to record in its place: one statement that leads to the same result. If no statement does so,
    returns the acts of the round, but no acts if the style states totals. Also returns no acts if the round does not end, or if stated
    totals have used up all cards (`_all_won`)."""
    acts, aside, before = list[Act](), table, len(_ledger(table).closed)
    while len(_ledger(aside).closed) == before and len(acts) < LONGEST_ROUND:
        act = _moved(system, aside, choose, dice)
        if act is None:
            return []
        acts.append(act)
        aside = system.evolve(aside, _event(act, len(acts)))
    if len(_ledger(aside).closed) == before or _all_won(own_table(table)):
        return []
    said: list[Act] = [ScoreStated(dict(system.outcome(aside).scores))] if style.totals else [*_of_last_round(aside, dice, whole=True)]
    true = (said for said in said if _same(system, aside, system.evolve(table, _event(said, 1))))
    return [told] if (told := next(true, None)) is not None else [] if style.totals else acts


def _all_won(table: Table) -> bool:
    """Whether a game of One-up has stated totals by which all cards are won. After such totals, the engine does not know which cards were
    played."""
    return isinstance(table, OneUpTable) and sum(table.ledger.scores.values()) >= cards_of_all(table)


def _same(system: System[Table], played: Table, stated: Table) -> bool:
    """Whether the table after a statement has the same scores, state and winners as the table after the played round."""
    one, other = system.outcome(played), system.outcome(stated)
    return (one.scores, one.state, one.winners) == (other.scores, other.state, other.winners)


def _of_last_round(table: Table, dice: Random, *, whole: bool) -> list[Act]:
    """Return true statements about the round that was closed last. `whole`: whether a stated deal must contain everything that is known
    about the round."""
    last, own = _ledger(table).closed[-1], own_table(table)
    said: list[Act] = [RoundStated(last.number, dict(last.points))]
    if isinstance(own, Pitch) and own.dealt and own.dealt[-1].number == last.number:
        summary = own.dealt[-1]
        points = PointsMade(**summary.points) if summary.points is not None else None
        full = DealStated(
            last.number, summary.dealer, summary.maker, summary.bid, summary.shoot, summary.trump, summary.partner, points,  # type: ignore[arg-type]
            made=summary.made, doubled=summary.doubled or None,
        )  # fmt: skip
        some = DealStated(last.number, maker=summary.maker, bid=summary.bid, shoot=summary.shoot, made=summary.made)
        said.append(full if whole or dice.random() < 0.5 else some)
    if isinstance(own, Spades) and own.dealt and own.dealt[-1].number == last.number and own.dealt[-1].tricks:
        known = own.dealt[-1]
        blind = tuple(sorted(known.blind)) or None
        told = TricksStated(last.number, known.dealer, dict(known.bids), tricks=dict(known.tricks), blind=blind)
        said.append(told if whole or dice.random() < 0.5 else TricksStated(last.number, bids=dict(known.bids), blind=blind))
    if isinstance(own, BidWhist) and own.dealt and own.dealt[-1].number == last.number and own.dealt[-1].bid is not None:
        deal = own.dealt[-1]
        won = None if deal.tricks is None else {seat: deal.tricks[own.account[seat]] for seat in own.ring[: dice.choice((1, 2))]}
        said.append(TricksStated(last.number, deal.dealer, None, deal.maker, *deal.bid, deal.trump, deal.ranks, won))  # type: ignore[arg-type]
    dice.shuffle(said)
    return said


def _repeated(steps: Sequence[Step], dice: Random, style: Style) -> Iterator[Act]:
    """Yield the acts of the record. Sometimes, add a true statement of the round that has just closed, of the totals, or of the result."""
    before = 0
    for step in steps:
        yield step.event.act
        ledger = _ledger(step.table)
        if len(ledger.closed) > before and dice.random() < 4 * style.repeated:
            yield _of_last_round(step.table, dice, whole=False)[0]
        before = len(ledger.closed)
        if ledger.counts and not ledger.adopts_totals() and dice.random() < style.repeated:
            yield ScoreStated(dict(ledger.scores))
    own = own_table(steps[-1].table)
    assert isinstance(own, Played)
    if own.ledger.stated_winners is None and (own.winners or own.ledger.depth == "totals") and dice.random() < 0.6:
        yield _result(own, dice)


def _result(table: Table, dice: Random) -> ResultStated:
    """Return the true result. If the game is not over, the leaders count as winners, as if the players had stopped here."""
    own, ledger = own_table(table), _ledger(table)
    assert isinstance(own, Played)
    most = max(ledger.scores.values())
    winners = own.winners or tuple(seat for seat, score in ledger.scores.items() if score == most)
    return ResultStated(winners, dict(ledger.scores) if ledger.counts and dice.random() < 0.8 else None)


def _ledger(table: Table) -> Ledger:
    own = own_table(table)
    assert isinstance(own, Played)
    return own.ledger
