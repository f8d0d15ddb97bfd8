"""Short ways to write down a game of Pitch: `calls("1:2 2:pass 3:3 0:pass")`, `plays("3:AS 0:2S 1:KS 2:4S")`."""

from collections.abc import Iterator, Mapping

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import Act, GameOpened, Seating
from domain.record.fold import Reading, read
from domain.systems.pitch import SYSTEMS as VARIANTS_PLAYED
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.rules.reading import resolved
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.variants import VARIANTS
from tests.domain.playing import act, events, suspicions

PLAYED = {system.slug: system for system in VARIANTS_PLAYED}


def game(rules: Ruleset | str, *acts: Act | tuple[Act, int], seats: int | None = None) -> Reading:
    """Return the reading of a game of that variant. A ruleset may be given in place of the variant's name. Seats count from 0."""
    ruleset = VARIANTS[rules].rules if isinstance(rules, str) else rules
    ring = tuple(Seating(Seat(seat)) for seat in range(seats or ruleset.players[0]))
    opened = GameOpened(ruleset.slug, resolved(ruleset, {}), ring)
    return read(PLAYED[ruleset.slug], events([opened, *acts]))


def deal(dealer: int = 0, hands: Mapping[int, str] | None = None, **aside: str) -> Act:
    """Return the act of dealing. `hands`: a line of cards for each seat. `kitty`, `stock`: a line of cards each."""
    dealt: dict[str, Json] = {str(seat): list(line.split()) for seat, line in (hands or {}).items()}
    rest: dict[str, Json] = {name: list(line.split()) for name, line in aside.items()}
    return act("CardsDealt", dealer=dealer, hands=dealt or None, **rest)


def calls(line: str) -> Iterator[Act]:
    """Yield the calls of a line: `1:3` is a bid by seat 1, `2:pass` a pass, `3:shoot` a shoot, `0:AS` a pitch."""
    for item in line.split():
        seat, _, word = item.partition(":")
        if word.isdigit():
            yield act("BidMade", seat=int(seat), amount=int(word))
        elif word in ("pass", "shoot"):
            yield act("BidPassed" if word == "pass" else "ShootCalled", seat=int(seat))
        else:
            yield act("PitchedAsBid", seat=int(seat), card=word)


def plays(line: str) -> Iterator[Act]:
    """Yield the plays of a line: `1:AS` is a card of seat 1, `1:HJ/D` a card that makes diamonds trump, `1:AS+3S+2S` a card with two
    extras, `2:out` a player who is out."""
    for item in line.split():
        seat, _, laid = item.partition(":")
        if laid == "out":
            yield act("OutDeclared", seat=int(seat))
            continue
        card, _, trump = laid.partition("/")
        first, *extras = card.split("+")
        data: dict[str, Json] = {"trump": trump} if trump else {}
        yield act("CardPlayed", seat=int(seat), card=first, **data, **({"extras": list(extras)} if extras else {}))


def names(seat: int, suit: str) -> Act:
    return act("TrumpNamed", seat=seat, suit=suit)


def throws(seat: int, count: int, cards: str = "", shown: str = "") -> Act:
    data: dict[str, Json] = {"cards": list(cards.split())} if cards else {}
    return act("CardsDiscarded", seat=seat, count=count, **data, **({"shown": list(shown.split())} if shown else {}))


def draws(seat: int, count: int, cards: str = "") -> Act:
    return act("CardsDrawn", seat=seat, count=count, **({"cards": list(cards.split())} if cards else {}))


def stated(number: int, **said: Json) -> Act:
    return act("DealStated", round=number, **said)


def table_of(reading: Reading) -> Pitch:
    assert isinstance(reading.table, Pitch)
    return reading.table


def deal_of(reading: Reading) -> Deal:
    return table_of(reading).deal


def broken(reading: Reading, *, gaps: bool = False) -> list[str]:
    """Return the rule that each suspicion names, in order. Suspicions of kind gap are included only with `gaps`."""
    return [finding.rule for finding in suspicions(reading) if gaps or finding.kind != "gap"]


def scores(reading: Reading) -> list[int]:
    return list(table_of(reading).ledger.scores.values())
