"""What the clock does about people: those who asked to be forgotten are, when it is due."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

import structlog

from application.identity.ports import People
from application.ports import Context
from application.processes.forget_person import Forgetting
from domain.errors import Refused
from domain.kernel import Actor

log = structlog.get_logger("coffer.identity")


@dataclass(frozen=True)
class PeopleChores:
    """Safe to run at any time and by several: what was done is passed over."""

    forgetting: Forgetting
    people: People
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        now, request_id = self.clock(), uuid4()
        context = Context(Actor(), now, request_id, correlation_id=request_id)
        for user_id in await self.people.to_be_erased(now):
            try:
                await self.forgetting.forget(user_id, context)
            except Refused as refusal:
                log.warning("not_forgotten", user_id=str(user_id), reason=refusal.reason)
