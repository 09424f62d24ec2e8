"""The log's Ed25519 key: one file outside the database, made together with it and never anew."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

# The first key that signs a log is its key: clients and auditors have pinned it.
KEEP_KEY = "insert into vault.log_key (name, public_key) values (%s, %s) on conflict do nothing"
KEY_OF_LOG = "select public_key from vault.log_key where name = %s"


class UnreadableLogKey(Exception):
    """The file holds no Ed25519 key, or cannot be read."""


class LogKey:
    """Implements `application.vault.ports.HeadSigner`. The file is read when something is to be signed."""

    def __init__(self, file: Path, log_name: str) -> None:
        self._file = file
        self._log_name = log_name
        self._key: Ed25519PrivateKey | None = None

    @property
    def log_name(self) -> str:
        return self._log_name

    @property
    def public_key(self) -> bytes:
        return self._read().public_key().public_bytes_raw()

    def sign(self, body: bytes) -> bytes:
        return self._read().sign(body)

    def _read(self) -> Ed25519PrivateKey:
        if self._key is None:
            self._key = read_log_key(self._file)
        return self._key


def read_log_key(file: Path) -> Ed25519PrivateKey:
    """The key of this file. Raises `FileNotFoundError` or `UnreadableLogKey`."""
    try:
        key = load_pem_private_key(file.read_bytes(), password=None)
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(file) from None
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm):
        raise UnreadableLogKey(f"{file} cannot be read as a private key.") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise UnreadableLogKey(f"{file} holds no Ed25519 key.")
    return key


def make_log_key(file: Path) -> None:
    """Make the key of a new database. Several that do so at once agree on the first that was made."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(pem)
            stream.flush()
            os.fsync(stream.fileno())
        # A link fails where a rename would replace the key that another process has just made.
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink()
