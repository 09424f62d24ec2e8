"""The object store behind any service that speaks S3; boto3 runs in threads."""

from __future__ import annotations

import asyncio
import hashlib
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from application.work.ports import Address, Part, StoredPart
from domain.errors import InvalidArgument, NotFound, Refused, Unavailable

T = TypeVar("T")

_READ_BYTES = 256 * 1024
# Threads of its own: those of the process are few, and files and passwords wait for them as well.
_AT_ONCE = 16
# How long is waited for one answer. What puts parts together or carries them may take as long as that takes.
_ANSWER_SECONDS = 4.0
_LONGER: Mapping[str, float] = {"complete_multipart_upload": 28.0, "upload_part": 60.0}
_CHUNK_SECONDS = 20.0
_GONE = frozenset({"NoSuchUpload", "NoSuchKey", "NotFound", "404"})


def s3_client(endpoint: str | None, region: str, access_key: str, secret_key: str) -> Any:
    """A client that signs with version 4 and addresses buckets by path, as most own stores need it."""
    connect = cast("Any", boto3.client)  # pyright: ignore[reportUnknownMemberType]
    return connect(
        "s3",
        endpoint_url=endpoint,
        region_name=region,
        aws_access_key_id=access_key,
        aws_secret_access_key=secret_key,
        config=Config(
            signature_version="s3v4",
            s3={"addressing_style": "path"},
            # A thread that waits outlives the request that sent it: not for long.
            connect_timeout=2,
            read_timeout=20,
            retries={"max_attempts": 2, "mode": "standard"},
            # Integrity of parts is ours: the SHA-256 that the address is signed over.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        ),
    )


class S3BlobStore:
    """Objects in one bucket. Length and hash of a part are signed headers of its address.

    `signing` is a client for the address under which browsers reach the service, when that is another.
    """

    def __init__(self, client: Any, bucket: str, *, signing: Any = None) -> None:
        self._client = client
        self._signing = signing or client
        self._bucket = bucket
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="object-store")

    async def initiate(self, key: str) -> str:
        begun = await self._call(
            "create_multipart_upload",
            Key=key,
            ContentType="application/octet-stream",
            ChecksumAlgorithm="SHA256",
        )
        return str(begun["UploadId"])

    async def sign_part(self, key: str, handle: str, part: Part, expires_at: datetime) -> Address:
        checksum = b64encode(part.sha256).decode()
        url = await self._signed(
            "upload_part",
            expires_at,
            Key=key,
            UploadId=handle,
            PartNumber=part.number,
            ContentLength=part.size,
            ChecksumSHA256=checksum,
        )
        return Address(url, "PUT", {"x-amz-checksum-sha256": checksum})

    async def put(self, key: str, handle: str, part: Part, chunks: AsyncIterator[bytes]) -> str:
        body = b"".join([chunk async for chunk in chunks])
        if len(body) != part.size or hashlib.sha256(body).digest() != part.sha256:
            raise InvalidArgument("These are not the bytes that were announced.", reason="upload_mismatch")
        stored = await self._call(
            "upload_part",
            Key=key,
            UploadId=handle,
            PartNumber=part.number,
            Body=body,
            ChecksumSHA256=b64encode(part.sha256).decode(),
        )
        return str(stored["ETag"])

    async def parts(self, key: str, handle: str) -> Sequence[StoredPart]:
        found: list[StoredPart] = []
        marker = 0
        while True:
            try:
                page = await self._call("list_parts", Key=key, UploadId=handle, PartNumberMarker=marker)
            except NotFound:
                return []
            found += [
                StoredPart(int(part["PartNumber"]), int(part["Size"]), str(part["ETag"]))
                for part in page.get("Parts", ())
            ]
            if not page.get("IsTruncated"):
                return found
            marker = int(page["NextPartNumberMarker"])

    async def complete(self, key: str, handle: str, parts: Sequence[tuple[Part, str]]) -> None:
        listed = [
            {
                "PartNumber": part.number,
                "ETag": etag,
                "ChecksumSHA256": b64encode(part.sha256).decode(),
            }
            for part, etag in parts
        ]
        arrived = {(part.number, part.size, part.etag) for part in await self.parts(key, handle)}
        if not arrived and await self.size(key) == sum(part.size for part, _ in parts):
            return  # completed before, and the answer was lost
        if any((part.number, part.size, etag) not in arrived for part, etag in parts):
            raise Refused("Not all parts have arrived.", reason="parts_missing")
        await self._call(
            "complete_multipart_upload", Key=key, UploadId=handle, MultipartUpload={"Parts": listed}
        )

    async def abort(self, key: str, handle: str) -> None:
        try:
            await self._call("abort_multipart_upload", Key=key, UploadId=handle)
        except NotFound:
            return

    async def size(self, key: str) -> int | None:
        try:
            return int((await self._call("head_object", Key=key))["ContentLength"])
        except NotFound:
            return None

    async def sign_read(self, key: str, expires_at: datetime) -> Address:
        return Address(await self._signed("get_object", expires_at, Key=key), "GET", {})

    async def read(self, key: str, start: int = 0, end: int | None = None) -> AsyncIterator[bytes]:
        if end is not None and end <= start:
            return
        wanted = f"bytes={start}-{'' if end is None else end - 1}"
        answer = await self._call("get_object", Key=key, Range=wanted)
        body = answer["Body"]
        try:
            while chunk := await self._in_time(_CHUNK_SECONDS, lambda: body.read(_READ_BYTES)):
                yield chunk
        finally:
            body.close()

    async def keep(self, key: str, data: bytes) -> None:
        """Put a small object. How long it cannot be deleted is a rule of the bucket (object lock)."""
        # A bucket with such a rule takes nothing without a checksum.
        await self._call("put_object", Key=key, Body=data, ChecksumAlgorithm="SHA256")

    async def delete(self, key: str) -> None:
        await self._call("delete_object", Key=key)

    async def _call(self, operation: str, **parameters: Any) -> dict[str, Any]:
        """One request. What is not there is `NotFound`, a store that does not answer is `Unavailable`."""
        method = getattr(self._client, operation)
        try:
            return await self._in_time(
                _LONGER.get(operation, _ANSWER_SECONDS), lambda: method(Bucket=self._bucket, **parameters)
            )
        except ClientError as error:
            problem = cast("dict[str, dict[str, Any]]", error.response).get("Error", {})
            if str(problem.get("Code")) in _GONE:
                raise NotFound("There is no such object.") from error
            raise Unavailable("The object store refused the request.", reason="object_store") from error
        except BotoCoreError as error:
            raise Unavailable("The object store does not answer.", reason="object_store") from error

    async def _signed(self, operation: str, expires_at: datetime, **parameters: Any) -> str:
        seconds = max(1, int((expires_at - datetime.now(UTC)).total_seconds()))
        # Nobody is asked for it.
        return await asyncio.to_thread(
            self._signing.generate_presigned_url,
            operation,
            Params={"Bucket": self._bucket, **parameters},
            ExpiresIn=seconds,
        )

    async def _in_time(self, seconds: float, ask: Callable[[], T]) -> T:
        """Ask in a thread. One that hangs is left to its own timeout; who waits behind it waits as long as
        anybody."""
        try:
            return await asyncio.wait_for(
                asyncio.get_running_loop().run_in_executor(self._threads, ask), seconds
            )
        except TimeoutError as late:
            raise Unavailable("The object store does not answer in time.", reason="object_store") from late
