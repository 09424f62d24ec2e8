"""What the clock does about accounts: payments that fall due, invitations that end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

import structlog

from application.accounts.clock import MarkOverdue, SuspendUnpaid
from application.commands import Commands
from application.ports import Context
from application.processes.join import Expire
from domain.errors import Refused
from domain.ids import AccountId, InvitationId
from domain.kernel import Actor
from projections.accounts.dues import dues_at
from projections.accounts.invitation_links import links_over_at
from projections.kernel import Reader

log = structlog.get_logger("coffer.accounts")


@dataclass(frozen=True)
class AccountChores:
    """Safe to run at any time and concurrently: each command decides whether it is due."""

    commands: Commands
    reader: Reader
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        now = self.clock()
        for account_id, invitation_id in await links_over_at(self.reader, now):
            await self._run(Expire(AccountId(account_id), InvitationId(invitation_id)), now)
        for due in await dues_at(self.reader, now):
            account_id = AccountId(due.account_id)
            suspends = due.what == "suspend"
            await self._run(SuspendUnpaid(account_id) if suspends else MarkOverdue(account_id), now)

    async def _run(self, command: Any, now: datetime) -> None:
        request_id = uuid4()
        context = Context(Actor(), now, request_id, correlation_id=request_id)
        try:
            await self.commands.run(command, context)
        except Refused as refusal:
            # One that cannot be carried out must not keep the others from being.
            log.warning("chore_refused", command=type(command).__name__, reason=refusal.reason)
