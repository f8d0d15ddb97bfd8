"""The constraints between the fields of a ruleset, one row for each.

The shapes in `ruleset` say what each field may hold by itself. The first constraints are those of docs/rules/03_pitch_schema.md §1; the
others follow from the meanings of the fields there. Each row names every field that its constraint looks at, so that `options` can name the
house rule that broke the constraint. The fault has a pointer to the first of these fields."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from domain.kernel.cards import RANKS
from domain.kernel.shapes import Fault

if TYPE_CHECKING:
    from domain.systems.pitch.rules.ruleset import Ruleset


class Constraint(NamedTuple):
    """One constraint: the fields that it looks at, the test that must hold, and the message when the test fails (`{0.x}` is the value of
    field x)."""

    fields: tuple[str, ...]
    holds: Callable[["Ruleset"], bool]
    message: str


def _row(fields: str, holds: Callable[["Ruleset"], bool], message: str) -> Constraint:
    return Constraint(tuple(fields.split()), holds, message)


def _off_card_point(point: str, rank: str) -> Constraint:
    return _row(f"{point} off_cards", lambda r: not getattr(r, point) or rank in r.off_cards, f"needs {rank} among the off-cards")


def _rank_point(point: str, rank: str) -> Constraint:
    return _row(f"{point} ranks", lambda r: not getattr(r, point) or rank in r.ranks, f"needs the rank {rank} in the pack")


def _iff(first: bool, second: bool) -> bool:
    return first == second


def _none_iff_no_shoot(name: str) -> Constraint:
    message = "must be n/a if and only if there is no shoot"
    return _row(f"{name} shoot_kind", lambda r: _iff(getattr(r, name) == "n/a", r.shoot_kind == "none"), message)


def _in_order(items: Sequence[str]) -> bool:
    return all(RANKS.index(high) > RANKS.index(low) for high, low in pairwise(items))


def _does(rules: "Ruleset", *words: str) -> list[int]:
    return [place for place, step in enumerate(rules.steps) if step.does in words]


def _rescue_placed(rules: "Ruleset") -> bool:
    rescues, downs = _does(rules, "rescue"), _does(rules, "throw-down", "adjust")
    return not rescues or (len(rescues) == 1 and bool(downs) and rescues[0] > downs[-1])


def _named_before(rules: "Ruleset") -> bool:
    named = _does(rules, "name-trump")
    need = _does(rules, "throw-plain", "may-throw-plain", "take-stock-trumps", "call-partner", "extras", "rescue")
    return not named or not need or named[0] < need[0]


def _free_before(rules: "Ruleset") -> bool:
    named = _does(rules, "name-trump")
    early = [step for step in rules.steps[: named[0] if named else 0] if step.throws]
    return not early or rules.trump_discard == "free"


def _down_to_hand(rules: "Ruleset") -> bool:
    return all(step.most == rules.play_hand for step in rules.steps if step.does in ("throw-down", "adjust", "choose-from-stock"))


def _untouched_hand(rules: "Ruleset") -> bool:
    return bool({step.does for step in rules.steps} - {"name-trump", "call-partner"}) or rules.play_hand == rules.hand_dealt


def _unsaid(rules: "Ruleset", word: str) -> bool:
    return word not in rules.house


_PLAYERS: Final = {"2x2": (4,), "2x3": (6,), "2x4": (8,), "3x2": (6,)}

CONSTRAINTS: Final = (
    # --- listed in §1
    _row(
        "hand_dealt players ranks jokers kitty",
        lambda r: all(left >= 0 for left in r.stock.values()),
        "{0.pack_size} cards are not enough for hands of {0.hand_dealt} for {0.table_sizes} players and a kitty of {0.kitty}",
    ),
    _row("bid_max total", lambda r: r.bid_max <= r.total, "only {0.total} points can be made"),
    _row(
        "bid_max shoot_rank total",
        lambda r: r.shoot_rank != "is_top_bid" or r.bid_max == r.total,
        "must be {0.total}, because the highest bid is the shoot",
    ),
    _off_card_point("pt_off_jack", "J"),
    _off_card_point("pt_off_five", "5"),
    _off_card_point("pt_off_trey", "3"),
    _off_card_point("pt_off_ace", "A"),
    _off_card_point("pt_off_ten", "T"),
    _off_card_point("pt_off_deuce", "2"),
    _row("pt_low_joker jokers", lambda r: not r.pt_low_joker or r.jokers == 2, "needs two jokers"),
    _row("exchange trump_by", lambda r: _iff(r.trump_by == "pitch", not r.exchange), "must be empty if and only if trump is pitched"),
    _row(
        "exchange trump_by",
        lambda r: _iff(r.trump_by == "announce", r.exchange.count("name_trump") == 1),
        "must have name_trump once if trump is announced, and never otherwise",
    ),
    _row(
        "trump_discard exchange",
        lambda r: _iff(r.trump_discard == "n/a", not any(step.throws for step in r.steps)),
        "must be n/a if and only if no step throws cards",
    ),
    _row(
        "rescue exchange", lambda r: _iff(r.rescue, "rescue" in r.exchange), "must be true if and only if the exchange has the step rescue"
    ),
    _row("exchange", _rescue_placed, "may have rescue only once, and after the step that throws surplus trumps"),
    _row(
        "out_leader drop_out", lambda r: _iff(r.out_leader == "n/a", r.drop_out == "never"), "must be n/a if and only if nobody drops out"
    ),
    _none_iff_no_shoot("shoot_rank"),
    _none_iff_no_shoot("shoot_gain"),
    _none_iff_no_shoot("shoot_loss"),
    _row("game_by pt_game", lambda r: _iff(r.game_by == "none", r.pt_game == 0), "must be none if and only if Game scores nothing"),
    # --- following from the meanings of the fields: roster and pack
    _row("players", lambda r: all(few < many for few, many in pairwise(r.players)), "must be in ascending order, each number once"),
    _row("players sides", lambda r: r.players == _PLAYERS.get(r.sides, r.players), "must be as many as {0.sides} needs"),
    _row("partner_draw sides", lambda r: r.partner_draw == "agree" or r.sides == "2x2", "is only for four players in two pairs"),
    _row(
        "sides exchange",
        lambda r: _iff(r.sides == "called", "call-partner" in r.exchange),
        "must be called if and only if the exchange has the step call-partner",
    ),
    _row("ranks", lambda r: _in_order(r.ranks), "must go from high to low, each rank once"),
    _row("off_cards", lambda r: _in_order(r.off_cards), "must go from high to low, each rank once"),
    _row("off_cards ranks", lambda r: set(r.off_cards) <= set(r.ranks), "must be ranks of the pack"),
    _row("joker_identity jokers", lambda r: _iff(r.joker_identity == "n/a", not r.jokers), "must be n/a if and only if there is no joker"),
    _row(
        "joker_identity jokers",
        lambda r: _iff(r.joker_identity == "single", r.jokers == 1),
        "must be single if and only if there is one joker",
    ),
    _row("joker_slot jokers", lambda r: _iff(r.joker_slot == "n/a", not r.jokers), "must be n/a if and only if there is no joker"),
    _row("joker_slot ranks", lambda r: r.joker_slot != "above_ten" or "T" in r.ranks, "needs the ten in the pack"),
    _row("joker_order jokers", lambda r: _iff(r.joker_order == "n/a", r.jokers < 2), "must be n/a if and only if there are not two jokers"),
    _row(
        "joker_order joker_identity",
        lambda r: _iff(r.joker_order == "high_over_low", r.joker_identity == "distinct"),
        "must be high_over_low if and only if the jokers can be told apart",
    ),
    _row("joker_to jokers", lambda r: _iff(r.joker_to == "n/a", not r.jokers), "must be n/a if and only if there is no joker"),
    _row("pt_high_joker jokers", lambda r: not r.pt_high_joker or r.jokers > 0, "needs a joker"),
    _row(
        "pitched_joker trump_by jokers",
        lambda r: _iff(r.pitched_joker == "n/a", r.trump_by == "announce" or not r.jokers),
        "must be n/a if and only if no joker can be pitched",
    ),
    # --- deal and auction
    _row("deal_batch hand_dealt", lambda r: r.deal_batch != "3" or r.hand_dealt % 3 == 0, "must divide hands of {0.hand_dealt} evenly"),
    _row(
        "kitty exchange",
        lambda r: _iff(r.kitty > 0, "kitty>maker" in r.exchange),
        "must be above 0 if and only if the exchange has the step kitty>maker",
    ),
    _row("play_hand exchange", _down_to_hand, "must be the number that the exchange throws down to"),
    _row("play_hand hand_dealt exchange", _untouched_hand, "must equal hand_dealt when nobody exchanges cards"),
    _row("bid_min bid_max", lambda r: r.bid_min <= r.bid_max, "is more than the highest bid, {0.bid_max}"),
    _row("pitch_in_lieu trump_by", lambda r: not r.pitch_in_lieu or r.trump_by == "pitch", "needs trump to be pitched"),
    _row(
        "pitch_in_lieu bid_min bid_max", lambda r: not r.pitch_in_lieu or r.bid_min <= 4 <= r.bid_max, "needs a bid of four to be possible"
    ),
    # --- exchange and play
    _row("exchange", _named_before, "must name trump before a step that asks which cards are trumps"),
    _row("trump_discard exchange", _free_before, "must be free when cards are thrown before trump is named"),
    _row(
        "trump_discard exchange",
        lambda r: not _does(r, "extras") or r.trump_discard == "keep_all",
        "must be keep_all with the step excess>trick1",
    ),
    _row("first_lead trump_by", lambda r: r.first_lead == "trump" or r.trump_by == "announce", "must be trump when trump is pitched"),
    _row(
        "first_lead follow",
        lambda r: r.first_lead != "any_plain_bans_trump" or r.follow != "trumps_only",
        "cannot be a plain card when only trumps are played",
    ),
    _row(
        "drop_out follow",
        lambda r: _iff(r.drop_out == "no_trumps_left", r.follow in ("trumps_only", "trump_strict_off_free")),
        "must be no_trumps_left if and only if follow is trumps_only or trump_strict_off_free",
    ),
    _row("dead_trick follow", lambda r: r.dead_trick == "n/a" or r.follow != "trumps_only", "cannot occur when only trumps are played"),
    _row(
        "out_leader team_out",
        lambda r: _iff(r.out_leader == "partner", r.team_out != "n/a"),
        "must be partner if and only if a team can be out",
    ),
    _row("team_out sides", lambda r: r.team_out == "n/a" or r.sides == "2x2", "needs two pairs"),
    # --- points
    _rank_point("pt_jack", "J"),
    _rank_point("pt_five", "5"),
    _rank_point("pt_trey", "3"),
    _row("high_is ranks", lambda r: r.high_is != "ace" or "A" in r.ranks, "needs the ace in the pack"),
    _row("low_is ranks", lambda r: r.low_is != "deuce" or "2" in r.ranks, "needs the two in the pack"),
    _row("low_is ranks", lambda r: r.low_is != "ace" or "A" in r.ranks, "needs the ace in the pack"),
    _row("game_by ranks", lambda r: r.game_by not in ("ten", "tens") or "T" in r.ranks, "needs the ten in the pack"),
    _row(
        "game_tie game_by",
        lambda r: _iff(r.game_tie == "n/a", r.game_by in ("none", "ten")),
        "must be n/a if and only if Game cannot be tied",
    ),
    _row(
        "game_tie jokers game_by",
        lambda r: r.game_tie != "jokers_half" or (r.jokers > 0 and r.game_by == "pips"),
        "needs a joker, and Game counted in pips",
    ),
    # --- house words
    _row(
        "overcall_loss_doubled pitch_in_lieu",
        lambda r: _unsaid(r, "overcall_loss_doubled") or r.pitch_in_lieu,
        "needs pitching in place of a bid",
    ),
    _row("to_leader dead_trick", lambda r: _unsaid(r, "to_leader") or r.dead_trick != "n/a", "needs dead tricks"),
    _row("defenders_score_all fold", lambda r: _unsaid(r, "defenders_score_all") or r.fold != "never", "needs folding"),
    _row(
        "keep_joker_pair_order low_is jokers",
        lambda r: _unsaid(r, "keep_joker_pair_order") or (r.low_is == "ace" and r.jokers == 2),
        "needs two jokers and trumps that rank upside down",
    ),
    _row(
        "keep_surplus trump_discard",
        lambda r: _unsaid(r, "keep_surplus") or "nonscoring" in r.trump_discard,
        "needs a ban on throwing point trumps",
    ),
    _row(
        "recycle_discards exchange",
        lambda r: _unsaid(r, "recycle_discards") or bool(_does(r, "fill", "adjust")),
        "needs a refill from the stock",
    ),
    _row(
        "discards_face_up trump_discard",
        lambda r: _unsaid(r, "discards_face_up") or r.trump_discard != "n/a",
        "needs an exchange that throws cards",
    ),
    _row("called_card_first sides", lambda r: _unsaid(r, "called_card_first") or r.sides == "called", "needs a called partner"),
)


def broken(rules: "Ruleset") -> Iterator[Constraint]:
    """Yield the constraints that these rules break."""
    return (row for row in CONSTRAINTS if not row.holds(rules))


def fault_of(row: Constraint, rules: "Ruleset", pointer: str) -> Fault:
    """Return the fault of a broken constraint, with a pointer to its first field. If the row begins with a house word (a rule that no field
    covers) instead of a field, the pointer names the house rules."""
    first = row.fields[0]
    if first in rules.house:
        return Fault(f"{pointer}/house_rules", f"{first} {row.message}")
    return Fault(f"{pointer}/{first}", row.message.format(rules))
