"""Certificates for the links between coordinator, scheduler and workers: a small authority of our own.

Everyone on a link holds the one certificate that the authority signed and accepts no other, so neither a
user of this machine nor anybody on the network can join, listen or hand out work.
"""

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

VALID = timedelta(days=3650)
_BACKDATED = timedelta(days=1)
"""Clocks of machines differ."""


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """Paths of what a link needs, as PEM."""

    authority: Path
    certificate: Path
    key: Path


def tls_files(folder: Path) -> TlsFiles:
    """The certificates of a folder, made at the first call; only their owner can read the key."""
    files = TlsFiles(folder / "authority.pem", folder / "link.pem", folder / "link-key.pem")
    if not files.certificate.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _make(files)
    return files


def _make(files: TlsFiles) -> None:
    authority_key = ec.generate_private_key(ec.SECP256R1())
    authority_name = _name("Stockpit authority")
    authority = _certificate(authority_name, authority_name, authority_key, authority_key, authority=True)
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _certificate(_name("Stockpit link"), authority_name, key, authority_key, authority=False)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    # The certificate comes last: where it is, the others are.
    _write(files.key, pem)
    _write(files.authority, authority.public_bytes(Encoding.PEM))
    _write(files.certificate, certificate.public_bytes(Encoding.PEM))


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    signer: ec.EllipticCurvePrivateKey,
    *,
    authority: bool,
) -> x509.Certificate:
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BACKDATED)
        .not_valid_after(now + VALID)
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
    )
    if authority:
        usage = x509.KeyUsage(
            digital_signature=True,
            key_cert_sign=True,
            crl_sign=True,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            encipher_only=False,
            decipher_only=False,
        )
        builder = builder.add_extension(usage, critical=True)
    return builder.sign(signer, hashes.SHA256())


def _write(path: Path, data: bytes) -> None:
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    fresh.replace(path)
