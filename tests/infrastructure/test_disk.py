"""Room on the disk: a warning before, and uploads that stop while a database can still write."""

from __future__ import annotations

import errno
import hashlib
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from application.work.ports import Part
from domain.errors import Unavailable
from infrastructure.disk import MEBIBYTE, DiskWatch
from infrastructure.local import data_folder, doors
from infrastructure.object_store import filesystem
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses

FLOOR, DATA = 100, b"x" * 50


async def sent(data: bytes = DATA) -> AsyncIterator[bytes]:
    yield data


def part(data: bytes = DATA) -> Part:
    return Part(1, len(data), hashlib.sha256(data).digest())


def a_store(root: Path, free: int, floor: int = FLOOR) -> FilesystemBlobStore:
    addresses = SignedAddresses(b"a secret of at least 32 bytes, so to say")
    return FilesystemBlobStore(root, addresses, floor=floor, free=lambda _: free)


@pytest.mark.parametrize(("free", "state"), [(99, "full"), (100, "low"), (999, "low"), (1_000, "ok")])
async def test_the_state_of_the_disk_is_known_before_it_is_full(free: int, state: str) -> None:
    watch = DiskWatch(Path("/"), floor=FLOOR, warning=1_000, free=lambda _: free)
    assert watch.state() == state
    with structlog.testing.capture_logs() as logged:
        await watch.look()
    assert [line["event"] for line in logged] == ([] if state == "ok" else [f"disk_{state}"])


async def test_the_fullest_of_several_disks_counts_and_each_is_named() -> None:
    room = {Path("/objects"): 5_000, Path("/database"): 50}
    watch = DiskWatch(*room, floor=FLOOR, warning=1_000, free=room.__getitem__)
    assert watch.state() == "full"
    with structlog.testing.capture_logs() as logged:
        await watch.look()
    assert [(line["event"], line["folder"]) for line in logged] == [("disk_full", "/database")]


async def test_an_upload_leaves_the_floor_free(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as refused:
        await a_store(tmp_path, FLOOR - 1).initiate("a/b/c-content")
    assert refused.value.reason == "disk_full"
    handle = await a_store(tmp_path, FLOOR).initiate("a/b/c-content")
    with pytest.raises(Unavailable) as refused:
        await a_store(tmp_path, FLOOR + len(DATA) - 1).put("a/b/c-content", handle, part(), sent())
    assert refused.value.reason == "disk_full"
    assert os.listdir(tmp_path / "arriving" / handle) == []
    await a_store(tmp_path, FLOOR + len(DATA)).put("a/b/c-content", handle, part(), sent())


@pytest.mark.parametrize(
    ("number", "reason"),
    [(errno.ENOSPC, "disk_full"), (errno.EDQUOT, "disk_full"), (errno.EROFS, "disk_unwritable")],
)
async def test_a_write_that_fails_is_said_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, reason: str
) -> None:
    store = a_store(tmp_path, 10**9)
    handle = await store.initiate("a/b/c-content")

    async def fails(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(filesystem, "_write_checked", fails)
    with pytest.raises(Unavailable) as refused:
        await store.put("a/b/c-content", handle, part(), sent())
    assert refused.value.reason == reason


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one MiB."""
    if os.geteuid() != 0:
        pytest.skip("only root mounts a small file system")
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)]
    mounted = subprocess.run(mount, check=False, capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


async def test_a_file_system_that_is_really_full_takes_nothing_and_says_so(small_disk: Path) -> None:
    store = a_store(small_disk, 10**9)
    handle = await store.initiate("a/b/c-content")
    large = b"y" * 2 * MEBIBYTE
    with pytest.raises(Unavailable) as refused:
        await store.put("a/b/c-content", handle, part(large), sent(large))
    assert refused.value.reason == "disk_full"
    assert os.listdir(small_disk / "arriving" / handle) == []
    await store.put("a/b/c-content", handle, part(), sent())


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_a_folder_that_cannot_be_written_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    failure = OSError(number, os.strerror(number), str(tmp_path))

    def fails(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(Path, "mkdir", fails)
    with pytest.raises(data_folder.InUse, match="cannot be written"):
        data_folder.claim(tmp_path / "data")
    monkeypatch.setattr(doors, "sync_python", fails)
    assert doors._set_up(with_dev=False) == 1
    said = capsys.readouterr().err
    assert os.strerror(number).lower() in said
    assert len(said.splitlines()) == 1
