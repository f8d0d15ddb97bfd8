"""How many taps it takes to record, on a phone: never more than a scorekeeper can keep up with. Taps are counted as clicks of the page."""

from collections.abc import Callable, Sequence

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.games import link, say
from tests.browser.test_box import EXAMPLES, lays
from tests.browser.test_pitch import CLASSIC_TRICKS, SMEAR_TRICKS, bids, plays, states, stored
from tests.browser.test_questions import Counted
from tests.ops.serving import Serving

FOUR = ["Ann", "Bob", "Cyd", "Dan"]
DEAL = ("CardsDealt", {"dealer": 0})


@pytest.fixture
def phone(come: Come, product: Serving, api: httpx.Client) -> Callable[..., Counted]:
    """A function that starts a game and opens its page. From then on, taps are counted. `acts`: what is recorded before."""

    def opens(system: str, names: Sequence[str], *acts: tuple[str, object]) -> Counted:
        game = str(api.post("/games", json={"system": system, "seats": [{"name": name} for name in names]}).json()["game"])
        if acts:
            say(api, game, *acts)
        visitor: Counted = come(Counted, token=link(api, game, "record"))
        visitor.go(f"/games/{game}")
        expect(visitor.find("#connection")).to_contain_text("Live")
        visitor.count()
        return visitor

    return opens


def test_a_hand_of_high_card_takes_at_most_twelve_taps(phone: Callable[..., Counted]) -> None:
    owner = phone("high-card", ["Ann", "Bob", "Cyd"], ("OpenerChosen", {"seat": 0}))
    for name, call, card in (("Ann", "highest", "KH"), ("Bob", "lowest", "2C"), ("Cyd", "middle", "9D")):
        owner.place(name, call, card)
        expect(owner.seat(name)).to_contain_text(call)
    owner.find('#seats [data-do="commit"]:not([aria-disabled])').tap()
    expect(owner.find("#where")).to_contain_text("hand 2")
    assert owner.taps <= 12


def test_a_deal_of_classic_pitch_takes_at_most_26_taps(phone: Callable[..., Counted]) -> None:
    """For three players: a bid, two passes with one tap, eighteen cards."""
    names = ["Ann", "Bob", "Cyd"]
    owner = phone("pitch-auction-classic", names, DEAL)
    bids(owner, "Bob", 2)
    owner.find('#seats [data-do="say-all"]').tap()
    stored(owner, "Ann passes")
    plays(owner, names, CLASSIC_TRICKS)
    expect(owner.find("#seats .deal-result")).to_be_visible()
    assert owner.taps == 1 + 1 + 18


def test_a_deal_of_smear_takes_at_most_32_taps(phone: Callable[..., Counted]) -> None:
    """A bid, three passes with one tap, trump, the exchange with one tap, 24 cards."""
    owner = phone("smear-ten-point", FOUR, DEAL)
    bids(owner, "Bob", 6)
    owner.find('#seats [data-do="say-all"]').tap()
    stored(owner, "Ann passes")
    owner.find('#seats [data-word="H"]').tap()
    stored(owner, "Bob names hearts")
    owner.find('#seats .foot [data-do="say-all"]').tap()
    stored(owner, "Ann throws 4 cards")
    plays(owner, FOUR, SMEAR_TRICKS)
    expect(owner.find("#seats .deal-result")).to_be_visible()
    assert owner.taps == 1 + 1 + 1 + 1 + 24


def test_a_deal_of_spades_takes_56_taps_and_the_next_one_begins_with_one(phone: Callable[..., Counted]) -> None:
    owner = phone("spades-standard", FOUR, ("CardsDealt", {"dealer": 3}))
    for name, amount in (("Ann", 4), ("Bob", 3), ("Cyd", 3), ("Dan", 1)):
        bids(owner, name, amount)
    suits = dict(zip(FOUR, "SHDC", strict=True))
    for rank in "A23456789TJQK":
        for name, suit in suits.items():
            expect(owner.seat(name)).to_contain_text("to play")
            owner.find(f'#seats [data-card="{rank}{suit}"]').tap()
    expect(owner.find("#seats .deal-result")).to_be_visible()
    assert owner.taps == 4 + 52
    owner.find("#seats .next-deal").tap()
    expect(owner.seat("Bob")).to_contain_text("to bid")
    assert owner.taps == 57


def test_a_stated_deal_of_classic_pitch_takes_at_most_eight_taps(phone: Callable[..., Counted]) -> None:
    owner = phone("pitch-auction-classic", ["Ann", "Bob", "Cyd"])
    owner.find('#seats [data-do="act"][data-type="DealStated"]').tap()
    states(owner, "Bob", 2, "H", {"high": "Bob", "low": "Cyd", "game": "Ann"})
    expect(owner.find("#seats .deal-result")).to_be_visible()
    assert owner.taps <= 8


@pytest.mark.parametrize("example", ["bx-01"])
def test_a_round_of_box_takes_one_tap_for_each_card(phone: Callable[..., Counted], example: str) -> None:
    played, expected = EXAMPLES[example]["input"], EXAMPLES[example]["expected"]
    owner = phone("box", played["seats"], ("OpenerChosen", {"seat": played["seats"].index(played["leader"])}))
    for number, (action, name) in enumerate(zip(played["actions"], expected["turn_order"], strict=True)):
        expect(owner.seat(name)).to_have_class("seat turn")
        lays(owner, action, leads=number == 0)
    expect(owner.find("#last-round")).to_contain_text("won the round")
    assert owner.taps <= 2 * len(played["actions"])


def test_a_step_of_a_run_of_higher_or_lower_takes_one_tap_for_each_act(phone: Callable[..., Counted]) -> None:
    owner = phone("hi-lo-casino", ["Ann", "Bob"])
    acts = [
        ('[data-number="20"]', "Ann stakes 20 units"),
        ('[data-card="7S"]', "The base is the seven of spades"),
        ('[data-word="higher"]', "Ann guesses higher"),
        ('[data-card="9D"]', "The hidden card is turned: the nine of diamonds"),
        ('[data-type="UnitsCollected"]', "Ann collects 34 units"),
    ]
    for button, line in acts:
        owner.find(f"#seats {button}").first.tap()
        stored(owner, line)
    assert owner.taps == len(acts)
