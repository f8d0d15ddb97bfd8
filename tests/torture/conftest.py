"""Gives these tests the application of tests/api, which uses a real store server."""

from tests.api.conftest import app, callers, director, parts, stranger, the_app

__all__ = ["app", "callers", "director", "parts", "stranger", "the_app"]
