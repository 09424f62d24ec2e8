"""Use of an ended session's token, which is recorded: the token may have been copied."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from application.commands import Commands
from application.identity.ports import Limits, Rule
from application.identity.security import Note
from application.ports import Context
from domain.identity.security_log import DeadSessionUsed
from domain.ids import SessionId, UserId

# A browser that goes on asking makes one note an hour and not one per request.
_ONCE_AN_HOUR = (Rule(1, 3600),)
# Who comes again with such a token is taken for a stranger without a look. Nothing depends on it for longer.
_REMEMBERED = timedelta(minutes=5)
_MOST_REMEMBERED = 10_000


class Ended(NamedTuple):
    session_id: SessionId
    user_id: UserId


class EndedSessions(Protocol):
    async def of(self, session_token: str, now: datetime) -> Ended | None:
        """The session of this token, if it was ended explicitly; None if it expired or is unknown."""
        ...


@dataclass(frozen=True)
class DeadSessions:
    commands: Commands
    ended: EndedSessions
    limits: Limits
    seen: OrderedDict[str, datetime] = field(default_factory=OrderedDict[str, datetime])

    def knows(self, session_token: str, now: datetime) -> bool:
        """Whether this token was found to open nothing a while ago: no token that does comes back to life."""
        at = self.seen.get(session_token)
        return at is not None and abs(now - at) < _REMEMBERED

    async def noticed(self, session_token: str, context: Context) -> None:
        """Record the use, unless the token is unknown."""
        self.seen[session_token] = context.now
        self.seen.move_to_end(session_token)
        if len(self.seen) > _MOST_REMEMBERED:
            self.seen.popitem(last=False)
        found = await self.ended.of(session_token, context.now)
        if found is None:
            return
        verdict = await self.limits.take(f"dead:{found.session_id}", _ONCE_AN_HOUR, context.now)
        if not verdict.wait:
            fact = DeadSessionUsed(found.session_id, found.user_id)
            await self.commands.run(Note(fact), context._replace(idempotency=None))
