"""A file sealed by a pass-phrase: a header, then chunks of AES-256-GCM (the STREAM construction).

The key comes from the pass-phrase by scrypt, with a salt of the file's own, so a counter is enough for a
nonce. Each nonce says whether its chunk is the last one: a chunk that is changed, moved, repeated, or missing
at the end does not open. Every chunk is bound to the header, and with it to what kind of file this is.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from infrastructure.backup.refusals import NotDone

SHORTEST_PASSPHRASE = 15

_MAGIC = b"coffer.sealed.1\n"
_SALT_BYTES = 16
_CHECK_BYTES = 32
_CHUNK_BYTES = 1024 * 1024
_TAG_BYTES = 16
# 128 MiB and about half a second for each guess.
_LOG_N, _R, _P = 17, 8, 1


class Kind(NamedTuple):
    """What a file is for; a file of one kind is never taken for another."""

    byte: bytes
    name: str


BACKUP = Kind(b"b", "a backup")
KEYS = Kind(b"k", "the keys of a backup")


class SealedWriter:
    """Writes beside `path`, and puts the file in its place when all of it is on disk."""

    def __init__(self, path: Path, kind: Kind, passphrase: str) -> None:
        self._path = path
        self._draft = path.with_name(f".{path.name}.part")
        header = _MAGIC + kind.byte + bytes((_LOG_N, _R, _P)) + os.urandom(_SALT_BYTES)
        self._header = header
        cipher, check = _keys(header, passphrase)
        self._cipher = AESGCM(cipher)
        self._waiting = bytearray()
        self._number = 0
        self._draft.unlink(missing_ok=True)
        self._file: IO[bytes] = os.fdopen(
            os.open(self._draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
        )
        self._file.write(header + check)

    def write(self, data: bytes | memoryview) -> None:
        self._waiting += data
        # One chunk stays here until it is known whether it is the last.
        while len(self._waiting) > _CHUNK_BYTES:
            self._seal(bytes(self._waiting[:_CHUNK_BYTES]), last=False)
            del self._waiting[:_CHUNK_BYTES]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with self._file:
                if error is None:
                    self._seal(bytes(self._waiting), last=True)
                    self._file.flush()
                    os.fsync(self._file.fileno())
            if error is None:
                self._draft.replace(self._path)
                _sync_folder(self._path.parent)
        finally:
            self._draft.unlink(missing_ok=True)

    def _seal(self, chunk: bytes, *, last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._number, last=last), chunk, self._header))
        self._number += 1


def opened(path: Path, kind: Kind, passphrase: str) -> Iterator[bytes]:
    """The contents, chunk by chunk. Raises `NotDone` as soon as something is not what was sealed; only who
    has come to the end knows that the file is whole."""
    try:
        file = path.open("rb")
    except OSError as failure:
        raise NotDone(f"{path} cannot be read: {(failure.strerror or str(failure)).lower()}.") from None
    with file:
        size = len(_MAGIC) + 4 + _SALT_BYTES
        header, check = file.read(size), file.read(_CHECK_BYTES)
        if not header.startswith(_MAGIC) or len(check) < _CHECK_BYTES:
            raise NotDone(f"{path} is no file that Coffer has sealed.")
        if header[len(_MAGIC) : len(_MAGIC) + 1] != kind.byte:
            raise NotDone(f"{path} is not {kind.name}.")
        if header[len(_MAGIC) + 1 : len(_MAGIC) + 4] != bytes((_LOG_N, _R, _P)):
            raise NotDone(f"{path} was sealed by a newer Coffer, or its beginning is damaged.")
        key, expected = _keys(header, passphrase)
        if not hmac.compare_digest(check, expected):
            raise NotDone(f"The pass-phrase does not open {path}, or its beginning is damaged.")
        yield from _chunks(file, path, AESGCM(key), header)


def _chunks(file: IO[bytes], path: Path, cipher: AESGCM, header: bytes) -> Iterator[bytes]:
    number, sealed = 0, file.read(_CHUNK_BYTES + _TAG_BYTES)
    while True:
        following = file.read(_CHUNK_BYTES + _TAG_BYTES)
        last = not following
        try:
            yield cipher.decrypt(_nonce(number, last=last), sealed, header)
        except InvalidTag:
            raise NotDone(
                f"{path} is damaged or cut off (at about {number} MiB): nothing was restored."
            ) from None
        if last:
            return
        number, sealed = number + 1, following


def _keys(header: bytes, passphrase: str) -> tuple[bytes, bytes]:
    """The key of the cipher, and the tag by which a wrong pass-phrase is told from damage."""
    salt = header[-_SALT_BYTES:]
    both = Scrypt(salt=salt, length=64, n=1 << _LOG_N, r=_R, p=_P).derive(passphrase.encode())
    return both[:32], hmac.digest(both[32:], header, "sha256")


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + (b"\1" if last else b"\0")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
