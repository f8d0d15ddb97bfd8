"""The constraints between the fields of a ruleset, one row for each: those of docs/rules/03_pitch_schema.md §1, then others that follow
from the meanings of the fields there. Each row names every field that it looks at, so that `options` can name the house rule that broke
it. A fault points to the first of these fields."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from domain.kernel.cards import RANKS
from domain.kernel.shapes import Fault
from domain.rulesets import Constraint
from domain.systems.pitch.rules.ruleset import RANKS_OF, Ruleset

Test = Callable[[Ruleset], object]


def _row(fields: str, holds: Test, message: str) -> Constraint[Ruleset]:
    return Constraint(tuple(fields.split()), holds, message)


def _exactly(value: object, fields: str, when: Test, words: str) -> Constraint[Ruleset]:
    """Return the constraint that the first of `fields` has this value if and only if `when` holds. `words`: `when` in words."""
    first = fields.split(maxsplit=1)[0]
    return _row(fields, lambda r: (getattr(r, first) == value) is bool(when(r)), f"must be {str(value).lower()} if and only if {words}")


def _point(name: str, within: str, message: str) -> Constraint[Ruleset]:
    """Return the constraint that a point is counted only if the rank of its card is in the field `within`."""
    rank = RANKS_OF[name]
    return _row(f"pt_{name} {within}", lambda r: not getattr(r, "pt_" + name) or rank in getattr(r, within), message.format(rank))


def _house(fields: str, when: Test, message: str) -> Constraint[Ruleset]:
    """Return the constraint that a house word, the first of `fields`, is chosen only if `when` holds."""
    word = fields.split(maxsplit=1)[0]
    return _row(fields, lambda r: word not in r.house or when(r), message)


def _in_order(items: Sequence[str]) -> bool:
    return all(RANKS.index(high) > RANKS.index(low) for high, low in pairwise(items))


def _does(rules: Ruleset, *words: str) -> list[int]:
    return [place for place, step in enumerate(rules.steps) if step.does in words]


def _rescue_placed(rules: Ruleset) -> bool:
    rescues, downs = _does(rules, "rescue"), _does(rules, "throw-down", "adjust")
    return not rescues or (len(rescues) == 1 and bool(downs) and rescues[0] > downs[-1])


def _named_before(rules: Ruleset) -> bool:
    named = _does(rules, "name-trump")
    need = _does(rules, "throw-plain", "may-throw-plain", "take-stock-trumps", "call-partner", "extras", "rescue")
    return not named or not need or named[0] < need[0]


def _free_before(rules: Ruleset) -> bool:
    named = _does(rules, "name-trump")
    return rules.trump_discard == "free" or not any(step.throws for step in rules.steps[: named[0] if named else 0])


_TO_HAND: Final = frozenset({"throw-down", "adjust", "choose-from-stock"})
_NO_CARDS: Final = frozenset({"name-trump", "call-partner"})
_PLAYERS: Final = {"2x2": (4,), "2x3": (6,), "2x4": (8,), "3x2": (6,)}

# fmt: off
CONSTRAINTS: Final = (
    # --- listed in §1
    _row("hand_dealt players ranks jokers kitty", lambda r: all(left >= 0 for left in r.stock.values()),
         "{0.pack_size} cards are not enough for hands of {0.hand_dealt} for {0.table_sizes} players and a kitty of {0.kitty}"),
    _row("bid_max total", lambda r: r.bid_max <= r.total, "only {0.total} points can be made"),
    _row("bid_max shoot_rank total", lambda r: r.shoot_rank != "is_top_bid" or r.bid_max == r.total,
         "must be {0.total}, because the highest bid is the shoot"),
    *(_point(name, "off_cards", "needs {} among the off-cards") for name in RANKS_OF if name.startswith("off_")),
    _row("pt_low_joker jokers", lambda r: not r.pt_low_joker or r.jokers == 2, "needs two jokers"),
    _row("exchange trump_by", lambda r: (r.trump_by == "pitch") is not bool(r.exchange), "must be empty if and only if trump is pitched"),
    _row("exchange trump_by", lambda r: (r.trump_by == "announce") is (r.exchange.count("name_trump") == 1),
         "must have name_trump once if trump is announced, and never otherwise"),
    _exactly("n/a", "trump_discard exchange", lambda r: not any(step.throws for step in r.steps), "no step throws cards"),
    _exactly(True, "rescue exchange", lambda r: "rescue" in r.exchange, "the exchange has the step rescue"),
    _row("exchange", _rescue_placed, "may have rescue only once, and after the step that throws surplus trumps"),
    _exactly("n/a", "out_leader drop_out", lambda r: r.drop_out == "never", "nobody drops out"),
    _exactly("n/a", "shoot_rank shoot_kind", lambda r: r.shoot_kind == "none", "there is no shoot"),
    _exactly("n/a", "shoot_gain shoot_kind", lambda r: r.shoot_kind == "none", "there is no shoot"),
    _exactly("n/a", "shoot_loss shoot_kind", lambda r: r.shoot_kind == "none", "there is no shoot"),
    _exactly("none", "game_by pt_game", lambda r: r.pt_game == 0, "Game scores nothing"),
    # --- following from the meanings of the fields: roster and pack
    _row("players", lambda r: all(few < many for few, many in pairwise(r.players)), "must be in ascending order, each number once"),
    _row("players sides", lambda r: r.players == _PLAYERS.get(r.sides, r.players), "must be as many as {0.sides} needs"),
    _row("partner_draw sides", lambda r: r.partner_draw == "agree" or r.sides == "2x2", "is only for four players in two pairs"),
    _exactly("called", "sides exchange", lambda r: "call-partner" in r.exchange, "the exchange has the step call-partner"),
    _row("ranks", lambda r: _in_order(r.ranks), "must go from high to low, each rank once"),
    _row("off_cards", lambda r: _in_order(r.off_cards), "must go from high to low, each rank once"),
    _row("off_cards ranks", lambda r: set(r.off_cards) <= set(r.ranks), "must be ranks of the pack"),
    _exactly("n/a", "joker_identity jokers", lambda r: not r.jokers, "there is no joker"),
    _exactly("single", "joker_identity jokers", lambda r: r.jokers == 1, "there is one joker"),
    _exactly("n/a", "joker_slot jokers", lambda r: not r.jokers, "there is no joker"),
    _row("joker_slot ranks", lambda r: r.joker_slot != "above_ten" or "T" in r.ranks, "needs the ten in the pack"),
    _exactly("n/a", "joker_order jokers", lambda r: r.jokers < 2, "there are not two jokers"),
    _exactly("high_over_low", "joker_order joker_identity", lambda r: r.joker_identity == "distinct", "the jokers can be told apart"),
    _exactly("n/a", "joker_to jokers", lambda r: not r.jokers, "there is no joker"),
    _row("pt_high_joker jokers", lambda r: not r.pt_high_joker or r.jokers > 0, "needs a joker"),
    _exactly("n/a", "pitched_joker trump_by jokers", lambda r: r.trump_by == "announce" or not r.jokers, "no joker can be pitched"),
    # --- deal and auction
    _row("deal_batch hand_dealt", lambda r: r.deal_batch != "3" or r.hand_dealt % 3 == 0, "must divide hands of {0.hand_dealt} evenly"),
    _row("kitty exchange", lambda r: (r.kitty > 0) is ("kitty>maker" in r.exchange),
         "must be above 0 if and only if the exchange has the step kitty>maker"),
    _row("play_hand exchange", lambda r: {step.most for step in r.steps if step.does in _TO_HAND} <= {r.play_hand},
         "must be the number that the exchange throws down to"),
    _row("play_hand hand_dealt exchange", lambda r: {step.does for step in r.steps} - _NO_CARDS or r.play_hand == r.hand_dealt,
         "must equal hand_dealt when nobody exchanges cards"),
    _row("bid_min bid_max", lambda r: r.bid_min <= r.bid_max, "is more than the highest bid, {0.bid_max}"),
    _row("pitch_in_lieu trump_by", lambda r: not r.pitch_in_lieu or r.trump_by == "pitch", "needs trump to be pitched"),
    _row("pitch_in_lieu bid_min bid_max", lambda r: not r.pitch_in_lieu or r.bid_min <= 4 <= r.bid_max,
         "needs a bid of four to be possible"),
    # --- exchange and play
    _row("exchange", _named_before, "must name trump before a step that asks which cards are trumps"),
    _row("trump_discard exchange", _free_before, "must be free when cards are thrown before trump is named"),
    _row("trump_discard exchange", lambda r: not _does(r, "extras") or r.trump_discard == "keep_all",
         "must be keep_all with the step excess>trick1"),
    _row("first_lead trump_by", lambda r: r.first_lead == "trump" or r.trump_by == "announce", "must be trump when trump is pitched"),
    _row("first_lead follow", lambda r: r.first_lead != "any_plain_bans_trump" or r.follow != "trumps_only",
         "cannot be a plain card when only trumps are played"),
    _exactly("no_trumps_left", "drop_out follow", lambda r: r.follow in ("trumps_only", "trump_strict_off_free"),
             "follow is trumps_only or trump_strict_off_free"),
    _row("dead_trick follow", lambda r: r.dead_trick == "n/a" or r.follow != "trumps_only", "cannot occur when only trumps are played"),
    _exactly("partner", "out_leader team_out", lambda r: r.team_out != "n/a", "a team can be out"),
    _row("team_out sides", lambda r: r.team_out == "n/a" or r.sides == "2x2", "needs two pairs"),
    # --- points
    *(_point(name, "ranks", "needs the rank {} in the pack") for name in RANKS_OF if not name.startswith("off_")),
    _row("high_is ranks", lambda r: r.high_is != "ace" or "A" in r.ranks, "needs the ace in the pack"),
    _row("low_is ranks", lambda r: r.low_is != "deuce" or "2" in r.ranks, "needs the two in the pack"),
    _row("low_is ranks", lambda r: r.low_is != "ace" or "A" in r.ranks, "needs the ace in the pack"),
    _row("game_by ranks", lambda r: r.game_by not in ("ten", "tens") or "T" in r.ranks, "needs the ten in the pack"),
    _exactly("n/a", "game_tie game_by", lambda r: r.game_by in ("none", "ten"), "Game cannot be tied"),
    _row("game_tie jokers game_by", lambda r: r.game_tie != "jokers_half" or (r.jokers > 0 and r.game_by == "pips"),
         "needs a joker, and Game counted in pips"),
    # --- house words
    _house("overcall_loss_doubled pitch_in_lieu", lambda r: r.pitch_in_lieu, "needs pitching in place of a bid"),
    _house("to_leader dead_trick", lambda r: r.dead_trick != "n/a", "needs dead tricks"),
    _house("defenders_score_all fold", lambda r: r.fold != "never", "needs folding"),
    _house("keep_joker_pair_order low_is jokers", lambda r: r.low_is == "ace" and r.jokers == 2,
           "needs two jokers and trumps that rank upside down"),
    _house("keep_surplus trump_discard", lambda r: "nonscoring" in r.trump_discard, "needs a ban on throwing point trumps"),
    _house("search_any exchange", lambda r: _does(r, "search-stock"), "needs a search of the stock"),
    _house("recycle_discards exchange", lambda r: _does(r, "fill", "adjust"), "needs a refill from the stock"),
    _house("discards_face_up trump_discard", lambda r: r.trump_discard != "n/a", "needs an exchange that throws cards"),
    _house("called_card_first sides", lambda r: r.sides == "called", "needs a called partner"),
)
# fmt: on


def broken(rules: Ruleset) -> Iterator[Constraint[Ruleset]]:
    """Yield the constraints that these rules break."""
    return (row for row in CONSTRAINTS if not row.holds(rules))


def faults(rules: Ruleset, pointer: str) -> Iterator[Fault]:
    """Yield the fault of each broken constraint, with a pointer to its first field; for a house word, to the house rules."""
    for row in broken(rules):
        first, message = row.fields[0], row.message.format(rules)
        yield Fault(f"{pointer}/house_rules", f"{first} {message}") if first in rules.house else Fault(f"{pointer}/{first}", message)
