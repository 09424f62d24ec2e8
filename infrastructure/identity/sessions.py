"""The session of a cookie with its person and account: one statement for get-session."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from application.identity.session_view import ListedSession, PersonView, SessionView
from application.personal_values import opened_together
from application.ports import BlindIndex, PersonalData
from domain.ids import AccountId, SessionId, UserId
from infrastructure.identity.by_cookie import NOW, CookieReader, behind_cookie
from projections.accounts.accounts import ACCOUNT_JSON
from projections.kernel import Reader

_SESSION = behind_cookie(
    f"""s.session_id, s.handle, s.user_id, s.remember, s.created_at, s.updated_at, s.confirmed_at,
    s.expires_at, s.impersonator_id, s.email_ref, s.name_ref, s.ip_ref, s.agent_ref, s.verified,
    s.platform_role, s.banned, s.ban_reason, s.banned_until, s.user_created_at, s.user_updated_at,
    m.account_id,
    (select ({ACCOUNT_JSON})::text from read.accounts as a
        join read.account_members as viewer
            on viewer.account_id = a.account_id and viewer.user_id = s.user_id
        where a.account_id = s.account_id) as account,
    exists (select from read.invitation_links as link where link.email_hash = s.email_index
        and link.state = 'pending' and link.expires_at > {NOW}) as invited,
    s.superseded""",  # noqa: S608 - put together from constants
    """left join lateral (select m.account_id from read.account_members as m
    where m.account_id = s.account_id and m.user_id = s.user_id) as m on true""",
)
_LIVE = """
select s.id, k.handle, s.user_id, s.account_id, s.created_at, s.updated_at, s.expires_at, s.impersonator_id,
    s.ip_ref, s.agent_ref
from read.sessions as s
join identity.session_secret as k on k.session_id = s.id
join read.users as u on u.id = s.user_id
where s.user_id = %(user_id)s and not s.ended and s.expires_at > %(now)s and s.epoch = u.epoch
order by s.created_at, s.id
"""


class StoredSessions:
    """Implements `application.identity.session_view.Sessions`."""

    def __init__(
        self, behind: CookieReader, reader: Reader, blind: BlindIndex, personal: PersonalData
    ) -> None:
        self._behind = behind
        self._reader = reader
        self._blind = blind
        self._personal = personal

    async def of(self, session_token: str, now: datetime) -> SessionView | None:
        row = await self._behind.one(_SESSION, self._blind.token("session", session_token), now)
        if row is None:
            return None
        session_id, handle, user_id, remember, created, updated, confirmed, expires, impersonator = row[:9]
        account = None if row[21] is None else msgspec.json.decode(row[21])
        (email, name, ip, agent), account = await opened_together(self._personal, row[9:13], account)
        verified, role, banned, reason, until, user_created, user_updated, account_id = row[13:21]
        person = PersonView(
            UserId(user_id), name, email, verified, role, banned, reason, until, user_created, user_updated
        )
        return SessionView(
            id=SessionId(session_id),
            handle=handle,
            person=person,
            account_id=None if account_id is None else AccountId(account_id),
            account=account,
            invited=row[22],
            remember=remember,
            created_at=created,
            updated_at=updated,
            confirmed_at=confirmed,
            expires_at=expires,
            ip=ip,
            agent=agent,
            impersonator_id=None if impersonator is None else UserId(impersonator),
            superseded=row[23],
        )

    async def live_of(self, user_id: UserId, now: datetime) -> Sequence[ListedSession]:
        rows = await self._reader.all(_LIVE, {"user_id": user_id, "now": now})
        traces = iter(
            (await opened_together(self._personal, [ref for row in rows for ref in row[8:]], None))[0]
        )
        return [
            ListedSession(
                id=SessionId(id),
                handle=handle,
                user_id=UserId(owner),
                account_id=None if account_id is None else AccountId(account_id),
                created_at=created,
                updated_at=updated,
                expires_at=expires,
                ip=next(traces),
                agent=next(traces),
                impersonator_id=None if impersonator is None else UserId(impersonator),
            )
            for id, handle, owner, account_id, created, updated, expires, impersonator, *_ in rows
        ]
