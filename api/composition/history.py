"""The history, read on the machine itself: the audit log, single events, and how things were."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import psycopg

from api.composition.starting import prove
from application.catalogue import DECIDERS
from application.personal_values import opened
from application.ports import PersonalData
from infrastructure.event_store.as_of import things_as_of
from infrastructure.event_store.completing import History
from infrastructure.event_store.moments import position_at
from infrastructure.event_store.registry import EventRegistry
from infrastructure.log_tree.bundle import connected
from infrastructure.log_tree.event import StoredEvent, stored_event
from infrastructure.log_tree.proof import Inclusion, inclusion
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.personal_data.person import SealedPersonalData
from infrastructure.postgres import open_pool
from infrastructure.rows.reader import PostgresReader
from infrastructure.settings import Settings
from projections.oversight.as_of import KINDS, listed
from projections.oversight.audit_log import Asked, entries_of_account, first_kept

_PAGE = 200
_NEWEST = 2**63 - 1
Entry = dict[str, Any]


class Between(NamedTuple):
    """Positions: from one up to another, both included."""

    first: int = 1
    last: int = _NEWEST - 1


def each_entry(
    settings: Settings,
    account_id: UUID,
    asked: Asked,
    between: Between,
    limit: int | None,
    tell: Callable[[Entry], None],
) -> int:
    """Tell entries as the audit page shows them, the newest first; how many they were."""
    prove(settings, patience=0)

    async def read() -> int:
        told, before = 0, between.last + 1
        async with _reading(settings) as (reader, personal):
            first = max(between.first, await first_kept(reader, account_id, datetime.now(UTC)))
            while limit is None or told < limit:
                most = _PAGE if limit is None else min(_PAGE, limit - told)
                page = await entries_of_account(
                    reader, account_id, asked, first=first, before=before, limit=most
                )
                for entry in await opened(personal, [msgspec.json.decode(one.json) for one in page]):
                    tell(entry)
                told += len(page)
                if len(page) < most:
                    break
                before = page[-1].position
        return told

    return asyncio.run(read())


@asynccontextmanager
async def _reading(settings: Settings) -> AsyncGenerator[tuple[PostgresReader, PersonalData]]:
    async with open_pool(settings.database_url, size=2) as pool:
        keys = SubjectKeys(pool, KeyWrapping(settings.kek))
        yield PostgresReader(pool), SealedPersonalData(keys)


class Shown(NamedTuple):
    event: StoredEvent
    proof: Inclusion | None
    """None when it is not sealed yet."""

    @property
    def proved(self) -> bool:
        return self.proof is not None and self.proof.holds and self.event.leaf == self.proof.leaf


def event_at(settings: Settings, log: int, position: int) -> Shown | None:
    """The event at a position, with what proves it. Raises `NothingSealed`."""
    prove(settings, patience=0)
    with connected(settings.projector_database_url) as connection:
        proof = inclusion(connection, log, position)
        event = stored_event(connection, log, position, None if proof is None else proof.leaf)
        return None if event is None else Shown(event, proof)


class AsOf(NamedTuple):
    position: int
    things: list[dict[str, Any]]


def as_of(settings: Settings, account_id: UUID, kind: str, thing_id: UUID | None, at: int | datetime) -> AsOf:
    """How things of an account were at a position or a moment. Raises `CannotFold`.

    What is sealed stays sealed, and is listed by its hash; personal values are opened as long as their
    keys are there.
    """
    prove(settings, patience=0)
    history = History(EventRegistry(DECIDERS), KeyWrapping(settings.kek))
    url = settings.projector_database_url
    position = at if isinstance(at, int) else _position_at(url, at)
    found = things_as_of(url, history, KINDS[kind], account_id, position, thing_id)
    said = [
        {
            "kind": kind,
            "id": thing.id,
            "position": thing.position,
            "values": {
                name: listed({name: value})[name]
                for name, value in thing.values.items()
                # `kept` is what an answer does not say of itself.
                if name not in ("account_id", "seq", "kept")
            },
        }
        for thing in found
    ]

    async def open_all() -> list[dict[str, Any]]:
        async with _reading(settings) as (_, personal):
            return await opened(personal, said)

    return AsOf(position, asyncio.run(open_all()))


def _position_at(url: str, moment: datetime) -> int:
    connection: psycopg.Connection
    with connected(url) as connection:
        return position_at(connection, moment)
