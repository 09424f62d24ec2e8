"""Room on a disk: how much there is, and what is said when it ends."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import structlog

from domain.errors import Unavailable

log = structlog.get_logger("coffer.disk")

MEBIBYTE = 1024 * 1024
State = Literal["ok", "low", "full"]
_ENDED = (errno.ENOSPC, errno.EDQUOT)
# Seconds: no disk becomes larger by itself, and its operator takes a while.
_UNTIL_SOMEBODY_LOOKS = 60


def free_bytes(folder: Path) -> int:
    """What an ordinary user may still write where this folder is, or will be."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def disk_full() -> Unavailable:
    """PostgreSQL stops when it cannot write its log, so objects stop before."""
    return Unavailable(
        "The server has too little room on its disk for this file. Nothing was stored. Try again later.",
        reason="disk_full",
        retry_after=_UNTIL_SOMEBODY_LOOKS,
    )


def no_space() -> Unavailable:
    """The disk of whatever was written to is full."""
    return Unavailable(
        "The server has no space left. Nothing was saved.",
        reason="disk_full",
        retry_after=_UNTIL_SOMEBODY_LOOKS,
    )


def refusal_of(failure: OSError) -> Unavailable:
    """What a failed write is to the person who sent something."""
    log.error("not_written", error=failure.strerror, errno=failure.errno)
    if failure.errno in _ENDED:
        return disk_full()
    return Unavailable(
        "The server cannot write to its disk. Nothing was stored.",
        reason="disk_unwritable",
        retry_after=_UNTIL_SOMEBODY_LOOKS,
    )


class DiskWatch:
    """Looks at the disks of folders; `floor` and `warning` are bytes."""

    def __init__(
        self, *folders: Path, floor: int, warning: int, free: Callable[[Path], int] = free_bytes
    ) -> None:
        self._folders = folders
        self._floor = floor
        self._warning = warning
        self._free = free

    def state(self) -> State:
        """That of the fullest disk."""
        return self._state_with(min(map(self._free, self._folders)))

    def _state_with(self, free: int) -> State:
        return "full" if free < self._floor else "low" if free < self._warning else "ok"

    async def look(self) -> None:
        """Say in the log what an operator has to know, at the start and every hour."""
        for folder in self._folders:
            free = self._free(folder)
            if (state := self._state_with(free)) != "ok":
                log.warning(f"disk_{state}", folder=str(folder), free=free)
