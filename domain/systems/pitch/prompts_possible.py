"""Of what a table of Pitch waits for, what leaves a deal of the cards possible: where hands are not recorded, a count or a card can be
legal for its player and yet leave too few trumps, or too many, for the others.

Asked for as `proofs` asks: only where something may bind.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import SUITS
from domain.kernel.events import EVENT_TYPES, Act, CardPlayed, Event, EventId, TokenId
from domain.kernel.shapes import Fault
from domain.kernel.values import replace
from domain.system import Prompt
from domain.systems.pitch.breaches_play import check_played
from domain.systems.pitch.following import denied
from domain.systems.pitch.narrow import binds
from domain.systems.pitch.pack import TRUMP
from domain.systems.pitch.play import denying
from domain.systems.pitch.prompts_exchange import may_hold
from domain.systems.pitch.proofs import leaves_a_deal
from domain.systems.pitch.table import Pitch, Void

_TRIED: Final = {"CardPlayed": "card", "CardsDiscarded": "count", "StockTaken": "count"}
"""By type of act, the field whose choices are tried one by one."""
_REVOKE: Final = Void(0, "revoke")
_AT_ONCE: Final = frozenset({"CardPlayed", "CardsDiscarded", "StockTaken", "OutDeclared"})


def only_possible(table: Pitch, prompts: Iterable[Prompt]) -> tuple[Prompt, ...]:
    """The prompts with the choices that leave some deal, and without those that leave none whatever is chosen. All of them as they were
    where play could not go on otherwise: the record is to be put right, and nobody can tell how."""
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
        if not choices and prompt.type == "CardPlayed" and prompt.seat is not None:  # then that hand had to do otherwise
            others = [card for card in may_hold(table.deal, prompt.seat) if card not in ask.choices]
            choices = tuple([card for card in others if _possible(table, prompt, {ask.field: card}, alone=True)])
        if choices:
            narrowed = replace(ask, choices=choices, likely=tuple([choice for choice in ask.likely if choice in choices]))
            yield replace(prompt, asks=tuple([narrowed if other is ask else other for other in prompt.asks]))


def _may_bind(table: Pitch, prompt: Prompt) -> bool:
    """Whether some card could leave no deal, whichever it is."""
    deal, seat = table.deal, prompt.seat
    if prompt.type != "CardPlayed" or deal.trump is None:
        return True
    if deal.called is not None and not deal.tricks and "called_card_first" in table.rules.house:
        return True
    led = deal.pack.suit_of.get(deal.plays[0].card) if deal.plays else None
    suits = [suit for played in (TRUMP, *SUITS) for suit in denied(table.rules, led, played, first_trick=not deal.tricks)]
    return binds(table, replace(deal, voids=denying(deal, () if seat is None else (seat,), suits, _REVOKE)), margin=1)


def _possible(table: Pitch, prompt: Prompt, chosen: dict[str, Json], *, alone: bool = False) -> bool:
    """Whether the act leaves some deal, and, if `alone` is asked for too, is not wrong by itself."""
    faults: list[Fault] = []
    act: Act = EVENT_TYPES[prompt.type].shape.read({**prompt.given, **chosen}, "", faults)  # type: ignore[assignment]
    if faults:
        return True
    event = Event(10**9, EventId(""), act, TokenId(""), 0, 0, 0)
    wrong = alone and isinstance(act, CardPlayed) and check_played(table, event, act)
    return not wrong and leaves_a_deal(table, event)
