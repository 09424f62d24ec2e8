"""The logs of the parts: one JSON object per line, whoever wrote it, in files that never grow too large.

A part writes into a pipe that the supervisor reads. So a file is exchanged while its part runs, what is no
JSON yet becomes it, and a disk without room costs lines of the log and no part.
"""

import asyncio
import contextlib
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

MOST_BYTES = 10 * 1024 * 1024
_LONGEST_LINE = 32 * 1024
_READ_AT_ONCE = 64 * 1024


class PartLog:
    """Use it inside of a running event loop."""

    def __init__(self, path: Path, part: str, *, most_bytes: int = MOST_BYTES) -> None:
        self.path = path
        self._part = part
        self._most_bytes = most_bytes
        self._rest: dict[int, bytes] = {}

    def open(self) -> int:
        """The end of a new pipe for a program to write to; its starter closes it once that has it."""
        read, write = os.pipe()
        os.set_blocking(read, False)
        self._rest[read] = b""
        asyncio.get_running_loop().add_reader(read, self._take, read)
        return write

    def last_words(self) -> str:
        """The newest lines as people read them, and where the others are."""
        for read in tuple(self._rest):
            # A pipe holds no more than what is read at once; a part that goes on speaking has no end.
            self._take(read)
        if not self.path.exists():
            return ""
        lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines()[-8:]
        return "\n".join([*map(_for_people, lines), f"(all of it: {self.path})"])

    def _take(self, read: int) -> None:
        """Read once. What is left is told of again, after everybody else's turn."""
        try:
            said = os.read(read, _READ_AT_ONCE)
        except BlockingIOError:
            return
        whole = self._rest[read] + said
        *lines, self._rest[read] = whole.split(b"\n")
        if not said or len(self._rest[read]) > _LONGEST_LINE:
            lines.append(self._rest[read])
            self._rest[read] = b""
        self._write(b"".join(_as_json(line, self._part) for line in lines if line.strip()))
        if not said:
            asyncio.get_running_loop().remove_reader(read)
            os.close(read)
            del self._rest[read]

    def _write(self, lines: bytes) -> None:
        if not lines:
            return
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and self.path.stat().st_size + len(lines) > self._most_bytes:
                self.path.replace(self.path.with_suffix(".previous.log"))
            with open(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as file:
                file.write(lines)


def _as_json(line: bytes, part: str) -> bytes:
    text = line.decode(errors="replace").rstrip()
    said = _parsed(text)
    if said is None:
        said = {"event": text, "timestamp": datetime.now(UTC).isoformat().replace("+00:00", "Z")}
    return json.dumps({"part": part, **said}, ensure_ascii=False).encode() + b"\n"


def _for_people(line: str) -> str:
    said = _parsed(line) or {"event": line}
    return "\n".join(str(said[name]) for name in ("event", "exception") if name in said)


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        said = json.loads(line)
    except ValueError:
        return None
    return cast("dict[str, Any]", said) if isinstance(said, dict) else None
