"""Who calls, and what that person may do now: one statement from the cookie to the permissions."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from application.ports import BlindIndex
from domain.accounts.accounts.permissions import effective, read_only
from domain.ids import AccountId, RoleId, UserId
from domain.kernel import Actor
from infrastructure.identity.by_cookie import CookieReader, behind_cookie

_ACTOR = behind_cookie(
    """s.session_id, s.user_id, s.device_id, s.impersonator_id, s.confirmed_at, m.account_id, m.role_id,
    m.reads_role_ids, r.permissions, a.state, a.withheld, a.read_only_from,
    exists (select from read.restraints as asked
        where asked.kind = 'stepUp' and asked.subject = s.session_id::text
            and (s.confirmed_at is null or s.confirmed_at <= asked.since)) as asked_again""",
    """left join lateral (select * from read.account_members as m
    where m.account_id = s.account_id and m.user_id = s.user_id) as m on true
left join lateral (select * from read.account_roles as r
    where r.account_id = m.account_id and r.role_id = m.role_id) as r on true
left join lateral (select * from read.account_states as a where a.account_id = m.account_id) as a on true""",
)


class Actors:
    """Finds the actor of a session."""

    def __init__(self, behind: CookieReader, blind: BlindIndex) -> None:
        self._behind = behind
        self._blind = blind

    async def actor_of(self, session_token: str, now: datetime) -> Actor | None:
        """The actor of this cookie; None without an active session.

        A person who was removed from the session's account acts without one.
        """
        cookie_hash = self._blind.token("session", session_token)
        row = await self._behind.one(_ACTOR, cookie_hash, now)
        if row is None:
            return None
        session_id, user_id, device_id, impersonator_id, confirmed_at, *standing, asked_again = row
        actor = Actor(
            type="user" if impersonator_id is None else "support",
            user_id=UserId(user_id),
            session_id=session_id,
            device_id=device_id,
            impersonator_id=None if impersonator_id is None else UserId(impersonator_id),
            confirmed_at=confirmed_at,
            asked_again=asked_again,
        )
        account_id, role_id, reads, permissions, state, withheld, read_only_from = standing
        if account_id is None or permissions is None or state in (None, "erased"):
            return actor
        closed = read_only(state, read_only_from, now)
        return replace(
            actor,
            account_id=AccountId(account_id),
            role_id=RoleId(role_id),
            reads=frozenset(reads),
            may=effective(permissions, withheld=withheld, read_only=closed or impersonator_id is not None),
        )
