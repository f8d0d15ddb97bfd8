"""The rule sheet of higher-or-lower games. Source: docs/rules/06_hi_lo.md, rulings HL-1 to HL-8."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from domain.kernel.cards import JOKERS, RANK_NAMES, RANKS, SUITS, Card, spoken
from domain.kernel.events import Gamble
from domain.system import Rules, Section
from domain.systems.hi_lo.rules import MOST_PLAYERS, HiLoRules, makes_right, may_be_base, payout, rank_of, rules_of, ways
from domain.words.hi_lo import GUESSES
from domain.words.phrases import capital, listed, many, number

FEW: Final = 4
"""The sheet names the guesses that return more than they cost on average, but only if there are at most this many of them."""
_CONFIDENCE: Final[Mapping[str, str]] = {
    "inferred": "Parts of these rules are inferred: the source breaks off.",
    "stub": "This game is a stub: the source gives only its title, and the rules are those of one other page (cribbage.ca).",
}
_WRONG: Final = {
    "even_money": "An equal rank counts as right and pays even money: twice the stake.",
    "push": "An equal rank changes nothing: the stake stays.",
    "loses": "An equal rank is wrong for “higher” and “lower”; “the same rank” is a gamble of its own.",
    "wrong": "An equal rank is a wrong guess.",
    "double_penalty": "An equal rank is a wrong guess, and costs more than others.",
}
_JOKER: Final = {
    "wins": "The joker makes any guess right. The base stays as it was.",
    "loses": "The joker makes any guess wrong.",
    "void": "If the joker is turned, the guess does not count. The base and the stake stay as they were.",
}


def sheet(rules: Rules) -> tuple[Section, ...]:
    chosen = rules_of(rules)
    return (
        Section("Players", tuple(_players(chosen))),
        Section("Cards", tuple(_cards(chosen))),
        Section("Play", tuple(_play(chosen))),
        Section("Payouts" if chosen.staked else "Penalties", tuple(_payouts(chosen))),
        Section("After a right guess", tuple(_after(chosen))),
        Section("End", tuple(_end(chosen))),
    )


def _players(rules: HiLoRules) -> Iterator[str]:
    if rules.confidence in _CONFIDENCE:
        yield _CONFIDENCE[rules.confidence]
    yield f"{capital(number(rules.players[0]))} to {number(MOST_PLAYERS)} players. One guesses at a time; the turn goes clockwise."
    yield "The house or one of the players deals; that has no effect on anything." if rules.spends else "A machine deals."
    yield "A player who leaves loses nothing more: a run in progress then does not count. A newcomer begins with nothing."


def _cards(rules: HiLoRules) -> Iterator[str]:
    if rules.pack.cards is None:
        yield "A pack of 52 cards without jokers."
    else:
        yield f"{capital(number(len(rules.cards)))} cards: {listed(map(_short, rules.cards))}."
    yield f"The ace is {rules.ace}. Suits do not rank."
    if not rules.spends:
        yield "Each hidden card is any one of the whole pack, the base too."
    elif rules.shuffle == "each_run":
        yield "Cards that were shown stay out until the run ends. Then all are shuffled."
    else:
        yield "All cards but the base are shuffled after each guess."
    if rules.joker != "none":
        yield _JOKER[rules.joker]


def _short(card: Card) -> str:
    return "a joker" if card in JOKERS else spoken(card)


def _play(rules: HiLoRules) -> Iterator[str]:
    if rules.payout.kind == "double":
        yield "The stake is what a hand of video poker has won. Units are only counted; they stand for nothing else."
    elif rules.staked:
        yield "The guesser stakes some units. Units are only counted; they stand for nothing else."
    if rules.hidden == "dealt_before_guess":
        yield "One card is dealt face down, and one beside it face up: the base."
    else:
        yield "A card is turned up: the base."
    if rules.base_excluded:
        names = listed([_ranks(rank) for rank in rules.base_excluded], "or")
        yield f"{capital(names)} may not be the base: another card is turned. The same holds if the run goes on and such a card was turned."
    yield f"The guesser says that the hidden card is {listed([GUESSES[gamble] for gamble in rules.gambles], 'or')}. Then it is turned."
    yield _WRONG[rules.tie]
    if rules.spends and any(not ways(gamble, base, rules) for gamble in rules.gambles for base in _bases(rules)):
        yield (
            "A guess that no card can make right is allowed, and loses."
            if rules.impossible == "loses"
            else "A guess that no card can make right is not allowed."
        )


def _ranks(rank: str) -> str:
    return f"{'an' if rank in 'A8' else 'a'} {RANK_NAMES[rank]}"


def _payouts(rules: HiLoRules) -> Iterator[str]:
    pays = rules.payout
    if pays.kind == "collect_card":
        yield "There are no stakes. A right guess collects the turned card."
        yield "A wrong guess costs one penalty unit, and one more for each card collected. It ends the run."
        if rules.tie == "double_penalty":
            yield "An equal rank costs twice as many."
        yield "Each penalty unit counts one below zero. Penalty units stand for nothing else."
        return
    included = "The stake is included." if rules.returns == "total" else "The stake comes back on top."
    if pays.kind == "by_base":
        yield f"A right guess returns, for each unit of the stake: {'; '.join(_by_base(rules))}. {included}"
        yield "The table is that of bestonlinecasino.com, for the base from high to low."
    elif pays.kind == "by_chance":
        yield f"A right guess returns, for each unit of the stake: {listed(_fixed(rules))}. {included}"
        yield "These returns are those of a live version with the same ten bets (oddsking.com), and follow from twelve cards."
        yield "The gambles higher, lower and the same rank return 11.56, divided by how many of the twelve cards make the guess right."
    elif pays.kind == "even":
        yield "The house matches the stake: a right guess returns twice what is on the table."
    else:
        yield "A right guess doubles what is on the table."
    yield from _averages(rules)
    yield "A wrong guess loses all that is on the table, and ends the run."
    if pays.kind in ("by_base", "by_chance"):
        yield "A fraction of a unit is dropped."


def _by_base(rules: HiLoRules) -> Iterator[str]:
    for rank in reversed(RANKS):
        row = (rules.payout.table or {}).get(rank)
        if row is not None:
            yield f"{RANK_NAMES[rank]} lower {row['lower'] / 10:g}, higher {row['higher'] / 10:g}"


def _fixed(rules: HiLoRules) -> list[str]:
    return [f"{hundredths / 100:.2f} for {GUESSES[gamble]}" for gamble, hundredths in sorted(_fixed_of(rules), key=lambda row: -row[1])]


def _fixed_of(rules: HiLoRules) -> list[tuple[Gamble, int]]:
    fixed = rules.payout.fixed or {}
    return [(gamble, fixed[gamble]) for gamble in rules.gambles if gamble in fixed]


# --- what a guess returns on average ------------------------------------------------------------------------------------------------------


def average(rules: HiLoRules, gamble: Gamble, base: Card) -> Fraction:
    """Return what a guess returns on average for each unit of the stake, if only the base is missing from the pack, and no fraction of a
    unit is dropped."""
    hidden = [card for card in rules.cards if card != base or not rules.spends]
    parts = Fraction(payout(gamble, base, rules) or 0, rules.payout.parts) + (rules.returns == "net")
    total = Fraction(0)
    for card in hidden:
        if card in JOKERS:
            total += {"wins": parts, "void": Fraction(1)}.get(rules.joker, Fraction(0))
        elif gamble in ("higher", "lower") and card[0] == base[0]:
            total += {"even_money": Fraction(2), "push": Fraction(1)}.get(rules.tie, Fraction(0))
        elif makes_right(gamble, base, card, rules):
            total += parts
    return total / len(hidden)


def _averages(rules: HiLoRules) -> Iterator[str]:
    """Yield sentences that say what guesses return on average, and which return more than they cost. A gamble whose return depends on the
    base is named with its base."""
    if rules.payout.kind not in ("by_base", "by_chance"):
        return
    moving = ("higher", "lower") if rules.payout.moving is None else [each for each in rules.payout.moving if each != "snap"]
    means: dict[str, float] = {}
    for base in _bases(rules):
        for gamble in rules.gambles:
            name = f"“{GUESSES[gamble]}”" + (f" on {_ranks(base[0])}" if gamble in moving else "")
            means.setdefault(name, float(average(rules, gamble, base)))
    above = {name: mean for name, mean in means.items() if mean > 1}
    below = [mean for mean in means.values() if mean <= 1]
    if len(above) > FEW:
        yield f"With the joker, most guesses return more than they cost on average, up to {max(means.values()):.2f}. So the sources say."
    elif above:
        named = listed([f"{name} {mean:.3f}" for name, mean in above.items()])
        yield f"{capital(number(len(above)))} guesses return more than they cost on average: {named}. That is what the sources say."
    if below:
        yield f"{'The others' if above else 'Guesses'} return {min(below):.2f} to {max(below):.2f} on average."


def _bases(rules: HiLoRules) -> list[Card]:
    """Return one base of each rank, from low to high."""
    each = {card[0]: card for suit in SUITS for card in rules.cards if card not in JOKERS and card[1] == suit and may_be_base(card, rules)}
    return sorted(each.values(), key=lambda card: rank_of(card, rules))


# --- the run and the session --------------------------------------------------------------------------------------------------------------


def _after(rules: HiLoRules) -> Iterator[str]:
    if "collect" in rules.after_win:
        part = "all units on the table, or a part of them" if "collect_part" in rules.after_win else "all units on the table"
        yield f"Collect {part}, or go on with what is left there. Collecting all ends the run."
    if "pass_bet" in rules.after_win:
        yield "Pass the bet on: take what is on the table, and the next player clockwise stakes. Or go double or nothing with all of it."
    if "guess_again" in rules.after_win:
        yield "Guess again, or pass: the next player clockwise takes one penalty unit for each card collected, and guesses next."
    yield (
        "If the run goes on, the turned card is the next base."
        if rules.next_base == "revealed_card"
        else "If the run goes on, a new pair of cards is dealt."
    )
    most = rules.payout.doublings_at_most
    if most is not None:
        yield f"At most {many(most, 'doubling')} in a run."
    if rules.staked:
        yield f"A run with more than {rules.limit:,} units does not go on."


def _end(rules: HiLoRules) -> Iterator[str]:
    yield f"A session is over when every player has had {many(rules.runs, 'run')}. The players may stop earlier."
    yield f"There is no winner. Each player has a total of {'units won and lost' if rules.staked else 'penalty units'}."
