"""Padding: sizes in PADMÉ steps, so that a length tells little."""

from __future__ import annotations

from client.crypto.canonical import u32
from client.crypto.errors import DataLoss

_LEAST = 256
_THUMBNAIL_STEP = 64 * 1024


def padme(size: int) -> int:
    """The next size that is stored: at most 12 % larger."""
    if size < 2:
        return size
    exponent = size.bit_length() - 1
    low = exponent - exponent.bit_length()
    mask = (1 << low) - 1
    return (size + mask) & ~mask


def pad_document(document: bytes) -> bytes:
    framed = u32(len(document)) + document
    return framed.ljust(max(_LEAST, padme(len(framed))), b"\0")


def unpad_document(padded: bytes) -> bytes:
    """The document, when the padding is exactly what `pad_document` makes of it."""
    size = int.from_bytes(padded[:4], "big")
    document = padded[4 : 4 + size]
    if len(padded) < 4 or len(document) != size or pad_document(document) != padded:
        raise DataLoss("padding is not as written")
    return document


def pad_file(content: bytes) -> bytes:
    return content.ljust(padme(len(content)), b"\0")


def unpad_file(padded: bytes, true_size: int) -> bytes:
    if padme(true_size) != len(padded) or any(padded[true_size:]):
        raise DataLoss("padding is not as written")
    return padded[:true_size]


def pad_thumbnail(picture: bytes) -> bytes:
    """What reads a picture stops at its end, so nothing says how long it is."""
    steps = max(1, -(-len(picture) // _THUMBNAIL_STEP))
    return picture.ljust(steps * _THUMBNAIL_STEP, b"\0")
