"""What decisions about a person need to know."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never
from uuid import UUID

from msgspec import field
from msgspec.structs import replace

from domain.identity.users.facts import (
    EmailChanged,
    EmailVerified,
    PasskeyAdded,
    PasskeyRemoved,
    PasskeyRenamed,
    PasskeyUsed,
    PasswordSet,
    PlatformRole,
    PlatformRoleChanged,
    SocialIdentityLinked,
    SocialIdentityUnlinked,
    SocialProvider,
    UserBanned,
    UserErased,
    UserErasureRequested,
    UserEvent,
    UserRegistered,
    UserRenamed,
    UserUnbanned,
)
from domain.ids import AccountId
from domain.kernel import PiiRef, Value


class Passkey(Value, frozen=True, kw_only=True):
    """A credential. One that is bound to its device counts its signatures, one that is synced need not."""

    credential_hash: str
    name_ref: PiiRef
    bound: bool
    counter: int


class User(Value, frozen=True, kw_only=True):
    """A person. `social` maps the hash of each linked identity to its provider."""

    name_ref: PiiRef
    email_index: str = ""
    verified: bool = False
    password: bool = False
    epoch: int = 0
    passkeys: dict[UUID, Passkey] = field(default_factory=dict[UUID, Passkey])
    social: dict[str, SocialProvider] = field(default_factory=dict[str, SocialProvider])
    banned: bool = False
    banned_until: datetime | None = None
    platform_role: PlatformRole = "user"
    erasure_due: datetime | None = None
    left: tuple[AccountId, ...] = ()
    erased: bool = False

    def shut_out(self, now: datetime) -> bool:
        """Whether a ban holds at this moment."""
        return self.banned and (self.banned_until is None or now < self.banned_until)

    @property
    def leaving(self) -> bool:
        """Whether the person asked to be forgotten."""
        return self.erasure_due is not None


def evolve(user: User | None, event: UserEvent) -> User | None:
    if isinstance(event, UserRegistered):
        return User(name_ref=event.name_ref, email_index=event.email_index)
    if user is None:
        return None
    match event:
        case EmailVerified():
            return replace(user, verified=True)
        case EmailChanged(email_index=email_index):
            return replace(user, email_index=email_index)
        case UserRenamed(name_ref=name_ref):
            return replace(user, name_ref=name_ref)
        case PasswordSet(epoch=epoch):
            return replace(user, password=True, epoch=epoch)
        case PasskeyAdded() | PasskeyUsed() | PasskeyRenamed() | PasskeyRemoved():
            return replace(user, passkeys=_passkeys(user.passkeys, event))
        case SocialIdentityLinked(provider=provider, subject_hash=subject_hash):
            return replace(user, social={**user.social, subject_hash: provider})
        case SocialIdentityUnlinked(subject_hash=subject_hash):
            others = {other: at for other, at in user.social.items() if other != subject_hash}
            return replace(user, social=others)
        case UserBanned(until=until, epoch=epoch):
            return replace(user, banned=True, banned_until=until, epoch=epoch)
        case UserUnbanned():
            return replace(user, banned=False, banned_until=None)
        case PlatformRoleChanged(role=role):
            return replace(user, platform_role=role)
        case UserErasureRequested(due_at=due_at, epoch=epoch, left=left):
            return replace(user, erasure_due=due_at, epoch=epoch, left=left)
        case UserErased():
            return replace(user, email_index="", password=False, erased=True)
        case _:
            assert_never(event)


def _passkeys(
    before: dict[UUID, Passkey], event: PasskeyAdded | PasskeyUsed | PasskeyRenamed | PasskeyRemoved
) -> dict[UUID, Passkey]:
    match event:
        case PasskeyAdded():
            added = Passkey(
                credential_hash=event.credential_hash,
                name_ref=event.name_ref,
                bound=event.device_type == "singleDevice",
                counter=event.counter,
            )
            return {**before, event.passkey_id: added}
        case PasskeyRemoved(passkey_id=passkey_id):
            return {id: passkey for id, passkey in before.items() if id != passkey_id}
        case PasskeyUsed(passkey_id=passkey_id) | PasskeyRenamed(passkey_id=passkey_id):
            known = before.get(passkey_id)
            return before if known is None else {**before, passkey_id: _changed(known, event)}
        case _:
            assert_never(event)


def _changed(passkey: Passkey, event: PasskeyUsed | PasskeyRenamed) -> Passkey:
    match event:
        case PasskeyUsed(counter=counter):
            return replace(passkey, counter=counter)
        case PasskeyRenamed(name_ref=name_ref):
            return replace(passkey, name_ref=name_ref)
