"""Cards as they lie on a table: the drawings of static/js/faces.js and css/felt.css. How much is drawn depends on the height."""

from typing import Final

from domain.kernel.cards import CARDS, Card, spoken
from service.pictures.shapes import HATS, JESTER, PIPS, STAR
from service.pictures.texts import around, clean, fitted, number, width, written

WHITE: Final = "#fffefb"
EDGE: Final = "#c9c4b6"
INK: Final = "#1b231f"
RED: Final = "#b3261e"
GOLD: Final = "#d9a441"
BACK: Final = "#2b6a6c"
RATIO: Final = 5 / 7
_JOKERS: Final = {"HJ": ("HIGH", RED), "LJ": ("LOW", INK)}


def colour_of(suit: str) -> str:
    return RED if suit in ("H", "D") else INK


def face(token: str, x: float, y: float, high: float, turn: float = 0, extra: str = "") -> str:
    """Return a card face up. `x`, `y`: its middle. `turn`: in degrees."""
    card, _, pack = clean(token).partition("@")
    wide = high * RATIO
    suit = card[1] if len(card) == 2 and card[1] in PIPS else ""
    if card in _JOKERS:
        inside = _joker(card, wide, high)
    elif suit:
        inside = _suited(card[0], suit, wide, high)
    else:
        share, middle = (0.5, 0.0) if high >= 80 else (0.32, -high * 0.22)
        size = high * min(share, 0.42 / max(0.6, width(card, 1, bold=True)))
        inside = written(fitted(card, wide, size), 0, middle + size * 0.36, size, INK, bold=True, anchor="middle")
    if card in CARDS:
        extra += f' role="img" aria-label="{spoken(Card(card)).removeprefix("the ")}"'
    if pack and high >= 80:
        inside += written(pack, wide * 0.38, -high * 0.38, high * 0.11, INK, bold=True, anchor="middle")
    return _card(inside, x, y, wide, high, turn, extra)


def unknown(x: float, y: float, high: float, turn: float = 0, extra: str = "") -> str:
    """Return a card that lay face up and that nobody remembers."""
    return _card(written("?", 0, high * 0.2, high * 0.56, INK, bold=True, anchor="middle"), x, y, high * RATIO, high, turn, extra)


def winning(x: float, y: float, high: float, turn: float = 0) -> str:
    """Return the frame and the star on the card that wins a trick."""
    wide, half = high * RATIO, high * 0.095
    frame = f'<rect {around(0, 0, wide, high, high * 0.065)} fill="none" stroke="{GOLD}" stroke-width="{number(max(2, high * 0.026))}"/>'
    left, down = -wide * 0.43 + half, high * 0.45 - half
    disc = f'<circle cx="{number(left)}" cy="{number(down)}" r="{number(half)}" fill="{INK}"/>'
    star = _path(STAR, left - half * 0.68, down - half * 0.68, half * 0.0136, f'fill="{GOLD}"')
    return f"<g {_at(x, y, turn)}>{frame}{disc}{star}</g>"


def back(x: float, y: float, high: float, turn: float = 0, extra: str = "") -> str:
    wide, border = high * RATIO, max(1.0, high * 0.035)
    inside = _rect(wide - 2 * border, high - 2 * border, high * 0.045, BACK, "#3d7d7f")
    if high >= 30:
        inside += f'<circle r="{number(wide * 0.19)}" fill="{WHITE}"/>' + pip("S", -wide * 0.1, -wide * 0.1, wide * 0.2, BACK)
    return _card(inside, x, y, wide, high, turn, extra)


def pip(suit: str, x: float, y: float, size: float, fill: str) -> str:
    """Return the sign of a suit. `x`, `y`: the left and upper end."""
    return _path(PIPS[suit], x, y, size / 100, f'fill="{fill}"')


def _card(inside: str, x: float, y: float, wide: float, high: float, turn: float, extra: str) -> str:
    shade = f'<rect {around(1, 2, wide, high, high * 0.065)} fill="#000" fill-opacity=".25"/>'
    return f"<g {_at(x, y, turn)}{extra}>{shade}{_rect(wide, high, high * 0.065, WHITE, EDGE)}{inside}</g>"


def _at(x: float, y: float, turn: float) -> str:
    rotated = f" rotate({number(turn)})" if turn else ""
    return f'transform="translate({number(x)} {number(y)}){rotated}"'


def _rect(wide: float, high: float, radius: float, fill: str, edge: str) -> str:
    return f'<rect {around(0, 0, wide, high, radius)} fill="{fill}" stroke="{edge}"/>'


def _path(path: str, x: float, y: float, scale: float, paint: str) -> str:
    return f'<path d="{path}" transform="translate({number(x)} {number(y)}) scale({scale:.3f})" {paint}/>'


def _suited(letter: str, suit: str, wide: float, high: float) -> str:
    fill, rank, hat = colour_of(suit), "10" if letter == "T" else letter, HATS.get(letter)
    if high >= 80:
        corner = _corner(rank, suit, wide, high, 0.22, 0.18)
        size = wide * (0.44 if hat else 0.54 if letter == "A" else 0.47)
        large = pip(suit, -size / 2, high * (0.1 if hat else 0) - size / 2, size, fill)
        worn = _hat(hat, -wide * 0.19, -high * 0.25, wide * 0.38, fill) if hat else ""
        return f'{corner}<g transform="rotate(180)">{corner}</g>{worn}{large}'
    size = wide * (0.5 if hat and high >= 58 else 0.56)
    large = pip(suit, wide * 0.42 - size, high * 0.45 - size, size, fill)
    if high < 58:
        return _corner(rank, None, wide, high, 0.44, 0, fill) + large
    worn = _hat(hat, wide * (0.43 - 0.54), -high * 0.2, wide * 0.54, fill) if hat else ""
    return _corner(rank, suit, wide, high, 0.3, 0.23) + worn + large


def _corner(rank: str, suit: str | None, wide: float, high: float, text: float, sign: float, fill: str = INK) -> str:
    """Return the upper left corner. `text`: the height of the rank, in heights of the card; `sign`: the width of the pip, in widths."""
    size, fill = text * high * (0.84 if rank == "J" else 1), colour_of(suit) if suit else fill  # the font's J reaches below the line
    half = max(sign * wide, size * (1.08 if len(rank) > 1 else 0.64)) / 2
    x, top = -wide / 2 + 0.06 * wide + half, -high / 2 + 0.05 * high
    said = written(rank, x, top + size * 0.76, size, fill, bold=True, anchor="middle", extra=' letter-spacing="-.03em"')
    return said + (pip(suit, x - sign * wide / 2, top + text * high * 0.9, sign * wide, fill) if suit else "")


def _hat(paths: tuple[str, str], x: float, y: float, wide: float, fill: str) -> str:
    gold, rest = paths
    return _path(gold, x, y, wide / 100, f'fill="{GOLD}"') + _path(rest, x, y, wide / 100, f'fill="{fill}"')


def _joker(card: str, wide: float, high: float) -> str:
    (word, fill), top = _JOKERS[card], card == "HJ"
    line = f'fill="none" stroke="{fill}" stroke-width="7"'
    star = _path(STAR, -wide * 0.44, -high * 0.46, wide * 0.0026, f'fill="{fill}"' if top else line)
    small = high < 80
    size, foot = (wide * 0.76, high * 0.38) if small else (wide * 0.6, high * 0.23)
    paint = f'fill="{GOLD}" stroke="{fill}" stroke-width="4"' if top else line
    jester = _path(JESTER, -size / 2, foot - size, size / 100, paint)
    said = "" if small else written(word, 0, high * 0.36, high * 0.1, fill, bold=True, anchor="middle")
    return star + jester + said
