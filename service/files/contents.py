"""The content of an export: one record, for one viewer.

Every export has every event in its recorded form: commitments (hashes) stand for sealed values. So all exports of a record have the same
hashes and head. They differ only in the readable sealed values that stand beside the events: an export has those that its viewer may see.
The same record, viewer and verdict give the same bytes at any time, except in tables, replays and score sheets, which have the names that
people have now.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from domain.files.forms import sealed_leaves
from domain.files.layout import Lines, event_line, game_footer, game_header
from domain.kernel.canonical import Json
from domain.kernel.events import Event, Visibility, data_of
from domain.kernel.findings import Finding
from domain.record.chain import GENESIS, Opened, event_json, link
from domain.record.fold import Reading
from domain.system import Viewer
from domain.words.seated import Names
from service.files.names import day_of, look_name


def replay_address(address: str | None, game: str, visibility: Visibility) -> str:
    """Return the address at which others can replay a game; empty: they cannot. `address`: that of the installation; None: others cannot
    open it."""
    return "" if address is None or visibility == "private" else f"{address}/games/{game}/replay"


class ExportClosed(Exception):
    """The game hides its earlier events from this viewer until it has ended, so nothing can be exported for this viewer before the end of
    the game."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(f"The history of this game is closed to {viewer} until the game has ended.")
        self.viewer = viewer


@dataclass(frozen=True, slots=True)
class Exported:
    """A record up to its head, for one viewer. `validated`: the last version that the verdict has examined (0: there is no verdict).
    `engine`: the version of the rules that made the verdict.

    `sealed`: every sealed value and its salt, by (version, path). `findings`: all findings of the current verdict. `sealed` and `findings`
    also hold what this viewer may not see.

    `names`: the names that people have in the club now, by person. Only tables for a spreadsheet, the replay in HTML and the score sheet in
    PDF show them. Only the score sheet shows `club`, the name of the club, and `replay`, the address at which others can replay the game;
    empty: none. `paper`: the paper of the score sheet (service/files/paper).
    """

    game: str
    reading: Reading
    sealed: Mapping[tuple[int, str], tuple[Json, bytes]]
    findings: Sequence[Finding]
    validated: int
    engine: str
    viewer: Viewer
    names: Names = field(default_factory=dict)
    club: str = ""
    replay: str = ""
    paper: str = "a4"

    def opened(self, event: Event) -> Opened:
        """Return the sealed values of one event that this viewer may see now, by path. Raises ExportClosed."""
        system, table = self.reading.system, self.reading.table
        shown = system.shown(event, table, self.viewer)
        if shown is None or event_json(shown) != event_json(event):
            if system.outcome(table).state == "open":
                raise ExportClosed(self.viewer)
            return {}
        open_ones = ((event.version, path) for path, leaf in sealed_leaves(data_of(shown.act)) if "value" in leaf)
        return {place[1]: self.sealed[place] for place in open_ones if place in self.sealed}

    def lines(self) -> Lines:
        """Return the export as the lines of a record file (docs/record-format.md). Raises ExportClosed."""
        header = game_header(self.game, self.reading.system.slug, str(self.viewer), self.engine)
        reached, events = GENESIS, []
        for event in self.reading.events:
            body = event_json(event)
            reached = link(reached, body)
            events.append(event_line(body, reached, self.opened(event)))
        outcome = self.reading.system.outcome(self.reading.table)
        footer = game_footer(header, events, (self.reading.version, reached), self.validated, outcome, self.seen())
        return Lines(header, tuple(events), footer)

    def seen(self) -> list[Finding]:
        """Return the findings that this viewer may see, in order of version. Findings on events after this reading are left out."""
        seen = self.viewer.visible(finding for finding in self.findings if max(finding.versions) <= self.reading.version)
        return sorted(seen, key=lambda finding: (finding.versions, finding.rule))


Use = Literal["look", "keep", "count"]
"""What people do with a file: look at it, keep it as a proof, or count in a spreadsheet."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of exports. `suffix`: the ending of its files, such as `json`. `write`: returns an export in this format.

    For people: `use`: what they do with the file; `label`: what it is called; `about`: what it is, in a sentence; `lost`: what the record
    has and the file has not; empty: nothing is lost.

    `printed`: whether it is a document for people, which has the name of the club and the address of the replay, and takes long to write.
    `steps`: making the file takes as long as reading each event of the record this many times. `look`: returns a digest of what all files
    of this format have in common, such as scripts; empty: nothing."""

    name: str
    content_type: str
    suffix: str
    write: Callable[[Exported], bytes]
    use: Use
    label: str
    about: str
    lost: str = ""
    steps: int = 1
    printed: bool = False
    look: Callable[[], str] = str

    def filename(self, game: str) -> str:
        """Return the name of a file that is kept with others of its kind."""
        return f"{game}.faceup.{self.suffix}"

    def download_name(self, game: str, reading: Reading) -> str:
        """Return the name of a file that somebody downloads."""
        if self.use != "look":
            return self.filename(game)
        return look_name(reading.system.slug, day_of(reading.events[0]), game, self.suffix)
