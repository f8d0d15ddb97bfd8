"""New Game: every player lays one card face up, and the highest card scores a point.

The whole game is in this file. It is a small game that works: change one function after the other into yours, and run its tests after each
step. domain/system.py explains the functions. Source: docs/games/new-game.md."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import PACK_52, RANK_OF, Card, Seat, spoken
from domain.kernel.events import CardPlayed, DealVoided, Event, GameAbandoned, GameOpened, PlayerJoined, PlayerLeft
from domain.kernel.findings import Finding, open_finding
from domain.kernel.shapes import Whole
from domain.kernel.values import replace
from domain.kernel.view import Phase, SeatView, View
from domain.ledger import OPEN, Closed, Ledger, in_words, last_told
from domain.rounds import Played, Rounds
from domain.system import Ask, Option, Outcome, Prompt, Rules, Section, System, Viewer, asked
from domain.words.phrases import capital, many, number

PLAYERS: Final = (2, 8)
"""The fewest and the most players."""
SOURCE: Final = "New Game"
"""What a finding names as its rule. Name a part of your page of rules, or a ruling (`XX-1`)."""


# --- the table: everything that the game knows at one moment ------------------------------------------------------------------------------


class Laid(NamedTuple):
    """A card in front of its player. `version`: of the event that laid it. `card`: None if nobody remembers it."""

    version: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a table. A record that is older than a rule has the default."""

    target: int = 5


@dataclass(frozen=True)
class NewGame(Played):
    """`rules`: the house rules. `ring`: the seats, clockwise. `ledger`: the score sheet, which also knows the number of the round.
    `laid`: the cards of this round, in order of play. `last`: those of the round before, which lie there until the next card."""

    rules: Options
    ring: tuple[Seat, ...]
    ledger: Ledger
    laid: Mapping[Seat, Laid] = field(default_factory=dict)
    last: Mapping[Seat, Laid] = field(default_factory=dict)
    winners: tuple[Seat, ...] = ()
    state: Literal["open", "finished", "abandoned"] = "open"


def points_of(cards: Mapping[Seat, Card]) -> dict[Seat, int]:
    """Return the points of a round. Your rule of scoring goes here."""
    ranks = {seat: RANK_OF.get(card, 0) for seat, card in cards.items()}
    top = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
    return {top[0]: 1} if len(top) == 1 else {}


def winners_of(scores: Mapping[Seat, int], target: int) -> tuple[Seat, ...]:
    """Return who has won with these totals; empty if nobody has. Your rule of winning goes here."""
    best = max(scores.values())
    return tuple(seat for seat, score in scores.items() if score == best >= target)


# --- 1 open_table: the table before the first event ---------------------------------------------------------------------------------------


def open_table(opened: GameOpened) -> NewGame:
    ring = tuple(seating.seat for seating in opened.seats)
    return NewGame(Options(**opened.rules), ring, Ledger(dict.fromkeys(ring, 0)))  # type: ignore[arg-type]


# --- 2 evolve: the table after an event. What happened is carried out, even if it was wrong; `check` says what was wrong ------------------


def evolve(table: NewGame, event: Event) -> NewGame:
    match event.act:
        case CardPlayed(seat, card) if table.state == "open" and seat in table.ring and seat not in table.laid:
            laid = {**table.laid, seat: Laid(event.version, card)}
            table = replace(table, laid=laid, ledger=table.ledger.with_cards())
            return table if len(laid) < len(table.ring) else _scored(table, event.version)
        case PlayerLeft(seat) if table.state == "open" and seat in table.ring:
            return replace(table, state="abandoned")
        case _:  # points, totals, results, void rounds and rulings are the same in every game
            return ROUNDS.evolve(table, event)


def _scored(table: NewGame, version: int) -> NewGame:
    """Return the table after the last card of a round. If nobody remembers a card, the points are open until the table states them."""
    cards = {seat: laid.card for seat, laid in table.laid.items() if laid.card is not None}
    if len(cards) < len(table.laid):
        return _closed(table, {}, OPEN, version)
    return _closed(table, points_of(cards), "scored", version)


def _closed(table: NewGame, points: Mapping[Seat, int], reason: str, version: int) -> NewGame:
    ledger = table.ledger.with_round(points, reason, version)
    return _decided(replace(table, ledger=ledger, laid={}, last=table.laid), table.ledger)


def _decided(table: NewGame, _before: Ledger) -> NewGame:
    """Return the table after the totals changed: the game is over if they give a winner."""
    winners = winners_of(table.ledger.scores, table.rules.target)
    return replace(table, winners=winners, state="finished" if winners else "open")


ROUNDS: Final[Rounds[NewGame]] = Rounds(
    between=lambda table: not table.laid,
    voided=lambda table: replace(table, laid={}),
    closed=_closed,
    decided=_decided,
    replayed=lambda table, _closed: table,
    won=lambda table, scores: winners_of(scores, table.rules.target),
)
"""What only this game knows about its rounds (domain/rounds.py)."""


# --- 3 check: what the event breaks; it gets the table before the event. Each rule has a row in domain/kernel/provable.py -----------------


def check(table: NewGame, event: Event) -> tuple[Finding, ...]:
    if table.state != "open" and isinstance(event.act, CardPlayed | DealVoided | PlayerLeft | GameAbandoned):
        return (open_finding("after-the-end", SOURCE, event, "The game was over before this."),)
    return tuple(_findings(table, event))


def _findings(table: NewGame, event: Event) -> Iterator[Finding]:
    match event.act:
        case CardPlayed(seat, card):
            yield from _wrongly_laid(table, event, seat, card)
        case DealVoided() if not table.laid:
            yield open_finding("nothing-to-void", SOURCE, event, "No card was laid in this round: there is nothing to void.")
        case PlayerJoined(seat):
            yield open_finding("roster-fixed", SOURCE, event, f"{{{seat}}} joined, although the game had begun.", (seat,))
        case PlayerLeft(seat) if seat not in table.ring:
            yield open_finding("not-seated", SOURCE, event, f"{{{seat}}} is not at the table and cannot leave it.", (seat,))
        case _:
            yield from ROUNDS.check(table, event)


def _wrongly_laid(table: NewGame, event: Event, seat: Seat, card: Card | None) -> Iterator[Finding]:
    if seat not in table.ring:
        yield open_finding("not-seated", SOURCE, event, f"{{{seat}}} laid a card without being in the game.", (seat,))
    elif seat in table.laid:
        others = (table.laid[seat].version,)
        yield open_finding("changed-card", SOURCE, event, f"{{{seat}}} had already laid a card.", (seat,), others=others)
    if card is not None and card not in PACK_52:
        yield open_finding("not-in-pack", SOURCE, event, f"{{{seat}}} laid {spoken(card)}, which is not in the pack.", (seat,))
    for other, laid in table.laid.items():
        if card is not None and laid.card == card and other != seat:
            sentence = f"{capital(spoken(card))} was laid twice in this round."
            yield open_finding("card-seen-twice", SOURCE, event, sentence, others=(laid.version,))


# --- 4 prompts: the acts that the form proposes, the expected one first -------------------------------------------------------------------


def prompts(table: NewGame) -> tuple[Prompt, ...]:
    if table.state != "open":
        return ()
    away = {laid.card for laid in table.laid.values()}
    ask = Ask("card", tuple(card for card in PACK_52 if card not in away))
    return tuple(asked("CardPlayed", seat, "lays a card", ask) for seat in table.ring if seat not in table.laid)


# --- 5 view: the table as people see it. A card is closed until `card_open` or `hand_open` says that everyone sees it ---------------------


def view(table: NewGame, _viewer: Viewer) -> View:
    phases: dict[str, Phase] = {"open": "turn", "finished": "over", "abandoned": "abandoned"}
    return View(
        phase=phases[table.state],
        round=max(1, table.ledger.round - (table.state == "finished")),
        hand=1,
        leader=None,
        turn=tuple(seat for seat in table.ring if seat not in table.laid) if table.state == "open" else (),
        seats=tuple(_seat(table, seat) for seat in table.ring),
        last_round=last_told(table.ledger, _in_words),
    )


def _seat(table: NewGame, seat: Seat) -> SeatView:
    laid = (table.laid or table.last).get(seat)
    card = None if laid is None else laid.card
    return SeatView(seat, table.state == "open", table.ledger.score_of(seat), placed=laid is not None, card=card, card_open=True)


def _in_words(closed: Closed) -> str:
    return "the points are not known" if closed.reason == OPEN else in_words(closed.points)


# --- 6 opens: which sealed values of an old event a viewer may see now. The cards of this game are not sealed -----------------------------


def opens(_event: Event, _table: NewGame, _viewer: Viewer) -> Collection[str]:
    return ()


# --- 7 outcome: the result so far ---------------------------------------------------------------------------------------------------------


def outcome(table: NewGame) -> Outcome:
    return table.ledger.outcome(table.state, table.winners, running=not ROUNDS.between(table))


# --- the rule sheet, and what people read about the game ----------------------------------------------------------------------------------


def sheet(rules: Rules) -> tuple[Section, ...]:
    """Return the rules in sentences, made from the rules of this table: every option changes a sentence."""
    chosen = Options(**rules)  # type: ignore[arg-type]
    least, most = PLAYERS
    return (
        Section("Players", (f"{capital(number(least))} to {number(most)} players, each alone.",)),
        Section("Cards", ("One pack of 52 cards, without jokers. Aces are high.", "After each round the cards go back into the pack.")),
        Section("Play", ("In each round, every player lays one card face up, in any order.",)),
        Section("Scoring", ("The highest card scores one point. If the highest rank is laid twice, nobody scores.",)),
        Section("Winning", (f"Whoever has {many(chosen.target, 'point')} first wins.",)),
    )


def fits(_rules: Rules, _seats: int) -> None:
    """Raise Unplayable if no game can be dealt with these rules and this number of players. Here every game can."""


RULINGS: Final = (("XX-1", "Two players lay the highest rank?", "Nobody scores."),)
"""What your source leaves open: id, question, answer."""

NEW_GAME: Final = System(
    slug="new-game",
    name="New Game",
    family="new-game",
    summary="Everyone lays a card face up; the highest card scores a point.",
    players=PLAYERS,
    acts=frozenset({"CardPlayed"}),
    unused=frozenset({"CardPlayed.trump", "CardPlayed.extras"}),
    options=(Option("target", Whole(1, 100), Options().target, SOURCE, "Points that win the game."),),
    rulings=RULINGS,
    fits=fits,
    open_table=open_table,
    evolve=evolve,
    check=check,
    prompts=prompts,
    view=view,
    opens=opens,
    outcome=outcome,
    sheet=sheet,
)

SYSTEMS: Final = (NEW_GAME.erased(),)
