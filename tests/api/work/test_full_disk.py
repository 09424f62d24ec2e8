"""A disk that becomes full while a part arrives, at the API as it runs: what is answered on the wire."""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from application.work.objects import key_of
from application.work.ports import Part
from domain.records import bytes_of
from infrastructure.object_store.signed_addresses import SignedAddresses
from tests.support.door import SECRET
from tests.support.served import Served, served

MEBIBYTE = 1024 * 1024


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of four MiB."""
    if os.geteuid() != 0:
        pytest.skip("only root mounts a small file system")
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, check=False, capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def put(api: Served, path: str, data: bytes) -> tuple[int, dict[str, object]]:
    asked = http.client.HTTPConnection("127.0.0.1", api.port, timeout=30)
    asked.request("PUT", path, data, {"Content-Type": "application/octet-stream"})
    answer = asked.getresponse()
    body = answer.read()
    asked.close()
    return answer.status, json.loads(body) if body else {}


def test_a_part_that_fills_the_disk_is_refused_with_the_reason(
    product_database_url: str, valkey_url: str, tmp_path: Path, small_disk: Path
) -> None:
    settings = {"COFFER_BLOB_DIR": str(small_disk), "COFFER_DISK_FLOOR": "0", "COFFER_DISK_WARNING": "0"}
    with served(product_database_url, valkey_url, tmp_path, **settings) as api:
        addresses, handle = SignedAddresses(bytes_of(SECRET)), uuid4().hex
        (small_disk / "arriving" / handle).mkdir(parents=True)
        key = key_of(uuid4(), uuid4(), uuid4(), "content")
        expires = datetime.now(UTC) + timedelta(hours=1)

        def path_of(data: bytes) -> str:
            part = Part(1, len(data), hashlib.sha256(data).digest())
            return addresses.for_part(key, handle, part, expires).url

        large = b"y" * 8 * MEBIBYTE
        status, body = put(api, path_of(large), large)
        assert (status, body["code"]) == (503, "unavailable")
        details = body["details"]
        assert isinstance(details, dict)
        assert details["reason"] == "disk_full"
        assert details["requestId"]
        # Nothing of it stays, and what fits is taken.
        assert os.listdir(small_disk / "arriving" / handle) == []
        assert put(api, path_of(b"small"), b"small")[0] == 200
