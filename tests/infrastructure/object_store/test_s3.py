"""What an address of an S3 store is signed over."""

import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from domain.errors import Unavailable
from infrastructure.object_store import s3 as object_store
from infrastructure.object_store.s3 import S3BlobStore, s3_client
from tests.infrastructure.object_store.stores import part_of


def connection(endpoint: str):
    return s3_client(endpoint, "us-east-1", "an-access-key", "a-secret-key")


async def test_length_and_hash_are_signed_headers() -> None:
    store = S3BlobStore(connection("http://127.0.0.1:1"), "coffer")
    soon = datetime.now(UTC) + timedelta(minutes=5)
    address = await store.sign_part("a/b/content", "handle", part_of(1, b"frames"), soon)
    query = httpx.URL(address.url).params
    assert {"content-length", "host", "x-amz-checksum-sha256"} <= set(query["X-Amz-SignedHeaders"].split(";"))
    assert 295 <= int(query["X-Amz-Expires"]) <= 300
    assert list(address.headers) == ["x-amz-checksum-sha256"]


async def test_addresses_name_the_service_as_browsers_reach_it() -> None:
    inside, outside = connection("http://10.0.0.1:9000"), connection("https://objects.example.test")
    store = S3BlobStore(inside, "coffer", signing=outside)
    address = await store.sign_read("a/b/content", datetime.now(UTC) + timedelta(minutes=5))
    assert address.url.startswith("https://objects.example.test/coffer/a/b/content?")


async def test_a_store_that_hangs_is_told_in_time_and_holds_up_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(object_store, "_ANSWER_SECONDS", 0.3)
    taken: list[asyncio.StreamWriter] = []

    async def silent(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        taken.append(writer)

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    store = S3BlobStore(connection(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"), "coffer")
    crowd = [asyncio.create_task(store.size(f"a/b/{number}")) for number in range(40)]
    async with asyncio.timeout(60):
        while not taken:  # noqa: ASYNC110 - the other side is a thread
            await asyncio.sleep(0.01)
        # The threads of the process are free, also while more hang than it has.
        assert await asyncio.to_thread(lambda: "done") == "done"
        answers = await asyncio.gather(*crowd, return_exceptions=True)
    assert {type(answer) for answer in answers} == {Unavailable}
    assert {answer.reason for answer in answers if isinstance(answer, Unavailable)} == {"object_store"}
    server.close()
    # What hangs ends, or the process would wait for it.
    store._threads.shutdown(wait=False, cancel_futures=True)  # pyright: ignore[reportPrivateUsage]
    async with asyncio.timeout(60):
        while any(thread.is_alive() for thread in store._threads._threads):  # pyright: ignore
            for writer in taken:
                writer.transport.abort()
            await asyncio.sleep(0.05)
