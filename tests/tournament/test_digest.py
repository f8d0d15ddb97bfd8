"""The digest of published standings (domain/tournament/standings.py)."""

from hashlib import sha256

import pytest

from domain.kernel.events import TournamentAct
from domain.tournament.checks import faults
from domain.tournament.fold import read
from domain.tournament.reading import tournament_read
from domain.tournament.standings import standings_digest
from tests.tournament.stream import act, entries, events, opened, paired, taken, tournament

PLAYED = [opened(tiebreaks=["buchholz:plain", "total"]), *entries(3), paired(1, [[1], [2]], sits_out=[3]), taken(1, 1, 9, [11, 7], [0])]
WRITTEN = (
    b'{"rows":[{"entry":1,"place":1,"points":2,"values":["0","11"]},{"entry":3,"place":2,"points":2,"values":["0","0"]},'
    b'{"entry":2,"place":3,"points":0,"values":["2","7"]}],"through":1,"tiebreaks":["buchholz:plain","total"]}'
)
"""The canonical JSON of the standings of PLAYED, written by hand."""


def published(state_of: list[TournamentAct], number: int = 1) -> TournamentAct:
    return act("StandingsPublished", through_round=number, digest=standings_digest(read(events(state_of)), number))


def test_the_digest_of_standings_is_the_hash_of_their_canonical_json() -> None:
    assert standings_digest(tournament(*PLAYED), 1) == sha256(WRITTEN).hexdigest()


def test_the_digest_of_standings_depends_on_results_and_settings_but_not_on_names() -> None:
    renamed = [act("EntryChanged", entry=1, name="Anna")]
    other = [act("ForfeitRuled", round=1, table=1, winners=[1])]
    settings = [act("SettingsChanged", settings={"tiebreaks": ["total"]})]
    digests = [standings_digest(tournament(*PLAYED, *more), 1) for more in ([], renamed, other, settings)]
    assert digests[0] == digests[1]
    assert len(set(digests[1:])) == 3


def test_published_standings_can_be_recomputed_after_later_rulings() -> None:
    first = published(PLAYED)
    ruling = act("ForfeitRuled", round=1, table=1, winners=[1])
    second = published([*PLAYED, first, ruling])
    stream = [*PLAYED, first, ruling, second]
    reading = tournament_read(events(stream))
    assert reading.state.published[1].version == len(stream)
    for version, made in ((len(PLAYED) + 1, first), (len(stream), second)):
        then = reading.at(version).state
        assert then.published[1] == (standings_digest(then, 1), version)
        assert then.published[1].digest == made.digest  # type: ignore[union-attr]


@pytest.mark.parametrize("after", [None, 3])
def test_outdated_standings_cannot_be_published_or_inserted(after: int | None) -> None:
    stale = published(PLAYED)
    ruling = act("ForfeitRuled", round=1, table=1, winners=[1])
    drafts = events([*PLAYED, ruling, stale if after is None else (stale, after)])
    ((_, fault),) = faults(read(drafts[:-1]), drafts[-1:])
    assert fault.pointer == ("/data/digest" if after is None else "/after")


def test_the_current_standings_may_be_published() -> None:
    drafts = events([*PLAYED, published(PLAYED)])
    assert faults(read(drafts[:-1]), drafts[-1:]) == []
