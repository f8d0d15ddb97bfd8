"""House rules. Each is a *patch*: a row that sets fields of a ruleset. The rules of a game are those of its variation, changed by the
chosen patches.

A patch that a variation offers may be chosen if the changed rules still keep all constraints of `ruleset`. Source: docs/rules/04_spades.md,
Rulings (column "Option?")."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.cards import JOKERS, Card
from domain.kernel.shapes import Fault, Flag, OneOf, Shape
from domain.rulesets import blamed
from domain.system import Option, Rules, Unplayable
from domain.systems.spades.ruleset import FIELDS, Ruleset, broken

Changes = dict[str, object]


class Patch(NamedTuple):
    """One house rule. `sets(rules, value)` returns the new values of the fields that the house rule changes; `rules` already has the
    patches above this one. `argument`: the shape of the value that a table chooses; None if the house rule is only on or off.
    `offers(rules)`: whether the variation with these rules offers the house rule."""

    name: str
    doc: str
    source: str
    sets: Callable[[Ruleset, Json], Changes]
    argument: Shape | None = None
    offers: Callable[[Ruleset], bool] = lambda _: True


def _flag(name: str, doc: str, source: str, **fields: object) -> Patch:
    return Patch(name, doc, source, lambda _, __: fields)


def _field(name: str, doc: str, source: str = "SP-1", argument: Shape | None = None) -> Patch:
    return Patch(name, doc, source, lambda _, value: {name: value}, argument or FIELDS[name].shape)


def _breaking(_: Ruleset, value: Json) -> Changes:
    return {"breaking": value, "broken_by": "n/a" if value == "none" else "trump_in_only"}


def _one_deuce(rules: Ruleset, _: Json) -> Changes:
    order = [card for card in rules.trump_order if card != "2D"]
    return {"trump_order": tuple(order)}


def _no_jokers(rules: Ruleset, _: Json) -> Changes:
    order = tuple(card for card in rules.trump_order if card not in JOKERS)
    return {"add": (), "remove": (Card("2C"),), "trump_order": order, "joker_rule": "n/a", "bid_max": 17}


def _team_bid(_: Ruleset, value: Json) -> Changes:
    return {"team_bid": value, "nil": 0} if value == "one" else {"team_bid": value}


def _in_teams(rules: Ruleset) -> bool:
    return rules.sides == "2x2"


# fmt: off
PATCHES: Final = (
    Patch("breaking", "Leading spades; only after one was played to another suit, or at any time.",
          "04 Variants", _breaking, OneOf(("none", "until_broken"))),
    _flag("any_spade_played", "Any spade opens spades; also one that only follows a led spade.", "SP-3", broken_by="any_spade_played"),
    Patch("no_jokers", "No jokers; the two of clubs leaves the pack, and everyone gets 17 cards.", "SP-8", _no_jokers,
          offers=lambda rules: rules.players == 3),
    Patch("one_deuce_high", "One high two; only the two of spades ranks above the ace.", "SP-4", _one_deuce,
          offers=lambda rules: rules.joker_rule != "n/a" and "2D" in rules.trump_order),
    Patch("big_joker_pull", "Pulling; when the high joker is led, everyone plays their highest trump.", "SP-5, SP-6, SP-13",
          lambda _, __: {"big_joker_pull": True}, offers=lambda rules: rules.joker_rule != "n/a"),
    _field("first_leader", "Who leads first; the player on the dealer's left, or the dealer.", "04 Schema"),
    _field("first_trick_trump", "Spades in the first trick; allowed, or not.", "04 Schema"),
    _flag("low_club", "Low clubs first; everyone plays the lowest club to the first trick, in any order, and the highest of them takes it.",
          "visithopkinsville.com", low_club=True, first_trick_trump="barred"),
    _flag("first_bids_itself", "First deal bids itself; nobody bids in it, and each trick brings the points of a trick bid.", "rta3.com",
          first_bids_itself=True),
    _field("bid_min", "Lowest bid; below it, only nil may be bid."),
    _field("bid_max", "Highest bid; at most the number of cards of a hand."),
    Patch("team_bid", "How the bids of a team count; added up, each for itself, or one number together and no nil.",
          "SP-1; columbuswhist.com", _team_bid, FIELDS["team_bid"].shape, _in_teams),
    Patch("team_bid_min", "Lowest bid of a team, the board; both partners together, unless one bids nil. With 0 there is none.",
          "cookoutspades.com", lambda _, value: {"team_bid_min": value}, FIELDS["team_bid_min"].shape, _in_teams),
    _field("per_bid_trick", "Points for a trick bid and made; ten as a rule."),
    _field("ten_bid", "Points for ten bid and made; in place of those for its tricks. With 0 it counts like any other bid.",
           "columbuswhist.com"),
    Patch("boston", "Points for all tricks, a Boston; a team that takes every trick gets at least these for its bid. With 0 nothing more.",
          "columbuswhist.com", lambda _, value: {"boston": value}, FIELDS["boston"].shape, _in_teams),
    Patch("boston_bid", "Points for all tricks bid and made; in place of those for its tricks. With 0 it counts like any other bid.",
          "cookoutspades.com", lambda _, value: {"boston_bid": value}, FIELDS["boston_bid"].shape, _in_teams),
    _flag("bags_not_scored", "Bags only counted; they neither bring nor cost points.", "clarksvillejuneteenth.com",
          bags="counted", overtrick=0, bag_limit=0),
    _field("overtrick", "Points for a bag; that is a trick more than the bid."),
    _field("set_loss_per_bid_trick", "Loss for each trick of a missed bid; ten as a rule."),
    _field("bag_limit", "Bags that cost a penalty; so many together. With 0 bags cost nothing."),
    _field("bag_penalty", "Penalty for bags; what so many bags cost together."),
    _field("nil", "Points for nil; with 0 there is no nil, and a bid of no tricks counts like any other."),
    _field("blind_nil", "Points for a blind nil; it is bid before the player looks at the cards, and 0 means that there is none."),
    _field("blind_behind", "Points behind for a blind nil; only a side that is so far behind another may bid it. Any side may with 0.",
           "clarksvillejuneteenth.com"),
    Patch("nil_tricks_apart", "Tricks of a failed nil apart; they are bags and do not help the partner.", "SP-9",
          lambda _, __: {"nil_tricks": "bags"}, offers=_in_teams),
    Patch("nil_tricks_counted", "Tricks of a failed nil as bags without points; they count for the penalty, but do not help the partner.",
          "zone.msn.com", lambda _, __: {"nil_tricks": "counted"}, offers=_in_teams),
    Patch("nil_tricks_nothing", "Nothing for the tricks of a failed nil; they are no bags and do not help the partner.", "house rule",
          lambda _, __: {"nil_tricks": "nothing"}, offers=_in_teams),
    Patch("renege_three_books", "Three tricks for a renege; when the table calls one, three tricks go to the other side.", "SP-11",
          lambda _, __: {"renege_three_books": True}, offers=_in_teams),
    _field("target", "Score to reach; the game is played to it."),
    _field("floor", "Score that ends the game; a total so low ends it, and the highest total wins.", "en.wikipedia Spades"),
    Patch("sets", "Missed bids that lose the game; a team that misses so many loses. With 0 none do.", "rta3.com",
          lambda _, value: {"sets": value}, FIELDS["sets"].shape, _in_teams),
    _flag("play_off", "Play-off deal; if the best are level after the last deal or at the bell of a tournament, another deal is played.",
          "paperzz.com/doc/7074133", play_off=True),
    Patch("boston_wins", "All tricks win the game; a team that takes every trick of a deal has won, at any score.", "columbuswhist.com",
          lambda _, __: {"boston_wins": True}, offers=_in_teams),
)
# fmt: on

PATCH_OF: Final = {patch.name: patch for patch in PATCHES}


def options_of(base: Ruleset) -> tuple[Option, ...]:
    return tuple(
        Option(patch.name, patch.argument or Flag(), _default(patch, base), patch.source, patch.doc)
        for patch in PATCHES
        if patch.offers(base)
    )


def _default(patch: Patch, base: Ruleset) -> Json:
    """Return the value of the option if nobody chooses one: False for a house rule that is only on or off; otherwise the value that the
    variation has in the field with the name of the option."""
    return False if patch.argument is None else FIELDS[patch.name].shape.dump(getattr(base, patch.name))


def chosen(base: Ruleset, options: Mapping[str, Json]) -> dict[str, Json]:
    """Return only those options whose values differ from their defaults, in the order of `PATCHES`."""
    return {patch.name: options[patch.name] for patch in PATCHES if options.get(patch.name, _default(patch, base)) != _default(patch, base)}


def patched(base: Ruleset, patches: Mapping[str, Json]) -> Ruleset:
    """Return the variation with these house rules. Raises Unplayable with a fault for each option that is to blame."""
    rules, made = base, dict[str, Changes]()
    for name, value in patches.items():
        changes = PATCH_OF[name].sets(rules, value)
        for other, former in made.items():
            if _contradict(other, former, name, changes):
                message = "contradicts {}: both change the same rule"
                raise Unplayable(Fault(f"/options/{other}", message.format(name)), Fault(f"/options/{name}", message.format(other)))
        made[name] = changes
        rules = replace(rules, **changes)  # type: ignore[arg-type]
    faults = [fault for row in broken(rules) for fault in blamed(made, row.fields, row.message)]
    if faults:
        raise Unplayable(*faults)
    return rules


def _contradict(one: str, former: Changes, other: str, changes: Changes) -> bool:
    """Whether two house rules that are only on or off set a field differently."""
    switches = PATCH_OF[one].argument is None and PATCH_OF[other].argument is None
    return switches and any(former.get(field, value) != value for field, value in changes.items())


def resolve(base: Ruleset, options: Rules) -> Rules:
    """Return the rules of a game of the variation `base` with these options: all fields of the ruleset, and `patches` with the options that
    differ from their defaults. `System.resolve` calls this function."""
    patches = chosen(base, options)
    return {**patched(base, patches).as_json(), "patches": dict(patches)}
