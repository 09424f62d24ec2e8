"""What signs the history, put together for the process that follows the log."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from uuid import UUID, uuid4

from api.composition.foundation import opened
from application.catalogue import DECIDERS
from application.commands import Commands
from application.ports import Context
from application.vault import sealing
from domain.ids import AccountId
from domain.kernel import Actor
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.log_tree.sealer import LogSealer
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.postgres import open_pool
from infrastructure.rows.reader import PostgresReader
from infrastructure.settings import Settings
from infrastructure.vault.heads import StoredHeads
from infrastructure.vault.log_key import LogKey
from infrastructure.vault.read_models import VaultReads
from infrastructure.vault.sealer import Sealer
from projections.catalogue import PROJECTIONS

# Sixteen accounts may be signed at once, and each of them asks for a moment only.
MOST_CONNECTIONS = 4


def log_sealer_of(settings: Settings) -> LogSealer:
    """The one that seals the log itself, with the same key."""
    return LogSealer(settings.projector_database_url, LogKey(settings.log_key_file, settings.log_name))


def sealer_of(settings: Settings, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Sealer:
    """The one that reads the log's key. What it appends, it appends as the application does."""
    pool = open_pool(settings.database_url, size=MOST_CONNECTIONS)
    keys = SubjectKeys(pool, KeyWrapping(settings.kek))
    store = PostgresEventStore(settings.database_url, pool, EventRegistry(DECIDERS), keys, inline=PROJECTIONS)
    reader = PostgresReader(pool)
    signer = LogKey(settings.log_key_file, settings.log_name)
    heads = StoredHeads(reader, settings.log_name)
    commands = Commands(sealing.routes(sealing.Sealing(VaultReads(reader), heads, signer)), store)

    async def seal(account_id: UUID) -> None:
        request_id = uuid4()
        context = Context(Actor(), clock(), request_id, correlation_id=request_id)
        await commands.run(sealing.SealHead(AccountId(account_id)), context)

    @asynccontextmanager
    async def living() -> AsyncGenerator[None]:
        async with opened((pool, store)):
            yield

    return Sealer(settings.projector_database_url, signer, seal, living)
