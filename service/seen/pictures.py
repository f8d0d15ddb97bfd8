"""Draws pictures of tables (service/pictures/), and keeps those in PNG, which take long to make."""

from hashlib import sha256
from typing import Final, NamedTuple

from domain.system import Viewer
from domain.systems import SYSTEMS
from domain.views.answers import GameState
from service.memory import shares
from service.memory.cache import Cache, Region
from service.pictures.pixels import png_of
from service.pictures.table import Scheme, table_svg
from service.store.keys import GameId

_KEY_BYTES: Final = 300


class Sight(NamedTuple):
    """What a picture shows: a game for a viewer, at a version (None: the last), as corrected or as recorded, in light or dark."""

    game: GameId
    viewer: Viewer
    at: int | None
    corrected: bool
    scheme: Scheme


class Drawn(NamedTuple):
    """A picture in PNG. `digest`: of the same picture in SVG."""

    digest: bytes
    content: bytes


class Pictures:
    """Draws pictures. Those in PNG that were asked for last are kept, at most one for each sight. It is given again only while the picture
    in SVG is the same: so what was corrected, ruled or erased since then is on no picture, and a new picture takes the place of the former.
    Safe for threads and greenlets."""

    def __init__(self, cache: Cache) -> None:
        self._kept: Region[Sight, Drawn] = Region(cache, lambda drawn: len(drawn.content) + _KEY_BYTES, shares.PICTURES)

    def svg(self, sight: Sight, state: GameState) -> bytes:
        """Return the picture as SVG. `state`: what the viewer gets of the game."""
        return table_svg(state, SYSTEMS[state["system"]].name, sight.scheme).encode()

    def png(self, sight: Sight, state: GameState) -> bytes:
        svg, kept = self.svg(sight, state), self._kept.get(sight)
        digest = sha256(svg).digest()
        if kept is None or kept.digest != digest:
            self._kept.drop(sight)
            kept = Drawn(digest, png_of(svg.decode()))
            self._kept.put(sight, kept)
        return kept.content
