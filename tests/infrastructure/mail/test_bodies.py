"""What messages say is kept for seven days."""

from __future__ import annotations

from uuid import UUID

import psycopg
from psycopg_pool import AsyncConnectionPool

from infrastructure.mail.bodies import StoredBodies

OLD, YOUNG = UUID(int=1), UUID(int=2)


async def test_after_seven_days_nobody_can_read_it(database_url: str, pool: AsyncConnectionPool) -> None:
    tables = {"messaging.mail_body": "message_id", "messaging.mail_batch": "batch_id"}
    with psycopg.connect(database_url, autocommit=True) as owner:
        for table, key in tables.items():
            for named, age in ((OLD, "7 days 1 minute"), (YOUNG, "6 days 23 hours")):
                statement = (
                    f"insert into {table} ({key}, sealed, created_at) values (%s, %s, now() - %s::interval)"
                )
                owner.execute(statement.encode(), (named, b"sealed", age))
    bodies = StoredBodies(pool)
    assert await bodies.read(OLD) == b"sealed"
    await bodies.drop_what_is_due()
    for read in (bodies.read, bodies.read_batch):
        assert (await read(OLD), await read(YOUNG)) == (None, b"sealed")
