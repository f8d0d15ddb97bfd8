"""Finds what is wrong with a deal as the table states it, compared with the record.

All differences between a statement and the record make one finding. Source: docs/rules/03_pitch_schema.md §5; 00_conventions, recording
model."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.cards import SUIT_NAMES, Seat
from domain.kernel.events import DealStated, Event
from domain.kernel.findings import Finding, open_finding
from domain.systems.pitch.breaches.claims import impossible
from domain.systems.pitch.play.closing import Count, counted_deal, scoring_deal
from domain.systems.pitch.play.doubling import no_doubling
from domain.systems.pitch.play.statements import NAMELESS, stated_count, with_statement
from domain.systems.pitch.play.table import Deal, Pitch, Summary, side_of
from domain.systems.pitch.rules.sides import of_deal
from domain.systems.pitch.scoring.counting import plainly, worth
from domain.systems.pitch.scoring.scores import is_met
from domain.tricks.sides import Side

RECORDING: Final = "00 recording model"


def check_deal(table: Pitch, event: Event, act: DealStated) -> Iterator[Finding]:
    """Yield findings about a deal as the table states it. If the deal is already scored, it is compared with what was scored. If not,
    statement and record together must say enough to score it."""
    number = table.ledger.round
    if act.doubled and "doubling" not in table.rules.house:
        yield no_doubling(event, f"Deal {act.round} was stated as doubled")
    if act.round < number:
        summary = next((summary for summary in table.dealt if summary.number == act.round), None)
        if summary is not None:
            yield from _mismatch(event, act, _summary_unlike(table, act, summary), summary.version)
        return
    if table.state != "open":
        yield open_finding("after-the-end", "03 §4 GAME_OVER", event, "The game was over before this.")
        return
    if act.round > number:
        sentence = f"Deal {act.round} is stated, but the record is at deal {number}: the deals in between are missing."
        yield open_finding("rounds-missing", RECORDING, event, sentence, kind="gap")
    deal = with_statement(table, act, event.version)
    yield from _worthless(table, event, act)
    played = deal.phase == "score" and bool(deal.tricks) and deal.trump is not None
    count = counted_deal(table, deal) if played else stated_count(table, deal, act)
    known = count is not None and deal.maker is not None and (deal.bid is not None or deal.shoot)
    if not known:
        what = "who bid what" if count is not None else _missing(table, act)
        sentence = f"Deal {act.round} cannot be scored: {what} is not written down."
        yield open_finding("deal-not-scored", RECORDING, event, sentence, kind="gap")
    before = table.deal if act.round == number else deal
    differences = [*_calls_unlike(act, before)]
    if count is not None and known:
        differences += _points_and_bid_unlike(table, act, deal, count, played=played)
    if not played and table.deal.phase == "play" and act.round == number:
        differences += impossible(table, deal, act)
    yield from _mismatch(event, act, differences)


def _missing(table: Pitch, act: DealStated) -> str:
    only_tricks_missing = act.points is not None or (act.counts is not None and table.rules.defender_gain in NAMELESS)
    return "whether the makers won every trick" if only_tricks_missing else "who made which point"


def _mismatch(event: Event, act: DealStated, differences: list[str], other: int | None = None) -> Iterator[Finding]:
    if differences:
        sentence = f"Deal {act.round} as stated contradicts the record. Stated: {'; '.join(differences)}."
        others = () if other is None else (other,)
        yield open_finding("deal-stated-otherwise", RECORDING, event, sentence, kind="contradiction", others=others)


def _worthless(table: Pitch, event: Event, act: DealStated) -> Iterator[Finding]:
    points = act.points.by_name() if act.points else {}
    names = [name for name in points if not worth(table.rules, name)]
    if names:
        sentence = f"A point was written down for {', '.join(map(plainly, names))}, which this game does not count."
        yield open_finding("no-such-point", "03 §1 points", event, sentence)


def _calls_unlike(act: DealStated, deal: Deal) -> Iterator[str]:
    yield from _unlike("maker", act.maker, deal.maker)
    yield from _unlike("bid", act.bid, deal.bid)
    yield from _unlike("trump", act.trump, deal.trump)
    yield from _unlike("partner", act.partner, deal.partner)
    yield from _unlike("dealer", act.dealer, deal.dealer if deal.begun else None)
    if act.doubled is False and deal.doubled is not None:
        yield "bid undoubled, not doubled"


def _points_and_bid_unlike(table: Pitch, act: DealStated, deal: Deal, count: Count, *, played: bool) -> Iterator[str]:
    """Yield a phrase for each difference. The stated points, the stated numbers of points and whether the bid was made are compared with
    each other and with the cards."""
    sides = side_of(table, deal)
    if played and act.points is not None and count.points is not None:
        yield from _points_unlike(sides, act.points.by_name(), {name: _seat_of(sides, side) for name, side in count.points.items()})
    if act.points is not None and act.counts is not None:
        for seat, number in sorted(act.counts.items()):
            if seat in sides:
                yield from _unlike(f"points of {{{seat}}}", number, count.taken.get(sides[seat], 0))
    met = is_met(table.rules, scoring_deal(table, deal, count))
    yield from _unlike("bid", None if act.made is None else _outcome(act.made), _outcome(met))


def _summary_unlike(table: Pitch, act: DealStated, summary: Summary) -> list[str]:
    sides = table.account if table.rules.sides != "called" else of_deal(table.rules, table.ring, summary.maker, summary.partner)
    differences = [
        *_unlike("maker", act.maker, summary.maker),
        *_unlike("bid", act.bid, summary.bid),
        *_unlike("trump", act.trump, summary.trump),
        *_unlike("partner", act.partner, summary.partner),
        *_unlike("dealer", act.dealer, summary.dealer),
        *_unlike("bid", *(None if made is None else _outcome(made) for made in (act.made, summary.made))),
    ]
    if act.doubled is not None and act.doubled != summary.doubled and "doubling" in table.rules.house:
        differences.append("bid doubled, not undoubled" if act.doubled else "bid undoubled, not doubled")
    if act.points is not None and summary.points is not None:
        differences += _points_unlike(sides, act.points.by_name(), summary.points)
    if act.counts is not None and summary.counts is not None:
        for seat, number in sorted(act.counts.items()):
            if seat in sides:
                differences += _unlike(f"points of {{{seat}}}", number, summary.counts.get(sides[seat], 0))
    return differences


def _points_unlike(sides: Mapping[Seat, Side], stated: Mapping[str, Seat], known: Mapping[str, Seat]) -> Iterator[str]:
    """Yield a phrase for each point that was stated for another side than the one that is known to have made it. "Nobody" counts as a side
    here. A seat stands for its side."""
    for name in sorted(stated.keys() | known.keys()):
        if sides.get(stated.get(name, _NO_SEAT)) != sides.get(known.get(name, _NO_SEAT)):
            yield f"{plainly(name)} {_who(stated.get(name))}, not {_who(known.get(name))}"


_NO_SEAT: Final = Seat(-1)


def _seat_of(sides: Mapping[Seat, Side], side: Side) -> Seat:
    return next(seat for seat, other in sides.items() if other == side)


def _who(seat: Seat | None) -> str:
    return "nobody" if seat is None else f"{{{seat}}}"


def _outcome(made: bool) -> str:
    return "made" if made else "set"


def _unlike(what: str, stated: int | str | None, known: int | str | None) -> Iterator[str]:
    """Yield a phrase like `maker {1}, not {2}` when both values are given and differ."""
    if stated is not None and known is not None and stated != known:
        yield f"{what} {_word(what, stated)}, not {_word(what, known)}"


def _word(what: str, value: int | str) -> str:
    if isinstance(value, str):
        return SUIT_NAMES.get(value, value)
    return f"{{{value}}}" if what in ("maker", "partner", "dealer") else str(value)
