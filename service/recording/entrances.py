"""The four parts of recording that HTTP requests call. Each Flask application makes them once (service/wiring.py)."""

from collections.abc import Callable
from dataclasses import dataclass

from service.recording.chains import Chains
from service.recording.copies import Copies
from service.recording.games import GameRecorder, Games
from service.recording.life import Life
from service.recording.opening import Opening
from service.recording.recorder import Recorder
from service.recording.sitting import Sitting
from service.store.games.records import Records


@dataclass(frozen=True, slots=True)
class Recording:
    """`events` appends batches to games; `opening` opens games; `life` records what players say about a result; `copies` imports files."""

    events: GameRecorder
    opening: Opening
    life: Life
    copies: Copies


def recording_of(games: Games, records: Records, sitting: Sitting, chains: Chains, now: Callable[[], int]) -> Recording:
    """Make the parts of recording. `now`: returns the time in milliseconds UTC."""
    recorder = Recorder(games, records, now)
    return Recording(recorder, Opening(recorder, games, chains), Life(recorder, games, sitting), Copies(records))
