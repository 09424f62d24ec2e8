"""The search for damage at rest: part by part, from where the last one stopped, and never in a hurry."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

import structlog
from psycopg_pool import AsyncConnectionPool

from domain.errors import Unavailable
from infrastructure.keeping.slices import Searched, Slice, is_unreadable
from infrastructure.postgres import connection_of

log = structlog.get_logger("coffer.scrub")

# Of each minute; the rest of the worker's time is for others.
_SECONDS = 20.0
# After each slice nothing is read for so many times as long as it took.
_REST = 4
# A part that has been read to its end is begun again on the next day.
_PLACE = b"""
select place from keeping.place where part = %s
    and (finished_at is null or place <> '' or finished_at not between now() - interval '20 hours' and now())
"""
_KNOWN = b"select 1 from keeping.place where part = %s"
_MOVE = b"""
insert into keeping.place as p (part, place, began_at, finished_at)
values (%(part)s, %(place)s, now(), case when %(ended)s then now() end)
on conflict (part) do update set place = excluded.place,
    finished_at = coalesce(excluded.finished_at, p.finished_at),
    began_at = case when %(began)s then now() else p.began_at end
"""
_HEALED = b"delete from keeping.damage where part = %s and subject = any(%s)"
_NOTE = b"""
insert into keeping.damage (part, subject, finding) values (%s, %s, %s)
on conflict (part, subject) do update set finding = excluded.finding
returning xmax = 0
"""
_FINDINGS = b"select part, subject, finding from keeping.damage order by part, subject"


# What is damaged when a part cannot be searched at all.
_ALL = "as a whole"


class Finding(NamedTuple):
    part: str
    subject: str
    finding: str

    def __str__(self) -> str:
        return f"{self.part.capitalize()} {self.subject}: {self.finding}."


class Scrub:
    def __init__(self, pool: AsyncConnectionPool, parts: Sequence[Searched]) -> None:
        self._pool = pool
        self._parts = parts

    async def go_on(self, seconds: float = _SECONDS) -> None:
        """Search for a while, from where the search stopped. Two at the same time do no harm.

        A part that cannot be searched now keeps no other from it, and is tried again the next time.
        """
        ends = time.monotonic() + seconds
        for part in self._parts:
            try:
                await self._search(part, ends)
            except Exception as failure:
                if isinstance(failure, Unavailable) and not is_unreadable(failure):
                    log.warning("search_waits", part=part.name, reason=failure.reason)
                    continue
                log.error("search_failed", part=part.name, exc_info=failure)
                await self._note(part, Slice((), {_ALL: "it cannot be searched any further"}, None))

    async def _search(self, part: Searched, ends: float) -> None:
        while time.monotonic() < ends:
            place = await self._place(part)
            if place is None:
                return
            began = time.monotonic()
            await self._take(part, place)
            await asyncio.sleep(min((time.monotonic() - began) * _REST, max(0.0, ends - time.monotonic())))

    async def everything(self) -> AsyncIterator[Finding]:
        """Read all parts now, from their beginning to their end."""
        for part in self._parts:
            place: str | None = ""
            while place is not None:
                step = await part.slice(place)
                await self._note(part, step)
                for subject, finding in step.damaged.items():
                    yield Finding(part.name, subject, finding)
                place = step.next

    async def _place(self, part: Searched) -> str | None:
        """Where to go on; None when the part was read to its end not long ago."""
        async with connection_of(self._pool) as connection:
            row = await (await connection.execute(_PLACE, (part.name,))).fetchone()
            if row is not None:
                return row[0]
            known = await (await connection.execute(_KNOWN, (part.name,))).fetchone()
        return "" if known is None else None

    async def _take(self, part: Searched, place: str) -> Slice:
        step = await part.slice(place)
        await self._note(part, step._replace(looked_at={*step.looked_at, _ALL}))
        values = {
            "part": part.name,
            "place": step.next or "",
            "ended": step.next is None,
            "began": not place,
        }
        async with connection_of(self._pool) as connection:
            await connection.execute(_MOVE, values)
        return step

    async def _note(self, part: Searched, step: Slice) -> None:
        whole = [subject for subject in step.looked_at if subject not in step.damaged]
        async with connection_of(self._pool) as connection, connection.transaction():
            await connection.execute(_HEALED, (part.name, whole))
            for subject, finding in step.damaged.items():
                row = await (await connection.execute(_NOTE, (part.name, subject, finding))).fetchone()
                if row and row[0]:
                    log.error(f"{part.name}_damaged", subject=subject, finding=finding)


async def findings(pool: AsyncConnectionPool) -> list[Finding]:
    """What is damaged as far as it is known."""
    async with connection_of(pool) as connection:
        return [Finding(*row) for row in await (await connection.execute(_FINDINGS)).fetchall()]
