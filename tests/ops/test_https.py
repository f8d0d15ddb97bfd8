"""HTTPS in a hall: the authority and the certificates that it issues, and the product that serves with them."""

import _socket
import os
import signal
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from stat import S_IMODE
from threading import Thread

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from service.app import create_app
from service.config import Config
from service.limits import Limits
from service.running import authority, hall
from service.running.connections import SecureConnection
from service.running.encrypted import Contexts, hello_is_whole
from service.running.lobby import Arrival
from service.web import pages
from tests.ops.processes import below, lives, until
from tests.ops.serving import Serving, commanded, configured, free_port, serving
from tests.speeds import slow
from tests.waiting import WITHIN

NOW = datetime(2026, 11, 30, 20, 14, tzinfo=UTC)
NAMES = ("club.local", "192.168.1.20")


def loaded(folder: Path, name: str) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / name).read_bytes())


def named(folder: Path) -> set[str]:
    generals = loaded(folder, "server.pem").extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(each.value) for each in generals}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an authority, and a certificate for NAMES."""
    made = tmp_path / "https"
    assert authority.renewed(made, NAMES, NOW) == []
    return made


def test_the_authority_issues_a_certificate_that_browsers_accept(folder: Path) -> None:
    root, server = loaded(folder, "authority.crt"), loaded(folder, "server.pem")
    server.verify_directly_issued_by(root)
    assert named(folder) == set(NAMES)
    assert server.not_valid_after_utc - server.not_valid_before_utc <= timedelta(days=397)
    assert server.not_valid_before_utc < NOW < server.not_valid_after_utc
    assert root.extensions.get_extension_for_class(x509.BasicConstraints).value == x509.BasicConstraints(ca=True, path_length=0)
    assert authority.dates(folder) == authority.Dates(server.not_valid_after_utc, root.not_valid_after_utc)


def test_the_authority_can_name_only_this_machine_and_private_addresses(folder: Path) -> None:
    constraints = loaded(folder, "authority.crt").extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    permitted = constraints.value.permitted_subtrees or []
    assert [each.value for each in permitted if isinstance(each, x509.DNSName)] == ["club.local"]
    networks = [each.value for each in permitted if isinstance(each, x509.IPAddress)]
    assert ip_network("192.168.0.0/16") in networks
    assert not any(ip_address("203.0.113.7") in network for network in networks)


def test_an_address_that_is_not_private_is_allowed_alone(tmp_path: Path) -> None:
    authority.renewed(tmp_path / "https", ["203.0.113.7"], NOW)
    permitted = (
        loaded(tmp_path / "https", "authority.crt").extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
    )
    assert x509.IPAddress(ip_network("203.0.113.7/32")) in (permitted or [])


def test_only_the_owner_of_the_machine_can_read_the_keys(folder: Path) -> None:
    assert S_IMODE(folder.stat().st_mode) == 0o700
    assert {name: S_IMODE((folder / name).stat().st_mode) for name in ("authority.key", "server.pem")} == {
        "authority.key": 0o600,
        "server.pem": 0o600,
    }
    assert b"PRIVATE" not in (folder / "authority.crt").read_bytes()


@pytest.mark.parametrize("days", [300, 0, -400], ids=["later", "at once", "a slow clock"])
def test_what_fits_stays(folder: Path, days: int) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert authority.renewed(folder, reversed(NAMES), NOW + timedelta(days=days)) == []
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("names", "later"),
    [(("club.local", "10.0.0.3"), timedelta(0)), (NAMES, timedelta(days=336)), (NAMES, timedelta(days=3000))],
    ids=["other address", "ends soon", "ended"],
)
def test_another_address_or_the_end_lead_to_a_new_certificate_of_the_same_authority(
    folder: Path, names: tuple[str, ...], later: timedelta
) -> None:
    root, former = (folder / "authority.crt").read_bytes(), loaded(folder, "server.pem")
    assert authority.renewed(folder, names, NOW + later) == []
    assert (folder / "authority.crt").read_bytes() == root
    assert loaded(folder, "server.pem").serial_number != former.serial_number
    assert named(folder) == set(names)
    assert loaded(folder, "server.pem").not_valid_after_utc > NOW + later + timedelta(days=30)


def test_a_name_that_the_authority_does_not_allow_is_left_out_and_told(folder: Path) -> None:
    [told] = authority.renewed(folder, [*NAMES, "bank.example", "203.0.113.7"], NOW)
    assert told.startswith("HTTPS is not offered at 203.0.113.7, bank.example: ")
    assert named(folder) == set(NAMES)


@pytest.mark.parametrize("damage", ["authority.key", "authority.crt", "later"])
def test_a_damaged_or_ended_authority_is_made_again_and_told(folder: Path, damage: str) -> None:
    former = (folder / "authority.crt").read_bytes()
    if damage == "later":
        [told] = authority.renewed(folder, NAMES, NOW + timedelta(days=3640))
    else:
        (folder / damage).write_bytes(b"-----BEGIN")
        [told] = authority.renewed(folder, NAMES, NOW)
    assert "each device must install the new one" in told
    assert (folder / "authority.crt").read_bytes() != former
    loaded(folder, "server.pem").verify_directly_issued_by(loaded(folder, "authority.crt"))


@pytest.mark.parametrize("name", ["authority.crt", "server.pem"])
def test_a_certificate_without_what_is_needed_is_made_again(folder: Path, name: str) -> None:
    key = serialization.load_pem_private_key((folder / "authority.key").read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    root = loaded(folder, "authority.crt")
    bare = (
        x509.CertificateBuilder()
        .subject_name(root.subject)
        .issuer_name(root.subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(NOW)
        .not_valid_after(NOW + timedelta(days=300))
        .sign(key, hashes.SHA256())
    )
    (folder / name).write_bytes(bare.public_bytes(serialization.Encoding.PEM))
    authority.renewed(folder, NAMES, NOW)
    assert named(folder) == set(NAMES)
    loaded(folder, "server.pem").verify_directly_issued_by(loaded(folder, "authority.crt"))


def test_a_locked_key_of_the_authority_is_made_again(folder: Path) -> None:
    key = serialization.load_pem_private_key((folder / "authority.key").read_bytes(), None)
    locked = serialization.BestAvailableEncryption(b"secret")
    (folder / "authority.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, locked))
    [told] = authority.renewed(folder, NAMES, NOW)
    assert "each device must install the new one" in told


def test_a_certificate_lasts_no_longer_than_its_authority(folder: Path) -> None:
    authority.renewed(folder, NAMES, NOW + timedelta(days=3600))
    assert authority.dates(folder).server == authority.dates(folder).authority


def test_a_machine_that_gets_another_address_gets_a_certificate_for_it_while_it_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has = {"127.0.0.1"}
    monkeypatch.setattr(hall, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(hall, "names", lambda _: set(has))
    config = Config(data=tmp_path, https_port=8443)
    with hall.kept(config, pytest.fail) as served:
        assert (served, named(hall.folder(config))) == (config, {"127.0.0.1"})
        has.add("10.1.2.3")
        until(lambda: named(hall.folder(config)) == {"127.0.0.1", "10.1.2.3"})


def test_all_that_a_connection_sends_and_receives_is_encrypted_and_ends_in_order(folder: Path, tmp_path: Path) -> None:
    context = Contexts(folder / "server.pem").newest()
    assert context is not None
    ours, theirs = socket.socketpair()
    (tmp_path / "file").write_bytes(b"0123456789" * 20_000)
    received = bytearray()

    def visit() -> None:
        trusting = ssl.create_default_context(cafile=folder / "authority.crt")
        with trusting.wrap_socket(theirs, server_hostname="club.local") as client:
            client.sendall(b"hello")
            while piece := client.recv(65536):
                received.extend(piece)

    client = Thread(target=visit)
    client.start()
    arrived = Arrival(_socket.socket(ours.family, ours.type, 0, ours.detach()), 7.0, hello_is_whole)
    until(arrived.is_complete)
    connection = SecureConnection(arrived, Limits(), None, context)
    assert connection.recv(100) == b"hello"
    assert connection.due == 7.0  # the handshake gives no more time
    connection.sendall(b"head")
    with (tmp_path / "file").open("rb") as file:
        assert connection.sendfile(file, 3, 150_000) == 150_000
    connection.close()
    client.join(WITHIN)
    assert bytes(received) == b"head" + (b"0123456789" * 20_000)[3:150_003]


def test_a_client_that_speaks_no_tls_looks_gone(folder: Path) -> None:
    context = Contexts(folder / "server.pem").newest()
    assert context is not None
    ours, theirs = socket.socketpair()
    theirs.sendall(b"GET / HTTP/1.1\r\n\r\n")
    arrived = Arrival(_socket.socket(ours.family, ours.type, 0, ours.detach()), 7.0, hello_is_whole)
    until(arrived.is_complete)
    connection = SecureConnection(arrived, Limits(), None, context)
    assert connection.recv(100) == b""
    with pytest.raises(BrokenPipeError):
        connection.sendall(b"answer")
    connection.close()
    theirs.close()


@pytest.mark.parametrize(
    ("early", "whole"),
    [(b"", False), (b"\x16\x03\x01", False), (b"\x16\x03\x01\x00\x02a", False), (b"\x16\x03\x01\x00\x02ab", True), (b"GET /", True)],
)
def test_a_connection_waits_for_the_first_record_of_tls(early: bytes, whole: bool) -> None:
    assert hello_is_whole(early) == whole


def test_without_a_folder_that_can_be_written_there_is_no_https_but_http(tmp_path: Path) -> None:
    config = Config(data=tmp_path / "missing", https_port=8443)
    said: list[str] = []
    with hall.kept(config, said.append) as served:
        assert served.https_port == 0
    assert said == [f"The certificates for HTTPS in {tmp_path / 'missing' / 'https'} could not be renewed: No such file or directory."]


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("https")
    with serving(replace(configured(folder / "data"), https_port=free_port()), folder / "printed") as server:
        yield server


@pytest.fixture
def tablet(product: Serving) -> Iterator[httpx.Client]:
    """A device that has installed the certificate."""
    with trusting(product) as client:
        yield client


def trusting(product: Serving) -> httpx.Client:
    context = ssl.create_default_context(cadata=httpx.get(f"{product.url}/https/faceup.crt").content)
    return httpx.Client(base_url=f"https://127.0.0.1:{product.config.https_port}", verify=context, timeout=WITHIN)


@slow
def test_a_device_that_trusts_the_certificate_reaches_every_page_and_the_api(product: Serving, tablet: httpx.Client) -> None:
    with product.api() as plain:
        assert tablet.get("/api/v1/systems").content == plain.get("/api/v1/systems").content
    assert tablet.get("/").status_code == 200
    assert tablet.post("/api/v1/practice", json={"system": "high-card"}).status_code == 201
    assert "strict-transport-security" not in tablet.get("/").headers


@slow
def test_a_device_that_does_not_trust_it_is_refused_and_goes_on_over_http(product: Serving) -> None:
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(f"https://127.0.0.1:{product.config.https_port}/")
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.get(f"http://127.0.0.1:{product.config.https_port}/")
    assert httpx.get(product.url).status_code == 200
    assert "Traceback" not in product.output


@slow
def test_a_long_body_and_a_live_stream_pass(product: Serving, tablet: httpx.Client) -> None:
    opened = tablet.post("/api/v1/practice", json={"system": "high-card"}).json()
    with tablet.stream("GET", f"/api/v1/games/{opened['game']}/live", headers={"Accept": "text/event-stream"}) as live:
        assert next(live.iter_lines())
    assert tablet.post("/qr", content=b"x" * 400_000).status_code == 413


@slow
def test_a_certificate_that_was_renewed_serves_the_next_connection(product: Serving) -> None:
    with trusting(product) as before:
        before.get("/livez")
        written = hall.server_file(product.config)
        former = written.read_bytes()
        written.unlink()
        authority.renewed(written.parent, hall.names(product.config), datetime.now(UTC))
        assert written.read_bytes() != former
        assert before.get("/livez").status_code == 200
    with trusting(product) as after:
        assert after.get("/livez").status_code == 200


@slow
def test_after_all_processes_were_killed_https_answers_again(product: Serving, tablet: httpx.Client) -> None:
    killed = below(product.process.pid)
    for child in killed:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)

    def answers() -> bool:
        try:
            return not any(map(lives, killed)) and tablet.get("/livez").status_code == 200
        except httpx.TransportError:
            return False

    until(answers)


@slow
def test_the_page_explains_https_at_both_addresses_and_never_gives_a_key(product: Serving, tablet: httpx.Client) -> None:
    there = f"https://127.0.0.1:{product.config.https_port}/https"
    with product.api() as plain:
        page = plain.get("/https")
        assert (page.status_code, page.cookies) == (200, httpx.Cookies())
        assert f'href="{there}"' in page.text
        given = plain.get("/https/faceup.crt")
        assert given.headers["content-type"] == "application/x-x509-ca-cert"
        assert x509.load_der_x509_certificate(given.content) == loaded(hall.folder(product.config), "authority.crt")
        for name in ("authority.key", "server.pem", "../https/authority.key", "lock"):
            assert plain.get(f"/https/{name}").status_code == 404
    assert "This device is ready" in tablet.get("/https").text
    assert tablet.cookies["faceup-trusts"]


@slow
def test_a_device_can_be_signed_in_at_both_addresses(product: Serving, tablet: httpx.Client) -> None:
    """The cookies of an address are those of all its ports."""
    token = {"token": product.owner()}
    assert tablet.post("/api/v1/session", json=token).status_code == 204
    assert [(cookie.name, cookie.secure) for cookie in tablet.cookies.jar] == [("faceup-https", True)]
    with product.api() as plain:
        assert plain.post("/api/v1/session", json=token).status_code == 204
        assert [(cookie.name, cookie.secure) for cookie in plain.cookies.jar] == [("faceup", False)]
        assert plain.get("/api/v1/session").json()["club"] == tablet.get("/api/v1/session").json()["club"] == "home"


@slow
def test_links_go_on_over_https_where_the_certificate_is_trusted(product: Serving, tablet: httpx.Client) -> None:
    with product.api() as plain:
        assert "data-https" not in plain.get("/join").text
        tablet.get("/https")
        plain.cookies.set("faceup-trusts", tablet.cookies["faceup-trusts"])
        assert f'data-https="{product.config.https_port}"' in plain.get("/join").text
        plain.cookies.set("faceup-trusts", "of a former certificate")
        assert "data-https" not in plain.get("/join").text


@slow
def test_the_page_over_plain_http_ends_what_a_warning_that_was_passed_by_began(product: Serving, tablet: httpx.Client) -> None:
    tablet.get("/https")
    with product.api() as plain:
        for cookie in tablet.cookies.jar:
            plain.cookies.jar.set_cookie(cookie)
        assert "data-https" in plain.get("/join").text
        plain.get("/https")
        assert "data-https" not in plain.get("/join").text


def test_pages_share_the_plain_address_over_https_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "reachable", lambda _: iter(["http://192.168.1.20:8000"]))
    visitor = create_app(Config(data=tmp_path / "data", host="0.0.0.0", https_port=8443)).test_client()
    assert 'data-address="http://192.168.1.20:8000" data-fixed' in visitor.get("/systems", base_url="https://192.168.1.20:8443").text
    assert 'data-address="http://192.168.1.20:8000">' in visitor.get("/systems", base_url="http://192.168.1.20:8000").text


@slow
def test_the_doctor_says_when_the_certificate_ends(product: Serving) -> None:
    line = next(line for line in commanded(product.config, "doctor").stdout.splitlines() if " HTTPS " in line)
    assert line.startswith("ok ")
    assert f"ends on {authority.dates(hall.folder(product.config)).server:%Y-%m-%d}" in line
    assert hall.fingerprint(httpx.get(f"{product.url}/https/faceup.crt").content) in line
    (hall.folder(product.config) / "authority.key").chmod(0o640)
    assert "may be read by others (mode 640)" in commanded(product.config, "doctor").stdout
    (hall.folder(product.config) / "authority.key").chmod(0o600)
