"""The classes with which the resources of the API are written. They make the contract (the OpenAPI document) from the resources' code.

They adapt flask-smorest: errors are problem documents (RFC 9457), bodies are read strictly, and answers are not serialised again.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, Final, Protocol, TypeVar, cast

import orjson
from flask import Flask, Response
from flask_smorest import Api, Blueprint
from marshmallow import Schema, fields

from service.api.lib.answers import schema_of
from service.api.lib.bodies import reader
from service.errors import MEDIA_TYPE

PREFIX: Final = "/api/v1"
VERSION: Final = "1.0.0"
"""The version of the contract (the OpenAPI document), not of the program."""
SENT_HEADERS: Final = "x-sent-headers"
"""The key under which an operation lists its request headers until `described` makes them parameters."""
ETAG: Final = {"ETag": {"schema": {"type": "string"}}}
"""Describes, for the contract, the header `ETag` of an answer that has an entity tag."""
LOCATION: Final = {"Location": {"schema": {"type": "string"}}}
"""Describes, for the contract, the header `Location`, which has the address of what a request made."""
IDEMPOTENCY_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A request that is repeated with the same key records nothing twice. Not needed if the body has ids.",
    "schema": {"type": "string", "pattern": "^[ -~]{1,200}$"},
}


class Place(Schema):
    """One fault of a request. A `pointer` into the body (RFC 6901), a `parameter` of the query or a `header` says where it is.

    For a record file, `where` is the line with the fault (`header`, `event 7`, `footer`), and `pointer` points into that line."""

    where = fields.String()
    pointer = fields.String()
    parameter = fields.String()
    header = fields.String()
    message = fields.String(required=True)


class ProblemDocument(Schema):
    """The answer to a refused request (RFC 9457). docs/problems.md lists the values of `type`. Only some types have the members after
    `errors`."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(Place))
    expected = fields.Integer(metadata={"description": "The version that was asked for."})
    actual = fields.Integer(metadata={"description": "The version that the record has."})
    needs = fields.String(metadata={"description": "The scope that is needed."})
    versions = fields.List(fields.Integer(), metadata={"description": "Versions of the events that differ."})
    through = fields.Integer(metadata={"description": "The version up to which the record is settled."})
    budget = fields.Dict(metadata={"description": "What is used up (`of`), how much of it is used (`spent`), and the limit (`most`)."})
    least = fields.Dict(metadata={"description": "The best pairing if the rule in `detail` may be broken."})


class Contract(Api):  # type: ignore[misc]
    """flask-smorest's Api, with problem documents as the errors."""

    ERROR_SCHEMA = ProblemDocument

    def _register_responses(self) -> None:
        content: dict[str, Any] = {MEDIA_TYPE: {"schema": ProblemDocument}}
        phrases = {status.name: status.phrase for status in HTTPStatus} | {"DEFAULT_ERROR": "A problem (RFC 9457)."}
        for name, phrase in phrases.items():
            self.spec.components.response(name, {"description": phrase, "content": content}, lazy=True)


View = TypeVar("View", bound=Callable[..., Any])


class Decorator(Protocol):
    def __call__(self, view: View, /) -> View: ...


class Resource(Blueprint):  # type: ignore[misc]
    """A blueprint whose views are part of the contract. Its decorators keep the types of the views, for mypy."""

    def __init__(self, name: str, description: str, prefix: str = PREFIX) -> None:
        super().__init__(name, __name__, url_prefix=prefix, description=description)

    def route(self, rule: str, **options: Any) -> Decorator:
        """Add a route. The contract names the operation after the view: `open_game` becomes `openGame`."""
        routed = super().route(rule, **options)

        def decorator(view: Callable[..., Any]) -> Callable[..., Any]:
            return cast("Callable[..., Any]", routed(_described(view, Blueprint.doc(operationId=_camel_case(view.__name__)))))

        return cast("Decorator", decorator)

    def arguments(self, schema: type[Schema], *, location: str = "json", **options: Any) -> Decorator:
        expected = schema()
        read = reader(expected, location)
        documented = super().arguments(expected, location=location, **options)

        def decorator(view: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(view)
            def reading(*args: Any, **kwargs: Any) -> Any:
                return view(*args, read(), **kwargs)

            return _described(reading, documented)

        return cast("Decorator", decorator)

    def response(self, status_code: int, answer: type | None = None, **options: Any) -> Decorator:
        """Document a response of the view. `answer`: the TypedDict of the body. None: the body is empty or not JSON."""
        documented = super().response(status_code, None if answer is None else schema_of(answer), **options)
        return cast("Decorator", lambda view: _described(view, documented))

    def alt_response(self, status_code: int, answer: type | None = None, **options: Any) -> Decorator:
        if answer is not None:
            options["schema"] = schema_of(answer)
        documented = super().alt_response(status_code, **options)
        return cast("Decorator", lambda view: _described(view, documented))

    @staticmethod
    def doc(**parts: Any) -> Decorator:
        documented = Blueprint.doc(**parts)
        return cast("Decorator", lambda view: _described(view, documented))


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _described(view: Callable[..., Any], documented: Callable[[Callable[..., Any]], Any]) -> Callable[..., Any]:
    """Add to `view` the description that flask-smorest's decorator makes, without the decorator's wrapper. The wrapper would serialise
    responses that are finished already."""
    view._apidoc = documented(view)._apidoc  # type: ignore[attr-defined]
    return view


def contract_of(resources: Iterable[Resource]) -> Contract:
    """Return the contract (OpenAPI document) of `resources`. It is made with a separate Flask application, which answers no requests."""
    app = Flask("contract")
    app.config.update(
        API_TITLE="Faceup",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {"description": "Records of card games played at real tables: kept for ever, checked, replayed."},
            "servers": [{"url": "/"}],
        },
    )
    contract = Contract(app)
    for resource in resources:
        contract.register_blueprint(resource)
    return contract


def reply(body: Mapping[str, object], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Make the response with `body` as JSON."""
    return Response(orjson.dumps(body), status, headers, content_type="application/json")
