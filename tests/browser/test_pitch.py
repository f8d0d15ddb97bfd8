"""Pitch and Smear are recorded through the page. A deal is recorded card by card, or it is stated: only its result is recorded."""

from collections.abc import Mapping, Sequence

import httpx
from playwright.sync_api import expect

from domain.files.transcript import transcript_of
from domain.kernel.findings import signed
from domain.record.fold import read
from tests.browser.conftest import Come
from tests.browser.games import say
from tests.browser.keyboard import Keys
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor

FOUR = ["Ann", "Bob", "Cyd", "Dan"]
THREE = ["Ann", "Bob", "Cyd"]

SMEAR_TRICKS = [
    ("Bob", "AH 4H 3H KH"),  # Bob wins High, and the three of trumps, which counts 3
    ("Bob", "QH 2H JH 5S"),  # Cyd scores Low for playing the two; Bob wins the jack
    ("Bob", "LJ TH 7H 6S"),  # the low joker ranks above the ten
    ("Bob", "9H JD 8H 9S"),  # Cyd wins the jack of diamonds, the off-jack
    ("Cyd", "TS KS AS 6H"),  # Bob trumps, and wins the cards that decide Game
    ("Bob", "5H HJ 5C TC"),  # Cyd wins the high joker
]
"""Each row of a deal: the leader of a trick, and its cards in order of play. Bob and Dan get seven points, Ann and Cyd three
(docs/rules/02_pitch_catalogue.md, ten-point partnership Smear)."""

CLASSIC_HANDS = {"Bob": "KH QH 9H AS 4C 2D", "Cyd": "3H TC TS 7S 5D 8D", "Ann": "JH AC 6C KD 9D 4S"}
CLASSIC_TRICKS = [
    ("Bob", "KH 3H JH"),
    ("Bob", "QH 5D 9D"),
    ("Bob", "AS 7S 4S"),
    ("Bob", "9H 8D 6C"),
    ("Bob", "4C TC AC"),
    ("Ann", "KD 2D TS"),
]
"""The tricks of a deal: Bob wins High and the jack. Cyd scores Low, because he played the three. Ann wins Game with 27 pips against 10."""


def test_a_deal_of_smear_can_be_recorded_card_by_card(owner: Taps, api: httpx.Client) -> None:
    owner.start(FOUR, system="Ten-point partnership Smear")
    owner.seat("Ann").tap()

    expect(owner.find("#turn")).to_have_text("Bob to bid.")
    examine(owner)
    bids(owner, "Bob", 6)
    for name in ("Cyd", "Dan", "Ann"):
        passes(owner, name)

    expect(owner.find("#turn")).to_have_text("Bob names trump")
    expect(owner.find('#seats [data-word="H"]')).to_have_text("♥\ufe0e H")
    owner.find('#seats [data-word="H"]').tap()
    stored(owner, "Bob names hearts")
    records(owner, "Take from the stock")
    for name, thrown in {"Bob": 18, "Cyd": 4, "Dan": 4, "Ann": 4}.items():
        expect(owner.find("#turn")).to_have_text(f"{name} throws {thrown}")
        if name == "Dan":
            names_cards(owner, "cards", "2C 3C 4C 6C")
        records(owner, "Throw cards")
        stored(owner, f"{name} throws {thrown} cards")

    expect(owner.seat("Bob")).to_contain_text("to play")
    examine(owner)
    says_what_is_played_for(owner, "Bob bid 6 in hearts · dealer Ann")
    sits_round_the_table(owner)
    plays(owner, FOUR, SMEAR_TRICKS)
    expect(owner.find("#last-round")).to_have_text(
        "Deal 1: Bob made 6 in hearts (Bob and Dan: high, jack, low joker, game, trey; Ann and Cyd: low, off jack, high joker); "
        "Ann +3, Bob +7, Cyd +3, Dan +7."
    )
    agree(owner, api, {"Ann": 3, "Bob": 7, "Cyd": 3, "Dan": 7})


def says_what_is_played_for(owner: Taps, line: str) -> None:
    """Expect the line with bid, trump and dealer on the owner's page, on a page that is opened now, and in the replay."""
    expect(owner.find("#deal")).to_have_text(line)
    assert owner.names(":has(.dealer)") == ["Ann"]
    here = owner.page.url
    for page in (here, f"{here}/replay"):
        owner.page.goto(page)
        expect(owner.find("#deal")).to_have_text(line)
        assert owner.names(":has(.dealer)") == ["Ann"]
    owner.page.goto(here)
    expect(owner.seat("Bob")).to_contain_text("to play")


def sits_round_the_table(owner: Taps) -> None:
    """Expect the seats clockwise from the bottom. Partners sit opposite each other and have the same sign."""
    boxes = [box for name in FOUR if (box := owner.seat(name).bounding_box())]
    ann, bob, cyd, dan = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    assert bob[0] < ann[0] == cyd[0] < dan[0]
    assert cyd[1] < bob[1] == dan[1] < ann[1]
    signs = {name: owner.seat(name).locator(".side-sign") for name in FOUR}
    assert signs["Ann"].inner_text() == signs["Cyd"].inner_text() != signs["Bob"].inner_text() == signs["Dan"].inner_text()
    expect(signs["Ann"]).to_have_attribute("title", "with Cyd")
    expect(signs["Dan"]).to_have_attribute("title", "with Bob")
    expect(owner.find('button[data-seat="0"]')).to_have_accessible_name("Ann (with Cyd) dealer 0 points 6 cards in hand")


def test_a_table_of_seven_players_shows_the_bid_trump_and_dealer(come: Come, api: httpx.Client) -> None:
    """Narrow plates shorten a bid; the line above the felt shows it in full. Nobody has a partner, so no plate has a partner's sign."""
    seats = [{"name": name} for name in (*FOUR, "Eve", "Fay", "Gus")]
    game = str(api.post("/games", json={"system": "pitch-auction-classic", "seats": seats, "visibility": "public"}).json()["game"])
    say(api, game, ("CardsDealt", {"dealer": 6}), ("BidMade", {"seat": 0, "amount": 2}), ("BidMade", {"seat": 1, "amount": 3}))
    visitor: Taps = come(Taps)
    visitor.go(f"/games/{game}")
    expect(visitor.find("#deal")).to_have_text("Bob bid 3 · dealer Gus")
    expect(visitor.seat("Ann")).to_contain_text("bid 2")
    say(api, game, *[("BidPassed", {"seat": seat}) for seat in (2, 3, 4, 5, 6)], ("CardPlayed", {"seat": 1, "card": "KH"}))
    expect(visitor.find("#deal")).to_have_text("Bob bid 3 in hearts · dealer Gus")
    expect(visitor.seat("Bob")).to_contain_text("in hearts")
    expect(visitor.seat("Bob").locator(".pip.red")).to_be_visible()
    assert visitor.names(":has(.dealer)") == ["Gus"]
    assert visitor.find(".side-sign").count() == 0
    examine(visitor)


def test_a_deal_of_classic_pitch_can_be_recorded_with_all_dealt_hands(owner: Taps, api: httpx.Client) -> None:
    """Every hand is recorded when it is dealt. Then the page offers each player the cards of their hand."""
    owner.start(THREE, system="Auction Pitch (Bicycle)")
    owner.find("#seats details > summary").tap()
    owner.seat("Ann").tap()  # records nothing now, because the hands are entered
    for name, cards in CLASSIC_HANDS.items():
        owner.find(f'#seats [data-do="aim"]:has-text("{name}")').tap()
        for card in cards.split():
            owner.find(f'#seats [data-card="{card}"]').tap()
    owner.find('#seats [data-do="pad"][data-field="hands"]').tap()
    expect(owner.find('#seats [data-do="aim"]')).to_have_text(["Ann 6 of 6", "Bob 6 of 6", "Cyd 6 of 6"])
    owner.find('#seats [data-do="pad"][data-field="stock"]').tap()
    expect(owner.find("#seats [data-card=KH]")).to_have_accessible_name("K♥\ufe0eH king of hearts, given to Bob")
    examine(owner)
    records(owner, "Deal")

    bids(owner, "Bob", 2)
    for name in ("Cyd", "Ann"):
        passes(owner, name)
    expect(owner.find("#turn")).to_have_text("Bob pitches: the suit is trump")
    expect(owner.find('#seats [data-card="AH"]')).to_have_accessible_name("A♥\ufe0eH ace of hearts, not expected here")
    plays(owner, THREE, CLASSIC_TRICKS)
    expect(owner.find("#last-round")).to_have_text(
        "Deal 1: Bob made 2 in hearts (Bob: high, jack; Cyd: low; Ann: game); Ann +1, Bob +2, Cyd +1."
    )
    agree(owner, api, {"Ann": 1, "Bob": 2, "Cyd": 1})


def test_an_auction_and_a_trick_can_be_recorded_by_keyboard(keyboard: Keys) -> None:
    keyboard.start(FOUR, system="Auction Pitch (Bicycle)")
    keyboard.choose_seat("Ann")
    stored(keyboard, "Ann deals")
    keyboard.enter_number(2)
    stored(keyboard, "Bob bids 2")
    for name in ("Cyd", "Dan", "Ann"):
        presses(keyboard, '#seats [data-do="say"][data-type="BidPassed"]')
        stored(keyboard, f"{name} passes")
    for name, card in zip(["Bob", "Cyd", "Dan", "Ann"], ["KH", "2H", "JH", "9C"], strict=True):
        keyboard.enter_card(card)
        stored(keyboard, f"{name} plays the ")
    expect(keyboard.seat("Bob").locator(".held")).to_contain_text("Tricks 1")


def test_smear_can_be_recorded_by_stating_the_result_of_each_deal(owner: Taps, api: httpx.Client) -> None:
    """Only maker, bid, trump and the winner of each point are recorded. After one such deal the page asks for the next."""
    owner.start(FOUR, system="Ten-point partnership Smear")
    owner.find('#seats [data-do="act"][data-type="DealStated"]').tap()
    examine(owner)
    made = dict.fromkeys(["high", "low", "jack", "off_jack", "high_joker", "game", "trey"], "Bob")
    states(owner, "Bob", 6, "H", {**made, "low_joker": "Cyd"})
    expect(owner.find("#last-round")).to_have_text(
        "Deal 1: Bob made 6 in hearts (Bob and Dan: high, low, jack, off jack, high joker, game, trey; Ann and Cyd: low joker); "
        "Ann +1, Bob +9, Cyd +1, Dan +9."
    )
    states(owner, "Cyd", 8, "S", {**made, "trey": "Ann", "game": "Dan"})
    expect(owner.find("#last-round")).to_have_text(
        "Deal 2: Cyd was set at 8 in spades (Bob and Dan: high, low, jack, off jack, high joker, game; Ann and Cyd: trey); "
        "Ann −8, Bob +6, Cyd −8, Dan +6."
    )
    states(owner, "Dan", 7, "C", {**made, "low_joker": "Dan"})
    expect(owner.find("#turn")).to_have_text("Bob and Dan win.")
    agree(owner, api, {"Ann": -7, "Bob": 25, "Cyd": -7, "Dan": 25})


def test_classic_pitch_can_be_recorded_by_stating_the_result_of_each_deal(owner: Taps, api: httpx.Client) -> None:
    owner.start(THREE, system="Auction Pitch (Bicycle)")
    owner.find('#seats [data-do="act"][data-type="DealStated"]').tap()
    states(owner, "Bob", 2, "H", {"high": "Bob", "low": "Cyd", "jack": "Bob", "game": "Ann"})
    expect(owner.find("#last-round")).to_have_text(
        "Deal 1: Bob made 2 in hearts (Bob: high, jack; Cyd: low; Ann: game); Ann +1, Bob +2, Cyd +1."
    )
    states(owner, "Cyd", 3, "D", {"high": "Cyd", "low": "Ann", "game": "Ann"})
    expect(owner.find("#last-round")).to_have_text("Deal 2: Cyd was set at 3 in diamonds (Cyd: high; Ann: low, game); Ann +2, Cyd −3.")
    agree(owner, api, {"Ann": 3, "Bob": 2, "Cyd": -2})

    owner.find('#seats [data-do="act"][data-type="CardsDealt"]').tap()
    owner.seat("Ann").tap()
    expect(owner.find("#where")).to_contain_text("Auction")


def test_a_half_typed_result_says_what_it_lacks_and_is_there_again_after_the_page_was_left(owner: Taps) -> None:
    """The button is filled only when all is entered that the game counts."""
    owner.start(THREE, system="Auction Pitch (Bicycle)")
    owner.find('#seats [data-do="act"][data-type="DealStated"]').tap()
    record, lacks = owner.find('#seats [data-do="commit"]'), owner.find("#seats .lacks")
    expect(lacks).to_have_text("Still to enter: maker, bid and high.")
    owner.seat("Bob").tap()
    owner.find('#seats [data-number="2"]').tap()
    expect(lacks).to_have_text("Still to enter: high.")
    expect(record).to_have_attribute("aria-disabled", "true")
    owner.find('#seats [data-do="give"][data-word="high"]:has-text("Bob")').tap()
    owner.page.reload()
    expect(lacks).to_have_text("Not entered: trump, low, jack and game. Leave out what nobody made.")
    expect(record).to_have_class("wide")
    expect(owner.seat("Bob")).to_have_attribute("aria-pressed", "true")
    owner.find('#seats [data-word="H"]').tap()
    for point in ("low", "jack", "game"):
        owner.find(f'#seats [data-do="give"][data-word="{point}"]:has-text("Cyd")').tap()
    expect(lacks).to_have_count(0)
    expect(record).to_have_class("primary wide")
    records(owner, "Result of a deal")
    expect(owner.find("#last-round")).to_contain_text("Deal 1: Bob")
    owner.page.reload()
    expect(owner.find("#seats .deal-result")).to_be_visible()


def test_the_result_of_a_deal_can_be_entered_at_any_moment_of_the_deal(owner: Taps) -> None:
    """While players bid and play, too; the form still asks first for what play waits for."""
    owner.start(THREE, system="Auction Pitch (Bicycle)")
    owner.seat("Ann").tap()
    chip = owner.find('#seats [data-do="act"][data-type="DealStated"]')
    expect(chip).to_have_attribute("aria-pressed", "false")
    bids(owner, "Bob", 2)
    owner.find('#seats [data-do="say-all"]').tap()
    owner.find('#seats [data-card="KH"]').tap()
    stored(owner, "Bob plays the king of hearts")
    chip.tap()
    expect(owner.find("#turn")).to_have_text("Deal 1: how did it go?")
    owner.find('#seats [data-do="give"][data-word="high"]:has-text("Bob")').tap()
    records(owner, "Result of a deal")
    expect(owner.find("#last-round")).to_contain_text("Deal 1: Bob")


def test_the_page_asks_only_for_the_results_of_deals_after_one_deal_was_stated(owner: Taps) -> None:
    """The page no longer asks who deals: not for the next deal, and not after a reload."""
    owner.start(THREE, system="Auction Pitch (Bicycle)")
    expect(owner.find("#turn")).to_have_text("Who deals first?")
    owner.find('#seats [data-do="act"][data-type="DealStated"]').tap()
    expect(owner.find("#turn")).to_have_text("Deal 1: who made the bid?")
    states(owner, "Bob", 2, "H", {"high": "Bob", "low": "Cyd", "jack": "Bob", "game": "Ann"})
    expect(owner.find("#turn")).to_have_text("Deal 2: who made the bid?")
    expect(owner.find("#seats .turn")).to_have_count(0)
    owner.page.reload()
    expect(owner.find("#turn")).to_have_text("Deal 2: who made the bid?")
    owner.find('#seats [data-do="act"][data-type="CardsDealt"]').tap()
    expect(owner.find("#turn")).to_have_text("Who deals first?")


def test_one_tap_records_a_pass_and_one_the_passes_of_all_others_and_nothing_moves(owner: Taps, api: httpx.Client) -> None:
    owner.start(["Ann", "Bob", "Cyd", "Dan"], system="Auction Pitch (Bicycle)")
    owner.seat("Ann").tap()
    expect(owner.find('#seats [data-do="say-all"]')).to_have_text("All others pass")  # the dealer must bid
    undo, pad = owner.find("#undo"), owner.find("#seats .pad")
    bids(owner, "Bob", 2)
    before = [place.bounding_box() for place in (undo, pad)]
    passes(owner, "Cyd")
    assert [place.bounding_box() for place in (undo, pad)] == before
    owner.find('#seats [data-do="say-all"]').tap()
    stored(owner, "Ann passes")
    expect(owner.find("#turn")).to_contain_text("Bob pitches")
    events = api.get(f"/games/{owner.game}/events").json()["events"]
    assert [event["data"].get("seat") for event in events if event["type"] == "BidPassed"] == [2, 3, 0]
    undo.tap()
    stored(owner, "Cyd passes")  # one tap takes back what one tap recorded


def test_one_tap_records_an_exchange_in_which_the_rules_leave_no_choice(owner: Taps, api: httpx.Client) -> None:
    """Ten-point Smear: the maker takes the stock, and everybody throws down to six cards. Undo takes all of it back with one tap."""
    owner.start(FOUR, system="Ten-point partnership Smear")
    owner.seat("Ann").tap()
    bids(owner, "Bob", 6)
    owner.find('#seats [data-do="say-all"]').tap()
    stored(owner, "Ann passes")
    owner.find('#seats [data-word="H"]').tap()
    stored(owner, "Bob names hearts")
    examine(owner)
    owner.find("#seats .foot button", has_text="Everybody took and threw as the rules say").tap()
    expect(owner.seat("Bob")).to_contain_text("to play")
    events = api.get(f"/games/{owner.game}/events").json()["events"]
    assert [(event["type"], event["data"]["count"]) for event in events[-5:]] == [
        ("StockTaken", 14),
        *(("CardsDiscarded", count) for count in (18, 4, 4, 4)),
    ]
    owner.find("#undo").tap()
    stored(owner, "Bob names hearts")
    owner.find("#undo").tap()
    stored(owner, "Ann passes")


def test_a_doubled_bid_can_be_recorded_on_the_page(owner: Taps, api: httpx.Client) -> None:
    """With the house rule for doubling (PI-29), a double can be stated with the result of a deal, or tapped after a bid."""
    opens_doubling(owner, THREE)
    owner.find('#seats [data-do="act"][data-type="DealStated"]').tap()
    owner.find('#seats select[data-field="doubled"]').select_option("yes")
    examine(owner)
    states(owner, "Bob", 3, "H", {"high": "Bob", "low": "Cyd", "game": "Ann"})
    expect(owner.find("#last-round")).to_have_text(
        "Deal 1: Bob was set at 3 in hearts, doubled (Bob: high; Cyd: low; Ann: game); Ann +1, Bob −6, Cyd +1."
    )
    agree(owner, api, {"Ann": 1, "Bob": -6, "Cyd": 1})

    owner.find('#seats [data-do="act"][data-type="CardsDealt"]').tap()
    owner.seat("Ann").tap()
    bids(owner, "Bob", 2)
    owner.find('#seats [data-do="act"][data-type="BidDoubled"]').tap()
    owner.seat("Ann").tap()
    examine(owner)
    records(owner, "Double the bid")
    stored(owner, "Ann doubles the bid")
    expect(owner.seat("Bob")).to_contain_text("2, doubled")
    passes(owner, "Cyd")


# --- test steps --------------------------------------------------------------------------------------------------------------------------


def opens_doubling(owner: Taps, players: Sequence[str]) -> None:
    owner.go("/games/new")
    owner.pick("pitch-auction-classic")
    expect(owner.find("#rules .spoken")).to_have_text(" of Auction Pitch (Bicycle)")
    owner.find("#house-rules > summary").tap()
    owner.find("#options > details > summary").tap()
    owner.find("#option-doubling").check()
    for number in range(owner.find("#seats .seat-row").count() - 1, len(players) - 1, -1):
        owner.find(f'[data-do="remove"][data-seat="{number}"]').tap()
    for number, name in enumerate(players):
        owner.find(f"#name-{number}").fill(name)
    owner.find("#send").tap()
    expect(owner.find("#turn")).to_have_text("Who deals first?")


def bids(owner: Taps, name: str, amount: int) -> None:
    """Tap the number of the bid while it is this player's turn to call."""
    expect(owner.seat(name)).to_contain_text("to bid")
    owner.find(f'#seats [data-number="{amount}"]').tap()
    stored(owner, f"{name} bids {amount}")


def passes(owner: Taps, name: str) -> None:
    expect(owner.seat(name)).to_contain_text("to bid")
    owner.find('#seats [data-do="say"][data-type="BidPassed"]').tap()
    stored(owner, f"{name} passes")


def plays(owner: Taps, names: Sequence[str], tricks: Sequence[tuple[str, str]]) -> None:
    for leader, cards in tricks:
        first = names.index(leader)
        for name, card in zip([*names[first:], *names[:first]], cards.split(), strict=True):
            expect(owner.seat(name)).to_have_class("seat turn")
            owner.find(f'#seats [data-card="{card}"]').tap()
            stored(owner, f"{name} plays the ")


def names_cards(owner: Taps, field: str, cards: str) -> None:
    """Open the long form of the act and tap the cards. The short form asks only how many cards there are."""
    owner.find('#seats [data-do="more"]').tap()
    owner.page.context.set_offline(True)
    expect(owner.find("#connection")).to_have_attribute("data-state", "waiting")
    owner.page.context.set_offline(False)
    expect(owner.find("#connection")).to_have_attribute("data-state", "live")
    owner.find(f'#seats [data-do="pad"][data-field="{field}"]').tap()
    for card in cards.split():
        owner.find(f'#seats [data-card="{card}"]').tap()


def presses(keyboard: Keys, button: str) -> None:
    keyboard.reach(button)
    keyboard.press("Enter")


def states(owner: Taps, maker: str, bid: int, trump: str, points: Mapping[str, str]) -> None:
    """State the next deal. The result of the deal before it is put away first."""
    if owner.find("#seats .deal-result").count():
        owner.find("#seats .next-deal").tap()
    expect(owner.find('#seats [data-do="act"][data-type="DealStated"]')).to_have_attribute("aria-pressed", "true")
    owner.seat(maker).tap()
    owner.find(f'#seats [data-number="{bid}"]').tap()
    owner.find(f'#seats [data-word="{trump}"]').tap()
    for point, name in points.items():
        owner.find(f'#seats [data-do="give"][data-word="{point}"]:has-text("{name}")').tap()
    records(owner, "Result of a deal")


def records(owner: Taps, label: str) -> None:
    owner.find(f'#seats .foot button:not([aria-disabled]):has-text("Record it: {label}")').tap()


def stored(visitor: Visitor, line: str) -> None:
    expect(visitor.find("#undo")).to_contain_text(line)


def agree(owner: Taps, api: httpx.Client, scores: dict[str, int]) -> None:
    """Expect these scores on the felt, from the API and in the exported file. Expect no finding, and every step in the replay."""
    for name, score in scores.items():
        expect(owner.seat(name).locator(".score")).to_have_text(f"{signed(score)} point" + ("" if score == 1 else "s"))
    expect(owner.find("#findings-list")).to_have_text("Nothing found against the rules.")
    state = api.get(f"/games/{owner.game}").json()
    named = {str(each["seat"]): each["name"] for each in state["seats"]}
    assert {named[seat]: score for seat, score in state["outcome"]["scores"].items()} == scores
    transcript = transcript_of(api.get(f"/games/{owner.game}/export?format=json").content)
    outcome = transcript.system.outcome(read(transcript.system, transcript.events).table)
    assert {named[str(seat)]: score for seat, score in outcome.scores.items()} == scores
    here = owner.page.url
    owner.go(f"/games/{owner.game}/replay")
    expect(owner.find("#where")).to_contain_text(f"Step {state['version'] - 1} of {state['version'] - 1}")
    examine(owner)
    owner.page.goto(here)
    expect(owner.find("#history-count")).to_have_text(str(state["version"]))  # waits until the form has loaded the record
