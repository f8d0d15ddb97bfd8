"""The play: `played` and the other functions that move cards between the exchange and the score.

These functions refuse nothing: an illegal card stays on the table, and `breaches` reports it. After the last card `closing` scores the
deal. Source: docs/rules/03_pitch_schema.md §3, §4; PI-10, PI-13, PI-14, PI-32, PI-33, PI-37, PI-41, PI-43, PI-46, PI-47."""

from collections.abc import Collection, Sequence

from domain.kernel.cards import JOKERS, UNKNOWN, Card, Seat
from domain.kernel.events import CardPlayed, CardsShown, OutDeclared
from domain.kernel.values import replace
from domain.systems.pitch.play.exchange import finished
from domain.systems.pitch.play.table import Deal, Pitch, following, may_play, partner_of, side_of, still_in
from domain.systems.pitch.rules.following import surplus
from domain.systems.pitch.rules.pack import pack_of, winner
from domain.tricks import hands
from domain.tricks import play as tricks
from domain.tricks.deal import Play, Trick
from domain.tricks.following import Void
from domain.tricks.pack import TRUMP
from domain.tricks.play import denying, without_known
from domain.tricks.ring import clockwise, from_left_of


def opened_play(table: Pitch, deal: Deal) -> Deal:
    """Return the deal at the start of the play. The maker is to lead; a card that the maker pitched is the lead (PI-39)."""
    deal = finished(table, deal)
    counts = {seat: table.rules.play_hand if seat in deal.unsure else count for seat, count in deal.counts.items()}
    deal = replace(deal, phase="play", counts=counts, leader=deal.maker, turn=deal.maker, face_up=())
    if deal.maker is not None and not may_play(table, deal, deal.maker):
        deal = led_by(table, deal, deal.maker)
    pitched = deal.pitched
    if pitched is None or pitched.seat != deal.maker:
        return deal
    return laid(table, deal, Play(pitched.seat, pitched.card, pitched.version), pitched.trump)


def played(table: Pitch, deal: Deal, act: CardPlayed, version: int) -> Deal:
    """Return the deal after a card is played. `deal` must be in the phase `play`."""
    deal = returned(table, deal, act.seat)
    if act.seat != deal.turn:
        if any(play.seat == act.seat for play in deal.plays):
            deal = cut_short(table, deal)
        deal = passed_over(table, deal, act.seat)
    extras = act.extras or ()
    if act.card is None and not (extras or deal.tricks or act.seat in deal.unsure):
        extras = (UNKNOWN,) * surplus(table.rules, deal.counts[act.seat])  # PI-13: nobody remembers the extra cards either
    return laid(table, deal, Play(act.seat, act.card or UNKNOWN, version, extras), act.trump)


def trump_of(table: Pitch, card: Card, said: str | None) -> str | None:
    """Return the trump suit that the first card of a deal shows: the suit `said` with it, or else the suit of the card (PI-10). If trump
    is announced, the card shows it only where it must be a trump. None if the card shows no suit, or if nobody remembers it."""
    rules = table.rules
    if said is not None or card == UNKNOWN:
        return said
    if rules.trump_by == "announce":  # if the first card must be a trump, its suit is the announced one
        sure = rules.drop_out != "never" and rules.first_lead == "trump"
        return str(card[1]) if sure and card not in JOKERS and card[0] not in rules.off_cards else None
    if card in JOKERS:
        return "S" if rules.pitched_joker == "spades" else None
    return str(card[1])


def returned(table: Pitch, deal: Deal, seat: Seat) -> Deal:
    """Return the deal with `seat` back in it, if this player counted as out without having declared it (PI-47). If no card is on the table,
    the last trick was closed too early if it lacks a card of `seat` and `seat` is not to lead now: then it is open again."""
    if seat not in deal.silent:
        return deal
    deal = replace(deal, out=deal.out - {seat}, silent=deal.silent - {seat})
    if deal.plays:
        return replace(deal, turn=_next_to_play(table, deal))
    if not deal.tricks or deal.leader_unknown:
        return deal
    *tricks, last = deal.tricks
    first = last.plays[0].seat
    led = led_by(table, deal, first if last.winner is None else last.winner)
    if led.turn == seat or any(play.seat == seat for play in last.plays):
        return led
    deal = replace(deal, tricks=(*tricks,), plays=last.plays, leader=first)
    return replace(deal, turn=_next_to_play(table, deal))


def left(table: Pitch, deal: Deal, seat: Seat) -> Deal:
    """Return the deal after a player left during the play, which proves nothing about the hand. If it was their turn, it passes on."""
    deal = replace(deal, out=deal.out | {seat}, silent=deal.silent | {seat} if seat not in deal.out else deal.silent)
    if deal.turn != seat:
        return deal
    if not deal.plays:
        return led_by(table, deal, seat)
    turn = _next_to_play(table, deal)
    return _taken(table, deal) if turn is None else replace(deal, turn=turn)


def passed_over(table: Pitch, deal: Deal, seat: Seat) -> Deal:
    """Return the deal after `seat` played although other seats were to play first. With the rule `drop_out`, these other seats count as out
    of the deal until they play again (PI-47). Without it, they count as having no card left if their number of cards is not known."""
    missed = skipped(table, deal, seat)
    if not missed:
        return deal
    if table.rules.drop_out == "no_trumps_left":
        return replace(deal, out=deal.out.union(missed), silent=deal.silent.union(missed))
    empty = [other for other in missed if other in deal.unsure]
    return replace(deal, counts={**deal.counts, **dict.fromkeys(empty, 0)}) if empty else deal


def cut_short(table: Pitch, deal: Deal) -> Deal:
    """Return the deal with the unfinished trick closed. With `drop_out`, players who did not play to it count as out for now (PI-47)."""
    if table.rules.drop_out == "no_trumps_left":
        done = {play.seat for play in deal.plays}
        missed = [seat for seat in still_in(table, deal) if seat not in done]
        deal = replace(deal, out=deal.out.union(missed), silent=deal.silent.union(missed))
    return _taken(table, deal)


def skipped(table: Pitch, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that should have acted before `seat`, in order; none if it is the turn of `seat`, or if `seat` cannot act."""
    turn = deal.turn
    if turn is None or turn == seat or not may_play(table, deal, seat) or any(play.seat == seat for play in deal.plays):
        return ()
    if not deal.plays and table.rules.out_leader == "partner":
        return (turn,) if partner_of(table, deal, turn) == seat else ()
    done = {play.seat for play in deal.plays}
    order = clockwise(table.ring, turn)
    return tuple([other for other in order[: order.index(seat)] if other not in done and may_play(table, deal, other)])


def laid(table: Pitch, deal: Deal, play: Play, said: str | None) -> Deal:
    """Return the deal after a card was laid to the trick. If no other player can still play to it, the winner takes the trick."""
    if not deal.pack.trump and not deal.tricks and not deal.plays:
        deal = replace(deal, pack=pack_of(table.rules, trump_of(table, play.card, said)))
    turn = _next_to_play(table, deal, play.seat)
    now = _shown_by(tricks.laid(deal, play, following(table, deal), turn), play)
    return now if turn is not None else _taken(table, now)


def _shown_by(deal: Deal, play: Play) -> Deal:
    """Return the deal with what a card just laid shows: the maker, the called partner, and one more plain card (`plain`)."""
    seat = play.seat
    if deal.maker is None:
        deal = replace(deal, maker=seat)
    if deal.called is not None and deal.called in (play.card, *play.extras) and seat != deal.maker:
        deal = replace(deal, partner=seat)
    if seat in deal.plain and deal.pack.suit_of.get(play.card, TRUMP) != TRUMP:
        came, shown = deal.plain[seat]
        deal = replace(deal, plain={**deal.plain, seat: (came, shown + 1)})
    return deal


def _next_to_play(table: Pitch, deal: Deal, seat: Seat | None = None) -> Seat | None:
    """Return the next seat after `seat` that can play to the trick; None if nobody can."""
    return tricks.next_to_play(deal, table.ring, seat, deal.unsure if table.rules.drop_out != "never" else ())


def _taken(table: Pitch, deal: Deal) -> Deal:
    """Return the deal with the trick given to its winner, who leads next. If nobody takes the trick (a dead trick), the same player leads
    again (PI-14). If a card that nobody remembers may have won, nobody knows who leads."""
    deal = replace(deal, early=()) if deal.early else deal
    may_win = [*takers(table, deal, deal.plays)] if deal.pack.trump else []
    if len(may_win) != 1:
        return tricks.taken(deal, None, None)
    return tricks.taken(deal, may_win[0], _heir(table, deal, deal.plays[0].seat if may_win[0] is None else may_win[0]))


def takers(table: Pitch, deal: Deal, plays: Sequence[Play]) -> frozenset[Seat | None]:
    """Return the seats that may take a trick with these cards (`domain.tricks.play.takers`)."""
    return tricks.takers(deal, plays, lambda cards: winner(table.rules, deal.pack, cards))


def leaders(table: Pitch, deal: Deal) -> tuple[Seat, ...]:
    """Return the seats that may lead to the next trick: one, or more if nobody knows who took the last trick."""
    if not deal.leader_unknown:
        unknown = deal.phase == "play" and deal.forgotten and not (deal.plays or deal.pack.trump)
        return still_in(table, deal) if unknown and deal.turn is None else () if deal.turn is None else (deal.turn,)
    if not deal.pack.trump:
        return still_in(table, deal)
    plays = deal.tricks[-1].plays
    heirs = [_heir(table, deal, plays[0].seat if taker is None else taker) for taker in takers(table, deal, plays)]
    return tuple([seat for seat in table.ring if seat in heirs])


def led_by(table: Pitch, deal: Deal, leader: Seat) -> Deal:
    """Return the deal with `leader` to lead next. If `leader` is out, another seat leads (PI-32); if nobody can, `turn` is None."""
    heir = _heir(table, deal, leader)
    return replace(deal, leader=heir, turn=heir)


def _heir(table: Pitch, deal: Deal, leader: Seat) -> Seat | None:
    if may_play(table, deal, leader):
        return leader
    if table.rules.out_leader == "partner":
        partner = partner_of(table, deal, leader)
        return partner if partner is not None and may_play(table, deal, partner) else None
    return next((seat for seat in from_left_of(table.ring, leader) if may_play(table, deal, seat)), None)


def declared_out(table: Pitch, deal: Deal, act: OutDeclared, version: int) -> Deal:
    """Return the deal without a player who declared to hold no trump. If it was this player's turn to play or to lead, it is now the next
    player's turn (PI-32, PI-37). A declaration before the player's own turn changes nobody else's turn (PI-46)."""
    seat = act.seat
    due = table.rules.drop_out == "never" or deal.leader_unknown or seat in (deal.turn, *deal.out)
    early = deal.early if due else (*deal.early, (seat, version))
    voids = denying(deal, (seat,), (TRUMP,), Void(version, "false-out"))
    deal = replace(deal, out=deal.out | {seat}, silent=deal.silent - {seat}, early=early, voids=voids)
    if deal.plays:
        turn = _next_to_play(table, deal)
        return _taken(table, deal) if turn is None else replace(deal, turn=turn)
    goes_on = deal.turn is not None and may_play(table, deal, deal.turn)
    return deal if goes_on else led_by(table, deal, seat)


def is_over(table: Pitch, deal: Deal) -> bool:
    """Whether no more cards will be played, because nobody is left in the deal or nobody may lead."""
    if deal.phase != "play" or deal.plays or deal.turn is not None or not (deal.tricks or deal.out):
        return False
    return (bool(deal.pack.trump) and not leaders(table, deal)) or not still_in(table, deal)


def opponents_left(table: Pitch, deal: Deal) -> tuple[Seat, ...]:
    """Return the seats that must still show their cards because both partners of the leading side are out of trumps (PI-43)."""
    if table.rules.team_out == "n/a":
        return ()
    return tuple([seat for seat in still_in(table, deal) if seat not in deal.left])


def shown_rest(table: Pitch, deal: Deal, act: CardsShown, version: int) -> Deal:
    """Return the deal after a player shows all remaining cards. If nobody else is in the deal, each card counts as a trick (PI-41)."""
    if deal.phase != "play" or deal.plays or still_in(table, deal) != (act.seat,):
        return with_open(deal, act.seat, act.cards)
    cards = [card for card in act.cards if card not in deal.gone]
    plays = [Play(act.seat, card, version) for card in cards]
    return replace(
        deal,
        tricks=(*deal.tricks, *[Trick((play,), act.seat) for play in plays]),
        gone={**deal.gone, **{play.card: play for play in plays}},
        known=without_known(deal.known, act.seat, cards),
        counts={**deal.counts, act.seat: 0},
        torn=deal.torn or deal.denies(act.seat, act.cards),
        partner=act.seat if deal.called in cards and act.seat != deal.maker else deal.partner,
        out=deal.out | {act.seat},
        leader=None,
        turn=None,
    )


def with_open(deal: Deal, seat: Seat, cards: Collection[Card]) -> Deal:
    """Return the deal after everybody has seen that these cards are in the hand of `seat`."""
    now = hands.with_open(deal, seat, cards)
    return replace(now, partner=seat) if now.called in cards and now.called not in deal.gone and seat != deal.maker else now


def all_tricks(table: Pitch, deal: Deal) -> bool:
    """Whether the maker's side won every trick."""
    sides = side_of(table, deal)
    return all(trick.winner is not None and deal.maker is not None and sides[trick.winner] == sides[deal.maker] for trick in deal.tricks)
