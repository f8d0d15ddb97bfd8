"""A ruleset: a record of 73 documented fields. Games of Pitch differ only in these fields and in *house words*: rules that have no field.

`variants` has the rulesets that people play, and `options` the house rules that change fields. Four fields are *derived* from the others:
`trump_order`, `pack_size`, `stock`, `total`. Sheet, JSON Schema and docs are made from the fields. Source: 03_pitch_schema.md §1."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, cast

from domain.kernel.canonical import Json
from domain.kernel.shapes import Flag, ListOf, OneOf, RulesMap, Text, Whole
from domain.kernel.values import derive
from domain.rulesets import kinds_of
from domain.systems.pitch.rules.steps import Step, StepToken, steps_of
from domain.systems.pitch.rules.wording import HOUSE_WORDS

WORTH: Final = Whole(0, 50)

HOUSE: Final = tuple(HOUSE_WORDS)
"""The house words: rules that no other field covers, each with a sentence in `wording` (docs/rules/03_pitch_schema.md §2, §7, §8)."""
RANKS_OF: Final[Mapping[str, str]] = {
    "jack": "J", "five": "5", "trey": "3", "off_jack": "J", "off_five": "5", "off_trey": "3", "off_ace": "A", "off_ten": "T",
    "off_deuce": "2",
}  # fmt: skip
"""The rank of the card that earns each point; `trey` and `off_trey` belong to threes."""


class StockByPlayers(RulesMap):
    """The shape of the field `stock`: how many cards are left after the deal, by number of players. JSON keys are decimal strings."""

    def dump(self, value: object) -> Json:
        return {str(players): cards for players, cards in cast("Mapping[int, int]", value).items()}

    def schema(self) -> dict[str, Json]:
        keys: dict[str, Json] = {"pattern": "^[2-8]$"}
        return {"type": "object", "propertyNames": keys, "additionalProperties": {"type": "integer", "minimum": 0}}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one game. The defaults are plain four-handed partnership Pitch; every variant states how it differs from them."""

    # fmt: off
    slug: Annotated[str, Text(60, r"[a-z0-9]+(-[a-z0-9]+)*"), "Stable identifier."] = "pitch"
    name: Annotated[str, Text(80), "Display name."] = "Pitch"
    seed: Annotated[str, Text(80), "Pointer into seed 002."] = "-"
    confidence: Annotated[Literal["seed", "filled", "inferred", "stub"],
        "seed = the seed alone determines play; filled = gaps closed from a named public source; inferred = gaps closed by arithmetic or "
        "by our ruling; stub = only the name is attested."] = "stub"
    players: Annotated[tuple[int, ...], ListOf(Whole(2, 8), 1, 7), "Legal player counts."] = (4,)
    sides: Annotated[Literal["individual", "2x2", "2x3", "2x4", "3x2", "called"],
        "How players group. AxB = A teams of B. called = maker picks a hidden partner each deal."] = "2x2"
    partner_draw: Annotated[Literal["agree", "cut_high_low"],
        "How fixed partnerships are formed. "
        "cut_high_low = four cut; the two highest cuts are one team and the two lowest the other."] = "agree"
    ranks: Annotated[str, Text(13, "[AKQJT2-9]+"), "Ranks kept in each of the four suits."] = "AKQJT98765432"
    jokers: Annotated[int, Whole(0, 2), "Jokers added."] = 0
    joker_identity: Annotated[Literal["n/a", "single", "distinct", "identical"], "Whether the two jokers can be told apart."] = "n/a"
    joker_slot: Annotated[Literal["n/a", "below_two", "above_ten"],
        "above_ten = directly above the ten of trumps and below the jack or off-jack; below_two = lowest trump."] = "n/a"
    joker_order: Annotated[Literal["n/a", "high_over_low", "first_higher", "second_higher"],
        "Ranking when both jokers meet in one trick. high_over_low: each joker stands where trump_order puts it. first_higher, "
        "second_higher: the order of play decides."] = "n/a"
    off_cards: Annotated[tuple[str, ...], ListOf(OneOf(tuple("AJT532")), 0, 6),
        "Ranks whose same-colour card joins trumps just below its counterpart."] = ()
    trump_order: Annotated[tuple[str, ...], ListOf(Text(2), 1, 21),
        "Tokens: rank letter = natural trump; oX = off-card of rank X; HJ LJ = jokers. Derivation in 03_pitch_schema.md; low_is = ace "
        "turns the whole list over."] = field(init=False, compare=False)
    pitched_joker: Annotated[Literal["n/a", "declare", "spades"],
        "When trump_by=pitch and the pitch is a joker: which suit becomes trump."] = "n/a"
    pack_size: Annotated[int, Whole(1, 54), "4*len(ranks)+jokers."] = field(init=False, compare=False)
    deal_batch: Annotated[Literal["1", "3", "1or3", "any"], "Cards given at a time."] = "3"
    hand_dealt: Annotated[int, Whole(1, 27), "Cards per player from the deal."] = 6
    kitty: Annotated[int, Whole(0, 52), "Cards put aside face down during the deal (kitty, widow, pot)."] = 0
    stock: Annotated[Mapping[int, int], StockByPlayers(),
        "pack_size - players*hand_dealt - kitty. Negative is invalid."] = field(init=False, compare=False)
    play_hand: Annotated[int, Whole(1, 27), "Hand size when trick play starts (short hands are allowed after an unfillable exchange)."] = 6
    misdeal: Annotated[Literal["none", "forbidden", "no_pointer_no_face", "only_3_to_9"],
        "Hand on which its holder may ask for a redeal by the same dealer before the first call. forbidden = the seed rules it out; none = "
        "not mentioned; both mean no card-based misdeal."] = "none"
    bid_min: Annotated[int, Whole(1, 99), "Lowest numeric bid."] = 2
    bid_max: Annotated[int, Whole(1, 99), "Highest numeric bid. With shoot_rank = is_top_bid this bid is itself the shoot."] = 4
    auction: Annotated[Literal["one_turn", "until_passed_out"],
        "one_turn: one call each from dealer-left to dealer. until_passed_out: goes round; a pass is final; ends when one bidder is left "
        "or the top bid is reached."] = "one_turn"
    dealer_priv: Annotated[Literal["none", "may_match"],
        "may_match: dealer, calling last, may take over at the standing amount. Never over a shoot."] = "none"
    all_pass: Annotated[Literal["redeal_same", "redeal_next", "dealer_exact_min", "dealer_min_or_shoot", "dealer_must_bid"],
        "When everyone before the dealer has passed. redeal_*: dealer may pass too, and then the deal is void. dealer_exact_min: dealer "
        "holds the bid at bid_min. dealer_min_or_shoot: bid_min or a shoot, nothing else. dealer_must_bid: no pass; any legal bid, "
        "including a shoot."] = "redeal_same"
    pitch_in_lieu: Annotated[bool, Flag(),
        "At their turn a player may lead a card instead of calling: a bid of 4 in that suit, open only to the dealer to overcall by "
        "pitching or by a shoot."] = False
    shoot_kind: Annotated[Literal["none", "all_points", "all_points_and_tricks"], "What a shoot (smudge, moon) promises."] = "none"
    shoot_rank: Annotated[Literal["n/a", "is_top_bid", "above_top_bid"],
        "is_top_bid: calling bid_max is itself the shoot. above_top_bid: a separate call that beats bid_max."] = "n/a"
    trump_by: Annotated[Literal["pitch", "announce"],
        "pitch: the suit of the first card led. announce: named before the exchange and lead."] = "pitch"
    exchange: Annotated[tuple[str, ...], ListOf(StepToken(), 0, 12), "See the step vocabulary in 03_pitch_schema.md."] = ()
    trump_discard: Annotated[Literal["n/a", "free", "forbidden", "over_limit_only", "over_limit_nonscoring_only",
                                     "over_limit_nonscoring_first_shown", "keep_all"],
        "May trumps be thrown in an exchange?"] = "n/a"
    rescue: Annotated[bool, Flag(), "Point cards thrown face up may be picked up by a player with room."] = False
    first_lead: Annotated[Literal["trump", "any", "any_plain_bans_trump"],
        "Constraint on the card opening trick 1 (maker leads). "
        "any_plain_bans_trump: if a plain card opens, nobody may trump trick 1."] = "trump"
    follow: Annotated[Literal["follow_or_trump", "strict", "must_follow_or_trump", "trumps_only", "trump_strict_off_free"],
        "See follow policies."] = "follow_or_trump"
    drop_out: Annotated[Literal["never", "no_trumps_left"], "When a player leaves the current deal."] = "never"
    out_leader: Annotated[Literal["n/a", "next_active", "partner"],
        "Who leads if the trick winner (or maker) has nothing it may lead."] = "n/a"
    dead_trick: Annotated[Literal["n/a", "previous_winner_leads"], "An off-suit lead on which no trump falls."] = "n/a"
    fold: Annotated[Literal["never", "maker_may_fold"],
        "maker_may_fold: the maker side may throw the deal in before it is played out (always a set)."] = "never"
    team_out: Annotated[Literal["n/a", "opponents_take_rest"], "Both partners out of trumps while point cards remain."] = "n/a"
    pt_high: Annotated[int, WORTH, "Highest trump in play: scoring points (0 = not counted)."] = 1
    pt_low: Annotated[int, WORTH, "Lowest trump in play: scoring points (0 = not counted)."] = 1
    pt_jack: Annotated[int, WORTH, "Jack of trumps: scoring points (0 = not counted)."] = 1
    pt_off_jack: Annotated[int, WORTH, "Off-jack: scoring points (0 = not counted)."] = 0
    pt_high_joker: Annotated[int, WORTH, "High joker (or the only joker): scoring points (0 = not counted)."] = 0
    pt_low_joker: Annotated[int, WORTH, "Low joker: scoring points (0 = not counted)."] = 0
    pt_game: Annotated[int, WORTH, "Game: scoring points (0 = not counted)."] = 1
    pt_five: Annotated[int, WORTH, "Five of trumps: scoring points (0 = not counted)."] = 0
    pt_off_five: Annotated[int, WORTH, "Off-five: scoring points (0 = not counted)."] = 0
    pt_trey: Annotated[int, WORTH, "Three of trumps: scoring points (0 = not counted)."] = 0
    pt_off_trey: Annotated[int, WORTH, "Off-three: scoring points (0 = not counted)."] = 0
    pt_off_ace: Annotated[int, WORTH, "Off-ace: scoring points (0 = not counted)."] = 0
    pt_off_ten: Annotated[int, WORTH, "Off-ten: scoring points (0 = not counted)."] = 0
    pt_off_deuce: Annotated[int, WORTH, "Off-two: scoring points (0 = not counted)."] = 0
    high_is: Annotated[Literal["top", "ace"], "top = highest trump actually in play; ace = only the ace of trumps counts."] = "top"
    low_is: Annotated[Literal["lowest", "deuce", "ace"],
        "lowest = lowest trump actually in play; deuce = only the two counts; ace = only the ace counts, and trumps rank upside down "
        "(Reverse Pitch)."] = "lowest"
    low_to: Annotated[Literal["holder", "winner"], "Low goes to the player who played it or to the trick winner."] = "holder"
    joker_to: Annotated[Literal["n/a", "holder", "winner"], "Same question for joker points."] = "n/a"
    game_by: Annotated[Literal["none", "pips", "ten", "tens"],
        "pips = A4 K3 Q2 J1 T10 in won tricks; ten = whoever wins the ten of trumps; tens = most tens won."] = "pips"
    game_tie: Annotated[Literal["n/a", "nobody", "jokers_half"],
        "jokers_half: on equal pips each side adds one half per joker won (two jokers never make a full pip); "
        "still equal = nobody."] = "nobody"
    total: Annotated[int, Whole(0, 200), "Sum of all pt_*."] = field(init=False, compare=False)
    maker_gain: Annotated[Literal["made", "bid", "bid_or_exact_plus_one"], "Maker side when the bid is met."] = "made"
    maker_loss: Annotated[Literal["bid"], "Maker side when it is not met."] = "bid"
    defender_gain: Annotated[Literal["always", "only_if_set", "only_if_set_except_off_jack", "only_if_set_except_off_jack_and_game"],
        "Other sides."] = "always"
    shoot_gain: Annotated[Literal["n/a", "points", "plus_5", "plus_15", "win", "win_or_points_if_negative", "win_or_zero_if_negative"],
        'Successful shoot. "if negative" looks at the score before the deal; zero is not negative.'] = "n/a"
    shoot_loss: Annotated[Literal["n/a", "bid", "minus_5", "minus_15", "lose", "minus_target"],
        "Failed shoot. bid = minus the bid (minus bid_max for a shoot called without a number)."] = "n/a"
    target: Annotated[int, Whole(1, 1000), "Score to reach."] = 21
    target_cmp: Annotated[Literal["ge", "gt"], "ge = at least target; gt = must exceed it."] = "ge"
    win_by: Annotated[int, Whole(1, 2), "Required lead."] = 1
    finish: Annotated[Literal["maker_first_then_count_order", "higher_then_maker", "maker_wins", "maker_only", "maker_or_alone"],
        "Who wins when the target is met. maker_only: a side wins only on a deal it bid and made. "
        "maker_or_alone: see section 6."] = "higher_then_maker"
    stakes_setback: Annotated[bool, Flag(), "Side payment: after the game each player pays the winner one unit per own set-back."] = False
    options: Annotated[tuple[str, ...], ListOf(Text(40, "[A-Za-z0-9_]+"), 0, 40),
        "House rules attested for this variant; see 03_pitch_schema.md."] = ()
    # fmt: on
    house: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        size = 4 * len(self.ranks) + self.jokers
        stock = {players: size - players * self.hand_dealt - self.kitty for players in self.players}
        total = sum(getattr(self, name) for name in POINT_FIELDS)
        derive(self, trump_order=trump_order(self), pack_size=size, stock=stock, total=total)

    def __hash__(self) -> int:
        """Hash only a few fields, which differ between most rulesets, because every deal uses this hash to look up its pack."""
        return hash((self.slug, self.ranks, self.jokers, self.target, self.total))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the exchange, in order."""
        return steps_of(self.exchange)

    @property
    def teams(self) -> int | None:
        """The number of fixed teams; None without fixed teams. For the value `2x3` of the field `sides` (two teams of three) it is 2."""
        return int(self.sides[0]) if "x" in self.sides else None

    @property
    def table_sizes(self) -> str:
        """The numbers of players in words: `2, 3 or 4`."""
        *few, most = map(str, self.players)
        return " or ".join(filter(None, (", ".join(few), most)))

    def as_json(self) -> dict[str, Json]:
        """All 73 fields by name, in the order of the schema."""
        return {name: kind.shape.dump(getattr(self, name)) for name, kind in FIELDS.items()}


def trump_order(rules: Ruleset) -> tuple[str, ...]:
    """Return every trump, high to low (§1, derived fields). `A` is the ace of trumps, `oJ` the off-jack, `HJ` and `LJ` the jokers."""
    order = [token for rank in rules.ranks for token in (rank, *(["o" + rank] if rank in rules.off_cards else []))]
    at = order.index("T") if rules.joker_slot == "above_ten" and "T" in order else len(order)
    order[at:at] = ["HJ", "LJ"][: rules.jokers]
    return tuple(reversed(order)) if rules.low_is == "ace" else tuple(order)


FIELDS: Final = kinds_of(Ruleset)
"""Every field of a ruleset by name, in the order of the schema."""
POINT_FIELDS: Final = tuple(name for name in FIELDS if name.startswith("pt_"))
POINTS: Final = tuple(name.removeprefix("pt_") for name in POINT_FIELDS)
"""The names of all points that a deal can bring, in the order of the schema (docs/rules/03_pitch_schema.md)."""
