"""Shared by every context: the event store, personal-data keys, read models, and the command path."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol

from psycopg_pool import AsyncConnectionPool

from application.catalogue import DECIDERS
from application.commands import Commands, Route
from application.vault.ports import Checks
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.blind_index import KeyedHashes
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.personal_data.person import SealedPersonalData
from infrastructure.postgres import open_pool
from infrastructure.rows.progress import Progress
from infrastructure.rows.reader import PostgresReader
from infrastructure.settings import Settings
from infrastructure.vault.read_models import VaultReads
from infrastructure.vault.signatures import P256Signatures
from projections.catalogue import PROJECTIONS

if TYPE_CHECKING:
    # The worker and the command line stand on this foundation too, and serve nobody over HTTP.
    from litestar import Litestar
    from litestar.types import ControllerRouterHandler, Middleware

    from api.http.session_first import Guard
    from api.http.shortcuts import Shortcut

# Of one process. PostgreSQL takes a hundred in all, unless it is told otherwise.
MOST_CONNECTIONS = 24
# What goes by keys is answered so soon that a few are enough.
MOST_BY_KEY = 4


class Part(Protocol):
    """Something that holds connections: opened before the first request, closed after the last."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...


def wall_clock() -> datetime:
    """Now, with the three fraction digits that every time on the wire has."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


@dataclass(frozen=True)
class Foundation:
    settings: Settings
    clock: Callable[[], datetime]
    registry: EventRegistry
    pool: AsyncConnectionPool
    pool_by_key: AsyncConnectionPool
    """For statements that go by keys only: their plans are made once."""
    keys: SubjectKeys
    personal: SealedPersonalData
    blind: KeyedHashes
    store: PostgresEventStore
    reader: PostgresReader
    progress: Progress
    commands: Commands

    @property
    def parts(self) -> Sequence[Part]:
        return (self.pool, self.pool_by_key, self.store, self.progress)

    @property
    def checks(self) -> Checks:
        """What every context needs that takes signed statements."""
        return Checks(P256Signatures(), VaultReads(self.reader))


@dataclass(frozen=True)
class Slice:
    """What one context brings: routes for its commands, handlers, what these are given, parts to open,
    and what answers in front of the handlers."""

    routes: Mapping[type[Any], Route] = field(default_factory=dict[type[Any], Route])
    handlers: Sequence[ControllerRouterHandler] = ()
    dependencies: Mapping[str, Callable[..., Any]] = field(default_factory=dict[str, Callable[..., Any]])
    parts: Sequence[Part] = ()
    middleware: Sequence[Middleware] = ()
    guards: Sequence[Guard] = ()
    shortcuts: Mapping[str, Shortcut] = field(default_factory=dict[str, "Shortcut"])


def lay_foundation(
    settings: Settings, catalogue: Mapping[type[Any], Route], clock: Callable[[], datetime] = wall_clock
) -> Foundation:
    """Build everything that no context owns. `catalogue` is read when a command runs, so contexts may
    still add to it."""
    registry = EventRegistry(DECIDERS)
    pool = open_pool(settings.database_url, size=MOST_CONNECTIONS)
    pool_by_key = open_pool(settings.database_url, size=MOST_BY_KEY, plans="force_generic_plan")
    keys = SubjectKeys(pool_by_key, KeyWrapping(settings.kek))
    store = PostgresEventStore(settings.database_url, pool_by_key, registry, keys, inline=PROJECTIONS)
    return Foundation(
        settings=settings,
        clock=clock,
        registry=registry,
        pool=pool,
        pool_by_key=pool_by_key,
        keys=keys,
        personal=SealedPersonalData(keys),
        blind=KeyedHashes(settings.auth_secret, keys),
        store=store,
        reader=PostgresReader(pool),
        progress=Progress(settings.database_url),
        commands=Commands(catalogue, store),
    )


@asynccontextmanager
async def opened(parts: Sequence[Part]) -> AsyncGenerator[None]:
    """Open the parts in order and close them in reverse, also when one does not open."""
    async with AsyncExitStack() as stack:
        for part in parts:
            await part.open()
            stack.push_async_callback(part.close)
        yield


def lifespan_of(parts: Sequence[Part]) -> Callable[[Litestar], Any]:
    """The life of the application: the parts are open while it serves."""
    return lambda _app: opened(parts)
