"""Files: a header of 66 bytes and frames that can be neither moved, repeated nor cut off.

The nonce is the file's random prefix and the frame's counter, so no two frames under one key share it.
The associated data names the header, the place and the end.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from client.crypto.canonical import bind, text, u32, u64
from client.crypto.content_keys import Content
from client.crypto.derive import hkdf
from client.crypto.errors import DataLoss, InvalidArgument, OutOfRange, Unimplemented
from client.crypto.merkle import leaf_hash, root_of

Purpose = Literal["content", "thumbnail"]
FRAME_SIZE = 256 * 1024
TAG = 16
HEADER_SIZE = 66
MOST_FRAME = 64 * 1024 * 1024
_MAGIC = b"E2F1"
_LEAST_SIZE, _MOST_SIZE = 4 * 1024, 32 * 1024 * 1024
_LAST_COUNTER = 2**32 - 1


class Header(NamedTuple):
    frame_size: int
    prefix: bytes
    salt: bytes
    commitment: bytes

    def encode(self) -> bytes:
        return _MAGIC + b"\x01\x00" + u32(self.frame_size) + self.prefix + self.salt + self.commitment

    @classmethod
    def decode(cls, data: bytes) -> Header:
        if len(data) != HEADER_SIZE or data[:4] != _MAGIC:
            raise DataLoss("not a file header")
        if data[4] != 1 or data[5] != 0:
            raise Unimplemented("update the application")
        header = cls(int.from_bytes(data[6:10], "big"), data[10:18], data[18:34], data[34:])
        if not 1 <= header.frame_size <= MOST_FRAME - TAG:
            raise InvalidArgument("a frame above 64 MiB")
        return header

    @property
    def hash(self) -> bytes:
        return hashlib.sha256(self.encode()).digest()


class FileSealer:
    """Encrypts one file once, frame after frame. It draws salt and prefix itself and can not start over."""

    def __init__(self, key: bytes, file: Content, purpose: Purpose, frame_size: int = FRAME_SIZE) -> None:
        if frame_size & (frame_size - 1) or not _LEAST_SIZE <= frame_size <= _MOST_SIZE:
            raise InvalidArgument("a frame holds a power of two from 4 KiB to 32 MiB")
        prefix, salt = secrets.token_bytes(8), secrets.token_bytes(16)
        self._key, commitment = _keys(key, file, purpose, frame_size, prefix, salt)
        self.header = Header(frame_size, prefix, salt, commitment)
        self.hashes: list[bytes] = []
        self._ended = False

    def seal(self, part: bytes, *, final: bool) -> bytes:
        if self._ended:
            raise InvalidArgument("the file has its last frame already")
        if len(part) > self.header.frame_size or (not final and len(part) != self.header.frame_size):
            raise InvalidArgument("only the last frame may be shorter")
        frame = seal_frame(self._key, self.header, len(self.hashes), part, final=final)
        self.hashes.append(hashlib.sha256(frame).digest())
        self._ended = final
        return frame

    def seal_all(self, content: bytes) -> Iterator[bytes]:
        size = self.header.frame_size
        count = max(1, -(-len(content) // size))
        for index in range(count):
            yield self.seal(content[index * size : (index + 1) * size], final=index == count - 1)

    @property
    def root(self) -> bytes:
        return frame_root(self.hashes)


class FileOpener:
    """Decrypts frames of one file. The number of frames is that of the signed statement."""

    def __init__(self, key: bytes, file: Content, purpose: Purpose, header: Header, frame_count: int) -> None:
        if frame_count < 1:
            raise DataLoss("a file has at least one frame")
        self._key, commitment = _keys(key, file, purpose, header.frame_size, header.prefix, header.salt)
        if not hmac.compare_digest(commitment, header.commitment):
            raise DataLoss("the file does not open")
        self.header = header
        self.frame_count = frame_count

    def open(self, index: int, frame: bytes) -> bytes:
        if not 0 <= index < self.frame_count:
            raise DataLoss("no such frame")
        final = index == self.frame_count - 1
        part = open_frame(self._key, self.header, index, frame, final=final)
        if len(part) > self.header.frame_size or (not final and len(part) != self.header.frame_size):
            raise DataLoss("the file does not open")
        return part

    def open_all(self, frames: Iterable[bytes], root: bytes) -> bytes:
        """All of it, or nothing: the frames must be those that the author signed."""
        hashes: list[bytes] = []
        parts: list[bytes] = []
        for index, frame in enumerate(frames):
            hashes.append(hashlib.sha256(frame).digest())
            parts.append(self.open(index, frame))
        if len(hashes) != self.frame_count or frame_root(hashes) != root:
            raise DataLoss("the frames are not those that were signed")
        return b"".join(parts)


def seal_frame(key: bytes, header: Header, index: int, part: bytes, *, final: bool) -> bytes:
    if len(part) + TAG > MOST_FRAME:
        raise InvalidArgument("a frame above 64 MiB")
    return AESGCM(key).encrypt(_nonce(header, index), part, _place(header, index, final))


def open_frame(key: bytes, header: Header, index: int, frame: bytes, *, final: bool) -> bytes:
    if len(frame) > MOST_FRAME:
        raise InvalidArgument("a frame above 64 MiB")
    if len(frame) < TAG:
        raise DataLoss("the file does not open")
    try:
        return AESGCM(key).decrypt(_nonce(header, index), frame, _place(header, index, final))
    except InvalidTag:
        raise DataLoss("the file does not open") from None


def frame_root(hashes: Sequence[bytes]) -> bytes:
    """The root over SHA-256 of each encrypted frame."""
    return root_of([leaf_hash(value) for value in hashes])


def encrypted_size(padded_size: int, frame_size: int = FRAME_SIZE) -> tuple[int, int]:
    """The number of frames and the bytes of all of them."""
    count = max(1, -(-padded_size // frame_size))
    return count, padded_size + TAG * count


def size_fits(encrypted: int, frame_count: int, frame_size: int) -> bool:
    """Whether this many frames, all but the last of them full, can have this size together."""
    last = encrypted - (frame_count - 1) * (frame_size + TAG)
    return TAG <= last <= frame_size + TAG


def _nonce(header: Header, index: int) -> bytes:
    if not 0 <= index <= _LAST_COUNTER:
        raise OutOfRange("too many frames")
    return header.prefix + u32(index)


def _place(header: Header, index: int, final: bool) -> bytes:
    return bind("frame", header.hash, u64(index), b"\x01" if final else b"\x00")


def _keys(
    key: bytes, file: Content, purpose: Purpose, frame_size: int, prefix: bytes, salt: bytes
) -> tuple[bytes, bytes]:
    info = bind("file.key", *file.context, text(purpose), u64(frame_size), prefix)
    okm = hkdf(key, salt, info, 64)
    return okm[:32], okm[32:]
