"""The five higher-or-lower games as rows, and their house rules. Each row equals its record in docs/rules/other_variants.json.

Source: docs/rules/06_hi_lo.md. The payouts come from these sites: bestonlinecasino.com (the casino's table), oddsking.com (the machine's
fixed returns), ehow.com (the table games), cribbage.ca (doubling up)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.cards import JOKERS, Card
from domain.kernel.events import GAMBLES
from domain.kernel.shapes import Fault, OneOf, Shape, Whole
from domain.system import Option, Rules, Unplayable
from domain.systems.hi_lo.rules import SHAPE, HiLoRules, Pack, Payout, read_rules

TENTHS: Final = "tenths of the stake, stake included"
HUNDREDTHS: Final = "hundredths of the stake, stake included"
_CASINO: Final = {"Q": (11, 107), "J": (11, 53), "T": (11, 35), "9": (13, 26), "8": (15, 21), "7": (17, 17), "6": (21, 15), "5": (26, 13),
                  "4": (35, 11), "3": (53, 11), "2": (107, 11)}  # fmt: skip
"""The casino's table: for each base, what "lower" and "higher" return, in tenths of the stake."""
_MACHINE: Final = {"ace": 1156, "king_or_ace": 578, "black": 192, "red": 192, "two_to_five": 289, "six_to_nine": 289, "picture_J_to_A": 289}

ROWS: Final[tuple[tuple[HiLoRules, str], ...]] = (
    (HiLoRules(
        "hi-lo-casino", "High-low against the house", "002 ch.4 opening", "filled",
        Payout("by_base", TENTHS, {rank: {"lower": low, "higher": high} for rank, (low, high) in _CASINO.items()}),
        ("collect", "continue_whole"), ace="low", base_excluded=("A", "K"), tie="even_money",
    ), "Guess whether the next card is higher or lower; the base sets what a right guess returns."),
    (HiLoRules(
        "hi-lo-joker", "Hi Lo Joker (machine)", "002 ch.6 opening", "inferred",
        Payout("by_chance", HUNDREDTHS, fixed=_MACHINE, moving=("higher", "lower", "snap")),
        ("collect", "collect_part", "continue_whole"), hidden="one_of_the_pack", tie="loses", gambles=GAMBLES, joker="wins",
        pack=Pack("list", tuple(map(Card, ["2H", "3C", "4D", "5S", "6H", "7C", "8D", "9S", "JH", "QC", "KD", "AS", "HJ"]))),
    ), "A machine for one player: ten gambles on one card of thirteen, with a joker that wins them all."),
    (HiLoRules(
        "hi-lo-table-bet", "High-low at the table, betting", "002 ch.8 opening", "filled", Payout("even", TENTHS, returns=20),
        ("pass_bet", "double_or_nothing"), hidden="dealt_before_guess", next_base="new_pair",
    ), "A card face down, a card face up: the house matches the stake of a right guess."),
    (HiLoRules(
        "hi-lo-table-penalty", "High-low at the table, penalty units", "002 ch.8 opening", "filled", Payout("collect_card"),
        ("guess_again", "pass"), hidden="dealt_before_guess", tie="wrong", settlement="penalties",
    ), "Right guesses collect cards: pass them on as penalty units, or guess wrong and take them."),
    (HiLoRules(
        "hi-lo-double-up", "Double-up round of a video poker game", "002 ch.8 title", "stub",
        Payout("double", TENTHS, returns=20, doublings_at_most=4), ("collect", "continue_whole"), limit=100,
    ), "A stub: double what you won, or lose it, four times at most."),
)  # fmt: skip
"""The rules of each game, and a one-line summary."""


class Patch(NamedTuple):
    """A house rule: an option, what it sets, and in which games a table may choose it. `default`: reads the default from the rules of the
    game."""

    name: str
    shape: Shape
    source: str
    doc: str
    applies: Callable[[HiLoRules], bool]
    default: Callable[[HiLoRules], Json]
    sets: Callable[[HiLoRules, Json], HiLoRules]


def _field(name: str, shape: Shape, source: str, doc: str, applies: Callable[[HiLoRules], bool]) -> Patch:
    """Return the house rule that sets the field `name`."""

    def chosen(rules: HiLoRules, value: Json) -> HiLoRules:
        return replace(rules, **{name: value})  # type: ignore[arg-type]

    return Patch(name, shape, source, doc, applies, lambda rules: getattr(rules, name), chosen)


def _without_joker(rules: HiLoRules, value: Json) -> HiLoRules:
    kept = tuple(card for card in rules.cards if card not in JOKERS)
    return replace(rules, pack=Pack("list", kept), joker="none") if value == "no_joker" else rules


PATCHES: Final = (
    _field("runs", Whole(1, 100), "docs/decisions/games-without-tricks.md", "Runs of each player in a session.", lambda _: True),
    _field(
        "shuffle", OneOf(("each_run", "each_guess")), "HL-1",
        "When all cards are shuffled; after each run or after each guess.", lambda rules: rules.spends,
    ),
    _field(
        "returns", OneOf(("total", "net")), "HL-2", "What the printed payouts are; the total return, or the net winnings.",
        lambda rules: rules.payout.kind in ("by_base", "by_chance"),
    ),
    _field(
        "tie", OneOf(("even_money", "push")), "HL-3", "An equal rank; it returns twice the stake, or just the stake.",
        lambda rules: rules.tie == "even_money",
    ),
    _field(
        "impossible", OneOf(("loses", "refused")), "HL-4", "A guess that no card can make right; it loses, or is not allowed.",
        lambda rules: rules.spends and not rules.base_excluded,
    ),
    Patch(
        "pack", OneOf(("one_joker", "no_joker")), "HL-5", "The pack; twelve cards and a joker, or the twelve cards alone.",
        lambda rules: rules.joker != "none", lambda _: "one_joker", _without_joker,
    ),
    _field(
        "joker", OneOf(("wins", "loses", "void")), "HL-6", "A joker that is turned; it makes any guess right, or wrong, or does not count.",
        lambda rules: rules.joker != "none",
    ),
    _field(
        "tie", OneOf(("wrong", "push", "double_penalty")), "HL-7",
        "An equal rank; it is a wrong guess, or changes nothing, or costs twice as much.", lambda rules: rules.tie == "wrong",
    ),
)  # fmt: skip
"""The house rules, in the order in which they change the rules."""

RULINGS: Final = (
    ("HL-1", "Is the pack shuffled for each guess?", "No; cards are spent until the run ends, then all are shuffled."),
    ("HL-2", "Do the payouts include the stake?", "Yes, they are total returns."),
    ("HL-3", "“Even money” on an equal rank?", "It returns twice the stake."),
    ("HL-4", "A guess that no card can make right?", "Allowed at the table; it loses."),
    ("HL-5", "The rest of the Hi Lo Joker pack?", "The queen of clubs, the king of diamonds, the ace of spades and one joker."),
    ("HL-6", "The joker is turned?", "It wins any gamble; the base stays as it was."),
    ("HL-7", "An equal rank in the penalty game?", "A wrong guess."),
    ("HL-8", "A run goes on, and the turned card may not be a base?", "The next card becomes the base; the stake stays."),
)
_RULED: Final[Mapping[str, Callable[[HiLoRules], bool]]] = {
    "HL-1": lambda rules: rules.spends,
    "HL-2": lambda rules: rules.payout.kind in ("by_base", "by_chance"),
    "HL-3": lambda rules: rules.tie == "even_money",
    "HL-4": lambda rules: rules.spends and not rules.base_excluded,
    "HL-5": lambda rules: rules.joker != "none",
    "HL-6": lambda rules: rules.joker != "none",
    "HL-7": lambda rules: not rules.staked,
    "HL-8": lambda rules: bool(rules.base_excluded),
}
"""For each ruling, whether it belongs on the rule sheet of a game with these rules."""


def rulings_of(rules: HiLoRules) -> tuple[tuple[str, str, str], ...]:
    return tuple(ruling for ruling in RULINGS if _RULED[ruling[0]](rules))


def options_of(rules: HiLoRules) -> tuple[Option, ...]:
    """Return the house rules that a table of this game may choose."""
    chosen = [patch for patch in PATCHES if patch.applies(rules)]
    return tuple(Option(patch.name, patch.shape, patch.default(rules), patch.source, patch.doc) for patch in chosen)


def resolve(base: HiLoRules, options: Rules) -> Rules:
    """Return the rules of the game `base` with these options: all fields of the rules, and `patches` with the options that differ from
    their defaults. Raises Unplayable for options that contradict each other. `System.resolve` calls this function."""
    rules, patches = base, dict[str, Json]()
    for patch in PATCHES:
        if patch.applies(base) and options.get(patch.name, patch.default(base)) != patch.default(base):
            patches[patch.name] = options[patch.name]
            rules = patch.sets(rules, patches[patch.name])
    if "pack" in patches and "joker" in patches:
        raise Unplayable(Fault("/options/joker", "says what a joker does, but the pack has none (HL-5)"))
    return {**SHAPE.dump(rules), "patches": patches}


def fits(base: HiLoRules, rules: Rules, seats: int) -> None:
    """Raise Unplayable if these rules are not valid, belong to another game than `base`, or if the game is not for this number of players.
    `System.fits` calls this function."""
    faults: list[Fault] = []
    read = read_rules(rules, faults)
    least, most = base.players
    if read is not None and read.slug != base.slug:
        faults.append(Fault("/rules/slug", f"must be {base.slug}"))
    if not least <= seats <= most:
        faults.append(Fault("/seats", f"{base.name} is for {least if least == most else f'{least} to {most}'} players"))
    if faults:
        raise Unplayable(*faults)
