"""Serves the floors: the least code that does the same work as the product, under the same WSGI server (bench/served.py).

    POST /append/<game>   Flask, a marshmallow schema, and the product's own append script with ready-made values: nothing is sealed,
                          hashed, checked, put in order or authorised
    GET /stored/<key>     bytes that are stored in Redis, unchanged

Both read and write JSON with orjson, as the product does.
"""

import os
from secrets import token_bytes
from typing import Any, Final
from zlib import crc32

import orjson
from flask import Flask, Response, request
from marshmallow import Schema, fields, validate

from service.clock import now_ms
from service.config import Config
from service.store.connect import script, write_client
from service.store.keys import CHANGES, GameId, keys_of, short_name

HASH: Final = bytes(32)
"""Every event that this module stores has this hash. The append script finds conflicts by comparing hashes. Because all hashes are equal,
it never finds a conflict."""


class Draft(Schema):
    type = fields.String(required=True)
    data = fields.Dict(required=True)
    id = fields.UUID()
    after = fields.Integer()
    at = fields.Integer()
    offset = fields.Integer()


class Body(Schema):
    events = fields.List(fields.Nested(Draft), required=True, validate=validate.Length(1, 500))


def application() -> Flask:
    app = Flask("floor")
    redis = write_client(Config.from_env(os.environ).store_url)
    append, body, versions = script(redis, "streams/append.lua"), Body(), dict[GameId, int]()

    @app.post("/append/<game>")
    def appended(game: GameId) -> Response:
        drafts: list[dict[str, Any]] = body.load(orjson.loads(request.get_data()))["events"]
        expected = request.headers["If-Match"].strip('"')
        version = versions.get(game, 0) if expected == "*" else int(expected)
        reply = append(*_call(game, version, drafts))
        if reply[0] != b"appended":
            raise RuntimeError(reply)
        versions[game] = version + len(drafts)
        answer = {"game": game, "version": version + len(drafts), "first": version + 1}
        return Response(orjson.dumps(answer), 201, content_type="application/json")

    @app.get("/stored/<key>")
    def stored(key: str) -> Response:
        return Response(redis.get(key), content_type="application/json")

    return app


def _call(game: GameId, version: int, drafts: list[dict[str, Any]]) -> tuple[list[str], list[Any]]:
    keys, now, count = keys_of(game), now_ms(), len(drafts)
    ids = [token_bytes(16) for _ in drafts]
    marks = [crc32(raw) - 2**31 for raw in ids]
    entry_ids = [f"{version + n}-{now}" for n in range(1, count + 1)]
    entries = [b"%bxx\0%b" % (raw, orjson.dumps([0, *draft["data"].values()])) for raw, draft in zip(ids, drafts, strict=True)]
    head = ["hash", HASH, "recorded_at", now, "seats", "0,1,2", "visibility", "private", "origins", '[["bench",0]]']
    hint = f"events {keys.club} {game} {version + count}"
    arguments: list[Any] = [version, HASH, version + count, game, b"e" + short_name(game), ids[-1][:4], CHANGES, hint]
    scores = [version + count] if version else [version + count, now]
    for items in ((), scores, marks, entry_ids, entries, head, (), ()):
        arguments += [len(items), *items]
    sets = [keys.dirty] if version else [keys.dirty, keys.games]
    return [keys.stream(game), keys.head(game), keys.ids(game), keys.sealed(game), keys.feed, *sets], arguments
