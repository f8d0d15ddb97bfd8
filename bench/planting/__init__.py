"""The breaches that bench/strength.py plants, by family: one row for each. Each row has a function. The function gets the table before the
breach, and returns the act that breaks a rule, or None if this breach is not possible at this table. The table knows every card."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from bench.planting import box, dealing, hi_lo, stock, throwing, tricks, turned
from domain.kernel.cards import JOKERS
from domain.kernel.events import Act

Plant = Callable[[Any, Random], Act | None]
"""A function that takes a table of one family and a source of random choices, and returns an act (see the module docstring)."""

PLANTS: Final[dict[str, dict[str, Plant]]] = {
    "pitch": {
        "revoke": tricks.revoke,
        "plain card": tricks.plain_card,
        "false out": tricks.false_out,
        "bid out of turn": tricks.out_of_turn,
        "card twice": tricks.card_twice,
        "wrong points claimed": tricks.wrong_points,
        "trump thrown": throwing.trump_thrown,
        "plain card kept": throwing.plain_kept,
        "point card thrown": throwing.point_thrown,
        "burned face down": throwing.burned_unseen,
        "pointless card kept": throwing.pointless_kept,
        "trump thrown in a search": throwing.trump_thrown_in_a_search,
        "pointless card rescued": throwing.pointless_rescued,
        "dealt in mid-play": throwing.dealt_too_early,
        "misdeal, right number": dealing.number_right,
        "misdeal, another hand": dealing.another_hand,
        "misdeal, part shown": dealing.part_shown,
        "part of the stock taken": stock.part_taken,
        "trump left in the stock": stock.trump_left,
        "plain card taken": stock.plain_taken,
        "drawn out of order": stock.out_of_order,
    },
    "spades": {
        "revoke": tricks.revoke,
        "bid out of turn": tricks.out_of_turn,
        "card twice": tricks.card_twice,
        "wrong tricks claimed": tricks.wrong_tricks,
        "misdeal, right number": dealing.number_right,
        "misdeal, another hand": dealing.another_hand,
    },
    "bid-whist": {
        "revoke": tricks.revoke,
        "joker too early": tricks.joker_too_early,
        "bid out of turn": tricks.out_of_turn,
        "card twice": tricks.card_twice,
        "wrong tricks claimed": tricks.wrong_books,
        "misdeal, right number": dealing.number_right,
        "misdeal, another hand": dealing.another_hand,
    },
    "hi-lo": {
        "base not allowed": hi_lo.base_not_allowed,
        "guess out of turn": hi_lo.guess_of_another,
        "too many units": hi_lo.wrong_units,
        "part not allowed": partial(hi_lo.wrong_units, part=True),
        "another card turned": hi_lo.another_turned,
        "card not in pack": hi_lo.joker_turned,
    },
    "high-card": {**turned.plants(turned.HIGH_CARD), "out of turn": turned.placed_out_of_turn},
    "high-card-low-card": turned.plants(turned.LOW_CARD),
    "one-up": turned.plants(turned.ONE_UP),
    "box": {
        "out of turn": box.out_of_turn,
        "card not in pack": partial(box.played, cards=lambda _: JOKERS),
        "card twice": partial(box.played, cards=lambda table: [play.card for play in table.centre]),
        "too high": partial(box.played, cards=box.too_high),
        "drawn without need": box.drawn_without_need,
        "drawn from another box": box.of_another_box,
        "no extra traded": box.no_extra_traded,
    },
}
