"""Finds what a hand threw or kept against the rules, at once or when later cards of the hand show it.

A player throws cards that nobody may see. The cards that the hand plays, shows or throws afterwards were in it at that time, unless they
came to it later. So they may prove that the player kept a plain card, threw too many trumps, or threw a point card while a trump without
points was kept. What is certain is counted, by kind of card. Source: docs/rules/03_pitch_schema.md §2; 00_conventions, deferred checks;
PI-35, PI-36, PI-38, PI-49."""

from collections.abc import Collection, Iterable, Iterator, Set
from typing import Final, NamedTuple

from domain.kernel.cards import Card, Seat, spoken
from domain.kernel.events import CardsDiscarded, Event, StockSearched
from domain.kernel.findings import NOBODY, Finding
from domain.systems.pitch.play.handing import throws_of
from domain.systems.pitch.play.table import Deal, Pitch, Threw
from domain.systems.pitch.proofs import trump_discard
from domain.systems.pitch.rules.steps import Step
from domain.tricks.breaches import about
from domain.tricks.pack import TRUMP
from domain.words.phrases import counted

STEPS: Final = "03 §2"
DISCARD: Final = "03 §2 trump_discard"
Cards = Collection[Card]


class Wrong(NamedTuple):
    """A rule that a throw certainly broke: the rule, its source, and the sentence without the player's name."""

    rule: str
    source: str
    what: str


class Earlier(NamedTuple):
    """An earlier throw. `seen`: the cards of the hand that have come to light since then. `broken`: the rules that it certainly broke."""

    threw: Threw
    seen: frozenset[Card]
    broken: Set[str]


class Known(NamedTuple):
    """What is certain about a throw. `kept`: cards that stayed in the hand. `perhaps`: cards seen since then, of which all but `came`
    stayed. `thrown`: cards that were thrown. `gone`: cards that may have been thrown, of which all but `unseen` were."""

    threw: Threw
    kept: frozenset[Card]
    perhaps: frozenset[Card]
    thrown: frozenset[Card]
    gone: frozenset[Card]
    unseen: int

    def least_kept(self, cards: frozenset[Card]) -> int:
        """Return how many of `cards` the player kept at least."""
        seen = len(self.kept & cards) + max(0, len(self.perhaps & cards) - self.threw.came)
        return max(seen, len((self.threw.held - self.threw.cards) & cards) - self.threw.unseen)

    def least_thrown(self, cards: frozenset[Card]) -> int:
        """Return how many of `cards` the player threw at least."""
        return len(self.thrown & cards) + max(0, len(self.gone & cards) - self.unseen)

    def pointless_kept(self, cards: frozenset[Card]) -> bool:
        """Whether one of `cards` was certainly kept in a search of the stock: more of them have been seen than the hand can have had
        before, or got since then."""
        threw = self.threw
        unknown = threw.left + len(threw.cards) - len(threw.held) - threw.searches
        return len(((self.kept | self.perhaps) & cards) - threw.had) > unknown + threw.came

    def most_kept(self, cards: frozenset[Card], others: frozenset[Card]) -> int:
        """Return how many of `cards` the player kept at most. `others`: all other cards of the pack."""
        most = self.threw.left - self.least_kept(others)
        whole = len(self.threw.held) == self.threw.left + len(self.threw.cards) + self.threw.unseen
        return min(most, len(self.threw.held & cards) - self.least_thrown(cards)) if whole else most


def check_throw(table: Pitch, deal: Deal, event: Event, act: CardsDiscarded | StockSearched, step: Step | None) -> Iterator[Finding]:
    """Yield findings about a throw that are certain at once. `deal`: the deal before it. `step`: the step of the exchange, if it is due."""
    if deal.trump is None or deal.torn:
        return
    told = set[str]()
    unsure = act.seat in deal.unsure
    for recorded in throws_of(deal, act, event.version, step):
        if len(recorded.held | recorded.cards) > recorded.left + len(recorded.cards) + recorded.unseen:
            continue  # a card is named that this hand did not hold
        threw = recorded._replace(left=len(deal.pack.cards), sorts=False) if unsure else recorded
        for rule, (_, source, what) in _broken(table, deal, threw, frozenset()).items():
            if rule not in told:
                told.add(rule)
                yield about(rule, source, event, act.seat, what, private=(act.seat,) if threw.sealed else ())


def check_throws(table: Pitch, deal: Deal, event: Event, seat: Seat, cards: Cards) -> Iterator[Finding]:
    """Yield findings about earlier throws of the player that `cards`, which the hand shows now, prove wrong."""
    told = set[tuple[int, str]]()
    for earlier in _throws_by(table, deal, seat) if cards else ():
        threw = earlier.threw
        for rule, source, what in _proved(table, deal, earlier, cards):
            if (threw.version, rule) not in told:
                told.add((threw.version, rule))
                stock = (NOBODY,) if threw.came and deal.drawable else ()
                private = (seat, *stock) if threw.sealed else ()
                yield about(rule, source, event, seat, what, others=(threw.version,), private=private)


def may_show(table: Pitch, deal: Deal, seat: Seat, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return those of `cards` that prove no earlier throw of the player wrong when the hand shows them."""
    throws = [*_throws_by(table, deal, seat)]
    return tuple([card for card in cards if not any(any(_proved(table, deal, earlier, (card,))) for earlier in throws)])


def _throws_by(table: Pitch, deal: Deal, seat: Seat) -> Iterator[Earlier]:
    for threw in deal.throws:
        if threw.seat == seat and not deal.torn:
            seen = _seen(deal, threw)
            yield Earlier(threw, seen, _broken(table, deal, threw, seen).keys())


def _proved(table: Pitch, deal: Deal, earlier: Earlier, cards: Cards) -> Iterator[Wrong]:
    """Yield the rules that the throw certainly broke if the hand shows `cards` now, without those that it certainly broke before."""
    now = _broken(table, deal, earlier.threw, earlier.seen.union(cards))
    yield from (wrong for rule, wrong in now.items() if rule not in earlier.broken)


def holding_trumps(table: Pitch, deal: Deal, seat: Seat) -> Threw | None:
    """Return a throw that, if it was legal, leaves at least one trump in the hand of `seat` now; None if there is none."""
    if seat in deal.unsure or seat in deal.forgotten:
        return None
    return next((threw for threw in deal.throws if threw.seat == seat and _trumps_left(table, deal, threw) > 0), None)


def _trumps_left(table: Pitch, deal: Deal, threw: Threw) -> int:
    """Return how many trumps the hand must still hold if this throw was legal: after it threw all plain cards, or a trump above the limit.
    Zero if cards were thrown later that nobody knows."""
    seat, since, trumps, rule = threw.seat, threw.version, deal.pack.of_suit[TRUMP], trump_discard(table.rules)
    later = [move for move in deal.moves if move.seat == seat and move.version > since and move.how in ("thrown", "searched")]
    if any(move.number > len({*move.shown, *(move.cards if threw.sealed else ())}) for move in later) or deal.torn:
        return 0
    seen, held = _seen(deal, threw), len((threw.held - threw.cards) & trumps)
    kept = threw.left if threw.sorts and threw.named else 0  # without named cards, no deal of the cards fits (`no_such_deal`)
    if rule.startswith("over_limit") and _known(table, deal, threw, seen).least_thrown(trumps):
        kept = max(kept, min(threw.left, table.rules.play_hand))
    if rule not in ("free", "n/a"):
        kept = max(kept, min(held, table.rules.play_hand) if rule.startswith("over_limit") else held)
    return kept + len(threw.named & trumps) - len(seen.intersection(trumps, deal.gone)) if kept else 0


def in_order(table: Pitch, deal: Deal) -> bool:
    """Whether no throw of this deal is proved wrong."""
    return not any(_broken(table, deal, threw, _seen(deal, threw)) for threw in deal.throws)


def _seen(deal: Deal, threw: Threw) -> frozenset[Card]:
    """Return the cards of the hand that have come to light since the throw."""
    seat, since, seen = threw.seat, threw.version, set[Card]()
    for card, gone in deal.gone.items():
        if gone.seat == seat and gone.version > since and (threw.sealed or gone.public):
            seen.add(card)
    for move in deal.moves:  # a card thrown later may be in another hand by now
        if move.seat == seat and move.how in ("thrown", "searched") and move.version > since:
            seen.update(move.shown)
    if threw.sealed:
        return frozenset(seen | deal.hand(seat))
    return frozenset(seen.union([card for card in deal.open if deal.open[card] == seat]) if deal.open else seen)


def _broken(table: Pitch, deal: Deal, threw: Threw, seen: frozenset[Card]) -> dict[str, Wrong]:
    """Return each rule that the throw certainly broke. `seen`: the cards of the hand that have come to light since then."""
    return {wrong.rule: wrong for wrong in _wrong(table, deal, _known(table, deal, threw, seen))}


def _known(table: Pitch, deal: Deal, threw: Threw, seen: frozenset[Card]) -> Known:
    stayed = seen - threw.named - threw.cards
    kept = stayed & threw.had if threw.came else stayed
    if threw.sealed and threw.came and deal.drawable and not (table.rules.kitty and threw.seat == deal.maker):
        kept |= stayed - deal.drawable
    if not threw.unseen:
        kept |= threw.held - threw.cards
    perhaps, gone, left = stayed - kept, threw.held - threw.cards - kept, threw.left - len(kept)
    if left <= 0:  # all cards that stayed are known
        return Known(threw, kept, perhaps, threw.cards | gone, frozenset(), 0)
    return Known(threw, kept, perhaps, threw.cards, gone, left)


def _wrong(table: Pitch, deal: Deal, known: Known) -> Iterator[Wrong]:
    threw, pack, rule, limit = known.threw, deal.pack, trump_discard(table.rules), table.rules.play_hand
    trumps, scoring = pack.of_suit[TRUMP], pack.scoring & pack.of_suit[TRUMP]
    plain, spare = frozenset(pack.suit_of) - trumps, trumps - scoring
    if threw.searches and "search_any" not in table.rules.house and known.pointless_kept(frozenset(pack.suit_of) - pack.scoring):
        yield Wrong("pointless-card-kept", "PI-49", "kept a card from the stock that brings no points.")
    if threw.sorts and known.least_kept(plain):
        what = f"kept {_one(known.kept & plain, 'a plain card')} although every plain card had to be thrown."
        yield Wrong("plain-card-kept", f"{STEPS} throwing", what)
    if rule in ("free", "n/a") or not known.least_thrown(trumps):
        return
    name = _one(known.thrown & trumps, "a trump")
    if rule in ("forbidden", "keep_all"):
        yield Wrong("trump-thrown", DISCARD, f"threw {name}: no trump may be thrown.")
    if not rule.startswith("over_limit"):
        return
    most, exact = known.most_kept(trumps, plain), table.rules.trump_discard
    if most < limit:
        yield Wrong("trump-thrown", DISCARD, f"threw {name} and kept at most {counted(most, 'trump')}; {limit} must be kept.")
    if exact == "over_limit_only":
        return
    if known.least_thrown(scoring) and known.least_kept(spare):
        point, other = known.thrown & scoring, _one(known.kept & spare, "another trump")
        named = f"{spoken(min(point))}, a point card," if point else "a point card"
        yield Wrong("point-card-thrown", "PI-36", f"threw {named} but kept {other}, a trump without points.")
    burned = trumps if exact == "over_limit_nonscoring_first_shown" else scoring
    hidden = (threw.cards - threw.shown) & burned  # a card that nobody wrote down may have been shown
    if exact.startswith("over_limit_nonscoring") and hidden:
        what = f"threw {spoken(min(hidden))} face down: it must be shown."
        yield Wrong("trump-not-shown", DISCARD if burned == trumps else "PI-36", what)


def _one(cards: frozenset[Card], otherwise: str) -> str:
    return spoken(min(cards)) if cards else otherwise
