"""The picture of a card table, in SVG: the sentence above it, the felt with the seats in order of play, the cards that lie there."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final, Literal, NamedTuple, get_args

from domain.kernel.cards import SUIT_NAMES
from domain.kernel.findings import signed
from domain.views.answers import GameState, SeatSeen
from domain.words.phrases import counted
from service.pictures.cards import RATIO, back, colour_of, face, pip, unknown, winning
from service.pictures.shapes import HATS, PLACES
from service.pictures.texts import FAMILY, around, box, fitted, isolated, number, width, wrapped, written
from service.pictures.words import (
    Side,
    Told,
    all_open,
    bags_of,
    heap,
    in_play,
    names_of,
    partnered,
    piles_of,
    points_of,
    sentence,
    sides_of,
    sureness,
    task_of,
    told,
    took_of,
    whereabouts,
)

Scheme = Literal["light", "dark"]
SCHEMES: Final[tuple[Scheme, ...]] = get_args(Scheme)
WIDE: Final = 1200
HIGH: Final = 630
"""The size that link previews show whole."""
LOOK: Final = 3
"""The number of the drawing. Count it up when pictures of the same game change: caches ask by it."""

_EDGE: Final = 24
_FELT: Final = (24.0, 128.0, 1152.0, 478.0)
"""Left, top, width and height of the felt."""
_MIDDLE: Final = (_FELT[0] + _FELT[2] / 2, _FELT[1] + _FELT[3] / 2)
_RIM: Final = 14
_GAP: Final = 8
_LEANS: Final = (-3, 2, 3, -2, 1)
_DOTS: Final = 7
_FAN: Final = 38
"""How far the cards of a hand rise above the plate."""
_MOST_OPEN: Final = 14
_LEAST: Final = 26.0
"""The least height of the sentence above the table."""
_BASE: Final = 140.0
_ROW: Final = 300.0
"""How wide a row of cards in the middle may be."""


class Colours(NamedTuple):
    ground: str
    surface: str
    ink: str
    soft: str
    line: str
    felt: tuple[str, str, str]
    plate: str
    on_felt: str


COLOURS: Final[dict[Scheme, Colours]] = {
    "light": Colours("#f6f4ee", "#fffefb", "#1b231f", "#566059", "#d9d4c7", ("#2e7259", "#1f5c46", "#194c3a"), "#163f30", "#deede5"),
    "dark": Colours("#111513", "#1a201d", "#edf0ec", "#a9b4ad", "#38423c", ("#1f4a3a", "#173a2d", "#122d23"), "#0e241b", "#bcd3c7"),
}
_WHITE: Final = "#fffefb"
_DARK: Final = "#1b231f"
_GOLD: Final = "#d9a441"
_DASHED: Final = 'stroke="#fff" stroke-opacity=".5" stroke-dasharray="5 4"'
_WON: Final = f' stroke="{_GOLD}" stroke-width="3"'


class Size(NamedTuple):
    """The size of plates and cards for a number of seats. `text`: the height of the name."""

    wide: float
    high: float
    card: float
    text: float


_SIZES: Final = ((4, Size(214, 62, 140, 22)), (6, Size(190, 58, 97, 20)), (8, Size(166, 54, 83, 19)), (10, Size(146, 50, 72, 17)))
_MOST: Final = Size(124, 46, 69, 16)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of the picture. `x`, `y`: the middle of its plate; `at_x`, `at_y`: its place on the ring. `order`: how many play before it."""

    seat: int
    x: float
    y: float
    at_x: float
    at_y: float
    order: int


def table_svg(state: GameState, game: str, scheme: Scheme = "light") -> str:
    """Return the picture of a game. `state`: the answer to GET /games/{id}, as the viewer gets it. `game`: the name of its system."""
    return "".join(_Drawing(state, game, COLOURS[scheme]).parts())


class _Drawing:
    def __init__(self, state: GameState, game: str, colours: Colours) -> None:
        self.state = state
        self.view = state["view"]
        self.game = game
        self.colours = colours
        self.order = self.view["order"]
        self.size = next((size for most, size in _SIZES if len(self.order) <= most), _MOST)
        self.together = partnered(state)
        self.name = names_of(state)
        self.fans = len(self.order) <= _SIZES[0][0] and in_play(state) and any(map(_is_open, self.view["seats"].values()))
        self.filled = bool(self.view["base"] or self._apart())
        self.seats = self._placed()

    def parts(self) -> Iterator[str]:
        said = f"{sentence(self.state, self.name)} {whereabouts(self.state, self.game)}"
        size = f'viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}" role="graphics-document">'
        yield f"<title>{escape(said)}</title>"
        yield from self._ground()
        yield from self._heading()
        yield f'<g transform="translate({number(_MIDDLE[0])} {number(_MIDDLE[1])})">'
        yield from self._notes()
        yield from self._in_the_middle()
        for seat in self.seats:
            yield from self._fan(seat)
            yield self._plate(seat)
        for seat in sorted(self.seats, key=lambda seat: seat.order):
            yield self._lying(seat)
        yield "</g></svg>"

    def _mine(self, seat: Seat) -> SeatSeen:
        return self.view["seats"][str(seat.seat)]

    # --- where things are ----------------------------------------------------------------------------------------------------------------

    def _placed(self) -> list[Seat]:
        count = len(self.order)
        viewer = self.state["viewer"].removeprefix("seat:")
        bottom = self.order.index(int(viewer)) if viewer.isdigit() and int(viewer) in self.order else 0
        leader = self.view["leader"]
        leads = self.order.index(leader) if leader in self.order else 0
        up = _FAN if self.fans else 0
        reach = max(x for x, _ in PLACES[count - 1]) or 1
        across = (_FELT[2] / 2 - _RIM - self.size.wide / 2) / reach
        along = _FELT[3] / 2 - _RIM - (self.size.high + up) / 2
        seats = []
        for at, seat in enumerate(self.order):
            x, y = PLACES[count - 1][(at - bottom) % count]
            seats.append(Seat(seat, x * across, y * along + up / 2, x, y, (at - leads) % count))
        return seats

    def _card_at(self, seat: Seat) -> tuple[float, float]:
        """Return where the card of a seat lies: in a cross in the middle, or beside its plate if something lies in the middle."""
        size, high = self.size, self._card_high()
        beside = abs(seat.at_x) > 0.5
        if len(self.order) <= 4 and not self.filled:
            return seat.at_x * high * (0.75 if len(self.order) == 4 else 0.86), seat.at_y * (high / 2 + 2)
        if len(self.order) <= 6:
            if beside:
                return seat.x - (1 if seat.x > 0 else -1) * (size.wide / 2 + _GAP + high * RATIO / 2), seat.y
            up = _FAN if self.fans and seat.y > 0 else 0
            return seat.x, seat.y - (1 if seat.y > 0 else -1) * (size.high / 2 + _GAP + high / 2) - up
        across = _FELT[2] / 2 - _RIM - size.wide - _GAP - high * RATIO / 2
        along = _FELT[3] / 2 - _RIM - size.high - _GAP - high / 2
        x, y = seat.at_x * across, seat.at_y * along
        while abs(x - seat.x) < (size.wide + high * RATIO) / 2 + 4 and abs(y - seat.y) < (size.high + high) / 2 + 4:
            x, y = x * 0.98, y * 0.98  # in the corners of the ring
        return x, y

    def _card_high(self) -> float:
        if len(self.order) > 4:
            return self.size.card
        return min(self.size.card, 118.0 if self.fans else 140.0, 100.0 if self.filled else 140.0)

    # --- around the table ----------------------------------------------------------------------------------------------------------------

    def _ground(self) -> Iterator[str]:
        middle, cloth, rim = self.colours.felt
        stops = f'<stop offset="0" stop-color="{middle}"/><stop offset=".6" stop-color="{cloth}"/><stop offset="1" stop-color="{rim}"/>'
        yield f'<defs><radialGradient id="felt" cx=".5" cy=".5" r=".7">{stops}</radialGradient></defs>'
        yield f'<rect width="{WIDE}" height="{HIGH}" fill="{self.colours.ground}"/>'
        yield f'<rect {box(*_FELT, 24)} fill="url(#felt)"/>'
        inner = around(*_MIDDLE, _FELT[2] - 20, _FELT[3] - 20, 16)
        yield f'<rect {inner} fill="none" stroke="#fff" stroke-opacity=".14"/>'

    def _heading(self) -> Iterator[str]:
        sides = [side for side in sides_of(self.state) if len(side.seats) > 1] if self.together else []
        boxes = sides if len(sides) == 2 else []
        room = WIDE - 2 * _EDGE - 8 - sum(276 for _ in boxes)
        said, size = self._sentence(room)
        yield written(said, _EDGE + 4, 70, size, self.colours.ink, bold=True)
        yield written(fitted(whereabouts(self.state, self.game), room, 22), _EDGE + 4, 106, 22, self.colours.soft)
        for at, side in enumerate(boxes):
            yield self._box(side, WIDE - _EDGE - 264 * (2 - at) - 12 * (1 - at))

    def _sentence(self, room: float) -> tuple[str, float]:
        """Return the sentence and the height of its letters: names are cut before the sentence is."""
        for most in (1000, 24, 18, 14, 11, 8):
            said = sentence(self.state, lambda seat, most=most: isolated(names_of(self.state, most)(seat)))  # type: ignore[misc]
            size = min(44.0, 44 * room / width(said, 44, bold=True))
            if size >= _LEAST:
                return said, size
        return fitted(said, room, _LEAST, bold=True), _LEAST

    def _box(self, side: Side, x: float) -> str:
        """Return the box of a side: its players, and its points large."""
        won = {*side.seats} & {*self.state["outcome"]["winners"]}
        points, took = (
            "" if side.points is None else signed(side.points),
            " · ".join(filter(None, [took_of(side.seats, self.state), bags_of(side.seats, self.state)])),
        )
        edge, thick = (_GOLD, 3) if won else (self.colours.line, 1)
        room = 264 - 44 - width(points, 36, bold=True) - 24
        size, names = 19.0, " & ".join(map(isolated, _shared([self.name(seat) for seat in side.seats], room, 19)))
        y, small = (50, min(17.0, 17 * (room + 30) / width(took, 17))) if took else (66, 0.0)
        return "".join(
            [
                f'<svg x="{number(x)}" y="20" width="264" height="92">',
                f'<rect x="2" y="2" width="260" height="88" rx="14" fill="{self.colours.surface}" stroke="{edge}" stroke-width="{thick}"/>',
                _sign(self.view["seats"][str(side.seats[0])]["side"], 24, y - 21 + 2, 7, self.colours.ink),
                written(names, 40, y - 12, size, self.colours.ink, bold=True),
                written(took, 18, y + 18, small, self.colours.soft) if took else "",
                written(points, 246, 60, 36, self.colours.ink, bold=True, anchor="end"),
                "</svg>",
            ]
        )

    # --- on the felt ---------------------------------------------------------------------------------------------------------------------

    def _notes(self) -> Iterator[str]:
        """Yield trump and the suit led, in the upper left corner."""
        trump, leader = self.view["trump"], self.view["leader"]
        x, y = -_FELT[2] / 2 + 28, -_FELT[3] / 2 + 46
        if len(self.order) > 6:
            return
        if trump in SUIT_NAMES:
            yield f'<rect {box(x - 4, y - 20, 28, 28, 6)} fill="{_WHITE}"/>'
            yield pip(trump, x, y - 16, 20, colour_of(trump))
            yield written(f"{SUIT_NAMES[trump].capitalize()} are trumps", x + 34, y + 1, 19, "#fff", bold=True)
            y += 30
        lead = None if leader is None or self.view["counts"] != "trick" else self.view["seats"][str(leader)]
        if lead is not None and lead["placed"] and lead["card"]:
            card = lead["card"].partition("@")[0]
            suit = SUIT_NAMES.get(card[1]) if len(card) == 2 else None
            if suit:
                yield written(f"{suit.capitalize()} led", x - 4, y, 18, self.colours.on_felt)

    def _apart(self) -> list[str]:
        """Return the cards face up that lie neither before a player nor in the middle, oldest first."""
        lying = {self.view["base"], *(seat["card"] for seat in self.view["seats"].values())}
        return [card for card in self.view["face_up"] if card not in lying][-_MOST_OPEN:]

    def _in_the_middle(self) -> Iterator[str]:
        """Yield what lies there and belongs to nobody; if nothing lies on the table, who has won, or how the last round ended."""
        base, piles, apart = self.view["base"], self.view["piles"], self._apart()
        if base:
            yield face(base, 0, 0, _BASE, -2)
            stake = [] if self.view["at_stake"] is None else [signed(counted(self.view["at_stake"], "unit"))]
            for at, words in enumerate([*stake, *(f"{heap(pile)} {cards}" for pile, cards in piles.items())]):
                yield written(words, _BASE * RATIO / 2 + 18, 26 * at - 6, 19, self.colours.on_felt, bold=at < len(stake))
            yield from self._row(apart, -_BASE * RATIO / 2 - 16, 0)
            return
        below = len(self.order) > 4 and bool(apart)
        for at, (pile, cards) in enumerate(piles.items()):
            yield from self._heap(pile, cards, at - (len(piles) - 1) / 2, at - len(piles) + 0.5, -50 if below else -14)
        yield from self._row(apart, min(_ROW, len(apart) * 42) / 2, 46 if below else 0)
        waits = in_play(self.state) and self.view["turn"] and task_of(self.view) == "play"
        if not apart and not waits and not any(seat["placed"] or seat["card"] for seat in self.view["seats"].values()):
            yield from self._result()

    def _heap(self, pile: str, cards: int, along: float, from_right: float, y: float) -> Iterator[str]:
        """Yield a pile: of four seats or fewer in the lower right corner, else in the middle. `along`, `from_right`: its place there."""
        corner = len(self.order) <= 4
        x, y = (_FELT[2] / 2 - 30 + from_right * 100, _FELT[3] / 2 - 82) if corner else (along * 110, y)
        for under in range(min(cards, 3) - 1, -1, -1):
            yield back(x - 2 * under, y + under, 64)
        yield written(f"{heap(pile)} {cards}", x, y + 54, 17, self.colours.on_felt, anchor="middle")

    def _row(self, cards: list[str], right: float, y: float) -> Iterator[str]:
        """Yield cards in a row that ends at `right`."""
        step = min(42.0, _ROW / max(1, len(cards)))
        for at, card in enumerate(cards):
            yield face(card, right - step * (len(cards) - at) + step - 20, y, 56)

    def _result(self) -> Iterator[str]:
        winners, said = self.state["outcome"]["winners"], self.view["last_round"]
        if winners:
            side = next(side for side in sides_of(self.state) if winners[0] in side.seats)
            names = " & ".join(map(isolated, _shared([self.name(seat) for seat in winners[:3]], 600, 34)))
            yield f'<path d="{HATS["K"][0]}" transform="translate(-40 -106) scale(.8)" fill="{_GOLD}"/>'
            yield f'<path d="{HATS["K"][1]}" transform="translate(-40 -106) scale(.8)" fill="{_GOLD}"/>'
            yield written(names + (" …" if len(winners) > 3 else ""), 0, -8, 34, "#fff", bold=True, anchor="middle")
            if side.points is not None:
                yield written(signed(side.points), 0, 68, 72, "#fff", bold=True, anchor="middle")
        elif in_play(self.state):
            for at, line in enumerate(lines := wrapped(said, 560, 22)):
                yield written(line, 0, 32 * (at - len(lines) / 2) + 22, 22, self.colours.on_felt, anchor="middle")

    def _fan(self, seat: Seat) -> Iterator[str]:
        """Yield the cards of a hand that this viewer may see, behind the plate."""
        mine = self._mine(seat)
        hand = mine["hand"] or []
        if not self.fans or not _is_open(mine):
            return
        high = 72.0
        step = min(high * RATIO + 2, (self.size.wide - high * RATIO) / max(1, len(hand) - 1))
        for at, card in enumerate(hand):
            yield face(card, seat.x + (at - (len(hand) - 1) / 2) * step, seat.y - self.size.high / 2 - _FAN + high / 2, high)

    def _lying(self, seat: Seat) -> str:
        mine, high = self._mine(seat), self._card_high()
        x, y = self._card_at(seat)
        lean = _LEANS[seat.seat % len(_LEANS)]
        faded = "" if mine["active"] or seat.seat in self.state["outcome"]["winners"] else ' opacity=".68"'
        if mine["card"]:
            won = winning(x, y, high, lean) if self.view["winning"] == seat.seat else ""
            return face(mine["card"], x, y, high, lean, faded) + won + self._sure(mine, x, y + high / 2)
        if mine["placed"]:
            return (unknown if all_open(self.view) else back)(x, y, high, lean, faded) + self._sure(mine, x, y + high / 2)
        if in_play(self.state) and seat.seat in self.view["turn"] and task_of(self.view) == "play":
            place = around(x, y, high * RATIO, high, high * 0.065)
            return f'<rect {place} fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="2" stroke-dasharray="7 6"/>'
        return ""

    def _sure(self, mine: SeatSeen, x: float, y: float) -> str:
        """Return the tag at the lower edge of a card that nobody saw."""
        words = sureness(mine, self.view)
        if not words:
            return ""
        tag = around(x, y - 6, width(words, 14) + 16, 22, 11)
        return f'<rect {tag} fill="#7a4d00"/>' + written(words, x, y - 1, 14, "#fff", anchor="middle")

    def _plate(self, seat: Seat) -> str:
        mine, size = self._mine(seat), self.size
        turn = in_play(self.state) and seat.seat in self.view["turn"]
        won, out = seat.seat in self.state["outcome"]["winners"], not mine["active"] and seat.seat not in self.state["outcome"]["winners"]
        ink = _DARK if turn else self.colours.on_felt if out else "#fff"
        soft = "#566059" if turn else self.colours.on_felt
        shape = box(4, 4, size.wide, size.high, 13)
        if turn:
            drawn = f'<rect {shape} fill="{_WHITE}" stroke="#fff" stroke-opacity=".45" stroke-width="6" paint-order="stroke"/>'
        elif out:
            drawn = f'<rect {shape} fill="{self.colours.plate}" fill-opacity=".35" {_DASHED}/>'
        else:
            drawn = f'<rect {shape} fill="{self.colours.plate}"{_WON if won else ""}/>'
        frame = around(seat.x, seat.y, size.wide + 8, size.high + 8)
        lower = self._lower(seat, mine, ink, soft)
        lines = self._upper(seat, mine, ink, alone=not lower) + lower
        return f"<svg {frame}>{drawn}{lines}</svg>"

    def _upper(self, seat: Seat, mine: SeatSeen, ink: str, *, alone: bool) -> str:
        """Return the upper line of a plate: side, name, dealer, points. `alone`: whether there is no other line."""
        text, left, right = self.size.text, 16.0, self.size.wide - 8
        y = 4 + self.size.high * (0.5 if alone else 0.44) + (text * 0.36 if alone else 0)
        parts = []
        points = None if self.together and len(sides_of(self.state)) == 2 else points_of(seat.seat, self.state)
        if points is not None:
            parts.append(written(signed(points), right, y, text, ink, bold=True, anchor="end"))
            right -= width(signed(points), text, bold=True) + 8
        if mine["side"] is not None:
            parts.append(_sign(mine["side"], left + 5, y - text * 0.36, text * 0.27, ink))
            left += text * 0.9
        deals = in_play(self.state) and self.view["dealer"] == seat.seat
        name = isolated(fitted(self.name(seat.seat), right - left - (28 if deals else 0), text, bold=True))
        parts.append(written(name, left, y, text, ink, bold=True))
        if deals:
            x = right - 12
            parts.append(_disc(x, y - text * 0.36, 11, f'fill="{_WHITE}" stroke="{_DARK}" stroke-width="1.5"'))
            parts.append(written("D", x, y - text * 0.36 + 5, 14, _DARK, bold=True, anchor="middle"))
        return "".join(parts)

    def _lower(self, seat: Seat, mine: SeatSeen, ink: str, soft: str) -> str:
        """Return the lower line of a plate: what the player said, piles, the number of cards in hand."""
        text, left, right = self.size.text * 0.78, 16.0, self.size.wide - 8
        y = 4 + self.size.high * 0.82
        parts = []
        if mine["cards"] and mine["active"] and not (self.fans and _is_open(mine)):
            count = str(mine["cards"])
            parts.append(written(count, right, y, text, soft, anchor="end"))
            right -= width(count, text) + 4
            parts.append(back(right - text * 0.4, y - text * 0.38, text * 1.05))
            right -= text * 0.8 + 8
        said = told(seat.seat, self.state)
        if said.pip:
            parts.append(f'<rect {box(left, y - text, text * 1.2, text * 1.2, 4)} fill="{_WHITE}"/>')
            parts.append(pip(said.pip, left + text * 0.12, y - text * 0.88, text * 0.96, colour_of(said.pip)))
            left += text * 1.2 + 6
        if said.bid and said.took is not None and max(said.bid, said.took) <= _DOTS and self.size is _SIZES[0][1]:
            parts.append(_dots(said, left, y - text * 0.36, ink))
            left += 13 * max(said.bid, said.took) + 5
        piles = piles_of(seat.seat, self.state)
        short = said.words.removeprefix("bid ")
        forms = [" · ".join(filter(None, form)) for form in ([said.words, piles], [short, piles], [said.words or piles], [short or piles])]
        words = next((form for form in forms if width(form, text) <= right - left), forms[-1])
        if words:
            parts.append(written(fitted(words, right - left, text), left, y, text, soft))
        return "".join(parts)


def _shared(names: list[str], room: float, size: float) -> list[str]:
    """Return the names of partners, cut so that all fit into one line: who has a short name leaves room to the others."""
    room -= (len(names) - 1) * width(" & ", size, bold=True)
    cut = {}
    for left, name in enumerate(sorted(names, key=lambda name: width(name, size, bold=True))):
        cut[name] = fitted(name, room / (len(names) - left), size, bold=True)
        room -= width(cut[name], size, bold=True)
    return [cut[name] for name in names]


def _is_open(seat: SeatSeen) -> bool:
    """Whether the hand of a seat is drawn card by card."""
    return seat["active"] and 0 < len(seat["hand"] or ()) <= _MOST_OPEN


def _sign(side: int | None, x: float, y: float, half: float, ink: str) -> str:
    """Return the sign of a side: ●, ◇, ▲ or ■."""
    if side is None:
        return ""
    if side == 0:
        return _disc(x, y, half, f'fill="{ink}"')
    h = number(half)
    path = (f"M0 -{h}L{h} 0 0 {h} -{h} 0z", f"M0 -{h}L{h} {h}H-{h}z", f"M-{h} -{h}H{h}V{h}H-{h}z")[min(side, 3) - 1]
    paint = f'fill="none" stroke="{ink}" stroke-width="2"' if side == 1 else f'fill="{ink}"'
    return f'<path d="{path}" transform="translate({number(x)} {number(y)})" {paint}/>'


def _disc(x: float, y: float, radius: float, paint: str) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {paint}/>'


def _dots(said: Told, x: float, y: float, ink: str) -> str:
    """Return a dot for each trick of the bid: filled if taken; a square for each one more."""
    bid, took = said.bid or 0, said.took or 0
    dots = []
    for at in range(max(bid, took)):
        middle = x + 5 + 13 * at
        if at >= bid:
            dots.append(f'<rect {around(middle, y, 8, 8)} fill="{ink}"/>')
        else:
            paint = f'fill="{ink}"' if at < took else f'fill="none" stroke="{ink}" stroke-width="1.5"'
            dots.append(_disc(middle, y, 4.5, paint))
    return "".join(dots)
