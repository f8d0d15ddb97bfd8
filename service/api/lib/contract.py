"""The classes with which the resources of the API are written. They make the contract (the OpenAPI document) from the resources' code.

They adapt flask-smorest: errors are problem documents (RFC 9457), bodies are read strictly, and answers are not serialised again.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from importlib.metadata import version
from typing import Any, Final, Protocol, TypeVar, cast

import orjson
from flask import Flask, Response
from flask_smorest import Api, Blueprint
from marshmallow import Schema, fields, missing

from service.admission import FREE
from service.api.lib.answers import Answer, schema_of
from service.api.lib.bodies import reader
from service.api.lib.refusals import ALWAYS, may_refuse, never_of, never_refuses, refusals_of

PREFIX: Final = "/api/v1"
SENT_HEADERS: Final = "x-sent-headers"
"""The key under which an operation lists its request headers until `described` makes them parameters."""
ETAG: Final = {"ETag": {"schema": {"type": "string"}, "required": True}}
"""Describes, for the contract, the header `ETag` of an answer that has an entity tag."""
LOCATION: Final = {"Location": {"schema": {"type": "string"}, "required": True}}
"""Describes, for the contract, the header `Location`, which has the address of what a request made."""
BYTES: Final = {"type": "string", "format": "binary"}
"""Describes, for the contract, a file. Generated clients take the keyword `format` for bytes."""
NAMED: Final = {"Content-Disposition": {"schema": {"type": "string"}, "required": True}}
"""Describes, for the contract, the header `Content-Disposition`, which has the name of a file."""
RETRY_AFTER: Final = {"Retry-After": {"schema": {"type": "string"}, "required": True, "description": "Ask again after this many seconds."}}
"""Describes, for the contract, the header `Retry-After` of an answer to a request whose work goes on."""
PROBLEMS_OF: Final = "x-problems"
"""The key under which an operation lists the types of problems that it may answer with."""
NEVER: Final = "x-never"
"""The key under which an operation lists the types of problems that it never answers with, until `described` leaves them out."""
IDEMPOTENCY_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A request that is repeated with the same key records nothing twice. Not needed if the body has ids.",
    "schema": {"type": "string", "pattern": "^[ -~]{1,200}$"},
}


class Place(Answer):
    """One fault of a request. A `pointer` into the body (RFC 6901), a `parameter` of the query or a `header` says where it is.

    For a record file, `where` is the line with the fault (`header`, `event 7`, `footer`), and `pointer` points into that line."""

    where = fields.String()
    pointer = fields.String()
    parameter = fields.String()
    header = fields.String()
    message = fields.String(required=True)


class ProblemDocument(Answer):
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
    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_responses(self) -> None:
        """Register no responses: `described` adds the problems that each operation may answer with."""
        self.spec.components.schema("ProblemDocument", schema=ProblemDocument)


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
            always = ALWAYS[:1] if f"{self.name}.{view.__name__}" in FREE else ALWAYS
            never = sorted(never_of(view))
            said = {"operationId": _camel_case(view.__name__), PROBLEMS_OF: [*refusals_of(view), *always], NEVER: never}
            view = _described(view, Blueprint.doc(**said))
            return cast("Callable[..., Any]", routed(view if _reads_query(view) else _without_query(view)))

        return cast("Decorator", decorator)

    def arguments(self, schema: type[Schema], *, location: str = "json", **options: Any) -> Decorator:
        expected = schema()
        read = reader(expected, location)
        documented = super().arguments(expected, location=location, **options)

        def decorator(view: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(view)
            def reading(*args: Any, **kwargs: Any) -> Any:
                return view(*args, read(), **kwargs)

            described = _described(reading, documented)
            del described._apidoc["arguments"]["responses"]  # type: ignore[attr-defined]  # `described` adds all refusals
            return described

        return cast("Decorator", decorator)

    def response(self, status_code: int, answer: type | None = None, **options: Any) -> Decorator:
        """Document a response of the view, and 304 beside it if it has an entity tag. `answer`: the TypedDict of the body. None: the body
        is empty or not JSON."""
        documented = super().response(status_code, None if answer is None else schema_of(answer), **options)
        return cast("Decorator", lambda view: _described(self._or_unchanged(view, status_code, **options), documented))

    def _or_unchanged(self, view: Callable[..., Any], status_code: int, **options: Any) -> Callable[..., Any]:
        """Document that a client which has this answer already gets 304."""
        conditional = status_code == 200 and "ETag" in options.get("headers", {})
        return self.alt_response(304, description="Not modified.")(view) if conditional else view

    def alt_response(self, status_code: int, answer: type | None = None, **options: Any) -> Decorator:
        if answer is not None:
            options["schema"] = schema_of(answer)
        documented = super().alt_response(status_code, **options)
        return cast("Decorator", lambda view: _described(view, documented))

    def file(self, status_code: int, media_types: Sequence[str], **options: Any) -> Decorator:
        """Document a response whose body is a file of one of these types. Generated clients may read only the first type."""

        def decorator(view: Callable[..., Any]) -> Callable[..., Any]:
            view = self._or_unchanged(view, status_code, **options)
            for kind in reversed(media_types):
                view = self.alt_response(status_code, schema=_file(kind), content_type=kind, **options)(view)
            return view

        return cast("Decorator", decorator)

    @staticmethod
    def refuses(*slugs: str) -> Decorator:
        """Document problems that the view itself may answer with. `service/api/lib/refusals.py` has those of the decorators."""
        return may_refuse(*slugs)

    @staticmethod
    def never_refuses(*slugs: str) -> Decorator:
        """Document problems that the view never answers with, although its decorators or its body usually bring them."""
        return never_refuses(*slugs)

    @staticmethod
    def doc(**parts: Any) -> Decorator:
        documented = Blueprint.doc(**parts)
        return cast("Decorator", lambda view: _described(view, documented))


def _file(media_type: str) -> Mapping[str, str]:
    """Return the schema of a file."""
    if media_type == "application/json":
        return {"type": "object"}
    return {"type": "string"} if media_type.startswith("text/") or media_type.endswith("json") else BYTES


def _reads_query(view: Callable[..., Any]) -> bool:
    parameters = view._apidoc.get("arguments", {}).get("parameters", [])  # type: ignore[attr-defined]
    return any(parameter["in"] == "query" for parameter in parameters)


def _without_query(view: Callable[..., Any]) -> Callable[..., Any]:
    """Make `view` refuse every query parameter, because the contract has none for it."""
    read = reader(Schema(), "query")

    @wraps(view)
    def unasked(*args: Any, **kwargs: Any) -> Any:
        read()
        return view(*args, **kwargs)

    return unasked


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
        API_VERSION=version("faceup"),
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {
                "description": "Records of card games played at real tables: kept for ever, checked, replayed.",
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "servers": [{"url": "/"}],
        },
    )
    contract = Contract(app)
    converter = contract.ma_plugin.converter
    converter.attribute_functions.remove(converter.field2default)
    converter.add_attribute_function(_without)
    for resource in resources:
        contract.register_blueprint(resource)
    return contract


def _without(_: object, field: fields.Field[Any], ret: Mapping[str, Any]) -> dict[str, str]:
    """Say in words what the server takes if `field` is not sent. The contract has no keyword `default`: some generated clients would demand
    or send such a field. `ret`: the field's schema so far."""
    if field.load_default is missing:
        return {}
    taken = field.load_default() if callable(field.load_default) else field.load_default
    words = f"Without it: {taken if isinstance(taken, str) else json.dumps(taken)}."
    return {"description": f"{ret['description']} {words}" if "description" in ret else words}


def reply(body: Mapping[str, object], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Make the response with `body` as JSON."""
    return Response(orjson.dumps(body), status, headers, content_type="application/json")
