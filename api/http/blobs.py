"""`/blobs`: the far end of signed addresses. No session: the address itself is the permission."""

from __future__ import annotations

import re
from typing import Any

import structlog
from litestar import Controller, Request, Response, get, put
from litestar.params import FromPath
from litestar.response import Stream

from api.http.given import Given
from application.work.objects import is_promised
from application.work.ports import ServedBlobs, Uploads
from domain.errors import Damaged, InvalidArgument, NotFound, OutOfRange

log = structlog.get_logger("coffer.objects")

_RANGE = re.compile(r"\Abytes=(\d{0,18})-(\d{0,18})\Z")


def range_of(header: str, size: int) -> tuple[int, int]:
    """Start and end (exclusive) of the one range asked for; several at once are not served."""
    found = _RANGE.match(header)
    if found is None or not any(found.groups()):
        raise InvalidArgument("Ask for one range of bytes.", reason="range")
    first, last = found.groups()
    if not first:
        start, end = max(0, size - int(last)), size
    else:
        start = int(first)
        end = min(size, int(last) + 1) if last else size
    if start >= end:
        raise OutOfRange("There are no bytes in this range.", reason="range", size=size)
    return start, end


def missing_object(key: str) -> Damaged:
    log.error("object_damaged", object=key)
    return Damaged(
        "This file is missing on the server. Ask your operator to restore it from a backup.",
        reason="object_damaged",
    )


class BlobController(Controller):
    """Bytes in and out of the folder store. With an S3 store these paths are not found."""

    path = "/blobs"
    tags = ["storage"]  # noqa: RUF012
    opt = {"any_account": True, "paced": False}  # noqa: RUF012

    @put(
        "/{key:path}",
        operation_id="putBlobPart",
        status_code=200,
        request_max_body_size=None,
        security=[],
    )
    async def send_part(
        self, request: Request[Any, Any, Any], key: FromPath[str], served_blobs: Given[ServedBlobs | None]
    ) -> Response[None]:
        """Upload one part: exactly the bytes that its URL was signed for. Answers an `ETag`."""
        if served_blobs is None:
            raise NotFound("There is nothing at this address.")
        grant = served_blobs.admit("PUT", key.lstrip("/"), dict(request.query_params))
        declared = request.headers.get("Content-Length")
        if declared is not None and not declared.isdecimal():
            raise InvalidArgument("Content-Length is not a number.", reason="header")
        length = None if declared is None else int(declared)
        etag = await served_blobs.receive(grant, length, request.stream())
        return Response(None, headers={"ETag": etag})

    @get("/{key:path}", operation_id="getBlob", media_type="application/octet-stream", security=[])
    async def fetch(
        self,
        request: Request[Any, Any, Any],
        key: FromPath[str],
        served_blobs: Given[ServedBlobs | None],
        uploads: Given[Uploads | None],
    ) -> Stream:
        """Fetch an object, or one range of it (206)."""
        if served_blobs is None:
            raise NotFound("There is nothing at this address.")
        grant = served_blobs.admit("GET", key.lstrip("/"), dict(request.query_params))
        try:
            blob = await served_blobs.find(grant)
        except NotFound:
            if uploads is not None and await is_promised(uploads, grant.key):
                raise missing_object(grant.key) from None
            raise
        asked = request.headers.get("Range")
        start, end = (0, blob.size) if asked is None else range_of(asked, blob.size)
        headers = {
            "Accept-Ranges": "bytes",
            "Content-Length": str(end - start),
            "Content-Disposition": "attachment",
            "ETag": blob.etag,
        }
        if asked is not None:
            headers["Content-Range"] = f"bytes {start}-{end - 1}/{blob.size}"
        return Stream(
            served_blobs.read(grant.key, start, end),
            status_code=200 if asked is None else 206,
            headers=headers,
            media_type="application/octet-stream",
        )


HANDLERS = [BlobController]
