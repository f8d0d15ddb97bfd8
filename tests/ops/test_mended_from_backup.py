"""`faceup mend` with the files of a backup: each damaged record gets its events back, and nothing else changes."""

from pathlib import Path

from service.backup.folder import ENDING
from service.store.clubs.streams import CLUB
from service.store.games.kind import GAME
from service.store.keys import HOME, Keys, StreamId
from service.store.streams.soundness import damage_of
from tests.ops.test_damaged import Installation, flipped, here

__all__ = ["here"]


def test_a_backup_mends_the_damaged_records_and_leaves_the_others_alone(here: Installation, tmp_path: Path) -> None:
    """The backup has two games and the club's own stream. One byte of one game is changed, and one byte of the club's stream.
    `faceup mend` repairs both, and leaves the other game unchanged."""
    game, other = here.recorded(), here.recorded()
    assert here.run("backup", str(tmp_path / "backup")).exit_code == 0
    file = {path.name.removesuffix(ENDING): path for path in (tmp_path / "backup" / "clubs" / HOME / "records").iterdir()}
    assert sorted(file) == sorted([game, other, HOME])
    events = here.get(f"/api/v1/games/{game}/events").json
    here.change(game, 3, flipped(2))
    _flip_own_stream(here)
    assert damage_of(here.redis, CLUB, StreamId(HOME)) is not None
    mended = "mended; its events are again those that were acknowledged"
    result = here.run("mend", str(file[game]), str(file[HOME]))
    assert (result.exit_code, result.stdout) == (0, f"{file[game]}: {game} {mended}\n{file[HOME]}: {HOME} {mended}\n")
    assert here.run("mend", str(file[other])).stdout == f"{file[other]}: {other} is not damaged; nothing was changed\n"
    assert [damage_of(here.redis, *each) for each in ((GAME, game), (CLUB, StreamId(HOME)))] == [None, None]
    here.forget()
    assert here.get(f"/api/v1/games/{game}/events").json == events


def _flip_own_stream(here: Installation) -> None:
    """Flip a byte of the first event of the club's own stream."""
    key = Keys(HOME).stream(StreamId(HOME), "club")
    entries = here.redis.xrange(key)
    here.redis.delete(key)
    for number, (entry_id, fields) in enumerate(entries):
        here.redis.xadd(key, {b"e": fields[b"e"] if number else flipped(2)(fields[b"e"])}, id=entry_id)


def test_mend_refuses_a_file_from_a_backup_that_lacks_the_last_event(here: Installation, tmp_path: Path) -> None:
    game = here.recorded()
    here.run("backup", str(tmp_path / "backup"))
    more = {"events": [{"type": "NoteWritten", "data": {"note": "later"}}]}
    assert here.app.test_client().post(f"/api/v1/games/{game}/events", json=more, headers=here.headers).status_code == 201
    here.change(game, 3, flipped(2))
    result = here.run("mend", str(tmp_path / "backup" / "clubs" / HOME / "records" / f"{game}{ENDING}"))
    assert result.exit_code == 1
    assert "cannot be mended with this file" in result.stdout
    assert damage_of(here.redis, GAME, game) is not None
