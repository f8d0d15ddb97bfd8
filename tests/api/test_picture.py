"""GET /games/{id}/picture, and the previews of links: who gets what, and how it may be used."""

import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from PIL import Image, ImageChops, ImageSequence, ImageStat

from service.api.games import picture
from service.pictures import pixels
from service.pictures.table import HIGH, WIDE
from service.views import pictures
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers

ADDRESS = "https://faceup.example"
DEAL = (opener(), placed(0, "highest", "KH"), placed(1, "lowest", "2C"), placed(2, "middle", "9D"))
SEATS = [{"name": "Anna <b>"}, {"name": "Ben"}, {"name": "Cleo"}]


@pytest.fixture
def game(director: Caller) -> str:
    """A public game. The cards lie face down."""
    game = director.opened(seats=SEATS, visibility="public", title="Friday & more")
    director.recorded(game, *DEAL)
    return game


def test_a_picture_shows_what_the_visitor_may_see(game: str, director: Caller, stranger: Caller) -> None:
    assert "king of hearts" in director.get(f"/games/{game}/picture").get_data(as_text=True)
    for answer in (stranger.get(f"/games/{game}/picture"), director.get(f"/games/{game}/picture?view=public")):
        text = answer.get_data(as_text=True)
        assert "king of hearts" not in text
        assert "Anna &lt;b&gt;" in text
        assert "Friday &amp; more" in text
    director.recorded(game, revealed(s0="KH", s1="2C", s2="9D"))
    assert "king of hearts" in stranger.get(f"/games/{game}/picture").get_data(as_text=True)
    assert "king of hearts" not in stranger.get(f"/games/{game}/picture?at=5").get_data(as_text=True)


@pytest.mark.parametrize(
    ("form", "kind", "begins"), [("svg", "image/svg+xml", b"<svg "), ("png", "image/png", b"\x89PNG"), ("webp", "image/webp", b"RIFF")]
)
def test_a_picture_has_its_type_and_an_entity_tag_and_nothing_in_it_can_run(
    form: str, kind: str, begins: bytes, game: str, stranger: Caller
) -> None:
    path = f"/games/{game}/picture?format={form}"
    answer = stranger.get(path)
    assert answer.mimetype == kind
    assert answer.get_data().startswith(begins)
    assert re.fullmatch(rf'inline; filename="high-card-\d{{4}}(-\d\d){{2}}-{game[-4:]}\.{form}"', answer.headers["Content-Disposition"])
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "public, no-cache"
    for _ in range(2):  # the second answer is one that the process remembers
        again = stranger.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304
        assert again.headers["Cross-Origin-Resource-Policy"] == answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_only_the_public_view_of_a_public_game_may_be_embedded_elsewhere(visibility: str, director: Caller) -> None:
    game = director.opened(visibility=visibility)
    policies = {view: director.get(f"/games/{game}/picture{view}").headers["Cross-Origin-Resource-Policy"] for view in ("", "?view=public")}
    assert policies == {"": "same-origin", "?view=public": "cross-origin" if visibility == "public" else "same-origin"}


def test_a_picture_that_cannot_be_drawn_says_what_there_is(game: str, stranger: Caller) -> None:
    assert "svg, png or webp" in stranger.get(f"/games/{game}/picture?format=gif").json["detail"]
    assert "version 5" in str(stranger.get(f"/games/{game}/picture?at=99").json["errors"])
    assert "light" in str(stranger.get(f"/games/{game}/picture?scheme=pink").json["errors"])
    assert stranger.get(f"/games/{game}/picture?view=director").json["type"] == "/problems/wider-view"
    assert "version 3" not in stranger.get(f"/games/{game}/picture?at=3").get_data(as_text=True)
    for query in (
        "at=0",
        "at=-1",
        "at=1e3",
        "format=",
        "scheme=",
        "view=seat:99",
        "as=x",
        "at=1&at=2",
        "round=1",
        "format=png&round=1",
        "format=webp&round=0",
        "format=webp&round=2",
        "format=webp&at=3",
        "scheme=%00",
        "format=%F0%9F%98%80",
    ):
        assert stranger.get(f"/games/{game}/picture?{query}").status_code in (406, 422), query


def test_a_picture_in_png_is_drawn_once_until_something_on_it_changes(
    game: str, director: Caller, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(pictures, "png_of", lambda svg: made.append(svg) or pixels.png_of(svg))  # type: ignore[func-returns-value]
    path = f"/games/{game}/picture?format=png"
    first = stranger.get(path).get_data()
    assert stranger.get(path).get_data() == first
    assert len(made) == 1
    assert director.get(path).get_data() != first
    person = director.get(f"/games/{game}").json["seats"][1]["person"]
    assert director.call("DELETE", f"/people/{person}").status_code == 200
    assert stranger.get(path).get_data() != first
    assert [">Ben<" in svg for svg in made] == [True, True, False]


def frames(caller: Caller, path: str) -> list[Image.Image]:
    """Return the frames of a moving picture."""
    answer = caller.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "image/webp")
    with Image.open(BytesIO(answer.get_data())) as moving:
        assert moving.size == (WIDE // 2, HIGH // 2)
        return [frame.copy() for frame in ImageSequence.Iterator(moving)]


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether two frames show the same: compressed, they differ a little."""
    return max(ImageStat.Stat(ImageChops.difference(one.convert("L"), other.convert("L"))).mean) < 1


def test_a_moving_picture_has_a_frame_for_each_step_of_a_round(game: str, director: Caller, stranger: Caller) -> None:
    path = f"/games/{game}/picture?format=webp"
    assert len(frames(stranger, f"{path}&round=1")) == len(frames(stranger, path)) == 5
    director.recorded(game, revealed(s0="KH", s1="2C", s2="9D"))
    assert len(frames(stranger, f"{path}&round=1")) == 6
    assert not alike(frames(director, f"{path}&round=1")[3], frames(stranger, f"{path}&round=1")[3])


def test_a_moving_picture_of_a_long_round_leaves_steps_out_and_ends_where_the_round_ends(
    game: str, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/games/{game}/picture?format=webp"
    last = frames(stranger, path)[-1]
    monkeypatch.setattr(picture, "MOST_FRAMES", 2)
    first, other = frames(stranger, f"{path}&round=1")
    assert alike(other, last)
    assert not alike(first, last)


def test_a_game_with_a_long_record_is_drawn_beside_the_process(game: str, app: Flask, stranger: Caller) -> None:
    parts: Wiring = app.extensions[EXTENSION]
    parts.work.bounded = True
    try:
        assert stranger.get(f"/games/{game}/picture").status_code == 200
        for form in ("png", "webp"):
            assert form.upper().encode() not in _refused_here(stranger, f"/games/{game}/picture?format={form}")
    finally:
        parts.work.bounded = False


def _refused_here(stranger: Caller, path: str) -> bytes:
    """Return the answer to a request that no process beside this one answers: none runs."""
    answer = stranger.client.get(f"/api/v1{path}")
    assert answer.status_code == 503
    return answer.get_data()


# --- previews ---------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def addressed(app: Flask, parts: Wiring) -> Iterator[None]:
    app.extensions[EXTENSION] = replace(parts, config=replace(parts.config, public_url=ADDRESS))
    yield
    app.extensions[EXTENSION] = parts


def head_of(caller: Caller, path: str) -> str:
    headers: Any = {} if caller.secret is None else {"Authorization": f"Bearer {caller.secret}"}
    answer = caller.client.get(path, headers=headers)
    assert answer.status_code == 200
    return answer.get_data(as_text=True).partition("</head>")[0]


@pytest.mark.usefixtures("addressed")
@pytest.mark.parametrize("page", ["", "/replay"])
def test_a_link_to_a_game_names_the_people_and_has_a_picture(page: str, game: str, director: Caller, stranger: Caller) -> None:
    for visitor in (stranger, director):
        head = head_of(visitor, f"/games/{game}{page}")
        assert '<meta property="og:title" content="Anna &lt;b&gt; 0, Ben 0, Cleo 0 · High Card">' in head
        assert f'<meta property="og:image" content="{ADDRESS}/api/v1/games/{game}/picture?format=png">' in head
        assert '<meta name="twitter:card" content="summary_large_image">' in head
        assert "Friday &amp; more" in head


@pytest.mark.usefixtures("addressed")
def test_a_link_to_a_private_game_has_no_preview(director: Caller) -> None:
    head = head_of(director, f"/games/{director.opened(seats=SEATS, visibility='private')}")
    assert "og:" not in head
    assert "Anna" not in head


@pytest.mark.usefixtures("addressed")
def test_a_preview_shows_a_delayed_game_as_spectators_see_it(director: Caller, callers: Callers) -> None:
    game = director.opened(seats=SEATS, visibility="public", delay=3600)
    director.recorded(game, {"type": "ScoreStated", "data": {"scores": {"0": 77, "1": 2, "2": 3}}})
    for visitor in (director, callers.anonymous()):
        assert "77" not in head_of(visitor, f"/games/{game}").partition("og:")[2].partition("og:image")[0]
