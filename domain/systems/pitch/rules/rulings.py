"""The rulings of Pitch: questions that the sources leave open, the answers, and the rulesets in which each question can come up.

Source: docs/rules/03_pitch_schema.md §8, in its words. A ruling that a table may change is an option (`options`)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.kernel.rows import rows
from domain.systems.pitch.rules.following import opens_freely
from domain.systems.pitch.rules.ruleset import Ruleset

Ruling = tuple[str, str, str]
"""Each ruling as (id, question, answer)."""


def rulings_for(rules: Ruleset) -> tuple[Ruling, ...]:
    """Return each ruling that applies, for `System.rulings` and the rule sheet."""
    return tuple(ruling for ruling in RULINGS if ruling[0] not in _COMES_UP or _COMES_UP[ruling[0]](rules))


def _read(table: str) -> Iterator[Ruling]:
    for row in rows(table):
        id, question, answer = " ".join(row).split(" | ")
        yield id, question, answer


RULINGS: Final = tuple(
    _read("""
PI-1 | "Original owner", "dealt", "held": before or after the exchange? | the player who plays the card
PI-2 | Does a discarded or undealt trump count for High or Low? | no; unless high_is/low_is fix the card, the extreme among played trumps
    counts
PI-3 | May an off-card be High or Low? | yes, it is a trump and competes by trump_order
PI-4 | One trump in play | it is High and Low, and Jack too if a jack
PI-5 | May a joker be High or Low? | a joker ranked below the two is never Low; otherwise it competes by rank. Of two jokers alike the one
    played earlier in the deal is the lower under second_higher, the higher under first_higher
PI-6 | Game tied | nobody, unless jokers_half; one joker each stays tied
PI-7 | Classic game, everyone passes (seed silent) | dealer must bid
PI-8 | Other games, everyone passes (seed silent) | void, same dealer redeals
PI-9 | A second shoot over a shoot | refused, dealer included
PI-10 | A joker or a jack is pitched | joker: pitched_joker; jack: trump is its printed suit unless the player says it is the off-jack of
    the mate suit. Any other card: its suit
PI-11 | smear-ten-point: "discards 8" | 10 + 14 - 6 = 18; the seed's eight is an arithmetical slip
PI-12 | Reverse Pitch: what becomes of High, Low, off-jack, jokers? | the whole list is turned over, off-jack and jokers included, so the
    low joker beats the high one; High = the highest trump in play by the new order (the two whenever it is out), Low = the ace only; other
    points stay with their cards
PI-13 | Parlett: several cards to trick 1 | the player names one competing card (default highest); the extras go with the trick and cannot
    win it
PI-14 | Dead trick | belongs to no pile; its leader leads again, or, if out by then, PI-32
PI-15 | Ban on trumping, hand all trumps | exempt, and such a trump wins normally
PI-16 | Pitcher and defender reach the target together (classic) | pitcher first, implied by the seed and stated by Bicycle
PI-17 | Charbonneau: both sides reach 52 | maker side
PI-18 | Exact-bid game: the lost exception for defenders | off-jack is always scored by its winner (only_if_set_except_off_jack); with
    game_by_tens or game_open_to_all Game too (only_if_set_except_off_jack_and_game)
PI-19 | Folding | the makers are set; defenders score only Jack, Off-jack, Joker already won and High/Low only if the ace/two itself has
    been played by them; Game is not awarded
PI-20 | Susky River: which ten points? | High, Low, Jack, Off-jack, Game + Five at 5. Needs six items; off-jack is the one the seed implies
    by comparison
PI-21 | High Five: which seventeen? | High, Low, Jack, Off-jack, two jokers, Game + 5 + 5
PI-22 | Moon missed with three or more sides: who wins? | the bidder is out; the highest other score wins; level at the top -> the others
    play on without the bidder
PI-23 | "More than 54" | strictly more
PI-24 | Overshoot penalty | off. When on: taking at least twice the bid loses the points taken instead of scoring them. The seed keeps only
    the example (bid 5, take 10, lose 10)
PI-25 | Called partner: scores | each member of a side scores that side's points; the maker alone risks nothing extra; the called card in
    the maker's own hand or kitty means playing alone; with the called card thrown or never dealt the maker is alone too
PI-26 | Stock too short for a refill | serve in order, later players stay short; short hands simply finish early
PI-27 | Misdeals | a card-based one is offered, not compulsory, and only before the first call. A faulty deal (wrong number of cards, a card
    exposed, a wrong pack) is a misdeal in every variant, forbidden included. Either way the deal is void and the same dealer deals again
PI-28 | Revoke | recorded as an irregularity; default ruling: offending side is set by the bid if it is the maker side, and scores nothing
    if it is not
PI-29 | "Doubling of the bid as a half-point bet" (garbled) | not implemented beyond a flag: a doubled bid that is set loses twice the bid
PI-30 | Defenders' points when the makers shoot and win | irrelevant, game over; when the shoot only moves the score (zeroing, +5, +15) they
    score what they made
PI-31 | Six-handed Oklahoma with three teams: higher_then_maker tie among defenders | play on
PI-32 | Lead passes when the winner is out | next_active = next seat clockwise with a trump; partner = the partner, and if the partner is
    out too, team_out
PI-33 | Maker has no trump to open with | out_leader = partner: the partner opens trick 1; next_active: the next seat with a trump; drop_out
    = never: the maker leads any card and the named suit stays trump
PI-34 | Setting and folding with a called side still secret | the partner is revealed for scoring
PI-35 | Which cards are point cards (pointers) for throwing, burning, rescue and misdeals? | ace and two of trumps; jack, off-cards, jokers,
    trey and five whose point field is above 0; the ten when game_by = ten. Before trump is named: a card that would be one if its own suit
    were trump. Both Minnesota forms follow seed 002 ch.7 instead: everything except threes to nines
PI-36 | More point trumps than the limit allows, under a ban on throwing them | after every other trump is gone the surplus point trumps are
    thrown, the holder choosing, and shown
PI-37 | no_trumps_left: may a player without a trump stay in when a plain card is led? | no; out at the next own turn, to lead or to play,
    whatever was led
PI-38 | Are thrown cards seen? | face up in pitch-seven-point-21, smear-pastimes-54 and smear-pastimes-off-three, and whenever trumps are
    burned or PI-36 applies; face down elsewhere
PI-39 | Pitching in place of a bid | after a pitch only the dealer still speaks: pass, own pitch (any card, any suit) or shoot, not a plain
    number. The pitch that stands is the lead to trick 1, and pitched_as_bid is its only record. A dealer who shoots in words leads
    afterwards. Over a four that was called, not pitched, the dealer may also match it in words
PI-40 | Who wins in called games? | finish is tested per player. maker_wins: of maker and partner, whoever is at target, the higher, level =
    the maker. maker_or_alone: as in section 6, the partner counting as any other player
PI-41 | One player is left with trumps, all others are out | the rest are tricks for that player, card by card; they may be recorded at once
    as cards_shown{purpose: rest} and count as played and won by the holder. A claim by a player whose opponents still hold cards counts
    only if the others agree, and the cards are then assigned by ruling_recorded
PI-42 | When is a one_turn auction over? | after the dealer's call. Passes after a call that nobody can legally beat, and the dealer's call
    under dealer_exact_min, may be left unrecorded; if recorded they are checked like any call
PI-43 | opponents_take_rest | the deal ends; each point card still in an opponent's hand scores for that side (High and Low where they are
    fixed cards, Game where it is the ten). Thrown or undealt cards score for nobody. The hands are recorded by cards_shown{purpose:
    team_out}, or points_counted stays open for them
PI-44 | In which order do players throw and draw? | any, also player by player: only who acts, how many cards and which cards are rules, and
    that the maker's own later steps see no refill that was not due to be dealt yet is *not* one. A finding may rest on the order of entries
    of an exchange only where a later step needs an earlier one to be over for that same player (refill before throw)
PI-45 | Opening lead of a plain card in smear-pastimes-54 and smear-pastimes-off-three | legal: "any card can be played on the first turn,
    unless the player has no cards in the trump suit, in which case play starts with his team member" (seed 002 ch.6). So a maker without a
    trump does not open: the partner does (PI-33, out_leader = partner for this one lead). The others follow the trumps-only rule; a plain
    card wins nothing against a trump; if nobody has one, the trick is dead
PI-46 | A player declares "out" (up) before the own turn | the early word is the breach, by whoever spoke; nobody else's later card is one
    because of it (seed 002 ch.3: "until it is your turn")
PI-47 | A player is passed over without a word | nothing is claimed: that is "out" only where the record says so (out called, shown or
    stated) or the deal ends complete without a card of that player
PI-48 | Passes recorded after a pitch | no breach: the seed forbids others to bid, not to pass
PI-49 | Which cards may be kept in a search of the stock (stock-search>maker) | cards that bring points (PI-35): "replace cards in his deck
    with point cards" (seed 002 ch.6); a trump shown and thrown in the search follows trump_discard like any other throw
PI-50 | A thrown card that is picked up (rescue) | only one that brings points in this deal (PI-35), whether or not another lies face up
PI-51 | The next deal, a bid or a new trump is recorded while hands that are known still hold trumps | the deal is not over: the table is
    asked; its points stay open (drop-out games too)
""")
)

_MEETS: Final[Mapping[str, Callable[[Ruleset], bool]]] = {
    "PI-3": lambda r: bool(r.off_cards),
    "PI-5": lambda r: r.jokers > 0,
    "PI-6": lambda r: r.game_tie != "n/a",
    "PI-7": lambda r: r.all_pass == "dealer_must_bid",
    "PI-8": lambda r: r.all_pass == "redeal_same",
    "PI-9 PI-30": lambda r: r.shoot_kind != "none",
    "PI-10": lambda r: r.trump_by == "pitch" and (r.jokers > 0 or "J" in r.off_cards),
    "PI-11": lambda r: r.slug == "smear-ten-point",
    "PI-12": lambda r: r.low_is == "ace",
    "PI-13": lambda r: "excess>trick1" in r.exchange,
    "PI-14": lambda r: r.dead_trick != "n/a",
    "PI-15": lambda r: r.first_lead == "any_plain_bans_trump",
    "PI-16": lambda r: r.finish == "maker_first_then_count_order",
    "PI-17": lambda r: r.finish == "maker_wins",
    "PI-18": lambda r: r.defender_gain.startswith("only_if_set_except"),
    "PI-19": lambda r: r.fold != "never",
    "PI-20": lambda r: r.slug.startswith("pitch-susky-river"),
    "PI-21": lambda r: r.slug == "pitch-high-five-swiss",
    "PI-22": lambda r: r.shoot_loss == "lose" and r.sides not in ("2x2", "2x3", "2x4"),
    "PI-23": lambda r: r.target_cmp == "gt",
    "PI-24": lambda r: "overshoot_loses_taken" in r.house.union(r.options),
    "PI-25 PI-34 PI-40": lambda r: r.sides == "called",
    "PI-26": lambda r: any(step.does == "fill" for step in r.steps),
    "PI-29": lambda r: "doubling" in r.house.union(r.options),
    "PI-31": lambda r: r.sides == "3x2" and r.finish == "higher_then_maker",
    "PI-32 PI-41 PI-46 PI-47": lambda r: r.drop_out != "never",
    "PI-33": lambda r: r.trump_by == "announce" and (r.first_lead == "trump" or r.follow == "trumps_only"),
    "PI-35": lambda r: "nonscoring" in r.trump_discard or r.rescue or r.misdeal == "no_pointer_no_face" or r.team_out != "n/a",
    "PI-36": lambda r: "nonscoring" in r.trump_discard,
    "PI-37": lambda r: r.follow == "trump_strict_off_free",
    "PI-38": lambda r: r.trump_discard != "n/a",
    "PI-39 PI-48": lambda r: r.pitch_in_lieu,
    "PI-42": lambda r: r.auction == "one_turn",
    "PI-43": lambda r: r.team_out != "n/a",
    "PI-44": lambda r: any(step.who != "maker" for step in r.steps),
    "PI-45": opens_freely,
    "PI-49": lambda r: any(step.does == "search-stock" for step in r.steps),
    "PI-50": lambda r: r.rescue,
}
"""By the ids of one or more rulings: a test whether their questions can come up under given rules. All other rulings always apply."""
_COMES_UP: Final = {ruling: meets for rulings, meets in _MEETS.items() for ruling in rulings.split()}
