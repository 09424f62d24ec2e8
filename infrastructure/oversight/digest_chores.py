"""When digests of read models are recorded: of accounts that have written, once their log rests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import psycopg
import structlog
from psycopg_pool import AsyncConnectionPool

from application.commands import Commands
from application.ports import Context
from application.processes.record_digests import RecordDigests
from domain.errors import Refused, Unavailable
from domain.ids import AccountId
from domain.kernel import Actor
from infrastructure.event_store.completing import History
from infrastructure.event_store.recorded import digested_now
from infrastructure.postgres import connection_of, no_answer
from projections.kernel import Projection

log = structlog.get_logger("coffer.digests")

# A log that has said nothing for so long rests; one that never does is taken after a day.
_REST = timedelta(minutes=10)
_APART = timedelta(hours=20)
# Of each minute; the rest of the worker's time is for others.
_SECONDS = 10.0
_AT_ONCE = 50_000
_PART = "digests"

_PLACE = "select place::bigint from keeping.place where part = %s"
_HEAD = "select position from es.head where log_id = 0"
# What is recorded here is no reason to record again.
_WRITTEN = """
insert into keeping.digest_due as d (account_id, since, written_at)
select account_id, min(recorded_at), max(recorded_at) from es.event
where log_id = 0 and position > %(after)s and position <= %(until)s
    and account_id is not null and type <> 'read_models.digested'
group by account_id
on conflict (account_id) do update set due = true, written_at = excluded.written_at,
    since = case when d.due then d.since else excluded.since end
"""
_MOVE = """
insert into keeping.place (part, place, began_at) values (%s, %s, now())
on conflict (part) do update set place = excluded.place
"""
_DUE = """
select account_id, written_at from keeping.digest_due
where due and recorded_at <= %(now)s - %(apart)s
    and (written_at <= %(now)s - %(rest)s or since <= %(now)s - %(apart)s)
order by since limit 1
"""
# What was written while they were read is due the next time.
_RECORDED = """
update keeping.digest_due set recorded_at = %(now)s, since = written_at, due = written_at <> %(written_at)s
where account_id = %(account)s
"""
_GONE = "delete from keeping.digest_due where account_id = %(account)s"


@dataclass(frozen=True)
class DigestChores:
    """Safe to run at any time and concurrently: digests that are recorded twice are both true.

    `url` is that of who may read rows of all accounts.
    """

    commands: Commands
    pool: AsyncConnectionPool
    url: str
    history: History
    projections: Sequence[Projection]
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        ends = time.monotonic() + _SECONDS
        while time.monotonic() < ends and await self._look():
            pass
        while time.monotonic() < ends and await self._record_next():
            pass

    async def _look(self) -> bool:
        """Whoever has written since the last look; whether there is more to look through."""
        async with connection_of(self.pool) as connection, connection.transaction():
            row = await (await connection.execute(_PLACE, (_PART,))).fetchone()
            head = await (await connection.execute(_HEAD)).fetchone()
            after, end = (0 if row is None else row[0]), (0 if head is None else head[0])
            until = min(after + _AT_ONCE, end)
            if after < until:
                await connection.execute(_WRITTEN, {"after": after, "until": until})
                await connection.execute(_MOVE, (_PART, str(until)))
            return until < end

    async def _record_next(self) -> bool:
        now = self.clock()
        asked = {"now": now, "apart": _APART, "rest": _REST}
        async with connection_of(self.pool) as connection:
            row = await (await connection.execute(_DUE, asked)).fetchone()
        if row is None:
            return False
        account_id, written_at = row
        recorded = await self._record(account_id, now)
        async with connection_of(self.pool) as connection:
            await connection.execute(
                _RECORDED if recorded else _GONE,
                {"account": account_id, "now": now, "written_at": written_at},
            )
        return True

    async def _record(self, account_id: UUID, now: datetime) -> bool:
        """Whether there was something to record."""
        request_id = uuid4()
        context = Context(Actor("system", account_id=AccountId(account_id)), now, request_id, request_id)
        try:
            digested = await asyncio.to_thread(
                digested_now, self.url, self.history, self.projections, account_id
            )
            outcome = await self.commands.run(RecordDigests(AccountId(account_id), digested), context)
        except psycopg.OperationalError as failure:
            raise no_answer(failure) from failure
        except Unavailable:
            raise
        except Refused as refusal:
            # The next day tries again.
            log.warning("digests_not_recorded", account=str(account_id), reason=refusal.reason)
            return True
        return bool(outcome.answer)
