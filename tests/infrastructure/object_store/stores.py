"""The stores under one roof: what the contract tests need of each, and nothing else."""

import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from litestar.di import Provide
from moto.server import ThreadedMotoServer

from api.http.blobs import BlobController
from api.http.errors import HANDLERS
from application.work.ports import Address, BlobStore, Part
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.s3 import S3BlobStore, s3_client
from infrastructure.object_store.signed_addresses import SignedAddresses

MAX_BODY = 2 * 1024 * 1024


@dataclass
class Clock:
    """A clock that tests move."""

    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Reached:
    """A store, and a client without a session for the addresses it signs."""

    store: BlobStore
    client: httpx.AsyncClient
    clock: Clock

    def soon(self) -> datetime:
        return self.clock.now + timedelta(minutes=5)

    async def send(self, address: Address, data: bytes, **headers: str) -> httpx.Response:
        return await self.client.request(
            address.method, address.url, content=data, headers={**address.headers, **headers}
        )

    async def fetch(self, key: str, **headers: str) -> httpx.Response:
        address = await self.store.sign_read(key, self.soon())
        return await self.client.get(address.url, headers=headers)

    async def store_parts(self, key: str, handle: str, *chunks: bytes) -> list[tuple[Part, str]]:
        stored = []
        for number, chunk in enumerate(chunks, start=1):
            part = part_of(number, chunk)
            answer = await self.send(await self.store.sign_part(key, handle, part, self.soon()), chunk)
            assert answer.status_code == 200, answer.text
            stored.append((part, answer.headers["ETag"]))
        return stored


def part_of(number: int, data: bytes) -> Part:
    return Part(number, len(data), hashlib.sha256(data).digest())


async def whole(chunks: AsyncIterator[bytes]) -> bytes:
    return b"".join([chunk async for chunk in chunks])


@asynccontextmanager
async def filesystem(root: Path) -> AsyncIterator[Reached]:
    clock = Clock()
    store = FilesystemBlobStore(root, SignedAddresses(b"a secret of at least 32 bytes, so to say", clock))
    app = Litestar(
        [BlobController],
        dependencies={
            "served_blobs": Provide(lambda: store, sync_to_thread=False),
            "uploads": Provide(lambda: None, sync_to_thread=False),
        },
        exception_handlers=HANDLERS,
        request_max_body_size=MAX_BODY,
    )
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://coffer.test") as client:
        yield Reached(store, client, clock)


# What an emulated service is told, in the words of the settings; it believes everybody.
S3_SETTINGS = {
    "S3_BUCKET": "coffer",
    "S3_ACCESS_KEY_ID": "an-access-key",
    "S3_SECRET_ACCESS_KEY": "a-secret-key",
}


@contextmanager
def emulated_s3() -> Iterator[tuple[str, Any]]:
    """The address of a service with an empty bucket, and a connection to it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint, known = f"http://{host}:{port}", S3_SETTINGS
    try:
        client = s3_client(endpoint, "us-east-1", known["S3_ACCESS_KEY_ID"], known["S3_SECRET_ACCESS_KEY"])
        client.create_bucket(Bucket=known["S3_BUCKET"])
        yield endpoint, client
    finally:
        server.stop()


@asynccontextmanager
async def s3() -> AsyncIterator[Reached]:
    with emulated_s3() as (_, connection):
        async with httpx.AsyncClient(trust_env=False) as client:
            yield Reached(S3BlobStore(connection, S3_SETTINGS["S3_BUCKET"]), client, Clock())
