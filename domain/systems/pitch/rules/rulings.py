"""The rulings of Pitch: questions that the sources leave open, the answers, and the rulesets in which each question can come up.

Source: docs/rules/03_pitch_schema.md §8, in its words. A ruling that a table may change is an option (`options`).
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from domain.systems.pitch.rules.following import opens_freely
from domain.systems.pitch.rules.ruleset import Ruleset


class Ruling(NamedTuple):
    """One ruling: a question that the sources leave open, with our answer. `applies`: a function that tells whether the question can come
    up under given rules."""

    id: str
    question: str
    default: str
    applies: Callable[[Ruleset], bool]


def rulings_for(rules: Ruleset) -> tuple[tuple[str, str, str], ...]:
    """Return (id, question, answer) of each ruling that applies, for `System.rulings` and the rule sheet."""
    return tuple((ruling.id, ruling.question, ruling.default) for ruling in RULINGS if ruling.applies(rules))


_TWO_TEAMS: Final = ("2x2", "2x3", "2x4")


def _always(_: Ruleset) -> bool:
    return True


def _shoots(rules: Ruleset) -> bool:
    return rules.shoot_kind != "none"


def _called(rules: Ruleset) -> bool:
    return rules.sides == "called"


def _drops_out(rules: Ruleset) -> bool:
    return rules.drop_out != "never"


def _offered(word: str) -> Callable[[Ruleset], bool]:
    """Return a function that tells whether the house rule `word` was chosen, or is known to be played in the variant."""
    return lambda rules: word in rules.options or word in rules.house


# fmt: off
RULINGS: Final = (
    Ruling("PI-1", "\"Original owner\", \"dealt\", \"held\": before or after the exchange?", "the player who plays the card", _always),
    Ruling(
        "PI-2", "Does a discarded or undealt trump count for High or Low?",
        "no; unless high_is/low_is fix the card, the extreme among played trumps counts",
        _always,
    ),
    Ruling("PI-3", "May an off-card be High or Low?", "yes, it is a trump and competes by trump_order", lambda r: bool(r.off_cards)),
    Ruling("PI-4", "One trump in play", "it is High and Low, and Jack too if a jack", _always),
    Ruling(
        "PI-5", "May a joker be High or Low?",
        "a joker ranked below the two is never Low; otherwise it competes by rank. Of two jokers alike the one played earlier in "
        "the deal is the lower under second_higher, the higher under first_higher",
        lambda r: r.jokers > 0,
    ),
    Ruling("PI-6", "Game tied", "nobody, unless jokers_half; one joker each stays tied", lambda r: r.game_tie != "n/a"),
    Ruling("PI-7", "Classic game, everyone passes (seed silent)", "dealer must bid", lambda r: r.all_pass == "dealer_must_bid"),
    Ruling("PI-8", "Other games, everyone passes (seed silent)", "void, same dealer redeals", lambda r: r.all_pass == "redeal_same"),
    Ruling("PI-9", "A second shoot over a shoot", "refused, dealer included", _shoots),
    Ruling(
        "PI-10", "A joker or a jack is pitched",
        "joker: pitched_joker; jack: trump is its printed suit unless the player says it is the off-jack of the mate suit. Any "
        "other card: its suit",
        lambda r: r.trump_by == "pitch" and (r.jokers > 0 or "J" in r.off_cards),
    ),
    Ruling(
        "PI-11", "smear-ten-point: \"discards 8\"",
        "10 + 14 - 6 = 18; the seed's eight is an arithmetical slip",
        lambda r: r.slug == "smear-ten-point",
    ),
    Ruling(
        "PI-12", "Reverse Pitch: what becomes of High, Low, off-jack, jokers?",
        "the whole list is turned over, off-jack and jokers included, so the low joker beats the high one; High = the highest trump"
        " in play by the new order (the two whenever it is out), Low = the ace only; other points stay with their cards",
        lambda r: r.low_is == "ace",
    ),
    Ruling(
        "PI-13", "Parlett: several cards to trick 1",
        "the player names one competing card (default highest); the extras go with the trick and cannot win it",
        lambda r: "excess>trick1" in r.exchange,
    ),
    Ruling(
        "PI-14", "Dead trick",
        "belongs to no pile; its leader leads again, or, if out by then, PI-32",
        lambda r: r.dead_trick != "n/a",
    ),
    Ruling(
        "PI-15", "Ban on trumping, hand all trumps",
        "exempt, and such a trump wins normally",
        lambda r: r.first_lead == "any_plain_bans_trump",
    ),
    Ruling(
        "PI-16", "Pitcher and defender reach the target together (classic)",
        "pitcher first, implied by the seed and stated by Bicycle",
        lambda r: r.finish == "maker_first_then_count_order",
    ),
    Ruling("PI-17", "Charbonneau: both sides reach 52", "maker side", lambda r: r.finish == "maker_wins"),
    Ruling(
        "PI-18", "Exact-bid game: the lost exception for defenders",
        "off-jack is always scored by its winner (only_if_set_except_off_jack); with game_by_tens or game_open_to_all Game too "
        "(only_if_set_except_off_jack_and_game)",
        lambda r: r.defender_gain.startswith("only_if_set_except"),
    ),
    Ruling(
        "PI-19", "Folding",
        "the makers are set; defenders score only Jack, Off-jack, Joker already won and High/Low only if the ace/two itself has "
        "been played by them; Game is not awarded",
        lambda r: r.fold != "never",
    ),
    Ruling(
        "PI-20", "Susky River: which ten points?",
        "High, Low, Jack, Off-jack, Game + Five at 5. Needs six items; off-jack is the one the seed implies by comparison",
        lambda r: r.slug.startswith("pitch-susky-river"),
    ),
    Ruling(
        "PI-21", "High Five: which seventeen?",
        "High, Low, Jack, Off-jack, two jokers, Game + 5 + 5",
        lambda r: r.slug == "pitch-high-five-swiss",
    ),
    Ruling(
        "PI-22", "Moon missed with three or more sides: who wins?",
        "the bidder is out; the highest other score wins; level at the top -> the others play on without the bidder",
        lambda r: r.shoot_loss == "lose" and r.sides not in _TWO_TEAMS,
    ),
    Ruling("PI-23", "\"More than 54\"", "strictly more", lambda r: r.target_cmp == "gt"),
    Ruling(
        "PI-24", "Overshoot penalty",
        "off. When on: taking at least twice the bid loses the points taken instead of scoring them. The seed keeps only the "
        "example (bid 5, take 10, lose 10)",
        _offered("overshoot_loses_taken"),
    ),
    Ruling(
        "PI-25", "Called partner: scores",
        "each member of a side scores that side's points; the maker alone risks nothing extra; the called card in the maker's own "
        "hand or kitty means playing alone; with the called card thrown or never dealt the maker is alone too",
        _called,
    ),
    Ruling(
        "PI-26", "Stock too short for a refill",
        "serve in order, later players stay short; short hands simply finish early",
        lambda r: any(step.does == "fill" for step in r.steps),
    ),
    Ruling(
        "PI-27", "Misdeals",
        "a card-based one is offered, not compulsory, and only before the first call. A faulty deal (wrong number of cards, a card "
        "exposed, a wrong pack) is a misdeal in every variant, forbidden included. Either way the deal is void and the same dealer "
        "deals again",
        _always,
    ),
    Ruling(
        "PI-28", "Revoke",
        "recorded as an irregularity; default ruling: offending side is set by the bid if it is the maker side, and scores nothing "
        "if it is not",
        _always,
    ),
    Ruling(
        "PI-29", "\"Doubling of the bid as a half-point bet\" (garbled)",
        "not implemented beyond a flag: a doubled bid that is set loses twice the bid",
        _offered("doubling"),
    ),
    Ruling(
        "PI-30", "Defenders' points when the makers shoot and win",
        "irrelevant, game over; when the shoot only moves the score (zeroing, +5, +15) they score what they made",
        _shoots,
    ),
    Ruling(
        "PI-31", "Six-handed Oklahoma with three teams: higher_then_maker tie among defenders",
        "play on",
        lambda r: r.sides == "3x2" and r.finish == "higher_then_maker",
    ),
    Ruling(
        "PI-32", "Lead passes when the winner is out",
        "next_active = next seat clockwise with a trump; partner = the partner, and if the partner is out too, team_out",
        _drops_out,
    ),
    Ruling(
        "PI-33", "Maker has no trump to open with",
        "out_leader = partner: the partner opens trick 1; next_active: the next seat with a trump; drop_out = never: the maker "
        "leads any card and the named suit stays trump",
        lambda r: r.trump_by == "announce" and (r.first_lead == "trump" or r.follow == "trumps_only"),
    ),
    Ruling("PI-34", "Setting and folding with a called side still secret", "the partner is revealed for scoring", _called),
    Ruling(
        "PI-35", "Which cards are point cards (pointers) for throwing, burning, rescue and misdeals?",
        "ace and two of trumps; jack, off-cards, jokers, trey and five whose point field is above 0; the ten when game_by = ten. "
        "Before trump is named: a card that would be one if its own suit were trump. Both Minnesota forms follow seed 002 ch.7 "
        "instead: everything except threes to nines",
        lambda r: "nonscoring" in r.trump_discard or r.rescue or r.misdeal == "no_pointer_no_face" or r.team_out != "n/a",
    ),
    Ruling(
        "PI-36", "More point trumps than the limit allows, under a ban on throwing them",
        "after every other trump is gone the surplus point trumps are thrown, the holder choosing, and shown",
        lambda r: "nonscoring" in r.trump_discard,
    ),
    Ruling(
        "PI-37", "no_trumps_left: may a player without a trump stay in when a plain card is led?",
        "no; out at the next own turn, to lead or to play, whatever was led",
        lambda r: r.follow == "trump_strict_off_free",
    ),
    Ruling(
        "PI-38", "Are thrown cards seen?",
        "face up in pitch-seven-point-21, smear-pastimes-54 and smear-pastimes-off-three, and whenever trumps are burned or PI-36 "
        "applies; face down elsewhere",
        lambda r: r.trump_discard != "n/a",
    ),
    Ruling(
        "PI-39", "Pitching in place of a bid",
        "after a pitch only the dealer still speaks: pass, own pitch (any card, any suit) or shoot, not a plain number. The pitch "
        "that stands is the lead to trick 1, and pitched_as_bid is its only record. A dealer who shoots in words leads afterwards. "
        "Over a four that was called, not pitched, the dealer may also match it in words",
        lambda r: r.pitch_in_lieu,
    ),
    Ruling(
        "PI-40", "Who wins in called games?",
        "finish is tested per player. maker_wins: of maker and partner, whoever is at target, the higher, level = the maker. "
        "maker_or_alone: as in section 6, the partner counting as any other player",
        _called,
    ),
    Ruling(
        "PI-41", "One player is left with trumps, all others are out",
        "the rest are tricks for that player, card by card; they may be recorded at once as cards_shown{purpose: rest} and count as"
        " played and won by the holder. A claim by a player whose opponents still hold cards counts only if the others agree, and "
        "the cards are then assigned by ruling_recorded",
        _drops_out,
    ),
    Ruling(
        "PI-42", "When is a one_turn auction over?",
        "after the dealer's call. Passes after a call that nobody can legally beat, and the dealer's call under dealer_exact_min, "
        "may be left unrecorded; if recorded they are checked like any call",
        lambda r: r.auction == "one_turn",
    ),
    Ruling(
        "PI-43", "opponents_take_rest",
        "the deal ends; each point card still in an opponent's hand scores for that side (High and Low where they are fixed cards, "
        "Game where it is the ten). Thrown or undealt cards score for nobody. The hands are recorded by cards_shown{purpose: "
        "team_out}, or points_counted stays open for them",
        lambda r: r.team_out != "n/a",
    ),
    Ruling(
        "PI-44", "In which order do players throw and draw?",
        "any, also player by player: only who acts, how many cards and which cards are rules, and that the maker's own later steps "
        "see no refill that was not due to be dealt yet is *not* one. A finding may rest on the order of entries of an exchange only"
        " where a later step needs an earlier one to be over for that same player (refill before throw)",
        lambda r: any(step.who != "maker" for step in r.steps),
    ),
    Ruling(
        "PI-45", "Opening lead of a plain card in smear-pastimes-54 and smear-pastimes-off-three",
        "legal: \"any card can be played on the first turn\" (seed 002 ch.6). The others follow the trumps-only rule; a plain card "
        "wins nothing against a trump; if nobody has one, the trick is dead",
        opens_freely,
    ),
    Ruling(
        "PI-46", "A player declares \"out\" (up) before the own turn",
        "the early word is the breach, by whoever spoke; nobody else's later card is one because of it (seed 002 ch.3: \"until it is"
        " your turn\")",
        _drops_out,
    ),
    Ruling(
        "PI-47", "A player is passed over without a word",
        "nothing is claimed: that is \"out\" only where the record says so (out called, shown or stated) or the deal ends complete "
        "without a card of that player",
        _drops_out,
    ),
    Ruling("PI-48", "Passes recorded after a pitch", "no breach: the seed forbids others to bid, not to pass", lambda r: r.pitch_in_lieu),
)
# fmt: on
