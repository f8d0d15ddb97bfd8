"""Draws pictures of tables (service/pictures/), and keeps those in PNG and WebP, which take long to make."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import groupby
from typing import Final, NamedTuple

from domain.system import Viewer
from domain.systems import SYSTEMS
from domain.views.answers import GameState
from service.memory import shares
from service.memory.cache import Cache, Region
from service.pictures.pixels import png_of, webp_of
from service.pictures.table import Scheme, table_svg
from service.store.keys import GameId

_KEY_BYTES: Final = 300


class PictureOf(NamedTuple):
    """What a picture shows: a game for a viewer, at a version (None: the last), as corrected or as recorded, in light or dark. `round`: of
    a moving picture; None: it is a still one."""

    game: GameId
    viewer: Viewer
    at: int | None
    corrected: bool
    scheme: Scheme
    round: int | None = None


class Drawn(NamedTuple):
    """A picture in PNG or WebP. `digest`: of the same picture in SVG."""

    digest: bytes
    content: bytes


class Pictures:
    """Draws pictures. Those in PNG and WebP that were asked for last are kept, at most one for each request. It is given again only while
    the picture in SVG is the same: so what was corrected, ruled or erased since then is on no picture, and a new picture takes the place of
    the former."""

    def __init__(self, cache: Cache) -> None:
        self._kept: Region[PictureOf, Drawn] = Region(cache, lambda drawn: len(drawn.content) + _KEY_BYTES, shares.PICTURES)

    def svg(self, wanted: PictureOf, state: GameState) -> bytes:
        """Return the picture as SVG. `state`: what the viewer gets of the game."""
        return table_svg(state, SYSTEMS[state["system"]].name, wanted.scheme).encode()

    def png(self, wanted: PictureOf, state: GameState) -> bytes:
        svg = self.svg(wanted, state)
        return self._made(wanted, svg, lambda: png_of(svg.decode()))

    def webp(self, wanted: PictureOf, states: Iterable[GameState]) -> bytes:
        """Return a moving picture. `states`: what the viewer got to see of the game, step by step. What looks the same is drawn once."""
        svgs = [svg for svg, _ in groupby(self.svg(wanted, state) for state in states)]
        return self._made(wanted, b"".join(svgs), lambda: webp_of([svg.decode() for svg in svgs]))

    def _made(self, wanted: PictureOf, drawn: bytes, make: Callable[[], bytes]) -> bytes:
        kept, digest = self._kept.get(wanted), sha256(drawn).digest()
        if kept is None or kept.digest != digest:
            self._kept.drop(wanted)
            kept = Drawn(digest, make())
            self._kept.put(wanted, kept)
        return kept.content
