"""The RFC 6962 tree over the hashes of a file's frames; its root is in `file.put`."""

from __future__ import annotations

import hashlib

HASH_BYTES = 32


def frame_root(frame_hashes: bytes) -> bytes:
    """The root over frame hashes of 32 bytes each, in one pass and without recursion."""
    subtrees: list[tuple[int, bytes]] = []  # size and hash, largest first
    for start in range(0, len(frame_hashes), HASH_BYTES):
        leaf = hashlib.sha256(b"\x00" + frame_hashes[start : start + HASH_BYTES]).digest()
        size = 1
        while subtrees and subtrees[-1][0] == size:
            _, left = subtrees.pop()
            leaf = hashlib.sha256(b"\x01" + left + leaf).digest()
            size *= 2
        subtrees.append((size, leaf))
    if not subtrees:
        return hashlib.sha256(b"").digest()
    _, root = subtrees.pop()
    while subtrees:
        _, left = subtrees.pop()
        root = hashlib.sha256(b"\x01" + left + root).digest()
    return root
