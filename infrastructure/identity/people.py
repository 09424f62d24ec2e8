"""Who is registered, from inline read models and the rows beside the log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from application.identity.ports import Person, SignInMethod, StoredPasskey
from domain.ids import AccountId, SessionId, UserId
from projections.kernel import Reader

_PERSON = """
select u.id, u.epoch, p.hash, u.verified
from read.users as u left join identity.password as p on p.user_id = u.id
"""
_PASSKEY = """
select p.passkey_id, p.user_id, p.credential_id, p.public_key, p.counter, p.transports, p.aaguid,
    s.device_type, s.backed_up, s.name_ref, s.added_at
from identity.passkey as p join read.passkeys as s on s.id = p.passkey_id
"""
_KNOWN = "select from identity.known_browser where user_id = %(user_id)s and browser_hash = %(browser)s"
_HOME = "select identity.home_account(%(user_id)s)"
_ACCOUNTS = "select account_id from read.account_members where user_id = %(user_id)s order by joined_at"
_CODES_SUFFICE = "select identity.codes_suffice(%(user_id)s)"
_METHODS = """
select id, provider, subject, since from read.sign_in_methods where user_id = %(user_id)s order by since, id
"""
_LIVE = """
select s.id from read.sessions as s join read.users as u on u.id = s.user_id
where s.user_id = %(user_id)s and not s.ended and s.expires_at > %(now)s and s.epoch = u.epoch
order by s.created_at, s.id
"""
_NAMED = """
select s.id from read.sessions as s join identity.session_secret as k on k.session_id = s.id
where s.user_id = %(user_id)s and k.handle = %(handle)s
"""
_BY_HANDLE = "select session_id from identity.session_secret where handle = %(handle)s"
_BY_COOKIE = "select session_id from identity.session_secret where token_hash = %(hash)s"
_DUE = """
select u.id from read.users as u
where u.erasure_due <= %(now)s and (not u.erased or exists (
    select from es.subject_key as k where k.subject = u.id))
"""


class StoredPeople:
    """Implements `application.identity.ports.People`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def by_email(self, index: str) -> Person | None:
        return _person(await self._reader.one(_PERSON + "where u.email_index = %(index)s", {"index": index}))

    async def by_id(self, user_id: UserId) -> Person | None:
        return _person(await self._reader.one(_PERSON + "where u.id = %(user_id)s", {"user_id": user_id}))

    async def passkey(self, credential_id: str) -> StoredPasskey | None:
        row = await self._reader.one(_PASSKEY + "where p.credential_id = %(id)s", {"id": credential_id})
        return None if row is None else StoredPasskey(*row)

    async def passkeys_of(self, user_id: UserId) -> Sequence[StoredPasskey]:
        rows = await self._reader.all(
            _PASSKEY + "where p.user_id = %(user_id)s order by s.added_at, s.seq", {"user_id": user_id}
        )
        return [StoredPasskey(*row) for row in rows]

    async def knows_browser(self, user_id: UserId, browser_hash: str) -> bool:
        values = {"user_id": user_id, "browser": browser_hash}
        return await self._reader.one(_KNOWN, values) is not None

    async def home_account(self, user_id: UserId) -> AccountId | None:
        row: tuple[Any, ...] | None = await self._reader.one(_HOME, {"user_id": user_id})
        home: UUID | None = row[0] if row else None
        return AccountId(home) if home is not None else None

    async def accounts_of(self, user_id: UserId) -> Sequence[AccountId]:
        rows = await self._reader.all(_ACCOUNTS, {"user_id": user_id}, user_id=user_id)
        return [AccountId(id) for (id,) in rows]

    async def codes_suffice(self, user_id: UserId) -> bool:
        row = await self._reader.one(_CODES_SUFFICE, {"user_id": user_id})
        return row is not None and row[0]

    async def methods_of(self, user_id: UserId) -> Sequence[SignInMethod]:
        return [SignInMethod(*row) for row in await self._reader.all(_METHODS, {"user_id": user_id})]

    async def live_sessions(self, user_id: UserId, now: datetime) -> Sequence[SessionId]:
        rows = await self._reader.all(_LIVE, {"user_id": user_id, "now": now})
        return [SessionId(id) for (id,) in rows]

    async def session_named(self, user_id: UserId, handle: str) -> SessionId | None:
        row = await self._reader.one(_NAMED, {"user_id": user_id, "handle": handle})
        return None if row is None else SessionId(row[0])

    async def session_by_handle(self, handle: str) -> SessionId | None:
        row = await self._reader.one(_BY_HANDLE, {"handle": handle})
        return None if row is None else SessionId(row[0])

    async def session_of_cookie(self, token_hash: str) -> SessionId | None:
        row = await self._reader.one(_BY_COOKIE, {"hash": token_hash})
        return None if row is None else SessionId(row[0])

    async def to_be_erased(self, now: datetime) -> Sequence[UserId]:
        return [UserId(id) for (id,) in await self._reader.all(_DUE, {"now": now})]


def _person(row: tuple[Any, ...] | None) -> Person | None:
    return None if row is None else Person(*row)
