"""What the read models say about people and the accounts they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from application.accounts.ports import Registered
from domain.accounts.accounts.plans import Usage
from domain.ids import AccountId, InvitationId, SessionId, UserId
from domain.kernel import PiiRef
from projections.accounts.invitation_links import link_of_id
from projections.accounts.invitations import waiting_for
from projections.accounts.memberships import owned_by
from projections.kernel import Reader
from projections.work.files import storage_bytes
from projections.work.profiles import profile_count

_PEOPLE = (
    "select id, email_ref, email_index, name_ref, verified from read.users where id = any(%(ids)s::uuid[])"
)
_SESSIONS = """
select id from read.sessions
where user_id = %(user_id)s and account_id = %(account_id)s and not ended and expires_at > %(now)s
"""


@dataclass(frozen=True)
class ReadDirectory:
    """Implements `application.accounts.ports.Directory`."""

    reader: Reader

    async def people(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Registered]:
        rows = await self.reader.all(_PEOPLE, {"ids": list(user_ids)})
        return {
            UserId(id): Registered(PiiRef(email), index or "", PiiRef(name), verified)
            for id, email, index, name, verified in rows
        }

    async def owned_accounts(self, user_id: UserId) -> int:
        return await owned_by(self.reader, user_id)

    async def waiting_invitation(self, account_id: AccountId, email_hash: str) -> InvitationId | None:
        found = await waiting_for(self.reader, account_id, email_hash)
        return None if found is None else InvitationId(found)

    async def invitation_of(self, invitation_id: UUID, email_hash: str, now: datetime) -> AccountId | None:
        link = await link_of_id(self.reader, invitation_id, email_hash, now)
        return None if link is None else AccountId(link.account_id)

    async def live_sessions(
        self, user_id: UserId, account_id: AccountId, now: datetime
    ) -> Sequence[SessionId]:
        asked = {"user_id": user_id, "account_id": account_id, "now": now}
        rows = await self.reader.all(_SESSIONS, asked)
        return [SessionId(id) for (id,) in rows]

    async def usage(self, account_id: AccountId) -> Usage:
        return Usage(
            storage_bytes=await storage_bytes(self.reader, account_id),
            profiles=await profile_count(self.reader, account_id),
        )
