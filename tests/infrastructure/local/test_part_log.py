"""What a part writes: kept in one format, in files that are exchanged while it runs."""

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from infrastructure.local.part_log import PartLog


async def until(holds: Callable[[], bool]) -> None:
    for _ in range(500):
        if holds():
            return
        await asyncio.sleep(0.01)
    assert holds()


def kept(path: Path) -> list[dict[str, Any]]:
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    )


async def test_every_line_is_one_object_that_names_its_part(tmp_path: Path) -> None:
    log = PartLog(tmp_path / "logs" / "worker.log", "worker")
    pipe = log.open()
    os.write(pipe, '{"event": "made", "level": "info"}\n\nfür alle '.encode())
    os.write(pipe, b"[1]\xff\nunfinished")
    os.close(pipe)
    await until(lambda: len(kept(log.path)) == 3)
    made, plain, last = kept(log.path)
    assert made == {"part": "worker", "event": "made", "level": "info"}
    assert (plain["part"], plain["event"]) == ("worker", "für alle [1]\ufffd")
    assert plain["timestamp"].endswith("Z")
    assert last["event"] == "unfinished"
    assert log.path.stat().st_mode & 0o777 == 0o600
    assert log.last_words() == f"made\nfür alle [1]\ufffd\nunfinished\n(all of it: {log.path})"


async def test_a_full_file_is_exchanged_while_its_part_runs_and_no_line_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "api.log"
    log = PartLog(path, "API", most_bytes=2_000)
    previous = path.with_suffix(".previous.log")
    pipe = log.open()
    seen: set[str] = set()
    for number in range(100):
        os.write(pipe, f"line {number}\n".encode())
        await until(lambda: any(f"line {number}" == one["event"] for one in kept(path)))  # noqa: B023
        seen.update(one["event"] for one in (*kept(previous), *kept(path)))
        assert path.stat().st_size <= 2_000
    os.close(pipe)
    assert seen == {f"line {number}" for number in range(100)}
    assert previous.stat().st_size <= 2_000
    assert sorted(os.listdir(tmp_path)) == [path.name, previous.name]


async def test_a_file_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "no folder").touch()
    log = PartLog(tmp_path / "no folder" / "api.log", "API")
    pipe = log.open()
    os.set_blocking(pipe, False)
    # More than a pipe holds: it is read, although nothing can be kept.
    for _ in range(300):
        os.write(pipe, b"x" * 1_000 + b"\n")
        await asyncio.sleep(0)
    os.close(pipe)
    assert log.last_words() == ""


async def test_a_part_that_never_stops_speaking_leaves_others_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = PartLog(tmp_path / "api.log", "API")
    pipe = log.open()
    os.write(pipe, b"y\n")
    read, reads = os.read, 0

    def read_and_be_told_more(*asked: Any) -> bytes:
        nonlocal reads
        reads += 1
        assert reads < 100, "nobody else has a turn"
        said = read(*asked)
        os.write(pipe, b"y\n")
        return said

    monkeypatch.setattr(os, "read", read_and_be_told_more)
    for _ in range(10):
        await asyncio.sleep(0)
    log.last_words()
    assert 1 < reads <= 12
    monkeypatch.undo()
    os.close(pipe)
