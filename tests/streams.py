"""Ends the live streams of an application that runs inside a test."""

from flask import Flask

from service.api.lib.live import HUB
from service.views.live import Hub


def end_streams(app: Flask) -> None:
    """Close the hub of live updates, if there is one. Otherwise other tests on this server would see its subscription."""
    hub: Hub | None = app.extensions.pop(HUB, None)
    if hub is not None:
        hub.close()
