"""Who deletes objects and who copies all of them exclude one another, by a lock in the database; and so do
two who copy."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

import psycopg

from infrastructure.postgres import REACHED

_LOCK = 0x636F6C6C6563
_COPIES = 0x636F70696573


class CopiedAlready(Exception):
    """Another backup is being taken."""


class NotKept(Exception):
    """The lock was lost in between, and objects may have been collected."""


@contextmanager
def keep_objects(url: str) -> Generator[Callable[[], None]]:
    """Nothing collects objects inside this block, on whatever machine. Waits for who is collecting.

    The lock ends with its connection, unnoticed: what the block is given raises `NotKept` then. Raises
    `CopiedAlready` while another such block is open.
    """
    with psycopg.connect(url, autocommit=True, application_name="coffer backup", **REACHED) as holder:
        if holder.execute("select pg_try_advisory_lock(%s)", (_COPIES,)).fetchone() != (True,):
            raise CopiedAlready
        holder.execute("select pg_advisory_lock_shared(%s)", (_LOCK,))

        def prove() -> None:
            try:
                holder.execute("select 1")
            except psycopg.Error as lost:
                raise NotKept from lost

        yield prove


def no_backup_runs(connection: psycopg.Connection) -> bool:
    """Whether none does, and none begins before this transaction ends."""
    row = connection.execute("select pg_try_advisory_xact_lock(%s)", (_LOCK,)).fetchone()
    return bool(row and row[0])


@dataclass(frozen=True)
class Collecting:
    """The side of who deletes, over connections of its own: the lock lasts as long as they do."""

    database_url: str

    @asynccontextmanager
    async def permitted(self) -> AsyncGenerator[bool]:
        """Whether objects may be deleted inside this block; while a backup copies them, they may not."""
        holder = await psycopg.AsyncConnection.connect(
            self.database_url, autocommit=True, application_name="coffer collect"
        )
        async with holder:
            row = await (await holder.execute("select pg_try_advisory_lock(%s)", (_LOCK,))).fetchone()
            yield bool(row and row[0])
