"""A made-up game of tricks (tests/domain/tricks/plain.py) is recorded, followed and replayed on the pages. The product knows nothing of
this game except its `System`. `plain/sitecustomize.py` registers the system in all processes of this product, and in no others."""

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from domain.kernel.cards import Card
from domain.systems import SYSTEMS
from tests.browser.conftest import DESKTOP, Come
from tests.browser.games import say
from tests.browser.test_accessible import examine
from tests.browser.visitor import Taps, Visitor
from tests.domain.tricks.plain import CARDS, PLAIN
from tests.ops.serving import Serving, configured, serving
from tests.waiting import WITHIN, until

FOUR = ["Ann", "Bob", "Cyd", "Dan"]
HANDS = {seat: CARDS[seat::4] for seat in range(4)}
"""The pack in order, dealt one by one: AS TS 6S 2S JH … to Ann, KS 9S 5S AH TH … to Bob."""
TAPPED = {"AS": "ace", "KS": "king", "QS": "queen", "JS": "jack", "2S": "2", "9S": "9"}
"""The spades that are recorded through the page, each with its rank in the words of the page. Ann wins the first trick. In the second, Ann
leads the 2, and Bob plays the 9."""
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A product whose processes know the made-up game."""
    folder = tmp_path_factory.mktemp("plain")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", os.pathsep.join(map(str, (HERE / "plain", HERE.parent.parent))))
        with serving(configured(folder / "data"), folder / "printed") as server:
            yield server


@pytest.fixture(scope="module")
def api(product: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{product.url}/api/v1", headers={"Authorization": f"Bearer {product.owner()}"}, timeout=WITHIN) as client:
        yield client


def test_a_made_up_game_of_tricks_is_recorded_followed_and_replayed_on_the_pages(owner: Taps, come: Come, api: httpx.Client) -> None:
    assert PLAIN.slug not in SYSTEMS, "only the processes of the product know it"
    opens(owner)
    stranger: Visitor = come(size=DESKTOP)
    stranger.go(f"/games/{owner.game}")
    expect(stranger.find("#connection")).to_have_text("Live")

    deals(owner, "Dan")
    for name, card in zip([*FOUR, *FOUR], TAPPED, strict=False):
        plays(owner, stranger, name, card)
    for visitor in (owner, stranger):
        expect(visitor.find("#deal")).to_have_text("hearts are trump · dealer Dan")
        expect(visitor.find("#where")).to_contain_text("Round 1, trick 2")
        expect(visitor.seat("Ann").locator(".held")).to_contain_text("Hand 11, Tricks 1")
        expect(visitor.seat("Cyd")).to_contain_text("to play")
        examine(visitor)
    expect(stranger.find(".lies .playing")).to_have_count(2)

    finish(api, owner.game)
    for visitor in (owner, stranger):
        expect(visitor.find("#turn")).to_have_text("Ann and Cyd win.")
        shows_scores(visitor)
        expect(visitor.find("#findings-list")).to_have_text("Nothing found against the rules.")
        replays(visitor, owner.game)
    validated(api, owner.game)


# --- test steps ---------------------------------------------------------------------------------------------------------------------------


def opens(owner: Taps) -> None:
    """Open a public game. Hearts are trumps. The target is 1, so the game ends after one deal. The form shows suits by name."""
    owner.go("/games/new")
    owner.pick(PLAIN.slug)
    expect(owner.find("#summary")).to_have_text(f"{PLAIN.summary} For 4 players.")
    expect(owner.find("#partners")).to_have_text("Partners: 1 and 3 against 2 and 4.")
    for number, name in enumerate(FOUR):
        owner.find(f"#name-{number}").fill(name)
    owner.find("#house-rules > summary").tap()
    expect(owner.find("#option-trump option")).to_have_text(["Spades", "Hearts", "Diamonds", "Clubs"])
    owner.find("#option-trump").select_option(label="Hearts")
    owner.find("#option-target").fill("1")
    owner.find("#visibility").select_option("public")
    examine(owner)
    owner.find("#send").tap()
    expect(owner.find("#rules li")).to_have_text(["Trump: hearts.", "Target: 1."])


def deals(owner: Taps, name: str) -> None:
    expect(owner.find("#turn")).to_have_text("Who deals first?")
    owner.seat(name).tap()
    expect(owner.find("#undo")).to_contain_text(f"{name} deals")


def plays(owner: Taps, stranger: Visitor, name: str, card: str) -> None:
    """Play a card through the page when it is this player's turn. The stranger sees the turn and the card."""
    expect(owner.find("#turn")).to_have_text(f"{name} plays")
    expect(stranger.find("#turn")).to_have_text(f"{name} to play.")
    owner.find(f'#seats [data-card="{card}"]').tap()
    expect(owner.find("#undo")).to_contain_text(f"{name} plays the ")
    expect(stranger.seat(name)).to_contain_text(f"{TAPPED[card]} of spades")
    expect(stranger.card(name)).to_have_attribute("data-face", card)


def finish(api: httpx.Client, game: str) -> None:
    """Record the other cards of `HANDS` over HTTP. Each player plays the first card of their hand that is among the choices of the prompt,
    or the first card of their hand if no card is among the choices."""
    hands: dict[int, list[Card]] = {seat: [card for card in cards if card not in TAPPED] for seat, cards in HANDS.items()}
    while prompts := api.get(f"/games/{game}").json()["prompts"]:
        seat, [ask] = prompts[0]["seat"], prompts[0]["asks"]
        card = next((card for card in hands[seat] if card in ask["choices"]), hands[seat][0])
        hands[seat].remove(card)
        say(api, game, ("CardPlayed", {"seat": seat, "card": card}))
    assert not any(hands.values())


def replays(visitor: Visitor, game: str) -> None:
    """Look at the end of the replay: the result, the last trick without its last card, and the whole trick before it."""
    visitor.go(f"/games/{game}/replay")
    expect(visitor.find("#where")).to_contain_text("Step 53 of 53 · entry 54 · Round 1 · Game over")
    expect(visitor.find("#said")).to_contain_text("Dan plays the two of clubs")
    expect(visitor.find("#last-round")).to_contain_text("The point of deal 1 went to Ann. Result: seen")
    expect(visitor.find("#rounds td")).to_have_text(["+1", "total 1", "0", "total 0", "The point of deal 1 went to Ann."])
    shows_scores(visitor)
    examine(visitor)
    visitor.find("#words > summary").click()
    for step, cards in ((52, "543"), (49, "9876")):
        visitor.find("#steps button").nth(step).click()
        expect(visitor.find("#where")).to_contain_text(f"Step {step} of 53")
        expect(visitor.find("#deal")).to_have_text("hearts are trump · dealer Dan")
        lying = {str(each.get_attribute("data-face")) for each in visitor.find(".lies .playing").all()}
        assert lying == {f"{card}C" for card in cards}


def shows_scores(visitor: Visitor) -> None:
    for name, score in zip(FOUR, ("1 point", "0 points", "1 point", "0 points"), strict=True):
        expect(visitor.seat(name).locator(".score")).to_have_text(score)
    assert visitor.names(".won") == ["Ann", "Cyd"]


def validated(api: httpx.Client, game: str) -> None:
    """Wait until the worker has validated the whole record, and found nothing."""
    until(lambda: api.get(f"/games/{game}/findings").json()["validated"] == 54)
    verdict = api.get(f"/games/{game}/findings").json()
    assert (verdict["parked"], verdict["findings"]) == (None, [])
