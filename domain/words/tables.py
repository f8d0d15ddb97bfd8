"""The state of a table in words: the phase of the game, and the bid, trump and dealer of the deal."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.cards import SUIT_NAMES
from domain.kernel.view import Phase, Said, View
from domain.words.counted import counted
from domain.words.phrases import NameOf
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
    "loss": "A box is lost",
    "team_out": "A side is out",
    "score": "Score",
    "over": "Game over",
    "abandoned": "Abandoned",
}


def deal_line(view: View, name_of: NameOf) -> str:
    """Return the deal in words: `Bob bid 6 in hearts · dealer Ann`, without parts that are not known. If nobody holds a bid, the trump suit
    stands alone: `hearts are trump · dealer Ann`. Where bids have a kind, and books are counted: `Bob bid 4 low in spades · 5 books to 2 ·
    dealer Ann`."""
    parts = []
    if view.maker is not None:
        said = next((seat.said for seat in view.seats if seat.seat == view.maker), None)
        trump = "" if view.trump is None else f" in {SUIT_NAMES[view.trump]}"
        doubled = ", doubled" if said is not None and said.doubled else ""
        way = f", {view.ranks} cards win" if view.ranks is not None and (said is None or said.kind != view.ranks) else ""
        parts.append(f"{name_of(view.maker)} {_called(said)}{trump}{doubled}{way}")
        if view.books is not None:
            parts.append(f"{counted(view.books[0], 'book')} to {view.books[1]}")
    elif view.trump is not None:
        parts.append(f"{SUIT_NAMES[view.trump]} are trump")
    if view.dealer is not None:
        parts.append(f"dealer {name_of(view.dealer)}")
    return " · ".join(parts)


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
