"""Keeps what a version has written, for later ones to open: `python -m tests.upgrades.keep NAME`.

An archive is a folder of `kept/`: the database as SQL, the secrets and the files of an installation of its
own, and `world.json` with what its people would expect to find again. Make one when a version is released,
with that version's code; it is never made anew.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict

from client.cabinet import Cabinet
from client.contents import wraps_of
from client.crypto.content_keys import Content
from infrastructure.local.postgres import PostgresServer
from tests.api.vault.conftest import Household
from tests.support.door import KEY, ORIGIN, PASSWORD, SECRET
from tests.support.house import an_open_house
from tests.support.stack import (
    add_read_models,
    cloned_database,
    migrated_template,
    running_stack,
    seen_by,
    throw_away_folder,
)

KEPT = Path(__file__).parent / "kept"
TITLES = ("Passport, in the blue box", "A note without a file")
FILE = b"%PDF-1.7 kept from a former version\n" * 20


def keep(name: str) -> None:
    archive = KEPT / name
    archive.mkdir(parents=True)
    with (
        throw_away_folder() as folder,
        running_stack() as stack,
        cloned_database(stack.postgres, migrated_template(stack.postgres)) as owner_url,
    ):
        add_read_models(owner_url)
        world = asyncio.run(_lived(owner_url, stack.valkey, folder))
        _bound(owner_url, folder)
        (archive / "database.sql.gz").write_bytes(gzip.compress(_dump(owner_url, folder), 9, mtime=0))
        shutil.copytree(folder / "blobs", archive / "blobs")
        shutil.copy(folder / "log-key.pem", archive / "log-key.pem")
    told = {"kek": KEY, "authSecret": SECRET, "blobSecret": SECRET, "password": PASSWORD, **world}
    (archive / "world.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _bound(owner_url: str, folder: Path) -> None:
    """As a start leaves it, with the check values of the secrets where the version has them."""
    told = {
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": ORIGIN,
        "DATABASE_URL": seen_by("coffer_app", owner_url),
        "COFFER_OWNER_DATABASE_URL": owner_url,
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "COFFER_KEK": KEY,
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_BLOB_SECRET": SECRET,
        "COFFER_LOG_KEY_FILE": str(folder / "log-key.pem"),
    }
    with psycopg.connect(owner_url) as owner:
        if owner.execute("select to_regclass('es.secret_check')").fetchone() != (None,):
            owner.execute("delete from es.secret_check")
    subprocess.run(
        [sys.executable, "-P", "-m", "api.cli", "migrate"],
        env={**os.environ, **told, "PYTHONPATH": os.getcwd()},
        check=True,
    )


async def _lived(owner_url: str, valkey_url: str, folder: Path) -> dict[str, object]:
    """Two people who share documents and a file, and one who was invited and did not come."""
    async with an_open_house(owner_url, valkey_url, folder, COFFER_BLOB_DIR=str(folder / "blobs")) as house:
        household = Household(house)
        owner = await household.owner()
        papers = Cabinet(owner)
        file_id = await papers.upload("passport.pdf", "application/pdf", FILE)
        await papers.write({"v": 1, "title": TITLES[0]}, file_id)
        await papers.write({"v": 1, "title": TITLES[1]})
        await house.follow()
        await household.guest(owner)
        await house.follow()
        await owner.let_in_invited()
        await owner.invite("late@example.com", owner.built_in("member"))
        await house.follow()
        documents = [
            {
                "id": str(opened.id),
                "title": opened.document["title"],
                "contentKey": (
                    await papers.key_of(
                        Content(owner.account_id, "document", opened.id, 1),
                        wraps_of(opened.item["sealed"], opened.item["later"]),
                    )
                ).hex(),
            }
            for opened in await papers.documents()
        ]
        ((head,),) = await house.rows("select position from es.head")
        ((people,),) = await house.rows("select count(*) from read.users")
        session = await owner.api.session()
        return {
            "accountId": str(owner.account_id),
            "person": {key: session["user"][key] for key in ("id", "email", "name")},
            "people": people,
            "events": head,
            "documents": documents,
            "fileId": str(file_id),
            "file": hashlib.sha256(FILE).hexdigest(),
            # With it, the Python client opens all of this as its owner.
            "device": owner.device.encode().hex(),
            "now": house.clock().isoformat(),
        }


def _dump(owner_url: str, folder: Path) -> bytes:
    told = conninfo_to_dict(owner_url)
    program = PostgresServer(folder).binaries.program("pg_dump")
    environ = {**os.environ, "PGPASSWORD": str(told["password"])}
    where = ("-h", str(told["host"]), "-p", str(urlsplit(owner_url).port), "-U", str(told["user"]))
    argv = (program, *where, "--no-comments", str(told["dbname"]))
    return subprocess.run(argv, env=environ, check=True, capture_output=True).stdout


if __name__ == "__main__":
    keep(sys.argv[1])
