"""The rule sheet of a ruleset: sections of sentences for the players, made from the fields. No sentence is written for a single variant.

Source: the meanings of the fields (docs/rules/03_pitch_schema.md §1 to §6); the words for single values are in `wording`."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.kernel.cards import JOKERS
from domain.system import Rules, Section
from domain.systems.pitch.rules.following import opens_freely
from domain.systems.pitch.rules.options import PATCH_OF
from domain.systems.pitch.rules.pack import ranked
from domain.systems.pitch.rules.reading import ruleset_of
from domain.systems.pitch.rules.ruleset import POINT_FIELDS, RANKS_OF, Ruleset
from domain.systems.pitch.rules.wording import CARDS, HOUSE_WORDS, RANKS, SAYS, SILENT, STEPS, TOKENS
from domain.words.phrases import capital, listed, many, number

_WHO: Final = {"maker": "The maker", "all": "All players", "others": "All but the maker"}


def sheet(rules: Rules) -> tuple[Section, ...]:
    """Return the `sections` of resolved rules, given as JSON."""
    return sections(ruleset_of(rules))


def sections(rules: Ruleset) -> tuple[Section, ...]:
    """Return the sections of the rule sheet of a Ruleset, in order; empty sections are left out."""
    written = (Section(title, tuple(filter(None, write(rules)))) for title, write in _SECTIONS.items())
    return tuple(section for section in written if section.sentences)


def _said(rules: Ruleset, *names: str) -> Iterator[str]:
    """Yield the sentences of the rule sheet about these fields. `SAYS` must have a sentence for every value that is not in `SILENT`."""
    for name in names:
        value, words = str(getattr(rules, name)), SAYS[name]
        if value in words or value not in SILENT:
            yield words[value].format(rules)


def _players(rules: Ruleset) -> Iterator[str]:
    few, most = rules.players[0], rules.players[-1]
    all_between = len(rules.players) > 2 and len(rules.players) == most - few + 1
    counts = f"{number(few)} to {number(most)}" if all_between else listed([number(count) for count in rules.players], "or")
    yield capital(f"{counts} players, {SAYS['sides'][rules.sides]}.")
    if rules.sides == "2x2":
        yield from _said(rules, "partner_draw")


def _pack(rules: Ruleset) -> Iterator[str]:
    jokers = ("", ", and one joker", ", and two jokers")[rules.jokers]
    yield f"{rules.pack_size} cards: {', '.join(RANKS[rank] for rank in rules.ranks)} in each suit{jokers}."
    order = ranked(rules)
    tokens = ["joker" if token == "HJ" and rules.jokers == 1 else TOKENS[token] for token in order]
    yield f"Trumps from the highest: {', '.join(tokens)}."
    if rules.low_is == "ace":
        yield "Trumps rank upside down; the other suits do not."
    for rank in rules.off_cards:
        off_card = f"The {TOKENS['o' + rank]} is the {CARDS[rank]} of the other suit of the trump's colour."
        yield f"{off_card} It is a trump and does not belong to its own suit."
    yield from _said(rules, "joker_identity")
    if rules.jokers:
        yield _joker_place(rules, order)
    yield from _said(rules, "joker_order", "pitched_joker")


def _joker_place(rules: Ruleset, order: tuple[str, ...]) -> str:
    """Return where the jokers rank, read from the order of the trumps: at one end, or else beside the ten (`joker_slot`)."""
    who, ranks, end = ("The joker", "ranks", "is the {} trump") if rules.jokers == 1 else ("The jokers", "rank", "are the {} trumps")
    if order[0] in JOKERS or order[-1] in JOKERS:
        return f"{who} {end.format('highest' if order[0] in JOKERS else 'lowest')}."
    return f"{who} {ranks} just {'below' if rules.low_is == 'ace' else 'above'} the ten of trumps."


def _deal(rules: Ruleset) -> Iterator[str]:
    yield capital(f"{many(rules.hand_dealt, 'card')} each{SAYS['deal_batch'][rules.deal_batch]}.")
    if rules.kitty:
        yield capital(f"{many(rules.kitty, 'card')} are laid aside face down as the kitty.")
    left = [f"{cards} with {number(players)} players" for players, cards in rules.stock.items()]
    yield f"Cards left over as the stock: {listed(left)}." if any(rules.stock.values()) else "All cards are dealt."
    yield from _said(rules, "misdeal")
    yield "The deal passes to the left."


def _auction(rules: Ruleset) -> Iterator[str]:
    least, most = number(rules.bid_min), number(rules.bid_max)
    yield f"Bids go from {least} to {most}." if rules.bid_min < rules.bid_max else f"The only bid is {least}."
    yield from _said(rules, "auction", "dealer_priv", "all_pass", "pitch_in_lieu", "shoot_kind", "shoot_rank")


def _trump(rules: Ruleset) -> Iterator[str]:
    yield from _said(rules, "trump_by")
    for step in rules.steps:
        yield STEPS[step.does].format(who=_WHO[step.who], n=number(step.most), s="s" if step.who == "maker" else "")
        if step.does == "search-stock" and "search_any" not in rules.house:
            yield "Only point cards are kept from the stock."
    yield from _said(rules, "trump_discard", "rescue")
    if "nonscoring" in rules.trump_discard or rules.rescue or rules.misdeal == "no_pointer_no_face":  # PI-35: what point cards are
        yield f"Point cards: {_point_cards(rules)}."
    yield _play_hand(rules)


def _play_hand(rules: Ruleset) -> str:
    """Return how many cards each player has when the play begins. If plain cards must be thrown and nobody draws, hands differ in size."""
    hand, drawn = many(rules.play_hand, "card"), any(step.does == "fill" for step in rules.steps)
    thrown = [step.who for step in rules.steps if step.does == "throw-plain"]
    if not thrown or drawn:
        return f"Play begins with {hand} each{'; a hand that could not be filled is played short' if drawn else ''}."
    if "all" in thrown:
        return "Nobody draws: play begins with the trumps that each player holds."
    return f"Nobody draws: the maker begins the play with {hand}, the others with {number(rules.play_hand)} at most."


def _point_cards(rules: Ruleset) -> str:
    """Return the point cards in words (PI-35)."""
    if "only_3_to_9_thrown" in rules.house:
        return "all cards but the threes to nines"
    counted = [_card(field) for field in POINT_FIELDS if getattr(rules, field) and field not in ("pt_high", "pt_low", "pt_game")]
    return listed(["the ace of trumps", "the two of trumps", *counted, *["the ten of trumps"] * (rules.game_by == "ten")])


def _play(rules: Ruleset) -> Iterator[str]:
    if rules.follow != "trumps_only":
        yield from _said(rules, "first_lead")
    if opens_freely(rules):
        yield "The maker leads any card to the first trick. If it is no trump and is not trumped, it wins nothing; the maker leads again."
        yield "A maker without a trump does not open: the partner does."
        yield "After that lead, only trumps are led and played."
    else:
        yield from _said(rules, "follow")
    yield from _said(rules, "drop_out", "out_leader", "dead_trick", "team_out", "fold")


def _points(rules: Ruleset) -> Iterator[str]:
    for field in POINT_FIELDS:
        if worth := getattr(rules, field):
            yield capital(f"{_point(rules, field)}: {many(worth, 'point')}.")
    yield capital(f"{many(rules.total, 'point')} in all; a point whose card is not played scores for nobody.")
    if rules.pt_game:
        yield from _said(rules, "game_tie")


def _point(rules: Ruleset, field: str) -> str:
    match field:
        case "pt_high":
            return f"High, {SAYS['high_is'][rules.high_is]}, for the player who played it"
        case "pt_low":
            joker = ", but never a joker" if rules.low_is == "lowest" and rules.joker_slot == "below_two" else ""
            return f"Low, {SAYS['low_is'][rules.low_is]}{joker}, {SAYS['low_to'][rules.low_to]}"
        case "pt_game":
            return f"Game, {SAYS['game_by'][rules.game_by]}"
        case "pt_high_joker" | "pt_low_joker":
            return f"{'the joker' if rules.jokers == 1 else _card(field)}, {SAYS['joker_to'][rules.joker_to]}"
        case _:
            return f"{_card(field)}, for the player who wins it"


def _card(field: str) -> str:
    """Return in words the card that earns a point, given the field of the point."""
    name = field.removeprefix("pt_")
    if name not in RANKS_OF:
        return f"the {name.replace('_', ' ')}"
    card = CARDS[RANKS_OF[name]]
    return f"the off-{card}" if name.startswith("off_") else f"the {card} of trumps"


def _winning(rules: Ruleset) -> Iterator[str]:
    yield f"The game is won with {'more than ' if rules.target_cmp == 'gt' else ''}{rules.target} points."
    yield from _said(rules, "finish", "win_by", "stakes_setback")


def _house_rules(rules: Ruleset) -> Iterator[str]:
    yield from [HOUSE_WORDS[word] for word in sorted(rules.house)]
    for name in rules.options:
        if name in PATCH_OF:
            yield f"Also played: {PATCH_OF[name].doc}"


def _sure(rules: Ruleset) -> Iterator[str]:
    yield from _said(rules, "confidence")
    yield f"Where it comes from: {_source(rules.seed)}."


def _source(seed: str) -> str:
    """Return the words for a pointer such as `002 ch.2 + ch.7`. Any other text is returned as it is."""
    chapters = re.findall(r"ch\.(\d+)", seed)
    if not seed.startswith("002 ") or not chapters:
        return seed
    part = re.search(r"\((.*)\)", seed)
    where = f", its {part[1]}" if part else ""
    return f"the collection of Pitch and Smear rules behind this catalogue, chapter{'s' if chapters[1:] else ''} {listed(chapters)}{where}"


_SECTIONS: Final[Mapping[str, Callable[[Ruleset], Iterator[str]]]] = {
    "Players": _players, "Pack": _pack, "Deal": _deal, "Auction": _auction, "Trump": _trump, "Play": _play, "Points": _points,
    "Scoring": lambda rules: _said(rules, "maker_gain", "maker_loss", "defender_gain", "shoot_gain", "shoot_loss"),
    "Winning": _winning, "House rules": _house_rules, "How sure we are": _sure,
}  # fmt: skip
