"""Comparing the read models of an installation with its log."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from api.composition.starting import prove
from application.catalogue import DECIDERS
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.verify import Verdict, verify
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.settings import Settings
from projections.catalogue import PROJECTIONS


def verdicts(settings: Settings, account_id: UUID | None) -> Iterator[Verdict]:
    # Somebody waits at the command line.
    prove(settings, patience=0)
    registry, wrapping = EventRegistry(DECIDERS), KeyWrapping(settings.kek)
    return verify(settings.projector_database_url, registry, wrapping, PROJECTIONS, account_id)
