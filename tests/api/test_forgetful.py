"""Two made-up systems test that sealed values stay hidden. If a system forgets to close anything, no endpoint shows a sealed value. If a
system opens everything, the values are shown.

Every kind of visitor sends every GET request of the application, including exports in every form and live streams. If there is a new
endpoint, the tests fail until they request it. If there is a new field that can be sealed, they fail until they record it.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Any, Final

import pytest
from flask import Flask

from domain.files.layout import record_in
from domain.kernel.cards import CARDS, Card, spoken
from domain.kernel.events import EVENT_TYPES
from domain.record.fold import read
from domain.system import System
from domain.systems import SYSTEMS
from service.engine import ENGINE
from service.files.formats import FORMATS
from service.store.keys import parse_game
from service.wiring import Wiring
from tests.api.callers import API, Caller
from tests.api.conftest import Callers
from tests.forgetful import CANDID, FORGETFUL, NOTES, OPEN, RECORD, Remembered, kept, known
from tests.format.test_html import held
from tests.paper.reading import text_of
from tests.speeds import slow
from tests.verdicts import judged

QUERIES: Final[Mapping[str, tuple[str, ...]]] = {
    f"{API}/games/<game>": ("", "?at=5", "?as=corrected&at=7"),
    f"{API}/games/<game>/events": ("", "?upto=9", "?after=2&limit=3"),
    f"{API}/games/<game>/replay": ("", "?as=recorded", "?at=9", "?at=9&as=recorded", "?from=3"),
    f"{API}/games/<game>/picture": ("", "?at=9", "?at=7&as=corrected"),
    f"{API}/games/<game>/diff": ("", "?from=1&to=9", "?between=recorded,corrected"),
    f"{API}/games/<game>/export": tuple(f"?format={form}" for form in FORMATS),
    f"{API}/games/<game>/live": ("",),
}
"""For each path: the queries with which it is requested. An empty query means the path alone. All other paths are requested without a
query."""
SHOWING: Final = ("", "/events", "/replay", "/replay?as=recorded", "/picture", "/findings", "/rulings", "/diff?from=1&to=9", "/live")
"""The paths below a game at which a viewer who may see everything sees cards. Exports are left out."""
NOWHERE: Final = ("<path:filename>",)
"""Path parameters of static files. The tests do not request paths with these parameters, because the answers do not come from a record."""


def paths(app: Flask, game: str, slug: str) -> Iterator[str]:
    """Yield every path that answers GET, with its queries."""
    names = {"game": game, "club": "home", "slug": slug, "export": "0000", "person": "p-nobody", "invitation": "0000"}
    names |= {"tournament": "home-taaaaaaaaaaaaaaaa", "number": "1", "entry": "1", "table": "1", "paper": "signs", "pairing": "0000"}
    names |= {"name": "0000", "file": "worker.js", "season": "home-saaaaaaaaaaaaaaaa"}
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not any(place in rule.rule for place in NOWHERE):
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: names[found[1]], rule.rule)
            yield from (path + query for query in QUERIES.get(rule.rule, ("",)))


def body(visitor: Caller, path: str) -> str:
    headers = {} if visitor.secret is None else {"Authorization": f"Bearer {visitor.secret}"}
    if not path.partition("?")[0].endswith("/live"):
        answer = visitor.client.get(path, headers=headers)
        assert answer.status_code < 500, path
        text = text_of(answer.get_data()) if answer.mimetype == "application/pdf" else answer.get_data(as_text=True)
        if "format=html" in path and answer.status_code == 200:  # what its page draws is compressed
            text = record_in(answer.get_data()).decode() + json.dumps(held(answer.get_data()), ensure_ascii=False)
        if "/picture" in path:  # a place of a picture may equal a sealed number
            return re.sub(r' (?!aria-label)[\w-]+="[^"]*"', "", text)
        return text if path != "/metrics" else re.sub(r" \S+$", "", text, flags=re.MULTILINE)  # a count may equal a sealed value
    with closing(visitor.client.get(path, headers=headers, buffered=False)) as response:
        chunks, message = iter(response.response), b""
        while b"\ndata: " not in message and response.status_code == 200:
            message += next(chunks)  # type: ignore[arg-type,operator]
        return message.decode()


def in_words(value: Any) -> list[str]:
    """Return the forms in which a sealed value may appear: a card as its code and in words, a number or a text unchanged."""
    values = value if isinstance(value, list) else [value]
    return [word for item in values for word in ([item, spoken(Card(item))] if item in CARDS else [str(item)])]


def shown(text: str, values: Mapping[str, Any]) -> set[str]:
    """Return the places of the sealed values that are in `text`. `values`: all sealed values by place."""
    words = {place: in_words(value) for place, value in values.items()}
    return {
        place
        for place, forms in words.items()
        if any(re.search(rf"(?<![0-9A-Za-z]){re.escape(form)}(?![0-9A-Za-z])", text) for form in forms)
    }


def sealed_in(game: str, parts: Wiring, seat: int | None = None) -> dict[str, Any]:
    """Return the values that `seat` may not see, by place. Texts that everyone may read are left out. `seat` None: a viewer without a
    seat."""
    values = {}
    for event in parts.records.events(parse_game(game)):
        if event.type not in ("GameOpened", "ClaimMade"):
            values |= {f"{event.type}.{path}": value for owner, path, value in kept(event.act) if owner is None or owner != seat}
    return values


@pytest.fixture
def table(director: Caller, parts: Wiring) -> Iterator[Callable[[System[Remembered]], str]]:
    """A function that records `RECORD`, `NOTES` and `OPEN` as a public game of a given system, and returns the id of the game."""
    with known(FORGETFUL), known(CANDID):

        def play(system: System[Remembered]) -> str:
            game = director.opened(system=system.slug, visibility="public", title="a title")
            director.recorded(game, *({"type": kind, "data": dict(data)} for kind, data in (*RECORD, *NOTES, *OPEN)))
            name = parse_game(game)
            reading = read(SYSTEMS[system.slug], parts.records.events(name))
            judged(parts.verdicts, name, 0, reading.version, ENGINE, "open", list(reading.findings), [])
            return game

        yield play


def test_the_game_recorded_for_these_tests_has_every_field_that_can_be_sealed(
    table: Callable[[System[Remembered]], str], parts: Wiring
) -> None:
    game = table(FORGETFUL)
    sealing = {f"{name}.{field}" for name, kind in EVENT_TYPES.items() for field, shape in kind.shape.fields if shape.seals}
    events = parts.records.events(parse_game(game))
    recorded = {f"{event.type}.{path.partition('.')[0]}" for event in events for _, path, _ in kept(event.act)}
    assert recorded == sealing


@slow
def test_a_sealed_value_is_not_shown_unless_the_system_opens_it_explicitly(
    table: Callable[[System[Remembered]], str], callers: Callers, parts: Wiring
) -> None:
    before = {path: body(callers.anonymous(), path) for path in paths(callers.app, "none", FORGETFUL.slug) if "none" not in path}
    game = table(FORGETFUL)
    visitors = [(callers.anonymous(), None), (callers.holder("read"), None), (callers.holder("read", game=game), None)]
    visitors += [(callers.holder("read", game=game, seat=seat), seat) for seat in (0, 1, 2)]
    salts = [salt.hex() for (version, path), (_, salt) in parts.records.sealed(parse_game(game)).items() if path not in ("title", "claim")]
    for visitor, seat in visitors:
        hidden = sealed_in(game, parts, seat)
        for path in paths(callers.app, game, FORGETFUL.slug):
            answer = body(visitor, path)
            assert shown(answer, hidden) <= shown(before.get(path, ""), hidden), (seat, path)  # openapi.yaml has cards in examples
            assert not any(salt in answer for salt in salts), (seat, path)


def test_a_director_who_chooses_the_public_view_sees_no_sealed_values(
    table: Callable[[System[Remembered]], str], callers: Callers, director: Caller, parts: Wiring
) -> None:
    game = table(FORGETFUL)
    for path in paths(callers.app, game, FORGETFUL.slug):
        if path.startswith(f"{API}/games/{game}") and not path.endswith("/pins"):
            answer = body(director, f"{path}{'&' if '?' in path else '?'}view=public")
            assert shown(answer, sealed_in(game, parts)) == set(), path


def test_a_sealed_value_is_shown_when_the_system_opens_it(
    table: Callable[[System[Remembered]], str], stranger: Caller, director: Caller, parts: Wiring
) -> None:
    """This proves that the other tests would find a value that is shown. No system can open notes."""
    game = table(CANDID)
    cards = {place: value for place, value in sealed_in(game, parts).items() if ".note" not in place}
    notes = {place: value for place, value in sealed_in(game, parts).items() if ".note" in place}
    for path in [*SHOWING, *(f"/export?format={form}" for form in FORMATS if form not in ("csv-rounds", "pdf"))]:
        answer = body(stranger, f"{API}/games/{game}{path}")
        assert shown(answer, cards), path
        assert shown(answer, notes) == set(), path
    assert shown(body(stranger, f"{API}/games/{game}/events"), cards) == set(cards)
    assert shown(body(director, f"{API}/games/{game}/events"), notes) == set(notes)
    assert '"a claim"' in body(stranger, f"{API}/games/{game}/events")
    assert '"a title"' in body(stranger, f"{API}/games/{game}")
