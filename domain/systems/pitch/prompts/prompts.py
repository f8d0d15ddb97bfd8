"""What a table of Pitch waits for: the deal, the calls, the cards. `prompts.exchange` has the prompts of the exchange.

For a recorded hand, the choices are the calls and cards that the hand allows; for any other, also every card not known to be elsewhere.
Random play uses only *likely* choices: bids that a hand is worth (`bidding`), and cards that will hardly prove illegal later."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import JOKERS, SUITS, Card, Seat
from domain.kernel.events import POINTS
from domain.kernel.values import replace
from domain.system import Ask, Prompt, asked
from domain.systems.pitch.breaches.throwing import may_show
from domain.systems.pitch.play import auction as calling
from domain.systems.pitch.play.deal import may_name_late
from domain.systems.pitch.play.doubling import bid_holder, may_double
from domain.systems.pitch.play.playing import leaders
from domain.systems.pitch.play.statements import open_deal, was_played
from domain.systems.pitch.play.table import Deal, Pitch, following, still_in
from domain.systems.pitch.prompts.bidding import sensible, worth_of
from domain.systems.pitch.prompts.exchange import exchanging, must_have, spare_trumps
from domain.systems.pitch.prompts.possible import only_possible
from domain.systems.pitch.rules.following import legal, surplus
from domain.systems.pitch.rules.pack import MATES
from domain.systems.pitch.scoring.counting import worth
from domain.tricks.auction import others_passing
from domain.tricks.pack import TRUMP
from domain.tricks.prompts import dealing, may_hold, misdeal, pool, proves_revoke, silent

_DURING: Final = frozenset({"auction", "exchange", "play"})
"""The phases in which a deal is called and played."""


def prompts(table: Pitch) -> tuple[Prompt, ...]:
    return only_possible(table, _prompted(table)) if table.playing else ()


def _prompted(table: Pitch) -> Iterator[Prompt]:
    deal = table.deal
    match deal.phase:
        case "deal":
            yield dealing(deal, table.ring, table.rules.hand_dealt)
            left = [(open_deal(table, summary), summary.number) for summary in table.dealt if summary.number in table.ledger.open_rounds]
            yield _stating(table, *(left[-1] if left else (deal, table.ledger.round)), expected=False)
        case "auction":
            yield from _calling(table, deal)
        case "exchange":
            yield from exchanging(table, deal)
        case "play":
            yield from _playing(table, deal)
        case "team_out":
            yield from (_showing(deal, seat) for seat in still_in(table, deal) if seat not in deal.left)
        case "score":
            yield _stating(table, deal, table.ledger.round, expected=True)
    if deal.phase in _DURING:
        yield _stating(table, deal, table.ledger.round, expected=False)
    if deal.phase in ("auction", "exchange", "play") and bid_holder(table, deal) is not None:
        for seat in may_double(table, deal):
            yield asked("BidDoubled", seat, "doubles the bid", expected=False)


def _stating(table: Pitch, deal: Deal, number: int, *, expected: bool) -> Prompt:
    """Return the prompt to state the deal of this round: what the record lacks of bid, trump, and who made which point. During the
    deal, its calls and cards may rule some answers out."""
    rules, given = table.rules, dict[str, Json](round=number)
    if deal.dealer is not None:
        given["dealer"] = deal.dealer
    open_fields = (
        (deal.maker is None, Ask("maker", table.ring)),
        (deal.bid is None and not deal.shoot, Ask("bid", tuple(range(rules.bid_min, rules.bid_max + 1)))),
        (deal.trump is None, Ask("trump", tuple(SUITS), optional=True)),
        (deal.doubled is None and "doubling" in rules.house, Ask("doubled", (True, False), optional=True)),
    )
    asks = [ask for is_open, ask in open_fields if is_open]
    if not was_played(deal):
        names = [name for name in POINTS if worth(rules, name)]
        asks += [Ask(f"points.{name}", table.ring, optional=name != "high") for name in names]
        if deal.shoot and rules.shoot_kind == "all_points_and_tricks":
            asks.append(Ask("made", (True, False)))
    what = "who made the bid" if deal.maker is None else "how did it go"
    return Prompt("DealStated", given, tuple(asks), f"Deal {number}: {what}?", expected, doubtful=deal.phase in _DURING)


def _calling(table: Pitch, deal: Deal) -> Iterator[Prompt]:
    auction = deal.auction
    if auction is None or auction.turn is None:
        seats = tuple([seat for seat in table.ring if seat not in deal.said])
        yield Prompt("BidPassed", {}, (Ask("seat", seats),), "A player passes")
        return
    seat, rules = auction.turn, table.rules
    amounts = tuple([number for number in range(rules.bid_min, rules.bid_max + 1) if calling.fault(rules, auction, seat, number) is None])
    value = worth_of(table, deal, seat)
    likely = tuple([number for number in amounts if number <= value])
    passes = calling.fault(rules, auction, seat, "pass") is None
    if amounts:
        yield asked("BidMade", seat, "bids", Ask("amount", amounts, likely=likely or amounts[:1]), doubtful=passes and not likely)
    if passes:
        others = others_passing(
            auction,
            lambda now, other: calling.fault(rules, now, other, "pass") is None,
            lambda now, other: calling.called(rules, now, other, "pass"),
        )
        yield replace(asked("BidPassed", seat, "passes", doubtful=bool(likely) and deal.knows_hand(seat)), others=others)
    if rules.shoot_rank == "above_top_bid" and calling.fault(rules, auction, seat, "shoot") is None:
        yield asked("ShootCalled", seat, "shoots", doubtful=value < rules.total)
    pitches = calling.fault(rules, auction, seat, "pitch") is None
    if pitches and (high := tuple([card for card in may_hold(deal, seat) if card[0] in "AK"])):
        yield asked("PitchedAsBid", seat, "pitches instead of bidding", Ask("card", high), doubtful=value < calling.PITCHED - 1)
    if not deal.said:
        yield misdeal(deal, table.ring)


def _playing(table: Pitch, deal: Deal) -> Iterator[Prompt]:
    """Yield the prompts for the player in turn. If nobody knows who leads, yield prompts for all players who may lead."""
    for seat in leaders(table, deal):
        yield from _acting(table, deal, seat)
    if deal.forgotten and may_name_late(table, deal) and deal.maker is not None:
        yield Prompt("TrumpNamed", {"seat": deal.maker}, (Ask("suit", tuple(SUITS)),), "Which suit is trump?", expected=False)


def _acting(table: Pitch, deal: Deal, seat: Seat) -> Iterator[Prompt]:
    rules, held = table.rules, may_hold(deal, seat)
    if deal.trump is None:
        yield from (_first_pitch(table, seat, held) if not deal.forgotten else [_card(table, deal, seat, held)] if held else ())
        return
    known, leaves, suit_of, mine = deal.knows_hand(seat), rules.drop_out == "no_trumps_left", deal.pack.suit_of, deal.hand(seat)
    trumps = [card for card in held if suit_of.get(card) == TRUMP]
    calls = "called_card_first" in rules.house and seat != deal.maker
    due = deal.called if calls and deal.called in mine else None
    choices = legal(rules, deal.pack, held, deal.led, first_trick=not deal.tricks, due=due)
    choices = tuple([card for card in choices if not proves_revoke(deal, following(table, deal), seat, card)])
    if seat in deal.forgotten:  # a forgotten card of this player may be any of the known ones, so no suit must be followed
        choices = held
    if leaves and not known and (deal.counts[seat] < 2 or not trumps):  # a player who stays in the deal must keep a trump (PI-37)
        choices = tuple([card for card in choices if suit_of.get(card) == TRUMP])
    if calls and deal.tricks:
        choices = tuple([card for card in choices if card != deal.called])
    shown = may_show(table, deal, seat, choices)
    doubtful, choices = bool(choices) and not shown, shown or choices
    if leaves and (seat in deal.forgotten or not trumps or not (known or any(suit_of.get(card) == TRUMP for card in mine))):
        yield asked("OutDeclared", seat, "is out of trumps", doubtful=bool(choices) and must_have(deal, seat))
    if choices:
        yield replace(_card(table, deal, seat, choices), doubtful=doubtful)
    if rules.fold == "maker_may_fold" and deal.tricks and deal.maker is not None and seat == deal.turn:
        yield asked("DealFolded", deal.maker, "throws the deal in", expected=False)
    if leaves and not deal.plays and still_in(table, deal) == (seat,) and known and trumps and len(trumps) == len(held):
        yield asked("CardsShown", seat, "shows the rest", given={"cards": [*held], "purpose": "rest"}, expected=False)


def _first_pitch(table: Pitch, seat: Seat, held: tuple[Card, ...]) -> Iterator[Prompt]:
    """Yield the prompts for the first card, which makes trump. With a joker that lets its player choose, ask for the suit (PI-10)."""
    text = "pitches: the suit is trump"
    jokers = tuple([card for card in held if card in JOKERS]) if table.rules.pitched_joker != "spades" else ()
    cards = tuple([card for card in held if card not in jokers])
    if cards:
        yield asked("CardPlayed", seat, text, Ask("card", cards))
    if jokers:
        yield asked("CardPlayed", seat, text, Ask("card", jokers), Ask("trump", tuple(SUITS)), doubtful=bool(cards))
    for jack in [card for card in held if card[0] == "J" and "J" in table.rules.off_cards]:
        yield asked("CardPlayed", seat, "pitches the jack as the off-jack", given={"card": jack, "trump": MATES[jack[1]]}, doubtful=True)


def _card(table: Pitch, deal: Deal, seat: Seat, choices: tuple[Card, ...]) -> Prompt:
    extras = 0 if deal.tricks or seat in deal.unsure else surplus(table.rules, deal.counts[seat])
    asks: tuple[Ask, ...] = (Ask("card", choices, likely=_likely(table, deal, seat, choices)),)
    if extras:
        asks = (Ask("card", choices, distinct="cards"), Ask("extras", choices, distinct="cards", number=extras))
    return asked("CardPlayed", seat, "leads" if deal.led is None else "plays", *asks)


def _likely(table: Pitch, deal: Deal, seat: Seat, choices: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of `choices` that random play should use. An unrecorded hand plays trumps if it can hold only trumps, and plain
    cards if it can hold no trump. Cards that would show that the hand lacks a suit are left out if other cards remain."""
    if deal.knows_hand(seat):
        return sensible(table, deal, seat, choices)
    suit_of = deal.pack.suit_of
    wanted = True if must_have(deal, seat) else None if spare_trumps(deal) > 0 else False
    if wanted is not None:
        choices = tuple([card for card in choices if (suit_of[card] == TRUMP) is wanted]) or choices
    return sensible(table, deal, seat, silent(deal, following(table, deal), choices))


def _showing(deal: Deal, seat: Seat) -> Prompt:
    what = "shows what is left"
    if deal.knows_hand(seat):
        return asked("CardsShown", seat, what, given={"purpose": "team_out", "cards": [*sorted(deal.hand(seat))]})
    return asked("CardsShown", seat, what, Ask("cards", pool(deal, seat), number=deal.counts[seat]), given={"purpose": "team_out"})
