"""Facts as followers see them, and a log of them for tests of read models."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg

from application.catalogue import DECIDERS
from domain.kernel import Event, PiiRef, Recorded
from infrastructure.event_store.registry import EventRegistry, name_of
from infrastructure.rows.folded import FoldedRows
from projections.kernel import Projection
from tests.support.shapes_of import NOON

REGISTRY = EventRegistry(DECIDERS)


def recorded(
    event: Event,
    *,
    position: int = 1,
    account_id: UUID | None = None,
    entity_id: UUID | None = None,
    actor_id: UUID | None = None,
    version: int = 1,
    at: datetime = NOON,
    ip_ref: PiiRef | None = None,
    origin: UUID | None = None,
) -> Recorded:
    request = uuid4()
    return Recorded(
        position=position,
        account_id=account_id,
        kind=REGISTRY.kinds[name_of(type(event))],
        entity_id=entity_id or uuid4(),
        stream_id=uuid4(),
        stream_version=version,
        event=event,
        event_id=uuid4(),
        actor_kind="user" if actor_id else "system",
        actor_id=actor_id,
        impersonator_id=None,
        session_id=None,
        device_id=None,
        correlation_id=request,
        causation_id=None,
        request_id=request,
        origin=origin,
        occurred_at=at,
        recorded_at=at,
        ip_ref=ip_ref,
        agent_ref=None,
        leaf_hash=b"\xff" * 32,
    )


def take_in(url: str, projection: Projection, *facts: Recorded) -> None:
    """Fold facts into the tables of a read model, as the followers do."""
    with psycopg.connect(url) as connection:
        rows = FoldedRows(connection, projection)
        for fact in facts:
            if not projection.events or isinstance(fact.event, projection.events):
                projection.apply(rows.of(fact.account_id, fact.position), fact)
        rows.flush()


def everywhere(json: Any) -> list[Any]:
    """Every value of a JSON document."""
    if isinstance(json, dict):
        return [found for value in json.values() for found in everywhere(value)]
    if isinstance(json, list):
        return [found for value in json for found in everywhere(value)]
    return [json]
