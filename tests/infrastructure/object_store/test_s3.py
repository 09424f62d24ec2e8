"""What an address of an S3 store is signed over."""

from datetime import UTC, datetime, timedelta

import httpx

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
