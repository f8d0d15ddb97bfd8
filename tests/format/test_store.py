"""A record is stored and exported, both verifiers accept the file, and the file is read back."""

from itertools import count
from uuid import uuid4

import pytest
from redis import Redis

from domain.files.recompute import recompute
from domain.files.transcript import transcript_of
from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, Act, EventId, TokenId
from domain.kernel.shapes import Fault
from domain.record.batch import Draft
from domain.record.fold import read
from domain.system import PUBLIC, SCOREKEEPER
from domain.systems import SYSTEMS
from service.files.formats import Exported, export_bytes
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME
from tests.format.records import ENGINE, FINISHED, START
from tests.format.test_every_byte import FORMS, report
from tests.servers import RunningServer
from tests.verdicts import judged


def draft(name: str, data: dict[str, Json], after: int | None = None) -> Draft:
    faults: list[Fault] = []
    act: Act = EVENT_TYPES[name].shape.read(data, "", faults)  # type: ignore[assignment]
    assert not faults
    return Draft(act, EventId(str(uuid4())), after)


@pytest.mark.usefixtures("redis")
def test_the_exported_file_of_a_stored_record_is_accepted_by_both_verifiers(server: RunningServer) -> None:
    client: Redis = write_client(server.socket)
    clock = count(START)
    records, verdicts, by = Records(client, lambda: next(clock)), Verdicts(client, lambda: next(clock)), TokenId("k7scorer22")
    Clubs(client, lambda: next(clock)).found(HOME)
    opened, *rest = [draft(*sent) for sent in FINISHED]
    game = records.open(HOME, opened, by).game
    records.append(game, 1, rest, by)
    reading = read(SYSTEMS["high-card"], records.events(game))
    judged(verdicts, game, 0, reading.version, ENGINE, "finished", reading.findings, ())

    standing, head = verdicts.state(game), records.head(game)
    assert head is not None
    findings = [entry.finding for entry in standing.findings]
    for viewer in (PUBLIC, SCOREKEEPER):
        whole = Exported(game, reading, records.sealed(game), findings, standing.validated, standing.engine, viewer)
        for form in FORMS:
            data = export_bytes(form, whole)
            assert report(data) == [f"OK {game} 14 events, head {head.hash}"]
            assert recompute(data).faults == ()
    assert transcript_of(data).events == reading.events
    client.close()
