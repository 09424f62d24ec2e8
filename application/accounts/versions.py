"""No lost update: a settings write names the version that it was made on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from application.unit_of_work import Work
from domain.errors import Refused, Stale
from domain.kernel import Decider


async def require_version(
    work: Work,
    decider: Decider[Any, Any, Any],
    entity_id: UUID,
    version: int | None,
    current_item: Callable[[], Awaitable[Any]],
) -> None:
    """Refuse a write that names no version, or one that is not the newest; then with the item as it is."""
    if version is None:
        raise Refused("Say which version you changed.", reason="version_required")
    current = await work.version_of(decider, entity_id)
    if version != current:
        raise Stale(
            "Someone else changed this in the meantime.",
            reason="version_conflict",
            version=current,
            current=await current_item(),
        )
