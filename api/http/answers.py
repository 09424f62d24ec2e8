"""The shapes of success: `{data}` with its version and position, and pages of ready JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec
from litestar import Response
from litestar.enums import MediaType

from api.http.given import Fresh
from application.ports import Outcome
from domain.kernel import Value, camel

T = TypeVar("T")


class Data(msgspec.Struct, Generic[T], rename=camel):
    """One thing."""

    data: T


class PageInfo(Value, frozen=True):
    """How the page was cut; `next_cursor` is null on the last one."""

    limit: int
    next_cursor: str | None = None


class Sync(Value, frozen=True):
    """The position the list is true for; `stale` when the caller's own writes are not in it yet."""

    seq: int
    stale: bool | None = None


class Page(msgspec.Struct, Generic[T], rename=camel):
    """A page of a list."""

    data: list[T]
    page: PageInfo
    sync: Sync


def answer(
    outcome: Outcome, *, status: int = 200, data: bool = True, headers: dict[str, str] | None = None
) -> Response[Any]:
    """The answer to a write: the stored one when the idempotency key was seen before."""
    sent = dict(headers or {})
    # Also of a repeated answer: whoever hears it for the first time reads from there.
    if outcome.position:
        sent["X-Position"] = str(outcome.position)
    if outcome.replayed is not None:
        sent["Idempotency-Replayed"] = "true"
        content = outcome.replayed
    else:
        if outcome.version is not None:
            sent["ETag"] = f'"{outcome.version}"'
        content = msgspec.json.encode(outcome.answer)
    if status == 204:
        return Response(content=None, status_code=204, headers=sent)
    body = b'{"data":' + content + b"}" if data else content
    return Response(content=body, status_code=status, headers=sent, media_type=MediaType.JSON)


def one(row: bytes | str, fresh: Fresh, *, version: int | None = None) -> Response[Any]:
    """One row of ready JSON."""
    headers = {"X-Stale": "true"} if fresh.stale else {}
    if version is not None:
        headers["ETag"] = f'"{version}"'
    text = row.encode() if isinstance(row, str) else row
    return Response(content=b'{"data":' + text + b"}", headers=headers, media_type=MediaType.JSON)


def ready(rows: Iterable[str]) -> msgspec.Raw:
    """Rows of ready JSON as one list, which stands in an answer as it is."""
    return msgspec.Raw(f"[{','.join(rows)}]".encode())


def listed(
    rows: Iterable[bytes | str],
    fresh: Fresh,
    *,
    limit: int,
    next_cursor: str | None = None,
    seq: int | None = None,
    extra: dict[str, Any] | None = None,
) -> Response[Any]:
    """A page of rows of ready JSON, joined as they are; `extra` members stand beside `data`."""
    joined = b",".join(row.encode() if isinstance(row, str) else row for row in rows)
    rest: dict[str, Any] = {
        "page": {"limit": limit, "nextCursor": next_cursor},
        "sync": {"seq": fresh.position if seq is None else seq} | ({"stale": True} if fresh.stale else {}),
        **(extra or {}),
    }
    return Response(
        content=b'{"data":[' + joined + b"]," + msgspec.json.encode(rest)[1:], media_type=MediaType.JSON
    )
