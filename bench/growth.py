"""Measures how the cost of each answer grows with the length of a record and with the number of a club's games.

python -m bench.growth [EVENTS …]

All figures are milliseconds of CPU time of the process that answers (the API or a worker, here one process). The server's own time and
waiting are left out, so a busy machine changes little. "As corrected" records have corrections: of ten events one is withdrawn, and half of
these are entered again in their place; one correction in fifty reaches far back.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import uuid4

import orjson
from redis import Redis
from werkzeug.test import EnvironBuilder

from bench.figures import Part, Progress, Row, between, silent
from bench.played import choosing
from domain.kernel.cards import Seat
from domain.kernel.events import Act, EventId, GameOpened, NoteWritten, PersonId, Retracted, Seating, TokenId
from domain.kernel.shapes import Sealed
from domain.record.batch import Draft
from domain.selfplay import move
from domain.kernel.events import Event
from domain.systems import SYSTEMS
from service.app import create_app
from service.clock import now_ms
from service.config import Config
from service.engine import ENGINE
from service.kept.collecting import without_collecting
from service.kept.readings import Readings
from service.store.clubs.clubs import Clubs
from service.store.clubs.people import People
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, Club, GameId
from service.store.layout import KEY, LAYOUT
from service.store.streams.batch import MOST_EVENTS
from tests.domain.playing import opening
from tests.servers import packaged_valkey, start_server
from workers.validate import Validator

EVENTS: Final = (10, 200, 1000, 5000, 10_000)
COMPARED: Final = 1000
"""Longer records are compared with records of so many events: the cost of an event must not be more than twice as high."""
GAMES: Final = (10, 1000, 10_000)
SLUG: Final = "pitch-auction-classic"
TARGET: Final = 1000
"""The target of the game, so that it lasts for more than 10,000 events."""
BY: Final = TokenId("bench")
ROUNDS: Final = 3
