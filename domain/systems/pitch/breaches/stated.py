"""Finds what is wrong with a statement of the players: what differs from the record, and what the rules of the game make impossible.

All differences between a statement and the record make one finding. If the deal is only partly recorded, the finding also names stated
points that no play of the remaining cards can give. Sealed cards are not used to find such points. For this reason, every viewer may see
the finding. Source: docs/rules/03_pitch_schema.md §1, §2, §5; 00_conventions, recording model; PI-43."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.cards import SUIT_NAMES, Card, Seat
from domain.kernel.events import DealStated, Event
from domain.kernel.findings import Finding, open_finding
from domain.kernel.values import replace
from domain.ledger import place_of
from domain.stated import RECORDING, missing, ruled_out, stated_otherwise
from domain.systems.pitch.play.doubling import no_doubling
from domain.systems.pitch.play.statements import NAMELESS, count_of, was_played, with_statement
from domain.systems.pitch.play.table import Deal, Pitch, Summary, side_of
from domain.systems.pitch.scoring import scores as scoring
from domain.systems.pitch.scoring.counting import plainly, worth
from domain.systems.pitch.scoring.open_points import Fate, bounds, open_points, refuted
from domain.tricks.breaches import partners_unequal
from domain.tricks.deal import Trick
from domain.tricks.sides import Side
from domain.words.phrases import counted

_NO_SEAT: Final = Seat(-1)


def check_deal(table: Pitch, event: Event, act: DealStated) -> Iterator[Finding]:
    """Yield findings about a deal as the players state it: what differs from the record, and what is missing for the score."""
    number = table.ledger.round
    if act.doubled and "doubling" not in table.rules.house:
        yield no_doubling(event, f"Deal {act.round} was entered as doubled")
    if act.round < number:
        place = place_of(table.dealt, act.round)
        if place is not None:
            summary = table.dealt[place]
            yield from stated_otherwise(event, act.round, _summary_unlike(table, act, summary), summary.version)
        return
    if table.state != "open":
        yield open_finding("after-the-end", "03 §4 GAME_OVER", event, "The game was over before this.")
        return
    if act.round > number:
        sentence = f"Deal {act.round} is entered, but {missing('deal', number, act.round)}."
        yield open_finding("rounds-missing", RECORDING, event, sentence, kind="gap")
    deal = with_statement(table, act, event.version)
    yield from _worthless(table, event, act)
    played, count = was_played(deal), count_of(table, deal, act)
    if count is None or not deal.bid_known:
        what = _missing(table, act) if count is None else "who bid what"
        sentence = f"Deal {act.round} cannot be scored: {what} is not written down."
        yield open_finding("deal-not-scored", RECORDING, event, sentence, kind="gap")
    before = table.deal if act.round == number else deal
    differences = [*_facts_unlike(act, before if before.begun else replace(before, dealer=None))]
    if act.doubled is False and before.doubled is not None:
        differences.append("bid undoubled, not doubled")
    if count is not None and deal.bid_known:
        differences += _points_and_bid_unlike(table, act, deal, count, played=played)
    if not played and table.deal.phase == "play" and act.round == number:
        differences += impossible(table, deal, act)
    yield from stated_otherwise(event, act.round, differences)


def _missing(table: Pitch, act: DealStated) -> str:
    only_tricks_missing = act.points is not None or (act.counts is not None and table.rules.defender_gain in NAMELESS)
    return "whether the makers won every trick" if only_tricks_missing else "who made which point"


def _worthless(table: Pitch, event: Event, act: DealStated) -> Iterator[Finding]:
    points = act.points.by_name() if act.points else {}
    names = [name for name in points if not worth(table.rules, name)]
    if names:
        sentence = f"A point was written down for {', '.join(map(plainly, names))}, which this game does not count."
        yield open_finding("no-such-point", "03 §1 points", event, sentence, kind="contradiction")


def _facts_unlike(act: DealStated, known: Deal | Summary) -> Iterator[str]:
    for name in ("maker", "bid", "trump", "partner", "dealer"):
        yield from _unlike(name, getattr(act, name), getattr(known, name))


def _counts_unlike(act: DealStated, sides: Mapping[Seat, Side], taken: Mapping[Side, int]) -> Iterator[str]:
    for seat, number in sorted((act.counts or {}).items()):
        if seat in sides:
            yield from _unlike(f"points of {{{seat}}}", number, taken.get(sides[seat], 0))


def _points_and_bid_unlike(table: Pitch, act: DealStated, deal: Deal, count: scoring.Deal, *, played: bool) -> Iterator[str]:
    """Yield a phrase for each point, number of points and outcome of the bid that differs between the statement and the score `count`."""
    sides = side_of(table, deal)
    if played and act.points is not None and count.points is not None:
        seat_of = {side: seat for seat, side in [*sides.items()][::-1]}  # the lowest seat of each side
        yield from _points_unlike(sides, act.points.by_name(), {name: seat_of[side] for name, side in count.points.items()})
    if act.points is not None:
        yield from _counts_unlike(act, sides, count.taken)
    yield from _unlike("bid", _outcome(act.made), _outcome(scoring.is_met(table.rules, count)))


def _summary_unlike(table: Pitch, act: DealStated, summary: Summary) -> list[str]:
    sides = side_of(table, summary)
    differences = [*_facts_unlike(act, summary), *_unlike("bid", _outcome(act.made), _outcome(summary.made))]
    if act.doubled is not None and act.doubled != summary.doubled and "doubling" in table.rules.house:
        differences.append("bid doubled, not undoubled" if act.doubled else "bid undoubled, not doubled")
    if act.points is not None and summary.points is not None:
        differences += _points_unlike(sides, act.points.by_name(), summary.points)
    if summary.counts is not None:
        differences += _counts_unlike(act, sides, summary.counts)
    return differences


def _points_unlike(sides: Mapping[Seat, Side], stated: Mapping[str, Seat], known: Mapping[str, Seat]) -> Iterator[str]:
    """Yield a phrase for each point that `stated` and `known` give to different sides (or one of them to nobody)."""
    for name in sorted(stated.keys() | known.keys()):
        if sides.get(stated.get(name, _NO_SEAT)) != sides.get(known.get(name, _NO_SEAT)):
            yield f"{plainly(name)} {_who(stated.get(name))}, not {_who(known.get(name))}"


def _who(seat: Seat | None) -> str:
    return "nobody" if seat is None else f"{{{seat}}}"


def _outcome(made: bool | None) -> str | None:
    return None if made is None else "made" if made else "set"


def _unlike(what: str, stated: int | str | None, known: int | str | None) -> Iterator[str]:
    """Yield a phrase like `maker {1}, not {2}` when both values are given and differ."""
    if stated is not None and known is not None and stated != known:
        yield f"{what} {_word(what, stated)}, not {_word(what, known)}"


def _word(what: str, value: int | str) -> str:
    if isinstance(value, str):
        return SUIT_NAMES.get(value, value)
    return f"{{{value}}}" if what in ("maker", "partner", "dealer") else str(value)


def impossible(table: Pitch, deal: Deal, act: DealStated) -> Iterator[str]:
    """Yield the stated points that are impossible, in words; none if no card of the deal was played or the sides are not known."""
    sides = side_of(table, deal)
    if deal.forgotten or deal.trump is None or not (deal.tricks or deal.plays) or (table.rules.sides == "called" and deal.partner is None):
        return
    still = open_points(table.rules, deal.pack, *_fates(table, deal, sides))
    points = act.points.by_name() if act.points else {}
    claimed = {name: sides[seat] for name, seat in points.items() if seat in sides}
    for name in refuted({name: side for name, side in claimed.items() if name in still}, still):
        yield f"{name.replace('_', ' ')} {{{points[name]}}}, which the cards still to be played cannot give"
    for seat, number in sorted((act.counts or {}).items()):
        if seat in sides:
            least, most = bounds(table.rules, still, sides[seat])
            if not least <= number <= most:
                yield f"{counted(number, 'point')} for {{{seat}}}, who can have only {least if least == most else f'{least} to {most}'}"


def _fates(table: Pitch, deal: Deal, whose: Mapping[Seat, Side]) -> tuple[dict[Card, Fate], dict[Card, Fate]]:
    """Return two maps by card: the sides that played it or still may, and those that may win it; None stands for nobody."""
    played: dict[Card, Fate] = {}
    won: dict[Card, Fate] = {}
    anybody: Fate = frozenset(whose.values()) | {None}
    for trick in (*deal.tricks, Trick(deal.plays, None)):
        taken = anybody if trick.plays is deal.plays else frozenset({None if trick.winner is None else whose[trick.winner]})
        for play in trick.plays:
            for card in (play.card, *play.extras):
                played[card], won[card] = frozenset({whose[play.seat]}), taken
    for card, suit in deal.pack.suit_of.items():
        if card in played or (card in deal.gone and deal.gone[card].public):
            continue
        seats = (deal.open[card],) if card in deal.open else table.ring
        able = [seat for seat in seats if deal.counts[seat] > 0 or seat in deal.unsure]
        may: Fate = frozenset(whose[seat] for seat in able if suit not in deal.voids.get(seat, {}))
        if may:
            played[card], won[card] = may | {None}, anybody
    return played, won


def against_the_rules(table: Pitch, event: Event) -> Iterator[Finding]:
    """Yield a finding if the rules make the stated deal impossible, or if different scores are stated for partners."""
    act = event.act
    if not isinstance(act, DealStated):
        yield from partners_unequal(table.account, event, "03 §1 sides")
    else:
        yield from ruled_out(event, act.round, [*_against_the_rules(table, act)])


def _against_the_rules(table: Pitch, act: DealStated) -> Iterator[str]:
    """Yield in words what is impossible by the rules."""
    rules = table.rules
    if act.bid is not None and not rules.bid_min <= act.bid <= rules.bid_max:
        yield f"a bid of {act.bid}, but bids are from {rules.bid_min} to {rules.bid_max}"
    if act.shoot and rules.shoot_kind == "none":
        yield "a shoot, but this game has none"
    if act.partner is not None and rules.sides != "called":
        yield f"{{{act.partner}}} as the called partner, but nobody calls a partner in this game"
    counts = act.counts or {}
    high = [seat for seat in sorted(counts) if counts[seat] > rules.total]
    total = sum({table.account[seat]: number for seat, number in counts.items() if seat in table.account}.values())
    if high:
        yield f"{counts[high[0]]} points for {{{high[0]}}}, but a deal has {rules.total}"
    elif rules.sides != "called" and total > rules.total:
        yield f"{total} points in all, but a deal has {rules.total}"
