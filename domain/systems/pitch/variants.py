"""The 46 variants. Each variant is a row that states how it differs from another game. A row begins with slug, name, place in the catalogue
(seed 002), how sure the source is (`confidence`), and that other game; by default it is plain Pitch (the defaults of `Ruleset`). Then come
a summary of one line, and the fields that differ with their values. `house` has words for rules that no field covers. Source:
docs/rules/02_pitch_catalogue.md; each row equals its record in pitch_variants.json."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from domain.kernel.rows import rows
from domain.rulesets import Row, variants_of
from domain.systems.pitch.rules.ruleset import Ruleset


def _read(text: str) -> Iterator[Row]:
    for head, summary, *fields in rows(text):
        slug, name, seed, confidence, of = [*head.split(" | "), ""][:5]
        differences = dict(field.split(" ", 1) for field in " ".join(fields).split("; "))
        named = {"name": name, "seed": seed, "confidence": confidence}
        yield Row(slug, of, summary, named, {field: _value(field, value) for field, value in differences.items()})


def _value(field: str, value: str) -> object:
    """Read the text of a field, and return the field's value. The items of a list are written with spaces between them."""
    match getattr(_PLAIN, field):
        case bool():
            return value == "yes"
        case int():
            return int(value)
        case str():
            return value
        case frozenset():
            return frozenset(value.split())
        case _:
            items = value.split() if value != "none" else []
            return tuple(map(int, items)) if field == "players" else tuple(items)


_PLAIN: Final = Ruleset()
_TEN_POINT: Final = replace(
    _PLAIN, jokers=2, joker_identity="distinct", joker_slot="above_ten", joker_order="high_over_low", off_cards=("J",),
    deal_batch="any", hand_dealt=9, bid_max=10, trump_by="announce", exchange=("name_trump", "all-down(6)"),
    trump_discard="over_limit_only", pt_off_jack=1, pt_high_joker=1, pt_low_joker=1, pt_trey=3, joker_to="winner", game_by="ten",
    game_tie="n/a",
)  # fmt: skip
"""What most ten-point games share: off-jack, two jokers, a trey for three points, the ten for Game. This is only a base, not a game."""

ROWS: Final = tuple(
    _read("""
pitch-auction-classic | Auction Pitch (Bicycle) | 002 ch.1 | filled
    Cutthroat four-point Pitch to seven; a bid of four is a smudge that can win outright.
    players 2 3 4 5 6 7; sides individual; dealer_priv may_match; all_pass dealer_must_bid; shoot_kind all_points;
    shoot_rank is_top_bid; shoot_gain win_or_points_if_negative; shoot_loss bid; target 7; finish maker_first_then_count_order;
    options stakes_setback low_to_winner
smear-ten-point | Ten-point partnership Smear | 002 ch.2 | filled | ten-point
    Two-team Smear with jick, two jokers and a three-point trey; ten points a deal, 21 up.
    joker_identity identical; joker_order second_higher; hand_dealt 10; bid_min 1; exchange name_trump stock>maker all-down(6);
    game_by pips; game_tie nobody; options target distinct_jokers no_jokers no_jick no_trey joker_to_holder bid_min_4
smear-parlett | Smear, Parlett form | 002 ch.2 | inferred | smear-ten-point
    Trumps-only Smear with refills: run out of trumps and you are out; only bidders can win.
    exchange name_trump all-nt all-fill(6) excess>trick1; trump_discard keep_all; follow trumps_only; drop_out no_trumps_left;
    out_leader next_active; joker_to holder; finish maker_only; options target_31
smear-widow-deuce-ten | Smear with four-card widow, Deuce and Ten points | 002 ch.2 | filled | smear-ten-point
    Nine-card Smear with a four-card widow; Deuce replaces Low and the ten of trumps replaces Game.
    deal_batch 3; hand_dealt 9; kitty 4; bid_min 4; shoot_kind all_points; shoot_rank above_top_bid;
    exchange kitty>maker name_trump others-nt others-fill(6) others-down(6) stock>maker maker-down(6);
    trump_discard over_limit_nonscoring_only; first_lead any; low_is deuce; game_by ten; game_tie n/a; shoot_gain win; shoot_loss lose;
    options target
smear-cutthroat-three | Three-handed cutthroat Smear | 002 ch.2 | inferred | smear-widow-deuce-ten
    The widow game for three single players, bids from three.
    players 3; sides individual; bid_min 3
smear-53-four | 53-card Smear, four-handed | 002 ch.2 + ch.7 | inferred
    Five-point Smear with one joker as the lowest trump, two teams of two.
    jokers 1; joker_identity single; joker_slot below_two; pitched_joker spades; bid_max 5; pt_high_joker 1; joker_to winner;
    options strip_low_ranks target
smear-53-six | 53-card Smear, six-handed | 002 ch.2 + ch.7 | inferred | smear-53-four
    53-card Smear for two teams of three.
    players 6; sides 2x3
smear-53-eight | 53-card Smear, eight-handed | 002 ch.2 + ch.7 | inferred | smear-53-four
    53-card Smear for two teams of four; the full 53 cards are used.
    players 8; sides 2x4; options kitty_3_sleep_2 target
pitch-campbell-ten-point | Campbell Ten-Point | 002 ch.3 | filled | ten-point
    Nine-card ten-point game to 32 with burning, going "up" (out) and free off-suit leads.
    partner_draw cut_high_low; misdeal forbidden; bid_min 5; all_pass dealer_exact_min; shoot_kind all_points; shoot_rank is_top_bid;
    exchange name_trump others-nt others-fill(6) others-down(6) stock-trumps>maker maker-adjust(6);
    trump_discard over_limit_nonscoring_first_shown; follow trump_strict_off_free; drop_out no_trumps_left; out_leader next_active;
    dead_trick previous_winner_leads; shoot_gain points; shoot_loss bid; target 32; finish maker_wins;
    options shoot_all_or_nothing shoot_above_ten widow_all_to_maker pot_4 doubling fold game_by_pips
pitch-six-point-fold | Six points with folding | 002 ch.3 (opening) | inferred
    Six points with one joker; the bidders may throw in a deal early.
    jokers 1; joker_identity single; joker_slot above_ten; off_cards J; pitched_joker declare; bid_max 6; fold maker_may_fold;
    pt_off_jack 1; pt_high_joker 1; joker_to winner; options target
pitch-call-partner-ten-point | Ten-point, call for partner | 002 ch.3 | inferred | pitch-campbell-ten-point
    Ten points; the maker takes the whole stock and calls a partner, the others get no refill.
    players 5; sides called; partner_draw agree; exchange stock>maker name_trump maker-down(6) others-nt others-down(6) call-partner;
    options shoot_all_or_nothing
pitch-susky-river | Susky River Ten-Point ("ster-don") | 002 ch.3 | inferred
    Seven-card game to 50: captured Low and a five-point Five.
    players 3 4 5; sides individual; off_cards J; deal_batch any; hand_dealt 7; play_hand 7; bid_max 10; all_pass dealer_exact_min;
    trump_by announce; exchange name_trump all-may-nt all-fill(7); trump_discard forbidden; first_lead any; pt_off_jack 1; pt_five 5;
    low_to winner; target 50; options partners_2x2
pitch-susky-river-off-ace | Susky River with Off-Ace | 002 ch.3 | inferred | pitch-susky-river
    Susky River plus an off-ace worth one, to 51.
    off_cards A J; bid_max 11; pt_off_ace 1; target 51
pitch-roadhouse | Roadhouse Pitch | 002 ch.3 | filled
    Four points to 15, win by two, strict following.
    players 2 3 4 5 6 7; sides individual; all_pass dealer_min_or_shoot; shoot_kind all_points_and_tricks; shoot_rank above_top_bid;
    follow strict; low_to winner; shoot_gain plus_15; shoot_loss minus_15; target 15; win_by 2; options partners_2x2
pitch-seven-point-21 | Seven points to 21 | 002 ch.3 | filled | ten-point
    Seven points, bids three to seven, 21 up, thrown cards face up, single-card refill.
    deal_batch 1; hand_dealt 6; bid_min 3; bid_max 7; exchange name_trump all-nt all-fill(6); trump_discard forbidden; first_lead any;
    pt_trey 0; game_by pips; game_tie nobody; options hand_dealt_9 game_by_ten; house discards_face_up
pitch-exact-bid-bonus | Follow-suit-only, exact-bid bonus | 002 ch.3 | inferred
    Follow-suit-only game that rewards hitting the bid exactly.
    players 3 4 5; sides individual; off_cards J; deal_batch 1or3; bid_max 5; follow strict; pt_off_jack 1;
    maker_gain bid_or_exact_plus_one; defender_gain only_if_set_except_off_jack; target 11; options game_by_tens game_open_to_all
pitch-high-five-swiss | High Five (Swiss) | 002 ch.3 | inferred | ten-point
    Seventeen points: five and off-five at five each; the maker picks from the stock.
    off_cards J 5; bid_min 6; bid_max 17; shoot_kind all_points; shoot_rank above_top_bid;
    exchange name_trump all-nt all-down(6) others-fill(6) stock-choose>maker(6); first_lead any; pt_five 5; pt_off_five 5; pt_trey 0;
    shoot_gain win; shoot_loss lose; target 52
pitch-seven-point | Seven Point (ten-point without the three) | 002 ch.3 | filled | pitch-campbell-ten-point
    Ten-point game without counting the three; jokers break a level Game count.
    bid_max 7; pt_trey 0; game_by pips; game_tie jokers_half; options bid_min target_21 target_15
pitch-pagat-partnership | Partnership Pitch with smudge | 002 ch.4 | filled
    Four-point partnership Pitch with a five-point smudge; you can only win on a deal you bid.
    dealer_priv may_match; all_pass dealer_must_bid; shoot_kind all_points_and_tricks; shoot_rank above_top_bid; shoot_gain plus_5;
    shoot_loss minus_5; finish maker_only; options low_to_winner
pitch-pagat-draw | Partnership Pitch with draw | 002 ch.4 | filled | pitch-pagat-partnership
    Partnership Pitch with an announced trump and a draw of replacements.
    trump_by announce; exchange name_trump all-may-nt all-fill(6); trump_discard forbidden
pitch-pagat-pitching | Partnership Pitch, pitching instead of bidding | 002 ch.4 | filled | pitch-pagat-partnership
    Partnership Pitch, where leading a card at your turn is a bid of four.
    pitch_in_lieu yes; options overcall_loss_doubled low_to_winner
pitch-pagat-six | Six players, two against two against two | 002 ch.4 | filled | pitch-pagat-draw
    Three pairs, eight cards, two thrown once trump is known, no draw.
    players 6; sides 3x2; deal_batch any; hand_dealt 8; exchange name_trump all-down(6); trump_discard over_limit_only
pitch-pagat-no-trump-first-trick | No trumps on the first trick | 002 ch.4 | filled | pitch-pagat-partnership
    Maker may open with a plain card; then trick one is trump-free.
    trump_by announce; exchange name_trump; first_lead any_plain_bans_trump
pitch-28-card | 28-card Pitch | 002 ch.4 | inferred
    Seven ranks, right and left bower below the queen, repeated bidding, 12 up.
    ranks AKQJT98; off_cards J; bid_min 1; bid_max 5; auction until_passed_out; trump_by announce; exchange name_trump; first_lead any;
    pt_off_jack 1; target 12; options pack_ranks
pitch-arizona | Arizona 29-card Pitch | 002 ch.4 | filled
    29 cards with one joker between jack and ten; five points.
    ranks AKQJT96; jokers 1; joker_identity single; joker_slot above_ten; bid_max 5; trump_by announce; exchange name_trump;
    pt_high_joker 1; low_to winner; joker_to winner; options low_to_holder
pitch-oklahoma-four | Ten-point Pitch (Oklahoma), four players | 002 ch.4 | filled | ten-point
    Ten points (seven without trey), four players, optional draw, three follow options.
    exchange name_trump all-may(0-3) all-fill(9) all-down(6); trump_discard free; first_lead any; game_by pips; game_tie nobody;
    options no_trey game_by_ten no_draw follow_strict follow_must_trump
pitch-oklahoma-six | Ten-point Pitch (Oklahoma), six players | 002 ch.4 | filled | pitch-oklahoma-four
    Oklahoma Pitch for three pairs, eight cards each and a six-card widow for the bidder.
    players 6; sides 3x2; hand_dealt 8; kitty 6; exchange kitty>maker name_trump all-down(6);
    options no_trey game_by_ten follow_strict follow_must_trump
pitch-coleman-six-point | Six points: no off-jack, no trey score | 002 ch.4 | filled | pitch-oklahoma-four
    Oklahoma without off-jack and without a trey score.
    off_cards none; bid_max 6; pt_off_jack 0; pt_trey 0; options game_by_ten no_draw follow_strict follow_must_trump
pitch-charbonneau-ten | Charbonneau ten-point | 002 ch.4 | filled | ten-point
    Trumps-only ten-point game to 52; makers score exactly their bid; a moon can win or lose the game.
    bid_min 4; all_pass dealer_exact_min; shoot_kind all_points; shoot_rank above_top_bid;
    exchange name_trump all-nt all-fill(6) stock>maker-or-partner all-down(6); follow trumps_only; drop_out no_trumps_left;
    out_leader next_active; high_is ace; low_is deuce; maker_gain bid; shoot_gain win_or_zero_if_negative; shoot_loss lose; target 52;
    finish maker_wins; options discards_fair_game drop_points five_players
pitch-charbonneau-extended | Charbonneau with extra off-trumps | 002 ch.4 | inferred | pitch-charbonneau-ten
    Charbonneau ten-point with off-ace, off-ten, off-three and off-two.
    off_cards A J T 3 2; bid_max 16; pt_off_trey 3; pt_off_ace 1; pt_off_ten 1; pt_off_deuce 1; options choose_off_cards
pitch-dirty | Dirty Pitch | 002 ch.4 | filled | pitch-charbonneau-ten
    Low goes to the side that captures the two.
    low_to winner
pitch-reverse | Reverse Pitch | 002 ch.4 | inferred | pitch-charbonneau-ten
    Trumps rank upside down.
    high_is top; low_is ace
pitch-pawnee-five | Five players, 54 cards, call your partner | 002 ch.4 (end) | filled | ten-point
    Five players, 54 cards, hidden partner by called trump, 42 up.
    players 5; sides called; hand_dealt 10; kitty 4; play_hand 10; exchange kitty>maker name_trump call-partner all-nt;
    trump_discard keep_all; follow trumps_only; drop_out no_trumps_left; out_leader next_active; target 42; finish maker_or_alone;
    options bid_min; house called_card_first
smear-pastimes-54 | Nine-card Smear past 54 | 002 ch.6 | filled | ten-point
    Nine-card trumps-only game past 54 with rescue of thrown point cards and a searched stock.
    deal_batch 3; bid_min 4; shoot_kind all_points; shoot_rank is_top_bid;
    exchange name_trump all-nt all-down(6) rescue all-fill(6) stock-search>maker; rescue yes; first_lead any; follow trumps_only;
    drop_out no_trumps_left; out_leader partner; team_out opponents_take_rest; high_is ace; low_is deuce; shoot_gain win;
    shoot_loss bid; target 54; target_cmp gt; options off_three; house discards_face_up
smear-pastimes-off-three | Nine-card Smear with off-three | 002 ch.6 | inferred | smear-pastimes-54
    Nine-card Smear past 54, with the off-three as a three-point trump.
    off_cards J 3; bid_max 13; pt_off_trey 3; options none
smear-minnesota | Minnesota Smear, four points | 002 ch.7 | filled | smear-ten-point
    Four points, nine cards and a four-card kitty, strict following, 21 up.
    joker_order first_higher; deal_batch 3; hand_dealt 9; kitty 4; misdeal only_3_to_9; bid_min 2; bid_max 4; shoot_kind all_points;
    shoot_rank above_top_bid; exchange kitty>maker name_trump all-down(6); trump_discard over_limit_nonscoring_only; first_lead any;
    follow strict; pt_off_jack 0; pt_high_joker 0; pt_low_joker 0; pt_trey 0; shoot_gain win_or_zero_if_negative; shoot_loss lose;
    options none; house only_3_to_9_thrown
smear-minnesota-extended | Minnesota Smear with jokers and jick counting | 002 ch.7 | inferred | smear-minnesota
    Minnesota Smear with jick and both jokers at one point each: seven to bid for.
    bid_max 7; pt_off_jack 1; pt_high_joker 1; pt_low_joker 1
pitch-high-low-jick-jack-game | High, Low, Jick, Jack and the Game | 002 ch.9 | stub
    A family game of five points where "jick" means the joker.
    jokers 1; joker_identity single; joker_slot below_two; pitched_joker spades; bid_max 5; pt_high_joker 1; joker_to winner;
    options jick_is_off_jack save_the_five
pitch-trickster-4 | Trickster 4-point | 002 ch.9 | filled
    High, Low, Jack, Game to 11.
    deal_batch any; shoot_kind all_points; shoot_rank above_top_bid; trump_by announce; exchange name_trump;
    shoot_gain win_or_zero_if_negative; shoot_loss minus_target; target 11;
    options solo_2_or_3 kitty_3 bid_min play_to_5_100 strip_5A strip_9A strip_2_9A shoot_off overshoot_loses_taken
pitch-trickster-5 | Trickster 5-point | 002 ch.9 | filled | pitch-trickster-4
    Trickster 4-point with the off-jack as a fifth point.
    off_cards J; bid_max 5; pt_off_jack 1
pitch-trickster-6 | Trickster 6-point | 002 ch.9 | filled | pitch-trickster-5
    Trickster 5-point with one joker as a sixth point.
    jokers 1; joker_identity single; joker_slot above_ten; bid_max 6; pt_high_joker 1; joker_to winner
pitch-trickster-7 | Trickster 7-point | 002 ch.9 | filled | ten-point
    Nine cards, refilled to six; off-jack, two jokers and the ten; to 21.
    bid_min 4; bid_max 7; shoot_kind all_points; shoot_rank above_top_bid;
    exchange name_trump all-nt others-fill(6) stock>maker all-down(6); pt_trey 0; high_is ace; low_is deuce;
    shoot_gain win_or_zero_if_negative; shoot_loss minus_target;
    options teams_3x2 five_called_partner bid_min play_to_5_100 shoot_off overshoot_loses_taken
pitch-trickster-9 | Trickster 9-point | 002 ch.9 | filled | pitch-trickster-4
    Four points plus a five-point Five, to 31.
    bid_min 4; bid_max 9; pt_five 5; target 31; options kitty_3 bid_min play_to_5_100 shoot_off overshoot_loses_taken
pitch-trickster-10 | Trickster 10-point | 002 ch.9 | filled | pitch-trickster-7
    Trickster 7-point with the three of trumps worth three, to 32.
    bid_max 10; pt_trey 3; target 32
pitch-trickster-11 | Trickster 11-point | 002 ch.9 | filled | pitch-trickster-10
    Trickster 10-point with the off-ace, to 52.
    off_cards A J; bid_max 11; pt_off_ace 1; target 52
pitch-trickster-13 | Trickster 13-point | 002 ch.9 | filled | pitch-trickster-10
    Trickster 10-point with an off-three worth three, to 52.
    off_cards J 3; bid_max 13; pt_off_trey 3; target 52
""")
)

VARIANTS: Final = variants_of(ROWS, {"": _PLAIN, "ten-point": _TEN_POINT})
"""Every variant by slug, in the order of the catalogue."""
