"""What every system agrees on about who may see sealed values.

Free text: a title and a claim are for everyone who may read the record; notes are for scorekeeper and director. Cards are the
system's business. Whether a value is open never depends on the value itself.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from domain.kernel.cards import Card
from domain.kernel.events import Event, HandDealt, IrregularityCalled, NoteWritten, RulingRecorded
from domain.kernel.findings import Finding
from domain.kernel.shapes import Sealed
from domain.system import Viewer


def notes_closed(event: Event, viewer: Viewer) -> Event:
    """`event` with its notes closed to those who are neither scorekeeper nor director."""
    match event.act:
        case NoteWritten(note=note) if not viewer.sees_all:
            return event._replace(act=NoteWritten(note.closed()))
        case IrregularityCalled(note=Sealed() as note) | RulingRecorded(note=Sealed() as note) if not viewer.sees_all:
            return event._replace(act=replace(event.act, note=note.closed()))
        case _:
            return event


def deal_closed(event: Event, deal: HandDealt, viewer: Viewer) -> Event:
    """A deal with every hand closed that this viewer does not hold."""
    if viewer.sees_all or deal.cards is None:
        return event
    cards = {seat: cards if viewer.owns(seat) else cards.closed() for seat, cards in deal.cards.items()}
    return event._replace(act=HandDealt(cards))


def news(found: Iterable[Iterable[Finding]], viewer: Viewer) -> Iterator[tuple[Finding, ...]]:
    """What each of `found` tells this viewer that nothing before it told, whoever may see the proof that came first."""
    known: set[str] = set()
    for findings in found:
        fresh = tuple(finding for finding in viewer.told(findings) if finding.id not in known)
        known |= {finding.id for finding in fresh}
        yield fresh


class Laid(Protocol):
    """A card before its player: the event that laid it, and whether everyone has seen it."""

    @property
    def version(self) -> int: ...

    @property
    def open(self) -> bool: ...


def was_shown(event: Event, mine: Laid | None, opened: Container[int]) -> bool:
    """Whether everyone has seen the card that `event` laid. `mine`: what lies before that player now; `opened`: the events whose cards were
    seen earlier in the game."""
    return event.version in opened or (mine is not None and mine.version == event.version and mine.open)


def value_of(card: Sealed[Card] | None) -> Card | None:
    """The card, None where it was not recorded or this reader does not have it."""
    return None if card is None else card.value
