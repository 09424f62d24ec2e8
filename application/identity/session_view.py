"""A live session as its own browser may see it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from domain.ids import AccountId, SessionId, UserId


class PersonView(Struct, frozen=True):
    """The person of a session, with the personal values opened."""

    id: UserId
    name: str
    email: str
    email_verified: bool
    role: str
    banned: bool
    ban_reason: str | None
    ban_expires: datetime | None
    created_at: datetime
    updated_at: datetime


class SessionView(Struct, frozen=True):
    """The session; `account` is the ready JSON of the account it is in, `invited` says that an invitation
    waits for the person's address, `superseded` that the session has got another secret since: the cookie
    that opened it is not set again."""

    id: SessionId
    handle: str
    person: PersonView
    account_id: AccountId | None
    account: Any | None
    invited: bool
    remember: bool
    created_at: datetime
    updated_at: datetime
    confirmed_at: datetime | None
    expires_at: datetime
    ip: str
    agent: str
    impersonator_id: UserId | None
    superseded: bool

    @property
    def user_id(self) -> UserId:
        return self.person.id


class ListedSession(Struct, frozen=True):
    """One of the live sessions of a person."""

    id: SessionId
    handle: str
    user_id: UserId
    account_id: AccountId | None
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    ip: str
    agent: str
    impersonator_id: UserId | None


@runtime_checkable
class Places(Protocol):
    def country_of(self, address: str | None) -> str | None:
        """The ISO code of the country that a network address lies in, as far as it is known."""
        ...


class Sessions(Protocol):
    async def of(self, session_token: str, now: datetime) -> SessionView | None:
        """The session that this cookie opens, if it is alive."""
        ...

    async def live_of(self, user_id: UserId, now: datetime) -> Sequence[ListedSession]:
        """Every live session of a person, the oldest first."""
        ...
