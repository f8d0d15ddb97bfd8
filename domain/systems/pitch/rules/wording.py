"""The words of the rule sheet: a sentence, or a part of one, for every value that a field can have. The sheet says nothing if the words are
empty, or if a value in SILENT has none. `{0.x}` is the value of field x. Source: docs/rules/03_pitch_schema.md."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.rows import rows

RANKS: Final[Mapping[str, str]] = {rank: "10" if rank == "T" else rank for rank in "AKQJT98765432"}
CARDS: Final[Mapping[str, str]] = {"J": "jack", "A": "ace", "T": "ten", "5": "five", "3": "three", "2": "two"}
TOKENS: Final = {**RANKS, **{f"o{rank}": f"off-{name}" for rank, name in CARDS.items()}, "HJ": "high joker", "LJ": "low joker"}


def _read(table: str) -> Mapping[str, Mapping[str, str]]:
    """Read the rows of the table below. Each row has a field, one of its values, and the words for this value."""
    says: dict[str, dict[str, str]] = {}
    for row in rows(table):
        of, _, words = " ".join(row).partition(":")
        field, value = of.split()
        says.setdefault(field, {})[value] = words.strip()
    return says


SAYS: Final = _read("""
sides individual: each alone
sides 2x2: in two pairs; partners sit opposite
sides 2x3: in two teams of three that sit in turn
sides 2x4: in two teams of four that sit in turn
sides 3x2: in three pairs; partners sit opposite
sides called: of whom the maker calls one as partner in each deal
partner_draw agree: Partners are agreed.
partner_draw cut_high_low: The players cut: the two highest cards play the two lowest.
joker_identity distinct: The two jokers are told apart.
joker_identity identical: The two jokers look alike.
joker_order high_over_low: When both jokers are played to one trick, each ranks where the order puts it.
joker_order first_higher: When both jokers are played to one trick, the first is the higher.
joker_order second_higher: When both jokers are played to one trick, the second is the higher.
pitched_joker declare: The player who pitches a joker names the trump suit.
pitched_joker spades: A pitched joker makes spades trump.
deal_batch 1: , one at a time
deal_batch 3: , three at a time
deal_batch 1or3: , one or three at a time
deal_batch any:
misdeal none: A faulty deal is dealt again by the same dealer.
misdeal forbidden: No hand can be thrown in; a faulty deal is dealt again by the same dealer.
misdeal no_pointer_no_face: Before the first call a hand without a point card and without a face card may be shown and dealt again.
misdeal only_3_to_9: Before the first call a hand of only threes to nines may be shown and dealt again.
auction one_turn: Everyone calls once, from the dealer's left to the dealer; a bid must be higher than the last.
auction until_passed_out: Calls go round until one bidder is left or the highest bid is made; a bid must be higher than the last, and a pass
    is final.
dealer_priv may_match: The dealer may take the bid over at the same number, but never a shoot.
all_pass redeal_same: When everyone passes, the same dealer deals again.
all_pass redeal_next: When everyone passes, the next dealer deals.
all_pass dealer_exact_min: When all others pass, the dealer holds the bid at {0.bid_min}.
all_pass dealer_min_or_shoot: When all others pass, the dealer bids {0.bid_min} or shoots.
all_pass dealer_must_bid: When all others pass, the dealer must bid.
pitch_in_lieu True: Instead of calling, a player may lead a card: that is a bid of four in its suit, which only the dealer may overcall, by
    pitching or by a shoot. Then the player takes the led card back.
shoot_kind all_points: A shoot (smudge, moon) promises every point; nothing beats it.
shoot_kind all_points_and_tricks: A shoot (smudge, moon) promises every point and every trick; nothing beats it.
shoot_rank is_top_bid: To bid {0.bid_max} is to shoot.
shoot_rank above_top_bid: It is a call of its own, above {0.bid_max}.
trump_by pitch: The maker pitches: the suit of the first card led is trump.
trump_by announce: Trump is named before anything is led.
trump_discard free: Any card may be thrown.
trump_discard forbidden: No trump may be thrown.
trump_discard over_limit_only: A trump may be thrown only from a hand with more than {0.play_hand} of them.
trump_discard over_limit_nonscoring_only: A trump may be thrown only from a hand with more than {0.play_hand} of them, cards that are not
    point cards first. A point card that is thrown is shown.
trump_discard over_limit_nonscoring_first_shown: A trump may be thrown only from a hand with more than {0.play_hand} of them, cards that are
    not point cards first, each shown.
trump_discard keep_all: All trumps are kept.
rescue True: A point card that was thrown may be picked up by a player with fewer than six cards; first asked, first served.
first_lead trump: The maker leads a trump to the first trick.
first_lead any: The maker leads any card to the first trick.
first_lead any_plain_bans_trump: The maker leads any card to the first trick; if it is no trump, nobody may trump that trick.
follow follow_or_trump: Follow suit, or trump; a player who cannot follow plays any card.
follow strict: Follow suit if you can, trump only if you cannot.
follow must_follow_or_trump: Follow suit, or trump; a player who cannot follow must trump if able.
follow trumps_only: Only trumps are led and played.
follow trump_strict_off_free: To a trump, play a trump; to any other lead, any card.
drop_out no_trumps_left: A player without a trump is out of the deal. Say so only in your turn, not before.
out_leader next_active: When the leader has nothing to lead, the next player with a trump leads.
out_leader partner: When the leader has nothing to lead, the partner leads.
dead_trick previous_winner_leads: A lead that is no trump and is not trumped wins nothing; its leader leads again.
team_out opponents_take_rest: When both partners are out, the others take every point that they still hold.
fold maker_may_fold: The makers may throw the deal in before it is played out; they are set.
high_is top: the highest trump played
high_is ace: the ace of trumps
low_is lowest: the lowest trump played
low_is deuce: the two of trumps
low_is ace: the ace of trumps
low_to holder: for the player who played it
low_to winner: for the player who wins it
joker_to holder: for the player who played it
joker_to winner: for the player who wins it
game_by pips: most pips in the tricks won (ace 4, king 3, queen 2, jack 1, ten 10)
game_by ten: for the player who wins the ten of trumps
game_by tens: most tens won
game_tie nobody: When Game is tied, nobody scores it.
game_tie jokers_half: When Game is tied, each joker won counts half a pip; still tied, nobody scores it.
maker_gain made: Makers who make their bid score what they took.
maker_gain bid: Makers who make their bid score the bid.
maker_gain bid_or_exact_plus_one: Makers who make their bid score the bid, and one more when they took exactly that.
maker_loss bid: Makers who are set lose the bid.
defender_gain always: The others score what they took.
defender_gain only_if_set: The others score what they took only when the makers are set.
defender_gain only_if_set_except_off_jack: The others score what they took only when the makers are set, but the off-jack always.
defender_gain only_if_set_except_off_jack_and_game: The others score what they took only when the makers are set, but the off-jack and Game
    always.
shoot_gain points: A shoot that is made scores its points.
shoot_gain plus_5: A shoot that is made scores five.
shoot_gain plus_15: A shoot that is made scores fifteen.
shoot_gain win: A shoot that is made wins the game.
shoot_gain win_or_points_if_negative: A shoot that is made wins the game; from below zero it scores its points.
shoot_gain win_or_zero_if_negative: A shoot that is made wins the game; from below zero it brings the score to zero.
shoot_loss bid: A shoot that fails loses {0.bid_max}.
shoot_loss minus_5: A shoot that fails loses five.
shoot_loss minus_15: A shoot that fails loses fifteen.
shoot_loss lose: A shoot that fails loses the game.
shoot_loss minus_target: A shoot that fails loses {0.target}.
win_by 1:
win_by 2: The lead must be two or more; else play goes on.
stakes_setback True: After the game each player pays the winner one unit for each of their own set-backs.
finish maker_first_then_count_order: A maker who reaches the target on a bid that was made wins; of several others, the one who gets there
    first when the points are counted in order: High, Low, Jack, the other cards, Game.
finish higher_then_maker: The highest score wins; on a tie, the makers; on a tie without them, play goes on.
finish maker_wins: Makers who reach the target win, even with the lower score; else the highest score wins; on a tie without the makers,
    play goes on.
finish maker_only: Only makers win, and only on a bid that was made.
finish maker_or_alone: A maker who reaches the target on a bid that was made wins; else a player who gets there alone, if nobody was there
    before; else play goes on until a maker gets there.
confidence seed: The source alone says how this is played.
confidence filled: Gaps in the source were closed from other published rules.
confidence inferred: Gaps in the source were closed by arithmetic or by a ruling of this project; other tables may play otherwise.
confidence stub: The source gives only the name; how it is played here is a guess.
""")
"""The words of the rule sheet: by name of the field, then by its value."""

SILENT: Final = ("n/a", "none", "never", "single", "False")
"""The values of a field that mean that the game has no such rule."""

STEPS: Final[Mapping[str, str]] = {
    "take-kitty": "{who} take{s} the kitty into hand.",
    "name-trump": "{who} name{s} trump.",
    "throw-plain": "{who} throw{s} every card that is no trump.",
    "may-throw-plain": "{who} may throw any cards that are no trumps.",
    "may-throw": "{who} may throw up to {n} cards.",
    "fill": "{who} fill{s} up to {n} cards from the stock, from the dealer's left, while it lasts.",
    "throw-down": "{who} throw{s} down to {n} cards.",
    "adjust": "{who} throw{s} down to {n} cards, or fill{s} up to as many.",
    "take-stock": "{who} take{s} the whole stock.",
    "take-stock-trumps": "{who} look{s} through the stock and take{s} every trump.",
    "choose-from-stock": "{who} look{s} through the stock and choose{s} cards, up to {n} in hand.",
    "search-stock": "{who} turn{s} up the stock card by card, keeping or passing each; the partner does so with the rest unseen.",
    "take-or-give-stock": "{who} take{s} the stock, or hand{s} it unseen to the partner.",
    "rescue": "Point cards that were thrown may be picked up.",
    "call-partner": "{who} call{s} a trump; the player who holds it is the partner.",
    "extras": "Trumps above the limit are added to the first trick; they cannot win it.",
}

HOUSE_WORDS: Final[Mapping[str, str]] = {
    "called_card_first": "The called card must be played to the first trick.",
    "defenders_score_all": "After a fold the defenders score every point.",
    "discards_face_up": "Cards are thrown face up.",
    "doubling": "Until the first card an opponent may double the bid; makers who are set then lose twice the bid.",
    "keep_joker_pair_order": "The high joker beats the low one although trumps are turned over.",
    "keep_surplus": "Point trumps above the limit are kept.",
    "only_3_to_9_thrown": "Of the trumps, threes to nines are thrown first.",
    "overcall_loss_doubled": "A dealer who takes over a pitch and is set loses twice as much.",
    "overshoot_loses_taken": "Makers who take twice their bid or more score minus what they took.",
    "recycle_discards": "Thrown cards are shuffled and dealt when the stock runs short.",
    "search_any": "A player who searches the stock may keep any card.",
    "to_leader": "A dead trick goes to the player who led it.",
}
