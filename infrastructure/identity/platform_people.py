"""All users with decrypted name and address, in batches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from application.identity.platform_reading import Found
from application.identity.session_view import PersonView
from application.ports import PersonalData
from domain.ids import UserId
from domain.kernel import PiiRef
from projections.kernel import Reader

_PORTION = 500
_PERSON = """
select u.id, u.name_ref, u.email_ref, u.verified, u.platform_role, u.banned, u.ban_reason, u.banned_until,
    u.created_at, u.updated_at
from read.users as u where u.erasure_due is null and not u.erased
"""
_ONE = _PERSON + "and u.id = %(user_id)s"
_NEXT = _PERSON + "and (%(after)s::uuid is null or u.id > %(after)s) order by u.id limit %(limit)s"
_PAGE = _PERSON + "order by u.created_at {way}, u.id {way} limit %(limit)s offset %(offset)s"
_COUNT = "select count(*) from read.users as u where u.erasure_due is null and not u.erased"


class StoredPlatformPeople:
    """Implements `application.identity.platform_reading.PlatformPeople`."""

    def __init__(self, reader: Reader, personal: PersonalData) -> None:
        self._reader = reader
        self._personal = personal

    async def get(self, user_id: UserId) -> PersonView | None:
        rows = await self._reader.all(_ONE, {"user_id": user_id})
        return next(iter(await self._opened(rows)), None)

    async def page(self, limit: int, offset: int, *, descending: bool) -> Found:
        statement = _PAGE.format(way="desc" if descending else "asc")
        rows = await self._reader.all(statement, {"limit": limit, "offset": offset})
        counted = await self._reader.one(_COUNT)
        return Found(await self._opened(rows), 0 if counted is None else counted[0])

    async def all(self) -> AsyncIterator[Sequence[PersonView]]:
        after = None
        while rows := await self._reader.all(_NEXT, {"after": after, "limit": _PORTION}):
            yield await self._opened(rows)
            after = rows[-1][0]

    async def _opened(self, rows: Sequence[tuple[Any, ...]]) -> list[PersonView]:
        values = iter(await self._personal.open([PiiRef(ref) for row in rows for ref in row[1:3]]))
        return [
            PersonView(
                id=UserId(id),
                name=next(values) or "",
                email=next(values) or "",
                email_verified=verified,
                role=role,
                banned=banned,
                ban_reason=reason,
                ban_expires=until,
                created_at=created_at,
                updated_at=updated_at,
            )
            for id, _, _, verified, role, banned, reason, until, created_at, updated_at in rows
        ]
