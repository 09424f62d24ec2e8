"""The session of a cookie with its person and account: one statement for get-session."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

import msgspec

from application.identity.session_view import PersonView, SessionView
from application.ports import BlindIndex, PersonalData
from domain.ids import AccountId, SessionId, UserId
from domain.kernel import PiiRef
from projections.accounts.accounts import ACCOUNT_JSON
from projections.kernel import Reader

# `session_of` lets the rest of the statement see the rows of the session's account.
_SESSION = f"""
with s as materialized (select * from identity.session_of(%(hash)s, %(now)s))
select s.session_id, s.handle, s.user_id, s.remember, s.created_at, s.updated_at, s.confirmed_at,
    s.expires_at, s.impersonator_id, s.email_ref, s.name_ref, s.ip_ref, s.agent_ref, s.verified,
    s.platform_role, s.banned, s.ban_reason, s.banned_until, s.user_created_at, s.user_updated_at,
    m.account_id,
    (select ({ACCOUNT_JSON})::text from read.accounts as a
        join read.account_members as viewer
            on viewer.account_id = a.account_id and viewer.user_id = s.user_id
        where a.account_id = s.account_id) as account,
    exists (select from read.invitation_links as link where link.email_hash = s.email_index
        and link.state = 'pending' and link.expires_at > %(now)s) as invited
from s
left join lateral (select m.account_id from read.account_members as m
    where m.account_id = s.account_id and m.user_id = s.user_id) as m on true
"""  # noqa: S608 - put together from constants


class StoredSessions:
    """Implements `application.identity.session_view.Sessions`."""

    def __init__(self, reader: Reader, blind: BlindIndex, personal: PersonalData) -> None:
        self._reader = reader
        self._blind = blind
        self._personal = personal

    async def of(self, session_token: str, now: datetime) -> SessionView | None:
        row = await self._reader.one(
            _SESSION, {"hash": self._blind.token("session", session_token), "now": now}
        )
        if row is None:
            return None
        session_id, handle, user_id, remember, created, updated, confirmed, expires, impersonator = row[:9]
        account = None if row[21] is None else msgspec.json.decode(row[21])
        places = _places_in(account)
        refs = [ref for ref in (*row[9:13], *places) if ref is not None]
        values = dict(zip(refs, await self._personal.open(refs), strict=True))
        email, name, ip, agent = (values.get(ref) or "" for ref in row[9:13])
        verified, role, banned, reason, until, user_created, user_updated, account_id = row[13:21]
        person = PersonView(
            UserId(user_id), name, email, verified, role, banned, reason, until, user_created, user_updated
        )
        return SessionView(
            id=SessionId(session_id),
            handle=handle,
            person=person,
            account_id=None if account_id is None else AccountId(account_id),
            account=_opened(account, values),
            invited=row[22],
            remember=remember,
            created_at=created,
            updated_at=updated,
            confirmed_at=confirmed,
            expires_at=expires,
            ip=ip,
            agent=agent,
            impersonator_id=None if impersonator is None else UserId(impersonator),
        )


def _places_in(value: Any) -> list[PiiRef]:
    """Where personal values stand in ready JSON, as `{"pii": …}`."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        if members.keys() == {"pii"}:
            return [PiiRef(members["pii"])]
        return [place for member in members.values() for place in _places_in(member)]
    if isinstance(value, list):
        return [place for item in cast("Sequence[Any]", value) for place in _places_in(item)]
    return []


def _opened(value: Any, values: dict[PiiRef, str | None]) -> Any:
    """The same JSON with the values in their places; None where the key was destroyed."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        if members.keys() == {"pii"}:
            return values[members["pii"]]
        return {name: _opened(member, values) for name, member in members.items()}
    if isinstance(value, list):
        return [_opened(item, values) for item in cast("Sequence[Any]", value)]
    return value
