"""What the clock does about damaged objects: people are told of each once, and it is taken back after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import structlog
from psycopg_pool import AsyncConnectionPool

from application.commands import Commands
from application.ports import Context
from application.processes.tell_of_damage import TakeBackDamage, TellOfDamage, damage_id
from application.work.objects import place_of
from domain.errors import Refused
from domain.ids import AccountId, FileId, UploadId
from domain.kernel import Actor
from infrastructure.postgres import connection_of
from projections.kernel import Reader
from projections.oversight.notices import reported_damage

# In one minute; a store that has lost more is told of minute by minute.
BATCH = 200
_DAMAGED = """
select split_part(subject, '#', 1) from keeping.damage
where part = 'object' and subject like '%#%' group by 1 order by min(found_at)
"""

log = structlog.get_logger("coffer.scrub")


@dataclass(frozen=True)
class DamageChores:
    """Safe to run at any time and concurrently: each command decides whether people are still to be told."""

    commands: Commands
    reader: Reader
    pool: AsyncConnectionPool
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        damaged = await self._damaged()
        reported = await reported_damage(self.reader)
        to_tell = [id for id in damaged if id not in reported or reported[id].loose]
        for id in to_tell[:BATCH]:
            account_id, file_id = damaged[id]
            await self._run(account_id, TellOfDamage(FileId(file_id), id))
        for id in reported.keys() - damaged.keys():
            await self._run(reported[id].account_id, TakeBackDamage(id))

    async def _damaged(self) -> dict[UUID, tuple[UUID, UUID]]:
        """The account and the file of each damaged object, in the order in which they were found."""
        async with connection_of(self.pool) as connection:
            rows = await (await connection.execute(_DAMAGED)).fetchall()
        places = [place_of(key) for (key,) in rows]
        return {damage_id(UploadId(p.upload_id), p.name): (p.account_id, p.file_id) for p in places}

    async def _run(self, account_id: UUID, command: Any) -> None:
        request_id = uuid4()
        actor = Actor("system", account_id=AccountId(account_id))
        context = Context(actor, self.clock(), request_id, correlation_id=request_id)
        try:
            await self.commands.run(command, context)
        except Refused as refusal:
            log.warning("damage_not_told", account=str(account_id), reason=refusal.reason)
