"""Live streams of an application that runs inside a test."""

from flask import Flask

from service.api.games.live import HUB
from service.seen.live import Hub


def end_streams(app: Flask) -> None:
    """Close what the application opened for live updates, so that no other test on this server sees its subscription."""
    hub: Hub | None = app.extensions.pop(HUB, None)
    if hub is not None:
        hub.close()
