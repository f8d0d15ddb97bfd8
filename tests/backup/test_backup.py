"""`faceup backup` and `faceup restore`: what is restored, which files are written again, and that erased people stay erased."""

import json
import shutil
from pathlib import Path
from stat import S_IMODE

import verify_record
from domain.kernel.events import NoteWritten
from domain.kernel.shapes import Sealed
from service.files.importing import read_file
from service.store.keys import HOME, Keys
from service.store.streams.feed import read_feed
from tests.backup.conftest import (
    ANNA,
    ANNAS_NAME,
    BERT,
    BERTS_NAME,
    BY,
    GONE,
    Site,
    changed,
    erase,
    flip,
    inodes,
    invited,
    issued,
    naming,
)
from tests.speeds import slow


def test_a_restored_club_has_every_record_and_accepts_the_same_tokens_links_and_invitations(site: Site) -> None:
    token, secret = issued(site, BERT, "Bert's phone")
    withdrawn, _ = issued(site, ANNA, "lost phone")
    site.members.clubs.withdraw(HOME, withdrawn.id)
    link = site.members.clubs.issue(HOME, "check-in", "read", tournament=site.cup.id, entry=1)[1]
    invitation = invited(site, "Carla")
    before = site.everything()

    assert site.backup(), site.output
    site.lose()
    assert site.restore(), site.output

    assert site.everything() == before
    assert len([stream for stream in before if not stream.startswith(":")]) > 4
    members = site.members
    presented = members.clubs.presented(secret)
    assert presented is not None
    assert (presented.id, presented.scope) == (token.id, "record")
    assert members.clubs.presented(link) is not None
    assert members.clubs.labels(HOME, [withdrawn.id]) == {withdrawn.id: "lost phone"}
    assert members.accept(invitation, "tablet")[0].scope == "read"
    assert members.people.names(HOME, [ANNA, BERT, GONE]) == {ANNA: ANNAS_NAME, BERT: BERTS_NAME.upper()}


def test_a_restored_club_has_the_same_statistics_and_standings(site: Site) -> None:
    before = site.digest()
    site.backup()
    site.lose()
    assert site.restore(), site.output
    assert site.digest() == before
    heads = site.everything()
    site.cup.taken()  # has no effect: the restored tournament has these results already
    assert site.everything() == heads


def test_the_feed_of_a_restored_club_uses_only_numbers_that_no_client_has_seen(site: Site) -> None:
    last = read_feed(site.store.redis, HOME, 0, 10_000)[-1].n
    site.backup()
    site.lose()
    site.restore()
    feed = read_feed(site.store.redis, HOME, last, 10_000)
    assert feed[0].n == last + 1_000_001
    assert [entry.n for entry in feed] == list(range(feed[0].n, feed[0].n + len(feed)))
    assert {entry.stream for entry in feed} == set(site.streams())
    assert read_feed(site.store.redis, HOME, 0, 10_000) == feed


def test_every_file_of_a_backup_verifies_without_faceup_and_can_be_imported(site: Site) -> None:
    site.backup()
    assert sorted(path.name.partition(".")[0] for path in site.records.iterdir()) == site.streams()
    for path in site.records.iterdir():
        assert verify_record.verify(path.read_bytes())[0].startswith("OK ")
    game = site.evening.games[0]
    assert read_file((site.records / f"{game}.faceup.ndjson").read_bytes()).stream == game


def test_a_second_backup_writes_only_what_has_changed(site: Site) -> None:
    site.backup()
    before = inodes(site.folder)
    assert site.backup()
    assert changed(before, site.folder) == {"manifest.json"}
    assert " 0 written" in site.output
    game = site.evening.games[0]
    site.evening.append(game, NoteWritten(Sealed("", "late")))
    assert site.backup()
    assert changed(before, site.folder) == {"manifest.json", f"{game}.faceup.ndjson"}


def test_a_file_that_was_damaged_or_lost_is_written_again(site: Site) -> None:
    site.backup()
    one, other = sorted(site.records.iterdir())[:2]
    whole = one.read_bytes(), other.read_bytes()
    flip(one)
    other.unlink()
    assert site.backup()
    assert (one.read_bytes(), other.read_bytes()) == whole


def test_only_the_owner_may_read_a_backup_and_no_secret_is_in_it(site: Site) -> None:
    secrets = [issued(site, BERT, "phone")[1].rpartition("_")[2], invited(site, "Carla").rpartition("_")[2]]
    secret = site.store.redis.get(Keys(HOME).secret(site.cup.id))
    assert isinstance(secret, bytes)
    site.backup()
    paths = [site.folder, *site.folder.rglob("*")]
    assert {S_IMODE(path.stat().st_mode) & 0o077 for path in paths} == {0}
    data = b"".join(path.read_bytes() for path in paths if path.is_file())
    assert [text for text in (*(text.encode() for text in secrets), secret, secret.hex().encode()) if text in data] == []
    assert "mode 0700" in site.output


# --- erased ------------------------------------------------------------------------------------------------------------------------------


def test_the_next_backup_does_not_have_the_name_of_a_person_who_was_erased(site: Site) -> None:
    site.backup()
    assert naming(site.folder) != []
    erase(site)
    assert site.backup()
    assert naming(site.folder) == []
    assert json.loads((site.folder / "erasures.json").read_bytes())["clubs"] == {"home": sorted([BERT, GONE])}


def test_an_older_backup_restored_with_a_newer_list_of_erasures_has_no_erased_name(site: Site, tmp_path: Path) -> None:
    _, secret = issued(site, BERT, f"{BERTS_NAME}'s phone")
    invited(site, "Carla")
    site.backup()
    older = tmp_path / "older"
    shutil.copytree(site.folder, older)
    erase(site)
    before = site.digest()
    site.backup()
    site.lose()

    assert site.restore(folder=older, erasures=(site.folder / "erasures.json",)), site.output

    assert [key for key in site.store.redis.scan_iter() if BERTS_NAME.encode() in site.store.redis.dump(key)] == []
    assert site.members.clubs.presented(secret) is None
    directory = site.members.people.directory(HOME)
    assert directory.erased == {BERT, GONE}
    assert directory.role(BERT) is None
    assert site.store.redis.hgetall(Keys(HOME).pins(site.cup.games[1])) == {}
    assert site.digest() == before


@slow
def test_a_restore_keeps_the_only_owner_without_a_name_if_that_person_was_erased_after_the_backup(site: Site) -> None:
    site.backup()
    site.members.grant(HOME, BERT, "owner", BY)
    site.members.clubs.issue(HOME, "Bert", "own", person=BERT)
    site.members.erase(HOME, ANNA, BY, owner=True)
    newer = site.folder.with_name("newer")
    site.folder, older = newer, site.folder
    site.backup()
    site.lose()
    assert site.restore(folder=older, erasures=(newer / "erasures.json",))
    assert f"{ANNA} was erased since, but is the only owner here" in site.output
    assert site.members.people.names(HOME, [ANNA]) == {}
    assert site.members.people.roles(HOME, [ANNA]) == {ANNA: "owner"}
