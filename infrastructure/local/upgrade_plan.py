"""Which upgrade of the database a start needs, and what becomes of the database that was upgraded."""

import asyncio
import shutil
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from infrastructure.local.clusters import clusters
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.postgres_binaries import PostgresBinaries, find_older_postgres
from infrastructure.local.secret_files import sync_folder
from infrastructure.local.server import ServerFailed

# It holds keys, and of what was erased a copy of its key may be kept for so long and no longer.
KEPT_DAYS = 35
_LOOK_SECONDS = 3600.0
MADE_FROM = "coffer-made-from"
# A copy is as a rule smaller; its write-ahead log comes on top.
_ROOM_BESIDES = 256 * 1024 * 1024
MEBIBYTE = 1024 * 1024


class Upgrade(NamedTuple):
    old: PostgresBinaries
    bytes: int


def planned(server: PostgresServer) -> Upgrade | None:
    """What is to be done before this server can be started; None when there is nothing.

    Raises `ServerFailed` with what to do when it cannot be done.
    """
    others = [one for one in clusters(server.home) if one.folder != server.cluster]
    if (server.cluster / "PG_VERSION").is_file():
        put_aside_what_it_was_made_from(server)
        others = [one for one in others if one.folder.exists()]
    if not others:
        return None
    folders = [one.folder for one in clusters(server.home)]
    if len(folders) > 1:
        raise ServerFailed(
            f"There are {len(folders)} databases where one is expected: {', '.join(map(str, folders))}. "
            "Move those away that are not used any more. Nothing was changed."
        )
    ((major, folder),) = others
    ours = server.binaries.major
    if major > ours:
        raise ServerFailed(
            f"The database in {folder} is PostgreSQL {major}'s, and this machine has PostgreSQL {ours}, "
            f"which cannot read it. Install PostgreSQL {major}. Nothing was changed."
        )
    old = find_older_postgres(major, server.account)
    if old is None:
        raise ServerFailed(
            f"The database in {folder} is PostgreSQL {major}'s, and an upgrade to {ours} needs the programs "
            f"of both. Install PostgreSQL {major} beside it (Debian: postgresql-{major}), and start again. "
            "Nothing was changed."
        )
    size = _size(folder)
    free = shutil.disk_usage(server.home).free
    if free < size + _ROOM_BESIDES:
        raise ServerFailed(
            f"The database in {folder} is to be upgraded to PostgreSQL {ours}, and the old one is kept. That "
            f"takes {(size + _ROOM_BESIDES) // MEBIBYTE} MiB, and {free // MEBIBYTE} MiB are free. "
            "Make room, and start again. Nothing was changed."
        )
    return Upgrade(old, size)


def drop_kept(home: Path, today: date, tell: Callable[[str], None]) -> None:
    """Delete old databases whose time is over: they hold the keys of what was erased since."""
    for folder in home.glob("pg*.kept-*"):
        try:
            until = date.fromisoformat(folder.name.rpartition(".kept-")[2]) + timedelta(days=KEPT_DAYS)
        except ValueError:
            continue
        if today > until:
            shutil.rmtree(folder)
            tell(f"The old database in {folder} was kept until {until}, and is deleted.")


def _today() -> date:
    return datetime.now(UTC).date()


async def drop_kept_in_time(
    home: Path,
    tell: Callable[[str], None],
    *,
    today: Callable[[], date] = _today,
    every: float = _LOOK_SECONDS,
) -> None:
    """The same for as long as the stack runs, which may be longer than their time is."""
    while True:
        try:
            await asyncio.to_thread(drop_kept, home, today(), tell)
        except OSError as failure:
            tell(f"An old database could not be deleted, and is tried again: {failure}")
        await asyncio.sleep(every)


def put_aside_what_it_was_made_from(server: PostgresServer) -> Path | None:
    """Where the database lies from which this server's was made, when that was not put aside before."""
    note = server.cluster / MADE_FROM
    if not note.is_file():
        return None
    old = server.home / note.read_text(encoding="utf-8").strip()
    kept = old.with_name(f"{old.name}.kept-{datetime.now(UTC).date()}")
    if old.is_dir():
        old.rename(kept)
        sync_folder(server.home)
    # An old one that somebody puts back later is not this one any more.
    note.unlink()
    return kept


def _size(folder: Path) -> int:
    return sum(at.lstat().st_blocks * 512 for at in (folder / "base").rglob("*"))
