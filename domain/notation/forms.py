"""A table of the short forms in which acts are written on a sheet, with one row for each form. An act without a row is written in the long
form, `Type{field:value …}`.

A row has the type of the act, its word, the fields whose values are in brackets (in this order), and where lines break. In `0:middle(TS)`,
the seat 0 comes before the word `middle`, and the value `TS` needs no field name.

What remains in the brackets goes to the fields in `rest`: values without a name into a list, `seat:value` pairs into a map. Other fields
are written with their names (`1:shows(9H purpose:claim)`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from domain.kernel.canonical import Json
from domain.kernel.events import COMMON as COMMON_TYPES
from domain.kernel.events import EVENT_TYPES
from domain.notation.grammar import REVEAL
from domain.system import System, Table

Breaks = Literal["", "before", "after", "alone", "turn"]
"""Where a new line begins on the sheet. "before": with this act. "after": with the next act. "alone": with both. "turn": with the act of a
seat that already acted on this line, so that each trick has its own line."""


@dataclass(frozen=True, slots=True)
class Form:
    """The short form of a type of act: one row of the table. `word`: the word for the act, in small letters, or `|` for turning cards over.
    `fixed`: the fields that the word itself fills in, with their values. `bare`: whether the first value, if it is a plain word, is written
    in place of `word` (`1:9D`)."""

    type: str
    word: str
    args: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    breaks: Breaks = ""
    fixed: Mapping[str, Json] = field(default_factory=dict)
    bare: bool = False

    @property
    def seated(self) -> bool:
        """Whether the seat of the player comes before the word."""
        return "seat" in EVENT_TYPES[self.type].shape.required and "seat" not in self.args


COMMON: Final = (
    Form("PlayerJoined", "joins", ("person",)),
    Form("PlayerLeft", "leaves"),
    Form("DealVoided", "void", ("reason",), breaks="alone"),
    Form("IrregularityCalled", "irregular", ("kind", "seat", "note"), breaks="alone"),
    Form("IrregularityAttested", "attested", ("finding",), breaks="alone"),
    Form("GameAbandoned", "abandoned", ("reason",), breaks="alone"),
    Form("VisibilitySet", "visibility", ("visibility",), breaks="alone"),
    Form("NoteWritten", "note", ("note",), breaks="alone"),
    Form("RulingRecorded", "ruling", ("rectification", "rule", "cites", "round"), ("points",), "alone"),
    Form("Retracted", "retract", ("target", "reason")),
    Form("RoundStated", "round", ("round", "reason"), ("points",), "alone"),
    Form("ScoreStated", "score", (), ("scores",), "alone"),
    Form("ResultStated", "result", (), ("winners", "scores"), "alone"),
    Form("CardsShown", "shows", (), ("cards",)),
    Form("ClaimMade", "claims", ("claim",)),
    Form("ConcessionMade", "concedes"),
    Form("ClaimAnswered", "accepts", ("claim",), (), "", {"accepts": True}),
    Form("ClaimAnswered", "objects", ("claim",), (), "", {"accepts": False}),
    Form("PlayerSubstituted", "substituted", ("person",)),
    Form("TimeCalled", "time", ("reason",), breaks="alone"),
    Form("GameAnnulled", "annulled", ("reason",), breaks="alone"),
    Form("GameRemoved", "removed", ("reason",), breaks="alone"),
    Form("ResultConfirmed", "confirms", ("through", "hash", "winners"), ("totals",), "alone"),
    Form("ResultFinalised", "final", breaks="alone"),
    Form("GameLinked", "rematch", ("game",), (), "alone", {"relation": "rematch"}),
    Form("GameLinked", "rematch-of", ("game",), (), "alone", {"relation": "rematch_of"}),
    Form("OpenerChosen", "opens", breaks="before"),
)
"""The short forms of acts that every game can have."""

TRICKS: Final = (
    Form("CardsDealt", "deal", ("dealer",), ("hands",), "alone"),
    Form("MisdealCalled", "misdeal", ("reason",), ("cards",), "after"),
    Form("BidMade", "bids", ("amount", "kind")),
    Form("BidPassed", "passes"),
    Form("TrumpNamed", "names", ("suit", "ranks"), breaks="before"),
    Form("KittyTaken", "kitty", ("cards",), breaks="before"),
    Form("CardsDiscarded", "throws", ("count", "cards", "shown"), breaks="turn"),
    Form("CardsDrawn", "draws", ("count", "cards"), breaks="turn"),
    Form("StockTaken", "stock", ("count", "cards"), breaks="turn"),
    Form("CardPlayed", "plays", ("card", "trump"), breaks="turn", bare=True),
    Form("TricksStated", "stated", ("round", "maker", "bid", "kind", "trump", "ranks"), ("tricks",), "alone"),
)
"""The short forms of acts that all games of tricks share. If `OF_FAMILY` has a row for the same act, that row is used instead."""

OF_FAMILY: Final[Mapping[str, tuple[Form, ...]]] = {
    "high-card": (
        Form("HandDealt", "deal", (), ("cards",), "alone"),
        *(Form("CardPlaced", call, ("card",), (), "turn", {"call": call}) for call in ("lowest", "middle", "highest")),
        Form("CardsRevealed", REVEAL, (), ("cards",), "after"),
    ),
    "high-card-low-card": (
        Form("CardSelected", "lays", ("value",), breaks="turn"),
        Form("NumbersRevealed", REVEAL, (), ("values",), "after"),
    ),
    "one-up": (
        Form("CardOffered", "lays", ("card",), breaks="turn"),
        Form("CardsFlipped", REVEAL, (), ("cards",), "after"),
    ),
    "box": (
        Form("BoxesSet", "boxes", ("hands", "boxes"), breaks="alone"),
        Form("CardLed", "leads", ("card",), breaks="before"),
        Form("CardPlayed", "plays", ("card",), bare=True),
        Form("BoxDrawn", "draws", ("card",)),
        Form("StuckDeclared", "stuck"),
        Form("HandRefilled", "takes", ("count", "cards")),
        Form("BoxRefilled", "boxes", ("count", "cards")),
        Form("ExtrasTraded", "trades", ("cards", "box_card")),
        Form("Resurrected", "returns", ("hand", "box_card"), breaks="alone"),
        Form("ResurrectionDeclined", "retires"),
    ),
    "hi-lo": (
        Form("StakePlaced", "stakes", ("units",), breaks="before"),
        Form("BaseShown", "base", ("card",)),
        Form("GuessMade", "guesses", ("gamble", "hidden")),
        Form("CardTurned", "card", ("card",)),
        Form("UnitsCollected", "collects", ("units",)),
        Form("RunContinued", "goes-on"),
        Form("GuessPassed", "passes", ("to",), breaks="after"),
    ),
    "pitch": (
        Form("ShootCalled", "shoots"),
        Form("BidDoubled", "doubles"),
        Form("PitchedAsBid", "pitches", ("card", "trump")),
        Form("StockSearched", "searches", ("seen", "kept", "cards", "shown"), breaks="turn"),
        Form("CardRescued", "rescues", ("card",)),
        Form("PartnerCalled", "calls", ("card",)),
        Form("OutDeclared", "out", breaks="turn"),
        Form("DealFolded", "folds", breaks="alone"),
        Form("DealStated", "stated", ("round", "maker", "bid", "trump"), breaks="alone"),
    ),
}
"""The short forms of acts that only some games have, by family of games."""


@dataclass(frozen=True, slots=True)
class Forms:
    """All short forms of one game. `game`: its name. `takes`: the types of its acts. `of_type`: the forms by type of act. `words`: the
    short form for each pair (whether a seat comes before the word, the word)."""

    game: str
    takes: frozenset[str]
    of_type: Mapping[str, tuple[Form, ...]]
    words: Mapping[tuple[bool, str], Form]
    bare: Form | None

    def known(self, *, seated: bool) -> str:
        """Return the known words as a list for a message: those that stand after a seat if `seated`, otherwise those that stand without a
        seat."""
        return ", ".join(word for has_seat, word in self.words if has_seat == seated)


def forms_of(system: System[Table] | None) -> Forms:
    """Return the short forms of the acts of a system (a card game). If `system` is None, it is unknown, and every type of act is
    allowed."""
    if system is None:
        return _forms("any game", "", frozenset(EVENT_TYPES))
    return _forms(system.name, system.family, system.acts | COMMON_TYPES)


@cache
def _forms(game: str, family: str, takes: frozenset[str]) -> Forms:
    own = tuple(row for row in OF_FAMILY.get(family, ()) if row.type in takes)
    shared = [row for row in TRICKS if family and row.type in takes and all(row.type != other.type for other in own)]
    rows = (*own, *shared, *COMMON)
    of_type: dict[str, tuple[Form, ...]] = {}
    for row in rows:
        of_type[row.type] = (*of_type.get(row.type, ()), row)
    words: dict[tuple[bool, str], Form] = {}
    for row in rows:
        words.setdefault((row.seated, row.word), row)
    return Forms(game, takes, of_type, words, next((row for row in rows if row.bare), None))
