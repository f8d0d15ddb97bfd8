"""Makes the findings of Box about a round; `stock_breaches` makes the findings about cards of the stock. `check` is called before `evolve`.

A *claim* is what a draw or a lead says about the player's hand (`Claim` in `claims`)."""

from collections.abc import Iterable, Iterator, Mapping

from domain.kernel.cards import RANK_OF, UNKNOWN, Card, Seat, spoken
from domain.kernel.events import (
    BoxDrawn,
    BoxesSet,
    BoxRefilled,
    CardLed,
    CardPlayed,
    CardsShown,
    DealVoided,
    Event,
    ExtrasTraded,
    GameAbandoned,
    HandRefilled,
    OpenerChosen,
    PlayerJoined,
    PlayerLeft,
    Resurrected,
    ResurrectionDeclined,
    RoundStated,
    ScoreStated,
    StuckDeclared,
)
from domain.kernel.findings import NOBODY, Finding, enough, named, open_finding, sealed_finding
from domain.stated import impossible_round
from domain.systems.box.claims import Claim
from domain.systems.box.play import ROUNDS
from domain.systems.box.stock_breaches import (
    SECTION,
    box_lost,
    box_refilled,
    hand_refilled,
    lying,
    resurrected,
    set_up,
    traded,
)
from domain.systems.box.table import Box

_PLAY = (
    CardLed, CardPlayed, BoxDrawn, StuckDeclared, HandRefilled, BoxRefilled, ExtrasTraded, Resurrected, ResurrectionDeclined,
    OpenerChosen, PlayerLeft, DealVoided, GameAbandoned,
)  # fmt: skip


def check(table: Box, event: Event) -> tuple[Finding, ...]:
    act = event.act
    if table.playing:
        match act:
            case CardPlayed() | CardLed():
                if act.card is None:
                    return tuple(_in_turn(table, event, act.seat))
                return tuple(_from_hand(table, event, act.seat, act.card))
            case BoxDrawn():
                return tuple(_from_box(table, event, act.seat, act.card))
            case _:
                return enough(_findings(table, event))
    if isinstance(act, _PLAY):
        return (open_finding("after-the-end", f"{SECTION} GAME_OVER", event, "The game was over before this."),)
    return tuple(_findings(table, event))


def _findings(table: Box, event: Event) -> Iterator[Finding]:
    act = event.act
    match act:
        case StuckDeclared(seat):
            yield from _stuck(table, event, seat)
        case HandRefilled():
            yield from hand_refilled(table, event, act)
        case BoxRefilled():
            yield from box_refilled(table, event, act)
        case ExtrasTraded():
            yield from traded(table, event, act)
        case Resurrected():
            yield from resurrected(table, event, act)
        case ResurrectionDeclined(seat):
            yield from box_lost(table, event, seat)
        case BoxesSet():
            yield from set_up(table, event, act)
        case OpenerChosen(seat):
            if table.phase != "setup" or seat not in table.players:
                yield open_finding("opener-fixed", "BX-1", event, "The first player is chosen once, before the first round.", (seat,))
        case CardsShown(seat, cards):
            yield from _shown(table, event, seat, cards)
        case PlayerJoined(seat):
            yield open_finding("roster-fixed", "BX-19", event, f"{{{seat}}} joined, although the cards are dealt.", (seat,))
        case PlayerLeft(seat) if seat not in table.players:
            yield open_finding("not-seated", SECTION, event, f"{{{seat}}} is not in the game and cannot leave it.", (seat,))
        case DealVoided() if table.between_rounds:
            yield open_finding("nothing-to-void", SECTION, event, "No card had been played in this round: there is nothing to void.")
        case RoundStated() as act:
            yield from impossible_round(event, act, _impossible(act.points), SECTION)
            yield from ROUNDS.check(table, event)
        case ScoreStated():
            pass  # a stated score is not checked: points do not decide this game
        case _:
            yield from ROUNDS.check(table, event)


def _impossible(points: Mapping[Seat, int]) -> str:
    """Return why no round ends with these points, in words; empty if one can. Only the winner of a round may have points."""
    won = [seat for seat, number in sorted(points.items()) if number]
    if len(won) > 1:
        return f"one player wins a round, but points are entered for {named(won)}"
    return f"the winner has {points[won[0]]}" if won and points[won[0]] < 0 else ""


def _in_turn(table: Box, event: Event, seat: Seat) -> Iterator[Finding]:
    """Yield a finding if the player is out of the game or not in turn, or if a player who lost the box has not decided yet."""
    if seat not in table.players:
        yield open_finding("not-in-round", SECTION, event, f"{{{seat}}} played a card while out of the game.", (seat,))
        return
    if table.centre:
        if table.turn is not None and seat != table.turn:
            sentence = f"{{{seat}}} played although it was {{{table.turn}}}'s turn."
            yield open_finding("out-of-turn", f"{SECTION} TURN", event, sentence, (seat,))
    elif table.leader is not None and seat != table.leader:
        sentence = f"{{{seat}}} led although it was {{{table.leader}}}'s lead."
        yield open_finding("out-of-turn", f"{SECTION} LEAD", event, sentence, (seat,))
    lost = [other for other in table.pending() if table.may_resurrect(other)] if not table.centre and not table.unseen else []
    if lost:
        sentence = f"A round began before {named(lost)} had resurrected or declined; this counts as declined."
        yield open_finding("resurrection-undecided", f"{SECTION} LOSS_CHECK", event, sentence, lost, kind="gap")


def _from_hand(table: Box, event: Event, seat: Seat, card: Card) -> Iterator[Finding]:
    yield from _in_turn(table, event, seat)
    yield from lying(table, event, seat, card)
    if seat not in table.players:
        return
    if table.holdings[seat].hand == 0 and not table.unseen:
        yield open_finding("no-such-card", SECTION, event, f"{{{seat}}} had no hand card left to play.", (seat,), kind="contradiction")
    elif table.knows_hand(seat) and card not in table.held.get(seat, ()):
        sentence = f"{{{seat}}} did not hold {spoken(card)}: all cards of that hand are recorded."
        yield sealed_finding("card-not-held", f"{SECTION} deferred", event, sentence, (seat,), kind="contradiction", private=(seat,))
    top = table.top
    if top is None:
        sentence = f"{{{seat}}} led {spoken(card)} but held a higher card."
        claim = Claim(event.version, "lead", RANK_OF.get(card, 0))
        yield from _known(table, event, seat, claim, "lead-not-highest", f"{SECTION} LEAD", sentence)
    if top is not None and RANK_OF.get(card, 0) > table.limit:
        below = next(play for play in reversed(table.centre) if play.card != UNKNOWN)
        sentence = f"{{{seat}}} played {spoken(card)} on {spoken(below.card)}: a card must be equal or lower."
        yield open_finding("too-high", f"{SECTION} TURN", event, sentence, (seat,), others=(below.version,))
    yield from _refuted(table, event, seat, card)


def _known(table: Box, event: Event, seat: Seat, claim: Claim, rule: str, source: str, sentence: str) -> Iterator[Finding]:
    """Yield a finding if a card that the record places in this hand proves a claim false. A claim is what a draw or a lead said about the
    hand."""
    shown = [version for card, version in table.exposed.get(seat, {}).items() if claim.refuted_by(card)]
    if shown:
        yield open_finding(rule, source, event, sentence, (seat,), others=shown[:1])
    elif any(claim.refuted_by(card) for card in table.known_in(seat)):
        yield sealed_finding(rule, source, event, sentence, (seat,), private=(seat,))


def _shown(table: Box, event: Event, seat: Seat, cards: Iterable[Card]) -> Iterator[Finding]:
    """Yield findings about cards that a player showed. They count as cards of the hand, except the player's extras (cards won in earlier
    rounds)."""
    for card in cards:
        if card not in table.extras.get(seat, ()):
            yield from lying(table, event, seat, card)
            if table.playing:
                yield from _refuted(table, event, seat, card)


def _refuted(table: Box, event: Event, seat: Seat, card: Card) -> Iterator[Finding]:
    """Yield a finding for each claim of the player that this hand card proves false (BX-3)."""
    if card in table.exposed.get(seat, ()):
        return
    claims = table.claims.get(seat)
    total = table.holdings[seat].total if claims else 0
    for claim in claims or ():
        if claim.proved_by(card, total):
            yield _false(event, seat, claim._replace(against=(*claim.against, event.version)), total - claim.before)


def _false(event: Event, seat: Seat, claim: Claim, drawn: int) -> Finding:
    more = "" if not drawn else f" {len(claim.against)} such cards were shown later, and at most {drawn} of them were drawn since."
    if claim.kind == "stuck":
        sentence = f"{{{seat}}} was not stuck: a hand card shown later could have been played.{more}"
        rule = "false-stuck"
    else:
        sentence = f"{{{seat}}} held back a higher card when leading.{more}"
        rule = "lead-not-highest"
    return open_finding(rule, "BX-3", event, sentence, (seat,), others=(claim.version, *claim.against))


def _from_box(table: Box, event: Event, seat: Seat, card: Card) -> Iterator[Finding]:
    yield from _in_turn(table, event, seat)
    yield from lying(table, event, seat, card, box=seat)
    if seat not in table.players or table.unseen:
        return
    mine = table.holdings[seat]
    if table.knows_box(seat) and card not in table.boxes[seat]:
        sentence = f"{{{seat}}} did not have {spoken(card)} in the box: all its cards are recorded."
        yield sealed_finding("card-not-held", f"{SECTION} deferred", event, sentence, (seat,), kind="contradiction", private=(NOBODY,))
    instant = table.rules.instant_refill and mine.owed > 0
    if mine.box == 0 and not instant:
        yield open_finding("no-such-card", "BX-9", event, f"{{{seat}}} had no box card left to draw.", (seat,), kind="contradiction")
    top = table.top
    if top is None and mine.hand > 0:
        yield open_finding("box-led", "BX-4", event, f"{{{seat}}} led from the box with cards in the hand.", (seat,))
    if top is not None and not table.rules.voluntary_box and not table.declared:
        sentence = f"{{{seat}}} drew from the box although there was a card to play."
        yield from _known(table, event, seat, Claim(event.version, "stuck", RANK_OF.get(top.card, 0)), "false-stuck", "BX-2", sentence)


def _stuck(table: Box, event: Event, seat: Seat) -> Iterator[Finding]:
    if not table.centre or seat != table.turn:
        yield open_finding("out-of-turn", f"{SECTION} TURN", event, f"{{{seat}}} declared being stuck out of turn.", (seat,))
        return
    top = table.top
    assert top is not None
    sentence = f"{{{seat}}} declared being stuck although there was a card to play."
    yield from _known(table, event, seat, Claim(event.version, "stuck", RANK_OF.get(top.card, 0)), "false-stuck", "BX-3", sentence)
