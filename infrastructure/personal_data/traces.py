"""Where a request came from: address and agent, under a key that is destroyed after 90 days."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid5

from application.ports import Context
from domain.ids import GLOBAL
from domain.kernel import PiiRef
from infrastructure.personal_data.keys import SubjectKeys
from infrastructure.personal_data.sealing import seal_value

KEPT = timedelta(days=90)


async def traces_of(keys: SubjectKeys, context: Context) -> tuple[PiiRef | None, PiiRef | None]:
    """References to address and agent.

    Each person has one such key per day, which belongs to that person and so goes with them; those who
    have not signed in share one.
    """
    owner = context.actor.user_id or GLOBAL
    day = context.now.date()
    subject = uuid5(owner, f"trace:{day.isoformat()}")
    key = await keys.key(subject, owner=owner, expires_on=day + KEPT)
    return (
        None if context.ip is None else seal_value(subject, "ip", context.ip, key),
        None if context.agent is None else seal_value(subject, "agent", context.agent, key),
    )
