"""The log of one part of the stack."""

import os
from pathlib import Path
from typing import IO

_KEPT_LOG = 10 * 1024 * 1024


def opened(log: Path) -> IO[bytes]:
    log.parent.mkdir(parents=True, exist_ok=True)
    if log.exists() and log.stat().st_size > _KEPT_LOG:
        log.replace(log.with_suffix(".previous.log"))
    return open(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")


def last_words(log: Path) -> str:
    if not log.exists():
        return ""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-8:]
    return "\n".join([*lines, f"(all of it: {log})"])
