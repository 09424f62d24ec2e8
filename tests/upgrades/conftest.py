"""Installations of former versions, as their archives keep them."""

from __future__ import annotations

import gzip
import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from infrastructure.local.database import LOGINS, ensure_login
from infrastructure.local.postgres import PostgresServer
from tests.support.door import ORIGIN
from tests.support.stack import PASSWORD, other_database, seen_by
from tests.upgrades.keep import KEPT


@dataclass(frozen=True)
class Installation:
    """A database, its secrets and its files, and what its people expect to find."""

    owner_url: str
    folder: Path
    world: dict[str, Any]

    def environ(self, **changed: str) -> dict[str, str]:
        """What its processes are told."""
        return {
            "COFFER_MODE": "development",
            "COFFER_PUBLIC_URL": ORIGIN,
            "DATABASE_URL": seen_by("coffer_app", self.owner_url),
            "COFFER_PROJECTOR_DATABASE_URL": seen_by("coffer_projector", self.owner_url),
            "COFFER_OWNER_DATABASE_URL": self.owner_url,
            "REDIS_URL": "redis://127.0.0.1:1/0",
            "COFFER_KEK": self.world["kek"],
            "COFFER_AUTH_SECRET": self.world["authSecret"],
            "COFFER_BLOB_SECRET": self.world["blobSecret"],
            "COFFER_LOG_KEY_FILE": str(self.folder / "log-key.pem"),
            "COFFER_BLOB_DIR": str(self.folder / "blobs"),
            "COFFER_DATA_DIR": str(self.folder),
            **changed,
        }

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.owner_url) as owner:
            return owner.execute(statement.encode()).fetchall()


@pytest.fixture(params=sorted(archive.name for archive in KEPT.iterdir()))
def installation(
    request: pytest.FixtureRequest, postgres_server: str, tmp_path: Path
) -> Iterator[Installation]:
    """One that no later version has opened yet."""
    archive = KEPT / request.param
    name, folder = f"kept_{secrets.token_hex(6)}", tmp_path / "installation"
    shutil.copytree(archive, folder)
    for login in LOGINS:
        ensure_login(postgres_server, login, PASSWORD)
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        try:
            owner_url = other_database(postgres_server, name)
            _restore(owner_url, gzip.decompress((archive / "database.sql.gz").read_bytes()), tmp_path)
            world = json.loads((archive / "world.json").read_bytes())
            yield Installation(owner_url, folder, world)
        finally:
            server.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))


def _restore(owner_url: str, dump: bytes, folder: Path) -> None:
    told = conninfo_to_dict(owner_url)
    program = PostgresServer(folder).binaries.program("psql")
    argv = (
        program,
        "-q",
        "-v",
        "ON_ERROR_STOP=1",
        "-h",
        str(told["host"]),
        "-p",
        str(urlsplit(owner_url).port),
    )
    done = subprocess.run(
        (*argv, "-U", str(told["user"]), str(told["dbname"])),
        env={**os.environ, "PGPASSWORD": str(told["password"])},
        input=dump,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
