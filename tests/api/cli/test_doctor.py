"""`coffer doctor`: everything is read, and what is damaged is said."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import psycopg
import pytest
import structlog

from api.cli.__main__ import main
from tests.support.door import KEY, ORIGIN, SECRET
from tests.support.stack import seen_by


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()


async def test_it_says_what_is_damaged_and_ends_with_one(
    product_database_url: str,
    valkey_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in {
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": ORIGIN,
        "DATABASE_URL": seen_by("coffer_app", product_database_url),
        "REDIS_URL": valkey_url,
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_KEK": KEY,
        "COFFER_BLOB_SECRET": SECRET,
    }.items():
        monkeypatch.setenv(name, value)

    async def doctor(*arguments: str) -> tuple[int, str]:
        code = await asyncio.to_thread(main, ["doctor", *arguments])
        return code, capsys.readouterr().out

    assert await doctor() == (0, "The log, the trees of the accounts and all objects are whole.\n")
    assert (await doctor("--json"))[0] == 0
    with psycopg.connect(product_database_url) as owner:
        owner.execute("update es.head set position = 1")
    assert await doctor() == (1, "Log 0:1: the row is missing.\n")
    code, said = await doctor("--json")
    assert (code, json.loads(said)) == (
        1,
        [{"part": "log", "subject": "0:1", "finding": "the row is missing"}],
    )
    # Of what could not be read nothing is claimed.
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    code = await asyncio.to_thread(main, ["doctor"])
    printed = capsys.readouterr()
    assert (code, printed.out, printed.err.startswith("Not everything could be read.")) == (2, "", True)
