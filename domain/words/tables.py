"""The state of a table in words: the phase of the game, and the bid, trump and dealer of the deal, or the base and
the units of a guess."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.cards import SUIT_NAMES, spoken
from domain.kernel.view import Phase, Said, View
from domain.words.counted import counted
from domain.words.phrases import NameOf

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
    """Return the deal in words: `Bob bid 6 in hearts · dealer Ann`, without parts that are not known. If nobody holds a bid, the trump suit
    stands alone: `hearts are trump · dealer Ann`. In games of guesses: `base: the seven of spades · 10 units at stake`."""
    parts = []
    if view.maker is not None:
        said = next((seat.said for seat in view.seats if seat.seat == view.maker), None)
        trump = "" if view.trump is None else f" in {SUIT_NAMES[view.trump]}"
        doubled = ", doubled" if said is not None and said.doubled else ""
        parts.append(f"{name_of(view.maker)} {_called(said)}{trump}{doubled}")
    elif view.trump is not None:
        parts.append(f"{SUIT_NAMES[view.trump]} are trump")
    if view.base is not None:
        parts.append(f"base: {spoken(view.base)}")
    if view.at_stake is not None:
        parts.append(f"{counted(view.at_stake, 'unit')} at stake")
    if view.dealer is not None:
        parts.append(f"dealer {name_of(view.dealer)}")
    return " · ".join(parts)


def _called(said: Said | None) -> str:
    match said:
        case Said("bid", int(amount)):
            return f"bid {amount}"
        case Said("shoot"):
            return "shoots"
        case Said("pitch"):
            return "pitches"
        case _:
            return "is the maker"
