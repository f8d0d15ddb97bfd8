"""House rules. Each is a *patch*: a row that changes the rules of a variant. A table's ruleset is its variant with the chosen patches.

A patch *sets* fields to given values, *edits* fields (computes values from the rules so far), or adds a word to the field `house`. First,
all chosen patches set their fields; then all edit, in the order of `PATCHES`. Two patches that set one field to different values contradict
each other. A patch may be chosen in any variant that still satisfies `constraints` with it; `Ruleset.options` lists those with which people
are known to play. Source: docs/rules/03_pitch_schema.md §7, and §8 for rulings."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, cast

from domain.kernel.canonical import Json
from domain.kernel.cards import RANKS
from domain.kernel.shapes import Fault, Flag, ListOf, OneOf, Optional, Shape, Whole
from domain.rulesets import Constraint, blamed
from domain.system import Option, Unplayable
from domain.systems.pitch.rules.constraints import broken
from domain.systems.pitch.rules.ruleset import FIELDS, POINT_FIELDS, POINTS, RANKS_OF, Ruleset

Changes = dict[str, object]
"""A map from the name of a field to its new value."""
Edits = Callable[[Ruleset], Changes | str]
Seats = tuple[int, int] | None


class Patch(NamedTuple):
    """One house rule. `sets(argument)`: new values of fields by name. `edits(rules)`: new values of fields, computed from the rules so far,
    or a text that says what these rules lack. `argument`: the shape of the value that a table chooses; None if the rule is only on or off.
    `word`: the word that it adds to `house`. `seats`: the fewest and the most players that may use the rule; None for any number."""

    name: str
    doc: str
    sets: Callable[[Json], Changes] = lambda _: {}
    edits: Edits = lambda _: {}
    argument: Shape | None = None
    word: str = ""
    source: str = "§7"
    seats: Seats = None


def _sets(name: str, doc: str, *, edits: Edits = lambda _: {}, seats: Seats = None, source: str = "§7", **fields: object) -> Patch:
    return Patch(name, doc, lambda _: fields, edits, seats=seats, source=source)


def _number(name: str, doc: str, field: str, least: int, most: int) -> Patch:
    return Patch(name, doc, lambda number: {field: number}, argument=Whole(least, most))


def _listed(name: str, doc: str, sets: Callable[[tuple[str, ...]], Changes], words: Iterable[str], least: int) -> Patch:
    argument = ListOf(OneOf(tuple(words)), least, len(tuple(words)))
    return Patch(name, doc, lambda given: sets(tuple(map(str, cast("list[Json]", given)))), argument=argument)


def _word(name: str, doc: str, source: str) -> Patch:
    return Patch(name, doc, word=name, source=source)


def _ranked(ranks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rank for rank in reversed(RANKS) if rank in ranks)


def _kept(ranks: tuple[str, ...]) -> Changes:
    return {"ranks": "".join(_ranked(ranks))}


def _chosen_off_cards(ranks: tuple[str, ...]) -> Changes:
    lost = [name for name, rank in RANKS_OF.items() if name.startswith("off_") and rank not in ranks]
    return {"off_cards": _ranked(ranks)} | {f"pt_{name}": 0 for name in lost}


def _dropped(points: tuple[str, ...]) -> Changes:
    changes: Changes = {f"pt_{name}": 0 for name in points}
    return changes | {"game_by": "none", "game_tie": "n/a"} if "game" in points else changes


def _replaced(rules: Ruleset, former: str, token: str) -> tuple[str, ...]:
    return tuple(token if step == former else step for step in rules.exchange)


def _called(rules: Ruleset) -> Changes | str:
    if "name_trump" not in rules.exchange:
        return "needs trump to be announced"
    steps = [step for step in _replaced(rules, "stock>maker-or-partner", "stock>maker") if step != "call-partner"]
    steps.insert(steps.index("name_trump") + 1, "call-partner")
    return {"exchange": tuple(steps)}


_NO_JOKERS: Final[dict[str, Any]] = {
    "jokers": 0, "joker_identity": "n/a", "joker_slot": "n/a", "joker_order": "n/a", "joker_to": "n/a", "pitched_joker": "n/a",
    "pt_high_joker": 0, "pt_low_joker": 0,
}  # fmt: skip
_CALLED: Final[dict[str, Any]] = {"players": (5,), "sides": "called", "partner_draw": "agree"}

# fmt: off
PATCHES: Final[tuple[Patch, ...]] = (
    # --- who plays
    _sets("partners_2x2", "Four players in two pairs; two play against two.", players=(4,), sides="2x2", seats=(4, 4)),
    _sets("teams_3x2", "Six players in three pairs; each pair plays against the other two.",
          players=(6,), sides="3x2", partner_draw="agree", seats=(6, 6)),
    _sets("solo_2_or_3", "Two or three players alone; each plays against all others.",
          players=(2, 3), sides="individual", partner_draw="agree", seats=(2, 3)),
    _sets("five_called_partner", "Five players, a partner called; the maker names a trump, and its holder is the partner.",
          **_CALLED, edits=_called, seats=(5, 5)),
    _sets("five_players", "Five at the table; the player who holds the trump that the maker calls is the partner.",
          **_CALLED, edits=_called, seats=(5, 5)),
    # --- pack
    _listed("strip_low_ranks", "Short pack; the chosen ranks stay in it, the others are taken out.", _kept, RANKS[::-1], 1),
    _listed("pack_ranks", "Ranks of the pack; the list of ranks that are played with.", _kept, RANKS[::-1], 1),
    _sets("strip_5A", "Five to ace; a pack without twos, threes and fours.", ranks="AKQJT98765"),
    _sets("strip_9A", "Nine to ace; a pack of the six highest ranks.", ranks="AKQJT9"),
    _sets("strip_2_9A", "Nine to ace and the twos; a pack of the six highest ranks and the twos.", ranks="AKQJT92"),
    _sets("no_jokers", "No jokers; the pack has none, and nobody scores for one.", **_NO_JOKERS),
    _sets("distinct_jokers", "High joker beats low joker; the two are told apart.", joker_identity="distinct", joker_order="high_over_low"),
    _sets("no_jick", "No off-jack; the other jack of the colour is a plain card.",
          pt_off_jack=0, edits=lambda rules: {"off_cards": tuple(rank for rank in rules.off_cards if rank != "J")}),
    _sets("jick_is_off_jack", "Off-jack and no jokers; the jick is the off-jack, and there is no joker.",
          **_NO_JOKERS, off_cards=("J",), pt_off_jack=1),
    _sets("joker_for_off_jack", "Joker instead of the off-jack; the sixth point is a joker.",
          source="PI-20", off_cards=(), pt_off_jack=0, jokers=1, joker_identity="single", joker_slot="above_ten", joker_to="winner",
          pt_high_joker=1),
    _listed("choose_off_cards", "Off-cards; the ranks whose card in the other suit of the trump colour is also a trump.",
            _chosen_off_cards, "AJT532", 0),
    _sets("off_three", "Off-three; it is a trump worth three points.",
          pt_off_trey=3, edits=lambda rules: {"off_cards": _ranked((*rules.off_cards, "3"))}),
    # --- deal and exchange
    _sets("kitty_3_sleep_2", "Kitty of three, trump last; the maker takes three cards, throws three and then names trump.",
          kitty=3, trump_by="announce", pitched_joker="n/a", exchange=("kitty>maker", "maker-down(6)", "name_trump"), trump_discard="free"),
    _sets("kitty_3", "Kitty of three; the maker takes three cards, names trump and throws three.",
          kitty=3, exchange=("kitty>maker", "name_trump", "maker-down(6)"), trump_discard="free"),
    _sets("pot_4", "Pot of four; four cards dealt aside go to the maker.",
          kitty=4, exchange=("name_trump", "kitty>maker", "others-nt", "others-fill(6)", "others-down(6)", "maker-down(6)")),
    _sets("hand_dealt_9", "Nine cards each; players throw cards, then draw until they hold six.",
          hand_dealt=9, exchange=("name_trump", "all-nt", "all-down(6)", "all-fill(6)"), trump_discard="over_limit_only"),
    _sets("no_draw", "No drawing; everyone throws down to six, and nobody draws.", exchange=("name_trump", "all-down(6)")),
    _sets("widow_all_to_maker", "Whole stock to the maker; not only the trumps in it.",
          edits=lambda rules: {"exchange": _replaced(rules, "stock-trumps>maker", "stock>maker")}
          if "stock-trumps>maker" in rules.exchange else "needs the step stock-trumps>maker in the exchange"),
    _sets("discards_fair_game", "Picking up thrown points; point cards that were thrown may be picked up.",
          rescue=True, edits=lambda rules: {} if "rescue" in rules.exchange else {"exchange": (*rules.exchange, "rescue")}),
    _word("discards_face_up", "Thrown face up; everyone sees which cards are thrown.", "PI-38"),
    _word("keep_surplus", "Surplus point trumps; a player keeps them, even with more cards than the limit.", "PI-36"),
    _word("search_any", "Any card kept in a search; not only cards that bring points.", "PI-49"),
    _word("recycle_discards", "Thrown cards dealt again; they are shuffled and dealt when the stock runs short.", "PI-26"),
    # --- auction
    _number("bid_min", "Lowest bid; nobody may bid less.", "bid_min", 1, 50),
    _sets("bid_min_4", "Bids from four; the lowest bid is four.", bid_min=4),
    _sets("shoot_all_or_nothing", "Shoot for the game; a shoot wins the game or loses it.", shoot_gain="win", shoot_loss="lose"),
    _sets("shoot_above_ten", "Shoot above every bid; it is a call above the highest bid and promises every point and every trick.",
          shoot_rank="above_top_bid", shoot_kind="all_points_and_tricks"),
    _sets("shoot_off", "No shoot; nobody may call one.", shoot_kind="none", shoot_rank="n/a", shoot_gain="n/a", shoot_loss="n/a"),
    # --- play
    _sets("follow_strict", "Strict following; follow suit if you can, and trump only when you cannot.", follow="strict"),
    _sets("follow_must_trump", "Trump if you cannot follow; a player may follow suit or trump, and must trump when unable to follow.",
          follow="must_follow_or_trump"),
    _sets("fold", "Throwing in; the makers may throw the deal in.", fold="maker_may_fold"),
    _word("defenders_score_all", "All points after a fold; the defenders score every point.", "PI-19"),
    _word("to_leader", "Dead trick to its leader; it goes to the player who led it.", "PI-14"),
    _word("keep_joker_pair_order", "Jokers keep their order; the high joker beats the low one, even with trumps reversed.", "PI-12"),
    # --- points
    _sets("no_trey", "Nothing for the three; the three of trumps scores nothing.", pt_trey=0),
    _sets("save_the_five", "Five for the five; the five of trumps scores five.", pt_five=5),
    _listed("drop_points", "Points left out; they are not counted, and their cards stay trumps.", _dropped, POINTS, 1),
    _sets("low_to_winner", "Low to its winner; the player who wins the card scores the point.", low_to="winner"),
    _sets("low_to_holder", "Low to its holder; the player who plays the card scores the point.", low_to="holder"),
    _sets("joker_to_holder", "Joker to its holder; the player who plays it scores its point.", joker_to="holder"),
    _sets("game_by_pips", "Game by pips; it goes to the side that won the most pips.", game_by="pips", game_tie="nobody"),
    _sets("game_by_ten", "Game is the ten; the ten of trumps scores it.", game_by="ten", game_tie="n/a"),
    _sets("game_by_tens", "Game by tens; it goes to the side that won the most tens, and defenders may score it.",
          game_by="tens", game_tie="nobody", defender_gain="only_if_set_except_off_jack_and_game"),
    # --- scoring and winning
    _sets("game_open_to_all", "Game for defenders too; they may score it even if the bid is made.",
          defender_gain="only_if_set_except_off_jack_and_game"),
    _word("overcall_loss_doubled", "Double loss for the dealer; a dealer who took over a pitch and is set loses twice as much.", "PI-39"),
    _word("doubling", "Doubling; until the first card an opponent may double the bid, and makers who are set lose twice the bid.", "PI-29"),
    _word("overshoot_loses_taken", "Too much loses; makers who take twice their bid or more score minus what they took.", "PI-24"),
    _number("target", "Score to reach; the game is played to it.", "target", 1, 1000),
    _number("play_to_5_100", "Length of the game; the score to reach, from 5 to 100.", "target", 5, 100),
    _sets("target_15", "To 15; the score to reach is 15.", target=15),
    _sets("target_21", "To 21; the score to reach is 21.", target=21),
    _sets("target_31", "To 31; the score to reach is 31.", target=31),
    _sets("target_ge", "Target itself is enough; nobody needs more points than the target.", target_cmp="ge", source="PI-23"),
    _sets("stakes_setback", "Stakes for set-backs; after the game each player pays the winner one unit for each of their own set-backs.",
          stakes_setback=True),
)
# fmt: on

PATCH_OF: Final = {patch.name: patch for patch in PATCHES}


def options_of(base: Ruleset) -> tuple[Option, ...]:
    """Return every house rule as an option of this variant, those that are known to be played in it first."""
    order = (*base.options, *(patch.name for patch in PATCHES if patch.name not in base.options))
    return tuple(_option(PATCH_OF[name], base) for name in order)


def _option(patch: Patch, base: Ruleset) -> Option:
    shape: Shape = Flag() if patch.argument is None else Optional(patch.argument)
    return Option(patch.name, shape, _default(patch, base), patch.source, patch.doc, patch.name in base.options, patch.seats)


def _default(patch: Patch, base: Ruleset) -> bool | None:
    return patch.word in base.house if patch.argument is None else None


def chosen(base: Ruleset, options: Mapping[str, Json]) -> dict[str, Json]:
    """Return only those options that change something, in the order of `PATCHES`."""
    said = {patch.name: options[patch.name] for patch in PATCHES if patch.name in options}
    return {name: value for name, value in said.items() if value is not None and value != _default(PATCH_OF[name], base)}


def patched(base: Ruleset, patches: Mapping[str, Json]) -> Ruleset:
    """Return the variant with these house rules (`chosen`). Raises Unplayable with a fault for each option that is to blame."""
    set_by = _settings(patches)
    words = {name: given for name, given in patches.items() if PATCH_OF[name].word}
    house = base.house.difference(words).union([word for word, given in words.items() if given])
    rules = replace(base, **{name: value for name, (_, value) in set_by.items()}, house=house)  # type: ignore[arg-type]
    touched = {name: {*PATCH_OF[name].sets(given), PATCH_OF[name].word} for name, given in patches.items()}
    for name in patches:
        changes = PATCH_OF[name].edits(rules)
        if isinstance(changes, str):
            raise Unplayable(Fault(f"/options/{name}", changes))
        touched[name] |= changes.keys()
        rules = replace(rules, **changes)  # type: ignore[arg-type]
    if base.bid_max == base.total:
        rules = replace(rules, bid_max=max(1, rules.total))
    faults = [fault for row in broken(rules) for fault in _blamed(row, rules, touched)]
    if faults:
        raise Unplayable(*dict.fromkeys(faults))
    return rules


def _settings(patches: Mapping[str, Json]) -> dict[str, tuple[str, object]]:
    """Map each field to (the house rule that sets it, its new value). Raises Unplayable if two house rules contradict each other."""
    set_by: dict[str, tuple[str, object]] = {}
    for name, given in patches.items():
        for field, value in PATCH_OF[name].sets(given).items():
            other, former = set_by.setdefault(field, (name, value))
            if former != value:
                raise Unplayable(Fault(f"/options/{name}", f"contradicts {other}: both change {field}"))
    return set_by


def _blamed(row: Constraint[Ruleset], rules: Ruleset, touched: Mapping[str, set[str]]) -> list[Fault]:
    """Return the faults of the options that break this constraint. If it is about `total` or `bid_max`, changed points may break it too."""
    field, message = row.fields[0], row.message.format(rules)
    fields = (*row.fields, *POINT_FIELDS) if {"total", "bid_max"} & set(row.fields) else row.fields
    return blamed(touched, fields, f"{field} {message}" if field in FIELDS else message)
