"""Describes who appends to a stream, so that the events use the right budget."""

from typing import Final, NamedTuple


class Payer(NamedTuple):
    """The writer of a batch. `link`: the id of the token if it is for one game or one tournament only; empty: a token of the whole club.
    `directs`: whether the writer is a director of the whole club."""

    link: str = ""
    directs: bool = False


SERVICE: Final = Payer(directs=True)
"""The payer for events that the service itself records, such as an import by a director."""
