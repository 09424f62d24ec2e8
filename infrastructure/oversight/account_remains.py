"""What is kept of an account outside of its events: found by the log, and destroyed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString
from uuid import UUID

import msgspec
from psycopg import AsyncConnection, sql
from psycopg_pool import AsyncConnectionPool

from application.processes.erase_account import Object
from application.work.ports import ObjectName, Upload
from infrastructure.personal_data.sealing import subjects_in
from infrastructure.postgres import AT_LEISURE, connection_of
from infrastructure.rows.rebuilt import REBUILD_LOCK
from projections.erased import INLINE, KEPT

_AT_ONCE = 500

_ADDRESSED = """
select state from es.event
where account_id = %(account)s and type = 'invitation.sent' order by position
"""
# Of those who are registered the keys are their own, and of another account's invitation it may be read on.
_ADDRESSES = """
delete from es.subject_key as k where k.subject = any(%(subjects)s)
    and not exists (select from read.users as u where u.id = k.subject)
    and not exists (
        select from read.invitation_links as i
        where i.account_id <> %(account)s and i.json::text like '%%p1.' || %(ref)s || '.%%')
"""
# The member that holds what lies under a key (`infrastructure.event_store.mapper`).
_STREAMS = """
select distinct stream_id from es.event
where account_id = %(account)s and position(convert_to('"~":"', 'UTF8') in state) > 0 order by 1
"""
_KEYS = "delete from es.subject_key where subject = any(%(subjects)s) or owner_id = any(%(subjects)s)"
_SNAPSHOTS = """
delete from es.snapshot as s where s.stream_id in (
    select distinct e.stream_id from es.event as e where e.account_id = %(account)s)
"""
_OPENED = """
select entity_id, state from es.event
where account_id = %(account)s and type = 'file.upload_opened' order by position
"""
_UPLOADS = """
select upload_id, account_id, user_id, file_id, content_handle, thumbnail_handle, expires_at, finalised
from work.upload where account_id = %(account)s
"""
_FORGET_UPLOADS = "delete from work.upload where account_id = %(account)s"
_SAID: tuple[LiteralString, ...] = (
    "delete from es.idempotency where account_id = %(account)s",
    """delete from messaging.mail_body as b where b.message_id in (
        select m.id from read.email_messages as m where m.sender_account_id = %(account)s)""",
    """delete from messaging.mail_batch as b where b.batch_id in (
        select m.id from read.email_batches as m where m.sender_account_id = %(account)s)""",
    "delete from es.outbox where payload ->> 'accountId' = %(account)s::text",
    "delete from analytics.login where account_id = %(account)s",
    "delete from keeping.digest_due where account_id = %(account)s",
)
_TABLES = """
select n.nspname, c.relname from pg_class as c
join pg_namespace as n on n.oid = c.relnamespace
join pg_attribute as a on a.attrelid = c.oid and a.attname = 'account_id'
where n.nspname ~ '^(p|rebuilt|replaced)_' and c.relkind = 'r' and not c.relname = any(%s) order by 1, 2
"""
# What is kept, and what ends in the append that ends the erasure.
_NOT_LOOKED_AT = sorted(KEPT | INLINE)
_STARTED = """
select position from es.event where account_id = %(account)s and type = 'erasure.started' limit 1
"""
# A rebuild that is under way has rows in memory, and will write those that it has not folded away.
_BEHIND = """
select t.follower from es.tracking as t
where t.log_id = 0 and t.position < %(started)s and (
    exists (select from es.read_model as m where t.follower = m.name || '_' || m.version)
    or (t.follower ~ '_rebuilt$' and exists (
        select from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
            and classid::bigint = %(rebuild)s and objid::bigint = %(lock)s
            and database = (select oid from pg_database where datname = current_database())))
) limit 1
"""


class _Opened(msgspec.Struct, rename="camel"):
    upload_id: UUID
    thumbnail: Mapping[str, Any] | None = None


class AccountRemains:
    """Implements `application.processes.erase_account.Remains`."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def destroy_addresses(self, account_id: UUID) -> None:
        states = [state for (state,) in await self._all(_ADDRESSED, {"account": account_id})]
        subjects = {found for state in states for found in subjects_in(state.decode())}
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            for ref, subject in sorted(subjects):
                asked = {"account": account_id, "subjects": [subject], "ref": ref}
                await connection.execute(_ADDRESSES, asked)

    async def record_streams(self, account_id: UUID) -> Sequence[UUID]:
        return [stream for (stream,) in await self._all(_STREAMS, {"account": account_id})]

    async def destroy_keys(self, account_id: UUID, streams: Sequence[UUID]) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            for begin in range(0, len(streams), _AT_ONCE):
                await connection.execute(_KEYS, {"subjects": list(streams[begin : begin + _AT_ONCE])})
            await connection.execute(_SNAPSHOTS, {"account": account_id})

    async def objects(self, account_id: UUID) -> Sequence[Object]:
        found: list[Object] = []
        for file_id, state in await self._all(_OPENED, {"account": account_id}):
            opened = msgspec.json.decode(state, type=_Opened)
            names: tuple[ObjectName, ...] = (
                ("content",) if opened.thumbnail is None else ("content", "thumbnail")
            )
            found += [Object(file_id, opened.upload_id, name) for name in names]
        return found

    async def uploads(self, account_id: UUID) -> Sequence[Upload]:
        return [Upload(*row) for row in await self._all(_UPLOADS, {"account": account_id})]

    async def forget_uploads(self, account_id: UUID) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            await connection.execute(_FORGET_UPLOADS, {"account": account_id})

    async def forget_what_was_said(self, account_id: UUID) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            for statement in _SAID:
                await connection.execute(statement, {"account": account_id})

    async def tables(self) -> Sequence[str]:
        return [f"{schema}.{table}" for schema, table in await self._all(_TABLES, (_NOT_LOOKED_AT,))]

    async def rows_left(self, account_id: UUID) -> str | None:
        ((started,),) = await self._all(_STARTED, {"account": account_id})
        lock = {"rebuild": REBUILD_LOCK >> 32, "lock": REBUILD_LOCK & 0xFFFFFFFF}
        for (follower,) in await self._all(_BEHIND, {"started": started, **lock}):
            return follower
        tables = await self._all(_TABLES, (_NOT_LOOKED_AT,))
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection, connection.transaction():
            await connection.execute("select set_config('app.account_id', %s, true)", (str(account_id),))
            for schema, table in tables:
                if await _has_rows(connection, sql.Identifier(schema, table), account_id, started):
                    return f"{schema}.{table}"
        return None

    async def _all(
        self, statement: LiteralString, asked: Mapping[str, Any] | Sequence[Any]
    ) -> list[tuple[Any, ...]]:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            return await (await connection.execute(statement, asked)).fetchall()


async def _has_rows(connection: AsyncConnection, table: sql.Identifier, account_id: UUID, until: int) -> bool:
    statement = sql.SQL("select exists (select from {} where account_id = %s and seq <= %s)").format(table)
    row = await (await connection.execute(statement, (account_id, until))).fetchone()
    return bool(row and row[0])
