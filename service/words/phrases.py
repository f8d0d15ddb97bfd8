"""Parts of sentences that the families share: cards, hands, lists, values by seat."""

from collections.abc import Callable, Iterable, Mapping

from domain.cards import Card, Seat, spoken
from domain.shapes import Sealed

NameOf = Callable[[Seat], str]


def face(card: Sealed[Card] | Sealed[int] | None) -> str:
    """A card that was laid face down, or its number."""
    if card is None or card.value is None:
        return "a card face down"
    return f"a {card.value}" if isinstance(card.value, int) else called(card.value)


def called(card: Card) -> str:
    """`TS@2` is the ten of spades of pack 2."""
    plain, _, pack = card.partition("@")
    return spoken(Card(plain)) + (f" of pack {pack}" if pack else "")


def cards(several: Iterable[Card]) -> str:
    return listed(map(called, several)) or "nothing"


def hand(held: Sealed[tuple[Card, ...]]) -> str:
    return "sealed" if held.value is None else cards(held.value)


def hands(held: Mapping[Seat, Sealed[tuple[Card, ...]]] | None, name_of: NameOf) -> str:
    """`: seat 0 the ten of spades, seat 1 sealed`; empty where no hand is recorded."""
    told = by_seat({seat: hand(each) for seat, each in (held or {}).items()}, name_of)
    return f": {told}" if told else ""


def quoted(text: Sealed[str] | None) -> str:
    return "" if text is None else f": “{text.value}”" if text.value is not None else " (sealed)"


def by_seat(values: Mapping[Seat, object], name_of: NameOf) -> str:
    return ", ".join(f"{name_of(seat)} {value}" for seat, value in sorted(values.items()))


def listed(names: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = [*names] or [""]
    return f"{', '.join(most)} and {last}" if most else last
