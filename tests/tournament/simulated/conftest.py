"""The application of tests/api, on a real store server."""

from tests.api.conftest import app, callers, director, parts, scorekeeper, stranger, the_app

__all__ = ["app", "callers", "director", "parts", "scorekeeper", "stranger", "the_app"]
