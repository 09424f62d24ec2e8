"""Checkpoints: signed notes that fix a log up to a position (C2SP tlog-checkpoint, signed-note).

`<log name>/events.v1/<log>`, the number of facts, the root in Base64, and `time` with milliseconds, each
with a newline; an empty line; `— <log name> <Base64 of key id and Ed25519 signature>`.
"""

from __future__ import annotations

import base64
import hashlib
from typing import NamedTuple, Protocol

_ED25519 = b"\x01"


class Signer(Protocol):
    """The log's Ed25519 key, which lies outside the database."""

    @property
    def log_name(self) -> str: ...

    @property
    def public_key(self) -> bytes: ...

    def sign(self, body: bytes) -> bytes: ...


class Checkpoint(NamedTuple):
    log: int
    size: int
    root: bytes
    time: int
    """Milliseconds since 1970."""

    def signed(self, signer: Signer) -> str:
        body = (
            f"{origin_of(signer.log_name, self.log)}\n{self.size}\n{_base64(self.root)}\ntime {self.time}\n"
        )
        line = key_id(signer.log_name, signer.public_key) + signer.sign(body.encode())
        return f"{body}\n— {signer.log_name} {_base64(line)}\n"


def origin_of(log_name: str, log: int) -> str:
    return f"{log_name}/events.v1/{log}"


def key_id(log_name: str, public_key: bytes) -> bytes:
    """The four bytes by which a signature names its key."""
    return hashlib.sha256(log_name.encode() + b"\n" + _ED25519 + public_key).digest()[:4]


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
