"""Failures at the edge: trouble around us is 503 with its reason, a fault of ours is 500."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable

import httpx
import psycopg
import pytest
from botocore.exceptions import ClientError, EndpointConnectionError
from litestar import get, post
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as TooSlow

from api.http import deadlines
from api.http.app import create_app
from infrastructure.troubles import trouble_of

ORIGIN = "https://coffer.test"


def a_client(fails: Callable[[], Exception | None]) -> httpx.AsyncClient:
    async def answer() -> None:
        failure = fails()
        if failure is None:
            await asyncio.Event().wait()
            return
        raise failure

    @get("/read", operation_id="read")
    async def read() -> None:
        await answer()

    @post("/write", operation_id="write")
    async def write() -> None:
        await answer()

    @get("/patient", operation_id="patient", opt={"seconds": 3600.0})
    async def patient() -> None:
        await answer()

    app = create_app(
        routes=[read, write, patient],
        dependencies={},
        lifespan=[],
        trusted_origins=frozenset({ORIGIN}),
        troubles=trouble_of,
    )
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url=ORIGIN)


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (psycopg.OperationalError("gone"), "store_unavailable"),
        (psycopg.InterfaceError("the connection is closed"), "store_unavailable"),
        (psycopg.errors.AdminShutdown("going down"), "store_unavailable"),
        (psycopg.errors.TooManyConnections("full"), "store_unavailable"),
        (psycopg.errors.DiskFull("of base/16384"), "disk_full"),
        (PoolTimeout("none free"), "store_unavailable"),
        (PoolClosed("closed"), "store_unavailable"),
        (TooManyRequests("too many"), "store_unavailable"),
        (NoConnection("gone"), "cache_unavailable"),
        (TooSlow("slow"), "cache_unavailable"),
        (EndpointConnectionError(endpoint_url="http://s3"), "object_store"),
        (ClientError({"Error": {"Code": "SlowDown"}}, "PutObject"), "object_store"),
        (OSError(errno.ENOSPC, "no space left on device"), "disk_full"),
        (OSError(errno.EDQUOT, "quota"), "disk_full"),
        (OSError(errno.EROFS, "read-only"), "system_unavailable"),
        (OSError(errno.EIO, "input/output error"), "system_unavailable"),
        (ConnectionResetError("by peer"), "system_unavailable"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
async def test_trouble_around_us_is_told_as_such(failure: Exception, reason: str) -> None:
    async with a_client(lambda: failure) as client:
        answer = await client.get("/read")
    said = answer.json()
    assert (answer.status_code, said["code"], said["details"]["reason"]) == (503, "unavailable", reason)
    assert said["details"]["requestId"]
    assert str(failure) not in answer.text


@pytest.mark.parametrize(
    "failure",
    [
        ValueError("x"),
        KeyError("x"),
        psycopg.errors.UndefinedColumn("x"),
        psycopg.errors.NotNullViolation("x"),
    ],
    ids=lambda failure: type(failure).__name__,
)
async def test_a_fault_of_ours_stays_one(failure: Exception) -> None:
    async with a_client(lambda: failure) as client:
        answer = await client.get("/read")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")


async def test_what_takes_too_long_is_told_and_of_a_write_that_it_may_have_taken_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadlines, "SECONDS", 0.05)
    async with a_client(lambda: None) as client:
        read, wrote = await asyncio.gather(client.get("/read"), client.post("/write"))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await client.get("/patient")
    assert (read.status_code, read.json()["details"]["reason"]) == (503, "too_slow")
    assert (wrote.status_code, wrote.json()["details"]["reason"]) == (503, "outcome_unknown")
