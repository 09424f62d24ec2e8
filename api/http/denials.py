"""Every denial leaves a trace: who wanted what, and was not allowed; in the account, where there is one."""

from __future__ import annotations

from typing import Any

import structlog
from litestar.types import Scope

from api.http.app import AfterException
from application.commands import Commands
from application.identity.security import Note, NoteAccess
from application.ports import Context
from domain.errors import NotAllowed, Refused
from domain.identity.access_log import AccessDenied
from domain.identity.security_log import ActionDenied

log = structlog.get_logger("coffer.http")


def noting_denials(commands: Commands) -> AfterException:
    """Build the hook that notes refusals for want of a permission, once they are raised."""

    async def after_exception(error: Exception, scope: Scope) -> None:
        context: Any = scope["state"].get("context")
        if not isinstance(error, NotAllowed) or not isinstance(context, Context):
            return
        permission = error.details.get("permission")
        if permission is None:
            return
        resource, _, action = str(permission).partition(".")
        if context.actor.account_id is None:
            noted = Note(ActionDenied(resource, action))
        else:
            noted = NoteAccess(AccessDenied(resource, action))
        try:
            await commands.run(noted, context._replace(idempotency=None))
        except Refused as failure:
            # The refusal stands, whether or not it can be written down.
            log.warning("denial_not_noted", reason=failure.reason, resource=resource, action=action)

    return after_exception
