"""The objects of the authentication wire (auth-wire.md section 3)."""

from __future__ import annotations

from base64 import b64encode
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

from application.identity.ports import SignInMethod, StoredPasskey
from application.identity.session_view import ListedSession, PersonView, SessionView
from domain.kernel import camel, wire_time

Stamp = Annotated[str, Meta(description="UTC with milliseconds", extra_json_schema={"format": "date-time"})]


class Wire(msgspec.Struct, frozen=True, kw_only=True, rename=camel):
    """What travels. Members that a client sends beside the known ones are ignored here: older and newer
    generations of the public client send more than others."""


class User(Wire, frozen=True, kw_only=True):
    """A person."""

    id: UUID
    name: str
    email: str
    email_verified: bool
    image: None = None
    created_at: Stamp
    updated_at: Stamp
    role: str = "user"
    banned: bool = False
    ban_reason: str | None = None
    ban_expires: Stamp | None = None


class Session(Wire, frozen=True, kw_only=True):
    """A session. `token` is its handle; the secret is in the cookie only."""

    id: UUID
    token: str
    user_id: UUID
    account_id: UUID | None
    expires_at: Stamp
    created_at: Stamp
    updated_at: Stamp
    ip_address: str
    user_agent: str
    impersonated_by: UUID | None = None
    active_organization_id: None = None


class OwnSession(Session, frozen=True, kw_only=True):
    """A session, as its owner lists it: `country` is where its address lies, as far as that is known."""

    country: str | None


class Passkey(Wire, frozen=True, kw_only=True):
    """A passkey as its owner lists it. `off`: it may have been copied, and no longer signs in."""

    id: UUID
    name: str
    credential_id: str = msgspec.field(name="credentialID")
    public_key: str
    user_id: UUID
    counter: int
    device_type: str
    backed_up: bool
    transports: str
    created_at: Stamp
    aaguid: str
    off: bool = False


class CurrentSession(Wire, frozen=True, kw_only=True):
    """Who is signed in, in which account, and where to go first."""

    user: User
    session: Session
    account: dict[str, Any] | None
    redirect: str | None


class Registered(Wire, frozen=True, kw_only=True):
    """A registration that waits for its proof."""

    token: None = None
    user: User


class SignedIn(Wire, frozen=True, kw_only=True):
    """A successful sign-in."""

    token: str
    user: User


class SignedInByPassword(SignedIn, frozen=True, kw_only=True, omit_defaults=False):
    """A successful sign-in with a password; the client goes to `url` when one was given."""

    redirect: bool
    url: str | msgspec.UnsetType = msgspec.UNSET


class Verified(Wire, frozen=True, kw_only=True):
    """The mailbox is proven, and its owner let in."""

    status: bool = True
    token: str | None
    user: User


class SignedInByPasskey(Wire, frozen=True, kw_only=True):
    """A successful sign-in with a passkey."""

    session: Session
    user: User


class Succeeded(Wire, frozen=True, kw_only=True):
    """It was done, or there was nothing to do."""

    success: bool = True


class Done(Wire, frozen=True, kw_only=True):
    """It was done."""

    status: bool = True


class PasswordChanged(Wire, frozen=True, kw_only=True):
    """The password is another one. `token` names the new session when every other was ended."""

    token: str | None
    user: User


class Deleted(Wire, frozen=True, kw_only=True):
    """The person is forgotten."""

    success: bool = True
    message: str = "User deleted"


class LinkedAccount(Wire, frozen=True, kw_only=True):
    """Something to sign in with: `credential` is the password."""

    id: UUID
    provider_id: str
    account_id: str
    user_id: UUID
    scopes: list[str] = msgspec.field(default_factory=list[str])
    created_at: Stamp
    updated_at: Stamp


class RenamedPasskey(Wire, frozen=True, kw_only=True):
    """The passkey with its new name."""

    passkey: Passkey


class Confirmed(Wire, frozen=True, kw_only=True):
    """The session counts as confirmed until then."""

    status: bool = True
    until: Stamp


class Alive(Wire, frozen=True, kw_only=True):
    """Authentication answers."""

    ok: bool = True


def user_of(person: PersonView) -> User:
    return User(
        id=person.id,
        name=person.name,
        email=person.email,
        email_verified=person.email_verified,
        created_at=wire_time(person.created_at),
        updated_at=wire_time(person.updated_at),
        role=person.role,
        banned=person.banned,
        ban_reason=person.ban_reason,
        ban_expires=None if person.ban_expires is None else wire_time(person.ban_expires),
    )


def stranger(user_id: UUID, name: str, email: str, now: datetime) -> User:
    """The answer to every sign-up, which does not tell whether the address is known."""
    at = wire_time(now)
    return User(id=user_id, name=name, email=email, email_verified=False, created_at=at, updated_at=at)


def session_of(view: SessionView | ListedSession) -> Session:
    return Session(
        id=view.id,
        token=view.handle,
        user_id=view.user_id,
        account_id=view.account_id,
        expires_at=wire_time(view.expires_at),
        created_at=wire_time(view.created_at),
        updated_at=wire_time(view.updated_at),
        ip_address=view.ip,
        user_agent=view.agent,
        impersonated_by=view.impersonator_id,
    )


def own_session_of(listed: ListedSession, country: str | None) -> OwnSession:
    return OwnSession(**msgspec.structs.asdict(session_of(listed)), country=country)


def passkey_of(passkey: StoredPasskey, name: str, *, off: bool = False) -> Passkey:
    return Passkey(
        id=passkey.passkey_id,
        name=name,
        credential_id=passkey.credential_id,
        public_key=b64encode(passkey.public_key).decode(),
        user_id=passkey.user_id,
        counter=passkey.counter,
        device_type=passkey.device_type,
        backed_up=passkey.backed_up,
        transports=passkey.transports,
        created_at=wire_time(passkey.created_at),
        aaguid=passkey.aaguid,
        off=off,
    )


def linked_account_of(method: SignInMethod, user_id: UUID) -> LinkedAccount:
    since = wire_time(method.since)
    return LinkedAccount(
        id=method.id,
        provider_id=method.provider,
        account_id=method.subject,
        user_id=user_id,
        created_at=since,
        updated_at=since,
    )
