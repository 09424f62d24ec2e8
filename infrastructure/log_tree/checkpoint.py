"""Checkpoints: signed notes that fix a log up to a position (C2SP tlog-checkpoint, signed-note).

`<log name>/events.v1/<log>`, the number of events, the root in Base64, and `time` with milliseconds, each
with a newline; an empty line; `— <log name> <Base64 of key id and Ed25519 signature>`.
"""

from __future__ import annotations

import base64
from typing import NamedTuple

from application.vault.ports import HeadSigner
from application.vault.sealing import with_signature


class Checkpoint(NamedTuple):
    log: int
    size: int
    root: bytes
    time: int
    """Milliseconds since 1970."""

    def signed(self, signer: HeadSigner) -> str:
        root = base64.b64encode(self.root).decode("ascii")
        body = f"{signer.log_name}/events.v1/{self.log}\n{self.size}\n{root}\ntime {self.time}\n"
        return with_signature(signer, body)
