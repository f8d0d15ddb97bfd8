"""Legal cards: a row for each policy of following suit (docs/rules/03_pitch_schema.md §3). Also, what a played card proves about the hand
that it came from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.cards import Card
from domain.systems.pitch.rules.following import is_out, legal, ways
from domain.systems.pitch.rules.pack import Pack, pack_of
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.tricks.following import Following, denied
from tests.domain.pitch.dealing import Ask, cards, hands, rules_of

CLASSIC, STRICT, MUST = "pitch-auction-classic", "pitch-roadhouse", "must_follow_or_trump"
FREE, ONLY, BAN = "pitch-campbell-ten-point", "pitch-charbonneau-ten", "pitch-pagat-no-trump-first-trick"
POLICIES = ["follow_or_trump", "strict", MUST, "trumps_only", "trump_strict_off_free"]


# Hearts are trumps. `led`: the card led (empty: the player leads). `first`: whether this is trick 1. `may`: the legal cards.
@pytest.mark.parametrize(
    ("slug", "changes", "hand", "led", "first", "may", "source"),
    [
        (CLASSIC, {}, "AS 4S 7H TD", "9S", False, "AS 4S 7H", "§3 follow_or_trump: the suit or any trump"),
        (CLASSIC, {}, "7H TD 2C", "9S", False, "7H TD 2C", "§3 follow_or_trump: void"),
        (CLASSIC, {}, "7H TD 2C 2H", "9H", False, "7H 2H", "§3: trump led, trump if held"),
        (CLASSIC, {}, "TD 2C", "9H", False, "TD 2C", "§3: trump led, else any"),
        (STRICT, {}, "AS 4S 7H TD 2C", "9S", False, "AS 4S", "pi-41: strict"),
        (STRICT, {}, "7H TD 2C", "9S", False, "7H TD 2C", "pi-42: strict, void"),
        (STRICT, {}, "7H TD 2C", "9H", False, "7H", "§3 strict: trump led"),
        (CLASSIC, {"follow": MUST}, "AS 4S 7H TD", "9S", False, "AS 4S 7H", "§3 must: the suit or any trump"),
        (CLASSIC, {"follow": MUST}, "7H TD 2C", "9S", False, "7H", "pi-43: void must trump"),
        (CLASSIC, {"follow": MUST}, "TD 2C", "9S", False, "TD 2C", "§3 must: void of both"),
        ("pitch-oklahoma-four", {}, "JD 9D 3S", "KD", False, "JD 9D", "pi-44: the off-jack is a trump, not a diamond"),
        ("smear-minnesota", {}, "JD 9D 3S", "KD", False, "9D", "pi-45: strict, the off-jack does not follow diamonds"),
        ("smear-minnesota", {}, "JD 9D 3S", "5H", False, "JD", "pi-46: the off-jack answers trump"),
        ("smear-minnesota", {}, "HJ 9D 3S", "5H", False, "HJ", "§3: jokers are trumps"),
        ("smear-minnesota", {}, "9H 9D 3S", "LJ", False, "9H", "§3: a joker led is trump led"),
        ("pitch-coleman-six-point", {"follow": "strict"}, "JD 9D 3S", "KD", False, "JD 9D", "02 coleman: off-jack an ordinary card"),
        (FREE, {}, "JD 9D 3S", "5S", False, "JD 9D 3S", "pi-47: off-suit led, all cards free"),
        (FREE, {}, "JD 9D 3S", "5H", False, "JD", "§3 trump_strict_off_free: trump led"),
        (FREE, {}, "9D 3S", "5H", False, "", "§3: none left, out"),
        (FREE, {}, "9D 3S", "5S", False, "", "PI-37: out whatever was led"),
        (FREE, {}, "9D 3S", "", False, "", "PI-37: out, also to lead"),
        (FREE, {}, "JD 9D 3S", "", False, "JD 9D 3S", "02 campbell: free off-suit leads"),
        (FREE, {}, "JD 9D 3S", "", True, "JD", "first_lead trump"),
        (FREE, {"drop_out": "never"}, "9D 3S", "5S", False, "9D 3S", "drop_out never: nobody leaves"),
        (ONLY, {}, "4D 9H JD", "3H", False, "9H JD", "pi-51: plain cards are dead"),
        (ONLY, {}, "4D 9H JD", "", False, "9H JD", "§3: every lead is a trump"),
        (ONLY, {}, "4D 9D", "3H", False, "", "§3 trumps_only: none left, out"),
        (ONLY, {"first_lead": "any"}, "4D 9H JD", "", True, "4D 9H JD", "PI-45: any card may open"),
        (ONLY, {"first_lead": "any"}, "4D 9H JD", "", False, "9H JD", "PI-45: trick 1 only"),
        (ONLY, {"first_lead": "any"}, "4D 9H JD", "3D", True, "9H JD", "PI-45: the others follow the trumps-only rule"),
        (CLASSIC, {}, "4D 9H", "", True, "9H", "first_lead trump"),
        (CLASSIC, {}, "4D 9H", "", False, "4D 9H", "§3: first_lead governs trick 1 only"),
        (CLASSIC, {}, "4D 9S", "", True, "4D 9S", "PI-33: no trump to open with, any card"),
        ("pitch-28-card", {}, "AD 9H", "", True, "AD 9H", "first_lead any"),
        (BAN, {}, "4D 9H", "", True, "4D 9H", "any_plain_bans_trump: any card opens"),
        (BAN, {}, "7H 2H KD", "AC", True, "KD", "pi-48: trick 1 opened plain, no trump"),
        (BAN, {}, "7H 2H KC KD", "AC", True, "KC", "any_plain_bans_trump: and the suit is followed"),
        (BAN, {}, "7H 2H", "AC", True, "7H 2H", "PI-15: all trump is exempt"),
        (BAN, {}, "7H 2H KD", "AC", False, "7H 2H KD", "any_plain_bans_trump: trick 1 only"),
        (BAN, {}, "7H 2H KD", "AH", True, "7H 2H", "any_plain_bans_trump: a trump opened"),
        (BAN, {"follow": MUST}, "7H 2H KD", "AC", True, "KD", "PI-15 before the duty to trump"),
        (CLASSIC, {}, "", "9S", False, "", "nothing held"),
    ],
)  # fmt: skip
def test_the_expected_cards_of_a_hand_may_be_played(
    slug: str, changes: dict[str, str], hand: str, led: str, first: bool, may: str, source: str
) -> None:
    rules = rules_of(slug, **changes)
    pack = pack_of(rules, "H")
    playable = legal(rules, pack, cards(hand), pack.suit_of[Card(led)] if led else None, first_trick=first)
    assert list(playable) == cards(may), source


def test_the_called_card_must_be_played_to_trick_one() -> None:
    rules = rules_of("pitch-pawnee-five")
    pack = pack_of(rules, "H")
    assert legal(rules, pack, cards("KH AH 2H"), "T", first_trick=True, due=Card("AH")) == ("AH",)
    assert legal(rules, pack, cards("KH AH 2H"), "T", due=Card("AH")) == ("KH", "AH", "2H")
    assert legal(rules, pack, cards("KH 2H"), "T", first_trick=True, due=Card("AH")) == ("KH", "2H")


# Hearts are trumps. A player plays the card `played` when `led` was led, and later shows `held`. `proved`: whether the two cards prove a
# revoke.
@pytest.mark.parametrize(
    ("slug", "changes", "led", "played", "held", "first", "proved", "source"),
    [
        (CLASSIC, {}, "9S", "TD", "4S", False, True, "00 Revoke: a card of the led suit"),
        (CLASSIC, {}, "9S", "TD", "7H", False, False, "00 Revoke: a void player may keep every trump back"),
        (CLASSIC, {}, "9S", "7H", "4S", False, False, "§3: trumping while holding the suit is legal"),
        (CLASSIC, {}, "9H", "TD", "7H", False, True, "00 Revoke: a trump, when a trump was led"),
        (CLASSIC, {}, "9H", "2H", "7H", False, False, "§3: trump on trump"),
        (STRICT, {}, "9S", "7H", "4S", False, True, "§3 strict: trumping while holding the suit"),
        (STRICT, {}, "9S", "TS", "4S", False, False, "§3: followed"),
        (CLASSIC, {"follow": MUST}, "9S", "TD", "7H", False, True, "00 Revoke: the policy obliges a void player to trump"),
        (CLASSIC, {"follow": MUST}, "9S", "TD", "4S", False, True, "§3 must: the suit was held"),
        (CLASSIC, {"follow": MUST}, "9S", "7H", "4S", False, False, "§3 must: the suit or any trump"),
        ("smear-minnesota", {}, "KD", "3S", "JD", False, False, "00 Revoke: by effective suit, JD is no diamond"),
        ("smear-minnesota", {}, "5H", "3S", "JD", False, True, "00 Revoke: by effective suit, JD is a trump"),
        ("smear-minnesota", {}, "5H", "3S", "HJ", False, True, "00 Revoke: jokers are trumps"),
        ("smear-minnesota", {}, "LJ", "3S", "2H", False, True, "§3: a joker led is trump led"),
        (FREE, {}, "5S", "9D", "3S", False, False, "§3 trump_strict_off_free: any card"),
        (FREE, {}, "5H", "9D", "2H", False, True, "§3 trump_strict_off_free: trump led"),
        (ONLY, {}, "5H", "9D", "2H", False, True, "§3 trumps_only"),
        (ONLY, {}, "", "9D", "2H", False, True, "§3 trumps_only: every lead is a trump"),
        (CLASSIC, {}, "", "9D", "2H", True, True, "first_lead trump"),
        (CLASSIC, {}, "", "9D", "2H", False, False, "first_lead: trick 1 only"),
        ("pitch-28-card", {}, "", "9D", "8H", True, False, "first_lead any"),
        (BAN, {}, "AC", "7H", "KD", True, True, "any_plain_bans_trump: trumped with a plain card in hand"),
        (BAN, {}, "AC", "7H", "2H", True, False, "PI-15: all trump is exempt"),
        (BAN, {}, "AC", "7H", "KD", False, False, "any_plain_bans_trump: trick 1 only"),
        (BAN, {"follow": MUST}, "AC", "9D", "2H", True, False, "no duty to trump where trumping is barred"),
        ("pitch-28-card", {}, "9S", "TD", "2S", False, False, "a card outside the pack proves nothing"),
    ],
)  # fmt: skip
def test_a_card_shown_later_proves_a_revoke_only_if_it_should_have_been_played(
    slug: str, changes: dict[str, str], led: str, played: str, held: str, first: bool, proved: bool, source: str
) -> None:
    rules = rules_of(slug, **changes)
    pack = pack_of(rules, "H")
    suit = pack.suit_of[Card(led)] if led else None
    assert _proves(ways(rules)[first], pack, suit, Card(played), Card(held)) is proved, source


def _proves(rules: Following, pack: Pack, led: str | None, played: Card, held: Card) -> bool:
    """Whether a player revoked by playing `played` from a hand that also had the card `held`."""
    return played in pack.suit_of and pack.suit_of.get(held) in denied(rules, led, pack.suit_of[played])


leads = st.sampled_from([None, "T", "S", "H", "D", "C"])
policies = st.sampled_from(POLICIES)
first_leads = st.sampled_from(["trump", "any", "any_plain_bans_trump"])


def _with(rules: Ruleset, **changes: str) -> Ruleset:
    return rules_of(rules.slug, **changes)


@given(hands(), leads, st.booleans(), policies, first_leads)
def test_a_player_who_is_not_out_of_the_deal_has_a_legal_card(
    dealt: tuple[Ruleset, Pack, list[Card]], led: str | None, first: bool, policy: str, first_lead: str
) -> None:
    plain, pack, hand = dealt
    rules = _with(plain, follow=policy, first_lead=first_lead)
    playable = legal(rules, pack, hand, led, first_trick=first)
    assert set(playable) <= set(hand)
    assert bool(playable) is not is_out(rules, pack, hand)


@given(hands(), leads, st.booleans(), policies, first_leads)
def test_a_play_is_illegal_exactly_when_a_card_still_in_hand_proves_a_revoke(
    dealt: tuple[Ruleset, Pack, list[Card]], led: str | None, first: bool, policy: str, first_lead: str
) -> None:
    plain, pack, hand = dealt
    rules = _with(plain, follow=policy, first_lead=first_lead, drop_out="never", out_leader="n/a")
    allowed = legal(rules, pack, hand, led, first_trick=first)
    for card in hand:
        proved = any(_proves(ways(rules)[first], pack, led, card, other) for other in hand)
        assert proved is (card not in allowed)


@given(hands(), leads, policies)
def test_a_played_card_never_proves_that_the_player_lacked_its_suit(
    dealt: tuple[Ruleset, Pack, list[Card]], led: str | None, policy: str
) -> None:
    plain, pack, hand = dealt
    for card in hand:
        assert pack.suit_of[card] not in denied(ways(_with(plain, follow=policy))[False], led, pack.suit_of[card])


def _may(hand: str, led: str | None, *, first: bool = False, trump: str = "H") -> Ask:
    def ask(rules: Ruleset) -> object:
        return legal(rules, pack_of(rules, trump), cards(hand), led, first_trick=first)

    return ask


FIELD_ROWS = (
    ("follow", CLASSIC, {"follow": "strict"}, _may("AS 7H TD", "S"), "§3"),
    ("first_lead", CLASSIC, {"first_lead": "any"}, _may("4D 9H", None, first=True), "§3"),
    ("drop_out", FREE, {"drop_out": "never", "out_leader": "n/a"}, _may("9D 3S", "S"), "PI-37"),
    ("off_cards", "pitch-oklahoma-four", {"off_cards": (), "pt_off_jack": 0}, _may("JD 9D 3S", "T"), "§3 effective suit"),
)
OPTION_ROWS = (
    ("follow_strict", "pitch-oklahoma-four", True, _may("AS 7H TD", "S"), "§7"),
    ("follow_must_trump", "pitch-oklahoma-four", True, _may("7H TD", "S"), "§7"),
)
