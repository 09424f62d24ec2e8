"""No request is answered later than its deadline, whatever hangs behind it."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from api.http.given import SAFE_METHODS
from domain.errors import OutcomeUnknown, Unavailable

SECONDS = 5.0
"""For what the server does between the last byte of a request and the first of its answer."""

WAITS_ITS_TURN: dict[str, Any] = {"seconds": 20.0}
"""Passwords and codes are hashed in turn: a crowd at the door is let in one by one, and whose turn does not
come in time is refused (`infrastructure.identity.passwords`)."""
WAITS_FOR_OBJECTS: dict[str, Any] = {"seconds": 30.0}
"""An object store elsewhere puts the parts of a file together."""

# What took so long once would take as long again at once, and the longer for it.
_PAUSE = 5


class InTime(ASGIMiddleware):
    """Ends what takes too long, with a refusal. The time in which a body arrives is not counted, and an
    answer that has begun may take as long as its reader."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        request = Request[Any, Any, Any](scope)
        clock = asyncio.get_running_loop().time
        begun = False
        limit = asyncio.timeout(request.route_handler.opt.get("seconds", SECONDS))

        async def paused() -> Any:
            if begun:
                return await receive()
            left = (limit.when() or clock()) - clock()
            limit.reschedule(None)
            try:
                return await receive()
            finally:
                if not begun:
                    limit.reschedule(clock() + left)

        async def beginning(message: Message) -> None:
            nonlocal begun
            if not begun:
                begun = True
                limit.reschedule(None)
            await send(message)

        try:
            async with limit:
                await next_app(scope, paused, beginning)
        except TimeoutError:
            if not limit.expired():
                raise
            raise too_late(request) from None


def too_late(request: Request[Any, Any, Any]) -> Unavailable:
    """The refusal of what was not done in time. A write may be done all the same."""
    if request.method in SAFE_METHODS:
        return Unavailable(
            "This took too long. Try again in a moment.", reason="too_slow", retry_after=_PAUSE
        )
    return OutcomeUnknown(
        "This took too long, and may still take place. Look, or send it again.",
        reason="outcome_unknown",
        retry_after=_PAUSE,
    )
