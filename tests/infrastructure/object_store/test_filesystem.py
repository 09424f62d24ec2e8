"""What the folder store enforces by itself: signatures, expiry, exact bytes; and what a crash leaves."""

import os
from collections.abc import AsyncIterator
from datetime import timedelta
from io import RawIOBase

import httpx
import pytest

from domain.errors import InvalidArgument, NotAllowed
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.folders import write_all
from infrastructure.object_store.signed_addresses import SignedAddresses
from tests.infrastructure.object_store.stores import Reached, filesystem, part_of, whole

KEY = "account/file/content"
DATA = os.urandom(3 * 1024 * 1024 + 11)


@pytest.fixture
async def reached(tmp_path) -> AsyncIterator[Reached]:
    async with filesystem(tmp_path) as found:
        yield found


@pytest.fixture
async def handle(reached: Reached) -> str:
    return await reached.store.initiate(KEY)


async def signed(reached: Reached, handle: str, data: bytes = DATA):
    return await reached.store.sign_part(KEY, handle, part_of(1, data), reached.soon())


def reason(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["details"]["reason"]


async def test_other_bytes_of_the_same_length_are_refused(reached: Reached, handle: str) -> None:
    swapped = DATA[:-1] + bytes([DATA[-1] ^ 1])
    answer = await reached.send(await signed(reached, handle), swapped)
    assert reason(answer) == (400, "upload_mismatch")
    assert await reached.store.parts(KEY, handle) == []


@pytest.mark.parametrize("data", [DATA[:-1], DATA + b"x", b""])
async def test_another_length_is_refused(reached: Reached, handle: str, data: bytes) -> None:
    assert reason(await reached.send(await signed(reached, handle), data)) == (400, "upload_mismatch")
    assert await reached.store.parts(KEY, handle) == []


@pytest.mark.parametrize("data", [DATA[:-1], DATA + b"x"])
async def test_a_length_that_is_not_declared_is_counted(reached: Reached, handle: str, data: bytes) -> None:
    async def chunked() -> AsyncIterator[bytes]:
        for start in range(0, len(data), 65536):
            yield data[start : start + 65536]

    address = await signed(reached, handle)
    answer = await reached.client.put(address.url, content=chunked())
    assert reason(answer) == (400, "upload_mismatch")
    assert await reached.store.parts(KEY, handle) == []


async def test_an_expired_address_is_refused(reached: Reached, handle: str) -> None:
    address = await signed(reached, handle)
    reached.clock.now += timedelta(minutes=5)
    assert reason(await reached.send(address, DATA)) == (403, "link_expired")


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("size", "5"),
        ("sha256", "00" * 32),
        ("part", "2"),
        ("expires", "99999999999"),
        ("handle", "other"),
        ("signature", "00" * 32),
        ("signature", ""),
        ("signature", "ä"),
    ],
)
async def test_an_address_that_was_touched_is_refused(reached: Reached, handle: str, member, value) -> None:
    url = httpx.URL((await signed(reached, handle)).url)
    touched = url.copy_set_param(member, value)
    answer = await reached.client.put(touched, content=DATA)
    assert reason(answer) == (403, "link_invalid")


async def test_an_address_serves_one_object_and_one_purpose(reached: Reached, handle: str) -> None:
    put = (await signed(reached, handle)).url
    assert reason(await reached.client.get(put)) == (403, "link_invalid")
    elsewhere = put.replace("/content?", "/thumbnail?")
    assert reason(await reached.client.put(elsewhere, content=DATA)) == (403, "link_invalid")
    get = (await reached.store.sign_read(KEY, reached.soon())).url
    assert reason(await reached.client.put(get, content=DATA)) == (403, "link_invalid")
    assert reason(await reached.client.get(f"/blobs/{KEY}")) == (403, "link_invalid")


async def test_an_address_of_another_secret_is_refused(reached: Reached, handle: str) -> None:
    foreign = SignedAddresses(b"another secret").for_part(KEY, handle, part_of(1, DATA), reached.soon())
    assert reason(await reached.client.put(foreign.url, content=DATA)) == (403, "link_invalid")
    with pytest.raises(NotAllowed):
        SignedAddresses(b"one").admit("GET", KEY, {})


async def test_an_upload_goes_on_after_a_restart(reached: Reached, handle: str, tmp_path) -> None:
    (first,) = await reached.store_parts(KEY, handle, DATA)
    again = FilesystemBlobStore(tmp_path, SignedAddresses(b"any"))
    assert [part.etag for part in await again.parts(KEY, handle)] == [first[1]]
    await again.complete(KEY, handle, [first])
    assert await whole(again.read(KEY)) == DATA


@pytest.mark.parametrize("length", [1, 65_536, 417_792, len(DATA)])
async def test_a_part_is_stored_as_it_came_however_it_is_cut(
    reached: Reached, handle: str, length: int, tmp_path
) -> None:
    data = DATA[: 2500 * length]

    async def cut() -> AsyncIterator[bytes]:
        for start in range(0, len(data), length):
            yield data[start : start + length]
        yield b""

    address = await signed(reached, handle, data)
    grant = reached.store.admit("PUT", KEY, dict(httpx.URL(address.url).params))
    await reached.store.receive(grant, None, cut())
    (file,) = (tmp_path / "arriving" / handle).iterdir()
    assert file.read_bytes() == data


def test_a_file_that_takes_little_at_a_time_gets_everything() -> None:
    class Reluctant(RawIOBase):
        taken = b""

        def write(self, data: memoryview) -> int | None:  # type: ignore[override]
            self.asked = not getattr(self, "asked", False)
            if self.asked:
                return None  # it would have had to wait
            self.taken += bytes(data[:3])
            return min(3, len(data))

    file = Reluctant()
    write_all(file, b"ten bytes.")
    assert file.taken == b"ten bytes."


async def test_a_part_that_breaks_off_is_not_there(reached: Reached, handle: str) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield DATA[:100_000]
        raise ConnectionResetError

    address = await signed(reached, handle)
    store = reached.store
    grant = store.admit("PUT", KEY, dict(httpx.URL(address.url).params))
    with pytest.raises(ConnectionResetError):
        await store.receive(grant, None, broken())
    assert await store.parts(KEY, handle) == []


async def test_what_a_crash_left_behind_is_no_part(reached: Reached, handle: str, tmp_path) -> None:
    (tmp_path / "arriving" / handle / ".half").write_bytes(b"half")
    assert await reached.store.parts(KEY, handle) == []
    await reached.store.complete(KEY, handle, await reached.store_parts(KEY, handle, DATA))
    assert not (tmp_path / "objects" / KEY / ".half").exists()


async def test_a_part_of_an_aborted_upload_has_nowhere_to_go(reached: Reached, handle: str) -> None:
    address = await signed(reached, handle)
    await reached.store.abort(KEY, handle)
    assert reason(await reached.send(address, DATA)) == (404, "upload_gone")


@pytest.mark.parametrize("asked", ["bytes=", "bytes=-", "bytes=1-2,5-6", "frames=0-1", "bytes=a-b"])
async def test_a_malformed_range_is_refused(reached: Reached, handle: str, asked: str) -> None:
    await reached.store.complete(KEY, handle, await reached.store_parts(KEY, handle, DATA))
    assert reason(await reached.fetch(KEY, Range=asked)) == (400, "range")


@pytest.mark.parametrize("asked", [f"bytes={len(DATA)}-", "bytes=5-4", "bytes=-0"])
async def test_a_range_past_the_end_is_out_of_range(reached: Reached, handle: str, asked: str) -> None:
    await reached.store.complete(KEY, handle, await reached.store_parts(KEY, handle, DATA))
    answer = await reached.fetch(KEY, Range=asked)
    assert answer.json()["code"] == "out_of_range"


async def test_the_end_of_an_object_can_be_asked_for(reached: Reached, handle: str) -> None:
    await reached.store.complete(KEY, handle, await reached.store_parts(KEY, handle, DATA))
    answer = await reached.fetch(KEY, Range="bytes=-7")
    assert (answer.status_code, answer.content) == (206, DATA[-7:])
    assert answer.headers["ETag"].startswith('"')


@pytest.mark.parametrize(
    "key", ["../outside", "a/../../b", "/etc/passwd", "a//b", "", "a/b/c/d/e", ".hidden"]
)
async def test_no_key_leaves_the_folder(reached: Reached, key: str) -> None:
    with pytest.raises(InvalidArgument):
        await reached.store.initiate(key)
