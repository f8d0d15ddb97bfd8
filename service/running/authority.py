"""The authority for HTTPS in a hall: it issues the certificate of this machine, and devices that trust the authority trust this machine.

The folder has three files, which only their owner can read:

    authority.key    the key of the authority
    authority.crt    the certificate of the authority, which a club installs on its devices
    server.pem       the certificate of this machine and its key

The authority can issue certificates only for the names that this machine had when the authority was made, and for private addresses. Such
an address may be any: a machine that is carried from one hall to the next gets another one each time. So somebody who stole the key cannot
pose as a site of the internet.
"""

import fcntl
import ipaddress
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from service.directory import write_private
from service.proxies import Address, Network

AUTHORITY_LASTS: Final = timedelta(days=3650)
LASTS: Final = timedelta(days=365)
"""How long a certificate of this machine is valid. Browsers refuse more than 397 days."""
RENEWED: Final = timedelta(days=30)
"""A certificate that ends so soon is made again."""
SLOW_CLOCKS: Final = timedelta(days=2)
"""Certificates are valid from so long ago: a tablet without the internet may have a clock that is slow."""
PRIVATE: Final = tuple(
    map(ipaddress.ip_network, ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fc00::/7"))
)
KEY, CERTIFICATE, SERVER = "authority.key", "authority.crt", "server.pem"
UNUSABLE: Final = (FileNotFoundError, ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm, x509.ExtensionNotFound)
"""What is raised where a file is missing, damaged, or not one that is made here."""


@dataclass(frozen=True, slots=True)
class Dates:
    """When the certificate of this machine ends, and when that of the authority does."""

    server: datetime
    authority: datetime


@dataclass(frozen=True, slots=True)
class _Authority:
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    def may_name(self, name: str) -> bool:
        """Whether the authority can issue a certificate for this name or address."""
        permitted = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or ()
        address = _address(name)
        if address is None:
            return x509.DNSName(name) in permitted
        return any(address in each.value for each in permitted if isinstance(each.value, Network))


def renewed(folder: Path, names: Iterable[str], now: datetime) -> list[str]:
    """Make what is missing in `folder`, ends soon, or does not fit `names`: the names and addresses under which devices reach this machine.
    Returns sentences that people must know. May raise OSError."""
    folder.mkdir(mode=0o700, exist_ok=True)
    with _alone(folder):
        said, wanted = [], sorted(set(names))
        authority = _known(folder, now)
        if authority is None:
            if (folder / CERTIFICATE).exists():
                said.append("The certificate for HTTPS had ended or was damaged: each device must install the new one.")
            authority = _made(folder, wanted, now)
        fitting = [name for name in wanted if authority.may_name(name)]
        if not _fits(folder, authority, fitting, now):
            _issue(folder, authority, fitting, now)
        if len(fitting) < len(wanted):
            others = ", ".join(name for name in wanted if name not in fitting)
            said.append(
                f"HTTPS is not offered at {others}: the certificate on the devices does not allow it. To make a new one, which every device"
                f" must install, remove {folder} and start again."
            )
        return said


def dates(folder: Path) -> Dates:
    """Return when the certificates end. Raises OSError, or ValueError if a file is damaged."""
    server, authority = (x509.load_pem_x509_certificate((folder / name).read_bytes()) for name in (SERVER, CERTIFICATE))
    return Dates(server.not_valid_after_utc, authority.not_valid_after_utc)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time make certificates."""
    with (folder / "lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _known(folder: Path, now: datetime) -> _Authority | None:
    """Return the authority; None if it is missing, damaged or ends soon."""
    try:
        key = serialization.load_pem_private_key((folder / KEY).read_bytes(), None)
        certificate = x509.load_pem_x509_certificate((folder / CERTIFICATE).read_bytes())
        if not isinstance(key, ec.EllipticCurvePrivateKey) or certificate.public_key() != key.public_key():
            return None
        for needed in (x509.NameConstraints, x509.SubjectKeyIdentifier):
            certificate.extensions.get_extension_for_class(needed)
    except UNUSABLE:
        return None
    return _Authority(key, certificate) if _lasts(certificate, now) else None


def _made(folder: Path, names: list[str], now: datetime) -> _Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    called = next((name for name in names if name.endswith(".local")), "this machine")
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Faceup on {called.removesuffix('.local')}"[:64])])
    addresses = [address for name in names if (address := _address(name)) is not None]
    others = [ipaddress.ip_network(address) for address in addresses if not any(address in block for block in PRIVATE)]
    permitted = [*(x509.DNSName(each) for each in names if _address(each) is None), *map(x509.IPAddress, (*PRIVATE, *others))]
    certificate = (
        _begun(name, name, key.public_key(), now, now + AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, hashes.SHA256())
    )
    write_private(folder / KEY, _pem(key))
    write_private(folder / CERTIFICATE, certificate.public_bytes(serialization.Encoding.PEM))
    return _Authority(key, certificate)


def _fits(folder: Path, authority: _Authority, names: list[str], now: datetime) -> bool:
    """Whether the certificate of this machine is from `authority`, for exactly these names, and does not end soon."""
    try:
        certificate = x509.load_pem_x509_certificate((folder / SERVER).read_bytes())
        certificate.verify_directly_issued_by(authority.certificate)
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except UNUSABLE:
        return False
    return set(named) == {_general(name) for name in names} and _lasts(certificate, now)


def _lasts(certificate: x509.Certificate, now: datetime) -> bool:
    """Whether a certificate need not be renewed yet. When it begins does not count: a machine that was off may wake with a clock that is
    slow, and must not take from the devices what they trust."""
    return certificate.not_valid_after_utc - now > RENEWED


def _issue(folder: Path, authority: _Authority, names: list[str], now: datetime) -> None:
    """Make a certificate of this machine for `names`, with a new key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Faceup")])
    end = min(now + LASTS, authority.certificate.not_valid_after_utc)
    identifier = authority.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    certificate = (
        _begun(subject, authority.certificate.subject, key.public_key(), now, end)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    write_private(folder / SERVER, certificate.public_bytes(serialization.Encoding.PEM) + _pem(key))


def _begun(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, end: datetime) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SLOW_CLOCKS)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general(name: str) -> x509.DNSName | x509.IPAddress:
    address = _address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(address)


def _address(name: str) -> Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
