"""Drops the prompts and choices after which no deal of the cards would fit the record: what an unrecorded hand may do can leave too few
trumps, or too many, for the other hands. The search for a deal runs only if quick sums (`binds`) cannot show that a deal fits."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import SUITS
from domain.kernel.events import EVENT_TYPES, Act, CardPlayed, Event, EventId, TokenId
from domain.kernel.shapes import Fault
from domain.kernel.values import replace
from domain.system import Prompt
from domain.systems.pitch.breaches.play import check_played
from domain.systems.pitch.play.table import Pitch, following
from domain.systems.pitch.proofs import binds, leaves_a_deal
from domain.tricks.following import Void, denied
from domain.tricks.pack import TRUMP
from domain.tricks.play import denying
from domain.tricks.prompts import may_hold

_TRIED: Final = {"CardPlayed": "card", "CardsDiscarded": "count", "StockTaken": "count"}
"""For each type of act, the field whose choices are tried one by one."""
_REVOKE: Final = Void(0, "revoke")
_AT_ONCE: Final = frozenset({"CardPlayed", "CardsDiscarded", "StockTaken", "OutDeclared"})


def only_possible(table: Pitch, prompts: Iterable[Prompt]) -> tuple[Prompt, ...]:
    """Return the prompts without the choices that no deal of the cards allows. A prompt without choices left is dropped. If play cannot go
    on with the prompts that are left, the record needs a correction: then all prompts are returned unchanged."""
    asked = tuple(prompts)
    left = tuple(_left(table, asked))
    goes_on = any(prompt.expected and not prompt.doubtful for prompt in left)
    return left if goes_on or len(left) == len(asked) else asked


def _left(table: Pitch, prompts: Iterable[Prompt]) -> Iterator[Prompt]:
    for prompt in prompts:
        if prompt.type not in _AT_ONCE or not _may_bind(table, prompt):
            yield prompt
            continue
        ask = next((ask for ask in prompt.asks if ask.field == _TRIED.get(prompt.type)), None)
        if ask is None:
            if _possible(table, prompt, {}):
                yield prompt
            continue
        choices = tuple([choice for choice in ask.choices if _possible(table, prompt, {ask.field: choice})])
        if not choices and prompt.type == "CardPlayed" and prompt.seat is not None:  # try other cards that the hand may have
            others = [card for card in may_hold(table.deal, prompt.seat) if card not in ask.choices]
            choices = tuple([card for card in others if _possible(table, prompt, {ask.field: card}, alone=True)])
        if choices:
            narrowed = replace(ask, choices=choices, likely=tuple([choice for choice in ask.likely if choice in choices]))
            yield replace(prompt, asks=tuple([narrowed if other is ask else other for other in prompt.asks]))


def _may_bind(table: Pitch, prompt: Prompt) -> bool:
    """Whether some answer to the prompt may make every deal of the cards impossible. If True, each answer must still be tried."""
    deal, seat = table.deal, prompt.seat
    if prompt.type != "CardPlayed" or deal.trump is None:
        return True
    if deal.called is not None and not deal.tricks and "called_card_first" in table.rules.house:
        return True
    rules, led = following(table, deal), deal.led
    suits = [suit for played in (TRUMP, *SUITS) for suit in denied(rules, led, played)]
    return binds(table, replace(deal, voids=denying(deal, () if seat is None else (seat,), suits, _REVOKE)), margin=1)


def _possible(table: Pitch, prompt: Prompt, chosen: dict[str, Json], *, alone: bool = False) -> bool:
    """Whether some deal of the cards fits the record after the prompted act with `chosen`. `alone`: whether the card must be legal, too."""
    faults: list[Fault] = []
    act: Act = EVENT_TYPES[prompt.type].shape.read({**prompt.given, **chosen}, "", faults)  # type: ignore[assignment]
    if faults:
        return True
    event = Event(10**9, EventId(""), act, TokenId(""), 0, 0, 0)
    wrong = alone and isinstance(act, CardPlayed) and check_played(table, event, act)
    return not wrong and leaves_a_deal(table, event)
