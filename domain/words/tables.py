"""The state of a table in words: the phase of the game, and the bid, trump and dealer of the deal, or the base and
the units of a guess."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.cards import SUIT_NAMES, spoken
from domain.kernel.view import Phase, Said, View
from domain.words.phrases import NameOf, counted, listed
from domain.words.tricks import KINDS

PHASES: Final[Mapping[Phase, str]] = {
    "setup": "Who leads first?",
    "opener": "Who opens?",
    "deal": "Deal",
    "auction": "Auction",
    "exchange": "Exchange",
    "commit": "Calls and cards",
    "select": "Laying cards",
    "offer": "Offering cards",
    "reveal": "Reveal",
    "flip": "Turning cards up",
    "lead": "Lead",
    "turn": "Playing",
    "play": "Play",
    "stake": "Stake",
    "base": "The base",
    "guess": "Guess",
    "turned": "The hidden card",
    "choice": "Go on?",
    "loss": "A box is lost",
    "team_out": "A side is out",
    "score": "Score",
    "over": "Game over",
    "abandoned": "Abandoned",
}


def deal_line(view: View, name_of: NameOf) -> str:
    """Return the deal in words: `Bob bid 6 in hearts · dealer Ann`, without parts that are not known. If every player bids, the bids of all
    sides and the trump suit are separate parts: `Ann and Cyd bid 7 · Bob bid nil, Dee 4 · spades are trump · dealer Ann`. Where bids have a
    kind, and books are counted: `Bob bid 4 low in spades · 5 books to 2 · dealer Ann`. In games of guesses: `base: the seven of spades · 10
    units at stake`."""
    parts = []
    if view.maker is not None:
        said = next((seat.said for seat in view.seats if seat.seat == view.maker), None)
        trump = "" if view.trump is None else f" in {SUIT_NAMES[view.trump]}"
        doubled = ", doubled" if said is not None and said.doubled else ""
        way = f", {view.ranks} cards win" if view.ranks is not None and (said is None or said.kind != view.ranks) else ""
        parts.append(f"{name_of(view.maker)} {_called(said)}{trump}{doubled}{way}")
        if view.books is not None:
            parts.append(f"{counted(view.books[0], 'book')} to {view.books[1]}")
    else:
        parts += _contracts(view, name_of)
    if view.maker is None and view.trump is not None:
        parts.append(f"{SUIT_NAMES[view.trump]} are trump")
    if view.base is not None:
        parts.append(f"base: {spoken(view.base)}")
    if view.at_stake is not None:
        parts.append(f"{counted(view.at_stake, 'unit')} at stake")
    if view.dealer is not None:
        parts.append(f"dealer {name_of(view.dealer)}")
    return " · ".join(parts)


def _contracts(view: View, name_of: NameOf) -> Iterator[str]:
    """Yield what each side has bid, in games where every player bids. Partners are one side, and have one number unless one of them bid
    nil."""
    sides: dict[object, list[tuple[str, Said]]] = {}
    for seat in view.seats:
        if seat.said is not None and seat.said.word in ("bid", "nil", "blind_nil"):
            sides.setdefault(("alone", seat.seat) if seat.side is None else seat.side, []).append((name_of(seat.seat), seat.said))
    for mine in sides.values():
        amounts = [said.amount for _, said in mine if said.word == "bid" and said.amount is not None]
        if len(amounts) == len(mine):
            yield f"{listed([name for name, _ in mine])} bid {sum(amounts)}"
        else:
            yield ", ".join(f"{name}{'' if place else ' bid'} {_bid(said)}" for place, (name, said) in enumerate(mine))


def _bid(said: Said) -> str:
    return "nil" if said.word == "nil" else "blind nil" if said.word == "blind_nil" else str(said.amount)


def _called(said: Said | None) -> str:
    match said:
        case Said("bid", int(amount)):
            return f"bid {amount}{KINDS[said.kind]}"
        case Said("shoot"):
            return "shoots"
        case Said("pitch"):
            return "pitches"
        case _:
            return "is the maker"
